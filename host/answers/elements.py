"""Which elements of a list were named, in what order and when (N6, N19): timed words → elements, each once.

What sounds like a wrong answer as much as like a right one is wrong. In a list nobody is asked back: doubt counts for
nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from host.answers.carriers import is_pass, joined
from host.answers.forms import ARTICLES
from host.answers.naming import mentions, names_of
from host.answers.normalise import Word, compose
from host.answers.numbers import merged
from host.answers.sounds import Sounds
from host.dialogue.expectation import Option
from host.dialogue.replies import Found

#: An article this long before its noun is part of it: the element begins there.
_ARTICLE_WITHIN_S = 1.0
_DENYING = frozenset(["pas", "ni", "sauf"])
_NOT_DENYING = frozenset(
    ["sais", "sait", "savons", "vois", "pourquoi", "crois", "suis", "ai", "sure", "sur"]
)  # before a "pas"
#: Giving up a list. Not knowing for a moment is no giving up: "je ne sais plus" is thought aloud.
_GIVES_UP = re.compile(r"\b(?:pass\w*|seche|cale|abandonne|renonce|langue|armes|joker|suivante?)\b")
_STOPS = re.compile(r"(?:stop|(?:je|j|on) (?:m |me |s )?arretes?)")


@dataclass(frozen=True)
class Timed:
    """A word, or a line of several, and when it began: seconds from the request's opening."""

    text: str
    start_s: float = 0.0


@dataclass(frozen=True)
class Span:
    """Where something is named: the places of the first and the last word; `element` is None for a wrong answer."""

    element: str | None
    first: int
    last: int


@dataclass(frozen=True)
class Listed:
    """What a list came to. `given_up_s`: when somebody gave up; None if nobody did.

    `spans`: all that was named. `taken_back`: elements that were denied ("non, pas Lyon").
    """

    found: tuple[Found, ...]
    given_up_s: float | None = None
    spans: tuple[Span, ...] = ()
    taken_back: frozenset[str] = frozenset()


def read_list(
    words: Sequence[Timed],
    elements: Sequence[Option],
    rejected: Sequence[str],
    time_s: float,
    wanted: int,
    sounds: Sounds | None,
    giving_up: bool = True,
) -> Listed:
    """The different elements begun before `time_s`, at most `wanted`, in the order they were first named.

    An element that is taken back ("non, pas Lyon") does not count, unless it made the list complete before; nor does
    what follows when somebody gives up (N19). Without `giving_up` nobody does: the words are too doubtful for that.
    """
    names = names_of(tuple(elements), tuple(rejected), sounds)
    tokens, places, text = _tokens(words)
    starts_s = tuple(words[place].start_s for place in places)
    found, spans, taken_back, unnamed_from = dict[str, Found](), list[Span](), set[str](), 0

    def listed(given_up_s: float | None) -> Listed:
        return Listed(tuple(found.values()), given_up_s, tuple(spans), frozenset(taken_back))

    for mention in mentions(tokens, text, names, sounds):
        unnamed = slice(unnamed_from, mention.start)
        if giving_up and (given_up_s := _given_up(tokens[unnamed], starts_s[unnamed])) is not None:
            return listed(given_up_s)
        unnamed_from = mention.end
        element, begins = mention.name.element, _begins(tokens, starts_s, mention.start)
        spans.append(Span(element, places[begins], places[mention.end - 1]))
        if element is None or starts_s[begins] >= time_s:
            continue
        if _denied(tokens, begins):
            found.pop(element, None)
            taken_back.add(element)
            continue
        said = text[tokens[mention.start].start : tokens[mention.end - 1].end]
        found.setdefault(element, Found(element, said, starts_s[begins]))
        if len(found) >= wanted:
            return listed(None)
    return listed(_given_up(tokens[unnamed_from:], starts_s[unnamed_from:]) if giving_up else None)


def named(text: str, elements: Sequence[Option], rejected: Sequence[str], sounds: Sounds | None) -> tuple[str, ...]:
    """The ids of all elements that a text names, each once."""
    read = read_list((Timed(text),), elements, rejected, float("inf"), len(elements) + 1, sounds)
    return tuple(one.element for one in read.found)


def _tokens(words: Sequence[Timed]) -> tuple[tuple[Word, ...], tuple[int, ...], str]:
    """The words without stops, the place in `words` of each, and the text they stand in."""
    text, ends = "", list[int]()
    for word in words:
        text += compose(word.text) + " "
        ends.append(len(text))
    tokens = tuple(word for word in merged(text) if word.key != ",")
    places, place = list[int](), 0
    for token in tokens:
        while token.start >= ends[place]:
            place += 1
        places.append(place)
    return tokens, tuple(places), text


def _begins(tokens: tuple[Word, ...], starts_s: tuple[float, ...], place: int) -> int:
    """Where a name begins: with its article, if that came just before."""
    at_s = starts_s[place]
    while place > 0 and tokens[place - 1].key in ARTICLES - {"et"} and at_s - starts_s[place - 1] < _ARTICLE_WITHIN_S:
        place -= 1
    return place


def _denied(tokens: tuple[Word, ...], place: int) -> bool:
    before = [token.key for token in tokens[max(0, place - 2) : place]]
    return bool(before) and before[-1] in _DENYING and before[0] not in _NOT_DENYING


def _given_up(tokens: tuple[Word, ...], starts_s: tuple[float, ...]) -> float | None:
    """When somebody gives up in words that name nothing: "stop", or a "je passe" after whatever hesitation."""
    for place in range(len(tokens)):
        for end in range(len(tokens), place, -1):
            said = joined(tokens[place:end])
            if _STOPS.fullmatch(said) or (_GIVES_UP.search(said) and is_pass(said)):
                return starts_s[place]
    return None
