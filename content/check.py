"""What a valid deck may still have wrong: things found before a game, rather than by the players (case P3)."""

from collections.abc import Iterable

from content.check_cards import check_card
from content.check_texts import Problem, Sounds, without_article
from content.check_whole import distribution, repeated, repeated_from
from content.schema import Deck
from content.sounds import spelled_sounds

__all__ = ["Problem", "check_against", "check_deck"]


def check_deck(deck: Deck, ipa: Sounds | None = None) -> list[Problem]:
    """Problems in the order of the cards, those of the whole deck last.

    `ipa` turns a text into its sounds; without it a rough reading of the spelling is compared.
    """
    sounds = without_article(ipa or spelled_sounds)
    problems: list[Problem] = []
    for index, card in enumerate(deck.cards):
        problems += check_card(card, ("cards", index), sounds)
    return [*problems, *repeated(deck), *distribution(deck)]


def check_against(deck: Deck, others: Iterable[Deck]) -> list[Problem]:
    """What of this deck a table has already heard in the others."""
    return list(repeated_from(deck, others))
