"""A file from the network, whole or not at all. What arrived before a break is kept beside it and gone on with."""

import http.client
import os
import re
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import IO

from audio.ports import AudioError

#: Called with the bytes there are so far, and all there will be (None: the server does not say).
Progress = Callable[[int, int | None], None]

_BLOCK_BYTES = 1 << 16
_TIMEOUT_S = 20.0
_RANGE = re.compile(r"bytes (\d+)-\d+/(\d+|\*)")
_PARTIAL, _BEYOND_THE_END = 206, 416


def no_progress(done: int, total: int | None) -> None:
    """For those who do not look."""


def part_of(target: Path) -> Path:
    return target.with_name(target.name + ".part")


def download(url: str, target: Path, progress: Progress = no_progress) -> Path:
    """Fetch `url` into `target`, going on from `<target>.part` where the server can do that.

    Raises AudioError; what has arrived by then stays for the next time.
    """
    part = part_of(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _fetch(url, part, progress)
        part.replace(target)
    except urllib.error.HTTPError as error:
        raise AudioError(f"Téléchargement refusé ({error.code}) par {url} : réessayez plus tard.") from error
    except (urllib.error.URLError, TimeoutError, ConnectionError, ssl.SSLError, http.client.HTTPException) as error:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        why = " ".join(str(reason).split()) or type(error).__name__
        raise AudioError(
            f"Pas de réseau, ou coupé ({why}) : ce qui est arrivé est gardé. Relancez plus tard, ou apportez "
            f"le fichier de {url} et donnez-le avec --from."
        ) from error
    except OSError as error:
        raise AudioError(
            f"Impossible d'écrire dans « {target.parent} » ({error.strerror or error}) : libérez de la place."
        ) from error
    return target


def _fetch(url: str, part: Path, progress: Progress) -> None:
    have = part.stat().st_size if part.exists() else 0
    request = urllib.request.Request(url, headers={"Range": f"bytes={have}-"} if have else {})
    try:
        answer = urllib.request.urlopen(request, timeout=_TIMEOUT_S)
    except urllib.error.HTTPError as error:
        if error.code != _BEYOND_THE_END or not have:
            raise
        if error.headers.get("Content-Range") == f"bytes */{have}":
            return  # all of it had arrived
        answer = urllib.request.urlopen(url, timeout=_TIMEOUT_S)
    with answer:
        start, total = _where(answer, have)
        with part.open("ab") as out:
            out.truncate(start)
            _pour(answer, out, start, total, progress)


def _where(answer: http.client.HTTPResponse, have: int) -> tuple[int, int | None]:
    """Where in the file the answer begins, and how long the file is."""
    if answer.status == _PARTIAL:
        said = _RANGE.match(answer.headers.get("Content-Range", ""))
        if not said or int(said[1]) != have:
            raise http.client.HTTPException("le serveur a répondu à côté")
        return have, int(said[2]) if said[2] != "*" else None
    length = answer.headers.get("Content-Length", "")
    return 0, int(length) if length.isdigit() else None


def _pour(answer: http.client.HTTPResponse, out: IO[bytes], done: int, total: int | None, progress: Progress) -> None:
    progress(done, total)
    while block := answer.read1(_BLOCK_BYTES):
        out.write(block)
        done += len(block)
        progress(done, total)
    out.flush()
    os.fsync(out.fileno())
    if total is not None and done != total:
        raise ConnectionError(f"{done} octets reçus sur {total}")
