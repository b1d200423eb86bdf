"""What becomes of an answer between the microphone and the score: other words, "oui" twice, too late, garbled."""

import random

import numpy as np
import pytest

from audio.backends.whisper import WhisperRecogniser
from audio.mixing import load_clip
from audio.ports import HEARING_RATE_HZ, Hints, Samples, Transcript
from host.answers.sounds import Sounds
from host.dialogue.replies import Answer, Chosen, Silence, Unsettled
from host.hosting import demo_folder
from tests.audio.conftest import Clip
from tests.hearing.quiz import SURE, WORTH, Asked, Says, Silently, open_question, play, player, yes_or_no

JUPITER = player(load_clip(demo_folder("trou-noir") / "bob__jupiter.flac"))
JUPITER_S = len(JUPITER) / HEARING_RATE_HZ
OTHER_WORDS = 20
FALSE_ACCEPTS = 1


@pytest.mark.speech
async def test_h3_other_words_are_neither_oui_nor_non(
    clips: list[Clip], whisper: WhisperRecogniser, judged_by: Sounds
) -> None:
    """Each is said in place of "oui" or "non"."""
    said = random.Random(3).sample([clip for clip in clips if clip.kind in ("fr-word", "fr-place")], OTHER_WORDS)
    keys = [f"q{n}" for n in range(OTHER_WORDS)]
    sounds = {key: [(0.4, player(clip.samples))] for key, clip in zip(keys, said, strict=True)}
    played = await play(whisper, [Asked(yes_or_no(key, 2.0), once=True) for key in keys], sounds, judged_by)
    heard = [played.replies[key] for key in keys]
    accepted = [reply for reply in heard if isinstance(reply, Chosen)]
    assert len(accepted) <= FALSE_ACCEPTS, accepted
    assert sum(isinstance(reply, Silence) for reply in heard) <= 2  # they were all heard, or nearly
    assert abs(played.score) <= FALSE_ACCEPTS * WORTH


async def test_h4_oui_oui_is_one_decision() -> None:
    """The second "oui", 0.6 s after the first, does not answer the next question."""
    oui = JUPITER[: round(0.35 * HEARING_RATE_HZ)]
    twice = [(0.5, oui), (0.5 + 0.35 + 0.6, oui)]
    questions = [Asked(yes_or_no("sûr"), "Sûr ?"), Asked(yes_or_no("vraiment"), "Vraiment ?")]
    played = await play(Says("oui"), questions, {"sûr": twice}, mouth=Silently())
    assert isinstance(played.replies["sûr"], Chosen)
    assert isinstance(played.replies["vraiment"], Silence)
    assert played.score == WORTH


@pytest.mark.parametrize(("begins_s", "counts"), [(4.85, True), (5.15, False)])
async def test_h9_an_answer_counts_by_when_it_begins(begins_s: float, counts: bool) -> None:
    question = Asked(open_question("planète", "Jupiter", time_s=5.0))
    played = await play(Says("Jupiter"), [question], {"planète": [(begins_s, JUPITER)]})
    reply = played.replies["planète"]
    assert played.closed_s["planète"] > played.opened_s["planète"] + 5.0
    if counts:
        assert isinstance(reply, Answer)
        assert reply.right
        assert reply.started_s < 5.0
    else:
        assert reply == Silence(5.0, "Jupiter")  # too late, and the host can say so
    assert played.score == (WORTH if counts else 0)


@pytest.mark.parametrize("again", ["Jupiter", "Jupiter. " * 6])
async def test_h12_a_phrase_six_times_over_is_not_understood(again: str) -> None:
    """Although it is the right answer: the host asks again, and counts what is said then, if that can be understood."""
    sounds = {"planète": [(0.5, JUPITER)], "planète.encore": [(0.5, JUPITER)]}
    recogniser = Says("Jupiter. " * 6, again)
    played = await play(recogniser, [Asked(open_question("planète", "Jupiter"))], sounds)
    assert played.replies["planète"] == Unsettled("", None, played.replies["planète"].started_s, None, "voice")
    assert played.pardons() == 1
    assert played.score == (WORTH if again == "Jupiter" else 0)


class Forgets(Says):
    """Understands the beginning of an utterance, and nothing of the whole."""

    def recognise(self, samples: Samples, hints: Hints) -> Transcript:
        super().recognise(samples, hints)
        whole = len(samples) / HEARING_RATE_HZ > 2 * JUPITER_S
        return Transcript("" if whole else "Saturne", SURE)


async def test_h13_an_empty_result_after_a_real_one_is_no_wrong_answer() -> None:
    gap = np.zeros(round(0.7 * HEARING_RATE_HZ), np.float32)  # the beginning is recognised in it
    recogniser = Forgets("")
    said = np.concatenate([JUPITER, gap, JUPITER])
    played = await play(recogniser, [Asked(open_question("planète", "Jupiter"))], {"planète": [(0.5, said)]})
    assert len(recogniser.given) == 2
    assert isinstance(played.replies["planète"], Unsettled)
    assert played.verdicts() == []
    assert played.score == 0
