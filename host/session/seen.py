"""What this laptop has asked before, so that unseen questions come first (case G8).

It is read off the journals, each once; what they said is kept in `seen.json` beside them, so that a journal may be
thrown away and its questions stay known.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, ValidationError

from content.yaml12 import ContentError
from host.errors import UserError
from host.session.evening import evenings, script_of
from host.session.journal import Journal
from host.session.replay import last_view


class _Store(BaseModel):
    """`used`: cards by game and pack, oldest first. `read`: the size of each journal when it was read."""

    used: dict[str, dict[str, list[str]]] = {}
    read: dict[str, int] = {}


@dataclass
class Seen:
    """The memory of one data folder. A file that is torn or foreign is begun anew: the journals hold it all."""

    data: Path
    _store: _Store = field(init=False)

    def __post_init__(self) -> None:
        try:
            self._store = _Store.model_validate_json(self._path.read_text("utf-8"))
        except (OSError, ValidationError, UnicodeDecodeError):
            self._store = _Store()

    @property
    def _path(self) -> Path:
        return self.data / "seen.json"

    def of(self, game: str, pack: str) -> tuple[str, ...]:
        """The ids of the cards of `pack` that were asked here, after a look at the journals that have grown."""
        grown = [path for path in evenings(self.data) if self._store.read.get(path.name) != path.stat().st_size]
        for path in grown:
            self._learn(path)
        if grown:
            self._save()
        return tuple(self._store.used.get(game, {}).get(pack, ()))

    def _learn(self, path: Path) -> None:
        try:
            journal = Journal.open(path)
        except UserError:
            return  # in use in another terminal, or no journal at all: resuming it says so
        try:
            header = journal.header
            if header.content.source is not None:
                view = last_view(script_of(header, same_content=False), journal.entries)
                used = self._store.used.setdefault(header.game, {}).setdefault(header.content.source, [])
                used += [card for card in (view.used_cards() if view is not None else ()) if card not in used]
        except (UserError, ContentError):
            pass  # the game or its pack is gone; so are its questions
        finally:
            journal.close()
        self._store.read[path.name] = path.stat().st_size

    def _save(self) -> None:
        draft = self._path.with_suffix(".tmp")
        try:
            draft.write_text(json.dumps(self._store.model_dump(), ensure_ascii=False, indent=1), "utf-8")
            draft.replace(self._path)
        except OSError:
            pass  # a full disk: it is learnt again next time
