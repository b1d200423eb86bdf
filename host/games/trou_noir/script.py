"""Trou Noir, as its rulebook tells it."""

from host.dialogue.outcome import Outcome
from host.games.game import Setup
from host.games.trou_noir import lines, rules, scoring
from host.games.trou_noir.opening import first_to_answer, seats_of
from host.games.trou_noir.options import Options, Start, pace
from host.games.trou_noir.table import Table
from host.games.trou_noir.turn import turn


async def play(setup: Setup) -> Outcome:
    """The whole game, from the welcome to the winner."""
    options = Options.model_validate(setup.options.model_dump())
    start = Start.model_validate(dict(setup.start))
    seats = await seats_of(setup.players, options)
    speed = pace(options, len(seats))
    qi = rules.starting_qi(seats, speed.top, start)
    table = Table(seats, options, speed, setup.content, qi, frozenset(setup.seen))
    await table.show()
    await welcome(table)
    if speed.cards is not None:
        await table.say(lines.DURATION.format(minutes=options.duree_min, cards=speed.cards))
    table.seat = table.first = await first_to_answer(table, start.first)
    while not is_over(table):
        if cards_are_out(table):
            await table.say(lines.LAST_ROUND)
        table.turn += 1
        next_seat = await turn(table)
        await standings(table)
        table.seat = next_seat
    return await the_end(table)


async def welcome(table: Table) -> None:
    """Everybody on the top square, unless the evening goes on from scores that were reached before."""
    if all(value == table.pace.top for value in table.qi.values()):
        told = lines.WELCOME.format(players=lines.together(table.seats), top=table.pace.top)
    else:
        told = lines.WELCOME_BACK.format(scores=lines.scores(table.qi))
    await table.say(told, sound="jingle")


def is_over(table: Table) -> bool:
    """N15: somebody is at 0; or too few remain (E2); or the last round of the time chosen has been played (E5)."""
    return scoring.is_over(table.qi) or len(table.seats) < rules.LEAST_PAWNS or time_is_over(table)


def cards_are_out(table: Table) -> bool:
    """E5: the round that begins here is the last one."""
    cards = table.pace.cards
    return cards is not None and table.seat == table.first and cards - len(table.seats) <= table.turn < cards


def time_is_over(table: Table) -> bool:
    """E5: everybody has had as many turns as the first one."""
    cards = table.pace.cards
    return cards is not None and table.turn >= cards and table.seat == table.first


async def standings(table: Table) -> None:
    """At the end of a round, unless the game ends with it."""
    if table.turn % len(table.seats) == 0 and not scoring.is_over(table.qi):
        await table.say(lines.STANDINGS.format(scores=lines.scores(table.qi)))


async def the_end(table: Table) -> Outcome:
    """N15: the highest QI wins; equal QI win together."""
    best = scoring.winners(table.qi)
    await table.show(seat=None, weapon=None, target=None, over=True)
    if len(table.seats) < rules.LEAST_PAWNS:
        await table.say(lines.ALONE)
    elif not scoring.is_over(table.qi):
        await table.say(lines.CARDS_OUT, sound="fin du temps")
    await table.say(lines.STANDINGS.format(scores=lines.scores(table.qi)))
    told = lines.of(best[0], lines.WINNER, lines.WINNER_TEAM) if len(best) == 1 else lines.WINNERS
    await table.say(told.format(winners=lines.together(best), qi=max(table.qi.values())), sound="victoire")
    return Outcome("trou-noir", dict(table.qi), best)
