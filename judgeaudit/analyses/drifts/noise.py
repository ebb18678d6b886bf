"""How much verdicts move by themselves, and how much more they moved between the runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import floor, sqrt

import numpy as np

from judgeaudit import stats
from judgeaudit.analyses.drifts.inputs import BASELINE, CURRENT, DriftInput
from judgeaudit.analyses.drifts.measured import INNER, change_of, estimate_of, typical_sizes, with_intervals, worth
from judgeaudit.analyses.drifts.piece import DriftPiece, Tested
from judgeaudit.analyses.drifts.versions import Versions, margin_of, versions
from judgeaudit.analyses.parts import NO_SCALE, Part
from judgeaudit.domain.results import Estimate, Finding
from judgeaudit.stats.kernels.detectable_shift import least, shuffled_share
from judgeaudit.stats.kernels.mean_change import MeanChange, change_interval
from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.stats.kernels.version_shuffles import Shuffled, excess_of_splits, shuffle_p, shuffled, splits_of, within

EXCESS = "share of pairs (baseline, current) that differ less share of pairs within each version that differ, mean over items"
OUTER_TAIL, INNER_TAIL = 0.025, 0.05
"""Below the lower ends of the 95 % and the 90 % interval."""

ONE_REPLICATE = "one replicate of each version: how much verdicts move by themselves is not known (give replicates, or declare a noise floor)"
NO_BOTH = "no item has a verdict of both versions"


def noise(part: Part, drift: DriftInput) -> DriftPiece:
    """Estimates `noise_floor` (also of each version, in `group`) and `excess_flip_rate`, which decides.

    Without replicates and without a declared floor `churn` takes its place: it can show equivalence, because noise only adds to it, and never
    drift.
    """
    both = versions(part, drift)
    floors = _floors(part, drift, both)
    declared = declared_floor(part, drift, both)
    if declared is not None:
        found = _beyond_declared(part, drift, both, declared)
    elif np.isnan(np.where(both.both, both.within(), np.nan)[part.rows.index]).all():
        found = _unknown(part, drift, both)
    else:
        found = _beyond_measured(part, drift, both)
    return DriftPiece(estimates=(*floors, found[0]), tested=(found[1],), findings=_not_used(part, drift, both))


def declared_floor(part: Part, drift: DriftInput, both: Versions) -> float | None:
    """The noise floor that the user declared; None without one, and where half of the items or more were judged twice: then it was measured."""
    known = both.both & ~np.isnan(both.within())
    n, n_known = (int(part.weights[rows].sum()) for rows in (both.both, known))
    return None if drift.noise_floor is None or (n_known and 2 * n_known >= n) else drift.noise_floor


def _not_used(part: Part, drift: DriftInput, both: Versions) -> tuple[Finding, ...]:
    if part.stratum is not None or drift.noise_floor is None or declared_floor(part, drift, both) is not None:
        return ()
    text = f"The noise floor of {drift.noise_floor:g} that was declared is not used on {part.criterion}: items were judged twice or more, and it was measured."
    return (Finding(severity="warning", text=text, judge=drift.judge, criterion=part.criterion),)


def share(part: Part, name: str, values: FloatArray, drift: DriftInput, *, group: str | None = None, ci_level: float | None = None) -> Estimate:
    """A mean over items of shares, with Wilson's interval."""
    at = part if ci_level is None else replace(part, data=replace(part.data, ci_level=ci_level))
    return at.estimate(name, stats.proportion, values[:, None], judge=drift.judge, group=group, **NO_SCALE)


def _floors(part: Part, drift: DriftInput, both: Versions) -> list[Estimate]:
    one = "one replicate: how much verdicts move by themselves is not known"
    found = []
    for name, codes in ((BASELINE, both.old), (CURRENT, both.new)):
        values = within(codes, both.near)
        empty = np.isnan(values[part.rows.index]).all()
        missing = part.tag("noise_floor", Estimate.missing(one), judge=drift.judge, group=name)
        found.append(missing if empty else share(part, "noise_floor", values, drift, group=name))
    floor = declared_floor(part, drift, both)
    if floor is not None:
        declared = Estimate(value=floor, method="declared, not measured")
        return [part.tag("noise_floor", declared, judge=drift.judge), *found]
    values = both.within()
    if np.isnan(values[part.rows.index]).all():
        return [part.tag("noise_floor", Estimate.missing(ONE_REPLICATE), judge=drift.judge), *found]
    return [share(part, "noise_floor", values, drift), *found]


def _beyond_measured(part: Part, drift: DriftInput, both: Versions) -> tuple[Estimate, Tested]:
    """Cross-run less within-run disagreement of the items that have both parts, and the test by shuffles within items."""
    change = change_of(part, both.between() - both.within(), reach=1.0, rare=1.0)
    if change is None:
        return _undefined(part, drift, NO_BOTH)
    rows = part.rows
    counts = np.ones(len(rows.index), dtype=np.int64) if rows.counts is None else rows.counts
    rng = drift.data.rng("drift", "excess_flip_rate", part.criterion, part.stratum)
    old, new = both.old[rows.index], both.new[rows.index]
    found = shuffled(old, new, counts, both.near, rng)
    p, how = shuffle_p(found, float(change.values @ change.counts), rng)
    sizes = typical_sizes(old, new)
    tested = Tested("excess_flip_rate", part.criterion, part.stratum, margin_of(part, drift), change.n_items, p=p, detect=_detect(change, found, sizes, rng))
    tested = _not_below(with_intervals(tested, change))
    left_out = both.n_both - change.n_items
    more = f"; {left_out:,} items with one verdict of each version left out" if left_out else ""
    words = f"{EXCESS}{more}; {change_interval(change, 0.95)[2]}"
    return estimate_of(part, drift, tested, f"{words}; p = {p:.4g} ({how}, one-sided)", n_ratings=both.n_ratings), tested


def _detect(change: MeanChange, found: Shuffled, sizes: tuple[int, int], rng: np.random.Generator) -> Callable[[float], float | None]:
    """Least share of items whose verdict changed for good, whichever way, on top of the noise that is seen here."""
    n = change.n_items
    # What moved for good adds to what shuffles make of the items: it is taken away again, as far as it is seen.
    outcomes, times = np.unique(excess_of_splits(np.repeat([[0.0, 1.0]], sizes, axis=1), splits_of(*sizes, rng), None).round(12), return_counts=True)
    chances = times / times.sum()
    noise = max(0.0, found.variance / n - max(0.0, change.mean - sqrt(found.variance) / n) * float(chances @ outcomes**2))
    return lambda level: shuffled_share(worth(change), noise, outcomes, chances, level)


def _beyond_declared(part: Part, drift: DriftInput, both: Versions, declared: float) -> tuple[Estimate, Tested]:
    """Churn less the declared floor, with Wilson's interval and a binomial test that is one-sided."""
    from scipy.stats import binom

    values = both.between()
    if np.isnan(values[part.rows.index]).all():
        return _undefined(part, drift, NO_BOTH)
    outer, inner = (share(part, "", values, drift, ci_level=level) for level in (0.95, INNER))
    change = change_of(part, values, reach=1.0)
    assert change is not None
    assert outer.value is not None
    n = worth(change)
    p = float(binom.sf(floor(outer.value * n + 1e-9) - 1, n, declared))
    tested = _of_share(part, drift, "excess_flip_rate", outer, inner, declared)
    tested = _not_below(replace(tested, p=p))
    tested = replace(tested, detect=lambda level: least(lambda moved: _binomial_power(n, declared, moved, level), 0.8, most=1 - declared))
    words = f"churn less the declared noise floor of {declared:g}; {outer.method}; p = {p:.4g} (binomial, one-sided)"
    return estimate_of(part, drift, tested, words, n_ratings=both.n_ratings), tested


def _binomial_power(n: int, declared: float, moved: float, level: float) -> float:
    from scipy.stats import binom

    needed = float(binom.isf(level, n, declared)) + 1
    return float(binom.sf(needed - 1, n, min(1.0, declared + moved)))


def _not_below(tested: Tested) -> Tested:
    """Intervals that do not go below 0 where the exact, one-sided test of their own error rules that out: of few items it is sharper than they are."""
    assert tested.p is not None
    low = tested.low if tested.low is None or tested.p > OUTER_TAIL else max(0.0, tested.low)
    inner = tested.inner_low if tested.inner_low is None or tested.p > INNER_TAIL else max(0.0, tested.inner_low)
    return replace(tested, low=low, inner_low=inner)


def _unknown(part: Part, drift: DriftInput, both: Versions) -> tuple[Estimate, Tested]:
    """No floor: raw churn stands in, for equivalence only."""
    missing = part.tag("excess_flip_rate", Estimate.missing(ONE_REPLICATE), judge=drift.judge)
    values = both.between()
    if np.isnan(values[part.rows.index]).all():
        return _undefined(part, drift, NO_BOTH)
    outer, inner = (share(part, "", values, drift, ci_level=level) for level in (0.95, INNER))
    return missing, _of_share(part, drift, "churn", outer, inner, 0.0)


def _of_share(part: Part, drift: DriftInput, name: str, outer: Estimate, inner: Estimate, less: float) -> Tested:
    assert outer.value is not None
    ends = [None if end is None else end - less for end in (outer.low, outer.high, inner.low, inner.high)]
    return Tested(
        name, part.criterion, part.stratum, margin_of(part, drift), outer.n_items, effect=outer.value - less, low=ends[0], high=ends[1], inner_low=ends[2],
        inner_high=ends[3],
    )  # fmt: skip


def _undefined(part: Part, drift: DriftInput, reason: str) -> tuple[Estimate, Tested]:
    missing = part.tag("excess_flip_rate", Estimate.missing(reason), judge=drift.judge)
    return missing, Tested("excess_flip_rate", part.criterion, part.stratum, margin_of(part, drift), 0, undefined=reason)
