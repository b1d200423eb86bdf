"""`animateur models`: the table of models, and the progress of one that is being fetched."""

from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from audio.backends.model_store import ModelState, install, list_models


def print_models(console: Console) -> None:
    """One row a model: is it here, what it is good for, where, how large."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("", "modèle", "Mo", "pour", "où"):
        table.add_column(title, justify="right" if title == "Mo" else "left", overflow="fold")
    for state in list_models():
        table.add_row(*row(state))
    console.print(table)


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
