"""A voice's process as a test wants it."""

import sys
from pathlib import Path
from textwrap import dedent

_MARK = """
    import json, pathlib, sys, time
    mark = pathlib.Path(__file__).with_suffix(".started")
    first = not mark.exists()
    mark.touch()
"""


def worker(tmp_path: Path, *parts: str) -> list[str]:
    """The command that runs `parts`, one after the other; in them `first` is true in the first process only."""
    script = tmp_path / "worker.py"
    script.write_text("".join(dedent(part) for part in (_MARK, *parts)), encoding="utf-8")
    return [sys.executable, str(script)]
