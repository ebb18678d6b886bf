"""Where each verdict goes, by its confidence and the rule of its judge: accepted, or to a person, and why."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from judgeaudit.api.confidences import VerdictRow, confidences
from judgeaudit.api.own_errors import own_rules
from judgeaudit.domain.calibration import JudgeCalibration, confidence_text

ACCEPT, REVIEW = "accept", "review"
NOT_CALIBRATED = "the judge was not calibrated on this criterion"
AT_ODDS = "another verdict on this item is as sure and says otherwise"
DO_NOT_DEPLOY = "the calibration decided: do not deploy"
Routes = dict[int, tuple[float | None, str, str, str]]
"""Row of the table to calibrated confidence, route, the reason in words, and the kind of reason that is counted."""


def contradictions(record: JudgeCalibration | None, rows: Sequence[VerdictRow], routes: Routes) -> Routes:
    """Routes of accepted verdicts of which another one on the same item says otherwise: which one to believe is for a person."""
    if record is None or record.level == "interval":
        return {}
    of_item: dict[tuple[str, str | None], list[VerdictRow]] = {}
    for row in rows:
        if routes[row.at][1] == ACCEPT:
            of_item.setdefault((row.item_id, row.system), []).append(row)
    at_odds = [row for mine in of_item.values() if len({row.code for row in mine}) > 1 for row in mine]
    return {row.at: (routes[row.at][0], REVIEW, AT_ODDS, AT_ODDS) for row in at_odds}


def refused_routes(record: JudgeCalibration | None, rows: Sequence[VerdictRow]) -> Routes:
    """A judge that is not to be deployed: the confidences are calibrated, and nothing is accepted."""
    return {at: (value, REVIEW, DO_NOT_DEPLOY, DO_NOT_DEPLOY) for at, (value, _, _, _) in plain_routes(record, rows).items()}


def misled_routes(record: JudgeCalibration | None, rows: Sequence[VerdictRow], routes: Routes) -> Routes:
    """Accepted verdicts of a system without a rule of its own, where one calibration of all systems misleads: the rule's promise does not hold there."""
    from judgeaudit.api.own_errors import misled

    why = {row.at: misled(record, row) for row in rows if routes[row.at][1] == ACCEPT}
    return {at: (routes[at][0], REVIEW, reason, reason.partition(";")[0]) for at, reason in why.items() if reason}


def plain_routes(record: JudgeCalibration | None, rows: Sequence[VerdictRow]) -> Routes:
    """By the routing rule alone."""
    if record is None:
        return {row.at: (None, REVIEW, NOT_CALIBRATED, NOT_CALIBRATED) for row in rows}
    rule, calibrator = record.routing, record.calibrator
    source = rule.source if rule is not None else calibrator.source if calibrator is not None else "stated"
    values = confidences(rows, source, repeats=record.repeats)
    # An outvoted verdict's share is 0, which no calibrator was fitted on: what it makes of it is the confidence in the commonest verdict.
    outvoted = source == "replicates"
    fitted = [None if outvoted and value == 0.0 else one for one, value in zip(_calibrated(record, values), values, strict=True)]
    return {row.at: (calibrated, *_decide(record, row, value)) for row, value, calibrated in zip(rows, values, fitted, strict=True)}


def _calibrated(record: JudgeCalibration, values: Sequence[float | None]) -> list[float | None]:
    from judgeaudit.stats.kernels.calibrators import Calibrator

    if record.calibrator is None or record.calibrator.kind == "none":  # what the judge states is no calibrated confidence
        return [None] * len(values)
    fitted = Calibrator.from_json(record.calibrator.model_dump_json(include={"kind", "parameters"}))
    found = fitted.apply(np.array([np.nan if value is None else value for value in values], dtype=np.float64))
    return [None if np.isnan(one) else float(one) for one in found]


def _decide(record: JudgeCalibration, row: VerdictRow, value: float | None) -> tuple[str, str, str]:
    """Route, reason, and the kind of reason."""
    rule = own_rules(record).get(row.system or "", record.routing)
    if row.code is None:
        kind = "the label is not on the scale" if row.status == "off_scale" else f"no verdict ({row.status})"
        return REVIEW, kind, kind
    if rule is None:
        return REVIEW, "no routing rule", "there was no confidence to make a routing rule of: let the judge state one, or ask three times"
    if rule.threshold is None:
        return REVIEW, rule.sentence or "abstain on everything", "abstain on everything"
    if value is None:
        fewer = rule.source == "replicates" and record.repeats is not None
        kind = f"fewer than the {record.repeats} repeats that its confidence rests on" if fewer else "no confidence"
        return REVIEW, kind, kind
    if rule.source == "replicates" and value == 0.0:
        return REVIEW, "most repeats do not say so", "outvoted by the item's other repeats, or tied"
    at_least, limit = value >= rule.threshold - 1e-9, confidence_text(rule.threshold)
    of_system = "" if rule is record.routing else f", the rule of {row.system}"
    reason = f"confidence {confidence_text(value)} {'>=' if at_least else '<'} {limit}{of_system}"
    return (ACCEPT, reason, "") if at_least else (REVIEW, reason, f"confidence below {limit}")
