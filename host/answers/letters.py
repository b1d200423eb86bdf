"""Letters said one by one: acronyms ("cé gé té") and spelling questions ("D, E accent aigu, deux P …")."""

import re
import unicodedata
from functools import lru_cache

from host.answers.normalise import compose, fold

NAMES = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyz",
        [
            "a",
            "bé",
            "cé",
            "dé",
            "e",
            "effe",
            "gé",
            "ache",
            "i",
            "ji",
            "ka",
            "elle",
            "emme",
            "enne",
            "o",
            "pé",
            "ku",
            "erre",
            "esse",
            "té",
            "u",
            "vé",
            "double-vé",
            "ixe",
            "i-grec",
            "zède",
        ],
        strict=True,
    )
)
_HEARD = {fold(name): letter for letter, name in NAMES.items() if "-" not in name}
#: What a recogniser writes for a letter said alone.
_HEARD |= {
    word: letter
    for letter, text in {
        "a": "ah ha as",
        "b": "bes bet",
        "c": "ces ses c'est sait sais cet",
        "d": "des det",
        "e": "eu euh heu",
        "f": "ef eff effes",
        "g": "j'ai jai geai jet",
        "h": "hache aches",
        "j": "jie gi j'y",
        "k": "cas kas qua",
        "l": "el ell elles aile ailes",
        "m": "em aime aimes m'aime",
        "n": "en haine aine n'aime",
        "o": "oh eau au haut ho",
        "p": "pe paix pet pes",
        "q": "cu cul",
        "r": "air er aire r'",
        "s": "es est-ce ess",
        "t": "the tes thes t'es",
        "u": "hue eut",
        "v": "ve vais ves",
        "x": "ix",
        "y": "igrec",
        "z": "zed zede",
    }.items()
    for word in text.split()
}
_ACCENTS = {"aigu": "\u0301", "grave": "\u0300", "circonflexe": "\u0302", "trema": "\u0308", "cedille": "\u0327"}
_SPOKEN_ACCENT = re.compile(
    r"(?:e )?(?:accent |avec )?(?:un |une )?(?:accent )?(aigu|egu|grave|circonflexe|trema|cedille)s?\b"
)
_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+")
_COUNTS = {"deux": 2, "2": 2, "double": 2, "doubles": 2, "trois": 3, "3": 3, "un": 1, "une": 1, "1": 1}


@lru_cache(maxsize=2048)
def acronym(text: str) -> str | None:
    """The folded letters of "CGT", "T.G.V." or "S N C F"; None for anything else."""
    if re.fullmatch(r"[A-ZÀ-Ý]{2,6}|(?:[A-ZÀ-Ý]\.\s?){2,}[A-ZÀ-Ý]?|(?:[A-ZÀ-Ý] ){1,5}[A-ZÀ-Ý]", text):
        return fold(re.sub(r"[.\s]", "", text))
    return None


def said_letters(letters: str) -> str:
    """How the letters are read aloud: "cé gé té"."""
    return " ".join(NAMES.get(letter, letter).replace("-", " ") for letter in letters)


def _prepared(heard: str) -> str:
    text = compose(heard).replace("’", "'")
    text = re.sub(r"\best[- ]ce\b", "S", text, flags=re.IGNORECASE)
    text = re.sub(r"\bi[- ]grec\b", "Y", text, flags=re.IGNORECASE)
    text = re.sub(r"\b(?:double|deux)[- ]?(?:v[ée]\b|v\b)", "W", text, flags=re.IGNORECASE)
    text = re.sub(r"\b(?:e dans l'?[oa]u?|o e collés?|e dans le o)\b", "œ", text, flags=re.IGNORECASE)
    return re.sub(r"\bcomme\s+[^\W\d_]+", " ", text, flags=re.IGNORECASE)


def _marks(token: str) -> str | None:
    return _ACCENTS.get({"egu": "aigu", "aigue": "aigu", "cedilles": "cedille"}.get(token, token))


@lru_cache(maxsize=512)
def spelled(heard: str, word: str | None = None) -> str | None:
    """The letters somebody says, accents on them; None as soon as something is no letter.

    `word`: the word in question, which may be said before it is spelled. Capitals run together are letters.
    """
    out: list[str] = []
    count = 1
    for token in _TOKEN.findall(_prepared(heard)):
        key = fold(token)
        mark = _marks(key)
        if mark and out:
            out[-1] = unicodedata.normalize("NFC", unicodedata.normalize("NFD", out[-1])[0] + mark)
        elif key in (
            "accent",
            "avec",
            "majuscule",
            "minuscule",
            "puis",
            "et",
            "ensuite",
            "tiret",
            "trait",
            "union",
            "d'union",
        ):
            continue
        elif key in _COUNTS:
            count = _COUNTS[key]
        elif len(token) == 1:
            out += [token.lower()] * count
            count = 1
        elif token.isupper() or (glued := re.fullmatch(r"\d([a-z])", key)):
            letters = token.lower() if token.isupper() else glued[1] if glued else ""
            out += [letters[0]] * count + list(letters[1:])
            count = 1
        elif key in _HEARD or key.removesuffix("s") in _HEARD:
            out += [_HEARD.get(key) or _HEARD[key.removesuffix("s")]] * count
            count = 1
        elif word and key == fold(word) and not out:
            continue
        else:
            return None
    return "".join(out) if out and count == 1 else None


def without_accents(text: str) -> str:
    return fold(text)
