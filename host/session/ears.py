"""Hearing an answer: the listener's utterance, and what the words and the audio say of it."""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from audio.endpointing import ANSWER, CHOICE
from audio.listener import Listener, Nothing
from audio.listener import Utterance as Captured
from audio.mixing import level_db
from audio.ports import Hints
from host.answers.sounds import Sounds
from host.dialogue.replies import Answer, Enumerated
from host.dialogue.requests import Ask, Choose, Enumerate
from host.session.evidence import PLAYER_ABOVE_NOISE_DB, Evidence, candidates, scored
from host.session.front import Listen
from host.session.interpret import Utterance, interpret
from host.session.list_ears import ListEars
from host.session.senses import NothingHeard

__all__ = ["PLAYER_ABOVE_NOISE_DB", "VoiceEars", "hints"]

#: What is no louder than that above the room is the room itself.
ROOM_ABOVE_NOISE_DB = 4.0
CHOICE_WINDOW_S, ANSWER_WINDOW_S = 10.0, 15.0


@dataclass
class VoiceEars:
    """`sounds` is the judge's. `noise_db` is the level of the room without its players."""

    listener: Listener
    sounds: Sounds | None
    noise_db: float = -math.inf

    def speech_since_s(self) -> float | None:
        return self.listener.speech_started_s

    async def hear(self, request: Listen, opened_s: float, time_s: float) -> Utterance | NothingHeard:
        """One utterance, begun in time. A choice is biased by all its options alike, an answer by nothing.

        Background talk that decides nothing is passed over: it is nobody's answer (H2).
        """
        endpoint = CHOICE if isinstance(request, Choose) else ANSWER
        evidence, from_s = self._evidence(), opened_s
        self.listener.prepare(scored(request), hints(request).window_s)
        while True:
            left_s = opened_s + time_s - from_s
            heard = await self.listener.hear(
                from_s, left_s, endpoint, hints(request), settles=lambda made: evidence.settles(request, made)
            )
            if isinstance(heard, Nothing):
                late = heard.late
                told = late is not None and not evidence.is_background(late)
                return NothingHeard(late.transcript.text if late is not None and told else None)
            said = await evidence.said(request, heard)
            passed_over = evidence.is_undecided(request, said) and evidence.is_background(heard)
            if self._is_the_rooms(request, said, heard):
                passed_over = not heard.capped
                said = replace(said, clear=False)  # cut off in a noise as loud as the player: not understood, not wrong
            if not passed_over:
                return replace(said, started_s=said.started_s + from_s - opened_s)
            from_s = heard.end_at_s
            if from_s >= opened_s + time_s:
                return NothingHeard()

    async def held(self, request: Listen, opened_s: float, from_s: float, released: asyncio.Event) -> Utterance:
        """Push-to-talk: whoever holds the key means to be heard, however loud the rest of the room is."""
        self.listener.prepare(scored(request), hints(request).window_s)
        heard = await self.listener.record(opened_s, from_s, released, hints(request))
        return await self._evidence().said(request, heard, held=True)

    async def enumerate(self, request: Enumerate, opened_s: float, counted: Callable[[int], None]) -> Enumerated:
        return await ListEars(self.listener, self.sounds, self.noise_db).enumerate(request, opened_s, counted)

    def _is_the_rooms(self, request: Listen, said: Utterance, heard: Captured) -> bool:
        """Whether a wrong answer is no louder than the room, a television say; a right one may be a shy player's."""
        if level_db(heard.samples) >= self.noise_db + ROOM_ABOVE_NOISE_DB:
            return False
        reply = interpret(request, said, self.sounds)
        return isinstance(reply, Answer) and not reply.right

    def _evidence(self) -> Evidence:
        return Evidence(self.listener.fit, self.sounds, self.noise_db)


def hints(request: Listen) -> Hints:
    """What the recogniser is biased by. An open answer has no prompt: it would pull wrong answers to the right one."""
    if isinstance(request, Ask):
        return Hints((), ANSWER_WINDOW_S)
    return Hints(tuple(candidates(request)[0]), CHOICE_WINDOW_S)
