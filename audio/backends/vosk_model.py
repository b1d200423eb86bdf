"""Where Vosk models are on this machine, and whether one can be loaded without danger. Never the network.

The library answers a damaged model with an exception, an abort or a decoder that never ends, depending on the file.
A model is therefore tried once in a process of its own, and what was found sound is remembered by the size and time of
its files.
"""

import contextlib
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from platformdirs import user_data_path

from audio.backends.weights import cache_dir
from audio.ports import HEARING_RATE_HZ, AudioError

REMEDY = "lancez « animateur models install vosk-fr »"
REQUIRED = ("am/final.mdl", "conf/mfcc.conf", "conf/model.conf")
#: A graph is either one static file, or two that are composed while listening; only the latter can take a grammar.
STATIC_GRAPH, DYNAMIC_GRAPH = ("graph/HCLG.fst",), ("graph/HCLr.fst", "graph/Gr.fst")
_FRENCH = re.compile(r"vosk-model(-small)?-fr\b")
_ROOT = Path(__file__).resolve().parents[2]
_TRIAL_TIME_S = 60.0
_WRONG, _NO_LIBRARY = 3, 4


def store_dir() -> Path:
    """Where `models install` puts models: the folder named by ANIMATEUR_MODELS, or one among the user's data."""
    named = os.environ.get("ANIMATEUR_MODELS")
    return Path(named) if named else user_data_path("animateur") / "models"


def search_folders() -> list[Path]:
    """Folders that are a model or hold models, in the order in which they are searched."""
    named = os.environ.get("VOSK_MODEL_PATH")
    home = Path.home()
    usual = [store_dir(), home / ".cache/vosk", home / "AppData/Local/vosk", Path("/usr/share/vosk")]
    return [Path(named), *usual] if named else usual


def find_model() -> Path | None:
    """A model that is there and complete: the folder named by VOSK_MODEL_PATH, or a French one; small ones first."""
    for folder in search_folders():
        if not missing_files(folder):
            return folder
        try:
            inside = sorted(path for path in folder.iterdir() if _FRENCH.match(path.name))
        except OSError:  # a folder that is not there, or not ours to read, holds no model for us
            continue
        for candidate in sorted(inside, key=lambda path: "-small-" not in path.name):
            if not missing_files(candidate):
                return candidate
    return None


def missing_files(folder: Path) -> tuple[str, ...]:
    """What a model folder lacks or has empty; nothing when it is complete."""
    lacking = [name for name in REQUIRED if not _has(folder, name)]
    if not any(all(_has(folder, name) for name in graph) for graph in (STATIC_GRAPH, DYNAMIC_GRAPH)):
        lacking += [name for name in DYNAMIC_GRAPH if not _has(folder, name)]
    return tuple(lacking)


def takes_grammar(folder: Path) -> bool:
    return not _has(folder, *STATIC_GRAPH)


def usable_model(folder: Path | None = None) -> Path:
    """The folder of a model that loads and hears, `folder` or what `find_model` finds.

    Takes a few seconds the first time. Raises AudioError.
    """
    found = folder if folder is not None else find_model()
    if found is None:
        raise AudioError(f"Aucun modèle français de Vosk sur cette machine : {REMEDY}.")
    if not found.is_dir():
        raise AudioError(f"Pas de modèle Vosk dans « {found} » : ce dossier n'existe pas ; {REMEDY}.")
    if lacking := missing_files(found):
        raise AudioError(f"Modèle Vosk incomplet dans « {found} » : il manque {', '.join(lacking)} ; {REMEDY}.")
    with contextlib.suppress(OSError):
        if _stamp_of(found).read_text(encoding="ascii") == _fingerprint(found):
            return found
    try_out(found)
    remember(found)
    return found


def remember(folder: Path) -> None:
    """Note that a model has been tried, as its files are now."""
    stamp = _stamp_of(folder)
    with contextlib.suppress(OSError):  # a cache that cannot be written: the model is tried again at each start
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(_fingerprint(folder), encoding="ascii")


def _has(folder: Path, name: str) -> bool:
    try:
        return (folder / name).is_file() and (folder / name).stat().st_size > 0
    except OSError:
        return False


def _stamp_of(folder: Path) -> Path:
    return cache_dir() / f"vosk-{hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]}.tried"


def _fingerprint(folder: Path) -> str:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    facts = [(str(path.relative_to(folder)), path.stat().st_size, path.stat().st_mtime_ns) for path in files]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def try_out(folder: Path) -> None:
    """Load the model and hear a little silence with it, in a process of its own. Raises AudioError."""
    search_path = os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH"))))
    try:
        done = subprocess.run(
            [sys.executable, "-m", "audio.backends.vosk_model", str(folder)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_TRIAL_TIME_S,
            env={**os.environ, "PYTHONPATH": search_path},
        )
    except subprocess.TimeoutExpired as error:
        raise AudioError(f"Modèle Vosk endommagé dans « {folder} » (il n'en finit pas) : {REMEDY}.") from error
    if done.returncode == _NO_LIBRARY:
        raise AudioError("Vosk ne se charge pas sur cette machine : relancez l'installation (« make play »).")
    if done.returncode:
        raise AudioError(f"Modèle Vosk endommagé dans « {folder} » : {REMEDY}.")


def _trial(folder: str) -> int:
    """Run in the process of its own."""
    try:
        from vosk import KaldiRecognizer, Model
    except (ImportError, OSError):
        return _NO_LIBRARY
    try:
        recogniser = KaldiRecognizer(Model(folder), HEARING_RATE_HZ)
        recogniser.AcceptWaveform(bytes(HEARING_RATE_HZ))
        recogniser.FinalResult()
    except Exception:  # the library raises nothing more precise
        return _WRONG
    return 0


if __name__ == "__main__":
    sys.exit(_trial(sys.argv[1]))
