"""Model folders out of archives or other folders, put in place whole or not at all."""

import contextlib
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from audio.ports import AudioError

_BLOCK_BYTES = 1 << 20
_MOST_BYTES = 4 << 30  # the largest French model has 2 GB
_MOST_FILES = 1_000

#: Given the folder that was unpacked, the model in it; raises AudioError if there is none.
Find = Callable[[Path], Path]


def unpack(archive: Path, target: Path, find: Find) -> Path:
    """Put the model of a zip archive at `target`, each file checked against its CRC.

    Raises AudioError when the archive is damaged, or would write elsewhere, or holds no model.
    """
    with _beside(target) as temporary:
        try:
            with zipfile.ZipFile(archive) as opened:
                for member in _members(opened, archive):
                    _extract(opened, member, temporary)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
            raise AudioError(f"Archive zip endommagée ou incomplète : « {archive} » ({error}).") from error
        except OSError as error:
            raise AudioError(
                f"Impossible de décompresser « {archive} » dans « {target.parent} » ({_why(error)})."
            ) from error
        _put(find(temporary), target)
    return target


def copy(folder: Path, target: Path, find: Find) -> Path:
    """Put a copy of the model of `folder` at `target`. Links are followed, so that the copy stands alone."""
    with _beside(target) as temporary:
        try:
            found = shutil.copytree(find(folder), temporary / "model")
        except OSError as error:
            raise AudioError(f"Impossible de copier « {folder} » dans « {target.parent} » ({_why(error)}).") from error
        _put(found, target)
    return target


def _members(opened: zipfile.ZipFile, archive: Path) -> list[zipfile.ZipInfo]:
    """The files to write. Raises AudioError if one would be elsewhere, is a link, or all are too much."""
    members = opened.infolist()
    for member in members:
        path = PurePosixPath(member.filename)
        elsewhere = path.is_absolute() or ".." in path.parts or "\\" in member.filename or ":" in member.filename
        if elsewhere or stat.S_ISLNK(member.external_attr >> 16):
            raise AudioError(f"Archive refusée : « {archive} » écrirait ailleurs (« {member.filename} »).")
    if sum(member.file_size for member in members) > _MOST_BYTES or len(members) > _MOST_FILES:
        raise AudioError(f"Archive refusée : « {archive} » est trop grande pour un modèle.")
    return [member for member in members if not member.is_dir()]


def _extract(opened: zipfile.ZipFile, member: zipfile.ZipInfo, into: Path) -> None:
    path = into / PurePosixPath(member.filename)
    path.parent.mkdir(parents=True, exist_ok=True)
    with opened.open(member) as source, path.open("wb") as out:  # the CRC is checked at the end of reading
        shutil.copyfileobj(source, out, _BLOCK_BYTES)


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A temporary folder on the same disk, gone at the end."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    except OSError as error:
        raise AudioError(f"Impossible d'écrire dans « {target.parent} » ({_why(error)}).") from error
    try:
        yield temporary
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _put(found: Path, target: Path) -> None:
    """A folder cannot take another's place at once: the old one steps aside, and comes back if the new one cannot."""
    aside = target.with_name(f".{target.name}.old")
    shutil.rmtree(aside, ignore_errors=True)
    try:
        with contextlib.suppress(FileNotFoundError):
            target.rename(aside)
        try:
            found.rename(target)
        except OSError:
            if aside.exists():
                aside.rename(target)
            raise
    except OSError as error:
        raise AudioError(f"Impossible de mettre le modèle dans « {target} » ({_why(error)}).") from error
    shutil.rmtree(aside, ignore_errors=True)


def _why(error: OSError) -> str:
    return error.strerror or " ".join(str(error).split())[:200]
