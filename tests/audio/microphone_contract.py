"""What every Microphone does. A test class inherits this and has a `microphone` fixture."""

import asyncio

import numpy as np
import pytest

from audio.ports import FRAME_S, FRAME_SAMPLES, AudioError, Microphone


class MicrophoneContract:
    async def test_frames_follow_one_another_without_a_gap(self, microphone: Microphone) -> None:
        frames = [await microphone.read() for _ in range(8)]
        for frame in frames:
            assert frame.samples.shape == (FRAME_SAMPLES,)
            assert frame.samples.dtype == np.float32
            assert float(np.abs(frame.samples).max()) <= 1.0
        starts_s = [frame.start_s for frame in frames]
        assert np.diff(starts_s) == pytest.approx(FRAME_S, abs=1e-6)

    async def test_a_frame_is_of_the_past(self, microphone: Microphone) -> None:
        for _ in range(4):
            frame = await microphone.read()
            assert frame.start_s + FRAME_S <= microphone.now_s() + 1e-6

    async def test_its_clock_never_goes_back(self, microphone: Microphone) -> None:
        times_s = [microphone.now_s()]
        for _ in range(4):
            await microphone.read()
            times_s.append(microphone.now_s())
        assert times_s == sorted(times_s)
        assert times_s[-1] > times_s[0]

    async def test_what_is_skipped_is_not_delivered(self, microphone: Microphone) -> None:
        for _ in range(3):
            await microphone.read()
        at_s = microphone.now_s() + 2 * FRAME_S
        microphone.skip_to(at_s)
        assert (await microphone.read()).start_s >= at_s - 1e-4

    async def test_skipping_into_the_past_brings_nothing_back(self, microphone: Microphone) -> None:
        last = [await microphone.read() for _ in range(3)][-1]
        microphone.skip_to(0.0)
        assert (await microphone.read()).start_s > last.start_s

    async def test_reading_lets_other_tasks_run(self, microphone: Microphone) -> None:
        turns = 0

        async def other() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        task = asyncio.create_task(other())
        for _ in range(5):
            await microphone.read()
        task.cancel()
        assert turns >= 4

    async def test_closed_it_is_gone_for_good(self, microphone: Microphone) -> None:
        await microphone.read()
        microphone.close()
        microphone.close()
        with pytest.raises(AudioError):
            await microphone.read()
