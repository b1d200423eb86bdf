"""A whole evening on devices, in real time: the program in a process of its own, in a room that hears its speaker."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from support import ROOT, deck

from audio.mixing import load_clip
from audio.ports import HEARING_RATE_HZ
from host.hosting import demo_folder
from tests.room.sound_server import SoundServer

CAMEL = {
    "id": "cris",
    "type": "roulette",
    "theme": "Cris d'animaux",
    "question": "Lequel de ces animaux blatère ?",
    "proposals": [
        {"label": "Le chameau"},
        {"label": "La grenouille"},
        {"label": "L'éléphant"},
        {"label": "Le corbeau"},
    ],
    "right": "Le chameau",
    "penalty": 100,
}

pytestmark = [pytest.mark.room, pytest.mark.speech, pytest.mark.process]


def test_an_evening_by_voice_from_the_question_to_the_winner(salon: SoundServer, tmp_path: Path) -> None:
    pack = tmp_path / "pack.yaml"
    pack.write_text(json.dumps(deck(CAMEL)), "utf-8")
    command = [sys.executable, "-m", "host", "play", "--players", "Ana,Bob,Chloé,Dan"]
    program = subprocess.Popen(
        [*command, "--option", "depart=100", "--pack", str(pack), "--seed", "1"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=ROOT,
        env={**os.environ, "ANIMATEUR_DATA": str(tmp_path / "data"), "ANIMATEUR_VOICE_RATE_WPM": "350"},
    )
    killer = threading.Timer(100, program.kill)
    killer.start()
    said: list[str] = []
    answers = {"tout le monde": "bob__cest-dan.flac", "Ana": "bob__l-elephant.flac"}
    assert program.stdout is not None
    try:
        for line in program.stdout:
            said.append(line.rstrip())
            who = line.strip().removeprefix("… ").split(",")[0]
            if line.startswith("  …") and who in answers:
                clip = load_clip(demo_folder("trou-noir") / answers.pop(who))
                with salon.playing(clip * 3, HEARING_RATE_HZ) as player:
                    player.wait(20)
        assert program.wait(20) == 0, said
    finally:
        killer.cancel()
        program.kill()
    assert any("J'écoute par « default »" in line for line in said), said  # V7: the microphone in use is named
    assert "Scores : Ana 0, Bob 100, Chloé 100, Dan 100. Bob, Chloé et Dan gagnent ensemble !" in said, said
