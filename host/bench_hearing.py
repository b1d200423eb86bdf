"""`animateur bench --hearing`: what becomes of recordings of people, clean, in babble and at a distance.

Each clip is a choice of one of four, a right answer, and a wrong one: to a question whose answer is what another clip
of its category says, or the word that sounds nearest. Beside the evening's hearing: the naive pipeline, and this one
with a part switched off.
"""

import asyncio
import json
import math
import random
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, Protocol

from audio.listener import Utterance as Captured
from audio.nonsense import is_nonsense
from audio.ports import HEARING_RATE_HZ, AudioError, Samples, Transcript
from config.settings import Settings
from host import app, bench
from host.answers.choices import choose
from host.answers.forms import pronounced
from host.answers.judge import judge
from host.answers.sounds import Sounds, distance
from host.bench_memory import Memory, Remembering
from host.bench_rooms import Clip, Condition, captured, conditions, noise_clips, people, shared_audio
from host.dialogue.expectation import Expectation, Kind, Option
from host.dialogue.replies import Answer, Chosen, Unsettled
from host.dialogue.requests import Ask, Choose
from host.session.ears import hints
from host.session.evidence import Evidence, scored
from host.session.front import Heard, Listen, Ordered
from host.session.interpret import interpret

Task = Literal["choice", "none", "right", "other", "nearest", "noise"]
Outcome = Literal["right", "wrong", "asked"]

CLIPS = 143
CONDITIONS = ("clean", "babble 10 dB", "babble 5 dB", "room 1 m", "room 2.5 m", "room 3 m")
OTHER_OPTIONS = 3
CONFIDENCE_Z = 1.96
ANSWERS_A_NOISE = 3
RIGHT, WRONG = Answer("", right=True), Answer("", right=False)


@dataclass(frozen=True, eq=False)
class Trial:
    """A clip, a request to which it is the answer or is none, and what typing its words would give."""

    task: Task
    clip: Clip
    request: Listen
    expected: Heard | Ordered


@dataclass(frozen=True)
class Result:
    """`outcome`: "right" is the verdict that typing the words would give; "asked": nothing was decided."""

    trial: Trial
    condition: str
    outcome: Outcome
    took_s: float
    heard: str = ""


class Engine(Protocol):
    def reply(self, samples: Samples, request: Listen, noise_db: float) -> tuple[Heard | Ordered | None, float]:
        """What is made of one utterance, and how long it took from the end of recording."""
        ...


class Evening:
    """The hearing of an evening, from an utterance that has been cut out on; or with parts of it switched off."""

    def __init__(
        self, recogniser: Remembering, sounds: Sounds | None, prompt: bool = True, scoring: bool = True
    ) -> None:
        self._recogniser, self._sounds = recogniser, sounds
        self._prompt, self._scoring = prompt, scoring

    def reply(self, samples: Samples, request: Listen, noise_db: float) -> tuple[Heard | Ordered | None, float]:
        self._recogniser.spent_s = 0.0
        given = hints(request)
        if not self._prompt:
            given = type(given)((), given.window_s)
        self._recogniser.prepare(scored(request), given.window_s)
        transcript = self._recogniser.recognise(samples, given)
        if is_nonsense(transcript.text):
            transcript = Transcript("")
        duration_s = len(samples) / HEARING_RATE_HZ
        heard = Captured(0.0, 0.0, duration_s, samples, transcript, duration_s, duration_s)
        said = asyncio.run(Evidence(self._fit, self._sounds, noise_db).said(request, heard))
        return interpret(request, said, self._sounds), self._recogniser.spent_s

    async def _fit(self, samples: Samples, phrases: tuple[str, ...]) -> tuple[float, ...] | None:
        return self._recogniser.fit(samples, phrases) if self._scoring else None


class Naive:
    """Stock `transcribe`, and the accepted form or option that `WRatio` puts at 80 or more; else it is wrong."""

    def __init__(self) -> None:
        transcribe = cache(app.naive_transcriber)
        self._transcribe: Callable[[Samples], str] = lambda samples: transcribe()(samples)
        self._memory = Memory("naive", app)

    def reply(self, samples: Samples, request: Listen, noise_db: float) -> tuple[Heard | Ordered | None, float]:
        text, took_s = self._memory.get("transcribe", samples, lambda: self._transcribe(samples))
        if isinstance(request, Ask):
            score = max(bench.naive_score(text, form) for form in request.expects.accepted)
            return Answer(text, score >= bench.NAIVE_LEAST_SCORE), took_s
        scores = {one.id: max(bench.naive_score(text, form) for form in one.forms) for one in request.options}
        best = max(scores, key=lambda option: scores[option])
        return (Chosen(best, text) if scores[best] >= bench.NAIVE_LEAST_SCORE else None), took_s

    def save(self) -> None:
        self._memory.save()


def trials(clips: Sequence[Clip], sounds: Sounds | None) -> list[Trial]:
    """Every clip as a choice, a right answer and two wrong ones: such that typing the words would be judged so."""
    made = list[Trial]()
    for clip in clips:
        chance = random.Random(clip.name)
        pool = {other.texts[0]: other for other in clips if other.category == clip.category}
        names = [name for name in sorted(pool) if _differ(clip, pool[name].texts, pool[name].kind, sounds)]
        chance.shuffle(names)
        made.append(Trial("right", clip, ask(clip.texts, clip.kind), RIGHT))
        if names:
            made.append(Trial("other", clip, ask(pool[names[0]].texts, pool[names[0]].kind), WRONG))
        everything = {other.texts[0]: other for other in clips}
        if near := _nearest(clip, everything, sounds):
            made.append(Trial("nearest", clip, ask(near.texts, near.kind), WRONG))
        others = [pool[name] for name in names]
        if (choice := _choice((clip, *others[:OTHER_OPTIONS]), clip, chance, sounds)) is not None:
            made.append(Trial("choice", clip, choice, Chosen(clip.texts[0])))
        if (choice := _choice(others[: OTHER_OPTIONS + 1], None, chance, sounds)) is not None:
            made.append(Trial("none", clip, choice, Unsettled(clip.texts[0])))
    return made


def ask(texts: tuple[str, ...], kind: Kind) -> Ask:
    return Ask(key="mesure", expects=Expectation(kind, texts))


@cache
def option(texts: tuple[str, ...]) -> Option:
    return Option(texts[0], texts)


def _differ(clip: Clip, texts: tuple[str, ...], kind: Kind, sounds: Sounds | None) -> bool:
    return judge(Expectation(kind, texts), clip.texts[0], sounds).verdict == "reject"


def _nearest(clip: Clip, pool: dict[str, Clip], sounds: Sounds | None) -> Clip | None:
    """What another clip says that sounds most like it, and would be a wrong answer all the same."""

    def apart(text: str) -> float:
        pairs = [(a, b) for a in pronounced(clip.texts[0], sounds) for b in pronounced(text, sounds)]
        return min((distance(a, b) / max(len(a), len(b)) for a, b in pairs), default=math.inf)

    near = sorted((name for name in pool if name not in clip.texts), key=apart)
    return next((pool[name] for name in near if _differ(clip, pool[name].texts, pool[name].kind, sounds)), None)


def _choice(among: Sequence[Clip], right: Clip | None, chance: random.Random, sounds: Sounds | None) -> Choose | None:
    """One of four of which typing the words would choose the right one; or none, to show that none is chosen."""
    if len(among) <= OTHER_OPTIONS:
        return None
    options = [option(one.texts) for one in among]
    chance.shuffle(options)
    if right is not None and choose(options, right.texts[0], sounds).matched != right.texts[0]:
        return None
    return Choose(key="mesure", options=tuple(options))


def noise_trials(sounds: Sounds | None) -> list[Trial]:
    """Noises, each held against right answers that people do give."""
    answers = people(CLIPS)
    chance = random.Random(2)
    noises = noise_clips()
    return [
        Trial("noise", noise, ask(one.texts, one.kind), WRONG)
        for noise in noises
        for one in chance.sample(answers, ANSWERS_A_NOISE)
    ]


def our_trials() -> list[Trial]:
    """The clips of the recorded evening: natural synthetic voices, and the requests that they answer in it."""
    made = list[Trial]()
    for n, case in enumerate(bench.cases()):
        task: Task = "choice" if isinstance(case.request, Choose) else "right"
        text = case.line.text
        clip = Clip(f"{n} {text}", "our voices", "synthetic", (text,), Kind.TEXT, captured(case.samples))
        if isinstance(case.expected, Answer | Chosen):
            made.append(Trial(task, clip, case.request, case.expected))
    return made


def outcome(reply: Heard | Ordered | None, trial: Trial) -> Outcome:
    if not isinstance(reply, Answer | Chosen):
        return "right" if isinstance(trial.expected, Unsettled) else "asked"
    return "right" if bench.same(reply, trial.expected) else "wrong"


def run(engine: Engine, of: Iterable[Trial], condition: Condition) -> list[Result]:
    """Every trial; a clip sounds the same in all of its trials."""
    results = list[Result]()
    heard: tuple[str, Samples] | None = None
    for trial in of:
        if heard is None or heard[0] != trial.clip.name:
            heard = trial.clip.name, condition.through(trial.clip.samples, random.Random(trial.clip.name))
        reply, took_s = engine.reply(heard[1], trial.request, condition.noise_db)
        said = getattr(reply, "heard", "")
        results.append(Result(trial, condition.name, outcome(reply, trial), took_s, said))
    return results


def wilson(found: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share, in percent."""
    if not of:
        return 0.0, 100.0
    z2, share = CONFIDENCE_Z**2, found / of
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = CONFIDENCE_Z / (1 + z2 / of) * math.sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    return round(100 * max(0.0, middle - half), 1), round(100 * min(1.0, middle + half), 1)


def counted(results: Sequence[Result]) -> dict[str, Any]:
    """How many came out as what, with intervals, and the seconds from the end of recording."""
    of = len(results)
    table: dict[str, Any] = {"trials": of}
    for name in ("right", "wrong", "asked"):
        found = sum(one.outcome == name for one in results)
        table[name] = {"count": found, "percent": round(100 * found / of, 1), "interval": wilson(found, of)}
    table["median_s"] = round(statistics.median(one.took_s for one in results), 3)
    return table


def grouped(results: Sequence[Result], by: Callable[[Result], str]) -> dict[str, Any]:
    groups: dict[str, list[Result]] = {}
    for one in results:
        groups.setdefault(by(one), []).append(one)
    return {name: counted(some) for name, some in sorted(groups.items())}


def speakers(one: Result) -> str:
    return f"{one.trial.task}, {'other speakers' if one.trial.clip.held_out else 'calibrated on'}"


def engines(recogniser: Remembering, naive: Engine) -> dict[str, Engine]:
    sounds = app.sounds()
    return {
        "evening": Evening(recogniser, sounds),
        "no prompt for choices": Evening(recogniser, sounds, prompt=False),
        "no forced scoring": Evening(recogniser, sounds, scoring=False),
        "no judging by sound": Evening(recogniser, None),
        "naive": naive,
    }


def hearing_json(
    settings: Settings,
    clips: int = CLIPS,
    plots: Path | None = None,
    names: Sequence[str] = CONDITIONS,
    among: Sequence[str] = (),
) -> str:
    """All tables as JSON; `plots` is a folder for pictures of them, `among` some of the engines.

    Raises AudioError without a recogniser, or where people's recordings are missing.
    """
    whisper = app.recogniser(Settings(recogniser="whisper"))
    if whisper is None or shared_audio() is None:
        raise AudioError("Pas de mesure sans Whisper et les enregistrements de $ANIMATEUR_SHARED (../shared/audio).")
    recogniser, naive = Remembering(whisper), Naive()
    sounds = app.sounds()
    all_engines = engines(recogniser, naive)
    chosen = {name: one for name, one in all_engines.items() if name in (among or all_engines)}
    of, ours = trials(people(clips), sounds), our_trials()
    report: dict[str, Any] = {"people": {}, "our_voices": {}, "noise": {}}
    try:
        for condition in conditions(names):
            for name, engine in chosen.items():
                results = run(engine, of, condition)
                report["people"].setdefault(condition.name, {})[name] = {
                    "tasks": grouped(results, lambda one: one.trial.task),
                    "speakers": grouped(results, speakers),
                    "categories": grouped(results, lambda one: f"{one.trial.task}, {one.trial.clip.category}"),
                }
                if ours and name in ("evening", "naive"):
                    heard = run(engine, ours, condition)
                    report["our_voices"].setdefault(condition.name, {})[name] = grouped(heard, lambda o: o.trial.task)
        for name, engine in chosen.items():
            noise = run(engine, noise_trials(sounds), conditions(["clean"])[0])
            report["noise"][name] = grouped(noise, lambda one: one.trial.clip.category)
    finally:
        recogniser.save()
        naive.save()
    if plots is not None:
        from host.bench_plots import draw

        draw(report, plots)
    return json.dumps(report, ensure_ascii=False, indent=1)
