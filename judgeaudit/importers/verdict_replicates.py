"""Numbers for verdicts that came without a replicate index."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.problems import shorten
from judgeaudit.tables import RATINGS_SCHEMA

COUNTER_FACTOR = 4
"""Different replicate indices, as a multiple of the rows of the fullest item, above which the column is taken as a counter (ours)."""

VERDICTS_OF = ("item_id", "judge", "criterion", "probe", "variant")
"""Columns in which verdicts are equal that are replicates of each other."""


def number_replicates(table: pa.Table, where: Callable[[int], str], source: str) -> pa.Table:
    """Number rows 0, 1, 2 ... within item, judge, criterion and probe: in time order, else in the order of the file.

    Parameters
    ----------
    table : pyarrow.Table
        In the ratings schema.
    where : function of a row's index to its name
    source : str

    Raises
    ------
    VerdictsError
        When only some rows have a replicate, or a time that decides an order cannot be read.
    """
    missing = table["replicate"].null_count
    if missing == 0:
        return table
    if missing < table.num_rows:
        first = int(pc.indices_nonzero(pc.is_null(table["replicate"]))[0].as_py())
        fix = "give every row its replicate (from 0), or remove the column"
        raise VerdictsError(f"replicate is empty here (in {missing} of {table.num_rows} rows), and other rows have one", where=where(first), fix=fix)
    group = row_groups(table, VERDICTS_OF)
    order = _order(table, group, where)
    ordered = group[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    sizes = np.diff(np.r_[starts, len(ordered)])
    numbers = np.empty(len(ordered), dtype=np.int32)
    numbers[order] = np.arange(len(ordered)) - np.repeat(starts, sizes)
    position = RATINGS_SCHEMA.get_field_index("replicate")
    return table.set_column(position, RATINGS_SCHEMA.field("replicate"), pa.array(numbers, type=pa.int32()))


def dense_replicates(table: pa.Table) -> tuple[pa.Table, bool]:
    """Number replicates anew within each item where the column is a counter over all items; say whether it was.

    Notes
    -----
    A replicate index repeats from item to item. Where a table has many times more different ones than any item has rows, nearly every
    item would stand alone in its runs, and nothing could be compared over runs.
    """
    numbers = np.asarray(table["replicate"].to_numpy(zero_copy_only=False), dtype=np.int64)
    group = row_groups(table, VERDICTS_OF)
    most = int(np.bincount(group).max())
    if len(np.unique(numbers)) <= max(COUNTER_FACTOR * most, COUNTER_FACTOR):
        return table, False
    order = np.lexsort((numbers, group))
    ordered = group[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    dense = np.empty(len(ordered), dtype=np.int32)
    # The same number twice in one item stays a duplicate, which the audit shows.
    step = np.r_[0, (np.diff(numbers[order]) != 0).astype(np.int64)]
    step[starts] = 0
    total = np.cumsum(step)
    dense[order] = total - np.repeat(total[starts], np.diff(np.r_[starts, len(ordered)]))
    position = RATINGS_SCHEMA.get_field_index("replicate")
    return table.set_column(position, RATINGS_SCHEMA.field("replicate"), pa.array(dense, type=pa.int32())), True


def row_groups(table: pa.Table, names: Sequence[str]) -> NDArray[np.int64]:
    """The number of each row's group, from 0: rows of a group are equal in these columns."""
    group = np.zeros(table.num_rows, dtype=np.int64)
    for name in names:
        column = table[name]
        if column.null_count == len(column):
            continue
        encoded = column.combine_chunks().dictionary_encode(null_encoding="encode")
        encoded = encoded.combine_chunks() if isinstance(encoded, pa.ChunkedArray) else encoded
        codes = np.asarray(encoded.indices.to_numpy(zero_copy_only=False), dtype=np.int64)
        _, group = np.unique(group * len(encoded.dictionary) + codes, return_inverse=True)
        group = group.ravel().astype(np.int64)
    return group


def _order(table: pa.Table, group: NDArray[np.int64], where: Callable[[int], str]) -> NDArray[np.intp]:
    """Rows by group, then time, then place in the file; rows without time come last."""
    times = table["created_at"]
    if times.null_count == len(times) or np.bincount(group).max() == 1:
        return np.argsort(group, kind="stable")
    return np.lexsort((_seconds(times, where), group))


def _seconds(times: pa.ChunkedArray, where: Callable[[int], str]) -> NDArray[np.float64]:
    """Times as seconds since 1970 in UTC; infinity where there is none."""
    encoded = times.combine_chunks().dictionary_encode()
    encoded = encoded.combine_chunks() if isinstance(encoded, pa.ChunkedArray) else encoded
    values = [second_of(text) for text in encoded.dictionary.to_pylist()]
    if None in values:
        text = encoded.dictionary[values.index(None)].as_py()
        row = int(pc.indices_nonzero(pc.equal(times, text))[0].as_py())
        fix = "write ISO 8601 (2026-01-31T12:00:00Z) or seconds since 1970, or remove the column, and rows count in the order of the file"
        raise VerdictsError(f"created_at {shorten(text)} is no time, and it decides which replicate is which", where=where(row), fix=fix)
    known = np.array([*values, np.inf], dtype=np.float64)
    indices: Any = encoded.indices.fill_null(len(values)).to_numpy(zero_copy_only=False)
    return np.asarray(known[indices])


def second_of(text: str) -> float | None:
    """Seconds of ISO 8601 text (UTC where no zone is given), or of a number of seconds or milliseconds since 1970."""
    try:
        number = float(text)
    except ValueError:
        pass
    else:
        return (number / 1000 if abs(number) > 1e11 else number) if np.isfinite(number) else None
    try:
        time = datetime.datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    return (time if time.tzinfo else time.replace(tzinfo=datetime.UTC)).timestamp()
