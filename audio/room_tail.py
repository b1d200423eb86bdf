"""How long a room goes on sounding after the host, measured with a chirp before the first question.

What the microphone hears of the host comes later than the speaker reports (drivers do not tell all of their delay) and
dies away slowly (the room reverberates). Listening opens after both.
"""

import logging
from dataclasses import dataclass

import numpy as np

from audio.mixing import level_db, to_hearing_rate
from audio.ports import FRAME_S, HEARING_RATE_HZ, Frame, Microphone, Playback, Samples, Sound, Speaker

log = logging.getLogger(__name__)

DEFAULT_TAIL_S = 0.1
WITHIN_DB = 6.0

_CHIRP_S = 0.08
_CHIRP_RATE_HZ = 48_000
_CHIRP_HZ = (500.0, 4_000.0)
_ROUNDS = 2
_NOISE_S = 0.4
_AFTER_S = 0.75
_STEP = HEARING_RATE_HZ // 100
_QUIET_STEPS = 6  # quiet for 60 ms is the end of the tail; what comes later is somebody's chair
_MARGIN_S = 0.02
_LONGEST_S = 0.65
_SURE = 0.35  # how well what is heard must resemble the chirp, 1 for the chirp itself


@dataclass(frozen=True)
class RoomTail:
    """What a microphone hears of the host after the reported end of a sound.

    `delay_s`: how much later than reported it comes. `tail_s`: how long until the room is within WITHIN_DB of its own
    noise again, delay included. `noise_db`: the room's level when nobody speaks. `heard`: False where the microphone
    does not hear the host (headphones), and the figures are a guess.
    """

    delay_s: float
    tail_s: float
    noise_db: float
    heard: bool = True


def chirp() -> Sound:
    t = np.arange(round(_CHIRP_S * _CHIRP_RATE_HZ)) / _CHIRP_RATE_HZ
    low_hz, high_hz = _CHIRP_HZ
    phase = 2 * np.pi * (low_hz * t + (high_hz - low_hz) / (2 * _CHIRP_S) * t**2)
    return Sound((0.5 * np.sin(phase) * np.hanning(len(t)) ** 0.25).astype(np.float32), _CHIRP_RATE_HZ)


async def measure_tail(speaker: Speaker, microphone: Microphone) -> RoomTail:
    """Play a few chirps and listen: less than 3 s. Raises AudioError when the microphone is gone."""
    heard = list[tuple[float, float]]()
    noises_db = list[float]()
    for _ in range(_ROUNDS):
        start_s = microphone.now_s()
        microphone.skip_to(start_s)
        before = await _until(microphone, start_s + _NOISE_S)
        playback = await speaker.play(chirp())
        after = await _until(microphone, playback.end_s + _AFTER_S)
        noise_db = _usual_db(_joined(before)[0])
        noises_db.append(noise_db)
        if not playback.cut and (found := _tail(*_joined(after), playback, noise_db)) is not None:
            heard.append(found)
    noise_db = min(noises_db)
    if not heard:
        log.info("the microphone does not hear the speaker")
        return RoomTail(0.0, DEFAULT_TAIL_S, noise_db, heard=False)
    delay_s, tail_s = max(delay for delay, _ in heard), max(tail for _, tail in heard)
    return RoomTail(delay_s, min(max(0.0, tail_s) + _MARGIN_S, _LONGEST_S), noise_db)


async def _until(microphone: Microphone, end_s: float) -> list[Frame]:
    frames = [await microphone.read()]
    while frames[-1].start_s + FRAME_S < end_s:
        frames.append(await microphone.read())
    return frames


def _joined(frames: list[Frame]) -> tuple[Samples, float]:
    """Their sound without gaps, and when it begins."""
    start_s = frames[0].start_s
    samples = np.zeros(round((frames[-1].start_s + FRAME_S - start_s) * HEARING_RATE_HZ) + 1, np.float32)
    for frame in frames:
        at = round((frame.start_s - start_s) * HEARING_RATE_HZ)
        samples[at : at + len(frame.samples)] = frame.samples[: len(samples) - at]
    return samples, start_s


def _usual_db(samples: Samples) -> float:
    """The median level of 10 ms steps, at least -90 dB, so that digital silence is a level too."""
    steps = samples[: len(samples) // _STEP * _STEP].reshape(-1, _STEP)
    return max(-90.0, float(np.median([level_db(step) for step in steps])))


def _tail(samples: Samples, start_s: float, playback: Playback, noise_db: float) -> tuple[float, float] | None:
    """(delay, tail) of one chirp, in seconds after the reported end; None when it is not heard."""
    wanted = to_hearing_rate(chirp())
    likeness = _likeness(samples, wanted)
    first = max(0, round((playback.start_s - start_s - 0.1) * HEARING_RATE_HZ))
    if first >= len(likeness):
        return None
    arrival = first + int(np.argmax(likeness[first:]))
    if likeness[arrival] < _SURE:
        return None
    end = arrival + len(wanted)
    quiet, last = 0, end
    for step in range(end, len(samples) - _STEP + 1, _STEP):
        if level_db(samples[step : step + _STEP]) <= noise_db + WITHIN_DB:
            quiet += 1
            if quiet == _QUIET_STEPS:
                break
        else:
            quiet, last = 0, step + _STEP
    reported_s = playback.end_s - start_s
    return end / HEARING_RATE_HZ - reported_s, last / HEARING_RATE_HZ - reported_s


def _likeness(samples: Samples, wanted: Samples) -> Samples:
    """Correlation with `wanted` (0..1) at each place: the same however loud, so that noise and voices stay low."""
    if len(samples) < len(wanted):
        return np.zeros(0, np.float32)
    size = 1 << (len(samples) + len(wanted)).bit_length()
    product = np.fft.rfft(samples, size) * np.conj(np.fft.rfft(wanted, size))
    places = len(samples) - len(wanted) + 1
    correlation = np.abs(np.fft.irfft(product, size)[:places])
    energy = np.concatenate([[0.0], np.cumsum(np.square(samples, dtype=np.float64))])
    around = np.sqrt(np.maximum(energy[len(wanted) :] - energy[: -len(wanted)], 1e-9) * float(wanted @ wanted))
    return np.asarray(correlation / around, np.float32)
