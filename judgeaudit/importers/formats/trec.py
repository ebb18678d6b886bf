"""Judge lines as TREC writes relevance judgments (qrels): `query 0 passage grade`. One file is one judge."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.entry_values import as_number, identity
from judgeaudit.importers.foreign import HEAD, Reading, Start
from judgeaudit.importers.problems import shorten
from judgeaudit.importers.records import row_name
from judgeaudit.importers.text_file import check_file

TITLE = "TREC judge lines (query 0 passage grade); the judge is the file's name"
WHAT = "TREC judge file"
ITERATIONS = frozenset({"0", "Q0", "q0"})
"""What stands in the second column, which nobody uses."""
_LONGEST = 1 << 16
_NOT_KNOWN = "the file does not say who judged: the judge is called by its name"


def recognise(start: Start) -> bool:
    """Whether every whole line at the start has four fields, the second one unused and the last one a grade."""
    lines = start.text.split("\n")
    if len(start.head) >= HEAD:
        lines.pop()
    filled = [line.split() for line in lines if line.strip()]
    whole = filled if not filled or len(filled[-1]) == 4 else filled[:-1]
    return bool(whole) and all(len(fields) == 4 and fields[1] in ITERATIONS and as_number(fields[3]) is not None for fields in whole)


def read(path: Path, reading: Reading) -> Iterator[dict[str, Any]]:
    """Each line. The item is query and passage, items of one query are a cluster.

    Notes
    -----
    A grade is whatever stands there: one beyond the scale is the rubric's to find. A line that the file ends in without a line's end is torn
    where fields are missing.
    """
    check_file(path, error=VerdictsError, what=WHAT)
    judge = identity({"judge": path.stem}, "judge", str(path))
    reading.note(_NOT_KNOWN)
    with path.open("rb") as stream:
        number = 0
        while line := stream.readline(_LONGEST):
            number += 1
            where = row_name(path.name, "jsonl", number)
            fields = _fields(line.removeprefix(codecs.BOM_UTF8) if number == 1 else line, where)
            if not fields:
                continue
            if len(fields) < 4 and not line.endswith(b"\n"):
                reading.skip("torn", where)
                continue
            yield _row(fields, judge, where)


def _fields(line: bytes, where: str) -> list[str]:
    if len(line) >= _LONGEST:
        raise VerdictsError(f"the line is longer than {_LONGEST >> 10} KiB", where=where, fix="one line is: query 0 passage grade")
    try:
        return line.decode("utf-8").split()
    except UnicodeDecodeError as trouble:
        raise VerdictsError(f"byte {trouble.start + 1} of the line is not UTF-8", where=where, fix="save the file as UTF-8") from None


def _row(fields: list[str], judge: str, where: str) -> dict[str, Any]:
    if len(fields) != 4:
        raise VerdictsError(f"the line has {len(fields)} fields, not 4", where=where, fix="write: query 0 passage grade")
    query, _, passage, grade = fields
    identity({"query": query}, "query", where)
    score = as_number(grade)
    if score is None:
        raise VerdictsError(f"the grade {shorten(grade)} is not a number", where=where, fix="write: query 0 passage grade")
    item = identity({"query and passage": f"{query}/{passage}"}, "query and passage", where)
    row: dict[str, Any] = {"item_id": item, "judge": judge, "cluster": query, "where": where}
    if score != score or score in (float("inf"), float("-inf")):
        return row | {"status": "unparsable"}
    return row | {"status": "ok", "label": grade, "score": score}
