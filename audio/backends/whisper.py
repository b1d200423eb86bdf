"""Whisper base through faster-whisper: the stock 30 s window cut to what the request needs, the encoder run once.

A transcript may be biased by a prompt. `fit` never is: it scores what was heard against each phrase, and the same
phrase against silence, so that a phrase that is merely common gains nothing.
"""

import math
import os
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from audio.backends.weights import whisper_base
from audio.ports import HEARING_RATE_HZ, AudioError, Hints, Samples, Transcript, Word

if TYPE_CHECKING:
    from ctranslate2 import StorageView

_MEL_FRAMES_PER_S = 100
_ENCODER_FRAME_S = 2 / _MEL_FRAMES_PER_S
_SAMPLES_PER_MEL_FRAME = HEARING_RATE_HZ // _MEL_FRAMES_PER_S
_WINDOW_STEP_S, _MIN_WINDOW_S, _MAX_WINDOW_S = 5.0, 10.0, 30.0  # 8 s loses accuracy, 5 s loops
_PIECE_S = 25.0  # audio longer than the largest window is cut into pieces of at most this, at a quiet place
_WORDS_FROM_WINDOW_S = 20.0  # word times cost one more pass; only lists need them, and they ask for such a window
_BEAM = 5
_MAX_PROMPT_TOKENS = 200  # of _MAX_TOKENS; half of those are for the prompt
_MAX_TOKENS = 448
_TOKENS_PER_S, _TOKENS_BASE = 10, 16  # faster than anyone speaks; a loop ends there
_SILENCE_S = 2.0
_FULL_SPELLINGS = 12  # with more than that, a first round on a cropped window leaves _FINALISTS phrases
_FINALISTS = 4
_WORD_S, _LETTER_S = 0.25, 0.09  # no word takes longer than this and its letters; what precedes it is silence


@dataclass(frozen=True, eq=False)
class _Encoded:
    samples: Samples
    window_s: float
    output: "StorageView"
    mel_frames: int
    """How much of the window holds audio, in frames of 10 ms."""


class WhisperRecogniser:
    """One utterance at a time, whatever the number of threads that call."""

    name = "whisper"

    def __init__(self, folder: Path | None = None, cpu_threads: int = 2) -> None:
        """Load the model of `folder` (the packaged one by default). Raises AudioError when it cannot be had."""
        os.environ["HF_HUB_OFFLINE"] = "1"  # read when the hub's library is imported
        try:
            from faster_whisper import WhisperModel
            from faster_whisper.tokenizer import Tokenizer
        except ImportError as error:
            raise AudioError("Whisper n'est pas installé : lancez « animateur models install ».") from error
        folder = folder or whisper_base()
        if not (folder / "model.bin").is_file():
            raise AudioError(f"Pas de modèle Whisper dans « {folder} » : lancez « animateur models install ».")
        try:
            self._model: Any = WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=cpu_threads)
        except (RuntimeError, ValueError, OSError) as error:
            raise AudioError(f"Modèle Whisper illisible : supprimez le dossier « {folder} » et relancez.") from error
        self._tokenizer: Any = Tokenizer(self._model.hf_tokenizer, True, task="transcribe", language="fr")
        self._start: list[int] = list(self._tokenizer.sot_sequence)
        self._lock = threading.Lock()
        self._last: _Encoded | None = None
        self._silences: dict[float, _Encoded] = {}
        self._on_silence: dict[tuple[float, str], float] = {}

    def recognise(self, samples: Samples, hints: Hints) -> Transcript:
        """Blocking, about 0.3 s for a choice. Audio longer than 30 s is understood piece by piece."""
        if not len(samples):
            return Transcript("")
        with self._lock:
            pieces, at_s = list[Transcript](), 0.0
            for piece in _pieces(samples):
                pieces.append(self._recognise_piece(piece, hints, at_s))
                at_s += len(piece) / HEARING_RATE_HZ
        return pieces[0] if len(pieces) == 1 else _joined(pieces)

    def fit(self, samples: Samples, phrases: tuple[str, ...]) -> tuple[float, ...]:
        """Log probability of each phrase above the same phrase on silence, by its best spelling; -inf without audio.

        With more spellings than _FULL_SPELLINGS, all are first compared on a cropped window, and only the best
        are scored in full; the others come out below them, in the order of the first comparison.
        """
        if not phrases or not len(samples):
            return (-math.inf,) * len(phrases)
        with self._lock:
            heard = self._encoded(samples[: int(_MAX_WINDOW_S * HEARING_RATE_HZ)], None)
            ways = [spellings(phrase) for phrase in phrases]
            if sum(map(len, ways)) <= _FULL_SPELLINGS:
                return tuple(self._full_score(heard, way) for way in ways)
            return self._fit_many(heard, ways)

    def _fit_many(self, heard: _Encoded, ways: list[tuple[str, ...]]) -> tuple[float, ...]:
        cropped = self._cropped(heard)
        rough = {i: max((self._log_probability(cropped, s), s) for s in way) for i, way in enumerate(ways) if way}
        order = sorted(rough, key=lambda i: -rough[i][0])
        full = {i: self._full_score(heard, (rough[i][1],)) for i in order[:_FINALISTS]}
        scores, last = [-math.inf] * len(ways), order[:_FINALISTS][-1]
        for i in order:
            scores[i] = full[i] if i in full else min(full.values()) + rough[i][0] - rough[last][0]
        return tuple(scores)

    def prepare(self, phrases: Iterable[str], window_s: float = Hints.window_s) -> None:
        """Score phrases on silence ahead of time; `fit` then takes half as long. Blocking, 25 ms a spelling."""
        for phrase in phrases:
            for spelling in spellings(phrase):
                with self._lock:
                    self._silence_score(_window_s(0.0, window_s), spelling)

    def _recognise_piece(self, samples: Samples, hints: Hints, at_s: float) -> Transcript:
        with_words = hints.window_s >= _WORDS_FROM_WINDOW_S
        heard = self._encoded(samples, Hints.window_s if with_words else hints.window_s)  # or whatever they fill
        prompt = self._prompt(hints.phrases)
        result, complete = self._generate(heard, prompt)
        if not complete and heard.window_s < Hints.window_s:  # it loops, which a longer window mostly mends
            heard = self._encoded(samples, Hints.window_s)
            result, _ = self._generate(heard, prompt)
        texts = [self._tokenizer.decode(ids).strip(" ,;") for ids in result.sequences_ids]
        others = tuple(text for text in dict.fromkeys(texts) if text and text != texts[0])
        words = self._words(heard, result.sequences_ids[0], at_s) if with_words and texts[0] else ()
        return Transcript(texts[0], float(result.scores[0]), others, words)

    def _generate(self, heard: _Encoded, prompt: list[int]) -> tuple[Any, bool]:
        """What is said, in up to _BEAM versions, and whether the best one came to an end by itself."""
        most = _TOKENS_BASE + heard.mel_frames * _TOKENS_PER_S // _MEL_FRAMES_PER_S
        result = self._model.model.generate(
            heard.output,
            [prompt],
            beam_size=_BEAM,
            num_hypotheses=_BEAM,
            return_scores=True,
            max_length=min(_MAX_TOKENS, max(2 * most, len(prompt) + most)),  # half of it, less a long prompt
        )[0]
        return result, len(result.sequences_ids[0]) < most - 2

    def _prompt(self, phrases: tuple[str, ...]) -> list[int]:
        """The tokens before what is generated; the phrases stand there as if they had just been said.

        As many whole phrases as fit, first come first served.
        """
        listed: list[int] = []
        for phrase in phrases:
            tokens = self._tokenizer.encode(f"{',' if listed else ''} {plain(phrase)}") if plain(phrase) else []
            if len(listed) + len(tokens) > _MAX_PROMPT_TOKENS:
                break
            listed += tokens
        before = [self._tokenizer.sot_prev, *listed, *self._tokenizer.encode(".")] if listed else []
        return [*before, *self._start, self._tokenizer.no_timestamps]

    def _encoded(self, samples: Samples, window_s: float | None) -> _Encoded:
        """The encoder's output, kept for the next question about the same samples; without `window_s`, any will do."""
        needed_s = _window_s(len(samples) / HEARING_RATE_HZ, Hints.window_s if window_s is None else window_s)
        last = self._last
        if last is None or not np.array_equal(last.samples, samples) or (window_s and last.window_s != needed_s):
            last = self._last = self._encode(samples.copy(), needed_s)
        return last

    def _encode(self, samples: Samples, window_s: float) -> _Encoded:
        frames = round(window_s * _MEL_FRAMES_PER_S)
        mel = self._model.feature_extractor(samples)[:, :frames]
        mel = np.pad(mel, ((0, 0), (0, frames - mel.shape[1])))
        used = max(2, min(frames, len(samples) // _SAMPLES_PER_MEL_FRAME))
        return _Encoded(samples, window_s, self._model.encode(mel), used)

    def _cropped(self, heard: _Encoded) -> _Encoded:
        """Only the part that holds audio: cheaper, and a little less sure."""
        from ctranslate2 import StorageView

        used = heard.mel_frames // 2 + 10  # one encoder frame for two mel frames
        output = np.ascontiguousarray(np.array(heard.output)[:, :used])
        return _Encoded(heard.samples, heard.window_s, StorageView.from_array(output), heard.mel_frames)

    def _log_probability(self, heard: _Encoded, spelling: str) -> float:
        tokens = self._tokenizer.encode(spelling)
        aligned = self._model.model.align(heard.output, self._start, [tokens], [heard.mel_frames])[0]
        return float(np.log(np.maximum(aligned.text_token_probs, 1e-10)).sum())

    def _full_score(self, heard: _Encoded, of: tuple[str, ...]) -> float:
        scores = [self._log_probability(heard, s) - self._silence_score(heard.window_s, s) for s in of]
        return max(scores, default=-math.inf)

    def _silence_score(self, window_s: float, spelling: str) -> float:
        if window_s not in self._silences:
            self._silences[window_s] = self._encode(np.zeros(int(_SILENCE_S * HEARING_RATE_HZ), np.float32), window_s)
        key = (window_s, spelling)
        if key not in self._on_silence:
            self._on_silence[key] = self._log_probability(self._silences[window_s], spelling)
        return self._on_silence[key]

    def _words(self, heard: _Encoded, ids: list[int], at_s: float) -> tuple[Word, ...]:
        """Times from the alignment of the transcript with the audio, `at_s` being where the piece begins.

        What is written without a space before it belongs to the word before: "l'Estonie," is one.
        """
        ids = [token for token in ids if token < self._tokenizer.eot]
        aligned = self._model.model.align(heard.output, self._start, [ids], [heard.mel_frames])[0]
        first: dict[int, int] = {}
        for token, encoder_frame in aligned.alignments:
            first.setdefault(token, encoder_frame)
        words, groups = self._tokenizer.split_to_word_tokens([*ids, self._tokenizer.eot])
        found, token = list[Word](), 0
        for word, group in zip(words[:-1], groups[:-1], strict=True):
            start, end = first.get(token), first.get(token + len(group), heard.mel_frames // 2)
            token += len(group)
            if start is None or not word.strip():
                continue
            start_s, end_s = start * _ENCODER_FRAME_S, end * _ENCODER_FRAME_S
            start_s = at_s + max(start_s, end_s - _WORD_S - _LETTER_S * len(word))
            if found and not word.startswith(" "):
                last, spoken = found.pop(), any(map(str.isalnum, word))
                found.append(Word(last.text + word.strip(), last.start_s, at_s + end_s if spoken else last.end_s))
            else:
                found.append(Word(word.strip(), start_s, at_s + end_s))
        return tuple(found)


def plain(phrase: str) -> str:
    """A phrase without what the tokenizer would take for one of its control tokens, and without line breaks."""
    return " ".join(phrase.replace("<|", " ").replace("|>", " ").split())


def spellings(phrase: str) -> tuple[str, ...]:
    """A few ways Whisper may write a phrase; it finds "victor hugo" very unlikely beside "Victor Hugo"."""
    text = plain(phrase)
    if not text:
        return ()
    ways = [text, text[0].upper() + text[1:], text[0].lower() + text[1:], text.replace("œ", "oe").replace("Œ", "Oe")]
    return tuple(f" {way}" for way in dict.fromkeys(ways))


def _window_s(duration_s: float, wanted_s: float) -> float:
    """The window that holds both, a multiple of _WINDOW_STEP_S so that few different ones are in use."""
    steps = math.ceil(max(duration_s, wanted_s) / _WINDOW_STEP_S - 1e-9)
    return min(_MAX_WINDOW_S, max(_MIN_WINDOW_S, steps * _WINDOW_STEP_S))


def _pieces(samples: Samples) -> list[Samples]:
    """The audio cut where it is quietest within the last 5 s of each piece."""
    pieces, longest, search = list[Samples](), int(_PIECE_S * HEARING_RATE_HZ), 5 * HEARING_RATE_HZ
    while len(samples) > _MAX_WINDOW_S * HEARING_RATE_HZ:
        block = HEARING_RATE_HZ // 5
        tail = samples[longest - search : longest].reshape(-1, block)
        cut = longest - search + int(np.argmin(np.square(tail).mean(axis=1))) * block + block // 2
        pieces.append(samples[:cut])
        samples = samples[cut:]
    return [*pieces, samples]


def _joined(pieces: list[Transcript]) -> Transcript:
    """One transcript of consecutive pieces; alternatives make no sense for it."""
    text = " ".join(piece.text for piece in pieces if piece.text)
    confidence = sum(piece.confidence for piece in pieces) / len(pieces)
    return Transcript(text, confidence, words=tuple(word for piece in pieces for word in piece.words))
