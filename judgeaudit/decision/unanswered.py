"""Missing verdicts that depend on what is judged: what a person has to read, because the numbers are about the other items."""

from __future__ import annotations

from collections.abc import Iterable

from judgeaudit.decision.evidence import Reasons
from judgeaudit.domain.results import AnalysisOutput, ReviewPart


def unanswered_reasons(judge: str, outputs: Iterable[AnalysisOutput]) -> Reasons:
    """Reasons and what to review, one of each for each criterion where it is so (block `unanswered` of the calibration, `depends`)."""
    rows = [row for output in outputs if output.analysis.name == "calibration" for row in output.analysis.blocks.get("unanswered", ())]
    worst: dict[str, tuple[float, str]] = {}
    for row in rows:
        if row["judge"] == judge and row["depends"]:
            share = row["n_missing"] / row["n_calls"]
            said = f'it gives no verdict in {row["n_missing"]} of {row["n_calls"]} calls on items of {row["criterion"]} that people call "{row["gold"]}"'
            worst[row["criterion"]] = max(worst.get(row["criterion"], (-1.0, "")), (share, said))
    reasons = tuple(f"{said}, another share than of the rest: its numbers are about the items that it answers" for _, said in worst.values())
    return reasons, tuple(ReviewPart(kind="unanswered", criterion=criterion, said=f"items of {criterion} that get no verdict") for criterion in worst)
