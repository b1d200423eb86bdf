"""All checks, each within its time, and how their findings are shown."""

import json
import os
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict

from audio.ports import AudioError, Recogniser, Sound
from config.settings import Settings
from host.doctor import machine, room, speech
from host.doctor.finding import AGAIN, Finding, Told

MARKS = {True: "✔", False: "✘", None: "–"}
QUICK_S, VOICE_S, ROOM_S, HEARING_S = 2.0, 3.0, 9.0, 10.0
_THREADS = "doctor"


def examine(settings: Settings, told: Told = lambda text: None) -> list[Finding]:
    """One check after the other, so that one does not slow down the measure of another.

    Only the recogniser is loaded while the room is listened to, as an evening does.
    """
    sounds: list[Sound] = []
    ear = Later(lambda: speech.recogniser(settings))
    checks: list[tuple[str, float, Callable[[], list[Finding]]]] = [
        ("Python", QUICK_S, machine.python),
        ("Machine", QUICK_S, machine.machine),
        ("Terminal", QUICK_S, machine.terminal),
        ("Réglages", QUICK_S, machine.settings_file),
        ("Soirées", QUICK_S, lambda: machine.data(settings.data)),
        ("Cache", QUICK_S, machine.cache),
        ("Moteurs", QUICK_S, speech.engines),
        ("Phonèmes", QUICK_S, speech.phonemes),
        ("Voix", VOICE_S, lambda: speech.voice(settings, sounds)),
        ("Oreilles", QUICK_S, lambda: speech.ears(settings)),
        ("Son", QUICK_S, room.portaudio),
    ]
    found = [finding for what, limit_s, check in checks for finding in guarded(what, limit_s, check)]
    if settings.recogniser != "keyboard" and sounds:
        ear.begin()
    if found[-1].ok:
        found += guarded("Micro et haut-parleurs", QUICK_S, lambda: room.devices(settings))
        if any(finding.what == "Micro" and finding.ok for finding in found):
            found += guarded("Pièce", ROOM_S, lambda: room.listen(settings, told))
    return found + guarded("Écoute", HEARING_S, lambda: speech.hearing(settings, sounds, ear.get))


def report(settings: Settings, in_json: bool) -> bool:
    """Examine and print; whether all is well.

    What a check that hangs is in (a driver, a model) would abort a program that ends as usual: this ends it at once.
    """
    findings = examine(settings, lambda text: print(text, file=sys.stderr, flush=True))
    print(as_json(findings) if in_json else "\n".join(lines(findings)), flush=True)
    if any(thread.name == _THREADS for thread in threading.enumerate()):
        os._exit(0 if healthy(findings) else 1)
    return healthy(findings)


def lines(findings: Sequence[Finding]) -> list[str]:
    """What to print: a line for each finding, and one for what to do about it."""
    shown = list[str]()
    for finding in findings:
        shown.append(f"{MARKS[finding.ok]} {finding.what} : {finding.detail}")
        if finding.remedy:
            shown.append(f"    → {finding.remedy}")
    bad = sum(finding.ok is False for finding in findings)
    shown.append("Tout va bien." if not bad else f"{bad} point{'s' if bad > 1 else ''} à régler.")
    return shown


def as_json(findings: Sequence[Finding]) -> str:
    return json.dumps({"healthy": healthy(findings), "findings": [asdict(one) for one in findings]}, ensure_ascii=False)


def healthy(findings: Sequence[Finding]) -> bool:
    return all(finding.ok is not False for finding in findings)


def guarded(what: str, limit_s: float, check: Callable[[], list[Finding]]) -> list[Finding]:
    """The findings of a check, or one that says that it failed or hung. What hangs is left behind in its thread."""
    found: list[Finding] = []

    def run() -> None:
        try:
            found.extend(check())
        except AudioError as error:
            detail, _, remedy = str(error).rpartition(" : ")
            found.append(Finding(False, what, detail or remedy, remedy if detail else AGAIN))
        except Exception as error:  # whatever is broken here is what was looked for
            found.append(Finding(False, what, " ".join(str(error).split()) or type(error).__name__, AGAIN))

    thread = threading.Thread(target=run, name=_THREADS, daemon=True)
    thread.start()
    thread.join(limit_s)
    if thread.is_alive():
        return [Finding(False, what, f"pas de réponse en {limit_s:g} s", "fermez d'autres programmes et relancez")]
    return found


class Later:
    """A recogniser that is loaded in a thread which nobody has to wait for."""

    def __init__(self, load: Callable[[], Recogniser]) -> None:
        self._load = load
        self._loaded: Recogniser | None = None
        self._problem: Exception | None = None
        self._thread = threading.Thread(target=self._run, name=_THREADS, daemon=True)

    def begin(self) -> None:
        self._thread.start()

    def get(self) -> Recogniser:
        """Wait for it. Raises whatever its loading raised."""
        self._thread.join()
        if self._loaded is None:
            raise self._problem or AudioError("Pas de reconnaissance : lancez « animateur models install ».")
        return self._loaded

    def _run(self) -> None:
        try:
            self._loaded = self._load()
        except Exception as error:  # raised again by `get`
            self._problem = error
