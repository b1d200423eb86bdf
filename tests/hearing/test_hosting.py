"""H7: minutes of hosting in a room that hears the host: it never answers itself, and hears whoever answers at once."""

import os
from collections.abc import Iterator

import pytest

from audio.backends.pyttsx3_voice import Pyttsx3Voice
from audio.backends.recording import RoomMicrophone, RoomSpeaker
from audio.mixing import load_clip
from audio.ports import Samples
from audio.room_tail import measure_tail
from audio.voice import Voice
from content.load import packs
from host.dialogue.replies import Answer, Silence, Spoken
from host.hosting import demo_folder
from tests.hearing.quiz import (
    WORTH,
    Asked,
    Played,
    Says,
    Sounding,
    evening,
    front_of,
    holds_whole,
    open_question,
    player,
    quiet_room,
    yes_or_no,
)

pytestmark = pytest.mark.speech

BLEED_DB, BLEED_DELAY_S = -18.0, 0.06
AFTER_THE_HOST_S = 0.05
JUPITER = player(load_clip(demo_folder("trou-noir") / "bob__jupiter.flac"))
LONG = pytest.mark.skipif("ANIMATEUR_LONG" not in os.environ, reason="ten minutes of hosting: set ANIMATEUR_LONG=1")


@pytest.fixture(scope="module")
def voice() -> Iterator[Voice]:
    opened = Voice(Pyttsx3Voice())
    yield opened
    opened.close()


def host_lines() -> list[str]:
    """What the host reads aloud from the shipped packs."""

    def texts(data: object) -> Iterator[str]:
        if isinstance(data, dict):
            yield from (data[key] for key in ("question", "text") if isinstance(data.get(key), str))
            for part in data.values():
                yield from texts(part)
        elif isinstance(data, list | tuple):
            for part in data:
                yield from texts(part)

    return [line for pack in packs() for line in texts(pack.deck.model_dump())]


async def host(
    voice: Voice, lines: list[str], mask_s: float = 0.0, answers: Samples | None = None
) -> tuple[Played, Says]:
    """Say each line and open a question after it; `answers` is heard shortly after the end of each.

    Whatever is taken for speech would be understood as a right answer. `mask_s` is added to the tail of the room.
    """
    room, recogniser = quiet_room(BLEED_DB, BLEED_DELAY_S), Says("oui")
    tail = await measure_tail(RoomSpeaker(room), RoomMicrophone(room))
    assert tail.heard
    requests = [yes_or_no(f"q{n}", 0.8) if n % 2 else open_question(f"q{n}", "oui", 0.8) for n in range(len(lines))]
    after_s = BLEED_DELAY_S + AFTER_THE_HOST_S - tail.tail_s
    sounds = {} if answers is None else {request.key: [(after_s, answers)] for request in requests}
    asked = [Asked(request, line, once=True) for request, line in zip(requests, lines, strict=True)]
    cue = Sounding(room.schedule, sounds)
    front = front_of(room, recogniser, cue, mouth=voice, tail_s=tail.tail_s + mask_s)
    return await evening(asked, front, cue), recogniser


def said_s(played: Played) -> float:
    return sum(reply.duration_s for reply in played.replies.values() if isinstance(reply, Spoken))


def is_silent(played: Played) -> bool:
    return all(isinstance(reply, Silence | Spoken) for reply in played.replies.values()) and played.score == 0


async def test_h7_a_minute_of_hosting_is_no_answer(voice: Voice) -> None:
    played, recogniser = await host(voice, host_lines()[:24])
    assert said_s(played) > 60.0
    assert is_silent(played), played.verdicts()
    assert recogniser.given == []


@LONG
async def test_h7_ten_minutes_of_hosting_are_no_answer(voice: Voice) -> None:
    played, recogniser = await host(voice, host_lines()[:200])
    assert said_s(played) > 600.0
    assert is_silent(played), played.verdicts()
    assert recogniser.given == []


async def test_h7_the_host_would_be_heard_if_its_own_voice_were_not_masked(voice: Voice) -> None:
    played, _ = await host(voice, host_lines()[:4], mask_s=-1.0)
    assert len(played.verdicts()) == 4


async def test_h7_an_answer_50_ms_after_the_host_is_kept_whole(voice: Voice) -> None:
    played, recogniser = await host(voice, host_lines()[:8], answers=JUPITER)
    assert [reply.right for reply in played.replies.values() if isinstance(reply, Answer)] == [True] * 4
    assert played.score == 8 * WORTH
    assert sum(holds_whole(heard, JUPITER) for heard in recogniser.given) == 8
