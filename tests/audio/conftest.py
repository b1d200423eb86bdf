"""Recordings of people and rooms, read where they are; tests that need them are skipped where they are not."""

import csv
import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import pytest
import soundfile

from audio.backends.weights import whisper_base
from audio.backends.whisper import WhisperRecogniser
from audio.ports import HEARING_RATE_HZ, AudioError, Samples


@dataclass(frozen=True)
class Clip:
    path: Path
    transcript: str
    kind: str

    @cached_property
    def samples(self) -> Samples:
        samples, rate_hz = soundfile.read(self.path, dtype="float32")
        assert rate_hz == HEARING_RATE_HZ
        return np.asarray(samples, np.float32)


@pytest.fixture(scope="session")
def clips() -> list[Clip]:
    root = Path(__file__).resolve().parents[2]
    folder = Path(os.environ.get("ANIMATEUR_SHARED", root.parent / "shared")) / "audio"
    manifest = folder / "manifest.tsv"
    if not manifest.is_file():
        pytest.skip(f"no recordings in {folder} (set ANIMATEUR_SHARED)")
    with manifest.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [Clip(folder / row["file"], row["transcript"], row["kind"]) for row in rows]


@pytest.fixture(scope="session")
def whisper() -> WhisperRecogniser:
    pytest.importorskip("faster_whisper", reason="the whisper extra is not installed")
    try:
        folder = whisper_base()
    except AudioError as error:
        pytest.skip(str(error))
    return WhisperRecogniser(folder)
