"""Who plays when, comes, goes, and with whom. Pure."""

from collections.abc import Mapping, Sequence
from statistics import median

from host.errors import UserError
from host.games.trou_noir.options import Start
from host.games.trou_noir.scoring import STEP

LEAST_PAWNS, MOST_PAWNS = 2, 8
TEAMS_FROM = 6  # E5
AND = " et "


def left_of(seats: Sequence[str], seat: str) -> str:
    """The left neighbour is the next seat, clockwise."""
    return seats[(seats.index(seat) + 1) % len(seats)]


def seat_names(players: Sequence[str]) -> tuple[str, ...]:
    """N21: "Ana+Bob" is one pawn, a team that is called "Ana et Bob"."""
    return tuple(AND.join(part.strip() for part in player.split("+") if part.strip()) for player in players)


def members(seat: str) -> tuple[str, ...]:
    """N21: who may speak for a pawn, or name it."""
    return tuple(seat.split(AND))


def in_teams(players: Sequence[str]) -> tuple[str, ...]:
    """E5: neighbours two by two, the last three together when the number is odd."""
    pairs = [list(players[i : i + 2]) for i in range(0, len(players), 2)]
    if len(pairs[-1]) == 1:
        alone = pairs.pop()
        pairs[-1] += alone
    return tuple(AND.join(pair) for pair in pairs)


def starting_qi(seats: Sequence[str], top: int, start: Start) -> dict[str, int]:
    """N1: everybody on the first square, or where `start` puts them.

    Raises UserError for a score off the ladder or an unknown player.
    """
    for seat, value in start.scores.items():
        if seat not in seats:
            raise UserError(f"start.scores : « {seat} » ne joue pas (joueurs : {', '.join(seats)}).")
        if not 0 < value <= top or value % STEP:
            raise UserError(f"start.scores.{seat} : {value} n'est pas une case de 10 à {top} (N1).")
    if start.first is not None and start.first not in seats:
        raise UserError(f"start.first : « {start.first} » ne joue pas (joueurs : {', '.join(seats)}).")
    return {seat: start.scores.get(seat, top) for seat in seats}


def newcomers_qi(qi: Mapping[str, int]) -> int:
    """E1: the median QI, rounded down to a square."""
    return int(median(qi.values())) // STEP * STEP
