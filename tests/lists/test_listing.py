"""Lists on the audio clock: what counts, when listening ends, and what is shown meanwhile, with a recogniser that
understands what it is told to. A voice is a noise here, and the voice detector its loudness: times are exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from audio.listing import Voiced, corrected
from audio.mixing import at_level
from audio.ports import HEARING_RATE_HZ, Hints, Samples, Transcript, Word
from tests.lists.conftest import hear, request

CITIES = ("Lyon", "Nice", "Lille", "Brest", "Metz", "Pau", "Toulouse")
WORD_S = 0.4


class LoudnessVad:
    def reset(self) -> None: ...

    def probability(self, samples: Samples) -> float:
        return 1.0 if float(np.abs(samples).max()) > 0.02 else 0.0


@dataclass
class Parrot:
    """Understands the words of `script`, each where its sound is: the n-th voice is the n-th word.

    `late_s`: by how much its word times are wrong. `hopes`: what it writes instead when it is told what to expect.
    """

    script: Sequence[str]
    late_s: float = 0.0
    hopes: Sequence[str] | None = None
    fits: float | None = None
    asked: list[tuple[str, ...]] = field(default_factory=list)
    confidence: float = -0.1
    name: str = "parrot"

    def recognise(self, samples: Samples, hints: Hints) -> Transcript:
        loud = np.abs(samples) > 0.02
        smooth = np.convolve(loud, np.ones(1600), "same") > 0
        edges = np.flatnonzero(np.diff(np.concatenate([[0], smooth.astype(np.int8), [0]])))
        script = self.hopes if hints.phrases and self.hopes is not None else self.script
        words = tuple(
            Word(text, start / HEARING_RATE_HZ + 0.05 + self.late_s, end / HEARING_RATE_HZ)
            for text, start, end in zip(script, edges[::2], edges[1::2], strict=False)
        )
        return Transcript(" ".join(word.text for word in words), self.confidence, words=words)

    def prepare(self, phrases: tuple[str, ...], window_s: float) -> None: ...

    def fit(self, samples: Samples, phrases: tuple[str, ...]) -> tuple[float, ...] | None:
        self.asked.append(phrases)
        return None if self.fits is None else (self.fits,) * len(phrases)


def voice(duration_s: float = WORD_S) -> Samples:
    noise = np.random.default_rng(2).standard_normal(round(duration_s * HEARING_RATE_HZ)).astype(np.float32)
    return at_level(noise, -20.0)


def at(*times_s: float) -> list[tuple[float, Samples]]:
    return [(at_s, voice()) for at_s in times_s]


@pytest.mark.parametrize(("begun_s", "counts"), [(14.9, True), (15.1, False)])
@pytest.mark.parametrize("late_s", [-0.3, 0.0, 0.3])
async def test_n6_an_element_begun_in_time_counts_however_it_is_heard(
    begun_s: float, counts: bool, late_s: float
) -> None:
    said = await hear(
        request(CITIES, 15.0), at(3.0, begun_s), Parrot(("Lyon", "Nice"), late_s), None, vad=LoudnessVad()
    )
    assert said.reply.count == 1 + counts
    assert said.reply.ended_s == 15.0


async def test_n6_times_count_from_the_opening() -> None:
    said = await hear(
        request(CITIES, 5.0), at(1.0, 4.9), Parrot(("Lyon", "Nice")), None, vad=LoudnessVad(), opened_s=3.0
    )
    assert [round(one.began_s, 1) for one in said.reply.found] == [1.0, 4.9]


async def test_n6_a_long_name_begun_in_time_may_be_finished() -> None:
    put = [(4.9, voice(1.5))]
    said = await hear(request(CITIES, 5.0), put, Parrot(("Toulouse",)), None, vad=LoudnessVad())
    assert said.elements == {"Toulouse"}


async def test_who_talks_on_after_the_time_is_not_waited_for() -> None:
    put = [(1.0, voice()), (4.5, voice(20.0))]
    said = await hear(request(CITIES, 5.0), put, Parrot(("Lyon", "euh")), None, vad=LoudnessVad())
    assert said.elements == {"Lyon"}
    assert said.reply.ended_s == 5.0


async def test_n19_listening_ends_with_the_last_one_wanted() -> None:
    put = at(1.0, 2.0, 3.0)
    parrot = Parrot(("Lyon", "Nice", "Lille"))
    said = await hear(request(CITIES, 15.0, wanted=3), put, parrot, None, vad=LoudnessVad(), speed=8.0)
    assert said.reply.count == 3
    assert 3.0 < said.reply.ended_s < 14.0


async def test_n19_je_passe_ends_the_list() -> None:
    put = at(1.0, 2.0, 3.0)
    parrot = Parrot(("Lyon", "je passe", "Lille"))
    said = await hear(request(CITIES, 15.0), put, parrot, None, vad=LoudnessVad(), speed=8.0)
    assert said.reply.passed
    assert said.elements == {"Lyon"}
    assert said.reply.ended_s < 14.0


async def test_n19_what_only_help_understood_before_je_passe_counts() -> None:
    parrot = Parrot(("poisson", "je passe"), hopes=("Lyon", "je passe"), fits=20.0)
    said = await hear(request(CITIES, 5.0), at(1.0, 2.0), parrot, None, vad=LoudnessVad())
    assert said.reply.passed
    assert said.elements == {"Lyon"}


async def test_n19_nobody_passes_in_words_that_are_not_clear() -> None:
    parrot = Parrot(("Lyon", "je passe", "Lille"), confidence=-1.5)
    said = await hear(request(CITIES, 5.0), at(1.0, 2.0, 3.0), parrot, None, vad=LoudnessVad())
    assert not said.reply.passed
    assert said.elements == {"Lyon", "Lille"}


async def test_n6_the_count_on_the_screen_never_goes_down() -> None:
    put = at(*(1.0 + 1.5 * i for i in range(5)))
    parrot = Parrot(("Lyon", "Nice", "pas Lyon", "Nice", "Lille"))
    said = await hear(request(CITIES, 9.0), put, parrot, None, vad=LoudnessVad(), speed=8.0)
    assert said.elements == {"Nice", "Lille"}
    assert said.told == sorted(set(said.told))
    assert said.told[-1] == 2


async def test_silence_is_no_list_and_nobody_is_asked() -> None:
    parrot = Parrot(("Lyon",))
    said = await hear(request(CITIES, 3.0), [], parrot, None, vad=LoudnessVad())
    assert said.reply.count == 0
    assert said.reply.heard == ""
    assert said.told == []


@pytest.mark.parametrize(
    ("unhelped", "fits", "counts"),
    [
        ("poisson", 5.0, False),  # it sounds otherwise, and fits no more than well
        ("poisson", 20.0, True),
        ("Bardot", 1.0, False),
        ("Bardot", 5.0, True),
        ("Bardot", None, False),  # the recogniser cannot tell
        ("Nice", 20.0, False),  # something else was clearly said there
    ],
)
async def test_n6_what_is_heard_with_help_alone_needs_the_audio_to_confirm_it(
    unhelped: str, fits: float | None, counts: bool
) -> None:
    parrot = Parrot((unhelped,), hopes=("Bordeaux",), fits=fits)
    said = await hear(request(("Bordeaux",), 3.0, rejected=("Nice",)), at(1.0), parrot, None, vad=LoudnessVad())
    assert (said.reply.count == 1) is counts
    assert len(parrot.asked) <= 1  # not again for every piece


class Streaming(Parrot):
    """It also hears while somebody speaks: after so many seconds, so much."""

    partials: tuple[tuple[float, str], ...] = ((1.5, "Lyon"), (2.5, "Lyon Nice"), (3.5, "Lyon Nice Lille"))
    finished = 0

    def stream(self) -> "Streaming":
        self.fed_s = 0.0
        return self

    def feed(self, samples: Samples) -> str:
        self.fed_s += len(samples) / HEARING_RATE_HZ
        return next((text for after_s, text in reversed(self.partials) if self.fed_s >= after_s), "")

    def finish(self) -> Transcript:
        self.finished += 1
        return Transcript("")


async def test_a_recogniser_that_hears_while_somebody_speaks_is_counted_with_at_once() -> None:
    parrot = Streaming(("Lyon", "Nice", "Lille"))
    asked = request(CITIES, 15.0, wanted=3)
    said = await hear(asked, at(1.0, 2.0, 3.0), parrot, None, vad=LoudnessVad(), speed=8.0)
    assert said.told == [1, 2, 3]
    assert said.reply.count == 3
    assert said.reply.ended_s < 14.0
    assert parrot.finished == 1


async def test_n6_what_is_taken_back_is_not_found_again_with_help() -> None:
    parrot = Parrot(("Lyon", "pas Lyon"), hopes=("euh", "Lyon"), fits=20.0)
    said = await hear(request(CITIES, 4.0), at(1.0, 2.5), parrot, None, vad=LoudnessVad())
    assert said.elements == set()


def words(*starts_s: float) -> list[Word]:
    ends_s = [*starts_s[1:], starts_s[-1] + 0.4]
    return [Word(f"w{i}", start, end) for i, (start, end) in enumerate(zip(starts_s, ends_s, strict=True))]


@pytest.mark.parametrize(
    ("heard_s", "right_s"),
    [
        ((1.0, 2.5), (1.2, 3.0)),  # in the pause before: with the voice
        ((1.2, 3.2), (1.2, 3.0)),  # a little late, and the first of its voice
        ((1.2, 3.2, 3.5), (1.2, 3.0, 3.5)),  # not the second
        ((1.2, 2.0, 3.6), (1.2, 3.0, 3.6)),  # too little voice left before the pause
        ((1.2, 3.9), (1.2, 3.9)),  # something before it was not understood
    ],
)
def test_word_times_are_corrected_by_the_voice(heard_s: tuple[float, ...], right_s: tuple[float, ...]) -> None:
    voiced = [Voiced(1.2, 2.1), Voiced(3.0, 4.4)]
    assert tuple(word.start_s for word in corrected(words(*heard_s), voiced)) == right_s


def test_words_after_all_voice_were_never_said() -> None:
    assert [word.text for word in corrected(words(1.0, 5.0), [Voiced(0.9, 1.6)])] == ["w0"]
