"""The front of a real evening, or of a recorded one: a voice, ears, keys and a screen around one audio clock."""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from audio.earcons import earcon
from audio.ports import AudioError, Microphone, Playback, Sound, Speaker
from host.answers.commands import Command
from host.answers.sounds import Sounds
from host.dialogue.expectation import Option
from host.dialogue.replies import Interrupted, Seen, Settled, Silence, Spoken, Waited
from host.dialogue.requests import Ask, Choose, Gather, Say, Secret, View, Wait
from host.session import lines
from host.session.front import Heard, Listen, Ordered
from host.session.interpret import Utterance, comes_first, interpret
from host.session.keys import Keys, Typed
from host.session.screen import Screen

#: However little time was left when the microphone went, an answer gets this long.
LEAST_AFTER_LOSS_S = 5.0
#: How long after the time a line begun in it may still be finished.
LONGEST_TYPING_S = 30.0


@dataclass(frozen=True)
class NothingHeard:
    """No speech began in time; `late` is what was begun after it."""

    late: str | None = None


class Ears(Protocol):
    """Hearing one answer. Times in seconds from the request's opening, `opened_s` on the audio clock."""

    async def hear(self, request: Listen, opened_s: float, time_s: float) -> Utterance | NothingHeard: ...

    def speech_since_s(self) -> float | None:
        """When the speech in progress began (audio clock); None when nobody speaks."""
        ...


class Mouth(Protocol):
    """Turning text into sound ahead of time. Raises AudioError when the engine is lost."""

    def prepare(self, text: str) -> None: ...

    async def get(self, text: str) -> Sound: ...


class Cue(Protocol):
    """Told when a request opens its listening: recorded players take it as their cue."""

    def opens(self, request: Listen, opened_s: float) -> None: ...

    def cursor(self) -> int: ...

    def resume_at(self, cursor: int) -> None: ...


@dataclass
class RoomFront:
    """`tail_s` is how long the room goes on sounding after the speaker. Without `ears` only keys are heard."""

    microphone: Microphone
    speaker: Speaker
    mouth: Mouth | None
    ears: Ears | None
    keys: Keys
    screen: Screen
    sounds: Sounds | None = None
    cue: Cue | None = None
    tail_s: float = 0.1
    caption_pace: Callable[[str], float] | None = None

    def __post_init__(self) -> None:
        self.said: list[str] = []
        self._quiet_from_s: float | None = None
        self._lost_at_s: float | None = None
        self._found = asyncio.Event()
        self._kept: Typed | None = None

    async def say(self, request: Say) -> Spoken | Interrupted:
        if request.sound is not None:
            await self._play(earcon(request.sound))
        return await self._speak(request.text)

    async def note(self, text: str) -> None:
        await self._speak(text)

    async def _speak(self, text: str) -> Spoken:
        self.keys.forget()
        self.said.append(text)
        self.screen.caption(text)
        try:
            sound = await self.mouth.get(text) if self.mouth is not None else None
        except AudioError as error:
            self.mouth, sound = None, None
            self.screen.caption(f"({error})")
        if sound is not None:
            played = await self._play(sound)
            return Spoken(round(played.end_s - played.start_s, 3), played.cut)
        return await self._read(text)

    async def _play(self, sound: Sound) -> Playback:
        """A key cuts the host short; what the microphone caught of the host is never heard as an answer."""
        cut = asyncio.Event()
        key = asyncio.ensure_future(self.keys.any_key())
        key.add_done_callback(lambda done: cut.set() if not done.cancelled() else None)
        try:
            played = await self.speaker.play(sound, cut)
        finally:
            await _cancel(key)
        self._quiet_from_s = played.end_s + self.tail_s
        return played

    async def _read(self, text: str) -> Spoken:
        """Without a voice the caption stays as long as it takes to read it, or until a key."""
        pace_s = self.caption_pace(text) if self.caption_pace is not None else 0.0
        if pace_s <= 0:
            return Spoken(0.0)
        key = asyncio.ensure_future(self.keys.any_key())
        done, _ = await asyncio.wait({key}, timeout=pace_s)
        await _cancel(key)
        return Spoken(pace_s, cut=bool(done))

    async def listen(self, request: Listen, time_s: float) -> Heard | Ordered:
        opened_s = self._open()
        kept, self._kept = self._kept, None
        if kept is not None and (broke := breaks_in(kept.text, request.breakers)) is not None:
            return Interrupted(broke)
        self.screen.listening(request.to, time_s, hint(request))
        if self.cue is not None:
            self.cue.opens(request, opened_s)
        heard = await self._first(request, opened_s, time_s)
        if self._lost_at_s is not None and isinstance(heard, NothingHeard):
            return await self._after_loss(request, time_s - max(0.0, self._lost_at_s - opened_s))
        self.screen.settled(heard.text if isinstance(heard, Utterance) else "")
        if isinstance(heard, NothingHeard):
            return Silence(time_s, heard.late)
        if (broke := breaks_in(heard.text, request.breakers)) is not None:
            return Interrupted(broke, heard.by, heard.started_s)
        return interpret(request, heard, self.sounds)

    def microphone_lost(self, name: str) -> None:
        """The clock of the answer stops where the microphone went; keys still count."""
        self._lost_at_s = self.microphone.now_s()
        self._found.clear()
        self.screen.caption(lines.MICROPHONE_LOST.format(name=name))

    def microphone_found(self, name: str) -> None:
        self._found.set()

    async def _after_loss(self, request: Listen, left_s: float) -> Heard | Ordered:
        """Nothing was heard because nothing could be: listen again for the time that was left."""
        found = asyncio.ensure_future(self._found.wait())
        line = asyncio.ensure_future(self.keys.line())
        try:
            await asyncio.wait({found, line}, return_when=asyncio.FIRST_COMPLETED)
            if line.done():
                return interpret(request, _typed(line.result(), line.result().started_s), self.sounds)
        finally:
            await _cancel(found)
            await _cancel(line)
        self._lost_at_s = None
        await self.note(lines.MICROPHONE_FOUND)
        return await self.listen(request, max(LEAST_AFTER_LOSS_S, left_s))

    def _open(self) -> float:
        """Listening opens where the room fell silent after the host, or now; nothing before that is heard."""
        opened_s = self._quiet_from_s if self._quiet_from_s is not None else self.microphone.now_s()
        self._quiet_from_s = None
        self.microphone.skip_to(opened_s)
        return opened_s

    async def _first(self, request: Listen, opened_s: float, time_s: float) -> Utterance | NothingHeard:
        """Voice or keys, whichever *began* first; a line begun in time is waited for, however long it takes."""
        voice_wanted = self.ears is not None and not (isinstance(request, Choose) and request.keys_only)
        voice: asyncio.Future[Utterance | NothingHeard]
        if voice_wanted and self.ears is not None:
            voice = asyncio.ensure_future(self.ears.hear(request, opened_s, time_s))
        else:
            voice = asyncio.ensure_future(self._deadline(opened_s + time_s))
        line = asyncio.ensure_future(self.keys.line())
        try:
            await asyncio.wait({voice, line}, return_when=asyncio.FIRST_COMPLETED)
            if voice.done() and not line.done():
                since_s = self.keys.typing_since_s()
                if since_s is not None and _began_before(since_s - opened_s, voice.result(), time_s):
                    await self._until_typed(line)
                return _typed(line.result(), opened_s) if line.done() else voice.result()
            speaking_s = self.ears.speech_since_s() if self.ears is not None and voice_wanted else None
            if speaking_s is not None and comes_first(speaking_s, line.result().started_s):
                spoken = await voice
                if isinstance(spoken, Utterance) and spoken.text:
                    self._kept = line.result()  # it came second; the next request may allow it to break in
                    return spoken
            return _typed(line.result(), opened_s)
        finally:
            await _cancel(voice)
            await _cancel(line)

    async def _until_typed(self, line: "asyncio.Future[Typed]") -> None:
        """Until the line in progress is finished, rubbed out, or left lying about. Time goes on meanwhile."""
        until_s = self.microphone.now_s() + LONGEST_TYPING_S
        while not line.done() and self.keys.typing_since_s() is not None and self.microphone.now_s() < until_s:
            await self.microphone.read()
        await asyncio.sleep(0)  # a line that has just been finished

    async def _deadline(self, at_s: float) -> NothingHeard:
        """Time passes on the audio clock, whether or not anybody listens to what is captured."""
        while self.microphone.now_s() < at_s:
            await self.microphone.read()
        return NothingHeard()

    async def gather(
        self, request: Gather, already: Mapping[str, Settled], arrived: Callable[[str, Settled], None]
    ) -> None:
        """Round one laptop the seats answer one after the other, in seat order."""
        for seat, each in request.requests.items():
            if seat in already:
                continue
            if isinstance(each, Secret):
                arrived(seat, await self.secret(each))
                continue
            heard = await self.listen(each, request.time_s)
            while isinstance(heard, Ordered):
                heard = await self.listen(each, request.time_s)
            arrived(seat, Silence(heard.at_s) if isinstance(heard, Interrupted) else heard)

    async def secret(self, request: Secret) -> Seen:
        """Cards are shown at the laptop only by games that have them; none of the games hosted here has."""
        raise AudioError(f"{request.key} : pas de carte secrète sur cet écran.")

    async def wait(self, request: Wait) -> Waited | Interrupted:
        kept, self._kept = self._kept, None
        if kept is not None and (broke := breaks_in(kept.text, request.breakers)) is not None:
            return Interrupted(broke)
        opened_s = self._open()
        over = asyncio.ensure_future(self._deadline(opened_s + request.time_s))
        line = asyncio.ensure_future(self.keys.line())
        try:
            while not over.done():
                await asyncio.wait({over, line}, return_when=asyncio.FIRST_COMPLETED)
                if line.done():
                    broke = breaks_in(line.result().text, request.breakers)
                    if broke is not None:
                        return Interrupted(broke, None, max(0.0, line.result().started_s - opened_s))
                    line = asyncio.ensure_future(self.keys.line())
        finally:
            await _cancel(over)
            await _cancel(line)
        return Waited(request.time_s)

    async def show(self, view: View) -> None:
        self.screen.show(view)

    async def pause(self) -> None:
        go_on = Option("reprends", ("reprends", "on reprend", "reprenez", "c'est reparti", "on y va"), False)
        request = Choose(key="pause", options=(go_on,), time_s=600.0)
        while True:
            heard = await self.listen(request, request.time_s)
            by_key = not isinstance(heard, Silence | Ordered | Interrupted) and heard.via == "keyboard"
            resumed = isinstance(heard, Ordered) and heard.command is Command.RESUME
            if by_key or resumed or getattr(heard, "option", None) == go_on.id:
                return

    def cursor(self) -> int:
        return self.cue.cursor() if self.cue is not None else 0

    def resume_at(self, cursor: int) -> None:
        if self.cue is not None:
            self.cue.resume_at(cursor)


def breaks_in(text: str, breakers: tuple[str, ...]) -> str | None:
    """Which of `breakers` these words are, if they are nothing else ("trut !")."""
    said = text.strip(" !.?").casefold()
    return next((kind for kind in breakers if said == kind.casefold()), None)


def hint(request: Listen) -> str:
    """What may be said or typed, for the screen."""
    if isinstance(request, Ask):
        return "répondez à voix haute, ou au clavier puis Entrée"
    return " · ".join(option.label for option in request.options)


def _typed(line: Typed, opened_s: float) -> Utterance:
    return Utterance(line.text, max(0.0, line.started_s - opened_s), via="keyboard")


def _began_before(typed_s: float, spoken: Utterance | NothingHeard, time_s: float) -> bool:
    if isinstance(spoken, NothingHeard):
        return typed_s <= time_s
    return typed_s < spoken.started_s


async def _cancel(task: "asyncio.Future[Any]") -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
