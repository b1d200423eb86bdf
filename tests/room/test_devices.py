"""Real devices by name: what is heard through them, at any rate, and how loud (H5, H6, H11, V3, V6, V7, V8)."""

import asyncio
import ctypes
import itertools
import logging
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sounddevice

from audio.backends.devices import DeviceMicrophone, DeviceSpeaker, level_db, list_devices, refresh
from audio.backends.devices_portaudio import find
from audio.mixing import at_level, load_clip
from audio.ports import FRAME_S, FRAME_SAMPLES, HEARING_RATE_HZ, AudioError, Frame, Hints, Microphone, Samples, Sound
from tests.room.conftest import Alsa
from tests.room.sound_server import RATE_HZ, SoundServer

pytestmark = pytest.mark.room

CLIPS = Path(__file__).parents[2] / "content" / "evenings" / "trou_noir"


@pytest.fixture
def microphone(salon: SoundServer) -> Iterator[DeviceMicrophone]:
    microphone = DeviceMicrophone("salon_in")
    yield microphone
    microphone.close()


def tone(duration_s: float, rate_hz: int = RATE_HZ, pitch_hz: float = 440.0) -> Samples:
    return (0.3 * np.sin(2 * np.pi * pitch_hz * np.arange(round(duration_s * rate_hz)) / rate_hz)).astype(np.float32)


async def captured(microphone: Microphone, duration_s: float) -> Samples:
    return np.concatenate([(await microphone.read()).samples for _ in range(round(duration_s / FRAME_S))])


def only(monkeypatch: pytest.MonkeyPatch, *rates_hz: int) -> None:
    """A device that takes no other rates, although it says it does: PortAudio refuses them like this."""

    class Picky(sounddevice.InputStream):  # type: ignore[misc]  # sounddevice has no types
        def __init__(self, **options: Any) -> None:
            if options["samplerate"] not in rates_hz:
                raise sounddevice.PortAudioError("Error opening InputStream: Invalid sample rate", -9997)
            super().__init__(**options)

    monkeypatch.setattr(sounddevice, "InputStream", Picky)


def likeness(heard: Samples, said: Samples) -> float:
    """The best correlation of `said` with a part of `heard`, 1 where it is the same sound."""
    size = 1 << (len(heard) + len(said)).bit_length()
    product = np.fft.rfft(heard, size) * np.conj(np.fft.rfft(said, size))
    at = int(np.argmax(np.fft.irfft(product, size)[: len(heard) - len(said) + 1]))
    part = heard[at : at + len(said)]
    return float(part @ said / (np.linalg.norm(part) * np.linalg.norm(said) + 1e-9))


@pytest.mark.parametrize("rate_hz", [44_100, 48_000])
async def test_h5_a_clip_is_captured_as_it_was_said_at_any_rate(
    salon: SoundServer, monkeypatch: pytest.MonkeyPatch, rate_hz: int
) -> None:
    only(monkeypatch, rate_hz)
    microphone = DeviceMicrophone("salon_in")
    try:
        assert microphone.rate_hz == rate_hz
        clip = load_clip(CLIPS / "bob__jupiter.flac")
        best = 0.0
        for _ in range(3):  # one clip in thirty is played with a stutter, on a busy machine
            microphone.skip_to(microphone.now_s())
            with salon.playing(np.pad(clip, (4_800, 0)), HEARING_RATE_HZ):
                heard = await captured(microphone, len(clip) / HEARING_RATE_HZ + 0.75)
            if (best := max(best, likeness(heard, clip))) > 0.95:
                break
        assert best > 0.95
    finally:
        microphone.close()


@pytest.mark.speech
async def test_h5_the_recogniser_understands_the_same_through_a_device(
    microphone: DeviceMicrophone, salon: SoundServer
) -> None:
    from audio.backends.whisper import WhisperRecogniser

    recogniser = WhisperRecogniser()
    hints = Hints(("je dirais le Népal", "le tableau des éléments", "c'est Sydney", "le Danube"))
    for name in ("ana__je-dirais-le-nepal", "bob__cest-dan"):
        clip = load_clip(CLIPS / f"{name}.flac")
        microphone.skip_to(microphone.now_s())
        with salon.playing(np.pad(clip, (4_800, 0)), HEARING_RATE_HZ):
            heard = await captured(microphone, len(clip) / HEARING_RATE_HZ + 0.75)
        expected = recogniser.recognise(clip, hints).text
        assert len(_words(expected)) > 2
        assert _words(recogniser.recognise(heard, hints).text) == _words(expected)


def _words(text: str) -> list[str]:
    return [word.strip(" .,!?…").casefold() for word in text.split()]


async def test_h6_nothing_is_lost_after_the_microphone_opens(salon: SoundServer) -> None:
    with salon.playing(tone(4.0), RATE_HZ):
        await asyncio.sleep(0.5)
        microphone = DeviceMicrophone("salon_in")
        try:
            frames = [await microphone.read() for _ in range(20)]
        finally:
            microphone.close()
    assert frames[0].start_s < 0.05
    for frame in frames[1:]:
        assert float(np.sqrt(np.mean(frame.samples**2))) == pytest.approx(0.3 / 2**0.5, rel=0.15)


async def test_v3_the_microphone_delivers_while_the_host_speaks(
    microphone: DeviceMicrophone, caplog: pytest.LogCaptureFixture
) -> None:
    speaker = DeviceSpeaker(microphone.now_s, "salon_out")
    before_s, delivered_s = microphone.now_s(), microphone.delivered_s
    playback = await speaker.play(Sound(tone(5.0, 24_000), 24_000))
    share = (microphone.delivered_s - delivered_s) / (microphone.now_s() - before_s)
    speaker.close()
    assert not playback.cut
    assert share >= 0.95
    frames = await captured_frames(microphone, 120)
    assert np.diff([frame.start_s for frame in frames]) == pytest.approx(FRAME_S, abs=1e-6)
    assert microphone.overflows == 0


async def test_the_host_is_heard_when_the_speaker_says_so(microphone: DeviceMicrophone) -> None:
    """Playback and capture are on one clock: the bleed of the room (60 ms asked of the loop) apart."""
    speaker = DeviceSpeaker(microphone.now_s, "salon_out")
    playback = await speaker.play(Sound(tone(0.5, 24_000), 24_000))
    frames = list[Frame]()
    while not frames or frames[-1].start_s < playback.end_s + 0.6:
        frames.append(await microphone.read())
    speaker.close()
    loud_s = [frame.start_s for frame in frames if np.abs(frame.samples).max() > 0.1]
    assert loud_s[0] - playback.start_s == pytest.approx(0.06, abs=0.15)
    assert loud_s[-1] + FRAME_S - playback.end_s == pytest.approx(0.06, abs=0.15)
    assert loud_s[-1] - loud_s[0] == pytest.approx(0.5, abs=0.15)


async def test_v6_a_device_is_found_by_name_when_its_number_has_changed(
    alsa: Alsa, salon: SoundServer, usb: SoundServer
) -> None:
    alsa.plug(salon)
    before = find("SALON_in", "input")
    with pytest.raises(AudioError, match=r"« usb_in » est introuvable.*salon_in"):
        find("usb_in", "input")
    microphone = DeviceMicrophone("salon_in")
    try:
        await captured(microphone, 0.2)
        alsa.plug(usb, salon)  # looks again while the microphone is open
        assert find("salon_ÎN", "input").index != before.index
        assert find("usb_in", "input").inputs > 0
        with salon.playing(tone(3.0), RATE_HZ):
            await asyncio.sleep(0.5)
            microphone.skip_to(microphone.now_s())
            heard = await captured(microphone, 0.5)
        assert np.abs(heard).max() > 0.2
        assert not microphone.lost
    finally:
        microphone.close()


async def test_v7_the_microphone_in_use_is_named_and_its_level_measured(salon: SoundServer) -> None:
    assert [d.name for d in list_devices() if d.default_in] == ["default"]
    default, named = DeviceMicrophone(), DeviceMicrophone("salon")
    try:
        assert (default.name, named.name) == ("default", "salon_in")
        assert await level_db(named, 0.3) < -80.0
        with salon.playing(at_level(tone(3.0), -20.0), RATE_HZ):
            await asyncio.sleep(0.5)
            assert await level_db(named, 0.5) == pytest.approx(-20.0, abs=1.0)
            assert await level_db(default, 0.5) == pytest.approx(-20.0, abs=1.0)
    finally:
        default.close()
        named.close()


async def test_v8_an_overflow_is_counted_and_warned_of_once(
    salon: SoundServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """PulseAudio never overflows by itself: every tenth block says it did, as PortAudio would."""

    class Overflowing(sounddevice.InputStream):  # type: ignore[misc]  # sounddevice has no types
        def __init__(self, *, callback: Any, **options: Any) -> None:
            blocks = itertools.count(1)

            def overflowing(indata: Any, count: int, times: Any, status: Any) -> None:
                flags = sounddevice.CallbackFlags()
                flags.input_overflow = next(blocks) % 10 == 0
                callback(indata, count, times, flags)

            super().__init__(callback=overflowing, **options)

    monkeypatch.setattr(sounddevice, "InputStream", Overflowing)
    microphone = DeviceMicrophone("salon_in")
    try:
        await captured(microphone, 1.0)
    finally:
        microphone.close()
    assert 3 <= microphone.overflows <= 10
    assert len([r for r in caplog.records if "faster than" in r.message and r.levelno == logging.WARNING]) == 1


async def test_v8_a_program_that_halts_for_a_while_loses_no_time(microphone: DeviceMicrophone) -> None:
    await captured(microphone, 0.1)
    ctypes.PyDLL(None).usleep(700_000)  # holds Python's lock: no callback can run
    await captured(microphone, 0.9)
    assert 0.0 <= microphone.now_s() - (await microphone.read()).start_s < 0.3


async def test_h11_what_is_read_too_late_is_dropped_with_one_warning(
    salon: SoundServer, caplog: pytest.LogCaptureFixture
) -> None:
    microphone = DeviceMicrophone("salon_in", kept_s=0.5)
    try:
        for _ in range(2):
            await microphone.read()
            await asyncio.sleep(1.2)
            start_s = (await captured_frames(microphone, 3))[-1].start_s
            assert 0.3 < microphone.now_s() - start_s < 0.7
        assert microphone.dropped_s == pytest.approx(0.7 + 1.1, abs=0.3)  # the second time the reader was late already
        assert len([r for r in caplog.records if "too late" in r.message]) == 1
    finally:
        microphone.close()


async def captured_frames(microphone: Microphone, count: int) -> list[Frame]:
    return [await microphone.read() for _ in range(count)]


async def test_what_is_skipped_is_not_counted_as_lost(salon: SoundServer, caplog: pytest.LogCaptureFixture) -> None:
    """While the host speaks nobody reads, and nobody wants what was captured."""
    microphone = DeviceMicrophone("salon_in", kept_s=0.3)
    try:
        await microphone.read()
        await asyncio.sleep(0.8)
        microphone.skip_to(microphone.now_s())
        await microphone.read()
        assert microphone.dropped_s < 0.05
        assert not [r for r in caplog.records if r.levelno >= logging.WARNING]
    finally:
        microphone.close()


async def test_a_sound_at_any_rate_reaches_the_room_as_it_is(microphone: DeviceMicrophone) -> None:
    speaker = DeviceSpeaker(microphone.now_s, "salon_out")
    said = Sound(np.concatenate([tone(0.2, 24_000, 600.0), tone(0.2, 24_000, 1_500.0)]), 24_000)
    microphone.skip_to(microphone.now_s())
    await speaker.play(said)
    heard = await captured(microphone, 1.0)
    speaker.close()
    loud = [frame for frame in heard.reshape(-1, FRAME_SAMPLES) if np.abs(frame).max() > 0.15]
    pitches_hz = [np.argmax(np.abs(np.fft.rfft(frame))) * HEARING_RATE_HZ / FRAME_SAMPLES for frame in loud]
    for pitch_hz in (600.0, 1_500.0):  # the order of the frames, and a click of the loop, do not matter here
        assert sum(abs(pitch - pitch_hz) <= 32.0 for pitch in pitches_hz) * FRAME_S == pytest.approx(0.2, abs=0.08)


async def test_without_devices_one_line_says_so(alsa: Alsa, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.delenv("ALSA_CONFIG_PATH")
        refresh()
        there = list_devices()
        if there:
            pytest.skip(f"this computer has sound devices of its own: {there[0].name}")
        with pytest.raises(AudioError, match="Aucun micro"):
            DeviceMicrophone()
        with pytest.raises(AudioError, match="Aucun haut-parleur"):
            DeviceSpeaker(time.monotonic)


def test_without_portaudio_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)  # as if it could not be imported
    with pytest.raises(AudioError, match="apt-get install libportaudio2"):
        DeviceMicrophone()
