"""Distances between pronunciations, with the synthesiser's and with the rules' readings."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audio.backends.espeak import EspeakPhonemes
from host.answers.reading import FrenchReading
from host.answers.sounds import Sounds, distance, heard_alike, phones

READERS: list[Sounds] = [EspeakPhonemes(), FrenchReading()]
WORDS = st.sampled_from(
    [
        "poison",
        "poisson",
        "chat",
        "chien",
        "Beethoven",
        "Hugo",
        "vent",
        "verre",
        "mer",
        "oiseau",
        "huit",
        "Lyon",
        "singe",
        "quatorze",
    ]
)


def between(reader: Sounds, a: str, b: str) -> float:
    return distance(phones(reader.ipa(a)), phones(reader.ipa(b)))


@settings(deadline=None)
@given(WORDS, WORDS, st.sampled_from(READERS))
def test_a_distance_is_symmetric_and_zero_only_for_itself(a: str, b: str, reader: Sounds) -> None:
    assert between(reader, a, b) == pytest.approx(between(reader, b, a))
    assert between(reader, a, a) == 0


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("vers", "verre"),
        ("mère", "mer"),
        ("sans", "cent"),
        ("Lyon", "lion"),
        ("fotosintèze", "photosynthèse"),
        ("foi", "foie"),
    ],
)
def test_homophones(reader: Sounds, a: str, b: str) -> None:
    assert heard_alike(phones(reader.ipa(a)), phones(reader.ipa(b)))


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    ("a", "b"), [("poison", "poisson"), ("autruche", "Autriche"), ("chair", "air"), ("Irak", "Iran"), ("bain", "pain")]
)
def test_one_real_difference_in_a_short_word(reader: Sounds, a: str, b: str) -> None:
    assert not heard_alike(phones(reader.ipa(a)), phones(reader.ipa(b)))


def test_an_order_of_differences() -> None:
    """Open vowels cost less than voicing, voicing less than another consonant."""
    assert distance(("m", "e"), ("m", "ɛ")) < distance(("s",), ("z",)) < distance(("s",), ("k",))
    assert distance(("p", "ə", "t", "i"), ("p", "t", "i")) < 0.1
    assert distance(phones("le-z ɑ̃fɑ̃"), phones("leɑ̃fɑ̃")) < 1.1
