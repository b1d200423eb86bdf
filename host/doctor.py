"""`animateur doctor`: what works here, what does not, and what to do about it. Never raises; takes a few seconds.

Libraries are imported inside the checks: what this examines is whether they can be.
"""

import os
import platform
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from rich.console import Console

from audio.ports import HEARING_RATE_HZ, AudioError, Hints, Recogniser, Sound, Synthesiser
from config.settings import Settings, user_file
from host.terminal.live import LEAST_COLUMNS, LEAST_ROWS, fits

MARKS = {True: "✔", False: "✘", None: "–"}
LEAST_FREE_MB = 200
#: Longer than the audio itself, and players wait for the host.
MOST_TIME_PER_SECOND = 1.0
PHRASE = "Bonjour à tous, qui commence ce soir ?"
_QUICK_S, _VOICE_S, _HEARING_S = 2.0, 3.0, 6.0
_KEYBOARD = "en attendant, on joue au clavier"
_AGAIN = "relancez « make play », qui réinstalle ce qui manque"


@dataclass(frozen=True)
class Finding:
    """`ok` None: neither good nor bad, such as something optional that is not there. `remedy` says what to do."""

    ok: bool | None
    what: str
    detail: str
    remedy: str = ""


def examine(settings: Settings) -> list[Finding]:
    """All checks, one after the other, so that one does not slow down the measure of another."""
    sounds: list[Sound] = []
    checks: list[tuple[str, float, Callable[[], list[Finding]]]] = [
        ("Python", _QUICK_S, _python),
        ("Machine", _QUICK_S, _machine),
        ("Terminal", _QUICK_S, _terminal),
        ("Réglages", _QUICK_S, _settings_file),
        ("Soirées", _QUICK_S, lambda: _data(settings.data)),
        ("Son", _QUICK_S, _portaudio),
        ("Micro et haut-parleurs", _QUICK_S, _devices),
        ("Phonèmes", _QUICK_S, _phonemes),
        ("Voix", _VOICE_S, lambda: _voice(settings, sounds)),
        ("Oreilles", _QUICK_S, _ears),
        ("Écoute", _HEARING_S, lambda: _hearing(settings, sounds)),
    ]
    return [finding for what, limit_s, check in checks for finding in _guarded(what, limit_s, check)]


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


def healthy(findings: Sequence[Finding]) -> bool:
    return all(finding.ok is not False for finding in findings)


def _guarded(what: str, limit_s: float, check: Callable[[], list[Finding]]) -> list[Finding]:
    """The findings of a check, or one that says that it failed or hung. What hangs is left behind in its thread."""
    found: list[Finding] = []

    def run() -> None:
        try:
            found.extend(check())
        except AudioError as error:
            detail, _, remedy = str(error).rpartition(" : ")
            found.append(Finding(False, what, detail or remedy, remedy if detail else _AGAIN))
        except Exception as error:  # whatever is broken here is what was looked for
            found.append(Finding(False, what, " ".join(str(error).split()) or type(error).__name__, _AGAIN))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(limit_s)
    if thread.is_alive():
        return [Finding(False, what, f"pas de réponse en {limit_s:g} s", "fermez d'autres programmes et relancez")]
    return found


def _python() -> list[Finding]:
    good = (3, 11) <= sys.version_info[:2] < (3, 14)
    where = f"{platform.python_version()} ({sys.executable})"
    return [Finding(good, "Python", where, "" if good else "installez Python 3.11, 3.12 ou 3.13, puis « make play »")]


def _machine() -> list[Finding]:
    import psutil

    cores, memory_gb = os.cpu_count() or 1, psutil.virtual_memory().available / 1e9
    detail = f"{platform.system()} {platform.machine()}, {cores} processeurs, {_number(memory_gb)} Go de mémoire libre"
    good = memory_gb >= 0.7
    return [Finding(good, "Machine", detail, "" if good else "fermez d'autres programmes : il faut environ 0,7 Go")]


def _terminal() -> list[Finding]:
    console = Console()
    if not console.is_terminal:
        return [Finding(None, "Terminal", "la sortie n'en est pas un : une ligne par réplique")]
    size = f"{console.width} × {console.height}"
    if fits(console):
        return [Finding(True, "Terminal", size)]
    wanted = f"agrandissez-le à {LEAST_COLUMNS} × {LEAST_ROWS} pour le tableau entier"
    return [Finding(None, "Terminal", f"{size} : une ligne par réplique", wanted)]


def _settings_file() -> list[Finding]:
    path = user_file()
    if path.is_file():
        return [Finding(True, "Réglages", str(path))]
    return [Finding(None, "Réglages", f"ceux d'origine ({path} n'existe pas)")]


def _data(folder: Path) -> list[Finding]:
    """Writes and removes a file, since rights alone do not tell."""
    remedy = "choisissez un autre dossier avec ANIMATEUR_DATA"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"animateur")
        free_mb = shutil.disk_usage(folder).free / 1e6
    except OSError as error:
        return [Finding(False, "Soirées", f"impossible d'écrire dans {folder} ({error.strerror or error})", remedy)]
    roomy = free_mb >= LEAST_FREE_MB
    detail = f"{folder}, {_number(free_mb / 1000)} Go libres"
    return [Finding(roomy, "Soirées", detail, "" if roomy else f"libérez de la place, ou {remedy}")]


def _portaudio() -> list[Finding]:
    try:
        import sounddevice
    except OSError:  # how a missing PortAudio is told
        remedy = {"Linux": "sudo apt-get install libportaudio2"}.get(platform.system(), _AGAIN)
        return [Finding(False, "Son", "PortAudio n'est pas installé : ni micro, ni haut-parleurs", remedy)]
    return [Finding(True, "Son", str(sounddevice.get_portaudio_version()[1]).split(",")[0])]


def _devices() -> list[Finding]:
    from audio.backends.devices import list_devices

    devices = list_devices()
    inputs = [device for device in devices if device.inputs]
    outputs = [device for device in devices if device.outputs]
    return [
        _device("Micro", [(d.name, d.default_in) for d in inputs], f"branchez un micro ; {_KEYBOARD}"),
        _device(
            "Haut-parleurs", [(d.name, d.default_out) for d in outputs], "branchez une enceinte : tout est sous-titré"
        ),
    ]


def _device(what: str, named: Sequence[tuple[str, bool]], remedy: str) -> Finding:
    if not named:
        return Finding(False, what, "aucun", remedy)
    first = next((name for name, default in named if default), named[0][0])
    others = f" (et {len(named) - 1} autres)" if len(named) > 2 else " (et un autre)" if len(named) == 2 else ""
    return Finding(True, what, first + others)


def _phonemes() -> list[Finding]:
    from audio.backends.espeak import EspeakPhonemes

    return [Finding(True, "Phonèmes", f"« bonjour » se dit {EspeakPhonemes().ipa('bonjour')}")]


def _voice(settings: Settings, sounds: list[Sound]) -> list[Finding]:
    """Renders a phrase, which is what `_hearing` is given to hear."""
    if settings.voice == "none":
        return [Finding(None, "Voix", "coupée dans les réglages : sous-titres seuls")]
    voice = _synthesiser(settings)
    try:
        begun_s = time.perf_counter()
        sound = voice.render(PHRASE)
        took_s = time.perf_counter() - begun_s
    finally:
        voice.close()
    if sound.duration_s < 0.5:
        return [Finding(False, "Voix", f"{voice.name} ne dit rien", "choisissez une autre voix dans les réglages")]
    sounds.append(sound)
    return [Finding(True, "Voix", f"{voice.name}, {_number(sound.duration_s)} s de parole en {_number(took_s)} s")]


def _synthesiser(settings: Settings) -> Synthesiser:
    if settings.voice == "kokoro":
        from audio.backends.kokoro import KokoroVoice

        return KokoroVoice()
    from audio.backends.pyttsx3_voice import Pyttsx3Voice

    return Pyttsx3Voice(rate_wpm=settings.voice_rate_wpm)


def _ears() -> list[Finding]:
    """What is installed; one of them is enough."""
    from audio.backends.model_store import VOSK_FR, WHISPER, list_models, whisper_packages

    here = {state.name: state for state in list_models()}
    whisper, vosk = here[WHISPER], here[VOSK_FR]
    library = find_spec("faster_whisper") is not None
    absent = None if vosk.installed else False
    if library and whisper.installed:
        first = Finding(True, "Whisper", str(whisper.where))
    elif library and whisper_packages():
        first = Finding(True, "Whisper", "en paquets, à assembler à la première partie")
    elif library:
        first = Finding(absent, "Whisper", "le modèle n'est pas installé", f"animateur models install {WHISPER}")
    else:
        first = Finding(absent, "Whisper", "n'est pas installé", f"{_AGAIN} ({_KEYBOARD})")
    if vosk.installed:
        return [first, Finding(True, "Vosk", str(vosk.where))]
    optional = f"facultatif : animateur models install {VOSK_FR}"
    return [first, Finding(None, "Vosk", "pas de modèle français", optional)]


def _hearing(settings: Settings, sounds: Sequence[Sound]) -> list[Finding]:
    """How long the recogniser that would be used takes for one second of our own voice, when it is warm."""
    if settings.recogniser == "keyboard":
        return [Finding(None, "Écoute", "coupée dans les réglages : on joue au clavier")]
    if not sounds:
        return [Finding(None, "Écoute", "pas mesurée, faute de voix")]
    from audio.mixing import to_hearing_rate

    ear = _recogniser(settings)
    samples = to_hearing_rate(sounds[0])[:HEARING_RATE_HZ]
    seconds = len(samples) / HEARING_RATE_HZ
    hints = Hints(window_s=10.0)
    ear.recognise(samples[: HEARING_RATE_HZ // 2], hints)
    begun_s = time.perf_counter()
    heard = ear.recognise(samples, hints)
    took_s = (time.perf_counter() - begun_s) / seconds
    detail = f"{ear.name} : {_number(took_s)} s pour une seconde de voix ; entendu « {heard.text} »"
    if took_s > MOST_TIME_PER_SECOND:
        return [Finding(False, "Écoute", detail, "fermez d'autres programmes, ou essayez --recogniser vosk")]
    return [Finding(True, "Écoute", detail)]


def _recogniser(settings: Settings) -> Recogniser:
    """The one that is set, or the best one there is. Raises AudioError."""
    from audio.backends.vosk_model import find_model
    from audio.backends.vosk_recogniser import VoskRecogniser
    from audio.backends.whisper import WhisperRecogniser

    if settings.recogniser == "vosk":
        return VoskRecogniser()
    try:
        return WhisperRecogniser()
    except AudioError:
        if settings.recogniser == "whisper" or find_model() is None:
            raise
        return VoskRecogniser()


def _number(value: float) -> str:
    return f"{value:.1f}".replace(".", ",")
