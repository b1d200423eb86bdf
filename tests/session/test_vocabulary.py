"""H1: what the recogniser in use cannot know is listed, at the start of an evening and by `packs check`."""

import json
from pathlib import Path

import pytest
from support import DOUBLE, FACTS, ROULETTE, deck

from audio.ports import AudioError, Hints, Samples, Transcript
from config.settings import Settings
from content.load import parse_deck
from host import app, cli
from host.session.evening import Wish, header_of
from host.session.vocabulary import card_phrases, named, unheard, unheard_line


class Deaf:
    """Knows every word but `unknown`."""

    name = "vosk"

    def __init__(self, *unknown: str) -> None:
        self._unknown = unknown

    def unknown_words(self, phrases: tuple[str, ...]) -> tuple[str, ...]:
        said = [word for phrase in phrases for word in phrase.lower().split()]
        return tuple(dict.fromkeys(word for word in said if word in self._unknown))

    def recognise(self, samples: Samples, hints: Hints) -> Transcript:
        return Transcript("")

    def prepare(self, phrases: tuple[str, ...], window_s: float) -> None: ...

    def fit(self, samples: Samples, phrases: tuple[str, ...]) -> None: ...


class Open:
    """Can be told any word."""

    name = "whisper"
    recognise, prepare, fit = Deaf.recognise, Deaf.prepare, Deaf.fit


def cards(*of: dict[str, object]):
    return parse_deck(deck(*of), "here")


def test_h1_all_forms_that_a_player_may_say_are_expected() -> None:
    answer = {"kind": "text", "right": "la sole", "accept": ["une sole"], "reject": ["le turbot"]}
    first, second = DOUBLE["questions"]
    double = {**DOUBLE, "questions": [{**first, "answer": answer}, second]}
    roulette = {**ROULETTE, "proposals": [{"label": "Rome", "also": ["Roma"]}, *ROULETTE["proposals"][1:]]}
    one, two = cards(double, roulette).cards
    assert card_phrases(one) == ("Poissons", "Marées", "la sole", "une sole", "la Lune")
    assert card_phrases(two) == ("Rome", "Roma", "Milan", "Naples", "Turin")


def test_h1_each_card_has_one_warning_and_what_all_share_is_told_once() -> None:
    twice = [FACTS, {**FACTS, "id": "faits-2"}]
    found = unheard(cards(DOUBLE, ROULETTE, *twice), Deaf("sole", "marées", "intox"))
    assert [(one.card, one.where, one.severity) for one in found] == [
        ("double", ("cards", 0), "warning"),
        (None, ("cards",), "warning"),
    ]
    assert found[0].message.startswith("Vosk n'entendra jamais « marées », « sole » :")
    assert unheard(cards(DOUBLE, ROULETTE, *twice), Deaf()) == []


def test_h1_a_line_names_the_first_words_and_counts_the_others() -> None:
    assert named(["a", "b"]) == "« a », « b »"
    assert named([*"abcdefg"]) == "« a », « b », « c », « d », « e », « f » et 1 autre mot"
    assert named([*"abcdefgh"]).endswith("« f » et 2 autres mots")


def test_h1_an_evening_is_warned_of_words_on_cards_and_of_players() -> None:
    header = header_of(Wish("trou-noir", ["Ana", "Yolande"], {}, seed=1, content=deck(ROULETTE, FACTS)))
    line = unheard_line(header, Deaf("yolande", "turin", "intox"))
    assert line is not None
    assert line.startswith("Vosk ne connaît pas « yolande », « turin », « intox » :")
    assert unheard_line(header, Deaf()) is None
    assert unheard_line(header, Open()) is None


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ANIMATEUR_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.delenv("ANIMATEUR_RECOGNISER", raising=False)
    monkeypatch.setattr(app, "sounds", lambda: None)
    monkeypatch.setattr(app, "VoskRecogniser", lambda folder: Deaf("turin"))
    monkeypatch.setattr(app, "find_model", lambda: tmp_path)
    path = tmp_path / "pack.json"
    path.write_text(json.dumps(deck(ROULETTE)), "utf-8")
    return path


@pytest.mark.parametrize(
    ("flags", "whisper", "warned"),
    [
        (["--recogniser", "vosk"], True, True),
        (["--recogniser", "whisper"], False, False),
        ([], True, False),  # the best one here, Whisper, knows every word
        ([], False, True),
    ],
)
def test_h1_packs_check_warns_where_vosk_would_hear(
    pack: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    flags: list[str],
    whisper: bool,
    warned: bool,
) -> None:
    monkeypatch.setattr(app, "whisper_is_installed", lambda: whisper)
    assert cli.main(["packs", "check", str(pack), *flags]) == 0
    said = capsys.readouterr().out
    assert ("Vosk n'entendra jamais « turin »" in said) == warned
    assert f"{int(warned)} remarque(s)" in said


def test_h1_without_any_model_nothing_is_checked_in_silence_only_by_default(
    pack: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(folder: Path | None) -> Deaf:
        raise AudioError("Aucun modèle français de Vosk : lancez « animateur models install vosk-fr ».")

    monkeypatch.setattr(app, "VoskRecogniser", missing)
    assert cli.main(["packs", "check", str(pack), "--recogniser", "vosk"]) == 2
    assert "models install" in capsys.readouterr().err
    monkeypatch.setenv("ANIMATEUR_RECOGNISER", "vosk")
    assert cli.main(["packs", "check", str(pack)]) == 0
    assert "ne sont pas cherchés" in capsys.readouterr().err


def test_the_vosk_folder_of_the_settings_is_the_one_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    used: list[Path | None] = []
    monkeypatch.setenv("ANIMATEUR_CONFIG", str(tmp_path / "config.toml"))
    (tmp_path / "config.toml").write_text('recogniser = "vosk"\nvosk_model = "~/modele"\n')
    monkeypatch.setattr(app, "VoskRecogniser", lambda folder: used.append(folder) or Deaf())
    app.recogniser(Settings())
    monkeypatch.setenv("ANIMATEUR_VOSK_MODEL", str(tmp_path / "autre"))
    app.recogniser(Settings())
    app.vocabulary(Settings())
    monkeypatch.setenv("ANIMATEUR_VOSK_MODEL", "")
    assert Settings().vosk_model is None
    assert used == [Path.home() / "modele", tmp_path / "autre", tmp_path / "autre"]


def test_models_list_shows_the_vosk_folder_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from audio.backends.vosk_model import DYNAMIC_GRAPH, REQUIRED
    from host.models import chosen_row

    assert chosen_row(tmp_path / "m")[0] == "–"
    assert "am/final.mdl" in chosen_row(tmp_path / "m")[3]
    for name in (*REQUIRED, *DYNAMIC_GRAPH):
        (tmp_path / "m" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "m" / name).write_bytes(bytes(500_000))
    assert chosen_row(tmp_path / "m")[:3] == ("✔", "vosk_model", "2")
    monkeypatch.setenv("ANIMATEUR_VOSK_MODEL", str(tmp_path / "m"))
    assert cli.main(["models", "list"]) == 0
    assert "vosk_model" in capsys.readouterr().out
