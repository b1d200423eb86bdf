"""The sound devices, and what they hear: the room's noise and tail, and the level of the microphone."""

import asyncio
import contextlib
import platform
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from audio.mixing import level_db
from audio.ports import FRAME_S, HEARING_RATE_HZ, AudioError, Microphone, Samples, Speaker
from audio.room_tail import RoomTail, measure_tail
from config.settings import Settings
from host.doctor.finding import AGAIN, KEYBOARD, Finding, Told, decibels, number
from host.session.ears import PLAYER_ABOVE_NOISE_DB

LISTENING_S = 1.5
#: What a device may take longer than the time it is listened to, before it counts as dead.
PATIENCE_S = 1.5
#: A microphone that is on hears at least its own noise; below this it is muted or not connected.
SILENT_DB = -75.0
FLOOR_DB = -90.0
FULL_SCALE, MOST_CLIPPED = 0.985, 0.001
#: Players would have to be louder than that by PLAYER_ABOVE_NOISE_DB, which is close to saturation.
NOISY_DB = -35.0
#: A room where the host is heard that long makes players wait for their turn.
LONG_TAIL_S = 0.4
_STEP = HEARING_RATE_HZ // 10

QUIET_PLEASE = "Un instant de silence : j'écoute la pièce (deux petits bruits, c'est normal)…"
SPEAK = "Et maintenant, parlez comme à table…"


def portaudio() -> list[Finding]:
    try:
        import sounddevice
    except OSError:  # how a missing PortAudio is told
        remedy = {"Linux": "sudo apt-get install libportaudio2"}.get(platform.system(), AGAIN)
        detail = f"PortAudio n'est pas installé : ni micro, ni haut-parleurs ; {KEYBOARD}"
        return [Finding(False, "Son", detail, remedy)]
    return [Finding(True, "Son", str(sounddevice.get_portaudio_version()[1]).split(",")[0])]


def devices(settings: Settings) -> list[Finding]:
    """The microphone and the speaker that an evening would take. None at all is one line: everything can be typed."""
    from audio.backends.devices import list_devices

    there = list_devices()
    inputs = [(each.name, each.rate_hz, each.default_in) for each in there if each.inputs]
    outputs = [(each.name, each.rate_hz, each.default_out) for each in there if each.outputs]
    if not inputs and not outputs:
        remedy = "branchez un micro et une enceinte pour jouer à la voix"
        detail = "aucun ici : on joue au clavier, et tout est sous-titré"
        return [Finding(None, "Micro et haut-parleurs", detail, remedy)]
    return [
        _device("Micro", inputs, settings.microphone, f"branchez un micro ; {KEYBOARD}"),
        _device("Haut-parleurs", outputs, settings.speaker, "branchez une enceinte : tout est sous-titré"),
    ]


def _device(what: str, there: Sequence[tuple[str, int, bool]], wanted: str | None, remedy: str) -> Finding:
    if not there:
        return Finding(None, what, "aucun", remedy)
    if wanted is not None:
        from audio.backends.devices_portaudio import find

        try:
            found = find(wanted, "input" if what == "Micro" else "output")
        except AudioError as error:
            detail, _, advice = str(error).rpartition(" : ")
            return Finding(False, what, detail, advice)
        name, rate_hz = found.name, found.rate_hz
    else:
        name, rate_hz, _ = next((each for each in there if each[2]), there[0])
    more = len(there) - 1
    others = f" (et {more} autres)" if more > 1 else " (et un autre)" if more else ""
    return Finding(True, what, f"{name}, {number(rate_hz / 1000, 0 if rate_hz % 1000 == 0 else 1)} kHz{others}")


def listen(settings: Settings, told: Told) -> list[Finding]:
    """With the devices of this machine. Raises AudioError where the microphone cannot be opened."""
    return asyncio.run(_with_devices(settings, told))


async def _with_devices(settings: Settings, told: Told) -> list[Finding]:
    from audio.backends.devices import DeviceMicrophone, DeviceSpeaker

    microphone = DeviceMicrophone(settings.microphone)
    speaker: Speaker | None = None
    try:
        with contextlib.suppress(AudioError):  # told by `devices`
            speaker = DeviceSpeaker(microphone.now_s, settings.speaker)
        return await hear_room(microphone, speaker, told)
    finally:
        if speaker is not None:
            speaker.close()
        microphone.close()


async def hear_room(microphone: Microphone, speaker: Speaker | None, told: Told) -> list[Finding]:
    """The room while all are silent, then the microphone's level while somebody speaks."""
    findings, noise_db = list[Finding](), FLOOR_DB
    if speaker is not None:
        told(QUIET_PLEASE)
        tail = await measure_tail(speaker, microphone)
        noise_db = tail.noise_db
        findings.append(room(tail))
    told(SPEAK)
    try:
        heard = await asyncio.wait_for(captured(microphone, LISTENING_S), LISTENING_S + PATIENCE_S)
    except TimeoutError:
        remedy = f"débranchez-le et rebranchez-le, ou choisissez-en un autre dans les réglages ; {KEYBOARD}"
        return [*findings, Finding(False, "Niveau du micro", "aucun son n'arrive", remedy)]
    return [*findings, level(heard, noise_db)]


async def captured(microphone: Microphone, duration_s: float) -> Samples:
    """What the microphone hears from now on."""
    begun_s = microphone.now_s()
    microphone.skip_to(begun_s)
    frames = [await microphone.read()]
    while frames[-1].start_s + FRAME_S < begun_s + duration_s:
        frames.append(await microphone.read())
    return np.concatenate([frame.samples for frame in frames])


@dataclass(frozen=True)
class Level:
    """In decibels: the loudest and the usual tenth of a second. `clipped` is the share of samples at full scale."""

    loudest_db: float
    usual_db: float
    clipped: float


def measured(samples: Samples) -> Level:
    steps = [level_db(step) for step in samples[: len(samples) // _STEP * _STEP].reshape(-1, _STEP)]
    clipped = float(np.mean(np.abs(samples) >= FULL_SCALE)) if len(samples) else 0.0
    return Level(max([FLOOR_DB, *steps]), max(FLOOR_DB, float(np.median(steps or [FLOOR_DB]))), clipped)


def level(samples: Samples, noise_db: float) -> Finding:
    """Silent, right, or too loud; whether anybody spoke is told by the room's own noise."""
    found, what = measured(samples), "Niveau du micro"
    figures = f"{decibels(found.loudest_db)} au plus fort, {decibels(found.usual_db)} d'ordinaire"
    if found.loudest_db < SILENT_DB:
        remedy = "rétablissez-le dans les réglages du son : touche muet, volume d'entrée, autorisation du terminal"
        return Finding(False, what, f"silencieux ({figures})", remedy)
    if found.clipped > MOST_CLIPPED:
        remedy = "baissez le volume d'entrée dans les réglages du son, ou éloignez le micro"
        return Finding(False, what, f"sature ({figures})", remedy)
    if found.loudest_db < noise_db + PLAYER_ABOVE_NOISE_DB:
        remedy = "relancez en parlant ; si vous parliez, montez le volume d'entrée ou approchez le micro"
        return Finding(None, what, f"vivant, mais je n'ai entendu personne ({figures})", remedy)
    return Finding(True, what, f"correct ({figures})")


def room(tail: RoomTail) -> Finding:
    noise = f"bruit de fond {decibels(tail.noise_db)}"
    if tail.noise_db > NOISY_DB:
        remedy = "baissez la musique, ou approchez le micro des joueurs et baissez son volume d'entrée"
        return Finding(None, "Pièce", f"{noise} : c'est bruyant", remedy)
    if not tail.heard:
        remedy = "rien à faire avec un casque ; sinon, montez le son des haut-parleurs"
        return Finding(None, "Pièce", f"{noise} ; le micro n'entend pas les haut-parleurs", remedy)
    detail = f"{noise} ; l'animateur y résonne {number(tail.tail_s, 2)} s (dont {number(tail.delay_s, 2)} s de retard)"
    if tail.tail_s >= LONG_TAIL_S:
        return Finding(None, "Pièce", detail, "c'est long : baissez le son, ou éloignez le micro des haut-parleurs")
    return Finding(True, "Pièce", detail)
