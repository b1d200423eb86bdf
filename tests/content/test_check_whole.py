"""What cards may have wrong together, in one deck and in several."""

from pathlib import Path

import pytest

from content.check import check_against, check_deck
from host.cli import main
from tests.content.decks import TEXTS, Fields, cauchemar, codes, compared, deck, double, five, intox, plus, roulette

OTHERS = ("Le loup siffle.", "Un cube roule.", "Zoé chante.", "Midi sonne.", "Le thé refroidit.")


def test_P3_a_claim_that_repeats_a_statement() -> None:
    found = check_deck(deck(intox("info", "intox"), cauchemar(texts=("La neige tombe du ciel", *TEXTS[1:]))))
    assert codes(found) == [("error", "question_twice")]
    assert found[0].where == ("cards", 1, "claims", 0, "text")


def test_P3_a_list_that_repeats_a_question() -> None:
    assert codes(check_deck(deck(double("Cite cinq couleurs !"), five()))) == [("error", "question_twice")]


@pytest.mark.parametrize(
    ("one", "other", "close"),
    [
        ("Quelle ville est la capitale de l'Autriche ?", "Quelle ville est la capitale de l'Australie ?", False),
        ("Quelle ville est la capitale de l'Autriche ?", "Quelle ville est donc la capitale de l'Autriche ?", True),
        ("Dans une orange, le jus est sucré.", "Le jus qui coule dans une orange est sucré.", True),
        ("Combien de pattes a une araignée ?", "Combien de pattes a l'araignée ?", True),
    ],
)
def test_P3_one_word_may_make_another_question(one: str, other: str, close: bool) -> None:
    found = check_deck(deck(roulette(question=one), roulette(question=other)))
    assert codes(found) == ([("warning", "question_close")] if close else [])


def test_P3_one_question_may_compare_several_pairs() -> None:
    assert check_deck(deck(plus(), plus(compared("le veau", "la poule"), compared("la fourmi", "le cheval")))) == []


@pytest.mark.parametrize(
    ("again", "code"),
    [
        (compared("l'ours", "un lapin"), ("error", "question_twice")),
        (compared("le lapin", "l'ours", right=1), ("error", "question_twice")),
        (compared("l'ours", "le lapin", question="Qui vit le plus vieux ?"), ("warning", "question_close")),
        (compared("l'ours", "le lapin", question="Qui est le moins lourd ?", right=1), ("warning", "question_close")),
    ],
)
def test_P3_the_same_two_things_compared_twice(again: Fields, code: tuple[str, str]) -> None:
    found = check_deck(deck(plus(), plus(compared("le veau", "la poule"), again)))
    assert codes(found) == [code]
    assert all(problem.where == ("cards", 1, "comparisons", 1, "question") for problem in found)


def test_N10_nightmares_are_not_all_in_one_order() -> None:
    truths = ("vrai", "faux", "faux", "vrai", "vrai")
    assert codes(check_deck(deck(cauchemar(*truths), cauchemar(*truths, texts=OTHERS)))) == [("warning", "one_order")]
    assert check_deck(deck(cauchemar(*truths), cauchemar(*reversed(truths), texts=OTHERS))) == []


@pytest.mark.parametrize("side", [0, 1])
def test_N8_the_right_thing_is_not_always_on_one_side(side: int) -> None:
    pairs = [("le veau", "la poule"), ("Paris", "Lyon"), ("l'or", "le fer"), ("Mars", "Jupiter"), ("Bach", "Ravel")]
    cards = [
        plus(compared(*one, right=side), compared(f"{i} chaises", "une table", right=side))
        for i, one in enumerate(pairs, 3)
    ]
    found = check_deck(deck(*cards))
    assert codes(found) == [("warning", "right_side")]
    cards[4]["comparisons"][1]["right"] = cards[4]["comparisons"][1]["items"][1 - side]["label"]
    assert check_deck(deck(*cards)) == []


@pytest.mark.parametrize(
    "again",
    [
        double("Quel animal miaule ?", theme="Félins"),
        roulette(question="Quel animal a miaulé ?"),
        five(question="Cite cinq couleurs !"),
        plus(compared("le veau", "la poule"), compared("le bison", "la puce")),
        cauchemar(texts=("Les poules aboient.", *OTHERS[1:])),
    ],
)
def test_P3_a_question_of_another_deck(again: Fields) -> None:
    earlier = deck(double(), five(), plus(), intox("info", "intox"), cauchemar())
    if again["type"] == "double":
        again["questions"][1]["question"] = "Que boit Zoé ?"
    found = check_against(deck(again), [deck(roulette()), earlier])
    assert codes(found) == [("warning", "question_elsewhere")]
    assert "paquet « t », carte « c" in found[0].message


def test_P3_decks_that_share_nothing() -> None:
    assert check_against(deck(five(), cauchemar(texts=OTHERS)), [deck(double(), plus(), cauchemar())]) == []


DECK = """format: 1
game: trou-noir
title: {0}
description: Essai.
cards:
  - type: roulette
    id: r
    theme: Potager
    question: Lequel est vert ?
    proposals: [{{label: Concombre}}, {{label: Tomate}}, {{label: Navet}}, {{label: Potiron}}]
    right: Concombre
"""


def test_P3_packs_check_compares_the_decks_with_one_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / "un.yaml", tmp_path / "deux.yaml"]
    for path in paths:
        path.write_text(DECK.format(path.stem.title()), encoding="utf-8")
    assert main(["packs", "check", *map(str, paths)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said == [
        f"{paths[0]} : 1 cartes, 0 remarque(s)",
        f"{paths[1]}:9: cards[1].question: déjà posée (paquet « Un », carte « r ») : en ôter une",
        f"{paths[1]} : 1 cartes, 1 remarque(s)",
    ]
