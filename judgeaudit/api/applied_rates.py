"""Rates of new verdicts, corrected by the errors that a judge was seen to make on labelled items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from judgeaudit import thresholds
from judgeaudit.api.calibration_facts import worth_of
from judgeaudit.api.confidences import VerdictRow
from judgeaudit.api.own_errors import BY_ALL, own_record
from judgeaudit.domain.applied import AppliedRate
from judgeaudit.domain.calibration import ClassCounts, JudgeCalibration
from judgeaudit.domain.scales import Scale

WEAK = "sensitivity + specificity - 1 is {youden:.2f} and its interval includes 0: the judge may carry no information"
BEYOND = "no interval: all of it lies outside 0 to 1, so that this batch is not like the calibrated one: label some of it and give that as --gold"


TOO_FEW = "one calibration for all systems misleads, and too few items of this one were labelled for one of its own: label some of its items"
WITHHELD = {
    "value": None, "low": None, "high": None, "raw": None, "note": "",
    "undefined": TOO_FEW,
}  # fmt: skip
"""What is left of a rate that only other systems' errors would correct, where calibrating found that they mislead."""


@dataclass(frozen=True)
class ItemShares:
    """Share of each item's verdicts that give one label, and the cluster of the item, by number."""

    item_ids: tuple[str, ...]
    shares: NDArray[np.float64]
    clusters: NDArray[np.int64]


def item_shares(rows: Sequence[VerdictRow], code: float) -> ItemShares:
    """The same for some verdicts; items without any verdict are left out."""
    given: dict[str, list[float]] = {}
    clusters: dict[str, str] = {}
    for row in rows:
        if row.code is not None:
            given.setdefault(row.item_id, []).append(float(row.code == code))
            clusters.setdefault(row.item_id, row.cluster)
    numbers = {name: n for n, name in enumerate(dict.fromkeys(clusters.values()))}
    return ItemShares(
        tuple(given), np.array([sum(one) / len(one) for one in given.values()]), np.array([numbers[clusters[item]] for item in given], dtype=np.int64)
    )


def code_of(record: JudgeCalibration, label: str) -> float:
    """The code of one of a record's labels."""
    found = Scale(level=record.level, labels=record.labels).code(label)
    assert found is not None
    return found


def applied_rates(record: JudgeCalibration, rows: Sequence[VerdictRow], scale: Scale, *, system: str | None) -> list[AppliedRate]:
    """The rate of each label of one judge on one criterion, corrected by its stored counts; on a numeric scale its mean score.

    Notes
    -----
    The mean is that of the judge plus the mean difference of gold and judge when calibrated, with the variances of both, clipped to the ends of the scale. Rates are Rogan and Gladen's value with the interval of Lee et al.; see `judgeaudit.stats.rogan_gladen`.
    """
    record, said = own_record(record, rows)
    found = _mean(record, rows, scale, system) if record.labels is None else []
    for counts in record.classes:
        given = item_shares(rows, code_of(record, counts.label))
        if len(given.item_ids):
            found.append(_rate(record, counts, given, system))
    if said == BY_ALL:
        return [one.model_copy(update=WITHHELD) for one in found]
    answered = {row.item_id for row in rows if row.code is not None}
    silent = len({row.item_id for row in rows} - answered)
    return [one.model_copy(update={"note": "; ".join(filter(None, (one.note, said))), "n_unanswered": silent}) for one in found]


def _mean(record: JudgeCalibration, rows: Sequence[VerdictRow], scale: Scale, system: str | None) -> list[AppliedRate]:
    """The mean score over items, moved by the mean difference; clusters are means of one value each in its variance."""
    given: dict[str, list[float]] = {}
    of_cluster: dict[str, list[str]] = {}
    for row in rows:
        if row.code is not None:
            if row.item_id not in given:
                of_cluster.setdefault(row.cluster, []).append(row.item_id)
            given.setdefault(row.item_id, []).append(row.code)
    if not given:
        return []
    from scipy.stats import t as student

    means = {item: sum(scores) / len(scores) for item, scores in given.items()}
    n, judged = len(means), sum(means.values()) / len(means)
    about = {"judge": record.judge, "criterion": record.criterion, "label": None, "system": system, "n_items": n, "judged": judged}
    shift, n_clusters = record.shift, len(of_cluster)
    if shift is None:
        return [AppliedRate(**about, undefined="the calibration holds no mean difference of people and judge")]
    raw = judged + shift.mean
    if n_clusters < 2 or shift.n_items < 2:
        note = "; ".join(filter(None, (_off_the_scale(raw, scale), "no interval: one independent item says nothing of the scatter")))
        return [AppliedRate(**about, value=_clipped(raw, scale), raw=raw, note=note)]
    sums = [sum(means[item] - judged for item in items) for items in of_cluster.values()]
    variance = n_clusters / (n_clusters - 1) * sum(one**2 for one in sums) / n**2 + shift.sd**2 / shift.n_items
    half = float(student.ppf(0.5 + thresholds.CI_LEVEL / 2, min(n_clusters, shift.n_items) - 1)) * variance**0.5
    low, high = _clipped(raw - half, scale), _clipped(raw + half, scale)
    note = _off_the_scale(raw, scale)
    if low == high:
        why = "all of it lies beyond the scale" if half > 0 else "neither these scores nor the differences of people and judge vary"
        return [AppliedRate(**about, value=_clipped(raw, scale), raw=raw, note="; ".join(filter(None, (note, f"no interval: {why}"))))]
    return [AppliedRate(**about, value=_clipped(raw, scale), raw=raw, low=low, high=high, note=note)]


def _clipped(score: float, scale: Scale) -> float:
    return min(max(score, score if scale.low is None else scale.low), score if scale.high is None else scale.high)


def _off_the_scale(raw: float, scale: Scale) -> str:
    if _clipped(raw, scale) == raw:
        return ""
    return f"raw value {raw:.4g}, which is off the scale: the mean difference of the labelled items does not go with these scores"


def at_the_end(record: JudgeCalibration, rows: Sequence[VerdictRow], scale: Scale) -> str:
    """That most scores stand where gold cannot be as far beyond them as it was; empty where they do not, or where they are no numbers."""
    record, _ = own_record(record, rows)
    scores = [row.code for row in rows if row.code is not None]
    if record.shift is None or not scores or record.shift.mean == 0:
        return ""
    up = record.shift.mean > 0
    end = scale.high if up else scale.low
    if end is None:
        return ""
    n = sum(abs(score - end) <= 1e-9 for score in scores)
    if 2 * n < len(scores):
        return ""
    side = "above" if up else "below"
    return (
        f"{n:,} of {len(scores):,} scores are {end:g}, the {'upper' if up else 'lower'} end of the scale: gold is not {side} it, and the mean difference seen when "
        f"calibrating ({record.shift.mean:+.3g}) does not hold there; label some of these items and give them as --gold"
    )


def _rate(record: JudgeCalibration, counts: ClassCounts, given: ItemShares, system: str | None) -> AppliedRate:
    from judgeaudit.stats.kernels.judge_errors import lee_interval, rogan_gladen_rate

    n, p = len(given.item_ids), float(given.shares.mean())
    about = {"judge": record.judge, "criterion": record.criterion, "label": counts.label, "system": system, "n_items": n, "judged": p}
    q1, q0 = counts.sensitivity, counts.specificity
    if q1 is None or q0 is None:
        which = "has" if q1 is None else "lacks"
        return AppliedRate(**about, undefined=f"no labelled item {which} the label: how often the judge is right there is not known")
    raw = rogan_gladen_rate(p, q0, q1)
    if raw is None:
        return AppliedRate(**about, undefined=f"the judge carries no information: sensitivity {q1:.3g} and specificity {q0:.3g} add up to no more than 1")
    alone = len(np.unique(given.clusters)) == n
    worth = worth_of(given.shares, None if alone else given.clusters, np.ones(n, dtype=np.int64))
    ends = lee_interval(p, worth, q0, q1, counts.outside_worth, counts.inside_worth, ci_level=thresholds.CI_LEVEL)
    value = min(1.0, max(0.0, raw))
    notes = []
    if raw != value:
        notes.append(f"raw value {raw:.3g}: the error rates of the labelled items do not go with this judged rate")
    if youden_low(counts) <= 0:
        notes.append(WEAK.format(youden=q0 + q1 - 1))
    if ends is None:
        return AppliedRate(**about, value=value, raw=raw, note="; ".join([*notes, "no interval: the judge is too weak for one"]))
    low, high = (min(1.0, max(0.0, end)) for end in ends)
    if low == high:
        return AppliedRate(**about, value=value, raw=raw, note="; ".join([*notes, BEYOND]))
    return AppliedRate(**about, value=value, raw=raw, low=min(low, value), high=max(high, value), note="; ".join(notes))


def youden_low(counts: ClassCounts) -> float:
    """The low end of the interval of sensitivity + specificity - 1; -1 where either is unknown."""
    from judgeaudit.stats.kernels.judge_errors import youden_interval
    from judgeaudit.stats.kernels.rates import wilson

    q1, q0 = counts.sensitivity, counts.specificity
    if q1 is None or q0 is None:
        return -1.0
    ends1, ends0 = (wilson(q, worth, thresholds.CI_LEVEL) for q, worth in ((q1, counts.inside_worth), (q0, counts.outside_worth)))
    return youden_interval(q1 + q0 - 1, (q1, *ends1), (q0, *ends0))[0]
