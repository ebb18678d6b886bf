"""Checks what a statistic is handed, and makes one shape of it: runs x rows x raters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.numeric_table import WHOLE, numeric_table
from judgeaudit.stats.kernels.options import one_of, resampling, share

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
Level = Literal["nominal", "ordinal", "interval", "ratio"]

LONG_COLUMN = 10_000
"""Rows from which on laying columns out costs less than it spares (ours)."""

SNAP = 1e-6
"""Share of the smallest step of a scale within which a rating counts as one of its points (decimal fractions are not exact)."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Checked ratings and how their items are resampled.

    Attributes
    ----------
    ratings : float array, shape (n_runs, n_rows, n_raters)
        NaN where there is no rating. A plain table is one run.
    counts : int array, shape (n_rows,)
        Identical items that each row stands for, at least 1.
    clusters : int array, shape (n_rows,), or None
        Cluster of each row, numbered from 0 without gaps; None where every item is its own.
    labels : float array, shape (n_labels,), or None
        Every point of the scale, ascending; None: continuous.
    interval : str
        The method that was asked for, or "auto".
    """

    ratings: FloatArray
    counts: IntArray
    clusters: IntArray | None
    labels: FloatArray | None
    level: Level
    ci_level: float
    n_resamples: int
    rng: np.random.Generator | None
    interval: str = "auto"

    @property
    def observed(self) -> FloatArray:
        """Distinct ratings, ascending."""
        return np.unique(self.ratings[~np.isnan(self.ratings)])

    @property
    def points(self) -> FloatArray:
        """Points of the scale where they are declared, else the distinct ratings."""
        return self.observed if self.labels is None else self.labels


def distinct_runs(runs: FloatArray) -> int:
    """How many runs are no copy of another: the same verdicts given again say nothing new. `runs` has shape (n_runs, ...)."""
    return len({np.where(np.isnan(run), np.inf, run + 0.0).tobytes() for run in runs})


def all_the_same(runs: FloatArray) -> bool:
    """Whether every run is a copy of the first."""
    first = runs[0]
    return all(bool(((first == run) | (np.isnan(first) & np.isnan(run))).all()) for run in runs[1:])


def by_column(ratings: FloatArray) -> FloatArray:
    """The same ratings, shape (n_runs, n_rows, n_raters), each column in one piece where there are many rows: what adds up short rows is then several times as fast."""
    if ratings.shape[1] < LONG_COLUMN:
        return ratings
    return np.ascontiguousarray(ratings.transpose(0, 2, 1)).transpose(0, 2, 1)


def count_given(ratings: FloatArray) -> IntArray:
    """Ratings of each row, shape (n_rows,). Column by column: rows are short, and adding each up by itself takes many times as long."""
    return np.asarray(np.ascontiguousarray(~np.isnan(ratings.T)).sum(axis=0))


def check_ratings(
    ratings: ArrayLike,
    *,
    level: str,
    labels: Sequence[float] | FloatArray | None,
    ci_level: float,
    n_resamples: int,
    rng: np.random.Generator | None,
    counts: ArrayLike | None,
    clusters: ArrayLike | None,
    levels: tuple[Level, ...] = ("nominal", "ordinal", "interval"),
    n_raters: int | None = None,
    one_axis: bool = False,
    interval: str = "auto",
    intervals: tuple[str, ...] = ("auto", "percentile", "bca", "jackknife"),
) -> Sample:
    """Check the arguments that all statistics share.

    Parameters
    ----------
    levels : tuple of str
        Levels of measurement that the statistic takes.
    n_raters : int, optional
        Number of columns that the statistic needs (2 for a pair).
    one_axis : bool
        Whether one number for each item will do.
    intervals : tuple of str
        Methods of intervals that the statistic takes.

    Returns
    -------
    Sample

    Raises
    ------
    OptionError
        Wrong shape, ratings that are no numbers or infinite, labels that do not ascend, a rating off the scale, counts together
        with clusters, resampling without a generator, an unknown level or interval, or a confidence level outside 0..1.
    """
    if not isinstance(level, str) or level not in levels:
        raise OptionError(f"level {level!r} is not one that this statistic takes", where="level", fix=f"use one of: {', '.join(levels)}")
    interval = one_of(interval, "interval", intervals)
    table = as_floats(ratings)
    table = _three_axes(table[:, np.newaxis] if one_axis and table.ndim == 1 else table, n_raters)
    ci_level = share(ci_level, "ci_level", fix="use 0.95")
    n_resamples, rng = resampling(n_resamples, rng)
    scale = None if labels is None else _check_labels(labels)
    if scale is not None:
        table = _on_scale(table, scale)
    numbers, groups = _check_rows(table.shape[1], counts, clusters)
    used = numbers > 0
    if not used.all():
        table, numbers = table[:, used], numbers[used]
    table = by_column(table)
    checked: Level = next(known for known in levels if known == level)
    return Sample(
        ratings=table, counts=numbers, clusters=_renumber(groups, used), labels=scale, level=checked,
        ci_level=ci_level, n_resamples=n_resamples, rng=rng, interval=interval,
    )  # fmt: skip


def as_floats(ratings: ArrayLike) -> FloatArray:
    """A copy as floats; what is masked, None or pandas' NA is NaN. Text, dates and complex numbers are refused."""
    return numeric_table(
        ratings,
        where="ratings",
        what="ratings are not a rectangular table of numbers",
        infinite="a rating is infinite",
        fix="give each label's code, the same number of raters for each item, NaN where missing",
    )


def say_code(code: float) -> str:
    """A code in words, short, and different for different codes."""
    return repr(float(code) + 0.0).removesuffix(".0")


def _three_axes(table: FloatArray, n_raters: int | None) -> FloatArray:
    if table.size == 0:
        return np.full((1, table.shape[-2] if table.ndim > 1 else 0, n_raters or table.shape[-1]), np.nan)
    if table.ndim not in (2, 3):
        raise OptionError(f"ratings have {table.ndim} axes", where="ratings", fix="give shape (n_items, n_raters), or (n_runs, n_items, n_raters)")
    if n_raters is not None and table.shape[-1] != n_raters:
        raise OptionError(
            f"ratings have {table.shape[-1]} columns where {n_raters} are compared", where="ratings", fix="column 0 is the judge, column 1 the gold label"
        )
    return table[np.newaxis] if table.ndim == 2 else table


def _check_labels(labels: Sequence[float] | FloatArray) -> FloatArray:
    fix = "give the codes of all points of the scale, ascending"
    scale = numeric_table(labels, where="labels", what="labels are not numbers", infinite="labels do not ascend: one is infinite", fix=fix)
    if scale.ndim != 1 or len(scale) < 2:
        raise OptionError("a scale has at least two labels", where="labels", fix="give the codes of all points of the scale, unused ones too")
    if not np.isfinite(scale).all() or not (np.diff(scale) > 0).all():
        raise OptionError("labels do not ascend", where="labels", fix=f"labels={sorted(set(scale[np.isfinite(scale)].tolist()))}")
    return scale


def _on_scale(table: FloatArray, scale: FloatArray) -> FloatArray:
    """Each rating replaced by the point of the scale that it stands for."""
    if _all_points(table, scale):
        return table
    given = ~np.isnan(table)
    values = table[given]
    right = np.clip(np.searchsorted(scale, values), 1, len(scale) - 1)
    nearest = np.where(values - scale[right - 1] <= scale[right] - values, scale[right - 1], scale[right])
    off = np.abs(values - nearest) > SNAP * np.diff(scale).min()
    if off.any():
        run, row, rater = (int(axis[off][0]) for axis in np.nonzero(given))
        place = f"row {row}, column {rater}" + (f" of run {run}" if table.shape[0] > 1 else "")
        raise OptionError(
            f"rating {say_code(values[off][0])} ({place}) is not among the labels",
            where="ratings",
            fix="give labels= every point of the scale, or NaN for no rating",
        )
    snapped = table.copy()
    snapped[given] = nearest
    return snapped


def _all_points(table: FloatArray, scale: FloatArray) -> bool:
    """Whether every rating is exactly a point of a scale of whole numbers without gaps, as labels have them: then nothing is to be searched for."""
    low, high = float(scale[0]), float(scale[-1])
    if high - low != len(scale) - 1 or not (scale == np.floor(scale)).all():
        return False
    return bool((((table >= low) & (table <= high) & (table == np.floor(table))) | np.isnan(table)).all())


def _check_rows(n_rows: int, counts: ArrayLike | None, clusters: ArrayLike | None) -> tuple[IntArray, IntArray | None]:
    if counts is not None and clusters is not None:
        raise OptionError("counts and clusters were given together", where="counts", fix="with clusters, give one row for each item")
    numbers = np.ones(n_rows, dtype=np.int64) if counts is None else _whole(counts, n_rows, "counts")
    if (numbers < 0).any():
        raise OptionError("a count is negative", where="counts", fix="counts say how many identical items a row stands for")
    if float(numbers.sum(dtype=np.float64)) >= WHOLE:
        raise OptionError("counts add up to more than 2^53 items, beyond which numbers are not exact", where="counts", fix="divide all counts by one number")
    return numbers, None if clusters is None else _whole(clusters, n_rows, "clusters")


def _whole(numbers: ArrayLike, n_rows: int, name: str) -> IntArray:
    fix = "give one whole number for each row of ratings"
    array = _integers(numbers)
    if array is None:
        array = numeric_table(numbers, where=name, what=f"{name} are not whole numbers", infinite=f"{name} are not whole numbers: one is infinite", fix=fix)
        if np.isnan(array).any():
            raise OptionError(f"{name} are not whole numbers: one is missing or masked", where=name, fix=f"{fix}, and leave out rows that have none")
    if array.shape != (n_rows,):
        raise OptionError(f"{name} have shape {array.shape} where there are {n_rows} rows", where=name, fix="give one number for each row of ratings")
    if array.dtype.kind == "f" and not bool((array == np.floor(array)).all()):
        raise OptionError(f"{name} are not whole numbers", where=name, fix=fix)
    if array.size and (array.dtype.kind == "f" or name == "counts") and max(abs(float(array.max())), abs(float(array.min()))) > WHOLE:
        raise OptionError(f"{name} beyond 2^53 (about 9e15) are not exact", where=name, fix=f"{fix}, below 9e15")
    return array.astype(np.int64)


def _integers(numbers: ArrayLike) -> NDArray[Any] | None:
    """Whole numbers as they are (as floats, names of clusters beyond 2^53 would run together); None where they are not, or some are masked."""
    try:
        array = np.asarray(numbers)
    except ValueError:  # rows differ in length
        return None
    return array if array.dtype.kind in "iu" and not np.ma.is_masked(numbers) else None


def _renumber(clusters: IntArray | None, used: BoolArray) -> IntArray | None:
    """Clusters from 0 without gaps; None where no two rows share one."""
    if clusters is None:
        return None
    names, numbers = np.unique(clusters[used], return_inverse=True)
    return None if len(names) == int(used.sum()) else numbers.ravel().astype(np.int64)


def why_no_pairs(ratings: FloatArray) -> str | None:
    """Why one run's ratings, shape (n_rows, n_raters), hold no two ratings of one item; None where they do."""
    of_rater = [bool((~np.isnan(column)).any()) for column in ratings.T]
    if not any(of_rater):
        return "no ratings"
    if sum(of_rater) < 2:
        return "one rater"
    if not (count_given(ratings) >= 2).any():
        return "no overlap: no item has two ratings"
    return None
