"""`auto`: the best recogniser that is installed hears; when it fails the other one goes on, with one warning."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from audio.backends import auto
from audio.backends.auto import AutoRecogniser, best_installed, has_memory_for
from audio.backends.whisper import WhisperRecogniser
from audio.ports import HEARING_RATE_HZ, AudioError, Hints, KnowsWords, Recogniser, Samples, Stream, Transcript
from tests.audio.recogniser_contract import RecogniserContract

LOUD = np.full(HEARING_RATE_HZ, 0.5, np.float32)


class Ear:
    """Hears one sentence in whatever is loud, or fails."""

    def __init__(self, name: str, text: str, error: Exception | None = None) -> None:
        self.name, self._text, self.error = name, text, error
        self.prepared: list[tuple[str, ...]] = []

    def recognise(self, samples: Samples, hints: Hints) -> Transcript:
        self._fail()
        return Transcript(self._text if np.any(np.abs(samples) > 0.1) else "")

    def prepare(self, phrases: tuple[str, ...], window_s: float) -> None:
        self._fail()
        self.prepared.append(phrases)

    def fit(self, samples: Samples, phrases: tuple[str, ...]) -> tuple[float, ...] | None:
        self._fail()
        return tuple(float(phrase == self._text) for phrase in phrases)

    def _fail(self) -> None:
        if self.error is not None:
            raise self.error


class VoskEar(Ear):
    def fit(self, samples: Samples, phrases: tuple[str, ...]) -> tuple[float, ...] | None:
        self._fail()
        return None

    def unknown_words(self, phrases: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(phrase for phrase in phrases if phrase == "blatère")

    def stream(self) -> Stream | None:
        return SimpleNamespace(feed=lambda samples: "un", finish=lambda: Transcript("un deux"))


def whisper_ear(error: Exception | None = None) -> Ear:
    return Ear("whisper", "le mercure", error)


def vosk_ear(error: Exception | None = None) -> VoskEar:
    return VoskEar("vosk", "le mercure", error)


BROKEN = AudioError("Whisper est en panne.")


@pytest.mark.parametrize(
    "pair",
    [(whisper_ear(), vosk_ear()), (whisper_ear(), None), (None, vosk_ear()), (whisper_ear(BROKEN), vosk_ear())],
    ids=["both", "whisper", "vosk", "whisper-failed"],
)
class TestAuto(RecogniserContract):
    @pytest.fixture
    def recogniser(self, pair: tuple[Recogniser | None, Recogniser | None]) -> Recogniser:
        return AutoRecogniser(*pair)

    @pytest.fixture
    def spoken(self) -> Samples:
        return LOUD

    @pytest.fixture
    def spoken_text(self) -> str:
        return "le mercure"


class TestWhoHears:
    def test_whisper_hears_where_both_are(self) -> None:
        both = AutoRecogniser(Ear("whisper", "Paris"), VoskEar("vosk", "pari"))
        assert both.name == "whisper"
        assert both.recognise(LOUD, Hints()).text == "Paris"
        assert both.fit(LOUD, ("Rome", "Paris")) == (0.0, 1.0)

    def test_vosk_hears_where_only_it_is_and_has_no_score(self) -> None:
        alone = AutoRecogniser(None, vosk_ear())
        assert (alone.name, alone.fit(LOUD, ("le mercure",))) == ("vosk", None)

    def test_a_timed_list_is_heard_by_vosk_while_it_runs(self) -> None:
        stream = AutoRecogniser(whisper_ear(), vosk_ear()).stream()
        assert stream is not None
        assert (stream.feed(LOUD), stream.finish().text) == ("un", "un deux")
        assert AutoRecogniser(whisper_ear(), None).stream() is None

    def test_h1_no_word_is_unknown_as_long_as_whisper_hears(self) -> None:
        both = AutoRecogniser(whisper_ear(), vosk_ear())
        assert isinstance(both, KnowsWords)
        assert not isinstance(WhisperRecogniser, KnowsWords)
        assert both.unknown_words(("blatère", "chameau")) == ()
        assert AutoRecogniser(None, vosk_ear()).unknown_words(("blatère", "chameau")) == ("blatère",)

    def test_neither_is_a_mistake_of_the_program(self) -> None:
        with pytest.raises(ValueError, match="neither"):
            AutoRecogniser(None, None)


class TestFailure:
    @pytest.mark.parametrize("error", [BROKEN, RuntimeError("out of\nmemory"), MemoryError()])
    @pytest.mark.parametrize(
        "work",
        [
            lambda ear: ear.recognise(LOUD, Hints()),
            lambda ear: ear.fit(LOUD, ("le mercure",)),
            lambda ear: ear.prepare(("le mercure",), 10.0),
        ],
        ids=["recognise", "fit", "prepare"],
    )
    def test_the_other_goes_on_with_one_warning(self, error: Exception, work: Callable[[Recogniser], object]) -> None:
        told: list[str] = []
        both = AutoRecogniser(whisper_ear(error), vosk_ear(), told.append)
        work(both)
        work(both)
        assert both.recognise(LOUD, Hints()).text == "le mercure"
        assert (both.name, len(told)) == ("vosk", 1)
        assert "Vosk prend le relais" in told[0]
        assert "\n" not in told[0]
        assert both.unknown_words(("blatère",)) == ("blatère",)

    def test_whisper_is_not_tried_again(self) -> None:
        whisper = whisper_ear(BROKEN)
        both = AutoRecogniser(whisper, VoskEar("vosk", "par vosk"))
        both.recognise(LOUD, Hints())
        whisper.error = None
        assert both.recognise(LOUD, Hints()).text == "par vosk"

    def test_several_threads_that_fail_at_once_warn_once(self) -> None:
        told: list[str] = []
        both = AutoRecogniser(whisper_ear(BROKEN), vosk_ear(), told.append)
        with ThreadPoolExecutor(4) as pool:
            heard = list(pool.map(lambda _: both.recognise(LOUD, Hints()).text, range(20)))
        assert (set(heard), len(told)) == ({"le mercure"}, 1)

    @pytest.mark.parametrize("error", [BROKEN, RuntimeError("out of\nmemory")])
    def test_with_no_other_the_failure_is_one_line(self, error: Exception) -> None:
        with pytest.raises(AudioError) as caught:
            AutoRecogniser(whisper_ear(error), None).recognise(LOUD, Hints())
        assert "\n" not in str(caught.value)
        with pytest.raises(AudioError):
            AutoRecogniser(whisper_ear(error), vosk_ear(error)).recognise(LOUD, Hints())


class TestWhatIsInstalled:
    @pytest.fixture(autouse=True)
    def _both(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A machine with both; `model` is where Vosk's is."""
        (tmp_path / "model").mkdir()
        (tmp_path / "model/final.mdl").write_bytes(bytes(1_000))
        monkeypatch.setattr(auto, "WhisperRecogniser", whisper_ear)
        monkeypatch.setattr(auto, "VoskRecogniser", lambda folder: vosk_ear())
        monkeypatch.setattr(auto, "find_model", lambda: tmp_path / "model")

    @pytest.fixture
    def no_whisper(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(auto, "WhisperRecogniser", fails("Whisper n'est pas installé."))

    def test_both(self) -> None:
        both = best_installed(None)
        assert both.name == "whisper"
        assert both.stream() is not None

    def test_whisper_alone_where_there_is_no_vosk_model(self, monkeypatch: pytest.MonkeyPatch) -> None:
        told: list[str] = []
        monkeypatch.setattr(auto, "find_model", lambda: None)
        alone = best_installed(None, told.append)
        assert (alone.name, alone.stream(), told) == ("whisper", None, [])

    def test_vosk_alone(self, no_whisper: None) -> None:
        assert best_installed(None).name == "vosk"

    def test_neither_names_what_is_best_installed(self, no_whisper: None, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(auto, "VoskRecogniser", fails("Modèle Vosk endommagé."))
        with pytest.raises(AudioError, match="Whisper n'est pas installé"):
            best_installed(None)

    def test_a_folder_of_the_settings_goes_before_what_is_found(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        loaded: list[Path] = []
        monkeypatch.setattr(auto, "VoskRecogniser", lambda folder: (loaded.append(folder), vosk_ear())[1])
        best_installed(tmp_path)
        best_installed(None)
        assert loaded == [tmp_path, tmp_path / "model"]

    def test_a_folder_of_the_settings_that_fails_is_told(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        told: list[str] = []
        monkeypatch.setattr(auto, "VoskRecogniser", fails("Modèle Vosk incomplet."))
        assert best_installed(tmp_path, told.append).name == "whisper"
        assert told == ["Modèle Vosk incomplet."]
        assert best_installed(None, told.append).name == "whisper"
        assert len(told) == 1

    def test_vosk_is_left_out_where_memory_is_short_and_whisper_is_there(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
    ) -> None:
        monkeypatch.setattr("psutil.virtual_memory", lambda: SimpleNamespace(available=2_000))
        assert not has_memory_for(tmp_path / "model")
        assert best_installed(None).stream() is None
        request.getfixturevalue("no_whisper")
        assert best_installed(None).name == "vosk"


def fails(message: str) -> Callable[..., Recogniser]:
    def load(*_: object) -> Recogniser:
        raise AudioError(message)

    return load
