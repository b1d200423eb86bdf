"""Evidence from the audio on recordings of people whom nothing was set on: a small part of `animateur bench --hearing`.

The bounds are wide: they hold what the audio is worth, not its third digit.
"""

import random
from collections import Counter

import pytest

from audio.backends.whisper import WhisperRecogniser
from audio.listener import Utterance as Captured
from audio.nonsense import is_nonsense
from audio.ports import HEARING_RATE_HZ, Samples, Transcript
from host.answers.sounds import Sounds
from host.bench_hearing import Task, ask, outcome, trials
from host.bench_rooms import Clip, conditions, noise_clips, people
from host.dialogue.expectation import Kind
from host.dialogue.replies import Answer, Chosen
from host.session.ears import hints
from host.session.evidence import Evidence
from host.session.front import Heard, Listen, Ordered
from host.session.interpret import interpret
from tests.hearing.conftest import judged_by, whisper
from tests.hearing.quiz import yes_or_no

__all__ = ["judged_by", "whisper"]

pytestmark = pytest.mark.speech

CLIPS = 26
EXPECTED = (("le fémur", Kind.TEXT), ("Victor Hugo", Kind.PERSON), ("oui", Kind.TEXT), ("la mer", Kind.TEXT))
OUI_NON = yes_or_no("sûr")
NOISES = ("babble", "music", "laughter", "silence", "door")


class Hearing:
    """The hearing of an evening from a cut utterance on; what was understood of one is kept for the next request."""

    def __init__(self, recogniser: WhisperRecogniser, sounds: Sounds) -> None:
        self._recogniser, self._sounds = recogniser, sounds
        self._understood: tuple[Samples, object, Transcript] | None = None

    async def reply(self, samples: Samples, request: Listen, noise_db: float = -70.0) -> Heard | Ordered:
        given = hints(request)
        if self._understood is None or self._understood[0] is not samples or self._understood[1] != given:
            self._understood = samples, given, self._recogniser.recognise(samples, given)
        made = self._understood[2]
        made = Transcript("") if is_nonsense(made.text) else made
        end_s = len(samples) / HEARING_RATE_HZ
        heard = Captured(0.0, 0.0, end_s, samples, made, end_s, end_s)
        said = await Evidence(self._fit, self._sounds, noise_db).said(request, heard)
        return interpret(request, said, self._sounds)

    async def _fit(self, samples: Samples, phrases: tuple[str, ...]) -> tuple[float, ...] | None:
        return self._recogniser.fit(samples, phrases)


@pytest.fixture(scope="module")
def hearing(whisper: WhisperRecogniser, judged_by: Sounds) -> Hearing:
    return Hearing(whisper, judged_by)


@pytest.fixture(scope="module")
def spoken() -> list[Clip]:
    clips = people(CLIPS)
    if not clips:
        pytest.skip("no recordings of people (set ANIMATEUR_SHARED)")
    return clips


async def decided(
    tasks: tuple[Task, ...], condition: str, clips: list[Clip], hearing: Hearing, judged_by: Sounds
) -> dict[Task, Counter[str]]:
    """How often each came out "right" (as typed), "wrong" and "asked", over the clips of other speakers."""
    (through,) = conditions([condition])
    found = {task: Counter[str]() for task in tasks}
    heard: dict[str, Samples] = {}
    for trial in trials(clips, judged_by):
        clip = trial.clip
        if trial.task in tasks and clip.held_out:
            heard.setdefault(clip.name, through.through(clip.samples, random.Random(clip.name)))
            reply = await hearing.reply(heard[clip.name], trial.request, through.noise_db)
            found[trial.task][outcome(reply, trial)] += 1
    return found


async def test_clean_answers_are_right_and_none_is_given_away(
    spoken: list[Clip], hearing: Hearing, judged_by: Sounds
) -> None:
    found = await decided(("right", "other", "nearest"), "clean", spoken, hearing, judged_by)
    assert found["right"].total() >= 12
    assert found["right"]["right"] >= 0.65 * found["right"].total(), found
    assert found["right"]["wrong"] <= 2, found
    assert found["other"]["wrong"] == 0, found
    assert found["nearest"]["wrong"] <= 2, found


async def test_choices_from_afar_are_the_ones_meant(spoken: list[Clip], hearing: Hearing, judged_by: Sounds) -> None:
    found = (await decided(("choice",), "room 2.5 m", spoken, hearing, judged_by))["choice"]
    assert found.total() >= 8
    assert found["right"] >= 0.65 * found.total(), found
    assert found["wrong"] <= 1, found


@pytest.mark.parametrize("kind", NOISES)
async def test_bias_never_invents(kind: str, hearing: Hearing) -> None:
    """The right answer is expected, and a room as loud as a player is heard: nobody said it."""
    noise = next(clip for clip in noise_clips() if clip.texts == (kind,))
    for right, sort in EXPECTED:
        reply = await hearing.reply(noise.samples, ask((right,), sort))
        assert not (isinstance(reply, Answer) and reply.right), (kind, right, reply)
    reply = await hearing.reply(noise.samples, OUI_NON)
    assert not isinstance(reply, Chosen), (kind, reply)
