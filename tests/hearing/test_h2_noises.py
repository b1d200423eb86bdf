"""H2: ten seconds of whatever a room may hold are nobody's answer, before a question is open and while it is."""

import numpy as np
import pytest

from audio.backends.pyttsx3_voice import Pyttsx3Voice
from audio.backends.whisper import WhisperRecogniser
from audio.mixing import at_level
from audio.ports import HEARING_RATE_HZ, Samples
from audio.voice import Voice
from host.answers.sounds import Sounds
from host.dialogue.replies import Silence
from tests.audio.conftest import Clip
from tests.hearing.quiz import Asked, Played, hiss, lasting, open_question, play, quiet_room, yes_or_no

pytestmark = pytest.mark.speech

LASTS_S = 10.0
HOST_SAYS = (
    "Quel écrivain a raconté l'histoire d'un bagnard nommé Jean Valjean ? "
    "Je répète la question, parce qu'elle est belle : quel écrivain, né à Besançon, a raconté cette histoire ?"
)


def victor_hugo_then_oui(says: str = "") -> list[Asked]:
    return [Asked(open_question("qui", "Victor Hugo"), says), Asked(yes_or_no("sûr"), says)]


def nothing_came_of_it(played: Played) -> None:
    assert played.verdicts() == []
    assert played.score == 0
    assert played.pardons() <= 2  # once for each of the two


async def in_both_questions(noise: Samples, whisper: WhisperRecogniser, judged_by: Sounds) -> None:
    """It begins before the first question is open, and while the second one is."""
    room = quiet_room()
    room.schedule(noise, 0.0)
    questions = victor_hugo_then_oui()
    nothing_came_of_it(await play(whisper, questions, {"sûr": [(1.0, noise)]}, judged_by, room=room))


async def test_h2_room_noise_is_no_answer(whisper: WhisperRecogniser, judged_by: Sounds) -> None:
    await in_both_questions(hiss(LASTS_S, -30.0), whisper, judged_by)


@pytest.mark.parametrize(("kind", "db"), [("babble", -34.0), ("music", -36.0), ("laughter", -28.0)])
async def test_h2_babble_music_and_laughter_are_no_answer(
    kind: str, db: float, clips: list[Clip], whisper: WhisperRecogniser, judged_by: Sounds
) -> None:
    sounds = [clip.samples[: 4 * HEARING_RATE_HZ] for clip in clips if clip.kind == f"noise-{kind}"]
    noise = lasting(np.concatenate([at_level(one, db) for one in sounds]), LASTS_S)
    await in_both_questions(noise, whisper, judged_by)


async def test_h2_the_host_is_no_answer_to_itself(whisper: WhisperRecogniser, judged_by: Sounds) -> None:
    voice = Voice(Pyttsx3Voice())
    try:
        played = await play(whisper, victor_hugo_then_oui(HOST_SAYS), {}, judged_by, mouth=voice)
    finally:
        voice.close()
    assert played.opened_s["qui"] > 0.9 * LASTS_S
    assert isinstance(played.replies["qui"], Silence)
    nothing_came_of_it(played)
