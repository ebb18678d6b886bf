"""How many of a probe's calls ended in a verdict: an effect over those that happened to be answered is a selected one."""

from __future__ import annotations

import pyarrow.compute as pc

from judgeaudit import thresholds
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import percent
from judgeaudit.domain.results import Finding

Place = tuple[str, str, str]
"""Probe, judge, criterion."""


def answers(data: AnalysisInput) -> dict[Place, dict[str, int]]:
    """Rows of every probe, judge and criterion by status; only what there are rows of."""
    rows = data.table.filter(pc.not_equal(pc.fill_null(data.table["probe"], ""), ""))
    counted = rows.group_by(["probe", "judge", "criterion", "status"]).aggregate([([], "count_all")])
    found: dict[Place, dict[str, int]] = {}
    for row in counted.sort_by([(name, "ascending") for name in ("probe", "judge", "criterion", "status")]).to_pylist():
        found.setdefault((row["probe"], row["judge"], row["criterion"]), {})[row["status"]] = row["count_all"]
    return found


def unanswered_finding(place: Place, statuses: dict[str, int]) -> Finding | None:
    """A warning where more than a few calls of a probe gave no verdict."""
    probe, judge, criterion = place
    asked, ok = sum(statuses.values()), statuses.get("ok", 0)
    if asked == 0 or (asked - ok) / asked <= thresholds.MISSING_SHARE_FOR_BOUNDS:
        return None
    kinds = ", ".join(f"{n} {status}" for status, n in statuses.items() if status != "ok")
    rest = "Its effect is that on the answered ones, which may not be like the others." if ok else "Nothing can be said of its effect."
    text = f"{judge} gave no verdict under {probe} on {criterion} in {asked - ok} of {asked} calls ({percent((asked - ok) / asked)}): {kinds}. {rest}"
    return Finding(severity="warning", judge=judge, criterion=criterion, text=text)
