"""How a game ended."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Outcome:
    """`ended` says why, in the game's own terms; `scores` in seat order; equal winners win together."""

    ended: str
    scores: Mapping[str, int]
    winners: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        return {"ended": self.ended, "scores": dict(self.scores), "winners": list(self.winners)}
