"""N6, N19 and J20: which elements of a list were named, whoever wrote the words down."""

import math
import time

import pytest

from audio.backends.espeak import EspeakPhonemes
from host.answers.elements import Timed, named, read_list
from host.answers.sounds import Sounds
from host.dialogue.expectation import Option

TIME_S = 15.0


def options(*forms: str) -> tuple[Option, ...]:
    """ "la Hollande = les Pays-Bas" is one element by two names; its id is the first."""
    names = [tuple(name.strip() for name in line.split("=")) for line in forms]
    return tuple(Option(ways[0], ways) for ways in names)


COUNTRIES = options(
    "les Pays-Bas = la Hollande",
    "le Royaume-Uni = l'Angleterre",
    "la Guinée",
    "la Guinée-Bissau",
    "la Côte d'Ivoire",
    "le Niger",
    "le Nigeria",
    "le Mali",
    "l'Équateur",
    "le Burkina Faso",
    "la Suisse",
)
PEOPLE = options("Zinédine Zidane = Zizou", "Kylian Mbappé", "Michel Platini", "Thierry Henry")
WORDS = options("le cheval", "la mer", "l'eau", "le poisson", "le poulet", "le Havre", "1789", "un")


@pytest.fixture(scope="module")
def sounds() -> Sounds:
    return EspeakPhonemes()


def spoken(text: str, every_s: float = 0.5) -> list[Timed]:
    """One word every so many seconds, as a recogniser gives them."""
    return [Timed(word, i * every_s) for i, word in enumerate(text.split())]


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        ("la Suisse le Mali le Niger", ["la Suisse", "le Mali", "le Niger"]),
        ("Suisse, Mali, Niger.", ["la Suisse", "le Mali", "le Niger"]),
        ("euh la Suisse et le Mali et puis aussi le Niger", ["la Suisse", "le Mali", "le Niger"]),
        ("alors je dirais le Mali", ["le Mali"]),
        ("le Japon le Mali la Chine", ["le Mali"]),
        ("", []),
        ("euh euh voilà", []),
    ],
)
def test_n6_elements_among_articles_fillers_and_wrong_answers(said: str, counted: list[str], sounds: Sounds) -> None:
    found = read_list(spoken(said), COUNTRIES, (), TIME_S, 9, sounds).found
    assert [one.element for one in found] == counted


@pytest.mark.parametrize("said", ["la Hollande les Pays-Bas", "les Pays bas, la Hollande, les pays-bas, Hollande"])
def test_j20_two_names_of_one_thing_and_repeated_ones_count_once(said: str, sounds: Sounds) -> None:
    assert named(said, COUNTRIES, (), sounds) == ("les Pays-Bas",)


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        ("la Guinée-Bissau", ["la Guinée-Bissau"]),
        ("la Guinée Bissau, la Guinée", ["la Guinée-Bissau", "la Guinée"]),
        ("la Guinée équatoriale", []),
        ("la Côte d'Ivoire", ["la Côte d'Ivoire"]),
        ("la cote divoire", ["la Côte d'Ivoire"]),
        ("Burkinafaso", ["le Burkina Faso"]),
    ],
)
def test_the_longest_name_is_tried_first(said: str, counted: list[str], sounds: Sounds) -> None:
    assert list(named(said, COUNTRIES, ("la Guinée équatoriale",), sounds)) == counted


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        ("Burqina Faso", ["le Burkina Faso"]),
        ("l'écouateur", ["l'Équateur"]),
        ("le Nigère", ["le Niger"]),
        ("l'Ecateur", ["l'Équateur"]),
        ("le malt", []),
        ("la suite", []),
    ],
)
def test_a_name_is_recognised_by_its_sound(said: str, counted: list[str], sounds: Sounds) -> None:
    assert list(named(said, COUNTRIES, (), sounds)) == counted


@pytest.mark.parametrize("said", ["le boisson", "le poison", "la mère", "les os", "le père", "le bateau"])
def test_short_words_need_the_very_sound(said: str, sounds: Sounds) -> None:
    allowed = {"la mère": ("la mer",)}  # the same sound, word for word
    assert named(said, WORDS, (), sounds) == allowed.get(said, ())


def test_numbers_plurals_and_names_that_begin_with_an_article(sounds: Sounds) -> None:
    assert named("mille sept cent quatre-vingt-neuf, les chevaux, Le Havre", WORDS, (), sounds) == (
        "1789",
        "le cheval",
        "le Havre",
    )
    assert named("1789 chevaux", WORDS, (), sounds) == ("1789", "le cheval")


def test_people_by_their_name_alone(sounds: Sounds) -> None:
    assert named("Zidane Platini M'Bappé", PEOPLE, (), sounds) == ("Zinédine Zidane", "Michel Platini", "Kylian Mbappé")
    assert named("Zizou, Zidane", PEOPLE, (), sounds) == ("Zinédine Zidane",)


def test_a_part_of_a_name_that_others_share_names_nothing(sounds: Sounds) -> None:
    places = options("l'Afrique du Sud", "Corée du Nord", "les États-Unis")
    assert named("la Corée du Sud, l'Amérique du Nord, le sud, les Émirats arabes unis", places, (), sounds) == ()


def test_a_wrong_answer_beats_a_near_right_one(sounds: Sounds) -> None:
    near = options("la Slovaquie", "la Mauritanie")
    assert named("la Slovakie", near, (), sounds) == ("la Slovaquie",)
    assert named("la Slovakie", near, ("la Slovakie",), sounds) == ()


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        ("le Mali, non, pas le Mali, la Suisse", ["la Suisse"]),
        ("pas le Mali, la Suisse", ["la Suisse"]),
        ("je ne sais pas le Mali", ["le Mali"]),
        ("pourquoi pas le Mali", ["le Mali"]),
        ("le Japon, non, la Suisse", ["la Suisse"]),
    ],
)
def test_n6_what_is_taken_back_does_not_count(said: str, counted: list[str], sounds: Sounds) -> None:
    assert list(named(said, COUNTRIES, (), sounds)) == counted


def test_n6_an_element_counts_if_its_first_word_begins_in_time(sounds: Sounds) -> None:
    def at(first_s: float) -> list[str]:
        words = [Timed("le", first_s), Timed("Burkina", first_s + 0.1), Timed("Faso", first_s + 0.6)]
        return [one.element for one in read_list(words, COUNTRIES, (), TIME_S, 5, sounds).found]

    assert at(14.9) == ["le Burkina Faso"]
    assert at(15.0) == at(15.1) == []


def test_n6_an_article_long_before_begins_nothing(sounds: Sounds) -> None:
    words = [Timed("le", 14.0), Timed("Mali", 15.1)]
    assert read_list(words, COUNTRIES, (), TIME_S, 5, sounds).found == ()
    assert read_list([Timed("et", 14.9), Timed("Mali", 15.1)], COUNTRIES, (), TIME_S, 5, sounds).found == ()


def test_n19_the_list_stops_at_the_last_one_wanted(sounds: Sounds) -> None:
    found = read_list(spoken("Suisse Mali Niger Nigeria Guinée"), COUNTRIES, (), TIME_S, 3, sounds).found
    assert [(one.element, one.began_s) for one in found] == [("la Suisse", 0.0), ("le Mali", 0.5), ("le Niger", 1.0)]


@pytest.mark.parametrize("giving_up", ["je passe", "stop", "euh ben je passe", "on passe", "j'arrête"])
def test_n19_passing_ends_the_list(giving_up: str, sounds: Sounds) -> None:
    listed = read_list(spoken(f"Suisse Mali {giving_up} Niger"), COUNTRIES, (), TIME_S, 5, sounds)
    assert [one.element for one in listed.found] == ["la Suisse", "le Mali"]
    assert listed.given_up_s is not None
    assert listed.given_up_s >= 1.0


@pytest.mark.parametrize("thinking", ["je sais plus", "euh", "attends", "je ne sais pas", "c'est tout ?"])
def test_n19_thinking_aloud_does_not_end_the_list(thinking: str, sounds: Sounds) -> None:
    listed = read_list(spoken(f"Suisse {thinking} Niger"), COUNTRIES, (), TIME_S, 5, sounds)
    assert [one.element for one in listed.found] == ["la Suisse", "le Niger"]
    assert listed.given_up_s is None


def test_a_typed_line_holds_several_all_of_one_time(sounds: Sounds) -> None:
    lines = [Timed("suisse, mali niger", 3.0), Timed("guinee bissau", 15.2)]
    found = read_list(lines, COUNTRIES, (), TIME_S, 5, sounds).found
    assert [(one.element, one.began_s) for one in found] == [("la Suisse", 3.0), ("le Mali", 3.0), ("le Niger", 3.0)]


def test_without_sounds_spelling_rules_do(sounds: Sounds) -> None:
    assert named("la Suice, les Pays-Bas", COUNTRIES, (), None) == ("la Suisse", "les Pays-Bas")


def test_a_long_list_is_read_at_once(sounds: Sounds) -> None:
    many = tuple(Option(f"{a}{b}", (f"{a}{b}", f"{b}{a} du {a}")) for a in ("bra", "vi", "ton", "gus") for b in _ENDS)
    assert len(many) == 60
    words = spoken(" ".join(f"{_ENDS[i % 15]}{i % 7}ra lou{_ENDS[(i * 7) % 15]}" for i in range(20)))
    assert len(words) == 40
    read_list(words[:1], many, (), TIME_S, 9, sounds)  # the names are turned once for all lists
    begun_s = time.process_time()
    read_list(words, many, (), math.inf, 99, sounds)
    assert time.process_time() - begun_s < 0.1  # five times what it takes on an idle laptop


_ENDS = ["ral", "mi", "sont", "veau", "pe", "ti", "lard", "gon", "nou", "che", "fri", "bel", "zon", "tac", "quin"]
