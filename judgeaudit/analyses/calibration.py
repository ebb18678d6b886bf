"""Does a judge agree with people? Each judge, and its majority, against gold."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit import stats
from judgeaudit.analyses.against_gold import Reading, disagreements, gold_row, reading_blocks, reading_findings, readings, trouble_findings
from judgeaudit.analyses.gold import Gold
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import NO_SCALE, Part, Statistic, parts
from judgeaudit.domain.results import Analysis, AnalysisOutput, Case, Estimate, Finding
from judgeaudit.errors import NothingInCommonError
from judgeaudit.tables import ABSENT

EXACT: tuple[tuple[str, Statistic], ...] = (("accuracy", stats.accuracy), ("cohen_kappa", stats.cohen_kappa), ("gwet_ac", stats.gwet_ac))
"""Need points of a scale: undefined where it is continuous."""

BY_LABEL: tuple[tuple[str, Statistic], ...] = (("balanced_accuracy", stats.balanced_accuracy), ("mcc", stats.mcc))
"""Need labels: undefined on interval scales."""

NUMERIC: tuple[tuple[str, Statistic], ...] = (
    ("pearson", stats.pearson), ("spearman", stats.spearman), ("kendall_tau_b", stats.kendall_tau_b), ("mae", stats.mae), ("mean_shift", stats.mean_shift),
)  # fmt: skip
"""Need an order: left out on nominal scales."""


def calibration(data: AnalysisInput) -> AnalysisOutput:
    """Agreement of every judge with gold, as the mean over single runs, and of its majority as `<judge>#majority`.

    Items where a judge gave no verdict are left out of every number and counted in the findings. Beside the numbers stands
    what a judge would reach that always says the commonest gold label.

    Parameters
    ----------
    data : AnalysisInput

    Returns
    -------
    AnalysisOutput
        not_measured without gold. `sensitivity` and `specificity` carry the class label in `group`, the positive class first. With a
        case `judge_gold_disagreement` for every item where at least one replicate differs from gold.
    """
    gold = data.gold
    if gold is None:
        return _not_measured("no gold labels: give gold labels with gold: in the rubric or --gold")
    found: list[Estimate] = []
    findings: list[Finding] = trouble_findings(gold)
    cases: list[Case] = []
    blocks: dict[str, Any] = {"confusion": [], "baseline": [], "gold": [gold_row(gold, criterion.name) for criterion in data.rubric.criteria]}
    for part in parts(data, "calibration"):
        for judge in part.judges:
            of_judge = readings(part, judge)
            estimates = [estimate for reading in of_judge for estimate in _measure(part, reading)]
            found += estimates
            if part.stratum is None:
                reading_blocks(part, of_judge[0], estimates, blocks)
                findings += reading_findings(part, of_judge, estimates)
                cases += disagreements(part, judge)
    if not gold.codes:
        return _not_measured(
            "no gold label could be decided (disputed, in conflict, abstained, or of other items)", findings=findings, blocks=blocks, estimates=found
        )
    analysis = Analysis(name="calibration", findings=tuple(findings), blocks=blocks)
    return AnalysisOutput(analysis=analysis, estimates=tuple(found), cases=tuple(cases))


def check_overlap(data: AnalysisInput) -> None:
    """Refuse gold that shares no item with the judged ones.

    Raises
    ------
    NothingInCommonError
        Gold was given and no item has both a gold label (decided or not) and a row of a judge on the same criterion.
    """
    gold = data.gold
    if gold is None:
        return
    labelled = {*gold.codes, *gold.disputed, *gold.conflicts, *gold.abstained}
    for name, patterns in data.patterns.items():
        judged = (patterns.patterns != ABSENT).any(axis=1)[patterns.pattern_of_item]
        if any(judged[i] and (name, item) in labelled for i, item in enumerate(patterns.item_ids)):
            return
    raise NothingInCommonError(
        _nothing_in_common(data, gold), fix="check that item_id (and criterion) are written the same way in the gold file and in the items"
    )


def _nothing_in_common(data: AnalysisInput, gold: Gold) -> str:
    theirs = next(iter(gold.unknown_items), None) or next((item for _, item in (*gold.codes, *gold.disputed, *gold.abstained)), None)
    ours = next((item for patterns in data.patterns.values() for item in patterns.item_ids), None)
    example = f" (gold has {theirs!r}, the judged items have {ours!r})" if theirs is not None and ours is not None else ""
    return f"judge and gold have nothing in common: no judged item has a gold label{example}"


def _not_measured(
    reason: str, *, findings: list[Finding] | None = None, blocks: dict[str, Any] | None = None, estimates: list[Estimate] | None = None
) -> AnalysisOutput:
    analysis = Analysis(name="calibration", status="not_measured", reason=reason, findings=tuple(findings or ()), blocks=blocks or {})
    return AnalysisOutput(analysis=analysis, estimates=tuple(estimates or ()))


def _measure(part: Part, reading: Reading) -> list[Estimate]:
    """Every number of one judge (or its majority) against gold."""
    measures = _measures(part, reading)
    judge = reading.judge
    why_not = _why_not(part, reading)
    estimates = []
    for name, statistic, group, options, pairs in measures:
        reason = why_not or options.pop("reason", None)
        if reason is not None:
            estimates.append(part.tag(name, Estimate.missing(reason), judge=judge, group=group))
            continue
        method = options.pop("method", "")
        estimate = part.estimate(name, statistic, pairs, judge=judge, group=group, **options)
        estimates.append(estimate.about(method=f"{estimate.method}{method}") if method else estimate)
    return estimates + _judged_rate(part, reading)


def _why_not(part: Part, reading: Reading) -> str | None:
    if reading.runs.shape[0] == 0:
        return "no verdict: the judge gave no row"
    pairs = reading.pairs[:, part.rows.index, :]
    return "no item has both a gold label and a verdict" if np.isnan(pairs).all() else None


def _measures(part: Part, reading: Reading) -> list[tuple[str, Statistic, str | None, dict[str, Any], NDArray[np.float64]]]:
    """Rows of name, statistic, group, options (with the reason why it is undefined, or what to add to `method`) and ratings."""
    scale = part.scale
    exact: dict[str, Any] = {}
    if scale.codes is None:
        exact["reason"] = "the scale is continuous: no two scores need be equal"
    elif reading.n_rounded:
        exact["method"] = f"; means rounded to the nearest point of the scale on {reading.n_rounded} items"
    free: dict[str, Any] = {"labels": None} if scale.level == "interval" else {}  # gold may be a mean between two points
    by_label = {"reason": "needs labels; on an interval scale see mae and cohen_kappa"} if scale.level == "interval" else {}
    rows: list[tuple[str, Statistic, str | None, dict[str, Any], NDArray[np.float64]]]
    rows = [(name, statistic, None, dict(exact), reading.exact_pairs) for name, statistic in EXACT]
    rows.append(("krippendorff_alpha", stats.krippendorff_alpha, None, dict(free), reading.pairs))
    rows += [(name, statistic, None, dict(by_label), reading.exact_pairs) for name, statistic in BY_LABEL]
    for label in scale.labels or ():
        positive = {"positive": scale.code(label)}
        rows.append(("sensitivity", stats.sensitivity, label, dict(positive), reading.pairs))
        rows.append(("specificity", stats.specificity, label, dict(positive), reading.pairs))
    if scale.level != "nominal":
        rows += [(name, statistic, None, dict(free), reading.pairs) for name, statistic in NUMERIC]
    return rows


def _judged_rate(part: Part, reading: Reading) -> list[Estimate]:
    """Share of the positive label among all judged items, with gold or without."""
    if not part.scale.two_labels:
        return []
    label = part.scale.label(1.0)
    given = reading.runs.T
    if np.isnan(given[part.rows.index]).all():
        return [part.tag("judged_rate", Estimate.missing("no verdict"), judge=reading.judge, group=label)]
    share = np.where(np.isnan(given), np.nan, (given == 1.0).astype(np.float64))
    return [part.estimate("judged_rate", stats.proportion, share, judge=reading.judge, group=label, **NO_SCALE)]
