"""The pyttsx3 voice and the process it lives in."""

import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
import soundfile

from audio.backends.pyttsx3_voice import Pyttsx3Voice
from audio.backends.pyttsx3_worker import VoiceProblem, choose_voice, is_french, is_whole
from audio.ports import AudioError, Synthesiser
from tests.audio.synthesiser_contract import SynthesiserContract
from tests.audio.voice_worker import worker

on_espeak = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="ids of espeak-ng's voices")


@pytest.fixture(scope="module")
def voice() -> Iterator[Pyttsx3Voice]:
    opened = Pyttsx3Voice()
    yield opened
    opened.close()


class TestContract(SynthesiserContract):
    @pytest.fixture
    def synthesiser(self, voice: Pyttsx3Voice) -> Synthesiser:
        return voice


@on_espeak
def test_settings_change_the_voice(voice: Pyttsx3Voice) -> None:
    text = "Qui est le premier joueur ?"
    other = Pyttsx3Voice(voice="fr+f2", rate_wpm=90, pitch=80)
    assert other.render(text).duration_s > 1.3 * voice.render(text).duration_s
    other.close()


@on_espeak
@pytest.mark.parametrize("wrong", ["klingon-du-nord", "fr+zz"])
def test_a_wrong_voice_is_one_clear_line_in_french(wrong: str) -> None:
    with pytest.raises(AudioError, match=r"n'existe pas") as raised:
        Pyttsx3Voice(voice=wrong)
    assert "\n" not in str(raised.value)
    assert wrong.removeprefix("fr+") in str(raised.value)


def test_closed_it_says_so_and_its_process_is_gone() -> None:
    voice = Pyttsx3Voice()
    (child,) = _workers(psutil.Process())[-1:]
    voice.close()
    voice.close()
    assert not child.is_running()
    with pytest.raises(AudioError, match="fermée"):
        voice.render("Bonsoir.")


def test_a_killed_worker_is_started_again(voice: Pyttsx3Voice) -> None:
    voice.render("Un.")
    for child in _workers(psutil.Process()):
        child.kill()
    assert voice.render("Deux.").duration_s > 0.1


@pytest.mark.process
def test_the_worker_ends_when_its_parent_is_killed() -> None:
    program = "from audio.backends.pyttsx3_voice import Pyttsx3Voice as V; v = V(); print(1, flush=True); input()"
    parent = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    assert parent.stdout
    assert parent.stdout.readline() == b"1\n"
    children = psutil.Process(parent.pid).children()
    assert children
    parent.kill()
    parent.communicate()
    _, alive = psutil.wait_procs(children, timeout=5)
    assert alive == []


def _fake(tmp_path: Path, body: str) -> list[str]:
    """A worker that answers as `body` says; `first` is true in the first process only."""
    answering = """
        import numpy as np, soundfile
        def answer(**fields): print(json.dumps(fields), flush=True)
        def save(line): soundfile.write(json.loads(line)["path"], np.full(2205, 0.5, np.float32), 22050)
    """
    return worker(tmp_path, answering, body)


def test_a_text_that_hangs_once_is_rendered_by_a_new_process(tmp_path: Path) -> None:
    worker = _fake(
        tmp_path,
        """
        answer(ready=True)
        for line in sys.stdin:
            if first: time.sleep(60)
            save(line)
            answer(done=True)
        """,
    )
    voice = Pyttsx3Voice(timeout_s=0.5, worker=worker)
    assert voice.render("Bonsoir.").duration_s == pytest.approx(0.1)
    voice.close()


def test_a_text_that_always_hangs_is_an_error_in_time(tmp_path: Path) -> None:
    worker = _fake(tmp_path, "answer(ready=True)\nfor line in sys.stdin: time.sleep(60)")
    voice = Pyttsx3Voice(timeout_s=0.3, worker=worker)
    started_s = time.monotonic()
    with pytest.raises(AudioError, match="ne répond plus"):
        voice.render("Bonsoir.")
    assert time.monotonic() - started_s < 5
    voice.close()


def test_closing_does_not_wait_for_an_engine_that_hangs(tmp_path: Path) -> None:
    voice = Pyttsx3Voice(
        timeout_s=30.0, worker=_fake(tmp_path, "answer(ready=True)\nfor line in sys.stdin: time.sleep(60)")
    )
    with ThreadPoolExecutor(1) as pool:
        rendering = pool.submit(voice.render, "Bonsoir.")
        time.sleep(0.2)
        started_s = time.monotonic()
        voice.close()
        with pytest.raises(AudioError, match="fermée"):
            rendering.result(5)
    assert time.monotonic() - started_s < 4.0


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("sys.exit('plus de mémoire')", "plus de mémoire"),
        ("answer(error='Aucune voix française.')", "Aucune voix française"),
    ],
)
def test_an_engine_that_does_not_start_is_an_error(tmp_path: Path, body: str, said: str) -> None:
    with pytest.raises(AudioError, match=said):
        Pyttsx3Voice(worker=_fake(tmp_path, body))


@dataclass
class Listed:
    """A voice as pyttsx3 lists it."""

    id: str
    name: str = ""
    languages: Any = ()


THOMAS = Listed("com.apple.voice.compact.fr-FR.Thomas", "Thomas", ["fr_FR"])
HORTENSE = Listed(r"HKEY_LOCAL_MACHINE\SOFTWARE\TTS_MS_FR-FR_HORTENSE_11.0", "Microsoft Hortense Desktop - French")
BYTES = Listed("french-mbrola-1", "mb-fr1", [b"\x05fr"])
ENGLISH = Listed("com.apple.Alex", "Alex", ["en_US", b"\x02en", None])
FRISIAN = Listed("frisian", "Frysk", ["fry"])


@pytest.mark.parametrize("french", [THOMAS, HORTENSE, BYTES, Listed("x", "y", [b"\x05fr-ca"])])
def test_a_french_voice_is_known_however_it_is_listed(french: Listed) -> None:
    assert is_french(french)
    assert choose_voice([ENGLISH, FRISIAN, french], None, on_espeak=False) == french.id


@pytest.mark.parametrize("other", [ENGLISH, FRISIAN, Listed("z", "Afrika", None)])
def test_other_languages_are_not_french(other: Listed) -> None:
    assert not is_french(other)


def test_no_french_voice_is_a_problem() -> None:
    with pytest.raises(VoiceProblem, match="Aucune voix française"):
        choose_voice([ENGLISH], None, on_espeak=False)


def test_a_voice_is_chosen_by_id_or_name_and_the_french_ones_are_told() -> None:
    voices = [ENGLISH, THOMAS]
    assert choose_voice(voices, "thomas", on_espeak=False) == THOMAS.id
    assert choose_voice(voices, ENGLISH.id, on_espeak=False) == ENGLISH.id
    with pytest.raises(VoiceProblem, match=r"« Zoé » n'existe pas.*Thomas"):
        choose_voice(voices, "Zoé", on_espeak=False)


def _workers(parent: psutil.Process) -> list[psutil.Process]:
    return [child for child in parent.children() if "pyttsx3_worker" in " ".join(child.cmdline())]


def test_a_file_that_is_still_being_written_is_not_whole(tmp_path: Path) -> None:
    """pyttsx3 may say it is done before espeak's thread has written the file: a sentence would be cut off."""
    whole = tmp_path / "whole.wav"
    soundfile.write(whole, np.zeros(10_000, np.float32), 22_050, subtype="PCM_16")
    raw = whole.read_bytes()
    part = tmp_path / "part.wav"
    for length in (0, 20, 44, 1000, len(raw) - 1):
        part.write_bytes(raw[:length])
        assert not is_whole(part)
    assert is_whole(whole)
    assert not is_whole(tmp_path / "none.wav")
