"""The scenario files under tests/sessions, and `animateur scenario` itself."""

import json
import time
from pathlib import Path

import pytest
from support import ROOT

from audio.backends.kokoro import available_voices
from host import cli

FILES = sorted((ROOT / "tests/sessions/trou_noir").glob("*.yaml"))
#: Spoken by a voice and heard for real; between them choices, answers, lists, numbers, names, silence and
#: lateness.
SPOKEN = (
    "08-clamped-at-the-hole",
    "16-dynamite-and-three-of-five",
)


def test_there_are_at_least_thirty() -> None:
    assert len(FILES) >= 30


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["scenario", str(path)]) == 0, capsys.readouterr().err


@pytest.mark.speech
@pytest.mark.parametrize("name", SPOKEN)
def test_the_same_scores_when_every_line_is_spoken_and_recognised(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if "ff_siwis" not in available_voices():
        pytest.skip("no French voice here: `make test` gets it where there is npm")
    monkeypatch.setenv("ANIMATEUR_VOICE", "none")  # the players speak; the host's lines are not what is tested
    path = ROOT / f"tests/sessions/trou_noir/{name}.yaml"
    assert cli.main(["scenario", str(path), "--voice"]) == 0, capsys.readouterr().err


def test_json_has_what_the_design_promises(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["scenario", str(FILES[0]), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert set(printed) == {"game", "ended", "scores", "winners", "said", "unused"}
    assert printed["scores"] == {"Ana": 100, "Bob": 60, "Chloé": 0}
    assert printed["unused"] == []


def test_the_template_is_a_scenario_that_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["scenario", "--template", "trou-noir"]) == 0
    template = capsys.readouterr().out
    assert "#" in template
    (tmp_path / "t.yaml").write_text(template, "utf-8")
    assert cli.main(["scenario", str(tmp_path / "t.yaml")]) == 0


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("  scores: {Ana: 0, Bob: 40}", "  scores: {Ana: 10, Bob: 40}"), "scores.Ana : 0 au lieu de 10"),
        (("  winners: [Bob]", "  winners: [Ana]"), "winners : Bob au lieu de Ana"),
        (("  winners: [Bob]", "  winners: [Bob]\n  unsaid: [Naples]"), "dit à tort"),
        (('  - "Naples" ', '  - "Naples"\n  - "Turin" '), "réplique inutilisée : « Turin »"),
        (('  - "Naples" ', "  #"), "réplique manquante pour « t1.reponse »"),
        (('said: ["plus cultivé"', 'said: ["jamais dit"'), "jamais dit, ou pas dans cet ordre"),
    ],
)
def test_what_is_not_as_expected_ends_with_code_1_and_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: tuple[str, str], says: str
) -> None:
    text = FILES[1].read_text("utf-8")
    assert change[0] in text
    deck = (ROOT / "tests/sessions/decks/petit.yaml").as_posix()
    text = text.replace(*change).replace("../decks/petit.yaml", deck)
    path = tmp_path / "s.yaml"
    path.write_text(text, "utf-8")
    assert cli.main(["scenario", str(path)]) == 1
    printed = capsys.readouterr().err.strip()
    assert says in printed
    assert "\n" not in printed


def test_a_scripted_evening_of_eight_pawns_takes_less_than_two_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    """48 turns in 0.1 s of processor time here; processor time, so that a busy machine does not count."""
    path = ROOT / "tests/sessions/trou_noir/33-half-an-hour.yaml"
    started_s = time.process_time()
    assert cli.main(["scenario", str(path)]) == 0
    assert time.process_time() - started_s < 2
    assert capsys.readouterr().err == ""


def test_judge_prints_what_the_design_promises(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["judge", "Victor Hugo", "hugo", "--kind", "person", "--json"]) == 0
    assert json.loads(capsys.readouterr().out).keys() == {"verdict", "matched", "why"}
    assert cli.main(["judge", "Rome", "la deuxième", "--reject", "Milan", "--kind", "choice", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "reject"
