"""`animateur models`: the table of models, and the progress of one that is being fetched."""

from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from audio.backends.model_store import ModelState, install, list_models
from audio.backends.vosk_model import missing_files


def print_models(console: Console, vosk_model: Path | None = None) -> None:
    """One row a model: is it here, what it is good for, where, how large; the Vosk model of the settings comes last."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("", "modèle", "Mo", "pour", "où"):
        table.add_column(title, justify="right" if title == "Mo" else "left", overflow="fold")
    for state in list_models():
        table.add_row(*row(state))
    if vosk_model is not None:
        table.add_row(*chosen_row(vosk_model))
    console.print(table)


def chosen_row(folder: Path) -> tuple[str, str, str, str, str]:
    """The model that the setting `vosk_model` names: it goes before all others."""
    lacking = missing_files(folder)
    megabytes = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6
    problem = f"incomplet ou absent : il manque {', '.join(lacking)}"
    what = problem if lacking else "Vosk : le modèle choisi dans les réglages"
    return "–" if lacking else "✔", "vosk_model", f"{megabytes:.0f}", what, str(folder)


def row(state: ModelState) -> tuple[str, str, str, str, str]:
    where = str(state.where) if state.installed else f"animateur models install {state.name}"
    return "✔" if state.installed else "–", state.name, f"{state.megabytes:.0f}", state.what, where


def install_model(console: Console, name: str, source: Path | None) -> None:
    """Raises AudioError."""
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as shown:
        task = shown.add_task(name, total=None)
        state = install(name, source, lambda done, total: shown.update(task, completed=done, total=total))
    console.print(f"✔ {state.name} est prêt : {state.where}")
