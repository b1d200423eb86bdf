"""The decks that ship with the program."""

from collections import Counter

import pytest

from audio.backends.espeak import EspeakPhonemes
from content.check import check_deck
from content.load import Pack, packs
from content.schema import Card, Double, InfoIntox, Roulette
from content.text import fold

SHIPPED = packs()
every_pack = pytest.mark.parametrize("pack", SHIPPED, ids=[pack.name for pack in SHIPPED])


@every_pack
def test_P3_nothing_to_complain_about(pack: Pack) -> None:
    assert [problem.line(pack.document) for problem in check_deck(pack.deck)] == []


@every_pack
def test_P3_nothing_to_complain_about_when_heard(pack: Pack) -> None:
    assert [problem.line(pack.document) for problem in check_deck(pack.deck, EspeakPhonemes().ipa)] == []


@every_pack
def test_questions_are_short_and_justified(pack: Pack) -> None:
    for card in pack.deck.cards:
        match card:
            case Double():
                assert all(len(q.question) <= 140 and q.note and q.answer.reject for q in card.questions), card.id
            case Roulette():
                assert len(card.question) <= 140, card.id
                assert card.note, card.id
            case InfoIntox():
                assert all(len(s.text) <= 140 and len(s.why) <= 160 for s in card.statements), card.id


@every_pack
def test_N5_the_simpler_question_costs_more(pack: Pack) -> None:
    for card in pack.deck.cards:
        if isinstance(card, Double):
            easy, hard = sorted((q.penalty for q in card.questions), reverse=True)
            assert 50 >= easy >= hard + 20 >= 30, card.id


@every_pack
def test_no_theme_comes_twice(pack: Pack) -> None:
    themes = Counter(
        fold(theme)
        for card in pack.deck.cards
        for theme in ([q.theme for q in card.questions] if isinstance(card, Double) else [card.theme])
    )
    assert [theme for theme, times in themes.items() if times > 1] == []


def heard(card: Card) -> str:
    """Everything the host says of a card whatever is answered."""
    match card:
        case Double():
            texts = [text for q in card.questions for text in (q.theme, q.question)]
        case Roulette():
            texts = [card.theme, card.question, *(p.label for p in card.proposals)]
        case InfoIntox():
            texts = [card.theme, *(text for s in card.statements for text in (s.text, s.why))]
    return f" {fold(' '.join(texts))} "


@every_pack
def test_no_open_answer_is_told_by_another_card(pack: Pack) -> None:
    told = []
    for card in pack.deck.cards:
        for question in card.questions if isinstance(card, Double) else ():
            right = fold(question.answer.right).removeprefix("le ").removeprefix("la ").removeprefix("un ")
            told += [(right, other.id) for other in pack.deck.cards if other != card and f" {right} " in heard(other)]
    assert told == []


def test_the_great_mixture_has_15_cards_of_each_type() -> None:
    [pack] = [pack for pack in SHIPPED if pack.name == "grand-melange"]
    assert Counter(card.type for card in pack.deck.cards) == {"double": 15, "roulette": 15, "info_intox": 15}
    truths = Counter(s.truth for card in pack.deck.cards if isinstance(card, InfoIntox) for s in card.statements)
    assert min(truths.values()) >= 12
