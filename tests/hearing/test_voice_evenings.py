"""The host's voice over a whole evening: every sentence is said, whatever engines, keys and devices do."""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from audio.backends.pyttsx3_voice import Pyttsx3Voice
from audio.mixing import level_db
from audio.ports import HEARING_RATE_HZ, AudioError
from audio.voice import Voice
from config.settings import Settings
from host import app, live
from host.dialogue.outcome import Outcome
from host.dialogue.replies import Spoken
from host.session.journal import Journal
from host.session.keys import NoKeys
from tests.audio.voice_worker import worker
from tests.hearing.quiz import (
    HEADER,
    Asked,
    Played,
    Says,
    Sounding,
    evening,
    front_of,
    quiet_room,
    quiz,
    yes_or_no,
)

SENTENCES = [f"Question {n} : qui est le premier joueur ?" for n in range(1, 51)]
LEAST_SENTENCE_S = 0.8
SETTINGS = Settings(voice="pyttsx3", recogniser="keyboard", reading_cps=1000)


def announced(texts: Sequence[str]) -> list[Asked]:
    return [Asked(yes_or_no(f"q{n}", 0.1), text, once=True) for n, text in enumerate(texts)]


def spoken(played: Played) -> list[Spoken]:
    return [reply for reply in played.replies.values() if isinstance(reply, Spoken)]


async def host(texts: Sequence[str], mouth: Voice | None, keys: NoKeys | None = None) -> tuple[Played, list[bool]]:
    """Say `texts`; whether each could be heard in the room while it was said."""
    room = quiet_room()
    cue = Sounding(room.schedule, {})
    played = await evening(announced(texts), front_of(room, Says(""), cue, mouth=mouth, keys=keys), cue)
    ends = [round((played.opened_s[f"q{n}"] - 0.1) * HEARING_RATE_HZ) for n in range(len(texts))]
    lasted = [round(reply.duration_s * HEARING_RATE_HZ) for reply in spoken(played)]
    heard = [level_db(room.host.window(end - n, n)) > -40.0 for end, n in zip(ends, lasted, strict=True)]
    return played, heard


@pytest.mark.speech
async def test_v1_fifty_sentences_are_all_spoken() -> None:
    voice = Voice(Pyttsx3Voice())
    try:
        played, heard = await host(SENTENCES, voice)
    finally:
        voice.close()
    assert played.said == SENTENCES
    assert all(heard)
    assert all(not reply.cut and reply.duration_s > LEAST_SENTENCE_S for reply in spoken(played))


def changed(tmp_path: Path, changes: str) -> list[str]:
    """The voice's own process, `changes` being made in it first; `first` is true in the first one started."""
    imports = """
        import types
        from audio.backends import pyttsx3_worker
    """
    return worker(tmp_path, imports, changes, "pyttsx3_worker.main(json.loads(sys.argv[1]))\n")


@pytest.mark.speech
async def test_v1_an_engine_that_hangs_is_restarted_and_the_evening_goes_on(tmp_path: Path) -> None:
    hangs_at_the_third = """
        save, saved = pyttsx3_worker.Engine.save, []
        def saving(engine, text, path):
            saved.append(text)
            if first and len(saved) == 3:
                time.sleep(600)
            save(engine, text, path)
        pyttsx3_worker.Engine.save = saving
    """
    voice = Voice(Pyttsx3Voice(timeout_s=2.0, worker=changed(tmp_path, hangs_at_the_third)))
    try:
        played, heard = await host(SENTENCES[:6], voice)
    finally:
        voice.close()
    assert heard == [True] * 6
    assert all(reply.duration_s > LEAST_SENTENCE_S for reply in spoken(played))


class Impatient(NoKeys):
    """Somebody who presses a key as soon as the host begins, `times` times."""

    def __init__(self, times: int) -> None:
        self.times = times

    async def any_key(self) -> None:
        if self.times == 0:
            await super().any_key()
        self.times -= 1
        await asyncio.sleep(0)


@pytest.mark.speech
async def test_v2_after_three_cuts_the_host_speaks() -> None:
    voice = Voice(Pyttsx3Voice())
    try:
        played, heard = await host(SENTENCES[:5], voice, Impatient(3))
    finally:
        voice.close()
    said = spoken(played)
    assert [reply.cut for reply in said] == [True, True, True, False, False]
    assert all(reply.duration_s < 0.3 for reply in said[:3])
    assert all(reply.duration_s > LEAST_SENTENCE_S for reply in said[3:])
    assert heard[3:] == [True, True]


LISTS_VOICES = """
    class Engine:
        proxy = types.SimpleNamespace(_driver=types.SimpleNamespace(setProperty=lambda *setting: None))
        def __str__(self): return "sapi5"
        def getProperty(self, name): return [types.SimpleNamespace(id="a", name="a", languages=LANGUAGES)]
        def connect(self, event, told): pass
        def save_to_file(self, text, path): self.path = path
        def runAndWait(self):
            import numpy, soundfile
            tone = 0.3 * numpy.sin(numpy.arange(22_050) / 10)
            soundfile.write(self.path, tone, 22_050)
    sys.modules["pyttsx3"] = types.SimpleNamespace(init=Engine)
"""
NO_ENGINE = """
    def init():
        raise RuntimeError("eSpeak or eSpeak-ng not installed")
    sys.modules["pyttsx3"] = types.SimpleNamespace(init=init)
"""


def mouth_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: str) -> Voice | None:
    monkeypatch.setattr(app, "Pyttsx3Voice", partial(Pyttsx3Voice, worker=changed(tmp_path, changes)))
    return app.mouth(SETTINGS)


@pytest.mark.parametrize(
    ("changes", "warned"),
    [
        (LISTS_VOICES.replace("LANGUAGES", "[b'\\x02en']"), "Aucune voix française"),
        (NO_ENGINE, "pyttsx3 n'a pas de moteur de voix ici"),
    ],
)
async def test_v4_without_a_voice_there_is_a_warning_and_captions(
    changes: str, warned: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mouth = mouth_of(tmp_path, monkeypatch, changes)
    assert mouth is None
    (line,) = capsys.readouterr().err.splitlines()
    assert warned in line
    assert "sous-titres" in line
    played, _ = await host(SENTENCES[:3], mouth)
    assert played.said == SENTENCES[:3]
    assert spoken(played) == [Spoken(0.0)] * 3


async def test_v4_a_language_given_as_bytes_is_french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mouth = mouth_of(tmp_path, monkeypatch, LISTS_VOICES.replace("LANGUAGES", "[b'\\x05fr']"))
    assert mouth is not None
    try:
        _, heard = await host(SENTENCES[:2], mouth)
    finally:
        mouth.close()
    assert heard == [True, True]


class Captions(app.NoScreen):
    def __init__(self) -> None:
        self.captions: list[str] = []

    def caption(self, text: str) -> None:
        self.captions.append(text)


def test_v4_without_an_audio_player_the_evening_is_captions(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_player(*_: object, **__: object) -> None:
        raise AudioError("Pas de haut-parleur ici : branchez-en un, ou jouez avec les sous-titres.")

    async def said_by_the_quiz() -> Outcome:
        return await quiz(announced(SENTENCES[:3]))

    on = Captions()
    monkeypatch.setattr(app, "DeviceSpeaker", no_player)
    monkeypatch.setattr(app, "screen", lambda title: on)
    monkeypatch.setattr(live, "script_of", lambda header: said_by_the_quiz)
    journal = Journal(HEADER.model_copy(update={"game": "trou-noir"}))
    outcome = live.run_live(SETTINGS, journal)
    assert outcome.ended == "fini"
    assert "Pas de haut-parleur" in on.captions[0]
    assert on.captions[1:] == SENTENCES[:3]
