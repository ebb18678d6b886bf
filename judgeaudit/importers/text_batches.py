"""Tables in CSV or JSONL that are too large to hold, some megabytes of rows at a time, as `verdict_files` and `tabular` read them whole."""

from __future__ import annotations

import codecs
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv as pa_csv

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.problems import Problem, raise_problems
from judgeaudit.importers.records import csv_rows, csv_start, json_objects, ragged, row_name
from judgeaudit.importers.tabular import table_of_rows
from judgeaudit.importers.text_scan import Scan, whole_lines
from judgeaudit.importers.verdict_files import HEADER, Raw, csv_place, raw_of_rows

BLOCK = 1 << 20
"""Bytes of a CSV that become one batch, unless one of its rows is longer. Arrow reads some thirty of them ahead."""


def csv_names(path: Path) -> tuple[list[str], int]:
    """The names in the header of a CSV file, and the bytes up to where it ends."""
    with path.open("rb") as stream:
        head = stream.read(HEADER)
    mark = len(codecs.BOM_UTF8) if head.startswith(codecs.BOM_UTF8) else 0
    names, start = csv_start(head[mark:], str(path), VerdictsError)
    if start >= HEADER:
        raise VerdictsError(f"the header has more than {HEADER:,} bytes", where=str(path), fix="give columns shorter names")
    return names, mark + start


def csv_batches(path: Path, looked: Scan) -> Iterator[Raw]:
    """The rows of a CSV file, every cell as text.

    Raises
    ------
    VerdictsError
        As `verdict_files.read_csv` does.
    """
    source, (names, start) = str(path), csv_names(path)
    longest = _longest_row(path, names) if looked.quoted else looked.longest
    with path.open("rb") as stream:
        stream.seek(start)
        done = 0
        for batch in _parsed(stream, names, block=min(max(BLOCK, 4 * longest), 2**31 - 1), quoted=looked.quoted, path=path):
            kept = [n for n, name in enumerate(names) if name]
            table = pa.Table.from_batches([batch]).select(kept).rename_columns([names[n] for n in kept])
            yield Raw(table, source, partial(_csv_row, path, done))
            done += batch.num_rows


def _parsed(stream: Any, names: list[str], *, block: int, quoted: bool, path: Path) -> Iterator[pa.RecordBatch]:
    columns = [str(n) for n in range(len(names))]
    if not stream.read(1):
        return
    stream.seek(-1, 1)
    try:
        yield from pa_csv.open_csv(
            stream,
            read_options=pa_csv.ReadOptions(column_names=columns, block_size=block, use_threads=False),
            parse_options=pa_csv.ParseOptions(newlines_in_values=quoted),
            convert_options=pa_csv.ConvertOptions(column_types=dict.fromkeys(columns, pa.string()), strings_can_be_null=False),
        )
    except pa.ArrowInvalid as trouble:
        _longest_row(path, names)  # says which row it is
        raise VerdictsError(f"the CSV cannot be read: {str(trouble).splitlines()[0]}", where=str(path), fix="save it again as CSV") from None


def _csv_row(path: Path, before: int, index: int) -> str:
    return csv_place(_rows(path), str(path), before + index)


def _rows(path: Path) -> Iterator[list[str]]:
    with path.open("r", encoding="utf-8-sig", newline="") as stream:
        yield from csv_rows(stream, str(path), VerdictsError, 1 << 28)


def _longest_row(path: Path, names: list[str]) -> int:
    """Characters of the longest row, as the csv module reads them, which is strict about quotes; VerdictsError for rows of another width."""
    problems: list[Problem] = []
    longest = 0
    for n, row in enumerate(_rows(path), 1):
        longest = max(longest, sum(map(len, row)) + 3 * len(row))
        if row and len(row) != len(names) and (problem := ragged(row, names, row_name(str(path), "csv", n))):
            problems.append(problem)
            if len(problems) > 100:
                break
    raise_problems(VerdictsError, problems, where=str(path))
    return longest


def jsonl_batches(path: Path, wanted: Collection[str] | None) -> Iterator[Raw]:
    """The rows of a JSONL file; a batch has the columns that its lines have.

    Parameters
    ----------
    wanted : collection of str, optional
        Columns of any names that are read, also those inside objects (`tabular`); only those of the verdict format where left out.

    Raises
    ------
    VerdictsError
        As `verdict_files.read_jsonl` does.
    """
    source, before = str(path), 0
    for piece in whole_lines(path):
        text = piece.decode("utf-8-sig" if before == 0 else "utf-8")
        lines = text.split("\n")
        ended = lines[-1] == ""
        found = list(json_objects(_with_ends(lines, ended=ended), source, before=before))
        raise_problems(VerdictsError, [problem for _, _, problem in found if problem is not None], where=source)
        before += len(lines) - ended
        if not found:
            continue
        numbers, rows = [n for n, _, _ in found], [value for _, value, _ in found]
        if wanted is None:
            yield raw_of_rows(rows, source, partial(_line, source, numbers))
        else:
            table, where = table_of_rows(list(zip(numbers, rows, strict=True)), wanted, lambda number: f"{source}:{number}", source)
            yield Raw(table, source, where)


def _line(source: str, numbers: Sequence[int], index: int) -> str:
    return row_name(source, "jsonl", numbers[index])


def _with_ends(lines: list[str], *, ended: bool) -> Iterable[tuple[str, bool]]:
    """Lines, each with whether it is the file's last one and has no end."""
    last = len(lines) - 1
    return ((line, n == last and not ended) for n, line in enumerate(lines))
