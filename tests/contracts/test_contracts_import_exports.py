"""What must hold for every reader of an export, whatever the file holds: rows of the contract, or an error that says where."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from judgeaudit.domain.verdicts import STATUSES
from judgeaudit.errors import VerdictsError
from judgeaudit.tables import RATINGS_SCHEMA, table_from_rows
from tests.contracts.reading_exports import ALPACA, ARGILLA, FASTCHAT, FASTCHAT_PAIR, LABEL_STUDIO, MLFLOW, SAMPLES, put, read, recognised

FILES = [(name, file, content) for name, samples in SAMPLES.items() for file, content in samples]
NAMES = [f"{name}-{file}" for name, file, _ in FILES]
JSON_FILES = [one for one in FILES if one[0] != "trec"]
WRONG: tuple[Any, ...] = (None, True, 12, -1e400, "x", "", "\ud83d", "a\nb", [], {}, [[]], [None], {"a": {"b": []}}, "[{", "9" * 500)


def check(name: str, path: Path) -> int:
    """Read a file to its end: rows that the ratings table takes, or a VerdictsError."""
    try:
        rows, reading = read(name, path)
    except VerdictsError as trouble:
        where = trouble.where
        rows, reading = [], None
    if reading is None:
        assert where
        return 0
    for row in rows:
        assert set(row) <= {*RATINGS_SCHEMA.names, "where"}
        assert row["item_id"].strip(), row
        assert row["judge"].strip(), row
        assert row["where"], row
        assert row["status"] in STATUSES
        assert (row["status"] == "ok") == ("label" in row or "score" in row), row
        assert row.get("label", "x") != ""
        assert math.isfinite(row.get("score", 0.0))
    assert table_from_rows(rows).num_rows == len(rows)
    for person in reading.gold:
        assert all(isinstance(person[key], str) and person[key].encode() for key in ("item_id", "annotator", "label")), person
    assert json.dumps(reading.items).encode()
    return len(rows)


@pytest.mark.parametrize(("name", "file", "content"), FILES, ids=NAMES)
def test_a_format_is_recognised_by_itself_alone(tmp_path: Path, name: str, file: str, content: object) -> None:
    assert recognised(put(tmp_path, file, content)) == [name]
    assert recognised(put(tmp_path, "no-suffix", content)) == [name]


LONG = "x" * 100_000


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("fastchat", FASTCHAT | {"user_prompt": LONG}),
        ("fastchat", FASTCHAT_PAIR | {"g1_user_prompt": LONG}),
        ("alpaca_eval", ALPACA | {"output_2": LONG}),
        ("argilla", ARGILLA | {"fields": {"prompt": LONG}}),
        ("label_studio", {"id": 7, "annotations": [*LABEL_STUDIO["annotations"], {"result": [{"type": "textarea", "value": {"text": LONG}}]}], "data": {}}),
        ("mlflow", {"info": {"trace_id": "t", "assessments": [MLFLOW | {"rationale": LONG}]}, "data": {}}),
    ],
)
def test_a_long_text_at_the_start_hides_no_format(tmp_path: Path, name: str, entry: dict[str, Any]) -> None:
    assert recognised(put(tmp_path, "file", [entry])) == [name]
    assert recognised(put(tmp_path, "file", json.dumps(entry) + "\n" + json.dumps(entry))) == [name]


@pytest.mark.parametrize("content", ["", "{}", "[]", "null", '{"a": 1}', "a,b\n1,2\n", "q1 Q0 p1 1 0.5 run\n", "# a text\n", b"\xff\xfe\x00", b"PK\x03\x04"])
def test_other_files_are_nobodys(tmp_path: Path, content: object) -> None:
    assert recognised(put(tmp_path, "file", content)) == []


@pytest.mark.parametrize(("name", "file", "content"), FILES, ids=NAMES)
def test_windows_line_ends_a_mark_and_blank_lines_change_nothing(tmp_path: Path, name: str, file: str, content: object) -> None:
    plain = put(tmp_path, file, content)
    text = plain.read_text()
    (tmp_path / "windows").mkdir()
    windows = put(tmp_path / "windows", file, b"\xef\xbb\xbf" + (text.rstrip("\n").replace("\n", "\r\n") + "\r\n").encode())
    assert read(name, windows)[0] == read(name, plain)[0]
    assert read(name, windows)[1].gold == read(name, plain)[1].gold


@pytest.mark.parametrize(("name", "file", "content"), FILES, ids=NAMES)
def test_bytes_that_are_no_utf8_are_an_error(tmp_path: Path, name: str, file: str, content: object) -> None:
    data = put(tmp_path, file, content).read_bytes()
    middle = len(data) // 2
    with pytest.raises(VerdictsError, match="UTF-8"):
        read(name, put(tmp_path, file, data[:middle] + b"\xe9" + data[middle:]))


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("content", ["", "[", "{", "[1]", '["a"]', "null", "[" * 100_000, '{"a":' * 100_000, '{"a": 1, "a": 2}', "\x00\x00", "12", '"a"'])
def test_what_is_no_export_is_an_error_or_nothing(tmp_path: Path, name: str, content: str) -> None:
    assert check(name, put(tmp_path, "file.json", content)) == 0


@pytest.mark.parametrize("name", SAMPLES)
def test_a_file_that_is_missing_or_a_folder_is_an_error(tmp_path: Path, name: str) -> None:
    for path in (tmp_path / "missing.json", tmp_path):
        with pytest.raises(VerdictsError):
            read(name, path)


@pytest.mark.parametrize(("name", "file", "content"), JSON_FILES, ids=[f"{name}-{file}" for name, file, _ in JSON_FILES])
def test_wrong_types_anywhere_are_errors_or_rows(tmp_path: Path, name: str, file: str, content: object) -> None:
    entries = [json.loads(line) for line in content.splitlines()] if isinstance(content, str) else content
    tried = 0
    for spoiled in mutations(entries):
        text = "".join(json.dumps(one) + "\n" for one in spoiled) if isinstance(content, str) else json.dumps(spoiled)
        check(name, put(tmp_path, file, text.encode("utf-8", "surrogatepass")))
        tried += 1
    assert tried > 50


@pytest.mark.parametrize("name", ["fastchat", "langfuse"])
def test_a_line_that_a_crash_cut_off_is_torn(tmp_path: Path, name: str) -> None:
    file, content = next((file, content) for file, content in SAMPLES[name] if file.endswith(".jsonl"))
    whole = str(content).splitlines(keepends=True)[0]
    rows, reading = read(name, put(tmp_path, file, whole + whole[:40]))
    assert len(rows) == 1
    assert reading.skipped == {"torn": 1}
    assert reading.examples == {"torn": [f"{file}:2"]}
    with pytest.raises(VerdictsError, match="no JSON"):
        read(name, put(tmp_path, file, whole + whole[:40] + "\n" + whole))


def mutations(value: Any) -> Iterator[Any]:
    """The value with each of its parts replaced by something of another kind, one at a time."""
    for path in places(value):
        for wrong in WRONG:
            spoiled = copy.deepcopy(value)
            inner = spoiled
            for step in path[:-1]:
                inner = inner[step]
            inner[path[-1]] = wrong
            yield spoiled


def places(value: Any) -> Iterator[tuple[Any, ...]]:
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in steps:
        yield (step,)
        yield from ((step, *rest) for rest in places(inner))
