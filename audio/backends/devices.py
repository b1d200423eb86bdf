"""The microphone of a real room, by PortAudio. Capture never stops; a lost device is looked for until it is back."""

import asyncio
import contextlib
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from audio import mixing
from audio.backends.devices_frames import Block, Frames
from audio.backends.devices_portaudio import (
    LOCK,
    Device,
    close_stream,
    find,
    hold,
    let_go,
    list_devices,
    open_stream,
    refresh,
    refresh_unless_busy,
)
from audio.backends.devices_pulse import Moves, captured, described, is_monitor
from audio.backends.devices_speaker import DeviceSpeaker
from audio.ports import FRAME_S, AudioError, Frame, Microphone

__all__ = ["Device", "DeviceMicrophone", "DeviceSpeaker", "level_db", "list_devices", "refresh"]

log = logging.getLogger(__name__)
Told = Callable[[str], None]

BLOCK_S = 0.02
LOST_AFTER_S = 1.5
_FIRST_BLOCK_S = 1.0
_RETRY_S = 0.5
_LOOK_S = 0.008
_SANE_AGE_S = 2.0


class DeviceMicrophone:
    """A Microphone on a sound device, found by name (`find`). Opening takes until its first sound, 1 s at most.

    The clock is the wall's, from the first sound on. `kept_s` of what nobody reads is kept. When the device is gone, or
    the sound server takes another one for it, `on_lost` is called with its name, in the thread of the loop that reads;
    reads wait, and `on_found` tells that they go on, on the same clock. Raises AudioError when there is no such device.
    """

    def __init__(
        self,
        name: str | None = None,
        *,
        on_lost: Told | None = None,
        on_found: Told | None = None,
        kept_s: float = 30.0,
    ) -> None:
        self._wanted_name, self._on_lost, self._on_found = name, on_lost, on_found
        self._blocks = deque[Block](maxlen=max(1, round(kept_s / BLOCK_S)))
        self._frames = Frames()
        self._number = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stream: Any = None
        self._closed, self._moved = threading.Event(), threading.Event()
        self._warned = set[str]()
        self.lost = False
        self.overflows = 0
        self.delivered_s = 0.0
        """What the device brought in all, to be compared with `now_s`."""
        with contextlib.suppress(RuntimeError):
            self._loop = asyncio.get_running_loop()
        self._opened_s = self._last_block_s = time.monotonic()
        self.name, self.rate_hz = "", 0
        self._open()
        while not self._blocks and time.monotonic() < self._opened_s + _FIRST_BLOCK_S:
            time.sleep(0.005)
        if self._blocks:
            shift_s = self._blocks[0].start_s
            blocks = list(self._blocks)
            self._opened_s += shift_s
            self._blocks.clear()
            self._blocks.extend(Block(b.number, b.start_s - shift_s, b.rate_hz, b.samples) for b in blocks)
        hold(self)
        self._watcher = threading.Thread(target=self._watch, name="microphone watch", daemon=True)
        self._watcher.start()

    @property
    def busy(self) -> bool:
        return False

    @property
    def dropped_s(self) -> float:
        """Wanted sound that was lost: read too late, or never delivered."""
        return self._frames.lost_s

    def now_s(self) -> float:
        return time.monotonic() - self._opened_s

    def described(self) -> str:
        """Its name, or that of the real device behind it, for people. Blocking."""
        return described(self.name)

    async def read(self) -> Frame:
        self._loop = asyncio.get_running_loop()
        await asyncio.sleep(0)
        while True:
            if self._closed.is_set():
                raise AudioError("Le micro est fermé : relancez la partie.")
            frame = self._frames.next()
            if frame is not None:
                break
            if self._blocks:
                self._take(self._blocks.popleft())
            else:
                await asyncio.sleep(_LOOK_S)
        while self.now_s() < frame.start_s + FRAME_S:
            await asyncio.sleep(_LOOK_S)
        return frame

    def skip_to(self, at_s: float) -> None:
        self._frames.skip_to(at_s)

    def close(self) -> None:
        if self._closed.is_set():
            return
        self._closed.set()
        let_go(self)
        self._watcher.join(2.0)
        closing = threading.Thread(target=self.suspend, name="microphone close", daemon=True)
        closing.start()  # a driver whose device is gone may hang in here
        closing.join(2.0)

    def suspend(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            close_stream(stream)

    def resume(self) -> None:
        if not self.lost and not self._closed.is_set():
            self._open()

    def _open(self) -> None:
        with LOCK:
            device = find(self._wanted_name, "input")
            self._last_block_s = time.monotonic()
            stream = open_stream(device, "input", BLOCK_S, lambda rate_hz: partial(self._capture, rate_hz), self._ended)
            self.name, self._stream, self.rate_hz = device.name, stream, round(stream.samplerate)

    def _ended(self) -> None:
        """In PortAudio's thread: closed by us, or the device is gone."""
        if self._stream is not None:
            self._last_block_s = float("-inf")

    def _capture(self, rate_hz: int, indata: Any, count: int, times: Any, status: Any) -> None:
        """In PortAudio's thread: nothing but a copy."""
        self._last_block_s = now_s = time.monotonic()
        age_s = times.currentTime - times.inputBufferAdcTime
        if not 0.0 <= age_s <= _SANE_AGE_S:  # some drivers do not tell
            age_s = count / rate_hz
        self._blocks.append(Block(self._number, now_s - age_s - self._opened_s, rate_hz, np.array(indata)))
        self._number += 1
        self.overflows += bool(status.input_overflow)
        self.delivered_s += count / rate_hz

    def _take(self, block: Block) -> None:
        lost_s = self._frames.lost_s
        self._frames.add(block)
        if self._frames.lost_s > lost_s:
            self._warn("late", f"{self._frames.lost_s - lost_s:.1f} s from the microphone were lost: read too late")
        if self.overflows:
            self._warn("overflow", "the microphone delivers faster than the computer takes it: some sound is lost")

    def _warn(self, kind: str, text: str) -> None:
        """Each kind once an evening: the figures are counted anyway."""
        if kind not in self._warned:
            self._warned.add(kind)
            log.warning("%s", text)

    def _watch(self) -> None:
        """In a thread of its own, since opening and closing a device may take long."""
        moves = Moves(self._moved.set)
        try:
            self._watch_over(moves)
        finally:
            moves.close()

    def _watch_over(self, moves: Moves) -> None:
        known_as = self.described()
        while not self._closed.wait(0.1):
            if self._moved.is_set() or time.monotonic() - self._last_block_s > LOST_AFTER_S:
                self.lost = True
                self._tell(self._on_lost, known_as)
                if self._recover():
                    moves.settle()
                    known_as = self.described()
                    self._moved.clear()
                    self.lost = False
                    self._tell(self._on_found, known_as)

    def _recover(self) -> bool:
        """Until the device delivers again; False when the microphone was closed meanwhile."""
        while not self._closed.is_set():
            self.suspend()
            try:
                try:
                    self._open()
                except AudioError:  # perhaps PortAudio's list is stale
                    refresh_unless_busy(self)
                    self._open()
            except Exception as error:  # PortAudio itself may fail while the sound server restarts
                log.info("%s", error)
            else:
                number, until_s = self._number, time.monotonic() + _FIRST_BLOCK_S
                while time.monotonic() < until_s and not self._closed.is_set():
                    if self._number > number:
                        break
                    time.sleep(0.01)
                if self._number > number and not self._only_a_monitor():
                    return True
            self._closed.wait(_RETRY_S)
        return False

    def _only_a_monitor(self) -> bool:
        """The system's choice where no microphone is left. Whoever names a monitor means it."""
        there = captured() if self._wanted_name is None else []
        return bool(there) and all(is_monitor(source) for source in there)

    def _tell(self, whom: Told | None, name: str) -> None:
        if whom is not None and self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: the evening is over
                self._loop.call_soon_threadsafe(whom, name)


async def level_db(microphone: Microphone, duration_s: float) -> float:
    """How loud it is in the room from now on: RMS, -inf for a microphone that gives nothing but zeros."""
    start_s = microphone.now_s()
    microphone.skip_to(start_s)
    parts = list[Frame]()
    while not parts or parts[-1].start_s + FRAME_S < start_s + duration_s:
        parts.append(await microphone.read())
    return mixing.level_db(np.concatenate([frame.samples for frame in parts]))
