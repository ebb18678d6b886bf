"""Corrected values that lie outside their scale, and whether sampling alone explains that."""

from __future__ import annotations

from typing import Any

from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.judge_errors import beyond_chance
from judgeaudit.stats.shapes import Corrected

ROUNDING = 1e-9
"""Less than this outside a scale is a sum that was rounded."""


def distance_outside(raw: float | None, ends: tuple[float, float]) -> float:
    """How far a value lies outside the ends of its scale; not above 0 where it lies inside or there is none."""
    return 0.0 if raw is None else max(ends[0] - raw, raw - ends[1])


def outside_beyond_chance(found: Estimate, ends: tuple[float, float]) -> bool:
    """Whether a correction lies outside its scale by more than sampling explains, so that the labelled items' errors are not those of the others.

    By error rates: the judge gives the class clearly less often than it gives it wrongly, or more often than it finds it. Else: the value lies further
    outside than its interval reaches inside.
    """
    if not isinstance(found, Corrected) or found.raw is None or distance_outside(found.raw, ends) <= ROUNDING:
        return False
    if found.youden is None:
        return found.low is not None and found.high is not None and distance_outside(found.raw, ends) > found.high - found.low
    shares: list[tuple[Any, Any, Any]] = [
        (one.value, one.low, one.high) for one in (found.part(name) for name in ("judged_rate", "specificity", "sensitivity"))
    ]
    return all(None not in one for one in shares) and beyond_chance(found.raw, *shares)
