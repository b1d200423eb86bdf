"""Levels, clips and tracks: what the virtual room and the recorded evenings are mixed with."""

from pathlib import Path

import numpy as np
import soundfile
import soxr

from audio.ports import HEARING_RATE_HZ, AudioError, Samples, Sound

SEAM_S = 0.25


def gain(db: float) -> float:
    """The factor that changes a level by `db`."""
    return float(10.0 ** (db / 20.0))


def level_db(samples: Samples) -> float:
    """RMS level, 0 dB for a full-scale square wave; -inf for silence or for no samples."""
    power = float(np.mean(np.square(samples, dtype=np.float64))) if len(samples) else 0.0
    return 10.0 * float(np.log10(power)) if power > 0.0 else float("-inf")


def at_level(samples: Samples, db: float) -> Samples:
    """The same sound with an RMS level of `db`; silence stays silence."""
    now_db = level_db(samples)
    return samples if now_db == float("-inf") else samples * np.float32(gain(db - now_db))


def to_hearing_rate(sound: Sound) -> Samples:
    """The samples at HEARING_RATE_HZ."""
    if sound.rate_hz == HEARING_RATE_HZ or not len(sound.samples):
        return sound.samples.astype(np.float32)
    return np.asarray(soxr.resample(sound.samples, sound.rate_hz, HEARING_RATE_HZ), np.float32)


def load_clip(path: Path) -> Samples:
    """A sound file (WAV, FLAC, OGG …) as mono samples at HEARING_RATE_HZ. Raises AudioError if it cannot be read."""
    try:
        samples, rate_hz = soundfile.read(path, dtype="float32", always_2d=True)
    except (soundfile.SoundFileError, OSError) as error:
        raise AudioError(f"Le son « {path} » est illisible ({error}) : vérifiez le fichier.") from error
    return to_hearing_rate(Sound(samples.mean(axis=1), int(rate_hz)))


def save_clip(path: Path, samples: Samples) -> None:
    """Write samples at HEARING_RATE_HZ, of shape (n,) or (n, channels), clipped to -1..1. Raises AudioError."""
    try:
        soundfile.write(path, np.clip(samples, -1.0, 1.0), HEARING_RATE_HZ, subtype="PCM_16")
    except (soundfile.SoundFileError, OSError) as error:
        raise AudioError(f"Impossible d'écrire le son « {path} » ({error}).") from error


def seamless(samples: Samples) -> Samples:
    """A loop without a click where it starts over: its end fades into its beginning. Shorter by the seam."""
    seam = min(round(SEAM_S * HEARING_RATE_HZ), len(samples) // 2)
    if seam == 0:
        return samples
    angle = np.linspace(0.0, np.pi / 2, seam, dtype=np.float32)  # equal power: the two ends are not alike
    body = samples[: len(samples) - seam].copy()
    body[:seam] = body[:seam] * np.sin(angle) + samples[-seam:] * np.cos(angle)
    return body


def loop_window(loop: Samples, start: int, count: int) -> Samples:
    """`count` samples of the endlessly repeated `loop`, from sample `start` on; silence if there is no loop."""
    if not len(loop):
        return np.zeros(count, np.float32)
    return np.take(loop, np.arange(start, start + count), mode="wrap")


class Track:
    """Samples placed on a time line that begins at 0 and has no end; overlapping sounds add up."""

    def __init__(self) -> None:
        self._buffer = np.zeros(HEARING_RATE_HZ, np.float32)
        self._end = 0

    def __len__(self) -> int:
        """The end of the last sound, in samples."""
        return self._end

    def add(self, samples: Samples, start: int) -> None:
        end = start + len(samples)
        if end > len(self._buffer):
            grown = np.zeros(max(end, 2 * len(self._buffer)), np.float32)
            grown[: self._end] = self._buffer[: self._end]
            self._buffer = grown
        self._buffer[start:end] += samples
        self._end = max(self._end, end)

    def window(self, start: int, count: int) -> Samples:
        """`count` samples from sample `start` on (which may be negative), silence where there is nothing."""
        out = np.zeros(count, np.float32)
        first, last = max(start, 0), min(start + count, self._end)
        if first < last:
            out[first - start : last - start] = self._buffer[first:last]
        return out
