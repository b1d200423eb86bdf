"""Who plays when, and with which card. Pure."""

from collections.abc import Sequence

from host.errors import UserError
from host.games.trou_noir.options import Start


def left_of(seats: Sequence[str], seat: str) -> str:
    """The left neighbour is the next seat, clockwise."""
    return seats[(seats.index(seat) + 1) % len(seats)]


def starting_qi(seats: Sequence[str], top: int, start: Start) -> dict[str, int]:
    """N1: everybody on the first square, or where `start` puts them.

    Raises UserError for a score off the ladder or an unknown player.
    """
    for seat, value in start.scores.items():
        if seat not in seats:
            raise UserError(f"start.scores : « {seat} » ne joue pas (joueurs : {', '.join(seats)}).")
        if not 0 < value <= top or value % 10:
            raise UserError(f"start.scores.{seat} : {value} n'est pas une case de 10 à {top} (N1).")
    if start.first is not None and start.first not in seats:
        raise UserError(f"start.first : « {start.first} » ne joue pas (joueurs : {', '.join(seats)}).")
    return {seat: start.scores.get(seat, top) for seat in seats}
