"""What an utterance comes to: its words, and where they leave a doubt, the audio itself against the known forms."""

import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from audio.listener import Utterance as Captured
from audio.mixing import level_db
from audio.ports import Samples, Transcript
from host.answers.carriers import stages, trim, unhesitating
from host.answers.clauses import claims
from host.answers.forms import Form, form
from host.answers.match import REPEAT
from host.answers.normalise import compose
from host.answers.numbers import merged
from host.answers.sounds import Sounds, distance
from host.answers.typed import amount
from host.dialogue.expectation import Expectation, Kind, Option
from host.dialogue.replies import Answer, Chosen, Unsettled
from host.dialogue.requests import Ask, Choose
from host.session.front import Heard, Listen, Ordered
from host.session.interpret import Utterance, interpret

#: Below this mean log probability a transcript that matches nothing is "not understood", not "wrong".
CLEAR_CONFIDENCE = -1.0
#: Babble and noises come out below this; nothing is made of them.
HOPELESS_CONFIDENCE = -2.8
#: A player is that much louder than the room, over a whole utterance.
PLAYER_ABOVE_NOISE_DB = 8.0
FORMS_AN_OPTION = 4
RIGHT_FORMS, WRONG_FORMS, CARRIED_FORMS = 4, 6, 2
RANKS = ("la première", "la deuxième", "la troisième", "la quatrième")

#: What sounds so unlike every right form, and is that sure, is another answer: no need to listen again.
FAR, SURE_CONFIDENCE = 0.7, -0.7
LONGEST_FIT, MOST_BEHIND = 14.0, 15.0

Fit = Callable[[Samples, tuple[str, ...]], Awaitable[tuple[float, ...] | None]]


@dataclass(frozen=True)
class Decisive:
    """What forced scoring must show before it decides: a fit above silence, and a lead on the second best."""

    least: float
    lead: float


#: A choice by the audio alone needs that much, and CLEAR_COSTS more for each unit of confidence above DOUBTFUL: a clear
#: "Plus bas" is not the option "plus haut", which the prompt could not make of it either.
CHOICE_FIT = Decisive(3.0, 3.0)
#: Letters and ranks sound like much else.
PLACE_FIT = Decisive(6.0, 4.0)
CLEAR_COSTS, DOUBTFUL_CONFIDENCE = 10.0, -1.3
#: Doubtful words count for the option that they name.
NAMED = 3.0
#: A known wrong answer that fits by so much, and so much better than a right one, is what was said.
WRONG_FIT = Decisive(5.0, 2.5)


@dataclass(frozen=True)
class Strength:
    """How much the audio speaks for a right form: a sum of what it shows, above `least` enough to accept.

    `fit` is the score of the form with a full stop, above the same on silence: the stop costs a form that is only the
    beginning of what was said. `a_letter` is for short forms, which cannot score much; `behind` for how much better
    what was understood fits; `sure` for how sure the recogniser was of that; `also_heard` for a right answer among its
    second thoughts. Calibrated on the speakers that host/bench_rooms.py names.
    """

    fit: float = 0.15
    a_letter: float = 2.4
    behind: float = 0.05
    sure: float = 1.1
    also_heard: float = 2.0
    needed: float = 4.3
    doubt: float = 1.5

    def of(self, fit: float, form: str, understood: float, confidence: float, also_heard: bool) -> float:
        """Above 0 it was said; above -doubt it may have been."""
        shown = self.fit * min(fit, LONGEST_FIT) + self.a_letter * fit / max(len(form), 3)
        behind = min(max(understood - fit, 0.0), MOST_BEHIND)
        shown += self.also_heard if also_heard else 0.0
        return shown - self.behind * behind - self.sure * max(confidence, -2.5) - self.needed


ANSWER = Strength()


class Evidence:
    """`fit` scores audio against phrases, `sounds` is the judge's, `noise_db` the level of the room without players."""

    def __init__(self, fit: Fit, sounds: Sounds | None, noise_db: float = -math.inf) -> None:
        self._fit, self._sounds, self._noise_db = fit, sounds, noise_db

    def is_background(self, heard: Captured) -> bool:
        return level_db(heard.samples) < self._noise_db + PLAYER_ABOVE_NOISE_DB

    def is_undecided(self, request: Listen, said: Utterance) -> bool:
        return isinstance(self._reply(request, said), Unsettled)

    def settles(self, request: Listen, made: Transcript) -> bool:
        """Whether words decide at once: a right answer, or an option. A wrong answer may yet be corrected."""
        if not is_clear(made):
            return False
        reply = self._reply(request, Utterance(made.text))
        return isinstance(reply, Chosen) or (isinstance(reply, Answer) and reply.right)

    async def said(self, request: Listen, heard: Captured, held: bool = False) -> Utterance:
        """The words that decide. `held`: whoever holds the key means to be heard, however loud the room is."""
        confidence = heard.transcript.confidence
        clear = is_clear(heard.transcript)
        said = Utterance(heard.transcript.text, heard.start_s, clear=clear, capped=heard.capped)
        hopeless = not heard.understood or (math.isfinite(confidence) and confidence < HOPELESS_CONFIDENCE)
        if hopeless or (self.is_background(heard) and not held):
            return said
        match request:
            case Choose():
                return await self._choice(request, heard, said)
            case Ask():
                return await self._answer(request, heard, said)

    def _reply(self, request: Listen, said: Utterance) -> Heard | Ordered:
        return interpret(request, said, self._sounds)

    async def _choice(self, request: Choose, heard: Captured, said: Utterance) -> Utterance:
        """Where the words decide nothing, the option that the audio fits by far; by words, then letters and ranks."""
        if not self.is_undecided(request, said):
            return said
        sure = self._reply(request, replace(said, clear=True))
        named = sure.option if isinstance(sure, Chosen) else None
        confidence = heard.transcript.confidence if math.isfinite(heard.transcript.confidence) else CLEAR_CONFIDENCE
        dearer = CLEAR_COSTS * max(0.0, confidence - DOUBTFUL_CONFIDENCE)
        words, *places = candidates(request)
        for owner, fitting in ((words, CHOICE_FIT), *((place, PLACE_FIT) for place in places)):
            needed = replace(fitting, least=fitting.least + dearer)
            fits = await self._fit(heard.samples, tuple(map(whole, owner)))
            if fits is not None and (form := _by_far(owner, fits, needed, named)) is not None:
                return Utterance(form, heard.start_s)
        return said

    async def _answer(self, request: Ask, heard: Captured, said: Utterance) -> Utterance:
        """Where the words are no right answer: whether the audio says that one was given all the same."""
        expects, confidence = request.expects, heard.transcript.confidence
        confidence = confidence if math.isfinite(confidence) else CLEAR_CONFIDENCE
        if expects.kind in (Kind.LETTERS, Kind.NAME) or not self._may_be_misheard(
            request, said, confidence >= SURE_CONFIDENCE
        ):
            return said
        right = right_forms(expects, said.text if said.clear else "")
        wrong = {whole(form): form for form in expects.rejected[:WRONG_FORMS]}
        fits = await self._fit(heard.samples, (*right, *wrong))
        if fits is None:
            return said
        best, phrase = max(zip(fits, right, strict=False))
        against, other = max(zip(fits[len(right) :], wrong, strict=True), default=(-math.inf, ""))
        if against >= WRONG_FIT.least and against >= best + WRONG_FIT.lead:
            return Utterance(wrong[other], heard.start_s)
        also = any(self._is_right(request, other) for other in heard.transcript.alternatives)
        shown = ANSWER.of(best, phrase, best, confidence, also)
        if shown > -ANSWER.doubt:
            understood = await self._fit(heard.samples, (whole(said.text),))
            shown = ANSWER.of(best, phrase, max(understood or (best,)), confidence, also)
        if shown > 0.0 and best >= against + WRONG_FIT.lead:
            return Utterance(right[phrase], heard.start_s)
        return replace(said, clear=False) if shown > -ANSWER.doubt else said

    def _is_right(self, request: Ask, text: str) -> bool:
        reply = self._reply(request, Utterance(text))
        return isinstance(reply, Answer) and reply.right

    def _may_be_misheard(self, request: Ask, said: Utterance, sure: bool) -> bool:
        """Whether the words are not those of a right answer, of one that the pack asks back on, of an order or a pass.

        Where words of a right form are all there, or some are denied, what they mean together decides: "pas Lyon".
        """
        reply = self._reply(request, said)
        match reply:
            case Answer(right=right):
                judged = right
            case Unsettled(question=question):
                judged = question in [one.question for one in request.expects.ask_back]
            case _:
                judged = said.clear
        if judged:
            return False
        if said.clear and isinstance(reply, Unsettled) and reply.question not in (None, REPEAT):
            return False
        claimed = claims(trim(unhesitating(merged(said.text))))
        own = form(said.text, self._sounds)
        forms = [form(one, self._sounds) for one in request.expects.accepted]
        if claimed.denied or len(claimed.offered) > 1 or any(set(one.content) <= set(own.content) for one in forms):
            return False
        return not (sure and all(_far(own, one) for one in forms))


def _far(a: Form, b: Form) -> bool:
    pairs = [(x, y) for x in a.whole for y in b.whole]
    return all(distance(x, y) > FAR * max(len(x), len(y)) for x, y in pairs)


def _by_far(owner: dict[str, str], fits: tuple[float, ...], needed: Decisive, named: str | None) -> str | None:
    """The best form of the group that leads by far, `named` being the group that doubtful words speak for."""
    best: dict[str, tuple[float, float, str]] = {}
    for (phrase, group), fit in zip(owner.items(), fits, strict=True):
        weighed = fit + (NAMED if group == named else 0.0)
        best[group] = max(best.get(group, (-math.inf, -math.inf, phrase)), (weighed, fit, phrase))
    (weighed, fit, phrase), *others = sorted(best.values(), reverse=True)
    lead = weighed - others[0][0] if others else math.inf
    return phrase if fit >= needed.least and lead >= needed.lead else None


def whole(phrase: str) -> str:
    """A phrase as one that ends there."""
    return phrase.strip(" .!?…,;") + "."


def right_forms(expects: Expectation, text: str) -> dict[str, str]:
    """The phrases that a right answer may have been, each with the pack's line: alone, in digits, in place of `text`'s

    own answer ("C'est le finir" → "C'est le fémur").
    """
    phrases: dict[str, str] = {}
    for line in expects.accepted[:RIGHT_FORMS]:
        phrases.setdefault(whole(line), line)
        value = amount(line) if expects.kind in (Kind.NUMBER, Kind.YEAR) else None
        if value is not None and value.unit is None:
            phrases.setdefault(whole(str(value.value)), line)
    for line in expects.accepted[:CARRIED_FORMS]:
        if carried := in_place(text, line):
            phrases.setdefault(whole(carried), line)
    return phrases


def in_place(text: str, line: str) -> str | None:
    """`text` with `line` instead of what stands between its carriers; None where it has none."""
    text = compose(text)
    answer = stages(trim(unhesitating(merged(text))))[-1]
    if not answer:
        return None
    before, after = text[: answer[0].start], text[answer[-1].end :].strip(" .!?…,;")
    if not before.strip() and not after:
        return None
    return f"{before}{line} {after}".strip()


def is_clear(made: Transcript) -> bool:
    """Whether the recogniser itself is sure of its words."""
    sure = not (math.isfinite(made.confidence) and made.confidence < CLEAR_CONFIDENCE)
    return bool(made.text) and sure


def scored(request: Listen) -> tuple[str, ...]:
    """The phrases that the audio will first be held against."""
    if isinstance(request, Ask):
        return (*right_forms(request.expects, ""), *map(whole, request.expects.rejected[:WRONG_FORMS]))
    return tuple(map(whole, candidates(request)[0]))


def candidates(request: Choose) -> tuple[dict[str, str], ...]:
    """What may be said for the options, in turn: each form with the option it stands for."""
    options = request.options
    words = {form: one.id for one in options for form in _words(one)}
    by_place = [(n, one) for n, one in enumerate(options[: len(RANKS)]) if one.letter_and_rank]
    letters = {f"réponse {'ABCD'[n]}": one.id for n, one in by_place}
    ranks = {RANKS[n]: one.id for n, one in by_place}
    return (words, letters, ranks) if by_place else (words,)


def _words(option: Option) -> tuple[str, ...]:
    """The ways to say an option that the audio is held against: an option with a place has its name for that."""
    return option.forms[:1] if option.letter_and_rank else option.forms[:FORMS_AN_OPTION]
