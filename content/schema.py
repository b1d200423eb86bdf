"""What a deck of Trou Noir may hold. Anything else is refused, with a French message.

No file is read here. A further type of card is a class of its own, added to `Card`.
"""

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from content.text import clean
from host.dialogue.expectation import AskBack, Expectation, Kind

MAX_PENALTY = 300  # The longest ladder (N1).


class FieldError(ValueError):
    """A rule broken by one field of the model being checked; `at` is the field's place in the model."""

    def __init__(self, message: str, *at: str | int) -> None:
        super().__init__(message)
        self.at = at


def _penalty(points: int) -> int:
    """N17."""
    if points < 0:
        raise ValueError(f"pénalité négative {points} : l'écrire sans le signe moins")
    if points % 10 or not 10 <= points <= MAX_PENALTY:
        raise ValueError(f"pénalité {points} refusée (N17) : mettre un multiple de 10, de 10 à {MAX_PENALTY}")
    return points


def _identifier(text: str) -> str:
    if not text.isascii() or not text.replace("-", "").isalnum() or text != text.lower():
        raise ValueError(f"identifiant « {text} » refusé : minuscules sans accent, chiffres et tirets seulement")
    return text


Text = Annotated[str, AfterValidator(clean)]
Identifier = Annotated[Text, AfterValidator(_identifier)]
Penalty = Annotated[int, AfterValidator(_penalty)]


def _no_twins(texts: Iterable[str], field: str, *below: str) -> None:
    seen: dict[str, int] = {}
    for index, text in enumerate(texts):
        if text.casefold() in seen:
            raise FieldError(f"« {text} » est déjà là : le changer", field, index, *below)
        seen[text.casefold()] = index


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class AskBackSpec(_Model):
    """An answer too vague to judge, and what the host asks then."""

    heard: Text
    question: Text


class AnswerSpec(_Model):
    """The right answer to an open question. `right` is the form the host says; `reject` is wrong however close."""

    kind: Literal["text", "person", "place", "title", "number", "year", "letters"]
    right: Text
    accept: tuple[Text, ...] = ()
    reject: tuple[Text, ...] = ()
    ask_back: tuple[AskBackSpec, ...] = ()

    def expectation(self) -> Expectation:
        return Expectation(
            kind=Kind(self.kind),
            accepted=(self.right, *self.accept),
            rejected=self.reject,
            ask_back=tuple(AskBack(a.heard, a.question) for a in self.ask_back),
        )


class DoubleQuestion(_Model):
    theme: Text
    penalty: Penalty
    question: Text
    answer: AnswerSpec
    year_of_fact: int | None = None
    note: Text | None = None


class Double(_Model):
    """Two themes to choose from (N5)."""

    type: Literal["double"]
    id: Identifier
    questions: tuple[DoubleQuestion, DoubleQuestion]

    @model_validator(mode="after")
    def _themes_differ(self) -> "Double":
        _no_twins((q.theme for q in self.questions), "questions", "theme")
        return self


class Proposal(_Model):
    """`label` is what the host says; `also` are other ways to name it."""

    label: Text
    also: tuple[Text, ...] = ()


class Roulette(_Model):
    """One right answer among four (N7). Without a penalty the game's own holds (N4)."""

    type: Literal["roulette"]
    id: Identifier
    theme: Text
    question: Text
    proposals: tuple[Proposal, Proposal, Proposal, Proposal]
    right: Text
    penalty: Penalty | None = None
    year_of_fact: int | None = None
    note: Text | None = None

    @model_validator(mode="after")
    def _one_right(self) -> "Roulette":
        labels = [p.label for p in self.proposals]
        _no_twins(labels, "proposals", "label")
        if self.right not in labels:
            raise FieldError(f"« {self.right} » n'est pas parmi les propositions : recopier l'une d'elles", "right")
        return self


class Statement(_Model):
    """`why` is what the host says once it has been judged."""

    text: Text
    truth: Literal["info", "intox"]
    why: Text
    year_of_fact: int | None = None
    note: Text | None = None


class InfoIntox(_Model):
    """Two statements, true or not (N9). `penalties`: for one error, for two; without them the game's own hold (N4)."""

    type: Literal["info_intox"]
    id: Identifier
    theme: Text
    statements: tuple[Statement, Statement]
    penalties: tuple[Penalty, Penalty] | None = None

    @model_validator(mode="after")
    def _statements_differ(self) -> "InfoIntox":
        _no_twins((s.text for s in self.statements), "statements", "text")
        if self.penalties is not None and self.penalties[0] > self.penalties[1]:
            raise FieldError("deux erreurs coûtent moins qu'une : mettre la plus petite pénalité d'abord", "penalties")
        return self


Card = Annotated[Double | Roulette | InfoIntox, Field(discriminator="type")]
CARD_TYPES = ("double", "roulette", "info_intox")


class Deck(_Model):
    """A deck of cards; their identifiers are stable and unique, so that a table's used cards can be remembered."""

    format: Annotated[int, Field(ge=1, le=1)]
    game: Literal["trou-noir"]
    title: Text
    description: Text
    audience: Literal["tous", "junior"] = "tous"
    cards: tuple[Card, ...]

    @model_validator(mode="after")
    def _identifiers_differ(self) -> "Deck":
        if not self.cards:  # Not min_length: pydantic then also complains of it when every card is refused.
            raise FieldError("aucune carte : en ajouter", "cards")
        _no_twins((card.id for card in self.cards), "cards", "id")
        return self
