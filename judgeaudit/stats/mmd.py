"""Maximum mean discrepancy of two sets of vectors."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit.stats.kernels.options import flag, number
from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.stats.kernels.vector_samples import VectorSamples, check_samples
from judgeaudit.stats.kernels.within_item_permutation import PairSums, check_draws, labellings, p_value, pair_sums, squared_distances
from judgeaudit.stats.shapes import PValue

_ROWS_FOR_MEDIAN = 2_000

SMALLEST = 1e-75
"""Least bandwidth: the square of a smaller one is lost as a float."""


def mmd(
    first: ArrayLike,
    second: ArrayLike,
    *,
    items_first: ArrayLike | None = None,
    items_second: ArrayLike | None = None,
    bandwidth: float | None = None,
    biased: bool = False,
    n_resamples: int = 1_000,
    rng: np.random.Generator | None = None,
) -> PValue:
    """Do two versions give vectors (embedded rationales) of the same distribution, item by item?

    Use it to see drift in rationales that labels do not show. Labels are permuted within items, so that items may differ as
    they like. Known weakness: similar vectors are not the same reasons (embeddings hardly see numbers and negation); it says
    that something moved, not what; and the kernel sees best what moves by about one bandwidth.

    Parameters
    ----------
    first, second : float array, shape (n_first, n_dimensions) and (n_second, n_dimensions)
        Vectors of the two versions; a row with NaN is no vector, and left out. At most 20,000 rows in all.
    items_first, items_second : array of int or str, shape (n_first,) and (n_second,), optional
        Item of each vector, numbers or text and not both; every vector has one. Items that only one version has are left out.
        Without items, labels are permuted among all vectors: right only where each vector is of an item of its own.
    bandwidth : float, optional
        Sigma of the kernel; by default the median distance of different vectors (of 2,000 rows drawn where there are more).
    biased : bool
        Whether pairs of a vector with itself count.
    n_resamples : int
        Permutations.
    rng : numpy.random.Generator
        Needed. The same state gives the same p value, in whatever order vectors come.

    Returns
    -------
    PValue
        p value, above 0 to 1, one-sided (larger is more different). `statistic` and `effect` are MMD^2, at most 2; unbiased, it may
        be below 0. 1 where all vectors are the same. Undefined when a set has no vectors, no item has vectors in both sets, or
        a set has one vector (unbiased form).

    Raises
    ------
    OptionError
        Vectors or options that make no sense, no generator, or too many vectors.

    Notes
    -----
    MMD^2 = mean of k(x, x') + mean of k(y, y') - 2 mean of k(x, y), k(a, b) = exp(-|a - b|^2 / (2 sigma^2)), pairs of different
    vectors; p = (b + 1) / (m + 1) over m permutations. All pairs are compared, in blocks: memory does not grow with their number.

    References
    ----------
    Gretton et al. 2012, Journal of Machine Learning Research 13, 723-773. Phipson & Smyth 2010, doi:10.2202/1544-6115.1585.

    Examples
    --------
    No printed example is at hand; worked by hand from Gretton et al. 2012, lemma 6, for 0, 1, 2 and 1, 2, 4: pairs within the sets
    add up to 1.34840 and 0.75297, between them to 4.10171, and 1.34840 / 3 + 0.75297 / 3 - 2 x 4.10171 / 9 = -0.21103:

    >>> found = mmd([[0.0], [1.0], [2.0]], [[1.0], [2.0], [4.0]], bandwidth=1.0, rng=np.random.default_rng(1))
    >>> round(found.statistic, 7)
    -0.2110333
    """
    n_resamples, generator = check_draws(n_resamples, rng)
    if bandwidth is not None:
        bandwidth = number(
            bandwidth, "bandwidth", fix="use a number above 0, near the distances of vectors, or leave it out", at_least=SMALLEST, at_most=1 / SMALLEST
        )
    biased = flag(biased, "biased")
    samples = check_samples(first, second, items_first, items_second)
    if isinstance(samples, str):
        return PValue(undefined=samples)
    n = len(samples.vectors)
    if min(int(samples.first.sum()), int((~samples.first).sum())) < 2 and not biased:
        return PValue(undefined="one vector in one of the sets: the unbiased form needs two", n_items=samples.n_items, n_ratings=n)
    sigma = _median_distance(samples, generator) if bandwidth is None else float(bandwidth)
    what = f"MMD^2, {'biased' if biased else 'unbiased'}, RBF kernel"
    if sigma == 0:
        return PValue(
            value=1.0, statistic=0.0, effect=0.0, n_items=samples.n_items, n_ratings=n,
            method=f"{what}; all vectors are the same, so that no permutation changes anything, and p = 1",
        )  # fmt: skip
    sums = pair_sums(samples, labellings(samples, n_resamples, generator), lambda squared: np.exp(squared / (-2 * sigma * sigma)))
    found = _discrepancies(sums, biased=biased)
    given = "given" if bandwidth is not None else "median distance"
    return PValue(
        value=p_value(found, sums.scale), statistic=float(found[0]), effect=float(found[0]), n_items=samples.n_items, n_ratings=n,
        method=f"{what}, bandwidth {sigma:.4g} ({given}); {n_resamples:,} permutations, {samples.words}",
    )  # fmt: skip


def _discrepancies(sums: PairSums, *, biased: bool) -> FloatArray:
    """MMD^2 of each labelling."""
    x, y = sums.n_first, sums.n_second
    if biased:  # k(a, a) = 1
        return (sums.within_first + x) / x**2 + (sums.within_second + y) / y**2 - 2 * sums.between / (x * y)
    return sums.within_first / (x * (x - 1)) + sums.within_second / (y * (y - 1)) - 2 * sums.between / (x * y)


def _median_distance(samples: VectorSamples, rng: np.random.Generator) -> float:
    """Median distance of pairs of different vectors; 0 where all are the same."""
    vectors = samples.vectors
    if len(vectors) > _ROWS_FOR_MEDIAN:
        vectors = vectors[np.sort(rng.choice(len(vectors), _ROWS_FOR_MEDIAN, replace=False))]
    distances = np.sqrt(squared_distances(vectors, 0, len(vectors))[np.triu_indices(len(vectors), 1)])
    apart = distances[distances > 0]
    return float(np.median(apart)) if len(apart) else 0.0
