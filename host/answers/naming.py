"""What is named in words: at each, the longest name that they are, or sound like as the judge hears it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, zip_longest

from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from host.answers.carriers import joined
from host.answers.forms import ARTICLES, Form, aloud, content_words, form, pronounced, variants
from host.answers.match import Rank, compare
from host.answers.normalise import Word, keep_accents
from host.answers.sounds import Phones, Sounds, heard_alike
from host.dialogue.expectation import Kind, Option

_HESITATIONS = frozenset(
    [
        "euh",
        "heu",
        "hum",
        "hm",
        "hmm",
        "mm",
        "ah",
        "oh",
        "eh",
        "he",
        "ben",
        "bah",
        "bon",
        "alors",
        "et",
        "puis",
        "aussi",
        "ensuite",
        "apres",
        "donc",
    ]
)
_OF = frozenset(["de", "du", "des", "d"])

#: Sounds that are nearly one to the judge are one here; what is lost for nothing is left out.
_COARSE = {"ɛ": "e", "ɔ": "o", "œ": "2", "ø": "2", "ə": "", "j": "i", "w": "u", "ɥ": "y", "ɲ": "n", "ŋ": "n"}


@dataclass(frozen=True)
class Name:
    """One way to name an element; `element` is None for a wrong one."""

    element: str | None
    form: Form


@dataclass(frozen=True)
class Names:
    all: tuple[Name, ...]
    by_content: dict[tuple[str, ...], tuple[Name, ...]]
    by_word: dict[str, tuple[int, ...]]
    codes: tuple[str, ...]
    code_of: tuple[int, ...]
    """The place in `all` of the name that each code belongs to."""
    longest: int


@dataclass(frozen=True)
class Mention:
    """A stretch of words, from place `start` to before `end`, that names something."""

    name: Name
    start: int
    end: int


@lru_cache(maxsize=64)
def names_of(elements: tuple[Option, ...], rejected: tuple[str, ...], sounds: Sounds | None) -> Names:
    """All names, turned once; wrong ones first, so that they win where both fit."""
    lines = chain(((None, line) for line in rejected), ((e.id, line) for e in elements for line in e.forms))
    names = [Name(owner, form(one, sounds)) for owner, line in lines for one in variants(line, Kind.TEXT)]
    by_content: dict[tuple[str, ...], tuple[Name, ...]] = {}
    by_word: dict[str, tuple[int, ...]] = {}
    codes, code_of = list[str](), list[int]()
    for place, name in enumerate(names):
        by_content[name.form.content] = (*by_content.get(name.form.content, ()), name)
        several = len(name.form.content) > 1 and not _OF & set(name.form.keys)  # "Sud" is not South Africa
        for word in name.form.content if several else ():
            by_word[word] = (*by_word.get(word, ()), place)
        bare = zip_longest(*name.form.spoken, fillvalue=())  # without articles, each way of saying it
        for code in dict.fromkeys([*map(_code, name.form.whole), *("".join(map(_code, way)) for way in bare)]):
            codes.append(code)
            code_of.append(place)
    longest = max((len(name.form.keys) for name in names), default=0)
    return Names(tuple(names), by_content, by_word, tuple(codes), tuple(code_of), longest)


@lru_cache(maxsize=8192)
def _code(said: Phones) -> str:
    """The sounds as a text that compares at the speed of texts; nasal vowels are capitals."""
    plain = (phone.strip() for phone in said)
    return "".join(phone[0].upper() if len(phone) > 1 else _COARSE.get(phone, phone) for phone in plain if phone)


def mentions(tokens: tuple[Word, ...], text: str, names: Names, sounds: Sounds | None) -> Iterator[Mention]:
    """Everything that is named, right or wrong, from left to right, longest first."""
    near = _near(tokens, names, sounds)
    place = 0
    while place < len(tokens):
        for end in range(min(len(tokens), place + names.longest + 1), place, -1):
            window = tokens[place:end]
            if window[-1].key in ARTICLES and end > place + 1:
                continue
            name = _exact(window, text, names) or _alike(window, text, near.get((place, end), ()), names, sounds)
            if name is not None:
                yield Mention(name, place, end)
                place = end
                break
        else:
            place += 1


def _exact(window: tuple[Word, ...], text: str, names: Names) -> Name | None:
    """The name of just these words; accents tell between two that differ in nothing else."""
    content = tuple(word.key for word in content_words(window))
    listed = names.by_content.get(content, ())
    if not listed or (window[0].key in ARTICLES) != (content[0] in ARTICLES):
        return None  # an article before a name is no part of it
    accented = keep_accents(text[window[0].start : window[-1].end])
    return next((name for name in listed if name.form.accented == accented), listed[0])


def _near(tokens: tuple[Word, ...], names: Names, sounds: Sounds | None) -> dict[tuple[int, int], tuple[int, ...]]:
    """For each window of words the names that may sound like it, or that have a word of it: a first, coarse sieve."""
    if not names.codes or not tokens:
        return {}
    spoken = [tuple(map(_code, pronounced(aloud((token,)), sounds))) for token in tokens]
    windows, queries = list[tuple[int, int]](), list[str]()
    for place, token in enumerate(tokens):
        if token.key in _HESITATIONS or token.key in ARTICLES:
            continue
        for end in range(place + 1, min(len(tokens), place + names.longest + 1) + 1):
            for way in range(max(len(ways) for ways in spoken[place:end])):
                queries.append("".join(ways[min(way, len(ways) - 1)] for ways in spoken[place:end] if ways))
                windows.append((place, end))
    if not queries:
        return {}
    edits = cdist(queries, names.codes, scorer=Levenshtein.distance, score_cutoff=4)
    close: dict[tuple[int, int], dict[int, None]] = {}
    for row, column in zip(*(edits <= 4).nonzero(), strict=True):
        longer = max(len(queries[row]), len(names.codes[column]))
        if edits[row, column] <= min(4, max(2, longer // 3)):
            close.setdefault(windows[row], {})[names.code_of[column]] = None
    for place, token in enumerate(tokens):
        for end, key in ((place + 1, token.key), (place + 2, joined(tokens[place : place + 2]).replace(" ", ""))):
            for listed in names.by_word.get(key, ()) if place == 0 or tokens[place - 1].key not in _OF else ():
                close.setdefault((place, end), {})[listed] = None
    return {window: tuple(places) for window, places in close.items()}


def _alike(
    window: tuple[Word, ...], text: str, near: tuple[int, ...], names: Names, sounds: Sounds | None
) -> Name | None:
    """The name that these words sound like, or that they are enough of."""
    if not near:
        return None
    heard = form(text[window[0].start : window[-1].end], sounds, window)
    best, rank = None, Rank.DOUBT
    for place in sorted(near):
        name = names.all[place]
        if len(heard.content) > len(name.form.content) and not _sounds_like(heard, name.form):
            continue  # it has another word besides
        match = compare(heard, name.form, Kind.TEXT, whole_only=name.element is None)
        if match.rank > rank:
            best, rank = name, match.rank
    return best


def _sounds_like(one: Form, other: Form) -> bool:
    return any(heard_alike(a, b) for a in one.whole for b in other.whole)
