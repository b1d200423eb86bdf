"""verdicts.csv: a verdict a line, of every kind of answer. A verdict found wrong in play becomes a line there first."""

import csv
from pathlib import Path

import pytest

from audio.backends.espeak import EspeakPhonemes
from host.answers.choices import judge_line
from host.dialogue.expectation import Kind

ROWS = list(csv.DictReader((Path(__file__).parent / "verdicts.csv").open(encoding="utf-8")))


def split(forms: str) -> list[str]:
    return [one for one in forms.split("|") if one]


def test_the_table_is_large_and_covers_every_kind() -> None:
    assert len(ROWS) >= 250
    assert {row["kind"] for row in ROWS} == {str(kind) for kind in Kind if kind is not Kind.NAME}  # test_given_name.py
    assert {row["expected"] for row in ROWS} == {"accept", "ask_back", "reject"}


def test_every_verdict_of_the_table() -> None:
    sounds = EspeakPhonemes()
    wrong = []
    for number, row in enumerate(ROWS, 2):
        accept, reject = split(row["accept"]), split(row["reject"])
        got = judge_line(row["answer"], row["heard"], accept, reject, Kind(row["kind"]), sounds)
        if got["verdict"] != row["expected"]:
            wrong.append(f"line {number}: {row['heard']!r} for {row['answer']!r} ({row['why']}): {got}")
    assert not wrong, "\n".join(["", *wrong])


@pytest.mark.parametrize("row", [row for row in ROWS if row["expected"] != "accept"], ids=lambda row: row["heard"])
def test_nothing_wrong_is_accepted_without_a_synthesiser_either(row: dict[str, str]) -> None:
    accept, reject = split(row["accept"]), split(row["reject"])
    assert judge_line(row["answer"], row["heard"], accept, reject, Kind(row["kind"]), None)["verdict"] != "accept"
