"""What the loop needs of the outside: somewhere to say, listen and show. One implementation is scripted (scenarios),
the other is a room with ears, keys and a screen.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from host.answers.commands import Command
from host.dialogue.replies import (
    Answer,
    Chosen,
    Enumerated,
    Interrupted,
    Passed,
    Seen,
    Settled,
    Silence,
    Spoken,
    Unsettled,
)
from host.dialogue.replies import Waited as WaitedReply
from host.dialogue.requests import Ask, Choose, Enumerate, Gather, Say, Secret, View, Wait

Heard = Answer | Chosen | Unsettled | Passed | Silence | Interrupted
Listen = Ask | Choose


@dataclass(frozen=True)
class Ordered:
    """Somebody gave a spoken command, `at_s` after the request's opening, instead of an answer."""

    command: Command
    heard: str
    at_s: float = 0.0


class Front(Protocol):
    async def say(self, request: Say) -> Spoken | Interrupted: ...

    async def listen(self, request: Listen, time_s: float) -> Heard | Ordered:
        """One answer, begun within `time_s` seconds; or a command."""
        ...

    async def enumerate(self, request: Enumerate) -> Enumerated | Interrupted:
        """A timed list, to its end."""
        ...

    async def gather(
        self, request: Gather, already: Mapping[str, Settled], arrived: Callable[[str, Settled], None]
    ) -> None:
        """Collect what is not in `already`, calling `arrived` for each seat as it comes, until all are in or the
        time is over."""
        ...

    async def secret(self, request: Secret) -> Seen: ...

    async def wait(self, request: Wait) -> WaitedReply | Interrupted: ...

    async def show(self, view: View) -> None: ...

    async def pause(self) -> None:
        """Return when the table wants to go on."""
        ...

    async def note(self, text: str) -> None:
        """Something the host says that is no part of the game: a command's answer."""
        ...

    def cursor(self) -> int:
        """How many scripted replies have been used up; 0 for live people. It goes into the journal beside a reply."""
        ...

    def resume_at(self, cursor: int) -> None:
        """An evening is resumed: scripted replies up to `cursor` were used before."""
        ...
