"""The terminal's keys, through prompt_toolkit's input, stamped as they arrive."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator

from prompt_toolkit.input import Input, create_input
from prompt_toolkit.keys import Keys as Key

from host.session.keys import Typed

#: A terminal tells no key's release: it is let go when its repetition stops. The first repetition comes later.
REPEATS_WITHIN_S = 0.8
LET_GO_AFTER_S = 0.25


class TerminalKeys:
    """Collects typed lines. `now_s` is the audio clock; `typing` is told of the line in progress.

    `stop` is called on Ctrl-C or Ctrl-D: raw mode delivers no signal. Space where nothing is typed yet is the talk key:
    it is held when it repeats, since it was first pressed.
    """

    talk_key = "Espace"

    def __init__(
        self,
        now_s: Callable[[], float],
        typing: Callable[[str], None],
        stop: Callable[[], object],
        source: Input | None = None,
    ) -> None:
        self._now_s, self._typing, self._stop = now_s, typing, stop
        self._buffer = ""
        self._since_s: float | None = None
        self._lines: asyncio.Queue[Typed] = asyncio.Queue()
        self._pressed = asyncio.Event()
        self._talk_since_s: float | None = None
        self._talk_let_go: asyncio.TimerHandle | None = None
        self._held, self._let_go = asyncio.Event(), asyncio.Event()
        self._input = source or create_input()

    @contextlib.contextmanager
    def attached(self) -> Iterator["TerminalKeys"]:
        with self._input.raw_mode(), self._input.attach(self._ready):
            yield self

    async def line(self) -> Typed:
        return await self._lines.get()

    async def any_key(self) -> None:
        self._pressed.clear()
        await self._pressed.wait()

    async def held(self) -> float:
        await self._held.wait()
        assert self._talk_since_s is not None
        return self._talk_since_s

    async def released(self) -> None:
        if self._held.is_set():
            await self._let_go.wait()

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
        if data == " " and not self._buffer:
            self._talk()
            return
        self._end_talk()
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

    def _talk(self) -> None:
        """The talk key, pressed or repeating. Its first press cuts the host short; its repetition does not."""
        if self._talk_since_s is None:
            self._talk_since_s = self._now_s()
            self._let_go.clear()
            self._pressed.set()
            self._ends_in(REPEATS_WITHIN_S)
        else:
            self._held.set()
            self._ends_in(LET_GO_AFTER_S)

    def _ends_in(self, wait_s: float) -> None:
        if self._talk_let_go is not None:
            self._talk_let_go.cancel()
        self._talk_let_go = asyncio.get_running_loop().call_later(wait_s, self._end_talk)

    def _end_talk(self) -> None:
        if self._talk_let_go is not None:
            self._talk_let_go.cancel()
        self._talk_let_go = self._talk_since_s = None
        self._held.clear()
        self._let_go.set()
