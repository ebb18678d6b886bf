"""Labelled items on which people's labels decide nothing: they are left out, and may be just those of one label."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from judgeaudit import thresholds
from judgeaudit.analyses.gold import gold_items
from judgeaudit.analyses.parts import Part
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray

Row = dict[str, Any]
Found = list[tuple[Row, Estimate]]


def looked_at(part: Part) -> BoolArray:
    """Items that somebody labelled, decided or not, shape (n_items,): what was drawn to be labelled."""
    gold, patterns = part.data.gold, part.patterns
    decided = np.asarray(~np.isnan(patterns.gold))[patterns.pattern_of_item]
    names = {item for criterion, item in gold_items(gold) - gold.codes.keys() if criterion == part.criterion} if gold is not None else set()
    return decided | np.array([item in names for item in patterns.item_ids], dtype=bool) if names else decided


def bounded(part: Part, ratings: FloatArray, ends: tuple[float, float], found: Found, again: Callable[[FloatArray], Sequence[tuple[Row, Estimate]]]) -> Found:
    """Rows over all items with what they would be if every judged item that is left out had one end of the scale, and if it had the other.

    From the lower end of the one interval to the upper end of the other: `undecided_low` and `undecided_high`, beside `n_undecided`; only where these items are more than `thresholds.MISSING_SHARE_FOR_BOUNDS` of the
    labelled ones. `again` makes the rows of other ratings.
    """
    has_verdict, has_gold = ~np.isnan(ratings[0, :, 0]), ~np.isnan(ratings[0, :, 1])
    left_out = looked_at(part) & has_verdict & ~has_gold
    n_out = part.patterns.n_of(left_out)
    if not n_out or n_out <= thresholds.MISSING_SHARE_FOR_BOUNDS * (n_out + part.patterns.n_of(has_verdict & has_gold)):
        return found
    values: dict[str, list[Estimate]] = {}
    for end in ends:
        filled = ratings.copy()
        filled[:, left_out, 1] = end
        for row, one in again(filled):
            if row["system"] is None:
                values.setdefault(row["method"], []).append(one)
    return [({**row, **_bounds(values.get(row["method"], []), n_out)}, one) if _is_bounded(row) else (row, one) for row, one in found]


def _is_bounded(row: Row) -> bool:
    return row["system"] is None and row["method"] != "raw" and row["value"] is not None


def _bounds(values: Sequence[Estimate], n_out: int) -> Row:
    known = [one for one in values if one.value is not None]
    lows: list[float] = [one.value or 0.0 if one.low is None else one.low for one in known]
    highs: list[float] = [one.value or 0.0 if one.high is None else one.high for one in known]
    ends = (min(lows), max(highs)) if len(known) == 2 else (None, None)
    return {"n_undecided": n_out, "undecided_low": ends[0], "undecided_high": ends[1]}
