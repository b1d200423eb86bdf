"""The host is never taken for a player: its own voice, and the room's tail, in a room that hears it (H7)."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sounddevice

from audio.backends.devices import DeviceMicrophone, DeviceSpeaker
from audio.endpointing import CHOICE, SileroVad
from audio.listener import Listener, Nothing, Utterance
from audio.mixing import level_db, load_clip
from audio.ports import HEARING_RATE_HZ, Hints, Samples, Sound, Transcript
from audio.room_tail import DEFAULT_TAIL_S, measure_tail
from tests.room.conftest import Alsa
from tests.room.sound_server import SoundServer
from tests.room.test_devices import captured

pytestmark = pytest.mark.room

CLIPS = Path(__file__).parents[2] / "content" / "evenings" / "trou_noir"
QUESTION = Sound(load_clip(CLIPS / "chloe__cest-une-info.flac"), HEARING_RATE_HZ)


class Parrot:
    """A recogniser that understands whatever it is given: what counts is what it is given."""

    name = "parrot"

    def recognise(self, samples: Samples, hints: Hints) -> Transcript:
        return Transcript("quelque chose")

    def prepare(self, phrases: object, window_s: float) -> None: ...

    def fit(self, samples: Samples, phrases: tuple[str, ...]) -> tuple[float, ...] | None:
        return None


@pytest.fixture
def microphone(salon: SoundServer) -> Iterator[DeviceMicrophone]:
    microphone = DeviceMicrophone("salon_in")
    yield microphone
    microphone.close()


async def hear_after(microphone: DeviceMicrophone, opened_s: float, time_s: float) -> Utterance | Nothing:
    listener = Listener(microphone, SileroVad(), Parrot())
    try:
        return await listener.hear(opened_s, time_s, CHOICE, Hints())
    finally:
        listener.close()


async def test_h7_the_host_is_not_heard_and_the_player_after_it_is(
    microphone: DeviceMicrophone, salon: SoundServer
) -> None:
    speaker = DeviceSpeaker(microphone.now_s, "salon_out")
    tail = await measure_tail(speaker, microphone)
    assert tail.heard
    assert tail.tail_s < 0.3
    playback = await speaker.play(QUESTION)
    microphone_heard_it = await hear_after(microphone, playback.start_s, 0.5)
    assert isinstance(microphone_heard_it, Utterance)  # without the mask it would be an answer
    playback = await speaker.play(QUESTION)
    assert isinstance(await hear_after(microphone, playback.end_s + tail.tail_s, 0.5), Nothing)
    playback = await speaker.play(QUESTION)
    answer = load_clip(CLIPS / "bob__jupiter.flac")
    with salon.playing(answer, HEARING_RATE_HZ):
        heard = await hear_after(microphone, playback.end_s + tail.tail_s, 1.5)
    assert isinstance(heard, Utterance)
    speaker.close()


async def test_h7_also_when_playing_takes_three_times_as_long_as_thought(
    microphone: DeviceMicrophone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A device slower than it says: the end that is reported is the end that was heard."""

    class Slow(sounddevice.OutputStream):  # type: ignore[misc]  # sounddevice has no types
        def __init__(self, *, samplerate: int, **options: Any) -> None:
            super().__init__(samplerate=samplerate // 3, **options)

    monkeypatch.setattr(sounddevice, "OutputStream", Slow)
    speaker = DeviceSpeaker(microphone.now_s, "salon_out")
    playback = await speaker.play(QUESTION)
    speaker.close()
    assert not playback.cut
    assert playback.end_s - playback.start_s == pytest.approx(3 * QUESTION.duration_s, abs=0.2)
    heard = await captured(microphone, microphone.now_s())
    end = round(playback.end_s * HEARING_RATE_HZ)
    assert level_db(heard[end - 8_000 : end]) > -40.0  # still speaking just before the end …
    assert isinstance(await hear_after(microphone, playback.end_s + 0.3, 0.6), Nothing)  # … and not after it


async def test_the_tail_of_a_room_that_does_not_hear_the_host_is_the_default(alsa: Alsa, usb: SoundServer) -> None:
    """Headphones: `usb` has no bleed."""
    microphone = DeviceMicrophone("usb_in")
    speaker = DeviceSpeaker(microphone.now_s, "usb_out")
    try:
        noise = np.random.default_rng(1).normal(0.0, 0.01, 5 * HEARING_RATE_HZ).astype(np.float32)
        with usb.playing(noise, HEARING_RATE_HZ):
            await asyncio.sleep(0.4)
            tail = await measure_tail(speaker, microphone)
        assert (tail.heard, tail.tail_s) == (False, DEFAULT_TAIL_S)
        assert tail.noise_db == pytest.approx(level_db(noise), abs=1.5)
    finally:
        speaker.close()
        microphone.close()
