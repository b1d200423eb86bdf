"""Before the first card: teams, if there are many (E5), and who answers first (N2)."""

from collections.abc import Sequence

from host.dialogue.asking import choose
from host.dialogue.expectation import Option
from host.dialogue.replies import Chosen
from host.dialogue.requests import Choose, Draw, Say
from host.games.trou_noir import lines, rules
from host.games.trou_noir.options import Options
from host.games.trou_noir.table import Table

YES = Option("oui", ("oui", "d'accord", "ok", "ouais", "allez", "c'est ça", "exact"), letter_and_rank=False)
NO = Option("non", ("non", "pas du tout", "non merci", "chacun pour soi"), letter_and_rank=False)


async def seats_of(players: Sequence[str], options: Options) -> tuple[str, ...]:
    """The pawns: players, or teams where so many play that everybody would wait too long for their turn (E5)."""
    seats = rules.seat_names(players)
    if options.equipes == "non" or any(len(rules.members(seat)) > 1 for seat in seats):
        return seats
    teams = rules.in_teams(seats) if len(seats) >= 2 * rules.LEAST_PAWNS else seats
    if options.equipes == "oui":
        return teams
    if len(seats) < rules.TEAMS_FROM:
        return seats
    told = lines.TEAMS.format(number=len(seats), teams=", contre ".join(teams))
    await Say(key="equipes.dire", text=told, repeats=True)
    wanted = await choose(Choose(key="equipes", options=(YES, NO), time_s=options.temps_premier_s))
    return teams if isinstance(wanted, Chosen) and wanted.option == YES.id else seats


async def first_to_answer(table: Table, first: str | None) -> str:
    """N2, N18: the left neighbour of the most cultured player; asked twice, then drawn."""
    if first is not None:
        await table.say(lines.FIRST_SET.format(first=first))
        return first
    options = table.pawns(table.seats)
    for key, line in (("premier", lines.WHO_IS_CULTURED), ("premier.redit", lines.WHO_AGAIN)):
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
