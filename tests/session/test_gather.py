"""Three seats vote at once, out of order; the evening is killed in between and goes on."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest
from session_toys import votes

from host.dialogue.replies import Chosen, Silence
from host.session.journal import ContentPin, Header, Journal
from host.session.loop import Session
from host.session.players import Line, Players
from host.session.scripted import ScriptedFront

HEADER = Header(
    game="votes", players=["Ana", "Bob", "Chloé"], seed=3, content=ContentPin(sha256="0"), created="2026-01-01T20:00:00"
)


def script() -> list[Line]:
    """Round 1 arrives as Chloé, Ana, Bob; in round 2 Bob says nothing."""
    said: list[dict[str, Any]] = [
        {"when": "v1.Ana", "say": "Bob", "after_s": 5},
        {"when": "v1.Bob", "say": "Chloé", "after_s": 9},
        {"when": "v1.Chloé", "say": "Bob", "after_s": 2},
        {"when": "v2.Ana", "say": "Chloé", "after_s": 4},
        {"when": "v2.Bob", "silence": True},
        {"when": "v2.Chloé", "say": "Ana", "after_s": 1},
    ]
    return [Line.model_validate(line) for line in said]


async def play(journal: Journal) -> tuple[Any, ScriptedFront]:
    front = ScriptedFront(Players(script()))
    return await Session(votes, journal, front).run(), front


async def test_the_game_gets_seat_order_the_journal_the_order_of_arrival(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "j.jsonl", HEADER)
    await play(journal)
    closing = next(e.reply for e in journal.entries if e.key == "v1")
    assert list(closing.replies) == ["Ana", "Bob", "Chloé"]  # type: ignore[union-attr]
    lines = (tmp_path / "j.jsonl").read_text().splitlines()
    arrived = [line.split('"seat":"')[1].split('"')[0] for line in lines if '"gather":"v1"' in line]
    assert arrived == ["Chloé", "Ana", "Bob"]


async def test_a_seat_that_gives_nothing_has_silence() -> None:
    journal = Journal(HEADER)
    await play(journal)
    second = next(e.reply for e in journal.entries if e.key == "v2")
    assert isinstance(second.replies["Bob"], Silence)  # type: ignore[union-attr]
    assert second.replies["Ana"] == Chosen("Chloé", "Chloé", 4, None, "voice")  # type: ignore[union-attr]


async def outcome_when_whole() -> Any:
    return (await play(Journal(HEADER)))[0]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("writes", range(1, 13))
async def test_killed_between_votes_it_reopens_with_what_was_in(tmp_path: Path, writes: int) -> None:
    path = tmp_path / "j.jsonl"
    child = os.fork()
    if child == 0:
        _die_after(writes, path)
    os.waitpid(child, 0)
    journal = Journal.open(path)
    had = {key: dict(parts) for key, parts in journal.gathering.items()}
    outcome, front = await play(journal)
    assert outcome == await outcome_when_whole()
    for key, parts in had.items():  # nobody whose vote was in is asked again
        for seat in parts:
            assert f"{key}.{seat}" not in front.asked


def _die_after(writes: int, path: Path) -> None:
    import asyncio

    journal = Journal.create(path, HEADER)
    count = 0
    write = journal._write

    def dying(record: dict[str, Any], cursor: int = 0) -> None:
        nonlocal count
        write(record, cursor)
        count += 1
        if count == writes:
            os.kill(os.getpid(), signal.SIGKILL)

    journal._write = dying  # type: ignore[method-assign]
    loop = asyncio.new_event_loop()
    loop.run_until_complete(play(journal))
    os._exit(0)
