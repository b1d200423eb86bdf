"""Closed choices, and commands to the host."""

import pytest

from audio.backends.espeak import EspeakPhonemes
from host.answers.choices import choose
from host.answers.commands import Command, command
from host.dialogue.expectation import Option

SOUNDS = EspeakPhonemes()
YES_NO = [Option("yes", ("oui",), False), Option("no", ("non",), False)]
PLAYERS = [Option(name.lower(), (name,), False) for name in ("Ana", "Bob", "Chloé", "Dan", "Ève")]


@pytest.mark.parametrize("heard", ["oui", "Oui oui.", "ouais", "ben oui", "carrément", "d'accord", "Tout à fait !"])
def test_yes(heard: str) -> None:
    assert choose(YES_NO, heard, SOUNDS).matched == "yes"


@pytest.mark.parametrize("heard", ["non", "nan", "Non, non.", "bah non", "pas du tout", "absolument pas", "non merci"])
def test_no(heard: str) -> None:
    assert choose(YES_NO, heard, SOUNDS).matched == "no"


def test_yes_and_no_is_asked_back() -> None:
    assert choose(YES_NO, "oui ou non", SOUNDS).verdict == "ask_back"
    assert choose(YES_NO, "oui, non", SOUNDS).verdict == "ask_back"


@pytest.mark.parametrize(
    "heard",
    [
        "bonjour",
        "Louis",
        "c'est bon pour moi",
        "merci beaucoup",
        "la nuit",
        "huit",
        "le nord",
        "un nœud",
        "maintenant",
        "donne",
        "je sais pas",
        "inouï",
        "le gazon",
        "on y va",
        "allez",
        "il est tard",
        "fenêtre",
        "musique",
        "quand",
        "minuit",
    ],
)
def test_H3_other_words_are_neither_yes_nor_no(heard: str) -> None:
    assert choose(YES_NO, heard, SOUNDS).verdict == "reject"


@pytest.mark.parametrize(
    ("heard", "player"),
    [
        ("Anna", "ana"),
        ("je vote pour Chloé", "chloé"),
        ("Cloé", "chloé"),
        ("C'est Bob le tricheur", "bob"),
        ("Eve", "ève"),
        ("Ana, non, Bob", "bob"),
        ("c'est pas Ana, c'est Dan", "dan"),
    ],
)
def test_players(heard: str, player: str) -> None:
    assert choose(PLAYERS, heard, SOUNDS).matched == player


@pytest.mark.parametrize("heard", ["Ana et Bob", "Ana ou Bob", "pas Dan", "ni Ana ni Dan"])
def test_players_in_doubt(heard: str) -> None:
    assert choose(PLAYERS, heard, SOUNDS).verdict == "ask_back"


def test_a_part_that_two_options_share_is_asked_back() -> None:
    people = [Option("hugo", ("Victor Hugo",)), Option("duruy", ("Victor Duruy",)), Option("zola", ("Émile Zola",))]
    assert choose(people, "Victor", SOUNDS).verdict == "ask_back"
    assert choose(people, "Émile", SOUNDS).matched == "zola"
    assert choose(people, "Hugo", SOUNDS).matched == "hugo"


def test_the_longer_option_wins_over_the_one_within() -> None:
    countries = [Option("k", ("La Corée",)), Option("n", ("La Corée du Nord",)), Option("j", ("Le Japon",))]
    assert choose(countries, "la Corée du Nord", SOUNDS).matched == "n"
    assert choose(countries, "euh, la Corée", SOUNDS).matched == "k"


@pytest.mark.parametrize(
    ("heard", "expected"),
    [
        ("tu peux répéter ?", Command.REPEAT),
        ("Répète la question.", Command.REPEAT),
        ("Pouvez-vous répéter, s'il vous plaît ?", Command.REPEAT),
        ("pause", Command.PAUSE),
        ("On fait une pause", Command.PAUSE),
        ("on reprend", Command.RESUME),
        ("Reprends.", Command.RESUME),
        ("les scores", Command.SCORE),
        ("Quel est le score ?", Command.SCORE),
        ("la règle", Command.RULE),
        ("Rappelle-nous les règles", Command.RULE),
        ("corrige", Command.CORRECT),
        ("euh, corrige", Command.CORRECT),
        ("conteste", Command.CONTEST),
        ("On conteste !", Command.CONTEST),
        ("c'était pas lui", Command.WRONG_PERSON),
        ("c'est pas moi qui ai parlé", Command.WRONG_PERSON),
    ],
)
def test_commands(heard: str, expected: Command) -> None:
    assert command(heard) is expected


@pytest.mark.parametrize(
    "heard",
    [
        "la règle de trois",
        "pause café",
        "les scores du match",
        "il faut corriger le tir",
        "une pause dans la vie",
        "c'est pas Paris",
        "Paris",
        "je reprends du gâteau",
        "un contestataire",
        "le répétiteur",
        "",
        "la pause de midi",
    ],
)
def test_a_longer_sentence_is_no_command(heard: str) -> None:
    assert command(heard) is None
