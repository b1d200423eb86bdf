"""Hearing an answer: the listener's utterance, and what the audio itself says where the words decide nothing."""

import math
from dataclasses import dataclass, replace

from audio.endpointing import ANSWER, CHOICE
from audio.listener import Listener, Nothing
from audio.listener import Utterance as Captured
from audio.mixing import level_db
from audio.ports import Hints, Transcript
from host.answers.sounds import Sounds
from host.dialogue.expectation import Option
from host.dialogue.replies import Answer, Chosen, Unsettled
from host.dialogue.requests import Ask, Choose
from host.session.front import Listen
from host.session.interpret import Utterance, interpret
from host.session.room import NothingHeard

#: Below this mean log probability a transcript that matches nothing is "not understood", not "wrong".
CLEAR_CONFIDENCE = -1.0
#: Babble and noises come out below this; nothing is made of them.
HOPELESS_CONFIDENCE = -2.8
CHOICE_WINDOW_S, ANSWER_WINDOW_S = 10.0, 15.0
#: A player is that much louder than the room, over a whole utterance.
PLAYER_ABOVE_NOISE_DB = 8.0
FORMS_AN_OPTION = 4
RIGHT_FORMS, WRONG_FORMS = 4, 6
RANKS = ("la première", "la deuxième", "la troisième", "la quatrième")


@dataclass(frozen=True)
class Decisive:
    """What forced scoring must show before it decides: a fit above silence, and a lead on the second best.

    On 60 recordings of single words by people, with six other words as candidates, ANSWER_FIT took one wrong word for
    a candidate and 87 % of the right ones; on 50 words and 42 noises CHOICE_FIT took one word for an option.
    """

    least: float
    lead: float


CHOICE_FIT = Decisive(2.0, 2.5)
ANSWER_FIT = Decisive(5.0, 2.5)


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
        from_s = opened_s
        self.listener.prepare(tuple(candidates(request)[0]), hints(request).window_s)
        while True:
            left_s = opened_s + time_s - from_s
            heard = await self.listener.hear(
                from_s, left_s, endpoint, hints(request), settles=lambda made: self._settles(request, made)
            )
            if isinstance(heard, Nothing):
                late = heard.late
                return NothingHeard(late.transcript.text if late is not None and not self._background(late) else None)
            said = await self._said(request, heard)
            if not (self._undecided(request, said) and self._background(heard)):
                return replace(said, started_s=said.started_s + from_s - opened_s)
            from_s = heard.end_at_s
            if from_s >= opened_s + time_s:
                return NothingHeard()

    def _background(self, heard: Captured) -> bool:
        return level_db(heard.samples) < self.noise_db + PLAYER_ABOVE_NOISE_DB

    def _settles(self, request: Listen, made: Transcript) -> bool:
        """Whether words decide at once: a right answer, or an option. A wrong answer may yet be corrected."""
        if not is_clear(made):
            return False
        reply = interpret(request, Utterance(made.text), self.sounds)
        return isinstance(reply, Chosen) or (isinstance(reply, Answer) and reply.right)

    async def _said(self, request: Listen, heard: Captured) -> Utterance:
        confidence = heard.transcript.confidence
        clear = is_clear(heard.transcript)
        said = Utterance(heard.transcript.text, heard.start_s, clear=clear)
        hopeless = not heard.understood or (math.isfinite(confidence) and confidence < HOPELESS_CONFIDENCE)
        if hopeless or self._background(heard) or not self._undecided(request, said):
            return said
        settled = await self._by_audio(request, heard)
        return said if settled is None else Utterance(settled, heard.start_s)

    def _undecided(self, request: Listen, said: Utterance) -> bool:
        return isinstance(interpret(request, said, self.sounds), Unsettled)

    async def _by_audio(self, request: Listen, heard: Captured) -> str | None:
        """The form that the audio fits by far, right or wrong, if there is one; words first, then letters and ranks."""
        for owner in candidates(request):
            form = await self._best(owner, heard, CHOICE_FIT if isinstance(request, Choose) else ANSWER_FIT)
            if form is not None:
                return form
        return None

    async def _best(self, owner: dict[str, str], heard: Captured, needed: Decisive) -> str | None:
        fits = await self.listener.fit(heard.samples, tuple(owner))
        if fits is None:
            return None
        best: dict[str, tuple[float, str]] = {}
        for (form, group), fit in zip(owner.items(), fits, strict=True):
            best[group] = max(best.get(group, (-math.inf, form)), (fit, form))
        (fit, form), *others = sorted(best.values(), reverse=True)
        lead = fit - others[0][0] if others else math.inf
        return form if fit >= needed.least and lead >= needed.lead else None


def is_clear(made: Transcript) -> bool:
    """Whether the recogniser itself is sure of its words."""
    sure = not (math.isfinite(made.confidence) and made.confidence < CLEAR_CONFIDENCE)
    return bool(made.text) and sure


def candidates(request: Listen) -> tuple[dict[str, str], ...]:
    """What the audio may be held against, in turn: each form with the group it stands for."""
    match request:
        case Choose(options=options):
            words = {form: one.id for one in options for form in _words(one)}
            by_place = [(n, one) for n, one in enumerate(options[: len(RANKS)]) if one.letter_and_rank]
            letters = {f"réponse {'ABCD'[n]}": one.id for n, one in by_place}
            ranks = {RANKS[n]: one.id for n, one in by_place}
            return (words, letters, ranks) if by_place else (words,)
        case Ask(expects=expects):
            right = dict.fromkeys(expects.accepted[:RIGHT_FORMS], "")
            return ({**{form: form for form in expects.rejected[:WRONG_FORMS]}, **right},)


def _words(option: Option) -> tuple[str, ...]:
    """The ways to say an option that the audio is held against: an option with a place has its name for that."""
    return option.forms[:1] if option.letter_and_rank else option.forms[:FORMS_AN_OPTION]


def hints(request: Listen) -> Hints:
    """What the recogniser is biased by. An open answer has no prompt: it would pull wrong answers to the right one."""
    if isinstance(request, Ask):
        return Hints((), ANSWER_WINDOW_S)
    return Hints(tuple(candidates(request)[0]), CHOICE_WINDOW_S)
