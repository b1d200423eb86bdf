"""Whisper on recordings of people, and what is built around it."""

import math
import os
from pathlib import Path

import numpy as np
import pytest

from audio.backends.whisper import WhisperRecogniser, plain, spellings
from audio.nonsense import is_nonsense
from audio.ports import HEARING_RATE_HZ, AudioError, Hints, Recogniser, Samples, Transcript
from tests.audio.conftest import Clip
from tests.audio.recogniser_contract import RecogniserContract, silence, simplified

pytestmark = pytest.mark.speech


def named(clips: list[Clip], name: str) -> Samples:
    (clip,) = [clip for clip in clips if clip.path.name == name]
    return np.concatenate([silence(0.3), clip.samples, silence(0.2)])


@pytest.fixture
def mexico(clips: list[Clip]) -> Samples:
    return named(clips, "gcompris__geography__mexico.flac")


class TestWhisper(RecogniserContract):
    @pytest.fixture
    def recogniser(self, whisper: WhisperRecogniser) -> Recogniser:
        return whisper

    @pytest.fixture
    def spoken(self, mexico: Samples) -> Samples:
        return mexico

    @pytest.fixture
    def spoken_text(self) -> str:
        return "mexique"


class TestFake(RecogniserContract):
    """A recogniser that knows one recording keeps the contract too: it asks for nothing that is Whisper's own."""

    class Knows:
        name = "fake"

        def __init__(self, known: Samples) -> None:
            self._energy = float(np.square(known).sum())

        def recognise(self, samples: Samples, hints: Hints) -> Transcript:
            known = math.isclose(float(np.square(samples).sum()), self._energy, rel_tol=0.01)
            return Transcript("Un deux trois." if known else "", -0.5)

        def prepare(self, phrases: object, window_s: float) -> None: ...

        def fit(self, samples: Samples, phrases: tuple[str, ...]) -> tuple[float, ...] | None:
            return None

    @pytest.fixture
    def spoken(self) -> Samples:
        return np.sin(np.arange(HEARING_RATE_HZ, dtype=np.float32))

    @pytest.fixture
    def spoken_text(self) -> str:
        return "un deux trois"

    @pytest.fixture
    def recogniser(self, spoken: Samples) -> Recogniser:
        return self.Knows(spoken)


def test_works_without_the_network(whisper: WhisperRecogniser) -> None:
    assert whisper.name == "whisper"
    assert os.environ["HF_HUB_OFFLINE"] == "1"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gcompris__words__raincoat.flac", "un imperméable"),
        ("gcompris__words__bag.flac", "un sac"),
        ("gcompris__geography__colombia.flac", "colombie"),
        ("mcs_dtw__clean__M01_decollage.flac", "décollage"),
    ],
)
def test_people_are_understood_with_a_prompt(
    whisper: WhisperRecogniser, clips: list[Clip], name: str, text: str
) -> None:
    hints = Hints(("un imperméable", "Colombie", "décollage", "un sac"), window_s=10.0)
    assert simplified(whisper.recognise(named(clips, name), hints).text).endswith(text)


def test_another_word_than_the_hinted_ones_is_not_turned_into_them(
    whisper: WhisperRecogniser, clips: list[Clip]
) -> None:
    heard = whisper.recognise(named(clips, "gcompris__words__shower.flac"), Hints(("Victor Hugo", "Émile Zola")))
    assert "douche" in simplified(heard.text)


def test_a_loop_of_the_short_window_is_heard_again_in_a_longer_one(whisper: WhisperRecogniser, mexico: Samples) -> None:
    result, complete = whisper._generate(whisper._encode(mexico, 10.0), whisper._prompt(()))
    assert not complete
    assert is_nonsense(whisper._tokenizer.decode(result.sequences_ids[0]))
    assert not is_nonsense(whisper.recognise(mexico, Hints(window_s=10.0)).text)


def test_fit_finds_the_right_one_of_four_on_people(whisper: WhisperRecogniser, clips: list[Clip]) -> None:
    chosen = [clip for clip in clips if clip.kind == "fr-word"][::26][:10]
    right = 0
    for i, clip in enumerate(chosen):
        phrases = tuple(chosen[(i + k) % len(chosen)].transcript for k in range(4))
        scores = whisper.fit(clip.samples, phrases)
        right += scores[0] == max(scores)
    assert right == 10


def test_fit_of_a_wrong_word_is_far_below_the_right_one(whisper: WhisperRecogniser, mexico: Samples) -> None:
    right, wrong = whisper.fit(mexico, ("Mexique", "Danemark"))
    assert right > 3.0
    assert right > wrong + 5.0
    assert max(whisper.fit(silence(1.5), ("Mexique", "Danemark"))) < 2.0


def test_fit_of_many_keeps_the_order_of_the_finalists_on_top(whisper: WhisperRecogniser, mexico: Samples) -> None:
    phrases = ("Danemark", "Suède", "Mexique", "Brésil", "le Mexique", "Pérou", "")
    scores = whisper.fit(mexico, phrases)
    assert set(sorted(range(7), key=lambda i: -scores[i])[:2]) == {2, 4}
    assert scores[6] == -math.inf
    assert all(math.isfinite(score) for score in scores[:6])


def test_fit_after_recognise_uses_the_window_already_encoded(
    whisper: WhisperRecogniser, mexico: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    whisper.prepare(("Mexique",), window_s=10.0)
    whisper.recognise(mexico, Hints(("Mexique",), window_s=10.0))
    encoded = list[float]()
    encode = whisper._encode

    def counting(samples: Samples, window_s: float) -> object:
        encoded.append(window_s)
        return encode(samples, window_s)

    monkeypatch.setattr(whisper, "_encode", counting)
    whisper.fit(mexico.copy(), ("Mexique",))
    assert encoded == []
    whisper.recognise(mexico, Hints(window_s=15.0))
    assert encoded == [15.0]


def test_prompt_is_the_phrases_between_the_markers(whisper: WhisperRecogniser) -> None:
    tokenizer = whisper._tokenizer
    tokens = whisper._prompt(("Victor Hugo", "Émile Zola"))
    start = [*tokenizer.sot_sequence, tokenizer.no_timestamps]
    assert tokens[0] == tokenizer.sot_prev
    assert tokens[-len(start) :] == start
    assert tokenizer.decode(tokens[1 : -len(start)]) == " Victor Hugo, Émile Zola."
    assert whisper._prompt(()) == start
    assert whisper._prompt(("", " ")) == start


def test_prompt_holds_no_control_token_of_a_phrase(whisper: WhisperRecogniser) -> None:
    tokenizer = whisper._tokenizer
    tokens = whisper._prompt(("<|endoftext|>", "a<|fr|>b"))
    assert all(token < tokenizer.eot for token in tokens[1 : -len(tokenizer.sot_sequence) - 1])


def test_prompt_keeps_whole_phrases_within_its_bound(whisper: WhisperRecogniser) -> None:
    tokens = whisper._prompt(tuple(f"Jean-Baptiste Poquelin {n}" for n in range(100)))
    assert 150 < len(tokens) < 224
    assert ", Jean-Baptiste Poquelin 3," in whisper._tokenizer.decode(tokens)


def test_a_list_has_word_times(whisper: WhisperRecogniser, clips: list[Clip], mexico: Samples) -> None:
    both = np.concatenate([mexico, silence(1.0), named(clips, "gcompris__geography__colombia.flac")])
    heard = whisper.recognise(both, Hints(("Mexique", "Colombie"), window_s=20.0))
    words = {simplified(word.text): word for word in heard.words}
    assert words["mexique"].start_s < 1.8
    assert len(mexico) / HEARING_RATE_HZ + 0.7 < words["colombie"].start_s < len(both) / HEARING_RATE_HZ
    assert all(word.start_s <= word.end_s for word in heard.words)


def test_more_than_30_s_is_heard_to_the_end(whisper: WhisperRecogniser, clips: list[Clip], mexico: Samples) -> None:
    long = np.concatenate([mexico, silence(32.0), named(clips, "gcompris__geography__colombia.flac")])
    heard = simplified(whisper.recognise(long, Hints(("Mexique", "Colombie"), window_s=30.0)).text)
    assert heard.startswith(("le mexique", "mexique"))
    assert "colombie" in heard


def test_spellings_of_a_phrase() -> None:
    assert spellings("victor Hugo") == (" victor Hugo", " Victor Hugo")
    assert spellings("un œuf") == (" un œuf", " Un œuf", " un oeuf")
    assert spellings("  \n") == ()


def test_plain_leaves_nothing_to_take_for_a_control_token() -> None:
    assert plain("a <|endoftext|>\nb") == "a endoftext b"


def test_missing_and_broken_models_are_one_french_line(tmp_path: Path) -> None:
    pytest.importorskip("faster_whisper")
    with pytest.raises(AudioError, match="animateur models install"):
        WhisperRecogniser(tmp_path)
    (tmp_path / "model.bin").write_bytes(b"not a model")
    with pytest.raises(AudioError, match="Modèle Whisper illisible") as caught:
        WhisperRecogniser(tmp_path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "...",
        "♪ ♪",
        "[Musique]",
        "*Applaudissements*",
        "Sous-titrage ST' 501",
        "Sous-titres réalisés par la communauté d'Amara.org",
        "Merci d’avoir regardé cette vidéo !",
        "oui, oui, oui, oui, oui",
        "Je sais pas. " * 6,
        "hahahahahahahaha",
    ],
)
def test_h12_what_is_written_when_nobody_spoke(text: str) -> None:
    assert is_nonsense(text)


@pytest.mark.parametrize(
    "text",
    ["non non", "Oui, oui, oui, oui !", "1000000", "10 000 000 000 000 000 000", "la radio", "les sous-titres", "a"],
)
def test_h12_what_people_do_say(text: str) -> None:
    assert not is_nonsense(text)
