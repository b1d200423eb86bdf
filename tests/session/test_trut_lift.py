"""One lift of TRUT: a Trut 300 ms before the last card raises the round, 300 ms after it it is refused (R6, G3)."""

import asyncio

import numpy as np
import pytest
from session_toys import lift

from audio.backends.recording import Room, RoomMicrophone, RoomSpeaker
from audio.endpointing import Vad
from audio.listener import Listener
from audio.ports import HEARING_RATE_HZ, Hints, Samples, Transcript
from host.dialogue.outcome import Outcome
from host.session.ears import VoiceEars
from host.session.journal import ContentPin, Header, Journal
from host.session.loop import Session
from host.session.players import Line, Players
from host.session.room import RoomFront
from host.session.scripted import ScriptedFront
from host.session.stage import Stage

HEADER = Header(
    game="pli", players=["Ana", "Bob"], seed=3, content=ContentPin(sha256="0"), created="2026-01-01T20:00:00"
)
CARD_AT_S = 2.0


def script(trut_at_s: float) -> list[Line]:
    """Ana plays the eight; Bob the king at 2.0 s, and Ana hits the Trut key at `trut_at_s`."""
    return [
        Line(say="huit", after_s=1.0),
        Line.model_validate({"say": "roi", "after_s": CARD_AT_S, "interrupt": {"kind": "trut", "at_s": trut_at_s}}),
        Line(say="roi", after_s=1.0),
    ]


class LoudIsVoice(Vad):
    def reset(self) -> None: ...

    def probability(self, samples: Samples) -> float:
        return 1.0 if float(np.abs(samples).max()) > 0.05 else 0.0


class ByLength:
    """A recogniser of tones: 0.4 s is an eight, 0.7 s a king. Slow, so that the key arrives while it works."""

    name = "tones"

    def recognise(self, samples: Samples, hints: Hints) -> Transcript:
        loud_s = float((np.abs(samples) > 0.05).sum()) / HEARING_RATE_HZ
        return Transcript("huit" if loud_s < 0.55 else "roi", -0.1)

    def prepare(self, phrases: tuple[str, ...], window_s: float) -> None: ...

    def fit(self, samples: Samples, phrases: tuple[str, ...]) -> None:
        return None


def tone(line: Line) -> Samples:
    duration_s = {"huit": 0.4, "roi": 0.7}[line.text]
    return np.full(round(duration_s * HEARING_RATE_HZ), 0.3, np.float32)


class Blank:
    def __getattr__(self, name: str) -> object:
        return lambda *args: None


async def in_a_room(trut_at_s: float) -> tuple[Outcome, list[str]]:
    """The same lift through endpointing, a recogniser and the arbitration of keys and voices on the audio clock."""
    room = Room()
    microphone = RoomMicrophone(room)
    stage = Stage(Players(script(trut_at_s)), tone, room.schedule, lambda: room.now_s)
    recogniser = ByLength()
    front = RoomFront(
        microphone=microphone,
        speaker=RoomSpeaker(room),
        mouth=None,
        ears=VoiceEars(Listener(microphone, LoudIsVoice(), recogniser), None),
        keys=stage,
        screen=Blank(),  # type: ignore[arg-type]
        cue=stage,
    )
    return await Session(lift, Journal(HEADER), front).run(), front.said


async def scripted(trut_at_s: float) -> tuple[Outcome, list[str]]:
    front = ScriptedFront(Players(script(trut_at_s)))
    return await Session(lift, Journal(HEADER), front).run(), front.said


@pytest.mark.parametrize("played", [scripted, in_a_room])
async def test_R6_a_trut_300_ms_before_the_last_card_counts_and_the_card_is_asked_again(played) -> None:  # type: ignore[no-untyped-def]
    outcome, said = await asyncio.wait_for(played(CARD_AT_S - 0.3), 30)
    assert said == ["Trut !"]
    assert outcome.scores == {"Ana": 3, "Bob": 0}


@pytest.mark.parametrize("played", [scripted, in_a_room])
async def test_R6_a_trut_300_ms_after_the_last_card_is_refused(played) -> None:  # type: ignore[no-untyped-def]
    outcome, said = await asyncio.wait_for(played(CARD_AT_S + 0.3), 30)
    assert said == ["Trop tard, la dernière carte est posée."]
    assert outcome.scores == {"Ana": 1, "Bob": 0}
