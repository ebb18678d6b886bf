"""Krippendorff's alpha of vectors: whether rationales of one item are nearer to each other than those of different items."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.item_vectors import ItemVectors, add_up_vectors, chance_distance, items_that_differ, share_that_differs
from judgeaudit.stats.kernels.options import one_of, resampling, share
from judgeaudit.stats.kernels.ratings_check import FloatArray, Sample
from judgeaudit.stats.kernels.resampling import Coefficient, Evaluate, divide, estimate

INTERVALS = ("auto", "percentile", "bca", "jackknife")


def rationale_alpha(
    vectors: ArrayLike,
    items: ArrayLike,
    *,
    raters: ArrayLike | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    interval: str = "auto",
    rng: np.random.Generator | None = None,
    clusters: ArrayLike | None = None,
) -> Estimate:
    """Does a judge give the same reason again: agreement of embedded rationales, corrected for how alike any two of them are.

    1 means that all rationales of an item are the same, 0 that those of one item are no nearer to each other than those of
    different items: what a judge says anyhow (boilerplate) is no agreement. With `raters`, whether different judges give the
    same reason. Known weakness: similar vectors are not the same reasons (embeddings hardly see numbers and negation; a
    contradiction can be nearer than a paraphrase), and an item's topic alone brings its rationales together.

    Parameters
    ----------
    vectors : float array, shape (n_vectors, n_dimensions)
        Embedded rationales, of any length above 0: only their direction counts. A row with NaN, or of zeros, is no vector, and
        left out.
    items : array of int or str, shape (n_vectors,)
        Item of each vector, numbers or text and not both. Items with a single vector do not count.
    raters : array of int or str, shape (n_vectors,), optional
        Judge of each vector. Only pairs of different judges then count, within items and by chance.
    ci_level, n_resamples, interval, rng
        See `judgeaudit.stats`.
    clusters : array of int or str, shape (n_vectors,), optional
        Cluster of each vector, the same for all vectors of an item.

    Returns
    -------
    Estimate
        At most 1, higher is better. Undefined when there are no vectors, one rater (with `raters`), no item with two vectors,
        only one item that has two, or every vector is the same. `n_ratings` counts the vectors that were used.

    Raises
    ------
    OptionError
        Vectors or options that make no sense.

    Notes
    -----
    alpha = 1 - D_o / D_e with the distance 1 - cos, which is half the squared distance of unit vectors. D_o: mean over items of
    the mean distance of an item's pairs, an item counting with its vectors. D_e: mean distance of all pairs of these vectors.
    Exact without comparing all pairs: the distances of n unit vectors add up to n^2 - |their sum|^2. Items (clusters) are resampled;
    cost and memory grow with the number of items, not with pairs.

    References
    ----------
    Krippendorff 2011, Computing Krippendorff's Alpha-Reliability (any distance that fits the data may stand in for his).

    Examples
    --------
    Krippendorff 2011, section D, four observers and 12 units, nominal .743; a vector with a single 1 for each label, as 1 - cos
    is then 0 for the same label and 1 for two labels:

    >>> units = ["111", "2232", "3333", "3333", "2222", "1234", "4444", "1121", "2222", "555", "11", "3"]
    >>> items = [unit for unit, labels in enumerate(units) for _ in labels]
    >>> vectors = [np.eye(5)[int(label) - 1] for label in "".join(units)]
    >>> round(rationale_alpha(vectors, items).value, 3)
    0.743
    """
    interval = one_of(interval, "interval", INTERVALS)
    ci_level = share(ci_level, "ci_level", fix="use 0.95")
    n_resamples, rng = resampling(n_resamples, rng)
    summed = add_up_vectors(vectors, items, raters, clusters)
    if isinstance(summed, str):
        return Estimate.missing(summed)
    n_items = len(summed.n_rows)
    names = np.arange(n_items, dtype=np.float64)
    sample = Sample(
        ratings=names.reshape(1, n_items, 1), counts=np.ones(n_items, dtype=np.int64), clusters=summed.clusters, labels=None, level="nominal",
        ci_level=ci_level, n_resamples=n_resamples, rng=rng, interval=interval,
    )  # fmt: skip
    pairs = "pairs of different raters" if summed.told_apart else "all pairs"
    found = estimate(
        sample,
        Coefficient(
            what=", ".join(filter(None, (f"Krippendorff's alpha, distance 1 - cos, {pairs}", summed.words))), build=lambda run: _of_weights(run, summed),
            used=lambda run: ~np.isnan(run[:, 0]), why_undefined=lambda run: None, no_variation="no variation: every vector is the same",
            chance_difference=lambda run, times: share_that_differs(summed), pseudo_items=False,
            taken_as_given=_say_few(items_that_differ(summed)),
        ),
    )  # fmt: skip
    return found.model_copy(update={"n_ratings": int(summed.n_rows.sum())})


def _say_few(n_items: int) -> str:
    """That reasons which few items, or none, show may be commoner than in these; empty where many do."""
    few = thresholds.FEW_DISAGREEING
    return f"rationales stand apart on {n_items} items, fewer than {few}: coverage may be lower than nominal" if n_items < few else ""


def _of_weights(run: FloatArray, vectors: ItemVectors) -> Evaluate:
    """Alpha of weights of rows, each of which is the number of an item."""
    item_of_row = run[:, 0].astype(np.int64)
    in_order = np.array_equal(item_of_row, np.arange(len(vectors.n_rows)))

    def alpha(weights: FloatArray) -> FloatArray:
        of_items = weights
        if not in_order:
            of_items = np.zeros((len(weights), len(vectors.n_rows)))
            for row, item in enumerate(item_of_row):
                of_items[:, item] += weights[:, row]
        observed = divide(of_items @ (vectors.n_rows * vectors.within), of_items @ vectors.n_rows)
        return np.asarray(1 - observed / chance_distance(vectors, of_items))

    return alpha
