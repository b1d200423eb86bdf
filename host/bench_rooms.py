"""What the bench of hearing listens to: recordings of people, our own voices, and the rooms they are put in.

A clip is cut as an evening would cut it, where it is quiet; the noise and the room come after that. How an utterance is
found in noise is tested elsewhere (tests/hearing): here only what is made of it counts.
"""

import csv
import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from audio.endpointing import ANSWER, Ended, Endpointer, SileroVad
from audio.mixing import at_level, level_db, load_clip
from audio.ports import FRAME_S, FRAME_SAMPLES, HEARING_RATE_HZ, AudioError, Frame, Samples
from host.answers.typed import amount
from host.dialogue.expectation import Kind

LONGEST_TEXT = 40  # nobody answers with a longer sentence
PLAYER_DB = -24.0
ROOM_M, HIGH_M = (6.0, 5.0), 2.6
RT60_S = 0.5
LAPTOP_M = (1.5, 2.2, 0.8)
MOUTH_M = 1.2
LEAD_S, TAIL_S = 0.5, 1.2
NOISE_S, NOISES_OF_ONE = 3.0, 4

#: kind in the manifest → category of the tables
CATEGORIES = {
    "fr-place": "places",
    "fr-word": "words",
    "fr-colour": "words",
    "fr-number-letter": "numbers",
    "fr-letter-number": "numbers",
    "fr-command": "commands",
    "fr-command-noisy": "noisy commands",
    "fr-phrase": "phrases",
    "fr-prompt": "phrases",
}
#: The speakers that thresholds were set on; all others are for the report only.
CALIBRATED_ON = ("Zohra", "mcs-F01", "mcs-F02", "mcs-M01", "mcs-M02", "mcs-noisy-M01", "mcs-noisy-M02")


@dataclass(frozen=True, eq=False)
class Clip:
    """`texts` are the ways to write what is said, `kind` what sort of answer it is."""

    name: str
    category: str
    speaker: str
    texts: tuple[str, ...]
    kind: Kind
    samples: Samples

    @property
    def held_out(self) -> bool:
        return not any(name in self.speaker for name in CALIBRATED_ON)


def shared_audio() -> Path | None:
    """Where the recordings of people are (ANIMATEUR_SHARED); None where they are not."""
    folder = Path(os.environ.get("ANIMATEUR_SHARED", "../shared")) / "audio"
    return folder if (folder / "manifest.tsv").is_file() else None


@cache
def manifest() -> tuple[dict[str, str], ...]:
    folder = shared_audio()
    if folder is None:
        return ()
    with (folder / "manifest.tsv").open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def people(most: int | None = None) -> list[Clip]:
    """Recordings of people that could be answers: at most so many, of each category, calibrated on or not, in turn."""
    groups: dict[tuple[str, bool], list[dict[str, str]]] = {}
    for row in manifest():
        texts = _texts(row["transcript"])
        if row["kind"] in CATEGORIES and texts and max(map(len, texts)) <= LONGEST_TEXT and len(texts[0]) > 1:
            held_out = not any(name in row["speaker"] for name in CALIBRATED_ON)
            groups.setdefault((CATEGORIES[row["kind"]], held_out), []).append(row)
    shuffled = random.Random(5)
    for rows in groups.values():
        shuffled.shuffle(rows)
    rows = _in_turn(list(groups.values()))
    return [_clip(row) for row in (rows if most is None else rows[:most])]


def _in_turn(groups: Sequence[list[dict[str, str]]]) -> list[dict[str, str]]:
    longest = max(map(len, groups), default=0)
    return [group[n] for n in range(longest) for group in groups if n < len(group)]


def _texts(transcript: str) -> tuple[str, ...]:
    return tuple(text for part in transcript.split("|") if (text := part.strip(" .!?-–“”")))


def is_number(text: str) -> bool:
    """Whether it is a number and no rank: "treize", not "treizième"."""
    return amount(text) is not None and not text.endswith(("ième", "premier"))


def _clip(row: dict[str, str]) -> Clip:
    folder = shared_audio()
    assert folder is not None
    texts, category = _texts(row["transcript"]), CATEGORIES[row["kind"]]
    if category == "numbers" and not is_number(texts[0]):
        category = "words"
    kind = {"places": Kind.PLACE, "numbers": Kind.NUMBER}.get(category, Kind.TEXT)
    return Clip(row["file"], category, row["speaker"], texts, kind, captured(load_clip(folder / row["file"])))


def captured(samples: Samples) -> Samples:
    """What the endpointer cuts out of a quiet room; all of it where it finds no voice."""
    lead, tail = (np.zeros(round(s * HEARING_RATE_HZ), np.float32) for s in (LEAD_S, TAIL_S))
    whole = np.concatenate([lead, at_level(samples, PLAYER_DB), tail])
    endpointer = Endpointer(SileroVad(), ANSWER, 0.0)
    for n in range(len(whole) // FRAME_SAMPLES):
        frame = Frame(n * FRAME_S, whole[n * FRAME_SAMPLES : (n + 1) * FRAME_SAMPLES])
        for event in endpointer.feed(frame):
            if isinstance(event, Ended):
                return event.samples
    return whole


@dataclass(frozen=True)
class Condition:
    """How a clip reaches the microphone; `noise_db` is the level of the room without its players."""

    name: str
    through: Callable[[Samples, random.Random], Samples]
    noise_db: float


def conditions(names: Sequence[str]) -> list[Condition]:
    """Some of "clean", "babble 10 dB", "room 2.5 m" …, by name."""
    return [_condition(name) for name in names]


def _condition(name: str) -> Condition:
    match name.split():
        case ["clean"]:
            return Condition(name, lambda samples, chance: samples, -70.0)
        case ["babble", db, "dB"]:
            below = float(db)
            return Condition(name, lambda samples, chance: _with_babble(samples, below, chance), PLAYER_DB - below)
        case ["room", metres, "m"]:
            far = float(metres)
            return Condition(name, lambda samples, chance: in_room(samples, far), -70.0)
        case _:
            raise ValueError(f"no condition {name!r}")


@cache
def noises(kind: str) -> tuple[Samples, ...]:
    """The recordings of a kind of noise ("babble", "music" …)."""
    folder = shared_audio()
    rows = [row for row in manifest() if row["kind"] == f"noise-{kind}"]
    return tuple(load_clip(folder / row["file"]) for row in rows) if folder is not None else ()


def noise_clips() -> list[Clip]:
    """All noises, as loud as a player: the first seconds of each, and several stretches of the long ones."""
    length, clips = round(NOISE_S * HEARING_RATE_HZ), list[Clip]()
    for kind in dict.fromkeys(
        row["kind"].removeprefix("noise-") for row in manifest() if row["kind"].startswith("noise-")
    ):
        for n, noise in enumerate(noises(kind)):
            for start in range(0, min(len(noise), NOISES_OF_ONE * length), length):
                part = at_level(noise[start : start + length], PLAYER_DB)
                if len(part) and level_db(part) > -100.0:
                    clips.append(Clip(f"{kind} {n} {start}", f"noise, {kind}", "", (kind,), Kind.TEXT, part))
    silence = np.random.default_rng(1).normal(0.0, 1e-3, length).astype(np.float32)
    return [*clips, Clip("silence", "noise, silence", "", ("silence",), Kind.TEXT, silence)]


def _with_babble(samples: Samples, below_db: float, chance: random.Random) -> Samples:
    """Babble at so many decibels below the clip, from anywhere in one of the longer recordings."""
    long = [noise for noise in noises("babble") if len(noise) > 2 * len(samples)]
    noise = chance.choice(long)
    start = chance.randrange(len(noise) - len(samples))
    part = noise[start : start + len(samples)]
    return np.asarray(samples + at_level(part, level_db(samples) - below_db), np.float32)


@cache
def _impulse(far_m: float) -> Samples:
    """From a mouth so far away to the laptop on the table. Raises AudioError without the acoustics' library."""
    try:
        import pyroomacoustics as acoustics
    except ImportError as error:
        raise AudioError("Il manque pyroomacoustics pour simuler une pièce : lancez « make test » une fois.") from error
    absorption, order = acoustics.inverse_sabine(RT60_S, [*ROOM_M, HIGH_M])
    room = acoustics.ShoeBox(
        [*ROOM_M, HIGH_M], fs=HEARING_RATE_HZ, materials=acoustics.Material(absorption), max_order=order
    )
    across_m = (far_m**2 - (MOUTH_M - LAPTOP_M[2]) ** 2) ** 0.5
    room.add_source([LAPTOP_M[0] + 0.95 * across_m, LAPTOP_M[1] + across_m * (1 - 0.95**2) ** 0.5, MOUTH_M])
    room.add_microphone(list(LAPTOP_M))
    room.compute_rir()
    return np.asarray(room.rir[0][0], np.float32)


def in_room(samples: Samples, far_m: float) -> Samples:
    """The same words heard from so far away, as loud: a microphone's gain follows. What rings after the cut is lost."""
    n = len(samples) + len(_impulse(far_m))
    heard = np.fft.irfft(np.fft.rfft(samples, n) * np.fft.rfft(_impulse(far_m), n), n)[: len(samples)]
    return at_level(np.asarray(heard, np.float32), level_db(samples))
