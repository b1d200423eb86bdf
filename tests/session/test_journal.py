"""The journal: what it keeps, what it drops, what it refuses."""

import stat
from pathlib import Path

import pytest

from host.dialogue.replies import (
    Answer,
    Chosen,
    Drawn,
    Gathered,
    Interrupted,
    Passed,
    Reply,
    Silence,
    Spoken,
    Unsettled,
)
from host.session.journal import ContentPin, Entry, Header, Journal, JournalError

HEADER = Header(
    game="trou-noir",
    players=["Ana", "Bob"],
    seed=7,
    content=ContentPin(source="x", sha256="0"),
    created="2026-01-01T20:00:00+01:00",
)
REPLIES: tuple[Reply, ...] = (
    Spoken(1.5, cut=True),
    Drawn(("a", "b")),
    Answer("euh, la sole", True, "la sole", "exact", 1.25, None, "voice"),
    Chosen("info", "vrai", 0.5, "Bob", "keyboard"),
    Unsettled("Victor", "Lequel ?"),
    Passed("je passe"),
    Silence(20.0, late="trop tard"),
    Interrupted("trut", "Bob", 2.5),
    Gathered({"Ana": Passed("x"), "Bob": Silence(3.0)}),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evenings" / "soirée.jsonl"


def written(path: Path, replies: tuple[Reply, ...] = REPLIES) -> Journal:
    journal = Journal.create(path, HEADER)
    for n, reply in enumerate(replies):
        journal.append(Entry(f"k{n}", "Ask", "Ana" if n % 2 else None, reply), n + 1)
    return journal


def test_every_reply_comes_back_as_it_was(path: Path) -> None:
    journal = written(path)
    journal.close()
    again = Journal.open(path)
    assert again.header == HEADER
    assert again.entries == journal.entries
    assert again.cursor == len(REPLIES)


def test_holds_secrets_so_only_its_owner_may_read_it(path: Path) -> None:
    written(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_reply_is_on_disk_as_soon_as_it_is_appended(path: Path) -> None:
    journal = Journal.create(path, HEADER)
    journal.append(Entry("k", "Say", None, Spoken(1.0)))
    assert '"key":"k"' in path.read_text()  # read by another handle, before any close


@pytest.mark.parametrize("lost", range(1, 40))
def test_a_torn_last_line_is_dropped_and_what_follows_is_whole(path: Path, lost: int) -> None:
    written(path).close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-lost])
    journal = Journal.open(path)
    assert len(journal.entries) == len(REPLIES) - 1
    journal.append(Entry("new", "Say", None, Spoken(2.0)))
    journal.close()
    assert [e.key for e in Journal.open(path).entries] == [*(f"k{n}" for n in range(len(REPLIES) - 1)), "new"]


def test_a_cut_takes_back_what_followed(path: Path) -> None:
    journal = written(path)
    journal.append_part("g", "Ana", Passed("x"))
    journal.cut(2, "corrige")
    journal.append(Entry("after", "Say", None, Spoken()))
    journal.close()
    again = Journal.open(path)
    assert [e.key for e in again.entries] == ["k0", "k1", "after"]
    assert again.gathering == {}


def test_parts_of_an_open_gathering_come_back_until_it_closes(path: Path) -> None:
    journal = Journal.create(path, HEADER)
    journal.append_part("vote", "Bob", Chosen("Ana", "Ana"))
    journal.close()
    again = Journal.open(path)
    assert again.gathering == {"vote": {"Bob": Chosen("Ana", "Ana")}}
    again.append(Entry("vote", "Gather", None, Gathered({"Bob": Chosen("Ana")})))
    again.close()
    assert Journal.open(path).gathering == {}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "vide"),
        (b"bonjour\n", "pas un journal"),
        (b'{"autre": 1}\n', "pas un journal"),
        (b"[1,2]\n", "pas un journal"),
        (b"\xff\xfe\x00\n", "pas un journal"),
        (b'{"header": {"format": 99}}\n', "format 99"),
        (b'{"header": {"format": 1}}\n', "champ game"),
    ],
)
def test_a_foreign_file_is_refused_in_one_line_and_left_alone(path: Path, content: bytes, says: str) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    with pytest.raises(JournalError, match=says) as error:
        Journal.open(path)
    assert "\n" not in str(error.value)
    assert str(path) in str(error.value)
    assert path.read_bytes() == content


def test_damage_in_the_middle_is_refused_with_its_line_and_nothing_is_lost(path: Path) -> None:
    written(path).close()
    lines = path.read_bytes().split(b"\n")
    lines[4] = lines[4][:-5] + b"\x00\x00\x00\x00\x00"
    damaged = b"\n".join(lines)
    path.write_bytes(damaged)
    with pytest.raises(JournalError, match="ligne 5"):
        Journal.open(path)
    assert path.read_bytes() == damaged


def test_two_terminals_cannot_play_the_same_evening(path: Path) -> None:
    journal = written(path)
    with pytest.raises(JournalError, match="déjà ouverte"):
        Journal.open(path)
    journal.close()
    Journal.open(path).close()


def test_a_missing_or_unwritable_file_is_one_line(path: Path, tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="illisible"):
        Journal.open(path)
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="impossible d'écrire"):
        Journal.create(tmp_path / "file" / "x.jsonl", HEADER)
