"""`animateur bench`: how fast and how well this build hears, beside the naive pipeline in the same run.

The recorded evening's clips are put, one by one, into a virtual room that runs in real time; the clock is the room's.
"""

import asyncio
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import psutil

from audio.listener import Listener, Nothing
from audio.listener import Utterance as Captured
from audio.mixing import load_clip
from audio.ports import HEARING_RATE_HZ, Samples
from config.settings import Settings
from host import app, hosting
from host.bench_lists import list_bench_json
from host.bench_rooms import manifest, shared_audio
from host.dialogue.expectation import Expectation, Kind
from host.dialogue.replies import Answer, Chosen
from host.dialogue.requests import Ask, Choose
from host.session.evening import header_of, script_of
from host.session.front import Heard, Listen, Ordered
from host.session.interpret import Utterance, interpret
from host.session.journal import Journal
from host.session.loop import Session
from host.session.players import Line, Players
from host.session.scenario import load_scenario, wish_of
from host.session.scripted import ScriptedFront

NAIVE_SILENCE_S = 0.8
NAIVE_LEAST_SCORE = 80.0
LEAD_S = 0.5
PEOPLE_CLIPS = 30


@dataclass(frozen=True)
class Case:
    """One clip and the request it answers; `expected` is what the same words typed would give."""

    request: Listen
    line: Line
    samples: Samples
    expected: Heard | Ordered


@dataclass(frozen=True)
class Measured:
    """From the last voiced frame to the verdict, in seconds; `right`: the verdict that typing the words would give.

    `stages` are its parts: the silence that was waited for, the recognition not yet done by then, and the verdict with
    what the audio itself says of it.
    """

    delay_s: float
    right: bool
    stages: tuple[float, ...] = ()


STAGES = ("silence", "recognition", "verdict")


class _Watching(ScriptedFront):
    """Notes which request each clip answers."""

    def __init__(self, players: Players) -> None:
        super().__init__(players, app.sounds())
        self.pairs: list[tuple[Listen, Line]] = []

    async def listen(self, request: Listen, time_s: float) -> Heard | Ordered:
        before = self.players.used
        reply = await super().listen(request, time_s)
        line = self.players.lines[before]
        if line.clip is not None and line.after_s < time_s:
            self.pairs.append((request, line))
        return reply


class _Noting:
    """A listener, and the last utterance that it captured."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self.last: Captured | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._listener, name)

    async def hear(self, *given: Any, **named: Any) -> Captured | Nothing:
        heard = await self._listener.hear(*given, **named)
        self.last = heard if isinstance(heard, Captured) else None
        return heard


def cases(game: str = "trou-noir") -> list[Case]:
    """The recorded evening's clips with what they answer, in order."""
    folder = hosting.demo_folder(game)
    scenario = load_scenario(folder / "evening.yaml")
    header = header_of(wish_of(scenario))
    front = _Watching(Players(scenario.heard))
    asyncio.run(Session(script_of(header), Journal(header), front).run())
    utter = app.clip_of(folder)
    sounds = app.sounds()
    return [Case(r, ln, utter(ln), interpret(r, Utterance(ln.text), sounds)) for r, ln in front.pairs]


async def ours(all_cases: Sequence[Case]) -> list[Measured]:
    """Endpointing, speculation, recogniser and judge, in real time."""
    stand = app.bench_ears(speed=1.0)
    noting = _Noting(stand.listener)
    stand.ears.listener = cast(Listener, noting)
    measured = []
    try:
        for case in all_cases:
            opened_s = stand.room.now_s
            stand.microphone.skip_to(opened_s)
            start_s = stand.room.schedule(case.samples, opened_s + LEAD_S)
            heard = await stand.ears.hear(case.request, opened_s, case.request.time_s)
            reply = interpret(case.request, heard, stand.sounds) if isinstance(heard, Utterance) else None
            spoken_s, verdict_s = start_s + last_voice_s(case.samples), stand.room.now_s
            stages: tuple[float, ...] = ()
            if (one := noting.last) is not None:
                stages = one.ended_s - spoken_s, one.decided_s - one.ended_s, verdict_s - one.decided_s
            measured.append(Measured(verdict_s - spoken_s, same(reply, case.expected), stages))
    finally:
        stand.close()
    return measured


def naive_score(text: str, form: str) -> float:
    """How alike a transcript and a form are to the naive pipeline, from 0 to 100."""
    from rapidfuzz import fuzz
    from rapidfuzz.utils import default_process

    return fuzz.WRatio(text, form, processor=default_process)


def naive(all_cases: Sequence[Case]) -> list[Measured]:
    """0.8 s of silence, stock `transcribe`, `WRatio ≥ 80` against the accepted answers or the options."""
    model = app.naive_transcriber()
    measured = []
    for case in all_cases:
        begun_s = time.perf_counter()
        padded = np.append(case.samples, np.zeros(round(NAIVE_SILENCE_S * HEARING_RATE_HZ), np.float32))
        text = model(padded)
        scored = [(naive_score(text, form), form) for form in forms(case.request)]
        best = max(scored, default=(0.0, ""))
        said = best[1] if best[0] >= NAIVE_LEAST_SCORE else text
        delay_s = NAIVE_SILENCE_S + time.perf_counter() - begun_s
        measured.append(Measured(delay_s, same(interpret(case.request, Utterance(said)), case.expected)))
    return measured


def forms(request: Listen) -> tuple[str, ...]:
    match request:
        case Ask(expects=Expectation(accepted=accepted)):
            return accepted
        case Choose(options=options):
            return tuple(form for option in options for form in option.forms)


def same(reply: Heard | Ordered | None, expected: Heard | Ordered) -> bool:
    """Whether two replies decide the same."""
    if isinstance(reply, Answer) and isinstance(expected, Answer):
        return reply.right == expected.right
    if isinstance(reply, Chosen) and isinstance(expected, Chosen):
        return reply.option == expected.option
    if isinstance(reply, Ordered) and isinstance(expected, Ordered):
        return reply.command == expected.command
    return type(reply) is type(expected)


def last_voice_s(samples: Samples) -> float:
    """The end of the last 20 ms that are within 25 dB of the loudest: when the player stopped speaking."""
    frame = HEARING_RATE_HZ // 50
    whole = samples[: len(samples) // frame * frame].reshape(-1, frame)
    level = np.sqrt((whole.astype(np.float64) ** 2).mean(axis=1))
    return float(np.nonzero(level >= level.max() * 10 ** (-25 / 20))[0][-1] + 1) * frame / HEARING_RATE_HZ


def people() -> list[Case]:
    """Places said by people, as open answers, where their recordings are (ANIMATEUR_SHARED); else nothing."""
    folder = shared_audio()
    if folder is None:
        return []
    rows = [row for row in manifest() if row["kind"] == "fr-place"]
    sounds, found = app.sounds(), []
    for n, row in enumerate(rows[:PEOPLE_CLIPS]):
        request = Ask(key=f"place{n}", expects=Expectation(Kind.PLACE, (row["transcript"],)))
        line = Line.model_validate({"say": row["transcript"]})
        samples = load_clip(folder / row["file"])
        found.append(Case(request, line, samples, interpret(request, Utterance(line.text), sounds)))
    return found


def summary(measured: Sequence[Measured]) -> dict[str, Any]:
    delays = sorted(m.delay_s for m in measured)
    parts = [m.stages for m in measured if m.stages]
    whole = sum(map(sum, parts)) or 1.0
    shares = {name: round(sum(p[n] for p in parts) / whole, 2) for n, name in enumerate(STAGES)} if parts else {}
    return {
        **({"share_of_stages": shares} if shares else {}),
        "clips": len(delays),
        "right": sum(m.right for m in measured),
        "median_s": round(statistics.median(delays), 3),
        "p95_s": round(delays[min(len(delays) - 1, round(0.95 * len(delays)))], 3),
    }


def first_word_s() -> float:
    """A fresh process, from its start to the first rendered sound of the host."""
    code = "from host.bench import first_word; first_word()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def first_word() -> None:
    voice = app.mouth(Settings())
    if voice is not None:
        asyncio.run(voice.get("Bienvenue dans le Trou Noir !"))
    print(time.time() - psutil.Process().create_time(), flush=True)
    if voice is not None:
        voice.close()


def bench_json(settings: Settings) -> str:
    """All figures as JSON. Raises AudioError without a recogniser."""
    all_cases = cases()
    choices = [c for c in all_cases if isinstance(c.request, Choose)]
    answers = [c for c in all_cases if isinstance(c.request, Ask)] + people()
    voice = app.mouth(settings)
    measured = {kind: asyncio.run(ours(some)) for kind, some in (("choice", choices), ("answer", answers))}
    resident = psutil.Process().memory_info().rss
    children = sum(child.memory_info().rss for child in psutil.Process().children(recursive=True))
    if voice is not None:
        voice.close()
    plain = {kind: naive(some) for kind, some in (("choice", choices), ("answer", answers))}
    report: dict[str, Any] = {
        "first_word_s": round(statistics.median(first_word_s() for _ in range(3)), 2),
        "last_voice_to_verdict": {kind: summary(m) for kind, m in measured.items()},
        "naive": {kind: summary(m) for kind, m in plain.items()},
        "ratio_of_medians": {
            kind: round(summary(measured[kind])["median_s"] / summary(plain[kind])["median_s"], 2) for kind in measured
        },
        "lists": list_bench_json(),
        "resident_mb": {"program": round(resident / 1e6), "voice_process": round(children / 1e6)},
    }
    return json.dumps(report, ensure_ascii=False, indent=2)
