"""A live evening: the laptop's own microphone, speaker and keys, each of them done without where it is missing."""

import asyncio
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

from audio.ports import AudioError, Microphone, Recogniser, Speaker
from audio.room_tail import RoomTail, measure_tail
from audio.voice import Voice
from config.settings import Settings
from host import app
from host.dialogue.outcome import Outcome
from host.games.registry import find_game
from host.session import lines
from host.session.comings import Captioned, Comings
from host.session.evening import script_of
from host.session.journal import Journal
from host.session.keys import Keys, NoKeys
from host.session.loop import Session
from host.session.room import RoomFront
from host.session.screen import Screen
from host.session.vocabulary import unheard_line
from host.terminal.keys import TerminalKeys


class Left(Exception):
    """Somebody pressed Ctrl-C: the evening can be resumed."""


def run_live(settings: Settings, journal: Journal) -> Outcome:
    """Host an evening here and now. Raises Left on Ctrl-C: the journal keeps the evening."""
    try:
        return asyncio.run(LiveEvening(settings, journal).run())
    except asyncio.CancelledError:
        raise Left from None


@dataclass
class LiveEvening:
    """One evening on the devices of this laptop, and what it is made of while it runs."""

    settings: Settings
    journal: Journal
    front: RoomFront | None = None
    comings: Comings | None = None
    described: Callable[[], str] = str
    """The microphone's name for people. Blocking."""

    async def run(self) -> Outcome:
        script = script_of(self.journal.header)
        with ExitStack() as closing:
            closing.enter_context(app.hushed())
            game = find_game(self.journal.header.game)
            on = app.screen(game.title)
            closing.callback(on.close)
            microphone = self._microphone(on)
            clock = microphone or app.silent_clock()
            closing.callback(clock.close)
            speaker = self._speaker(on, clock)
            voice = app.mouth(self.settings) if speaker is not None else None
            if voice is not None:
                closing.callback(voice.close)
            keys = self._keys(closing, clock, on)
            self.front = await self._front_of(clock, speaker, voice, microphone is not None, keys, on, closing)
            return await Session(script, self.journal, self.front, game.rule).run()

    def _microphone(self, on: Screen) -> Microphone | None:
        if self.settings.recogniser == "keyboard":
            return None
        try:
            microphone = app.microphone(self.settings, self._lost, self._found)
        except AudioError as error:
            on.caption(str(error))
            return None
        self.described = microphone.described
        return microphone

    def _speaker(self, on: Screen, clock: Microphone) -> Speaker | None:
        try:
            speaker = app.speaker(
                self.settings, clock.now_s, lambda name: on.caption(lines.SPEAKER_LOST.format(name=name))
            )
        except AudioError as error:
            on.caption(str(error))
            return None
        speaker.on_found = self._speaker_found
        return Captioned(speaker, clock.now_s)

    def _keys(self, closing: ExitStack, clock: Microphone, on: Screen) -> Keys:
        playing = asyncio.current_task()
        if not sys.stdin.isatty() or playing is None:
            return NoKeys()
        return closing.enter_context(TerminalKeys(clock.now_s, on.typing, playing.cancel).attached())

    async def _front_of(
        self,
        clock: Microphone,
        speaker: Speaker | None,
        voice: Voice | None,
        has_ears: bool,
        keys: Keys,
        on: Screen,
        closing: ExitStack,
    ) -> RoomFront:
        judged_by = app.sounds()
        front = RoomFront(
            microphone=clock,
            speaker=speaker or app.silent_speaker(clock.now_s),
            mouth=voice,
            ears=None,
            keys=keys,
            screen=on,
            sounds=judged_by,
            caption_pace=app.reading_s(self.settings),
        )
        if has_ears:
            on.caption(lines.GETTING_READY)
            loading = asyncio.ensure_future(asyncio.to_thread(app.recogniser, self.settings))
            tail = await measure_tail(front.speaker, clock) if speaker is not None else RoomTail(0.0, 0.0, -60.0, False)
            front.tail_s = tail.tail_s
            heard_by: Recogniser | None = await loading
            if heard_by is not None:
                ears = app.ears(clock, heard_by, judged_by, tail.noise_db)
                closing.callback(ears.listener.close)
                front.ears = self.comings = Comings(front, ears)
                name = await asyncio.to_thread(self.described)
                on.caption(lines.LISTENING_WITH.format(name=name, db=round(tail.noise_db)))
                unheard = await asyncio.to_thread(unheard_line, self.journal.header, heard_by)
                if unheard is not None:  # H1
                    on.caption(unheard)
        return front

    def _lost(self, name: str) -> None:
        if self.comings is not None:
            self.comings.microphone_lost(name)
        if self.front is not None:
            self.front.microphone_lost(name)

    def _found(self, name: str) -> None:
        if self.comings is not None:
            self.comings.microphone_found()
        if self.front is not None:
            self.front.microphone_found(name)

    def _speaker_found(self, name: str) -> None:
        if self.comings is not None:
            self.comings.speaker_found()
