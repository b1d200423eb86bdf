"""A voice, an ear and devices that the doctor can examine without any."""

import sys
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from audio.ports import Sound, Transcript


class Voice:
    name = "voix d'essai"

    def render(self, text: str) -> Sound:
        return Sound(np.full(32_000, 0.1, np.float32), 16_000)

    def close(self) -> None: ...


class Ear:
    name = "oreille d'essai"

    def __init__(self, delay_s: float = 0.0) -> None:
        self.delay_s = delay_s

    def recognise(self, samples: Any, hints: Any) -> Transcript:
        time.sleep(self.delay_s)
        return Transcript("bonjour")

    def prepare(self, phrases: object, window_s: float) -> None: ...

    def fit(self, samples: Any, phrases: Any) -> None: ...


def device(name: str, inputs: int, outputs: int, default: bool = False, rate_hz: int = 48_000) -> SimpleNamespace:
    return SimpleNamespace(
        name=name, inputs=inputs, outputs=outputs, rate_hz=rate_hz, default_in=default, default_out=default
    )


def has_devices(monkeypatch: pytest.MonkeyPatch, *devices: SimpleNamespace) -> None:
    monkeypatch.setitem(sys.modules, "audio.backends.devices", SimpleNamespace(list_devices=lambda: list(devices)))


def raises(error: BaseException) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> Any:
        raise error

    return fail
