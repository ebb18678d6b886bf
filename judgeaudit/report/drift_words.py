"""Numbers of a check for drift in words: signed changes, intervals, p values; what does not exist is called undefined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judgeaudit.domain.drift import DriftMeasure
from judgeaudit.report import fields, formats

Row = Mapping[str, Any]

LOOKS = {"drifted": "fail", "equivalent": "pass", "inconclusive": "inconclusive"}
"""What each answer looks like; the word stands beside it."""

MAX_ROWS = 400
"""Rows of one table; how many more there are is said."""

POINTS = "percentage points"
_SMALLEST = {True: 0.05, False: 0.0005}


def is_share(one: DriftMeasure) -> bool:
    """Whether a measure is a share of items; else it is in points of the scale."""
    return one.measure != "mae_shift" and not (one.measure == "marginal_shift" and one.group is None)


def change(value: float | None, *, share: bool) -> str:
    """A change with its sign, in percentage points or in points of the scale; never 0 of what is not."""
    if value is None:
        return "undefined"
    number = 100 * value if share else value
    if not number:
        return "0"
    digits = f"{number:+.1g}" if abs(number) < _SMALLEST[share] else f"{number:+.{1 if share else 3}f}"
    return digits.replace("-", formats.MINUS)


def span(low: float | None, high: float | None, *, share: bool) -> str:
    """Both ends of an interval of a change; empty where there is none."""
    return "" if low is None or high is None else f"{change(low, share=share)} to {change(high, share=share)}"


def amount(value: float | None, *, share: bool) -> str:
    """A size without sign: a margin, or the smallest shift that would have been seen."""
    return change(value, share=share).lstrip("+")


def p_value(p: float | None, none: str = "not tested") -> str:
    """A p value to two digits; small ones as a bound."""
    return none if p is None else "under 0.001" if p < 0.001 else f"{p:.2g}" if p < 0.1 else f"{p:.2f}"


def percent(share: float | None, none: str = "undefined") -> str:
    """A share with one decimal, since changes of a few points are what is looked for; never 0 % or 100 % of what is neither none nor all."""
    if share is None:
        return none
    rounded = f"{100 * share:.1f}"
    if (rounded == "0.0" and share > 0) or (rounded == "100.0" and share < 1):
        return "under 0.1 %" if share < 0.5 else "over 99.9 %"
    return f"{rounded if 0 < share < 1 else rounded.removesuffix('.0')} %"


def of_whole(rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """Rows of whole criteria, and rows of strata."""
    return [row for row in rows if not fields.word(row, "stratum")], [row for row in rows if fields.word(row, "stratum")]


def capped(rows: Sequence[Any], most: int = MAX_ROWS) -> dict[str, Any]:
    """The first rows of a table, and how many more there are."""
    return {"rows": list(rows[:most]), "more": max(0, len(rows) - most), "total": len(rows)}


def who(row: Row) -> dict[str, str]:
    """What a row is about."""
    return {name: fields.word(row, name) for name in ("judge", "criterion", "stratum")}
