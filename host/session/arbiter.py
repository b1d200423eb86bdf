"""Who came first on the audio clock: a voice, a typed line, or the talk key held down."""

import asyncio
import contextlib
from dataclasses import dataclass
from typing import Any

from audio.ports import Microphone
from host.dialogue.requests import Choose
from host.session.front import Listen
from host.session.interpret import Utterance, comes_first
from host.session.keys import Keys, Typed
from host.session.screen import Screen
from host.session.senses import Ears, NothingHeard

#: How long after the time a line begun in it may still be finished.
LONGEST_TYPING_S = 30.0


@dataclass
class Arbiter:
    """`kept` is a line that came second to a voice: the next request may allow it to break in."""

    microphone: Microphone
    keys: Keys
    screen: Screen
    kept: Typed | None = None

    async def first(
        self, request: Listen, ears: Ears | None, opened_s: float, time_s: float
    ) -> Utterance | NothingHeard:
        """What *began* first; a line begun in time is waited for, however long it takes."""
        if isinstance(request, Choose) and request.keys_only:
            ears = None
        voice: asyncio.Future[Utterance | NothingHeard] = asyncio.ensure_future(
            ears.hear(request, opened_s, time_s) if ears is not None else deadline(self.microphone, opened_s + time_s)
        )
        line = asyncio.ensure_future(self.keys.line())
        held = asyncio.ensure_future(self.keys.held())
        waiting: set[asyncio.Future[Any]] = {voice, line, held}
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if held.done() and ears is not None and not (voice.done() or line.done()):
                if held.result() - opened_s <= time_s:
                    await cancel(voice)
                    return await self._talked(request, ears, opened_s, max(opened_s, held.result()))
            if not voice.done() and not line.done():
                await asyncio.wait(waiting - {held}, return_when=asyncio.FIRST_COMPLETED)
            if voice.done() and not line.done():
                since_s = self.keys.typing_since_s()
                if since_s is not None and _began_before(since_s - opened_s, voice.result(), time_s):
                    await self._until_typed(line)
                return typed(line.result(), opened_s) if line.done() else voice.result()
            speaking_s = ears.speech_since_s() if ears is not None else None
            if speaking_s is not None and comes_first(speaking_s, line.result().started_s):
                spoken = await voice
                if isinstance(spoken, Utterance) and spoken.text:
                    self.kept = line.result()
                    return spoken
            return typed(line.result(), opened_s)
        finally:
            await cancel(voice)
            await cancel(line)
            await cancel(held)

    async def _talked(self, request: Listen, ears: Ears, opened_s: float, from_s: float) -> Utterance:
        """Push-to-talk: the key says where the answer begins and ends, not the voice."""
        self.screen.talking()
        released = asyncio.Event()
        key = asyncio.ensure_future(self.keys.released())
        key.add_done_callback(lambda done: released.set())
        try:
            return await ears.held(request, opened_s, from_s, released)
        finally:
            await cancel(key)

    async def _until_typed(self, line: "asyncio.Future[Typed]") -> None:
        """Until the line in progress is finished, rubbed out, or left lying about. Time goes on meanwhile."""
        until_s = self.microphone.now_s() + LONGEST_TYPING_S
        while not line.done() and self.keys.typing_since_s() is not None and self.microphone.now_s() < until_s:
            await self.microphone.read()
        await asyncio.sleep(0)  # a line that has just been finished


async def deadline(microphone: Microphone, at_s: float) -> NothingHeard:
    """Time passes on the audio clock, whether or not anybody listens to what is captured."""
    while microphone.now_s() < at_s:
        await microphone.read()
    return NothingHeard()


def typed(line: Typed, opened_s: float) -> Utterance:
    return Utterance(line.text, max(0.0, line.started_s - opened_s), via="keyboard")


async def cancel(task: "asyncio.Future[Any]") -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


def _began_before(typed_s: float, spoken: Utterance | NothingHeard, time_s: float) -> bool:
    if isinstance(spoken, NothingHeard):
        return typed_s <= time_s
    return typed_s < spoken.started_s
