"""A voice by pyttsx3, rendered to files in a process of its own that can be killed."""

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from audio.ports import AudioError, Sound

_WORKER = (sys.executable, "-m", "audio.backends.pyttsx3_worker")
_ROOT = Path(__file__).resolve().parents[2]
_REMEDY = "choisissez une autre voix dans les réglages, ou jouez avec les sous-titres"


class Pyttsx3Voice:
    """A Synthesiser. `voice` is an engine's id ("fr", "roa/fr-be", "fr+f2"; None: a French one), `pitch` 0 to 100.

    Raises AudioError when the engine, or the voice wanted, is not there. A text that takes longer than `timeout_s` is
    tried once more in a new process.
    """

    name = "pyttsx3"

    def __init__(
        self,
        voice: str | None = None,
        rate_wpm: int | None = 165,
        pitch: int | None = None,
        timeout_s: float = 15.0,
        worker: Sequence[str] = _WORKER,
    ) -> None:
        self._command = [*worker, json.dumps({"voice": voice, "rate_wpm": rate_wpm, "pitch": pitch})]
        self._timeout_s = timeout_s
        self._lock = threading.Lock()
        self._folder = tempfile.TemporaryDirectory(prefix="animateur-voix-", ignore_cleanup_errors=True)
        self._path = Path(self._folder.name) / "voix.wav"
        self._worker: _Worker | None = None
        self._closed = False
        try:
            self._worker = self._start()
        except AudioError:
            self.close()
            raise

    def render(self, text: str) -> Sound:
        """Speak `text`; without a letter or a digit in it the sound is empty. Raises AudioError."""
        if not any(character.isalnum() for character in text):
            return Sound(np.zeros(0, np.float32), 22_050)
        with self._lock:
            try:
                return self._render_once(text)
            except _Stuck:
                try:
                    return self._render_once(text)
                except _Stuck as again:
                    raise AudioError(f"La voix ne répond plus ({again}) : {_REMEDY}.") from again

    def close(self) -> None:
        """At once, even while a text is being rendered: that call gets AudioError."""
        self._closed = True  # not under the lock, which a call that hangs would hold
        if worker := self._worker:
            worker.end()
        self._folder.cleanup()

    def _render_once(self, text: str) -> Sound:
        if self._closed:
            raise AudioError("La voix est fermée : relancez la partie.")
        self._path.unlink(missing_ok=True)
        if self._worker is None:
            self._worker = self._start()
        try:
            answer = self._worker.ask({"text": text.replace("\0", " "), "path": str(self._path)}, self._timeout_s)
        except _Stuck:
            self._worker.end(at_once=True)
            self._worker = None
            raise
        if "error" in answer:
            raise AudioError(f"{answer['error'].rstrip('.')} : {_REMEDY}.")
        try:
            samples, rate_hz = soundfile.read(self._path, dtype="float32", always_2d=True)
        except (soundfile.SoundFileError, OSError) as error:
            raise AudioError(f"La voix a écrit un son illisible ({error}) : {_REMEDY}.") from error
        return Sound(np.ascontiguousarray(samples.mean(axis=1), dtype=np.float32), int(rate_hz))

    def _start(self) -> "_Worker":
        worker = _Worker(self._command)
        try:
            answer = worker.hear(max(self._timeout_s, 10.0))
        except _Stuck as stuck:
            worker.end(at_once=True)
            raise AudioError(f"La voix ne démarre pas ({stuck}) : {_REMEDY}.") from stuck
        if "error" in answer:
            worker.end()
            raise AudioError(f"{answer['error'].rstrip('.')} : {_REMEDY}.")
        return worker


class _Stuck(Exception):
    """The worker did not answer in time, or ended."""


class _Worker:
    """The child process. Answers are read by a thread, since a pipe cannot be waited for with a limit everywhere."""

    def __init__(self, command: Sequence[str]) -> None:
        search_path = os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH"))))
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": search_path, "PYTHONIOENCODING": "utf-8"},
        )
        self._answers: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def ask(self, request: dict[str, str], timeout_s: float) -> dict[str, Any]:
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise _Stuck(self._last_words()) from error
        return self.hear(timeout_s)

    def hear(self, timeout_s: float) -> dict[str, Any]:
        try:
            line = self._answers.get(timeout=timeout_s)
        except queue.Empty:
            raise _Stuck(f"rien depuis {timeout_s:g} s") from None
        if line is None:
            raise _Stuck(self._last_words())
        answer: dict[str, Any] = json.loads(line)
        return answer

    def end(self, at_once: bool = False) -> None:
        assert self._process.stdin
        if at_once:
            self._process.kill()
        try:
            self._process.stdin.close()
        except OSError:
            self._process.kill()  # an unsent request in the pipe of a process that is gone
        try:
            self._process.wait(2.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _listen(self) -> None:
        assert self._process.stdout
        with self._process.stdout as stdout:
            for line in stdout:
                self._answers.put(line)
        self._answers.put(None)

    def _last_words(self) -> str:
        code = self._process.wait()
        self._complaints.seek(0)
        lines = self._complaints.read().decode("utf-8", "replace").split("\n")
        said = next((line.strip() for line in reversed(lines) if line.strip()), "sans message")
        return f"le moteur s'est arrêté, code {code} : {said}"
