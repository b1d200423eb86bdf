"""The recorded evening goes through endpointing, a real recogniser and the judge, to the scores it was written for."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from support import ROOT

from audio.mixing import load_clip, save_clip
from audio.ports import HEARING_RATE_HZ, AudioError
from config.settings import Settings
from host import hosting
from host.errors import ExpectationNotMet
from host.session.evening import header_of
from host.session.journal import Journal
from host.session.scenario import Result, load_scenario, verify, wish_of

FOLDER = hosting.demo_folder("trou-noir")

pytestmark = [pytest.mark.speech, pytest.mark.timeout(120)]


def heard(folder: Path, wav: Path | None = None, split: bool = False) -> Result:
    """The evening of `folder`, held against what it expects. The host's voice only costs time: captions will do."""
    scenario = load_scenario(folder / "evening.yaml")
    journal = Journal(header_of(wish_of(scenario)))
    how = hosting.Recorded(folder, None, wav, split, shown=False)
    voice = "pyttsx3" if wav is not None else "none"
    done = hosting.run_recorded(Settings(voice=voice), scenario, journal, how)
    verify(scenario.expect, done)
    return done


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(FOLDER, tmp_path / "evening")
    return tmp_path / "evening"


def clips(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.flac") if "__" in path.name)


def test_the_recorded_evening_is_heard_right_and_written_to_one_sound_file(tmp_path: Path) -> None:
    done = heard(FOLDER, tmp_path / "soiree.wav", split=True)
    assert done.scores == {"Ana": 30, "Bob": 0, "Chloé": 30, "Dan": 60}
    import soundfile

    tracks, rate_hz = soundfile.read(tmp_path / "soiree.wav")
    assert rate_hz == HEARING_RATE_HZ
    assert tracks.shape[1] == 3
    host, players, room = (float(np.abs(tracks[:, n]).max()) for n in range(3))
    assert host > 0.05
    assert players > 0.05
    assert room > 0.0
    assert len(tracks) > 120 * HEARING_RATE_HZ  # minutes of evening


def test_it_has_at_least_20_answers_of_every_sort() -> None:
    scenario = load_scenario(FOLDER / "evening.yaml")
    assert len(clips(FOLDER)) >= 20
    assert sum(line.clip is not None for line in scenario.heard) >= 20
    assert any(line.silence for line in scenario.heard)
    assert any(line.after_s > 20 for line in scenario.heard)
    assert sum("__fete" in (line.clip or "") for line in scenario.heard) >= 5
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 30e6


def other_speech(folder: Path) -> None:
    """Every clip becomes the next one's."""
    paths = clips(folder)
    sounds = [load_clip(path) for path in paths]
    for path, sound in zip(paths, [*sounds[5:], *sounds[:5]], strict=True):
        save_clip(path, sound)


def test_of_the_test_other_sounds_make_it_fail(copy: Path) -> None:
    other_speech(copy)
    with pytest.raises(ExpectationNotMet):
        heard(copy)


def test_a_missing_or_unreadable_clip_is_one_line(copy: Path) -> None:
    clips(copy)[0].write_bytes(b"nothing")
    for path in clips(copy):
        path.write_bytes(b"nothing")
    with pytest.raises(AudioError, match="illisible"):
        heard(copy)


@pytest.mark.process
@pytest.mark.parametrize("records", [100])
def test_killed_while_it_is_heard_it_resumes_to_the_same_scores(tmp_path: Path, records: int) -> None:
    """The players do not say again what they have said, and the room begins elsewhere in its noise."""
    environment = {**os.environ, "ANIMATEUR_DATA": str(tmp_path), "ANIMATEUR_VOICE": "none"}
    command = [sys.executable, "-m", "host", "demo", "--fast"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment, cwd=ROOT) as process:
        until_s = time.monotonic() + 60
        while _records(tmp_path) < records and process.poll() is None and time.monotonic() < until_s:
            time.sleep(0.01)
        process.kill()
    assert records <= _records(tmp_path) < 170  # killed inside the evening
    (path,) = (tmp_path / "evenings").glob("*.jsonl")
    outcome = hosting.resume(Settings(data=tmp_path, voice="none"), path, False, None)
    assert outcome.as_dict()["scores"] == {"Ana": 30, "Bob": 0, "Chloé": 30, "Dan": 60}


def _records(data: Path) -> int:
    return sum(path.read_bytes().count(b"\n") for path in (data / "evenings").glob("*.jsonl"))
