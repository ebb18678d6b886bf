"""Rows that stand in a file twice: copies of an export, or verdicts of a judge that was asked again."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from judgeaudit.importers.call_columns import SAID, Bools, Ints, call_codes, joined, telling_times, unread_columns
from judgeaudit.importers.verdict_replicates import VERDICTS_OF, row_groups
from judgeaudit.tables import RATINGS_SCHEMA

EXACT = ("created_at", "latency_s")
"""Columns in which two calls differ: no judge takes the same number of milliseconds to say the same again."""
MOST_DIFFER = 0.5
"""Share of calls that differ in these columns from which being equal in them says that two rows are one call (ours)."""
OF_A_CALL = ("rationale", "reasons", "reasoning", "confidence", "margin", "seed_sent", "fingerprint", "completion_tokens", "cost_usd")
"""Columns that belong to a call rather than to the item. Two calls may be equal in them, but not all pairs of calls of a judge."""
LEFT_OUT = "copies_left_out"
"""Column that says of a row how many copies of it were left out."""


def copies(table: pa.Table, others: Callable[[], pa.Table], *, repeats: bool = False) -> tuple[Bools, int, Bools, list[str]]:
    """Rows that are copies of an earlier one, how many rows are repeats for no other reason than that they stand there, and which are by columns not read.

    Parameters
    ----------
    table : pyarrow.Table
        In the ratings schema.
    others : function
        Gives the columns that are not read, as a table of as many rows; asked only where rows are alike in all others.
    repeats : bool
        Whoever knows says that rows are repeats: only the exact time of a call still shows a copy.

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
    apart : bool array, shape (n_rows,)
        Rows that say the same as an earlier one in every column that is read, and not in those that are not.
    names : list of str
        Those columns, without such as only number the rows of the file.
    """
    none = np.zeros(table.num_rows, dtype=bool)
    if table["replicate"].null_count < table.num_rows:
        return none, 0, none, []
    group = row_groups(table, VERDICTS_OF)
    again = later(group)
    if not again.any():
        return none, 0, none, []
    in_file = [name for name in RATINGS_SCHEMA.names if table[name].null_count < table.num_rows and name != LEFT_OUT]
    read = row_groups(table, in_file)
    rest = others()
    names = unread_columns(read, rest)
    unread = row_groups(rest, names) if names else np.zeros_like(read)
    row = joined(read, unread)
    telling = [name for name in (*EXACT, *OF_A_CALL) if name in in_file and len(table[name].unique()) > 1]
    same = later(row)
    apart = later(read) & ~same
    dated = _dated(table, [name for name in EXACT if name in telling], ~same)
    if repeats:
        took = _dated(table, [name for name in EXACT[1:] if name in telling], ~same)
        return same & (telling_times(table) | took), 0, none, []
    if not telling and np.array_equal(same, again):
        return same, int(again.sum()), none, []
    of_call = joined(row_groups(table, telling), unread)
    found = same & (dated | (_all_copies(table, group, row) if telling else none))
    shown = len(np.unique(joined(group, of_call)[~found])) > len(np.unique(group[~found]))
    return found, 0 if shown else int((again & ~found).sum()), apart, names


def same_call(table: pa.Table, others: Callable[[], pa.Table] | None = None, *, fraction: float = 1.0) -> tuple[Bools, Bools, list[str]]:
    """Rows that are an earlier row of their item, judge and criterion again in everything that the file says of a call: one call, whatever their number.

    Parameters
    ----------
    table : pyarrow.Table
        In the ratings schema, with replicates numbered.
    others : function, optional
        Gives the columns that are not read, as a table of as many rows; asked only where rows are alike in all others.
    fraction : float
        Share of the items of all rows that the table has, where it is a random sample of them.

    Returns
    -------
    same : bool array, shape (n_rows,)
        False for rows without a time that tells their call (see `telling_calls`): of those with a rationale, whole runs with the same times of
        answering are copies (see `copied_runs`), others are a doubt (see `doubted`).
    apart : bool array, shape (n_rows,)
        Rows that might be copies if they did not differ in columns that are not read.
    names : list of str
        Those columns.
    """
    from judgeaudit.importers.stamped_copies import copied_runs

    none = np.zeros(table.num_rows, dtype=bool)
    words = with_words(table)
    if not ((words | np.asarray(table["created_at"].is_valid())) & later(row_groups(table, SAID))).any():
        return none, none, []
    code = call_codes(table)
    timed = telling_calls(table, words, fraction=fraction)

    def again(calls: Ints) -> Bools:
        return (timed & later(calls)) | copied_runs(table, calls, words)

    alike = words & later(code) & np.asarray(table["created_at"].is_valid())
    found = again(code)
    if others is None or not (found | alike).any() or not (names := unread_columns(code, rest := others())):
        return found, none, []
    told = joined(code, row_groups(rest, names))
    return again(told), (found | alike) & ~later(told), names


def telling_calls(table: pa.Table, words: Bools, *, fraction: float = 1.0) -> Bools:
    """Rows with a time that tells their call: one of few items (see `telling_times`), and of one call on its item.

    Parameters
    ----------
    table : pyarrow.Table
        In the ratings schema.
    words : bool array, shape (n_rows,)
        Rows with a rationale: two calls do not choose the same words at the same time.
    fraction : float
        As in `telling_times`.

    Returns
    -------
    bool array, shape (n_rows,)
        A label, unlike a rationale, is given again by another call more often than not. Several replies may have the time of one request, and be other
        replies for all that. Where a judge has two rows of an item at one time that cannot be one call, no row without a rationale counts.
    """
    timed = telling_times(table, fraction=fraction)
    bare = timed & ~words
    if not bare.any():
        return timed
    moment, judge = row_groups(table, (*VERDICTS_OF, "created_at")), row_groups(table, ("judge",))
    several = bare & later(moment) & ~later(call_codes(table, seeds=False))
    return timed & (words | ~np.isin(judge, judge[several]))


def with_words(table: pa.Table) -> Bools:
    """Rows with a rationale."""
    return np.asarray(pc.greater(pc.fill_null(pc.utf8_length(table["rationale"]), 0), 0))


def without(table: pa.Table, copied: Bools) -> pa.Table:
    """The table without rows that are copies; the row that each is a copy of counts it in the column `copies_left_out`."""
    if not copied.any():
        return table
    code = row_groups(table, (*VERDICTS_OF, "label", "score"))
    before = np.asarray(pc.fill_null(table[LEFT_OUT], 0).to_numpy(), dtype=np.int64)
    first = np.unique(code, return_index=True)[1]
    counts = before.copy()
    counts[first] += np.bincount(code, weights=np.where(copied, before + 1, 0), minlength=len(first)).astype(np.int64)
    column = pa.array(counts, mask=counts == 0).cast(pa.int32())
    place = RATINGS_SCHEMA.get_field_index(LEFT_OUT)
    return table.set_column(place, RATINGS_SCHEMA.field(place), column).filter(pa.array(~copied))


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


def later(codes: Ints) -> Bools:
    """Rows whose code an earlier row has."""
    found = np.ones(len(codes), dtype=bool)
    found[np.unique(codes, return_index=True)[1]] = False
    return found
