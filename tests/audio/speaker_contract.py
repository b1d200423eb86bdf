"""What every Speaker does. A test class inherits this and has the fixtures `speaker` and `now_s`, the audio clock."""

import asyncio
from collections.abc import Callable

import numpy as np
import pytest

from audio.ports import Sound, Speaker

Clock = Callable[[], float]


def sound(duration_s: float, rate_hz: int = 24_000) -> Sound:
    return Sound(np.full(round(duration_s * rate_hz), 0.25, np.float32), rate_hz)


class SpeakerContract:
    @pytest.mark.parametrize("rate_hz", [16_000, 22_050, 24_000, 44_100])
    async def test_a_sound_takes_its_duration_on_the_audio_clock(
        self, speaker: Speaker, now_s: Clock, rate_hz: int
    ) -> None:
        before_s = now_s()
        playback = await speaker.play(sound(0.2, rate_hz))
        assert playback.start_s >= before_s - 1e-6
        assert playback.end_s - playback.start_s == pytest.approx(0.2, abs=0.03)
        assert playback.end_s <= now_s() + 0.03
        assert not playback.cut

    async def test_sounds_follow_one_another(self, speaker: Speaker) -> None:
        first = await speaker.play(sound(0.05))
        second = await speaker.play(sound(0.05))
        assert second.start_s >= first.end_s - 1e-6

    async def test_an_empty_sound_takes_no_time(self, speaker: Speaker) -> None:
        playback = await speaker.play(sound(0.0))
        assert playback.end_s - playback.start_s == pytest.approx(0.0, abs=0.03)
        assert not playback.cut

    async def test_it_can_be_cut_short(self, speaker: Speaker, now_s: Clock) -> None:
        cut = asyncio.Event()
        playing = asyncio.create_task(speaker.play(sound(5.0), cut))
        start_s = now_s()
        while now_s() < start_s + 0.1:
            await asyncio.sleep(0)
        cut_s = now_s()
        cut.set()
        playback = await asyncio.wait_for(playing, 2.0)
        assert playback.cut
        assert playback.end_s <= cut_s + 0.3
        assert playback.end_s - playback.start_s < 1.0

    async def test_cut_before_it_began_it_is_not_heard(self, speaker: Speaker) -> None:
        cut = asyncio.Event()
        cut.set()
        playback = await asyncio.wait_for(speaker.play(sound(5.0), cut), 2.0)
        assert playback.cut
        assert playback.end_s - playback.start_s < 0.3

    async def test_a_cut_that_never_comes_changes_nothing(self, speaker: Speaker) -> None:
        playback = await speaker.play(sound(0.1), asyncio.Event())
        assert not playback.cut
        assert playback.end_s - playback.start_s == pytest.approx(0.1, abs=0.03)
