"""What the doctor hears: in virtual rooms, where a second takes no time."""

import asyncio

import numpy as np
import pytest

from audio.backends.recording import Room, RoomMicrophone, RoomSpeaker
from audio.mixing import at_level
from audio.ports import HEARING_RATE_HZ, Frame, Samples
from audio.room_tail import RoomTail
from host.doctor import room as doctor_room
from host.doctor.finding import Finding
from host.doctor.room import LONG_TAIL_S, NOISY_DB, QUIET_PLEASE, SPEAK, hear_room, level, room


def noise(duration_s: float, db: float) -> Samples:
    plain = np.random.default_rng(1).normal(0, 0.1, round(duration_s * HEARING_RATE_HZ)).astype(np.float32)
    return at_level(plain, db)


async def examined(around: Room, spoken: Samples | None = None) -> dict[str, Finding]:
    """The findings in a room where somebody says `spoken` once asked to."""
    told: list[str] = []

    def tell(text: str) -> None:
        told.append(text)
        if text == SPEAK and spoken is not None:
            around.schedule(spoken, around.now_s)

    found = await hear_room(RoomMicrophone(around), RoomSpeaker(around), tell)
    assert told == [QUIET_PLEASE, SPEAK]
    assert all(one.remedy for one in found if one.ok is not True)
    return {one.what: one for one in found}


async def test_a_quiet_room_where_somebody_speaks_is_fine() -> None:
    found = await examined(Room(noise(2.0, -60.0), noise_db=-60.0, bleed_delay_s=0.02), noise(1.0, -25.0))
    assert found["Pièce"].ok
    assert "−60 dB" in found["Pièce"].detail
    assert "0,02 s de retard" in found["Pièce"].detail
    assert found["Niveau du micro"].ok
    assert "correct (−25 dB au plus fort" in found["Niveau du micro"].detail


async def test_a_room_where_nobody_speaks_says_so() -> None:
    found = await examined(Room(noise(2.0, -60.0), noise_db=-60.0))
    assert found["Niveau du micro"].ok is None
    assert "personne" in found["Niveau du micro"].detail


async def test_a_muted_microphone_is_silent() -> None:
    found = await examined(Room(bleed_db=None))
    assert found["Pièce"].ok is None
    assert found["Niveau du micro"].ok is False
    assert "silencieux" in found["Niveau du micro"].detail
    assert "muet" in found["Niveau du micro"].remedy


async def test_a_voice_that_is_too_loud_saturates() -> None:
    found = await examined(Room(noise(2.0, -60.0), noise_db=-60.0), noise(1.0, -3.0))
    assert found["Niveau du micro"].ok is False
    assert "sature" in found["Niveau du micro"].detail


def test_one_click_at_full_scale_is_not_saturation() -> None:
    samples = noise(1.5, -30.0)
    samples[100:110] = 1.0
    assert level(samples, -60.0).ok


async def test_without_a_speaker_only_the_microphone_is_measured() -> None:
    around = Room(noise(2.0, -60.0), noise_db=-60.0)
    (found,) = await hear_room(RoomMicrophone(around), None, lambda text: None)
    assert (found.what, found.ok) == ("Niveau du micro", True)


@pytest.mark.parametrize(
    ("tail", "ok", "says"),
    [
        (RoomTail(0.02, 0.12, -55.0), True, "0,12 s"),
        (RoomTail(0.02, LONG_TAIL_S, -55.0), None, "0,40 s"),
        (RoomTail(0.02, 0.12, NOISY_DB + 1), None, "bruyant"),
        (RoomTail(0.0, 0.1, -55.0, heard=False), None, "n'entend pas les haut-parleurs"),
    ],
)
def test_what_is_said_of_a_room(tail: RoomTail, ok: bool | None, says: str) -> None:
    found = room(tail)
    assert (found.ok, says in found.detail) == (ok, True)
    assert found.ok or found.remedy


class Dead(RoomMicrophone):
    """A device from which nothing comes."""

    async def read(self) -> Frame:
        await asyncio.Event().wait()
        raise AssertionError


async def test_a_microphone_that_sends_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_room, "PATIENCE_S", 0.1)
    monkeypatch.setattr(doctor_room, "LISTENING_S", 0.1)
    (found,) = await hear_room(Dead(Room()), None, lambda text: None)
    assert (found.ok, found.detail) == (False, "aucun son n'arrive")
