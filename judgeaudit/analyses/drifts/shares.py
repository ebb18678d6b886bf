"""How much of the change of the production score is the judge's, how much the judged system's, and how much the mix of items."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from judgeaudit.analyses.drifts.inputs import DriftInput
from judgeaudit.analyses.drifts.measured import item_means
from judgeaudit.analyses.drifts.piece import DriftPiece
from judgeaudit.analyses.drifts.production import Scored, scored, strata_of
from judgeaudit.analyses.drifts.standardised import Parts, standardised
from judgeaudit.analyses.drifts.versions import Versions, range_of, versions
from judgeaudit.analyses.parts import Part, percent
from judgeaudit.domain.results import Estimate, Finding
from judgeaudit.stats.kernels.ratings_check import FloatArray

NAMES = ("production_shift", "judge_share_of_shift", "system_share_of_shift", "mix_share_of_shift")
NO_PRODUCTION = "no item of {} alone: every item is an anchor, so that there is no production score to explain"


def shares(part: Part, drift: DriftInput) -> DriftPiece:
    """Estimates `production_shift` and its three parts, now less before; block `shares`.

    Of each label on nominal scales (of two: the first), of the mean score on ordered ones. Asked of whole criteria only.
    """
    if part.stratum is not None:
        return DriftPiece()
    both = versions(part, drift)
    pieces = [_of_score(part, drift, both, group, value) for group, value in _scores_of(part)]
    return DriftPiece(
        estimates=tuple(one for piece in pieces for one in piece.estimates), findings=tuple(one for piece in pieces for one in piece.findings),
        blocks={"shares": [row for piece in pieces for row in piece.blocks.get("shares", ())]},
    )  # fmt: skip


def _scores_of(part: Part) -> list[tuple[str | None, Callable[[FloatArray], FloatArray]]]:
    """What is averaged: the share of a label (in `group`), or the score."""
    scale = part.scale
    if scale.level != "nominal":
        return [(None, lambda codes: codes)]
    labels = scale.labels or ()
    return [(label, _is_label(scale.code(label))) for label in (labels[:1] if len(labels) == 2 else labels)]


def _is_label(code: float | None) -> Callable[[FloatArray], FloatArray]:
    return lambda codes: np.where(np.isnan(codes), np.nan, codes == code)


def _of_score(part: Part, drift: DriftInput, both: Versions, group: str | None, value: Callable[[FloatArray], FloatArray]) -> DriftPiece:
    before, now = (scored(drift, table, part.criterion, value) for table in (drift.before.production, drift.now.production))
    for side, name in ((before, "the baseline"), (now, "the current run")):
        if not len(side.values):
            missing = Estimate.missing(NO_PRODUCTION.format(name))
            return DriftPiece(estimates=tuple(part.tag(one, missing, judge=drift.judge, group=group) for one in NAMES))
    found = standardised(before, now, _anchors(part, drift, both, value), reach=1.0 if group is not None else range_of(part, drift)[0])
    row = _row(part, drift, group, found)
    findings = (Finding(severity="note", text=_words(part, drift, group, found), judge=drift.judge, criterion=part.criterion),)
    return DriftPiece(estimates=tuple(_estimates(part, drift, group, found)), findings=findings, blocks={"shares": [row]})


def _anchors(part: Part, drift: DriftInput, both: Versions, value: Callable[[FloatArray], FloatArray]) -> Scored:
    """Change of each anchor, with its stratum and cluster."""
    change = item_means(value(both.new)) - item_means(value(both.old))
    patterns = part.patterns
    of_item = change[patterns.pattern_of_item]
    known = ~np.isnan(of_item)
    strata = strata_of(drift, patterns)
    clusters = [cluster or f"\0{item}" for cluster, item in zip(patterns.clusters, patterns.item_ids, strict=True)]
    return Scored(of_item[known], np.array(strata, dtype=object)[known], np.array(clusters, dtype=object)[known])


def _estimates(part: Part, drift: DriftInput, group: str | None, found: Parts) -> list[Estimate]:
    estimates = []
    for name, one in zip(NAMES, (found.total, found.judge, found.system, found.mix), strict=True):
        if one.value is None:
            estimate = Estimate.missing(one.undefined)
        else:
            method = "; ".join(("standardised to the mix of strata now; linearised variance of anchors and of production items before and now", *found.notes))
            estimate = Estimate(value=one.value, low=one.low, high=one.high, ci_level=0.95, method=method, n_items=found.n_items)
        estimates.append(part.tag(name, estimate, judge=drift.judge, group=group))
    return estimates


def _row(part: Part, drift: DriftInput, group: str | None, found: Parts) -> dict[str, Any]:
    row: dict[str, Any] = {"judge_name": drift.judge, "criterion": part.criterion, "group": group, "before": found.before, "now": found.now}
    for name, one in (("total", found.total), ("judge", found.judge), ("system", found.system), ("mix", found.mix)):
        row[name] = {"value": one.value, "low": one.low, "high": one.high, "undefined": one.undefined or None}
    return {**row, "told_apart": found.apart is None, "why_not": found.apart, "strata": [dict(one) for one in found.strata], "notes": list(found.notes)}


def _words(part: Part, drift: DriftInput, group: str | None, found: Parts) -> str:
    what = f"The share of {group!r}" if group is not None else "The mean score"

    def size(value: float | None) -> str:
        return "unknown" if value is None else f"{100 * value:+.1f} points" if group is not None else f"{value:+.3g}"

    ends = (f"{percent(one)}" if group is not None else f"{one:.3g}" for one in (found.before, found.now))
    head = f"{what} on {part.criterion} went from {' to '.join(ends)} in production ({size(found.total.value)})"
    if found.apart is not None:
        return f"{head}: how much of that is {drift.judge}'s and how much the judged system's cannot be told apart: {found.apart}."
    known = [("the judge", found.judge), ("the judged system", found.system), ("the mix of items", found.mix)]
    told = ", ".join(f"{name} {size(one.value)} ({size(one.low)} to {size(one.high)})" for name, one in known if one.value is not None)
    return f"{head}: {told}."
