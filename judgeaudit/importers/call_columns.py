"""What a file says of a call: columns in which two rows differ that are two calls, and times that tell a call from others."""

from __future__ import annotations

import re

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from judgeaudit.importers.verdict_replicates import VERDICTS_OF, row_groups, second_of

SAID = (*VERDICTS_OF, "label", "score", "rationale", "created_at")
"""Columns in which rows are equal that may be one call."""
TELEMETRY = (
    "status", "reasons", "reasoning", "confidence", "margin", "prompt_hash", "model_served", "fingerprint", "latency_s", "cost_usd", "prompt_tokens", "completion_tokens",
)  # fmt: skip
"""Columns in which one call has one value: rows that differ in any of them are two calls."""
SEED = "seed_sent"
"""It says that two calls were meant, not that two were made."""
SHARED = 2
"""Other items that may have the same time by chance, above which it is the time of a batch or of a coarse clock and tells no call (ours)."""
FEWEST_TIMES = 3
"""Different times from which whole minutes alone mean a clock of minutes (ours; by chance once in 60 ** 3)."""
_NO_SECONDS = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d(:?\d\d)?(Z|[+-]\d\d(:?\d\d)?)?)?")

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


def call_codes(table: pa.Table, *, seeds: bool = True) -> Ints:
    """The number of each row's call: equal where rows say the same of one in every column, whatever their replicate.

    Parameters
    ----------
    table : pyarrow.Table
        In the ratings schema.
    seeds : bool
        Another seed is another call.

    Returns
    -------
    int array, shape (n_rows,)
        What a row does not say is what the rows with its verdict, words and time say, if they all say one thing.
    """
    base = row_groups(table, SAID)
    code = base
    for name in (*TELEMETRY, *([SEED] if seeds else [])):
        if table[name].null_count < table.num_rows:
            code = joined(code, _filled(table, name, base))
    return code


def telling_times(table: pa.Table, *, fraction: float = 1.0) -> Bools:
    """Rows with a time that tells their call from those of other items.

    Parameters
    ----------
    table : pyarrow.Table
        In the ratings schema.
    fraction : float
        Share of the items of all rows that the table has, where it is a random sample: the others share its times too.

    Returns
    -------
    bool array, shape (n_rows,)
        False for days and minutes, and for a time that more than `SHARED` other items of the judge have. False for all rows of a judge whose times
        are shared with more than one other item on average, or are all whole minutes.
    """
    judge = row_groups(table, ("judge",))
    found = np.zeros(table.num_rows, dtype=bool)
    for one in range(judge.max(initial=-1) + 1):
        rows = np.flatnonzero(judge == one)
        found[rows] = _telling(table.select(["item_id", "created_at"]).take(pa.array(rows)), fraction)
    return found


def _telling(table: pa.Table, fraction: float) -> Bools:
    """`telling_times` of one judge."""
    times = table["created_at"]
    if times.null_count == len(times):
        return np.zeros(table.num_rows, dtype=bool)
    encoded = times.combine_chunks().dictionary_encode()
    encoded = encoded.combine_chunks() if isinstance(encoded, pa.ChunkedArray) else encoded
    texts = encoded.dictionary.to_pylist()
    known = np.asarray(encoded.is_valid())
    stamp = np.asarray(encoded.indices.fill_null(0).to_numpy(zero_copy_only=False), dtype=np.int64)
    of_item = np.unique(np.stack([row_groups(table, ("item_id",)), stamp])[:, known], axis=1)
    others = np.bincount(of_item[1], minlength=len(texts)) - 1
    seconds = [second_of(text) for text in texts]
    minutes = len(texts) >= FEWEST_TIMES and all(one is not None and one % 60 == 0 for one in seconds)
    if minutes or others[of_item[1]].mean() > fraction:
        return np.zeros(table.num_rows, dtype=bool)
    exact = np.array([_NO_SECONDS.fullmatch(text.strip()) is None for text in texts])
    found: Bools = known & exact[stamp] & (others[stamp] <= SHARED)
    return found


def unread_columns(group: Ints, rest: pa.Table) -> list[str]:
    """Columns of `rest` in which rows of one group differ, without those that only number the rows of the file."""
    several = np.bincount(group).max(initial=0) < len(group)
    found = []
    for name in rest.column_names:
        if rest[name].null_count == len(group):
            continue
        if len(np.unique(joined(group, row_groups(rest, (name,))))) > len(np.unique(group)) and not (several and _numbers_rows(rest[name])):
            found.append(name)
    return found


def joined(first: Ints, second: Ints) -> Ints:
    """Codes of pairs of codes."""
    return np.unique(first * (second.max(initial=0) + 1) + second, return_inverse=True)[1].ravel().astype(np.int64)


def _filled(table: pa.Table, name: str, base: Ints) -> Ints:
    """Codes of a column, in which a null is the only value of the rows of its group, where there is just one."""
    codes, valid = row_groups(table, (name,)), np.asarray(table[name].is_valid())
    if valid.all():
        return codes
    low, high = np.full(base.max() + 1, np.iinfo(np.int64).max), np.full(base.max() + 1, -1)
    np.minimum.at(low, base[valid], codes[valid])
    np.maximum.at(high, base[valid], codes[valid])
    return np.where(~valid & (low == high)[base], low[base], codes)


def _numbers_rows(column: pa.ChunkedArray) -> bool:
    """Whether a column is 0, 1, 2 ... or 1, 2, 3 ... over all rows, in any order: it is about the file, not about calls."""
    texts = column.to_pylist()
    if not all(text is not None and text.isdecimal() and len(text) < 16 for text in texts):
        return False
    numbers = np.sort(np.array(texts, dtype=np.int64))
    return bool(numbers[0] in (0, 1) and (np.diff(numbers) == 1).all())
