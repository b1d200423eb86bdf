import time
from pathlib import Path

import pytest

from content.yaml12 import MAX_BYTES, MAX_DEPTH, ContentError, read_bytes, read_file, read_text


def refusal(text: str) -> ContentError:
    with pytest.raises(ContentError) as caught:
        read_text(text, "paquet.yaml")
    return caught.value


@pytest.mark.parametrize(
    "written",
    [
        *("non", "oui", "no", "yes", "on", "off", "1er", "12:30", "007", "null", "~", "true", "2024-02-29", "1_000"),
        *("0x1F", "1e3", ".inf", "1.10", "+33", "=", "1:2:3", "É", "Là-bas", "l'œil"),
    ],
)
@pytest.mark.parametrize("layout", ["a: {}\n", "a: '{}'\n", 'a: "{}"\n', "a:\n  - {}\n", "{}: b\n"])
def test_P2_scalars_stay_as_written(written: str, layout: str) -> None:
    if "'" in written and "'{}'" in layout:
        written = written.replace("'", "’")
    data = read_text(layout.format(written), "x").data
    assert isinstance(data, dict)
    [(name, value)] = data.items()
    assert written in (name, value, *value)


def test_P2_an_empty_value_is_an_empty_text() -> None:
    assert read_text("a:\nb: ''\n", "x").data == {"a": "", "b": ""}


def test_every_field_knows_its_line() -> None:
    document = read_text("a: 1\n\n# commentaire\nb:\n  - c: 2\n    d: |\n      long\n      texte\n  - e\n", "x")
    assert document.lines == {
        (): 1, ("a",): 1, ("b",): 4, ("b", 0): 5, ("b", 0, "c"): 5, ("b", 0, "d"): 6, ("b", 1): 9,
    }  # fmt: skip
    assert document.line(("b", 0, "manquant", 3)) == 5


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_P1_byte_order_mark_and_crlf(mark: bytes, end: str) -> None:
    raw = mark + f"titre: Été{end}cartes:{end}  - là{end}".encode()
    document = read_bytes(raw, "x")
    assert document.data == {"titre": "Été", "cartes": ["là"]}
    assert document.line(("cards", 0)) == 1
    assert document.line(("cartes", 0)) == 3


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16"])
def test_P1_other_encodings_are_refused_with_the_line(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "vieux.yaml"
    path.write_bytes("a: b\nc: été\n".encode(encoding))
    with pytest.raises(ContentError, match="UTF-8") as caught:
        read_file(path)
    assert caught.value.line == (1 if encoding == "utf-16" else 2)
    assert str(caught.value).startswith(f"{path}:{caught.value.line}: ")


@pytest.mark.parametrize("character", ["\x00", "\x07", "\x1b", "\x7f", "\x85", "\u2028", "\ufeff"])
def test_P1_raw_control_characters_are_refused_with_the_line(character: str) -> None:
    error = refusal(f"a: b\nc: d{character}e\n")
    assert error.line == 2
    assert f"U+{ord(character):04X}" in str(error)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("a: b\nc: &x d\n", 2, "ancre"),
        ("a:\n- &x [b]\n", 2, "ancre"),
        ("&x a: b\n", 1, "ancre"),
        ("a: b\nc: *x\n", 2, "alias"),
        ("a: b\n*x : c\n", 2, "alias"),
        ("a: !!python/object:os.system b\n", 1, "étiquette"),
        ("a: ! b\n", 1, "étiquette"),
        ("!x\na: b\n", 1, "étiquette"),
        ("a: b\n<<: c\n", 2, "fusion"),
        ("a: b\nc: d\na: e\n", 3, "deux fois"),
        ("? [a, b]\n: c\n", 1, "nom de champ"),
        ("a: b\n---\nc: d\n", 2, "un seul document"),
        ("", 1, "vide"),
        ("# rien\n", 2, "vide"),
        ("a: b\nc: Qui a dit : non\n", 2, "guillemets"),
        ("a:\n\t- b\n", 2, "tabulation"),
        ("a: @b\n", 1, "guillemets"),
        ("a: [b\n", 2, "fermer"),
        ("a: 'b\n", 2, "fermer"),
        ('a: "b" c\n', 1, "guillemets"),
        ('a: "\\q"\n', 1, "barre oblique"),
        ("a: - b\n", 1, "tiret"),
    ],
)
def test_refusals_name_the_line_and_what_to_do(text: str, line: int, says: str) -> None:
    error = refusal(text)
    assert error.line == line
    assert says in str(error)
    assert str(error).startswith(f"paquet.yaml:{line}: ")
    assert "\n" not in str(error)


def test_a_field_written_twice_is_named() -> None:
    error = refusal("cards:\n  - id: a\n  - id: b\n    theme: c\n    theme: d\n")
    assert (error.line, error.field) == (5, "cards[2].theme")
    assert "ligne 4" in error.message


def test_P6_depth_is_bounded() -> None:
    read_text("[" * MAX_DEPTH + "]" * MAX_DEPTH, "x")
    assert "niveaux" in str(refusal("[" * (MAX_DEPTH + 2) + "]" * (MAX_DEPTH + 2)))


BOMB = "a: &a [x, x, x, x]\n" + "".join(
    f"{c}: &{c} [*{b}, *{b}, *{b}]\n" for b, c in zip("abcdefg", "bcdefgh", strict=True)
)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 900_000,
        "{a: " * 300_000,
        "- " * 900_000,
        BOMB,
        "a: b\nc: [" + "*a, " * 400_000 + "]\n",
        "a: [" + "x, " * 600_000 + "]\n",
    ],
    ids=["sequences", "mappings", "dashes", "bomb", "aliases", "values"],
)
def test_P6_what_would_explode_is_refused_quickly(text: str) -> None:
    start = time.process_time()
    refusal(text)
    assert time.process_time() - start < 10


def test_P6_a_huge_file_is_refused_without_being_read(tmp_path: Path) -> None:
    path = tmp_path / "gros.yaml"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    start = time.process_time()
    with pytest.raises(ContentError, match="2 Mo"):
        read_file(path)
    assert time.process_time() - start < 1
    with pytest.raises(ContentError, match="2 Mo"):
        read_bytes(b" " * (MAX_BYTES + 1), "x")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="introuvable"):
        read_file(tmp_path / "absent.yaml")
    with pytest.raises(ContentError, match="pas un fichier"):
        read_file(tmp_path)
