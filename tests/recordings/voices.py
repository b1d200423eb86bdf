"""The players of recorded evenings: their voices, their room and its noise, all of our own making."""

from functools import cache, lru_cache

import numpy as np

from audio.backends.kokoro import KokoroVoice
from audio.mixing import at_level, level_db, to_hearing_rate
from audio.ports import HEARING_RATE_HZ, Samples

#: French as Whisper base hears it (12 short answers each): siwis 11 right, the others 8 to 10, with an accent.
PLAYERS = ("ff_siwis", "pm_alex", "im_nicola", "em_alex", "pf_dora")

_BABBLERS = ("jf_alpha", "jm_kumo", "jf_nezumi", "jf_gongitsune")  # come with the package: always there
_CHATTER = (
    "Alors je lui ai dit que le train partait à huit heures, et il a ri.",
    "Ma cousine a repeint toute la cuisine en jaune pendant les vacances.",
    "Il reste du pain dans le panier, à côté de la fenêtre.",
    "Le chien du voisin a encore mangé mes chaussures de sport.",
)
_ROOM_DECAY_S = 0.05  # 0.35 s to fall by 60 dB: a furnished living room
_DIRECT_TO_REVERBERANT_DB = 8.0


@lru_cache(maxsize=8)
def _voice(name: str, speed: float) -> KokoroVoice:
    return KokoroVoice(name, speed)


def speak(voice: str, text: str, speed: float = 1.0) -> Samples:
    """`text` by a Kokoro voice, at HEARING_RATE_HZ."""
    return to_hearing_rate(_voice(voice, speed).render(text))


def party(samples: Samples, noise_seed: int, snr_db: float) -> Samples:
    """`samples` as heard across a living room with people talking in it, `snr_db` above them.

    Longer by the room's tail. The same seed gives the same noise.
    """
    random = np.random.default_rng(noise_seed)
    wet = in_room(samples, random)
    noise = party_noise(len(wet), random)
    mixed = wet + at_level(noise, level_db(wet) - snr_db)
    return np.asarray(mixed * min(1.0, 0.95 / float(np.abs(mixed).max())), np.float32)


def in_room(samples: Samples, random: np.random.Generator) -> Samples:
    """With a slight room around it: noise that decays, darker than the direct sound. Keeps the level of the speech."""
    count = round(7 * _ROOM_DECAY_S * HEARING_RATE_HZ)
    t = np.arange(count) / HEARING_RATE_HZ
    tail = _darkened(random.standard_normal(count).astype(np.float32), 3_000.0) * np.exp(-t / _ROOM_DECAY_S)
    tail[: round(0.004 * HEARING_RATE_HZ)] = 0.0
    impulse = tail / np.sqrt(np.sum(tail**2)) * 10 ** (-_DIRECT_TO_REVERBERANT_DB / 20)
    impulse[0] = 1.0
    length = len(samples) + count - 1
    wet = np.fft.irfft(np.fft.rfft(samples, length) * np.fft.rfft(impulse, length), length)
    return np.asarray(wet * np.sqrt(np.sum(np.square(samples)) / np.sum(wet**2)), np.float32)


def party_noise(count: int, random: np.random.Generator) -> Samples:
    """`count` samples of several people talking in the next room, each loop entered at a random place."""
    mix = np.zeros(count, np.float32)
    for speaker in range(len(_BABBLERS)):
        loop = _chatter(speaker)
        start = int(random.integers(len(loop)))
        mix += np.take(loop, np.arange(start, start + count), mode="wrap")
    return mix


@cache
def _chatter(speaker: int) -> Samples:
    """One person talking on, muffled by distance, at the level of the others."""
    line = speak(_BABBLERS[speaker], _CHATTER[speaker])
    return at_level(_darkened(np.append(line, np.zeros(HEARING_RATE_HZ // 4, np.float32)), 2_000.0), -30.0)


def _darkened(samples: Samples, corner_hz: float) -> Samples:
    """Without its high tones: a first-order low pass, by its spectrum."""
    spectrum = np.fft.rfft(samples)
    hz = np.fft.rfftfreq(len(samples), 1 / HEARING_RATE_HZ)
    return np.asarray(np.fft.irfft(spectrum / (1 + 1j * hz / corner_hz), len(samples)), np.float32)
