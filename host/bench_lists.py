"""The lists of `animateur bench`: how many elements are counted beside how many were named."""

import asyncio
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from audio.mixing import load_clip
from audio.ports import HEARING_RATE_HZ, AudioError
from content.yaml12 import read_file
from host import app
from host.dialogue.expectation import Option
from host.dialogue.requests import Enumerate

AFTER_S = 0.5
SPEED = 8.0


class ElementSet(BaseModel):
    """Each element by all its names, and what sounds like one and is none."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    elements: tuple[tuple[str, ...], ...]
    rejected: tuple[str, ...] = ()


class SpokenList(BaseModel):
    """One clip: what is said in it, by which voice, and how many elements count."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    clip: str
    kind: str
    set: str
    truth: int
    voice: str
    said: str
    pause_s: float = 0.0


class SpokenLists(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    sets: dict[str, ElementSet]
    lists: tuple[SpokenList, ...]


@dataclass(frozen=True)
class Row:
    """`truth` elements were named and `counted` were counted; `heard` without help."""

    kind: str
    said: str
    truth: int
    counted: int
    heard: str


def folder() -> Path:
    return Path(str(files("content"))) / "evenings" / "lists"


@cache
def spoken_lists() -> SpokenLists:
    """Raises AudioError when the file that comes with the program is damaged."""
    path = folder() / "lists.yaml"
    try:
        return SpokenLists.model_validate(read_file(path).data)
    except ValidationError as error:
        raise AudioError(f"Le fichier « {path} » est endommagé : réinstallez le programme.") from error


def request_of(one: SpokenList, time_s: float) -> Enumerate:
    """The list as a game asks for it."""
    names = spoken_lists().sets[one.set]
    elements = tuple(Option(forms[0], forms) for forms in names.elements)
    return Enumerate(key=f"liste.{one.clip}", time_s=time_s, elements=elements, rejected=names.rejected)


def list_bench() -> list[Row]:
    """Every list through the recogniser, in a room that runs SPEED times as fast. Raises AudioError."""
    return asyncio.run(_rows())


async def _rows() -> list[Row]:
    stand = app.bench_ears(speed=SPEED)
    try:
        rows, opened_s = list[Row](), 0.0
        for one in spoken_lists().lists:
            samples = load_clip(folder() / one.clip)
            opened_s = stand.room.schedule(samples, opened_s)
            time_s = len(samples) / HEARING_RATE_HZ + AFTER_S
            heard = await stand.ears.enumerate(request_of(one, time_s), opened_s, lambda found: None)
            rows.append(Row(one.kind, one.said.replace("|", " "), one.truth, heard.count, heard.heard))
            opened_s += time_s
        return rows
    finally:
        stand.close()


def list_bench_json() -> dict[str, object]:
    """For the report: each kind with the truth and the count, and in all how many were counted in excess or missed."""
    rows = list_bench()
    return {
        "lists": len(rows),
        "named": sum(row.truth for row in rows),
        "missed": sum(max(0, row.truth - row.counted) for row in rows),
        "in_excess": sum(max(0, row.counted - row.truth) for row in rows),
        "rows": [{"kind": row.kind, "said": row.said, "truth": row.truth, "counted": row.counted} for row in rows],
    }
