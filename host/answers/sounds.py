"""How far apart two pronunciations are to a French ear.

Pronunciations are IPA. Differences French speakers or accents do not make, or that a recogniser's spelling loses,
cost little or nothing: open and close vowels, schwa, liaison, the kinds of r. One real difference costs about 1.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Protocol


class Sounds(Protocol):
    """Turns French text into IPA; words are separated by a space."""

    def ipa(self, text: str) -> str: ...

    def __hash__(self) -> int: ...  # forms are cached by it


Phones = tuple[str, ...]

_DIPHTHONGS = {"eɪ": "e", "əʊ": "o", "oʊ": "o", "aɪ": "aj", "aʊ": "au", "ɔɪ": "ɔj", "eə": "ɛʁ", "iə": "iʁ", "ʊə": "uʁ"}
_ONE_OF = str.maketrans(
    {"ɹ": "ʁ", "r": "ʁ", "ɾ": "ʁ", "ʀ": "ʁ", "g": "ɡ", "ɪ": "i", "ʊ": "u", "ʌ": "a", "æ": "a", "ɒ": "ɔ", "ɐ": "a"}
    | {"ɜ": "œ", "θ": "s", "ð": "z", "ɑ": "a", "h": None, "x": "ʁ", "ː": None, "ˈ": None, "ˌ": None, "-": None}
    | {"ɚ": "œ", "‿": None, "ʲ": None, "ɫ": "l", "ʔ": None}
)
_NASAL = "\u0303"
_LIAISON = frozenset("ztnp")

_CLOSE = {
    "e ɛ": 0.05,
    "o ɔ": 0.05,
    "ø œ": 0.05,
    "ə œ": 0.1,
    "ə ø": 0.1,
    "ɛ̃ œ̃": 0.05,
    "ã ɔ̃": 0.4,
    "ã ɛ̃": 0.6,
    "ə ɛ": 0.2,
    "ə e": 0.25,
    "ɛ œ": 0.5,
    "ə ã": 0.6,
    "e i": 0.5,
    "a ɛ": 0.7,
    "a ɔ": 0.7,
    "i y": 0.5,
    "u y": 0.5,
    "o u": 0.6,
    "ɔ u": 0.6,
    "a ã": 0.5,
    "ɛ ɛ̃": 0.5,
    "ɔ ɔ̃": 0.5,
    "o ɔ̃": 0.5,
    "j i": 0.1,
    "w u": 0.1,
    "ɥ y": 0.1,
    "w ɥ": 0.15,
    "v w": 0.2,
    "p b": 0.5,
    "t d": 0.5,
    "k ɡ": 0.5,
    "f v": 0.5,
    "s z": 0.5,
    "ʃ ʒ": 0.5,
    "s ʃ": 0.6,
    "z ʒ": 0.6,
    "m n": 0.6,
    "n ɲ": 0.25,
    "n ŋ": 0.2,
    "l ʁ": 0.8,
    "b v": 0.8,
}
_COSTS = {tuple(unicodedata.normalize("NFD", pair).split()): cost for pair, cost in _CLOSE.items()}
_COSTS |= {(b, a): cost for (a, b), cost in list(_COSTS.items())}


@lru_cache(maxsize=8192)
def phones(ipa: str) -> Phones:
    """The phones of an IPA text, in order, without stress; " " marks where a word ends before a vowel."""
    text = unicodedata.normalize("NFD", re.sub(r"\([a-z-]+\)", "", ipa))
    for pair, one in _DIPHTHONGS.items():
        text = text.replace(pair, one)
    text = re.sub(r"([td])[sz](?=[ˈˌ]*[iyjɥ])", r"\1", text)  # as they are said in Québec
    out: list[str] = []
    for c in text.translate(_ONE_OF):
        if c == _NASAL and out:
            out[-1] += c
        elif c.isspace():
            if out and out[-1] != " ":
                out.append(" ")
        elif not unicodedata.combining(c):
            out.append(c)
    kept: list[str] = []
    for i, phone in enumerate(out):
        if phone == " ":
            liaison = kept and kept[-1] in _LIAISON and i + 1 < len(out) and _is_vowel(out[i + 1])
            kept[-1:] = [kept[-1] + " "] if liaison else kept[-1:]
        elif not kept or kept[-1].strip() != phone:
            kept.append(phone)
    return tuple(kept)


def _is_vowel(phone: str) -> bool:
    return phone[0] in "aeɛioɔuyøœə"


@lru_cache(maxsize=4096)
def _change(a: str, b: str) -> float:
    a, b = a.rstrip(), b.rstrip()
    if a == b:
        return 0.0
    near = _COSTS.get((a, b))
    if near is not None:
        return near
    if _is_vowel(a) != _is_vowel(b):
        return 1.4
    return 0.9 if _is_vowel(a) else 1.0


@lru_cache(maxsize=1024)
def _loss(phone: str) -> float:
    if phone == "ə":
        return 0.05
    if phone.endswith(" "):
        return 0.25
    return {"j": 0.5, "w": 0.6, "ɥ": 0.5}.get(phone, 0.9 if _is_vowel(phone) else 1.0)


@lru_cache(maxsize=16384)
def distance(a: Phones, b: Phones) -> float:
    """The cheapest way to turn one pronunciation into the other: a sum of costs, not yet related to length."""
    row = [0.0]
    for phone in b:
        row.append(row[-1] + _loss(phone))
    for phone in a:
        lost = _loss(phone)
        previous, row = row, [row[0] + lost]
        for j, other in enumerate(b):
            best = previous[j] + _change(phone, other)
            row.append(min(best, previous[j + 1] + lost, row[j] + _loss(other)))
    return row[-1]


def heard_alike(a: Phones, b: Phones) -> bool:
    """Whether a listener would take one for the other.

    A whole real difference passes in long words only: "poison" and "poisson" (half a difference in five phones)
    are two words, while thirteen phones with one wrong among them are still the same.
    """
    length = max(len(a), len(b))
    if abs(len(a) - len(b)) > 3 or not a or not b:
        return False
    allowed = min(0.05 * length, 0.3) if length < 9 else 0.08 * length
    return distance(a, b) <= allowed


def in_doubt(a: Phones, b: Phones) -> bool:
    """Whether one may be the other badly heard: worth asking back."""
    length = max(len(a), len(b))
    return length >= 4 and abs(len(a) - len(b)) <= 3 and distance(a, b) <= 0.15 * length
