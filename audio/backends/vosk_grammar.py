"""What Vosk may expect, and how far its expectation is believed.

A grammar makes Vosk hear one of its phrases in whatever is said, with full confidence; `[unk]` hardly rejects. So the
same audio is also heard without a grammar, and a phrase of the grammar takes the place of what was heard there only if
the two sound alike. What was heard elsewhere stays: "non, pas …" is not lost.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from num2words import num2words
from rapidfuzz.distance import Levenshtein

#: The word for "something else", as models spell it.
UNKNOWN_WORDS = ("[unk]", "<unk>", "<UNK>")

#: How alike (0 to 1) two texts must sound. Measured on a Korean model with synthetic voices, the only ones at hand, and
#: grammars of four words. With the word said among them (216 times) the grammar alone was right 174 times, and put in
#: 33 times. Without it (216 times) the grammar heard one of them 178 times, put in 0 times (at 0.55: 3, at 0.5: 10).
ALIKE = 0.6

_TOKEN = re.compile(r"[^\W_]+(?:['-][^\W_]+)*'?")
_STRESS_AND_SPACES = re.compile(r"[ˈˌːˑ\s]")
_MAX_DIGITS = 12

Knows = Callable[[str], bool]


@dataclass(frozen=True)
class HeardWord:
    """A word, when it was said (seconds from the beginning of the audio), and its posterior probability."""

    text: str
    start_s: float
    end_s: float
    confidence: float


def known_words(phrase: str, knows: Knows) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A phrase as words of the vocabulary, and those words of it that the vocabulary lacks."""
    words, unknown = list[str](), list[str]()
    for token in _TOKEN.findall(_flat(phrase)):
        ways = list(_ways(token))
        found = next((way for way in ways if all(map(knows, way))), None)
        if found is not None:
            words += found
        else:
            unknown += [part for part in ways[-1] if not knows(part)]
    return tuple(words), tuple(dict.fromkeys(unknown))


def grammar_phrases(phrases: Iterable[str], knows: Knows) -> tuple[tuple[str, ...], ...]:
    """The phrases that can stand in a grammar, as words; one with a word the model does not know cannot."""
    split = (known_words(phrase, knows) for phrase in phrases)
    return tuple(dict.fromkeys(words for words, unknown in split if words and not unknown))


def grammar_json(phrases: Sequence[Sequence[str]], unknown_word: str) -> str:
    """Never `[]` nor ASCII escapes: the first ends the process, with the second accented words are lost."""
    return json.dumps([*(" ".join(words) for words in phrases), unknown_word], ensure_ascii=False)


def settle(
    by_grammar: Sequence[HeardWord],
    freely: Sequence[HeardWord],
    phrases: Iterable[Sequence[str]],
    alike: Callable[[str, str], float],
) -> tuple[HeardWord, ...]:
    """What was heard freely, with phrases of the grammar in place of what sounds like them at the same time.

    A word put in has the confidence of what it replaces, since the grammar's own means nothing.
    """
    left, put_in = list(freely), list[HeardWord]()
    for phrase in _phrases_in(by_grammar, phrases):
        start_s, end_s = phrase[0].start_s, phrase[-1].end_s
        replaced = [word for word in left if _mostly_within(word, start_s, end_s)]
        said, expected = _text(replaced), _text(phrase)
        if replaced and (said == expected or alike(said, expected) >= ALIKE):
            confidence = sum(word.confidence for word in replaced) / len(replaced)
            left = [word for word in left if word not in replaced]
            put_in += [HeardWord(word.text, word.start_s, word.end_s, confidence) for word in phrase]
    return tuple(sorted([*left, *put_in], key=lambda word: word.start_s))


def sounds_alike(one: str, other: str, sound: Callable[[str], str]) -> float:
    """From 0 to 1, by the edits that turn one pronunciation into the other. Nothing sounds like silence."""
    first, second = (_STRESS_AND_SPACES.sub("", sound(text)) for text in (one, other))
    return float(Levenshtein.normalized_similarity(first, second)) if first and second else 0.0


def _phrases_in(words: Sequence[HeardWord], phrases: Iterable[Sequence[str]]) -> Iterator[Sequence[HeardWord]]:
    """The phrases of which the grammar's result is a string, the longest first where several begin alike."""
    longest_first = sorted({tuple(phrase) for phrase in phrases}, key=len, reverse=True)
    at = 0
    while at < len(words):
        texts = tuple(word.text for word in words[at:])
        length = next((len(phrase) for phrase in longest_first if texts[: len(phrase)] == phrase), 0)
        if length:
            yield words[at : at + length]
        at += max(1, length)


def _mostly_within(word: HeardWord, start_s: float, end_s: float) -> bool:
    return min(word.end_s, end_s) - max(word.start_s, start_s) > (word.end_s - word.start_s) / 2


def _text(words: Sequence[HeardWord]) -> str:
    return " ".join(word.text for word in words)


def _flat(phrase: str) -> str:
    """One spelling of what can be spelt in several: apostrophes, accents, numbers."""
    text = unicodedata.normalize("NFC", phrase).replace("’", "'").replace("‑", "-")
    return re.sub(r"\d+", lambda digits: _number(digits[0]), text)


def _number(digits: str) -> str:
    return f" {num2words(int(digits), lang='fr')} " if len(digits) <= _MAX_DIGITS else digits


def _ways(token: str) -> Iterator[list[str]]:
    """Ways a vocabulary may write a token, from the whole word to its parts."""
    ligatures = str.maketrans({"œ": "oe", "æ": "ae", "Œ": "OE", "Æ": "AE"})
    spellings = [token.lower(), token, token.lower().translate(ligatures)]
    cuts = [lambda t: [t], lambda t: t.split("-"), _after_apostrophe, lambda t: _after_apostrophe(t.replace("-", " "))]
    for cut, spelling in product(cuts, spellings):
        if way := [part for part in cut(spelling) if part]:
            yield way


def _after_apostrophe(token: str) -> list[str]:
    return token.replace("'", "' ").split()
