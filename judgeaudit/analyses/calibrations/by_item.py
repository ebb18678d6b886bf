"""What patterns do not hold of an item: columns of the table, cell by cell, and statistics over items instead of patterns."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit.analyses.parts import Part, Statistic
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray
from judgeaudit.tables.distinct import distinct_numbers

NO_VALUE = -1e300
"""Stands for a missing number while equal rows are looked for: NaN is equal to nothing."""


def cells_of(part: Part, judge: str, column: str) -> FloatArray:
    """A numeric column of the table for one judge, shape (n_items, n_replicates of the judge); NaN where there is no row or no number.

    Rows of probes are left out; of two rows for one cell the first counts, as it does for the verdict.
    """
    import pyarrow.compute as pc

    replicates = part.patterns.replicates(judge)
    cells = np.full((len(part.patterns.item_ids), len(replicates)), np.nan)
    table, whole = part.data.table, part.patterns.numbers
    if whole is not None:  # the table is a sample, and these are of all rows
        mine = [n for n, (name, _) in enumerate(part.patterns.columns) if name == judge]
        return whole[column][:, mine] if column in whole else cells
    if table[column].null_count == table.num_rows:
        return cells
    wanted = pc.and_(pc.equal(table["judge"], judge), pc.equal(table["criterion"], part.criterion))
    rows = table.filter(pc.and_kleene(wanted, pc.equal(pc.fill_null(table["probe"], ""), ""))).select(["item_id", "replicate", column])
    place_of = {item: place for place, item in enumerate(part.patterns.item_ids)}
    number_of = {replicate: number for number, replicate in enumerate(replicates)}
    item = np.array([place_of[name] for name in rows["item_id"].to_pylist()], dtype=np.intp)
    run = np.array([number_of[number] for number in rows["replicate"].to_pylist()], dtype=np.intp)
    values = np.asarray(rows[column].to_numpy(zero_copy_only=False), dtype=np.float64)
    _, first = np.unique(item * len(replicates) + run, return_index=True)
    cells[item[first], run[first]] = values[first]
    return cells


def has_cells(part: Part, column: str) -> bool:
    """Whether the table has numbers in a column at all."""
    whole = part.patterns.numbers
    return bool(part.data.table[column].null_count < part.data.table.num_rows) if whole is None else column in whole


def systems_of(part: Part) -> NDArray[np.str_]:
    """The system that each item is of, shape (n_items,); "" where no row says. Of two systems of one item the first by name counts."""
    import pyarrow.compute as pc

    if part.patterns.systems is not None:
        return np.array(part.patterns.systems or [""] * len(part.patterns.item_ids), dtype=np.str_)
    table = part.data.table
    found: dict[str, str] = {}
    if table["system"].null_count < table.num_rows:
        rows = table.filter(pc.and_(pc.equal(table["criterion"], part.criterion), pc.not_equal(pc.fill_null(table["system"], ""), "")))
        for row in rows.select(["item_id", "system"]).group_by(["item_id", "system"], use_threads=False).aggregate([]).to_pylist():
            found[row["item_id"]] = min(found.get(row["item_id"], row["system"]), row["system"])
    return np.array([found.get(item, "") for item in part.patterns.item_ids], dtype=np.str_)


def gold_and_codes(part: Part, judge: str) -> tuple[FloatArray, FloatArray]:
    """Gold, shape (n_items,), and the judge's codes, shape (n_items, n_replicates), item by item; NaN where missing."""
    which = part.patterns.pattern_of_item
    return part.patterns.gold[which], part.patterns.codes(judge)[which]


def over_items(part: Part, name: str, statistic: Statistic, ratings: FloatArray, *, judge: str, keep: BoolArray | None = None, **options: Any) -> Estimate:
    """A statistic over items, tagged.

    Parameters
    ----------
    ratings : float array, shape (n_runs, n_items, n_raters)
    keep : bool array, shape (n_items,), optional
        Items that count.
    options : keyword options of the statistic; the scale's level and labels are not added.
    """
    data, patterns = part.data, part.patterns
    items = np.arange(len(patterns.item_ids)) if keep is None else np.flatnonzero(keep)
    counts = clusters = None
    if any(patterns.clusters):
        # By name, so that the same resamples are drawn whatever the order of rows was.
        items = np.array(sorted(items, key=lambda i: (patterns.clusters[i] or "\0", patterns.item_ids[i])), dtype=np.intp)
        names = [patterns.clusters[i] or f"\0{patterns.item_ids[i]}" for i in items]
        numbers = {one: number for number, one in enumerate(dict.fromkeys(names))}
        clusters = np.array([numbers[one] for one in names], dtype=np.int64)
        rows = ratings[:, items]
    else:
        rows, counts = _distinct(ratings if keep is None else ratings[:, items], None if patterns.times is None else patterns.times[items])
    rng = data.rng(part.analysis, judge, part.criterion, name)
    found = statistic(rows, ci_level=data.ci_level, n_resamples=data.n_resamples, rng=rng, counts=counts, clusters=clusters, **options)
    return part.tag(name, found, judge=judge)


def _distinct(ratings: FloatArray, times: NDArray[np.int64] | None) -> tuple[FloatArray, NDArray[np.int64]]:
    """Distinct items in an order of their own, and how often each is there; `times` says how many each one stands for."""
    n_runs, n_items, n_raters = ratings.shape
    flat = np.where(np.isnan(ratings), NO_VALUE, ratings).transpose(1, 0, 2).reshape(n_items, n_runs * n_raters)
    rows, counts = distinct_numbers(flat, times)
    rows = np.where(rows == NO_VALUE, np.nan, rows)
    return rows.reshape(len(rows), n_runs, n_raters).transpose(1, 0, 2), counts
