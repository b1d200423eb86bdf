"""The process in which pyttsx3 lives: it may hang, end the process, or change espeak-ng's state, and harms nobody here.

Lines of JSON: reads {"text", "path"}, writes a sound file there, answers {"ready"}, {"done"} or {"error": in French}.
Started with one argument, the settings {"voice", "rate_wpm", "pitch"}. Ends when its standard input is closed, even
while the engine hangs.
"""

import ctypes
import json
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import espeakng_loader

WAV_HEADER_BYTES = 44
WRITING_S = 5.0


class VoiceProblem(Exception):
    """One line in French about the engine or its voice."""


def main(settings: dict[str, Any]) -> None:
    # Drivers and C libraries print to standard output: the answers keep a copy of it to themselves.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program, which closes our input
    requests: queue.Queue[str] = queue.Queue()
    threading.Thread(target=_read_until_closed, args=(requests,), daemon=True).start()
    try:
        engine = Engine(**settings)
    except VoiceProblem as problem:
        print(json.dumps({"error": str(problem)}), file=answers)
        return
    print(json.dumps({"ready": True}), file=answers)
    while True:
        request = json.loads(requests.get())
        try:
            engine.save(request["text"], Path(request["path"]))
            answer: dict[str, Any] = {"done": True}
        except VoiceProblem as problem:
            answer = {"error": str(problem)}
        print(json.dumps(answer), file=answers)


def _read_until_closed(requests: "queue.Queue[str]") -> None:
    for line in sys.stdin:
        requests.put(line)
    os._exit(0)  # the main thread may be stuck inside the engine


class Engine:
    def __init__(self, voice: str | None, rate_wpm: int | None, pitch: int | None) -> None:
        if sys.platform.startswith("linux"):
            # Without the folder espeak-ng ends the process; pyttsx3 finds the library because it is loaded already.
            os.environ.setdefault("ESPEAK_DATA_PATH", espeakng_loader.get_data_path())
            ctypes.CDLL(espeakng_loader.get_library_path())
        try:
            import pyttsx3

            self._engine = pyttsx3.init()
            voices = self._engine.getProperty("voices")
        except Exception as error:  # each platform's driver has its own errors
            raise VoiceProblem(f"pyttsx3 n'a pas de moteur de voix ici ({error}).") from error
        self._on_espeak = str(self._engine) == "espeak"
        self._errors: list[Exception] = []
        self._engine.connect("error", self._note_error)
        wanted = choose_voice(voices, voice, self._on_espeak)
        for setting, value in (("voice", wanted), ("rate", rate_wpm), ("pitch", pitch)):
            if value is not None:
                # On the driver itself: the engine's queue would only take the settings in at the first text.
                try:
                    self._engine.proxy._driver.setProperty(setting, value)
                except (ValueError, KeyError, TypeError) as error:
                    raise VoiceProblem(f"Réglage « {setting} » refusé : « {value} » n'existe pas ici.") from error
        _, plus, variant = wanted.partition("+")
        if self._on_espeak and plus and not str(self._engine.getProperty("voice")).endswith(f"+{variant}"):
            raise VoiceProblem(f"La variante « {variant} » de la voix « {wanted} » n'existe pas.")

    def _note_error(self, exception: Exception, **_: object) -> None:
        self._errors.append(exception)

    def save(self, text: str, path: Path) -> None:
        self._errors.clear()
        self._engine.save_to_file(text, str(path))
        self._engine.runAndWait()
        if self._errors:
            raise VoiceProblem(f"Le moteur de voix a échoué ({self._errors[0]}).")
        deadline_s = time.monotonic() + WRITING_S
        while not is_whole(path):  # espeak's own thread may still be writing
            if time.monotonic() > deadline_s:
                raise VoiceProblem("Le moteur de voix n'a rien écrit.")
            time.sleep(0.01)


def is_whole(path: Path) -> bool:
    """Whether a sound file is as long as its own header says."""
    if not path.exists() or path.stat().st_size < WAV_HEADER_BYTES:
        return False
    with path.open("rb") as file:
        head = file.read(8)
    order: Literal["little", "big"] = "big" if head[:4] == b"FORM" else "little"  # macOS writes AIFF
    return path.stat().st_size >= int.from_bytes(head[4:], order) + 8


def choose_voice(voices: Iterable[Any], wanted: str | None, on_espeak: bool) -> str:
    """The id of the wanted voice, else of the first French one. Raises VoiceProblem.

    espeak-ng also takes languages and variants ("fr+f2") that it does not list, so there the driver is the judge.
    """
    if wanted and on_espeak:
        return wanted
    known = list(voices)
    if wanted:
        for voice in known:
            if wanted.casefold() in (str(voice.id).casefold(), str(voice.name).casefold()):
                return str(voice.id)
        names = ", ".join(str(voice.name) for voice in known if is_french(voice)) or "aucune"
        raise VoiceProblem(f"La voix « {wanted} » n'existe pas. Voix françaises : {names}.")
    french = [str(voice.id) for voice in known if is_french(voice)]
    if on_espeak and "roa/fr" in french:
        return "roa/fr"
    if not french:
        raise VoiceProblem("Aucune voix française n'est installée sur ce système.")
    return french[0]


def is_french(voice: Any) -> bool:
    """By its languages, which may be bytes after a priority byte; SAPI gives none, its ids and names tell."""
    for language in voice.languages or ():
        if language is None:
            continue
        tag = language.decode("utf-8", "ignore") if isinstance(language, bytes) else str(language)
        tag = tag.strip("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09 ").replace("_", "-").casefold()
        if tag == "fr" or tag.startswith("fr-"):
            return True
    label = f"{voice.id} {voice.name}".replace("_", "-").casefold()
    return any(mark in label for mark in ("fr-fr", "fr-ca", "fr-be", "fr-ch", "french", "français"))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
