"""A list as it is said: heard in growing pieces while it goes on, and as a whole, word by word, at its end.

The voice detector says when each voice began; the recogniser's word times are only near that, and are corrected by it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from audio.endpointing import HINT_PROBABILITY, STAY_PROBABILITY, SURE_PROBABILITY, Vad
from audio.listener import Listener
from audio.nonsense import is_nonsense
from audio.ports import (
    FRAME_S,
    HEARING_RATE_HZ,
    Frame,
    Hints,
    Recogniser,
    Samples,
    Stream,
    Streams,
    Transcript,
    Word,
)

#: A window as long as this is what makes a recogniser give word times.
WINDOW_S = 20.0
#: An element begun in time may be finished: until the first pause, this long at most.
GRACE_S = 2.0
PAUSE_S = 0.25
#: The pause that ends a list: the voice detector may lose a voice for longer than PAUSE_S within a word ("l'Espagne").
END_PAUSE_S = 0.5

_GAP_S = 0.15  # no sound within a word is that quiet for so long
_LEAST_VOICE_S = 0.09
_AROUND_S = 0.3  # what is kept of a pause on either side of a voice; longer ones make recognisers wander
_PIECE_S = 2.0  # without a pause, the list so far is heard this often
_PIECE_BESIDE_STREAM_S = 5.0
_STREAMED_S = 0.25
_CUT_WORD_S = 0.3  # a word that ends so near a cut may go on
_LATE_S = 0.35  # by how much a first word's time may be late
_SCRAP_S = 0.15  # a word takes longer than this: with less voice left, it begins after the pause
_EPSILON_S = 1e-6


@dataclass(frozen=True)
class Voiced:
    """A stretch of voice, in seconds from the opening."""

    start_s: float
    end_s: float


@dataclass(frozen=True, eq=False)
class Overheard:
    """A list so far. `freely` is what was understood without help, `expecting` understands with all elements in mind.

    Times count from the opening, as `samples` does.
    """

    freely: Transcript
    expecting: Callable[[], Awaitable[Transcript]]
    samples: Samples

    def cut(self, start_s: float, end_s: float) -> Samples:
        return self.samples[max(0, _at(start_s)) : max(0, _at(end_s))]


#: Told of the list so far; whether it needs no more.
Judge = Callable[[Overheard], Awaitable[bool]]
#: Told of the words so far while somebody speaks; whether they look complete.
Glance = Callable[[str], bool]


class ListListener:
    """Hears lists with a listener's microphone, voice detector and recogniser, while that hears nothing else."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener

    async def hear(
        self, opened_s: float, time_s: float, phrases: tuple[str, ...], judge: Judge, glance: Glance
    ) -> float:
        """Hear a list until its time is over or `judge` has enough; when that was, from the opening.

        `judge` is told of a piece in every pause, or after a while without one, and at last of the whole.
        `glance` is only told where a recogniser hears while somebody speaks. Raises AudioError when the microphone is
        gone or the recogniser fails.
        """
        microphone = self._listener.microphone
        microphone.skip_to(opened_s)
        voice, frames = _Voice(self._listener.vad), list[Frame]()
        stream = await asyncio.wrap_future(self._listener.ask(_stream))
        streaming = _Streaming(self._listener, stream, glance) if stream is not None else None
        every_s = _PIECE_S if streaming is None else _PIECE_BESIDE_STREAM_S
        piece: asyncio.Future[bool] | None = None
        heard_s = cut_s = 0.0  # the last voice that is in a piece as a whole; when the last piece was cut
        try:
            while True:
                frame = await microphone.read()
                if frame.start_s < opened_s - _EPSILON_S:
                    continue
                frames.append(frame)
                now_s = frame.start_s + FRAME_S - opened_s
                voice.feed(frame, now_s)
                looks_complete = streaming is not None and streaming.feed(frame)
                if piece is not None and piece.done():
                    if piece.result():
                        return now_s
                    piece = None
                paused = now_s - voice.until_s >= PAUSE_S
                over = now_s - max(time_s, voice.until_s) >= END_PAUSE_S
                if over or now_s >= time_s + GRACE_S:
                    break
                due = now_s - cut_s >= every_s or looks_complete or (paused and streaming is None)
                if piece is None and due and voice.until_s > heard_s:
                    heard_s, cut_s = voice.until_s if paused else heard_s, now_s
                    piece = asyncio.ensure_future(self._piece(frames, opened_s, voice, phrases, paused, judge))
            if piece is not None and await piece:
                return now_s
            if voice.until_s > heard_s:
                await self._piece(frames, opened_s, voice, phrases, True, judge)
            return now_s
        finally:
            if piece is not None:
                piece.cancel()
            if streaming is not None:
                await streaming.close()

    async def fit(self, samples: Samples, phrases: tuple[str, ...]) -> tuple[float, ...] | None:
        """`Recogniser.fit`, in the recogniser's thread."""
        return await self._listener.fit(samples, phrases)

    async def _piece(
        self,
        frames: list[Frame],
        opened_s: float,
        voice: "_Voice",
        phrases: tuple[str, ...],
        whole: bool,
        judge: Judge,
    ) -> bool:
        """The list so far, and what `judge` makes of it; nothing is left to judge where there is no voice."""
        samples, voiced = _joined(frames, opened_s), voice.stretches()
        if not voiced:
            return False
        kept = _Kept(samples, voiced)
        end_s = len(samples) / HEARING_RATE_HZ
        until_s = end_s if whole else end_s - _CUT_WORD_S

        async def understood(of: tuple[str, ...]) -> Transcript:
            hints = Hints(of, WINDOW_S)
            made = await asyncio.wrap_future(self._listener.ask(lambda one: one.recognise(kept.samples, hints)))
            return _placed(made, kept, voiced, until_s)

        return await judge(Overheard(await understood(()), lambda: understood(phrases), samples))


class _Voice:
    """When there was a voice, frame by frame."""

    def __init__(self, vad: Vad) -> None:
        vad.reset()
        self._vad = vad
        self._ended = list[Voiced]()
        self._start_s: float | None = None
        self._hinted_s: float | None = None
        self.until_s = 0.0
        """The end of the last voice."""

    def feed(self, frame: Frame, now_s: float) -> None:
        probability = self._vad.probability(frame.samples)
        if probability < HINT_PROBABILITY:
            self._hinted_s = None
        elif self._hinted_s is None:
            self._hinted_s = now_s - FRAME_S
        if self._start_s is None and probability >= SURE_PROBABILITY:
            self._start_s = now_s - FRAME_S if self._hinted_s is None else self._hinted_s
        if self._start_s is not None:
            if probability >= STAY_PROBABILITY:
                self.until_s = now_s
            elif now_s - self.until_s >= _GAP_S:
                self._ended.append(Voiced(self._start_s, self.until_s))
                self._start_s = None

    def stretches(self) -> tuple[Voiced, ...]:
        going_on = () if self._start_s is None else (Voiced(self._start_s, self.until_s),)
        return tuple(one for one in (*self._ended, *going_on) if one.end_s - one.start_s >= _LEAST_VOICE_S)


class _Kept:
    """What is left of some samples when long pauses are shortened, and where each part of it comes from."""

    def __init__(self, samples: Samples, voiced: Sequence[Voiced]) -> None:
        parts, self._parts, length_s = list[Samples](), list[tuple[float, float]](), 0.0
        spans = list[tuple[float, float]]()
        for one in voiced:
            start_s, end_s = max(0.0, one.start_s - _AROUND_S), one.end_s + _AROUND_S
            if spans and start_s <= spans[-1][1]:
                start_s = spans.pop()[0]
            spans.append((start_s, end_s))
        for start_s, end_s in spans:
            part = samples[_at(start_s) : _at(end_s)]
            self._parts.append((length_s, start_s))
            parts.append(part)
            length_s += len(part) / HEARING_RATE_HZ
        self.samples: Samples = np.concatenate(parts)

    def original_s(self, at_s: float) -> float:
        starts_s, from_s = next(part for part in reversed(self._parts) if part[0] <= at_s or part[0] == 0.0)
        return from_s + at_s - starts_s


class _Streaming:
    """Feeds a stream in the recogniser's thread, a little at a time, and shows what it hears."""

    def __init__(self, listener: Listener, stream: Stream, glance: Glance) -> None:
        self._listener, self._stream, self._glance = listener, stream, glance
        self._waiting = list[Frame]()
        self._fed: asyncio.Future[str] | None = None
        self._complete = False

    def feed(self, frame: Frame) -> bool:
        """Whether what has been heard looks complete, for the first time since it did not."""
        self._waiting.append(frame)
        if self._fed is not None and self._fed.done():
            before, self._complete = self._complete, self._glance(self._fed.result())
            self._fed = None
            return self._complete and not before
        if self._fed is None and len(self._waiting) * FRAME_S >= _STREAMED_S:
            samples = np.concatenate([one.samples for one in self._waiting])
            self._waiting.clear()
            self._fed = asyncio.wrap_future(self._listener.ask(lambda _: self._stream.feed(samples)))
        return False

    async def close(self) -> None:
        if self._fed is not None:
            await asyncio.wait({self._fed})
        await asyncio.wait({asyncio.wrap_future(self._listener.ask(lambda _: self._stream.finish()))})


def _stream(recogniser: Recogniser) -> Stream | None:
    return recogniser.stream() if isinstance(recogniser, Streams) else None


def _placed(made: Transcript, kept: _Kept, voiced: Sequence[Voiced], until_s: float) -> Transcript:
    """The transcript with its words where they were really said; those that may go on after `until_s` left out."""
    if is_nonsense(made.text):
        return Transcript("")
    words = [
        replace(word, start_s=kept.original_s(word.start_s), end_s=kept.original_s(word.end_s)) for word in made.words
    ]
    if not words:  # a recogniser that knows no times
        words = [Word(made.text, voiced[0].start_s, voiced[-1].end_s)]
    return replace(made, words=tuple(word for word in corrected(words, voiced) if word.end_s <= until_s))


def corrected(words: Sequence[Word], voiced: Sequence[Voiced]) -> tuple[Word, ...]:
    """Words that begin a stretch of voice begin where it does; words after all voice were never said."""
    placed = list[Word]()
    begun = -1  # the last stretch that has a word
    for word in words:
        here = next((i for i, one in enumerate(voiced) if word.start_s < one.end_s), None)
        if here is None:
            continue
        scrap = voiced[here].end_s - word.start_s < _SCRAP_S and begun == here
        if scrap and here + 1 < len(voiced) and word.end_s > voiced[here + 1].start_s:
            here += 1
        start_s, stretch = word.start_s, voiced[here]
        if start_s < stretch.start_s or (here > begun and start_s - stretch.start_s <= _LATE_S):
            start_s = stretch.start_s
        begun = max(begun, here)
        placed.append(Word(word.text, start_s, max(start_s, word.end_s)))
    return tuple(placed)


def _joined(frames: Sequence[Frame], opened_s: float) -> Samples:
    """The frames' samples from the opening on; frames that were dropped are silence."""
    samples = np.zeros(_at(frames[-1].start_s + FRAME_S - opened_s) + 1, np.float32)
    for frame in frames:
        start = max(0, _at(frame.start_s - opened_s))
        samples[start : start + len(frame.samples)] = frame.samples[: len(samples) - start]
    return samples


def _at(at_s: float) -> int:
    return round(at_s * HEARING_RATE_HZ)
