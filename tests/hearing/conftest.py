"""Recordings, a recogniser and the judge's sounds, shared by the cases of hearing."""

import pytest

from audio.backends.espeak import EspeakPhonemes
from host.answers.sounds import Sounds
from tests.audio.conftest import clips, whisper

__all__ = ["clips", "judged_by", "whisper"]


@pytest.fixture(scope="session")
def judged_by() -> Sounds:
    return EspeakPhonemes()
