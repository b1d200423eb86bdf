"""Asking until it is settled: ask back once, then let the table judge. Every step is an ordinary request."""

from dataclasses import replace
from typing import TypeVar

from host.dialogue.expectation import Option
from host.dialogue.replies import Answer, Chosen, Interrupted, Passed, Silence, Unsettled
from host.dialogue.requests import Ask, Choose, Say

PARDON = ("Pardon ? Je n'ai pas compris.", "Je n'ai pas saisi. Encore une fois ?", "Plus fort, s'il te plaît ?")
TABLE_JUDGES = "Je n'y arrive pas. La table tranche au clavier : juste, ou faux ?"
TABLE_CHOOSES = "Je n'y arrive pas. Choisissez au clavier."
RIGHT = Option("juste", ("juste", "j", "oui", "o", "vrai"), letter_and_rank=False)
WRONG = Option("faux", ("faux", "f", "non", "n"), letter_and_rank=False)
L = TypeVar("L", Ask, Choose)
AGAIN_TIME_S = 12.0
TABLE_TIME_S = 60.0

SettledAnswer = Answer | Passed | Silence | Interrupted
SettledChoice = Chosen | Passed | Silence | Interrupted


async def _again(request: L, doubt: Unsettled) -> L:
    """Ask back, in words that are the same whatever the right answer is (C3a); what to await then."""
    await Say(key=f"{request.key}.pardon", text=doubt.question or PARDON[len(request.key) % len(PARDON)])
    return replace(request, key=f"{request.key}.encore", time_s=AGAIN_TIME_S)


async def ask(request: Ask) -> SettledAnswer:
    """Ask; when what was heard decides nothing ask back once; when it fails again the table judges by keys."""
    reply = await request
    if not isinstance(reply, Unsettled):
        return reply
    again = await (await _again(request, reply))
    if not isinstance(again, Unsettled):
        return again
    await Say(key=f"{request.key}.table.dire", text=TABLE_JUDGES)
    verdict = await Choose(key=f"{request.key}.table", options=(RIGHT, WRONG), keys_only=True, time_s=TABLE_TIME_S)
    if not isinstance(verdict, Chosen):  # nobody judged: nothing was answered, rather than something wrong
        return Silence(TABLE_TIME_S)
    right = verdict.option == RIGHT.id
    return Answer(again.heard, right, why="la table a tranché", started_s=again.started_s, via="table")


async def choose(request: Choose) -> SettledChoice:
    """As `ask`, for a closed set: at the end the table says by keys which option it was."""
    reply = await request
    if not isinstance(reply, Unsettled):
        return reply
    again = await (await _again(request, reply))
    if not isinstance(again, Unsettled):
        return again
    await Say(key=f"{request.key}.table.dire", text=TABLE_CHOOSES)
    verdict = await replace(request, key=f"{request.key}.table", keys_only=True, time_s=TABLE_TIME_S)
    if isinstance(verdict, Unsettled):
        return Silence(TABLE_TIME_S)
    return verdict
