"""Rows that stand in a file twice: copies of an export, or verdicts of a judge that was asked again."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from judgeaudit.importers.verdict_replicates import VERDICTS_OF, row_groups
from judgeaudit.tables import RATINGS_SCHEMA

EXACT = ("created_at", "latency_s")
"""Columns in which two calls differ: no judge takes the same number of milliseconds to say the same again."""
MOST_DIFFER = 0.5
"""Share of calls that differ in these columns from which being equal in them says that two rows are one call (ours)."""
OF_A_CALL = ("rationale", "reasons", "reasoning", "confidence", "margin", "seed_sent", "fingerprint", "completion_tokens", "cost_usd")
"""Columns that belong to a call rather than to the item. Two calls may be equal in them, but not all pairs of calls of a judge."""

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


def copies(table: pa.Table, others: Callable[[], pa.Table]) -> tuple[Bools, int]:
    """Rows that are copies of an earlier one, and how many rows are repeats for no other reason than that they stand there.

    Parameters
    ----------
    table : pyarrow.Table
        In the ratings schema.
    others : function
        Gives the columns that are not read, as a table of as many rows; asked only where rows are alike in all others.

    Returns
    -------
    copies : bool array, shape (n_rows,)
        Equal to an earlier row in every column, where that says something: the exact time of the call is equal too; or in the judge's
        rows confidences, rationales and the like differ from item to item, and every one of its repeats is a copy. Where no column could
        show another call and no repeat in the file says anything else, all of them are: an export written twice looks just so. Nothing is
        a copy where the file numbers its replicates.
    assumed : int
        Rows beyond the first of their item, judge and criterion of which no column shows whether the judge was asked again: taken as repeats where
        any of them says something else, else left out.
    """
    none = np.zeros(table.num_rows, dtype=bool)
    if table["replicate"].null_count < table.num_rows:
        return none, 0
    group = row_groups(table, VERDICTS_OF)
    again = _later(group)
    if not again.any():
        return none, 0
    in_file = [name for name in RATINGS_SCHEMA.names if table[name].null_count < table.num_rows]
    row = _joined(row_groups(table, in_file), row_groups(rest := others(), rest.column_names))
    telling = [name for name in (*EXACT, *OF_A_CALL) if name in in_file and len(table[name].unique()) > 1]
    of_call = _joined(row_groups(table, telling), row_groups(rest, rest.column_names))
    same = _later(row)
    dated = _dated(table, [name for name in EXACT if name in telling], ~same)
    if not telling and np.array_equal(same, again):
        return same, int(again.sum())
    found = same & (dated | (_all_copies(table, group, row) if telling else none))
    shown = len(np.unique(_joined(group, of_call)[~found])) > len(np.unique(group[~found]))
    return found, 0 if shown else int((again & ~found).sum())


def same_call(table: pa.Table) -> Bools:
    """Rows that say the same as an earlier one of their item, judge and criterion in the same words at the same time: one call, whatever their number.

    Parameters
    ----------
    table : pyarrow.Table
        In the ratings schema, with replicates numbered.

    Returns
    -------
    bool array, shape (n_rows,)
        False for rows without a rationale or time, and everywhere where most calls have the same time (a day, a batch), which tells no call.
    """
    told = np.asarray(pc.and_(pc.is_valid(table["created_at"]), pc.greater(pc.fill_null(pc.utf8_length(table["rationale"]), 0), 0)))
    none = np.zeros(table.num_rows, dtype=bool)
    if not told.any():
        return none
    again = _later(row_groups(table, (*VERDICTS_OF, "label", "score", "rationale", "created_at")))
    return told & again & _dated(table, ["created_at"], ~again)


def _dated(table: pa.Table, exact: list[str], first: Bools) -> Bools:
    """Rows that say when they were asked, or how long it took, so exactly that most calls (those of `first`) differ in it: a date alone tells no call."""
    if not exact:
        return np.zeros(table.num_rows, dtype=bool)
    dated = np.asarray(np.any([np.asarray(table[name].is_valid()) for name in exact], axis=0))
    when = row_groups(table, exact)[dated & first]
    return dated if len(np.unique(when)) >= MOST_DIFFER * len(when) else np.zeros(table.num_rows, dtype=bool)


def _all_copies(table: pa.Table, group: Ints, row: Ints) -> Bools:
    """Rows of a judge on a criterion all of whose repeated verdicts are there equally often, twice or more: an export that was appended to itself."""
    times = np.bincount(row)[row]
    repeated = np.bincount(group)[group] > 1
    judge = row_groups(table, ("judge", "criterion"))
    all_copies = np.zeros(len(row), dtype=bool)
    for one in np.unique(judge[repeated]):
        mine = repeated & (judge == one)
        all_copies[mine] = times[mine].min() == times[mine].max() > 1
    return all_copies


def _later(codes: Ints) -> Bools:
    """Rows whose code an earlier row has."""
    later = np.ones(len(codes), dtype=bool)
    later[np.unique(codes, return_index=True)[1]] = False
    return later


def _joined(first: Ints, second: Ints) -> Ints:
    """Codes of pairs of codes."""
    return np.unique(first * (second.max(initial=0) + 1) + second, return_inverse=True)[1].ravel().astype(np.int64)
