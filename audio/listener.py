"""Listens for one utterance: microphone → endpointing → recogniser, with recognition begun at the first pause."""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from audio.endpointing import PRE_ROLL_S, Ended, Endpoint, Endpointer, Paused, Resumed, Started, Vad
from audio.nonsense import is_nonsense
from audio.ports import FRAME_S, Frame, Hints, Microphone, Recogniser, Samples, Transcript

LONGEST_HOLD_S = 14.0

_KEPT_S = 16.0
_TRACE_PROBABILITY, _TRACE_FRAMES = 0.2, 3  # a mumble that ordinary listening would not take for speech
_DOUBT_S = 0.5
_EPSILON_S = 1e-6

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Utterance:
    """Something was said. `start_s` and `end_s` (first and last voice) count from the opening, at `opened_s`.

    `transcript.text` is empty when it was not understood; `nonsense` then holds what was thrown away, if anything was.
    `ended_s` and `decided_s` are on the audio clock: when the end was certain, and when the transcript was there.
    `capped`: cut off at the longest length allowed, with something still going on.
    """

    opened_s: float
    start_s: float
    end_s: float
    samples: Samples
    transcript: Transcript
    ended_s: float
    decided_s: float
    capped: bool = False
    nonsense: str = ""

    @property
    def start_at_s(self) -> float:
        """`start_s` on the audio clock, to compare with keys and phones."""
        return self.opened_s + self.start_s

    @property
    def end_at_s(self) -> float:
        return self.opened_s + self.end_s

    @property
    def understood(self) -> bool:
        return bool(self.transcript.text)


@dataclass(frozen=True, eq=False)
class Nothing:
    """No speech began in time. `after_s` counts from the opening; `late` is what began after the time was over."""

    after_s: float
    late: Utterance | None = None


class Listener:
    """Hears one utterance at a time. Recognition runs in one thread of its own; `close` waits for it to be over."""

    def __init__(self, microphone: Microphone, vad: Vad, recogniser: Recogniser) -> None:
        self._microphone, self._vad, self._recogniser = microphone, vad, recogniser
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="recogniser")
        self._recent: deque[Frame] = deque(maxlen=int(_KEPT_S / FRAME_S))
        self._endpointer: Endpointer | None = None

    @property
    def speech_started_s(self) -> float | None:
        """When the speech in progress began, on the audio clock; None as long as nothing certain was heard.

        A key pressed before this instant came first; a key pressed after it did not.
        """
        return self._endpointer.onset_s if self._endpointer else None

    async def hear(
        self,
        opened_s: float,
        time_s: float,
        endpoint: Endpoint,
        hints: Hints,
        *,
        grace_s: float = 0.5,
        settles: Callable[[Transcript], bool] | None = None,
    ) -> Utterance | Nothing:
        """The first utterance after `opened_s`, or `Nothing` when none began within `time_s`.

        A transcript of which `settles` is true ends listening in the pause where it was made: a full known answer
        needs no more silence.

        Listening goes on for `grace_s` after the time, to tell a late answer from no answer. When this is cancelled
        nothing is lost: what was captured is heard again by the next call that opens early enough (_KEPT_S back).
        Raises AudioError when the microphone is gone or the recogniser fails.
        """
        self._microphone.skip_to(opened_s)
        endpointer = self._endpointer = Endpointer(self._vad, endpoint, opened_s)
        attempt: _Attempt | None = None
        deadline_s = opened_s + time_s - _EPSILON_S
        replay = deque(frame for frame in self._recent if frame.start_s >= opened_s - _EPSILON_S)
        try:
            while True:
                frame = replay.popleft() if replay else await self._read(opened_s)
                now_s = frame.start_s + FRAME_S
                for event in endpointer.feed(frame):
                    match event:
                        case Paused():
                            attempt = self._attempt(event.samples, hints, event)
                        case Resumed():
                            _throw_away(attempt)
                            attempt = None
                        case Ended():
                            if attempt is None or attempt.samples is not event.samples:
                                attempt = self._attempt(event.samples, hints)
                            said = self._utterance(event, await attempt.made(), opened_s, now_s)
                            return said if event.onset_s < deadline_s else Nothing(time_s, late=said)
                        case Started():
                            pass  # `speech_started_s` tells
                if (
                    settles is not None
                    and attempt is not None
                    and attempt.pause is not None
                    and attempt.settled(settles)
                ):
                    assert endpointer.onset_s is not None
                    ended = Ended(endpointer.onset_s, attempt.pause.end_s, attempt.samples)
                    said = self._utterance(ended, await attempt.made(), opened_s, now_s)
                    return said if ended.onset_s < deadline_s else Nothing(time_s, late=said)
                if endpointer.onset_s is None and self._over(endpointer, now_s, deadline_s, grace_s):
                    return Nothing(now_s - opened_s)
        finally:
            _throw_away(attempt)
            self._endpointer = None

    async def record(self, opened_s: float, from_s: float, released: asyncio.Event, hints: Hints) -> Utterance:
        """Push-to-talk: everything from `from_s`, on the audio clock, until `released` is set, whoever else speaks.

        What was captured before the call is heard as well, back to the opening and no further. Where there is no trace
        of a voice the transcript is empty; listening ends by itself after LONGEST_HOLD_S. Raises AudioError.
        """
        begins_s = max(opened_s, from_s - PRE_ROLL_S) - _EPSILON_S
        frames = [frame for frame in self._recent if frame.start_s >= begins_s]
        while not frames or not (released.is_set() or frames[-1].start_s - begins_s >= LONGEST_HOLD_S):
            frames.append(await self._read(begins_s))
        samples = np.concatenate([frame.samples for frame in frames])
        now_s = frames[-1].start_s + FRAME_S
        self._vad.reset()
        voiced = sum(self._vad.probability(frame.samples) >= _TRACE_PROBABILITY for frame in frames)
        ended = Ended(frames[0].start_s, now_s, samples)
        made = await self._attempt(samples, hints).made() if voiced >= _TRACE_FRAMES else Transcript("")
        return self._utterance(ended, made, opened_s, now_s)

    @property
    def microphone(self) -> Microphone:
        return self._microphone

    @property
    def vad(self) -> Vad:
        return self._vad

    def ask(self, work: Callable[[Recogniser], T]) -> Future[T]:
        """`work` with the recogniser, in its thread."""
        return self._executor.submit(work, self._recogniser)

    async def fit(self, samples: Samples, phrases: tuple[str, ...]) -> tuple[float, ...] | None:
        """`Recogniser.fit`, in the recogniser's thread."""
        return await asyncio.wrap_future(self._executor.submit(self._recogniser.fit, samples, phrases))

    def prepare(self, phrases: tuple[str, ...], window_s: float) -> None:
        """`Recogniser.prepare`, in the recogniser's thread, while the player still thinks."""
        self._executor.submit(self._recogniser.prepare, phrases, window_s)

    def close(self) -> None:
        """End the recogniser's thread, after what it is at. The microphone is its owner's to close."""
        self._executor.shutdown(wait=True, cancel_futures=True)

    async def _read(self, opened_s: float) -> Frame:
        """The next frame that begins after the opening. Kept at once: no other await comes in between."""
        while True:
            frame = await self._microphone.read()
            self._recent.append(frame)
            if frame.start_s >= opened_s - _EPSILON_S:
                return frame

    @staticmethod
    def _over(endpointer: Endpointer, now_s: float, deadline_s: float, grace_s: float) -> bool:
        """Whether no speech can be expected any more. A sound begun within the grace may yet prove to be speech."""
        return now_s >= deadline_s + grace_s + (0.0 if endpointer.candidate_s is None else _DOUBT_S)

    def _attempt(self, samples: Samples, hints: Hints, pause: Paused | None = None) -> "_Attempt":
        return _Attempt(samples, self._executor.submit(self._recogniser.recognise, samples, hints), pause)

    def _utterance(self, ended: Ended, transcript: Transcript, opened_s: float, now_s: float) -> Utterance:
        nonsense = ""
        if is_nonsense(transcript.text):
            transcript, nonsense = Transcript(""), transcript.text
        return Utterance(
            opened_s=opened_s,
            start_s=ended.onset_s - opened_s,
            end_s=ended.end_s - opened_s,
            samples=ended.samples,
            transcript=transcript,
            ended_s=now_s,
            decided_s=max(now_s, self._microphone.now_s()),
            capped=ended.capped,
            nonsense=nonsense,
        )


@dataclass(frozen=True, eq=False)
class _Attempt:
    """A recognition begun on a pause."""

    samples: Samples
    transcript: Future[Transcript]
    pause: Paused | None = None

    async def made(self) -> Transcript:
        """What was understood, when that is there."""
        return await asyncio.wrap_future(self.transcript)

    def settled(self, settles: Callable[[Transcript], bool]) -> bool:
        """Whether it is done, and says all that was asked for."""
        done = self.transcript.done() and not self.transcript.cancelled() and self.transcript.exception() is None
        return done and not is_nonsense(self.transcript.result().text) and settles(self.transcript.result())


def _throw_away(attempt: _Attempt | None) -> None:
    """A recognition that has not begun never will; one that has runs to its end, and nobody reads it."""
    if attempt:
        attempt.transcript.cancel()
