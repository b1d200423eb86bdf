"""The doctor on real devices: a sound server whose microphone hears its speaker, 60 ms late."""

import numpy as np
import pytest

from audio.ports import HEARING_RATE_HZ
from config.settings import Settings
from host.doctor.room import SPEAK, devices, listen
from tests.room.sound_server import SoundServer

pytestmark = pytest.mark.room


def test_the_room_and_the_level_are_measured(salon: SoundServer) -> None:
    """Nobody is silent in this room without noise: its microphone gives digital silence between the chirps."""
    told: list[str] = []
    found = {one.what: one for one in listen(Settings(), told.append)}
    assert told[-1] == SPEAK
    assert found["Pièce"].ok
    assert "0,0" in found["Pièce"].detail.split("dont")[1]
    assert found["Niveau du micro"].ok is False
    assert "silencieux" in found["Niveau du micro"].detail


def test_somebody_who_speaks_is_heard(salon: SoundServer) -> None:
    hum = np.random.default_rng(1).normal(0, 0.05, 12 * HEARING_RATE_HZ).astype(np.float32)
    with salon.playing(hum, HEARING_RATE_HZ):
        found = {one.what: one for one in listen(Settings(speaker="nowhere"), lambda text: None)}
    assert "correct" in found["Niveau du micro"].detail
    assert "Pièce" not in found


def test_devices_are_named_with_their_rates(salon: SoundServer) -> None:
    microphone, speaker = devices(Settings(microphone="salon_in", speaker="salon_out"))
    assert (microphone.ok, speaker.ok) == (True, True)
    assert "salon_in" in microphone.detail
    assert "kHz" in speaker.detail
