"""What a valid deck may still have wrong: things found before a game, rather than by the players (case P3)."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from content.schema import AnswerSpec, Card, Deck, Double, InfoIntox, Roulette
from content.sounds import spelled_sounds
from content.text import fold
from content.yaml12 import Document, Where, field_name

MAX_HEARD = 160  # Characters of a question or statement that can be remembered when only heard.
MAX_PROPOSAL = 40
MAX_THEME = 30
TOO_CLOSE = 0.75  # Similarity of two sounds, from 0 to 1, above which a recogniser confuses them.
SAME_QUESTION = 90  # Similarity of two wordings, from 0 to 100.
FEW = 5  # Below this many cards a distribution says nothing.

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


def check_deck(deck: Deck, ipa: Sounds | None = None) -> list[Problem]:
    """Problems in the order of the cards, those of the whole deck last.

    `ipa` turns a text into its sounds; without it a rough reading of the spelling is compared.
    """
    sounds = _without_article(ipa or spelled_sounds)
    problems: list[Problem] = []
    for index, card in enumerate(deck.cards):
        problems += _card(card, ("cards", index), sounds)
    return [*problems, *_repeated(deck), *_distribution(deck)]


def _card(card: Card, at: Where, sounds: Sounds) -> Iterator[Problem]:
    match card:
        case Double():
            yield from _double(card, at, sounds)
        case Roulette():
            yield from _roulette(card, at, sounds)
        case InfoIntox():
            for index, statement in enumerate(card.statements):
                yield from _length(card.id, (*at, "statements", index, "text"), statement.text, MAX_HEARD)


def _double(card: Double, at: Where, sounds: Sounds) -> Iterator[Problem]:
    first, second = card.questions
    if _alike(sounds(first.theme), sounds(second.theme)):
        where = (*at, "questions", 1, "theme")
        yield Problem("warning", "themes_alike", card.id, where, "les deux thèmes se ressemblent : en changer un")
    if first.penalty == second.penalty:
        where = (*at, "questions", 1, "penalty")
        yield Problem("note", "same_penalty", card.id, where, "mêmes pénalités : la plus facile devrait coûter plus")
    for index, question in enumerate(card.questions):
        here = (*at, "questions", index)
        yield from _length(card.id, (*here, "theme"), question.theme, MAX_THEME)
        yield from _length(card.id, (*here, "question"), question.question, MAX_HEARD)
        yield from _answer(card.id, (*here, "answer"), question.answer)
        forms = (question.answer.right, *question.answer.accept)
        for field, text in (("theme", question.theme), ("question", question.question)):
            yield from _told(card.id, (*here, field), text, forms)


def _answer(card: str, at: Where, answer: AnswerSpec) -> Iterator[Problem]:
    forms = {fold(form) for form in (answer.right, *answer.accept)}
    for index, text in enumerate(answer.reject):
        if fold(text) in forms:
            where = (*at, "reject", index)
            yield Problem("error", "reject_accepted", card, where, f"« {text} » est aussi acceptée : l'ôter d'un côté")
    for index, vague in enumerate(answer.ask_back):
        if fold(vague.heard) in forms:
            where = (*at, "ask_back", index, "heard")
            message = f"« {vague.heard} » est aussi acceptée : l'ôter d'un côté"
            yield Problem("error", "ask_back_accepted", card, where, message)
    if answer.kind in ("number", "year") and not answer.right.replace(" ", "").lstrip("-−").replace(",", "").isdigit():
        message = f"« {answer.right} » n'est pas en chiffres : l'écrire en chiffres, ou changer « kind »"
        yield Problem("error", "not_digits", card, (*at, "right"), message)


def _roulette(card: Roulette, at: Where, sounds: Sounds) -> Iterator[Problem]:
    yield from _length(card.id, (*at, "theme"), card.theme, MAX_THEME)
    yield from _length(card.id, (*at, "question"), card.question, MAX_HEARD)
    if card.right not in [p.label for p in card.proposals]:
        message = f"« {card.right} » n'est pas parmi les propositions : recopier l'une d'elles"
        yield Problem("error", "right_missing", card.id, (*at, "right"), message)
    for index, proposal in enumerate(card.proposals):
        where = (*at, "proposals", index, "label")
        yield from _length(card.id, where, proposal.label, MAX_PROPOSAL)
        if proposal.label == card.right:
            for field, text in (("theme", card.theme), ("question", card.question)):
                yield from _told(card.id, (*at, field), text, (proposal.label, *proposal.also))
    forms = [[(form, fold(form), sounds(form)) for form in (p.label, *p.also)] for p in card.proposals]
    for first, second in combinations(range(len(forms)), 2):
        where = (*at, "proposals", second, "label")
        pairs = [(a, b) for a in forms[first] for b in forms[second]]
        if same := next(((a, b) for a, b in pairs if _bare(a[1]) == _bare(b[1])), None):
            message = f"« {same[1][0]} » répète « {same[0][0]} » : changer l'une des deux"
            yield Problem("error", "proposals_same", card.id, where, message)
        elif close := next(((a, b) for a, b in pairs if _alike(a[2], b[2])), None):
            message = f"« {close[1][0]} » se confond à l'oreille avec « {close[0][0]} » : changer l'une des deux"
            yield Problem("warning", "proposals_alike", card.id, where, message)


def _told(card: str, at: Where, text: str, forms: tuple[str, ...]) -> Iterator[Problem]:
    words = f" {fold(text)} "
    if told := next((form for form in forms if f" {_bare(fold(form))} " in words), None):
        yield Problem("warning", "answer_told", card, at, f"la réponse « {told} » est dans le texte : le reformuler")


def _length(card: str, at: Where, text: str, most: int) -> Iterator[Problem]:
    if len(text) > most:
        message = f"{len(text)} caractères, trop long pour l'oreille : {most} au plus"
        yield Problem("warning", "too_long", card, at, message)


def _repeated(deck: Deck) -> Iterator[Problem]:
    asked = [(where, card, text, fold(text)) for where, card, text in _texts(deck)]
    for (_, card, text, words), (where, other, _, later) in combinations(asked, 2):
        if words == later:
            message = f"déjà posée dans la carte « {card} » : en ôter une"
            yield Problem("error", "question_twice", other, where, message)
        elif fuzz.ratio(words, later) >= SAME_QUESTION:
            message = f"presque la même que « {text} » (carte « {card} ») : vérifier"
            yield Problem("warning", "question_close", other, where, message)


def _texts(deck: Deck) -> Iterator[tuple[Where, str, str]]:
    """Every question and statement: its field, its card, its words."""
    for index, card in enumerate(deck.cards):
        match card:
            case Double():
                for i, question in enumerate(card.questions):
                    yield ("cards", index, "questions", i, "question"), card.id, question.question
            case Roulette():
                yield ("cards", index, "question"), card.id, card.question
            case InfoIntox():
                for i, statement in enumerate(card.statements):
                    yield ("cards", index, "statements", i, "text"), card.id, statement.text


def _distribution(deck: Deck) -> Iterator[Problem]:
    pairs = [tuple(s.truth for s in card.statements) for card in deck.cards if isinstance(card, InfoIntox)]
    truths = {truth for pair in pairs for truth in pair}
    if len(pairs) > 1 and len(truths) == 1:
        message = f"toutes les affirmations sont « {truths.pop()} » : en mêler de l'autre sorte"
        yield Problem("warning", "one_truth", None, ("cards",), message)
    elif len(pairs) >= FEW and len(set(pairs)) == 1:
        message = f"toutes les cartes info/intox sont « {', '.join(pairs[0])} » : varier l'ordre"
        yield Problem("warning", "one_order", None, ("cards",), message)
    roulettes = [card for card in deck.cards if isinstance(card, Roulette)]
    places = Counter(i for card in roulettes for i, p in enumerate(card.proposals) if p.label == card.right)
    if len(roulettes) >= FEW and places:
        place, times = places.most_common(1)[0]
        if times > len(roulettes) * 0.6:
            message = f"{times} bonnes réponses sur {len(roulettes)} sont à la place {place + 1} ; l'animateur mélange"
            yield Problem("note", "right_place", None, ("cards",), message)


_ARTICLES = frozenset(["le", "la", "les", "l", "un", "une", "des", "du", "de", "d"])


def _bare(folded: str) -> str:
    """Without leading articles, unless nothing would be left."""
    words = folded.split()
    while len(words) > 1 and words[0] in _ARTICLES:
        words = words[1:]
    return " ".join(words)


_ARTICLE = re.compile(r"^(?:[ld]['’]|(?:les?|la|une?|des?|du)\s+)", re.IGNORECASE)
_MARKS = re.compile("[\\sˈˌː]")


def _without_article(sounds: Sounds) -> Sounds:
    """A shared article, and the marks of stress and length, make short words look more alike than they sound."""
    return lambda text: _MARKS.sub("", sounds(_ARTICLE.sub("", text)))


def _alike(a: str, b: str) -> bool:
    return Levenshtein.normalized_similarity(a, b) >= TOO_CLOSE
