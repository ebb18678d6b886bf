"""Number of independent judges that a panel is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.draws import distinct_rows
from judgeaudit.stats.kernels.numeric_table import numeric_table
from judgeaudit.stats.kernels.pair_correlations import pair_correlations
from judgeaudit.stats.kernels.paired import indicators
from judgeaudit.stats.kernels.rare_labels import off_commonest
from judgeaudit.stats.kernels.ratings_check import FloatArray, Sample, as_floats, check_ratings, why_no_pairs
from judgeaudit.stats.kernels.resampling import Coefficient, Evaluate, divide, estimate, two_or_more


def effective_judges(
    ratings: ArrayLike,
    *,
    level: str = "nominal",
    labels: Sequence[float] | FloatArray | None = None,
    gold: ArrayLike | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    interval: str = "auto",
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Estimate:
    """How many judges that err independently a panel is worth: nine models that make the same mistakes are one.

    Use it before a majority vote is trusted. With gold it is computed from the errors, which is what counts. Known
    weakness: without gold it is computed from the labels, and what judges share because it is true counts as dependence; a
    judge that never varies counts as one more judge like the rest.

    Parameters
    ----------
    ratings : float array, shape (n_items, n_judges) or (n_runs, n_items, n_judges)
        Codes; NaN where there is no rating.
    level : {"nominal", "ordinal", "interval"}
        Nominal labels are correlated as indicators (Gorodkin's R_K) and err or do not; others are numbers.
    labels : sequence of float, optional
        Every point of the scale, ascending.
    gold : float array, shape (n_items,), optional
        Gold codes; NaN where there is none. Items without gold then do not count.
    ci_level, n_resamples, interval, rng, counts, clusters
        See `judgeaudit.stats`.

    Returns
    -------
    Estimate
        1 to n_judges, higher is better. Undefined when there are no ratings, one rater, no item with two ratings, or no
        two judges whose labels (errors) both vary.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    Kish: n / (1 + (n - 1) r), with n the judges that rated anything and r the mean correlation over pairs of judges, each on
    the items that both rated. Pairs without a correlation (a judge never varies, no common items) are left out of the mean,
    and a mean below 0 is taken as 0, so that there are never more effective judges than judges; `method` says both.

    References
    ----------
    Kish 1965, Survey Sampling, section 5.4. Clemen & Winkler 1985, doi:10.1287/opre.33.2.427.

    Examples
    --------
    Two judges that always agree beside one that is uncorrelated with them, r = 1/3:

    >>> round(effective_judges([[0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 1, 1]]).value, 4)
    1.8
    """
    sample = check_ratings(
        ratings if gold is None else _with_gold(ratings, gold), level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, interval=interval, rng=rng,
        counts=counts, clusters=clusters,
    )  # fmt: skip
    of_what = "labels" if gold is None else "errors"

    def judges(run: FloatArray) -> FloatArray:
        return run if gold is None else np.where(np.isnan(run[:, -1:]), np.nan, run[:, :-1])

    shared = ", shared truth included" if gold is None else ""
    return estimate(
        sample,
        Coefficient(
            what=f"Kish's effective number from the mean correlation of {of_what}{shared}{_say_pairs(sample, judges, with_gold=gold is not None)}",
            build=lambda run: _kernel(judges(run), _columns(run, sample, with_gold=gold is not None)), used=lambda run: two_or_more(judges(run)),
            lowest=1.0, pseudo_items=True, rare=off_commonest, least_units=100, one_apart=True,
            why_undefined=lambda run: why_no_pairs(judges(run)), no_variation=f"no variation: no two judges' {of_what} both vary",
        ),
    )  # fmt: skip


def _with_gold(ratings: ArrayLike, gold: ArrayLike) -> FloatArray:
    fix = "give one gold code for each item, NaN where there is none"
    table, column = as_floats(ratings), numeric_table(gold, where="gold", what="gold codes are not numbers", infinite="a gold code is infinite", fix=fix)
    if table.ndim not in (2, 3) or column.shape != (table.shape[-2],):
        raise OptionError(f"gold has shape {column.shape} and ratings {table.shape}", where="gold", fix=fix)
    return np.concatenate([table, np.broadcast_to(column[:, np.newaxis], (*table.shape[:-1], 1))], axis=-1)


def _columns(run: FloatArray, sample: Sample, *, with_gold: bool) -> list[FloatArray]:
    """What is correlated, one table of columns for each judge; NaN is left for the kernel to mask."""
    if with_gold:
        judges, gold = run[:, :-1].T, run[:, -1]
        return [(np.where(judge == gold, 0.0, 1.0) if sample.level == "nominal" else judge - gold)[:, np.newaxis] for judge in judges]
    if sample.level == "nominal":
        return [indicators(judge, sample.points) for judge in run.T]
    middle = sample.points.mean() if sample.points.size else 0.0
    return [judge[:, np.newaxis] - middle for judge in run.T]


def _correlations(judges: FloatArray, columns: list[FloatArray]) -> Callable[[FloatArray], FloatArray]:
    """The correlations of each two judges that rated anything, as a function of weights."""
    active = np.flatnonzero((~np.isnan(judges)).any(axis=0))
    if len(active) < 2:
        return lambda weights: np.empty((0, len(weights)))
    return pair_correlations(np.stack([columns[judge] for judge in active], axis=1), ~np.isnan(judges[:, active]))


def _say_pairs(sample: Sample, judges: Callable[[FloatArray], FloatArray], *, with_gold: bool) -> str:
    """How many pairs have no correlation, and that a mean below 0 was taken as 0; empty where there is nothing to say."""
    patterns, counts = distinct_rows(sample.ratings, sample.counts, any_order=False)
    weights = counts[np.newaxis].astype(np.float64)
    runs = [_correlations(judges(run), _columns(run, sample, with_gold=with_gold))(weights)[:, 0] for run in patterns]
    found = np.concatenate(runs)
    left_out = int(np.isnan(found).sum())
    below = any(np.nansum(run) < -1e-9 for run in runs)
    said = [f"{left_out} of {len(found)} pairs have none and are left out" if left_out else "", "a mean below 0 is taken as 0" if below else ""]
    return "".join(f", {part}" for part in said if part)


def _kernel(judges: FloatArray, columns: list[FloatArray]) -> Evaluate:
    n_active = int((~np.isnan(judges)).any(axis=0).sum())
    correlations = _correlations(judges, columns)

    def evaluate(weights: FloatArray) -> FloatArray:
        correlation = _mean_of_defined(correlations(weights))
        return divide(np.full(len(weights), float(n_active)), 1 + (n_active - 1) * np.maximum(correlation, 0.0))

    return evaluate


def _mean_of_defined(values: FloatArray) -> FloatArray:
    """The mean over the first axis of what is defined; NaN where nothing is."""
    defined = ~np.isnan(values)
    return divide(np.where(defined, values, 0.0).sum(axis=0), defined.sum(axis=0).astype(np.float64))
