"""Sensitivity + specificity - 1 of a judge, with its interval: 0 is a coin."""

from __future__ import annotations

from judgeaudit.stats.kernels.judge_errors import youden_interval
from judgeaudit.stats.shapes import Corrected

Interval = tuple[float, float, float]


def youden_of(found: Corrected) -> Interval | None:
    """Value, low and high; None where sensitivity or specificity has no interval."""
    sensitivity, specificity = (_ends(found, name) for name in ("sensitivity", "specificity"))
    if sensitivity is None or specificity is None:
        return None
    value = sensitivity[0] + specificity[0] - 1
    return value, *youden_interval(value, sensitivity, specificity)


def _ends(found: Corrected, name: str) -> Interval | None:
    part = found.part(name)
    if part.value is None or part.low is None or part.high is None:
        return None
    return part.value, part.low, part.high
