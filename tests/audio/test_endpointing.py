"""Where utterances begin and end: exactly with a fake detector, and with Silero on recordings of people and rooms."""

import random

import numpy as np
import pytest

from audio.endpointing import (
    ANSWER,
    CHOICE,
    LIST,
    Ended,
    Endpoint,
    Endpointer,
    Event,
    Paused,
    Resumed,
    SileroVad,
    Started,
)
from audio.ports import FRAME_S, FRAME_SAMPLES, HEARING_RATE_HZ, Frame, Samples
from tests.audio.conftest import Clip


class LoudIsVoice:
    """Every frame that is not silent is a voice."""

    def __init__(self) -> None:
        self.resets = 0

    def reset(self) -> None:
        self.resets += 1

    def probability(self, samples: Samples) -> float:
        return 1.0 if np.abs(samples).max() > 1e-4 else 0.0


def frames(pattern: str, opened_s: float = 0.0) -> list[Frame]:
    """One frame a sign: `.` silence, `V` voice, `w` a voice 20 dB below it, `-` a frame that was dropped."""
    level = {".": 0.0, "V": 0.3, "w": 0.03}
    return [
        Frame(opened_s + i * FRAME_S, np.full(FRAME_SAMPLES, level[sign], np.float32))
        for i, sign in enumerate(pattern)
        if sign != "-"
    ]


def run(pattern: str, endpoint: Endpoint = ANSWER, opened_s: float = 0.0) -> list[Event]:
    endpointer, events = Endpointer(LoudIsVoice(), endpoint, opened_s), list[Event]()
    for frame in frames(pattern, opened_s):
        events += endpointer.feed(frame)
        if events and isinstance(events[-1], Ended):
            break
    return events


def at(frame: int) -> float:
    return frame * FRAME_S


def kinds(events: list[Event]) -> list[type]:
    return [type(event) for event in events]


def test_an_utterance_is_started_paused_and_ended() -> None:
    events = run("." * 20 + "V" * 10 + "." * 40)
    assert kinds(events) == [Started, Paused, Ended]
    started, paused, ended = events
    assert isinstance(started, Started)
    assert isinstance(paused, Paused)
    assert isinstance(ended, Ended)
    assert started.onset_s == pytest.approx(at(20))
    assert started.start_s == pytest.approx(at(20) - 0.3)
    assert paused.end_s == ended.end_s == pytest.approx(at(30))
    assert not ended.capped


def test_the_end_has_the_samples_of_the_pause_with_pre_roll_and_a_little_tail() -> None:
    *_, paused, ended = run("." * 20 + "V" * 10 + "." * 40)
    assert isinstance(paused, Paused)
    assert isinstance(ended, Ended)
    assert ended.samples is paused.samples
    voiced = np.flatnonzero(ended.samples) / HEARING_RATE_HZ
    assert voiced[0] == pytest.approx(0.3, abs=FRAME_S)
    assert len(ended.samples) / HEARING_RATE_HZ - voiced[-1] == pytest.approx(0.2, abs=FRAME_S + 1e-3)


def test_speech_that_resumes_voids_the_pause() -> None:
    events = run("V" * 10 + "." * 15 + "V" * 10 + "." * 40)
    assert kinds(events) == [Started, Paused, Resumed, Paused, Ended]
    assert isinstance(events[-1], Ended)
    assert events[-1].end_s == pytest.approx(at(35))
    assert np.count_nonzero(events[-1].samples) == 20 * FRAME_SAMPLES


@pytest.mark.parametrize(("endpoint", "silence_s"), [(CHOICE, 0.45), (ANSWER, 0.8), (LIST, 2.5)])
def test_the_end_comes_after_the_silence_of_what_is_expected(endpoint: Endpoint, silence_s: float) -> None:
    needed = int(np.ceil(silence_s / FRAME_S - 1e-9))
    assert Ended not in kinds(run("V" * 10 + "." * (needed - 1), endpoint))
    assert Ended in kinds(run("V" * 10 + "." * needed, endpoint))


def test_h4_two_oui_with_a_pause_are_one_answer() -> None:
    events = run("V" * 8 + "." * 19 + "V" * 8 + "." * 40, ANSWER)
    assert kinds(events).count(Ended) == 1
    assert isinstance(events[-1], Ended)
    assert events[-1].end_s == pytest.approx(at(35))


@pytest.mark.parametrize("pattern", ["V" + "." * 40, "VV" + "." * 40, ("V" + "." * 11) * 5, "." * 200])
def test_blips_and_silence_are_no_speech(pattern: str) -> None:
    assert run(pattern) == []


def test_h6_the_pre_roll_reaches_back_to_the_opening_and_no_further() -> None:
    events = run("..VVVVVVVV" + "." * 40, opened_s=7.0)
    assert isinstance(events[0], Started)
    assert events[0].onset_s == pytest.approx(7.0 + at(2))
    assert events[0].start_s == pytest.approx(7.0)
    assert isinstance(events[-1], Ended)
    assert np.count_nonzero(events[-1].samples) == 8 * FRAME_SAMPLES
    assert np.flatnonzero(events[-1].samples)[0] == 2 * FRAME_SAMPLES


def test_a_candidate_is_known_before_it_is_certain() -> None:
    endpointer = Endpointer(LoudIsVoice(), ANSWER, 0.0)
    first, second, third = frames("VVV")
    endpointer.feed(first)
    endpointer.feed(second)
    assert (endpointer.candidate_s, endpointer.onset_s) == (0.0, None)
    endpointer.feed(third)
    assert endpointer.onset_s == 0.0


def test_h8_a_weaker_voice_that_goes_on_does_not_keep_listening_open() -> None:
    events = run("V" * 40 + "w" * 200)
    assert isinstance(events[-1], Ended)
    assert events[-1].end_s == pytest.approx(at(40), abs=0.2)
    assert len(events[-1].samples) / HEARING_RATE_HZ < at(40) + 0.9
    assert not events[-1].capped
    # Listening closed within 2.5 s of the last word.
    assert Ended in kinds(run("V" * 40 + "w" * int(2.5 / FRAME_S)))


def test_h8_a_weaker_voice_before_the_player_is_cut_off() -> None:
    events = run("w" * 100 + "V" * 20 + "." * 40)
    assert isinstance(events[-1], Ended)
    assert not events[-1].capped
    assert len(events[-1].samples) / HEARING_RATE_HZ < at(20) + 1.0
    assert np.count_nonzero(events[-1].samples > 0.1) == 20 * FRAME_SAMPLES


def test_h8_the_cap_counts_from_the_player_and_not_from_the_weaker_voice() -> None:
    events = run("w" * 150 + "V" * 100 + "." * 40)
    assert isinstance(events[-1], Ended)
    assert not events[-1].capped
    assert np.count_nonzero(events[-1].samples > 0.1) == 100 * FRAME_SAMPLES


def test_h8_as_loud_as_the_player_is_capped() -> None:
    events = run("V" * 400)
    assert isinstance(events[-1], Ended)
    assert events[-1].capped
    assert events[-1].end_s == pytest.approx(6.0, abs=FRAME_S)


def test_a_tail_that_is_weak_and_then_silent_is_kept() -> None:
    events = run("V" * 40 + "w" * 25 + "." * 40)
    assert kinds(events) == [Started, Paused, Resumed, Paused, Ended]
    assert isinstance(events[-1], Ended)
    assert events[-1].end_s == pytest.approx(at(65))
    assert np.count_nonzero(events[-1].samples) == 65 * FRAME_SAMPLES


def test_h11_dropped_frames_are_not_silence() -> None:
    events = run("V" * 10 + "-" * 50 + "V" * 10 + "." * 40)
    assert kinds(events) == [Started, Paused, Ended]
    assert isinstance(events[-1], Ended)
    assert np.count_nonzero(events[-1].samples) == 20 * FRAME_SAMPLES


def test_the_detector_forgets_what_was_before_the_opening() -> None:
    vad = LoudIsVoice()
    Endpointer(vad, ANSWER, 0.0)
    assert vad.resets == 1


# Silero, on recordings


def noise(duration_s: float, rms: float = 1e-3) -> Samples:
    generator = np.random.default_rng(1)
    return (generator.standard_normal(round(duration_s * HEARING_RATE_HZ)) * rms).astype(np.float32)


def hear(samples: Samples, endpoint: Endpoint = ANSWER) -> list[Event]:
    endpointer, events = Endpointer(SileroVad(), endpoint, 0.0), list[Event]()
    for i in range(0, len(samples) - FRAME_SAMPLES + 1, FRAME_SAMPLES):
        events += endpointer.feed(Frame(i / HEARING_RATE_HZ, samples[i : i + FRAME_SAMPLES]))
        if events and isinstance(events[-1], Ended):
            break
    return events


def loud_part_s(samples: Samples) -> tuple[float, float]:
    """Where a clip is within 25 dB of its loudest 10 ms."""
    power = np.square(samples[: len(samples) // 160 * 160]).reshape(-1, 160).mean(axis=1)
    loud = np.flatnonzero(power > power.max() * 10**-2.5)
    return float(loud[0]) * 0.01, float(loud[-1] + 1) * 0.01


def test_silero_finds_people(clips: list[Clip]) -> None:
    sample = random.Random(11).sample([clip for clip in clips if clip.kind.startswith("fr-")], 60)
    found, near, kept = 0, 0, 0
    for clip in sample:
        begins_s, ends_s = loud_part_s(clip.samples)
        events = hear(np.concatenate([noise(0.5), clip.samples, noise(1.5)]))
        if not events or not isinstance(events[-1], Ended):
            continue
        found += 1
        started = events[0]
        assert isinstance(started, Started)
        near += abs(started.onset_s - 0.5 - begins_s) <= 0.3
        kept += started.start_s - 0.5 <= begins_s and events[-1].end_s - 0.5 >= ends_s - 0.2
    assert found >= 57  # 95 %
    assert near >= 54  # the others begin with a noise of their own
    assert kept >= 54


@pytest.mark.parametrize("rms", [0.0, 1e-4, 1e-2, 0.1])
def test_silero_hears_nothing_in_silence_and_hiss(rms: float) -> None:
    assert hear(noise(4.0, rms)) == []


def test_silero_hears_nothing_in_clicks_and_tones() -> None:
    clicks = noise(4.0)
    clicks[:: HEARING_RATE_HZ // 4] = 0.9
    assert hear(clicks) == []
    tone = 0.2 * np.sin(2 * np.pi * 880 * np.arange(4 * HEARING_RATE_HZ) / HEARING_RATE_HZ)
    assert hear(tone.astype(np.float32)) == []


def test_silero_hears_nothing_in_most_noises(clips: list[Clip]) -> None:
    things = ("noise-door", "noise-knock", "noise-impact", "noise-clap", "noise-snap", "noise-typing", "noise-whistle")
    noises = [clip for clip in clips if clip.kind.startswith(things)]
    assert len(noises) > 10
    heard = [c.path.name for c in noises if hear(np.concatenate([noise(0.5), c.samples[: 10 * HEARING_RATE_HZ]]))]
    assert heard == []


def test_h5_silero_finds_quiet_and_clipped_people(clips: list[Clip]) -> None:
    sample = random.Random(12).sample([clip for clip in clips if clip.kind == "fr-word"], 10)
    for gain in (0.1, 10.0):
        samples = [np.clip(c.samples * gain, -1, 1).astype(np.float32) for c in sample]
        events = [hear(np.concatenate([noise(0.5, 1e-4), s, noise(1.5, 1e-4)])) for s in samples]
        assert sum(Ended in kinds(e) for e in events) == 10


def test_h8_silero_with_babble_10_db_below_closes_in_time(clips: list[Clip]) -> None:
    (babble,) = [c for c in clips if "restaurant-01" in c.path.name]
    sample = random.Random(13).sample([clip for clip in clips if clip.kind == "fr-phrase"], 10)
    closed = 0
    for i, clip in enumerate(sample):
        begins_s, ends_s = loud_part_s(clip.samples)
        room = babble.samples[i * 16_000 :][: 9 * HEARING_RATE_HZ].copy()
        loud = clip.samples[int(begins_s * HEARING_RATE_HZ) : int(ends_s * HEARING_RATE_HZ)]
        room *= np.sqrt(np.mean(loud**2) / np.mean(room**2) / 10)
        room[HEARING_RATE_HZ : HEARING_RATE_HZ + len(clip.samples)] += clip.samples
        endpointer = Endpointer(SileroVad(), ANSWER, 0.0)
        for at_sample in range(0, len(room) - FRAME_SAMPLES + 1, FRAME_SAMPLES):
            now_s = (at_sample + FRAME_SAMPLES) / HEARING_RATE_HZ
            events = endpointer.feed(Frame(now_s - FRAME_S, room[at_sample : at_sample + FRAME_SAMPLES]))
            if events and isinstance(events[-1], Ended):
                closed += ends_s - 0.5 < now_s - 1.0 < ends_s + 2.5
                break
    assert closed >= 8
