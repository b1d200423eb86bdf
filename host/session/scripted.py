"""The front of a scenario: scripted players, no devices, no time passing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from host.answers.elements import Timed
from host.answers.sounds import Sounds
from host.dialogue.replies import Enumerated, Interrupted, Seen, Settled, Silence, Spoken, Via, Waited
from host.dialogue.requests import Enumerate, Gather, Say, Secret, View, Wait
from host.session.enumerating import told
from host.session.front import Heard, Listen, Ordered
from host.session.interpret import Utterance, comes_first, interpret
from host.session.players import Line, Players


@dataclass
class ScriptedFront:
    """`said` collects every line of the host, notes included, `shown` every view, `asked` the keys listened for."""

    players: Players
    sounds: Sounds | None = None
    said: list[str] = field(default_factory=list)
    shown: list[View] = field(default_factory=list)
    secrets: list[tuple[str, str]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    _pending: Interrupted | None = None

    async def say(self, request: Say) -> Spoken | Interrupted:
        self.said.append(request.text)
        return Spoken(0.0)

    async def listen(self, request: Listen, time_s: float) -> Heard | Ordered:
        pending, self._pending = self._pending, None
        if pending is not None and pending.kind in request.breakers:
            return pending
        self.asked.append(request.key)
        line = self.players.next(request)
        broke = line.interrupt
        if broke is not None:
            interrupted = Interrupted(broke.kind, broke.by, broke.at_s)
            spoke = not line.silence and line.after_s <= time_s
            if not (spoke and comes_first(line.after_s, broke.at_s)):
                if broke.kind in request.breakers and broke.at_s <= time_s:
                    return interrupted
            else:
                self._pending = Interrupted(broke.kind, broke.by, 0.0)
        return self._reply(request, line, time_s)

    def _reply(self, request: Listen, line: Line, time_s: float) -> Heard | Ordered:
        if line.silence:
            return Silence(time_s)
        if line.after_s > time_s:
            return Silence(time_s, late=line.text)
        via: Via = "keyboard" if line.keys is not None else "voice"
        return interpret(request, Utterance(line.text, line.after_s, line.by, via), self.sounds)

    async def enumerate(self, request: Enumerate) -> Enumerated | Interrupted:
        self.asked.append(request.key)
        line = self.players.next(request)
        pieces = line.pieces or ((line,) if not line.silence else ())
        found, passed_s = told(request, [Timed(piece.text, piece.after_s) for piece in pieces], self.sounds)
        ended_s = request.time_s if passed_s is None else passed_s
        if len(found) >= request.wanted:
            ended_s = found[-1].began_s
        return Enumerated(len(found), found, passed_s is not None, line.text, ended_s, line.by)

    async def gather(
        self, request: Gather, already: Mapping[str, Settled], arrived: Callable[[str, Settled], None]
    ) -> None:
        waiting = {seat: each for seat, each in request.requests.items() if seat not in already}
        late: list[tuple[float, str, Settled]] = []
        for seat, each in waiting.items():
            if isinstance(each, Secret):
                late.append((0.0, seat, await self.secret(each)))
                continue
            self.asked.append(each.key)
            line = self.players.next(each)
            heard = self._reply(each, line, request.time_s)
            settled = Silence(request.time_s) if isinstance(heard, Interrupted | Ordered) else heard
            late.append((line.after_s, seat, settled))
        for _, seat, reply in sorted(late, key=lambda item: item[0]):
            arrived(seat, reply)

    async def secret(self, request: Secret) -> Seen:
        self.secrets.append((request.to, request.text))
        return Seen()

    async def wait(self, request: Wait) -> Waited | Interrupted:
        pending, self._pending = self._pending, None
        if pending is not None and pending.kind in request.breakers:
            return pending
        return Waited(request.time_s)

    async def show(self, view: View) -> None:
        self.shown.append(view)

    async def pause(self) -> None:
        return

    async def note(self, text: str) -> None:
        self.said.append(text)

    def cursor(self) -> int:
        return self.players.used

    def resume_at(self, cursor: int) -> None:
        self.players.used = cursor
