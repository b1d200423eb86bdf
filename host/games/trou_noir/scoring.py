"""Every number of Trou Noir: penalties, the ladder's bounds, the end, the winners. Pure."""

from collections.abc import Mapping

#: Defaults where the card prints nothing else (N4).
ROULETTE_PENALTY = 40  # N7
PLUS_OU_MOINS_PENALTIES = (20, 50)  # N8: one wrong, two wrong
INFO_INTOX_PENALTIES = (20, 50)  # N9: one wrong, two wrong
CAUCHEMAR_PENALTY = 30  # N10
MISSING_PENALTY = 10  # N6: for each element missing

GIVE_ME_WANTED = 5  # N6
GIVE_ME_TIME_S = 15.0  # N6
STEP = 10  # N1: the ladder's steps


def penalty_single(penalty: int, right: bool) -> int:
    """N5, N7, N10: a question answered right costs nothing."""
    return 0 if right else penalty


def penalty_pair(penalties: tuple[int, int], wrong: int) -> int:
    """N8, N9: `penalties` for one and for two wrong out of two."""
    return (0, *penalties)[wrong]


def penalty_missing(penalty: int, found: int) -> int:
    """N6: `penalty` for each of the five elements that is missing."""
    return penalty * max(0, GIVE_ME_WANTED - found)


def after_turn(qi: Mapping[str, int], effects: Mapping[str, int], top: int) -> dict[str, int]:
    """N14: the effects of one turn are applied together, then clamped to the ladder (N1: 0 to `top`)."""
    return {seat: min(top, max(0, value + effects.get(seat, 0))) for seat, value in qi.items()}


def is_over(qi: Mapping[str, int]) -> bool:
    """N15: the game ends when a pawn is at 0 at the end of a turn."""
    return any(value == 0 for value in qi.values())


def winners(qi: Mapping[str, int]) -> tuple[str, ...]:
    """N15: the highest QI wins; equal QI win together."""
    best = max(qi.values())
    return tuple(seat for seat, value in qi.items() if value == best)
