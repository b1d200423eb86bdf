"""The front of a real evening, or of a recorded one: a voice, ears, keys and a screen around one audio clock."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from audio.earcons import earcon
from audio.ports import AudioError, Microphone, Playback, Sound, Speaker
from host.answers.commands import Command
from host.answers.sounds import Sounds
from host.dialogue.expectation import Option
from host.dialogue.replies import Enumerated, Interrupted, Seen, Settled, Silence, Spoken, Unsettled, Waited
from host.dialogue.requests import Ask, Choose, Enumerate, Gather, Say, Secret, View, Wait
from host.session import lines
from host.session.arbiter import Arbiter, cancel, deadline, typed
from host.session.enumerating import enumerate_aloud
from host.session.front import Heard, Listen, Ordered
from host.session.interpret import Utterance, interpret
from host.session.keys import Keys
from host.session.screen import Screen
from host.session.senses import Cue, Ears, Mouth, NothingHeard

#: However little time was left when the microphone went, an answer gets this long.
LEAST_AFTER_LOSS_S = 5.0
LIST_HINT = "à voix haute, ou au clavier · « je passe » arrête"


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
        self._arbiter = Arbiter(self.microphone, self.keys, self.screen)
        self._talk_key_offered = False

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
            await cancel(key)
        self._quiet_from_s = played.end_s + self.tail_s
        return played

    async def _read(self, text: str) -> Spoken:
        """Without a voice the caption stays as long as it takes to read it, or until a key."""
        pace_s = self.caption_pace(text) if self.caption_pace is not None else 0.0
        if pace_s <= 0:
            return Spoken(0.0)
        key = asyncio.ensure_future(self.keys.any_key())
        done, _ = await asyncio.wait({key}, timeout=pace_s)
        await cancel(key)
        return Spoken(pace_s, cut=bool(done))

    async def listen(self, request: Listen, time_s: float) -> Heard | Ordered:
        if self._lost_at_s is not None and self._found.is_set():  # it went and came back while the host spoke
            self._lost_at_s = None
            await self.note(lines.MICROPHONE_FOUND)
        opened_s = self._open()
        kept, self._arbiter.kept = self._arbiter.kept, None
        if kept is not None and (broke := breaks_in(kept.text, request.breakers)) is not None:
            return Interrupted(broke)
        self.screen.listening(request.to, time_s, hint(request) + self._talk_hint())
        if self.cue is not None:
            self.cue.opens(request, opened_s)
        heard = await self._arbiter.first(request, self.ears, opened_s, time_s)
        if self._lost_at_s is not None and isinstance(heard, NothingHeard):
            return await self._after_loss(request, time_s - max(0.0, self._lost_at_s - opened_s))
        self.screen.settled(heard.text if isinstance(heard, Utterance) else "")
        if isinstance(heard, NothingHeard):
            return Silence(time_s, heard.late)
        if (broke := breaks_in(heard.text, request.breakers)) is not None:
            return Interrupted(broke, heard.by, heard.started_s)
        settled = interpret(request, heard, self.sounds)
        if isinstance(settled, Unsettled) and (heard.capped or request.key.endswith(".encore")):
            await self._offer_talk_key()
        return settled

    async def _offer_talk_key(self) -> None:
        """When hearing fails in a room that is too loud (H8): told once, and shown from then on."""
        if self.keys.talk_key and not self._talk_key_offered and self.ears is not None:
            self._talk_key_offered = True
            await self.note(lines.TOO_LOUD.format(key=self.keys.talk_key))

    async def enumerate(self, request: Enumerate) -> Enumerated | Interrupted:
        """A timed list (N6): nobody speaks but the players; each further element is a tick, and a mark on screen."""
        while True:
            opened_s = self._open()
            self._arbiter.kept, lost_at_s = None, self._lost_at_s
            self.screen.listening(request.to, request.time_s, LIST_HINT)
            self.screen.counted(0, request.wanted)
            if self.cue is not None:
                self.cue.opens(request, opened_s)
            ticks = _Ticks(self.speaker, self.screen, request.wanted)
            listed = await enumerate_aloud(
                request,
                opened_s,
                microphone=self.microphone,
                ears=self.ears,
                keys=self.keys,
                sounds=self.sounds,
                counted=ticks.counted,
            )
            self.screen.settled(listed.heard)
            await ticks.over()
            if self._lost_at_s in (None, lost_at_s) or listed.count >= request.wanted:
                return listed
            await self._found.wait()  # what was said to a microphone that was not there is said again
            self._lost_at_s = None
            await self.note(lines.MICROPHONE_FOUND)

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
                return interpret(request, typed(line.result(), line.result().started_s), self.sounds)
        finally:
            await cancel(found)
            await cancel(line)
        self._lost_at_s = None
        await self.note(lines.MICROPHONE_FOUND)
        return await self.listen(request, max(LEAST_AFTER_LOSS_S, left_s))

    def _talk_hint(self) -> str:
        return f"  ({self.keys.talk_key} tenue : micro ouvert)" if self._talk_key_offered else ""

    def _open(self) -> float:
        """Listening opens where the room fell silent after the host, or now; nothing before that is heard."""
        opened_s = self._quiet_from_s if self._quiet_from_s is not None else self.microphone.now_s()
        self._quiet_from_s = None
        self.microphone.skip_to(opened_s)
        return opened_s

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
        kept, self._arbiter.kept = self._arbiter.kept, None
        if kept is not None and (broke := breaks_in(kept.text, request.breakers)) is not None:
            return Interrupted(broke)
        opened_s = self._open()
        over = asyncio.ensure_future(deadline(self.microphone, opened_s + request.time_s))
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
            await cancel(over)
            await cancel(line)
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


class _Ticks:
    """A mark and a tick for each element counted: short enough not to be heard as speech."""

    def __init__(self, speaker: Speaker, screen: Screen, wanted: int) -> None:
        self._speaker, self._screen, self._wanted = speaker, screen, wanted
        self._count = 0
        self._playing: set[asyncio.Future[Playback]] = set()

    def counted(self, found: int) -> None:
        if found > self._count:
            self._count = found
            self._screen.counted(found, self._wanted)
            self._playing.add(asyncio.ensure_future(self._speaker.play(earcon("tic"))))

    async def over(self) -> None:
        await asyncio.gather(*self._playing, return_exceptions=True)
