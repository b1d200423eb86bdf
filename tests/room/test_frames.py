"""Stamping and resampling what a device delivers, without a device."""

from collections.abc import Callable

import numpy as np
import pytest

from audio.backends.devices_frames import Block, Frames
from audio.ports import FRAME_S, HEARING_RATE_HZ, Frame, Samples

BLOCK_S = 0.02
LONGEST_S = 100.0


def tone(times_s: np.ndarray) -> Samples:
    return (0.5 * np.sin(2 * np.pi * 300.0 * times_s)).astype(np.float32)


def ramp(times_s: np.ndarray) -> Samples:
    """Each sample tells when it was captured."""
    return (times_s / LONGEST_S).astype(np.float32)


def deliver(
    frames: Frames,
    duration_s: float,
    rate_hz: int = 48_000,
    from_s: float = 0.0,
    number: int = 0,
    speed: float = 1.0,
    sound: Callable[[np.ndarray], Samples] = tone,
) -> list[Frame]:
    """A device that says `rate_hz` and has `speed` times as much: what the frames are, in order."""
    count = round(rate_hz * BLOCK_S)
    rng, out = np.random.default_rng(1), list[Frame]()
    for each in range(round(duration_s * speed / BLOCK_S)):
        true_s = from_s + each * BLOCK_S / speed
        samples = sound(true_s + np.arange(count) / (rate_hz * speed))
        late_s = float(rng.exponential(0.004))
        frames.add(Block(number + each, true_s + late_s, rate_hz, np.stack([samples, samples], axis=1)))
        while (frame := frames.next()) is not None:
            out.append(frame)
    return out


@pytest.mark.parametrize("rate_hz", [16_000, 22_050, 44_100, 48_000, 96_000])
def test_the_sound_is_the_same_at_any_rate(rate_hz: int) -> None:
    frames = deliver(Frames(), 2.0, rate_hz)
    heard = np.concatenate([frame.samples for frame in frames])
    assert len(heard) > 1.8 * HEARING_RATE_HZ
    times_s = frames[0].start_s + np.arange(len(heard)) / HEARING_RATE_HZ
    lateness_s = frames[0].start_s  # of the first block: the stamps begin with it
    middle = slice(1_600, -1_600)
    assert np.abs(heard[middle] - tone(times_s - lateness_s)[middle]).max() < 0.02


@pytest.mark.parametrize("speed", [0.9998, 1.0002, 0.995, 1.005])
def test_stamps_follow_the_wall_whatever_the_devices_clock(speed: float) -> None:
    duration_s = 40.0
    frames = deliver(Frames(), duration_s, speed=speed, sound=ramp)
    starts_s = np.array([frame.start_s for frame in frames])
    assert np.diff(starts_s).min() >= FRAME_S - 1e-6
    assert starts_s[-1] + FRAME_S == pytest.approx(duration_s, abs=3 * FRAME_S)
    for frame in frames[50:]:  # the sound itself is where its stamp says
        heard_s = float(frame.samples.mean()) * LONGEST_S - FRAME_S / 2
        assert frame.start_s == pytest.approx(heard_s, abs=2.5 * FRAME_S)


def test_lateness_alone_moves_no_stamp() -> None:
    starts_s = [frame.start_s for frame in deliver(Frames(), 15.0)]
    assert np.diff(starts_s) == pytest.approx(FRAME_S, abs=1e-6)


def test_a_gap_is_a_gap_in_the_stamps_and_counted() -> None:
    frames = Frames()
    before = deliver(frames, 1.0)
    after = deliver(frames, 1.0, from_s=3.0, number=50)
    assert before[-1].start_s < 1.0
    assert after[0].start_s == pytest.approx(3.0, abs=0.02)
    assert frames.lost_s == pytest.approx(2.0, abs=0.02)


def test_what_is_missing_between_numbers_is_lost_even_if_it_is_short() -> None:
    frames = Frames()
    deliver(frames, 1.0)
    deliver(frames, 1.0, from_s=1.1, number=55)
    assert frames.lost_s == pytest.approx(0.1, abs=0.02)


def test_another_rate_goes_on_where_the_wall_is() -> None:
    frames = Frames()
    deliver(frames, 1.0, 48_000)
    after = deliver(frames, 1.0, 44_100, from_s=1.5, number=50)
    assert after[0].start_s == pytest.approx(1.5, abs=0.02)


def test_a_burst_after_a_halt_does_not_run_ahead_of_the_wall() -> None:
    frames = Frames()
    deliver(frames, 1.0)
    samples = np.zeros((960, 2), np.float32)
    for each in range(100):  # two seconds of sound at one instant
        frames.add(Block(50 + each, 3.0, 48_000, samples))
    last = None
    while (frame := frames.next()) is not None:
        last = frame
    assert last is not None
    assert last.start_s < 3.4


def test_skipping_is_exact_and_loses_nothing_after() -> None:
    frames = Frames()
    deliver(frames, 1.0)
    frames.skip_to(1.513)
    after = deliver(frames, 1.0, from_s=1.0, number=50)
    assert 1.513 - 1e-4 <= after[0].start_s < 1.513 + BLOCK_S + 0.01
    assert frames.lost_s == 0.0


def test_skipping_keeps_what_was_ready_after_the_instant() -> None:
    frames = Frames()
    for each in range(50):
        frames.add(Block(each, each * BLOCK_S, 48_000, np.full((960, 1), 0.1, np.float32)))
    frames.skip_to(0.5)
    frame = frames.next()
    assert frame is not None
    assert frame.start_s == pytest.approx(0.5, abs=1e-4)


def test_a_loud_signal_stays_in_range() -> None:
    frames = Frames()
    square = np.sign(np.sin(np.arange(48_000) / 20)).astype(np.float32)[:, np.newaxis]
    frames.add(Block(0, 0.0, 48_000, square))
    frame = frames.next()
    assert frame is not None
    assert float(np.abs(frame.samples).max()) <= 1.0
