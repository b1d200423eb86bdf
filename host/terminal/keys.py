"""The terminal's keys, through prompt_toolkit's input, stamped as they arrive."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator

from prompt_toolkit.input import create_input
from prompt_toolkit.keys import Keys as Key

from host.session.keys import Typed


class TerminalKeys:
    """Collects typed lines. `now_s` is the audio clock; `typing` is told of the line in progress.

    `stop` is called on Ctrl-C or Ctrl-D: raw mode delivers no signal.
    """

    def __init__(self, now_s: Callable[[], float], typing: Callable[[str], None], stop: Callable[[], object]) -> None:
        self._now_s, self._typing, self._stop = now_s, typing, stop
        self._buffer = ""
        self._since_s: float | None = None
        self._lines: asyncio.Queue[Typed] = asyncio.Queue()
        self._pressed = asyncio.Event()
        self._input = create_input()

    @contextlib.contextmanager
    def attached(self) -> Iterator["TerminalKeys"]:
        with self._input.raw_mode(), self._input.attach(self._ready):
            yield self

    async def line(self) -> Typed:
        return await self._lines.get()

    async def any_key(self) -> None:
        self._pressed.clear()
        await self._pressed.wait()

    def typing_since_s(self) -> float | None:
        return self._since_s

    def forget(self) -> None:
        while not self._lines.empty():
            self._lines.get_nowait()

    def _ready(self) -> None:
        for press in self._input.read_keys():
            self._press(press.key, press.data)

    def _press(self, key: Key | str, data: str) -> None:
        if key in (Key.ControlC, Key.ControlD):
            self._stop()
            return
        self._pressed.set()
        if key in (Key.Enter, Key.ControlJ):
            if self._buffer.strip():
                since_s = self._since_s if self._since_s is not None else self._now_s()
                self._lines.put_nowait(Typed(self._buffer.strip(), since_s, self._now_s()))
            self._buffer = ""
        elif key in (Key.Backspace, Key.ControlH):
            self._buffer = self._buffer[:-1]
        elif key in (Key.ControlU, Key.Escape):
            self._buffer = ""
        elif key == Key.BracketedPaste or len(data) == 1:
            self._buffer += "".join(c for c in data if c.isprintable())
        if not self._buffer:
            self._since_s = None
        elif self._since_s is None:
            self._since_s = self._now_s()
        self._typing(self._buffer)
