"""Devices that go away while they are used, and come back."""

import asyncio
import time
from collections.abc import Iterator

import numpy as np
import pytest

from audio.backends.devices import DeviceMicrophone, DeviceSpeaker
from audio.ports import FRAME_S, Sound
from tests.room.sound_server import RATE_HZ, SoundServer
from tests.room.test_devices import captured, only, tone

pytestmark = pytest.mark.room


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def microphone(usb: SoundServer, told: list[str]) -> Iterator[DeviceMicrophone]:
    microphone = DeviceMicrophone(
        "usb_in",
        on_lost=lambda name: told.append(f"lost {name}"),
        on_found=lambda name: told.append(f"found {name}"),
    )
    yield microphone
    microphone.close()


async def until(condition: object, within_s: float) -> None:
    assert callable(condition)
    end_s = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < end_s, "nothing happened in time"
        await asyncio.sleep(0.02)


async def test_a_microphone_unplugged_in_mid_answer_goes_on_when_it_is_back(
    usb: SoundServer, microphone: DeviceMicrophone, told: list[str]
) -> None:
    await captured(microphone, 0.3)
    wall_s, clock_s = time.monotonic(), microphone.now_s()
    usb.stop()
    reading = asyncio.create_task(captured(microphone, 1.2))
    await until(lambda: microphone.lost, 3.0)
    await asyncio.sleep(0.2)
    assert told == ["lost usb_in"]
    assert not reading.done()
    usb.start()
    with usb.playing(tone(6.0), RATE_HZ):
        heard = await asyncio.wait_for(reading, 8.0)
        assert told == ["lost usb_in", "found usb_in"]
        assert not microphone.lost
        assert np.abs(heard[-8_000:]).max() > 0.2
    frame = await microphone.read()
    assert microphone.now_s() - clock_s == pytest.approx(time.monotonic() - wall_s, abs=0.01)
    assert 0.0 <= microphone.now_s() - frame.start_s < 0.5
    assert microphone.dropped_s > 0.3


async def test_a_microphone_that_comes_back_at_another_rate_goes_on(
    usb: SoundServer, microphone: DeviceMicrophone, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_hz = microphone.rate_hz
    await captured(microphone, 0.2)
    usb.stop()
    await until(lambda: microphone.lost, 3.0)
    only(monkeypatch, 48_000 if first_hz == 44_100 else 44_100)
    usb.start()
    await until(lambda: not microphone.lost, 5.0)
    assert microphone.rate_hz != first_hz
    with usb.playing(tone(2.0), RATE_HZ):
        await asyncio.sleep(0.4)
        microphone.skip_to(microphone.now_s())
        heard = await captured(microphone, 0.8)
    spectrum = np.abs(np.fft.rfft(heard))
    assert np.argmax(spectrum) * 16_000 / len(heard) == pytest.approx(440.0, abs=3.0)


async def test_a_microphone_that_delivers_nothing_keeps_its_clock(
    usb: SoundServer, microphone: DeviceMicrophone, told: list[str]
) -> None:
    last = await microphone.read()
    with usb.frozen():
        before_s = microphone.now_s()
        reading = asyncio.create_task(captured(microphone, 0.5))
        await asyncio.sleep(0.5)
        assert microphone.now_s() - before_s == pytest.approx(0.5, abs=0.1)
        await until(lambda: microphone.lost, 3.0)
    await asyncio.wait_for(reading, 6.0)
    await until(lambda: not microphone.lost, 5.0)
    microphone.skip_to(microphone.now_s())
    frames = [await microphone.read() for _ in range(20)]
    assert frames[0].start_s > last.start_s
    assert np.diff([frame.start_s for frame in frames]) == pytest.approx(FRAME_S, abs=1e-6)
    assert told == ["lost usb_in", "found usb_in"]


async def test_closing_does_not_hang_on_a_device_that_is_gone(usb: SoundServer) -> None:
    microphone = DeviceMicrophone("usb_in")
    usb.stop()
    await asyncio.sleep(0.3)
    start_s = time.monotonic()
    microphone.close()
    assert time.monotonic() - start_s < 4.5


async def test_a_sentence_goes_on_where_the_speaker_was_unplugged(usb: SoundServer, told: list[str]) -> None:
    speaker = DeviceSpeaker(
        time.monotonic,
        "usb_out",
        on_lost=lambda name: told.append(f"lost {name}"),
        on_found=lambda name: told.append(f"found {name}"),
    )
    playing = asyncio.create_task(speaker.play(Sound(tone(1.5, 24_000), 24_000)))
    await asyncio.sleep(0.6)
    usb.stop()
    await asyncio.sleep(0.6)
    usb.start()
    start_s = time.monotonic()
    playback = await asyncio.wait_for(playing, 10.0)
    assert told == ["lost usb_out", "found usb_out"]
    assert not playback.cut
    assert 0.5 < time.monotonic() - start_s < 4.0
    assert playback.end_s - playback.start_s > 1.9
    speaker.close()


async def test_a_speaker_that_stays_away_cuts_the_sentence_and_raises_nothing(
    usb: SoundServer, told: list[str]
) -> None:
    speaker = DeviceSpeaker(time.monotonic, "usb_out", on_lost=told.append, retry_s=1.0)
    playing = asyncio.create_task(speaker.play(Sound(tone(5.0, 24_000), 24_000)))
    await asyncio.sleep(0.6)
    usb.stop()
    playback = await asyncio.wait_for(playing, 8.0)
    assert playback.cut
    assert 0.2 < playback.end_s - playback.start_s < 1.2
    assert told == ["usb_out"]
    start_s = time.monotonic()
    assert (await speaker.play(Sound(tone(5.0, 24_000), 24_000))).cut
    assert time.monotonic() - start_s < 1.0  # the next sentences do not wait for it
    usb.start()
    assert not (await speaker.play(Sound(tone(0.2, 24_000), 24_000))).cut
    speaker.close()


async def test_a_frozen_speaker_can_be_cut(usb: SoundServer) -> None:
    speaker, cut = DeviceSpeaker(time.monotonic, "usb_out"), asyncio.Event()
    playing = asyncio.create_task(speaker.play(Sound(tone(5.0, 24_000), 24_000), cut))
    await asyncio.sleep(0.5)
    with usb.frozen():
        await asyncio.sleep(0.2)
        cut.set()
        start_s = time.monotonic()
        playback = await asyncio.wait_for(playing, 2.0)
        assert time.monotonic() - start_s < 0.3
        assert playback.cut
    await asyncio.sleep(0.2)
    speaker.close()
