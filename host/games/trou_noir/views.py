"""What the table sees of a Trou Noir. There are no secrets in this game: one view for everybody."""

from collections.abc import Mapping
from dataclasses import dataclass

from host.dialogue.requests import View
from host.games.trou_noir import lines


@dataclass(frozen=True)
class Move:
    """What one turn did: `seat` went from `before` to `after`."""

    seat: str
    before: int
    after: int


@dataclass(frozen=True)
class TrouNoirView(View):
    """The ladder from `top` down to 0, the card being played, and the last verdict.

    `proposals` are what may be said, in order; `right` is None until there is a verdict.
    """

    top: int
    qi: Mapping[str, int]
    turn: int = 0
    seat: str | None = None
    card: str = ""
    theme: str = ""
    question: str = ""
    proposals: tuple[str, ...] = ()
    penalty: str = ""
    heard: str = ""
    right: bool | None = None
    answer: str = ""
    history: tuple[Move, ...] = ()

    def spoken(self) -> str:
        return lines.STANDINGS.format(scores=lines.scores(self.qi))

    def scores(self) -> Mapping[str, int]:
        return self.qi
