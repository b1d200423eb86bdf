"""What every Recogniser does, whatever its engine.

A test class inherits this and has three fixtures: `recogniser`, `spoken` (16 kHz samples of one utterance) and
`spoken_text` (what is said there, as `simplified` leaves it).
"""

import math
import re
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from audio.ports import HEARING_RATE_HZ, Hints, Recogniser, Samples, Transcript


def simplified(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def silence(duration_s: float) -> Samples:
    return np.zeros(round(duration_s * HEARING_RATE_HZ), np.float32)


class RecogniserContract:
    def test_understands_what_is_said(self, recogniser: Recogniser, spoken: Samples, spoken_text: str) -> None:
        heard = recogniser.recognise(spoken, Hints((spoken_text, "tout autre chose")))
        assert spoken_text in simplified(heard.text)
        assert math.isnan(heard.confidence) or -2.0 < heard.confidence <= 0.0

    def test_no_audio_is_no_text(self, recogniser: Recogniser) -> None:
        assert recogniser.recognise(silence(0.0), Hints(("oui", "non"))).text == ""

    @pytest.mark.parametrize("duration_s", [0.1, 2.0, 20.0])
    def test_silence_of_any_length_gives_a_transcript(self, recogniser: Recogniser, duration_s: float) -> None:
        heard = recogniser.recognise(silence(duration_s), Hints())
        assert isinstance(heard, Transcript)
        assert isinstance(heard.text, str)
        assert isinstance(heard.confidence, float)
        assert heard.text not in heard.alternatives

    def test_long_audio_keeps_what_is_said_in_it(
        self, recogniser: Recogniser, spoken: Samples, spoken_text: str
    ) -> None:
        long = np.concatenate([silence(1.0), spoken, silence(19.0 - len(spoken) / HEARING_RATE_HZ)])
        assert spoken_text in simplified(recogniser.recognise(long, Hints((spoken_text,))).text)

    @pytest.mark.parametrize(
        "odd", [("<|endoftext|>", "<|fr|>"), ('"]', "[unk]", "\\"), ("", " \n", "…"), ("œuf", "n° 5 & co", "日本")]
    )
    def test_odd_characters_in_hints_do_no_harm(
        self, recogniser: Recogniser, spoken: Samples, spoken_text: str, odd: tuple[str, ...]
    ) -> None:
        assert spoken_text in simplified(recogniser.recognise(spoken, Hints((*odd, spoken_text))).text)

    def test_many_hints_do_no_harm(self, recogniser: Recogniser, spoken: Samples) -> None:
        many = tuple(f"personne numéro {n}" for n in range(400))
        assert isinstance(recogniser.recognise(spoken, Hints(many)).text, str)

    def test_nothing_is_left_over_from_one_call_to_the_next(
        self, recogniser: Recogniser, spoken: Samples, spoken_text: str
    ) -> None:
        hints = Hints((spoken_text,))
        first = recogniser.recognise(spoken, hints)
        recogniser.recognise(silence(1.0), Hints())
        assert recogniser.recognise(spoken, hints).text == first.text

    def test_calls_from_several_threads_do_not_mix(
        self, recogniser: Recogniser, spoken: Samples, spoken_text: str
    ) -> None:
        hints = Hints((spoken_text,))
        alone = recogniser.recognise(spoken, hints).text
        with ThreadPoolExecutor(3) as pool:
            tasks = [pool.submit(recogniser.recognise, s, hints) for s in (spoken, silence(1.0), spoken)]
        assert tasks[0].result().text == tasks[2].result().text == alone

    def test_the_audio_is_left_as_it_was(self, recogniser: Recogniser, spoken: Samples) -> None:
        before = spoken.copy()
        recogniser.recognise(spoken, Hints())
        assert np.array_equal(before, spoken)

    def test_fit_prefers_what_was_said_or_cannot_tell(
        self, recogniser: Recogniser, spoken: Samples, spoken_text: str
    ) -> None:
        phrases = ("le chemin de fer", spoken_text, "quarante-deux", "une girafe", "Napoléon", "bicyclette")
        scores = recogniser.fit(spoken, phrases)
        if scores is not None:
            assert len(scores) == len(phrases)
            assert scores.index(max(scores)) == 1

    @pytest.mark.parametrize("phrases", [(), ("",), ("oui", "", "<|endoftext|>", "…")])
    def test_fit_takes_odd_phrases_and_no_audio(
        self, recogniser: Recogniser, spoken: Samples, phrases: tuple[str, ...]
    ) -> None:
        for samples in (spoken, silence(0.0), silence(0.1)):
            scores = recogniser.fit(samples, phrases)
            assert scores is None or len(scores) == len(phrases)

    def test_has_a_name(self, recogniser: Recogniser) -> None:
        assert recogniser.name
