"""What one call is worth: how right a judge is in each of its runs, and how far a single score may be from gold."""

from __future__ import annotations

from typing import Any

import numpy as np

from judgeaudit import stats
from judgeaudit.analyses.against_gold import Reading, readings
from judgeaudit.analyses.calibrations.piece import Piece
from judgeaudit.analyses.calibrations.rightness import metric_of, rightness
from judgeaudit.analyses.parts import Part, percent
from judgeaudit.domain.results import Finding
from judgeaudit.stats.shapes import Breakdown


def spread(part: Part) -> Piece:
    """Block `runs`: accuracy (on a continuous scale mean error) of each replicate; block `limits`: limits of agreement, where there is an order."""
    runs: list[dict[str, Any]] = []
    limits: list[dict[str, Any]] = []
    findings: list[Finding] = []
    for judge in part.judges:
        of_judge = readings(part, judge)
        runs += _runs(part, of_judge[0])
        if runs and runs[-1]["judge"] == judge:
            findings += _finding(part, runs[-1])
        if part.scale.level != "nominal":
            limits += [row for reading in of_judge for row in _limits(part, reading)]
    return Piece(findings=tuple(findings), blocks={"runs": runs, "limits": limits})


def _runs(part: Part, reading: Reading) -> list[dict[str, Any]]:
    """One row for a judge with two replicates or more, each over the items that it answered in it."""
    values = rightness(part, reading)
    weights = np.where(np.isnan(values), 0, part.weights)
    n_items = weights.sum(axis=1)
    if (n_items > 0).sum() < 2:
        return []
    each = [float((np.nan_to_num(run) * of_run).sum() / n) if n else None for run, of_run, n in zip(values, weights, n_items, strict=True)]
    known = np.array([value for value in each if value is not None])
    return [
        {
            "judge": reading.judge, "criterion": part.criterion, "metric": metric_of(part), "values": each, "mean": float(known.mean()),
            "sd": float(known.std(ddof=1)), "lowest": float(known.min()), "highest": float(known.max()), "n_items": [int(n) for n in n_items],
        }
    ]  # fmt: skip


def _finding(part: Part, row: dict[str, Any]) -> list[Finding]:
    if row["highest"] - row["lowest"] < 1e-12:
        return []
    n_runs = sum(value is not None for value in row["values"])
    low, high, mean = row["lowest"], row["highest"], row["mean"]
    if row["metric"] == "accuracy":
        how, middle = f"is right on {percent(low)} to {percent(high)} of the items of {part.criterion}", percent(mean)
    else:
        how, middle = f"is off by {low:.2g} to {high:.2g} points on {part.criterion}", f"{mean:.2g}"
    text = f"Asked once, {row['judge']} {how}, depending on which of {n_runs} runs one takes (mean {middle})."
    return [Finding(severity="note", text=text, judge=row["judge"], criterion=part.criterion)]


def _limits(part: Part, reading: Reading) -> list[dict[str, Any]]:
    """Limits that hold 95 % of the differences judge less gold; a row without limits says why in `note`."""
    if reading.runs.shape[0] == 0 or np.isnan(reading.pairs[:, part.rows.index]).all():
        return []
    found = part.estimate("limits_of_agreement", stats.limits_of_agreement, reading.pairs, judge=reading.judge, level="interval", labels=None)
    assert isinstance(found, Breakdown)
    parts = {one.name: one for one in found.parts}
    row: dict[str, Any] = {"judge": reading.judge, "criterion": part.criterion, "mean_shift": found.value, "n_items": found.n_items}
    for name in ("lower_limit", "upper_limit"):
        one = parts.get(name)
        row |= {name: one.value if one else None, f"{name}_low": one.low if one else None, f"{name}_high": one.high if one else None}
    inside = parts.get("share_inside")
    return [{**row, "share_inside": inside.value if inside else None, "note": found.undefined or (found.method if found.low is None else "")}]
