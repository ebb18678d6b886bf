"""Corrected rates of verdicts on several judged systems: pooled, or put together from each system's own where one calibration for all misleads."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from judgeaudit.api.applied_rates import TOO_FEW, applied_rates
from judgeaudit.api.confidences import VerdictRow
from judgeaudit.api.own_errors import failed_systems
from judgeaudit.domain.applied import AppliedRate
from judgeaudit.domain.calibration import JudgeCalibration
from judgeaudit.domain.scales import Scale

WITHHELD = "calibrate found that one calibration for all systems misleads"


def rates_of(record: JudgeCalibration, rows: Sequence[VerdictRow], scale: Scale) -> list[AppliedRate]:
    """Rates of all verdicts together and, where there are several, of each system.

    Notes
    -----
    As `analyses.calibrations.apart` does it when calibrating: where systems differ nothing is pooled, the rate over all items is the systems' own, each by
    its items, and the interval adds the squares of their distances to their ends (the distances themselves where systems share clusters).
    """
    named = {row.system for row in rows if row.system}
    apart = bool(failed_systems(record))
    names = sorted({row.system or "" for row in rows if row.code is not None}) if apart else sorted(named)
    whole = applied_rates(record, rows, scale, system=None)
    if len(names) < 2:
        return whole
    each = [applied_rates(record, [row for row in rows if (row.system or "") == name], scale, system=name) for name in names]
    if apart:
        linked = _linked(rows)
        whole = [_together(one, [rate for of in each for rate in of if rate.label == one.label], linked=linked) for one in whole]
    return whole + [rate for of in each for rate in of if rate.system]


def _linked(rows: Sequence[VerdictRow]) -> bool:
    """Whether systems share clusters."""
    of_cluster: dict[str, str] = {}
    return any(of_cluster.setdefault(row.cluster, row.system or "") != (row.system or "") for row in rows)


def _together(whole: AppliedRate, each: Sequence[AppliedRate], *, linked: bool) -> AppliedRate:
    nothing = {"value": None, "low": None, "high": None, "raw": None, "note": ""}
    open_ = [one for one in each if one.value is None]
    if open_:
        alone = next((one for one in open_ if one.undefined == TOO_FEW), None)
        few = None if alone is None else f"too few items of {_named(alone)} were labelled for one of its own"
        why = f"{WITHHELD}, and {few or f'of {_named(open_[0])} by itself it is not known: {open_[0].undefined}'}"
        return whole.model_copy(update={**nothing, "undefined": why})
    n = sum(one.n_items for one in each)
    value = sum(one.n_items / n * (one.value or 0.0) for one in each)
    note = f"put together from those of {', '.join(f'{_named(one)} ({one.n_items:,} items)' for one in each)}, because {WITHHELD}"
    changes = {**nothing, "value": value, "raw": value, "note": note, "undefined": None}
    if any(one.low is None or one.high is None for one in each):
        return whole.model_copy(update=changes)
    below, above = (
        [one.n_items / n * abs((one.value or 0.0) - (end or 0.0)) for one, end in zip(each, ends, strict=True)]
        for ends in ([one.low for one in each], [one.high for one in each])
    )
    low, high = value - _added(below, linked=linked), value + _added(above, linked=linked)
    return whole.model_copy(update={**changes, "low": low, "high": high})


def _added(distances: Sequence[float], *, linked: bool) -> float:
    return sum(distances) if linked else sqrt(sum(each**2 for each in distances))


def _named(rate: AppliedRate) -> str:
    return rate.system or "items of no system"
