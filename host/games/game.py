"""What the evening needs to know of a game; each game's folder exports one `GAME`."""

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from host.dialogue.outcome import Outcome


@dataclass(frozen=True)
class Setup:
    """What a game starts from. `start`: where it begins, in the game's own terms (scenarios, resumed scores).

    `seen`: what of the content this laptop has used before.
    """

    players: tuple[str, ...]
    options: BaseModel
    content: Any
    start: Mapping[str, Any] = field(default_factory=dict)
    seen: tuple[str, ...] = ()


@dataclass(frozen=True)
class Game:
    """One of the five games.

    `play` starts the game's coroutine. `options` and `start` are the pydantic models of what it can be given.
    `rule` is said on "règle"; `template` is the commented scenario of `animateur scenario --template`.
    """

    slug: str
    title: str
    least_players: int
    most_players: int
    options: type[BaseModel]
    start: type[BaseModel]
    play: Callable[[Setup], Coroutine[Any, Any, Outcome]]
    default_pack: str
    rule: str
    template: str
