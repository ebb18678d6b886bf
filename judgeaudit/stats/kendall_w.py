"""Kendall's coefficient of concordance W."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.draws import group_rows
from judgeaudit.stats.kernels.mid_ranks import mid_ranker
from judgeaudit.stats.kernels.paired import refuse_unordered
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, IntArray, Sample, check_ratings, why_no_pairs
from judgeaudit.stats.kernels.resampling import Coefficient, Evaluate, divide, estimate, most_sparse_rows, two_or_more

Pairs = Callable[[FloatArray], tuple[FloatArray, FloatArray]]
"""Weights of rows to two sums over pairs of raters: covariances of their ranks, and means of their variances."""

NO_ORDER = "no variation: no rater's ratings differ from one another"


def kendall_w(
    ratings: ArrayLike,
    *,
    level: str = "ordinal",
    labels: Sequence[float] | FloatArray | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    interval: str = "auto",
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Estimate:
    """Do raters put the items into the same order? Ties corrected.

    1 when all raters rank the items alike, however far apart or harsh their scores are. Use it where only the ranking matters.
    Known weakness: chance does not give 0 but about 1/k for k raters (0.5 for two), and no rater counts as harsh; with many ties it
    depends on a few steps of the scale.

    Parameters
    ----------
    ratings : float array, shape (n_items, n_raters) or (n_runs, n_items, n_raters)
        Codes; NaN where there is no rating. Items with a single rating do not count.
    level : {"nominal", "ordinal", "interval"}
        A nominal scale is taken only with two labels.
    labels : sequence of float, optional
        Every point of the scale, ascending; used to check the ratings.
    ci_level, n_resamples, interval, rng, counts, clusters
        See `judgeaudit.stats`.

    Returns
    -------
    Estimate
        0 to 1, higher is better; with ratings missing it may be below 0. `method` has the chi-square test of no concordance, for one
        run without clusters; it is an approximation, poor below eight items. Undefined when there are no ratings, one rater, no item
        with two ratings, one item, or no rater whose ratings differ.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    12 S / (k^2 (n^3 - n) - k sum T), S the sum of squared deviations of rank sums, T = sum (t^3 - t) over a rater's ties of t
    items. This is (1 + (k - 1) r) / k, with r the mean of the covariances of two raters' ranks over the mean of their variances
    (without ties: the mean of Spearman's correlations). With ratings missing r is taken over pairs of raters, ranking only the items
    that both rated, a pair counting as its common items less one, and k is the mean number of ratings of an item (Brueckl's
    generalisation, as in the R package irrNA, but keeping W's own correction of ties so that complete ratings give W exactly).
    In resamples the ranks are computed anew: n_rows x k for each resample, with ratings missing n_rows x k^2.

    chi-square = k (n - 1) W with n - 1 degrees of freedom.

    References
    ----------
    Kendall & Babington Smith 1939, doi:10.1214/aoms/1177732186. Siegel & Castellan 1988, Nonparametric Statistics for the Behavioral
    Sciences, section 9.4. Taylor 1987, doi:10.2307/2531822 (weights of pairs). Brueckl 2011, Altersbedingte Veraenderungen der Stimme
    und Sprechweise von Frauen, p. 88-103 (missing ratings).

    Examples
    --------
    Three comparisons of ten objects with ties, the example of the NAG library's g08da, printed as 0.828:

    >>> ratings = [[1, 4.5, 2, 4.5, 3, 7.5, 6, 9, 7.5, 10], [2.5, 1, 2.5, 4.5, 4.5, 8, 9, 6.5, 10, 6.5], [2, 1, 4.5, 4.5, 4.5, 4.5, 8, 8, 8, 10]]
    >>> round(kendall_w(list(zip(*ratings))).value, 3)
    0.828
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, interval=interval, rng=rng, counts=counts, clusters=clusters
    )  # fmt: skip
    found = estimate(
        sample,
        Coefficient(
            what="Kendall's W, ties corrected" + ("" if _is_complete(sample) else ", pairs of raters over their common items"),
            build=_kernel, used=two_or_more, no_variation=NO_ORDER, lowest=0.0, highest=1.0, pseudo_items=True,
            max_patterns=None if _is_complete(sample) else most_sparse_rows(sample),
            why_undefined=lambda run: refuse_unordered(sample) or why_no_pairs(run) or _why_too_few(run, sample.counts),
        ),
    )  # fmt: skip
    if found.value is None or len(sample.ratings) > 1 or sample.clusters is not None:
        return found
    return found.about(method=f"{found.method}; {_test(sample, found.value)}")


def _is_complete(sample: Sample) -> bool:
    return all(bool((~np.isnan(run))[two_or_more(run)][:, (~np.isnan(run)).any(axis=0)].all()) for run in sample.ratings)


def _why_too_few(ratings: FloatArray, counts: IntArray) -> str | None:
    return "one item: there is no order" if int(counts[two_or_more(ratings)].sum()) < 2 else None


def _test(sample: Sample, value: float) -> str:
    from scipy.special import chdtrc

    rows = two_or_more(sample.ratings[0])
    n = int(sample.counts[rows].sum())
    k = float(((~np.isnan(sample.ratings[0][rows])).sum(axis=1) * sample.counts[rows]).sum()) / n
    chi_square = max(k * (n - 1) * value, 0.0)
    return f"no concordance: chi-square {chi_square:.2f} on {n - 1:,} degrees of freedom, p {_say_p(float(chdtrc(n - 1, chi_square)))}"


def _say_p(p: float) -> str:
    return "< 0.0001" if p < 0.0001 else f"= {p:.4f}"


def _kernel(ratings: FloatArray) -> Evaluate:
    """Rows that are the same share their ranks: where there are many, they are one row of their weights' sum."""
    first, pattern_of = group_rows(ratings[np.newaxis])
    if 2 * len(first) > len(ratings):
        return _kernel_of_rows(ratings)
    of_patterns = _kernel_of_rows(ratings[first])
    return lambda weights: of_patterns(np.stack([np.bincount(pattern_of, weights=row, minlength=len(first)) for row in weights]))


def _kernel_of_rows(ratings: FloatArray) -> Evaluate:
    kept = ratings[:, (~np.isnan(ratings)).any(axis=0)]
    used = two_or_more(kept)
    sizes = np.where(used, (~np.isnan(kept)).sum(axis=1), 0).astype(np.float64)
    few_values = len(np.unique(kept[~np.isnan(kept)])) ** 2 <= len(kept)
    pairs = _complete_pairs(kept, used) if (~np.isnan(kept[used])).all() else _tabled_pairs(kept) if few_values else _common_pairs(kept)

    def evaluate(weights: FloatArray) -> FloatArray:
        k = divide(weights @ sizes, weights @ used.astype(np.float64))
        together, apart = pairs(weights)
        return divide(1 + (k - 1) * divide(together, apart), k)

    return evaluate


def _complete_pairs(ratings: FloatArray, used: BoolArray) -> Pairs:
    rankers = [mid_ranker(np.where(used, column, np.inf)) for column in ratings.T]

    def sums(weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        counted = weights * used
        total, squares = np.zeros(counted.shape), np.zeros(len(counted))
        for ranker in rankers:
            ranks = ranker(counted)
            total += ranks
            squares += (counted * ranks**2).sum(axis=1)
        return (counted * total**2).sum(axis=1) - squares, (len(rankers) - 1) * squares

    return sums


def _common_pairs(ratings: FloatArray) -> Pairs:
    given = ~np.isnan(ratings)
    pairs = [(given[:, a] & given[:, b], ratings[:, a], ratings[:, b]) for a, b in combinations(range(ratings.shape[1]), 2)]
    rankers = [(both, mid_ranker(np.where(both, first, np.inf)), mid_ranker(np.where(both, second, np.inf))) for both, first, second in pairs if both.any()]

    def sums(weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        together, apart = np.zeros(len(weights)), np.zeros(len(weights))
        for both, rank_first, rank_second in rankers:
            counted = weights * both
            first, second, share = rank_first(counted), rank_second(counted), _share(counted.sum(axis=1))
            together += share * (counted * first * second).sum(axis=1)
            apart += share * (counted * (first**2 + second**2)).sum(axis=1) / 2
        return together, apart

    return sums


def _share(n: FloatArray) -> FloatArray:
    """(n - 1) / (n^3 - n): a pair of raters counts as n - 1, in units of the variance of n ranks."""
    return np.asarray(1 / np.maximum(n * (n + 1), 1))


def _tabled_pairs(ratings: FloatArray) -> Pairs:
    """The same from tables of two raters' values, which are smaller than columns of ranks where values are few."""
    values = np.unique(ratings[~np.isnan(ratings)])
    marks = (ratings[:, :, np.newaxis] == values).astype(np.float64)
    cells = [(marks[:, a, :, np.newaxis] * marks[:, b, np.newaxis, :]).reshape(len(ratings), -1) for a, b in combinations(range(ratings.shape[1]), 2)]

    def sums(weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        together, apart = np.zeros(len(weights)), np.zeros(len(weights))
        for cell in cells:
            table = (weights @ cell).reshape(-1, len(values), len(values))
            of_first, of_second = table.sum(axis=2), table.sum(axis=1)
            first, second, share = _mid_ranks(of_first), _mid_ranks(of_second), _share(of_first.sum(axis=1))
            together += share * np.einsum("bk,bkl,bl->b", first, table, second)
            apart += share * ((of_first * first**2).sum(axis=1) + (of_second * second**2).sum(axis=1)) / 2
        return together, apart

    return sums


def _mid_ranks(times: FloatArray) -> FloatArray:
    """Mid-rank of each value, measured from the middle rank, where ascending values occur so many times."""
    return np.asarray(np.cumsum(times, axis=1) - times / 2 - times.sum(axis=1, keepdims=True) / 2)
