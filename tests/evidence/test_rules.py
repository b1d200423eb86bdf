"""What the audio may decide beside the words, with scores that are given."""

from collections.abc import Mapping

import numpy as np
import pytest

from audio.backends.espeak import EspeakPhonemes
from audio.listener import Utterance as Captured
from audio.ports import HEARING_RATE_HZ, Samples, Transcript
from host.answers.sounds import Sounds
from host.dialogue.expectation import AskBack, Expectation, Kind, Option
from host.dialogue.replies import Answer, Chosen, Unsettled
from host.dialogue.requests import Ask, Choose
from host.session.evidence import Evidence, in_place, right_forms, whole
from host.session.front import Heard, Listen, Ordered
from host.session.interpret import interpret

FEMUR = Ask(key="os", expects=Expectation(Kind.TEXT, ("le fémur",), ("le tibia",)))
STRONG, DOUBTFUL, WEAK = 16.0, 11.0, 0.5


class Scores:
    """A `fit` with given scores, WEAK for any other phrase; it keeps what it was asked."""

    def __init__(self, scores: Mapping[str, float] | None) -> None:
        self.scores, self.asked = scores, list[str]()

    async def __call__(self, samples: Samples, phrases: tuple[str, ...]) -> tuple[float, ...] | None:
        self.asked += phrases
        return None if self.scores is None else tuple(self.scores.get(phrase, WEAK) for phrase in phrases)


@pytest.fixture(scope="module")
def judged_by() -> Sounds:
    return EspeakPhonemes()


async def reply(
    request: Listen, heard: str, fit: Scores, judged_by: Sounds, confidence: float = -0.8
) -> Heard | Ordered:
    captured = Captured(0.0, 0.0, 1.0, np.ones(HEARING_RATE_HZ, np.float32), Transcript(heard, confidence), 1.0, 1.0)
    return interpret(request, await Evidence(fit, judged_by).said(request, captured), judged_by)


async def test_a_wrong_transcript_of_a_right_answer_is_right(judged_by: Sounds) -> None:
    fit = Scores({"C'est le fémur.": STRONG, "C'est le finir.": STRONG + 3.0})
    settled = await reply(FEMUR, "C'est le finir.", fit, judged_by)
    assert isinstance(settled, Answer)
    assert settled.right
    assert settled.matched == "le fémur"


async def test_in_the_doubtful_zone_the_host_asks_again(judged_by: Sounds) -> None:
    fit = Scores({"C'est le fémur.": DOUBTFUL})
    assert isinstance(await reply(FEMUR, "C'est le finir.", fit, judged_by, -0.4), Unsettled)


async def test_a_clear_other_answer_stays_wrong(judged_by: Sounds) -> None:
    settled = await reply(FEMUR, "C'est le finir.", Scores({}), judged_by, -0.3)
    assert isinstance(settled, Answer)
    assert not settled.right


async def test_what_is_far_and_clear_costs_no_time(judged_by: Sounds) -> None:
    fit = Scores({"le fémur.": STRONG})
    settled = await reply(FEMUR, "Napoléon Bonaparte.", fit, judged_by, -0.3)
    assert isinstance(settled, Answer)
    assert not settled.right
    assert fit.asked == []


@pytest.mark.parametrize("heard", ["Le tibia et le fémur ?", "C'est pas le fémur.", "Le frère de fémur.", "Je passe."])
async def test_words_that_were_understood_are_judged_by_what_they_mean(heard: str, judged_by: Sounds) -> None:
    fit = Scores({"le fémur.": STRONG, whole(heard): WEAK})
    settled = await reply(FEMUR, heard, fit, judged_by)
    assert not (isinstance(settled, Answer) and settled.right)
    assert fit.asked == []


async def test_what_says_too_little_is_asked_back_on(judged_by: Sounds) -> None:
    louis = Ask(
        key="roi",
        expects=Expectation(Kind.PERSON, ("Louis XIV",), ask_back=(AskBack("Louis", "Lequel ?"),)),
    )
    settled = await reply(louis, "Louis.", Scores({"Louis XIV.": STRONG}), judged_by)
    assert isinstance(settled, Unsettled)
    assert settled.question == "Lequel ?"


async def test_a_known_wrong_answer_that_fits_better_is_wrong(judged_by: Sounds) -> None:
    fit = Scores({"le fémur.": STRONG, "le tibia.": STRONG + 3.0})
    settled = await reply(FEMUR, "Le dix bien…", fit, judged_by, -1.3)
    assert isinstance(settled, Answer)
    assert not settled.right


async def test_a_right_answer_that_a_wrong_one_equals_is_none(judged_by: Sounds) -> None:
    fit = Scores({"le fémur.": STRONG, "le tibia.": STRONG - 1.0})
    assert isinstance(await reply(FEMUR, "Le fini…", fit, judged_by, -1.3), Unsettled)


async def test_a_recogniser_without_scores_leaves_it_to_the_words(judged_by: Sounds) -> None:
    settled = await reply(FEMUR, "C'est le finir.", Scores(None), judged_by, -0.5)
    assert isinstance(settled, Answer)
    assert not settled.right


async def test_letters_are_not_guessed_from_the_sound(judged_by: Sounds) -> None:
    spelling = Ask(key="mot", expects=Expectation(Kind.LETTERS, ("thé",)))
    fit = Scores({"thé.": STRONG})
    await reply(spelling, "D, E.", fit, judged_by, -1.4)
    assert fit.asked == []


@pytest.mark.parametrize("confidence", [-2.9, -4.0])
async def test_h2_what_the_recogniser_itself_gives_up_is_no_answer(confidence: float, judged_by: Sounds) -> None:
    fit = Scores({"le fémur.": STRONG})
    assert isinstance(await reply(FEMUR, "le finir", fit, judged_by, confidence), Unsettled)
    assert fit.asked == []


class TestChoices:
    CITIES = tuple(Option(name, (name,)) for name in ("Rome", "Milan", "Naples", "Turin"))
    REQUEST = Choose(key="ville", options=CITIES)

    async def test_the_option_that_fits_by_far_is_chosen(self, judged_by: Sounds) -> None:
        settled = await reply(self.REQUEST, "Malin.", Scores({"Milan.": 9.0, "Rome.": 1.0}), judged_by, -1.4)
        assert isinstance(settled, Chosen)
        assert settled.option == "Milan"

    async def test_doubtful_words_count_for_the_option_they_name(self, judged_by: Sounds) -> None:
        close = Scores({"Milan.": 5.0, "Turin.": 4.5})
        settled = await reply(self.REQUEST, "Milan", close, judged_by, -1.4)
        assert isinstance(settled, Chosen)
        assert settled.option == "Milan"
        assert isinstance(await reply(self.REQUEST, "Moulin rien", close, judged_by, -1.4), Unsettled)

    async def test_doubtful_words_alone_choose_nothing(self, judged_by: Sounds) -> None:
        assert isinstance(await reply(self.REQUEST, "Milan", Scores({}), judged_by, -1.4), Unsettled)


def test_in_place_keeps_what_stands_around_the_answer() -> None:
    assert in_place("C'est le finir.", "le fémur") == "C'est le fémur"
    assert in_place("En parapluie, bien sûr !", "un parapluie") == "un parapluie bien sûr"
    assert in_place("Le finir.", "le fémur") is None


def test_a_number_is_also_scored_in_digits() -> None:
    assert right_forms(Expectation(Kind.NUMBER, ("treize",)), "") == {"treize.": "treize", "13.": "treize"}


async def test_a_denial_that_was_badly_heard_gives_nothing_away(judged_by: Sounds) -> None:
    fit = Scores({"le fémur.": STRONG, "C'est le fémur.": STRONG})
    settled = await reply(FEMUR, "C'est pas le fémir.", fit, judged_by, -1.3)
    assert not isinstance(settled, Answer)
    assert fit.asked == []
