"""A scripted evening: reading a scenario file, and holding what happened against what it expects."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from content.explain import explain
from content.yaml12 import read_file
from host.dialogue.outcome import Outcome
from host.errors import ExpectationNotMet
from host.session.evening import Wish
from host.session.players import HeardLine


class Expect(BaseModel):
    """What must hold at the end. `said` are pieces of the host's lines, in this order; `unsaid` never appear."""

    model_config = ConfigDict(extra="forbid")

    ended: str | None = None
    scores: dict[str, int] = {}
    winners: list[str] | None = None
    said: list[str] = []
    unsaid: list[str] = []


class Scenario(BaseModel):
    model_config = ConfigDict(extra="forbid")

    game: str
    title: str = ""
    players: list[str]
    options: dict[str, Any] = {}
    seed: int = 1
    content: Any = None
    start: dict[str, Any] = {}
    draws: dict[str, list[str]] = {}
    heard: list[HeardLine] = []
    noise: str | None = None  # a recording of the room, beside the clips
    noise_db: float = -60.0
    expect: Expect = Expect()


@dataclass(frozen=True)
class Result:
    """What a scenario did, as `--json` prints it."""

    game: str
    ended: str
    scores: dict[str, int]
    winners: list[str]
    said: list[str]
    unused: list[str]


def load_scenario(path: Path) -> Scenario:
    """A pack's file is looked for beside the scenario. Raises ContentError, naming file, line and field."""
    document = read_file(path)
    try:
        scenario = Scenario.model_validate(document.data)
    except ValidationError as error:
        raise explain(error, document) from error
    if isinstance(scenario.content, str) and (path.parent / scenario.content).is_file():
        return scenario.model_copy(update={"content": str((path.parent / scenario.content).resolve())})
    return scenario


def wish_of(scenario: Scenario, front: Mapping[str, Any] | None = None) -> Wish:
    """What a scenario wants played; `front` says how, for `resume`."""
    return Wish(
        game=scenario.game,
        players=scenario.players,
        options=scenario.options,
        seed=scenario.seed,
        content=scenario.content,
        start=scenario.start,
        draws=scenario.draws,
        front=front,
    )


def result(scenario: Scenario, outcome: Outcome, said: list[str], unused: list[str]) -> Result:
    return Result(scenario.game, outcome.ended, dict(outcome.scores), list(outcome.winners), said, unused)


def verify(expect: Expect, done: Result) -> None:
    """Raises ExpectationNotMet with every difference in one line."""
    wrong: list[str] = []
    if expect.ended is not None and expect.ended != done.ended:
        wrong.append(f"ended : {done.ended} au lieu de {expect.ended}")
    for seat, score in expect.scores.items():
        if done.scores.get(seat) != score:
            wrong.append(f"scores.{seat} : {done.scores.get(seat)} au lieu de {score}")
    if expect.winners is not None and expect.winners != done.winners:
        wrong.append(f"winners : {', '.join(done.winners)} au lieu de {', '.join(expect.winners)}")
    wrong += [f"jamais dit, ou pas dans cet ordre : « {line} »" for line in _not_in_order(expect.said, done.said)]
    wrong += [f"dit à tort : « {line} »" for line in expect.unsaid if any(line in said for said in done.said)]
    wrong += [f"réplique inutilisée : « {line} »" for line in done.unused]
    if wrong:
        raise ExpectationNotMet(" ; ".join(wrong))


def _not_in_order(wanted: list[str], said: list[str]) -> list[str]:
    position = 0
    missing: list[str] = []
    for line in wanted:
        found = next((i for i in range(position, len(said)) if line in said[i]), None)
        if found is None:
            missing.append(line)
        else:
            position = found
    return missing
