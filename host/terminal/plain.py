"""The screen where there is no terminal: one line a caption, readable in a log."""

import sys
from collections.abc import Callable
from typing import TextIO

from host.dialogue.requests import View


class PlainScreen:
    """`describe` turns a view into one line, or None when nothing new is worth a line."""

    def __init__(self, describe: Callable[[View], str | None], out: TextIO | None = None) -> None:
        self._describe, self._out = describe, out or sys.stdout
        self._last: str | None = None

    def caption(self, text: str) -> None:
        self._print(f"  — {text}")

    def show(self, view: View) -> None:
        line = self._describe(view)
        if line is not None and line != self._last:
            self._last = line
            self._print(line)

    def listening(self, to: str | None, time_s: float, hint: str) -> None:
        who = to or "tout le monde"
        self._print(f"  … {who}, {time_s:.0f} s{f' ({hint})' if hint else ''}")

    def counted(self, found: int, wanted: int) -> None:
        self._print(f"  {'✔ ' * found}{'· ' * (wanted - found)}")

    def talking(self) -> None:
        self._print("  (micro ouvert : relâchez Espace quand vous avez fini)")

    def settled(self, heard: str) -> None:
        self._print(f"  « {heard} »" if heard else "  (rien)")

    def typing(self, text: str) -> None:
        return

    def close(self) -> None:
        return

    def _print(self, line: str) -> None:
        print(line, file=self._out, flush=True)
