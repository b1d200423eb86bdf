"""The room's tail, measured in virtual rooms."""

import asyncio

import numpy as np
import pytest

from audio.backends.recording import Room, RoomMicrophone, RoomSpeaker
from audio.mixing import gain
from audio.ports import HEARING_RATE_HZ, Playback, Samples, Sound
from audio.room_tail import DEFAULT_TAIL_S, RoomTail, measure_tail


def noise(duration_s: float, seed: int = 1) -> Samples:
    return np.random.default_rng(seed).normal(0, 0.1, round(duration_s * HEARING_RATE_HZ)).astype(np.float32)


async def measured(room: Room) -> RoomTail:
    return await measure_tail(RoomSpeaker(room), RoomMicrophone(room))


@pytest.mark.parametrize("bleed_db", [-6.0, -18.0, -30.0])
@pytest.mark.parametrize("delay_s", [0.0, 0.02, 0.15, 0.3])
async def test_the_delay_of_the_room_is_found(delay_s: float, bleed_db: float) -> None:
    tail = await measured(Room(noise(2.0), noise_db=-60.0, bleed_db=bleed_db, bleed_delay_s=delay_s))
    assert tail.heard
    assert tail.delay_s == pytest.approx(delay_s, abs=0.005)
    assert delay_s <= tail.tail_s <= delay_s + 0.06
    assert tail.noise_db == pytest.approx(-60.0, abs=2.0)


async def test_with_headphones_the_default_is_used() -> None:
    tail = await measured(Room(noise(2.0), noise_db=-45.0, bleed_db=None))
    assert (tail.heard, tail.delay_s, tail.tail_s) == (False, 0.0, DEFAULT_TAIL_S)
    assert tail.noise_db == pytest.approx(-45.0, abs=2.0)


async def test_a_silent_room_without_the_host_is_no_error() -> None:
    tail = await measured(Room(bleed_db=None))
    assert not tail.heard
    assert np.isfinite(tail.noise_db)


class Reverberant(RoomSpeaker):
    """Decays by 60 dB in `rt_s`, as the microphone hears it."""

    def __init__(self, room: Room, rt_s: float) -> None:
        super().__init__(room)
        t = np.arange(round(rt_s * HEARING_RATE_HZ)) / HEARING_RATE_HZ
        self._decay = noise(rt_s, 3) * 10 ** (-3 * t / rt_s)
        self._decay[0] = 1.0
        self._room_ = room

    async def play(self, sound: Sound, cut: asyncio.Event | None = None) -> Playback:
        playback = await super().play(sound, cut)
        start = round(playback.start_s * HEARING_RATE_HZ)
        dry = self._room_.host.window(start, round((playback.end_s - playback.start_s) * HEARING_RATE_HZ))
        self._room_.host.add(
            (np.convolve(dry, self._decay)).astype(np.float32) - np.pad(dry, (0, len(self._decay) - 1)), start
        )
        return playback


@pytest.mark.parametrize("rt_s", [0.3, 0.6])
async def test_a_reverberant_room_has_a_longer_tail(rt_s: float) -> None:
    room = Room(noise(2.0), noise_db=-60.0, bleed_db=-12.0, bleed_delay_s=0.02)
    dry = await measured(Room(noise(2.0), noise_db=-60.0, bleed_db=-12.0, bleed_delay_s=0.02))
    wet = await measure_tail(Reverberant(room, rt_s), RoomMicrophone(room))
    assert wet.heard
    assert dry.tail_s + 0.1 < wet.tail_s <= 0.8


async def test_a_chair_that_moves_later_is_not_the_room() -> None:
    room = Room(noise(2.0), noise_db=-60.0, bleed_delay_s=0.02)
    for round_s in (0.0, 1.4):
        room.schedule(noise(0.1) * np.float32(gain(0.0)), 0.42 + 0.08 + 0.35 + round_s)
    tail = await measured(room)
    assert tail.heard
    assert tail.tail_s < 0.15


async def test_people_who_talk_all_the_while_are_not_the_host() -> None:
    tail = await measured(Room(noise(2.0), noise_db=-20.0, bleed_db=None))
    assert not tail.heard
