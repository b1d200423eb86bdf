"""A room in which lists are said, a recogniser and the judge's sounds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from audio.backends.espeak import EspeakPhonemes
from audio.backends.recording import Room, RoomMicrophone
from audio.endpointing import SileroVad, Vad
from audio.listener import Listener
from audio.mixing import at_level
from audio.ports import HEARING_RATE_HZ, Recogniser, Samples
from host.answers.sounds import Sounds
from host.dialogue.expectation import Option
from host.dialogue.replies import Enumerated
from host.dialogue.requests import Enumerate
from host.session.list_ears import ListEars
from tests.audio.conftest import Clip, clips, whisper

__all__ = ["clips", "sounds", "whisper"]

PLAYER_DB, ROOM_DB = -24.0, -66.0
LEAD_S = 0.4


@pytest.fixture(scope="session")
def sounds() -> Sounds:
    return EspeakPhonemes()


@dataclass
class Said:
    """What came of a list; `told` are the counts as they were shown."""

    reply: Enumerated
    told: list[int] = field(default_factory=list)

    @property
    def elements(self) -> set[str]:
        return {found.element for found in self.reply.found}


def request(
    elements: Sequence[str | tuple[str, ...]], time_s: float, rejected: tuple[str, ...] = (), wanted: int = 5
) -> Enumerate:
    names = [(one,) if isinstance(one, str) else one for one in elements]
    options = tuple(Option(forms[0], forms) for forms in names)
    return Enumerate(key="liste", time_s=time_s, elements=options, rejected=rejected, wanted=wanted)


async def hear(
    asked: Enumerate,
    put: Sequence[tuple[float, Samples]],
    recogniser: Recogniser,
    sounds: Sounds | None,
    *,
    vad: Vad | None = None,
    speed: float | None = None,
    opened_s: float = 0.0,
) -> Said:
    """`put`: when each sound is heard, from the opening."""
    noise = np.random.default_rng(1).standard_normal(HEARING_RATE_HZ).astype(np.float32)
    room = Room(noise=noise, noise_db=ROOM_DB, speed=speed)
    for at_s, samples in put:
        room.schedule(samples, opened_s + at_s)
    listener = Listener(RoomMicrophone(room), vad or SileroVad(), recogniser)
    told: list[int] = []
    try:
        reply = await ListEars(listener, sounds).enumerate(asked, opened_s, told.append)
    finally:
        listener.close()
    return Said(reply, told)


def one_after_another(words: Sequence[Samples], gap_s: float, first_s: float = LEAD_S) -> list[tuple[float, Samples]]:
    """Each word `gap_s` after the end of the one before."""
    put, at_s = [], first_s
    for word in words:
        put.append((at_s, word))
        at_s += len(word) / HEARING_RATE_HZ + gap_s
    return put


def end_s(put: Sequence[tuple[float, Samples]]) -> float:
    return max(at_s + len(samples) / HEARING_RATE_HZ for at_s, samples in put)


@pytest.fixture(scope="session")
def word(clips: list[Clip]) -> Callable[[str], Samples]:
    """Somebody saying one word, without the silence around it, at a player's level."""
    by_text = {clip.transcript.split("|")[0]: clip for clip in clips if clip.kind in ("fr-place", "fr-word")}

    def say(text: str) -> Samples:
        samples = by_text[text].samples
        loud = np.flatnonzero(np.abs(samples) > 0.02 * np.abs(samples).max())
        return at_level(samples[max(0, loud[0] - 400) : loud[-1] + 400], PLAYER_DB)

    return say
