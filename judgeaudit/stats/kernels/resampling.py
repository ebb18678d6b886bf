"""Coefficients: a value for each run, their mean, and an interval from resampling items."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.item_intervals import interval_of
from judgeaudit.stats.kernels.rates import say_runs, settle
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, IntArray, Sample, count_given, why_no_pairs
from judgeaudit.stats.kernels.run_rows import Run, run_rows

Evaluate = Callable[[FloatArray], FloatArray]
"""Weights of rows, shape (n_resamples, n_rows), to values, shape (n_resamples,); NaN where undefined."""

ClosedForm = Callable[[FloatArray, IntArray, float], tuple[float, float, str] | None]

LogRatio = Callable[[FloatArray, IntArray], tuple[Evaluate, Callable[[float], float]]]
"""Ratings and counts of one run to the function of row weights that gives the log ratio, and the way back to the coefficient."""

MOST_SPARSE_CELLS = 4_000_000
"""Distinct rows times raters squared above which resampling would take minutes where ratings are missing (ours)."""

FULL_RUN = 0.8
"""Share of the fullest run's items below which a run is left out of the mean: a coefficient of few items says little, and beside
one of all items it would say as much (ours; from 0.8 on a run's standard error is at most 12 % larger than the fullest run's)."""


@dataclass(frozen=True, slots=True)
class Coefficient:
    """How one coefficient is computed; each function takes the ratings of one run, shape (n_rows, n_raters).

    Attributes
    ----------
    what : str
        Name and variant, for `method`.
    build : function of ratings
        Prepares the rows and returns the function of their weights.
    used : function of ratings
        Which rows count, bool (n_rows,).
    informative : function of ratings
        Which rows say something about agreement: they are what "too few items" counts.
    why_undefined : function of ratings
        The reason, where there is nothing to compute from; None where there is. Is handed every row of a run; the others its distinct ones.
    no_variation : str
        The reason, where the formula is 0 / 0.
    point : function of ratings and counts, optional
        The printed estimate, where it is not `build` at the counts.
    chance_difference : function of ratings and counts, optional
        Share of chance pairs that differ: bounds the interval at perfect agreement.
    any_order : bool
        Whether the order of raters never matters.
    one_apart : bool
        Whether unseen patterns in which the first rater stands alone matter beside those that split the raters in halves.
    lowest, highest : float
        Least and greatest value that the coefficient takes. Where the least is -1, its jackknife is on Fisher's z.
    pseudo_items : bool, optional
        Whether a smoothed bootstrap may add items made up from the points of the scale. None: where the least value is -1.
    max_patterns : int, optional
        Distinct patterns above which resampling would take minutes, and is refused.
    closed_form : function of ratings, counts and ci_level, optional
        Interval by a formula: low, high and its name; None where the formula does not hold for these ratings. Used for
        one run without clusters.
    formula_first : bool
        Whether resampling was measured to hold less often than the formula: then several runs have the mean of their formulas' ends (the mean
        of runs scatters no more than one of them), and clusters an interval that is no narrower than the formula's.
    rare : function of ratings and counts, optional
        Items on which the value hangs (see `rare_labels`).
    least_units : int
        Units below which the interval was measured to hold less often than it says.
    taken_as_given : str
        What resampling items does not vary, in words, where the statistic is about more than these raters.
    log_ratio : function of ratings and counts, optional
        Hughes' log ratio of the variance between items to that within, for the log-ratio jackknife.
    """

    what: str
    build: Callable[[FloatArray], Evaluate]
    used: Callable[[FloatArray], BoolArray]
    no_variation: str = "no variation: every rating is the same"
    informative: Callable[[FloatArray], BoolArray] | None = None
    why_undefined: Callable[[FloatArray], str | None] = why_no_pairs
    point: Callable[[FloatArray, IntArray], float] | None = None
    chance_difference: Callable[[FloatArray, IntArray], float] | None = None
    any_order: bool = False
    one_apart: bool = False
    lowest: float = -1.0
    highest: float = np.inf
    pseudo_items: bool | None = None
    max_patterns: int | None = None
    closed_form: ClosedForm | None = None
    formula_first: bool = False
    rare: Callable[[FloatArray, IntArray], int] | None = None
    least_units: int = 0
    taken_as_given: str = ""
    log_ratio: LogRatio | None = None

    @property
    def takes_pseudo_items(self) -> bool:
        return self.lowest == -1.0 if self.pseudo_items is None else self.pseudo_items


def two_or_more(ratings: FloatArray) -> BoolArray:
    """Rows with two ratings or more."""
    return count_given(ratings) >= 2


def estimate(sample: Sample, coefficient: Coefficient) -> Estimate:
    """The mean of a coefficient over runs, with its interval (see `intervals.choose_interval`).

    Parameters
    ----------
    sample : Sample
    coefficient : Coefficient

    Returns
    -------
    Estimate
        Undefined, with the first reason, where every run is. Runs that are undefined, or cover less than `FULL_RUN` of the
        items of the fullest run, are left out of the point and of the resamples, and said. `method` says which interval it
        has, or why none.

    Notes
    -----
    Units are items, or clusters where items share one. All runs are resampled jointly.
    """
    runs = [run_rows(run, sample.counts) for run in sample.ratings]
    values, reasons = _values_of_runs(sample, coefficient, runs)
    defined = ~np.isnan(values)
    n_given = sum(int((run.counts * count_given(run.ratings)).sum()) for run in runs)
    if not defined.any():
        reason = _why_no_run(sample, coefficient, reasons)
        return Estimate.missing(reason, n_items=_count_items(sample, runs, coefficient), n_ratings=n_given)
    value = settle(values[defined].mean())
    counted = [run for run, one in zip(runs, defined, strict=True) if one]
    n_ratings = sum(int((coefficient.used(run.ratings) * count_given(run.ratings) * run.counts).sum()) for run in counted)
    low, high, how = interval_of(sample, coefficient, sample.ratings if defined.all() else sample.ratings[defined], counted, value)
    high = None if high is None else min(high, max(coefficient.highest, value))
    return Estimate(
        value=value, low=None if low is None else settle(low), high=None if high is None else settle(high), ci_level=None if low is None else sample.ci_level,
        method="; ".join(filter(None, (coefficient.what, _say_defined(defined, reasons), how))), n_items=_count_items(sample, counted, coefficient),
        n_ratings=n_ratings,
    )  # fmt: skip


def runs_of_mean(sample: Sample, coefficient: Coefficient) -> tuple[BoolArray, str]:
    """Runs that `estimate` takes the mean of, shape (n_runs,), and how many they are in words (empty for a single run)."""
    values, reasons = _values_of_runs(sample, coefficient, [run_rows(run, sample.counts) for run in sample.ratings])
    defined = np.asarray(~np.isnan(values))
    return defined, _say_defined(defined, reasons)


def _say_defined(defined: BoolArray, reasons: list[str | None]) -> str:
    return say_runs(defined, ", ".join(dict.fromkeys(reason for reason in reasons if reason is not None)))


def _count_items(sample: Sample, runs: Sequence[Run], coefficient: Coefficient) -> int:
    used = [run.everywhere(coefficient.used(run.ratings)) for run in runs]
    return int(sample.counts[np.any(used, axis=0)].sum())


def _full_runs(runs: Sequence[Run], coefficient: Coefficient) -> BoolArray:
    """Runs that cover enough of the items of the fullest run, shape (n_runs,)."""
    items = np.array([run.counts[(coefficient.informative or coefficient.used)(run.ratings)].sum() for run in runs])
    return np.asarray(items >= FULL_RUN * items.max())


def _values_of_runs(sample: Sample, coefficient: Coefficient, runs: Sequence[Run]) -> tuple[FloatArray, list[str | None]]:
    """Value of each run, NaN where it is undefined or left out, and the reason of each."""
    values, reasons = [], []
    for every, run, enough in zip(sample.ratings, runs, _full_runs(runs, coefficient), strict=True):
        rows = coefficient.used(run.ratings)
        reason = coefficient.why_undefined(every)
        value = np.nan if reason is not None else _value(coefficient, run.ratings[rows], run.counts[rows])
        if reason is None and np.isnan(value):
            reason = coefficient.no_variation
        if not enough:
            reason = f"covering less than {FULL_RUN:.0%} of the items of the fullest run"
        values.append(value if enough else np.nan)
        reasons.append(reason)
    return np.array(values), reasons


def _why_no_run(sample: Sample, coefficient: Coefficient, reasons: list[str | None]) -> str:
    """Why no run has a value; where all runs together would have one, that the fault is how labels fall into runs."""
    first = next(reason for reason in reasons if reason is not None)
    if len(reasons) < 2 or coefficient.no_variation not in reasons:
        return first
    together = sample.ratings.reshape(-1, sample.ratings.shape[2])
    rows = coefficient.used(together)
    times = np.tile(sample.counts, len(reasons))[rows]
    varied = rows.any() and not np.isnan(float(coefficient.build(together[rows])(times[np.newaxis].astype(np.float64))[0]))
    labels = "both labels" if len(sample.points) == 2 else "two different labels"
    return f"no run holds {labels}: {coefficient.no_variation} within each of {len(reasons)} runs, though not over all of them" if varied else first


def _value(coefficient: Coefficient, ratings: FloatArray, counts: IntArray) -> float:
    if coefficient.point is not None:
        return coefficient.point(ratings, counts)
    return float(coefficient.build(ratings)(counts[np.newaxis].astype(np.float64))[0])


def most_sparse_rows(sample: Sample) -> int:
    """`Coefficient.max_patterns` of a statistic whose cost, where ratings are missing, grows with the pairs of raters."""
    return int(MOST_SPARSE_CELLS // max(sample.ratings.shape[2], 1) ** 2)


def divide(numerator: FloatArray, denominator: FloatArray) -> FloatArray:
    """Quotient, NaN where the denominator is 0."""
    shape = np.broadcast_shapes(np.shape(numerator), np.shape(denominator))
    return np.asarray(np.divide(numerator, denominator, out=np.full(shape, np.nan), where=np.broadcast_to(denominator != 0, shape)))
