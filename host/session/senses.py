"""The ports of a room's front: ears, a mouth, and the cue that recorded players wait for."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from audio.ports import Sound
from host.dialogue.replies import Enumerated
from host.dialogue.requests import Enumerate
from host.session.front import Listen
from host.session.interpret import Utterance


@dataclass(frozen=True)
class NothingHeard:
    """No speech began in time; `late` is what was begun after it."""

    late: str | None = None


class Ears(Protocol):
    """Hearing one answer. Times in seconds from the request's opening, `opened_s` on the audio clock."""

    async def hear(self, request: Listen, opened_s: float, time_s: float) -> Utterance | NothingHeard:
        """The first utterance begun in time."""
        ...

    async def held(self, request: Listen, opened_s: float, from_s: float, released: asyncio.Event) -> Utterance:
        """Push-to-talk: all that is said from `from_s` (audio clock) until the key is let go, whatever goes on."""
        ...

    async def enumerate(self, request: Enumerate, opened_s: float, counted: Callable[[int], None]) -> Enumerated:
        """A list; `counted` is told of every further element while it is said."""
        ...

    def speech_since_s(self) -> float | None:
        """When the speech in progress began (audio clock); None when nobody speaks."""
        ...


class Mouth(Protocol):
    """Turning text into sound ahead of time. Raises AudioError when the engine is lost."""

    def prepare(self, text: str) -> None: ...

    async def get(self, text: str) -> Sound: ...


class Cue(Protocol):
    """Told when a request opens its listening: recorded players take it as their cue."""

    def opens(self, request: Listen | Enumerate, opened_s: float) -> None: ...

    def cursor(self) -> int: ...

    def resume_at(self, cursor: int) -> None: ...
