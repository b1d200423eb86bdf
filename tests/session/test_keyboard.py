"""Played at the keyboard: what is typed, when it counts, and the game in a real terminal."""

import asyncio
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from fcntl import ioctl
from pathlib import Path
from typing import Any

import pytest
from support import ROOT, ROULETTE, deck

from audio.backends.recording import Room, RoomMicrophone, RoomSpeaker
from host.dialogue.expectation import Expectation, Kind
from host.dialogue.replies import Answer, Silence
from host.dialogue.requests import Ask, Say
from host.session.keys import NoKeys, Typed
from host.session.players import Line, Players
from host.session.room import RoomFront
from host.session.stage import Stage

QUESTION = Ask(key="q", to="Ana", expects=Expectation(Kind.TEXT, ("la sole",)), time_s=10)


class Blank:
    def __getattr__(self, name: str) -> object:
        return lambda *args: None


def front(*lines: dict[str, Any]) -> tuple[RoomFront, Stage]:
    """A room without ears; keys are pressed as in `lines`."""
    room = Room()
    stage = Stage(Players([Line.model_validate(line) for line in lines]), _mute, room.schedule, lambda: room.now_s)
    return room_with(stage, room, cue=stage), stage


def room_with(keys: Any, room: Room, cue: Any = None) -> RoomFront:
    return RoomFront(RoomMicrophone(room), RoomSpeaker(room), None, None, keys, Blank(), cue=cue)  # type: ignore[arg-type]


def _mute(line: Line) -> Any:
    raise AssertionError("nobody speaks here")


async def test_a_typed_line_is_judged() -> None:
    room, _ = front({"keys": "une sole", "after_s": 3})
    reply = await room.listen(QUESTION, 10)
    assert isinstance(reply, Answer)
    assert (reply.right, reply.via) == (True, "keyboard")
    assert reply.started_s == pytest.approx(3.0)


async def test_H9_a_line_begun_in_time_counts_however_long_it_takes_to_type() -> None:
    room, _ = front({"keys": "la sole", "after_s": 9.8})  # finished at 10.5
    reply = await room.listen(QUESTION, 10)
    assert isinstance(reply, Answer)
    assert reply.right


async def test_a_line_begun_in_time_and_rubbed_out_is_no_answer() -> None:
    room, stage = front({"silence": True})
    erased = iter([9.5] * 20 + [None] * 10_000)
    stage.typing_since_s = lambda: next(erased)  # type: ignore[method-assign]
    assert await asyncio.wait_for(room.listen(QUESTION, 10), 20) == Silence(10)


async def test_a_line_begun_in_time_and_left_lying_about_holds_nobody_up() -> None:
    room, stage = front({"silence": True})
    stage.typing_since_s = lambda: 9.5  # type: ignore[method-assign]
    assert await asyncio.wait_for(room.listen(QUESTION, 10), 20) == Silence(10)
    assert room.microphone.now_s() < 45


async def test_a_line_begun_after_the_time_is_too_late() -> None:
    room, _ = front({"keys": "la sole", "after_s": 10.1})
    assert await room.listen(QUESTION, 10) == Silence(10)


async def test_a_line_typed_while_the_question_is_read_is_its_answer_and_one_before_is_not() -> None:
    """Impatient people type ahead; but what was typed during the last verdict answers nothing."""

    class TypedAhead(NoKeys):
        def __init__(self) -> None:
            self.lines: list[str] = []

        async def line(self) -> Typed:
            while not self.lines:
                await asyncio.sleep(0)
            return Typed(self.lines.pop(0), 0.0, 0.0)

        def forget(self) -> None:
            self.lines.clear()

    keys = TypedAhead()
    room = room_with(keys, Room())
    keys.lines.append("bravo")
    await room.say(Say(key="s", text="Quel poisson plat ?"))
    keys.lines.append("la sole")
    reply = await room.listen(QUESTION, 10)
    assert isinstance(reply, Answer)
    assert reply.right


@pytest.mark.process
def test_a_whole_game_in_a_terminal_by_reading_and_typing(tmp_path: Path) -> None:
    pack = tmp_path / "pack.yaml"
    pack.write_text(json.dumps(deck({**ROULETTE, "penalty": 100})), "utf-8")  # JSON is YAML
    screen = Terminal(
        ["play", "--players", "Ana,Bob", "--recogniser", "keyboard", "--option", "depart=100", "--pack", str(pack)],
        tmp_path,
    )
    screen.until("La table > ")
    screen.type("Ana\r")
    screen.until("Bob > ")
    screen.type("répète\r")
    screen.until("Bob > ")
    screen.type("Milan\r")
    screen.until("Scores : Ana 100, Bob 0. Ana gagne !")
    assert screen.wait() == 0


@pytest.mark.process
def test_ctrl_c_leaves_an_evening_that_can_be_resumed(tmp_path: Path) -> None:
    screen = Terminal(["play", "--players", "Ana,Bob", "--recogniser", "keyboard"], tmp_path)
    screen.until("La table > ")
    screen.type("\x03")
    screen.until("animateur resume")
    assert screen.wait() == 130
    again = Terminal(["resume"], tmp_path)
    again.until("La table > ")
    again.type("\x03")
    assert again.wait() == 130


class Terminal:
    """The program in a terminal of 100 columns and 30 rows."""

    def __init__(self, arguments: list[str], data: Path) -> None:
        self.master, slave = pty.openpty()
        ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        environment = {
            **os.environ,
            "ANIMATEUR_DATA": str(data),
            "TERM": "xterm-256color",
            "ANIMATEUR_READING_CPS": "300",
        }
        for name in ("COLUMNS", "LINES", "NO_COLOR"):
            environment.pop(name, None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "host", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=ROOT,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        self.text = ""

    def until(self, wanted: str, timeout_s: float = 60.0) -> None:
        """Read until `wanted` is on the screen; then forget what was read."""
        end_s = time.monotonic() + timeout_s
        while wanted not in self.text:
            left_s = end_s - time.monotonic()
            assert left_s > 0, f"{wanted!r} never came: {self.text[-2000:]}"
            ready, _, _ = select.select([self.master], [], [], left_s)
            if ready:
                try:
                    raw = os.read(self.master, 65536)
                except OSError:
                    raw = b""
                assert raw, f"{wanted!r} never came before the end: {self.text[-2000:]}"
                self.text += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", raw.decode("utf-8", "replace"))
        self.text = ""

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def wait(self) -> int:
        """Drain the terminal to the end; the exit code."""
        try:
            while os.read(self.master, 65536):
                pass
        except OSError:
            pass
        code = self.process.wait(timeout=20)
        os.close(self.master)
        return code
