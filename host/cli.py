"""The command line. Errors the user can mend are one line and code 2; an expectation not met is code 1."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from audio.ports import AudioError, KnowsWords
from config.settings import Settings, SettingsError, load_settings
from content.check import check_against, check_deck
from content.load import load_pack, pack_paths
from content.schema import Deck
from content.yaml12 import ContentError
from host import app, hosting
from host import doctor as checkup
from host.answers.choices import judge_line
from host.bench import bench_json
from host.bench_hearing import hearing_json
from host.dialogue.expectation import Kind
from host.errors import ExpectationNotMet, UserError
from host.games.registry import find_game
from host.live import Left, run_live
from host.models import install_model, print_models
from host.session.evening import Wish, evenings, find_evening
from host.session.journal import Journal
from host.session.scenario import load_scenario, verify, wish_of
from host.session.vocabulary import unheard

FINE, NOT_MET, BAD_INPUT = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    try:
        code = animateur.main(arguments, prog_name="animateur", standalone_mode=False)
    except (UserError, AudioError, SettingsError) as error:
        return _fail(str(error), BAD_INPUT)
    except ExpectationNotMet as error:
        return _fail(str(error), NOT_MET)
    except click.NoSuchOption as error:
        return _fail(f"option inconnue {error.option_name} ; « animateur --help ».", BAD_INPUT)
    except click.MissingParameter as error:
        name = error.param.human_readable_name if error.param is not None else error.param_hint
        return _fail(f"il manque {name} ; « animateur --help ».", BAD_INPUT)
    except click.ClickException as error:
        return _fail(f"{error.format_message()} ; « animateur --help ».", BAD_INPUT)
    except (click.Abort, KeyboardInterrupt, Left):
        print("À tout à l'heure : « animateur resume » reprend la soirée ici.", file=sys.stderr)
        return 130
    return code if isinstance(code, int) else FINE


def _fail(line: str, code: int) -> int:
    print(f"animateur : {' '.join(line.split())}", file=sys.stderr)
    return code


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def animateur() -> None:
    """Un animateur de jeux de société, à la voix, en français, sans internet."""


@animateur.command()
@click.argument("game", default="trou-noir")
@click.option("--players", help="Prénoms dans l'ordre de la table : Ana,Bob,Chloé")
@click.option("--recogniser", type=click.Choice(["auto", "vosk", "whisper", "keyboard"]), help="auto : le meilleur ici")
@click.option("--option", "options", multiple=True, help="Une option du jeu : depart=100")
@click.option("--pack", help="Un paquet de questions, par son nom ou son fichier")
@click.option("--seed", type=int, help="Graine du hasard, pour rejouer la même soirée")
def play(
    game: str, players: str | None, recogniser: str | None, options: tuple[str, ...], pack: str | None, seed: int | None
) -> int:
    """Joue une soirée."""
    settings = _settings(recogniser)
    find_game(game)
    can_hear, can_type = app.has_microphone(settings), sys.stdin.isatty()
    if not can_hear and not can_type:
        if players is not None or recogniser == "keyboard":
            raise UserError("pas de micro, et pas de terminal pour le clavier ; « animateur demo » montre une soirée.")
        app.warn("pas de micro ici, ni de clavier : voici une soirée enregistrée, avec sous-titres.")
        return _demo(settings, game, None, None)
    if not can_type and players is None:
        raise UserError("qui joue ? Sans terminal, donnez --players Ana,Bob,…")
    if not can_hear and settings.recogniser != "keyboard":
        app.warn("pas de micro ici : on joue au clavier (« animateur demo » montre une soirée enregistrée).")
    names = players.split(",") if players is not None else _ask_players(game)
    wish = Wish(game, names, _options(options), seed, pack, front={"kind": "live"})
    journal = hosting.journal_for(settings, wish, keep=True)
    outcome = run_live(settings, journal)
    _print_end(outcome.scores, outcome.winners)
    return FINE


@animateur.command()
@click.argument("game", default="trou-noir")
@click.option("--wav", type=click.Path(path_type=Path), help="Écrit tout le son de la soirée dans ce fichier")
@click.option("--split", is_flag=True, help="Avec --wav : trois voies, animateur, joueurs et pièce")
@click.option("--fast", is_flag=True, help="Aussi vite que la machine entend")
def demo(game: str, wav: Path | None, split: bool, fast: bool) -> int:
    """Montre une soirée enregistrée : de vraies voix, entendues par la vraie reconnaissance."""
    return _demo(load_settings(), game, wav, 1.0 if sys.stdout.isatty() and not fast else None, split)


def _demo(settings: Settings, game: str, wav: Path | None, speed: float | None, split: bool = False) -> int:
    find_game(game)
    folder = hosting.demo_folder(game)
    path = folder / "evening.yaml"
    scenario = load_scenario(path)
    journal = hosting.journal_for(settings, wish_of(scenario, {"kind": "recorded", "path": str(path)}), keep=True)
    done = hosting.run_recorded(settings, scenario, journal, hosting.Recorded(folder, speed, wav, split))
    _print_end(done.scores, done.winners)
    verify(scenario.expect, done)
    return FINE


@animateur.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--voice", is_flag=True, help="Chaque réplique est dite par une voix, et reconnue")
@click.option("--json", "as_json", is_flag=True)
@click.option("--template", metavar="JEU", help="Écrit un scénario commenté de ce jeu")
def scenario(files: tuple[Path, ...], voice: bool, as_json: bool, template: str | None) -> int:
    """Joue des soirées écrites d'avance, et vérifie ce qu'elles attendent."""
    if template is not None:
        click.echo(find_game(template).template, nl=False)
        return FINE
    if not files:
        raise UserError("il manque un fichier de scénario ; « animateur scenario --template JEU » en écrit un.")
    settings = load_settings()
    worst = FINE
    for path in files:
        worst = max(worst, _one_scenario(settings, path, voice, as_json))
    return worst


def _one_scenario(settings: Settings, path: Path, voice: bool, as_json: bool) -> int:
    scripted = load_scenario(path)
    front = {"kind": "voice" if voice else "script", "path": str(path.resolve())}
    journal = hosting.journal_for(settings, wish_of(scripted, front), keep=False)
    try:
        if voice:
            done = hosting.run_recorded(settings, scripted, journal, hosting.Recorded(shown=False))
        else:
            done = hosting.run_script(scripted, journal)
        if as_json:
            click.echo(json.dumps(asdict(done), ensure_ascii=False))
        verify(scripted.expect, done)
    except ExpectationNotMet as error:
        return _fail(f"{path} : {error}", NOT_MET)
    if not as_json:
        click.echo(f"{path} : {_scores(done.scores)}")
    return FINE


@animateur.command()
@click.argument("answer")
@click.argument("heard")
@click.option("--accept", multiple=True, help="Une autre réponse juste")
@click.option("--reject", multiple=True, help="Une réponse fausse, même très proche (ou une autre proposition)")
@click.option("--kind", type=click.Choice([kind.value for kind in Kind]), default="text")
@click.option("--json", "as_json", is_flag=True)
def judge(answer: str, heard: str, accept: tuple[str, ...], reject: tuple[str, ...], kind: str, as_json: bool) -> int:
    """Juge HEARD, ce qui a été entendu, contre ANSWER, la bonne réponse."""
    verdict = judge_line(answer, heard, list(accept), list(reject), Kind(kind), app.sounds())
    click.echo(json.dumps(verdict, ensure_ascii=False) if as_json else f"{verdict['verdict']} : {verdict['why']}")
    return FINE


@animateur.command()
@click.argument("evening", required=False)
@click.option("--from-scores", is_flag=True, help="Repart des derniers scores, si le journal ne va plus avec le jeu")
def resume(evening: str | None, from_scores: bool) -> int:
    """Reprend une soirée interrompue, la dernière par défaut."""
    settings = load_settings()
    path = find_evening(settings.data, evening)
    outcome = hosting.resume(settings, path, from_scores, 1.0 if sys.stdout.isatty() else None)
    _print_end(outcome.scores, outcome.winners)
    return FINE


@animateur.command(name="evenings")
def list_evenings() -> int:
    """Les soirées jouées, la plus récente en dernier."""
    settings = load_settings()
    for path in evenings(settings.data):
        try:
            journal = Journal.open(path)
        except UserError as error:
            app.warn(str(error))
            continue
        head = journal.header
        state = _scores(journal.ended["scores"]) if journal.ended else "à reprendre"
        click.echo(f"{path.stem}  {find_game(head.game).title}  {', '.join(head.players)} : {state}")
        journal.close()
    return FINE


@animateur.command()
@click.argument("game", default="trou-noir")
def rules(game: str) -> int:
    """La règle d'un jeu, en bref."""
    click.echo(find_game(game).rule)
    return FINE


@animateur.group()
def packs() -> None:
    """Les paquets de questions."""


@packs.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--recogniser", type=click.Choice(["auto", "vosk", "whisper"]), help="Vérifie aussi ce qu'il peut entendre"
)
def check(files: tuple[Path, ...], recogniser: str | None) -> int:
    """Vérifie des paquets : ceux donnés, ou tous ceux du programme."""
    judged_by, heard_by = app.sounds(), _vocabulary(recogniser)
    wrong, before = False, list[Deck]()
    for path in files or pack_paths():
        try:
            pack = load_pack(path)
        except ContentError as error:  # the others are checked all the same (P4)
            click.echo(str(error))
            wrong = True
            continue
        problems = check_deck(pack.deck, judged_by.ipa if judged_by is not None else None)
        problems += check_against(pack.deck, before)
        problems += unheard(pack.deck, heard_by) if heard_by is not None else []
        before.append(pack.deck)
        for problem in problems:
            click.echo(problem.line(pack.document))
        wrong = wrong or any(problem.severity == "error" for problem in problems)
        click.echo(f"{path} : {len(pack.deck.cards)} cartes, {len(problems)} remarque(s)")
    return NOT_MET if wrong else FINE


def _vocabulary(recogniser: str | None) -> KnowsWords | None:
    """Vosk that cannot be loaded is an error only where it was asked for."""
    try:
        return app.vocabulary(_settings(recogniser))
    except AudioError as error:
        if recogniser is not None:
            raise
        app.warn(f"{error} Les mots qu'il ne connaît pas ne sont pas cherchés.")
        return None


@animateur.command()
@click.option("--json", "as_json", is_flag=True)
def doctor(as_json: bool) -> int:
    """Examine cette machine : ce qui marche, ce qui manque, et que faire."""
    return FINE if checkup.report(load_settings(), as_json) else NOT_MET


@animateur.group()
def models() -> None:
    """Les modèles de reconnaissance."""


@models.command(name="list")
def list_models() -> int:
    """Ceux qui sont là, et ceux qu'on peut installer."""
    print_models(Console(), load_settings().vosk_model)
    return FINE


@models.command()
@click.argument("name", default="vosk-fr")
@click.option("--from", "source", type=click.Path(path_type=Path), help="Un dossier ou un zip déjà sur place")
def install(name: str, source: Path | None) -> int:
    """Installe un modèle : whisper-base ou vosk-fr."""
    install_model(Console(), name, source)
    return FINE


@animateur.command()
@click.option("--hearing", is_flag=True, help="Ce qui est entendu juste, et donné à tort, sur les enregistrements")
@click.option("--clips", type=int, default=143, help="Combien d'enregistrements, avec --hearing")
@click.option("--plots", type=click.Path(path_type=Path), help="Où dessiner les courbes, avec --hearing")
def bench(hearing: bool, clips: int, plots: Path | None) -> int:
    """Mesure sur cette machine, en JSON : temps de réponse, mémoire, à côté du montage naïf."""
    click.echo(hearing_json(load_settings(), clips, plots) if hearing else bench_json(load_settings()))
    return FINE


def _settings(recogniser: str | None) -> Settings:
    settings = load_settings()
    return settings.model_copy(update={"recogniser": recogniser}) if recogniser is not None else settings


def _options(pairs: Sequence[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise UserError(f"option « {pair} » : écrivez nom=valeur.")
        found[name] = value
    return found


def _ask_players(slug: str) -> list[str]:
    game = find_game(slug)
    click.echo(f"{game.title}, de {game.least_players} à {game.most_players} joueurs.")
    answer: str = click.prompt("Qui joue ? (prénoms séparés par des virgules)")
    return answer.split(",")


def _scores(scores: Any) -> str:
    return ", ".join(f"{seat} {score}" for seat, score in scores.items())


def _print_end(scores: Any, winners: Sequence[str]) -> None:
    verb = "gagnent ensemble" if len(winners) > 1 else "gagnent" if " et " in winners[0] else "gagne"
    names = " et ".join(filter(None, (", ".join(winners[:-1]), winners[-1])))
    click.echo(f"Scores : {_scores(scores)}. {names} {verb} !")
