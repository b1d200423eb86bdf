"""The devices of a real room keep the ports' contracts."""

from collections.abc import Iterator

import pytest

from audio.backends.devices import DeviceMicrophone, DeviceSpeaker
from audio.ports import Microphone, Speaker
from tests.audio.microphone_contract import MicrophoneContract
from tests.audio.speaker_contract import Clock, SpeakerContract
from tests.room.sound_server import SoundServer

pytestmark = pytest.mark.room


@pytest.fixture
def microphone(salon: SoundServer) -> Iterator[Microphone]:
    microphone = DeviceMicrophone("salon_in")
    yield microphone
    microphone.close()


class TestMicrophone(MicrophoneContract):
    pass


class TestSpeaker(SpeakerContract):
    @pytest.fixture
    def now_s(self, microphone: Microphone) -> Clock:
        return microphone.now_s

    @pytest.fixture
    def speaker(self, now_s: Clock) -> Iterator[Speaker]:
        speaker = DeviceSpeaker(now_s, "salon_out")
        yield speaker
        speaker.close()
