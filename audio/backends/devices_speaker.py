"""The speakers of a real room, by PortAudio: a stream for each sound, so that a device may come and go between them."""

import asyncio
import itertools
import logging
import threading
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import numpy as np
import soxr

from audio.backends.devices_portaudio import (
    LOCK,
    Device,
    close_stream,
    find,
    hold,
    in_thread,
    let_go,
    open_stream,
    refresh_unless_busy,
)
from audio.ports import AudioError, Playback, Samples, Sound

log = logging.getLogger(__name__)
T = TypeVar("T")
Told = Callable[[str], None]

BLOCK_S = 0.01
LOST_AFTER_S = 1.5
_STEP_S = 0.01
_OPEN_WITHIN_S = 2.0
_CLOSE_WITHIN_S = 0.15
_PAUSE_S = 0.3
_SANE_DELAY_S = 2.0


class _Cut(Exception):
    """Playing was cut while something else was waited for."""


class _Output:
    """One stream that plays one sound from `from_s` on, then silence until it is closed."""

    def __init__(self, name: str | None, sound: Sound, from_s: float, now_s: Callable[[], float]) -> None:
        self._name, self._sound, self._from_s, self._now_s = name, sound, from_s, now_s
        self._stream: Any = None
        self._samples: Samples = np.zeros(0, np.float32)
        self._next = 0
        self._rate_hz = 1
        self._closing = threading.Lock()
        self._closed = False
        self.started_s: float | None = None
        """When its first sample is heard, on the audio clock."""
        self.ends_s: float | None = None
        """When its last sample is heard; None as long as it is not handed over."""
        self.underflows = 0
        self.ended = False
        self.last_call_s = time.monotonic()
        self._delay_s = 0.0

    def open(self) -> Device:
        """Raises AudioError. Blocking."""
        with LOCK:
            if self._closed:
                raise AudioError("Le son ne répond pas.")
            device = find(self._name, "output")
            stream = open_stream(device, "output", BLOCK_S, self._prepare, self._ended)
        with self._closing:
            if not self._closed:
                self._stream = stream
                return device
        close_stream(stream)  # nobody waited so long
        return device

    def suspend(self) -> None:
        """Close the stream, if it is open yet: `ended` tells."""
        with self._closing:
            stream, self._stream = self._stream, None
        if stream is not None:
            close_stream(stream)

    def close(self) -> None:
        """For good, even while it opens in another thread."""
        with self._closing:
            self._closed = True
        self.suspend()

    def last_heard_s(self, now_s: float) -> float:
        """When the last sample handed over was, or will be, heard: on the audio clock, where `now_s` is now."""
        return now_s - (time.monotonic() - self.last_call_s) + self._delay_s

    @property
    def heard_s(self) -> float:
        """How far into the sound the room has come, in its own seconds."""
        played_s = self._next / self._rate_hz
        return self._from_s + max(0.0, played_s - max(0.0, self._delay_s - (time.monotonic() - self.last_call_s)))

    def _prepare(self, rate_hz: int) -> Any:
        samples = self._sound.samples[round(self._from_s * self._sound.rate_hz) :]
        if rate_hz != self._sound.rate_hz:
            samples = soxr.resample(samples, self._sound.rate_hz, rate_hz)
        self._samples, self._rate_hz = np.clip(samples, -1.0, 1.0).astype(np.float32), rate_hz
        self.last_call_s = time.monotonic()
        return partial(self._fill, rate_hz)

    def _ended(self) -> None:
        """In PortAudio's thread: closed by us, or the device is gone."""
        self.ended = True

    def _fill(self, rate_hz: int, outdata: Any, count: int, times: Any, status: Any) -> None:
        """In PortAudio's thread: nothing but a copy, and when it will be heard."""
        self.last_call_s = time.monotonic()
        delay_s = times.outputBufferDacTime - times.currentTime
        if not 0.0 <= delay_s <= _SANE_DELAY_S:  # some drivers do not tell
            delay_s = self._stream.latency if self._stream is not None else count / rate_hz
        self.underflows += bool(status.output_underflow)
        part = self._samples[self._next : self._next + count]
        outdata[: len(part)] = part[:, np.newaxis]
        outdata[len(part) :] = 0.0
        self._next += len(part)
        if self.started_s is None:
            self.started_s = self._now_s() + delay_s
        if len(part):
            self._delay_s = delay_s + len(part) / rate_hz
            if self._next == len(self._samples):
                self.ends_s = self._now_s() + self._delay_s


class DeviceSpeaker:
    """A Speaker on a sound device, found by name (`find`); `now_s` is the microphone's clock.

    A device that disappears while it plays is looked for during `retry_s`, and the sound goes on where it stopped; if
    it does not come back, the playback counts as cut. `on_lost` and `on_found` (which may be set later) are called with
    its name. Raises AudioError when there is no such device to begin with; playing never raises.
    """

    def __init__(
        self,
        now_s: Callable[[], float],
        name: str | None = None,
        *,
        on_lost: Told | None = None,
        on_found: Told | None = None,
        retry_s: float = 3.0,
    ) -> None:
        self._now_s, self._wanted_name, self._retry_s = now_s, name, retry_s
        self._on_lost, self.on_found = on_lost, on_found
        self._output: _Output | None = None
        self.name = find(name, "output").name
        self.lost = False
        self.underflows = 0
        hold(self)

    @property
    def busy(self) -> bool:
        return self._output is not None

    def suspend(self) -> None:
        """Another look at the devices closes the stream; `play` finds out and goes on with a new one."""
        if self._output is not None:
            self._output.suspend()

    def resume(self) -> None:
        """`play` opens by itself."""

    def close(self) -> None:
        let_go(self)
        if self._output is not None:
            self._output.close()

    async def play(self, sound: Sound, cut: asyncio.Event | None = None) -> Playback:
        progress = _Progress(self._now_s())
        if not len(sound.samples):
            return progress.playback(cut=False)
        try:
            whole = await self._perform(sound, cut, progress)
        except _Cut:
            whole, progress.end_s = False, self._now_s()
        return progress.playback(cut=not whole)

    async def _perform(self, sound: Sound, cut: asyncio.Event | None, progress: "_Progress") -> bool:
        """Whether the room heard it all. Raises _Cut."""
        was_lost, until_s = self.lost, 0.0
        for tries in itertools.count():
            if tries:
                await _unless_cut(asyncio.sleep(_PAUSE_S), cut)
            if await self._attempt(sound, cut, progress):
                break
            if tries == 0:  # lost before: one try is enough
                until_s = time.monotonic() + (0.0 if was_lost else self._retry_s)
            self._lose()
            if time.monotonic() >= until_s:
                return False
        self._found()
        return True

    async def _attempt(self, sound: Sound, cut: asyncio.Event | None, progress: "_Progress") -> bool:
        output = self._output = _Output(self._wanted_name, sound, progress.from_s, self._now_s)
        try:
            self.name = (await _unless_cut(in_thread(partial(self._open, output)), cut)).name
            return await self._follow(output, cut)
        except (AudioError, TimeoutError) as error:
            log.info("playing: %s", error)
            return False
        finally:
            progress.note(output, self._now_s())
            self.underflows += output.underflows
            closing = in_thread(output.close)  # what is not heard by now never is; a driver that hangs is left alone
            await asyncio.wait({closing}, timeout=_CLOSE_WITHIN_S)
            self._output = None

    async def _follow(self, output: _Output, cut: asyncio.Event | None) -> bool:
        """Until the room has heard it all: True; False when the device stopped. Raises _Cut."""
        while output.ends_s is None or self._now_s() < output.ends_s:
            if cut is not None and cut.is_set():
                raise _Cut
            if output.ended or time.monotonic() - output.last_call_s > LOST_AFTER_S:
                return False
            left_s = _STEP_S if output.ends_s is None else output.ends_s - self._now_s()
            await asyncio.sleep(min(_STEP_S, max(0.0, left_s)))
        return True

    def _open(self, output: _Output) -> Device:
        try:
            return output.open()
        except AudioError:  # perhaps PortAudio's list is stale
            try:
                refresh_unless_busy(self)
            except Exception as error:  # PortAudio itself may fail while the sound server restarts
                raise AudioError(f"Le son ne répond pas ({error}).") from error
            return output.open()

    def _lose(self) -> None:
        if not self.lost:
            self.lost = True
            if self._on_lost is not None:
                self._on_lost(self.name)

    def _found(self) -> None:
        if self.lost:
            self.lost = False
            if self.on_found is not None:
                self.on_found(self.name)


class _Progress:
    """How far a sound has come, over one or more streams."""

    def __init__(self, now_s: float) -> None:
        self.begun_s: float | None = None
        self.end_s = now_s
        self.from_s = 0.0

    def note(self, output: _Output, now_s: float) -> None:
        if output.started_s is None:
            return
        if self.begun_s is None:
            self.begun_s = output.started_s
        self.from_s = max(self.from_s, output.heard_s)
        self.end_s = output.ends_s if output.ends_s is not None else max(output.started_s, output.last_heard_s(now_s))

    def playback(self, cut: bool) -> Playback:
        begun_s = self.end_s if self.begun_s is None else min(self.begun_s, self.end_s)
        return Playback(begun_s, self.end_s, cut)


async def _unless_cut(work: Awaitable[T], cut: asyncio.Event | None) -> T:
    """Raises _Cut, or TimeoutError when a driver hangs."""
    task = asyncio.ensure_future(work)
    until_s = time.monotonic() + _OPEN_WITHIN_S
    while not task.done():
        hangs = time.monotonic() > until_s
        if hangs or (cut is not None and cut.is_set()):
            task.cancel()
            raise TimeoutError("the device does not open") if hangs else _Cut
        await asyncio.wait({task}, timeout=_STEP_S)
    if cut is not None and cut.is_set():
        raise _Cut
    return task.result()
