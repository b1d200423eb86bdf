"""Push-to-talk: the key says where an answer begins and ends, whatever else sounds in the room."""

import asyncio
import time
from collections.abc import Callable

import numpy as np
from prompt_toolkit.input import create_pipe_input

from audio.backends.recording import Room, RoomMicrophone, RoomSpeaker
from audio.endpointing import SileroVad
from audio.listener import Listener
from audio.mixing import at_level, load_clip
from audio.ports import HEARING_RATE_HZ, Hints, Samples, Transcript
from host.app import NoScreen
from host.dialogue.expectation import Expectation, Kind
from host.dialogue.replies import Answer, Silence, Unsettled
from host.dialogue.requests import Ask
from host.hosting import demo_folder
from host.session import lines
from host.session.ears import VoiceEars
from host.session.keys import NoKeys
from host.session.room import RoomFront
from host.terminal.keys import LET_GO_AFTER_S, TerminalKeys

CLIPS = demo_folder("trou-noir")
PLANET = Ask(key="t1.reponse", expects=Expectation(Kind.TEXT, ("Jupiter",)), time_s=10.0)


class HoldsSpace(NoKeys):
    """Somebody holds the talk key from `from_s` to `to_s` on the audio clock."""

    talk_key = "Espace"

    def __init__(self, now_s: Callable[[], float], from_s: float, to_s: float) -> None:
        self._now_s, self._from_s, self._to_s = now_s, from_s, to_s

    async def held(self) -> float:
        while not self._from_s <= self._now_s() < self._to_s:
            await asyncio.sleep(0)
        return self._from_s

    async def released(self) -> None:
        while self._now_s() < self._to_s:
            await asyncio.sleep(0)


class Notes:
    """A recogniser that notes what it is given, and says `text`."""

    name = "notes"

    def __init__(self, text: str) -> None:
        self.text, self.given = text, list[Samples]()

    def recognise(self, samples: Samples, hints: Hints) -> Transcript:
        self.given.append(samples)
        return Transcript(self.text, -0.2)

    def prepare(self, phrases: tuple[str, ...], window_s: float) -> None: ...

    def fit(self, samples: Samples, phrases: tuple[str, ...]) -> tuple[float, ...] | None:
        return None


def front_in(room: Room, recogniser: Notes, keys: NoKeys) -> RoomFront:
    microphone = RoomMicrophone(room)
    ears = VoiceEars(Listener(microphone, SileroVad(), recogniser), None, -30.0)
    return RoomFront(microphone, RoomSpeaker(room), None, ears, keys, NoScreen())


def talking(duration_s: float, db: float) -> Samples:
    """Somebody who goes on and on: a television."""
    clips = [load_clip(CLIPS / name) for name in ("dan__attends-je-reflechis.flac", "chloe__tableau-des-elements.flac")]
    once = np.concatenate([clip[np.abs(clip) > 1e-3] for clip in clips])
    wanted = round(duration_s * HEARING_RATE_HZ)
    return at_level(np.tile(once, wanted // len(once) + 1)[:wanted], db)


async def test_what_is_said_while_the_key_is_held_is_the_answer_although_the_television_goes_on() -> None:
    room = Room()
    room.schedule(talking(15.0, -20.0), 0.0)
    recogniser = Notes("Jupiter")
    keys = HoldsSpace(lambda: room.now_s, 2.0, 3.5)
    front = front_in(room, recogniser, keys)
    reply = await front.listen(PLANET, PLANET.time_s)
    assert isinstance(reply, Answer)
    assert reply.right
    assert room.now_s < 3.5 + 0.3  # without the key nothing would end before the longest utterance is over
    assert 1.5 <= len(recogniser.given[-1]) / HEARING_RATE_HZ <= 2.0  # from just before the key to its release


async def test_the_key_counts_from_when_it_was_pressed_and_silence_is_no_answer() -> None:
    room = Room()
    recogniser = Notes("Jupiter")
    front = front_in(room, recogniser, HoldsSpace(lambda: room.now_s, 9.0, 11.0))
    reply = await front.listen(PLANET, PLANET.time_s)
    assert isinstance(reply, Unsettled)  # the key was held, and nobody spoke
    assert not recogniser.given
    late = front_in(Room(), recogniser, HoldsSpace(lambda: room.now_s, 99.0, 99.5))
    assert isinstance(await late.listen(PLANET, 3.0), Silence)


async def test_h8_the_key_is_offered_once_when_the_room_is_too_loud() -> None:
    room = Room()
    room.schedule(talking(40.0, -20.0), 0.0)
    front = front_in(room, Notes(""), HoldsSpace(lambda: room.now_s, 99.0, 99.5))
    assert isinstance(await front.listen(PLANET, PLANET.time_s), Unsettled)
    assert front.said == [lines.TOO_LOUD.format(key="Espace")]
    assert isinstance(await front.listen(PLANET, PLANET.time_s), Unsettled)
    assert len(front.said) == 1
    without = front_in(room, Notes(""), NoKeys())
    await without.listen(PLANET, PLANET.time_s)
    assert not without.said  # nobody offers a key where there is no keyboard


async def test_space_is_held_while_it_repeats_and_a_single_press_only_cuts_the_host_short() -> None:
    typed: list[str] = []
    with create_pipe_input() as pipe:
        keys = TerminalKeys(time.monotonic, typed.append, lambda: None, pipe)
        with keys.attached():
            pressed = asyncio.ensure_future(keys.any_key())
            held = asyncio.ensure_future(keys.held())
            await asyncio.sleep(0)
            began_s = time.monotonic()
            pipe.send_text(" ")
            await asyncio.wait_for(pressed, 1.0)
            assert not held.done()
            again = asyncio.ensure_future(keys.any_key())
            for _ in range(5):
                await asyncio.sleep(0.03)
                pipe.send_text(" ")
            assert began_s <= await asyncio.wait_for(held, 1.0) <= began_s + 0.1
            await asyncio.wait_for(keys.released(), LET_GO_AFTER_S + 1.0)
            assert not again.done()  # a key that repeats cuts the host short only once
            pipe.send_text("a b\r")
            assert (await asyncio.wait_for(keys.line(), 1.0)).text == "a b"  # inside a line it is a space
            again.cancel()
