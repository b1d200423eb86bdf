"""Trou Noir, as its rulebook tells it."""

from host.dialogue.asking import choose
from host.dialogue.expectation import Option
from host.dialogue.outcome import Outcome
from host.dialogue.replies import Chosen
from host.dialogue.requests import Choose, Draw
from host.games.game import Setup
from host.games.trou_noir import lines, rules, scoring
from host.games.trou_noir.cards import play_card
from host.games.trou_noir.options import Options, Start
from host.games.trou_noir.table import Table
from host.games.trou_noir.views import Move


async def play(setup: Setup) -> Outcome:
    """The whole game, from the welcome to the winner."""
    options = Options.model_validate(setup.options.model_dump())
    start = Start.model_validate(dict(setup.start))
    qi = rules.starting_qi(setup.players, options.depart, start)
    table = Table(setup.players, options, setup.content, qi)
    await table.show()
    await table.say(
        lines.pick(lines.WELCOME, 0, players=lines.together(setup.players), top=options.depart), sound="jingle"
    )
    table.seat = await first_to_answer(table, start)
    while not scoring.is_over(table.qi):
        table.turn += 1
        await turn(table)
        table.seat = rules.left_of(table.seats, table.seat)
    return await the_end(table)


async def first_to_answer(table: Table, start: Start) -> str:
    """N2, N18: the left neighbour of the most cultured player; asked twice, then drawn."""
    if start.first is not None:
        await table.say(lines.FIRST_SET.format(first=start.first))
        return start.first
    options = tuple(Option(seat, (seat,), letter_and_rank=False) for seat in table.seats)
    for key, line in (("premier", lines.WHO_IS_CULTURED), ("premier.encore", lines.WHO_AGAIN)):
        await table.say(line, repeats=True)
        named = await choose(Choose(key=key, options=options, time_s=table.options.temps_premier_s))
        if isinstance(named, Chosen):
            cultured, said = named.option, lines.FIRST
            break
    else:
        cultured, said = (await Draw(key="premier.tire", among=table.seats)).value, lines.FIRST_DRAWN
    first = rules.left_of(table.seats, cultured)
    await table.say(said.format(cultured=cultured, first=first))
    return first


async def turn(table: Table) -> None:
    """One player answers one card and goes down by its penalty."""
    seat = table.seat
    card = await table.draw_card()
    await table.show(
        turn=table.turn, seat=seat, card=card.type, theme="", question="", proposals=(), heard="", right=None, answer=""
    )
    await table.say(lines.pick(lines.TURN, table.turn, seat=seat), sound="attention")
    penalty = await play_card(table, card)
    before = table.qi[seat]
    table.qi = scoring.after_turn(table.qi, {seat: -penalty}, table.options.depart)
    after = table.qi[seat]
    await table.show(qi=dict(table.qi), history=(*table.view.history, Move(seat, before, after)))
    if after == 0:
        await table.say(lines.HOLE.format(seat=seat), sound="chute")
    elif penalty:
        await table.say(lines.pick(lines.FALLS, table.turn, seat=seat, penalty=before - after, qi=after), sound="chute")
    else:
        await table.say(lines.pick(lines.STAYS, table.turn, seat=seat, qi=after))
    if table.turn % len(table.seats) == 0 and after:
        await table.say(lines.STANDINGS.format(scores=lines.scores(table.qi)))


async def the_end(table: Table) -> Outcome:
    """N15."""
    best = scoring.winners(table.qi)
    await table.say(lines.STANDINGS.format(scores=lines.scores(table.qi)))
    told = lines.WINNER if len(best) == 1 else lines.WINNERS
    await table.say(told.format(winners=lines.together(best), qi=max(table.qi.values())), sound="victoire")
    return Outcome("trou-noir", dict(table.qi), best)
