"""Comings and goings in mid-game (E1, E2), each confirmed before it counts."""

from host.answers.normalise import fold
from host.dialogue.asking import choose
from host.dialogue.expectation import Expectation, Kind, Option
from host.dialogue.replies import Answer, Chosen
from host.dialogue.requests import Ask, Choose
from host.games.trou_noir import lines, rules
from host.games.trou_noir.opening import NO, YES
from host.games.trou_noir.table import Table

TIME_S = 20.0


async def arrival(table: Table) -> None:
    """E1: the newcomer starts on the median QI, after the last seat."""
    if len(table.seats) == rules.MOST_PAWNS:
        await table.say(lines.FULL.format(most=rules.MOST_PAWNS))
        return
    name = await newcomers_name(table)
    if name is None:
        await table.say(lines.NOBODY_COMES)
        return
    table.seats = (*table.seats, name)
    table.qi = {**table.qi, name: rules.newcomers_qi(table.qi)}
    await table.show(qi=dict(table.qi))
    await table.say(lines.ARRIVED.format(seat=name, qi=table.qi[name]), sound="attention")


async def newcomers_name(table: Table) -> str | None:
    """A first name that nobody has yet, confirmed; asked twice."""
    for key, line in (("arrivee", lines.WHO_COMES), ("arrivee.redit", lines.WHO_COMES_AGAIN)):
        await table.say(line, repeats=True)
        said = await Ask(key=table.key(key), expects=Expectation(Kind.NAME, ()), time_s=TIME_S)
        if not isinstance(said, Answer) or not said.right or said.matched is None:
            continue
        if fold(said.matched) in {fold(member) for seat in table.seats for member in rules.members(seat)}:
            await table.say(lines.NAME_TAKEN.format(name=said.matched))
        elif await confirmed(table, f"{key}.sur", lines.COMES_SURE.format(seat=said.matched)):
            return said.matched
    return None


async def departure(table: Table) -> str | None:
    """E2: the seat is removed, and the game goes on while enough remain. Returns who left, if anybody did."""
    options: tuple[Option, ...] = table.pawns(table.seats)
    await table.say(lines.WHO_GOES, repeats=True)
    named = await choose(Choose(key=table.key("depart"), options=options, time_s=TIME_S))
    if not isinstance(named, Chosen) or not await confirmed(
        table, "depart.sur", lines.GOES_SURE.format(seat=named.option)
    ):
        await table.say(lines.NOBODY_GOES)
        return None
    gone = named.option
    left = rules.left_of(table.seats, gone)
    table.first = left if table.first == gone else table.first
    table.seats = tuple(seat for seat in table.seats if seat != gone)
    table.qi = {seat: qi for seat, qi in table.qi.items() if seat != gone}
    await table.show(qi=dict(table.qi))
    await table.say(lines.LEFT.format(seat=gone))
    return gone


async def confirmed(table: Table, key: str, question: str) -> bool:
    await table.say(question, repeats=True)
    said = await choose(Choose(key=table.key(key), options=(YES, NO), time_s=TIME_S))
    return isinstance(said, Chosen) and said.option == YES.id
