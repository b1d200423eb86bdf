"""Killed with SIGKILL at every journal position, an evening resumes to the same scores."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from support import ROOT, run

from config.settings import Settings
from host import hosting
from host.session.evening import header_of
from host.session.journal import Journal
from host.session.scenario import load_scenario, wish_of

SCENARIOS = ROOT / "tests/sessions/trou_noir"
#: Together they have every kind of reply, commands, an undo and a challenge.
CHOSEN = (
    "01-whole-game",
    "04-double-not-chosen",
    "09-commands",
    "10-corrected",
    "11-contested",
    "12-asked-back-then-the-table",
)

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def written(path: Path, scenario_path: Path) -> Journal:
    scenario = load_scenario(scenario_path)
    return Journal.create(path, header_of(wish_of(scenario, {"kind": "script", "path": str(scenario_path)})))


def play_and_die(path: Path, scenario_path: Path, after: int | None) -> int:
    """Play in a child that kills itself after `after` records; how many records there were."""
    child = os.fork()
    if child == 0:
        journal = written(path, scenario_path)
        write, count = journal._write, 0

        def dying(record: dict[str, Any], cursor: int = 0) -> None:
            nonlocal count
            write(record, cursor)
            count += 1
            if count == after:
                os.kill(os.getpid(), signal.SIGKILL)

        journal._write = dying  # type: ignore[method-assign]
        asyncio.new_event_loop().run_until_complete(run(load_scenario(scenario_path), journal))
        os._exit(0)
    os.waitpid(child, 0)
    return len(path.read_text("utf-8").splitlines())


@pytest.mark.parametrize("name", CHOSEN)
def test_killed_at_every_journal_position_it_resumes_to_the_same_scores(tmp_path: Path, name: str) -> None:
    scenario_path = SCENARIOS / f"{name}.yaml"
    settings = Settings(data=tmp_path)
    whole = tmp_path / "whole.jsonl"
    records = play_and_die(whole, scenario_path, None)
    wanted = Journal.open(whole).ended
    assert wanted is not None
    for position in range(1, records):
        path = tmp_path / f"{position}.jsonl"
        play_and_die(path, scenario_path, position)
        outcome = hosting.resume(settings, path, False, None)
        assert outcome.as_dict() == wanted, f"killed after record {position}"


@pytest.mark.process
def test_killed_at_random_instants_the_program_itself_resumes(tmp_path: Path) -> None:
    """20 real processes of a scripted evening, slowed down so that the kill falls inside it."""
    scenario_path = SCENARIOS / "12-asked-back-then-the-table.yaml"
    whole = tmp_path / "whole.jsonl"
    play_and_die(whole, scenario_path, None)
    wanted = Journal.open(whole).ended
    random_s = random.Random(20)
    positions = set()
    for n in range(20):
        path = tmp_path / f"{n}.jsonl"
        slow = [sys.executable, str(ROOT / "tests/session/slow_evening.py"), str(scenario_path), str(path)]
        with subprocess.Popen(slow, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
            assert process.stdout is not None
            process.stdout.readline()  # it has begun
            time.sleep(random_s.uniform(0.0, 0.5))
            process.kill()
        positions.add(len(path.read_bytes().split(b"\n")))
        outcome = hosting.resume(Settings(data=tmp_path), path, False, None)
        assert outcome.as_dict() == wanted
    assert len(positions) > 5  # the kills fell in different places


@pytest.mark.process
def test_the_command_resumes_the_last_evening(tmp_path: Path) -> None:
    scenario_path = SCENARIOS / "01-whole-game.yaml"
    path = tmp_path / "evenings" / "soiree.jsonl"
    play_and_die(path, scenario_path, 14)
    environment = {**os.environ, "ANIMATEUR_DATA": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "host", "resume"], capture_output=True, text=True, cwd=ROOT, env=environment, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "Scores : Ana 100, Bob 60, Chloé 0. Ana gagne !" in done.stdout
