"""What can be set before a Trou Noir, and what a target duration makes of it (E5)."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

DEFAULT_START, LEAST_START, MOST_START = 200, 100, 300
DEFAULT_ANSWER_S = 20.0

#: Measured on recorded evenings: from one player's name to the next one's.
TURN_S = 40
#: What a turn costs on the average, weapons included.
AVERAGE_LOSS = 20
#: With less than an hour people think faster (E5: the pace).
ANSWER_S_BY_DURATION = {30: 15.0, 45: 20.0, 60: 20.0}


def _number(value: Any) -> Any:
    """Scenarios and the command line give texts."""
    return int(value) if isinstance(value, str) and value.isdecimal() else value


class Options(BaseModel):
    """N1: `depart` is the ladder's first square. N11: `temps_reponse_s` is the time to begin an answer.

    E5: `duree_min` sets both, and the number of cards, unless they are given. `equipes`: with six pawns or more the
    host proposes teams, makes them without asking, or does not.
    """

    model_config = ConfigDict(extra="forbid")

    depart: int | None = Field(default=None, ge=LEAST_START, le=MOST_START, multiple_of=10)
    temps_reponse_s: float | None = Field(default=None, ge=3, le=120)
    temps_premier_s: float = Field(default=10, ge=3, le=60)
    duree_min: Annotated[Literal[0, 30, 45, 60], BeforeValidator(_number)] = 0
    equipes: Literal["proposer", "oui", "non"] = "proposer"


class Start(BaseModel):
    """Where a scenario begins: `scores` by player, `first` the player who answers first."""

    model_config = ConfigDict(extra="forbid")

    scores: dict[str, int] = {}
    first: str | None = None


@dataclass(frozen=True)
class Pace:
    """The ladder's first square, the time to begin an answer, how many cards are played at most (None: no limit)."""

    top: int
    answer_s: float
    cards: int | None


def pace(options: Options, pawns: int) -> Pace:
    """E5: so many turns fit into the time; the ladder is as high as they cost, and the cards end with them."""
    turns = options.duree_min * 60 // TURN_S
    fitting = round(turns / pawns * AVERAGE_LOSS / 10) * 10 if turns else DEFAULT_START
    top = options.depart if options.depart is not None else min(MOST_START, max(LEAST_START, fitting))
    answer_s = options.temps_reponse_s or ANSWER_S_BY_DURATION.get(options.duree_min, DEFAULT_ANSWER_S)
    return Pace(top, answer_s, turns or None)
