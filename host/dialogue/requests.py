"""What a game may ask of its evening. A game awaits a request and gets the reply; it never touches a device.

Every request has a `key` that is unique in the evening and does not change between runs, such as `q3.answer.Ana`.
"""

from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from host.dialogue.expectation import Expectation, Option
from host.dialogue.replies import (
    Answer,
    Chosen,
    Drawn,
    Enumerated,
    Gathered,
    Interrupted,
    Passed,
    Seen,
    Shown,
    Silence,
    Spoken,
    Unsettled,
    Waited,
)

R = TypeVar("R")


@dataclass(frozen=True, kw_only=True)
class Request(Generic[R]):
    """Awaiting a request hands it to the evening and returns the reply."""

    key: str

    def __await__(self) -> "Generator[Request[R], R, R]":
        reply = yield self
        return reply


@dataclass(frozen=True, kw_only=True)
class Say(Request[Spoken | Interrupted]):
    """Say `text` aloud and show it as a caption. `repeats`: said again on "répète". `sound`: an earcon before it."""

    text: str
    sound: str | None = None
    repeats: bool = False
    breakers: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Listening:
    """What all requests that listen to people share.

    `to` is the seat addressed, None for the whole table. An answer counts if it begins within `time_s` seconds.
    `breakers` are the kinds of interruption allowed.
    """

    to: str | None = None
    time_s: float = 20.0
    breakers: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Ask(Listening, Request[Answer | Unsettled | Passed | Silence | Interrupted]):
    """An open answer, judged against `expects`."""

    expects: Expectation


@dataclass(frozen=True, kw_only=True)
class Choose(Listening, Request[Chosen | Unsettled | Passed | Silence | Interrupted]):
    """One of `options`. `keys_only`: decided by keys, as a verdict of the table is."""

    options: tuple[Option, ...]
    keys_only: bool = False


@dataclass(frozen=True, kw_only=True)
class Enumerate(Listening, Request[Enumerated | Interrupted]):
    """As many different `elements` as can be named before `time_s` is over, up to `wanted` (N6, N19).

    An element counts if it *begins* in time. `rejected` sounds like an element and is none. Nothing is said while the
    clock runs: what is found is counted on the screen.
    """

    elements: tuple[Option, ...]
    rejected: tuple[str, ...] = ()
    wanted: int = 5


class View(ABC):
    """What the table may see; each game builds its own, secrets never in it."""

    @abstractmethod
    def spoken(self) -> str:
        """The standings in one sentence: the answer to "score"."""
        ...

    @abstractmethod
    def scores(self) -> Mapping[str, int]:
        """The standings by seat, so that an evening can go on from them."""
        ...

    def used_cards(self) -> tuple[str, ...]:
        """The ids of the cards used so far, so that another evening can begin with others."""
        return ()


@dataclass(frozen=True, kw_only=True)
class Show(Request[Shown]):
    """Put a view on the table screen."""

    view: View


@dataclass(frozen=True, kw_only=True)
class Secret(Request[Seen]):
    """Show `text` to one seat and to nobody else."""

    to: str
    text: str = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class Wait(Request[Waited | Interrupted]):
    """Let `time_s` seconds pass."""

    time_s: float
    breakers: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Draw(Request[Drawn]):
    """Draw `count` different values of `among`, from the evening's seed and the key; all of them is a shuffle."""

    among: tuple[str, ...]
    count: int = 1


Each = Ask | Choose | Secret


@dataclass(frozen=True, kw_only=True)
class Gather(Request[Gathered]):
    """Ask several seats at once, until all are in or `time_s` is over. `requests` is in seat order."""

    requests: Mapping[str, Each]
    time_s: float
