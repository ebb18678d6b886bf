"""The residual of one judge's probes, its interval, and what it means for the calibration.

The residual is what the judge does on the probes less what the stored error rates expect there. Its interval is Newcombe's for sums of shares: how
often the judge misses the label, and how often it gives it wrongly, each with Wilson's interval over probes, and the stored rates with theirs. So it
has a width where all probes agree too, as eight right of eight do, which a judge that is right nine times of ten gives in every second batch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit import thresholds
from judgeaudit.api.applied_rates import code_of, item_shares
from judgeaudit.api.confidences import VerdictRow
from judgeaudit.domain.applied import CarryCheck, CarryWord
from judgeaudit.domain.calibration import ClassCounts, JudgeCalibration
from judgeaudit.stats.kernels.probe_residual import Distances, Shares, difference_distances, normal_distances, share_distances, two_sides
from judgeaudit.stats.kernels.rates import wilson

Floats = NDArray[np.float64]

MOST_PROBES = 1_000_000
"""Probes beyond which none are asked for: nobody labels so many."""


@dataclass(frozen=True)
class _Residual:
    """`above` and `below` are what moves the residual up and down, in shares of a probe that count `unit` each; `stored` is the error of the calibration."""

    mean: float
    above: Shares
    below: Shares
    clusters: NDArray[np.int64]
    unit: float
    stored: Distances
    margin: float

    def ends(self, times: float = 1.0) -> tuple[float, float]:
        """Of the interval, if there were so many times as many probes like these."""
        pair = (share_distances(part, self.clusters, ci_level=thresholds.CI_LEVEL, times=times) for part in (self.above, self.below))
        down, up = difference_distances(*pair)
        return self.mean - hypot(self.unit * down, self.stored[0]), self.mean + hypot(self.unit * up, self.stored[1])


def labelled_check(record: JudgeCalibration, counts: ClassCounts, rows: Sequence[VerdictRow], gold: Mapping[str, float], margin: float) -> CarryCheck:
    """Of one label: gold less the corrected rate, in shares of items.

    Parameters
    ----------
    rows : sequence of VerdictRow
        With a verdict, of items in `gold`.
    gold : mapping of item_id to code
    margin : float
        Largest residual that still counts as none.
    """
    code = code_of(record, counts.label)
    given = item_shares(rows, code)
    truth = np.array([float(gold[item] == code) for item in given.item_ids])
    about = {"judge": record.judge, "criterion": record.criterion, "label": counts.label}
    q1, q0 = counts.sensitivity, counts.specificity
    if q1 is None or q0 is None or q1 + q0 <= 1:
        return _none(about, given.clusters, margin, "the judge carries no information on the labelled items: there is no corrected rate to check")
    if len(np.unique(given.clusters)) < 2:
        return _too_few(about, given.clusters, margin)
    youden, rate = q1 + q0 - 1, float(truth.mean())
    adds = truth * (q1 - given.shares), (1 - truth) * (given.shares - (1 - q0))
    missed, wrongly = two_sides(truth * (1 - given.shares), (1 - truth) * given.shares, adds=adds)
    (low1, high1), (low0, high0) = (wilson(q, worth, thresholds.CI_LEVEL) for q, worth in ((q1, counts.inside_worth), (q0, counts.outside_worth)))
    stored = hypot(rate * (q1 - low1), (1 - rate) * (high0 - q0)) / youden, hypot(rate * (high1 - q1), (1 - rate) * (q0 - low0)) / youden
    mean = float((adds[0] - adds[1]).mean()) / youden
    found = _Residual(mean, missed, wrongly, given.clusters, 1 / youden, stored, margin)
    return _verdict(about, found, _by_class(given.shares, truth, q1, q0))


def _by_class(shares: Floats, truth: Floats, q1: float, q0: float) -> str:
    """Error rates on the probes beside the stored ones: two that are off in opposite directions may hide in the mean."""
    inside, outside = shares[truth == 1], 1 - shares[truth == 0]
    pairs = (("sensitivity", inside, q1), ("specificity", outside, q0))
    return "; ".join(f"{name} {values.mean():.2f} on {len(values)} probes, {stored:.2f} when calibrated" for name, values, stored in pairs if len(values))


def numeric_check(record: JudgeCalibration, rows: Sequence[VerdictRow], gold: Mapping[str, float], margin: float, span: float) -> CarryCheck:
    """On a numeric scale, `span` points long: gold less judge less the mean difference when calibrated, in points."""
    about = {"judge": record.judge, "criterion": record.criterion, "label": None}
    given: dict[str, list[float]] = {}
    names: dict[str, str] = {}
    for row in rows:
        if row.code is not None:
            given.setdefault(row.item_id, []).append(row.code)
            names.setdefault(row.item_id, row.cluster)
    numbers = {name: n for n, name in enumerate(dict.fromkeys(names.values()))}
    clusters = np.array([numbers[names[item]] for item in given], dtype=np.int64)
    shift = record.shift
    if shift is None or shift.n_items < 2:
        return _none(about, clusters, margin, "the calibration holds no mean difference of people and judge, or one of a single item")
    if len(numbers) < 2:
        return _too_few(about, clusters, margin)
    off = np.array([gold[item] - sum(scores) / len(scores) for item, scores in given.items()]) - shift.mean
    # A difference can be as far from its mean as the scale is long, and on either side of it; farther only where a shifted score leaves the scale.
    unit = max(span, float(np.abs(off).max()))
    above, below = np.maximum(off, 0) / unit, np.maximum(-off, 0) / unit
    spread = unit * normal_distances(shift.sd / unit, shift.n_items, ci_level=thresholds.CI_LEVEL)
    return _verdict(about, _Residual(float(off.mean()), *two_sides(above, below, adds=(above, below)), clusters, unit, (spread, spread), margin), "")


def _none(about: dict[str, Any], clusters: NDArray[np.int64], margin: float, reason: str) -> CarryCheck:
    return CarryCheck(**about, verdict="INCONCLUSIVE", margin=margin, n_items=len(clusters), n_clusters=len(np.unique(clusters)), reason=reason)


def _too_few(about: dict[str, Any], clusters: NDArray[np.int64], margin: float) -> CarryCheck:
    return _none(about, clusters, margin, f"{len(np.unique(clusters))} independent probes say nothing: label at least {thresholds.MIN_CARRY_CLUSTERS}")


def _verdict(about: dict[str, Any], found: _Residual, more: str) -> CarryCheck:
    n_clusters = len(np.unique(found.clusters))
    low, high = found.ends()
    word, why = _word(low, high, n_clusters, found)
    return CarryCheck(
        **about, verdict=word, residual=found.mean, low=low, high=high, margin=found.margin, n_items=len(found.clusters), n_clusters=n_clusters,
        reason=f"{why}; {more}" if more else why,
    )  # fmt: skip


def _word(low: float, high: float, n_clusters: int, found: _Residual) -> tuple[CarryWord, str]:
    if low > found.margin or high < -found.margin:
        return "FAIL", "what the calibration corrects to is off by more than the margin here: calibrate on these items"
    reaches = low < -found.margin or high > found.margin
    if n_clusters < thresholds.MIN_CARRY_CLUSTERS:
        then = _more_probes(found) if reaches else f": label at least {thresholds.MIN_CARRY_CLUSTERS}"
        return "INCONCLUSIVE", f"{n_clusters} independent probes are too few for a PASS{then}"
    if reaches:
        return "INCONCLUSIVE", f"the interval reaches beyond the margin{_more_probes(found)}"
    return "PASS", "what the calibration corrects to is right within the margin"


def _more_probes(found: _Residual) -> str:
    """What would settle an open check, if the probes go on as they are. The error of the stored rates does not shrink with probes."""
    n = len(found.clusters)
    if not _settled(found, MOST_PROBES / n):
        return ": no number of probes will settle it, because the stored error rates are not known well enough: calibrate on more labels, of this batch too"
    few, many = n, MOST_PROBES
    while many - few > 1:
        between = (few + many) // 2
        few, many = (few, between) if _settled(found, between / n) else (between, many)
    return f": about {max(many, thresholds.MIN_CARRY_CLUSTERS):,} probes would settle it, if the residual stays as it is"


def _settled(found: _Residual, times: float) -> bool:
    low, high = found.ends(times)
    return (low >= -found.margin and high <= found.margin) or low > found.margin or high < -found.margin
