"""Columns of foreign verdicts, typed and filled: whatever a file holds becomes `tables.RATINGS_SCHEMA`, or a `VerdictsError`."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from judgeaudit.domain.verdicts import STATUSES
from judgeaudit.errors import VerdictsError
from judgeaudit.importers.exact_json import dumps, exact_text, is_utf8, words_for
from judgeaudit.importers.extension_types import without_extension
from judgeaudit.importers.frames import AS_TEXT, python_values
from judgeaudit.importers.near_columns import nearly_ours, without_marks
from judgeaudit.importers.problems import LISTED, Problem, first_twice, nearest, raise_problems, shorten
from judgeaudit.importers.records import require_columns
from judgeaudit.importers.verdict_files import FLAT, Raw
from judgeaudit.tables import RATINGS_SCHEMA
from judgeaudit.tables.noticed import PLACES, Noticed

_ALSO_CALLED: dict[str, tuple[str, ...]] = {
    "item_id": ("id", "item", "sample_id", "example_id", "doc_id", "uid"),
    "judge": ("model", "judge_model", "grader", "evaluator", "rater", "judge_name"),
    "label": ("verdict", "grade", "judgement", "judgment", "rating", "value", "answer", "result"),
}
_POSSIBLE = {"latency_s": math.inf, "cost_usd": 1e9, "prompt_tokens": math.inf, "completion_tokens": math.inf}
"""Columns that hold nothing below 0, and the number from which on they hold none: no call costs so many USD (ours)."""
_NEVER_EMPTY = {"item_id": "give the row its item's id", "judge": "name the judge", "criterion": "name the criterion, in every row or in none"}


def ratings_of(raw: Raw, criterion: str, *, whole: bool = True) -> tuple[pa.Table, list[str]]:
    """One file's verdicts in the ratings schema, still without numbers for missing replicates.

    Parameters
    ----------
    raw : Raw
    criterion : str
        What the verdicts are about where the file has no such column.
    whole : bool
        This is all of the file: what no row has is told from what this one lacks (criteria, rationales). Else both stay null.

    Returns
    -------
    table, names of columns that were not read
        The table's metadata says what was noticed (`tables.noticed`): rows without any value, and numbers that cannot be. Both are left out.
    """
    check_names(raw)
    noticed = Noticed(nearly=nearly_ours(raw.table.column_names))
    columns = {name: column_of(raw, name, whole=whole) for name in RATINGS_SCHEMA.names if name in raw.table.column_names}
    raw, columns = _without_blank_rows(raw, columns, noticed)
    n = raw.table.num_rows
    for name in RATINGS_SCHEMA.names:
        columns.setdefault(name, pa.nulls(n, RATINGS_SCHEMA.field(name).type))
    columns["probe"] = without_marks(columns["probe"])
    nameless = columns["criterion"].null_count == n
    if nameless and whole:
        columns["criterion"] = pa.array([criterion] * n, type=pa.string())
    for name, fix in _NEVER_EMPTY.items():
        if name == "criterion" and nameless:
            continue
        _report(raw, pc.is_null(columns[name]), partial(_empty, name, fix))
    _finish(raw, columns, noticed)
    table = noticed.noted_on(pa.table([columns[name] for name in RATINGS_SCHEMA.names], schema=RATINGS_SCHEMA))
    return table, [name for name in raw.table.column_names if name not in RATINGS_SCHEMA.names]


def _empty(name: str, fix: str, _: int) -> tuple[str, str]:
    return f"{name} is empty", fix


def check_names(raw: Raw) -> None:
    """VerdictsError for columns that are there twice, or that are missing."""
    names = raw.table.column_names
    twice = first_twice(names)
    if twice is not None:
        raise VerdictsError(f"the column {twice!r} is there twice", where=raw.source, fix="rename or drop one of them")
    if not names and raw.table.num_rows == 0:
        raise VerdictsError("there are no verdicts in it", where=raw.source, fix="add rows with item_id, judge and label or score")
    verdict = "score" if "score" in names else "label"
    require_columns(names, ("item_id", "judge", verdict), where=raw.source, error=VerdictsError, also_called=_ALSO_CALLED)


def _without_blank_rows(raw: Raw, columns: dict[str, Any], noticed: Noticed) -> tuple[Raw, dict[str, Any]]:
    """Rows in which every cell is empty are none: spreadsheets write them below the last one. They are counted."""
    blank = pc.is_null(columns["item_id"])
    if not pc.any(blank).as_py():
        return raw, columns
    for column in columns.values():
        blank = pc.and_(blank, pc.is_null(column))
    kept = pc.indices_nonzero(pc.invert(blank))
    numbers = kept.to_pylist()
    noticed.blank = raw.table.num_rows - len(numbers)
    noticed.places = [raw.where(index) for index in pc.indices_nonzero(blank)[:PLACES].to_pylist()]
    return Raw(raw.table.take(kept), raw.source, lambda index: raw.where(numbers[index])), {name: column.take(kept) for name, column in columns.items()}


def row_of(raw: Raw, index: int, n_rows: int) -> int:
    """The row, from 0, in which the verdict `index` of the `n_rows` of a table stands: rows without any value are none, and they alone have no item."""
    if n_rows == raw.table.num_rows:
        return index
    found: int = pc.indices_nonzero(pc.is_valid(column_of(raw, "item_id")))[index].as_py()
    return found


def _finish(raw: Raw, columns: dict[str, Any], noticed: Noticed) -> None:
    """Statuses, reasons and replicates, once every column has its type."""
    finite = pc.fill_null(pc.is_finite(columns["score"]), False)
    verdict = pc.or_(pc.is_valid(columns["label"]), finite)
    for name, end in _POSSIBLE.items():
        columns[name] = _possible(name, columns[name], end, noticed)
    for name in ("score", "confidence", "margin"):
        column = columns[name]
        if column.null_count == len(column):
            continue
        if name != "score" and (n := pc.sum(pc.is_inf(column)).as_py()):
            noticed.unusable[name] += n
        columns[name] = pc.if_else(pc.fill_null(pc.is_finite(column), False), column, pa.scalar(None, pa.float64()))
    columns["status"] = _status(raw, columns["status"], verdict)
    if columns["reasons"].null_count < len(columns["reasons"]):
        columns["reasons"] = pa.array([None if one is None else _reasons(one) for one in columns["reasons"].to_pylist()], type=pa.string())
    replicate = columns["replicate"]
    outside = pc.fill_null(pc.or_(pc.less(replicate, 0), pc.greater(replicate, 2**31 - 1)), False)
    _report(raw, outside, lambda i: (f"replicate {replicate[i].as_py()} is out of range", "count replicates from 0"))
    columns["replicate"] = replicate.cast(pa.int32())


def _possible(name: str, column: Any, end: float, noticed: Noticed) -> Any:
    """A column without what cannot be, which is counted; NaN is a gap."""
    if column.null_count == len(column):
        return column
    if pa.types.is_floating(column.type) and not pc.all(pc.is_finite(column)).as_py():
        column = pc.if_else(pc.is_nan(column), pa.scalar(None, column.type), column)
    ends = pc.min_max(column).as_py()
    if ends["min"] is None or (ends["min"] >= 0 and ends["max"] < end):
        return column
    wrong = pc.or_(pc.less(column, 0), pc.greater_equal(column, pa.scalar(end, pa.float64())))
    noticed.unusable[name] += pc.sum(wrong).as_py()
    return pc.if_else(wrong, pa.scalar(None, column.type), column)


def _status(raw: Raw, column: Any, verdict: Any) -> Any:
    """`ok` only where there is a label or score; what the file says otherwise."""
    column = pc.utf8_lower(pc.utf8_trim_whitespace(column))
    known = pc.is_in(column, value_set=pa.array([*STATUSES, None], type=pa.string()))

    def unknown(index: int) -> tuple[str, str]:
        word = column[index].as_py()
        near = nearest(word, STATUSES)
        return f"status {shorten(word)} is not known", f"write {near}" if near else f"one of {', '.join(STATUSES)}"

    _report(raw, pc.invert(known), unknown)
    filled = pc.if_else(verdict, "ok", "unparsable")
    return pc.if_else(pc.fill_null(pc.equal(column, "ok"), True), filled, column)


def _reasons(text: str) -> str | None:
    """A JSON list as it is, an object as a list of one, nothing for a null; anything else stays what it is: who reads reasons says that it is none."""
    try:
        value = json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        return text
    if value is None:
        return None
    return f"[{text}]" if isinstance(value, dict) else text


def column_of(raw: Raw, name: str, *, whole: bool = True) -> Any:
    """One column in the type of the schema; an empty cell is null, but for an empty rationale. Replicates are int64 until they are checked."""
    wanted = RATINGS_SCHEMA.field(name).type
    column = raw.table[name]
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    column = without_extension(column)
    if name == "rationale":
        text = _text(raw, name, column)
        return _asked(text) if whole else text
    if pa.types.is_string(wanted):
        return _text(raw, name, column)
    return _number(raw, name, column, whole=pa.types.is_integer(wanted))


def _text(raw: Raw, name: str, column: Any) -> Any:
    kind = column.type
    if pa.types.is_floating(kind):
        return _by_value(column, exact_text)
    if pa.types.is_nested(kind):
        if name in FLAT:
            raise VerdictsError(f"the column {name!r} holds {kind}, not text", where=raw.source, fix="write one value per row")
        return pa.array([None if one is None else _json(one, raw, name) for one in python_values(column, raw.source, name)], type=pa.string())
    if pa.types.is_duration(kind) or pa.types.is_interval(kind):
        lengths = python_values(column, raw.source, name)
        _report(raw, pc.is_valid(column), lambda i: (f"{name} is a length of time ({lengths[i]}), which is neither text nor number", AS_TEXT))
        return pa.nulls(len(column), pa.string())
    try:
        column = (_iso_times(column) if pa.types.is_temporal(kind) else column).cast(pa.string())
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        values = python_values(column, raw.source, name)
        wrong = pa.array([isinstance(one, bytes) and not is_utf8(one) for one in values])
        _report(raw, wrong, lambda i: (f"the column {name!r} holds {kind}, which is no text: here {words_for(values[i])}", "write it as UTF-8 text"))
        raise VerdictsError(f"the column {name!r} holds {kind}, which is no text", where=raw.source, fix="write it as UTF-8 text") from None
    column = _one(column)
    return column if name == "rationale" else pc.if_else(pc.equal(column, ""), pa.scalar(None, pa.string()), column)


def _json(value: Any, raw: Raw, name: str) -> str:
    try:
        return dumps(value)
    except (TypeError, RecursionError):
        raise VerdictsError(f"the column {name!r} holds a value that JSON has no word for", where=raw.source, fix="write it as text") from None


def _iso_times(column: Any) -> Any:
    """Times as Python writes them, so that a time is the same text in a data frame, in Parquet and among gold labels: no fraction where it is 0."""
    if pa.types.is_timestamp(column.type) and column.type.unit in ("s", "ms"):
        column = column.cast(pa.timestamp("us", column.type.tz))
    text = pc.replace_substring(column.cast(pa.string()), " ", "T", max_replacements=1)
    for pattern, replacement in ((r"Z$", "+00:00"), (r"([+-]\d\d)(\d\d)$", r"\1:\2"), (r"\.0+($|[+-])", r"\1"), (r"(\.\d{6})0{3}($|[+-])", r"\1\2")):
        text = pc.replace_substring_regex(text, pattern, replacement)
    return text


def _asked(column: Any) -> Any:
    """Rationales. A judge that left one empty was asked for one; where nobody gave any, spreadsheets and data frames write nulls."""
    nothing = pc.fill_null(pc.equal(column, ""), True)
    return pc.fill_null(column, "") if pc.all(nothing).as_py() else column


def _by_value(column: Any, convert: Callable[[Any], Any], kind: Any = None) -> Any:
    """A column with each distinct value converted once."""
    encoded = _one(_one(column).dictionary_encode())
    values = pa.array([convert(value) for value in encoded.dictionary.to_pylist()], type=kind or pa.string())
    return values.take(encoded.indices)


def _number(raw: Raw, name: str, column: Any, *, whole: bool) -> Any:
    kind = column.type
    wanted = pa.int64() if whole else pa.float64()
    fix = "write a number, or leave the cell empty"
    if pa.types.is_boolean(kind):
        raise VerdictsError(f"the column {name!r} holds truth values, not numbers", where=raw.source, fix="call it label" if name == "score" else fix)
    if pa.types.is_null(kind) or pa.types.is_integer(kind) or (pa.types.is_floating(kind) and not whole):
        return _cast(raw, name, column, wanted)
    if not pa.types.is_floating(kind):
        if pa.types.is_nested(kind) or pa.types.is_temporal(kind):
            raise VerdictsError(f"the column {name!r} holds {kind}, not numbers", where=raw.source, fix=fix)
        column = pc.utf8_trim_whitespace(_text(raw, name, column))
        column = pc.if_else(pc.equal(column, ""), pa.scalar(None, pa.string()), column)
        try:
            return _one(column.cast(wanted))
        except pa.ArrowInvalid:
            pass
    column = _one(column)
    bad = pc.and_(pc.is_valid(column), pc.is_null(parsed := _by_value(column, _whole_number if whole else _decimal_number, pa.float64())))
    what = "a whole number" if whole else "a number"
    nothing = pc.fill_null(pc.is_nan(column), False) if pa.types.is_floating(kind) else pa.array([False] * len(column))
    _report(raw, pc.and_not(bad, nothing), lambda i: (f"{name} {shorten(column[i].as_py())} is not {what}", fix))
    return parsed.cast(wanted)


def _cast(raw: Raw, name: str, column: Any, wanted: Any) -> Any:
    try:
        return _one(column.cast(wanted))
    except pa.ArrowInvalid:
        raise VerdictsError(
            f"the column {name!r} holds a number beyond 64 bits with sign", where=raw.source, fix="write it as text in another column"
        ) from None


def _one(column: Any) -> Any:
    """A column in one piece."""
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _decimal_number(value: object) -> float | None:
    """A number written as text; None where it is none."""
    text = str(value)
    try:
        return None if "_" in text else float(text)
    except ValueError:
        return None


def _whole_number(value: object) -> float | None:
    number = _decimal_number(value)
    return number if number is not None and math.isfinite(number) and number.is_integer() and abs(number) < 2**53 else None


def _report(raw: Raw, wrong: Any, describe: Callable[[int], tuple[str, str]]) -> None:
    """Raise for the rows where `wrong` is true; the first few are described."""
    indices: Iterable[int] = pc.indices_nonzero(wrong).to_pylist()
    indices = list(indices)
    if not indices:
        return
    first = [Problem(raw.where(i), *describe(i)) for i in indices[:LISTED]]
    raise_problems(VerdictsError, [*first, *[first[-1]] * (len(indices) - len(first))], where=raw.source)
