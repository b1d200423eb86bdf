"""The state of one Trou Noir, and what its script says, asks and shows all the time."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TypeVar

from content.schema import Card, Deck
from host.dialogue import asking
from host.dialogue.expectation import Expectation, Option
from host.dialogue.replies import Answer, Chosen, Enumerated, Interrupted, Passed, Silence
from host.dialogue.requests import Ask, Choose, Draw, Enumerate, Say, Show
from host.games.trou_noir import lines, rules
from host.games.trou_noir.options import Options, Pace
from host.games.trou_noir.views import TrouNoirView
from host.games.trou_noir.weapons import Weapon, weapons_on

#: What may break into a question: E1, E2, E3.
COMINGS = ("arrival", "departure", "absent")
#: E4: the wrong person spoke.
WRONG_PERSON = "wrong_person"

Q = TypeVar("Q")


class BrokenOff(Exception):
    """Something broke into a question: `kind` says what."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


@dataclass
class Progress:
    """What of the card in play is settled already: it is not asked again when somebody has come or gone (G4)."""

    theme: int | None = None
    order: tuple[str, ...] = ()
    judged: dict[str, bool] = field(default_factory=dict)

    @property
    def wrong(self) -> int:
        return sum(not right for right in self.judged.values())


@dataclass
class Table:
    """Seats, scores and pile; `turn` counts from 1 and `attempt` from 0: they number the keys of its requests.

    `seen` are the cards this laptop has asked before. `replaced`: this turn's card is a second one (E4).
    """

    seats: tuple[str, ...]
    options: Options
    pace: Pace
    deck: Deck
    qi: dict[str, int]
    seen: frozenset[str] = frozenset()
    turn: int = 0
    attempt: int = 0
    replaced: bool = False
    progress: Progress = field(default_factory=Progress)
    seat: str = ""
    first: str = ""
    pile: list[str] = field(default_factory=list)
    shuffles: int = 0
    weapons: dict[int, Weapon] = field(init=False)
    view: TrouNoirView = field(init=False)

    def __post_init__(self) -> None:
        self.weapons = weapons_on(self.pace.top, self.deck.weapons)
        self.view = TrouNoirView(self.pace.top, dict(self.qi), {n: str(w) for n, w in self.weapons.items()})
        self._cards = {card.id: card for card in self.deck.cards}
        self._said = count(1)

    def key(self, name: str) -> str:
        return f"t{self.turn}.{name}" if not self.attempt else f"t{self.turn}.{self.attempt}.{name}"

    @property
    def _breakers(self) -> tuple[str, ...]:
        return COMINGS if self.replaced else (*COMINGS, WRONG_PERSON)

    async def say(self, text: str, repeats: bool = False, sound: str | None = None) -> None:
        """One line of the host."""
        await Say(key=f"dire.{next(self._said)}", text=text, repeats=repeats, sound=sound)

    async def show(self, **changes: object) -> None:
        """Change the view and put it on the screen."""
        self.view = replace(self.view, **changes)  # type: ignore[arg-type]  # replace cannot type keyword dicts
        await Show(key=f"montrer.{next(self._said)}", view=self.view)

    async def show_card(self, card: Card, **changes: object) -> None:
        """A card that has just been drawn: only its type is known, and the one before is put away."""
        blank = {"theme": "", "question": "", "proposals": (), "penalty": "", "heard": "", "right": None, "answer": ""}
        await self.show(card=card.type, **blank, **changes)

    async def ask(self, name: str, expects: Expectation) -> Answer | Passed | Silence:
        """The answerer's open answer (N11). Raises BrokenOff."""
        request = Ask(
            key=self.key(name), to=self.seat, expects=expects, time_s=self.pace.answer_s, breakers=self._breakers
        )
        reply = await asking.ask(request)
        if isinstance(reply, Interrupted):
            raise BrokenOff(reply.kind)
        return reply

    async def choose(self, name: str, options: tuple[Option, ...], time_s: float = 0.0) -> Chosen | Passed | Silence:
        """One of `options`, by the answerer. Raises BrokenOff."""
        request = Choose(
            key=self.key(name),
            to=self.seat,
            options=options,
            time_s=time_s or self.pace.answer_s,
            breakers=self._breakers,
        )
        reply = await asking.choose(request)
        if isinstance(reply, Interrupted):
            raise BrokenOff(reply.kind)
        return reply

    async def enumerate(
        self, name: str, elements: tuple[Option, ...], rejected: tuple[str, ...], wanted: int, time_s: float
    ) -> Enumerated:
        """A timed list, by the answerer. Raises BrokenOff."""
        request = Enumerate(
            key=self.key(name),
            to=self.seat,
            elements=elements,
            rejected=rejected,
            wanted=wanted,
            time_s=time_s,
            breakers=self._breakers,
        )
        reply = await request
        if isinstance(reply, Interrupted):
            raise BrokenOff(reply.kind)
        return reply

    async def choose_or_draw(
        self, name: str, asked: tuple[str, str], options: tuple[Option, ...], time_s: float = 0.0
    ) -> tuple[str, bool]:
        """N18: asked in these words, once more in others, then drawn. The option, and whether it was drawn."""
        for key, line in zip((name, f"{name}.redit"), asked, strict=True):
            await self.say(line, repeats=True)
            reply = await self.choose(key, options, time_s)
            if isinstance(reply, Chosen):
                return reply.option, False
        drawn = await Draw(key=self.key(f"{name}.tire"), among=tuple(option.id for option in options))
        return drawn.value, True

    def still_open(self, name: str, questions: Sequence[Q]) -> list[tuple[int, Q]]:
        """The questions of the card in play that are not judged yet, with their numbers."""
        return [(n, one) for n, one in enumerate(questions, 1) if f"{name}{n}" not in self.progress.judged]

    def pawns(self, among: tuple[str, ...]) -> tuple[Option, ...]:
        """Pawns as options: by their name, or a team by any of its members (N21)."""
        return tuple(Option(seat, tuple(dict.fromkeys((seat, *rules.members(seat)))), False) for seat in among)

    async def draw_card(self) -> Card:
        """N3: the top card of the shuffled deck; an exhausted one is shuffled again from its discards.

        Cards that this laptop has not asked before come first. The card that another one replaces (E4) is no discard.
        """
        self.progress = Progress()
        if not self.pile:
            self.shuffles += 1
            ids = tuple(self._cards)
            unseen = tuple(one for one in ids if one not in self.seen)
            if self.shuffles == 1 and unseen:
                ids = unseen
            elif self.shuffles == 2 and self.seen & set(ids):
                ids = tuple(one for one in ids if one in self.seen)
            if self.replaced and len(ids) > 1:
                ids = tuple(one for one in ids if one != self.view.used[-1])
            if self.shuffles > 1:
                await self.say(lines.RESHUFFLE)
            self.pile = list((await Draw(key=f"paquet.{self.shuffles}", among=ids, count=len(ids))).values)
        card = self._cards[self.pile.pop(0)]
        self.view = replace(self.view, used=(*self.view.used, card.id))
        return card
