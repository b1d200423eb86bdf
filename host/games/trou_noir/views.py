"""What the table sees of a Trou Noir. There are no secrets in this game: one view for everybody."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from host.dialogue.requests import View
from host.games.trou_noir import lines


@dataclass(frozen=True)
class Move:
    """What one turn did: `seat` answered, and everybody stands at `qi` after it."""

    seat: str
    before: Mapping[str, int]
    qi: Mapping[str, int]
    weapon: str | None = None


@dataclass(frozen=True)
class TrouNoirView(View):
    """The ladder from `top` down to 0 with its weapons, the card being played, and the last verdict.

    `proposals` are what may be said, in order; `right` is None until there is a verdict. `weapon` acts in this turn,
    on `target` if it is aimed. `used` are the cards drawn so far. `over`: the last view of the game.
    """

    top: int
    qi: Mapping[str, int]
    weapons: Mapping[int, str] = field(default_factory=dict)
    turn: int = 0
    seat: str | None = None
    weapon: str | None = None
    target: str | None = None
    card: str = ""
    theme: str = ""
    question: str = ""
    proposals: tuple[str, ...] = ()
    penalty: str = ""
    heard: str = ""
    right: bool | None = None
    answer: str = ""
    history: tuple[Move, ...] = ()
    used: tuple[str, ...] = ()
    over: bool = False

    def spoken(self) -> str:
        return lines.STANDINGS.format(scores=lines.scores(self.qi))

    def used_cards(self) -> tuple[str, ...]:
        return self.used

    def scores(self) -> Mapping[str, int]:
        return self.qi
