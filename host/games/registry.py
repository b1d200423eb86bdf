"""The games this program knows."""

from host.errors import UserError
from host.games.game import Game
from host.games.trou_noir import GAME as TROU_NOIR

GAMES: dict[str, Game] = {game.slug: game for game in (TROU_NOIR,)}


def find_game(slug: str) -> Game:
    """Raises UserError for a game that is not there."""
    if slug not in GAMES:
        raise UserError(f"jeu inconnu « {slug} » ; jeux : {', '.join(GAMES)}.")
    return GAMES[slug]
