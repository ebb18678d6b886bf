"""Effects of probes, net of what moves by itself: one number for each judge, criterion and stratum, with an interval over items."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from math import sqrt

import numpy as np

from judgeaudit import stats, thresholds
from judgeaudit.analyses.drifts.measured import change_of
from judgeaudit.analyses.parts import NO_SCALE
from judgeaudit.analyses.probe_counts import Floats, Shown, mean_code
from judgeaudit.analyses.probe_cues import credit, cues, kind_of, pushed
from judgeaudit.analyses.probe_orders import UNSWAPPED
from judgeaudit.domain.results import Estimate
from judgeaudit.domain.rubric import Scale
from judgeaudit.stats.kernels.mean_change import MeanChange, change_interval, interval_p
from judgeaudit.stats.kernels.rates import say_number

EXCESS = "share of pairs (plain, probe) of replicates of different numbers that differ less share of pairs (plain, plain) that differ, mean over items"
DIRECTION = "mean code under the probe less mean plain code, mean over items"
TOWARD = "mean code under the probe less mean plain code, with the sign of the cue: above 0 is toward it, mean over items"
FAVOURED = "verdicts for the response that the cue speaks for (a tie counts half), share under the probe less plain share, mean over items"
NECESSITY = "share of pairs (plain, evidence_removal) that differ less share of pairs (plain, irrelevant_removal) that differ, mean over items with both"
ONE_REPLICATE = "one plain replicate: how much the verdict moves by itself is not known"
NO_PLAIN = "no item has a plain verdict and one of the probe"
NO_ORDER = "the scale has no order and no positive label"
TIES = "share of plain verdicts that prefer a response less their share under the probe, mean over items"
NO_TIE = "the scale has no tie"
PAIRS = "a comparison of two responses has no positive label"


@dataclass(frozen=True, slots=True)
class Effect:
    """A mean over items, and the differences of items that its interval and its p value are of.

    Attributes
    ----------
    change : MeanChange or None
        None where there is no number, or too few items for an interval.
    reach : float
        Greatest effect that is possible: 1 for shares, the range of the scale for scores.
    """

    estimate: Estimate
    change: MeanChange | None = None
    reach: float = 1.0

    @property
    def p(self) -> float | None:
        """Two-sided p value of no effect: below q just where the interval of level 1 - q leaves 0 out. None without an interval."""
        return None if self.change is None else interval_p(self.change)


def excess(shown: Shown) -> Effect:
    """Flips under a probe beyond those between plain replicates of the same items.

    Items with two plain verdicts and one of the probe count. 0 in expectation where the probe moves nothing, whatever the noise of the judge is, and also
    where it hangs on the seed: pairs of replicates of one number, which share theirs, are left out on either side.
    """
    reason = NO_PLAIN if not _any(shown, shown.probe_flip) else ONE_REPLICATE
    if shown.sides is not None and shown.items(shown.sides.unswapped):
        reason = UNSWAPPED if reason == NO_PLAIN else reason
    return _mean(shown, shown.probe_flip - shown.plain_flip, EXCESS, reason)


def direction(shown: Shown) -> Effect:
    """Where a probe moves the verdict: above 0 toward its cue; where it has none, up the scale, in points of it.

    Of a pair: toward the response that the cue speaks for. Where some variants push and others do not, those that do count.
    """
    pairwise = shown.part.data.rubric.mode == "pairwise"
    pushes = cues(shown)
    if pairwise:
        return Effect(Estimate.missing(PAIRS)) if not any(pushes) else _mean(shown, pushed(shown, pushes), FAVOURED, NO_PLAIN)
    if _no_order(shown):
        return Effect(Estimate.missing(NO_ORDER))
    signed = any(pushes)
    values = pushed(shown, pushes) if signed else mean_code(shown.probe) - mean_code(shown.plain)
    return _mean(shown, values, TOWARD if signed else DIRECTION, NO_PLAIN, reach=reach_of(shown), whole=shown.part.scale.two_labels)


def score_shift(shown: Shown) -> Effect:
    """How much higher the verdicts are, in points of the scale (two labels: share of the positive one), wherever the cue pushes."""
    if shown.part.data.rubric.mode == "pairwise":
        return Effect(Estimate.missing(PAIRS))
    if _no_order(shown):
        return Effect(Estimate.missing(NO_ORDER))
    values = mean_code(shown.probe) - mean_code(shown.plain)
    return _mean(shown, values, DIRECTION, NO_PLAIN, reach=reach_of(shown), whole=shown.part.scale.two_labels)


def ties_gained(shown: Shown) -> Effect:
    """How many fewer of the verdicts on a pair prefer a response than plainly: the others are ties. Undefined where the scale has no tie."""
    plain, probe = decided(shown, shown.plain), decided(shown, shown.probe)
    if plain is None or probe is None:
        return Effect(Estimate.missing(NO_TIE))
    return _mean(shown, plain - probe, TIES, NO_PLAIN)


def decided(shown: Shown, codes: Floats) -> Floats | None:
    """Share of verdicts of each pattern that prefer a response; None where the scale has no tie."""
    labels = shown.part.scale.labels or ()
    tie = shown.part.scale.code(labels[2]) if shown.part.data.rubric.mode == "pairwise" and len(labels) > 2 else None
    return None if tie is None else mean_code(np.where(np.isnan(codes), np.nan, codes != tie))


def necessity(removal: Shown, irrelevant: Shown) -> Estimate:
    """How much more the verdict moves when the cited words go than when as many others go. The noise of the judge is in both and falls out."""
    reason = "no item has verdicts under both evidence_removal and irrelevant_removal, and a plain one"
    return _mean(removal, removal.probe_flip - irrelevant.probe_flip, NECESSITY, reason).estimate


def pass_rate(shown: Shown) -> Estimate:
    """Share of the verdicts under a probe that are positive: the positive label, or above the middle of an ordered scale; of a pair for the attacked response."""
    passes = passing(shown)
    if isinstance(passes, str):
        return Estimate.missing(passes)
    if not _any(shown, mean_code(passes)):
        return Estimate.missing("no verdict under the probe")
    return shown.part.estimate("", stats.proportion, passes, judge=shown.judge, **NO_SCALE)


def passing(shown: Shown) -> Floats | str:
    """1 for each verdict of each pattern under a probe that is positive, or for the response that the cue speaks for, 0 for others, shape (n_patterns, n_verdicts); or
    why there is none."""
    if shown.part.data.rubric.mode != "pairwise":
        return positive(shown, shown.probe)
    pushes = cues(shown)
    if kind_of(shown.name) != "attack" or not any(pushes):
        return PAIRS
    columns = [np.where(credit(shown, column, push) == 1, 1.0, 0.0) + 0 * column for column, push in zip(shown.probe.T, pushes, strict=True) if push]
    return np.column_stack(columns)


def positive_shares(shown: Shown, codes: Floats) -> Floats | str:
    """Share of positive verdicts of each pattern; or why no verdict of this scale is positive."""
    found = positive(shown, codes)
    return found if isinstance(found, str) else mean_code(found)


def positive(shown: Shown, codes: Floats) -> Floats | str:
    """1 for each positive verdict, 0 for others, in the shape of the codes; or why no verdict of this scale is positive."""
    if shown.part.data.rubric.mode == "pairwise":
        return PAIRS
    if _no_order(shown):
        return NO_ORDER
    return np.where(np.isnan(codes), np.nan, codes > _middle(shown.part.scale))


def reach_of(shown: Shown) -> float:
    """Range of the scale; of a pair 1."""
    scale = shown.part.scale
    if shown.part.data.rubric.mode == "pairwise":
        return 1.0
    points = scale.codes or (scale.low or 0.0, scale.high or 1.0)
    return max(points) - min(points)


def _no_order(shown: Shown) -> bool:
    scale = shown.part.scale
    return not scale.two_labels and scale.level == "nominal"


def _middle(scale: Scale) -> float:
    if scale.labels is None:
        assert scale.low is not None
        assert scale.high is not None
        return (scale.low + scale.high) / 2
    codes = scale.codes or (0.0, 1.0)
    return (codes[0] + codes[-1]) / 2


def _any(shown: Shown, values: Floats) -> bool:
    return bool((shown.part.weights[~np.isnan(values)] > 0).any())


def _mean(shown: Shown, values: Floats, what: str, reason: str, *, reach: float = 1.0, whole: bool = True) -> Effect:
    """Mean over items of differences within items, one for each pattern.

    Parameters
    ----------
    whole : bool
        Whether an item that moves may move by `reach`, however little those move that were seen.
    """
    change = change_of(shown.part, values, reach=reach)
    if change is None:
        return Effect(Estimate.missing(reason), reach=reach)
    change = allowing_for_unseen(change) if whole else change
    there = ~np.isnan(values)
    n_ratings = int(((shown.n_plain + shown.n_probe) * there * shown.part.weights).sum())
    base = Estimate(value=change.mean, n_items=change.n_items, n_ratings=n_ratings, method=what)
    units = say_number(change.n_units, "item" if change.clusters is None else "cluster")
    if change.n_units < thresholds.MIN_ITEMS_FOR_RESAMPLING:
        words = f"{what}; no interval: {units}, fewer than {thresholds.MIN_ITEMS_FOR_RESAMPLING}"
        return Effect(base.model_copy(update={"method": words}), reach=reach)
    ci_level = shown.part.data.ci_level
    low, high, how = change_interval(change, ci_level)
    ends = {"low": low, "high": high, "ci_level": ci_level, "method": f"{what}; {how}"}
    return Effect(base.model_copy(update=ends), change, reach)


def allowing_for_unseen(change: MeanChange) -> MeanChange:
    """The same, with how far an item may move that was not seen.

    Notes
    -----
    Few items that move a little do not rule out rare ones that move wholly: then `reach` is allowed for. Many do: then the largest that was seen.
    Between them the squares are mixed, with (`thresholds.FEW_MOVED` / m)^2 for `reach` where m moved items, by Kish's effective number, are more
    than that. Measured, excess flips of 2 to 5 plain verdicts and 1 to 5 of the probe on 30 to 300 items: noisy judges 94 to 98 % coverage, and at
    least 94 % where noise is rare and whole flips rarer; with `reach` always, up to 99.6 % for noisy judges; with the largest alone, down to 91 %.
    """
    units, times = change.units()
    squares, fourths = float(times @ units**2), float(times @ units**4)
    moved = squares**2 / fourths if fourths > 0 else 0.0
    largest = float(np.abs(change.values).max())
    part = min(1.0, (thresholds.FEW_MOVED / moved) ** 2) if moved > 0 else 1.0
    return dataclasses.replace(change, rare=sqrt(largest**2 + (change.reach**2 - largest**2) * part))
