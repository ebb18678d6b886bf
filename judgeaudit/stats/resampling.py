"""Coefficients: a value for each run, their mean, and an interval from resampling items."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.draws import Block, Rows, distinct_rows, draw_blocks, group_rows
from judgeaudit.stats.rates import say_number, say_runs, settle, wilson
from judgeaudit.stats.ratings_check import BoolArray, FloatArray, IntArray, Sample, why_no_pairs

Evaluate = Callable[[FloatArray], FloatArray]
"""Weights of rows, shape (n_resamples, n_rows), to values, shape (n_resamples,); NaN where undefined."""

ClosedForm = Callable[[FloatArray, IntArray, float], tuple[float, float, str] | None]

CANDIDATE_POINTS = 12
"""Points of a scale from which unseen patterns are made up for the bound of an interval that would collapse."""

SAME = 1e-9
"""Values closer than this are the same value."""

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
        The reason, where there is nothing to compute from; None where there is.
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
    lowest : float
        Least value that the coefficient takes.
    max_patterns : int, optional
        Distinct patterns above which resampling would take minutes, and is refused.
    closed_form : function of ratings, counts and ci_level, optional
        Interval by a formula: low, high and its name; None where the formula does not hold for these ratings. Used for
        one run without clusters.
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
    max_patterns: int | None = None
    closed_form: ClosedForm | None = None


def two_or_more(ratings: FloatArray) -> BoolArray:
    """Rows with two ratings or more."""
    return np.asarray((~np.isnan(ratings)).sum(axis=1) >= 2)


def estimate(sample: Sample, coefficient: Coefficient) -> Estimate:
    """The mean of a coefficient over runs, with a percentile interval from one joint bootstrap of items.

    Parameters
    ----------
    sample : Sample
    coefficient : Coefficient

    Returns
    -------
    Estimate
        Undefined, with the first reason, where every run is. Runs that are undefined, or cover less than `FULL_RUN` of the
        items of the fullest run, are left out of the point and of the resamples, and said. No interval, with the reason in
        `method`, where there are fewer than `thresholds.MIN_ITEMS_FOR_RESAMPLING` units or more than
        `thresholds.MAX_UNDEFINED_RESAMPLES` of the resamples are undefined (in any of the runs).

    Notes
    -----
    Units are items, or clusters where items share one. Where every resample gives the same value the interval does not
    collapse: see `unseen_bound` and `perfect_bound`.

    References
    ----------
    Efron & Tibshirani 1993, An Introduction to the Bootstrap, chapter 13. Zapf et al. 2016, doi:10.1186/s12874-016-0200-9.
    """
    full = _full_runs(sample, coefficient)
    values, reasons = _values_of_runs(sample, coefficient, full)
    defined = ~np.isnan(values)
    n_given = int((sample.counts[:, np.newaxis] * (~np.isnan(sample.ratings))).sum())
    if not defined.any():
        reason = _why_no_run(sample, coefficient, reasons)
        return Estimate.missing(reason, n_items=_count_items(sample, sample.ratings, coefficient), n_ratings=n_given)
    value = settle(values[defined].mean())
    ratings = sample.ratings[defined]
    used = np.array([coefficient.used(run) for run in ratings])
    n_ratings = int((used[:, :, np.newaxis] * ~np.isnan(ratings) * sample.counts[:, np.newaxis]).sum())
    left_out = ", ".join(dict.fromkeys(reason for reason in reasons if reason is not None))
    low, high, how = _interval(sample, coefficient, ratings, value)
    return Estimate(
        value=value, low=None if low is None else settle(low), high=None if high is None else settle(high), ci_level=None if low is None else sample.ci_level,
        method="; ".join(filter(None, (coefficient.what, say_runs(defined, left_out), how))), n_items=_count_items(sample, ratings, coefficient),
        n_ratings=n_ratings,
    )  # fmt: skip


def _count_items(sample: Sample, ratings: FloatArray, coefficient: Coefficient) -> int:
    used = np.array([coefficient.used(run) for run in ratings])
    return int(sample.counts[used.any(axis=0)].sum())


def _full_runs(sample: Sample, coefficient: Coefficient) -> BoolArray:
    """Runs that cover enough of the items of the fullest run, shape (n_runs,)."""
    items = np.array([sample.counts[(coefficient.informative or coefficient.used)(run)].sum() for run in sample.ratings])
    return np.asarray(items >= FULL_RUN * items.max())


def _values_of_runs(sample: Sample, coefficient: Coefficient, full: BoolArray) -> tuple[FloatArray, list[str | None]]:
    """Value of each run, NaN where it is undefined or left out, and the reason of each."""
    values, reasons = [], []
    for run, enough in zip(sample.ratings, full, strict=True):
        rows = coefficient.used(run)
        reason = coefficient.why_undefined(run)
        value = np.nan if reason is not None else _value(coefficient, run[rows], sample.counts[rows])
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


def _interval(sample: Sample, coefficient: Coefficient, ratings: FloatArray, value: float) -> tuple[float | None, float | None, str]:
    if coefficient.closed_form is not None and len(ratings) == 1 and sample.clusters is None:
        formula = coefficient.closed_form(ratings[0], sample.counts, sample.ci_level)
        if formula is not None:
            return formula
    if sample.n_resamples == 0:
        return None, None, ""
    rows = _rows(sample, coefficient, ratings)
    units = say_number(rows.n_units, "item" if rows.clusters is None else "cluster")
    if rows.n_units < thresholds.MIN_ITEMS_FOR_RESAMPLING:
        return None, None, f"no interval: {units}, fewer than {thresholds.MIN_ITEMS_FOR_RESAMPLING}"
    n_patterns = max(len(group_rows(run[np.newaxis])[0]) for run in rows.ratings) if coefficient.max_patterns is not None else 0
    if coefficient.max_patterns is not None and n_patterns > coefficient.max_patterns:
        return None, None, f"no interval: {n_patterns:,} distinct rows, more than {coefficient.max_patterns:,} take too long to resample"
    assert sample.rng is not None
    drawn = resample(coefficient, rows, sample.n_resamples, sample.rng)
    good = drawn[~np.isnan(drawn)]
    undefined = 1 - len(good) / len(drawn)
    if undefined > thresholds.MAX_UNDEFINED_RESAMPLES:
        return None, None, f"no interval: {undefined:.0%} of {len(drawn):,} resamples of {units} are undefined ({coefficient.no_variation})"
    tail = (1 - sample.ci_level) / 2
    low, high = (float(end) for end in np.quantile(good, [tail, 1 - tail]))
    if high - low <= SAME:
        return _bound(sample, coefficient, rows, value)
    return min(low, value), max(high, value), f"percentile interval from {len(drawn):,} resamples of {units}"


def _rows(sample: Sample, coefficient: Coefficient, ratings: FloatArray) -> Rows:
    used = np.array([coefficient.used(run) for run in ratings]).any(axis=0)
    informative = np.array([(coefficient.informative or coefficient.used)(run) for run in ratings]).any(axis=0)
    kept, counts = ratings[:, used], sample.counts[used]
    if sample.clusters is not None:
        _, clusters = np.unique(sample.clusters[used], return_inverse=True)
        return Rows(kept, counts, clusters.ravel().astype(np.int64), len(np.unique(sample.clusters[informative])))
    several = kept.shape[2] > 2  # of two raters the statistics that know their order share draws with those that do not
    patterns, counts = distinct_rows(kept, counts, any_order=coefficient.any_order and several)
    return Rows(patterns, counts, None, int(sample.counts[informative].sum()))


def resample(coefficient: Coefficient, rows: Rows, n_resamples: int, rng: np.random.Generator) -> FloatArray:
    """The mean over runs in each of `n_resamples` resamples; NaN where any run is undefined, since the rest would be another mean.

    Rows that are the same in one run are one row of that run, so that its weights are added up before it is evaluated.
    """
    runs: list[tuple[Evaluate, IntArray | None, int]] = []
    for run in rows.ratings:
        first, group_of = group_rows(run[np.newaxis])
        grouped = 2 * len(first) <= len(run)
        runs.append((coefficient.build(run[first] if grouped else run), group_of if grouped else None, len(first)))

    def mean(block: Block) -> FloatArray:
        found = [evaluate(block.rows() if group_of is None else block.groups(group_of, n)) for evaluate, group_of, n in runs]
        return np.asarray(np.mean(found, axis=0))

    return np.concatenate([mean(block) for block in draw_blocks(rows, n_resamples, rng)])


def divide(numerator: FloatArray, denominator: FloatArray) -> FloatArray:
    """Quotient, NaN where the denominator is 0."""
    shape = np.broadcast_shapes(np.shape(numerator), np.shape(denominator))
    return np.asarray(np.divide(numerator, denominator, out=np.full(shape, np.nan), where=np.broadcast_to(denominator != 0, shape)))


def _bound(sample: Sample, coefficient: Coefficient, rows: Rows, value: float) -> tuple[float | None, float | None, str]:
    """An interval where every resample gives the same value."""
    upper = wilson(0.0, rows.n_units, sample.ci_level)[1]
    if coefficient.chance_difference is not None and value >= 1 - SAME:
        return perfect_bound(coefficient, rows, upper)
    low, high = unseen_bound(sample, coefficient, rows, upper)
    if max(high, value) - min(low, value) <= SAME:
        return None, None, "no interval: every resample gives the same value, and so does every pattern that was not seen"
    return (
        min(low, value), max(high, value),
        f"resamples give one value: bound for up to {upper:.1%} of items (Wilson, {rows.n_units}) with a pattern that was not seen",
    )  # fmt: skip


def perfect_bound(coefficient: Coefficient, rows: Rows, upper: float) -> tuple[float, float, str]:
    """Interval at perfect agreement: low = 1 - u / E.

    u is the Wilson upper bound of disagreement that n items without any still allow, E the share of chance pairs that
    differ. A disagreement that was missed is taken to be as large as one by chance, whatever the level.
    """
    assert coefficient.chance_difference is not None
    expected = [coefficient.chance_difference(run, rows.counts) for run in rows.ratings]
    low = float(np.mean([1 - upper / share if share > 0 else coefficient.lowest for share in expected]))
    how = f"resamples agree perfectly: low end 1 - u/E, u = {upper:.4f} the Wilson upper bound of disagreement on {rows.n_units} items, E that by chance"
    return max(coefficient.lowest, low), 1.0, how


def unseen_bound(sample: Sample, coefficient: Coefficient, rows: Rows, upper: float) -> tuple[float, float]:
    """Least and greatest value when a share `upper` of the items shows any one pattern that was not seen.

    Patterns are made from pairs of points of the scale: half the raters (or the first alone) say one, the rest the other.
    """
    points = sample.points[np.unique(np.linspace(0, len(sample.points) - 1, CANDIDATE_POINTS).round().astype(int))]
    first, second = (grid.ravel() for grid in np.meshgrid(points, points))
    n_raters = rows.ratings.shape[2]
    splits = dict.fromkeys((1, (n_raters + 1) // 2) if coefficient.one_apart else ((n_raters + 1) // 2,))
    unseen = np.vstack([np.where(np.arange(n_raters) < split, first[:, np.newaxis], second[:, np.newaxis]) for split in splits])
    total = float(rows.counts.sum())
    seen = np.tile((1 - upper) * rows.counts, (len(unseen), 1))
    weights = np.hstack([seen, upper * total * np.eye(len(unseen))])
    values = np.mean([coefficient.build(np.vstack([run, unseen]))(weights) for run in rows.ratings], axis=0)
    good = values[~np.isnan(values)]
    return float(good.min(initial=np.inf)), float(good.max(initial=-np.inf))
