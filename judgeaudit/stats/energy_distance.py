"""Energy distance of two sets of vectors."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit.stats.kernels.vector_samples import check_samples
from judgeaudit.stats.kernels.within_item_permutation import check_draws, labellings, p_value, pair_sums
from judgeaudit.stats.shapes import PValue


def energy_distance(
    first: ArrayLike,
    second: ArrayLike,
    *,
    items_first: ArrayLike | None = None,
    items_second: ArrayLike | None = None,
    n_resamples: int = 1_000,
    rng: np.random.Generator | None = None,
) -> PValue:
    """Do two versions give vectors (embedded rationales) of the same distribution, without a kernel to choose?

    Use it beside or in place of `mmd`, where no bandwidth should be argued about. Labels are permuted within items, so that
    items may differ as they like. Known weakness: it looks at distances, so a few far-off vectors weigh heavily; and similar
    vectors are not the same reasons.

    Parameters
    ----------
    first, second : float array, shape (n_first, n_dimensions) and (n_second, n_dimensions)
        Vectors of the two versions; a row with NaN is no vector, and left out. At most 20,000 rows in all.
    items_first, items_second : array of int or str, shape (n_first,) and (n_second,), optional
        Item of each vector, numbers or text and not both; every vector has one. Items that only one version has are left out.
        Without items, labels are permuted among all vectors: right only where each vector is of an item of its own.
    n_resamples : int
        Permutations.
    rng : numpy.random.Generator
        Needed. The same state gives the same p value, in whatever order vectors come.

    Returns
    -------
    PValue
        p value, above 0 to 1, one-sided (larger is more different). `statistic` is the energy distance, 0 or more, in the unit of the
        vectors; `effect` the same as a share of twice the mean distance between the sets, 0 (alike) to 1. 1 where all vectors
        are the same. Undefined when a set has no vectors, or no item has vectors in both sets.

    Raises
    ------
    OptionError
        Vectors or options that make no sense, no generator, or too many vectors.

    Notes
    -----
    2 mean |x - y| - mean |x - x'| - mean |y - y'| over all pairs, those of a vector with itself too: the square of what
    `scipy.stats.energy_distance` gives in one dimension. p = (b + 1) / (m + 1) over m permutations.

    References
    ----------
    Szekely & Rizzo 2013, doi:10.1016/j.jspi.2013.03.018. Phipson & Smyth 2010, doi:10.2202/1544-6115.1585.

    Examples
    --------
    The example of `scipy.stats.energy_distance`, printed as 2.0 (its square is ours):

    >>> found = energy_distance([[0.0]], [[2.0]], rng=np.random.default_rng(1))
    >>> found.statistic
    4.0
    """
    n_resamples, generator = check_draws(n_resamples, rng)
    samples = check_samples(first, second, items_first, items_second)
    if isinstance(samples, str):
        return PValue(undefined=samples)
    n = len(samples.vectors)
    sums = pair_sums(samples, labellings(samples, n_resamples, generator), np.sqrt)
    if sums.scale == 0:
        return PValue(
            value=1.0, statistic=0.0, effect=0.0, n_items=samples.n_items, n_ratings=n,
            method="energy distance; all vectors are the same, so that no permutation changes anything, and p = 1",
        )  # fmt: skip
    x, y = sums.n_first, sums.n_second
    between = 2 * sums.between / (x * y)
    found = between - sums.within_first / x**2 - sums.within_second / y**2
    statistic = max(0.0, float(found[0]))
    return PValue(
        value=p_value(found, sums.scale), statistic=statistic, effect=statistic / float(between[0]) if between[0] > 0 else 0.0,
        n_items=samples.n_items, n_ratings=n, method=f"energy distance; {n_resamples:,} permutations, {samples.words}",
    )  # fmt: skip
