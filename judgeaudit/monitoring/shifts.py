"""How large shifts are: of one batch against the baseline, with rough intervals for the eye."""

from __future__ import annotations

import numpy as np

from judgeaudit.domain.monitor import RoughShift
from judgeaudit.monitoring.setup import Setup
from judgeaudit.monitoring.shapes import Baseline, Batch, Counts, mean_variances, spread_of, stratum_means
from judgeaudit.monitoring.streams import PARTS, shares_strata
from judgeaudit.stats.kernels.change_betting import SPREADS, UNSEEN, log_start_weight
from judgeaudit.stats.kernels.ratings_check import FloatArray

Z95, Z80 = 1.959964, 0.841621

UNCOVERED = 0.05
"""Share of a batch's production that may lie outside of what a part is measured on (ours): beyond it the number would pass for that of all."""

UNKNOWN_NOISE = 0.1
"""Variance between verdicts on one anchor where no anchor was judged twice (ours): a judge that disagrees with itself on 10 % of items."""


def shifts_of(baseline: Baseline, batch: Batch) -> dict[str, RoughShift | float | None]:
    """Mean of the batch's product, and the five shifts of a `MonitorCheck`."""
    points, rows = baseline.points, batch.production.sum(axis=0)
    mean = float(rows @ points / rows.sum()) if rows.sum() else None
    judge = _judge(baseline, batch, weighted=False)
    return {
        "product_mean": mean,
        "product_shift": _difference(baseline.production.sum(axis=0), rows, points, "production"),
        "judge_shift": judge,
        "system_shift": _system(baseline, batch, _judge(baseline, batch, weighted=True)),
        "mix_shift": _mix(baseline, batch),
        "answered_shift": _difference(np.array(baseline.replies), np.array(batch.replies), np.array([0.0, 1.0]), "rows"),
    }


def _around(value: float, variance: float) -> RoughShift:
    half = Z95 * float(np.sqrt(variance))
    return RoughShift(value=value, low=value - half, high=value + half)


def _spread(counts: Counts, points: FloatArray) -> float:
    """Variance of a mean."""
    return spread_of(counts, points) / float(counts.sum())


def _difference(before: Counts, now: Counts, points: FloatArray, what: str) -> RoughShift:
    for counts, where in ((now, "in this batch"), (before, "in the baseline")):
        if not counts.sum():
            return RoughShift(reason=f"no {what} {where}")
    value = float(now @ points / now.sum() - before @ points / before.sum())
    return _around(value, _spread(now, points) + _spread(before, points))


def _judge(baseline: Baseline, batch: Batch, *, weighted: bool) -> RoughShift:
    """Of the anchors as they are, or as many of each kind as there are in production."""
    n_now = batch.visits.now.sum(axis=1)
    if not n_now.sum():
        return RoughShift(reason=f"{batch.silent:,} rows on anchors in this batch, none with a verdict" if batch.silent else "no anchors in this batch")
    gaps = batch.visits.now @ baseline.points / n_now - batch.visits.means
    gaps = gaps * batch.visits.weights if weighted else gaps
    n = len(gaps)
    variance = (float(((gaps - gaps.mean()) ** 2).sum()) + UNSEEN) / (n + UNSEEN) / n
    return _around(float(gaps.mean()), variance)


def _system(baseline: Baseline, batch: Batch, judge: RoughShift) -> RoughShift:
    """The product's shift within strata, less the judge's: of strata that have anchors, since of others nobody knows the judge's."""
    if judge.value is None or judge.high is None:
        return RoughShift(reason=judge.reason)
    if bare := without_anchors(baseline, batch):
        return RoughShift(reason=f"judge and system cannot be told apart: production in {', '.join(map(repr, bare))}, where there are no anchors")
    points, value, variance, n = baseline.points, 0.0, 0.0, 0
    some = baseline.anchor_strata > 0 if shares_strata(baseline) else np.ones(len(baseline.strata), dtype=bool)
    for was, now in zip(baseline.production[:-1][some], batch.production[:-1][some], strict=True):
        if was.sum() and now.sum():
            n += int(now.sum())
            value += float(now.sum() * (now @ points / now.sum() - was @ points / was.sum()))
            variance += float(now.sum() ** 2 * (_spread(now, points) + _spread(was, points)))
    if not n:
        return RoughShift(reason="no production in strata that the baseline has too")
    return _around(value / n - judge.value, variance / n**2 + ((judge.high - judge.value) / Z95) ** 2)


def without_anchors(baseline: Baseline, batch: Batch) -> list[str]:
    """Strata without anchors that hold more than a few rows of this batch, where others have some: what the judge changed there nobody sees."""
    held, bare = batch.production[:-1].sum(axis=1), baseline.anchor_strata == 0
    if not shares_strata(baseline) or held[bare].sum() <= UNCOVERED * batch.production.sum():
        return []
    return [name for name, n, without in zip(baseline.strata, held, bare, strict=True) if n and without]


def _mix(baseline: Baseline, batch: Batch) -> RoughShift:
    was, now = baseline.production.sum(axis=1), batch.production.sum(axis=1)
    if len(baseline.strata) < 2:
        return RoughShift(reason="no strata")
    if not was.sum() or not now.sum():
        return RoughShift(reason="no production in this batch" if was.sum() else "no production in the baseline")
    if now[-1] > UNCOVERED * now.sum():
        return RoughShift(reason=f"{now[-1]:,} of {now.sum():,} production rows are of strata that the baseline does not have")
    means, moved = stratum_means(baseline), now / now.sum() - was / was.sum()
    spread = [float(counts @ (means - counts @ means / counts.sum()) ** 2 / counts.sum() ** 2) for counts in (was, now)]
    # The baseline knows the score of each stratum no better than its items there tell it.
    return _around(float(moved @ means), sum(spread) + float(moved**2 @ mean_variances(baseline)))


def mean_around(setup: Setup) -> RoughShift:
    """Mean of the baseline's production on the scale 0..1, with a rough 95 % interval; undefined without production."""
    points, counts = setup.points(), setup.baseline().production.sum(axis=0)
    if not counts.sum():
        return RoughShift(reason="no production in the baseline")
    return _around(float(counts @ points / counts.sum()), _spread(counts, points))


def smallest_judge_shift(setup: Setup, n: int) -> float | None:
    """Shift of the judge that so many anchor verdicts would have shown with about 80 % power, had it been there from the first; None without any.

    Notes
    -----
    The score of n verdicts is about shift sqrt(n / variance); the alarm wants its mixture at the judge's share of alpha. Variance: what
    replicates disagree by, and of the flips that the shift itself is made of. Rough: it is held against simulations.
    """
    if not n:
        return None
    wanted = -np.log(setup.alpha * PARTS["moved"][1]) - float(log_start_weight(np.array([1.0]))[0]) + np.log(len(SPREADS))
    grown = 1 + n * max(SPREADS) ** 2
    score = np.sqrt((2 * wanted + np.log(grown)) * grown / (grown - 1)) + Z80
    within = UNKNOWN_NOISE if setup.within is None else setup.within
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        seen = middle * np.sqrt(n / (within + middle * (1 - middle)))
        low, high = (low, middle) if seen >= score else (middle, high)
    return float(high) if high < 1.0 - 1e-6 else None
