"""The evening's journal: one JSON line a reply, on disk before the game sees the reply.

Lines, in order: a header; then entries (`key`, `kind`, `to`, `reply`), parts of a gathering (`gather`, `seat`,
`reply`), cuts (`cut`: keep that many entries: undo) and at last `end`. The file is only ever appended to, except for
a torn last line, which is dropped when it is opened. It holds secrets: mode 0600.
"""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import portalocker
from pydantic import BaseModel, ConfigDict, ValidationError

from host.dialogue.replies import Reply, Settled, reply_adapter, settled_adapter
from host.errors import UserError

FORMAT = 1


class ContentPin(BaseModel):
    """Where the questions came from and what they were: a shipped pack's name or a path, or the pack itself."""

    source: str | None = None
    inline: Any = None
    sha256: str


class Header(BaseModel):
    """Pins what a replay depends on. `front` tells how the evening is played, for `resume`."""

    model_config = ConfigDict(extra="forbid")

    format: int = FORMAT
    game: str
    players: list[str]
    options: dict[str, Any] = {}
    start: dict[str, Any] = {}
    draws: dict[str, list[str]] = {}
    seed: int
    content: ContentPin
    seen: list[str] = []
    created: str
    front: dict[str, Any] = {}


@dataclass(frozen=True)
class Entry:
    """One settled request. `to` is the seat addressed, if any."""

    key: str
    kind: str
    to: str | None
    reply: Reply


class JournalError(UserError):
    """The journal cannot be read, or is not one of ours."""


@dataclass
class Journal:
    """Open journals hold a lock on their file; `path` None keeps everything in memory."""

    header: Header
    path: Path | None = None
    entries: list[Entry] = field(default_factory=list)
    gathering: dict[str, dict[str, Settled]] = field(default_factory=dict)
    ended: dict[str, Any] | None = None
    cursor: int = 0  # how many scripted replies were used up (scenarios and recorded evenings)
    _file: IO[str] | None = None

    @classmethod
    def create(cls, path: Path, header: Header) -> "Journal":
        """Raises JournalError where the file cannot be written or exists already."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
        except OSError as error:
            raise JournalError(f"{path} : impossible d'écrire le journal ({error.strerror}).") from error
        journal = cls(header, path, _file=os.fdopen(descriptor, "r+", encoding="utf-8"))
        journal._lock()
        journal._write({"header": header.model_dump(mode="json")})
        return journal

    @classmethod
    def open(cls, path: Path) -> "Journal":
        """Read a journal back to go on with it; a torn last line is dropped.

        Raises JournalError: unreadable, foreign, damaged before its end, or in use by another process.
        """
        try:
            file = path.open("r+", encoding="utf-8", newline="\n")
        except OSError as error:
            raise JournalError(f"{path} : journal illisible ({error.strerror}).") from error
        journal = cls.__new__(cls)
        journal.path, journal._file = path, file
        journal._lock()
        try:
            text = file.read()
        except UnicodeDecodeError as error:
            raise JournalError(f"{path} : ce n'est pas un journal d'animateur (octet {error.start}).") from error
        journal._load(text)
        return journal

    def append(self, entry: Entry, cursor: int = 0) -> None:
        self._write(_record(entry), cursor)
        self.entries.append(entry)
        self.gathering.pop(entry.key, None)

    def append_part(self, key: str, seat: str, reply: Settled, cursor: int = 0) -> None:
        """One seat's reply within a gathering that is still open."""
        part = {"gather": key, "seat": seat, "reply": settled_adapter.dump_python(reply, mode="json")}
        self._write(part, cursor)
        self.gathering.setdefault(key, {})[seat] = reply

    def cut(self, keep: int, why: str, cursor: int = 0) -> None:
        """Take back all entries but the first `keep`."""
        self._write({"cut": keep, "why": why}, cursor)
        del self.entries[keep:]
        self.gathering.clear()

    def replace(self, position: int, entry: Entry, why: str, cursor: int = 0) -> None:
        """Take back all from `position` on and put `entry` there: one record, so that no kill falls in between."""
        self._write({"cut": position, "why": why, "entry": _record(entry)}, cursor)
        self.entries[position:] = [entry]
        self.gathering.clear()

    def end(self, outcome: dict[str, Any]) -> None:
        self._write({"end": outcome})
        self.ended = outcome

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _lock(self) -> None:
        assert self._file is not None
        try:
            portalocker.lock(self._file, portalocker.LOCK_EX | portalocker.LOCK_NB)
        except portalocker.LockException as error:
            self._file.close()
            raise JournalError(f"{self.path} : cette soirée est déjà ouverte dans un autre terminal.") from error

    def _write(self, record: dict[str, Any], cursor: int = 0) -> None:
        self.cursor = cursor or self.cursor
        if self._file is None:
            return
        if cursor:
            record = {**record, "cursor": cursor}
        try:
            self._file.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise JournalError(
                f"{self.path} : écriture impossible ({error.strerror}) ; libérez de la place, puis animateur resume."
            ) from error

    def _load(self, text: str) -> None:
        self.entries, self.gathering, self.ended, self.cursor = [], {}, None, 0
        lines = text.split("\n")
        torn = lines.pop()  # what follows the last line feed was never finished
        kept = text[: len(text) - len(torn)] if torn else text
        for number, line in enumerate(lines, 1):
            try:
                self._fold(json.loads(line), number)
            except (ValueError, KeyError, TypeError) as error:
                if number == 1:
                    raise JournalError(f"{self.path} : ce n'est pas un journal d'animateur.") from error
                if number == len(lines) and not torn:  # the last line's bytes were lost, not its end
                    kept = text[: len(text) - len(line) - 1]
                    break
                raise JournalError(
                    f"{self.path}, ligne {number} : journal abîmé ; gardez le fichier, et recommencez une soirée."
                ) from error
        if not lines:
            raise JournalError(f"{self.path} : journal vide ; cette soirée n'a pas commencé.")
        if kept != text:
            assert self._file is not None
            self._file.truncate(len(kept.encode()))
            self._file.seek(0, os.SEEK_END)

    def _fold(self, record: dict[str, Any], number: int) -> None:
        if number == 1:
            self.header = _header(record, self.path)
            return
        self.cursor = int(record.get("cursor", self.cursor))
        if "cut" in record:
            del self.entries[int(record["cut"]) :]
            self.gathering.clear()
            if "entry" in record:
                self.entries.append(_entry(record["entry"]))
        elif "gather" in record:
            self.gathering.setdefault(record["gather"], {})[record["seat"]] = settled_adapter.validate_python(
                record["reply"]
            )
        elif "end" in record:
            self.ended = record["end"]
        else:
            self.entries.append(_entry(record))
            self.gathering.pop(record["key"], None)


def _record(entry: Entry) -> dict[str, Any]:
    reply = reply_adapter.dump_python(entry.reply, mode="json")
    return {"key": entry.key, "kind": entry.kind, "to": entry.to, "reply": reply}


def _entry(record: dict[str, Any]) -> Entry:
    return Entry(record["key"], record["kind"], record["to"], reply_adapter.validate_python(record["reply"]))


def _header(record: dict[str, Any], path: Path | None) -> Header:
    found = record["header"]["format"]
    if found != FORMAT:
        raise JournalError(f"{path} : journal au format {found}, ce programme lit le format {FORMAT}.")
    try:
        return Header.model_validate(record["header"])
    except ValidationError as error:
        where = ".".join(map(str, error.errors()[0]["loc"]))
        raise JournalError(f"{path} : en-tête du journal abîmé (champ {where}).") from error
