"""Hearing a list: which of its elements the words name, and which of the doubtful ones the audio itself confirms (N6).

A transcript made without help is believed, as the judge believes it. One that was made with all elements in mind finds
more, and turns some wrong answers into right ones: what it alone has found must be near in sound to what was
understood without help, or fit the audio very well, or else it does not count.
"""

import math
from collections.abc import Callable, Sequence
from itertools import chain

from audio.listener import Listener
from audio.listing import ListListener, Overheard
from audio.mixing import level_db
from audio.ports import Transcript, Word
from host.answers.elements import Listed, Timed, named, read_list
from host.answers.forms import pronounced
from host.answers.sounds import Sounds, distance
from host.dialogue.replies import Enumerated, Found
from host.dialogue.requests import Enumerate
from host.session.evidence import HOPELESS_CONFIDENCE

#: Nobody gives up below this: it would end the list for the player.
CLEAR_CONFIDENCE = -1.0
#: A player's words are that much louder than the room.
ABOVE_NOISE_DB = 6.0
#: What fits the audio of its words by so much counts, whatever was understood without help …
SURE_FIT = 10.0
#: … and by so much if that sounds like it: at most this much of its sounds differ.
NEAR_FIT, NEAR_SOUND = 4.0, 0.45

_BEFORE_S, _AFTER_S = 0.15, 0.1
_OVERLAP_S = 0.1
_SAME_PLACE_S = 0.5
_MARKS = " ,.;:!?…"


class ListEars:
    """`sounds` is the judge's. `noise_db` is the level of the room without its players."""

    def __init__(self, listener: Listener, sounds: Sounds | None, noise_db: float = -math.inf) -> None:
        self._listener, self._sounds, self._noise_db = ListListener(listener), sounds, noise_db

    async def enumerate(self, request: Enumerate, opened_s: float, counted: Callable[[int], None]) -> Enumerated:
        """Until the time is over, all that is wanted was named, or somebody passes. `counted` is told higher counts."""
        reading = _Reading(request, self._sounds, self._noise_db, self._listener, counted)
        phrases = tuple(chain((form for one in request.elements for form in one.forms[:1]), request.rejected))
        ended_s = await self._listener.hear(opened_s, request.time_s, phrases, reading.judge, reading.glance)
        return reading.result(min(ended_s, request.time_s))


class _Reading:
    """One list, from its first piece to the whole."""

    def __init__(
        self,
        request: Enumerate,
        sounds: Sounds | None,
        noise_db: float,
        listener: ListListener,
        counted: Callable[[int], None],
    ) -> None:
        self._request, self._sounds, self._noise_db = request, sounds, noise_db
        self._listener, self._counted = listener, counted
        self._count = 0
        #: Element, when, whether confirmed: the audio is asked once, not in each piece.
        self._fits: list[tuple[str, float, bool]] = []
        self._found: tuple[Found, ...] = ()
        self._heard, self._passed = "", False
        self._read(())  # turns the names once, before anything is said

    def result(self, ended_s: float) -> Enumerated:
        return Enumerated(len(self._found), self._found, self._passed, self._heard, round(ended_s, 3))

    def glance(self, text: str) -> bool:
        found = named(text, self._request.elements, self._request.rejected, self._sounds)
        self._tell(len(found))
        return len(found) >= self._request.wanted

    async def judge(self, overheard: Overheard) -> bool:
        """What the list so far comes to; whether it needs no more."""
        clear = not overheard.freely.confidence < CLEAR_CONFIDENCE  # as it is where the recogniser has none
        free = self._words(overheard, overheard.freely)
        freely = self._read(free, clear)
        self._heard = overheard.freely.text
        if self._settle(freely.found, None):
            return True
        expecting = self._words(overheard, await overheard.expecting())
        hopefully = self._read(expecting, clear)
        more, have = list[Found](), {one.element for one in freely.found} | freely.taken_back
        for one in hopefully.found:
            if one.element not in have and await self._confirmed(one, overheard, free, freely, expecting, hopefully):
                more.append(one)
        return self._settle((*freely.found, *more), freely.given_up_s)

    def _settle(self, found: Sequence[Found], given_up_s: float | None) -> bool:
        end_s = math.inf if given_up_s is None else given_up_s
        in_order = sorted((one for one in found if one.began_s < end_s), key=lambda one: one.began_s)
        self._found = tuple(in_order[: self._request.wanted])
        self._tell(len(self._found))
        complete = len(self._found) >= self._request.wanted
        self._passed = given_up_s is not None and not complete
        return self._passed or complete

    def _tell(self, count: int) -> None:
        count = min(count, self._request.wanted)
        if count > self._count:
            self._count = count
            self._counted(count)

    def _words(self, overheard: Overheard, made: Transcript) -> tuple[Word, ...]:
        if math.isfinite(made.confidence) and made.confidence < HOPELESS_CONFIDENCE:
            return ()
        least_db = self._noise_db + ABOVE_NOISE_DB
        return tuple(word for word in made.words if level_db(overheard.cut(word.start_s, word.end_s)) >= least_db)

    def _read(self, words: Sequence[Word], giving_up: bool = True) -> Listed:
        timed = [Timed(word.text, word.start_s) for word in words]
        # All of them: some may be left out, and the first ones wanted are taken at the end.
        asked, everything = self._request, len(self._request.elements) + 1
        return read_list(timed, asked.elements, asked.rejected, asked.time_s, everything, self._sounds, giving_up)

    async def _confirmed(
        self,
        one: Found,
        overheard: Overheard,
        free: Sequence[Word],
        freely: Listed,
        expecting: Sequence[Word],
        hopefully: Listed,
    ) -> bool:
        """Whether an element that was only understood with help was really said."""
        span = next(s for s in hopefully.spans if s.element == one.element)
        start_s, end_s = expecting[span.first].start_s, expecting[span.last].end_s
        said = " ".join(word.text for word in expecting[span.first : span.last + 1]).strip(_MARKS)
        if any(_overlaps(free[s.first].start_s, free[s.last].end_s, start_s, end_s) for s in freely.spans):
            return False  # without help, something else is named there
        known = [
            ok for element, at_s, ok in self._fits if element == one.element and abs(at_s - one.began_s) < _SAME_PLACE_S
        ]
        if known:
            return known[-1]
        unhelped = [word.text for word in free if _overlaps(word.start_s, word.end_s, start_s, end_s)]
        fits = await self._listener.fit(overheard.cut(start_s - _BEFORE_S, end_s + _AFTER_S), (said,))
        if fits is None:
            return False
        ok = fits[0] >= SURE_FIT or (fits[0] >= NEAR_FIT and self._near(said, " ".join(unhelped).strip(_MARKS)))
        self._fits.append((one.element, one.began_s, ok))
        return ok

    def _near(self, one: str, other: str) -> bool:
        ways = [(a, b) for a in pronounced(one, self._sounds) for b in pronounced(other, self._sounds)]
        return any(distance(a, b) <= NEAR_SOUND * max(len(a), len(b)) for a, b in ways)


def _overlaps(start_s: float, end_s: float, other_start_s: float, other_end_s: float) -> bool:
    return min(end_s, other_end_s) - max(start_s, other_start_s) > _OVERLAP_S
