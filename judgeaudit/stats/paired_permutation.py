"""Permutation test of two versions' means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast, get_args

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.item_differences import Differences, item_differences
from judgeaudit.stats.kernels.options import generator, one_of
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, IntArray, check_ratings
from judgeaudit.stats.kernels.sign_flips import SAME, drawn_sums, exact_sums
from judgeaudit.stats.shapes import PValue

Alternative = Literal["two-sided", "greater", "less"]

_DRAWS = 9_999


def paired_permutation(
    ratings: ArrayLike,
    *,
    level: str = "interval",
    labels: Sequence[float] | FloatArray | None = None,
    alternative: Alternative = "two-sided",
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int | None = None,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> PValue:
    """Do two versions score the same items equally high, on average?

    Use it for scores, for two-label verdicts whose items share inputs (clusters), and for replicates: it assumes nothing about
    the distribution of scores. Known weakness: what it tests is that the versions are interchangeable on each item, so that
    differences that are skewed about a mean of 0 may be found too; and with five items p cannot be below .06.

    Parameters
    ----------
    ratings : float array, shape (n_items, 2) or (n_runs, n_items, 2)
        Scores of two versions; NaN where missing. Only items with both count. With runs, an item's difference is the mean over
        its runs: the item is what is flipped, never a replicate.
    level : {"nominal", "ordinal", "interval"}
        A nominal scale is taken only with two labels.
    labels : sequence of float, optional
        Every point of the scale, ascending; used to check the ratings.
    alternative : {"two-sided", "greater", "less"}
        "greater": column 0 has the higher mean.
    ci_level
        Not used: a p value has no interval.
    n_resamples : int, optional
        Random sign patterns where the exact distribution is out of reach; by default 9,999. It is in reach for up to 20 items
        that differ, whatever their scores, and for some thousands on a scale of five points. 0: exact or not at all.
    rng, counts, clusters
        See `judgeaudit.stats`. Whole clusters are flipped.

    Returns
    -------
    PValue
        p value, 0 to 1. `statistic` and `effect` are the mean of column 0 less column 1, in points of the scale. 1 where no item
        differs. Undefined when no item has both scores.

    Raises
    ------
    OptionError
        Ratings or options that make no sense, or random sign patterns without a generator.

    Notes
    -----
    If versions are interchangeable on each item, each difference might as well have the other sign. p is the share of sign
    patterns whose mean is at least as extreme; of m drawn ones, (b + 1) / (m + 1), which never rejects too often.

    References
    ----------
    Fisher 1935, The Design of Experiments, section 21. Phipson & Smyth 2010, doi:10.2202/1544-6115.1585 ((b + 1) / (m + 1)).

    Examples
    --------
    Fisher 1935, section 21, Darwin's 15 pairs of maize plants, crossed less self-fertilised, in eighths of an inch: 1,726 of
    32,768 patterns are as extreme:

    >>> differences = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    >>> found = paired_permutation([[difference, 0] for difference in differences])
    >>> round(found.value * 2**15), round(found.effect, 3)
    (1726, 20.933)
    """
    alternative = cast(Alternative, one_of(alternative, "alternative", get_args(Alternative)))
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=0 if n_resamples is None else n_resamples, rng=rng,
        counts=counts, clusters=clusters, n_raters=2,
    )  # fmt: skip
    found = item_differences(sample)
    if isinstance(found, str):
        return PValue(undefined=found)
    sums, times, units = _units(found)
    value, how = _p_value(sums, times, alternative, _DRAWS if n_resamples is None else sample.n_resamples, sample.rng)
    return PValue(
        value=value, statistic=found.mean, effect=found.mean, n_items=found.n_items, n_ratings=found.n_ratings,
        method=f"paired permutation test of the mean difference, {alternative}, signs flipped within {units}, {how}{found.say_runs()}",
    )  # fmt: skip


def _units(found: Differences) -> tuple[FloatArray, IntArray, str]:
    """Differences that are flipped, how many units have each, and what a unit is."""
    if found.clusters is None:
        return found.values, found.counts, "items"
    names, cluster_of = np.unique(found.clusters, return_inverse=True)
    sums = np.bincount(cluster_of.ravel(), weights=found.values).astype(np.float64)
    return sums, np.ones(len(names), dtype=np.int64), f"{len(names):,} clusters"


def _p_value(sums: FloatArray, times: IntArray, alternative: Alternative, n_draws: int, rng: np.random.Generator | None) -> tuple[float, str]:
    observed, reach = float(sums @ times), float(np.abs(sums) @ times)
    sizes, size_of = np.unique(np.abs(sums), return_inverse=True)
    counts = np.bincount(size_of.ravel(), weights=times).astype(np.int64)
    moved = sizes > SAME * float(sizes.max(initial=0.0))
    sizes, counts = sizes[moved], counts[moved]
    if not len(sizes):
        return 1.0, "no item differs, so that every sign pattern gives the same mean, and p = 1"
    exact = exact_sums(sizes, counts)
    if exact is not None:
        extreme = _as_extreme(exact[0], observed, alternative, SAME * reach)
        return 1.0 if extreme.all() else min(1.0, float(exact[1][extreme].sum())), "exact over all sign patterns"
    if not n_draws:
        raise OptionError("there are too many sign patterns to go through all", where="n_resamples", fix="use n_resamples=9999 with rng=, or leave it out")
    drawn = drawn_sums(sizes, counts, n_draws, generator(rng, why="drawing sign patterns"))
    hits = int(_as_extreme(drawn, observed, alternative, SAME * reach).sum())
    return (hits + 1) / (n_draws + 1), f"{n_draws:,} random sign patterns, (b + 1) / (m + 1)"


def _as_extreme(sums: FloatArray, observed: float, alternative: Alternative, rounding: float) -> BoolArray:
    if alternative == "greater":
        return sums >= observed - rounding
    if alternative == "less":
        return sums <= observed + rounding
    return np.abs(sums) >= abs(observed) - rounding
