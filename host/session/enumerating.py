"""A timed list, by voice and by keys at once: both count, and what is found is counted on the screen meanwhile (N6)."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from audio.ports import Microphone
from host.answers.carriers import is_pass
from host.answers.elements import Timed, read_list
from host.answers.sounds import Sounds
from host.dialogue.replies import Enumerated, Found
from host.dialogue.requests import Enumerate
from host.session.arbiter import cancel, deadline
from host.session.keys import Keys
from host.session.senses import Ears


async def enumerate_aloud(
    request: Enumerate,
    opened_s: float,
    *,
    microphone: Microphone,
    ears: Ears | None,
    keys: Keys,
    sounds: Sounds | None,
    counted: Callable[[int], None],
) -> Enumerated:
    """Until the time is over, all that is wanted was named, or somebody passes.

    `counted` is told how many there are so far; a lower number than before is no news.
    """
    by_key = _ByKey(request, sounds)
    voice: asyncio.Future[Enumerated] = asyncio.ensure_future(
        ears.enumerate(request, opened_s, lambda by_voice: counted(max(by_voice, len(by_key.found))))
        if ears is not None
        else _silence(microphone, request, opened_s)
    )
    line = asyncio.ensure_future(keys.line())
    try:
        while not voice.done():
            waiting: set[asyncio.Future[Any]] = {voice, line}
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if not line.done():
                continue
            by_key.add(line.result().text, max(0.0, line.result().started_s - opened_s))
            counted(len(by_key.found))
            if by_key.passed or len(by_key.found) >= request.wanted:
                break
            line = asyncio.ensure_future(keys.line())
        if not voice.done():
            return by_key.result(microphone.now_s() - opened_s)
        return merged(request, voice.result(), by_key)
    finally:
        await cancel(voice)
        await cancel(line)


class _ByKey:
    """What was typed, line by line."""

    def __init__(self, request: Enumerate, sounds: Sounds | None) -> None:
        self._request, self._sounds = request, sounds
        self._words: list[Timed] = []
        self.found: tuple[Found, ...] = ()
        self.passed = False

    def add(self, text: str, started_s: float) -> None:
        self._words.append(Timed(text, started_s))
        self.found, passed_s = told(self._request, self._words, self._sounds)
        self.passed = passed_s is not None

    def result(self, ended_s: float) -> Enumerated:
        text = ", ".join(word.text for word in self._words)
        return Enumerated(len(self.found), self.found, self.passed, text, round(ended_s, 3), via="keyboard")


def told(request: Enumerate, said: Sequence[Timed], sounds: Sounds | None) -> tuple[tuple[Found, ...], float | None]:
    """Which of the elements these lines name, the first wanted ones; and when somebody passed, if anybody did (N19).

    A whole line that is a pass in any other request ("je ne sais pas") is one here: it was not thought aloud.
    """
    read = read_list(said, request.elements, request.rejected, request.time_s, request.wanted, sounds)
    passes = [line.start_s for line in said if line.start_s < request.time_s and is_pass(line.text)]
    if read.given_up_s is not None:
        passes.append(read.given_up_s)
    return read.found, min(passes, default=None)


def merged(request: Enumerate, voice: Enumerated, keys: _ByKey) -> Enumerated:
    """An element that was both said and typed counts once, from when it came first."""
    if not keys.found:
        return voice
    firsts: dict[str, Found] = {}
    for one in sorted((*voice.found, *keys.found), key=lambda one: one.began_s):
        firsts.setdefault(one.element, one)
    found = tuple(firsts.values())[: request.wanted]
    typed = keys.result(0.0).heard
    heard = ", ".join(filter(None, (voice.heard, typed)))
    return Enumerated(len(found), found, voice.passed or keys.passed, heard, voice.ended_s)


async def _silence(microphone: Microphone, request: Enumerate, opened_s: float) -> Enumerated:
    await deadline(microphone, opened_s + request.time_s)
    return Enumerated(0, ended_s=request.time_s)
