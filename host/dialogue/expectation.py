"""What a listening request expects: an open answer, or one of several options."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """Types of answer; each is judged by rules of its own."""

    TEXT = "text"
    PERSON = "person"
    PLACE = "place"
    TITLE = "title"
    NUMBER = "number"
    YEAR = "year"
    LETTERS = "letters"
    TRUTH = "truth"
    CHOICE = "choice"
    NAME = "name"  # any first name: it is taken as said, not judged


@dataclass(frozen=True)
class AskBack:
    """An answer on which the host asks back, and what it asks ("Lequel ?")."""

    heard: str
    question: str


@dataclass(frozen=True)
class Expectation:
    """An open answer.

    `accepted` holds the right forms, the one to read aloud first; `rejected` holds answers that are wrong however
    close they sound.
    """

    kind: Kind
    accepted: tuple[str, ...]
    rejected: tuple[str, ...] = ()
    ask_back: tuple[AskBack, ...] = ()


@dataclass(frozen=True)
class Option:
    """One of a closed set. `id` is what the game gets; `forms` are ways to say it, the one to show first.

    `letter_and_rank` says whether "B", "la deuxième" or "deux" may name it too (by its place in the set).
    """

    id: str
    forms: tuple[str, ...]
    letter_and_rank: bool = True

    @property
    def label(self) -> str:
        return self.forms[0]
