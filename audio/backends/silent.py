"""A microphone that hears nothing and a speaker that nobody hears: for an evening on the keyboard, with captions."""

import asyncio
import time
from collections.abc import Callable

import numpy as np

from audio.ports import FRAME_S, FRAME_SAMPLES, AudioError, Frame, Playback, Sound

_CUT_STEP_S = 0.05


class SilentMicrophone:
    """A Microphone that delivers silence, as time passes on the wall."""

    def __init__(self) -> None:
        self._opened_s = time.monotonic()
        self._next_s = 0.0
        self._closed = False

    def now_s(self) -> float:
        return time.monotonic() - self._opened_s

    async def read(self) -> Frame:
        end_s = self._next_s + FRAME_S
        await asyncio.sleep(max(0.0, end_s - self.now_s()))
        while self.now_s() < end_s:  # a sleep may end a little early
            await asyncio.sleep(0.001)
        if self._closed:
            raise AudioError("Le micro est fermé : relancez la partie.")
        frame = Frame(self._next_s, np.zeros(FRAME_SAMPLES, np.float32))
        self._next_s = end_s
        return frame

    def skip_to(self, at_s: float) -> None:
        self._next_s = max(self._next_s, at_s)

    def close(self) -> None:
        self._closed = True


class SilentSpeaker:
    """A Speaker on the clock `now_s`. `paced`: a sound takes its time, so that captions can be read; else none."""

    def __init__(self, now_s: Callable[[], float], paced: bool = True) -> None:
        self._now_s = now_s
        self._paced = paced

    async def play(self, sound: Sound, cut: asyncio.Event | None = None) -> Playback:
        start_s = self._now_s()
        if not self._paced:
            await asyncio.sleep(0)
            return Playback(start_s, start_s, cut=cut is not None and cut.is_set())
        end_s = start_s + sound.duration_s
        while (now_s := self._now_s()) < end_s:
            if cut is not None and cut.is_set():
                return Playback(start_s, now_s, cut=True)
            await asyncio.sleep(min(_CUT_STEP_S, end_s - now_s))
        return Playback(start_s, end_s)

    def close(self) -> None:
        """Nothing to close."""
