import copy
import json
import re
import unicodedata
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from content.load import parse_deck, parse_document
from content.schema import AnswerSpec, Double, InfoIntox, Roulette
from content.text import clean
from content.yaml12 import ContentError, read_text
from host.dialogue.expectation import AskBack, Expectation, Kind
from tests.content.decks import cauchemar, compared, five, plus

DECK: dict[str, Any] = {
    "format": 1,
    "game": "trou-noir",
    "title": "Essai",
    "description": "Un petit paquet.",
    "cards": [
        {
            "type": "double",
            "id": "d1",
            "questions": [
                {"theme": "Pain", "penalty": 50, "question": "Par qui ?", "answer": {"kind": "text", "right": "Lui"}},
                {"theme": "Quarks", "penalty": 10, "question": "Combien ?", "answer": {"kind": "number", "right": "6"}},
            ],
        },
        {
            "type": "roulette",
            "id": "r1",
            "theme": "Nord",
            "question": "Où fait-il froid ?",
            "proposals": [{"label": "Oslo"}, {"label": "Bari"}, {"label": "Nice", "also": ["Niza"]}, {"label": "Lima"}],
            "right": "Oslo",
        },
        {
            "type": "info_intox",
            "id": "i1",
            "theme": "Eau",
            "statements": [
                {"text": "Elle mouille.", "truth": "info", "why": "C'est ainsi."},
                {"text": "Elle brûle.", "truth": "intox", "why": "Jamais."},
            ],
        },
    ],
}  # fmt: skip


def changed(value: Any, *where: str | int, deck: dict[str, Any] = DECK) -> dict[str, Any]:
    """The deck with one field set, or removed when the value is `...`."""
    deck = copy.deepcopy(deck)
    inner: Any = deck
    for part in where[:-1]:
        inner = inner[part]
    if value is ...:
        del inner[where[-1]]
    else:
        inner[where[-1]] = value
    return deck


def refusal(value: Any, *where: str | int) -> ContentError:
    """The error for the deck with that one field changed, read as a file of one field a line."""
    text = json.dumps(changed(value, *where), indent=1, ensure_ascii=False)
    document = read_text(text, "essai.yaml")
    with pytest.raises(ContentError) as caught:
        parse_document(document)
    return caught.value


def test_a_deck_is_parsed_into_its_types() -> None:
    deck = parse_deck(DECK, "scénario")
    assert [type(card) for card in deck.cards] == [Double, Roulette, InfoIntox]
    assert deck.audience == "tous"


def test_N4_cards_without_a_penalty_leave_it_to_the_game() -> None:
    deck = parse_deck(DECK, "x")
    assert deck.cards[1].penalty is None  # type: ignore[union-attr]
    assert deck.cards[2].penalties is None  # type: ignore[union-attr]
    printed = parse_deck(changed([10, 30], "cards", 2, "penalties"), "x")
    assert printed.cards[2].penalties == (10, 30)  # type: ignore[union-attr]


@pytest.mark.parametrize("points", [15, 5, 0, 301, 999, -20, "12"])
def test_N17_penalties_are_multiples_of_10(points: int | str) -> None:
    for where in (("cards", 0, "questions", 1, "penalty"), ("cards", 1, "penalty")):
        error = refusal(points, *where)
        assert error.field.endswith("penalty")
        if points != -20:
            assert "N17" in error.message
    error = refusal([points, 50], "cards", 2, "penalties")
    assert error.field == "cards[3].penalties[1]"


def test_N17_penalties_are_written_as_text_in_a_file() -> None:
    deck = parse_deck(changed("30", "cards", 0, "questions", 1, "penalty"), "x")
    assert deck.cards[0].questions[1].penalty == 30  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("value", "where", "field", "says"),
    [
        (..., ("cards", 0, "questions", 1, "answer", "right"), "cards[1].questions[2].answer.right", "manquant"),
        (..., ("cards", 1, "right"), "cards[2].right", "manquant"),
        (..., ("cards", 1, "type"), "cards[2].type", "double ou roulette ou info_intox"),
        (..., ("title",), "title", "manquant"),
        ("Pau", ("cards", 1, "right"), "cards[2].right", "pas parmi les propositions"),
        ("oslo", ("cards", 1, "proposals", 2, "label"), "cards[2].proposals[3].label", "déjà là"),
        ([{"label": "a"}] * 3, ("cards", 1, "proposals"), "cards[2].proposals[4]", "manquant"),
        ([{"label": c} for c in "abcde"], ("cards", 1, "proposals"), "cards[2].proposals", "5 éléments au lieu de 4"),
        ("Pain", ("cards", 0, "questions", 1, "theme"), "cards[1].questions[2].theme", "déjà là"),
        ("d1", ("cards", 2, "id"), "cards[3].id", "déjà là"),
        ("Été 1", ("cards", 2, "id"), "cards[3].id", "minuscules"),
        ("vrai", ("cards", 2, "statements", 0, "truth"), "cards[3].statements[1].truth", "'info' ou 'intox'"),
        ("", ("cards", 2, "statements", 0, "why"), "cards[3].statements[1].why", "vide"),
        ("quizz", ("cards", 2, "type"), "cards[3].type", "« quizz » inconnu"),
        ("truth", ("cards", 0, "questions", 0, "answer", "kind"), "cards[1].questions[1].answer.kind", "'text'"),
        ("beaucoup", ("cards", 1, "penalty"), "cards[2].penalty", "lu « beaucoup »"),
        ([50, 20], ("cards", 2, "penalties"), "cards[3].penalties", "moins qu'une"),
        ("x", ("cards", 1, "propositions"), "cards[2].propositions", "champ inconnu"),
        ("x", ("cards", 1, "questoin"), "cards[2].questoin", "« question »"),
        ("trut", ("game",), "game", "trou-noir"),
        (2, ("format",), "format", "au plus 1"),
        ([], ("cards",), "cards", "aucune carte"),
        ("rien", ("cards",), "cards", "liste attendue"),
        ("rien", ("cards", 1), "cards[2]", "bloc de champs"),
        ("rien", ("cards", 0, "questions", 0, "answer"), "cards[1].questions[1].answer", "bloc de champs"),
        ([], ("cards", 1, "question"), "cards[2].question", "texte attendu"),
    ],
)
def test_P3_errors_name_file_line_and_field(value: Any, where: tuple[str | int, ...], field: str, says: str) -> None:
    error = refusal(value, *where)
    assert (error.path, error.field) == ("essai.yaml", field)
    assert says in error.message
    assert " : " in error.message  # what is wrong, and what to do
    lines = json.dumps(changed(value, *where), indent=1, ensure_ascii=False).split("\n")
    assert error.line is not None
    assert str(error).startswith(f"essai.yaml:{error.line}: {field}: ")
    if value is not ... and "manquant" not in says:
        assert f'"{where[-1]}"' in lines[error.line - 1] or isinstance(where[-1], int)


LONGER = (five(), plus(), cauchemar())


@pytest.mark.parametrize(
    ("card", "value", "where", "field", "says"),
    [
        (0, ..., ("elements",), "cards[1].elements", "champ manquant"),
        (
            0,
            [{"label": c} for c in "abcdefg"],
            ("elements",),
            "cards[1].elements",
            "7 éléments : il en faut au moins 8",
        ),
        (0, "bleu", ("elements", 3), "cards[1].elements[4]", "écrire {label: bleu}"),
        (0, "Rouge", ("elements", 3, "label"), "cards[1].elements[4].label", "déjà là"),
        (0, "azur", ("elements", 0, "also"), "cards[1].elements[1].also", "liste attendue"),
        (0, "gris", ("reject",), "cards[1].reject", "liste attendue"),
        (0, "x", ("right",), "cards[1].right", "« right » n'est pas un champ de ce bloc"),
        (1, "le chat", ("comparisons", 0, "right"), "cards[1].comparisons[1].right", "pas parmi les deux"),
        (1, ..., ("comparisons", 1, "why"), "cards[1].comparisons[2].why", "champ manquant"),
        (1, ["l'ours", "le lapin"], ("comparisons", 0, "items"), "cards[1].comparisons[1].items[1]", "{label: l'ours}"),
        (1, [{"label": "x"}], ("comparisons", 0, "items"), "cards[1].comparisons[1].items[2]", "élément manquant"),
        (1, "L'ours", ("comparisons", 0, "items", 1, "label"), "cards[1].comparisons[1].items[2].label", "déjà là"),
        (1, [compared("a", "b")] * 2, ("comparisons",), "cards[1].comparisons[2].question", "déjà là"),
        (1, [compared("a", "b")] * 3, ("comparisons",), "cards[1].comparisons", "3 éléments au lieu de 2"),
        (2, "info", ("claims", 1, "truth"), "cards[1].claims[2].truth", "'vrai' ou 'faux'"),
        (2, "Matin", ("claims", 4, "theme"), "cards[1].claims[5].theme", "déjà là"),
        (2, LONGER[2]["claims"][:4], ("claims",), "cards[1].claims[5]", "élément manquant"),
        (2, "50, 20", ("penalties",), "cards[1].penalties", "« penalties » n'est pas un champ de ce bloc"),
    ],
)
def test_P3_errors_of_lists_comparisons_and_claims(
    card: int, value: Any, where: tuple[str | int, ...], field: str, says: str
) -> None:
    spoiled = changed(value, *where, deck={"id": "c", **LONGER[card]})
    text = json.dumps({**DECK, "cards": [spoiled]}, indent=1, ensure_ascii=False)
    with pytest.raises(ContentError) as caught:
        parse_document(read_text(text, "essai.yaml"))
    error = caught.value
    assert error.field == field
    assert says in error.message
    assert " : " in error.message
    assert error.line is not None
    assert str(error).startswith(f"essai.yaml:{error.line}: {field}: ")


def test_a_missing_field_is_placed_where_its_block_begins() -> None:
    document = read_text(
        "format: 1\ngame: trou-noir\ntitle: a\ndescription: b\ncards:\n- type: roulette\n  id: r\n", "x.yaml"
    )
    with pytest.raises(ContentError) as caught:
        parse_document(document)
    assert caught.value.line == 6
    assert [error.field for error in (caught.value, *caught.value.others)] == [
        "cards[1].theme", "cards[1].question", "cards[1].proposals", "cards[1].right",
    ]  # fmt: skip


@pytest.mark.parametrize("data", [None, "rien", 7, [], [DECK], {}])
def test_inline_content_that_is_no_deck(data: object) -> None:
    with pytest.raises(ContentError, match=r"^soirée\.yaml, content: "):
        parse_deck(data, "soirée.yaml, content")


@pytest.mark.parametrize("mangled", [7, 750, True, None, 1.5])
def test_P2_inline_texts_that_another_reader_changed_are_refused(mangled: object) -> None:
    with pytest.raises(ContentError, match="texte attendu"):
        parse_deck(changed(mangled, "cards", 0, "questions", 0, "answer", "right"), "x")


def test_an_answer_becomes_what_the_game_expects() -> None:
    spec = AnswerSpec.model_validate(
        {
            "kind": "person",
            "right": "Henri IV",
            "accept": ["Henri de Navarre"],
            "reject": ["Henri III"],
            "ask_back": [{"heard": "Henri", "question": "Lequel ?"}],
        }
    )
    assert spec.expectation() == Expectation(
        Kind.PERSON, ("Henri IV", "Henri de Navarre"), ("Henri III",), (AskBack("Henri", "Lequel ?"),)
    )


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("Qui\u00a0?", "Qui ?"),
        ("Qui\u202f?", "Qui ?"),
        ("deux\n  lignes\t ici ", "deux lignes ici"),
        ("e\u0301lyse\u0301e", "élysée"),
        ("Simon & Garfunkel", "Simon & Garfunkel"),
        ("1 < 2 et 3 > 2", "1 < 2 et 3 > 2"),
        ("AT&T, R&B", "AT&T, R&B"),
        ("−40 °C, n° 5, l’œil", "−40 °C, n° 5, l’œil"),
        ("SÃO PAULO", "SÃO PAULO"),
    ],
)
def test_P1_texts_made_plain(written: str, plain: str) -> None:
    assert clean(written) == plain
    assert clean(plain) == plain


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("40&deg;", "« ° »"),
        ("c&oelig;ur", "« œ »"),
        ("l&#039;eau", "« ' »"),
        ("l&#x27;eau", "« ' »"),
        ("Qui&nbsp;?", "une espace"),
        ("a&amp;b", "« & »"),
        ("&madeup;", "code HTML"),
        ("un <b>mot</b>", "<b>"),
        ("un<br/>mot", "<br/>"),
        ("<!-- rien -->", "balise"),
        ("a\x07b", "U+0007"),
        ("a\x00b", "U+0000"),
        ("a\u200bb", "U+200B"),
        ("a\u00adb", "U+00AD"),
        ("a\u202eb", "U+202E"),
        ("a\ufeffb", "U+FEFF"),
        ("\ud800", "U+D800"),
        ("caf\ufffd", "perdue"),
        ("cafÃ©", "abîmées"),
        ("lâ€™eau", "abîmées"),
        ("", "vide"),
        (" \u00a0\n", "vide"),
    ],
)
def test_P1_texts_refused_with_what_to_write(written: str, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        clean(written)
    with pytest.raises(ContentError) as refused:
        parse_deck(changed(written, "cards", 1, "question"), "x")
    assert refused.value.field == "cards[2].question"
    assert str(refused.value).isprintable()


@given(st.text())
def test_P2_any_question_survives_the_round_trip(question: str) -> None:
    try:
        plain = clean(question)
    except ValueError:
        assume(False)
    assert clean(plain) == plain
    text = json.dumps(changed(plain, "cards", 1, "question"), ensure_ascii=False)
    deck = parse_document(read_text(text, "x"))
    assert deck.cards[1].question == plain  # type: ignore[union-attr]
    assert unicodedata.is_normalized("NFC", plain)
    again = parse_deck(json.loads(deck.model_dump_json()), "x")
    assert again == deck


@given(st.text())
def test_P1_no_text_gets_past_both_ways(question: str) -> None:
    """What is read aloud has nothing invisible in it; anything else is a ContentError and nothing else."""
    try:
        deck = parse_deck(changed(question, "cards", 1, "question"), "x")
    except ContentError as error:
        shown = str(error)
    else:
        kept = deck.cards[1].question  # type: ignore[union-attr]
        assert kept.isprintable()
        assert kept.split() == unicodedata.normalize("NFC", question).split()
        shown = kept
    assert shown == " ".join(shown.split())
