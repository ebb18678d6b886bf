"""One number for each item before and now, made into a measure that decides: effect, intervals, p, and what could have been seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import sqrt
from statistics import NormalDist

import numpy as np

from judgeaudit import thresholds
from judgeaudit.analyses.drifts.inputs import DriftInput
from judgeaudit.analyses.drifts.piece import Tested
from judgeaudit.analyses.parts import Part
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.detectable_shift import mean_shift_seen, moved_share, shuffled_share
from judgeaudit.stats.kernels.mean_change import MeanChange, change_interval, change_p, interval_p
from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.stats.kernels.version_shuffles import Shuffled, means_of_splits, shuffle_p, shuffled_means, splits_of

Measure = tuple[Estimate, Tested]

INNER = 0.9
"""Level of the interval that two one-sided tests at 5 % read."""

NORMAL = NormalDist()

SIGNS = np.array([-1.0, 1.0]), np.array([0.5, 0.5])


def item_means(codes: FloatArray) -> FloatArray:
    """Mean of each row, shape (n_rows,); NaN where it has no verdict."""
    n = (~np.isnan(codes)).sum(axis=1)
    return np.where(n > 0, np.nansum(codes, axis=1) / np.maximum(n, 1), np.nan)


def change_of(part: Part, values: FloatArray, *, reach: float, rare: float | None = None) -> MeanChange | None:
    """Differences of the items of a part, from one for each pattern; None where no item has one."""
    rows = part.rows
    found = values[rows.index]
    known = ~np.isnan(found)
    counts = np.ones(len(found), dtype=np.int64) if rows.counts is None else rows.counts
    known &= counts > 0
    if not known.any():
        return None
    # Differences of means of replicates that are equal but for rounding are one difference.
    kept = found[known].round(12)
    largest = float(np.abs(kept).max(initial=0.0))
    clusters = None if rows.clusters is None else rows.clusters[known]
    return MeanChange(kept, counts[known], clusters, reach, largest if rare is None else rare)


def shift(
    part: Part, drift: DriftInput, name: str, old: FloatArray, new: FloatArray, *, margin: float, reach: float = 1.0, whole: bool = True,
    group: str | None = None, what: str = "", why_not: str = "no item has a verdict of both versions",
) -> Measure:  # fmt: skip
    """Mean of the new version less that of the old one, mean over items, with the test that it is chance.

    Parameters
    ----------
    name : str
        Of the measure and of its estimate.
    old, new : float arrays, shape (n_patterns, n_replicates of the version)
        One value for each call (1 or 0, or a score), one row for each pattern of the criterion; NaN where there is none.
    margin, reach : float
        In the unit of the values: what counts as equivalent, and the greatest difference that is possible.
    whole : bool
        Whether an item that moves moves by `reach` (a label, right or wrong, answered or not); else items move by as much as they like.
    what : str
        What the number is, for `method`.

    Returns
    -------
    tuple of Estimate and Tested

    Notes
    -----
    Where every item has as many values of either version, signs are flipped within items (clusters). Else the differences of a judge that did
    not change are no more symmetric (measured: up to 28 false alarms in 100 for one verdict against ten), and values are shuffled between
    the versions within each item instead. Shuffles ask whether anything changed: verdicts that changed and cancel are no such chance, and made up to
    43 of 100 shifts of nothing "drifted", half of them with an interval that holds 0. So p is at least that of the interval, which asks whether the
    mean moved: a shift that is more than chance (p < 0.05) has an interval without 0.
    """
    tested = Tested(name, part.criterion, part.stratum, margin, 0, group=group)
    change = change_of(part, item_means(new) - item_means(old), reach=reach, rare=reach if whole else None)
    if change is None:
        return part.tag(name, Estimate.missing(why_not), judge=drift.judge, group=group), replace(tested, undefined=why_not)
    rng = drift.data.rng("drift", name, part.criterion, part.stratum, group)
    detect = detect_whole(change, reach) if whole else detect_mean(change, _step(part))
    found = _shuffled(part, old, new, rng)
    if found is None:
        p, how = change_p(change, rng)
    else:
        p, how = shuffle_p(found, float(change.values @ change.counts), rng, two_sided=True)
        detect = _both(detect, detect_shuffled(change, found, reach, typical_sizes(old, new), rng)) if whole else detect
    detect = detect if change.clusters is None else _both(detect, _detect_by_interval(change))
    least_p = interval_p(change)
    p, how = (p, how) if p >= least_p else (least_p, f"that of the interval; {how}: {p:.4g}")
    tested = with_intervals(replace(tested, n_items=change.n_items, p=p, detect=detect), change)
    words = "; ".join(filter(None, (what, change_interval(change, drift.data.ci_level)[2], f"p = {p:.4g} ({how})")))
    both = ~np.isnan(item_means(new) - item_means(old))
    n_ratings = int((((~np.isnan(old)).sum(axis=1) + (~np.isnan(new)).sum(axis=1)) * both) @ part.weights)
    return estimate_of(part, drift, tested, words, n_ratings=n_ratings), tested


def _shuffled(part: Part, old: FloatArray, new: FloatArray, rng: np.random.Generator) -> Shuffled | None:
    """What shuffles give; None where every item has as many values of either version."""
    rows = part.rows
    before, now = old[rows.index], new[rows.index]
    n_old, n_new = ((~np.isnan(side)).sum(axis=1) for side in (before, now))
    if not ((n_old != n_new) & (n_old > 0) & (n_new > 0)).any():
        return None
    counts = np.ones(len(rows.index), dtype=np.int64) if rows.counts is None else rows.counts
    return shuffled_means(before, now, counts, rng)


def typical_sizes(old: FloatArray, new: FloatArray) -> tuple[int, int]:
    """Replicates of each version that items with both typically have, two of one at least."""
    n_old, n_new = ((~np.isnan(side)).sum(axis=1) for side in (old, new))
    both = (n_old > 0) & (n_new > 0) & (n_old + n_new > 2)
    return max(1, round(float(n_old[both].mean()))), max(1, round(float(n_new[both].mean())))


def with_intervals(tested: Tested, change: MeanChange) -> Tested:
    """The measure with its effect, its 95 % and its 90 % interval."""
    low, high, _ = change_interval(change, 0.95)
    inner_low, inner_high, _ = change_interval(change, INNER)
    return replace(tested, effect=change.mean, low=low, high=high, inner_low=inner_low, inner_high=inner_high)


def estimate_of(part: Part, drift: DriftInput, tested: Tested, words: str, *, n_ratings: int = 0) -> Estimate:
    """A tested measure as a number of audit.json."""
    found = Estimate(
        value=tested.effect, low=tested.low, high=tested.high, ci_level=0.95, method=words, n_items=tested.n_items, n_ratings=n_ratings,
    )  # fmt: skip
    return part.tag(tested.measure, found, judge=drift.judge, group=tested.group)


def worth(change: MeanChange) -> int:
    """Independent items that the differences are worth: fewer than there are where items share inputs."""
    if change.clusters is None:
        return change.n_items
    units, _ = change.units(change.mean)
    squares, of_items = float(units @ units), float(((change.values - change.mean) ** 2).sum())
    if of_items <= 0:
        return change.n_units
    return max(1, min(change.n_items, round(change.n_items * of_items / squares))) if squares > 0 else change.n_items


def detect_whole(change: MeanChange, step: float) -> Callable[[float], float | None]:
    """Least mean shift by items that move one step one way, on top of what moves both ways here."""
    n, shares = worth(change), change.values / step
    squares = float(change.counts @ shares**2) / change.n_items
    # What moves one way beyond chance is no noise: it is what is looked for.
    noise = max(0.0, squares - max(0.0, abs(change.mean) / step - sqrt(squares / n)))
    if change.clusters is None and bool(np.isin(np.abs(shares), (0.0, 1.0)).all()):
        return lambda level: _times(moved_share(n, noise, level), step)
    return lambda level: _times(shuffled_share(n, noise, *SIGNS, level / 2), step)


def detect_shuffled(
    change: MeanChange, found: Shuffled, reach: float, sizes: tuple[int, int], rng: np.random.Generator
) -> Callable[[float], float | None]:  # fmt: skip
    """The same of a test by shuffles."""
    n, moved = worth(change), means_of_splits(np.repeat([[0.0, 1.0]], sizes, axis=1), splits_of(*sizes, rng))
    outcomes, times = np.unique(moved.round(12), return_counts=True)
    chances = times / times.sum()
    spread = found.variance / reach**2
    beyond = max(0.0, abs(change.mean) / reach - sqrt(spread) / change.n_items)
    noise = max(0.0, spread / change.n_items - beyond * float(chances @ outcomes**2))
    return lambda level: _times(shuffled_share(n, noise, outcomes, chances, level / 2), reach)


def _both(*ways: Callable[[float], float | None]) -> Callable[[float], float | None]:
    """What two tests see that must both reject: what the duller one does."""

    def detect(level: float) -> float | None:
        found = [one for way in ways if (one := way(level)) is not None]
        return max(found) if len(found) == len(ways) else None

    return detect


def _detect_by_interval(change: MeanChange) -> Callable[[float], float | None]:
    """Least shift whose interval leaves 0 out in 80 % of cases, where items share inputs: it is as wide as whole clusters make it, which the test of
    items that are worth fewer does not know.
    """

    def detect(level: float) -> float | None:
        low, high, _ = change_interval(change, 1 - level)
        half = (high - low) / 2
        return _possible(half * (1 + NORMAL.inv_cdf(thresholds.DRIFT_POWER) / NORMAL.inv_cdf(1 - level / 2)), change.reach)

    return detect


def detect_mean(change: MeanChange, step: float | None) -> Callable[[float], float | None]:
    """Least shift of a mean score: some items move by a step of the scale, or, where there are none or all items would have to, all by as much.

    Where no two scores of a scale without steps differ nothing says how differences vary: then items that move by all of the scale.
    """
    n, variance = worth(change), float(change.counts @ (change.values - change.mean) ** 2) / max(change.n_items - 1, 1)
    if step is None and variance <= 0:
        return detect_whole(change, change.reach)
    by_steps = detect_whole(change, step) if step is not None else None

    def detect(level: float) -> float | None:
        found = None if by_steps is None else by_steps(level)
        return found if found is not None or variance <= 0 else _possible(mean_shift_seen(n, variance, level), change.reach)

    return detect


def _step(part: Part) -> float | None:
    """Least distance of two points of the scale; None on a continuous one."""
    codes = part.scale.codes
    return None if codes is None else float(np.diff(codes).min())


def _times(share: float | None, step: float) -> float | None:
    return None if share is None else share * step


def _possible(found: float, most: float) -> float | None:
    return found if found <= most else None
