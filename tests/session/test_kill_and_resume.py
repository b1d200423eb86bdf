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
from host.session.evening import header_of, script_of
from host.session.journal import Journal
from host.session.loop import Session
from host.session.players import Players
from host.session.scenario import load_scenario, wish_of
from host.session.scripted import ScriptedFront

SCENARIOS = ROOT / "tests/sessions/trou_noir"
KILLED = ("11-contested",)
#: Together they have every kind of reply, commands, an undo, challenges, comings and goings, and a card replaced.
CUT_OFF = (
    "01-whole-game",
    "04-double-not-chosen",
    "09-commands",
    "10-corrected",
    "12-asked-back-then-the-table",
    "16-dynamite-and-three-of-five",
    "19-sniper-then-off-the-dynamite",
    "25-teams",
    "27-arrival",
    "28-departure-and-absence",
    "30-wrong-person",
    "31-list-contested",
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


@pytest.fixture
def no_fsync(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a killed process has written stays written without it; that it is called is test_journal's matter."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


@pytest.mark.usefixtures("no_fsync")
@pytest.mark.parametrize("name", KILLED)
def test_case_G5_killed_at_every_journal_position_it_resumes_to_the_same_scores(tmp_path: Path, name: str) -> None:
    scenario_path = SCENARIOS / f"{name}.yaml"
    settings = Settings(data=tmp_path)
    whole = tmp_path / "whole.jsonl"
    records = play_and_die(whole, scenario_path, None)
    wanted = Journal.open(whole).ended
    assert wanted is not None
    lines = whole.read_bytes().splitlines()
    for position in range(1, records):
        path = tmp_path / f"{position}.jsonl"
        play_and_die(path, scenario_path, position)
        assert path.read_bytes().splitlines()[1:] == lines[1 : position + 1]  # nothing else, nothing less
        outcome = hosting.resume(settings, path, False, None)
        assert outcome.as_dict() == wanted, f"killed after record {position}"


@pytest.mark.usefixtures("no_fsync")
@pytest.mark.parametrize("name", CUT_OFF)
async def test_case_G5_a_journal_cut_off_anywhere_leads_to_the_same_scores(tmp_path: Path, name: str) -> None:
    """A killed evening leaves the first lines of its journal, as the test above shows: here they are cut by hand."""
    scenario_path = SCENARIOS / f"{name}.yaml"
    scenario = load_scenario(scenario_path)
    whole = tmp_path / "whole.jsonl"
    play_and_die(whole, scenario_path, None)
    lines = whole.read_bytes().splitlines(keepends=True)
    script = script_of(Journal.open(whole).header)
    wanted = Journal.open(whole).ended
    for position in range(1, len(lines)):
        path = tmp_path / f"{position}.jsonl"
        path.write_bytes(b"".join(lines[:position]))
        journal = Journal.open(path)
        front = ScriptedFront(Players(scenario.heard))
        outcome = await Session(script, journal, front).run()
        journal.close()
        assert outcome.as_dict() == wanted, f"cut off after record {position}"
        assert path.read_bytes().splitlines()[position:] == [line.rstrip() for line in lines[position:]]


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
