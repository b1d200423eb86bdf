"""From blocks as a device delivers them to frames on the audio clock, which is the wall's, from the opening on.

A device's own rate is never quite what it says, and some of its sound may be lost: the stamps follow the wall, so that
after two hours a frame is still where the speaker and the keys say it is.
"""

from collections import deque
from dataclasses import dataclass

import numpy as np
import soxr

from audio.ports import FRAME_S, FRAME_SAMPLES, HEARING_RATE_HZ, Frame, Samples

_WATCHED_S = 2.0  # a block may come late, but not all blocks of two seconds
_GAP_S = 0.25  # too much to be lateness
_EPSILON_S = 1e-6


@dataclass(frozen=True, eq=False)
class Block:
    """`samples` of shape (n, channels) at `rate_hz`, the first captured at `start_s`; `number` grows by one."""

    number: int
    start_s: float
    rate_hz: int
    samples: Samples


class Frames:
    """Feed it blocks in order; it gives mono frames at HEARING_RATE_HZ that never overlap."""

    def __init__(self) -> None:
        self.lost_s = 0.0
        """Sound that was wanted and never came, or came too late."""
        self._ready = deque[Frame]()
        self._rest = np.zeros(0, np.float32)  # what does not fill a frame yet …
        self._rest_s = 0.0  # … and when it was captured
        self._to_drop = 0
        self._resampler: soxr.ResampleStream | None = None
        self._rate_hz = 0
        self._number = -1
        self._next_s = 0.0  # when the next block should begin
        self._wanted_s = 0.0
        self._errors = deque[tuple[float, float]]()  # (when, how much later than expected) of recent blocks

    def add(self, block: Block) -> None:
        error_s = block.start_s - self._next_s
        if block.number != self._number + 1 or block.rate_hz != self._rate_hz or error_s > _GAP_S:
            self._start_over(block)
        elif error_s < -_GAP_S:  # a burst after a halt: more than there was time for
            self._number = block.number
            return
        else:
            self._follow_the_wall(block.start_s, error_s)
        self._number = block.number
        begins_s = self._next_s
        self._next_s += len(block.samples) / block.rate_hz
        if self._next_s <= self._wanted_s:
            self._resampler = None
            return
        if self._resampler is None:
            self._resampler = soxr.ResampleStream(block.rate_hz, HEARING_RATE_HZ, 1, dtype="float32")
            self._rest, self._rest_s = np.zeros(0, np.float32), max(begins_s, self._rest_s)
        mono = np.ascontiguousarray(block.samples.mean(axis=1, dtype=np.float32))
        self._deliver(np.asarray(self._resampler.resample_chunk(mono), np.float32))

    def next(self) -> Frame | None:
        return self._ready.popleft() if self._ready else None

    def skip_to(self, at_s: float) -> None:
        """Nothing that was captured before `at_s` is delivered from now on."""
        self._wanted_s = max(self._wanted_s, at_s)
        kept = [frame for frame in self._ready if frame.start_s + FRAME_S > self._wanted_s + _EPSILON_S]
        if kept:
            self._rest = np.concatenate([*(frame.samples for frame in kept), self._rest])
            self._rest_s = kept[0].start_s
        self._ready.clear()
        self._deliver(np.zeros(0, np.float32))

    def _start_over(self, block: Block) -> None:
        if self._number >= 0:
            self.lost_s += max(0.0, block.start_s - max(self._next_s, self._wanted_s))
        self._rate_hz = block.rate_hz
        self._next_s = max(block.start_s, self._rest_s + len(self._rest) / HEARING_RATE_HZ)
        self._resampler = None
        self._errors.clear()

    def _follow_the_wall(self, now_s: float, error_s: float) -> None:
        self._errors.append((now_s, error_s))
        if now_s - self._errors[0][0] < _WATCHED_S:
            return
        least_s = min(error for _, error in self._errors)
        most_s = max(error for _, error in self._errors)
        if least_s > FRAME_S:  # the device is slow, or lost a little: what follows was captured later than counted
            self._next_s += least_s
            self._rest_s += least_s
            self._errors.clear()
        elif most_s < -FRAME_S:  # the device is fast: a frame too much
            self._next_s -= FRAME_S
            self._to_drop += FRAME_SAMPLES
            self._errors.clear()
        else:
            self._errors.popleft()

    def _deliver(self, samples: Samples) -> None:
        dropped = min(self._to_drop, len(samples))
        self._to_drop -= dropped
        rest = np.concatenate([self._rest, samples[dropped:]])
        early = max(0, round((self._wanted_s - self._rest_s) * HEARING_RATE_HZ))
        early = min(early, len(rest))
        rest, start_s = rest[early:], self._rest_s + early / HEARING_RATE_HZ
        whole = len(rest) // FRAME_SAMPLES
        for place in range(whole):
            part = rest[place * FRAME_SAMPLES : (place + 1) * FRAME_SAMPLES]
            self._ready.append(Frame(start_s + place * FRAME_S, np.clip(part, -1.0, 1.0)))
        self._rest = rest[whole * FRAME_SAMPLES :]
        self._rest_s = start_s + whole * FRAME_S
