"""Rates of new verdicts, corrected by the errors that a judge was seen to make on labelled items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from judgeaudit import thresholds
from judgeaudit.api.calibration_facts import worth_of
from judgeaudit.api.confidences import VerdictRow
from judgeaudit.domain.applied import AppliedRate
from judgeaudit.domain.calibration import ClassCounts, JudgeCalibration
from judgeaudit.domain.scales import Scale

WEAK = "sensitivity + specificity - 1 is {youden:.2f} and its interval includes 0: the judge may carry no information"


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


def applied_rates(record: JudgeCalibration, rows: Sequence[VerdictRow], *, system: str | None) -> list[AppliedRate]:
    """The rate of each label of one judge on one criterion, corrected by its stored counts; none on a numeric scale.

    Notes
    -----
    Rogan and Gladen's value with the interval of Lee et al.; see `judgeaudit.stats.rogan_gladen`.
    """
    found = []
    for counts in record.classes:
        given = item_shares(rows, code_of(record, counts.label))
        if len(given.item_ids):
            found.append(_rate(record, counts, given, system))
    return found


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
