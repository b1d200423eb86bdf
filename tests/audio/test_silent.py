"""The devices of an evening without sound."""

import time

import pytest

from audio.backends.silent import SilentMicrophone, SilentSpeaker
from audio.ports import Microphone, Speaker
from tests.audio.microphone_contract import MicrophoneContract
from tests.audio.speaker_contract import Clock, SpeakerContract, sound


@pytest.fixture
def microphone() -> Microphone:
    return SilentMicrophone()


class TestMicrophone(MicrophoneContract):
    pass


class TestSpeaker(SpeakerContract):
    @pytest.fixture
    def now_s(self, microphone: Microphone) -> Clock:
        return microphone.now_s

    @pytest.fixture
    def speaker(self, now_s: Clock) -> Speaker:
        return SilentSpeaker(now_s)


async def test_silence_is_silent_and_takes_its_time() -> None:
    microphone = SilentMicrophone()
    started_s = time.monotonic()
    frames = [await microphone.read() for _ in range(5)]
    assert time.monotonic() - started_s >= 5 * 0.032 - 0.005
    assert not any(frame.samples.any() for frame in frames)


async def test_unpaced_a_sound_takes_no_time() -> None:
    microphone = SilentMicrophone()
    started_s = time.monotonic()
    playback = await SilentSpeaker(microphone.now_s, paced=False).play(sound(60.0))
    assert time.monotonic() - started_s < 1.0
    assert playback.start_s == playback.end_s
    assert not playback.cut
