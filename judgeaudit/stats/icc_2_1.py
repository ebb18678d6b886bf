"""Intraclass correlation ICC(2,1)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.paired import refuse_unordered
from judgeaudit.stats.ratings_check import BoolArray, FloatArray, IntArray, check_ratings, why_no_pairs
from judgeaudit.stats.resampling import Coefficient, Evaluate, divide, estimate


def icc_2_1(
    ratings: ArrayLike,
    *,
    level: str = "interval",
    labels: Sequence[float] | FloatArray | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Estimate:
    """Which part of the variance of single ratings lies between items: two-way, raters random, absolute agreement.

    1 when all raters give each item the same score; a rater who is harsher by a constant lowers it. Use it for a panel of
    judges. Known weakness: needs complete rows (items that a rater left out are dropped) and items that differ.

    Parameters
    ----------
    ratings : float array, shape (n_items, n_raters) or (n_runs, n_items, n_raters)
        Scores; NaN where there is no rating. Items without a rating of every rater do not count; a rater
        without any rating is left out.
    level : {"nominal", "ordinal", "interval"}
        A nominal scale is taken only with two labels.
    labels : sequence of float, optional
        Every point of the scale, ascending; used to check the ratings.
    ci_level, n_resamples, rng, counts, clusters
        See `judgeaudit.stats`.

    Returns
    -------
    Estimate
        At most 1, higher is better, may be below 0. Undefined when there are no ratings, one rater, no or one item that all rated, or one value only.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    (MSB - MSE) / (MSB + (k - 1) MSE + k (MSJ - MSE) / n).

    References
    ----------
    Shrout & Fleiss 1979, doi:10.1037/0033-2909.86.2.420. McGraw & Wong 1996, doi:10.1037/1082-989X.1.1.30, ICC(A,1).

    Examples
    --------
    Shrout & Fleiss 1979, table 2, six targets and four judges, printed as 0.29:

    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> round(icc_2_1(ratings).value, 2)
    0.29
    """
    sample = check_ratings(ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters)
    incomplete = int((sample.counts * ((~np.isnan(sample.ratings)).any(axis=2) & ~_complete_rows(sample.ratings))).sum())
    left_out = f", {incomplete} incomplete rows left out" if incomplete else ""
    return estimate(
        sample,
        Coefficient(
            what="ICC(2,1), two-way random effects, absolute agreement, single ratings" + left_out, build=_kernel, used=_complete, any_order=False,
            why_undefined=lambda run: refuse_unordered(sample) or why_no_pairs(run) or _why_too_few(run, sample.counts),
        ),
    )  # fmt: skip


def _complete_rows(ratings: FloatArray) -> BoolArray:
    """Rows with a rating of every rater who rated anything, shape (n_runs, n_rows)."""
    return np.array([_complete(run) for run in ratings])


def _complete(ratings: FloatArray) -> BoolArray:
    given = ~np.isnan(ratings)
    return np.asarray(given[:, given.any(axis=0)].all(axis=1) & given.any(axis=1))


def _why_too_few(ratings: FloatArray, counts: IntArray) -> str | None:
    n = int(counts[_complete(ratings)].sum())
    return {0: "no overlap: no item has a rating of every rater", 1: "one item: nothing varies between items"}.get(n)


def _kernel(ratings: FloatArray) -> Evaluate:
    used = _complete(ratings)
    scores = ratings[:, (~np.isnan(ratings)).any(axis=0)]
    k = scores.shape[1]
    scores = np.where(used[:, np.newaxis], scores - scores[used].mean(), 0.0)
    summands = np.column_stack([used, k * scores.mean(axis=1) ** 2, (scores**2).sum(axis=1), scores])

    def evaluate(weights: FloatArray) -> FloatArray:
        sums = weights @ summands
        n, items_raw, total_raw, of_rater = sums[:, 0], sums[:, 1], sums[:, 2], sums[:, 3:]
        correction = divide(of_rater.sum(axis=1) ** 2, k * n)
        items, raters, total = items_raw - correction, divide((of_rater**2).sum(axis=1), n) - correction, total_raw - correction
        msb, msj, mse = divide(items, n - 1), raters / (k - 1), divide(total - items - raters, (n - 1) * (k - 1))
        varied = total > 1e-12 * total_raw
        return divide(msb - mse, np.where(varied, msb + (k - 1) * mse + k * divide(msj - mse, n), 0.0))

    return evaluate
