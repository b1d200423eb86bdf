"""The weapons of the ladder: where they lie, and what each does to the scores at the end of a turn. Pure."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from host.games.trou_noir.scoring import STEP

#: The map below is drawn for this start; another one shifts it by the difference (N16).
MAP_START = 200


class Weapon(StrEnum):
    SNIPER = "sniper"
    GRAPPIN = "grappin"
    DYNAMITE = "dynamite"
    JETPACK = "jetpack"
    ARMAGEDDON = "armageddon"


#: N16.
WEAPON_MAP: Mapping[int, Weapon] = {
    190: Weapon.JETPACK,
    170: Weapon.GRAPPIN,
    150: Weapon.DYNAMITE,
    130: Weapon.SNIPER,
    110: Weapon.SNIPER,
    90: Weapon.GRAPPIN,
    70: Weapon.DYNAMITE,
    60: Weapon.JETPACK,
    40: Weapon.ARMAGEDDON,
    20: Weapon.ARMAGEDDON,
}

#: Weapons that are aimed at somebody before the card is read (N13).
AIMED = (Weapon.SNIPER, Weapon.GRAPPIN)

WEAPON_GAIN = STEP
JETPACK_GAIN = 30
SNIPER_LOSS = 30
ARMAGEDDON_LOSS = 20
DYNAMITE_EXTRA = 20


def weapons_on(top: int, weapon_map: Mapping[int, str] | None = None) -> dict[int, Weapon]:
    """N16: the map for a ladder that starts at `top`; squares at or below 0 or at the start hold none."""
    drawn, shift = WEAPON_MAP if weapon_map is None else weapon_map, top - MAP_START
    placed = {square + shift: Weapon(name) for square, name in drawn.items()}
    return {square: weapon for square, weapon in placed.items() if 0 < square < top}


def turn_effects(
    seat: str, penalty: int, weapon: Weapon | None, target: str | None, seats: Sequence[str]
) -> dict[str, int]:
    """What a turn does to everybody, before it is clamped to the ladder (N14's table)."""
    if penalty:
        return {seat: -penalty - (DYNAMITE_EXTRA if weapon is Weapon.DYNAMITE else 0)}
    match weapon:
        case Weapon.SNIPER:
            assert target is not None
            return {seat: WEAPON_GAIN, target: -SNIPER_LOSS}
        case Weapon.GRAPPIN:
            assert target is not None
            return {seat: WEAPON_GAIN, target: WEAPON_GAIN}
        case Weapon.DYNAMITE:
            return {seat: WEAPON_GAIN}
        case Weapon.JETPACK:
            return {seat: JETPACK_GAIN}
        case Weapon.ARMAGEDDON:
            return {seat: WEAPON_GAIN, **{other: -ARMAGEDDON_LOSS for other in seats if other != seat}}
        case None:
            return {}
