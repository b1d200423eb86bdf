"""One utterance at a time, in virtual time: frames come as fast as they are read, and the clock is theirs."""

import asyncio
import threading
from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from audio.endpointing import ANSWER, CHOICE
from audio.listener import Listener, Nothing, Utterance
from audio.ports import FRAME_S, FRAME_SAMPLES, HEARING_RATE_HZ, AudioError, Frame, Hints, Samples, Transcript

HINTS = Hints(("Victor Hugo",), window_s=10.0)


class ScriptedMicrophone:
    """A room where somebody speaks from … to …; each sample spoken holds its own number, so that losses show."""

    def __init__(self, *spoken_s: tuple[float, float], lasts_s: float = 60.0) -> None:
        numbers = np.arange(round(lasts_s / FRAME_S) * FRAME_SAMPLES)
        spoken = np.zeros(len(numbers), bool)
        for start_s, end_s in spoken_s:
            spoken[round(start_s * HEARING_RATE_HZ) : round(end_s * HEARING_RATE_HZ)] = True
        self.samples: Samples = np.where(spoken, 0.1 + numbers / len(numbers) / 2, 0.0).astype(np.float32)
        self.next = 0
        self.stops_at_s = lasts_s
        self.goes_on = asyncio.Event()

    def now_s(self) -> float:
        return self.next * FRAME_S

    async def read(self) -> Frame:
        await asyncio.sleep(0)
        if self.now_s() >= self.stops_at_s:
            await self.goes_on.wait()
        if (self.next + 1) * FRAME_SAMPLES > len(self.samples):
            raise AudioError("Le micro a disparu : rebranchez-le.")
        start = self.next * FRAME_SAMPLES
        self.next += 1
        return Frame(start / HEARING_RATE_HZ, self.samples[start : start + FRAME_SAMPLES])

    def skip_to(self, at_s: float) -> None:
        self.next = max(self.next, int(at_s / FRAME_S))

    def close(self) -> None: ...


class LoudIsVoice:
    def reset(self) -> None: ...

    def probability(self, samples: Samples) -> float:
        return 1.0 if np.abs(samples).max() > 0.05 else 0.0


class ScriptedRecogniser:
    """Says how many tenths of a second of voice there are, or what it was told to; can be held up."""

    name = "scripted"

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)
        self.asked: list[tuple[Samples, Hints]] = []
        self.may_answer = threading.Event()
        self.may_answer.set()
        self.entered = threading.Event()

    def recognise(self, samples: Samples, hints: Hints) -> Transcript:
        self.asked.append((samples, hints))
        self.entered.set()
        assert self.may_answer.wait(10)
        if self.texts:
            return Transcript(self.texts.pop(0), -0.2, ("autre chose",))
        return Transcript(f"{round(np.count_nonzero(samples) / HEARING_RATE_HZ * 10)} dixièmes", -0.2)

    def prepare(self, phrases: object, window_s: float) -> None: ...

    def fit(self, samples: Samples, phrases: tuple[str, ...]) -> tuple[float, ...] | None:
        return tuple(float(len(phrase)) for phrase in phrases) if len(samples) else None


class Setting:
    def __init__(self) -> None:
        self.listeners: list[Listener] = []

    def listener(self, microphone: ScriptedMicrophone, recogniser: ScriptedRecogniser | None = None) -> Listener:
        self.listeners.append(Listener(microphone, LoudIsVoice(), recogniser or ScriptedRecogniser()))
        return self.listeners[-1]


@pytest.fixture
def setting() -> Iterator[Setting]:
    made = Setting()
    yield made
    for listener in made.listeners:
        listener.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("recogniser")]


def said(outcome: Utterance | Nothing) -> Utterance:
    assert isinstance(outcome, Utterance)
    return outcome


def voiced(samples: Samples) -> Sequence[float]:
    return list(samples[samples > 0])


async def test_an_utterance_is_heard_with_its_times(setting: Setting) -> None:
    recogniser = ScriptedRecogniser()
    heard = said(await setting.listener(ScriptedMicrophone((5.0, 6.0)), recogniser).hear(3.2, 15.0, ANSWER, HINTS))
    assert heard.transcript.text == "10 dixièmes"
    assert heard.understood
    assert heard.start_s == pytest.approx(1.8, abs=FRAME_S)
    assert heard.end_s == pytest.approx(2.8, abs=FRAME_S)
    assert heard.start_at_s == pytest.approx(5.0, abs=FRAME_S)
    assert heard.end_at_s == pytest.approx(6.0, abs=FRAME_S)
    assert heard.ended_s == pytest.approx(6.8, abs=2 * FRAME_S)
    assert heard.decided_s >= heard.ended_s
    assert [hints for _, hints in recogniser.asked] == [HINTS]


async def test_recognition_begins_at_the_first_pause(setting: Setting) -> None:
    microphone, recogniser = ScriptedMicrophone((1.0, 2.0)), ScriptedRecogniser()
    microphone.stops_at_s = 2.3  # the end would be certain at 2.8 s only
    hearing = asyncio.create_task(setting.listener(microphone, recogniser).hear(0.0, 15.0, ANSWER, HINTS))
    assert await asyncio.to_thread(recogniser.entered.wait, 5)
    assert not hearing.done()
    microphone.goes_on.set()
    assert said(await hearing).transcript.text == "10 dixièmes"
    assert len(recogniser.asked) == 1


async def test_recognition_is_thrown_away_when_speech_goes_on(setting: Setting) -> None:
    recogniser = ScriptedRecogniser()
    microphone = ScriptedMicrophone((1.0, 2.0), (2.4, 3.4))
    heard = said(await setting.listener(microphone, recogniser).hear(0.0, 15.0, ANSWER, HINTS))
    assert heard.transcript.text == "20 dixièmes"
    assert np.array_equal(recogniser.asked[-1][0], heard.samples)
    assert heard.end_s == pytest.approx(3.4, abs=FRAME_S)


async def test_a_recognition_not_yet_begun_never_begins(setting: Setting) -> None:
    """While the first is at work, the second is given up before the thread comes to it."""
    recogniser = ScriptedRecogniser()
    recogniser.may_answer.clear()
    microphone = ScriptedMicrophone((1.0, 2.0), (2.4, 3.4), (3.8, 4.8))
    hearing = asyncio.create_task(setting.listener(microphone, recogniser).hear(0.0, 15.0, ANSWER, HINTS))
    while microphone.now_s() < 5.5:
        await asyncio.sleep(0.001)
    recogniser.may_answer.set()
    assert said(await hearing).transcript.text == "30 dixièmes"
    assert len(recogniser.asked) == 2


@pytest.mark.parametrize("lasts_s", [0.2, 1.0, 5.0])
async def test_h9_begun_before_the_deadline_counts_however_long(setting: Setting, lasts_s: float) -> None:
    microphone = ScriptedMicrophone((14.9, 14.9 + lasts_s))
    heard = said(await setting.listener(microphone).hear(0.0, 15.0, ANSWER, HINTS))
    assert heard.start_s == pytest.approx(14.9, abs=FRAME_S)
    assert heard.end_s == pytest.approx(14.9 + lasts_s, abs=FRAME_S)


async def test_h9_begun_after_the_deadline_is_late(setting: Setting) -> None:
    nothing = await setting.listener(ScriptedMicrophone((15.1, 16.1))).hear(0.0, 15.0, ANSWER, HINTS)
    assert isinstance(nothing, Nothing)
    assert nothing.after_s == 15.0
    assert nothing.late is not None
    assert nothing.late.transcript.text == "10 dixièmes"
    assert nothing.late.start_s == pytest.approx(15.1, abs=FRAME_S)


async def test_silence_is_nothing_shortly_after_the_time(setting: Setting) -> None:
    recogniser = ScriptedRecogniser()
    nothing = await setting.listener(ScriptedMicrophone(), recogniser).hear(2.0, 15.0, ANSWER, HINTS)
    assert isinstance(nothing, Nothing)
    assert nothing.late is None
    assert nothing.after_s == pytest.approx(15.5, abs=2 * FRAME_S)
    assert recogniser.asked == []


async def test_much_later_than_the_deadline_is_not_waited_for(setting: Setting) -> None:
    nothing = await setting.listener(ScriptedMicrophone((16.0, 17.0))).hear(0.0, 15.0, ANSWER, HINTS)
    assert isinstance(nothing, Nothing)
    assert nothing.late is None


async def test_h6_an_answer_50_ms_after_the_opening_is_kept_whole(setting: Setting) -> None:
    microphone = ScriptedMicrophone((4.05, 5.0))
    heard = said(await setting.listener(microphone).hear(4.0, 15.0, CHOICE, HINTS))
    assert voiced(heard.samples) == voiced(microphone.samples)
    assert len(heard.samples) / HEARING_RATE_HZ < 1.3  # nothing from before the opening


async def test_what_was_before_the_opening_is_not_heard(setting: Setting) -> None:
    microphone = ScriptedMicrophone((1.0, 3.99), (6.0, 7.0))
    heard = said(await setting.listener(microphone).hear(4.0, 15.0, ANSWER, HINTS))
    assert heard.start_at_s == pytest.approx(6.0, abs=FRAME_S)


async def test_cancelled_in_the_middle_nothing_is_lost(setting: Setting) -> None:
    microphone = ScriptedMicrophone((1.0, 2.5))
    microphone.stops_at_s = 1.8
    listener = setting.listener(microphone)
    hearing = asyncio.create_task(listener.hear(0.5, 15.0, ANSWER, HINTS))
    while microphone.now_s() < 1.8:
        await asyncio.sleep(0)
    await asyncio.sleep(0.01)
    assert listener.speech_started_s == pytest.approx(1.0, abs=FRAME_S)
    hearing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await hearing
    assert listener.speech_started_s is None
    microphone.goes_on.set()
    heard = said(await listener.hear(0.5, 15.0, ANSWER, HINTS))
    assert voiced(heard.samples) == voiced(microphone.samples)


async def test_after_a_cancellation_a_later_opening_forgets_what_was_before(setting: Setting) -> None:
    microphone = ScriptedMicrophone((1.0, 1.5), (3.0, 4.0))
    microphone.stops_at_s = 1.6
    listener = setting.listener(microphone)
    hearing = asyncio.create_task(listener.hear(0.0, 15.0, ANSWER, HINTS))
    while microphone.now_s() < 1.6:
        await asyncio.sleep(0)
    hearing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await hearing
    microphone.goes_on.set()
    heard = said(await listener.hear(2.0, 15.0, ANSWER, HINTS))
    assert heard.start_at_s == pytest.approx(3.0, abs=FRAME_S)


async def test_cancelled_while_recognising_leaves_no_thread(setting: Setting) -> None:
    microphone, recogniser = ScriptedMicrophone((1.0, 2.0), (5.0, 6.0)), ScriptedRecogniser("un", "deux")
    recogniser.may_answer.clear()
    listener = setting.listener(microphone, recogniser)
    hearing = asyncio.create_task(listener.hear(0.0, 15.0, ANSWER, HINTS))
    assert await asyncio.to_thread(recogniser.entered.wait, 5)
    hearing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await hearing
    recogniser.may_answer.set()
    assert said(await listener.hear(3.0, 15.0, ANSWER, HINTS)).transcript.text == "deux"
    # The fixture checks that closing ends the thread.


async def test_speech_in_progress_is_known_and_then_forgotten(setting: Setting) -> None:
    microphone = ScriptedMicrophone((1.0, 2.0))
    microphone.stops_at_s = 0.9
    listener = setting.listener(microphone)
    hearing = asyncio.create_task(listener.hear(0.0, 15.0, ANSWER, HINTS))
    while microphone.now_s() < 0.9:
        await asyncio.sleep(0)
    assert listener.speech_started_s is None
    microphone.stops_at_s = 1.3
    microphone.goes_on.set()
    while microphone.now_s() < 1.3:
        await asyncio.sleep(0)
    assert listener.speech_started_s == pytest.approx(1.0, abs=FRAME_S)
    await hearing
    assert listener.speech_started_s is None


@pytest.mark.parametrize("text", ["Victor Hugo. " * 6, "Sous-titres réalisés par la communauté d'Amara.org", "♪", ""])
async def test_h12_nonsense_is_not_understood(setting: Setting, text: str) -> None:
    recogniser = ScriptedRecogniser(text)
    heard = said(await setting.listener(ScriptedMicrophone((1.0, 2.0)), recogniser).hear(0.0, 15.0, ANSWER, HINTS))
    assert heard.transcript.text == ""
    assert heard.transcript.alternatives == ()
    assert heard.nonsense == text
    assert not heard.understood


async def test_h8_a_sound_that_never_ends_is_capped(setting: Setting) -> None:
    heard = said(await setting.listener(ScriptedMicrophone((1.0, 40.0))).hear(0.0, 15.0, ANSWER, HINTS))
    assert heard.capped
    assert heard.end_s == pytest.approx(7.0, abs=2 * FRAME_S)


async def test_a_microphone_that_is_gone_is_an_error(setting: Setting) -> None:
    with pytest.raises(AudioError, match="rebranchez"):
        await setting.listener(ScriptedMicrophone(lasts_s=2.0)).hear(0.0, 15.0, ANSWER, HINTS)


async def test_a_recogniser_that_fails_is_an_error(setting: Setting) -> None:
    class Broken(ScriptedRecogniser):
        def recognise(self, samples: Samples, hints: Hints) -> Transcript:
            raise AudioError("Le modèle ne répond plus.")

    with pytest.raises(AudioError, match="répond plus"):
        await setting.listener(ScriptedMicrophone((1.0, 2.0)), Broken()).hear(0.0, 15.0, ANSWER, HINTS)


async def test_fit_runs_in_the_recognisers_thread(setting: Setting) -> None:
    listener = setting.listener(ScriptedMicrophone())
    assert await listener.fit(np.ones(10, np.float32), ("a", "abc")) == (1.0, 3.0)
