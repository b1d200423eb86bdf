"""The session loop: runs a game's coroutine, request by request, against a front and a journal.

What is already in the journal is answered from it (resume, undo); the rest comes from the front and is written down
before the game sees it.
"""

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar, cast

from host.answers.commands import Command
from host.dialogue.outcome import Outcome
from host.dialogue.replies import (
    FROM_PEOPLE,
    Answer,
    Chosen,
    Drawn,
    Enumerated,
    Gathered,
    Interrupted,
    Passed,
    Reply,
    Settled,
    Shown,
    Silence,
    Unsettled,
    Waited,
)
from host.dialogue.requests import Ask, Choose, Draw, Enumerate, Gather, Request, Say, Secret, Show, View, Wait
from host.errors import UserError
from host.session import lines
from host.session.draws import draw
from host.session.front import Front, Listen, Ordered
from host.session.journal import Entry, Journal
from host.session.verdict import table_verdict

Script = Coroutine[Any, Any, Outcome]
T = TypeVar("T")

#: Commands that the game itself must hear of, where its request allows them to break in.
BREAKING = (Command.ARRIVAL, Command.DEPARTURE, Command.ABSENT)
#: Replies that one person gave: they may have been the wrong one (E4). Silence is nobody's.
ONE_PERSONS = (Answer, Chosen, Unsettled, Passed, Enumerated)
#: After a command, an answer gets at least this long, however little time was left.
LEAST_TIME_S = 5.0


class ScriptError(Exception):
    """A game broke the loop's rules: a programming error."""


class ReplayMismatch(UserError):
    """The journal does not fit the game as it is now. `view` is the last one shown before it."""

    def __init__(self, message: str, view: View | None) -> None:
        super().__init__(message)
        self.view = view


class _Rewind(Exception):
    """The journal was cut; play again from it."""


class Session:
    """One evening of one game. `script` starts the game's coroutine afresh."""

    def __init__(self, script: Callable[[], Script], journal: Journal, front: Front, rule: str = "") -> None:
        self._script, self._journal, self._front, self._rule = script, journal, front, rule
        self._view: View | None = None
        self._repeatable: list[Say] = []
        self._catching_up = False

    async def run(self) -> Outcome:
        """Play to the end. Raises ReplayMismatch when the journal does not fit the game."""
        self._front.resume_at(self._journal.cursor)
        while True:
            script = self._script()
            try:
                return await self._play(script)
            except _Rewind:
                continue
            finally:
                script.close()

    async def _play(self, script: Script) -> Outcome:
        self._view, self._repeatable = None, []
        self._catching_up = bool(self._journal.entries)
        keys: set[str] = set()
        position = 0
        reply: Reply | None = None
        while True:
            try:
                request = script.send(reply)
            except StopIteration as done:
                outcome = cast(Outcome, done.value)
                self._journal.end(outcome.as_dict())
                return outcome
            if not isinstance(request, Request):
                raise ScriptError(f"the game awaited {request!r}, which is no request")
            if request.key in keys:
                raise ScriptError(f"the key {request.key!r} is used twice")
            keys.add(request.key)
            self._remember(request)
            if position < len(self._journal.entries):
                reply = self._from_journal(position, request)
            else:
                reply = await self._live(request)
                entry = Entry(request.key, type(request).__name__, addressee(request), reply)
                self._journal.append(entry, self._front.cursor())
            self._forget(reply)
            position += 1

    def _remember(self, request: Request[Any]) -> None:
        if isinstance(request, Show):
            self._view = request.view
        elif isinstance(request, Say) and request.repeats:
            self._repeatable.append(request)

    def _forget(self, reply: Reply) -> None:
        if isinstance(reply, FROM_PEOPLE):
            self._repeatable.clear()

    def _from_journal(self, position: int, request: Request[Any]) -> Reply:
        entry = self._journal.entries[position]
        asked = (request.key, type(request).__name__, addressee(request))
        if asked != (entry.key, entry.kind, entry.to):
            raise ReplayMismatch(
                f"journal, réponse {position + 1} : le jeu demande « {asked[0]} », le journal a « {entry.key} » ; "
                "ajoutez --from-scores pour repartir des derniers scores.",
                self._view,
            )
        return entry.reply

    async def _live(self, request: Request[Any]) -> Reply:
        if self._catching_up and not isinstance(request, Show | Draw):
            await self._catch_up(request)
        match request:
            case Say():
                return await self._front.say(request)
            case Ask() | Choose():
                return await self._listen(request)
            case Enumerate():
                return await self._front.enumerate(request)
            case Gather():
                return await self._gather(request)
            case Secret():
                return await self._front.secret(request)
            case Show():
                await self._front.show(request.view)
                return Shown()
            case Wait():
                return await self._front.wait(request) if request.time_s > 0 else Waited(0.0)
            case Draw():
                header = self._journal.header
                return Drawn(draw(header.seed, request, header.draws))
        raise ScriptError(f"no way to carry out {request!r}")

    async def _catch_up(self, request: Request[Any]) -> None:
        """The first live request after a replay: put the table in the picture, and the question in its ears."""
        self._catching_up = False
        if self._view is not None:
            await self._front.show(self._view)
        if isinstance(request, Ask | Choose | Enumerate | Gather):
            await self._repeat()

    async def _repeat(self) -> None:
        for say in self._repeatable:
            await self._front.note(say.text)

    async def _listen(self, request: Listen) -> Reply:
        left_s = request.time_s
        while True:
            heard = await self._front.listen(request, left_s)
            if not isinstance(heard, Ordered):
                return heard
            if heard.command in BREAKING and heard.command in request.breakers:
                return Interrupted(heard.command.value, None, heard.at_s)
            left_s = max(LEAST_TIME_S, left_s - heard.at_s)
            await self._obey(heard.command)

    async def _obey(self, command: Command) -> None:
        match command:
            case Command.REPEAT:
                await self._repeat()
            case Command.PAUSE:
                await self._front.note(lines.PAUSED)
                await self._front.pause()
                await self._front.note(lines.RESUMED)
                await self._repeat()
            case Command.SCORE:
                await self._front.note(self._view.spoken() if self._view else lines.NO_SCORE)
            case Command.RULE:
                await self._front.note(self._rule or lines.NO_RULE)
            case Command.CORRECT:
                await self._correct()
            case Command.CONTEST:
                await self._contest()
            case Command.WRONG_PERSON:
                await self._wrong_person()
            case Command.ARRIVAL | Command.DEPARTURE | Command.ABSENT:
                await self._front.note(lines.NOT_NOW)
                await self._repeat()
            case Command.RESUME:
                await self._repeat()

    async def _correct(self) -> None:
        """Undo: the last reply that came from people and all that followed are taken back."""
        position = self._last(FROM_PEOPLE)
        if position is None:
            await self._front.note(lines.NOTHING_TO_CORRECT)
            return
        await self._front.note(lines.CORRECTING)
        self._rewind(position, "corrige")

    async def _contest(self) -> None:
        """E6: the table's verdict replaces the host's, and is final."""
        position = self._last((Answer, Chosen, Enumerated, Passed, Silence))
        if position is None:
            await self._front.note(lines.NOTHING_TO_CONTEST)
            return
        entry = self._journal.entries[position]
        settled = await table_verdict(self._front, self._request_at(position), entry.reply)
        if settled is None:
            return
        verdict = Entry(entry.key, entry.kind, entry.to, settled)
        self._journal.replace(position, verdict, "conteste", self._front.cursor())
        raise _Rewind

    async def _wrong_person(self) -> None:
        """E4: the last reply was given by the wrong person; its request is told so, if it allows that."""
        position = self._last(FROM_PEOPLE)
        kind = Command.WRONG_PERSON.value
        if position is None or not isinstance(self._journal.entries[position].reply, ONE_PERSONS):
            await self._front.note(lines.NOTHING_TO_CORRECT)
            await self._repeat()
            return
        if kind not in self._request_at(position).breakers:
            await self._front.note(lines.ONCE_A_TURN)
            await self._repeat()
            return
        entry = self._journal.entries[position]
        taken_back = Entry(entry.key, entry.kind, entry.to, Interrupted(kind))
        self._journal.replace(position, taken_back, "mauvaise personne", self._front.cursor())
        raise _Rewind

    def _rewind(self, keep: int, why: str) -> None:
        self._journal.cut(keep, why, self._front.cursor())
        raise _Rewind

    def _last(self, types: tuple[type, ...]) -> int | None:
        entries = self._journal.entries
        return next((i for i in reversed(range(len(entries))) if isinstance(entries[i].reply, types)), None)

    def _request_at(self, position: int) -> Listen | Enumerate:
        """The request that a journal entry answered, found by replaying the game up to it."""
        script = self._script()
        try:
            request = script.send(None)
            for entry in self._journal.entries[:position]:
                request = script.send(entry.reply)
        finally:
            script.close()
        assert isinstance(request, Ask | Choose | Enumerate)
        return request

    async def _gather(self, request: Gather) -> Gathered:
        arrived: dict[str, Settled] = dict(self._journal.gathering.get(request.key, {}))

        def keep(seat: str, reply: Settled) -> None:
            """What a seat gave first stands until the gathering closes; a later one replaces it only if allowed."""
            self._journal.append_part(request.key, seat, reply, self._front.cursor())
            arrived[seat] = reply

        if len(arrived) < len(request.requests):
            await self._front.gather(request, dict(arrived), keep)
        return Gathered({seat: arrived.get(seat, Silence(request.time_s)) for seat in request.requests})


def addressee(request: Request[Any]) -> str | None:
    """The seat a request speaks to, if it speaks to one."""
    to = getattr(request, "to", None)
    return to if isinstance(to, str) else None
