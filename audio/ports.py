"""The ports of the audio layer. Samples are float32 arrays of shape (n,), in -1..1; hearing is at 16 kHz, mono.

Every `_s` on a microphone or a speaker is on one audio clock: seconds captured since the microphone opened.
"""

import asyncio
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]

HEARING_RATE_HZ = 16_000
FRAME_SAMPLES = 512
FRAME_S = FRAME_SAMPLES / HEARING_RATE_HZ


class AudioError(Exception):
    """Something about devices, voices or models that the user can mend: one line, what and what to do (in French)."""


@dataclass(frozen=True)
class Sound:
    """Something to play: `samples` of shape (n,), at `rate_hz`."""

    samples: Samples
    rate_hz: int

    @property
    def duration_s(self) -> float:
        return len(self.samples) / self.rate_hz


@dataclass(frozen=True)
class Frame:
    """FRAME_SAMPLES samples captured from `start_s` on."""

    start_s: float
    samples: Samples


@dataclass(frozen=True)
class Playback:
    """When a sound was really heard in the room; `cut` if it was stopped before its end."""

    start_s: float
    end_s: float
    cut: bool = False


@dataclass(frozen=True)
class Hints:
    """What the request expects, as phrases to bias a recogniser with, and how long a window it needs.

    A recogniser may ignore them; it must never turn silence or noise into one of them.
    """

    phrases: tuple[str, ...] = ()
    window_s: float = 15.0


@dataclass(frozen=True)
class Word:
    text: str
    start_s: float
    end_s: float


@dataclass(frozen=True)
class Transcript:
    """What a recogniser understood; an empty `text` means nothing.

    `confidence` is the mean log probability of the tokens (0 is certain); NaN where the recogniser has none.
    """

    text: str
    confidence: float = float("nan")
    alternatives: tuple[str, ...] = ()
    words: tuple[Word, ...] = ()


class Microphone(Protocol):
    """Captures without a break. Frames that nobody reads in time may be dropped, counted and warned of once."""

    def now_s(self) -> float:
        """The end of what has been captured."""
        ...

    async def read(self) -> Frame:
        """The next frame. Raises AudioError when the device is gone for good."""
        ...

    def skip_to(self, at_s: float) -> None:
        """Forget what was captured before `at_s`: the host's own voice and the room's tail."""
        ...

    def close(self) -> None: ...


class Speaker(Protocol):
    async def play(self, sound: Sound, cut: asyncio.Event | None = None) -> Playback:
        """Play to the end, or until `cut` is set (within 0.3 s)."""
        ...

    def close(self) -> None: ...


class Synthesiser(Protocol):
    name: str

    def render(self, text: str) -> Sound:
        """Speak one text. Blocking; raises AudioError when the engine cannot, or hangs."""
        ...

    def close(self) -> None: ...


class Recogniser(Protocol):
    name: str

    def recognise(self, samples: Samples, hints: Hints) -> Transcript:
        """Understand one utterance at 16 kHz. Blocking. Silence and noise may come out as words: gate with a VAD."""
        ...

    def prepare(self, phrases: tuple[str, ...], window_s: float) -> None:
        """Do ahead what `fit` will need for these phrases, where there is anything to do."""
        ...

    def fit(self, samples: Samples, phrases: tuple[str, ...]) -> tuple[float, ...] | None:
        """How well the audio fits each phrase: log probability above the same phrase on silence. Higher is better.

        None where the recogniser cannot tell.
        """
        ...


@runtime_checkable
class KnowsWords(Protocol):
    """What a recogniser with a closed vocabulary does besides; one without can be told any word."""

    name: str

    def unknown_words(self, phrases: tuple[str, ...]) -> tuple[str, ...]:
        """The words of `phrases` that can never be heard, each once, in order (case H1)."""
        ...


class Stream(Protocol):
    """One listening in progress. Not to be fed by two threads."""

    def feed(self, samples: Samples) -> str:
        """What has been heard so far, at 16 kHz; the last words may still change. Raises AudioError."""
        ...

    def finish(self) -> Transcript:
        """All that was heard. The stream is over."""
        ...


@runtime_checkable
class Streams(Protocol):
    """What a recogniser does besides that hears while somebody still speaks, as a timed list needs."""

    def stream(self) -> Stream | None:
        """None where there is nothing here to do it with."""
        ...
