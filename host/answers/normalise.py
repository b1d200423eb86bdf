"""French text as a recogniser, a pack or a keyboard writes it → words that compare alike.

Case, accents, composition, ligatures, apostrophes, hyphens and typographic spaces make no difference.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ł": "l", "đ": "d"})
_ELIDED = frozenset(["l", "d", "j", "c", "qu", "n", "s", "m", "t", "jusqu", "lorsqu", "puisqu", "quelqu"])
_ABBREVIATED = {
    "st": "saint",
    "ste": "sainte",
    "mme": "madame",
    "mlle": "mademoiselle",
    "mr": "monsieur",
    "dr": "docteur",
    "no": "numero",
    "nº": "numero",
}
_SIGNS = {"%": "pourcent", "€": "euros", "&": "et", "+": "plus", "°": "degres", "$": "dollars", "−": "moins"}
_UNITS = {
    "km": "kilometres",
    "m": "metres",
    "cm": "centimetres",
    "mm": "millimetres",
    "kg": "kilogrammes",
    "g": "grammes",
    "h": "heures",
    "min": "minutes",
    "s": "secondes",
    "l": "litres",
    "ans": "ans",
}
_ORDINAL_END = r"(?:ers?|[eè]res?|res?|[eè]mes?|i[eè]mes?|es?|è|nde?s?|ds?)"
_TOKEN = re.compile(
    r"aujourd['’]hui|presqu['’][iî]le|prud['’]hom\w+"
    r"|(?P<dotted>(?:[^\W\d_]\.){2,}(?:[^\W\d_](?![^\W\d_]))?)"
    r"|(?P<fraction>\d+/0*[1-9]\d*)"
    r"|(?P<digits>(?:\d{1,3}(?:[ \u00a0\u202f.]\d{3})+(?![\d])|\d+)(?:[.,]\d+)?)"
    rf"(?:(?P<ordinal>{_ORDINAL_END})(?![^\W_]))?"
    r"|(?P<word>[^\W\d_]+)(?P<elision>['’ʼ`]?)"
    r"|(?P<minus>(?<![^\s])[-−](?=\d))"
    r"|(?P<stop>[,;:….!?/()«»\"“”—–]+)"
    r"|(?P<sign>[%€&+°$])",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Word:
    """`key` is what compares: "#14" for a number, "," for any stop, otherwise the folded word.

    `start` and `end` are places in the composed (NFC) text, so that a stretch of words can be read aloud as written.
    """

    key: str
    start: int
    end: int
    raw: str


def compose(text: str) -> str:
    return unicodedata.normalize("NFC", text)


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Lower case, without accents or ligatures."""
    lowered = unicodedata.normalize("NFKC", text).casefold().translate(_LIGATURES)
    return "".join(c for c in unicodedata.normalize("NFD", lowered) if not unicodedata.combining(c))


def keep_accents(text: str) -> str:
    """Lower case, one kind of apostrophe and space, accents kept: tells "sale" from "salé"."""
    lowered = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", text).casefold()).translate(_LIGATURES)
    return " ".join(re.findall(r"[\w]+", lowered))


@lru_cache(maxsize=2048)
def words(text: str) -> tuple[Word, ...]:
    """The words and stops of a composed text, in order; numbers are still digits or number words.

    Digits come out as "#1914", "#3.14" or "#1/2"; "1er" and "2e" as "#1" and "#2"; "T.G.V." as "tgv".
    """
    found: list[Word] = []
    for match in _TOKEN.finditer(text):
        found.extend(_words_of(match, found))
    return tuple(found)


def _words_of(match: re.Match[str], before: list[Word]) -> list[Word]:
    start, end, raw = match.start(), match.end(), match.group()
    kind = match.lastgroup
    if match["digits"]:
        number = re.sub(r"[ \u00a0\u202f]", "", match["digits"])
        number = re.sub(r"\.(?=\d{3}(?:\D|$))", "", number) if re.fullmatch(r"\d{1,3}(\.\d{3})+", number) else number
        return [Word("#" + number.replace(",", "."), start, end, raw)]
    if match["fraction"]:
        return [Word("#" + raw, start, end, raw)]
    if match["dotted"]:
        return [Word(fold(raw.replace(".", "")), start, end, raw)]
    if kind == "minus":
        return [Word("moins", start, end, raw)]
    if kind == "stop":
        return [Word(",", start, end, raw)]
    if kind == "sign":
        return [Word(_SIGNS[raw], start, end, raw)]
    key = fold(match["word"] or raw)
    after_digits = bool(before) and before[-1].end == start and before[-1].key.startswith("#")
    after_number = bool(before) and before[-1].key.startswith("#") and not match["elision"]
    if after_number and key in _UNITS and (after_digits or len(key) > 1 or key == "m"):
        return [Word(_UNITS[key], start, end, raw)]
    if match["elision"] and key in _ELIDED:
        return [Word(key, start, end, raw)]
    if before and before[-1].key == "pour" and key == "cent":
        previous = before.pop()
        return [Word("pourcent", previous.start, end, raw)]
    return [Word(_ABBREVIATED.get(key, key), start, end, raw)]
