"""Judged items of which some have a gold label: checked, and split into those with and without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.numeric_table import numeric_table
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, Sample, check_ratings, say_code

BEYOND = 1e-9
"""Share of a scale's width by which a score may lie outside it: rounding."""


@dataclass(frozen=True, slots=True)
class PartlyLabelled:
    """One row for each item (or for `counts` identical ones).

    Attributes
    ----------
    sample : Sample
        One run: verdicts averaged over runs, and gold.
    judge, gold : float array, shape (n_rows,)
        NaN where missing.
    labelled, unlabelled : bool array, shape (n_rows,)
        Judged rows with and without gold.
    """

    sample: Sample
    judge: FloatArray
    gold: FloatArray
    labelled: BoolArray
    unlabelled: BoolArray

    def count(self, rows: BoolArray) -> int:
        """Items of these rows."""
        return int(self.sample.counts[rows].sum())

    @property
    def n_items(self) -> int:
        """Items with a verdict or a gold label."""
        return self.count(~(np.isnan(self.judge) & np.isnan(self.gold)))

    @property
    def n_ratings(self) -> int:
        """Verdicts (one for each item, however many runs) and gold labels."""
        return self.count(~np.isnan(self.judge)) + self.count(~np.isnan(self.gold))


def check_partly_labelled(
    ratings: ArrayLike,
    *,
    level: str,
    ci_level: float,
    n_resamples: int,
    rng: np.random.Generator | None,
    counts: ArrayLike | None,
    clusters: ArrayLike | None,
) -> PartlyLabelled:
    """Check verdicts (column 0) and gold (column 1), and average the verdicts of several runs.

    Raises
    ------
    OptionError
        What `check_ratings` refuses, and gold that differs between runs.
    """
    sample = check_ratings(
        ratings, level=level, labels=None, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    judge, gold = (_mean_of_runs(sample.ratings[..., column]) for column in (0, 1))
    if (np.abs(sample.ratings[..., 1] - gold) > BEYOND * np.maximum(1.0, np.abs(gold))).any():
        raise OptionError("an item's gold label differs between runs", where="ratings", fix="give each item one gold label, the same in every run")
    has_verdict, has_gold = ~np.isnan(judge), ~np.isnan(gold)
    single = replace(sample, ratings=np.stack([judge, gold], axis=1)[np.newaxis])
    return PartlyLabelled(single, judge, gold, has_verdict & has_gold, has_verdict & ~has_gold)


def _mean_of_runs(runs: FloatArray) -> FloatArray:
    """Mean over the runs that have the row, shape (n_rows,); NaN where none has."""
    given = ~np.isnan(runs)
    times = given.sum(axis=0)
    return np.where(times > 0, np.where(given, runs, 0.0).sum(axis=0) / np.maximum(times, 1), np.nan)


def why_no_labelled(table: PartlyLabelled) -> str | None:
    """Why no item has both a verdict and a gold label; None where one has."""
    if np.isnan(table.judge).all():
        return "no ratings" if np.isnan(table.gold).all() else "no verdicts: the judge's column is empty"
    if np.isnan(table.gold).all():
        return "no gold: no item has a gold label"
    return None if table.labelled.any() else "no overlap: no item has both a verdict and a gold label"


def scale_ends(table: PartlyLabelled, labels: Sequence[float] | FloatArray | None) -> tuple[float, float] | None:
    """Ends of the scale: those of the labels; 0 and 1 where gold is 0 and 1 and the judge between them; else None.

    Raises
    ------
    OptionError
        Labels that do not ascend, and a score outside them.
    """
    numbers = np.concatenate([table.judge, table.gold])
    numbers = numbers[~np.isnan(numbers)]
    if labels is None:
        two = np.isin(table.gold[~np.isnan(table.gold)], (0.0, 1.0)).all()
        return (0.0, 1.0) if len(numbers) and two and numbers.min() >= 0 and numbers.max() <= 1 else None
    points = _check_points(labels)
    low, high = float(points[0]), float(points[-1])
    room = BEYOND * (high - low)
    outside = numbers[(numbers < low - room) | (numbers > high + room)]
    if len(outside):
        raise OptionError(
            f"{say_code(float(outside[0]))} is outside the scale {say_code(low)} to {say_code(high)}", where="ratings",
            fix="give verdicts and gold on one scale, and labels= its points",
        )  # fmt: skip
    return low, high


def within(interval: tuple[float, float] | None, value: float, low: float, high: float) -> tuple[float, float] | None:
    """An interval clipped to a scale, and made to hold the value; None where there is none, or nothing of it lies on the scale."""
    if interval is None or not interval[0] < interval[1] or interval[1] <= low or interval[0] >= high:
        return None
    return min(value, max(low, interval[0])), max(value, min(high, interval[1]))


def ends(interval: tuple[float, float] | None, ci_level: float) -> dict[str, float]:
    """The fields of an `Estimate` that hold an interval; empty where there is none."""
    return {} if interval is None else {"low": interval[0], "high": interval[1], "ci_level": ci_level}


def _check_points(labels: Sequence[float] | FloatArray) -> FloatArray:
    fix = "give the codes of all points of the scale, ascending"
    points = numeric_table(labels, where="labels", what="labels are not numbers", infinite="labels do not ascend: one is infinite", fix=fix)
    if points.ndim != 1 or len(points) < 2:
        raise OptionError("a scale has at least two labels", where="labels", fix=fix)
    if not np.isfinite(points).all() or (np.diff(points) <= 0).any():
        raise OptionError("labels do not ascend", where="labels", fix=fix)
    return points
