"""The host's short sounds, made of a few decaying tones. They say how the game stands, never who is right in secret."""

from collections.abc import Callable
from functools import cache

import numpy as np

from audio.ports import Samples, Sound

RATE_HZ = 24_000
TICK_S = 0.06  # a tick is played while people speak: recognition ignores up to 80 ms

_PEAK = 0.6
_C4, _E4, _G4 = 261.63, 329.63, 392.00
_A4, _C5, _E5, _G5, _C6 = 440.00, 523.25, 659.26, 783.99, 1046.50
_EDGE_S = 0.005


def earcon(name: str) -> Sound:
    """The sound called `name`, always the same samples. Raises KeyError with the names there are."""
    if name not in _EARCONS:
        raise KeyError(f"no earcon is called {name!r}; there are {', '.join(NAMES)}")
    return _rendered(name)


@cache
def _rendered(name: str) -> Sound:
    samples = _EARCONS[name]()
    edge = round(_EDGE_S * RATE_HZ)
    samples[-edge:] *= np.linspace(1.0, 0.0, edge, dtype=np.float32)  # no click at the end
    peak = _PEAK / 2 if name == "tic" else _PEAK
    samples *= np.float32(peak / np.abs(samples).max())
    samples.setflags(write=False)  # shared by all who ask for it
    return Sound(samples, RATE_HZ)


def _times(duration_s: float) -> Samples:
    return np.arange(round(duration_s * RATE_HZ), dtype=np.float32) / np.float32(RATE_HZ)


def _tone(
    pitch_hz: float, duration_s: float, decay_s: float = 0.12, partials: tuple[float, ...] = (1.0, 0.35, 0.12)
) -> Samples:
    """A struck bar: a short rise, partials that decay the faster the higher they are."""
    t = _times(duration_s)
    mix = np.zeros_like(t)
    for number, weight in enumerate(partials, start=1):
        mix += weight * np.sin(2 * np.pi * pitch_hz * number * t) * np.exp(-t * number / decay_s)
    return np.asarray(mix * np.minimum(1.0, t / _EDGE_S), np.float32)


def _glide(start_hz: float, end_hz: float, duration_s: float) -> Samples:
    """A tone that slides, in equal steps to the ear, and fades towards its end."""
    t = _times(duration_s)
    pitch_hz = start_hz * (end_hz / start_hz) ** (t / duration_s)
    phase = 2 * np.pi * np.cumsum(pitch_hz, dtype=np.float64) / RATE_HZ
    envelope = np.minimum(1.0, t / 0.02) * (1.0 - t / duration_s) ** 0.7
    return np.asarray((np.sin(phase) + 0.25 * np.sin(2 * phase)) * envelope, np.float32)


def _melody(*notes: tuple[float, Samples]) -> Samples:
    """Notes laid over one another, each from its own second on."""
    out = np.zeros(max(round(at_s * RATE_HZ) + len(note) for at_s, note in notes), np.float32)
    for at_s, note in notes:
        start = round(at_s * RATE_HZ)
        out[start : start + len(note)] += note
    return out


def _buzz() -> Samples:
    """Low and rough, but soft-edged: odd partials, two voices slightly apart."""
    odd = (1.0, 0.0, 0.33, 0.0, 0.2)
    return _melody((0.0, _tone(147.0, 0.45, 0.35, odd)), (0.0, _tone(153.0, 0.45, 0.35, odd)))


def _final_bell() -> Samples:
    return _melody(*((0.17 * stroke, _tone(_A4, 0.6 if stroke == 2 else 0.3, 0.18)) for stroke in range(3)))


def _victory() -> Samples:
    run = [(0.13 * place, _tone(pitch, 0.4, 0.2)) for place, pitch in enumerate((_C5, _E5, _G5))]
    return _melody(*run, *((0.42, _tone(pitch, 1.0, 0.45)) for pitch in (_C5, _E5, _G5, _C6)))


def _jingle() -> Samples:
    tune = ((0.0, _C5), (0.18, _G4), (0.36, _A4), (0.54, _E5), (0.72, _G5), (0.9, _C6))
    bass = [(at_s, _tone(pitch, 0.8, 0.4)) for at_s, pitch in ((0.0, _C4), (0.36, _E4), (0.72, _G4))]
    return _melody(*((at_s, _tone(pitch, 0.7, 0.25)) for at_s, pitch in tune), *bass)


def _boom(duration_s: float) -> Samples:
    """Low tones slightly apart, that beat and die away."""
    return _melody(*((0.0, _tone(pitch, duration_s, duration_s / 3, (1.0, 0.6, 0.4))) for pitch in (55.0, 58.0, 73.0)))


def _sniper() -> Samples:
    """Two heartbeats, a breath, and the shot."""
    heart = [(at_s, _tone(70.0, 0.2, 0.06)) for at_s in (0.0, 0.22, 0.7, 0.92)]
    return _melody(*heart, (1.35, _glide(2_400.0, 90.0, 0.3)))


def _armageddon() -> Samples:
    """A siren that rises twice, then what it warned of."""
    return _melody((0.0, _glide(330.0, 660.0, 0.5)), (0.5, _glide(330.0, 660.0, 0.5)), (1.0, _boom(0.95)))


_EARCONS: dict[str, Callable[[], Samples]] = {
    "juste": lambda: _melody((0.0, _tone(_E5, 0.3)), (0.11, _tone(_C6, 0.5, 0.2))),
    "faux": _buzz,
    "top": lambda: _tone(_C6, 0.25, 0.08),
    "tic": lambda: _tone(1_800.0, TICK_S, 0.012, (1.0, 0.3)),
    "fin du temps": _final_bell,
    "chute": lambda: _glide(880.0, 110.0, 0.9),
    "victoire": _victory,
    "attention": lambda: _melody((0.0, _tone(_A4, 0.3, 0.15)), (0.18, _tone(_A4, 0.4, 0.2))),
    "jingle": _jingle,
    "sniper": _sniper,
    "grappin": lambda: _melody((0.0, _glide(220.0, 880.0, 0.45)), (0.5, _tone(1_320.0, 0.35, 0.1))),
    "dynamite": lambda: _melody(
        *((0.09 * n, _tone(1_500.0 + 40 * n, 0.08, 0.02)) for n in range(7)), (0.7, _boom(0.6))
    ),
    "jetpack": lambda: _glide(110.0, 1_760.0, 1.1),
    "armageddon": _armageddon,
    "trou noir": lambda: _melody((0.0, _glide(660.0, 40.0, 1.4)), (1.1, _boom(0.85))),
}

NAMES = tuple(_EARCONS)
