"""The host's short sounds."""

import numpy as np
import pytest

from audio.earcons import NAMES, earcon
from audio.ports import Samples


def _pitch_hz(samples: Samples) -> float:
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.fft.rfftfreq(len(samples), 1 / 24_000)[spectrum.argmax()])


@pytest.mark.parametrize("name", NAMES)
def test_a_sound_is_short_clean_and_not_too_loud(name: str) -> None:
    sound = earcon(name)
    assert sound.rate_hz == 24_000
    assert sound.samples.dtype == np.float32
    assert 0.03 < sound.duration_s <= 2.0
    assert 0.2 < float(np.abs(sound.samples).max()) <= 0.6 + 1e-6
    assert abs(float(sound.samples[0])) < 0.01  # it neither begins
    assert abs(float(sound.samples[-1])) < 0.01  # nor ends with a click
    assert abs(float(sound.samples.mean())) < 0.01


def test_all_that_games_need_are_there_and_differ() -> None:
    wanted = {"juste", "faux", "top", "tic", "fin du temps", "chute", "victoire", "attention", "jingle"}
    assert wanted <= set(NAMES)
    assert len({earcon(name).samples.tobytes() for name in NAMES}) == len(NAMES)


def test_a_tick_is_over_before_recognition_listens_again() -> None:
    assert earcon("tic").duration_s <= 0.080


def test_right_goes_up_and_a_fall_goes_down() -> None:
    for name, rises in (("juste", True), ("victoire", True), ("chute", False)):
        samples = earcon(name).samples
        head, tail = samples[: len(samples) // 6], samples[len(samples) // 2 :]
        assert (_pitch_hz(tail) > _pitch_hz(head)) is rises, name


def test_the_samples_cannot_be_spoilt_for_the_next() -> None:
    with pytest.raises(ValueError, match="read-only"):
        earcon("top").samples[0] = 1.0
    assert earcon("top").samples is earcon("top").samples


def test_an_unknown_name_lists_the_names_there_are() -> None:
    with pytest.raises(KeyError, match="fanfare") as raised:
        earcon("fanfare")
    assert all(name in str(raised.value) for name in NAMES)
