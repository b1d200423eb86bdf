"""What must hold for any answer, and what a judgement may cost."""

import time
import unicodedata
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from audio.backends.espeak import EspeakPhonemes
from host.answers.judge import judge
from host.answers.numbers import spell
from host.dialogue.expectation import Expectation, Kind

SOUNDS = EspeakPhonemes()
ANSWERS = [
    "Paris",
    "La Joconde",
    "Victor Hugo",
    "Beethoven",
    "guerre de Cent Ans",
    "Louis XIV",
    "Saint-Étienne",
    "Être ou ne pas être",
    "l’œil",
    "Côte d'Ivoire",
    "Les Trois Mousquetaires",
    "CGT",
    "photosynthèse",
    "Ben-Hur",
    "Moi, moche et méchant",
    "C'est la vie",
    "Oui-Oui",
    "1984",
    "le foie",
    "En attendant Godot",
]
CARRIERS = [
    "{}",
    "euh, {}",
    "je dirais {}",
    "je crois que c'est {}",
    "c'est {}",
    "{}, je crois",
    "{}, c'est ça",
    "la réponse est {}",
    "ben {}",
    "moi je dirais {}",
    "je sais pas, {} ?",
    "alors là, je pense que c'est {}",
    "à mon avis, {}",
    "{} peut-être",
    "{} s'il vous plaît",
    "Toulouse, non, {}",
    "I think it's {}",
]
KINDS = st.sampled_from([Kind.TEXT, Kind.TITLE])


@given(st.sampled_from(ANSWERS), st.sampled_from(CARRIERS), KINDS, st.booleans())
@settings(max_examples=400, deadline=None)
def test_the_right_answer_is_accepted_in_every_carrier(answer: str, carrier: str, kind: Kind, by_sound: bool) -> None:
    verdict = judge(Expectation(kind, (answer,)), carrier.format(answer), SOUNDS if by_sound else None)
    assert verdict.verdict == "accept", verdict
    assert verdict.matched == answer


def folded(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


@given(
    st.sampled_from(ANSWERS),
    st.sampled_from([str.lower, str.title, str, folded]),
    st.booleans(),
    st.sampled_from(["", " ", ".", " !", "…"]),
)
@settings(max_examples=200, deadline=None)
def test_case_accents_and_composition_do_not_matter(
    answer: str, change: Callable[[str], str], decomposed: bool, end: str
) -> None:
    heard = (unicodedata.normalize("NFD", change(answer)) if decomposed else change(answer)) + end
    assert judge(Expectation(Kind.TEXT, (answer,)), heard, SOUNDS).verdict == "accept"


@given(
    st.integers(0, 9999), st.integers(0, 9999), st.sampled_from(["fr", "be", "ch", "digits"]), st.sampled_from(CARRIERS)
)
@settings(max_examples=400, deadline=None)
def test_another_number_is_never_accepted(right: int, said: int, variety: str, carrier: str) -> None:
    words = str(said) if variety == "digits" else spell(said, variety)
    for kind in (Kind.NUMBER, Kind.YEAR, Kind.TEXT):
        verdict = judge(Expectation(kind, (str(right),)), carrier.format(words), SOUNDS).verdict
        assert (verdict == "accept") == (right == said), verdict


@given(st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_no_utterance_breaks_the_judge(heard: str) -> None:
    for expects in (
        Expectation(Kind.TEXT, ("Paris",)),
        Expectation(Kind.NUMBER, ("12",)),
        Expectation(Kind.LETTERS, ("CGT",)),
        Expectation(Kind.TRUTH, ("vrai",)),
    ):
        verdict = judge(expects, heard)
        assert (verdict.verdict == "ask_back") == (verdict.question is not None)
        assert (verdict.verdict == "accept") == (verdict.matched is not None)


def test_a_judgement_costs_little() -> None:
    """2 ms with four accepted forms, measured against plain work of this machine so that a slow one passes too."""
    expects = Expectation(Kind.PERSON, ("Ludwig van Beethoven", "Beethoven", "Frédéric Chopin", "Chopin"))
    judge(expects, "rien", SOUNDS)
    started = time.perf_counter()
    for number in range(100):
        judge(expects, f"je crois que c'est bête au vent, le grand numéro {number}", SOUNDS)
    each_s = (time.perf_counter() - started) / 100
    started = time.perf_counter()
    sum(i * i % 7 for i in range(100_000))
    unit_s = time.perf_counter() - started
    assert each_s < max(0.002, unit_s), f"{each_s * 1000:.2f} ms a judgement"
