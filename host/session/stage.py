"""Players of a recorded or synthesised evening: at a request's opening their line is put into the virtual room."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from audio.ports import Samples
from host.dialogue.requests import Enumerate
from host.session.front import Listen
from host.session.keys import Typed
from host.session.players import Line, Players

PutInRoom = Callable[[Samples, float], float]


@dataclass
class Stage:
    """`utter` gives a line's sound at the hearing rate; `put` puts it into the room at a time of the audio clock.

    The recogniser is never told what is said: it hears the room.
    """

    players: Players
    utter: Callable[[Line], Samples]
    put: PutInRoom
    now_s: Callable[[], float]
    talk_key: str = ""
    _typed: list[Typed] = field(default_factory=list)

    def opens(self, request: Listen | Enumerate, opened_s: float) -> None:
        line = self.players.next(request)
        for piece in line.pieces:
            self._perform(piece, opened_s + piece.after_s)
        self._perform(line, opened_s + line.after_s)
        if line.interrupt is not None:
            broke_s = opened_s + line.interrupt.at_s
            self._typed.append(Typed(line.interrupt.kind, broke_s, broke_s))

    def _perform(self, line: Line, at_s: float) -> None:
        if line.keys is not None:
            self._typed.append(Typed(line.keys, at_s, at_s + 0.1 * len(line.keys)))
        elif line.say is not None:
            self.put(self.utter(line), at_s)

    def cursor(self) -> int:
        return self.players.used

    def resume_at(self, cursor: int) -> None:
        self.players.used = cursor

    # The same players press the keys.

    async def line(self) -> Typed:
        while not (ready := [typed for typed in self._typed if typed.ended_s <= self.now_s()]):
            await asyncio.sleep(0)
        first = min(ready, key=lambda typed: typed.ended_s)
        self._typed.remove(first)
        return first

    async def any_key(self) -> None:
        await asyncio.Event().wait()

    async def held(self) -> float:
        await asyncio.Event().wait()
        raise AssertionError("never set")

    async def released(self) -> None:
        return

    def typing_since_s(self) -> float | None:
        begun = [typed.started_s for typed in self._typed if typed.started_s <= self.now_s() < typed.ended_s]
        return min(begun, default=None)

    def forget(self) -> None:
        return
