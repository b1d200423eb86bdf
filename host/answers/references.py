"""Naming a proposal by its place: "la deuxième", "réponse B", "deux", "la dernière"."""

import re
from collections.abc import Sequence

from host.answers.carriers import joined
from host.answers.letters import NAMES
from host.answers.normalise import Word, fold
from host.answers.numbers import find

_NOUN = r"(?:la |le |l )?(?:reponse|proposition|option|lettre|numero|choix|case|possibilite|solution|question)"
_LETTER = re.compile(
    rf"(?:(?P<noun>{_NOUN}) )?(?:(?:la |le |l |petit |petite |un |une )*)(?P<letter>[a-z]+)(?: comme \w+)?"
)
_LAST = re.compile(
    rf"(?:{_NOUN} )?(?:la |le |les )?(?:toute )?(?:derniere?|dernier)(?: (?:reponse|proposition|option|des \w+))?"
)
_BEFORE_LAST = re.compile(r"(?:l |la )?(?:avant (?:derniere?|dernier))(?: (?:reponse|proposition|option))?")
_MIDDLE = re.compile(r"(?:celle|celui|la|le|l)? ?(?:du|au|de la) (?:milieu|centre)")
#: What a recogniser writes for a letter said alone: only where nothing else is said.
_LONE = {
    "ah": "a",
    "ha": "a",
    "be": "b",
    "ses": "c",
    "ces": "c",
    "c": "c",
    "sait": "c",
    "des": "d",
    "de": "d",
    "heu": "e",
    "euh": "e",
}
_LETTERS = {fold(name): letter for letter, name in NAMES.items()}


def _letter(text: str, with_noun: bool) -> int | None:
    letter = text if len(text) == 1 else _LETTERS.get(text) or (_LONE.get(text) if with_noun or text in _LONE else None)
    return ord(letter) - ord("a") if letter else None


def explicit(found: Sequence[Word], count: int) -> int | None:
    """The place (from 0) that words name beyond doubt: an ordinal, "réponse B", "la dernière"; None if they do not."""
    keys = [word.key for word in found if word.key != ","]
    text = " ".join(keys)
    if _LAST.fullmatch(text):
        return count - 1
    if _BEFORE_LAST.fullmatch(text):
        return count - 2
    if _MIDDLE.fullmatch(text.strip()):
        return count // 2 if count % 2 else None
    rest = re.sub(rf"^{_NOUN} ", "", text)
    rest = "c" if rest == "c est" and rest != text else rest
    if rest != text:
        number = re.fullmatch(r"(?:la |le |numero )*#(\d+)", rest) or re.fullmatch(r"(une?)", rest)
        if number:
            return 0 if number[1].startswith("un") else int(number[1]) - 1
        match = _LETTER.fullmatch(rest)
        return _letter(match["letter"], True) if match else None
    ordinal = re.fullmatch(r"(?:la |le |les |l )#(\d+)(?: (?:reponse|proposition|option|question|choix))?", text)
    if ordinal and _is_ordinal(found):
        return int(ordinal[1]) - 1
    if re.fullmatch(r"(?:la|le) second(?:e)?", text):
        return 1
    return None


def _is_ordinal(found: Sequence[Word]) -> bool:
    raw = fold(next(word.raw for word in found if word.key.startswith("#")))
    return bool(re.search(r"(?:ieme|eme|er|ere|nde?|\de)s?$", raw.rstrip(" .")) or raw.startswith(("premi", "second")))


def loose(found: Sequence[Word]) -> int | None:
    """The place that a bare "deux", "B" or "la deux" names; the words may mean something else among the proposals."""
    keys = [word.key for word in found if word.key != ","]
    text = " ".join(keys)
    number = re.fullmatch(r"(?:la |le |l |numero |les )*#(\d+)", text)
    if number:
        return int(number[1]) - 1
    if len(keys) <= 2 and re.fullmatch(r"(?:la |le )?une?", text) and find(("un",)):
        return 0
    match = _LETTER.fullmatch(text)
    return _letter(match["letter"], False) if match and len(keys) <= 4 else None


def lone_letter(found: Sequence[Word]) -> int | None:
    """ "C'est." alone is the letter C, "Ah" the letter A."""
    text = joined([word for word in found if word.key != ","])
    lone = {"c est": "c", "c": "c", "eh": None}.get(text) or _LONE.get(text)
    return ord(lone) - ord("a") if lone else None
