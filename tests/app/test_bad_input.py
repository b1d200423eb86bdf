"""Bad input gets one line saying what, where and what to do; code 2; nothing lost; never a traceback."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support import ROOT, evening

from host import app, cli

SCENARIO = ROOT / "tests/sessions/trou_noir/13-reshuffled.yaml"


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANIMATEUR_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("ANIMATEUR_CONFIG", str(tmp_path / "config.toml"))


def one_line(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that a refused command prints."""
    assert cli.main(arguments) == 2
    captured = capsys.readouterr()
    lines = captured.err.strip().splitlines()
    assert len(lines) == 1, captured.err
    assert "Traceback" not in captured.err
    assert lines[0].startswith("animateur : ")
    return lines[0]


def test_an_unknown_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert "« belote » ; jeux : trou-noir" in one_line(capsys, "play", "belote")
    assert "belote" in one_line(capsys, "demo", "belote")
    assert "belote" in one_line(capsys, "rules", "belote")


def test_an_unknown_command_or_flag(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--vite" in one_line(capsys, "play", "--vite")
    assert "danse" in one_line(capsys, "danse")
    assert "HEARD" in one_line(capsys, "judge", "Paris")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--option", "vitesse=9"], "option inconnue « vitesse » ; possibles : depart"),
        (["--option", "depart=beaucoup"], "depart = beaucoup"),
        (["--option", "depart=1000"], "depart = 1000"),
        (["--option", "depart"], "nom=valeur"),
        (["--pack", "inconnu"], "paquet introuvable"),
    ],
)
def test_a_wrong_option(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, options: list[str], says: str
) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    line = one_line(capsys, "play", "--players", "Ana,Bob", "--recogniser", "keyboard", *options)
    assert says in line


@pytest.mark.parametrize(
    ("players", "says"),
    [
        ("Ana", "de 2 à 8 joueurs"),
        ("Ana,Bob,ana", "deux joueurs s'appellent"),
        ("Ana,Élise,elise", "deux joueurs s'appellent"),
        ("Ana,,Bob", "prénom qui se prononce"),
        (",".join("ABCDEFGHI"), "de 2 à 8 joueurs"),
    ],
)
def test_players_that_cannot_be(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, players: str, says: str
) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    assert says in one_line(capsys, "play", "--players", players, "--recogniser", "keyboard")


def test_a_broken_pack(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pack = tmp_path / "pack.yaml"
    pack.write_text("format: 1\ngame: trou-noir\ntitle: x\ndescription: y\ncards:\n  - {id: a, type: rebus}\n", "utf-8")
    scenario = tmp_path / "s.yaml"
    scenario.write_text("game: trou-noir\nplayers: [Ana, Bob]\ncontent: pack.yaml\n", "utf-8")
    line = one_line(capsys, "scenario", str(scenario))
    assert f"{pack}:6: cards[1].type" in line


def test_a_broken_scenario_names_file_line_and_field(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    scenario = tmp_path / "s.yaml"
    scenario.write_text('game: trou-noir\nplayers: [Ana, Bob]\nheard:\n  - "Rome"\n  - {dit: "Milan"}\n', "utf-8")
    assert f"{scenario}:5: heard[2]" in one_line(capsys, "scenario", str(scenario))
    assert "introuvable" in one_line(capsys, "scenario", str(tmp_path / "rien.yaml"))


def test_a_foreign_torn_or_missing_journal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.jsonl"
    foreign.write_text("ce n'est pas un journal\n")
    assert "pas un journal" in one_line(capsys, "resume", str(foreign))
    assert foreign.read_text() == "ce n'est pas un journal\n"
    assert "introuvable" in one_line(capsys, "resume", str(tmp_path / "rien"))
    assert "aucune soirée" in one_line(capsys, "resume")


def test_a_journal_whose_questions_have_changed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    journal = tmp_path / "j.jsonl"
    header = {
        "format": 1,
        "game": "trou-noir",
        "players": ["Ana", "Bob"],
        "seed": 1,
        "content": {"source": "grand-melange", "sha256": "0" * 64},
        "created": "2026-01-01T20:00:00+01:00",
    }
    journal.write_text(json.dumps({"header": header}) + "\n")
    assert "--from-scores" in one_line(capsys, "resume", str(journal))


def test_a_damaged_settings_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("voice = [")
    assert "config.toml" in one_line(capsys, "evenings")
    (tmp_path / "config.toml").write_text('voice = "baryton"')
    assert "« voice »" in one_line(capsys, "evenings")


def test_a_missing_recogniser_ends_a_recorded_evening_with_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ANIMATEUR_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("audio.backends.weights.package_file", _no_package)
    line = one_line(capsys, "demo")
    assert "models install" in line


def _no_package(package: str, path: str) -> Path:
    from audio.ports import AudioError

    raise AudioError(f"Le paquet « {package} » n'est pas installé : lancez « animateur models install ».")


def test_a_damaged_model_file_ends_with_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    damaged = tmp_path / "model.bin.part1"
    damaged.write_bytes(b"not a model")
    monkeypatch.setenv("ANIMATEUR_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("audio.backends.weights.package_file", lambda package, path: damaged)
    line = one_line(capsys, "demo")
    assert "models install" in line


def test_no_voice_goes_on_with_captions_and_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from audio.ports import AudioError
    from config.settings import load_settings

    def no_engine(*args: object, **more: object) -> None:
        raise AudioError("Pas de voix : espeak-ng est introuvable.")

    monkeypatch.setattr(app, "Pyttsx3Voice", no_engine)
    assert app.mouth(load_settings()) is None
    assert "sous-titres" in capsys.readouterr().err


def test_no_microphone_and_no_terminal_says_so_and_shows_the_recorded_evening() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "host", "play", "--recogniser", "keyboard"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        cwd=ROOT,
    )
    assert done.returncode == 2
    assert "pas de terminal" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_mismatch_offers_to_go_on_from_the_last_scores(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from support import ROULETTE

    from host.session.evening import header_of
    from host.session.journal import Entry, Journal
    from host.session.scenario import wish_of

    header = header_of(wish_of(evening([ROULETTE], [])))
    journal = Journal.create(tmp_path / "j.jsonl", header)
    from host.dialogue.replies import Spoken

    journal.append(Entry("autre.cle", "Say", None, Spoken()))
    journal.close()
    assert "--from-scores" in one_line(capsys, "resume", str(tmp_path / "j.jsonl"))
