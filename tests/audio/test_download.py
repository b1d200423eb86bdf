"""Files from the network: whole, or kept in part."""

import hashlib
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from audio.backends.download import download, part_of
from audio.ports import AudioError
from tests.audio.file_server import FileServer

GOOD = hashlib.shake_256(b"a file").digest(1_000_000)


@pytest.fixture
def server() -> Iterator[FileServer]:
    with FileServer(GOOD) as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)


def test_the_whole_file_with_progress(server: FileServer, tmp_path: Path) -> None:
    seen: list[tuple[int, int | None]] = []
    path = download(server.url, tmp_path / "new/file.zip", lambda done, total: seen.append((done, total)))
    assert path.read_bytes() == GOOD
    assert seen[0] == (0, len(GOOD))
    assert seen[-1] == (len(GOOD), len(GOOD))
    assert server.asked == [None]
    assert not part_of(path).exists()


def test_an_interrupted_one_goes_on_where_it_stopped(server: FileServer, tmp_path: Path) -> None:
    server.cut_after = 200_000
    with pytest.raises(AudioError, match=r"ce qui est arrivé est gardé.*--from") as caught:
        download(server.url, tmp_path / "f.zip")
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "f.zip").exists()
    assert part_of(tmp_path / "f.zip").read_bytes() == GOOD[:200_000]
    assert download(server.url, tmp_path / "f.zip").read_bytes() == GOOD
    assert server.asked == [None, "bytes=200000-"]


def test_a_server_that_cannot_go_on_begins_again(server: FileServer, tmp_path: Path) -> None:
    server.ranges = False
    part_of(tmp_path / "f.zip").write_bytes(b"?" * 1_000)
    assert download(server.url, tmp_path / "f.zip").read_bytes() == GOOD
    assert server.asked == ["bytes=1000-"]


def test_a_part_that_is_whole_is_taken_as_it_is(server: FileServer, tmp_path: Path) -> None:
    part_of(tmp_path / "f.zip").write_bytes(GOOD)
    assert download(server.url, tmp_path / "f.zip").read_bytes() == GOOD
    assert server.asked == [f"bytes={len(GOOD)}-"]


def test_a_part_that_is_too_long_is_begun_again(server: FileServer, tmp_path: Path) -> None:
    part_of(tmp_path / "f.zip").write_bytes(GOOD + b"more")
    assert download(server.url, tmp_path / "f.zip").read_bytes() == GOOD
    assert server.asked == [f"bytes={len(GOOD) + 4}-", None]


@pytest.mark.parametrize("status", [404, 503])
def test_a_refusal_is_one_line(server: FileServer, tmp_path: Path, status: int) -> None:
    server.status = status
    with pytest.raises(AudioError, match=rf"refusé \({status}\)"):
        download(server.url, tmp_path / "f.zip")


def test_nobody_there_keeps_what_there_is(server: FileServer, tmp_path: Path) -> None:
    part_of(tmp_path / "f.zip").write_bytes(GOOD[:10])
    url = server.url.replace(str(server.server_address[1]), "1")
    with pytest.raises(AudioError, match="Pas de réseau"):
        download(url, tmp_path / "f.zip")
    assert part_of(tmp_path / "f.zip").read_bytes() == GOOD[:10]


def test_a_name_that_nobody_knows(tmp_path: Path) -> None:
    with pytest.raises(AudioError, match="Pas de réseau") as caught:
        download("https://nobody.invalid/f.zip", tmp_path / "f.zip")
    assert "\n" not in str(caught.value)


def test_a_place_that_cannot_be_written(server: FileServer, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(AudioError, match="Impossible d'écrire"):
        download(server.url, tmp_path / "file/f.zip")
