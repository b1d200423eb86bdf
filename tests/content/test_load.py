import json
import shutil
from pathlib import Path

import pytest

from content.load import (
    content_hash,
    find_deck,
    find_path,
    load_deck,
    load_folder,
    load_pack,
    pack_paths,
    packs,
    parse_deck,
)
from content.yaml12 import ContentError
from host.errors import UserError

CARD = """
  - type: roulette
    id: carte-{0}
    theme: Thème {0}
    question: Question {0}, mais laquelle ?
    proposals: [{{label: un}}, {{label: deux}}, {{label: trois}}, {{label: quatre}}]
    right: deux
    penalty: 30"""


def deck_text(number: int) -> str:
    head = f"format: 1\ngame: trou-noir\ntitle: Paquet {number}\ndescription: Essai.\ncards:"
    return head + CARD.format(number) + "\n"


def test_P4_one_broken_file_among_290_gives_one_precise_error(tmp_path: Path) -> None:
    for number in range(290):
        (tmp_path / f"{number:03}.yaml").write_text(deck_text(number), encoding="utf-8")
    broken = tmp_path / "123.yaml"
    broken.write_text(deck_text(123).replace("penalty: 30", "penalty: 35"), encoding="utf-8")
    (tmp_path / "lisez-moi.txt").write_text("pas un paquet", encoding="utf-8")
    folder = load_folder(tmp_path)
    assert len(folder.packs) == 289
    assert [pack.name for pack in folder.packs[:2]] == ["000", "001"]
    [error] = folder.errors
    assert str(error).startswith(f"{broken}:12: cards[1].penalty: pénalité 35 refusée (N17)")


def test_P4_every_way_to_be_broken_is_one_error(tmp_path: Path) -> None:
    good = deck_text(1)
    (tmp_path / "a.yaml").write_bytes(good.encode("latin-1"))
    (tmp_path / "b.yaml").write_text(good.replace("right: deux", "right: deux : trois"), encoding="utf-8")
    (tmp_path / "c.yaml").write_text("", encoding="utf-8")
    (tmp_path / "d.yaml").mkdir()
    (tmp_path / "e.yml").write_text(good, encoding="utf-8")
    folder = load_folder(tmp_path)
    assert [pack.name for pack in folder.packs] == ["e"]
    assert [Path(error.path).name for error in folder.errors] == ["a.yaml", "b.yaml", "c.yaml", "d.yaml"]
    assert all(isinstance(error, UserError) for error in folder.errors)


def test_the_hash_follows_the_content_and_not_its_layout(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(deck_text(1), encoding="utf-8")
    deck = load_deck(path)
    relaid = parse_deck(json.loads(json.dumps(deck.model_dump(mode="json"), sort_keys=True)), "x")
    path.write_bytes(b"\xef\xbb\xbf" + deck_text(1).replace("\n", "\r\n").encode())
    assert content_hash(relaid) == content_hash(deck) == content_hash(load_deck(path))
    assert len(content_hash(deck)) == 64
    path.write_text(deck_text(1).replace("penalty: 30", "penalty: 40"), encoding="utf-8")
    assert content_hash(load_deck(path)) != content_hash(deck)


def test_P5_a_deck_keeps_the_order_written_so_that_the_evening_can_shuffle_it(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(deck_text(1), encoding="utf-8")
    [card] = load_deck(path).cards
    assert card.type == "roulette"
    assert [p.label for p in card.proposals] == ["un", "deux", "trois", "quatre"]


@pytest.mark.parametrize("name", ["grand-melange", "Grand mélange", "GRAND MÉLANGE", "grand melange"])
def test_a_shipped_deck_is_found_by_its_name(name: str) -> None:
    assert find_deck(name).title == "Grand mélange"


def test_a_deck_is_found_by_its_path(tmp_path: Path) -> None:
    copied = tmp_path / "le mien.yaml"
    shutil.copy(find_path("grand-melange"), copied)
    assert find_deck(str(copied)) == find_deck("grand-melange")


@pytest.mark.parametrize(
    ("name", "says"), [("grand-melnge", "« grand-melange »"), ("zzz", "grand-melange"), ("", "grand-")]
)
def test_an_unknown_deck_is_an_error_that_names_the_shipped_ones(name: str, says: str) -> None:
    with pytest.raises(ContentError) as caught:
        find_deck(name)
    assert says in str(caught.value)


def test_shipped_decks_are_listed_by_name() -> None:
    assert [pack.path for pack in packs()] == list(pack_paths())
    assert "grand-melange" in [pack.name for pack in packs()]


def test_a_pack_knows_the_line_of_each_field() -> None:
    pack = load_pack(find_path("grand-melange"))
    lines = pack.path.read_text(encoding="utf-8").split("\n")
    for index, card in enumerate(pack.deck.cards):
        line = pack.document.line(("cards", index, "id"))
        assert line is not None
        assert lines[line - 1].strip() == f"id: {card.id}"
