"""Upper bound on the share of items that flip."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.agreement_shares import estimate_share, unanimous, values_of_runs
from judgeaudit.stats.kernels.intervals import Facts, choose_interval
from judgeaudit.stats.kernels.rates import clopper_pearson_upper, effective_items, say_units
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings


def flip_rate_upper(
    ratings: ArrayLike,
    *,
    level: str = "nominal",
    labels: Sequence[float] | FloatArray | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Estimate:
    """The largest share of items with at least one flip that the data still allow.

    Use it where no or few flips were seen: 0 flips among 20 items leave room for 14 %. Known weakness: a bound for this
    number of replicates; more replicates show more flips.

    Parameters
    ----------
    ratings : float array, shape (n_items, n_raters) or (n_runs, n_items, n_raters)
        Codes of the replicates; NaN where there is no rating. Items with a single rating do not count.
    level : {"nominal", "ordinal", "interval"}
        Not used: labels are the same or they are not, at every level.
    labels : sequence of float, optional
        Every point of the scale, ascending; used to check the ratings.
    ci_level : float
        One-sided confidence.
    n_resamples, rng, counts, clusters
        See `judgeaudit.stats`. The bound is exact, whatever `n_resamples` is; with clusters it uses the number of
        independent items that they are worth (Korn & Graubard).

    Returns
    -------
    Estimate
        `value` and `high` are the bound, 0 to 1, lower is better; `low` is 0. Undefined when there are no ratings, one
        rater, or no item with two ratings.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    Clopper-Pearson: the share at which as few flipped items as were seen, or fewer, have probability 1 - ci_level.

    References
    ----------
    Clopper & Pearson 1934, doi:10.1093/biomet/26.4.404. Korn & Graubard 1998, Survey Methodology 24, 193-201.

    Examples
    --------
    No flip among 20 items (1 - 0.05^(1/20)):

    >>> round(flip_rate_upper([[1, 1, 1]] * 20).value, 4)
    0.1391
    """
    sample = check_ratings(ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters)
    flipped = estimate_share(sample, lambda counts: 1 - unanimous(counts), what="")
    if flipped.value is None:
        return flipped
    values = values_of_runs(sample, lambda counts: 1 - unanimous(counts))
    runs = (~np.isnan(values)).sum(axis=0)
    of_item = np.where(runs > 0, np.nan_to_num(values).sum(axis=0) / np.maximum(runs, 1), np.nan)
    n, n_clusters = effective_items(of_item, sample)
    bound = clopper_pearson_upper(flipped.value * n, n, sample.ci_level)
    seen = f"{flipped.value * flipped.n_items:.4g} of {flipped.n_items} items flipped at least once"
    choice = choose_interval(Facts(kind="bound", n_units=flipped.n_items, units=say_units(flipped.n_items, n_clusters), worth=n, ci_level=sample.ci_level))
    method = f"{choice.words}; {seen}"
    return flipped.model_copy(update={"value": bound, "low": 0.0, "high": bound, "method": method})
