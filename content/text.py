"""Texts that will be read aloud: made plain, or refused with what to write instead (case P1)."""

import html
import re
import unicodedata

_ENTITY = re.compile(r"&(?:#\d+|#[xX][0-9a-fA-F]+|[a-zA-Z]\w*);")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|<!--")
#: What UTF-8 looks like after it has been read as Latin-1 or Windows-1252: "Ã©", "â€™".
_MOJIBAKE = re.compile("Ã[\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u2013-\u2122]|â€|Â[\u00a0-\u00bf]")
_LINE_BREAKS_AND_TABS = "\t\n\r"


def clean(text: str) -> str:
    """Composed Unicode with plain single spaces. Raises ValueError, in French, for what cannot be read aloud.

    No-break and thin spaces, tabs and line breaks become plain spaces. HTML entities, tags, control and invisible
    characters are refused: whether they were meant cannot be told.
    """
    text = unicodedata.normalize("NFC", text)  # First: it turns U+037E into a semicolon, which can end an entity.
    if found := _ENTITY.search(text):
        raise ValueError(f"code HTML « {found[0]} » : écrire {_instead(found[0])}")
    if found := _TAG.search(text):
        raise ValueError(f"balise HTML « {found[0]} » : l'effacer")
    if found := _MOJIBAKE.search(text):
        raise ValueError(f"lettres abîmées « {found[0]} » : enregistrer l'original en UTF-8 et recopier le texte")
    for character in text:
        # Cc, Cf, Cs, Co, Cn: nothing that is seen or heard.
        if character not in _LINE_BREAKS_AND_TABS and unicodedata.category(character).startswith("C"):
            raise ValueError(f"caractère invisible U+{ord(character):04X} : l'effacer")
        if character == "\ufffd":
            raise ValueError("lettre perdue « \ufffd » : la réécrire et enregistrer en UTF-8")
    plain = " ".join(text.split())
    if not plain:
        raise ValueError("texte vide : le remplir")
    return plain


def _instead(entity: str) -> str:
    character = html.unescape(entity)
    if character == entity:
        return "le caractère voulu"
    return "une espace" if character.isspace() else f"« {character} »"


_APOSTROPHE = re.compile("['’]")
_NOT_A_WORD = re.compile(r"[\W_]+")
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})


def fold(text: str) -> str:
    """Words without accents, case and punctuation, for comparing texts: "L’Œil du Tigre !" → "l oeil du tigre"."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LIGATURES))
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return _NOT_A_WORD.sub(" ", _APOSTROPHE.sub(" ", plain)).strip()
