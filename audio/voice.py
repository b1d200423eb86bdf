"""The host's voice: texts rendered ahead, sentence by sentence, in a thread, and kept."""

import asyncio
import queue
import re
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator
from concurrent.futures import Future
from itertools import count

import numpy as np

from audio.ports import AudioError, Sound, Synthesiser

SENTENCE_GAP_S = 0.2
FAILURES_TO_MUTE = 2

_URGENT, _AHEAD, _CLOSING = 0, 1, -1
_PATIENCE_S = 2.0
_CLOSED = "La voix est fermée : relancez la partie."
# After . ! ? … and before something that begins a sentence, but not after an initial ("J. K. Rowling", "M. Seguin").
_SENTENCE_END = re.compile(r"(?<=[.!?…])(?<!\b[A-Z]\.)\s+(?=[«\"“(–—-]?\s*[A-ZÀ-ÖØ-ÝŒ0-9])")
_NOTHING = Sound(np.zeros(0, np.float32), 24_000)


def split_sentences(text: str) -> tuple[str, ...]:
    """The sentences of `text`, none of them empty."""
    return tuple(piece for piece in (part.strip() for part in _SENTENCE_END.split(text)) if piece)


class Voice:
    """Renders by `synthesiser`, keeping the last `kept` sentences.

    A sentence that cannot be rendered raises AudioError, and the caller goes on with captions. After FAILURES_TO_MUTE
    in a row the voice is `mute` and every sound is empty: a broken engine must not hold up each line of the evening.
    """

    def __init__(self, synthesiser: Synthesiser, kept: int = 300) -> None:
        self._synthesiser = synthesiser
        self._kept = kept
        self._sounds: OrderedDict[str, Future[Sound]] = OrderedDict()
        self._lock = threading.Lock()
        self._failures = 0
        self._closed = False
        self._order = count()
        self._queue: queue.PriorityQueue[tuple[int, int, str]] = queue.PriorityQueue()
        self._thread = threading.Thread(target=self._work, name="voice", daemon=True)
        self._thread.start()

    @property
    def name(self) -> str:
        return self._synthesiser.name

    @property
    def mute(self) -> bool:
        return self._failures >= FAILURES_TO_MUTE

    def prepare(self, text: str) -> None:
        """Start rendering `text` in the background, after what is being waited for."""
        for sentence in split_sentences(text):
            self._request(sentence, _AHEAD)

    async def get(self, text: str) -> Sound:
        """The whole of `text`. Raises AudioError."""
        sounds = [sound async for sound in self.sentences(text)]
        if not sounds:
            return _NOTHING
        return Sound(np.concatenate([sound.samples for sound in sounds]), sounds[0].rate_hz)

    async def sentences(self, text: str) -> AsyncIterator[Sound]:
        """The sentences of `text` one by one, as soon as each is ready; all but the last end in a gap.

        Raises AudioError.
        """
        parts = split_sentences(text)
        waited = [self._request(part, _URGENT) for part in parts]
        for number, (part, future) in enumerate(zip(parts, waited, strict=True), start=1):
            if self.mute:
                return
            try:
                # Shielded: one listener that is cancelled must not take the sound from the others.
                sound = await asyncio.shield(asyncio.wrap_future(future))
            except AudioError:
                self._forget(part, future)
                raise
            if number < len(parts):
                gap = np.zeros(round(SENTENCE_GAP_S * sound.rate_hz), np.float32)
                sound = Sound(np.concatenate([sound.samples, gap]), sound.rate_hz)
            yield sound

    def close(self) -> None:
        """End the thread and the synthesiser. Whoever waits, or asks later, gets AudioError."""
        self._queue.put((_CLOSING, next(self._order), ""))
        self._thread.join(_PATIENCE_S)  # for the sentence at hand; an engine that hangs is freed by its end
        self._synthesiser.close()
        self._thread.join(_PATIENCE_S)

    def _request(self, sentence: str, urgency: int) -> "Future[Sound]":
        with self._lock:
            if self._closed:
                raise AudioError(_CLOSED)
            future = self._sounds.get(sentence)
            if future is None:
                future = self._sounds[sentence] = Future()
            self._sounds.move_to_end(sentence)
            if not future.done():
                # Maybe queued already as less urgent: whichever comes first is rendered, the other finds it done.
                self._queue.put((urgency, next(self._order), sentence))
            surplus = max(0, len(self._sounds) - self._kept)
            for old in [text for text, kept in self._sounds.items() if kept.done()][:surplus]:
                del self._sounds[old]
        return future

    def _forget(self, sentence: str, future: "Future[Sound]") -> None:
        """So that the next time it is tried again."""
        with self._lock:
            if self._sounds.get(sentence) is future:
                del self._sounds[sentence]

    def _work(self) -> None:
        while True:
            urgency, _, sentence = self._queue.get()
            if urgency == _CLOSING:
                break
            with self._lock:
                future = self._sounds.get(sentence)
            if future is None or future.done():
                continue
            if self.mute:
                future.set_exception(AudioError("La voix est coupée : la partie continue avec les sous-titres."))
                continue
            try:
                sound = self._synthesiser.render(sentence)
            except Exception as error:  # handed to whoever waits for this sentence
                self._failures += 1
                future.set_exception(error)
            else:
                self._failures = 0
                future.set_result(sound)
        with self._lock:
            self._closed = True
            for future in self._sounds.values():
                if not future.done():
                    future.set_exception(AudioError(_CLOSED))
