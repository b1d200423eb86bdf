"""Vosk: light, streaming, with a grammar from what is expected, which is never believed alone."""

import ctypes
import json
import math
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from audio.backends.espeak import EspeakPhonemes
from audio.backends.vosk_grammar import (
    UNKNOWN_WORDS,
    HeardWord,
    grammar_json,
    grammar_phrases,
    known_words,
    settle,
    sounds_alike,
)
from audio.backends.vosk_model import REMEDY, takes_grammar, usable_model
from audio.ports import HEARING_RATE_HZ, AudioError, Hints, Samples, Transcript, Word

_SILENT = -10  # -1 still writes warnings between the captions
_LEAST_PROBABILITY = 1e-3


class VoskRecogniser:
    """One utterance at a time, whatever the number of threads that call.

    `sound` gives the pronunciation of a text; by default espeak-ng's, or the spelling where that cannot be loaded.
    """

    name = "vosk"

    def __init__(self, folder: Path | None = None, sound: Callable[[str], str] | None = None) -> None:
        """Load the model of `folder`, or the first one found. Raises AudioError when there is none that works."""
        self.folder = usable_model(folder)
        try:
            from vosk import Model, SetLogLevel
        except (ImportError, OSError) as error:
            raise AudioError("Vosk ne se charge pas sur cette machine : relancez « make play ».") from error
        SetLogLevel(_SILENT)
        try:
            self._model: Any = Model(str(self.folder))
        except Exception as error:  # the library raises nothing more precise
            raise AudioError(f"Modèle Vosk endommagé dans « {self.folder} » : {REMEDY}.") from error
        self._sound = sound or _pronunciation()
        self._lock = threading.Lock()
        unknown = next((word for word in UNKNOWN_WORDS if self._knows(word)), None)
        self._unknown_word = unknown if takes_grammar(self.folder) else None

    def recognise(self, samples: Samples, hints: Hints) -> Transcript:
        """Blocking. The phrases of `hints` decide only between words that sound alike. Raises AudioError."""
        if not len(samples):
            return Transcript("")
        with self._lock:
            freely = self._decode(samples, None)
            heard = self._expecting(samples, freely, hints.phrases) if freely else freely
        return _transcript(heard, _text(freely))

    def prepare(self, phrases: tuple[str, ...], window_s: float) -> None:
        """Nothing to do ahead."""

    def fit(self, samples: Samples, phrases: tuple[str, ...]) -> tuple[float, ...] | None:
        """Vosk cannot tell: its scores of a forced phrase do not separate right from wrong."""
        return None

    def unknown_words(self, phrases: tuple[str, ...]) -> tuple[str, ...]:
        """The words of `phrases` that this model can never hear, in order; such phrases go without a grammar."""
        return tuple(dict.fromkeys(word for phrase in phrases for word in known_words(phrase, self._knows)[1]))

    def stream(self) -> "VoskStream":
        """Hears while somebody still speaks, as a list needs. Not to be fed by two threads."""
        return VoskStream(self._recogniser(None))

    def _expecting(
        self, samples: Samples, freely: tuple[HeardWord, ...], phrases: tuple[str, ...]
    ) -> tuple[HeardWord, ...]:
        listed = grammar_phrases(phrases, self._knows)
        if not listed or self._unknown_word is None:  # without a word for anything else, any sound is a phrase
            return freely
        by_grammar = self._decode(samples, grammar_json(listed, self._unknown_word))
        return settle(by_grammar, freely, listed, lambda one, other: sounds_alike(one, other, self._sound))

    def _decode(self, samples: Samples, grammar: str | None) -> tuple[HeardWord, ...]:
        _same_dither()
        decoding = _Decoding(self._recogniser(grammar))
        decoding.feed(samples)  # all at once: fed in pieces, the library would cut it at its own idea of an end
        return decoding.finish()

    def _recogniser(self, grammar: str | None) -> Any:
        from vosk import KaldiRecognizer

        try:
            made = KaldiRecognizer(self._model, HEARING_RATE_HZ, *([grammar] if grammar else []))
        except Exception as error:  # the library raises nothing more precise
            raise AudioError(f"Vosk refuse d'écouter avec le modèle « {self.folder} » : {REMEDY}.") from error
        made.SetWords(True)
        return made

    def _knows(self, word: str) -> bool:
        return bool(self._model.vosk_model_find_word(word) >= 0)


class VoskStream:
    """One listening in progress."""

    def __init__(self, recogniser: Any) -> None:
        self._decoding = _Decoding(recogniser)

    def feed(self, samples: Samples) -> str:
        """What has been heard so far, at 16 kHz; the last words may still change. Raises AudioError."""
        self._decoding.feed(samples)
        return " ".join(filter(None, (_text(self._decoding.words), self._decoding.partial())))

    def finish(self) -> Transcript:
        """All that was heard. The stream is over."""
        words = self._decoding.finish()
        return _transcript(words, _text(words))


class _Decoding:
    """Collects what a recogniser returns piece by piece: a piece that was returned is not in the final result."""

    def __init__(self, recogniser: Any) -> None:
        self._recogniser = recogniser
        self.words: tuple[HeardWord, ...] = ()

    def feed(self, samples: Samples) -> None:
        if not len(samples):
            return
        pcm = (np.clip(np.nan_to_num(samples), -1.0, 1.0) * 32767).astype("<i2").tobytes()
        try:
            ended = self._recogniser.AcceptWaveform(pcm)
        except Exception as error:  # the library raises nothing more precise
            raise AudioError(f"Vosk n'arrive plus à écouter : {REMEDY}.") from error
        if ended:
            self.words += _words(self._recogniser.Result())

    def partial(self) -> str:
        return _without_unknown(str(json.loads(self._recogniser.PartialResult()).get("partial", "")))

    def finish(self) -> tuple[HeardWord, ...]:
        self.words += _words(self._recogniser.FinalResult())
        return self.words


def _same_dither() -> None:
    """The library adds a little random noise; from the same seed, the same recording is always heard the same."""
    if sys.platform != "win32":  # where the library has a C runtime of its own
        ctypes.CDLL(None).srand(1)


def _words(result: str) -> tuple[HeardWord, ...]:
    found = json.loads(result).get("result", [])
    return tuple(
        HeardWord(word["word"], word["start"], word["end"], word["conf"])
        for word in found
        if word["word"] not in UNKNOWN_WORDS
    )


def _without_unknown(text: str) -> str:
    return " ".join(word for word in text.split() if word not in UNKNOWN_WORDS)


def _text(words: tuple[HeardWord, ...]) -> str:
    return " ".join(word.text for word in words)


def _transcript(words: tuple[HeardWord, ...], freely: str) -> Transcript:
    """What was heard without a grammar is an alternative; what the grammar alone heard never is."""
    if not words:
        return Transcript("")
    text = _text(words)
    confidence = sum(math.log(min(1.0, max(_LEAST_PROBABILITY, word.confidence))) for word in words) / len(words)
    timed = tuple(Word(word.text, word.start_s, word.end_s) for word in words)
    return Transcript(text, confidence, (freely,) if freely != text else (), timed)


def _pronunciation() -> Callable[[str], str]:
    try:
        return EspeakPhonemes().ipa
    except AudioError:  # the program says so elsewhere; spelling is the next best
        return str.lower
