"""A recorded evening is heard on this laptop's speaker while its virtual room goes on."""

import asyncio

import numpy as np
import pytest

from audio.backends.aloud import Aloud
from audio.backends.devices import DeviceMicrophone, DeviceSpeaker, level_db
from audio.backends.recording import Room, RoomSpeaker
from audio.ports import HEARING_RATE_HZ, Sound
from tests.room.sound_server import SoundServer

pytestmark = pytest.mark.room
TONE = (0.3 * np.sin(np.arange(HEARING_RATE_HZ) * 0.2)).astype(np.float32)


async def test_host_and_players_sound_in_the_room_and_in_the_recording(salon: SoundServer) -> None:
    room = Room(speed=1.0)
    aloud = Aloud(room, RoomSpeaker(room), DeviceSpeaker(lambda: room.now_s))
    microphone = DeviceMicrophone()
    try:
        before_db = await level_db(microphone, 0.3)
        playing = asyncio.ensure_future(aloud.play(Sound(TONE, HEARING_RATE_HZ)))
        await asyncio.sleep(0.3)
        assert await level_db(microphone, 0.4) > before_db + 30
        played = await playing
        assert played.end_s - played.start_s == pytest.approx(1.0, abs=0.1)
        await asyncio.sleep(0.5)
        aloud.schedule(TONE, room.now_s + 0.1)
        await asyncio.sleep(0.4)
        assert await level_db(microphone, 0.4) > before_db + 30
        await asyncio.sleep(0.5)
        assert len(room.host) == pytest.approx(played.end_s * HEARING_RATE_HZ, abs=1)
        assert len(room.players) > len(room.host)
    finally:
        aloud.close()
        microphone.close()
