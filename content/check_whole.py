"""What the cards of a deck, or of several decks, may have wrong together."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import assert_never

from rapidfuzz import fuzz

from content.check_texts import Problem, bare
from content.schema import Card, Cauchemar, Deck, Double, GiveMeFive, InfoIntox, PlusOuMoins, Roulette
from content.text import fold
from content.yaml12 import Where

SAME_QUESTION = 90  # Similarity of two wordings, from 0 to 100.
SAME_WORD = 80
LONG_WORD = 5  # Letters.
MANY_WORDS = 5  # From as many on, the same words in another order say the same.
FEW = 5  # Below this many cards a distribution says nothing.


@dataclass(frozen=True)
class Asked:
    """A question or statement as it is compared: `folded`, and the two things that it is `about` if it names them."""

    where: Where
    card: str
    text: str
    folded: str
    about: frozenset[str] = frozenset()

    def same(self, other: "Asked") -> bool:
        return (self.folded, self.about) == (other.folded, other.about)

    def close(self, other: "Asked") -> bool:
        """The same two things compared again are, whatever is asked of them; of other things all may be asked anew."""
        if self.about or other.about:
            return self.about == other.about
        enough_words = min(len(self.folded.split()), len(other.folded.split())) >= MANY_WORDS
        likeness = fuzz.ratio(self.folded, other.folded)
        if enough_words:
            likeness = max(likeness, fuzz.token_set_ratio(self.folded, other.folded))
        return likeness >= SAME_QUESTION and not _asks_of_another(self.folded, other.folded)


def _asks_of_another(folded: str, other: str) -> bool:
    """Each has a long word that the other lacks: "la capitale de l'Autriche", "la capitale de l'Australie"."""
    words, others = set(folded.split()), set(other.split())

    def lacked(mine: set[str], theirs: set[str]) -> bool:
        return any(
            len(word) >= LONG_WORD and all(fuzz.ratio(word, w) < SAME_WORD for w in theirs) for word in mine - theirs
        )

    return lacked(words, others) and lacked(others, words)


def repeated(deck: Deck) -> Iterator[Problem]:
    for early, late in combinations(_all_asked(deck), 2):
        if early.same(late):
            message = f"déjà posée dans la carte « {early.card} » : en ôter une"
            yield Problem("error", "question_twice", late.card, late.where, message)
        elif early.close(late):
            message = f"presque la même que « {early.text} » (carte « {early.card} ») : vérifier"
            yield Problem("warning", "question_close", late.card, late.where, message)


def repeated_from(deck: Deck, others: Iterable[Deck]) -> Iterator[Problem]:
    """A table that plays both decks would hear these twice."""
    asked = _all_asked(deck)
    for other in others:
        for early in _all_asked(other):
            for late in asked:
                if not early.close(late):
                    continue
                same = "déjà posée" if early.same(late) else f"presque la même que « {early.text} »"
                message = f"{same} (paquet « {other.title} », carte « {early.card} ») : en ôter une"
                yield Problem("warning", "question_elsewhere", late.card, late.where, message)


def _all_asked(deck: Deck) -> list[Asked]:
    return [asked for index, card in enumerate(deck.cards) for asked in _asked(card, ("cards", index))]


def _asked(card: Card, at: Where) -> Iterator[Asked]:
    def one(text: str, *below: str | int, about: Iterable[str] = ()) -> Asked:
        return Asked((*at, *below), card.id, text, fold(text), frozenset(bare(fold(label)) for label in about))

    match card:
        case Double():
            yield from (one(q.question, "questions", i, "question") for i, q in enumerate(card.questions))
        case Roulette() | GiveMeFive():
            yield one(card.question, "question")
        case InfoIntox():
            yield from (one(s.text, "statements", i, "text") for i, s in enumerate(card.statements))
        case PlusOuMoins():
            for i, c in enumerate(card.comparisons):
                yield one(c.question, "comparisons", i, "question", about=(item.label for item in c.items))
        case Cauchemar():
            yield from (one(c.text, "claims", i, "text") for i, c in enumerate(card.claims))
        case _:
            assert_never(card)


def distribution(deck: Deck) -> Iterator[Problem]:
    """Rows of answers that players would see through."""
    infos = [tuple(s.truth for s in card.statements) for card in deck.cards if isinstance(card, InfoIntox)]
    truths = {truth for pair in infos for truth in pair}
    if len(infos) > 1 and len(truths) == 1:
        message = f"toutes les affirmations sont « {truths.pop()} » : en mêler de l'autre sorte"
        yield Problem("warning", "one_truth", None, ("cards",), message)
    elif len(infos) >= FEW and len(set(infos)) == 1:
        message = f"toutes les cartes info/intox sont « {', '.join(infos[0])} » : varier l'ordre"
        yield Problem("warning", "one_order", None, ("cards",), message)
    claims = [tuple(c.truth for c in card.claims) for card in deck.cards if isinstance(card, Cauchemar)]
    if len(claims) > 1 and len(set(claims)) == 1 and len(set(claims[0])) > 1:
        message = f"tous les cauchemars sont « {', '.join(claims[0])} » : varier l'ordre"
        yield Problem("warning", "one_order", None, ("cards",), message)
    yield from _places(deck)


def _places(deck: Deck) -> Iterator[Problem]:
    roulettes = [card for card in deck.cards if isinstance(card, Roulette)]
    places = Counter(i for card in roulettes for i, p in enumerate(card.proposals) if p.label == card.right)
    if len(roulettes) >= FEW and places:
        place, times = places.most_common(1)[0]
        if times > len(roulettes) * 0.6:
            message = f"{times} bonnes réponses sur {len(roulettes)} sont à la place {place + 1} ; l'animateur mélange"
            yield Problem("note", "right_place", None, ("cards",), message)
    compared = [c for card in deck.cards if isinstance(card, PlusOuMoins) for c in card.comparisons]
    sides = {i for c in compared for i, item in enumerate(c.items) if item.label == c.right}
    if len(compared) >= FEW and len(sides) == 1:
        side = "première" if sides == {0} else "seconde"
        message = f"dans les {len(compared)} comparaisons la bonne réponse est la {side} : varier"
        yield Problem("warning", "right_side", None, ("cards",), message)
