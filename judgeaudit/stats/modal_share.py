"""Share of the most frequent label."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.agreement_shares import label_counts
from judgeaudit.stats.kernels.options import whole
from judgeaudit.stats.kernels.rarefaction import expected_largest_share
from judgeaudit.stats.kernels.rates import rate, say_number
from judgeaudit.stats.kernels.ratings_check import FloatArray, Sample, check_ratings, why_no_pairs


def modal_share(
    ratings: ArrayLike,
    *,
    level: str = "nominal",
    labels: Sequence[float] | FloatArray | None = None,
    k: int | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Estimate:
    """How large a part of an item's ratings carries its most frequent label, on average.

    Use it to compare with papers that report it. Known weakness: it falls with the number of ratings although nothing
    changes (with 8 equally likely labels .451 for 3 ratings, .224 for 30); compare judges at one number of ratings only
    (`k`), or read `pairwise_agreement`, which does not depend on it.

    Parameters
    ----------
    ratings : float array, shape (n_items, n_raters) or (n_runs, n_items, n_raters)
        Codes; NaN where there is no rating. Items with a single rating do not count.
    level : {"nominal", "ordinal", "interval"}
        Not used: labels are the same or they are not, at every level.
    labels : sequence of float, optional
        Every point of the scale, ascending; used to check the ratings.
    k : int, optional
        Number of ratings that the share is given for: each item's expected share among k of its ratings (rarefaction).
        Items with fewer do not count, and are said. None: as many as each item has.
    ci_level, n_resamples, rng, counts, clusters
        See `judgeaudit.stats`. The interval is Wilson's on items, whatever `n_resamples` is.

    Returns
    -------
    Estimate
        Above 0 to 1, higher is better; `method` says the number of ratings that it holds for. Undefined when there are no
        ratings, one rater, or no item with two ratings (with k).

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    Mean over items of max_c n_c / k. One minus it is Freeman's variation ratio. With k below the number of ratings: the mean
    of that over all choices of k of an item's ratings, exactly (no sampling).

    References
    ----------
    Freeman 1965, Elementary Applied Statistics, p. 40. Hurlbert 1971, doi:10.2307/1934145 (rarefaction).

    Examples
    --------
    Fleiss 1971, table 1, items 1 to 3: six psychiatrists, shares 1, 3/6 and 4/6:

    >>> ratings = [[4, 4, 4, 4, 4, 4], [2, 2, 2, 5, 5, 5], [2, 3, 3, 3, 3, 5]]
    >>> round(modal_share(ratings).value, 4)
    0.7222
    """
    sample = check_ratings(ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters)
    if k is not None:
        k = whole(k, "k", fix="use a whole number from 2 to the number of replicates that every judge has", at_least=2)
    numbers = (~np.isnan(sample.ratings)).sum(axis=2)
    used = numbers >= (k or 2)
    values = np.array([_shares(run, rows, k) for run, rows in zip(sample.ratings, used, strict=True)])
    reason = next(filter(None, (why_no_pairs(run) for run in sample.ratings)), f"no item has {k} ratings")
    n_ratings = int((numbers * used * sample.counts).sum())
    return rate(sample, values, n_ratings=n_ratings, reason=reason, what=f"mean over items of the share of the most frequent label {_say_k(sample, k)}")


def _shares(ratings: FloatArray, used: np.ndarray[tuple[int], np.dtype[np.bool_]], k: int | None) -> FloatArray:
    shares = np.full(len(ratings), np.nan)
    if used.any():
        counts = label_counts(ratings[used])
        shares[used] = counts.max(axis=1) / counts.sum(axis=1) if k is None else expected_largest_share(counts, k)
    return shares


def _say_k(sample: Sample, k: int | None) -> str:
    """The number of ratings that the share holds for, and what to make of it."""
    numbers = (~np.isnan(sample.ratings)).sum(axis=2)
    of_items = np.unique(numbers[numbers >= 2])
    if len(of_items) == 0:
        return ""
    if k is not None:
        short = int(sample.counts[(numbers.max(axis=0) < k) & (numbers.max(axis=0) > 0)].sum())
        left_out = f", {say_number(short, 'item')} with fewer left out" if short else ""
        return f"among {k} of up to {of_items[-1]} replicates{left_out}"
    compare = "falls as replicates rise: compare at equal k, or read pairwise_agreement"
    if len(of_items) == 1:
        return f"of {of_items[0]} replicates ({compare})"
    return f"of {of_items[0]} to {of_items[-1]} replicates, unequal between items ({compare})"
