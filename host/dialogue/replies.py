"""What comes back to a game. Every reply is in the journal before the game sees it.

Times are audio seconds. `started_s` counts from the opening of the request's listening.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

Via = Literal["voice", "keyboard", "phone", "table"]


@dataclass(frozen=True)
class Spoken:
    """A line has been said, or `cut` short by a key."""

    duration_s: float = 0.0
    cut: bool = False
    type: Literal["spoken"] = "spoken"


@dataclass(frozen=True)
class Shown:
    type: Literal["shown"] = "shown"


@dataclass(frozen=True)
class Seen:
    """A secret has been seen by its seat and nobody else."""

    type: Literal["seen"] = "seen"


@dataclass(frozen=True)
class Waited:
    duration_s: float = 0.0
    type: Literal["waited"] = "waited"


@dataclass(frozen=True)
class Drawn:
    """What chance chose, in the order drawn."""

    values: tuple[str, ...]
    type: Literal["drawn"] = "drawn"

    @property
    def value(self) -> str:
        return self.values[0]


@dataclass(frozen=True)
class Answer:
    """An open answer that has been judged: right or wrong. Doubt is `Unsettled`."""

    heard: str
    right: bool
    matched: str | None = None
    why: str = ""
    started_s: float = 0.0
    by: str | None = None
    via: Via = "voice"
    type: Literal["answer"] = "answer"


@dataclass(frozen=True)
class Chosen:
    """One option of a closed set, by its id."""

    option: str
    heard: str = ""
    started_s: float = 0.0
    by: str | None = None
    via: Via = "voice"
    type: Literal["chosen"] = "chosen"


@dataclass(frozen=True)
class Unsettled:
    """Something was said that decides nothing. `question` is what to ask back; None: it was not understood."""

    heard: str
    question: str | None = None
    started_s: float = 0.0
    by: str | None = None
    via: Via = "voice"
    type: Literal["unsettled"] = "unsettled"


@dataclass(frozen=True)
class Passed:
    """The player gave up: "je passe", "je ne sais pas"."""

    heard: str = ""
    started_s: float = 0.0
    by: str | None = None
    via: Via = "voice"
    type: Literal["passed"] = "passed"


@dataclass(frozen=True)
class Silence:
    """Nothing was begun before the time was over; with `late`, what was begun after it."""

    after_s: float = 0.0
    late: str | None = None
    type: Literal["silence"] = "silence"


@dataclass(frozen=True)
class Interrupted:
    """Something the request allowed to break in did so, `at_s` after the request's opening."""

    kind: str
    by: str | None = None
    at_s: float = 0.0
    type: Literal["interrupted"] = "interrupted"


@dataclass(frozen=True)
class Found:
    """An element of a list: its id, the words that named it, and when they began, from the request's opening."""

    element: str
    heard: str = ""
    began_s: float = 0.0


@dataclass(frozen=True)
class Enumerated:
    """What a list came to: `count` different elements, `found` in the order they were named.

    `ended_s` is when listening was over: the time, the last element wanted, or `passed`. After a verdict of the table
    `count` is the table's, whatever was found.
    """

    count: int
    found: tuple[Found, ...] = ()
    passed: bool = False
    heard: str = ""
    ended_s: float = 0.0
    by: str | None = None
    via: Via = "voice"
    type: Literal["enumerated"] = "enumerated"


Settled = Answer | Chosen | Unsettled | Passed | Silence | Seen


@dataclass(frozen=True)
class Gathered:
    """One reply a seat, in seat order whatever the order of arrival. A seat that gave none has `Silence`."""

    replies: dict[str, Annotated[Settled, Field(discriminator="type")]]
    type: Literal["gathered"] = "gathered"


Reply = (
    Spoken
    | Shown
    | Seen
    | Waited
    | Drawn
    | Answer
    | Chosen
    | Unsettled
    | Passed
    | Silence
    | Interrupted
    | Enumerated
    | Gathered
)

#: Replies that come from people: undo takes the last of them back.
FROM_PEOPLE = (Answer, Chosen, Unsettled, Passed, Silence, Seen, Interrupted, Enumerated, Gathered)

reply_adapter: TypeAdapter[Reply] = TypeAdapter(Annotated[Reply, Field(discriminator="type")])
settled_adapter: TypeAdapter[Settled] = TypeAdapter(Annotated[Settled, Field(discriminator="type")])
