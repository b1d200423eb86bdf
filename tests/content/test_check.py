import pytest

from content.check import Problem, check_deck
from content.sounds import spelled_sounds
from content.yaml12 import read_text
from tests.content.decks import Fields, codes, deck, double, intox, roulette


def test_a_good_deck_has_no_problem() -> None:
    assert check_deck(deck(roulette(), double(), intox("info", "intox"))) == []


@pytest.mark.parametrize(
    ("again", "code"),
    [
        ("quel animal miaule", ("error", "question_twice")),
        ("Quel animal, miaule ?!", ("error", "question_twice")),
        ("Quel animal a miaulé ?", ("warning", "question_close")),
    ],
)
def test_P3_a_question_twice(again: str, code: tuple[str, str]) -> None:
    found = check_deck(deck(double(), roulette(question=again)))
    assert codes(found) == [code]
    assert (found[0].card, found[0].where) == ("c2", ("cards", 1, "question"))
    assert "c1" in found[0].message


def test_P3_a_statement_that_repeats_a_question() -> None:
    found = check_deck(
        deck(intox("info", "intox"), intox("intox", "info", "La neige tombe du ciel", "Il pleut vers le haut."))
    )
    assert codes(found) == [("error", "question_twice")]


@pytest.mark.parametrize("other", ["Le concombre", "CONCOMBRE !", "un concombre"])
def test_P3_proposals_that_are_the_same(other: str) -> None:
    found = check_deck(deck(roulette("concombre", "Tomate", other, "Potiron")))
    assert codes(found) == [("error", "proposals_same")]
    assert found[0].where == ("cards", 0, "proposals", 2, "label")


def test_P3_another_name_of_a_proposal_counts() -> None:
    assert codes(check_deck(deck(roulette(also=("le navet",))))) == [("error", "proposals_same")]


@pytest.mark.parametrize(
    ("one", "other"), [("Autriche", "autruche"), ("poison", "poisson"), ("mer", "mère"), ("12", "douze")]
)
def test_P3_proposals_that_sound_alike_by_their_spelling(one: str, other: str) -> None:
    assert codes(check_deck(deck(roulette(one, other, "Tomate", "Potiron")))) == [("warning", "proposals_alike")]


def test_P3_proposals_that_sound_alike_to_a_synthesiser() -> None:
    heard = {"vers": "vˈɛʁ", "verre": "vˈɛʁ", "Tomate": "tomˈat", "potiron": "potiʁˈɔ̃", "Animaux": "x", "Chimie": "y"}
    card = deck(roulette("vers", "le verre", "Tomate", "le potiron"))
    assert codes(check_deck(card, heard.__getitem__)) == [("warning", "proposals_alike")]


def test_P3_themes_that_sound_alike() -> None:
    assert codes(check_deck(deck(double(theme="Poisson", second="Poison")))) == [("warning", "themes_alike")]


def test_P3_a_right_answer_that_is_not_among_the_proposals() -> None:
    good = deck(roulette())
    card = good.cards[0].model_copy(update={"right": "Aubergine"})
    found = check_deck(good.model_copy(update={"cards": (card,)}))
    assert ("error", "right_missing") in codes(found)


@pytest.mark.parametrize(
    "card",
    [
        double("Quel est le cri du chat ?"),
        double("Comment dit-on cat ?", theme="Un chat"),
        double("Qui est ce matou ?", accept=["matou"]),
        roulette(question="Le concombre masqué est-il un légume ?"),
        roulette(theme="Concombres et concombre"),
    ],
)
def test_P3_an_answer_told_by_its_own_card(card: Fields) -> None:
    assert codes(check_deck(deck(card))) == [("warning", "answer_told")]


def test_P3_part_of_a_word_does_not_tell_the_answer() -> None:
    assert check_deck(deck(double("Quel animal vit au château ?"))) == []


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({"reject": ["un chien", "Chat", "LE CHAT"]}, "reject_accepted"),
        ({"accept": ["minou"], "reject": ["Minou"]}, "reject_accepted"),
        ({"ask_back": [{"heard": "le chat", "question": "Lequel ?"}]}, "ask_back_accepted"),
        ({"kind": "number", "right": "douze"}, "not_digits"),
        ({"kind": "year", "right": "l'an 800"}, "not_digits"),
    ],
)
def test_P3_answers_that_contradict_themselves(answer: Fields, code: str) -> None:
    found = check_deck(deck(double(**answer)))
    assert codes(found) == [("error", code)]


@pytest.mark.parametrize("right", ["366", "1 000", "−40", "3,5"])
def test_numbers_in_digits_are_fine(right: str) -> None:
    assert check_deck(deck(double(kind="number", right=right))) == []


def test_texts_too_long_to_remember_when_heard() -> None:
    long = "mot " * 41
    found = check_deck(
        deck(
            double(long),
            roulette(question=f"Et {long}"),
            roulette("a" * 41, "Tomate", "Navet", "Potiron", question="Y ?"),
        )
    )
    assert codes(found)[:3] == [("warning", "too_long")] * 3
    assert found[2].where == ("cards", 2, "proposals", 0, "label")
    assert codes(check_deck(deck(intox("info", "intox", long, "Oui.")))) == [("warning", "too_long")]


def test_info_and_intox_are_mixed() -> None:
    def pairs(*truths: tuple[str, str]) -> list[tuple[str, str]]:
        unlike = ["lapin bleu", "vieux tambour", "quatre fusées", "grand hibou", "soupe froide", "tapis rouge"]
        return codes(
            check_deck(deck(*(intox(*t, unlike[i], f"{i} {unlike[-i - 1]} perdu") for i, t in enumerate(truths))))
        )

    assert pairs(("info", "info"), ("info", "info")) == [("warning", "one_truth")]
    assert pairs(*[("info", "intox")] * 5) == [("warning", "one_order")]
    assert pairs(*[("info", "intox")] * 4, ("intox", "info")) == []


def test_P5_the_right_answer_always_first_is_only_noted() -> None:
    unlike = ["Qui vole ?", "Où dort le loup ?", "Que boit Zoé ?", "Combien de bras ?", "Lequel chante faux ?"]
    assert codes(check_deck(deck(*(roulette(question=q) for q in unlike)))) == [("note", "right_place")]


def test_a_problem_names_file_line_and_field() -> None:
    text = "cards:\n  - id: c1\n    question: Trop longue\n"
    problem = Problem("warning", "too_long", "c1", ("cards", 0, "question"), "trop long : couper")
    assert problem.line(read_text(text, "p.yaml")) == "p.yaml:3: cards[1].question: trop long : couper"


@pytest.mark.parametrize(
    ("one", "other"), [("eau", "haut"), ("fin", "faim"), ("cœur", "coeurs"), ("100", "cent"), ("philtre", "filtre")]
)
def test_spelling_is_read_roughly(one: str, other: str) -> None:
    assert spelled_sounds(one) == spelled_sounds(other)


@pytest.mark.parametrize(("one", "other"), [("poison", "poisson"), ("Niger", "Nigeria"), ("chat", "rat")])
def test_different_sounds_stay_different(one: str, other: str) -> None:
    assert spelled_sounds(one) != spelled_sounds(other)
