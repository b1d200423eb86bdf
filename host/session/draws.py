"""Chance: every draw comes from the evening's seed and its own key, so that draws do not depend on one another."""

import hashlib
import random
import secrets
from collections.abc import Mapping, Sequence

from host.dialogue.requests import Draw
from host.errors import UserError


def new_seed() -> int:
    """A seed nobody can guess: one known beforehand would tell who is the Cheater."""
    return secrets.randbits(64)


def draw(seed: int, request: Draw, forced: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """`count` different values of `among`. A forced draw (scenarios) comes first, the seed completes it.

    Raises UserError where a forced value cannot come out.
    """
    generator = random.Random(hashlib.sha256(f"{seed}/{request.key}".encode()).digest())
    first = tuple(forced.get(request.key, ()))
    for value in first:
        if value not in request.among:
            raise UserError(f"draws.{request.key} : « {value} » n'est pas parmi {', '.join(request.among[:8])}.")
    if len(set(first)) < len(first) or len(first) > request.count:
        raise UserError(f"draws.{request.key} : {request.count} valeur(s) différente(s) au plus.")
    rest = [value for value in request.among if value not in first]
    return first + tuple(generator.sample(rest, request.count - len(first)))
