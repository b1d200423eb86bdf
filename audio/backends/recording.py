"""A room that exists only in samples: its microphone and speaker stand in for devices in tests and recorded evenings.

The room has the audio clock. Unpaced, time passes as fast as it is read or played; at `speed` 1 it passes as on the
wall. Frames are mixed when they are read, from what was in the room at that time: capture never stops.
"""

import asyncio
import time
from pathlib import Path

import numpy as np

from audio.mixing import Track, at_level, gain, loop_window, save_clip, seamless, to_hearing_rate
from audio.ports import FRAME_SAMPLES, HEARING_RATE_HZ, AudioError, Frame, Playback, Samples, Sound


class Room:
    """Three tracks: the host (as played), the players (as scheduled) and the room's own noise.

    `noise` at HEARING_RATE_HZ is looped at an RMS level of `noise_db`. The microphone hears the host `bleed_delay_s`
    later, by `bleed_db` weaker (None: not at all). `speed`: how fast time passes, None for as fast as it can.
    """

    def __init__(
        self,
        noise: Samples | None = None,
        noise_db: float = -50.0,
        bleed_db: float | None = -18.0,
        bleed_delay_s: float = 0.02,
        speed: float | None = None,
    ) -> None:
        self.host = Track()
        self.players = Track()
        self._noise = seamless(at_level(noise, noise_db)) if noise is not None else np.zeros(0, np.float32)
        self._bleed = 0.0 if bleed_db is None else gain(bleed_db)
        self._bleed_delay = round(bleed_delay_s * HEARING_RATE_HZ)
        self._speed = speed
        self._now = 0
        self._opened_s = time.monotonic()

    @property
    def now(self) -> int:
        """Samples captured so far."""
        if self._speed is not None:
            self._now = int((time.monotonic() - self._opened_s) * self._speed * HEARING_RATE_HZ)
        return self._now

    @property
    def now_s(self) -> float:
        return self.now / HEARING_RATE_HZ

    def schedule(self, samples: Samples, at_s: float) -> float:
        """Let a player say `samples` (at HEARING_RATE_HZ) from `at_s` on, or from now on if that is past.

        Returns when it starts.
        """
        start = max(round(at_s * HEARING_RATE_HZ), self.now)
        self.players.add(samples, start)
        return start / HEARING_RATE_HZ

    async def pass_until(self, sample: int) -> None:
        """Let time pass until `sample` samples are captured. Always lets the other tasks run."""
        if self._speed is None:
            self._now = max(self._now, sample)
            await asyncio.sleep(0)
            return
        await asyncio.sleep(max(0.0, (sample - self.now) / HEARING_RATE_HZ / self._speed))
        while self.now < sample:  # a sleep may end a little early
            await asyncio.sleep(0.001)

    def heard(self, start: int, count: int) -> Samples:
        """What the microphone hears in `count` samples from sample `start` on."""
        mix = self._around(start, count) + self.players.window(start, count)
        if self._bleed:
            mix += np.float32(self._bleed) * self.host.window(start - self._bleed_delay, count)
        return np.asarray(np.clip(mix, -1.0, 1.0), np.float32)

    def write(self, path: Path, split: bool = False) -> None:
        """The evening so far as a sound file: a mono mix, or three channels: host, players, room. Raises AudioError."""
        tracks = [track.window(0, self.now) for track in (self.host, self.players)] + [self._around(0, self.now)]
        save_clip(path, np.stack(tracks, axis=1) if split else np.sum(tracks, axis=0))

    def _around(self, start: int, count: int) -> Samples:
        return loop_window(self._noise, start, count)


class RoomMicrophone:
    """A Microphone in a Room. Nothing is dropped: what nobody read is there until `skip_to` passes it."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._next = room.now
        self._closed = False

    def now_s(self) -> float:
        return self._room.now_s

    async def read(self) -> Frame:
        await self._room.pass_until(self._next + FRAME_SAMPLES)
        if self._closed:
            raise AudioError("Le micro est fermé : relancez la partie.")
        frame = Frame(self._next / HEARING_RATE_HZ, self._room.heard(self._next, FRAME_SAMPLES))
        self._next += FRAME_SAMPLES
        return frame

    def skip_to(self, at_s: float) -> None:
        self._next = max(self._next, round(at_s * HEARING_RATE_HZ))

    def close(self) -> None:
        self._closed = True


class RoomSpeaker:
    """A Speaker in a Room: what it plays goes to the host's track while the room's time passes."""

    def __init__(self, room: Room) -> None:
        self._room = room

    async def play(self, sound: Sound, cut: asyncio.Event | None = None) -> Playback:
        samples = to_hearing_rate(sound)
        start = self._room.now
        end = start + len(samples)
        self._room.host.add(samples, start)
        while (now := self._room.now) < end:
            if cut is not None and cut.is_set():
                # Taken back by its opposite, so that a sound that overlaps it stays.
                self._room.host.add(-samples[now - start :], now)
                return Playback(start / HEARING_RATE_HZ, now / HEARING_RATE_HZ, cut=True)
            await self._room.pass_until(min(end, now + FRAME_SAMPLES))
        return Playback(start / HEARING_RATE_HZ, end / HEARING_RATE_HZ)

    def close(self) -> None:
        """Nothing to close: the room keeps its tracks."""
