"""What a deck of Trou Noir may hold. Anything else is refused, with a French message.

No file is read here. A further type of card is a class of its own, added to `Card`.
"""

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from content.text import clean
from host.dialogue.expectation import AskBack, Expectation, Kind

MAX_PENALTY = 300  # The longest ladder (N1).
WEAPON_MAP_START = 200  # The ladder that a map of weapons is drawn for (N16).
LEAST_ELEMENTS = 8  # A list of five is no fun when only six count.


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


def _rising(penalties: tuple[int, int] | None) -> None:
    if penalties is not None and penalties[0] > penalties[1]:
        raise FieldError("deux erreurs coûtent moins qu'une : mettre la plus petite pénalité d'abord", "penalties")


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
        _rising(self.penalties)
        return self


class Element(_Model):
    """One thing that counts on a Give me 5 card, by all its names: it counts once (N6)."""

    label: Text
    also: tuple[Text, ...] = ()


class GiveMeFive(_Model):
    """Five elements of a theme in 15 seconds (N6). `penalty` is for each one missing; without it the game's own (N4).

    `elements` must be all that a table can come up with: what is not there is not counted. `reject` is wrong however
    close it sounds.
    """

    type: Literal["give_me_5"]
    id: Identifier
    theme: Text
    question: Text
    elements: tuple[Element, ...]
    reject: tuple[Text, ...] = ()
    penalty: Penalty | None = None
    year_of_fact: int | None = None
    note: Text | None = None

    @model_validator(mode="after")
    def _enough(self) -> "GiveMeFive":
        _no_twins((e.label for e in self.elements), "elements", "label")
        if len(self.elements) < LEAST_ELEMENTS:
            raise FieldError(f"{len(self.elements)} éléments : il en faut au moins {LEAST_ELEMENTS}", "elements")
        return self


class Comparison(_Model):
    """Which of two things is more. `why` is what the host says once it has been judged: both figures."""

    question: Text
    items: tuple[Proposal, Proposal]
    right: Text
    why: Text
    year_of_fact: int | None = None
    note: Text | None = None

    @model_validator(mode="after")
    def _one_right(self) -> "Comparison":
        labels = [item.label for item in self.items]
        _no_twins(labels, "items", "label")
        if self.right not in labels:
            raise FieldError(f"« {self.right} » n'est pas parmi les deux : recopier l'un d'eux", "right")
        return self


class PlusOuMoins(_Model):
    """Two comparisons (N8). `penalties`: for one error, for two; without them the game's own hold (N4)."""

    type: Literal["plus_ou_moins"]
    id: Identifier
    theme: Text
    comparisons: tuple[Comparison, Comparison]
    penalties: tuple[Penalty, Penalty] | None = None

    @model_validator(mode="after")
    def _questions_differ(self) -> "PlusOuMoins":
        _rising(self.penalties)
        asked = (f"{c.question} {c.items[0].label} {c.items[1].label}" for c in self.comparisons)
        _no_twins(asked, "comparisons", "question")
        return self


class Claim(_Model):
    """One true/false question of a Cauchemar. `why` is what the host says once it has been judged."""

    theme: Text
    text: Text
    truth: Literal["vrai", "faux"]
    why: Text
    year_of_fact: int | None = None
    note: Text | None = None


class Cauchemar(_Model):
    """Five true/false questions, one per theme (N10). Without a penalty the game's own holds (N4)."""

    type: Literal["cauchemar"]
    id: Identifier
    claims: tuple[Claim, Claim, Claim, Claim, Claim]
    penalty: Penalty | None = None

    @model_validator(mode="after")
    def _claims_differ(self) -> "Cauchemar":
        _no_twins((c.theme for c in self.claims), "claims", "theme")
        _no_twins((c.text for c in self.claims), "claims", "text")
        return self


WeaponName = Literal["sniper", "grappin", "dynamite", "jetpack", "armageddon"]
Card = Annotated[Double | Roulette | InfoIntox | GiveMeFive | PlusOuMoins | Cauchemar, Field(discriminator="type")]
CARD_TYPES = ("double", "roulette", "info_intox", "give_me_5", "plus_ou_moins", "cauchemar")


class Deck(_Model):
    """A deck of cards; their identifiers are stable and unique, so that a table's used cards can be remembered.

    `weapons` by square of a ladder that starts at 200 (N16); without it the printed map holds.
    """

    format: Annotated[int, Field(ge=1, le=1)]
    game: Literal["trou-noir"]
    title: Text
    description: Text
    audience: Literal["tous", "junior"] = "tous"
    weapons: dict[int, WeaponName] | None = None
    cards: tuple[Card, ...]

    @model_validator(mode="after")
    def _weapons_on_the_ladder(self) -> "Deck":
        for square in self.weapons or ():
            if square % 10 or not 0 < square < WEAPON_MAP_START:
                message = f"case {square} hors de l'échelle (N16) : de 10 à {WEAPON_MAP_START - 10}, de 10 en 10"
                raise FieldError(message, "weapons", str(square))
        return self

    @model_validator(mode="after")
    def _identifiers_differ(self) -> "Deck":
        if not self.cards:  # Not min_length: pydantic then also complains of it when every card is refused.
            raise FieldError("aucune carte : en ajouter", "cards")
        _no_twins((card.id for card in self.cards), "cards", "id")
        return self
