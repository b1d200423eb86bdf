"""The virtual room, its devices, and what it is mixed with."""

import asyncio
import time
from pathlib import Path

import numpy as np
import pytest
import soundfile

from audio.backends.recording import Room, RoomMicrophone, RoomSpeaker
from audio.mixing import Track, at_level, gain, level_db, load_clip, loop_window, save_clip, seamless, to_hearing_rate
from audio.ports import FRAME_SAMPLES, HEARING_RATE_HZ, AudioError, Microphone, Samples, Sound, Speaker
from tests.audio.microphone_contract import MicrophoneContract
from tests.audio.speaker_contract import Clock, SpeakerContract


def noise(duration_s: float, seed: int = 1) -> Samples:
    return np.random.default_rng(seed).uniform(-0.1, 0.1, round(duration_s * HEARING_RATE_HZ)).astype(np.float32)


def tone(duration_s: float, rate_hz: int = HEARING_RATE_HZ) -> Samples:
    return np.sin(2 * np.pi * 440 * np.arange(round(duration_s * rate_hz)) / rate_hz).astype(np.float32) * 0.5


@pytest.fixture(params=[None, 4.0], ids=["unpaced", "paced"])
def room(request: pytest.FixtureRequest) -> Room:
    return Room(noise(1.0), speed=request.param)


class TestMicrophone(MicrophoneContract):
    @pytest.fixture
    def microphone(self, room: Room) -> Microphone:
        return RoomMicrophone(room)


class TestSpeaker(SpeakerContract):
    """Paced, since the cut comes from a task that only waits for the clock."""

    @pytest.fixture
    def room(self) -> Room:
        return Room(speed=1.0)

    @pytest.fixture
    def now_s(self, room: Room) -> Clock:
        return lambda: room.now_s

    @pytest.fixture
    def speaker(self, room: Room) -> Speaker:
        return RoomSpeaker(room)


class TestUnpacedSpeaker(SpeakerContract):
    @pytest.fixture
    def room(self) -> Room:
        return Room()

    @pytest.fixture
    def now_s(self, room: Room) -> Clock:
        return lambda: room.now_s

    @pytest.fixture
    def speaker(self, room: Room) -> Speaker:
        return RoomSpeaker(room)


async def _capture(microphone: Microphone, duration_s: float) -> Samples:
    count = -(-round(duration_s * HEARING_RATE_HZ) // FRAME_SAMPLES)
    return np.concatenate([(await microphone.read()).samples for _ in range(count)])


async def test_a_player_is_heard_when_scheduled() -> None:
    room = Room()
    clip = tone(0.3)
    assert room.schedule(clip, 0.5) == 0.5
    heard = await _capture(RoomMicrophone(room), 1.0)
    assert np.allclose(heard[8_000 : 8_000 + len(clip)], clip)
    assert not heard[:8_000].any()
    assert not heard[8_000 + len(clip) :].any()


async def test_nobody_speaks_in_the_past() -> None:
    room = Room()
    await _capture(RoomMicrophone(room), 1.0)
    assert room.schedule(tone(0.1), 0.2) == room.now_s
    heard = await _capture(RoomMicrophone(room), 0.2)
    assert level_db(heard[:1_600]) > -10


async def test_the_host_is_heard_weaker_and_later() -> None:
    room = Room(bleed_db=-20.0, bleed_delay_s=0.1)
    microphone = RoomMicrophone(room)
    playback = await RoomSpeaker(room).play(Sound(tone(0.5), HEARING_RATE_HZ))
    assert (playback.start_s, playback.end_s) == (0.0, 0.5)
    assert room.now_s == 0.5
    heard = await _capture(microphone, 1.0)
    assert not heard[:1_600].any()
    assert np.allclose(heard[1_600:9_600], 0.1 * tone(0.5), atol=1e-6)
    assert not heard[9_600:].any()


async def test_capture_goes_on_while_the_host_speaks_until_it_is_skipped() -> None:
    room = Room()
    microphone, speaker = RoomMicrophone(room), RoomSpeaker(room)
    playback = await speaker.play(Sound(tone(0.64), HEARING_RATE_HZ))
    assert (await microphone.read()).start_s == 0.0
    microphone.skip_to(playback.end_s)
    assert (await microphone.read()).start_s == pytest.approx(0.64)


async def test_a_cut_takes_the_rest_out_of_the_room() -> None:
    room = Room()
    cut = asyncio.Event()
    playing = asyncio.create_task(RoomSpeaker(room).play(Sound(tone(2.0), HEARING_RATE_HZ), cut))
    while room.now_s < 0.5:
        await asyncio.sleep(0)
    cut.set()
    playback = await playing
    assert playback.cut
    end = round(playback.end_s * HEARING_RATE_HZ)
    assert room.host.window(0, end).any()
    assert not room.host.window(end, 4 * HEARING_RATE_HZ).any()


async def test_the_noise_is_looped_at_its_level() -> None:
    room = Room(noise(0.7), noise_db=-40.0)
    heard = await _capture(RoomMicrophone(room), 3.0)
    for second in range(3):
        assert level_db(heard[second * 16_000 : (second + 1) * 16_000]) == pytest.approx(-40.0, abs=1.0)


async def test_unpaced_a_minute_takes_moments_and_paced_it_takes_its_share() -> None:
    started_s = time.monotonic()
    await _capture(RoomMicrophone(Room(noise(1.0))), 60.0)
    assert time.monotonic() - started_s < 10.0
    started_s = time.monotonic()
    await _capture(RoomMicrophone(Room(speed=4.0)), 1.0)
    assert 0.24 <= time.monotonic() - started_s < 2.0


async def test_paced_time_passes_without_anybody_reading() -> None:
    room = Room(speed=10.0)
    await asyncio.sleep(0.05)
    assert room.now_s >= 0.5


async def test_the_evening_can_be_written_as_a_mix_or_in_three_channels(tmp_path: Path) -> None:
    room = Room(noise(0.6), noise_db=-40.0)
    room.schedule(tone(0.3), 1.0)
    await RoomSpeaker(room).play(Sound(tone(0.5, 24_000), 24_000))
    await room.pass_until(2 * HEARING_RATE_HZ)
    room.write(tmp_path / "mono.wav")
    room.write(tmp_path / "split.wav", split=True)
    mono, rate_hz = soundfile.read(tmp_path / "mono.wav", dtype="float32")
    split, _ = soundfile.read(tmp_path / "split.wav", dtype="float32")
    assert rate_hz == HEARING_RATE_HZ
    assert mono.shape == (32_000,)
    assert split.shape == (32_000, 3)
    assert np.allclose(split.sum(axis=1), mono, atol=1e-3)
    host, players, around = split.T
    assert level_db(host[:8_000]) > -12
    assert not host[8_200:].any()
    assert not players[:15_900].any()
    assert level_db(players[16_000:20_800]) > -12
    assert level_db(around) == pytest.approx(-40.0, abs=1.0)
    with pytest.raises(AudioError, match="Impossible d'écrire"):
        room.write(tmp_path / "missing" / "evening.wav")


@pytest.mark.parametrize(
    ("name", "rate_hz", "channels"),
    [("a.wav", 44_100, 2), ("b.flac", 22_050, 1), ("c.ogg", 48_000, 2), ("d.wav", 16_000, 1)],
)
def test_a_clip_is_loaded_as_mono_at_the_hearing_rate(tmp_path: Path, name: str, rate_hz: int, channels: int) -> None:
    soundfile.write(tmp_path / name, np.stack([tone(0.5, rate_hz)] * channels, axis=1), rate_hz)
    clip = load_clip(tmp_path / name)
    assert clip.dtype == np.float32
    assert clip.ndim == 1
    assert len(clip) == pytest.approx(8_000, abs=20)
    assert level_db(clip) == pytest.approx(level_db(tone(0.5)), abs=0.5)


def test_an_unreadable_clip_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "bruit.wav").write_bytes(b"this is not a sound")
    for path in (tmp_path / "bruit.wav", tmp_path / "absent.wav", tmp_path):
        with pytest.raises(AudioError, match="illisible") as raised:
            load_clip(path)
        assert str(path) in str(raised.value)


def test_a_saved_clip_is_clipped_rather_than_wrapped(tmp_path: Path) -> None:
    save_clip(tmp_path / "loud.wav", np.full(100, 3.0, np.float32))
    assert load_clip(tmp_path / "loud.wav") == pytest.approx(1.0, abs=1e-3)


def test_levels_in_decibels() -> None:
    assert gain(0.0) == 1.0
    assert gain(-20.0) == pytest.approx(0.1)
    assert level_db(np.full(100, 0.1, np.float32)) == pytest.approx(-20.0, abs=1e-4)
    assert level_db(np.zeros(100, np.float32)) == level_db(np.zeros(0, np.float32)) == float("-inf")
    assert level_db(at_level(tone(0.2), -33.0)) == pytest.approx(-33.0, abs=1e-3)
    assert not at_level(np.zeros(10, np.float32), -33.0).any()


def test_a_resampled_sound_keeps_its_duration() -> None:
    for rate_hz in (8_000, 22_050, 24_000, 48_000):
        assert len(to_hearing_rate(Sound(tone(0.5, rate_hz), rate_hz))) == pytest.approx(8_000, abs=2)
    assert len(to_hearing_rate(Sound(np.zeros(0, np.float32), 24_000))) == 0


def test_a_seamless_loop_does_not_jump_where_it_starts_over() -> None:
    ramp = np.linspace(-0.5, 0.5, HEARING_RATE_HZ, dtype=np.float32)
    assert np.abs(np.diff(loop_window(ramp, 0, 20_000))).max() > 0.9
    assert np.abs(np.diff(loop_window(seamless(ramp), 0, 20_000))).max() < 0.01
    assert len(seamless(np.zeros(1, np.float32))) == 1


def test_a_track_adds_overlapping_sounds_and_is_silent_elsewhere() -> None:
    track = Track()

    def ones(count: int) -> Samples:
        return np.ones(count, np.float32)

    track.add(ones(4), 2)
    track.add(ones(40_000), 4)
    assert track.window(-2, 10).tolist() == [0, 0, 0, 0, 1, 1, 2, 2, 1, 1]
    assert len(track) == 40_004
    assert track.window(40_002, 4).tolist() == [1, 1, 0, 0]
    assert track.window(90_000, 2).tolist() == [0, 0]
    assert track.window(-9, 3).tolist() == [0, 0, 0]
