"""Audits of CSV and JSONL that are read a piece at a time, against the same audit of a table that is held."""

from __future__ import annotations

import csv
import gzip
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from scale_builder import rich_rows, write_gold

import judgeaudit
from judgeaudit import thresholds
from judgeaudit.domain.results import Audit
from judgeaudit.errors import VerdictsError
from judgeaudit.importers import parquet_parts, text_batches, text_scan
from judgeaudit.importers.columns import Columns
from judgeaudit.importers.text_parts import parquet_of_text

ROOT = Path(__file__).parents[2]
ROWS = rich_rows()
MAPPED = {"columns": {"item_id": "qid", "label": "grade"}, "fixed": {"stratum": "all"}}
ODD = ["007", "NA", "1e5", "true", "null", "nan", "2026-01-01", "=1+1", "ünï😀", 'a "b", c', "two\nlines", "a\u2028b", "1.0", " x", "-0", "a,b", "cr\rlf"]


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_parts, "BATCH_ROWS", 170)
    monkeypatch.setattr(text_scan, "PIECE", 5_000)
    monkeypatch.setattr(text_batches, "BLOCK", 5_000)


def written(path: Path, rows: list[dict[str, Any]], **renamed: str) -> Path:
    """Rows as CSV or JSONL; `renamed` are ours=theirs."""
    rows = [{renamed.get(name, name): value for name, value in row.items()} for row in rows]
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps({name: value for name, value in row.items() if value is not None}) + "\n" for row in rows), encoding="utf-8")
        return path
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.DictWriter(file, list(dict.fromkeys(name for row in rows for name in row)), lineterminator="\r\n")
        out.writeheader()
        out.writerows(rows)
    return path


def shuffled() -> list[dict[str, Any]]:
    """Rows in random order, but for the row that is there twice."""
    rows = ROWS[:-1]
    random.Random(1).shuffle(rows)
    return [*rows, ROWS[-1]]


def audit(source: Path, **options: Any) -> Audit:
    return judgeaudit.audit(source, embedder="none", **options).data


def counted(monkeypatch: pytest.MonkeyPatch, source: Path, **options: Any) -> Audit:
    with monkeypatch.context() as small:
        small.setattr(thresholds, "MOST_HELD_BYTES", 1000)
        return audit(source, **options)


def texts(found: Audit) -> list[str]:
    return [one.text for analysis in found.analyses for one in analysis.findings]


def same(found: Audit, held: Audit) -> None:
    assert any("counted batch by batch" in text for text in texts(found))
    assert not any("counted batch by batch" in text for text in texts(held))
    assert sorted(map(repr, found.estimates)) == sorted(map(repr, held.estimates))
    assert found.decisions == held.decisions
    assert {repr(case) for case in found.cases} == {repr(case) for case in held.cases}


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Audit:
    folder = tmp_path_factory.mktemp("held")
    return audit(written(folder / "v.csv", shuffled()), gold=write_gold(folder / "gold.csv"))


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_every_number_is_that_of_the_held_table(tmp_path: Path, suffix: str, held: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(held.estimates) > 500
    same(counted(monkeypatch, written(tmp_path / f"v.{suffix}", shuffled()), gold=write_gold(tmp_path / "gold.csv")), held)


def few() -> list[dict[str, Any]]:
    return [{"item_id": f"{n:03d}", "judge": "m", "replicate": r, "label": "yn"[(n + r) % 3 > 0], "rationale": f"as {n}"} for n in range(60) for r in (0, 1)]


def test_a_packed_file_is_read_a_piece_at_a_time_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "v.jsonl.gz"
    path.write_bytes(gzip.compress(written(tmp_path / "v.jsonl", few()).read_bytes()))
    same(counted(monkeypatch, path), audit(path))


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_columns_of_any_name_are_read_a_piece_at_a_time_too(tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / f"v.{suffix}", few(), item_id="qid", label="grade")
    same(counted(monkeypatch, path, **MAPPED), audit(path, **MAPPED))


def test_values_inside_objects_and_wide_tables_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = tmp_path / "v.jsonl"
    inside.write_text("".join(json.dumps({"id": n, "result": {"grade": "yn"[n % 3 > 0]}} if n % 5 else {"id": n}) + "\n" for n in range(500)))
    options: dict[str, Any] = {"columns": {"item_id": "id", "label": "result.grade"}, "fixed": {"judge": "m"}}
    same(counted(monkeypatch, inside, **options), audit(inside, **options))
    wide = tmp_path / "wide.csv"
    wide.write_text("qid,gpt,claude\n" + "".join(f"{n},{'yn'[n % 3 > 0]},{'yn'[n % 4 > 0] if n % 7 else ''}\n" for n in range(500)))
    options = {"columns": {"item_id": "qid", "judge": "gpt,claude"}, "format": "wide"}
    found = counted(monkeypatch, wide, **options)
    same(found, audit(wide, **options))
    assert any("72 unscored" in text for text in texts(found))


def test_rows_decide_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "v.csv", few())
    held = audit(path)
    monkeypatch.setattr(thresholds, "MOST_HELD_ROWS", len(few()) - 1)
    same(audit(path), held)


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
@pytest.mark.parametrize("end", ["\n", ""])
def test_ids_and_labels_are_exact(tmp_path: Path, suffix: str, end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_scan, "PIECE", 40)
    monkeypatch.setattr(text_batches, "BLOCK", 40)
    rows = [
        {"item_id": f"{text.strip()}{n}" if n else text.strip(), "judge": text.strip(), "label": text, "rationale": text * n, "criterion": "c"}
        for n in range(3)
        for text in ODD
    ]
    path = written(tmp_path / f"v.{suffix}", rows)
    path.write_bytes("\ufeff".encode() + path.read_bytes().rstrip(b"\r\n") + end.encode())
    parquet_of_text(path, tmp_path / "v.parquet", kind=suffix, columns=Columns(), as_table=False)
    found = pq.read_table(tmp_path / "v.parquet").select(["item_id", "judge", "label", "rationale", "criterion"]).to_pylist()
    assert found == rows


def test_lines_above_the_header_and_blank_ones_are_no_rows(tmp_path: Path) -> None:
    path = tmp_path / "v.csv"
    path.write_text("\n,,\n\nitem_id,judge,label\n\na,m,x\n\n,,\nb,m,y\n")
    done = parquet_of_text(path, tmp_path / "v.parquet", kind="csv", columns=Columns(), as_table=False)
    assert done.rows == 2


@pytest.mark.parametrize(
    ("name", "data", "options", "said", "where"),
    [
        ("v.csv", "item_id,judge,score\n" + "a,m,1\n" * 400 + "\nb,m,y\n", {}, "score 'y' is not a number", "row 403"),
        ("v.csv", "item_id,judge,label\n" + "a,m,x\n" * 400 + "b,m\n", {}, "the row has 2 cells", "row 402"),
        ("v.csv", "item_id,judge,label\n" + "a,m,x\n" * 400 + 'b,m,"x\n' + "c,m,x\n" * 400, {}, "a quote is opened", "row 402"),
        ("v.csv", "id,judge,label\n" + "a,m,x\n" * 400, {}, "the column 'item_id' is missing", "v.csv"),
        ("v.csv", "item_id,judge,label\n" + "a,m,x\n" * 1000 + "b,m,\xe9\n", {}, "byte 0xe9 in line 1002", "v.csv:1002"),
        ("v.csv", "item_id,judge,label\n" + "a,m,x\n" * 1000 + "b,m,\0\n", {}, "line 1002 holds a NUL", "v.csv:1002"),
        ("v.csv", "item_id,judge,label\n" + "a,m,x\n" * 400, {"columns": {"label": "labels"}}, "there is no column 'labels'", "v.csv"),
        ("v.csv", "item_id,judge,label,criterion\n" + "a,m,x,c\n" * 900 + "a,m,x,\n" * 900, {}, "criterion is empty", "v.csv"),
        ("v.csv", "item_id,judge,label\n" + "a,m|n,x\n" * 400, {}, "stands for a pair", "row 2"),
        ("v.jsonl", '{"item_id":"a","judge":"m","label":"x"}\n' * 400 + '{"item_id":"b","judge":"m","lab', {}, "cut off", "v.jsonl:401"),
        ("v.jsonl", '{"item_id":"a","judge":"m","label":"x"}\n' * 400 + '{"item_id":["b"],"judge":"m","label":"x"}', {}, "a list or an object", "v.jsonl:401"),
        ("v.jsonl", '{"item_id":"a","judge":"m","lable":"x"}\n' * 400, {}, "the column 'label' is missing", "v.jsonl"),
        ("v.jsonl", '{"id":"a","judge":"m","label":"x"}\n' * 400, {"columns": {"item_id": "ids"}}, "there is no column 'ids'", "v.jsonl"),
        ("v.jsonl", '{"id":"a","judge":"m","label":"x"}\n' * 400, {"columns": {"item_id": "id", "label": "lable"}}, "there is no column 'lable'", "v.jsonl"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_the_row_of_the_file(
    tmp_path: Path, name: str, data: str, options: dict[str, Any], said: str, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    path.write_bytes(data.encode("latin-1"))
    with pytest.raises(VerdictsError, match=said) as trouble:
        counted(monkeypatch, path, **options)
    assert where in str(trouble.value.where)
    assert "parquet" not in str(trouble.value)
    with pytest.raises(VerdictsError, match=said):
        audit(path, **options)


def test_repeats_that_are_not_numbered_are_refused_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "v.csv", [{"item_id": str(n % 50), "judge": "m", "label": "yn"[n % 3 > 0]} for n in range(500)])
    with pytest.raises(VerdictsError, match="are not numbered, nor told from copies") as trouble:
        counted(monkeypatch, path)
    assert "replicate" in str(trouble.value.fix)


def test_texts_beside_the_verdicts_are_said_to_be_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [{"item_id": str(n), "judge": "m", "label": "yn"[n % 3 > 0], "response": "r"} for n in range(500)]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "v.parquet")
    for found in (counted(monkeypatch, written(tmp_path / "v.jsonl", rows)), audit(tmp_path / "v.parquet", engine="local")):
        assert any("The texts in response are not read in a table of this size" in text for text in texts(found))


def test_nothing_stays_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    counted(monkeypatch, written(tmp_path / "v.csv", few()))
    with pytest.raises(VerdictsError):
        counted(monkeypatch, written(tmp_path / "w.csv", [*few(), {"item_id": "x", "judge": "m", "status": "what"}]))
    assert list((tmp_path / "temporary").iterdir()) == []


MEMORY = """
import resource, sys
import judgeaudit.api.audit, judgeaudit.importers.text_parts, pyarrow, pyarrow.csv, pyarrow.parquet
from pathlib import Path
from judgeaudit.importers.columns import Columns
from judgeaudit.importers.text_parts import parquet_of_text
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
parquet_of_text(Path(sys.argv[1]), Path(sys.argv[2]), kind=sys.argv[3], columns=Columns(), as_table=False)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_memory_does_not_grow_with_the_file(tmp_path: Path, suffix: str) -> None:
    """Megabytes that reading takes: 80 more in the file are none here, where a table that is held takes them several times."""
    said = "because the reply names the window of thirty days, " * 20
    line = f'{{"item_id": "i%d", "judge": "m", "label": "pass", "rationale": "{said}"}}\n' if suffix == "jsonl" else f'i%d,m,pass,"{said}"\n'
    taken = []
    for n in (40_000, 120_000):
        path = tmp_path / f"{n}.{suffix}"
        with path.open("w") as file:
            file.write("item_id,judge,label,rationale\n" if suffix == "csv" else "")
            file.writelines(line % i for i in range(n))
        command = [sys.executable, "-c", MEMORY, str(path), str(tmp_path / "out.parquet"), suffix]
        done = subprocess.run(command, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True)
        taken.append(int(done.stdout))
    assert path.stat().st_size > 115 << 20
    assert taken[1] - taken[0] < 40
    assert taken[1] < 300
