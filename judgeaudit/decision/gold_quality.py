"""Gold that contradicts itself: what is measured against it is measured against a coin on those items, and maybe on the others."""

from __future__ import annotations

from collections.abc import Iterable

from judgeaudit.decision.evidence import Reasons
from judgeaudit.domain.results import AnalysisOutput, ReviewPart
from judgeaudit.thresholds import GOLD_CONFLICT_SHARE, MIN_ITEMS_FOR_RESAMPLING


def gold_reasons(outputs: Iterable[AnalysisOutput]) -> Reasons:
    """Reasons and what to review, one of each for each criterion whose annotators contradict themselves too often (block `gold` of the calibration).

    Held against `GOLD_CONFLICT_SHARE` is the share of conflicts among the labellings of an item by one person twice or more, of ten at least.
    """
    rows = [row for output in outputs if output.analysis.name == "calibration" for row in output.analysis.blocks.get("gold", ())]
    bad = [
        row for row in rows if row.get("labelled_twice", 0) >= MIN_ITEMS_FOR_RESAMPLING and row["contradicted"] >= GOLD_CONFLICT_SHARE * row["labelled_twice"]
    ]
    reasons = tuple(
        f"gold of {row['criterion']} contradicts itself: of {row['labelled_twice']} items that one person labelled twice or more, {row['contradicted']} got "
        f"different labels, {100 * GOLD_CONFLICT_SHARE:g} % or more; agreement with such gold says little, on the other items too"
        for row in bad
    )
    said = "the gold labels of {}, by somebody else, before the numbers are relied on"
    return reasons, tuple(ReviewPart(kind="gold", criterion=row["criterion"], said=said.format(row["criterion"])) for row in bad)
