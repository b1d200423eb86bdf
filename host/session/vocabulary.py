"""What the recogniser in use can never hear (case H1): told before an evening, and when a pack is checked.

Nothing is left out for it: such an answer is typed, or chosen by its rank.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from audio.ports import KnowsWords, Recogniser
from content.check import Problem
from content.load import find_deck, parse_deck
from content.schema import Card, Deck, Double
from host.session.journal import Header

#: How many words a line names; the others are counted.
MOST_NAMED = 6

_SAID = frozenset(["label", "also", "right", "accept"])
_OF_EVERY_CARD = frozenset(["truth"])

UNKNOWN_ON_CARD = "{name} n'entendra jamais {words} : donner d'autres façons de le dire, ou jouer avec Whisper"
UNKNOWN_EVENING = "{name} ne connaît pas {words} : tapez ces réponses-là au clavier, ou installez Whisper."


def unheard(deck: Deck, heard_by: KnowsWords) -> list[Problem]:
    """One warning for each card with words that cannot be heard; those that many cards share are told once, last."""
    problems: list[Problem] = []
    for index, card in enumerate(deck.cards):
        if words := heard_by.unknown_words(card_phrases(card)):
            problems.append(_problem(card.id, ("cards", index), heard_by, words))
    shared = tuple(dict.fromkeys(text for card in deck.cards for text in _texts(card.model_dump(), _OF_EVERY_CARD)))
    if words := heard_by.unknown_words(shared):
        problems.append(_problem(None, ("cards",), heard_by, words))
    return problems


def unheard_line(header: Header, heard_by: Recogniser) -> str | None:
    """One line for an evening whose answers or players hold words that cannot be heard; None where all can be."""
    if not isinstance(heard_by, KnowsWords):
        return None
    deck = _deck(header)
    said = [text for card in deck.cards for text in (*card_phrases(card), *_texts(card.model_dump(), _OF_EVERY_CARD))]
    words = heard_by.unknown_words((*header.players, *dict.fromkeys(said)))
    return UNKNOWN_EVENING.format(name=heard_by.name.capitalize(), words=named(words)) if words else None


def card_phrases(card: Card) -> tuple[str, ...]:
    """Every form that a player may say on this card and that the judge would take, each once, in order."""
    themes = [question.theme for question in card.questions] if isinstance(card, Double) else []
    return tuple(dict.fromkeys([*themes, *_texts(card.model_dump(), _SAID)]))


def named(words: Sequence[str]) -> str:
    """« a », « b », « c » et 4 autres mots"""
    first = ", ".join(f"« {word} »" for word in words[:MOST_NAMED])
    left = len(words) - MOST_NAMED
    return first if left <= 0 else f"{first} et {left} autre{'s' if left > 1 else ''} mot{'s' if left > 1 else ''}"


def _problem(card: str | None, where: tuple[str | int, ...], heard_by: KnowsWords, words: Sequence[str]) -> Problem:
    message = UNKNOWN_ON_CARD.format(name=heard_by.name.capitalize(), words=named(words))
    return Problem("warning", "words_unknown", card, where, message)


def _texts(value: Any, fields: frozenset[str], inside: bool = False) -> Iterator[str]:
    """The texts of these fields, however deep in the card: every type of card calls them the same."""
    match value:
        case str():
            if inside:
                yield value
        case Mapping():
            for field, below in value.items():
                yield from _texts(below, fields, field in fields)
        case tuple() | list():
            for below in value:
                yield from _texts(below, fields, inside)


def _deck(header: Header) -> Deck:
    pin = header.content
    return parse_deck(pin.inline, "content") if pin.inline is not None else find_deck(str(pin.source))
