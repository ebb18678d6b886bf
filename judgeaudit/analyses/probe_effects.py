"""Effects of probes, net of what moves by itself: one number for each judge, criterion and stratum, with an interval over items."""

from __future__ import annotations

from typing import Any

import numpy as np

from judgeaudit import stats
from judgeaudit.analyses.parts import NO_SCALE
from judgeaudit.analyses.probe_counts import Floats, Shown, mean_code
from judgeaudit.domain.results import Estimate
from judgeaudit.domain.rubric import Scale

EXCESS = "share of pairs (plain, probe) that differ less share of pairs (plain, plain) that differ, mean over items"
DIRECTION = "mean code under the probe less mean plain code, mean over items"
NECESSITY = "share of pairs (plain, evidence_removal) that differ less share of pairs (plain, irrelevant_removal) that differ, mean over items with both"
ONE_REPLICATE = "one plain replicate: how much the verdict moves by itself is not known"
NO_PLAIN = "no item has a plain verdict and one of the probe"


def excess_flip_rate(shown: Shown) -> Estimate:
    """Flips under a probe beyond those between plain replicates of the same items.

    Items with two plain verdicts and one of the probe count. 0 where the probe moves nothing, whatever the noise of the judge is.
    """
    reason = NO_PLAIN if not _any(shown, shown.probe_flip) else ONE_REPLICATE
    return _difference(shown, shown.probe_flip, shown.plain_flip, (0.0, 1.0), EXCESS, reason)


def direction(shown: Shown) -> Estimate:
    """Where a probe moves the verdict: above 0 toward the positive label, or up the scale, in points of it."""
    scale = shown.part.scale
    if not scale.two_labels and scale.level == "nominal":
        return Estimate.missing("the scale has no order and no positive label")
    if shown.part.data.rubric.mode == "pairwise":
        return Estimate.missing("a comparison of two responses has no positive label")
    points = scale.codes or (scale.low or 0.0, scale.high or 1.0)
    return _difference(shown, mean_code(shown.probe), mean_code(shown.plain), points, DIRECTION, NO_PLAIN)


def necessity(removal: Shown, irrelevant: Shown) -> Estimate:
    """How much more the verdict moves when the cited words go than when as many others go. The noise of the judge is in both and falls out."""
    reason = "no item has verdicts under both evidence_removal and irrelevant_removal, and a plain one"
    return _difference(removal, removal.probe_flip, irrelevant.probe_flip, (0.0, 1.0), NECESSITY, reason)


def pass_rate(shown: Shown) -> Estimate:
    """Share of the verdicts under a probe that are positive: the positive label, or above the middle of an ordered scale."""
    shares = positive_shares(shown, shown.probe)
    if isinstance(shares, str):
        return Estimate.missing(shares)
    if not _any(shown, shares):
        return Estimate.missing("no verdict under the probe")
    return shown.part.estimate("", stats.proportion, shares[:, None], judge=shown.judge, **NO_SCALE)


def positive_shares(shown: Shown, codes: Floats) -> Floats | str:
    """Share of positive verdicts of each pattern; or why no verdict of this scale is positive."""
    scale = shown.part.scale
    if shown.part.data.rubric.mode == "pairwise":
        return "a comparison of two responses has no positive label"
    if not scale.two_labels and scale.level == "nominal":
        return "the scale has no order and no positive label"
    middle = _middle(scale)
    return mean_code(np.where(np.isnan(codes), np.nan, codes > middle))


def _middle(scale: Scale) -> float:
    if scale.labels is None:
        assert scale.low is not None
        assert scale.high is not None
        return (scale.low + scale.high) / 2
    codes = scale.codes or (0.0, 1.0)
    return (codes[0] + codes[-1]) / 2


def _any(shown: Shown, values: Floats) -> bool:
    return bool((shown.part.weights[~np.isnan(values)] > 0).any())


def _difference(shown: Shown, first: Floats, second: Floats, points: tuple[float, ...], what: str, reason: str) -> Estimate:
    """Mean over items of a paired difference. The possible values are declared, so that an interval does not collapse where all are equal."""
    both = ~np.isnan(first) & ~np.isnan(second)
    if not (shown.part.weights[both] > 0).any():
        return Estimate.missing(reason)
    ratings = np.where(both[:, None], np.stack([first, second], axis=1).round(12), np.nan)
    options: dict[str, Any] = {"level": "interval", "labels": np.unique(np.concatenate([np.array(points), ratings[both].ravel()]).round(12))}
    found = shown.part.estimate("", stats.mean_shift, ratings, judge=shown.judge, **options)
    method = what + found.method.removeprefix("mean of judge minus gold")
    n_ratings = int(((shown.n_plain + shown.n_probe) * both * shown.part.weights).sum())
    reach = max(points) - min(points)
    ends = {} if found.low is None or found.high is None else {"low": max(found.low, -reach), "high": min(found.high, reach)}
    return found.model_copy(update={"method": method, "n_ratings": n_ratings, **ends})
