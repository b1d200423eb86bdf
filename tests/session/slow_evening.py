"""A scripted evening that takes its time, for a test that kills it. usage: slow_evening.py SCENARIO JOURNAL"""

import asyncio
import sys
import time
from pathlib import Path
from typing import Any

from host.session.evening import header_of, script_of
from host.session.journal import Journal
from host.session.loop import Session
from host.session.players import Players
from host.session.scenario import load_scenario, wish_of
from host.session.scripted import ScriptedFront


def main(scenario_path: Path, path: Path) -> None:
    scenario = load_scenario(scenario_path)
    journal = Journal.create(path, header_of(wish_of(scenario, {"kind": "script", "path": str(scenario_path)})))
    write = journal._write

    def slowly(record: dict[str, Any], cursor: int = 0) -> None:
        time.sleep(0.005)
        write(record, cursor)
        time.sleep(0.005)

    journal._write = slowly  # type: ignore[method-assign]
    print("begun", flush=True)
    asyncio.run(Session(script_of(journal.header), journal, ScriptedFront(Players(scenario.heard))).run())
    time.sleep(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
