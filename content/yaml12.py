"""A strict YAML reader: every scalar stays the text as written, and every field knows its line.

`non`, `1er`, `12:30`, `007`, `null` and dates are texts here; a schema turns into numbers the few fields that are
numbers. What a pack does not need is refused while parsing, before it can cost anything: anchors, aliases, tags, merge
keys, several documents, deep nesting.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionStartEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
    StreamStartEvent,
)

from host.errors import UserError

MAX_BYTES = 2_000_000
MAX_DEPTH = 20
MAX_NODES = 100_000

#: A field's place in a file, such as ("cards", 3, "question").
Where = tuple[str | int, ...]
Data = str | list["Data"] | dict[str, "Data"]

#: What ruamel.yaml says, and what a French author has to do about it.
_HINTS = {
    "mapping values are not allowed": "deux-points de trop, ou retrait faux : mettre le texte entre guillemets",
    "'\\t'": "tabulation en début de ligne : mettre des espaces",
    "cannot start any token": "un texte ne peut pas commencer par ce caractère : le mettre entre guillemets",
    "unexpected end of stream": "guillemet ouvert et jamais fermé : le fermer",
    "unknown escape character": "barre oblique inverse inconnue : mettre le texte entre apostrophes",
    "expected ',' or": "crochet ou accolade jamais fermés : les fermer",
    "expected <block end>": "retrait faux, ou guillemets au milieu d'un texte : aligner, ou les mettre autour",
    "could not find expected ':'": "deux-points manquant après le nom du champ : l'ajouter",
    "sequence entries are not allowed": "tiret mal placé : passer à la ligne avant le tiret",
}


class ContentError(UserError):
    """A file that cannot be used. Its text is one French line: file, line, field, what is wrong and what to do.

    `line` counts from 1; `others` are further errors found in the same file.
    """

    def __init__(self, path: str, line: int | None, field: str, message: str) -> None:
        self.path, self.line, self.field, self.message = path, line, field, " ".join(message.split())
        self.others: tuple[ContentError, ...] = ()
        place = path if line is None else f"{path}:{line}"
        super().__init__(": ".join(part for part in (place, field, self.message) if part))


def field_name(where: Where) -> str:
    """('cards', 3, 'theme') → 'cards[4].theme': authors count from 1."""
    name = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in where)
    return name.removeprefix(".")


@dataclass(frozen=True)
class Document:
    """What a file holds, and the line (from 1) on which each field stands; no lines for what came without a file."""

    path: str
    data: Data
    lines: dict[Where, int]

    def line(self, where: Where) -> int | None:
        """The line of a field, or of the nearest field around it when it is missing."""
        while where and where not in self.lines:
            where = where[:-1]
        return self.lines.get(where)


def read_file(path: Path) -> Document:
    """Read a file. Raises ContentError, also for what the system refuses."""
    try:
        if path.exists() and not path.is_file():
            raise ContentError(str(path), None, "", "ce n'est pas un fichier : donner un fichier .yaml")
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise ContentError(str(path), None, "", "fichier introuvable : vérifier le chemin") from None
    except OSError as error:
        message = f"fichier illisible ({error.strerror}) : vérifier les droits"
        raise ContentError(str(path), None, "", message) from error
    return read_bytes(raw, str(path))


def read_bytes(raw: bytes, path: str) -> Document:
    """Read UTF-8, with or without a byte order mark. Raises ContentError."""
    if len(raw) > MAX_BYTES:
        raise ContentError(path, None, "", f"fichier de plus de {MAX_BYTES // 1_000_000} Mo : le partager en plusieurs")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise ContentError(path, line, "", "le texte n'est pas en UTF-8 : enregistrer le fichier en UTF-8") from error
    return read_text(text, path)


def read_text(text: str, path: str) -> Document:
    """Read YAML from a text; `path` names it in errors. Raises ContentError."""
    lines = text.replace("\r\n", "\n").split("\n")
    for number, line in enumerate(lines, start=1):
        bad = next((c for c in line if (ord(c) < 32 and c not in "\t\r") or c in "\x7f\x85\u2028\u2029\ufeff"), None)
        if bad is not None:
            raise ContentError(path, number, "", f"caractère invisible U+{ord(bad):04X} : l'effacer")
    try:
        return _Reader(text, path).document()
    except MarkedYAMLError as error:
        mark = error.problem_mark
        problem = str(error.problem)
        hints = (hint for sign, hint in _HINTS.items() if sign in problem)
        hint = next(hints, f"YAML mal formé ({problem}) : corriger")
        raise ContentError(path, None if mark is None else min(mark.line + 1, len(lines)), "", hint) from error
    except YAMLError as error:
        raise ContentError(path, None, "", f"YAML mal formé ({error}) : corriger") from error


class _Reader:
    """Builds plain data from parser events, so that nothing is built from what is refused."""

    def __init__(self, text: str, path: str) -> None:
        self._events: Iterator[Event] = iter(YAML(typ="safe", pure=True).parse(text))
        self._path = path
        self._lines: dict[Where, int] = {}
        self._nodes = 0

    def document(self) -> Document:
        for event in self._events:
            if isinstance(event, DocumentStartEvent):
                break
            if not isinstance(event, StreamStartEvent):
                raise self._refusal(event, (), "fichier vide : y mettre un paquet")
        data = self._node(next(self._events), ())
        for event in self._events:
            if not isinstance(event, DocumentEndEvent | StreamEndEvent):
                raise self._refusal(event, (), "un seul document par fichier : enlever la ligne « --- »")
        return Document(self._path, data, self._lines)

    def _node(self, event: Event, where: Where) -> Data:
        self._lines.setdefault(where, event.start_mark.line + 1)
        self._check(event, where)
        if isinstance(event, ScalarEvent):
            return str(event.value)
        return self._sequence(where) if isinstance(event, SequenceStartEvent) else self._mapping(where)

    def _check(self, event: Event, where: Where) -> None:
        if isinstance(event, AliasEvent):
            raise self._refusal(event, where, "alias YAML (*) refusé : écrire le texte entre guillemets, ou en entier")
        if not isinstance(event, ScalarEvent | CollectionStartEvent):
            raise self._refusal(event, where, "YAML mal formé : corriger")
        if event.anchor is not None:
            raise self._refusal(event, where, "ancre YAML (&) refusée : mettre le texte entre guillemets")
        if event.tag is not None:
            raise self._refusal(event, where, "étiquette YAML (!) refusée : mettre le texte entre guillemets")
        if len(where) > MAX_DEPTH:
            raise self._refusal(event, (), f"plus de {MAX_DEPTH} niveaux de retrait : simplifier")
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise self._refusal(event, (), f"plus de {MAX_NODES} valeurs : partager le fichier en plusieurs")

    def _sequence(self, where: Where) -> list[Data]:
        items: list[Data] = []
        while not isinstance(event := next(self._events), SequenceEndEvent):
            items.append(self._node(event, (*where, len(items))))
        return items

    def _mapping(self, where: Where) -> dict[str, Data]:
        fields: dict[str, Data] = {}
        while not isinstance(event := next(self._events), MappingEndEvent):
            self._check(event, where)
            if not isinstance(event, ScalarEvent):
                raise self._refusal(event, where, "un nom de champ doit être un mot : ôter « ? » ou les crochets")
            name = str(event.value)
            if name == "<<":
                raise self._refusal(event, where, "fusion YAML (<<) refusée : écrire les champs en entier")
            if name in fields:
                first = self._lines[(*where, name)]
                raise self._refusal(event, (*where, name), f"champ écrit deux fois (déjà ligne {first}) : en ôter un")
            self._lines[(*where, name)] = event.start_mark.line + 1
            fields[name] = self._node(next(self._events), (*where, name))
        return fields

    def _refusal(self, event: Event, where: Where, message: str) -> ContentError:
        return ContentError(self._path, event.start_mark.line + 1, field_name(where), message)
