"""The first name of somebody nobody expected (E1): taken as said, out of whatever it is said with."""

import pytest

from host.answers.given_name import given_name
from host.dialogue.expectation import Expectation, Kind
from host.dialogue.replies import Answer, Unsettled
from host.dialogue.requests import Ask
from host.session.interpret import Utterance, interpret

WHO = Ask(key="arrivee", expects=Expectation(Kind.NAME, ()))


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Chloé", "Chloé"),
        ("chloé", "Chloé"),
        ("Moi c'est Chloé.", "Chloé"),
        ("Euh, moi, c’est Chloé !", "Chloé"),
        ("Bonjour, je m'appelle Zoé", "Zoé"),
        ("elle s'appelle Fanny", "Fanny"),
        ("jean-pierre", "Jean-Pierre"),
        ("Marie Lou", "Marie Lou"),
        ("c'est Noël", "Noël"),
    ],
)
def test_E1_a_name_is_taken_out_of_the_sentence_that_gives_it(said: str, name: str) -> None:
    assert given_name(said) == name
    heard = interpret(WHO, Utterance(said))
    assert isinstance(heard, Answer)
    assert (heard.right, heard.matched) == (True, name)


@pytest.mark.parametrize("said", ["", "…", "42", "R2D2", "je crois que c'est la voisine", "Ana, Bob, Zoé et Max"])
def test_E1_what_is_no_name_or_too_much_of_one_is_asked_again(said: str) -> None:
    assert given_name(said) is None
    assert isinstance(interpret(WHO, Utterance(said)), Unsettled)


def test_E1_a_name_that_the_recogniser_itself_doubts_is_asked_again() -> None:
    assert isinstance(interpret(WHO, Utterance("Chloé", clear=False)), Unsettled)
