"""The port to keys, stamped on the audio clock, and the keys that nobody presses."""

import asyncio
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Typed:
    """A line that somebody typed: begun at `started_s`, finished at `ended_s` (audio clock)."""

    text: str
    started_s: float
    ended_s: float


class Keys(Protocol):
    talk_key: str
    """What to call the key that is held while talking; empty where there is none."""

    async def line(self) -> Typed:
        """The next finished line; what was typed before is kept for it."""
        ...

    async def any_key(self) -> None:
        """Returns at the next key: it cuts the host short."""
        ...

    async def held(self) -> float:
        """Returns when the talk key is held down: since when, on the audio clock."""
        ...

    async def released(self) -> None:
        """Returns when the talk key is let go; at once when nobody holds it."""
        ...

    def typing_since_s(self) -> float | None:
        """When the line in progress was begun; None when there is none."""
        ...

    def forget(self) -> None:
        """Drop the lines finished so far: what was typed before the host began to speak answers nothing."""
        ...


class NoKeys:
    """Nobody is at the keyboard."""

    talk_key = ""

    async def line(self) -> Typed:
        await asyncio.Event().wait()
        raise AssertionError("never set")

    async def any_key(self) -> None:
        await asyncio.Event().wait()

    async def held(self) -> float:
        await asyncio.Event().wait()
        raise AssertionError("never set")

    async def released(self) -> None:
        return

    def typing_since_s(self) -> float | None:
        return None

    def forget(self) -> None:
        return
