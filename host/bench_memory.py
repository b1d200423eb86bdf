"""A recogniser that remembers on disk what it said and how long it took, so that a rule is tried again in seconds.

What is remembered depends on the samples, the question and the program text of the recogniser; it is in a folder of
the system's temporary ones, never in the project.
"""

import hashlib
import inspect
import pickle
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from audio.ports import Hints, Recogniser, Samples, Transcript

T = TypeVar("T")


class Memory:
    """Answers by key, with the seconds that they took when they were found."""

    def __init__(self, name: str, of: object) -> None:
        source = inspect.getsource(inspect.getmodule(of) or type(of))
        version = hashlib.sha256(source.encode()).hexdigest()[:12]
        folder = Path(tempfile.gettempdir()) / "animateur-hearing"
        folder.mkdir(exist_ok=True)
        self._path = folder / f"{name}-{version}.pickle"
        self._known: dict[str, tuple[Any, float]] = {}
        if self._path.is_file():
            self._known = pickle.loads(self._path.read_bytes())
        self._new = 0

    def get(
        self, what: object, samples: Samples, work: Callable[[], T], before: Callable[[], None] = lambda: None
    ) -> tuple[T, float]:
        """What `work` gives; `before` is not timed."""
        key = hashlib.sha256(repr(what).encode() + samples.tobytes()).hexdigest()
        if key not in self._known:
            before()
            begun_s = time.perf_counter()
            self._known[key] = (work(), time.perf_counter() - begun_s)
            self._new += 1
            if self._new % 200 == 0:
                self.save()
        return self._known[key]

    def save(self) -> None:
        part = self._path.with_suffix(".part")
        part.write_bytes(pickle.dumps(self._known))
        part.replace(self._path)


class Remembering:
    """`spent_s` is what the answers since it was last set to zero have taken, or would have.

    A question about the audio is timed as in an evening: after the recognition, which encodes it, and with what could
    be prepared while the player was thinking.
    """

    def __init__(self, recogniser: Recogniser) -> None:
        self.name = recogniser.name
        self._recogniser = recogniser
        self._memory = Memory(recogniser.name, recogniser)
        self._heard: tuple[Samples, Hints] | None = None
        self._really_heard: tuple[Samples, Hints] | None = None
        self._prepared: tuple[tuple[str, ...], float] = ((), Hints.window_s)
        self.spent_s = 0.0

    def recognise(self, samples: Samples, hints: Hints) -> Transcript:
        self._heard = samples, hints
        return self._ask(("recognise", hints), samples, lambda: self._really(samples, hints))

    def prepare(self, phrases: tuple[str, ...], window_s: float) -> None:
        self._prepared = phrases, window_s

    def fit(self, samples: Samples, phrases: tuple[str, ...]) -> tuple[float, ...] | None:
        window_s = self._heard[1].window_s if self._heard is not None else Hints.window_s
        return self._ask(("fit", phrases, window_s), samples, lambda: self._recogniser.fit(samples, phrases), True)

    def save(self) -> None:
        self._memory.save()

    def _really(self, samples: Samples, hints: Hints) -> Transcript:
        if self._heard is not None and self._heard[0] is samples:
            self._really_heard = self._heard
        return self._recogniser.recognise(samples, hints)

    def _ask(self, what: object, samples: Samples, work: Callable[[], T], after: bool = False) -> T:
        def before() -> None:
            if after and self._heard is not None and self._really_heard is not self._heard:
                self._really(*self._heard)
                self._really_heard = self._heard
            if after:
                self._recogniser.prepare(*self._prepared)

        made, took_s = self._memory.get(what, samples, work, before)
        self.spent_s += took_s
        return made
