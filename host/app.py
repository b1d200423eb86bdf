"""Puts an evening together. The only module that names concrete voices, recognisers, rooms and screens."""

import math
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from audio.backends import devices_chatter
from audio.backends.aloud import Aloud
from audio.backends.auto import best_installed, whisper_is_installed
from audio.backends.devices import DeviceMicrophone, DeviceSpeaker, list_devices
from audio.backends.espeak import EspeakPhonemes
from audio.backends.kokoro import KokoroVoice
from audio.backends.pyttsx3_voice import Pyttsx3Voice
from audio.backends.recording import Room, RoomMicrophone, RoomSpeaker
from audio.backends.silent import SilentMicrophone, SilentSpeaker
from audio.backends.vosk_model import find_model
from audio.backends.vosk_recogniser import VoskRecogniser
from audio.backends.weights import whisper_base
from audio.backends.whisper import WhisperRecogniser
from audio.endpointing import SileroVad
from audio.listener import Listener
from audio.mixing import load_clip, to_hearing_rate
from audio.ports import AudioError, KnowsWords, Microphone, Recogniser, Samples, Synthesiser
from audio.voice import Voice
from config.settings import Settings
from host.answers.sounds import Sounds
from host.dialogue.requests import View
from host.games.trou_noir.views import TrouNoirView
from host.session.ears import VoiceEars
from host.session.players import Line, Players
from host.session.room import RoomFront
from host.session.screen import Screen
from host.session.stage import Stage
from host.terminal import trou_noir as trou_noir_picture
from host.terminal.live import Drawn as Picture
from host.terminal.live import LiveScreen, fits
from host.terminal.plain import PlainScreen

#: However short a line is, it is read as if it had so many characters.
LEAST_CHARACTERS = 20

Told = Callable[[str], None]


def hushed() -> AbstractContextManager[None]:
    """Meanwhile the audio libraries write nothing across the screen."""
    return devices_chatter.hushed()


def warn(text: str) -> None:
    """One line to the error stream."""
    print(f"animateur : {text}", file=sys.stderr)


def sounds() -> Sounds | None:
    """How words sound; None (with a warning) where the library cannot be loaded: judging then goes by spelling."""
    try:
        phonemes = EspeakPhonemes()
        phonemes.ipa("test")
    except AudioError as error:
        warn(f"{error} Les réponses seront jugées à l'orthographe.")
        return None
    return phonemes


def mouth(settings: Settings) -> Voice | None:
    """The host's voice; None (with a warning) where there is none: captions go on."""
    if settings.voice == "none":
        return None
    try:
        if settings.voice == "kokoro":
            return Voice(KokoroVoice())
        return Voice(Pyttsx3Voice(rate_wpm=settings.voice_rate_wpm))
    except AudioError as error:
        warn(f"{error} La soirée continue avec les sous-titres.")
        return None


def recogniser(settings: Settings, told: Told = warn) -> Recogniser | None:
    """The recogniser that is set; None (with a warning) where it cannot be used: the keyboard goes on.

    `told` is also given a line when `auto` changes from one to the other in the middle of an evening.
    """
    if settings.recogniser == "keyboard":
        return None
    makers: dict[str, Callable[[], Recogniser]] = {
        "whisper": WhisperRecogniser,
        "vosk": lambda: VoskRecogniser(settings.vosk_model),
        "auto": lambda: best_installed(settings.vosk_model, told),
    }
    try:
        return makers[settings.recogniser]()
    except AudioError as error:
        told(f"{error} On joue au clavier.")
        return None


def vocabulary(settings: Settings) -> KnowsWords | None:
    """The recogniser that an evening would be heard by, where there are words that it cannot know.

    Raises AudioError when that is Vosk and it cannot be used.
    """
    if settings.recogniser in ("keyboard", "whisper") or (settings.recogniser == "auto" and whisper_is_installed()):
        return None
    if settings.recogniser == "auto" and settings.vosk_model is None and find_model() is None:
        return None
    return VoskRecogniser(settings.vosk_model)


def screen(title: str, console: Console | None = None) -> Screen:
    """The full picture where the terminal is large enough, else one line a caption."""
    console = console or Console()
    if fits(console):
        return LiveScreen(console, title, _picture)
    return PlainScreen(_line)


def _picture(view: View) -> Picture:
    if isinstance(view, TrouNoirView):
        return trou_noir_picture.picture(view)
    raise TypeError(f"no picture for {view!r}")


def _line(view: View) -> str | None:
    return trou_noir_picture.line(view) if isinstance(view, TrouNoirView) else None


def reading_s(settings: Settings) -> Callable[[str], float]:
    """How long a line without a voice stays on the screen: as long as it takes to read it."""
    least_s = LEAST_CHARACTERS / settings.reading_cps
    return lambda text: max(least_s, len(text) / settings.reading_cps)


class NoScreen:
    """Nobody looks: tests and scenarios."""

    def caption(self, text: str) -> None: ...

    def show(self, view: View) -> None: ...

    def listening(self, to: str | None, time_s: float, hint: str) -> None: ...

    def counted(self, found: int, wanted: int) -> None: ...

    def talking(self) -> None: ...

    def settled(self, heard: str) -> None: ...

    def typing(self, text: str) -> None: ...

    def close(self) -> None: ...


def silent_clock() -> SilentMicrophone:
    return SilentMicrophone()


def silent_speaker(now_s: Callable[[], float]) -> SilentSpeaker:
    return SilentSpeaker(now_s)


def microphone(settings: Settings, on_lost: Told, on_found: Told) -> DeviceMicrophone:
    """The microphone of this laptop. Raises AudioError where there is none."""
    return DeviceMicrophone(settings.microphone, on_lost=on_lost, on_found=on_found)


def speaker(settings: Settings, now_s: Callable[[], float], on_lost: Told) -> DeviceSpeaker:
    """The speaker of this laptop. Raises AudioError where there is none."""
    return DeviceSpeaker(now_s, settings.speaker, on_lost=on_lost)


def ears(captured_by: Microphone, heard_by: Recogniser, judged_by: Sounds | None, noise_db: float) -> VoiceEars:
    return VoiceEars(Listener(captured_by, SileroVad(), heard_by), judged_by, noise_db)


def has_microphone(settings: Settings) -> bool:
    """Whether a microphone can be heard with here, without a word about it."""
    try:
        return any(device.inputs for device in list_devices()) and settings.recogniser != "keyboard"
    except AudioError:
        return False


def aloud(room: Room, settings: Settings) -> Aloud | None:
    """None where this laptop has no speaker: the captions tell the evening."""
    try:
        return Aloud(room, RoomSpeaker(room), DeviceSpeaker(lambda: room.now_s, settings.speaker))
    except AudioError:
        return None


@dataclass
class Stand:
    """A recorded evening's parts: the front, and the room whose sound can be written to a file."""

    front: RoomFront
    room: Room
    voice: Voice | None
    listener: Listener

    def close(self) -> None:
        self.listener.close()
        if self.voice is not None:
            self.voice.close()


def recorded_front(
    settings: Settings,
    players: Players,
    utter: Callable[[Line], Samples],
    on: Screen,
    speed: float | None,
    noise: Samples | None,
    noise_db: float,
) -> Stand:
    """Recorded or synthesised players in a virtual room, heard for real. Raises AudioError without a recogniser."""
    heard_by = WhisperRecogniser()
    room = Room(noise=noise, noise_db=noise_db, speed=speed)
    microphone = RoomMicrophone(room)
    heard_here = aloud(room, settings) if speed == 1.0 else None
    put = heard_here.schedule if heard_here is not None else room.schedule
    stage = Stage(players, utter, put, lambda: room.now_s)
    judged_by = sounds()
    voice = mouth(settings)
    listener = Listener(microphone, SileroVad(), heard_by)
    return Stand(
        RoomFront(
            microphone=microphone,
            speaker=heard_here or RoomSpeaker(room),
            mouth=voice,
            ears=VoiceEars(listener, judged_by, noise_db if noise is not None else -math.inf),
            keys=stage,
            screen=on,
            sounds=judged_by,
            cue=stage,
            caption_pace=reading_s(settings) if speed is not None else None,
        ),
        room,
        voice,
        listener,
    )


@dataclass
class BenchEars:
    """Only what hearing takes: a room in real time, ears and the judge's sense of sound."""

    room: Room
    microphone: RoomMicrophone
    listener: Listener
    ears: VoiceEars
    sounds: Sounds | None

    def close(self) -> None:
        self.listener.close()


def bench_ears(speed: float) -> BenchEars:
    room = Room(speed=speed)
    microphone = RoomMicrophone(room)
    listener = Listener(microphone, SileroVad(), WhisperRecogniser())
    judged_by = sounds()
    return BenchEars(room, microphone, listener, VoiceEars(listener, judged_by), judged_by)


def naive_transcriber() -> Callable[[Samples], str]:
    """Stock `transcribe` of the same model, for comparison."""
    from faster_whisper import WhisperModel

    model = WhisperModel(str(whisper_base()), device="cpu", compute_type="int8", cpu_threads=2)

    def transcribe(samples: Samples) -> str:
        segments, _ = model.transcribe(samples, language="fr", beam_size=5)
        return " ".join(segment.text for segment in segments).strip()

    return transcribe


def clip_of(folder: Path) -> Callable[[Line], Samples]:
    """Lines as recorded: each names its clip. Raises AudioError for one that is missing or unreadable."""

    def utter(line: Line) -> Samples:
        if line.clip is None:
            raise AudioError(f"la réplique « {line.text} » n'a pas d'enregistrement (clip).")
        return load_clip(folder / line.clip)

    return utter


def player_voice() -> Callable[[Line], Samples]:
    """Lines spoken by a voice: the natural one where it is installed, else the host's own."""
    try:
        synthesiser: Synthesiser = KokoroVoice()
    except AudioError as error:
        warn(f"{error} Les joueurs parlent avec la voix d'espeak, que la reconnaissance comprend moins bien.")
        synthesiser = Pyttsx3Voice()

    def utter(line: Line) -> Samples:
        return to_hearing_rate(synthesiser.render(line.text))

    return utter
