"""The decks that ship with the program."""

from collections import Counter

import pytest

from audio.backends.espeak import EspeakPhonemes
from content.check import check_against, check_deck
from content.load import Pack, packs
from content.schema import CARD_TYPES, Card, Cauchemar, Double, GiveMeFive, InfoIntox, PlusOuMoins, Roulette
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
def test_P3_no_question_is_also_in_an_earlier_deck(pack: Pack) -> None:
    earlier = [other.deck for other in SHIPPED[: SHIPPED.index(pack)]]
    assert [problem.line(pack.document) for problem in check_against(pack.deck, earlier)] == []


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
            case GiveMeFive():
                assert len(card.question) <= 140, card.id
            case PlusOuMoins():
                assert all(len(c.question) <= 140 and len(c.why) <= 160 for c in card.comparisons), card.id
            case Cauchemar():
                assert all(len(c.text) <= 140 and len(c.why) <= 160 for c in card.claims), card.id


@every_pack
def test_N5_the_simpler_question_costs_more(pack: Pack) -> None:
    for card in pack.deck.cards:
        if isinstance(card, Double):
            easy, hard = sorted((q.penalty for q in card.questions), reverse=True)
            assert 50 >= easy >= hard + 20 >= 30, card.id


@every_pack
def test_no_theme_comes_twice(pack: Pack) -> None:
    themes = Counter(fold(theme) for card in pack.deck.cards for theme in chosen_by(card))
    assert [theme for theme, times in themes.items() if times > 1] == []


def chosen_by(card: Card) -> list[str]:
    match card:
        case Double():
            return [q.theme for q in card.questions]
        case Cauchemar():  # Its five themes are only said, among themselves.
            return []
        case _:
            return [card.theme]


def heard(card: Card) -> str:
    """Everything the host says of a card whatever is answered."""
    match card:
        case Double():
            texts = [text for q in card.questions for text in (q.theme, q.question)]
        case Roulette():
            texts = [card.theme, card.question, *(p.label for p in card.proposals)]
        case InfoIntox():
            texts = [card.theme, *(text for s in card.statements for text in (s.text, s.why))]
        case GiveMeFive():
            texts = [card.theme, card.question]
        case PlusOuMoins():
            texts = [text for c in card.comparisons for text in (c.question, *(i.label for i in c.items), c.why)]
        case Cauchemar():
            texts = [text for c in card.claims for text in (c.theme, c.text, c.why)]
    return f" {fold(' '.join(texts))} "


@every_pack
def test_no_name_asked_for_is_told_by_another_card(pack: Pack) -> None:
    told = []
    for card in pack.deck.cards:
        for question in card.questions if isinstance(card, Double) else ():
            if question.answer.kind not in ("person", "place", "title"):
                continue
            right = fold(question.answer.right).removeprefix("le ").removeprefix("la ").removeprefix("un ")
            told += [(right, other.id) for other in pack.deck.cards if other != card and f" {right} " in heard(other)]
    assert told == []


@every_pack
def test_a_deck_has_enough_of_each_type(pack: Pack) -> None:
    types = Counter(card.type for card in pack.deck.cards)
    assert {name: types[name] for name in CARD_TYPES if types[name] < 5} == {}


@every_pack
def test_truths_are_about_half_true(pack: Pack) -> None:
    infos = [s.truth for card in pack.deck.cards if isinstance(card, InfoIntox) for s in card.statements]
    claims = [c.truth for card in pack.deck.cards if isinstance(card, Cauchemar) for c in card.claims]
    for truths in (infos, claims):
        assert min(Counter(truths).values()) >= len(truths) * 0.3


def test_the_great_mixture_has_15_cards_of_each_first_type() -> None:
    [pack] = [pack for pack in SHIPPED if pack.name == "grand-melange"]
    types = Counter(card.type for card in pack.deck.cards)
    assert [types[name] for name in ("double", "roulette", "info_intox")] == [15, 15, 15]
