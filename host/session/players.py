"""Scripted players: what a scenario or a recorded evening has them say, one line for each listening request."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from host.dialogue.requests import Ask, Choose, Enumerate
from host.errors import ExpectationNotMet


class Break(BaseModel):
    """Something that breaks into the request, `at_s` after its opening."""

    model_config = ConfigDict(extra="forbid")

    kind: str
    by: str | None = None
    at_s: float = 0.0


class Line(BaseModel):
    """One reply: `say` aloud, `keys` typed, or `silence`. `by` is for phones and keys: voices have no name.

    `when` makes it the reply to every request whose key matches. `clip` is the recording of `say`. `list` holds the
    elements of a timed list, each with the time at which it is begun (`after_s`).
    """

    model_config = ConfigDict(extra="forbid")

    say: str | None = None
    keys: str | None = None
    silence: bool = False
    after_s: float = 1.0
    by: str | None = None
    when: str | None = None
    clip: str | None = None
    interrupt: Break | None = None
    pieces: tuple["Line", ...] = Field(default=(), alias="list")

    @model_validator(mode="after")
    def _one_of(self) -> "Line":
        if (self.say is not None) + (self.keys is not None) + self.silence + bool(self.pieces) != 1:
            raise ValueError("il faut « say », « keys », « list » ou « silence », un seul des quatre")
        return self

    @property
    def text(self) -> str:
        if self.pieces:
            return ", ".join(piece.text for piece in self.pieces)
        return self.say if self.say is not None else self.keys or ""


def _line(value: Any) -> Any:
    return {"say": value} if isinstance(value, str) else value


HeardLine = Annotated[Line, BeforeValidator(_line)]


class RepliesMissing(ExpectationNotMet):
    """A request came for which the script has no reply."""


@dataclass
class Players:
    """Lines in order, and lines by key. `used` counts those in order."""

    lines: Sequence[Line]
    used: int = 0
    _matched: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._ordered = [line for line in self.lines if line.when is None]
        self._by_key = [line for line in self.lines if line.when is not None]

    def next(self, request: Ask | Choose | Enumerate) -> Line:
        """The reply to `request`. Raises RepliesMissing."""
        for i, line in enumerate(self._by_key):
            if line.when is not None and fnmatchcase(request.key, line.when):
                self._matched.add(i)
                return line
        if self.used == len(self._ordered):
            raise RepliesMissing(f"réplique manquante pour « {request.key} »")
        line = self._ordered[self.used]
        by_keys = isinstance(request, Choose) and request.keys_only
        if by_keys and line.say is not None:
            raise RepliesMissing(f"« {request.key} » attend une touche (keys), pas « {line.text} »")
        self.used += 1
        return line

    def unused(self) -> list[str]:
        rest = [line.text or "(silence)" for line in self._ordered[self.used :]]
        return rest + [f"when: {line.when}" for i, line in enumerate(self._by_key) if i not in self._matched]
