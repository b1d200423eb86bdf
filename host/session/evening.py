"""From what the user asked for to a session ready to run: the header that pins an evening, and the script it starts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from content.load import content_hash, find_deck, parse_deck
from host.answers.normalise import fold
from host.errors import UserError
from host.games.game import Game, Setup
from host.games.registry import find_game
from host.session.draws import new_seed
from host.session.journal import ContentPin, Header, JournalError
from host.session.loop import Script


@dataclass(frozen=True)
class Wish:
    """What an evening should be. `content`: a pack's name, a file's path, or a pack itself; None: the game's own."""

    game: str
    players: Sequence[str]
    options: Mapping[str, Any]
    seed: int | None = None
    content: Any = None
    start: Mapping[str, Any] | None = None
    draws: Mapping[str, Sequence[str]] | None = None
    front: Mapping[str, Any] | None = None
    seen: Sequence[str] = ()


def header_of(wish: Wish, where: str = "") -> Header:
    """Check a wish and pin it. Raises UserError or the content's own error: unknown game or option, wrong players."""
    game = find_game(wish.game)
    players = check_players(game, wish.players)
    options = _model(game.options, wish.options, "option")
    start = _model(game.start, wish.start or {}, "start")
    pin, _ = _content(game, wish.content, where)
    return Header(
        game=game.slug,
        players=list(players),
        options=options.model_dump(mode="json"),
        start=start.model_dump(mode="json"),
        draws={key: list(values) for key, values in (wish.draws or {}).items()},
        seed=wish.seed if wish.seed is not None else new_seed(),
        content=pin,
        seen=list(wish.seen),
        created=datetime.now().astimezone().isoformat(timespec="seconds"),
        front=dict(wish.front or {}),
    )


def script_of(header: Header, same_content: bool = True) -> Callable[[], Script]:
    """The game of a header, ready to be started afresh. Raises JournalError when its content has changed."""
    game = find_game(header.game)
    source = header.content.inline if header.content.inline is not None else header.content.source
    pin, deck = _content(game, source, "")
    if same_content and pin.sha256 != header.content.sha256:
        raise JournalError(
            f"le paquet « {pin.source or 'de la soirée'} » a changé depuis le début de la soirée ; "
            "remettez l'ancien, ou repartez des scores avec --from-scores."
        )
    setup = Setup(
        tuple(header.players),
        game.options.model_validate(header.options),
        deck,
        dict(header.start),
        tuple(header.seen),
    )
    return lambda: game.play(setup)


def check_players(game: Game, players: Sequence[str]) -> tuple[str, ...]:
    """Names without outer blanks. Raises UserError: too few or too many, empty, or two that are the same."""
    names = tuple(" ".join(name.split()) for name in players)
    if not game.least_players <= len(names) <= game.most_players:
        raise UserError(
            f"{game.title} se joue de {game.least_players} à {game.most_players} joueurs, pas à {len(names)} "
            "(--players Ana,Bob,…)."
        )
    seen: dict[str, str] = {}
    for name in names:
        spoken = fold(name)
        if not spoken:
            raise UserError(f"joueur « {name} » : il faut un prénom qui se prononce.")
        if spoken in seen:
            raise UserError(f"deux joueurs s'appellent « {name} » ; donnez un surnom à l'un d'eux.")
        seen[spoken] = name
    return names


def _model(model: type[BaseModel], values: Mapping[str, Any], what: str) -> BaseModel:
    try:
        return model.model_validate(dict(values))
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(map(str, first["loc"]))
        if first["type"] == "extra_forbidden":
            known = ", ".join(model.model_fields) or "aucune"
            raise UserError(f"{what} inconnue « {name} » ; possibles : {known}.") from error
        raise UserError(f"{what} {name} = {first['input']} : {first['msg']}.") from error


def _content(game: Game, content: Any, where: str) -> tuple[ContentPin, Any]:
    if isinstance(content, Mapping):
        deck = parse_deck(content, where or "content")
        return ContentPin(inline=content, sha256=content_hash(deck)), deck
    source = game.default_pack if content is None else str(content)
    deck = find_deck(source)
    return ContentPin(source=source, sha256=content_hash(deck)), deck


def evening_path(data: Path, header: Header) -> Path:
    """A file name that sorts by time and says the game; never one that exists."""
    stem = datetime.fromisoformat(header.created).strftime("%Y-%m-%d-%H%M%S") + "-" + header.game
    folder = data / "evenings"
    names = [f"{stem}.jsonl", *(f"{stem}-{n}.jsonl" for n in range(2, 1000))]
    return next(folder / name for name in names if not (folder / name).exists())


def evenings(data: Path) -> list[Path]:
    """All journals, the newest last."""
    return sorted((data / "evenings").glob("*.jsonl"))


def find_evening(data: Path, name: str | None) -> Path:
    """A journal by its path or by its name; without one, the last evening. Raises UserError."""
    if name is None:
        known = evenings(data)
        if not known:
            raise UserError(f"aucune soirée à reprendre dans {data / 'evenings'}.")
        return known[-1]
    for path in (Path(name), data / "evenings" / name, data / "evenings" / f"{name}.jsonl"):
        if path.is_file():
            return path
    raise UserError(f"soirée « {name} » introuvable ; « animateur evenings » en donne la liste.")


def from_scores(old: Header, scores: Mapping[str, int]) -> Wish:
    """A new evening that begins where a journal that no longer fits left off."""
    return Wish(
        game=old.game,
        players=[seat.replace(" et ", "+") for seat in scores],  # newcomers and teams too
        options=old.options,
        content=old.content.inline if old.content.inline is not None else old.content.source,
        start={**old.start, "scores": dict(scores)},
        front=old.front,
    )
