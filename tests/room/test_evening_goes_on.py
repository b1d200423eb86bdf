"""An evening whose devices fail while it is played, one after the other: it goes on, and nobody loses an answer by it.

Real are the devices (two sound servers: the host speaks into one, the players are heard by the other), the clock, the
voice, endpointing, recogniser and judge. The players speak when they are listened to.
"""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support import deck

from audio.mixing import load_clip
from audio.ports import HEARING_RATE_HZ
from config.settings import Settings
from host import app
from host.hosting import demo_folder, journal_for
from host.live import LiveEvening
from host.session import lines
from host.session.evening import Wish
from tests.room.conftest import Alsa
from tests.room.sound_server import SoundServer
from tests.room.test_live_evening import CAMEL

pytestmark = [pytest.mark.room, pytest.mark.speech]

ELEPHANT = load_clip(demo_folder("trou-noir") / "bob__l-elephant.flac") * 3
RIGHT = [
    {**CAMEL, "id": f"barrit-{n}", "question": f"Qui barrit ? Numéro {n}.", "right": "L'éléphant"} for n in range(2)
]
WRONG = {**CAMEL, "id": "blatere"}


class Watched(app.NoScreen):
    """A screen that somebody waits for; each line is waited for once."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._taken = 0

    def caption(self, text: str) -> None:
        self.lines.append(text)

    def listening(self, to: str | None, time_s: float, hint: str) -> None:
        self.lines.append(f"… {to}")

    def settled(self, heard: str) -> None:
        self.lines.append(f"« {heard} »")

    async def until(self, *texts: str, within_s: float = 20.0) -> str:
        """The first line from here on that holds one of `texts`."""
        end_s = time.monotonic() + within_s
        while True:
            while self._taken < len(self.lines):
                self._taken += 1
                if any(text in self.lines[self._taken - 1] for text in texts):
                    return self.lines[self._taken - 1]
            assert time.monotonic() < end_s, f"{texts} not in {self.lines}"
            await asyncio.sleep(0.02)


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[SoundServer]:
    """Its speaker is the evening's. Not the one that all tests share: a server ends with the thread that started it."""
    server = SoundServer("boite", tmp_path)
    server.start()
    yield server
    server.close()


@pytest.fixture
def headset(alsa: Alsa, laptop: SoundServer, tmp_path: Path) -> Iterator[SoundServer]:
    """Its microphone is the evening's."""
    server = SoundServer("usb", tmp_path)
    server.start()
    alsa.plug(laptop, server)
    yield server
    server.close()


async def answered(screen: Watched, server: SoundServer, who: str) -> None:
    """`who` says "l'éléphant", again when asked back."""
    while True:
        await screen.until(f"… {who}")
        with server.playing(ELEPHANT, HEARING_RATE_HZ):
            heard = await screen.until("« ")
        if "éléphant" in heard.casefold():
            return


async def without_blocking(work: Callable[[], object]) -> None:
    await asyncio.to_thread(work)


@pytest.mark.timeout(150)
async def test_microphone_speaker_and_rate_change_and_a_device_that_delivers_nothing_and_the_evening_goes_on(
    headset: SoundServer, laptop: SoundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Watched()
    monkeypatch.setattr(app, "screen", lambda title: screen)
    pack = tmp_path / "pack.yaml"
    pack.write_text(json.dumps(deck(*RIGHT, WRONG)), "utf-8")
    settings = Settings(data=tmp_path, microphone="usb_in", speaker="boite_out", voice_rate_wpm=330)
    wish = Wish(
        "trou-noir",
        ("Ana", "Bob", "Chloé"),
        {"depart": 100},
        seed=1,
        content=str(pack),
        start={"first": "Ana"},
        draws={"paquet.1": [*(card["id"] for card in RIGHT), WRONG["id"]]},
    )
    evening = asyncio.ensure_future(LiveEvening(settings, journal_for(settings, wish, keep=False)).run())

    # The microphone goes in mid-answer. What was half heard is no answer; it is asked for again.
    await screen.until("… Ana")
    with headset.playing(ELEPHANT, HEARING_RATE_HZ):
        await asyncio.sleep(0.5)
        await without_blocking(headset.stop)
    await screen.until(lines.MICROPHONE_LOST.format(name="usb_in"))
    await without_blocking(lambda: headset.start(44_100))  # with another rate
    await screen.until(lines.MICROPHONE_FOUND)
    await answered(screen, headset, "Ana")

    # The speaker goes in mid-sentence: captions go on, and so does the voice once it is back.
    await screen.until("Roulette russe")
    await asyncio.sleep(0.3)
    await without_blocking(laptop.stop)
    await screen.until("haut-parleur")
    await answered(screen, headset, "Bob")
    await without_blocking(laptop.start)
    assert await asyncio.to_thread(laptop.until_heard, "out", 15.0)

    # The device is there, and delivers nothing.
    await screen.until("… Chloé")
    with headset.playing(ELEPHANT, HEARING_RATE_HZ):
        await asyncio.sleep(0.3)
        with headset.frozen():
            await screen.until(lines.MICROPHONE_LOST.format(name="usb_in"))
    await screen.until(lines.MICROPHONE_FOUND)
    await answered(screen, headset, "Chloé")

    await screen.until("gagne", within_s=40.0)
    outcome = await asyncio.wait_for(evening, 10.0)
    assert outcome.scores == {"Ana": 100, "Bob": 100, "Chloé": 0}, screen.lines
