"""H11: a recogniser slower than real time, on a real microphone's clock: sound is lost, the game is not."""

import logging
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from audio.backends.devices import DeviceMicrophone
from audio.backends.silent import SilentSpeaker
from audio.endpointing import SileroVad
from audio.listener import Listener
from audio.mixing import load_clip
from audio.ports import HEARING_RATE_HZ, Hints, Samples, Transcript
from host.app import NoScreen
from host.dialogue.requests import Ask
from host.hosting import demo_folder
from host.session.ears import VoiceEars
from host.session.front import Listen
from host.session.keys import NoKeys
from host.session.room import RoomFront
from tests.hearing.quiz import WORTH, Asked, Says, Sounding, evening, open_question, player
from tests.room.conftest import Alsa
from tests.room.sound_server import SoundServer, missing

pytestmark = pytest.mark.room

JUPITER = load_clip(demo_folder("trou-noir") / "bob__jupiter.flac")
MURMUR_DB, ROOM_DB = -42.0, -45.0
MURMURS_S, ANSWER_S = (0.3, 3.2), 6.2
DECODING_S = 1.6


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SoundServer]:
    """A microphone in the middle of a table."""
    if lacks := missing():
        pytest.skip(f"no sound server: apt-get install {' '.join(lacks)}")
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(tmp_path / "asound.conf"))
    server = SoundServer("table", tmp_path)
    server.start()
    Alsa(tmp_path / "asound.conf").plug(server)
    yield server
    server.close()


class Slow(Says):
    """Takes its time over what it does not understand."""

    def recognise(self, samples: Samples, hints: Hints) -> Transcript:
        made = super().recognise(samples, hints)
        if not made.text:
            time.sleep(DECODING_S)
        return made


@dataclass
class InTheRoom(Sounding):
    """The cue starts a player of the sound server."""

    table: SoundServer = field(kw_only=True)
    playing: ExitStack = field(default_factory=ExitStack)

    def opens(self, request: Listen, opened_s: float) -> None:
        self.opened_s[request.key] = opened_s
        for _, samples in self.sounds.get(request.key, ()):
            self.playing.enter_context(self.table.playing(samples, HEARING_RATE_HZ))


def evening_in_the_room() -> Samples:
    """Two murmurs, each of which keeps the recogniser busy, and then the answer."""
    sound = np.zeros(round((ANSWER_S + 1.5) * HEARING_RATE_HZ), np.float32)
    murmur, answer = player(JUPITER, MURMUR_DB), player(JUPITER)
    for at_s, part in (*((at_s, murmur) for at_s in MURMURS_S), (ANSWER_S, answer)):
        start = round(at_s * HEARING_RATE_HZ)
        sound[start : start + len(part)] += part
    return sound


async def test_h11_sound_is_dropped_with_one_warning_and_the_game_goes_on(
    table: SoundServer, caplog: pytest.LogCaptureFixture
) -> None:
    microphone = DeviceMicrophone("table_in", kept_s=0.3)
    listener = Listener(microphone, SileroVad(), recogniser := Slow("", "", "Jupiter"))
    question: Ask = open_question("planète", "Jupiter", time_s=15.0)
    cue = InTheRoom(lambda samples, at_s: at_s, {"planète": [(0.0, evening_in_the_room())]}, table=table)
    front = RoomFront(
        microphone=microphone,
        speaker=SilentSpeaker(microphone.now_s),
        mouth=None,
        ears=VoiceEars(listener, None, ROOM_DB),
        keys=NoKeys(),
        screen=NoScreen(),
        cue=cue,
    )
    try:
        with cue.playing:
            played = await evening([Asked(question, once=True)], front, cue)
    finally:
        microphone.close()
    assert len(recogniser.given) == 3
    assert played.score == WORTH
    assert microphone.dropped_s > 0.8
    warnings = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert ["too late" in record.message for record in warnings] == [True], warnings
