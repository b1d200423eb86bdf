"""A problem of a deck, and what all its cards are checked for: texts too long, told answers, names taken for others."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from rapidfuzz.distance import Levenshtein

from content.text import fold
from content.yaml12 import Document, Where, field_name

MAX_HEARD = 160  # Characters of a question or statement that can be remembered when only heard.
MAX_NAME = 40
MAX_THEME = 30
TOO_CLOSE = 0.75  # Similarity of two sounds, from 0 to 1, above which a recogniser confuses them.
NEARLY_ONE = 0.85  # The same among things that are all right: only one of them would count.

Sounds = Callable[[str], str]


@dataclass(frozen=True)
class Problem:
    """`error`: the deck must not be played; `warning`: players will stumble; `note`: good to know."""

    severity: Literal["error", "warning", "note"]
    code: str
    card: str | None
    where: Where
    message: str

    def line(self, document: Document) -> str:
        """One French line in the form of a ContentError."""
        number = document.line(self.where)
        place = document.path if number is None else f"{document.path}:{number}"
        return f"{place}: {field_name(self.where)}: {self.message}"


def too_long(card: str, at: Where, text: str, most: int = MAX_HEARD) -> Iterator[Problem]:
    if len(text) > most:
        message = f"{len(text)} caractères, trop long pour l'oreille : {most} au plus"
        yield Problem("warning", "too_long", card, at, message)


def told(card: str, at: Where, text: str, forms: Sequence[str]) -> Iterator[Problem]:
    words = f" {fold(text)} "
    if found := next((form for form in forms if (name := bare(fold(form))) and f" {name} " in words), None):
        yield Problem("warning", "answer_told", card, at, f"la réponse « {found} » est dans le texte : le reformuler")


@dataclass(frozen=True)
class Clash:
    """The thing at `place` has a name `later` which is an `earlier` thing's too, or sounds like it."""

    place: int
    earlier: str
    later: str
    same: bool


def clashes(things: Sequence[Sequence[str]], sounds: Sounds, too_close: float) -> Iterator[Clash]:
    """At most one clash for each two things, each given by all its names."""
    named = [[(form, bare(fold(form)), sounds(form)) for form in forms] for forms in things]
    for first, second in combinations(range(len(named)), 2):
        pairs = [(a, b) for a in named[first] for b in named[second]]
        if same := next(((a, b) for a, b in pairs if a[1] == b[1]), None):
            yield Clash(second, same[0][0], same[1][0], same=True)
        elif close := next(((a, b) for a, b in pairs if alike(a[2], b[2], too_close)), None):
            yield Clash(second, close[0][0], close[1][0], same=False)


def alike(a: str, b: str, too_close: float = TOO_CLOSE) -> bool:
    return Levenshtein.normalized_similarity(a, b) >= too_close


_ARTICLES = frozenset(["le", "la", "les", "l", "un", "une", "des", "du", "de", "d"])


def bare(folded: str) -> str:
    """Without leading articles, unless nothing would be left."""
    words = folded.split()
    while len(words) > 1 and words[0] in _ARTICLES:
        words = words[1:]
    return " ".join(words)


_ARTICLE = re.compile(r"^(?:[ld]['’]|(?:les?|la|une?|des?|du)\s+)", re.IGNORECASE)
_MARKS = re.compile("[\\sˈˌː]")


def without_article(sounds: Sounds) -> Sounds:
    """A shared article, and the marks of stress and length, make short words look more alike than they sound."""
    return lambda text: _MARKS.sub("", sounds(_ARTICLE.sub("", text)))
