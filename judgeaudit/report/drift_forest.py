"""Measures that decide, as a forest plot that is a table: effect and interval drawn against the margin, with every number beside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor, log10
from typing import Any

from judgeaudit.domain.drift import DriftAnswer, DriftMeasure
from judgeaudit.report import formats
from judgeaudit.report.drift_words import LOOKS, MAX_ROWS, POINTS, amount, change, is_share, p_value, span
from judgeaudit.report.whisker import whisker

ORDER = ("drifted", "inconclusive", "equivalent")
PLAIN_REASONS = frozenset(
    {
        "the 90 % interval lies within the margin", "more than chance, and not shown to be within the margin",
        "neither beyond chance nor shown to be within the margin",
    }
)  # fmt: skip
"""What the legend says of each answer; other reasons stand in their rows."""

_TITLES = {
    "accuracy_shift": "Right verdicts", "mae_shift": "Distance from gold", "excess_flip_rate": "Flips beyond its own noise",
    "answered_shift": "Calls with a verdict", "noise_shift": "Contradicts itself", "churn": "Changed verdicts, noise unknown",
}  # fmt: skip


def forests(answer: DriftAnswer, *, most: int = MAX_ROWS) -> dict[str, Any]:
    """Tables of one judge: of whole criteria, and of strata; one for each unit, since an axis has one.

    Parameters
    ----------
    answer : DriftAnswer
    most : int
        Measures that are drawn.

    Returns
    -------
    dict
        `whole` and `strata`: tables with `unit`, `ticks` and `rows`; how many of each answer; whether strata are `open`
        (where only there something drifted); `more` measures that are left out (the worst stay).
    """
    whole = [one for one in answer.measures if one.stratum is None]
    strata = [one for one in answer.measures if one.stratum is not None]
    kept, left = ranked(whole)[:most], ranked(strata)[: max(0, most - len(whole))]
    return {
        "whole": tables(kept), "strata": tables(left), "n_whole": counted(whole), "n_strata": counted(strata),
        "open": "drifted" in {one.answer for one in strata} - {one.answer for one in whole}, "more": len(answer.measures) - len(kept) - len(left),
    }  # fmt: skip


def ranked(measures: Iterable[DriftMeasure]) -> list[DriftMeasure]:
    """Those that drifted first, then those that cannot be told."""
    return sorted(measures, key=lambda one: ORDER.index(one.answer))


def counted(measures: Sequence[DriftMeasure]) -> str:
    """`1 drifted, 3 equivalent`; empty without measures."""
    counts = [(word, sum(one.answer == word for one in measures)) for word in ORDER]
    return ", ".join(f"{n:,} {word}" for word, n in counts if n)


def tables(measures: Sequence[DriftMeasure]) -> list[dict[str, Any]]:
    """A table for shares of items, and one for each criterion whose scores are compared in points of its scale."""
    found: dict[str, list[DriftMeasure]] = {}
    for one in measures:
        found.setdefault(POINTS if is_share(one) else f"points of the scale of {one.criterion}", []).append(one)
    return [_table(unit, rows) for unit, rows in found.items()]


def _table(unit: str, measures: Sequence[DriftMeasure]) -> dict[str, Any]:
    share = unit == POINTS
    ends = [abs(end) for one in measures for end in (one.effect, one.low, one.high, one.margin) if end is not None]
    reach = reach_of(ends, share=share)
    return {"unit": unit, "ticks": ticks(reach, share=share), "rows": [_row(one, reach, share=share) for one in measures], "share": share}


def reach_of(ends: Iterable[float], *, share: bool) -> float:
    """How far an axis goes either way from 0: as far as anything that is drawn on it, and a little more."""
    far = 1.08 * max((*ends, 0.0)) or 1.0
    return min(1.0, far) if share else far


def ticks(reach: float, *, share: bool) -> list[tuple[str, str]]:
    """Place in per cent and label of a few round numbers on an axis around 0."""
    power = 10.0 ** floor(log10(reach))
    step = next(size * power for size in (0.1, 0.2, 0.5, 1, 2, 5) if reach / (size * power) <= 3)
    n = floor(reach / step + 1e-9)
    return [(place(k * step, reach), _tick(k * step, share=share)) for k in range(-n, n + 1)]


def _tick(value: float, *, share: bool) -> str:
    number = round(100 * value if share else value, 9)
    return f"{number:+g}".replace("-", formats.MINUS) if number else "0"


def place(value: float, reach: float) -> str:
    """Where a number stands on the axis, in per cent of its length; what is beyond stands at its end."""
    return f"{50 + 50 * max(-1.0, min(1.0, value / reach)):.2f}"


def drawn(value: float | None, low: float | None, high: float | None, reach: float, *, margin: float | None = None) -> dict[str, str] | None:
    """Places of a point, its interval and its margin; None where there is no point."""
    return whisker(value, low, high, lambda number: place(number, reach), margin=margin)


def _row(one: DriftMeasure, reach: float, *, share: bool) -> dict[str, Any]:
    return {
        "title": titled(one), "group": one.group if one.measure == "marginal_shift" else None, "criterion": one.criterion, "stratum": one.stratum,
        "answer": one.answer, "look": LOOKS[one.answer], "reason": "" if one.reason in PLAIN_REASONS else one.reason, "n": formats.count(one.n_items, "anchor"),
        "change": change(one.effect, share=share), "interval": span(one.low, one.high, share=share), "margin": f"±{amount(one.margin, share=share)}",
        "p": p_value(one.p), "adjusted": p_value(one.p_adjusted), "seen": "" if one.detectable is None else amount(one.detectable, share=share),
        "drawn": drawn(one.effect, one.low, one.high, reach, margin=one.margin),
    }  # fmt: skip


def titled(one: DriftMeasure) -> str:
    """What a measure is, but for the label that it is about."""
    if one.measure == "marginal_shift":
        return "Mean score" if one.group is None else "Share of"
    return _TITLES.get(one.measure, one.measure.replace("_", " ").capitalize())
