"""J14: every letter and rank names its proposal, however it is put."""

import pytest

from host.answers.choices import choose
from host.dialogue.expectation import Option

CHEESES = tuple(Option(name, (name,)) for name in ("Le comté", "Le cheddar", "Le gruyère", "La feta"))


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("put", ["réponse {}", "Réponse {}.", "la {}", "{}", "la réponse {}", "euh, la réponse {}"])
def test_J14_every_letter(put: str, place: int) -> None:
    assert choose(CHEESES, put.format("ABCD"[place])).matched == CHEESES[place].id


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize(
    "names", ["la première|la deuxième|la troisième|la quatrième", "la une|la deux|la trois|la quatre", "1|2|3|4"]
)
def test_J14_every_rank(names: str, place: int) -> None:
    assert choose(CHEESES, names.split("|")[place]).matched == CHEESES[place].id
