"""The accepted, rejected and asked-back forms of an expectation, turned once into what compares quickly."""

import re
from dataclasses import dataclass
from functools import lru_cache

from host.answers.letters import acronym, said_letters
from host.answers.normalise import Word, compose, keep_accents
from host.answers.numbers import merged, spell
from host.answers.reading import FrenchReading
from host.answers.sounds import Phones, Sounds, phones
from host.dialogue.expectation import Kind

RULES = FrenchReading()

ARTICLES = frozenset(["le", "la", "les", "l", "un", "une", "des", "du", "de", "d", "au", "aux", "et"])
#: Small words that may stand before an answer without being part of it.
LEADING = frozenset(
    [
        "a",
        "en",
        "dans",
        "sur",
        "chez",
        "vers",
        "pour",
        "par",
        "avec",
        "mon",
        "ton",
        "son",
        "ma",
        "ta",
        "sa",
        "mes",
        "tes",
        "ses",
        "notre",
        "votre",
        "leur",
        "ce",
        "cet",
        "cette",
        "ces",
        "the",
        "c",
    ]
)
#: What a thing is: said or left out without changing which one is meant.
CATEGORIES = frozenset(
    [
        "ville",
        "pays",
        "fleuve",
        "riviere",
        "ocean",
        "desert",
        "planete",
        "president",
        "empereur",
        "peintre",
        "ecrivain",
        "auteur",
        "poete",
        "chanteur",
        "chanteuse",
        "acteur",
        "actrice",
        "compositeur",
        "musicien",
        "philosophe",
        "physicien",
        "general",
        "film",
        "roman",
        "livre",
        "chanson",
        "groupe",
        "bataille",
        "traite",
        "capitale",
        "republique",
        "etat",
        "region",
        "departement",
        "commune",
        "village",
        "monsieur",
        "madame",
        "mademoiselle",
        "docteur",
        "sir",
        "lord",
        "professeur",
        "numero",
        "annee",
        "an",
        "animal",
        "oiseau",
        "poisson",
        "fleur",
        "arbre",
        "pape",
        "reine",
        "roi",
        "sultan",
        "marechal",
        "imperatrice",
        "province",
        "metal",
        "gaz",
        "nomme",
        "nommee",
        "fameux",
        "fameuse",
        "celebre",
        "grand",
    ]
)
#: Categories that are also a telling part of names ("le Roi Lion", "poisson rouge"): dropped from what is heard only.
_TELLING = frozenset(
    [
        "roi",
        "reine",
        "poisson",
        "fleur",
        "arbre",
        "livre",
        "film",
        "roman",
        "groupe",
        "chanson",
        "an",
        "annee",
        "animal",
        "oiseau",
        "grand",
        "pape",
        "metal",
        "gaz",
    ]
)
DROPPABLE = CATEGORIES - _TELLING
_VARIANTS = {"weekend": "fin semaine", "email": "courriel", "mail": "courriel", "smartphone": "telephone intelligent"}


@dataclass(frozen=True)
class Form:
    """One way to say something.

    `keys` are the folded words, numbers as "#14"; `content` those without articles; `spoken` the pronunciation of
    each content word; `whole` the pronunciations of all of it, by the synthesiser's rules and by spelling rules.
    """

    text: str
    keys: tuple[str, ...]
    content: tuple[str, ...]
    spoken: tuple[tuple[Phones, ...], ...]
    whole: tuple[Phones, ...]
    accented: str
    letters: str | None
    named: bool
    capitals: tuple[bool, ...]

    @property
    def compact(self) -> str:
        return "".join(self.content)

    @property
    def numbers(self) -> tuple[str, ...]:
        return tuple(sorted(key for key in self.content if key.startswith("#")))


def content_words(found: tuple[Word, ...]) -> tuple[Word, ...]:
    """Without stops and articles, unless nothing else is there."""
    plain = tuple(word for word in found if word.key != ",")
    return tuple(word for word in plain if word.key not in ARTICLES) or plain


def aloud(found: tuple[Word, ...]) -> str:
    """The words as written, numbers in words: what a synthesiser should pronounce."""
    out = []
    for word in found:
        number = word.key[1:] if word.key.startswith("#") else ""
        out.append(
            spell(int(number)) if number.isdigit() and len(number) < 13 else word.raw if word.key != "," else " "
        )
    return re.sub(r"(['’]) ", r"\1", " ".join(out))


@lru_cache(maxsize=8192)
def pronounced(text: str, sounds: Sounds | None) -> tuple[Phones, ...]:
    """Every pronunciation to compare, without repeats."""
    both = [sounds.ipa(text), RULES.ipa(text)] if sounds else [RULES.ipa(text)]
    return tuple(dict.fromkeys(said for said in map(phones, both) if said))


def _named(content: tuple[Word, ...], keys: tuple[str, ...]) -> bool:
    """Whether it looks like the name of somebody: two capitals or more, no article before them."""
    if len(content) < 2 or keys[0] in ARTICLES or any(word.key.startswith("#") for word in content[:1]):
        return False
    return all(word.raw[:1].isupper() or word.key.startswith("#") or word.key in ("van", "von") for word in content)


@lru_cache(maxsize=8192)
def form(text: str, sounds: Sounds | None, found: tuple[Word, ...] | None = None) -> Form:
    """`found`: the words already cut out of an utterance, in place of the text's own."""
    found = merged(text) if found is None else found
    plain = tuple(word for word in found if word.key != ",")
    content = content_words(found)
    keys = tuple(word.key for word in plain)
    said = aloud(found)
    whole = pronounced(said, sounds)
    letters = acronym(compose(text).strip())
    if letters:
        whole = tuple(dict.fromkeys([*whole, *pronounced(said_letters(letters), sounds)]))
    return Form(
        text=text,
        keys=keys,
        content=tuple(word.key for word in content),
        spoken=tuple(pronounced(aloud((word,)), sounds) for word in content),
        whole=whole,
        accented=keep_accents(text),
        letters=letters,
        named=bool(keys) and _named(content, keys),
        capitals=tuple(word.raw[:1].isupper() for word in content),
    )


@lru_cache(maxsize=2048)
def variants(text: str, kind: Kind) -> tuple[str, ...]:
    """The answers a pack's line stands for: "Hadès ou Poséidon", "Hippocampe (cheval de mer)", "week-end"."""
    text = compose(text).strip()
    bare = re.sub(r"\s*[\(\[][^)\]]*[\)\]]\s*", " ", text).strip()
    inner = [part.strip() for part in re.findall(r"[\(\[]([^)\]]*)[\)\]]", text)]
    out = [bare] if bare and bare != text else []
    out += [part for part in inner if len(part) > 2 and bare]
    parts = re.split(r"\s+ou\s+|\s*[/;]\s*", bare) if kind not in (Kind.TITLE, Kind.NUMBER, Kind.YEAR) else []
    if len(parts) > 1 and not any(re.match(r"(?:ne|pas|non|pas)\b", part) or not part for part in parts):
        out += parts
    key = "".join(word.key for word in content_words(merged(text)))
    other = _VARIANTS.get(key) or next((k for k, v in _VARIANTS.items() if v.replace(" ", "") == key), None)
    if other:
        out.append(other)
    return tuple(dict.fromkeys(part for part in [text, *out] if part)) or (text,)
