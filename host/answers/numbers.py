"""French numbers, in words of France, Belgium, Switzerland and Québec or in digits → value, and back."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from num2words import num2words

from host.answers.normalise import Word, compose, fold, words

Variety = Literal["fr", "be", "ch"]

_UNITS = dict(
    zip(["un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"], range(1, 10), strict=True)
) | {"une": 1}
_TEENS = dict(zip(["dix", "onze", "douze", "treize", "quatorze", "quinze", "seize"], range(10, 17), strict=True))
_TENS = {
    "vingt": 20,
    "trente": 30,
    "quarante": 40,
    "cinquante": 50,
    "soixante": 60,
    "septante": 70,
    "huitante": 80,
    "octante": 80,
    "nonante": 90,
}
_PLURALS = {"cents": "cent", "vingts": "vingt", "mil": "mille", "zeros": "zero"}
_SCALES = {"million": 10**6, "millions": 10**6, "milliard": 10**9, "milliards": 10**9, "billion": 10**12}
_COLLECTIVES = {
    "douzaine": 12,
    "dizaine": 10,
    "quinzaine": 15,
    "vingtaine": 20,
    "trentaine": 30,
    "centaine": 100,
    "millier": 1000,
}
_PARTS = {"demi": 2, "demie": 2, "tiers": 3, "quart": 4, "quarts": 4}
_ORDINAL_STEMS = {"quatr": "quatre", "cinqu": "cinq", "neuv": "neuf"} | {
    word.removesuffix("e"): word
    for word in [*_UNITS, *_TEENS, *_TENS, "cent", "mille"]
    if word not in ("une", "quatre")
}
_ROMAN = re.compile(r"(?=[IVXLCDM])M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")
_ROMAN_ORDINAL = re.compile(r"([IVX]+|[IVXL]{2,})(er|re|e|è|ème|eme|ième)")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


@dataclass(frozen=True)
class Found:
    """A number among words: `value`, and the stretch of words it took."""

    value: Fraction
    start: int
    end: int
    ordinal: bool = False
    digits: str = ""

    @property
    def key(self) -> str:
        return f"#{self.digits or self.value}"


def _cardinal(key: str) -> tuple[str, bool]:
    """The word without plural, ordinal ending or affrication ("dzix"), and whether it was an ordinal."""
    key = _PLURALS.get(key, key)
    if key in ("premier", "premiere", "premiers", "premieres"):
        return "un", True
    stem = re.sub(r"iemes?$", "", key)
    if stem != key and stem in _ORDINAL_STEMS:
        return _ORDINAL_STEMS[stem], True
    if key.startswith("dz"):
        key = "d" + key[2:]
    return key, False


class _Scanner:
    """Reads the longest number that begins at a place."""

    def __init__(self, keys: Sequence[str]) -> None:
        self.keys = keys
        self.cardinals = [_cardinal(key) for key in keys]

    def at(self, i: int) -> str:
        return self.cardinals[i][0] if i < len(self.cardinals) else ""

    def ended(self, i: int) -> bool:
        """Whether the word before place i was an ordinal: nothing follows one within a number."""
        return i > 0 and self.cardinals[i - 1][1]

    def below_hundred(self, i: int) -> tuple[int, int] | None:
        word = self.at(i)
        if word == "quatre" and self.at(i + 1) == "vingt" and not self.ended(i + 1):
            return self._added(80, i + 2, 20)
        if word in _TENS:
            return self._added(_TENS[word], i + 1, 20 if word == "soixante" else 10)
        if word == "dix" and self.at(i + 1) in ("sept", "huit", "neuf") and not self.ended(i + 1):
            return 10 + _UNITS[self.at(i + 1)], i + 2
        if word in _TEENS:
            return _TEENS[word], i + 1
        if word in _UNITS and not (self.keys[i].startswith("premier") and self.ended(i)):
            return _UNITS[word], i + 1
        return None

    def _added(self, tens: int, i: int, room: int) -> tuple[int, int]:
        if self.ended(i):
            return tens, i
        after_and = self.at(i) == "et"
        rest = self.below_hundred(i + after_and)
        premier = self.keys[i + after_and].startswith("premier") if rest else False
        if rest is None or premier or not 0 < rest[0] < room or (after_and and rest[0] % 10 != 1):
            return tens, i
        return tens + rest[0], rest[1]

    def below_thousand(self, i: int) -> tuple[int, int] | None:
        """Up to 999, and the hundreds of years: "dix-neuf cent quatorze"."""
        if self.keys[i : i + 1] and re.fullmatch(r"#\d{1,3}", self.keys[i]):
            return int(self.keys[i][1:]), i + 1
        head = None if self.at(i) == "cent" else self.below_hundred(i)
        if head is None and self.at(i) != "cent":
            return None
        hundreds, j = head or (1, i)
        if self.at(j) != "cent" or self.ended(j) or (head and (hundreds % 10 == 0 or hundreds == 1)):
            return head
        rest = None if self.ended(j + 1) else self.below_hundred(j + 1)
        return (hundreds * 100 + rest[0], rest[1]) if rest else (hundreds * 100, j + 1)

    def integer(self, i: int) -> tuple[int, int] | None:
        total, scale, j = 0, 10**15, i
        while not (j > i and self.ended(j)):
            head = None if self.at(j) == "mille" else self.below_thousand(j)
            if head is None and j > i and self.at(j) == "et" and total % 1000 == 0:
                one = self.below_thousand(j + 1)  # "mille et une nuits"
                return (total + 1, one[1]) if one and one[0] == 1 else (total, j)
            value, k = head or (1, j)
            word = self.at(k)
            step = 1000 if word == "mille" and not self.ended(k) else _SCALES.get(word, 1)
            if step >= scale or (head is None and step != 1000) or (head and step == 1 and value > 999 and j > i):
                break
            total, scale, j = total + value * step, step, k + (step > 1)
            if step == 1:
                break
        return (total, j) if j > i else None


def _digits(key: str) -> Fraction | None:
    try:
        return Fraction(key[1:]) if key.startswith("#") else None
    except (ValueError, ZeroDivisionError):
        return None


def _scaled(scanner: _Scanner, i: int) -> Found | None:
    """A number that begins with digits: "1914", "2 millions", "3,14"."""
    value = _digits(scanner.keys[i])
    if value is None:
        return None
    word = scanner.at(i + 1)
    if word == "cent" and not scanner.ended(i + 1) and value.denominator == 1 and 1 < value < 100:
        rest = scanner.below_hundred(i + 2) or (0, i + 2)
        typed = _digits(scanner.keys[i + 2]) if i + 2 < len(scanner.keys) else None
        if typed is not None and typed.denominator == 1 and 0 < typed < 100:
            rest = int(typed), i + 3
        return Found(value * 100 + rest[0], i, rest[1])
    if word in _SCALES or (word == "mille" and value < 1000):
        whole = scanner.integer(i) if value.denominator == 1 and value < 1000 else None
        if whole:
            return Found(Fraction(whole[0]), i, whole[1])
        return Found(value * _SCALES.get(word, 1000), i, i + 2)
    text = scanner.keys[i][1:]
    return Found(value, i, i + 1, digits=text if re.fullmatch(r"0\d+", text) else "")


def _spoken(scanner: _Scanner, i: int) -> Found | None:
    zeros = i
    while scanner.at(zeros) == "zero":
        zeros += 1
    if scanner.keys[i] == "demi" and scanner.at(i + 1) == "douzaine":
        return Found(Fraction(6), i, i + 2)
    whole = scanner.integer(zeros) if zeros < len(scanner.keys) else None
    if whole is None:
        return Found(Fraction(0), i, zeros) if zeros > i else None
    value, end = whole
    digits = "0" * (zeros - i) + str(value) if zeros > i else ""
    return Found(Fraction(value), i, end, ordinal=scanner.ended(end), digits=digits)


def _with_fraction(scanner: _Scanner, found: Found) -> Found:
    """ "trois virgule quatorze", "deux et demi", "trois quarts"."""
    after, end = scanner.at(found.end), found.end
    if after == "virgule" and end + 1 < len(scanner.keys):
        part = _scaled(scanner, end + 1) or _spoken(scanner, end + 1)
        if part and part.value.denominator == 1:
            digits = part.digits or str(part.value)
            return Found(found.value + Fraction(int(digits), 10 ** len(digits)), found.start, part.end)
    if after == "et" and scanner.at(end + 1) in ("demi", "demie"):
        half = Fraction(_SCALES.get(scanner.at(end - 1), 1), 2)  # "quatre milliards et demi"
        return Found(found.value + half, found.start, end + 2)
    if after in _PARTS and found.value < 10 and not found.ordinal:
        return Found(found.value / _PARTS[after], found.start, end + 1)
    if after in _COLLECTIVES:
        return Found(found.value * _COLLECTIVES[after], found.start, end + 1)
    return found


@lru_cache(maxsize=2048)
def find(keys: tuple[str, ...]) -> tuple[Found, ...]:
    """Every number among folded words, from left to right, the longest at each place."""
    scanner, i, found = _Scanner(keys), 0, []
    while i < len(keys):
        here = _scaled(scanner, i) or _spoken(scanner, i)
        if here:
            here = _with_fraction(scanner, here)
            found.append(here)
        i = here.end if here else i + 1
    return tuple(found)


def roman(text: str) -> int | None:
    """The value of Roman numerals in capitals, "XIV" or "XIXe"; None if it is none."""
    ordinal = _ROMAN_ORDINAL.fullmatch(text)
    letters = ordinal[1] if ordinal else text
    if not _ROMAN.fullmatch(letters):
        return None
    values = [_ROMAN_VALUES[c] for c in letters] + [0]
    return sum(-a if a < b else a for a, b in pairwise(values))


def _romans(found: Sequence[Word]) -> list[Word]:
    """Roman numerals as numbers where they can be nothing else: two letters or more, or after a name."""
    out: list[Word] = []
    for word in found:
        named = bool(out) and out[-1].raw[:1].isupper() and len(out[-1].key) > 2
        lowered = word.raw[1:].islower() and word.raw.lower()
        typed = lowered and re.fullmatch(r"i{2,3}|iv|vi{1,3}|ix|xi{0,3}|xi?v|xix|xvi{0,3}|xx", lowered)
        value = roman(word.raw.upper() if typed else word.raw)
        plain = re.fullmatch(r"[IVX]{2,}|[IVXLCDM]{5,}|(?:[IVX]+|[IVXL]{2,})(?:er|re|e|è|ème|eme|ième)", word.raw)
        sure = value and (plain or typed or (named and word.raw in "IVX"))
        out.append(Word(f"#{value}", word.start, word.end, word.raw) if sure else word)
    return out


@lru_cache(maxsize=2048)
def merged(text: str) -> tuple[Word, ...]:
    """The words of a text, each number one word such as "#14"; a lone "un" stays the article it nearly always is."""
    text = compose(text)
    plain = _romans(words(text))
    keys = tuple(word.key for word in plain)
    out: list[Word] = []
    i = 0
    starts = {number.start: number for number in find(keys)}
    while i < len(plain):
        number = starts.get(i)
        if number and not (number.end == i + 1 and keys[i] in ("un", "une")):
            start, end = plain[i].start, plain[number.end - 1].end
            out.append(Word(number.key, start, end, text[start:end]))
            i = number.end
            continue
        second = keys[i] in ("second", "seconde") and i + 1 < len(keys) and keys[i + 1] != ","
        out.append(Word("#2", plain[i].start, plain[i].end, plain[i].raw) if second else plain[i])
        i += 1
    return tuple(out)


def parse(text: str) -> int | None:
    """The integer a text is, wholly: "quatre-vingt-dix-neuf", "1 914", "XIV", "le premier", "moins quarante"."""
    keys = [word.key for word in _romans(words(compose(text))) if word.key not in (",", "le", "la", "l")]
    negative = keys[:1] == ["moins"]
    keys = keys[negative:]
    found = find(tuple(keys))
    if len(found) != 1 or found[0].start != 0 or found[0].end != len(keys) or found[0].value.denominator != 1:
        return None
    return -int(found[0].value) if negative else int(found[0].value)


@lru_cache(maxsize=4096)
def spell(value: int, variety: Variety = "fr") -> str:
    """The number as read aloud in France, Belgium or Switzerland."""
    spelled = str(num2words(value, lang={"fr": "fr", "be": "fr_BE", "ch": "fr_CH"}[variety]))
    return fold(spelled) if spelled.isascii() else spelled
