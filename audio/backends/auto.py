"""`auto`: each request goes to the best recogniser that is installed, and to the other one when that fails.

- **Closed choices and open answers: Whisper** where it is installed. Only Whisper can hold the audio against a given
  answer (`fit`): on 190 recordings of people that finds the right one of four in 100 %, where its own transcript does
  in 93 % (96 % with the four in the prompt); with babble at 10 dB, in 95 % against 83 % (93 %). Vosk has no such score,
  and the confidence of its grammar means nothing: `[unk]` hardly rejects.
- **Where only Vosk is installed, or Whisper fails: Vosk** for everything. It is light, and what it cannot know is told
  (`unknown_words`).
- **Timed lists, while they run: partial results from Vosk's `stream`** where it is installed. Whisper has none, only
  finished pieces.
"""

import threading
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

import psutil

from audio.backends.model_store import WHISPER, list_models, whisper_packages
from audio.backends.vosk_model import find_model
from audio.backends.vosk_recogniser import VoskRecogniser
from audio.backends.whisper import WhisperRecogniser
from audio.ports import AudioError, Hints, KnowsWords, Recogniser, Samples, Stream, Streams, Transcript

#: Memory that a Vosk model may take, for what it takes on disk. Measured: 264 MB unpacked, 545 MB resident.
MEMORY_PER_BYTE = 3

T = TypeVar("T")
Told = Callable[[str], None]


class AutoRecogniser:
    """`name` is the name of the one in use. `told` is given one line, once, when the other one takes over."""

    def __init__(self, whisper: Recogniser | None, vosk: Recogniser | None, told: Told = lambda text: None) -> None:
        """Raises ValueError when there is neither."""
        there: tuple[Recogniser | None, ...] = (whisper, vosk)
        self._left = [each for each in there if each is not None]
        if not self._left:
            raise ValueError("neither Whisper nor Vosk")
        self._vosk, self._told = vosk, told
        self._lock = threading.Lock()
        self.name = self._left[0].name

    def recognise(self, samples: Samples, hints: Hints) -> Transcript:
        return self._by_the_best(lambda ear: ear.recognise(samples, hints))

    def prepare(self, phrases: tuple[str, ...], window_s: float) -> None:
        self._by_the_best(lambda ear: ear.prepare(phrases, window_s))

    def fit(self, samples: Samples, phrases: tuple[str, ...]) -> tuple[float, ...] | None:
        return self._by_the_best(lambda ear: ear.fit(samples, phrases))

    def unknown_words(self, phrases: tuple[str, ...]) -> tuple[str, ...]:
        """Nothing as long as Whisper is in use: its vocabulary is open."""
        ear = self._left[0]
        return ear.unknown_words(phrases) if isinstance(ear, KnowsWords) else ()

    def stream(self) -> Stream | None:
        vosk = self._vosk
        return vosk.stream() if vosk is not None and isinstance(vosk, Streams) else None

    def _by_the_best(self, work: Callable[[Recogniser], T]) -> T:
        while True:
            ear = self._left[0]
            try:
                return work(ear)
            except (AudioError, RuntimeError, MemoryError) as error:  # the latter two are how Whisper's library fails
                if self._gives_way(ear, error):
                    continue
                if isinstance(error, AudioError):
                    raise
                raise AudioError(
                    f"{_title(ear)} n'arrive plus à écouter ({_cause(error)}) : reprenez avec « animateur resume »."
                ) from error

    def _gives_way(self, ear: Recogniser, error: Exception) -> bool:
        """Whether another one goes on in place of `ear`, for the rest of the evening."""
        with self._lock:
            if self._left[0] is not ear:
                return True
            if len(self._left) == 1:
                return False
            del self._left[0]
            self.name = self._left[0].name
            other = _title(self._left[0])
        self._told(f"{_title(ear)} n'arrive plus à écouter ({_cause(error)}) ; {other} prend le relais.")
        return True


def best_installed(vosk_folder: Path | None, told: Told = lambda text: None) -> AutoRecogniser:
    """Whisper, with Vosk beside it where there is a model and memory for it; else Vosk alone.

    `vosk_folder` is the one of the settings: if it cannot be used, `told` is given a line. Raises AudioError when
    neither can be used.
    """
    whisper: Recogniser | None = None
    vosk: Recogniser | None = None
    problem: AudioError | None = None
    try:
        whisper = WhisperRecogniser()
    except AudioError as error:
        problem = error
    folder = vosk_folder or find_model()
    if folder is not None and (whisper is None or has_memory_for(folder)):
        try:
            vosk = VoskRecogniser(folder)
        except AudioError as error:
            if vosk_folder is not None:
                told(str(error))
    if whisper is None and vosk is None and problem is not None:
        raise problem
    return AutoRecogniser(whisper, vosk, told)


def whisper_is_installed() -> bool:
    """Without loading it, which takes a second."""
    here = any(state.installed for state in list_models() if state.name == WHISPER)
    return find_spec("faster_whisper") is not None and (here or whisper_packages())


def has_memory_for(folder: Path) -> bool:
    """Whether a Vosk model fits beside Whisper: the large ones take gigabytes."""
    on_disk = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return bool(on_disk * MEMORY_PER_BYTE < psutil.virtual_memory().available)


def _title(ear: Recogniser) -> str:
    return ear.name.capitalize()


def _cause(error: Exception) -> str:
    return (" ".join(str(error).split()) or type(error).__name__).rstrip(".")
