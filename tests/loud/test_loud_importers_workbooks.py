"""Workbooks, and CSV of any name, are verdicts to every command: what they say is what the same rows say as .csv."""

from __future__ import annotations

import csv
import datetime
import gzip
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import judgeaudit
from judgeaudit.api.monitor import monitor_init, monitor_update
from judgeaudit.api.monitor_input import is_empty
from judgeaudit.errors import GoldError, VerdictsError
from judgeaudit.importers.gold import gold_texts
from judgeaudit.importers.imported import any_verdicts, read_files
from judgeaudit.importers.items import read_items
from tests.core import monitor_builder

NAMES = ("item_id", "judge", "replicate", "label", "confidence", "ticket")
N = 60


def verdicts(turned: int, *, first: int = 0) -> list[tuple[Any, ...]]:
    """Two calls on each item, half of them passes; the second call says something else on the first `turned` items."""
    return [
        (f"q{n:03}", "gpt", r, ("pass", "fail")[(n + (r == 1 and n - first < turned)) % 2], 0.9 if n % 3 else 0.6, 5000 + n)
        for n in range(first, first + N) for r in range(2)
    ]  # fmt: skip


def workbook(path: Path, rows: Iterable[Sequence[Any]], names: Sequence[str] = NAMES) -> Path:
    book = openpyxl.Workbook()
    for row in (names, *rows):
        book.active.append(list(row))
    book.save(path)
    return path


def table(path: Path, rows: Iterable[Sequence[Any]], names: Sequence[str] = NAMES) -> Path:
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows((names, *rows))
    return path


def packed(path: Path, rows: Iterable[Sequence[Any]], names: Sequence[str] = NAMES) -> Path:
    content = table(path, rows, names).read_bytes()
    path.write_bytes(gzip.compress(content))
    return path


WRITERS: list[tuple[str, Callable[..., Path]]] = [
    ("{}.xlsx", workbook),
    ("{}", workbook),
    ("{}.txt", table),
    ("{}", table),
    ("{}.log.gz", packed),
    ("{}", packed),
]
WAYS = pytest.mark.parametrize(("name", "write"), WRITERS, ids=["xlsx", "workbook without suffix", "txt", "no suffix", "gz", "packed without suffix"])


@WAYS
def test_audit_reads_it_and_gold_beside_it(tmp_path: Path, name: str, write: Callable[..., Path]) -> None:
    gold = [(f"q{n:03}", "ann", ("pass", "fail")[n % 2]) for n in range(N)]
    plain = judgeaudit.audit(
        table(tmp_path / "v.csv", verdicts(12)), gold=table(tmp_path / "g.csv", gold, ("item_id", "annotator", "label")), embedder="none"
    )  # fmt: skip
    found = judgeaudit.audit(
        write(tmp_path / name.format("v"), verdicts(12)), gold=write(tmp_path / name.format("g"), gold, ("item_id", "annotator", "label")), embedder="none"
    )  # fmt: skip
    assert found.data.estimates == plain.data.estimates
    flips = next(one for one in found.data.estimates if one.name == "flip_rate")
    assert (flips.value, flips.n_ratings) == (12 / N, 2 * N)


@WAYS
def test_drift_calibrate_apply_and_export_read_it(tmp_path: Path, name: str, write: Callable[..., Path]) -> None:
    before, after = write(tmp_path / name.format("before"), verdicts(0)), write(tmp_path / name.format("after"), verdicts(20))
    drift = judgeaudit.drift(before, after, embedder="none")
    assert drift.data.drift == judgeaudit.drift(table(tmp_path / "b.csv", verdicts(0)), table(tmp_path / "a.csv", verdicts(20)), embedder="none").data.drift
    assert (drift.data.drift[0].n_anchors, drift.data.drift[0].judge) == (N, "gpt")
    gold = write(tmp_path / name.format("gold"), [(f"q{n:03}", "ann", ("pass", "fail")[n % 2]) for n in range(N)], ("item_id", "annotator", "label"))
    calibration = judgeaudit.calibrate(before, gold=gold)
    applied = calibration.apply(after)
    assert applied["ticket"].astype(int).tolist() == [row[5] for row in verdicts(20)]
    done = judgeaudit.export(before, "csv", out=tmp_path / "again.csv")
    assert done.n == 2 * N
    assert any_verdicts(tmp_path / "again.csv").equals(any_verdicts(before), check_metadata=False)


def test_monitor_watches_workbooks(tmp_path: Path) -> None:
    def as_workbook(lines: Path) -> Path:
        read = any_verdicts(lines).to_pylist()
        names = ("item_id", "judge", "criterion", "label", "replicate", "created_at", "stratum")
        return workbook(lines.with_suffix(".xlsx"), [[row[name] for name in names] for row in read], names)

    lines, batch = monitor_builder.baseline(tmp_path), monitor_builder.batch(tmp_path, 1)
    for suffix, change in ((".jsonl", lambda path: path), (".xlsx", as_workbook)):
        monitor_init(tmp_path / f"{suffix}.db", change(lines), clock=monitor_builder.clock())
        seen = monitor_update(tmp_path / f"{suffix}.db", change(batch), clock=monitor_builder.clock(1))
        assert (seen.checks[-1].n_product_rows, seen.checks[-1].n_anchor_rows) == (300, 30)
    nothing = workbook(tmp_path / "day2.xlsx", [], ("item_id", "judge", "label"))
    assert monitor_update(tmp_path / ".xlsx.db", nothing, clock=monitor_builder.clock(2)).checks[-1].rows == 0


def test_no_rows_are_no_mistake_in_any_writing(tmp_path: Path) -> None:
    for name, write in WRITERS:
        assert is_empty(write(tmp_path / name.format("empty"), [])), name
        assert not is_empty(write(tmp_path / name.format("filled"), verdicts(0))), name


def test_a_folder_holds_tables_of_any_writing(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    (folder / "below").mkdir(parents=True)
    for n, (name, write) in enumerate(WRITERS):
        write(folder / "below" / name.format(f"part{n}"), verdicts(6, first=n * N))
    pq.write_table(pa.table(dict(zip(NAMES, zip(*verdicts(6, first=6 * N), strict=True), strict=True))), folder / "parquet-by-content")
    workbook(folder / "prices.xlsx", [("gpt", 3)], ("model", "usd"))
    found = judgeaudit.audit(folder, embedder="none")
    flips = next(one for one in found.data.estimates if one.name == "flip_rate")
    assert (flips.value, flips.n_items) == (6 / N, 7 * N)
    read = read_files([folder])
    assert (dict(read.skipped), len(read.files)) == ({"unread": 1}, 7)
    assert read.examples["unread"] == [f"{folder / 'prices.xlsx'}: in no format that is known"]


def test_texts_beside_verdicts_of_a_workbook_are_read(tmp_path: Path) -> None:
    """The second answer of an item is another answer, and no repeat: a workbook was once taken without its texts."""
    rows = [("a", "gpt", "pass", "one"), ("a", "gpt", "fail", "two"), ("b", "gpt", "pass", "one")]
    found = judgeaudit.audit(workbook(tmp_path / "v.xlsx", rows, ("item_id", "judge", "label", "response")), embedder="none")
    assert next(one for one in found.data.estimates if one.name == "answered_rate").n_ratings == 2
    assert any("another answer than its first one" in one.text for analysis in found.data.analyses for one in analysis.findings)


def test_without_openpyxl_a_workbook_is_no_unknown_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "logs").mkdir()
    book = workbook(tmp_path / "logs" / "v.xlsx", verdicts(0))
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    for source in (book, tmp_path / "logs"):
        with pytest.raises(VerdictsError, match="needs openpyxl"):
            judgeaudit.audit(source, embedder="none")
    table(tmp_path / "logs" / "w.csv", verdicts(0))
    assert read_files([tmp_path / "logs"]).examples["unread"] == [f"{book}: reading Excel needs openpyxl"]


@pytest.mark.parametrize("column", ["label", "latency_s", "item_id"])
def test_a_length_of_time_in_a_cell_is_told_with_its_place(tmp_path: Path, column: str) -> None:
    """Once a traceback."""
    value = datetime.timedelta(hours=30)
    row = {"item_id": "a", "judge": "m", "label": "x", "latency_s": 1}
    path = workbook(tmp_path / "v.xlsx", [list(row.values()), list({**row, column: value}.values())], list(row))
    for read in (any_verdicts, lambda one: read_files([one]), lambda one: read_files([one], format="excel")):
        with pytest.raises(VerdictsError, match=rf"v\.xlsx: row 3: {column} is a length of time \(1 day, 6:00:00\)"):
            read(path)


def test_lengths_of_time_in_other_columns_and_gold(tmp_path: Path) -> None:
    value = datetime.timedelta(hours=30)
    path = workbook(tmp_path / "v.xlsx", [("a", "m", "x", value), ("a", "m", "x", value)], ("item_id", "judge", "label", "worked"))
    assert any_verdicts(path).num_rows == read_files([path]).table.num_rows == 2
    gold = workbook(tmp_path / "g.xlsx", [("a", "ann", value)], ("item_id", "annotator", "label"))
    with pytest.raises(GoldError, match=r"g\.xlsx: row 2: label is a length of time \(1 day, 6:00:00\), not a text"):
        gold_texts(gold)


def test_a_number_that_is_shown_with_zeros_is_the_code_that_it_shows(tmp_path: Path) -> None:
    """Gold of the same sheet that was saved as CSV says 007."""
    book = openpyxl.Workbook()
    book.active.append(["item_id", "judge", "label", "replicate"])
    for value, shown in ((7, "000"), (7, "General"), (7.5, "000"), (12345, "000"), (-7, "000"), ("7", "000"), (7, "0"), (7, "#,##0")):
        book.active.append([value, "m", "x", 0])
        book.active.cell(book.active.max_row, 1).number_format = shown
    book.save(tmp_path / "v.xlsx")
    assert any_verdicts(tmp_path / "v.xlsx")["item_id"].to_pylist()[:2] == ["007", "7"]
    found = read_files([tmp_path / "v.xlsx"]).table["item_id"].to_pylist()
    assert found == ["007", "7", "7.5", "12345", "-7", "7", "7", "7"]


def test_gold_and_items_may_be_workbooks_or_packed(tmp_path: Path) -> None:
    for name, write in WRITERS:
        items = write(tmp_path / name.format("items"), [("007", "q", "r")], ("id", "input", "response"))
        assert [(one.id, one.input, one.response) for one in read_items(items, "pointwise")] == [("007", "q", "r")]
        gold = write(tmp_path / name.format("gold"), [("007", "ann", "yes"), ("1e5", "ann", None)], ("item_id", "annotator", "label"))
        assert gold_texts(gold) == ("yes",)


@pytest.mark.parametrize("content", [b"", b"\n \n"])
@pytest.mark.parametrize("name", ["v", "v.xlsx", "v.log"])
def test_an_empty_file_is_called_empty(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(VerdictsError, match="is empty|no Excel workbook" if content else "is empty"):
        any_verdicts(tmp_path / name)
