"""French numbers, both ways."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.answers.numbers import Variety, find, merged, parse, roman, spell


@pytest.mark.parametrize("variety", ["fr", "be", "ch"])
def test_words_of_0_to_9999_round_trip(variety: Variety) -> None:
    wrong = [(n, spell(n, variety)) for n in range(10_000) if parse(spell(n, variety)) != n]
    assert not wrong
    spaced = [n for n in range(0, 10_000, 7) if parse(spell(n, variety).replace("-", " ").upper()) != n]
    assert not spaced


@given(st.integers(0, 10**9))
@settings(deadline=None)
def test_large_numbers_round_trip(number: int) -> None:
    assert parse(spell(number)) == number
    assert parse(f"{number:,}".replace(",", " ")) == number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("dix-neuf cent quatorze", 1914),
        ("dix-sept cent quatre-vingt-neuf", 1789),
        ("onze cents", 1100),
        ("mil neuf cent", 1900),
        ("septante-sept", 77),
        ("octante-deux", 82),
        ("nonante et un", 91),
        ("soixante et onze", 71),
        ("deux millions trois cent mille", 2_300_000),
        ("1,5 million", 1_500_000),
        ("1 914", 1914),
        ("1.914", 1914),
        ("le premier", 1),
        ("vingt et unième", 21),
        ("la deux centième", 200),
        ("XIX", 19),
        ("moins quarante", -40),
        ("−40", -40),
        ("dzix-sept", 17),
        ("19 cent 14", 1914),
        ("mille et un", 1001),
    ],
)
def test_parse(text: str, value: int) -> None:
    assert parse(text) == value


@pytest.mark.parametrize("text", ["", "bonjour", "deux trois", "trente douze", "trois chats", "le", "3,14", "vingt et"])
def test_what_is_no_single_number(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Louis XIV", ["louis", "#14"]),
        ("le XIXe siècle", ["le", "#19", "siecle"]),
        ("Malcolm X", ["malcolm", "#10"]),
        ("le CD", ["le", "cd"]),
        ("Le Cid", ["le", "cid"]),
        ("un chat", ["un", "chat"]),
        ("vingt mille lieues", ["#20000", "lieues"]),
        ("007", ["#007"]),
        ("zéro zéro sept", ["#007"]),
        ("trente secondes", ["#30", "secondes"]),
        ("la Seconde Guerre", ["la", "#2", "guerre"]),
    ],
)
def test_numbers_within_text(text: str, keys: list[str]) -> None:
    assert [word.key for word in merged(text)] == keys


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("trois virgule quatorze", Fraction(314, 100)),
        ("trois virgule zéro cinq", Fraction(305, 100)),
        ("3,14", Fraction(314, 100)),
        ("deux et demi", Fraction(5, 2)),
        ("trois quarts", Fraction(3, 4)),
        ("un demi", Fraction(1, 2)),
        ("1/2", Fraction(1, 2)),
    ],
)
def test_fractions(text: str, value: Fraction) -> None:
    keys = tuple(word.key for word in merged(text))
    assert [number.value for number in find(keys)] == [value]


@given(st.integers(1, 3999))
@settings(deadline=None)
def test_roman_numerals_read_back(number: int) -> None:
    rest, text = number, ""
    for value, letters in [
        *[(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL")],
        *[(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")],
    ]:
        count, rest = divmod(rest, value)
        text += letters * count
    assert roman(text) == number


@pytest.mark.parametrize("text", ["IIII", "VX", "IC", "MDM", "ABC", ""])
def test_what_is_no_roman_numeral(text: str) -> None:
    assert roman(text) is None
