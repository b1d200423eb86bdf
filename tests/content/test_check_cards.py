"""The cards with a list to name, two things to compare, or five claims."""

import pytest

from content.check import check_deck
from tests.content.decks import TEXTS, Fields, cauchemar, codes, compared, deck, five, plus

COLOURS = ("bleu", "rouge", "vert", "jaune", "orange", "violet", "noir", "blanc")
LONG = "mot " * 41


def with_names(card: Fields, place: int, *also: str) -> Fields:
    card["elements"][place]["also"] = list(also)
    return card


def test_good_cards_have_no_problem() -> None:
    assert check_deck(deck(five(), plus(), cauchemar())) == []


@pytest.mark.parametrize(
    "card",
    [
        five(*COLOURS, "le bleu"),
        five(*COLOURS, "Bleu !"),
        with_names(five(*COLOURS, "azur"), 8, "du bleu"),
        with_names(five("azur", *COLOURS[1:], "bleu"), 0, "bleu"),
        with_names(with_names(five(*COLOURS, "marine"), 8, "ciel"), 0, "le ciel"),
    ],
)
def test_N6_an_element_given_twice_would_count_twice(card: Fields) -> None:
    found = check_deck(deck(card))
    assert codes(found) == [("error", "elements_same")]
    assert found[0].where == ("cards", 0, "elements", 8, "label")


def test_N6_elements_taken_for_one_another_when_heard() -> None:
    found = check_deck(deck(five(*COLOURS, "verre")))
    assert codes(found) == [("warning", "elements_alike")]
    assert "« verre » se confond à l'oreille avec « vert »" in found[0].message


def test_N6_names_of_one_element_may_sound_alike() -> None:
    assert check_deck(deck(with_names(five(), 2, "verte", "vert"))) == []


def test_N6_elements_sound_as_a_synthesiser_says_them() -> None:
    said = {"noir": "nwaʁ", "blanc": "nˈwaː ʁ"}
    assert codes(check_deck(deck(five()), lambda text: said.get(text, text))) == [("warning", "elements_alike")]


@pytest.mark.parametrize("reject", ["bleu", "le Bleu", "azur"])
def test_N6_a_refused_element_that_also_counts(reject: str) -> None:
    found = check_deck(deck(with_names(five(reject=["gris", reject]), 0, "l'azur")))
    assert codes(found) == [("error", "reject_accepted")]
    assert found[0].where == ("cards", 0, "reject", 1)


@pytest.mark.parametrize(
    ("field", "text"), [("question", "Cite cinq couleurs, comme le rouge."), ("theme", "Peintures en bleu")]
)
def test_an_element_told_by_its_card(field: str, text: str) -> None:
    found = check_deck(deck({**five(), field: text}))
    assert codes(found) == [("warning", "answer_told")]
    assert found[0].where == ("cards", 0, field)


def test_notes_of_music_are_not_told_by_the_words_of_a_question() -> None:
    notes = five("do", "ré", "mi", "fa", "sol", "la", "si", "ut", question="Cite cinq notes de la gamme.")
    assert check_deck(deck(notes)) == []


def test_texts_of_the_longer_cards_too_long_to_remember_when_heard() -> None:
    found = check_deck(
        deck(
            five(*COLOURS, "a" * 41, question=f"Cite {LONG}", theme="t" * 31),
            plus(compared("b" * 41, "le chou", question=LONG)),
            cauchemar(texts=(*TEXTS[:4], "dire " * 33)),
        )
    )
    assert set(codes(found)) == {("warning", "too_long")}
    assert [problem.where[2:] for problem in found] == [
        ("theme",), ("question",), ("elements", 8, "label"),
        ("comparisons", 0, "question"), ("comparisons", 0, "items", 0, "label"), ("claims", 4, "text"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other"), [("le philtre", "le filtre"), ("la mer", "la mère"), ("Autriche", "l'autruche")]
)
def test_N8_two_things_taken_for_one_another_when_heard(one: str, other: str) -> None:
    found = check_deck(deck(plus(compared(one, other))))
    assert codes(found) == [("warning", "items_alike")]
    assert found[0].where == ("cards", 0, "comparisons", 0, "items", 1, "label")


def test_N8_two_things_that_are_the_same() -> None:
    assert codes(check_deck(deck(plus(compared("l'ours", "un ours"))))) == [("error", "items_same")]


def test_N8_the_question_does_not_name_what_the_host_says_next() -> None:
    card = plus(compared("l'ours", "le lapin", question="Qui de l'ours et du chat pèse le plus ?"))
    assert codes(check_deck(deck(card))) == [("warning", "item_told")]


def test_N8_an_answer_that_is_neither_of_the_two() -> None:
    good = deck(plus())
    card = good.cards[0]
    assert card.type == "plus_ou_moins"
    wrong = card.comparisons[0].model_copy(update={"right": "le chat"})
    spoiled = card.model_copy(update={"comparisons": (wrong, card.comparisons[1])})
    assert codes(check_deck(good.model_copy(update={"cards": (spoiled,)}))) == [("error", "right_missing")]


@pytest.mark.parametrize("truth", ["vrai", "faux"])
def test_N10_claims_that_are_all_the_same(truth: str) -> None:
    found = check_deck(deck(cauchemar(*[truth] * 5)))
    assert codes(found) == [("warning", "one_truth")]
    assert found[0].where == ("cards", 0, "claims")
    assert f"« {truth} »" in found[0].message
