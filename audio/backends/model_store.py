"""The models this program can use: which are here, and how to get the others.

Nothing is fetched while a game is played: only `install` goes to the network, and only for the model named.
"""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

from audio.backends.archive import copy, unpack
from audio.backends.download import Progress, download, no_progress
from audio.backends.vosk_model import find_model, missing_files, remember, store_dir, try_out
from audio.backends.weights import WHISPER_BASE, cache_dir, is_joined, package_file, whisper_base
from audio.ports import AudioError

WHISPER, VOSK_FR = "whisper-base", "vosk-fr"

VOSK_FR_NAME = "vosk-model-small-fr-0.22"
VOSK_FR_URL = f"https://alphacephei.com/vosk/models/{VOSK_FR_NAME}.zip"
# The site publishes MD5 8873b1234503f6edd55f54bfff31cf3e only. This SHA-256 is what many independent projects have
# pinned for that file of 42 233 323 bytes; it could not be computed again where this was written.
VOSK_FR_SHA256 = "cabf6180e177eb9b3a9a9d43a437bd5e549f3a7d09525e5d69a3fed787be12ad"


@dataclass(frozen=True)
class ModelState:
    """`where` it is, or would be put; `megabytes` on disk, or of what would be fetched."""

    name: str
    what: str
    installed: bool
    where: Path
    megabytes: float


def list_models() -> list[ModelState]:
    """What there is, and what is here."""
    vosk = find_model()
    whisper_mb = sum(weight.size for weight in WHISPER_BASE) / 1e6
    return [
        ModelState(
            WHISPER,
            "Whisper base : la meilleure oreille, en paquets Python",
            _whisper_is_here(),
            cache_dir() / "whisper-base",
            whisper_mb,
        ),
        ModelState(
            VOSK_FR,
            "Vosk français : légère, mots affichés au fil de la voix",
            vosk is not None,
            vosk or store_dir() / VOSK_FR_NAME,
            _megabytes(vosk) if vosk else 42.2,
        ),
    ]


def install(
    name: str, source: Path | None = None, progress: Progress = no_progress, *, url: str = VOSK_FR_URL
) -> ModelState:
    """Make the model ready to use. `source` is a folder or a zip that is already here.

    Raises AudioError, in one line; what has been downloaded by then is kept.
    """
    if name not in _INSTALLERS:
        raise AudioError(f"Modèle inconnu « {name} » ; modèles : {', '.join(_INSTALLERS)}.")
    _INSTALLERS[name](source, progress, url)
    return next(state for state in list_models() if state.name == name)


def _install_whisper(source: Path | None, progress: Progress, url: str) -> None:
    if source is not None:
        raise AudioError("Whisper vient en paquets Python : --from ne sert que pour vosk-fr.")
    if not _whisper_is_here() and not whisper_packages():
        raise AudioError(
            "Les paquets de Whisper ne sont pas installés : relancez « make play », ou « uv sync --extra whisper »."
        )
    whisper_base()


def _install_vosk(source: Path | None, progress: Progress, url: str) -> None:
    target = store_dir() / VOSK_FR_NAME
    if source is None:
        archive = target.with_name(f"{VOSK_FR_NAME}.zip")
        _fetch(archive, progress, url)
        unpack(archive, target, _working_model)
        archive.unlink()
    elif source.is_dir():
        copy(source, target, _working_model)
    elif source.is_file():
        unpack(source, target, _working_model)
    else:
        raise AudioError(f"Introuvable : « {source} » (donnez un dossier de modèle, ou son zip).")
    remember(target)


def _fetch(archive: Path, progress: Progress, url: str) -> None:
    """The archive as it should be, fetched unless it is there already."""
    if archive.is_file() and _sha256(archive) == VOSK_FR_SHA256:
        return
    download(url, archive, progress)
    if _sha256(archive) != VOSK_FR_SHA256:
        archive.unlink()
        raise AudioError(
            f"Ce qui est arrivé de {url} n'est pas le modèle attendu : relancez, ou apportez le zip et donnez-le "
            "avec --from."
        )


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _working_model(folder: Path) -> Path:
    """The model at the top of a folder, or in one at its top, tried out. Raises AudioError when there is none."""
    candidates = [folder, *(path for path in sorted(folder.iterdir()) if path.is_dir())]
    found = min(candidates, key=lambda candidate: len(missing_files(candidate)))
    if lacking := missing_files(found):
        raise AudioError(f"Ce n'est pas un modèle Vosk complet : il manque {', '.join(lacking)}.")
    try_out(found)
    return found


def whisper_packages() -> bool:
    """Whether Whisper can be joined from installed packages."""
    try:
        for weight in WHISPER_BASE:
            for package, path in weight.parts:
                package_file(package, path)
    except AudioError:
        return False
    return True


def _whisper_is_here() -> bool:
    return all(is_joined(weight.name, weight.size, weight.sha256) for weight in WHISPER_BASE)


def _megabytes(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


_INSTALLERS: dict[str, Callable[[Path | None, Progress, str], None]] = {
    WHISPER: _install_whisper,
    VOSK_FR: _install_vosk,
}
