"""The state of one Trou Noir, and what its script says and shows all the time."""

from dataclasses import dataclass, field, replace
from itertools import count

from content.schema import Card, Deck
from host.dialogue.requests import Draw, Say, Show
from host.games.trou_noir import lines
from host.games.trou_noir.options import Options
from host.games.trou_noir.views import TrouNoirView


@dataclass
class Table:
    """Seats, scores and pile; `turn` counts from 1 and numbers the keys of its requests."""

    seats: tuple[str, ...]
    options: Options
    deck: Deck
    qi: dict[str, int]
    turn: int = 0
    seat: str = ""
    pile: list[str] = field(default_factory=list)
    shuffles: int = 0
    view: TrouNoirView = field(init=False)

    def __post_init__(self) -> None:
        self.view = TrouNoirView(top=self.options.depart, qi=dict(self.qi))
        self._cards = {card.id: card for card in self.deck.cards}
        self._said = count(1)

    def key(self, name: str) -> str:
        return f"t{self.turn}.{name}"

    async def say(self, text: str, repeats: bool = False, sound: str | None = None) -> None:
        """One line of the host."""
        await Say(key=f"dire.{next(self._said)}", text=text, repeats=repeats, sound=sound)

    async def show(self, **changes: object) -> None:
        """Change the view and put it on the screen."""
        self.view = replace(self.view, **changes)  # type: ignore[arg-type]  # replace cannot type keyword dicts
        await Show(key=f"montrer.{next(self._said)}", view=self.view)

    async def draw_card(self) -> Card:
        """N3: the top card of the shuffled deck; an exhausted one is shuffled again from its discards."""
        if not self.pile:
            self.shuffles += 1
            if self.shuffles > 1:
                await self.say(lines.RESHUFFLE)
            ids = tuple(self._cards)
            self.pile = list((await Draw(key=f"paquet.{self.shuffles}", among=ids, count=len(ids))).values)
        return self._cards[self.pile.pop(0)]
