"""A user's text file: what is accepted, and what is said about what is not."""

from pathlib import Path

import pytest

from judgeaudit.errors import GoldError, ItemsError, RubricError
from judgeaudit.importers.text_file import read_text


def read(path: Path, data: bytes) -> str:
    path.write_bytes(data)
    return read_text(path, error=ItemsError, what="items file")


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"plain\n", "plain\n"),
        (b"\xef\xbb\xbfmark\n", "mark\n"),
        ("caf\u00e9 \U0001f600".encode(), "caf\u00e9 \U0001f600"),
        (b"a\r\nb\rc", "a\r\nb\rc"),
        ("inside \ufeff stays".encode(), "inside \ufeff stays"),
    ],
)
def test_utf8_is_read_as_it_stands(tmp_path: Path, data: bytes, text: str) -> None:
    assert read(tmp_path / "f.txt", data) == text


@pytest.mark.parametrize(
    ("data", "words", "place"),
    [
        (b"", ["empty"], ""),
        (b" \n\t\r\n", ["empty"], ""),
        (b"\xef\xbb\xbf", ["empty"], ""),
        ("a,b".encode("utf-16"), ["UTF-16", "save it as UTF-8"], ""),
        ("a,b".encode("utf-16-be"), ["UTF-16", "save it as UTF-8"], ""),
        (b"\xfe\xff\x00a", ["UTF-16", "save it as UTF-8"], ""),
        ("a,b".encode("utf-32"), ["UTF-32", "save it as UTF-8"], ""),
        (b"one\ntwo caf\xe9\n", ["0xe9", "line 2", "byte 8 of the line", "save it as UTF-8"], ":2"),
        (b"\xef\xbb\xbf\xe9\n", ["0xe9", "line 1", "byte 1 of the line"], ":1"),
        (b"cut \xf0\x9f\x98", ["0xf0", "line 1"], ":1"),
        (b"one\ntwo\nnul here \0 \n", ["NUL", "line 3"], ":3"),
    ],
)
def test_everything_else_is_said_with_line_and_fix(tmp_path: Path, data: bytes, words: list[str], place: str) -> None:
    path = tmp_path / "f.txt"
    with pytest.raises(ItemsError) as caught:
        read(path, data)
    assert str(caught.value).startswith(f"{path}{place}: ")
    assert all(word in str(caught.value) for word in words)
    assert caught.value.fix


def test_a_missing_file_names_the_nearest_one(tmp_path: Path) -> None:
    (tmp_path / "items.jsonl").write_text("x")
    with pytest.raises(GoldError, match=r"itms\.jsonl: the gold file does not exist") as caught:
        read_text(tmp_path / "itms.jsonl", error=GoldError, what="gold file")
    assert "'items.jsonl'" in str(caught.value.fix)


def test_a_missing_folder_and_a_folder_are_said(tmp_path: Path) -> None:
    with pytest.raises(RubricError, match="neither does its folder"):
        read_text(tmp_path / "no" / "r.yaml", error=RubricError, what="rubric")
    with pytest.raises(RubricError, match="is a folder, not a file"):
        read_text(tmp_path, error=RubricError, what="rubric")
