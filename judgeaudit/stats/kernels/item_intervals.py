"""The interval of a coefficient: what is known of the data, the method that follows, and the ends it gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from judgeaudit import thresholds
from judgeaudit.stats.kernels.bca import bca, expanded_percentiles, percentiles
from judgeaudit.stats.kernels.draws import Block, Rows, distinct_rows, draw_blocks, group_rows
from judgeaudit.stats.kernels.intervals import RESAMPLED, Choice, Facts, Method, choose_interval
from judgeaudit.stats.kernels.jackknife import Value, acceleration, jackknife_interval, leave_one_out, log_ratio_interval
from judgeaudit.stats.kernels.pseudo_items import PseudoItems, pseudo_items
from judgeaudit.stats.kernels.random_groups import in_groups, leave_groups_out
from judgeaudit.stats.kernels.rare_labels import disagreeing_items
from judgeaudit.stats.kernels.rates import say_number
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, IntArray, Sample, all_the_same, by_column
from judgeaudit.stats.kernels.run_rows import Run
from judgeaudit.stats.kernels.unseen import SAME, perfect_bound, unseen_bound

if TYPE_CHECKING:
    from judgeaudit.stats.kernels.resampling import Coefficient, Evaluate

Interval = tuple[float | None, float | None, str]
"""Low, high, and how it was made; or no ends, and why."""


def interval_of(sample: Sample, coefficient: Coefficient, ratings: FloatArray, runs: Sequence[Run], value: float) -> Interval:
    """The interval of the mean over runs.

    Parameters
    ----------
    sample : Sample
    coefficient : Coefficient
    ratings : float array, shape (n_runs, n_rows, n_raters)
        The runs that the mean is over.
    runs : sequence of Run
        Their distinct rows.
    value : float
        The mean, which the interval always encloses.

    Notes
    -----
    Runs that say the same, all of them, are one run: a copy adds nothing, and one run may have a formula.
    """
    ratings, runs = (ratings[:1], runs[:1]) if all_the_same(ratings) else (ratings, runs)
    formula = _formula(sample, coefficient, runs)
    if sample.n_resamples == 0 and sample.interval in ("auto", "percentile", "bca"):  # spares finding the patterns
        without = choose_interval(
            Facts(
                wish=sample.interval, has_formula=formula is not None, takes_pseudo_items=coefficient.takes_pseudo_items,
                n_points=len(sample.points) if formula is not None else None, ordered=sample.level != "nominal",
            )
        )  # fmt: skip
        return _said(formula, without.words) if formula is not None and without.method == "formula" else (None, None, without.words)
    rows = rows_to_draw(sample, coefficient, ratings, runs)
    facts = _facts(sample, coefficient, rows, value, has_formula=formula is not None)
    choice = choose_interval(facts)
    if choice.method == "formula" and formula is not None:
        return _said(formula, choice.words)
    if choice.method == "none":
        return None, None, choice.words
    if choice.method == "perfect_bound":
        return perfect_bound(coefficient, rows, sample.ci_level)
    if choice.method == "log_ratio_jackknife":
        return _log_ratio(sample, coefficient, ratings, value, choice)
    if choice.method == "smoothed" and _all_left_out_equal(coefficient, rows):
        return unseen_bound(sample, coefficient, rows, value)
    ends, undefined, all_equal = _ends(sample, coefficient, rows, value, choice.method)
    choice = choose_interval(replace(facts, undefined=undefined, all_equal=all_equal))
    if choice.method == "none":
        return None, None, choice.words
    if choice.method == "perfect_bound":
        return perfect_bound(coefficient, rows, sample.ci_level)
    if choice.method == "unseen_bound" or ends is None:
        return unseen_bound(sample, coefficient, rows, value)
    lowest, highest = coefficient.lowest, coefficient.highest
    words = "; ".join(filter(None, (choice.words, coefficient.taken_as_given)))
    if coefficient.formula_first and sample.clusters is not None and (plain := _formula(replace(sample, clusters=None), coefficient, runs)) is not None:
        ends = min(ends[0], plain[0]), max(ends[1], plain[1])
    return min(max(ends[0], lowest), value), max(min(ends[1], highest), value), words


def _said(formula: tuple[float, float, str], words: str) -> Interval:
    low, high, how = formula
    return low, high, "; ".join(filter(None, (how, words)))


def _formula(sample: Sample, coefficient: Coefficient, runs: Sequence[Run]) -> tuple[float, float, str] | None:
    if coefficient.closed_form is None or sample.clusters is not None or sample.interval != "auto" or (len(runs) > 1 and not coefficient.formula_first):
        return None
    ends = [found for run in runs if (found := coefficient.closed_form(run.ratings, run.counts, sample.ci_level)) is not None]
    if len(ends) < len(runs):
        return None
    if len(ends) == 1:
        return ends[0]
    low, high = (float(np.mean([one[end] for one in ends])) for end in (0, 1))
    warned = next((how for _, _, how in ends if "coverage" in how), ends[0][2])
    return low, high, f"ends averaged over {len(ends)} runs: {warned}"


def _facts(sample: Sample, coefficient: Coefficient, rows: Rows, value: float, *, has_formula: bool) -> Facts:
    return Facts(
        wish=sample.interval, n_units=rows.n_units, units=say_number(rows.n_units, "item" if rows.clusters is None or rows.grouped else "cluster"),
        n_resamples=sample.n_resamples,
        has_formula=has_formula, takes_pseudo_items=coefficient.takes_pseudo_items, n_points=len(sample.points), ordered=sample.level != "nominal",
        n_patterns=max(len(group_rows(run[np.newaxis])[0]) for run in rows.ratings) if coefficient.max_patterns is not None else len(rows.counts),
        max_patterns=coefficient.max_patterns, perfect=coefficient.chance_difference is not None and value >= 1 - SAME,
        n_rare=None if coefficient.rare is None else min(coefficient.rare(run, rows.counts) for run in rows.ratings),
        n_disagreeing=min(disagreeing_items(run, rows.counts) for run in rows.ratings) if sample.level != "nominal" else None,
        clustered=rows.clusters is not None and not rows.grouped, grouped=rows.grouped, least_units=coefficient.least_units, no_variation=coefficient.no_variation,
    )  # fmt: skip


def rows_to_draw(sample: Sample, coefficient: Coefficient, ratings: FloatArray, runs: Sequence[Run]) -> Rows:
    """The rows that count, as distinct patterns where there are no clusters."""
    used = np.asarray(np.any([run.everywhere(coefficient.used(run.ratings)) for run in runs], axis=0), dtype=np.bool_)
    informative = np.any([run.everywhere((coefficient.informative or coefficient.used)(run.ratings)) for run in runs], axis=0)
    kept, counts = (ratings, sample.counts) if used.all() else (ratings[:, used], sample.counts[used])
    if sample.clusters is not None:
        return Rows(kept, counts, _renumbered(sample.clusters, used), len(np.unique(sample.clusters[informative])))
    several = kept.shape[2] > 2  # of two raters the statistics that know their order share draws with those that do not
    patterns, counts = distinct_rows(kept, counts, any_order=coefficient.any_order and several)
    if sample.interval == "auto" and len(counts) > thresholds.MOST_DRAWN_PATTERNS:
        return in_groups(patterns, counts, int(sample.counts[informative].sum()))
    return Rows(patterns, counts, None, int(sample.counts[informative].sum()))


def _ends(sample: Sample, coefficient: Coefficient, rows: Rows, value: float, method: Method) -> tuple[tuple[float, float] | None, float, bool]:
    """The ends, the share of resamples (or items left out) without a value, and whether all that have one are equal."""
    if method in RESAMPLED:
        assert sample.rng is not None
        pseudo = _pseudo_items(sample, coefficient, rows) if method == "smoothed" else None
        drawn = resample(coefficient, rows, sample.n_resamples, sample.rng, pseudo)
        good = drawn[~np.isnan(drawn)]
        undefined = 1 - len(good) / len(drawn)
        if len(good) == 0:
            return None, undefined, True
        if method == "smoothed":
            return expanded_percentiles(good, sample.ci_level, rows.n_units), undefined, bool(np.ptp(good) <= SAME)
        middle = percentiles(good, sample.ci_level)
        all_equal = middle[1] - middle[0] <= SAME
        if method == "percentile" or all_equal:
            return middle, undefined, all_equal
    if method == "group_jackknife":
        mean, row_by_row = mean_of_blocks(coefficient, rows)
        left_out, times = leave_groups_out(rows, mean, row_by_row=row_by_row)
    else:
        left_out, times = leave_one_out(rows, mean_over_runs(coefficient, rows.ratings))
    known = ~np.isnan(left_out)
    if method == "bca":
        return bca(good, value, acceleration(left_out[known], times[known]), sample.ci_level), undefined, False
    undefined = 1 - float(times[known].sum()) / float(times.sum())
    if undefined > 0:
        return None, 1.0, False
    ends = jackknife_interval(value, left_out, times, sample.ci_level, fisher_z=coefficient.lowest == -1.0)
    return ends, undefined, ends[1] - ends[0] <= SAME or (coefficient.lowest == -1.0 and abs(value) >= 1 - SAME)


def _all_left_out_equal(coefficient: Coefficient, rows: Rows) -> bool:
    """Whether no item (cluster) moves the value, as with a judge that always says the same: then what was not seen matters alone."""
    if len(rows.counts) > thresholds.MAX_JACKKNIFE_PATTERNS:
        return False
    left_out, _ = leave_one_out(rows, mean_over_runs(coefficient, rows.ratings))
    return not np.isnan(left_out).any() and bool(np.ptp(left_out) * rows.n_units <= SAME)  # one of a million items moves little


def _pseudo_items(sample: Sample, coefficient: Coefficient, rows: Rows) -> PseudoItems:
    """Rows of as many ratings as an item has on average, where it does not matter whose they are; else of every rater."""
    n_raters = rows.ratings.shape[2]
    given = (~np.isnan(rows.ratings)).sum(axis=2)
    several = given >= 2
    typical = round(float((given * several * rows.counts).sum() / max(float((several * rows.counts).sum()), 1.0)))
    n_given = min(max(typical, 2), n_raters) if coefficient.any_order else n_raters
    return pseudo_items(sample.points, n_raters, n_given, ordered=sample.level != "nominal" and coefficient.lowest == -1.0)


def _log_ratio(sample: Sample, coefficient: Coefficient, ratings: FloatArray, value: float, choice: Choice) -> Interval:
    """Of all items with a rating: those with a single one say where items lie, though not how far ratings of one item scatter."""
    if coefficient.log_ratio is None or len(ratings) > 1:
        return None, None, "no interval: the log-ratio jackknife is for one run"
    rated = np.asarray((~np.isnan(ratings[0])).any(axis=1))
    rows = Rows(ratings[:, rated], sample.counts[rated], _renumbered(sample.clusters, rated), 0)
    if rows.clusters is None:
        rows = Rows(*distinct_rows(rows.ratings, rows.counts, any_order=True), None, 0)
    log_ratio, to_coefficient = coefficient.log_ratio(rows.ratings[0], rows.counts)
    middle = float(log_ratio(rows.counts[np.newaxis].astype(np.float64))[0])
    left_out, times = leave_one_out(rows, log_ratio)
    if np.isnan(middle) or np.isnan(left_out).any():
        return None, None, "no interval: without one of the items nothing varies within items, or between them"
    low, high = (to_coefficient(end) for end in log_ratio_interval(middle, left_out, times, sample.ci_level))
    if max(high, value) - min(low, value) <= SAME:
        return None, None, "no interval: whichever item is left out, the log ratio is the same"
    return min(low, value), max(high, value), f"{choice.words}, around {to_coefficient(middle):.4f}"


def _renumbered(clusters: IntArray | None, kept: BoolArray) -> IntArray | None:
    return None if clusters is None else np.unique(clusters[kept], return_inverse=True)[1].ravel().astype(np.int64)


def mean_over_runs(coefficient: Coefficient, ratings: FloatArray) -> Value:
    """The mean over runs under many sets of row weights; NaN where any run is undefined, since the rest would be another mean."""
    runs = [coefficient.build(run) for run in ratings]
    return lambda weights: np.asarray(np.mean([run(weights) for run in runs], axis=0))


def resample(coefficient: Coefficient, rows: Rows, n_resamples: int, rng: np.random.Generator, pseudo: PseudoItems | None = None) -> FloatArray:
    """The mean over runs in each of `n_resamples` resamples; NaN where any run is undefined, since the rest would be another mean.

    Rows that are the same in one run are one row of that run, so that its weights are added up before it is evaluated.
    """
    mean, _ = mean_of_blocks(coefficient, rows, pseudo)
    blocks = draw_blocks(rows, n_resamples, rng, pseudo=None if pseudo is None else pseudo.weights)
    return np.concatenate([mean(block) for block in blocks])


def mean_of_blocks(coefficient: Coefficient, rows: Rows, pseudo: PseudoItems | None = None) -> tuple[Callable[[Block], FloatArray], bool]:
    """The mean over runs under the weights of a block, and whether it needs a weight for every row."""
    runs: list[tuple[Evaluate, IntArray | None, int]] = []
    for run in rows.ratings:
        table = run if pseudo is None else np.vstack([run, pseudo.ratings])
        first, group_of = group_rows(table[np.newaxis])
        grouped = 2 * len(first) <= len(table)
        runs.append((coefficient.build(by_column(table[np.newaxis, first])[0] if grouped else table), group_of if grouped else None, len(first)))

    def mean(block: Block) -> FloatArray:
        found = [evaluate(block.rows() if group_of is None else block.groups(group_of, n)) for evaluate, group_of, n in runs]
        return np.asarray(np.mean(found, axis=0))

    return mean, any(group_of is None for _, group_of, _ in runs)
