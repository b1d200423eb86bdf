"""One turn: the weapon of the square, its target, the card, and what it does to everybody."""

from content.schema import Card
from host.games.trou_noir import lines, rules, scoring
from host.games.trou_noir.cards import play_card
from host.games.trou_noir.comings import arrival, departure
from host.games.trou_noir.table import WRONG_PERSON, BrokenOff, Table
from host.games.trou_noir.views import Move
from host.games.trou_noir.weapons import AIMED, Weapon, turn_effects

#: From here down a fall is near.
DANGER_QI = 30


async def turn(table: Table) -> str:
    """One player answers one card. Returns the seat whose turn is next."""
    seat = table.seat
    table.attempt, table.replaced = 0, False
    weapon = table.weapons.get(table.qi[seat])
    card = await table.draw_card()
    await table.show_card(card, turn=table.turn, seat=seat, weapon=weapon, target=None)
    await table.say(lines.pick(lines.of(seat, lines.TURN, lines.TURN_TEAM), table.turn, seat=seat), sound="attention")
    if weapon is not None:
        await table.say(lines.of(seat, lines.WEAPON, lines.WEAPON_TEAM)[weapon].format(seat=seat), sound=str(weapon))
    target: str | None = None
    while True:
        try:
            if weapon in AIMED and target not in table.seats:
                target = await aimed_at(table, weapon)
            penalty = await play_card(table, card)
        except BrokenOff as broken:
            neighbour = rules.left_of(table.seats, seat)
            if not await goes_on(table, broken, seat):
                return neighbour if neighbour in table.seats else table.seats[0]
            if broken.kind == WRONG_PERSON:
                card = await replaced_card(table)
        else:
            break
        table.attempt += 1
    await settle(table, weapon, target, penalty)
    return rules.left_of(table.seats, seat)


async def goes_on(table: Table, broken: BrokenOff, seat: str) -> bool:
    """Deal with what broke into the turn; False when the turn is over with nothing lost (E2, E3)."""
    match broken.kind:
        case "arrival":
            await arrival(table)
        case "departure":
            gone = await departure(table)
            return gone != seat and len(table.seats) >= rules.LEAST_PAWNS
        case "absent":
            await table.say(lines.of(seat, lines.ABSENT, lines.ABSENT_TEAM).format(seat=seat))
            return False
    return True


async def replaced_card(table: Table) -> Card:
    """E4: the wrong person spoke; another card, and nobody loses anything. At most once a turn."""
    table.replaced = True
    card = await table.draw_card()
    await table.show_card(card)
    await table.say(lines.REPLACED.format(seat=table.seat))
    return card


async def aimed_at(table: Table, weapon: Weapon) -> str:
    """N13: a target other than oneself, before the card is read. N18: with two pawns it is not asked."""
    others = tuple(seat for seat in table.seats if seat != table.seat)
    if len(others) == 1:
        target = others[0]
    else:
        named = {"seat": table.seat, "others": lines.listed(others)}
        asked = lines.of(table.seat, lines.WHO, lines.WHO_TEAM)[weapon].format(**named), lines.WHO_THEN.format(**named)
        target, _ = await table.choose_or_draw("cible", asked, table.pawns(others), table.options.temps_premier_s)
    await table.show(target=target)
    await table.say(lines.AIMED[weapon].format(seat=table.seat, target=target))
    return target


async def settle(table: Table, weapon: Weapon | None, target: str | None, penalty: int) -> None:
    """N14: the effects of the turn, together; and the host tells them, the fall into the hole last."""
    seat, before = table.seat, table.qi
    effects = turn_effects(seat, penalty, weapon, target, table.seats)
    table.qi = scoring.after_turn(before, effects, table.pace.top)
    move = Move(seat, dict(before), dict(table.qi), weapon)
    await table.show(qi=dict(table.qi), history=(*table.view.history, move))
    if weapon is not None:
        told = lines.WEAPON_MISSES if penalty else lines.WEAPON_HITS
        await table.say(told[weapon].format(seat=seat, target=target), sound=str(weapon))
    await table.say(lines.moved(table.turn, seat, before[seat], table.qi[seat]), sound="chute" if penalty else None)
    for other in table.seats:
        if other != seat and table.qi[other] != before[other]:
            await table.say(lines.moved(table.turn, other, before[other], table.qi[other]))
    if low := [one for one in table.seats if before[one] > DANGER_QI >= table.qi[one] > 0]:
        await table.say(lines.pick(lines.DANGER, table.turn, seats=lines.together(low)))
    for one in table.seats:
        if table.qi[one] == 0:
            await table.say(lines.of(one, lines.HOLE, lines.HOLE_TEAM).format(seat=one), sound="trou noir")
