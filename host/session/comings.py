"""Devices that come and go in the course of an evening: what was half heard never counts, what is back is measured."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from audio.ports import AudioError, Playback, Sound, Speaker
from audio.room_tail import measure_tail
from host.dialogue.replies import Enumerated
from host.dialogue.requests import Enumerate
from host.session import lines
from host.session.arbiter import cancel
from host.session.ears import VoiceEars
from host.session.front import Listen
from host.session.interpret import Utterance
from host.session.room import RoomFront
from host.session.senses import NothingHeard

T = TypeVar("T")

_LOOK_S = 0.05


class Captioned:
    """A Speaker whose device may be away: a sentence that is not heard lasts as long, so that it can be read."""

    def __init__(self, speaker: Speaker, now_s: Callable[[], float]) -> None:
        self._speaker, self._now_s = speaker, now_s

    async def play(self, sound: Sound, cut: asyncio.Event | None = None) -> Playback:
        begun_s = self._now_s()
        playback = await self._speaker.play(sound, cut)
        if not playback.cut or (cut is not None and cut.is_set()):
            return playback
        until_s = begun_s + sound.duration_s
        while (left_s := until_s - self._now_s()) > 0 and not (cut is not None and cut.is_set()):
            await asyncio.sleep(min(_LOOK_S, left_s))
        return Playback(min(begun_s, playback.start_s), self._now_s(), cut=True)

    def close(self) -> None:
        self._speaker.close()


class Comings:
    """A room's ears while its devices come and go. The front is told by whoever tells `lost` and `found`.

    While the microphone is away nothing is heard, and an answer that it broke off is not heard at all. Before listening
    goes on, the room's tail is measured again; that is done here because here the host is silent.
    """

    def __init__(self, front: RoomFront, ears: VoiceEars) -> None:
        self._front, self._ears = front, ears
        self._away, self._back = asyncio.Event(), asyncio.Event()
        self._back.set()
        self._losses = 0
        self._changed = False
        self._name = ""

    def microphone_lost(self, name: str) -> None:
        self._name, self._losses, self._changed = name, self._losses + 1, True
        self._back.clear()
        self._away.set()

    def microphone_found(self) -> None:
        self._away.clear()
        self._back.set()

    def speaker_found(self) -> None:
        self._changed = True

    def speech_since_s(self) -> float | None:
        return self._ears.speech_since_s()

    async def hear(self, request: Listen, opened_s: float, time_s: float) -> Utterance | NothingHeard:
        if not self._away.is_set():
            ready_s = await self._ready(request, opened_s)
            if ready_s is None:
                return NothingHeard()
            heard = await self._unless_lost(self._ears.hear(request, ready_s, time_s))
            if heard is not None:
                return heard
        await self._until_back()
        return NothingHeard()

    async def held(self, request: Listen, opened_s: float, from_s: float, released: asyncio.Event) -> Utterance:
        """What a lost microphone broke off was not understood."""
        heard = await self._unless_lost(self._ears.held(request, opened_s, from_s, released))
        return heard if heard is not None else Utterance("", from_s - opened_s)

    async def enumerate(self, request: Enumerate, opened_s: float, counted: Callable[[int], None]) -> Enumerated:
        if not self._away.is_set():
            ready_s = await self._ready(request, opened_s)
            if ready_s is None:
                return Enumerated(0, ended_s=0.0)
            listed = await self._unless_lost(self._ears.enumerate(request, ready_s, counted))
            if listed is not None:
                return listed
        await self._until_back()
        return Enumerated(0, ended_s=self._front.microphone.now_s() - opened_s)

    async def _ready(self, request: Listen | Enumerate, opened_s: float) -> float | None:
        """When listening may open: after another measure of the tail, where a device has come back meanwhile.

        None when the microphone went once more while that was done: the front tells that it is back.
        """
        if not self._changed:
            return opened_s
        losses = self._losses
        await self._measure()
        self._front.screen.listening(request.to, request.time_s, "")
        return self._front.microphone.now_s() if losses == self._losses else None

    async def _unless_lost(self, hearing: Coroutine[Any, Any, T]) -> T | None:
        """None when the microphone is lost first."""
        heard = asyncio.ensure_future(hearing)
        away = asyncio.ensure_future(self._away.wait())
        try:
            waiting: set[asyncio.Future[Any]] = {heard, away}
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            return heard.result() if heard.done() else None
        finally:
            for task in (heard, away):
                if not task.done():
                    await cancel(task)

    async def _until_back(self) -> None:
        await self._say(lines.MICROPHONE_LOST.format(name=self._name))
        await self._measure()

    async def _measure(self) -> None:
        """When the microphone is there, and once more if it goes away meanwhile."""
        while self._changed:
            await self._back.wait()
            losses = self._losses
            await measure(self._front, self._ears)
            self._changed = losses != self._losses

    async def _say(self, text: str) -> None:
        """Aloud only: the caption is there already."""
        if self._front.mouth is None:
            return
        with contextlib.suppress(AudioError):
            await self._front.speaker.play(await self._front.mouth.get(text))


async def measure(front: RoomFront, ears: VoiceEars) -> None:
    """The room's tail anew, in mid-evening, when nobody keeps quiet for it.

    Where the host is not heard, the tail known so far stays; and what is louder than the room was may be voices.
    """
    front.screen.caption(lines.GETTING_READY)
    tail = await measure_tail(front.speaker, front.microphone)
    front.tail_s = tail.tail_s if tail.heard else max(front.tail_s, tail.tail_s)
    ears.noise_db = min(ears.noise_db, tail.noise_db)
