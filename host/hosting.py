"""Runs evenings: live at a keyboard or a microphone, scripted, recorded, resumed."""

import asyncio
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from audio.mixing import load_clip
from config.settings import Settings
from host import app
from host.dialogue.outcome import Outcome
from host.errors import UserError
from host.games.registry import find_game
from host.live import run_live
from host.session.evening import Wish, evening_path, from_scores, header_of, script_of
from host.session.front import Front
from host.session.journal import Journal
from host.session.loop import Session
from host.session.players import Players
from host.session.replay import last_view
from host.session.scenario import Result, Scenario, load_scenario, result
from host.session.scripted import ScriptedFront
from host.session.seen import Seen


@dataclass(frozen=True)
class Recorded:
    """How a recorded evening is run. `folder` holds its clips; None: every line is spoken by a voice.

    `speed` 1.0 is real time; None is as fast as it can be heard. `wav`: where to write the evening's sound, `split`
    into host, players and room. `shown`: on the screen, else nothing is printed.
    """

    folder: Path | None = None
    speed: float | None = None
    wav: Path | None = None
    split: bool = False
    shown: bool = True


def demo_folder(slug: str) -> Path:
    """Where a game's recorded evening is. Raises UserError where there is none."""
    folder = Path(str(files("content"))) / "evenings" / slug.replace("-", "_")
    if not (folder / "evening.yaml").is_file():
        raise UserError(f"pas de soirée enregistrée pour « {slug} ».")
    return folder


def run_script(scenario: Scenario, journal: Journal) -> Result:
    """A scenario without devices: scripted replies, no time passing."""
    front = ScriptedFront(Players(scenario.heard), app.sounds())
    outcome = asyncio.run(_session(journal, front).run())
    return result(scenario, outcome, front.said, front.players.unused())


def run_recorded(settings: Settings, scenario: Scenario, journal: Journal, how: Recorded) -> Result:
    """A scenario that is heard for real. Raises AudioError without a recogniser."""
    on = app.screen(find_game(scenario.game).title) if how.shown else app.NoScreen()
    utter = app.clip_of(how.folder) if how.folder is not None else app.player_voice()
    noise = load_clip(how.folder / scenario.noise) if how.folder is not None and scenario.noise is not None else None
    players = Players(scenario.heard)

    async def run() -> tuple[Outcome, list[str]]:
        stand = app.recorded_front(settings, players, utter, on, how.speed, noise, scenario.noise_db)
        try:
            outcome = await _session(journal, stand.front).run()
        finally:
            if how.wav is not None:
                stand.room.write(how.wav, how.split)
            stand.close()
        return outcome, stand.front.said

    try:
        outcome, said = asyncio.run(run())
    finally:
        on.close()
    return result(scenario, outcome, said, players.unused())


def journal_for(settings: Settings, wish: Wish, keep: bool) -> Journal:
    """A journal for a new evening: on disk where `keep`, else in memory only. What was asked here before comes last."""
    header = header_of(wish)
    if keep and header.content.source is not None and not header.draws:
        header.seen = list(Seen(settings.data).of(header.game, header.content.source))
    return Journal.create(evening_path(settings.data, header), header) if keep else Journal(header)


def resume(settings: Settings, path: Path, from_last_scores: bool, speed: float | None) -> Outcome:
    """Go on with an evening from its journal, as it was played: live, recorded, or scripted."""
    journal = Journal.open(path)
    if from_last_scores:
        journal = _restart(settings, journal)
    front = journal.header.front
    kind = front.get("kind", "live")
    try:
        if kind == "live":
            return run_live(settings, journal)
        scenario = load_scenario(Path(str(front["path"])))
        if kind == "script":
            done = run_script(scenario, journal)
        else:
            folder = Path(str(front["path"])).parent if kind == "recorded" else None
            done = run_recorded(settings, scenario, journal, Recorded(folder, speed))
        return Outcome(done.ended, done.scores, tuple(done.winners))
    finally:
        journal.close()


def _restart(settings: Settings, journal: Journal) -> Journal:
    """A new evening on the scores that the old journal still leads to. Raises UserError where it shows none."""
    view = last_view(script_of(journal.header, same_content=False), journal.entries)
    journal.close()
    if view is None:
        raise UserError(f"{journal.path} : aucun score à reprendre dans ce journal.")
    return journal_for(settings, from_scores(journal.header, view.scores()), keep=True)


def _session(journal: Journal, front: Front) -> Session:
    return Session(script_of(journal.header), journal, front, find_game(journal.header.game).rule)
