"""What many tests share: short scripted evenings."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from host.session.evening import header_of, script_of
from host.session.journal import Journal
from host.session.loop import Session
from host.session.players import Line, Players
from host.session.scenario import Result, Scenario, result, wish_of
from host.session.scripted import ScriptedFront

ROOT = Path(__file__).resolve().parent.parent

DOUBLE = {
    "id": "double",
    "type": "double",
    "questions": [
        {
            "theme": "Poissons",
            "penalty": 20,
            "question": "Quel poisson plat porte le nom d'une partie de la chaussure ?",
            "answer": {"kind": "text", "right": "la sole"},
        },
        {
            "theme": "Marées",
            "penalty": 50,
            "question": "Quel astre fait monter la mer ?",
            "answer": {"kind": "text", "right": "la Lune", "reject": ["le soleil"]},
        },
    ],
}
EVEN_DOUBLE = {**DOUBLE, "id": "pareil", "questions": [{**q, "penalty": 30} for q in DOUBLE["questions"]]}
ROULETTE = {
    "id": "roulette",
    "type": "roulette",
    "theme": "Villes",
    "question": "Quelle est la capitale de l'Italie ?",
    "proposals": [{"label": "Rome"}, {"label": "Milan"}, {"label": "Naples"}, {"label": "Turin"}],
    "right": "Rome",
}
FACTS = {
    "id": "faits",
    "type": "info_intox",
    "theme": "Animaux",
    "statements": [
        {"text": "Une araignée a huit pattes.", "truth": "info", "why": "Les insectes en ont six."},
        {"text": "La baleine est un poisson.", "truth": "intox", "why": "C'est un mammifère."},
    ],
}


def deck(*cards: Mapping[str, Any]) -> dict[str, Any]:
    """A deck in the given order; use `in_order` so that it is drawn so."""
    return {
        "format": 1,
        "game": "trou-noir",
        "title": "Essai",
        "description": "Pour les tests.",
        "cards": [dict(card) for card in cards],
    }


def repeated(card: Mapping[str, Any], times: int) -> list[dict[str, Any]]:
    return [{**card, "id": f"{card['id']}-{n}"} for n in range(times)]


def evening(
    cards: Sequence[Mapping[str, Any]],
    heard: Sequence[Any],
    players: Sequence[str] = ("Ana", "Bob"),
    first: str | None = "Ana",
    scores: Mapping[str, int] | None = None,
    options: Mapping[str, Any] | None = None,
    draws: Mapping[str, Sequence[str]] | None = None,
    seed: int = 1,
) -> Scenario:
    """A Trou Noir whose first pile is `cards` in this order."""
    order = {"paquet.1": [card["id"] for card in cards]}
    return Scenario.model_validate(
        {
            "game": "trou-noir",
            "players": list(players),
            "options": dict(options or {}),
            "seed": seed,
            "content": deck(*cards),
            "start": {"scores": dict(scores or {}), **({"first": first} if first else {})},
            "draws": {**order, **{k: list(v) for k, v in (draws or {}).items()}},
            "heard": list(heard),
        }
    )


async def run(scenario: Scenario, journal: Journal | None = None) -> tuple[Result, ScriptedFront]:
    """The evening without devices, to its end."""
    journal = journal or Journal(header_of(wish_of(scenario)))
    front = ScriptedFront(Players(scenario.heard))
    outcome = await Session(script_of(journal.header), journal, front, "la règle").run()
    return result(scenario, outcome, front.said, front.players.unused()), front


def line(text: str, **more: Any) -> Line:
    return Line.model_validate({"say": text, **more})
