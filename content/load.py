"""Decks from files, from the shipped ones, or from what a scenario holds inline."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError
from rapidfuzz import process

from content.explain import explain
from content.schema import Deck
from content.text import fold
from content.yaml12 import ContentError, Document, read_file

#: One folder of decks per game. The wheel installs them as plain files beside this module.
_FOLDERS = {"trou-noir": Path(__file__).parent / "trou_noir"}
_SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True)
class Pack:
    """A deck and the file it came from. `name` is what it is called by on the command line."""

    name: str
    path: Path
    deck: Deck
    document: Document


@dataclass(frozen=True)
class Folder:
    """What a folder of decks gave: those that load, and one error for each that does not (case P4)."""

    packs: tuple[Pack, ...]
    errors: tuple[ContentError, ...]


def load_pack(path: Path) -> Pack:
    """Raises ContentError naming file, line and field."""
    document = read_file(path)
    return Pack(path.stem, path, parse_document(document), document)


def load_deck(path: Path) -> Deck:
    """Raises ContentError naming file, line and field."""
    return load_pack(path).deck


def parse_deck(data: object, where: str) -> Deck:
    """A deck from an already parsed mapping; `where` names it in errors. Raises ContentError.

    Texts must come as texts, as `content.yaml12` gives them: another YAML reader turns `007` into 7 before it is seen.
    """
    return _validated(data, Document(where, "", {}))


def parse_document(document: Document) -> Deck:
    """A deck from a document already read. Raises ContentError with the document's lines."""
    return _validated(document.data, document)


def load_folder(folder: Path) -> Folder:
    """Every deck of a folder, in the order of names. A broken file does not keep the others from loading."""
    packs: list[Pack] = []
    errors: list[ContentError] = []
    for path in sorted(p for p in folder.iterdir() if p.suffix in _SUFFIXES):
        try:
            packs.append(load_pack(path))
        except ContentError as error:
            errors.append(error)
    return Folder(tuple(packs), tuple(errors))


def pack_paths(game: str = "trou-noir") -> tuple[Path, ...]:
    """The shipped decks of a game, in the order of names."""
    return tuple(sorted(p for p in _FOLDERS[game].iterdir() if p.suffix in _SUFFIXES))


def packs(game: str = "trou-noir") -> tuple[Pack, ...]:
    """The shipped decks of a game, loaded. Raises ContentError."""
    return tuple(load_pack(path) for path in pack_paths(game))


def find_path(name_or_path: str, game: str = "trou-noir") -> Path:
    """The file of a shipped deck by its name ("grand-melange", "Grand mélange"), or of any deck by its path.

    Raises ContentError, which names the shipped decks.
    """
    shipped = {fold(path.stem): path for path in pack_paths(game)}
    if fold(name_or_path) in shipped:
        return shipped[fold(name_or_path)]
    path = Path(name_or_path).expanduser()
    if path.is_file():
        return path
    close = process.extractOne(fold(name_or_path), shipped.keys(), score_cutoff=60)
    hint = f"vouliez-vous dire « {shipped[close[0]].stem} » ?" if close else "donner un fichier, ou l'un de ces noms : "
    names = "" if close else ", ".join(path.stem for path in shipped.values())
    raise ContentError(name_or_path, None, "", f"paquet introuvable : {hint}{names}")


def find_deck(name_or_path: str, game: str = "trou-noir") -> Deck:
    """Load a shipped deck by its name, or any deck by its path. Raises ContentError."""
    return load_deck(find_path(name_or_path, game))


def content_hash(deck: Deck) -> str:
    """SHA-256, in hexadecimal, of the deck as canonical JSON: the same however the file is laid out."""
    plain = json.dumps(deck.model_dump(mode="json"), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def _validated(data: object, document: Document) -> Deck:
    try:
        return Deck.model_validate(data)
    except ValidationError as error:
        raise explain(error, document) from error
