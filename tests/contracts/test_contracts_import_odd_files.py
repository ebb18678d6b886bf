"""Odd files on the way that all readers share: packed, mixed in a folder, links, pipes, other encodings, huge lines, archives made to harm."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import time
import zipfile
from pathlib import Path

import pandas as pd
import pytest
from import_rows import zipped

import judgeaudit
from judgeaudit.errors import VerdictsError
from judgeaudit.importers import packed
from judgeaudit.importers.columns import columns_of
from judgeaudit.importers.foreign import start_of
from judgeaudit.importers.imported import read_files
from judgeaudit.importers.records import csv_header
from tests.contracts.reading_exports import FASTCHAT, LANGFUSE, lines

OWN = "item_id,judge,label\n007,m,yes\n1e5,m,no\n"


def _put(path: Path, content: bytes | str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def _refused(path: Path, match: str, *, format: str = "auto") -> None:
    with pytest.raises(VerdictsError, match=match) as raised:
        read_files([path], format=format)
    assert raised.value.where
    assert raised.value.fix


@pytest.mark.parametrize("name", ["judgments.jsonl.gz", "judgments.jsonl", "judgments"])
def test_what_gzip_packed_is_read_under_its_own_name(tmp_path: Path, name: str) -> None:
    found = read_files([_put(tmp_path / name, gzip.compress(lines(FASTCHAT).encode()))])
    assert (found.files[0].path, found.files[0].format, found.files[0].rows) == (str(tmp_path / name), "fastchat", 1)


def test_packed_tables_are_read_by_audit_too(tmp_path: Path) -> None:
    path = _put(tmp_path / "v.csv.gz", gzip.compress(OWN.encode()))
    audit = judgeaudit.audit(path, embedder="none")
    assert next(one for one in audit.data.estimates if one.name == "answered_rate").n_items == 2
    assert judgeaudit.audit(path, columns={"label": "judge"}, fixed={"judge": "m"}, embedder="none").data.estimates


def test_apply_keeps_the_columns_of_a_packed_file(tmp_path: Path) -> None:
    rows = [{"item_id": f"i{n}", "judge": "m", "label": ("pass", "fail")[n % 2], "mine": f"k{n}"} for n in range(120)]
    path = _put(tmp_path / "v.jsonl.gz", gzip.compress(lines(*rows).encode()))
    gold = pd.DataFrame([{"item_id": row["item_id"], "annotator": "a", "label": row["label"]} for row in rows])
    applied = judgeaudit.calibrate(path, gold, embedder="none").apply(path, despite_decision=True)
    assert applied["mine"].tolist() == [row["mine"] for row in rows]


def test_a_packed_copy_of_a_file_is_a_copy(tmp_path: Path) -> None:
    found = read_files([_put(tmp_path / "v.csv", OWN), _put(tmp_path / "v.csv.gz", gzip.compress(OWN.encode()))])
    assert found.table.num_rows == 2
    assert found.skipped == {"duplicate": 1}


def test_errors_in_a_packed_file_name_the_file_that_was_given(tmp_path: Path) -> None:
    path = _put(tmp_path / "v.csv.gz", gzip.compress(b"item_id,judge,label\n,m,yes\n"))
    with pytest.raises(VerdictsError, match="item_id is empty") as raised:
        read_files([path])
    assert raised.value.where == f"{path}: row 2"


def test_damaged_and_hostile_gzip_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = gzip.compress(os.urandom(5000))
    _refused(_put(tmp_path / "cut.csv.gz", whole[:-900]), "damaged or cut off")
    _refused(_put(tmp_path / "junk.csv.gz", b"\x1f\x8bjunk" * 9), "damaged or cut off")
    monkeypatch.setattr(packed, "SMALL", 1 << 20)
    bomb = gzip.compress(b"\0" * (4 << 20))
    assert len(bomb) * packed.RATIO < 4 << 20
    _refused(_put(tmp_path / "bomb.csv.gz", bomb), "unpacks to more than 1 MiB")


def test_limits_hold_archives_that_unpack_without_end(tmp_path: Path) -> None:
    bomb = zipped({"header.json": b'{"eval": {}}', "samples/1_epoch_1.json": b"0" * (40 << 20)})
    _refused(_put(tmp_path / "bomb.eval", bomb), "500 times as many")
    _refused(_put(tmp_path / "lie.eval", zipped({"header.json": b'{"eval": {}}' * 1000}, declared=7)), "damaged|not as large")
    sheet = io.BytesIO()
    with zipfile.ZipFile(sheet, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * (40 << 20))
    _refused(_put(tmp_path / "bomb.xlsx", sheet.getvalue()), "unpacks to")


def test_names_that_lead_out_of_an_archive_are_refused(tmp_path: Path) -> None:
    for name in ("../../evil.json", "/etc/evil.json", "C:\\evil.json", "samples/../../evil.json"):
        _refused(_put(tmp_path / "in" / "log.eval", zipped({"header.json": b'{"eval": {}}', name: b"{}"})), "leads out of the archive")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["in", "log.eval"]


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (zipped({"a.csv": OWN.encode()}), "a ZIP archive"),
        (b"PK\x03\x04 and then nothing", "a ZIP archive"),
        (b"BZh91AY&SY", "packed by bzip2"),
        (b"\xfd7zXZ\x00", "packed by xz"),
        (b"\x28\xb5\x2f\xfd\0\0", "packed by Zstandard"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", r"old Office file \(.xls\)"),
    ],
)
def test_other_packings_are_named(tmp_path: Path, content: bytes, what: str) -> None:
    for name in ("v.csv", "v.xls", "v"):
        _refused(_put(tmp_path / name, content), what)


@pytest.mark.parametrize("name", ["v.csv", "v.jsonl", "v.json"])
@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "is empty"),
        (b" \r\n\n", "is empty|no verdicts"),
        (OWN.encode("utf-16"), "UTF-16"),
        (OWN.encode("utf-32"), "UTF-32"),
        (OWN.encode("utf-16-le"), "UTF-16"),
        (b"item_id,judge,label\n\xe9,m,x\n", "not UTF-8"),
        (b"item_id,judge,label\na,m,\0\n", "NUL"),
        (b"x" * 10_000_000, "missing|no JSON"),
        (b"[" * 10_000_000, "missing|no JSON|nested"),
    ],
)
def test_bytes_that_are_no_table(tmp_path: Path, name: str, content: bytes, what: str) -> None:
    _refused(_put(tmp_path / name, content), what)


def test_a_text_of_ten_megabytes_is_one_cell(tmp_path: Path) -> None:
    row = {"item_id": "a", "judge": "m", "label": "x", "rationale": "y" * 10_000_000}
    assert read_files([_put(tmp_path / "v.jsonl", json.dumps(row) + "\r\n")]).table["rationale"][0].as_py() == row["rationale"]


def test_a_header_of_megabytes_takes_no_memory(tmp_path: Path) -> None:
    names = [f"c{n}" for n in range(100_000)]
    _refused(_put(tmp_path / "v.csv", ",".join(names) + "\n" + "1," * 99_999 + "1\n"), "there are 100,000 columns")
    _refused(_put(tmp_path / "v.jsonl", json.dumps(dict.fromkeys(names, 1)) + "\n"), "there are 100,000 columns")
    with pytest.raises(VerdictsError, match="stands twice"):
        csv_header([*map(str, range(9_999)), "7"], "v.csv", VerdictsError)


def test_links_are_followed_and_pipes_are_not_waited_for(tmp_path: Path) -> None:
    _put(tmp_path / "v.csv", OWN)
    (tmp_path / "link.csv").symlink_to("v.csv")
    assert read_files([tmp_path / "link.csv"]).table.num_rows == 2
    (tmp_path / "nowhere.csv").symlink_to("gone.csv")
    _refused(tmp_path / "nowhere.csv", "a link to 'gone.csv', which is not there")
    (tmp_path / "loop.csv").symlink_to("loop.csv")
    _refused(tmp_path / "loop.csv", "a link to 'loop.csv'")
    os.mkfifo(tmp_path / "pipe.csv")
    _refused(tmp_path / "pipe.csv", "a pipe or a device")
    with pytest.raises(VerdictsError, match="a pipe or a device"):
        judgeaudit.audit(tmp_path / "pipe.csv")


def _mixed(folder: Path) -> Path:
    _put(folder / "b" / "scores.jsonl", lines(LANGFUSE))
    _put(folder / "a.jsonl.gz", gzip.compress(lines(FASTCHAT).encode()))
    _put(folder / "own.csv", OWN)
    _put(folder / "README.md", "# Runs\n")
    _put(folder / "config.json", '{"model": "m"}')
    _put(folder / ".hidden" / "own.csv", OWN)
    (folder / "up").symlink_to(folder, target_is_directory=True)
    os.mkfifo(folder / "pipe.jsonl")
    return folder


def test_of_a_folder_every_file_is_read_that_is_known(tmp_path: Path) -> None:
    folder = _mixed(tmp_path / "logs")
    found = read_files([folder])
    assert [(Path(one.path).name, one.format, one.rows) for one in found.files] == [
        ("a.jsonl.gz", "fastchat", 1),
        ("own.csv", "csv", 2),
        ("scores.jsonl", "langfuse", 1),
    ]
    assert found.skipped == {"unread": 2}
    assert {Path(place.split(":")[0]).name for place in found.examples["unread"]} == {"README.md", "config.json"}
    audit = judgeaudit.audit(folder, embedder="none")
    said = " ".join(finding.text for analysis in audit.data.analyses for finding in analysis.findings)
    assert "2 unread" in said
    assert "scores.jsonl was read as Langfuse" in said


def test_of_a_folder_of_tables_with_other_names_every_file_is_read_as_named(tmp_path: Path) -> None:
    for name in ("one.csv", "two.csv"):
        _put(tmp_path / name, f"ticket,grade\n{name},yes\n")
    found = read_files([tmp_path], columns=columns_of({"item_id": "ticket", "label": "grade"}, {"judge": "m"}))
    assert found.table["item_id"].to_pylist() == ["one.csv", "two.csv"]


def test_a_folder_without_anything_known_says_what_it_may_hold(tmp_path: Path) -> None:
    _put(tmp_path / "README.md", "# Nothing\n")
    with pytest.raises(VerdictsError, match="holds no Parquet files") as raised:
        read_files([tmp_path])
    assert re.search("parts or logs", raised.value.fix or "")


def test_two_formats_in_one_import_and_equal_ids_in_two_frameworks(tmp_path: Path) -> None:
    """An id is what it is: the same one in two logs is the same item, whose judges are compared; each log may be told apart by its own import."""
    first = _put(tmp_path / "one.csv", "item_id,judge,label,criterion\nt1,m,correct,correctness\nt2,m,correct,correctness\n")
    second = _put(tmp_path / "scores.jsonl", lines(LANGFUSE, {**LANGFUSE, "id": "s2", "source": "ANNOTATION", "stringValue": "wrong", "authorUserId": "ann"}))
    found = read_files([first, second])
    assert found.table.select(["item_id", "judge", "criterion", "label"]).to_pylist() == [
        {"item_id": "t1", "judge": "m", "criterion": "correctness", "label": "correct"},
        {"item_id": "t2", "judge": "m", "criterion": "correctness", "label": "correct"},
        {"item_id": "t1", "judge": "gpt-5", "criterion": "correctness", "label": "correct"},
    ]
    assert found.gold == ({"item_id": "t1", "annotator": "ann", "label": "wrong", "criterion": "correctness"},)


def test_a_sheet_that_names_a_row_far_below_is_refused_at_once(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book, stream, spoilt = openpyxl.Workbook(), io.BytesIO(), io.BytesIO()
    book.active.append(["item_id", "judge", "label"])
    book.active.append(["a", "m", "x"])
    book.save(stream)
    with zipfile.ZipFile(stream) as archive, zipfile.ZipFile(spoilt, "w") as out:
        for info in archive.infolist():
            data = archive.read(info)
            far = data.replace(b'<row r="2"', b'<row r="99999999999"').replace(b'r="A2"', b'r="A99999999999"').replace(b"<dimension", b"<dimensionx")
            out.writestr(info, far if "sheet1" in info.filename else data)
    _refused(_put(tmp_path / "far.xlsx", spoilt.getvalue()), "1,048,576 rows")


def test_a_text_that_never_ends_is_looked_at_once(tmp_path: Path) -> None:
    begun = time.process_time()
    assert start_of(_put(tmp_path / "log.json", b"{" + b'\\"' * 100_000)).keys == frozenset()
    assert time.process_time() - begun < 1
