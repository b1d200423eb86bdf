"""Small cards and decks to spoil."""

from typing import Any

from content.check import Problem
from content.load import parse_deck
from content.schema import Deck

Fields = dict[str, Any]


def deck(*cards: Fields) -> Deck:
    named = [{"id": f"c{number}", **card} for number, card in enumerate(cards, 1)]
    return parse_deck({"format": 1, "game": "trou-noir", "title": "t", "description": "d", "cards": named}, "x")


def roulette(*labels: str, question: str = "Lequel est vert ?", also: tuple[str, ...] = (), **more: Any) -> Fields:
    proposals: list[Fields] = [{"label": label} for label in labels or ("Concombre", "Tomate", "Navet", "Potiron")]
    proposals[0]["also"] = list(also)
    return {
        "type": "roulette", "theme": "Potager", "question": question, "proposals": proposals,
        "right": proposals[0]["label"], **more,
    }  # fmt: skip


def double(
    question: str = "Quel animal miaule ?", theme: str = "Animaux", second: str = "Chimie", **answer: Any
) -> Fields:
    spec = {"kind": "text", "right": "le chat", **answer}
    other = {"kind": "text", "right": "tungstène"}
    return {
        "type": "double",
        "questions": [
            {"theme": theme, "penalty": 50, "question": question, "answer": spec},
            {"theme": second, "penalty": 10, "question": "Que signifie le symbole W ?", "answer": other},
        ],
    }


def intox(first: str, second: str, *texts: str) -> Fields:
    said = texts or ("La neige tombe du ciel.", "Les poules aboient.")
    pairs = zip(said, (first, second), strict=True)
    return {
        "type": "info_intox",
        "theme": "Nature",
        "statements": [{"text": text, "truth": truth, "why": "Voilà."} for text, truth in pairs],
    }


def codes(problems: list[Problem]) -> list[tuple[str, str]]:
    return [(problem.severity, problem.code) for problem in problems]


def five(*labels: str, question: str = "Cite cinq couleurs.", **more: Any) -> Fields:
    named = labels or ("bleu", "rouge", "vert", "jaune", "orange", "violet", "noir", "blanc")
    elements: list[Fields] = [{"label": label} for label in named]
    return {"type": "give_me_5", "theme": "Pinceaux", "question": question, "elements": elements, **more}


def compared(one: str, other: str, question: str = "Qui est le plus lourd ?", right: int = 0) -> Fields:
    items = [{"label": one}, {"label": other}]
    return {"question": question, "items": items, "right": (one, other)[right], "why": "Dix kilos, contre deux."}


def plus(first: Fields | None = None, second: Fields | None = None) -> Fields:
    comparisons = [first or compared("l'ours", "le lapin"), second or compared("la puce", "le bison", right=1)]
    return {"type": "plus_ou_moins", "theme": "Balance", "comparisons": comparisons}


TEXTS = (
    "Le soleil se lève à l'est.",
    "Un carré a trois côtés.",
    "Le lait vient du robinet.",
    "La glace fond.",
    "Dix est pair.",
)


def cauchemar(*truths: str, texts: tuple[str, ...] = TEXTS) -> Fields:
    answers = truths or ("vrai", "faux", "faux", "vrai", "vrai")
    themes = ("Matin", "Géométrie", "Cuisine", "Hiver", "Calcul")
    claims = [
        {"theme": theme, "text": text, "truth": truth, "why": "Voilà."}
        for theme, text, truth in zip(themes, texts, answers, strict=True)
    ]
    return {"type": "cauchemar", "claims": claims}
