"""Every number of Trou Noir: penalties, the ladder's bounds, the end, the winners. Pure."""

from collections.abc import Mapping

#: Defaults where the card prints nothing else (N4).
ROULETTE_PENALTY = 40  # N7
INFO_INTOX_PENALTIES = (20, 50)  # N9: one wrong, two wrong
STEP = 10  # N1: the ladder's steps


def penalty_single(penalty: int, right: bool) -> int:
    """N5, N7: a question answered right costs nothing."""
    return 0 if right else penalty


def penalty_pair(penalties: tuple[int, int], wrong: int) -> int:
    """N9: `penalties` for one and for two wrong out of two."""
    return (0, *penalties)[wrong]


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
