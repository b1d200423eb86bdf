"""What many tests share: short scripted evenings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from host.games.trou_noir.views import TrouNoirView
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
FIVE = {
    "id": "cites",
    "type": "give_me_5",
    "theme": "Géographie",
    "question": "Cite cinq grandes villes de France.",
    "elements": [
        {"label": "Paris", "also": ["Paname"]},
        *({"label": one} for one in ("Lyon", "Marseille", "Lille", "Bordeaux", "Nantes", "Toulouse", "Rennes")),
    ],
    "reject": ["Bruxelles"],
}
MEASURES = {
    "id": "mesures",
    "type": "plus_ou_moins",
    "theme": "Mesures",
    "comparisons": [
        {
            "question": "Quel fleuve est le plus long ?",
            "items": [{"label": "La Loire"}, {"label": "La Seine"}],
            "right": "La Loire",
            "why": "Mille kilomètres contre moins de huit cents.",
        },
        {
            "question": "Quelle tour est la plus haute ?",
            "items": [{"label": "La tour Montparnasse"}, {"label": "La tour Eiffel"}],
            "right": "La tour Eiffel",
            "why": "Trois cent trente mètres contre deux cent dix.",
        },
    ],
}
NIGHTMARE = {
    "id": "nuit",
    "type": "cauchemar",
    "claims": [
        {"theme": "Nature", "text": "Le chêne donne des glands.", "truth": "vrai", "why": "En automne."},
        {"theme": "Cuisine", "text": "La béchamel contient du chocolat.", "truth": "faux", "why": "Du lait."},
        {"theme": "Sport", "text": "Une équipe de handball aligne sept joueurs.", "truth": "vrai", "why": "Oui."},
        {"theme": "Histoire", "text": "Napoléon est né en Islande.", "truth": "faux", "why": "En Corse."},
        {"theme": "Sciences", "text": "L'eau gèle à zéro degré.", "truth": "vrai", "why": "Au niveau de la mer."},
    ],
}
#: One of every type.
ALL_CARDS = (DOUBLE, ROULETTE, FACTS, FIVE, MEASURES, NIGHTMARE)


def deck(*cards: Mapping[str, Any], weapons: Mapping[int, str] | None = None) -> dict[str, Any]:
    """A deck in the given order; `weapons` by square, None for the game's own."""
    return {
        **({} if weapons is None else {"weapons": dict(weapons)}),
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
    weapons: Mapping[int, str] | None = None,
) -> Scenario:
    """A Trou Noir whose first pile is `cards` in this order."""
    order = {"paquet.1": [card["id"] for card in cards]}
    return Scenario.model_validate(
        {
            "game": "trou-noir",
            "players": list(players),
            "options": dict(options or {}),
            "seed": seed,
            "content": deck(*cards, weapons=weapons),
            "start": {"scores": dict(scores or {}), **({"first": first} if first else {})},
            "draws": {**order, **{k: list(v) for k, v in (draws or {}).items()}},
            "heard": list(heard),
        }
    )


async def run(
    scenario: Scenario, journal: Journal | None = None, seen: Sequence[str] = ()
) -> tuple[Result, ScriptedFront]:
    """The evening without devices, to its end. `seen`: cards asked on this laptop before."""
    journal = journal or Journal(header_of(replace(wish_of(scenario), seen=seen)))
    front = ScriptedFront(Players(scenario.heard))
    outcome = await Session(script_of(journal.header), journal, front, "la règle").run()
    return result(scenario, outcome, front.said, front.players.unused()), front


THREE = ("Ana", "Bob", "Chloé")
EIGHT = (*THREE, "Dan", "Eve", "Fanny", "Gil", "Hugo")
SILENT = {"silence": True}
#: Four of the five of FIVE.
CITIES = {"list": [{"say": one} for one in ("Paris", "Lyon", "Lille", "Nantes")]}


async def played(
    cards: Sequence[Mapping[str, Any]], heard: Sequence[Any], scores: Mapping[str, int], **more: Any
) -> tuple[ScriptedFront, TrouNoirView]:
    """An evening of `heard`, after which everybody is silent; its front and its last view."""
    players = more.pop("players", THREE)
    scenario = evening(cards, [*heard, *[SILENT] * 400], players, scores=scores, **more)
    _, front = await run(scenario)
    last = front.shown[-1]
    assert isinstance(last, TrouNoirView)
    return front, last


def said(front: ScriptedFront, piece: str) -> int:
    """How many lines of the host have `piece` in them."""
    return sum(piece in line for line in front.said)


def line(text: str, **more: Any) -> Line:
    return Line.model_validate({"say": text, **more})
