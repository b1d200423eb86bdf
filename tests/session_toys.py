"""Small games on the real requests, which prove the session's hard cases."""

from dataclasses import dataclass

from host.dialogue.expectation import Option
from host.dialogue.outcome import Outcome
from host.dialogue.replies import Chosen, Interrupted
from host.dialogue.requests import Choose, Draw, Gather, Say, Show, View, Wait

SEATS = ("Ana", "Bob", "Chloé")
NAMES = tuple(Option(seat, (seat,), letter_and_rank=False) for seat in SEATS)
CARDS = tuple(Option(name, (name,), letter_and_rank=False) for name in ("sept", "huit", "roi", "dame"))
RANK = {"dame": 1, "roi": 2, "huit": 3, "sept": 4}


@dataclass(frozen=True)
class Count(View):
    votes: dict[str, int]

    def spoken(self) -> str:
        return ", ".join(f"{seat} {n}" for seat, n in self.votes.items())

    def scores(self) -> dict[str, int]:
        return self.votes


async def votes(seats: tuple[str, ...] = SEATS) -> Outcome:
    """All seats vote at once, twice; a drawn seat has two votes the second time."""
    total = dict.fromkeys(seats, 0)
    for n in (1, 2):
        await Say(key=f"v{n}.question", text=f"Vote {n} : qui ?", repeats=True)
        asked = {seat: Choose(key=f"v{n}.{seat}", to=seat, options=NAMES, time_s=30) for seat in seats}
        got = await Gather(key=f"v{n}", requests=asked, time_s=30)
        assert tuple(got.replies) == seats
        double = (await Draw(key=f"v{n}.double", among=seats)).value
        for seat, reply in got.replies.items():
            if isinstance(reply, Chosen):
                total[reply.option] += 2 if n == 2 and seat == double else 1
        await Show(key=f"v{n}.show", view=Count(dict(total)))
    best = max(total.values())
    return Outcome("votes", total, tuple(s for s in seats if total[s] == best))


async def lift(seats: tuple[str, str] = ("Ana", "Bob")) -> Outcome:
    """One lift of TRUT: each puts down a card; a Trut may break in until the last card is on the table (R6)."""
    worth, cards, truts = 1, {}, []
    for n, seat in enumerate(seats):
        attempt = 0
        while seat not in cards:
            attempt += 1
            reply = await Choose(
                key=f"carte.{seat}.{attempt}",
                to=seat,
                options=CARDS,
                time_s=15,
                breakers=() if truts else ("trut",),
            )
            if isinstance(reply, Interrupted):
                truts.append(reply)
                worth = 3
                await Say(key=f"trut.{n}", text="Trut !")
            elif isinstance(reply, Chosen):
                cards[seat] = reply.option
    late = await Wait(key="apres", time_s=1.0, breakers=("trut",))
    if isinstance(late, Interrupted):
        await Say(key="trop_tard", text="Trop tard, la dernière carte est posée.")
    first, second = seats
    won = first if RANK[cards[first]] >= RANK[cards[second]] else second
    return Outcome("pli", {seat: worth if seat == won else 0 for seat in seats}, (won,))
