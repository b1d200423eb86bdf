"""A small quiz in a virtual room, from the loop down to the samples: what is put into the room decides the scores."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from audio.backends.recording import Room, RoomMicrophone, RoomSpeaker
from audio.endpointing import SileroVad
from audio.listener import Listener
from audio.mixing import at_level
from audio.ports import HEARING_RATE_HZ, Hints, Recogniser, Samples, Sound, Transcript
from audio.voice import Voice
from host.answers.sounds import Sounds
from host.app import NoScreen
from host.dialogue.asking import PARDON, ask, choose
from host.dialogue.expectation import Expectation, Kind, Option
from host.dialogue.outcome import Outcome
from host.dialogue.replies import Answer, Chosen, Reply
from host.dialogue.requests import Ask, Choose, Say
from host.session.ears import VoiceEars
from host.session.front import Listen
from host.session.journal import ContentPin, Entry, Header, Journal
from host.session.keys import Keys, NoKeys
from host.session.loop import Session
from host.session.room import RoomFront

PLAYER_DB = -24.0
"""RMS level of somebody who speaks at the table."""
ROOM_DB = -60.0
"""RMS level of a room where nobody speaks."""
WORTH = 10
SURE = -0.2
"""A confidence at which a recogniser is believed."""

OUI_NON = (Option("oui", ("oui", "ouais"), False), Option("non", ("non",), False))
HEADER = Header(game="quiz", players=["Ana"], seed=1, content=ContentPin(sha256="0"), created="2026-01-01T20:00:00")


def open_question(key: str, right: str, time_s: float = 10.0, kind: Kind = Kind.TEXT) -> Ask:
    return Ask(key=key, time_s=time_s, expects=Expectation(kind, (right,)))


def yes_or_no(key: str, time_s: float = 10.0) -> Choose:
    return Choose(key=key, time_s=time_s, options=OUI_NON)


@dataclass(frozen=True)
class Asked:
    """A question of the quiz: what the host says, and what it then listens for; `once` is without asking back."""

    request: Listen
    says: str = ""
    once: bool = False


async def quiz(questions: Sequence[Asked]) -> Outcome:
    """A right answer, and "oui", are worth WORTH; a wrong one, and "non", cost it."""
    score = 0
    for asked in questions:
        if asked.says:
            await Say(key=f"{asked.request.key}.dire", text=asked.says)
        request = asked.request
        settled: Reply
        if asked.once:
            settled = await request
        else:
            settled = await (ask(request) if isinstance(request, Ask) else choose(request))
        if isinstance(settled, Answer):
            score += WORTH if settled.right else -WORTH
        elif isinstance(settled, Chosen):
            score += WORTH if settled.option == "oui" else -WORTH
    return Outcome("fini", {"Ana": score}, ("Ana",))


@dataclass
class Sounding:
    """The cue: puts sounds into the room, so many seconds after the opening of the request of that key."""

    put: Callable[[Samples, float], float]
    sounds: Mapping[str, Sequence[tuple[float, Samples]]]
    opened_s: dict[str, float] = field(default_factory=dict)

    def opens(self, request: Listen, opened_s: float) -> None:
        self.opened_s[request.key] = opened_s
        for after_s, samples in self.sounds.get(request.key, ()):
            self.put(samples, opened_s + after_s)

    def cursor(self) -> int:
        return 0

    def resume_at(self, cursor: int) -> None: ...


@dataclass(frozen=True)
class Played:
    """How the quiz went, by request key in order; times on the audio clock: listening opened, the reply was settled."""

    score: int
    replies: dict[str, Reply]
    said: list[str]
    opened_s: dict[str, float]
    closed_s: dict[str, float]

    def verdicts(self) -> list[Reply]:
        return [reply for reply in self.replies.values() if isinstance(reply, Answer | Chosen)]

    def pardons(self) -> int:
        return sum(line in PARDON for line in self.said)


class Notebook(Journal):
    """A journal that notes at what time of the room each reply was written down."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        super().__init__(HEADER)
        self.now_s = now_s
        self.at_s: dict[str, float] = {}

    def append(self, entry: Entry, cursor: int = 0) -> None:
        self.at_s[entry.key] = self.now_s()
        super().append(entry, cursor)


class Silently:
    """A mouth that takes as long as a short sentence, and says nothing: for cases that are not about the voice."""

    def prepare(self, text: str) -> None: ...

    async def get(self, text: str) -> Sound:
        return Sound(np.zeros(HEARING_RATE_HZ, np.float32), HEARING_RATE_HZ)


class Says:
    """A recogniser that says what it was told to, in order, then always the last; it keeps what it was given."""

    name = "says"

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)
        self.given: list[Samples] = []

    def recognise(self, samples: Samples, hints: Hints) -> Transcript:
        self.given.append(samples)
        return Transcript(self.texts.pop(0) if len(self.texts) > 1 else self.texts[0], SURE)

    def prepare(self, phrases: tuple[str, ...], window_s: float) -> None: ...

    def fit(self, samples: Samples, phrases: tuple[str, ...]) -> tuple[float, ...] | None:
        return None


def front_of(
    room: Room,
    recogniser: Recogniser,
    cue: Sounding,
    judged_by: Sounds | None = None,
    *,
    noise_db: float = ROOM_DB,
    tail_s: float = 0.1,
    mouth: Voice | Silently | None = None,
    keys: Keys | None = None,
    screen: NoScreen | None = None,
) -> RoomFront:
    """The front of an evening in `room`, with the real endpointing, detector and judge.

    `noise_db` and `tail_s` are what was measured at its beginning.
    """
    microphone = RoomMicrophone(room)
    return RoomFront(
        microphone=microphone,
        speaker=RoomSpeaker(room),
        mouth=mouth,
        ears=VoiceEars(Listener(microphone, SileroVad(), recogniser), judged_by, noise_db),
        keys=keys or NoKeys(),
        screen=screen or NoScreen(),
        sounds=judged_by,
        cue=cue,
        tail_s=tail_s,
    )


async def evening(questions: Sequence[Asked], front: RoomFront, cue: Sounding) -> Played:
    """The quiz to its end; the ears are closed after it."""
    journal = Notebook(front.microphone.now_s)
    try:
        outcome = await Session(lambda: quiz(questions), journal, front).run()
    finally:
        if isinstance(front.ears, VoiceEars):
            front.ears.listener.close()
    replies = {entry.key: entry.reply for entry in journal.entries}
    return Played(outcome.scores["Ana"], replies, front.said, cue.opened_s, journal.at_s)


async def play(
    recogniser: Recogniser,
    questions: Sequence[Asked],
    sounds: Mapping[str, Sequence[tuple[float, Samples]]],
    judged_by: Sounds | None = None,
    *,
    room: Room | None = None,
    noise_db: float = ROOM_DB,
    mouth: Voice | Silently | None = None,
) -> Played:
    """The quiz in a room where `sounds` are made, each so long after the opening of the request of that key."""
    room = room or quiet_room()
    cue = Sounding(room.schedule, sounds)
    return await evening(questions, front_of(room, recogniser, cue, judged_by, noise_db=noise_db, mouth=mouth), cue)


def hiss(duration_s: float, db: float, seed: int = 1) -> Samples:
    noise = np.random.default_rng(seed).standard_normal(round(duration_s * HEARING_RATE_HZ)).astype(np.float32)
    return at_level(noise, db)


def quiet_room(bleed_db: float | None = -18.0, bleed_delay_s: float = 0.06, speed: float | None = None) -> Room:
    return Room(hiss(10.0, ROOM_DB), ROOM_DB, bleed_db, bleed_delay_s, speed)


def spoken_part(samples: Samples, margin_s: float = 0.0) -> Samples:
    """A clip from its first to its last 10 ms within 30 dB of the loudest, with a margin around."""
    power = np.square(samples[: len(samples) // 160 * 160]).reshape(-1, 160).mean(axis=1)
    loud = np.flatnonzero(power > power.max() * 1e-3)
    margin = round(margin_s * HEARING_RATE_HZ)
    return samples[max(0, int(loud[0]) * 160 - margin) : (int(loud[-1]) + 1) * 160 + margin]


def player(samples: Samples, db: float = PLAYER_DB) -> Samples:
    """A clip as somebody at the table says it: from its first sound on, at the table's level."""
    part = spoken_part(samples)
    return at_level(part, db)


def lasting(samples: Samples, duration_s: float, gap_s: float = 0.0) -> Samples:
    """A sound again and again, a gap between, until `duration_s` is full."""
    one = np.concatenate([samples, np.zeros(round(gap_s * HEARING_RATE_HZ), np.float32)])
    wanted = round(duration_s * HEARING_RATE_HZ)
    return np.tile(one, math.ceil(wanted / len(one)))[:wanted]


def holds_whole(heard: Samples, said: Samples) -> bool:
    """Whether `said` is somewhere in `heard` from its first sample to its last, but for the noise of the room."""
    size = 1 << (len(heard) + len(said)).bit_length()
    likeness = np.fft.irfft(np.fft.rfft(heard, size) * np.conj(np.fft.rfft(said, size)), size)
    at = int(np.argmax(likeness[: max(1, len(heard) - len(said) + 1)]))
    part = heard[at : at + len(said)]
    return len(part) == len(said) and float(np.sum((part - said) ** 2)) < 0.01 * float(np.sum(said**2))
