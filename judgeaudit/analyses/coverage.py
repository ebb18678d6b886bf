"""How many verdicts there are, of how many that were asked for, and what the missing ones could change."""

from __future__ import annotations

from typing import Any

import numpy as np

from judgeaudit import thresholds
from judgeaudit.analyses.asked import Asked, asked_calls
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import NO_SCALE, Part, listed, parts, percent
from judgeaudit.analyses.probe_rows import ProbeDuplicates, duplicates_finding, probe_duplicates
from judgeaudit.domain.results import Analysis, AnalysisOutput, Estimate, Finding
from judgeaudit.stats import proportion
from judgeaudit.tables import ABSENT, CELL_STATUS


def coverage(data: AnalysisInput) -> AnalysisOutput:
    """Rates of answered and of missing verdicts for every judge and criterion.

    The denominator is every planned call, so that a call that was never made counts as not answered; for verdict files it is
    every row. Replicates of one item are one observation: the rate is the mean over items of the item's share, and its
    interval is Wilson's on the number of items.

    Parameters
    ----------
    data : AnalysisInput

    Returns
    -------
    AnalysisOutput
        `answered_rate` and a rate for each status; `absent_rate` (planned and never made) where the plan is known.

    Notes
    -----
    Where more than 2 % is missing, the block `bounds` says what each label's share would be if none, or all, of the missing
    verdicts had been that label (Manski bounds). Missing verdicts are never filled in.
    """
    estimates: list[Estimate] = []
    findings: list[Finding] = []
    again = probe_duplicates(data)
    blocks: dict[str, Any] = {"statuses": [], "bounds": [], "table": _table_block(data, again)}
    for part in parts(data, "coverage"):
        for judge in part.judges:
            alone = part.alone(judge)
            asked = asked_calls(alone, judge)
            estimates += _rates(alone, judge, asked)
            if part.stratum is None:
                row = _status_row(alone, judge, asked)
                blocks["statuses"].append(row)
                _note_missing(alone, judge, asked, row, blocks["bounds"], findings)
    return AnalysisOutput(
        analysis=Analysis(name="coverage", findings=(*findings, *_unjudged(data), *_table_findings(data), *duplicates_finding(again)), blocks=blocks),
        estimates=tuple(estimates),
    )


def _rates(part: Part, judge: str, asked: Asked) -> list[Estimate]:
    kinds = {"answered_rate": asked.cells >= 0}
    kinds |= {f"{status}_rate": asked.cells == cell for cell, status in CELL_STATUS.items()}
    if asked.planned is not None:
        kinds["absent_rate"] = asked.cells == ABSENT
    if not asked.asked.any():
        return [part.tag(name, Estimate.missing("no call was planned or made"), judge=judge) for name in kinds]
    return [part.estimate(name, proportion, np.where(asked.asked, is_it, np.nan), judge=judge, **NO_SCALE) for name, is_it in kinds.items()]


def _status_row(part: Part, judge: str, asked: Asked) -> dict[str, Any]:
    weights = part.weights[:, None]
    row: dict[str, Any] = {"judge": judge, "criterion": part.criterion, "planned": asked.planned, "ok": int(((asked.cells >= 0) * weights).sum())}
    row |= {status: int(((asked.cells == cell) * weights).sum()) for cell, status in CELL_STATUS.items()}
    return {**row, "absent": int(((asked.cells == ABSENT) & asked.asked).astype(np.int64).T.dot(part.weights).sum())}


def _note_missing(part: Part, judge: str, asked: Asked, row: dict[str, Any], bounds: list[dict[str, Any]], findings: list[Finding]) -> None:
    n_asked = int((asked.asked * part.weights[:, None]).sum())
    n_missing = n_asked - int(row["ok"])
    if n_asked == 0 or n_missing / n_asked <= thresholds.MISSING_SHARE_FOR_BOUNDS:
        return
    share = n_missing / n_asked
    bounds += [{"judge": judge, "criterion": part.criterion, **bound, "missing_share": share} for bound in _bounds(part, judge, n_asked, n_missing)]
    kinds = [f"{row[status]} {status}" for status in CELL_STATUS.values() if row[status]] + ([f"{row['absent']} never made"] if row["absent"] else [])
    findings.append(
        Finding(
            severity="serious" if share > 1 - thresholds.DEFAULT_LIMITS["coverage.answered_rate"]["min"] else "warning", judge=judge, criterion=part.criterion,
            text=f"{judge} gave no verdict on {part.criterion} in {n_missing} of {n_asked} calls ({percent(share)}): {', '.join(kinds)}. "
            "The other numbers describe the answered calls only; the bounds say what the missing ones could change.",
        )
    )  # fmt: skip


def _bounds(part: Part, judge: str, n_asked: int, n_missing: int) -> list[dict[str, Any]]:
    """Each label's share (interval scale: the mean score) in the worst and in the best case."""
    codes = part.patterns.codes(judge)
    weights = np.broadcast_to(part.weights[:, None], codes.shape)
    scale = part.scale
    if scale.labels is None:
        assert scale.low is not None
        assert scale.high is not None
        total = float((np.where(np.isnan(codes), 0.0, codes) * weights).sum())
        return [{"label": "mean score", "low": (total + n_missing * scale.low) / n_asked, "high": (total + n_missing * scale.high) / n_asked}]
    counts = {label: int(weights[codes == scale.code(label)].sum()) for label in scale.labels}
    return [{"label": label, "low": count / n_asked, "high": (count + n_missing) / n_asked} for label, count in counts.items()]


def _unjudged(data: AnalysisInput) -> list[Finding]:
    """Items (criteria) that a judge of a verdict file has no row for: nothing says whether it was never asked or the rows are lost."""
    if data.planned is not None or not data.patterns:
        return []
    judges = tuple(dict.fromkeys(judge for patterns in data.patterns.values() for judge in patterns.judges))
    findings = []
    for criterion in data.rubric.criteria:
        patterns = data.patterns.get(criterion.name)
        if patterns is None or not patterns.columns:
            text = f"No row is about the criterion {criterion.name!r}: nothing is known of it."
            findings.append(Finding(severity="warning", text=text, criterion=criterion.name))
            continue
        n_items = len({*(patterns.item_ids[i] for i in np.flatnonzero((patterns.patterns != ABSENT).any(axis=1)[patterns.pattern_of_item])), *data.items})
        for judge in judges:
            cells = patterns.cells(judge)
            n_rows, n_verdicts = (int(patterns.counts[of_item.any(axis=1)].sum()) for of_item in (cells != ABSENT, cells >= 0))
            if n_rows < n_items:
                text = f"{judge} has verdicts on {n_verdicts} of {n_items} items of {criterion.name}: {n_items - n_rows} have no row of this judge."
                findings.append(Finding(severity="warning", text=text, judge=judge, criterion=criterion.name))
    return findings


def _table_block(data: AnalysisInput, again: ProbeDuplicates) -> dict[str, Any]:
    facts = data.facts
    return {
        "rows": facts.n_rows, "probe_rows": facts.n_probe_rows, "duplicates": facts.n_duplicates, "conflicts": facts.n_conflicts,
        "off_scale": facts.n_off_scale, "examples": list(facts.duplicates), "off_scale_examples": list(facts.off_scale), "probe_duplicates": again.n_rows, "probe_conflicts": again.n_conflicts,
        "probe_examples": list(again.examples),
    }  # fmt: skip


def _table_findings(data: AnalysisInput) -> list[Finding]:
    facts = data.facts
    texts = []
    if facts.n_duplicates:
        different = f", {facts.n_conflicts} of them with another verdict" if facts.n_conflicts else ""
        texts.append(
            f"Rows for an item, judge, criterion and replicate that was already there: {facts.n_duplicates}{different} (the first is kept): {listed(facts.duplicates)}."
        )
    if facts.n_off_scale:
        texts.append(f"Verdicts that are not on the scale and count as off_scale: {facts.n_off_scale}: {listed(facts.off_scale)}.")
    return [Finding(severity="warning", text=text) for text in texts]
