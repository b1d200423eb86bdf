"""How well what was heard fits one form of an answer: word by word, then by the sound of the whole."""

from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import pairwise

from rapidfuzz.distance import OSA

from host.answers.forms import ARTICLES, CATEGORIES, DROPPABLE, LEADING, Form
from host.answers.inflection import same_word
from host.answers.letters import spelled
from host.answers.names import initial, is_person, telling
from host.answers.sounds import Phones, distance, heard_alike, in_doubt
from host.dialogue.expectation import Kind


class Rank(IntEnum):
    """NEAR is close enough to accept, DOUBT to ask back."""

    NONE = 0
    DOUBT = 1
    NEAR = 2
    SAME = 3
    EXACT = 4


@dataclass(frozen=True)
class Match:
    rank: Rank
    why: str
    question: str | None = None


NOTHING = Match(Rank.NONE, "rien de commun")
REPEAT = "J'ai un doute. Pouvez-vous répéter ?"
WHICH = "Lequel exactement ?"
FULL_NAME = "Son nom complet ?"
PRECISE = "Pouvez-vous préciser ?"

_PLAIN_ADJECTIVES = frozenset(
    [
        "noir",
        "noire",
        "rouge",
        "blanc",
        "blanche",
        "bleu",
        "bleue",
        "jaune",
        "vert",
        "verte",
        "mort",
        "morte",
        "nord",
        "sud",
        "est",
        "ouest",
    ]
)


def typo_allowed(length: int) -> int:
    """Errors in writing that may be a slip: none in short words."""
    return 0 if length < 5 else 1 if length < 8 else 2 if length < 12 else 3


def _alike(a: tuple[Phones, ...], b: tuple[Phones, ...]) -> bool:
    return any(heard_alike(x, y) for x in a for y in b)


def _doubtful(a: tuple[Phones, ...], b: tuple[Phones, ...]) -> bool:
    return any(in_doubt(x, y) for x in a for y in b)


def word_rank(heard: str, said: tuple[Phones, ...], word: str, spoken: tuple[Phones, ...], inflected: bool) -> Rank:
    """One word against one word."""
    if heard == word:
        return Rank.SAME
    if heard.startswith("#") or word.startswith("#"):
        return Rank.NONE
    if inflected and same_word(heard, word):
        return Rank.SAME
    if min(len(heard), len(word)) < 2:
        return Rank.NONE
    if _alike(said, spoken):
        return Rank.NEAR
    longest = max(len(heard), len(word))
    errors = OSA.distance(heard, word)
    doubtful = _doubtful(said, spoken)
    if errors <= typo_allowed(longest):
        if doubtful and errors == 1 and longest >= 10:
            return Rank.NEAR
        slipped = len(heard) != len(word) or sorted(heard) == sorted(word)
        if slipped and errors == 1:
            return Rank.DOUBT
    return Rank.DOUBT if doubtful else Rank.NONE


def _pair(heard: Form, answer: Form, h: tuple[str, ...], skip: int, inflected: bool) -> dict[int, tuple[int, Rank]]:
    """answer word → (heard word, rank): best ranks first, then nearest places, each word once."""
    ranked = [
        (-rank, abs(i - j), i, j)
        for j, word in enumerate(answer.content)
        for i, said in enumerate(h)
        if (rank := word_rank(said, heard.spoken[i + skip], word, answer.spoken[j], inflected))
    ]
    pairs: dict[int, tuple[int, Rank]] = {}
    for minus, _, i, j in sorted(ranked):
        if j not in pairs and i not in {taken for taken, _ in pairs.values()}:
            pairs[j] = i, Rank(-minus)
    return pairs


def compare(heard: Form, answer: Form, kind: Kind, whole_only: bool = False) -> Match:
    """`whole_only`: parts of the answer do not count (wrong answers and those to ask back on)."""
    if not heard.keys or not answer.keys:
        return NOTHING
    if heard.keys == answer.keys:
        exact = heard.accented == answer.accented
        return Match(Rank.EXACT if exact else Rank.SAME, "mot pour mot")
    if heard.content == answer.content or (len(heard.compact) > 2 and heard.compact == answer.compact):
        return Match(Rank.SAME, "aux petits mots près")
    if answer.letters and (heard.compact == answer.letters or spelled(heard.text) == answer.letters):
        return Match(Rank.NEAR, "lettre par lettre")
    if all(word in ARTICLES for word in heard.keys):
        return NOTHING
    by_sound = _whole_sound(heard, answer)
    if by_sound.rank >= Rank.NEAR:
        return by_sound
    by_words = _by_words(_as_written(heard, answer), answer, kind, whole_only)
    return max(by_words, by_sound, key=lambda match: match.rank)


def _as_written(heard: Form, answer: Form) -> Form:
    """The same words, split and joined as the answer has them: "M'Bappé" and "Mbappé", "weekend" and "week-end"."""
    said = dict(zip(heard.content, heard.spoken, strict=True))
    mine = dict(zip(answer.content, answer.spoken, strict=True))
    parts = {a + b: (a, b) for a, b in pairwise(answer.keys)}
    content: list[str] = []
    i = 0
    while i < len(heard.keys):
        key, after = heard.keys[i], "".join(heard.keys[i : i + 2])
        if i + 1 < len(heard.keys) and after in mine and key not in mine:
            content.append(after)
            i += 2
            continue
        split = parts.get(key) if key not in mine else None
        content += [part for part in split if part in mine] if split else [key] if key in said else []
        i += 1
    if tuple(content) == heard.content or not content:
        return heard
    return replace(heard, content=tuple(content), spoken=tuple(mine.get(w) or said[w] for w in content))


def _whole_sound(heard: Form, answer: Form) -> Match:
    if any(distance(x, y) <= 0.1 for x in heard.whole for y in answer.whole if abs(len(x) - len(y)) < 3):
        return Match(Rank.NEAR, "même son")
    if heard.numbers != answer.numbers or len(heard.content) == len(answer.content) > 1:
        return NOTHING  # word by word only: one word for another is a different answer
    if len(heard.content) == len(answer.content) and not answer.letters:
        return NOTHING  # one word each: judged as words
    if set(heard.content) & set(answer.content):
        return NOTHING
    if _alike(heard.whole, answer.whole):
        return Match(Rank.NEAR, "presque le même son")
    return Match(Rank.DOUBT, "son voisin", REPEAT) if _doubtful(heard.whole, answer.whole) else NOTHING


def _by_words(heard: Form, answer: Form, kind: Kind, whole_only: bool) -> Match:
    skip = 0
    while skip < len(heard.content) - 1 and heard.content[skip] in LEADING and heard.content[skip] != answer.content[0]:
        skip += 1
    h = heard.content[skip:]
    inflected = kind not in (Kind.PERSON, Kind.PLACE) and not answer.named
    pairs = _pair(heard, answer, h, skip, inflected)
    if not pairs:
        return NOTHING
    used = {i for i, _ in pairs.values()}
    extra = [i for i, word in enumerate(h) if i not in used and word not in CATEGORIES and word not in LEADING]
    missing = [
        j
        for j, word in enumerate(answer.content)
        if j not in pairs
        and (kind is Kind.TITLE or (word not in DROPPABLE and word != "siecle"))
        and word not in LEADING
    ]
    weakest = min(rank for _, rank in pairs.values())
    doubts = sum(rank is Rank.DOUBT for _, rank in pairs.values())
    person = kind is Kind.PERSON or (kind is Kind.TEXT and is_person(answer.content, answer.named))
    if doubts > 1 or (doubts and (extra or missing) and not (person and not extra)):
        return NOTHING
    if not extra and not missing:
        return _complete(answer, pairs, weakest, person)
    if whole_only:
        return NOTHING
    if not missing:
        return _with_more(heard, answer, h, extra, pairs, person)
    if not extra:
        return _with_less(answer, missing, pairs, weakest, person, kind)
    return _with_other(answer, h, extra, missing, pairs, person)


def _complete(answer: Form, pairs: dict[int, tuple[int, Rank]], weakest: Rank, person: bool) -> Match:
    order = [pairs[j][0] for j in sorted(pairs)]
    if weakest is Rank.DOUBT:
        return Match(Rank.DOUBT, "mot voisin", REPEAT)
    if order != sorted(order) and not person and len(order) > 2 and "et" not in answer.keys:
        return Match(Rank.DOUBT, "mots dans un autre ordre", REPEAT)
    return Match(weakest, "mêmes mots" if weakest >= Rank.SAME else "à une faute ou un son près")


def _with_more(
    heard: Form,
    answer: Form,
    h: tuple[str, ...],
    extra: list[int],
    pairs: dict[int, tuple[int, Rank]],
    person: bool,
) -> Match:
    """All of the answer and something besides."""
    first, last = min(i for i, _ in pairs.values()), max(i for i, _ in pairs.values())
    between = all(first < i < last for i in extra)
    if (answer.named or person) and len(pairs) > 1 and between:
        return Match(Rank.NEAR, "nom complet")
    if person and len(answer.content) == 1 and last == len(h) - 1 and not any(h[i].startswith("#") for i in extra):
        if "de" in heard.keys or "du" in heard.keys:
            return Match(Rank.DOUBT, "davantage que le nom", FULL_NAME)
        return Match(Rank.NEAR, "nom complet")
    if any(i < first for i in extra) and _belongs(heard, h[first]):
        return Match(Rank.NONE, "autre chose, qui nomme la réponse")
    spare = sum(len(h[i]) for i in extra)
    if len(answer.compact) < 3 or spare > 3 * max(len(answer.compact), 6):
        return NOTHING
    return Match(Rank.DOUBT, "la réponse et autre chose", PRECISE)


def _belongs(heard: Form, word: str) -> bool:
    """ "le frère de Hugo" is not Hugo."""
    places = [i for i, key in enumerate(heard.keys) if key == word]
    return any(i > 1 and heard.keys[i - 1] in ("de", "d", "du", "des") for i in places)


def _with_less(
    answer: Form,
    missing: list[int],
    pairs: dict[int, tuple[int, Rank]],
    weakest: Rank,
    person: bool,
    kind: Kind,
) -> Match:
    """A part of the answer and nothing else."""
    names = telling(answer.content)
    if person:
        if weakest is Rank.DOUBT:
            return Match(Rank.DOUBT, "nom mal entendu", REPEAT) if names <= set(pairs) else NOTHING
        if names <= set(pairs):
            return Match(min(weakest, Rank.NEAR), "par son nom")
        return Match(Rank.DOUBT, "nom incomplet", WHICH if names & set(pairs) else FULL_NAME)
    if any(answer.content[j].startswith("#") for j in missing):
        return Match(Rank.DOUBT, "il manque un nombre", WHICH)
    heard_capitals = [j for j in pairs if answer.capitals[j]]
    if not answer.capitals[0] and kind is not Kind.TITLE and heard_capitals and "de" not in answer.keys:
        capitals = {j for j, capital in enumerate(answer.capitals) if capital}
        word = answer.content[heard_capitals[0]]
        if capitals <= set(pairs) and len(word) > 4 and word not in _PLAIN_ADJECTIVES:
            return Match(Rank.NEAR, "par son nom propre")
    share = sum(len(answer.content[j]) for j in pairs) / len(answer.compact)
    if share >= 0.8 and len(pairs) > 1 and not any(answer.content[j] in _PLAIN_ADJECTIVES for j in missing):
        return Match(Rank.NEAR, "presque entière")
    enough = share >= (0.15 if heard_capitals and not answer.capitals[0] else 0.3) or "republique" in answer.keys
    return Match(Rank.DOUBT, "réponse incomplète", PRECISE) if enough else NOTHING


def _with_other(
    answer: Form,
    h: tuple[str, ...],
    extra: list[int],
    missing: list[int],
    pairs: dict[int, tuple[int, Rank]],
    person: bool,
) -> Match:
    """A part of the answer, and something else in place of the rest."""
    if person and telling(answer.content) <= set(pairs) and len(answer.content) > 1:
        if len(extra) == 1 and any(initial(h[extra[0]], answer.content[j]) for j in missing):
            return Match(Rank.NEAR, "initiale et nom")
        return Match(Rank.DOUBT, "même nom, autre prénom", FULL_NAME)
    return Match(Rank.NONE, "autre réponse")
