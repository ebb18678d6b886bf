"""Labels that a judge gives and no gold item has: what a person has to read, because nothing says how often the judge is right there."""

from __future__ import annotations

from collections.abc import Iterable

from judgeaudit.decision.evidence import Reasons
from judgeaudit.domain.results import AnalysisOutput, ReviewPart


def untested_reasons(judge: str, outputs: Iterable[AnalysisOutput]) -> Reasons:
    """Reasons and what to review, one of each for each criterion with such labels (block `untested` of the calibration)."""
    rows = [row for output in outputs if output.analysis.name == "calibration" for row in output.analysis.blocks.get("untested", ())]
    labels: dict[str, list[str]] = {}
    for row in rows:
        if row["judge"] == judge:
            labels.setdefault(row["criterion"], []).append(row["label"])
    reasons = tuple(
        f"no gold item of {criterion} is {_quoted(of)}, which it says too: how often it is right there is not known" for criterion, of in labels.items()
    )
    return reasons, tuple(
        ReviewPart(kind="label", criterion=criterion, values=tuple(of), said=f"verdicts {_quoted(of)} on {criterion}") for criterion, of in labels.items()
    )


def _quoted(labels: Iterable[str]) -> str:
    return ", ".join(f'"{label}"' for label in labels)
