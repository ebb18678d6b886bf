"""Scott's pi."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.category_shares import estimate_from_shares
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings
from judgeaudit.stats.kernels.weights import Weights, agreement_weights


def scott_pi(
    ratings: ArrayLike,
    *,
    level: str = "nominal",
    labels: Sequence[float] | FloatArray | None = None,
    weights: Weights = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    interval: str = "auto",
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Estimate:
    """Agreement between two raters, corrected for the agreement that their joint use of the labels gives by chance.

    1 is perfect agreement, 0 what two draws from the pooled labels would reach. Use it to compare with papers that report it;
    on complete ratings it is Fleiss' kappa of two raters. Known weakness: it is low where one label dominates, however often the
    two agree (the kappa paradox), and two raters who use the labels differently are held to agree less by chance than they do.

    Parameters
    ----------
    ratings : float array, shape (n_items, 2) or (n_runs, n_items, 2)
        Codes of the two raters; NaN where missing. Only items with both count, for the use of the labels too
        (`fleiss_kappa` takes that from all items).
    level : {"nominal", "ordinal", "interval"}
        Decides the weights.
    labels : sequence of float, optional
        Every point of the scale, ascending. On an ordinal scale weights count its steps, unused ones too.
    weights : {"identity", "linear", "quadratic", "ordinal"} or float array, shape (n_labels, n_labels), optional
        In place of those of the level.
    ci_level, n_resamples, interval, rng, counts, clusters
        See `judgeaudit.stats`.

    Returns
    -------
    Estimate
        At most 1. Undefined when no item has both labels, or both raters gave every item the same label.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    p_e = sum_kl w_kl pi_k pi_l, with pi_k the mean of the two raters' shares of label k. Krippendorff's alpha of two raters and
    n items without gaps is 1 - (1 - pi) (1 - 1 / (2 n)).

    References
    ----------
    Scott 1955, doi:10.1086/266577. Fleiss 1971, doi:10.1037/h0031619.

    Examples
    --------
    Gwet's table of two abstractors and 100 patients, as published in the irrCAC package:

    >>> table = [[13, 0, 0], [0, 20, 7], [0, 4, 56]]
    >>> pairs = [[i, j] for i in range(3) for j in range(3)]
    >>> round(scott_pi(pairs, labels=[0, 1, 2], counts=[table[i][j] for i, j in pairs]).value, 5)
    0.79624
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, interval=interval, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    table, name = agreement_weights(weights, level=sample.level, points=sample.points, declared=sample.labels is not None)
    what = "Scott's pi" + ("" if name == "identity" else f", {name} weights")
    return estimate_from_shares(sample, table, what=what, chance=_chance, single_ratings=False)


def _chance(shares: FloatArray, weights: FloatArray) -> FloatArray:
    return np.asarray(((shares @ weights) * shares).sum(axis=1))
