"""Python, the machine, the terminal, the settings and the disk."""

import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path

from rich.console import Console

from config.settings import user_file
from host.doctor.finding import Finding, number
from host.terminal.live import LEAST_COLUMNS, LEAST_ROWS, fits

LEAST_FREE_MB = 200


def python() -> list[Finding]:
    good = (3, 11) <= sys.version_info[:2] < (3, 14)
    where = f"{platform.python_version()} ({sys.executable})"
    return [Finding(good, "Python", where, "" if good else "installez Python 3.11, 3.12 ou 3.13, puis « make play »")]


def machine() -> list[Finding]:
    import psutil

    cores, memory_gb = os.cpu_count() or 1, psutil.virtual_memory().available / 1e9
    detail = f"{platform.system()} {platform.machine()}, {cores} processeurs, {number(memory_gb)} Go de mémoire libre"
    good = memory_gb >= 0.7
    return [Finding(good, "Machine", detail, "" if good else "fermez d'autres programmes : il faut environ 0,7 Go")]


def terminal() -> list[Finding]:
    console = Console()
    if not console.is_terminal:
        return [Finding(None, "Terminal", "la sortie n'en est pas un : une ligne par réplique")]
    size = f"{console.width} × {console.height}"
    if fits(console):
        return [Finding(True, "Terminal", size)]
    wanted = f"agrandissez-le à {LEAST_COLUMNS} × {LEAST_ROWS} pour le tableau entier"
    return [Finding(None, "Terminal", f"{size} : une ligne par réplique", wanted)]


def settings_file() -> list[Finding]:
    path = user_file()
    if path.is_file():
        return [Finding(True, "Réglages", str(path))]
    return [Finding(None, "Réglages", f"ceux d'origine ({path} n'existe pas)")]


def data(folder: Path) -> list[Finding]:
    return _folder("Soirées", folder, "choisissez un autre dossier avec ANIMATEUR_DATA")


def cache() -> list[Finding]:
    """Where models are joined from their packages."""
    from audio.backends.weights import cache_dir

    return _folder("Cache", cache_dir(), "choisissez un autre dossier avec ANIMATEUR_CACHE")


def _folder(what: str, folder: Path, remedy: str) -> list[Finding]:
    """Writes and removes a file, since rights alone do not tell."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"animateur")
        free_mb = shutil.disk_usage(folder).free / 1e6
    except OSError as error:
        return [Finding(False, what, f"impossible d'écrire dans {folder} ({error.strerror or error})", remedy)]
    roomy = free_mb >= LEAST_FREE_MB
    detail = f"{folder}, {number(free_mb / 1000)} Go libres"
    return [Finding(roomy, what, detail, "" if roomy else f"libérez de la place, ou {remedy}")]
