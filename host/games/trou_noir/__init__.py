"""Trou Noir: a quiz that drains everybody's QI."""

from host.games.game import Game
from host.games.trou_noir.lines import RULE
from host.games.trou_noir.options import Options, Start
from host.games.trou_noir.script import play
from host.games.trou_noir.template import TEMPLATE

GAME = Game(
    slug="trou-noir",
    title="Trou Noir",
    least_players=2,
    most_players=8,
    options=Options,
    start=Start,
    play=play,
    default_pack="grand-melange",
    rule=RULE,
    template=TEMPLATE,
)

__all__ = ["GAME"]
