"""Is the judge now more often right, or less?"""

from __future__ import annotations

from typing import Any

import numpy as np

from judgeaudit import stats
from judgeaudit.analyses.calibrations.piece import plain
from judgeaudit.analyses.drifts.guessed_scale import without_margin
from judgeaudit.analyses.drifts.inputs import BASELINE, CURRENT, DriftInput
from judgeaudit.analyses.drifts.measured import Measure, item_means, shift
from judgeaudit.analyses.drifts.noise import share
from judgeaudit.analyses.drifts.piece import DriftPiece
from judgeaudit.analyses.drifts.verdicts import CLUSTERED
from judgeaudit.analyses.drifts.versions import Versions, full_range, margin_of, range_of, versions
from judgeaudit.analyses.parts import NO_SCALE, Part
from judgeaudit.domain.results import Estimate, Finding
from judgeaudit.stats.kernels.ratings_check import FloatArray

NO_GOLD = "no item with verdicts of both versions has a gold label"


def against_gold(part: Part, drift: DriftInput) -> DriftPiece:
    """Estimates `accuracy_shift` (scores: `mae_shift`, above 0 is worse), which decide, and `accuracy_mcnemar_p`; block `accuracy`.

    Nothing where no gold was given; a finding only for a criterion on which no item has any, beside others that have some. With replicates an item is as right as the share of its verdicts that are; the counts of items that went
    from right to wrong and back are of each version's commonest verdict.
    """
    if drift.data.gold is None:
        return DriftPiece()
    if _without(part, drift):
        return _not_asked(part, drift)
    both = versions(part, drift)
    if part.scale.level == "interval":
        estimate, tested = _of_scores(part, drift, both)
        return DriftPiece(estimates=(estimate,), tested=(tested,), blocks={"accuracy": _scores_row(part, drift, both, estimate)})
    calls = [_right(part, codes) for codes in (both.old, both.new)]
    what = "share of right verdicts now less before, mean over items with gold"
    estimate, tested = shift(part, drift, "accuracy_shift", *calls, margin=margin_of(part, drift), what=what, why_not=NO_GOLD)
    old, new = map(item_means, calls)
    counted = ~np.isnan(new - old)
    versions_of = [_version(part, drift, name, np.where(counted, values, np.nan)) for name, values in ((BASELINE, old), (CURRENT, new))]
    moves, test = _moves(part, drift, both)
    row = {
        "judge": drift.judge, "criterion": part.criterion, "stratum": part.stratum, "metric": "accuracy", "before": versions_of[0].value,
        "now": versions_of[1].value, **moves, "n_items": tested.n_items,
    }  # fmt: skip
    return DriftPiece(estimates=(estimate, *versions_of, test), tested=(tested,), blocks={"accuracy": [row]})


def _without(part: Part, drift: DriftInput) -> bool:
    """Whether nobody gave gold on this criterion, on anchors or on any other item. Labels that were given and decide nothing were given."""
    gold = drift.data.gold
    assert gold is not None
    if not np.isnan(part.patterns.gold).all():
        return False
    return not any(criterion == part.criterion for criterion, _ in (*gold.codes, *gold.disputed, *gold.conflicts, *gold.abstained))


def _not_asked(part: Part, drift: DriftInput) -> DriftPiece:
    """The measure is not one of this criterion, so that it does not keep the judge from being equivalent; which is said."""
    if part.stratum is not None:
        return DriftPiece()
    name = "mae_shift" if part.scale.level == "interval" else "accuracy_shift"
    text = f"No item has gold on {part.criterion}: whether {drift.judge} is right there is not measured, and no part of the answer."
    return DriftPiece(
        estimates=(part.tag(name, Estimate.missing("no item has gold on this criterion"), judge=drift.judge),),
        findings=(Finding(severity="warning", text=text, judge=drift.judge, criterion=part.criterion),),
    )


def _right(part: Part, codes: FloatArray) -> FloatArray:
    """1 where a verdict is gold's, 0 where it is another; NaN without gold or verdict."""
    gold = part.patterns.gold[:, None]
    return np.where(np.isnan(codes) | np.isnan(gold), np.nan, codes == gold)


def _version(part: Part, drift: DriftInput, name: str, values: FloatArray) -> Estimate:
    if np.isnan(values[part.rows.index]).all():
        return part.tag("version_accuracy", Estimate.missing(NO_GOLD), judge=drift.judge, group=name)
    return share(part, "version_accuracy", values, drift, group=name)


def _moves(part: Part, drift: DriftInput, both: Versions) -> tuple[dict[str, Any], Estimate]:
    """Items by right and wrong, before and now, and McNemar's exact test of them."""
    gold = part.patterns.gold
    pairs = np.stack(both.decided(), axis=1)
    right = np.where(np.isnan(pairs) | np.isnan(gold)[:, None], np.nan, pairs == gold[:, None])
    old, new = right.T
    n = {
        name: int(part.weights[(old == before) & (new == now)].sum())
        for name, before, now in (("right_to_wrong", 1, 0), ("wrong_to_right", 0, 1), ("right_both", 1, 1), ("wrong_both", 0, 0))
    }
    if part.rows.clusters is not None:
        return n, part.tag("accuracy_mcnemar_p", Estimate.missing(CLUSTERED), judge=drift.judge)
    if np.isnan(right[part.rows.index]).any(axis=1).all():
        return n, part.tag("accuracy_mcnemar_p", Estimate.missing(NO_GOLD), judge=drift.judge)
    options: dict[str, Any] = {**NO_SCALE, "level": "nominal", "labels": np.array([0.0, 1.0]), "positive": 1.0}
    return n, plain(part.estimate("accuracy_mcnemar_p", stats.mcnemar, right[:, ::-1], judge=drift.judge, **options))


def _of_scores(part: Part, drift: DriftInput, both: Versions) -> Measure:
    reach, from_where = range_of(part, drift)
    what = "; ".join(filter(None, ("mean distance from gold now less before (above 0: further away now), mean over items", from_where)))
    old, new = _error(part, both.old), _error(part, both.new)
    most = max(reach, full_range(part))
    estimate, tested = shift(part, drift, "mae_shift", old, new, margin=margin_of(part, drift) * reach, reach=most, whole=False, what=what, why_not=NO_GOLD)
    return estimate, without_margin(part, drift, tested)


def _error(part: Part, codes: FloatArray) -> FloatArray:
    """Distance of each verdict from gold."""
    return np.abs(codes - part.patterns.gold[:, None])


def _scores_row(part: Part, drift: DriftInput, both: Versions, estimate: Estimate) -> list[dict[str, Any]]:
    old, new = item_means(_error(part, both.old)), item_means(_error(part, both.new))
    counted = ~np.isnan(old - new) & (part.weights > 0)
    weights = part.weights[counted]
    before, now = (float(values[counted] @ weights / weights.sum()) if counted.any() else None for values in (old, new))
    who = {"judge": drift.judge, "criterion": part.criterion, "stratum": part.stratum}
    return [{**who, "metric": "mae", "before": before, "now": now, "n_items": estimate.n_items}]
