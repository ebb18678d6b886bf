"""Whether a stated number can hold of what was counted: by its wording, and by how honest counts differ."""

from __future__ import annotations

from typing import Literal

from judgeaudit.text.quantity_match import ABOUT

Verdict = Literal["true", "false", "unclear"]

NEAR = 0.03
"""Relative distance from a count of words or characters at which no miscount is claimed: such counts differ (ours)."""

ROUND = 0.05
"""How far a round number of words or characters (150, 320) may be off (ours)."""

_MANY = frozenset(("word", "character", "letter"))
_SMALL = 10


def holds(value: float, upper: float, bound: str, counted: tuple[float, float], noun: str) -> Verdict:
    """Whether a number is right for something of which there are between `counted[0]` and `counted[1]`.

    Parameters
    ----------
    value, upper : float
        As stated; equal where it is no range.
    bound : str
        "", about, over, under or exactly.
    counted : tuple of float
    noun : str

    Returns
    -------
    str
        true, false, or unclear where honest counts may still differ.

    Example
    -------
    >>> holds(150, 150, "about", (138, 142), "word"), holds(190, 190, "", (148, 152), "word"), holds(3, 3, "over", (2, 2), "line")
    ('true', 'false', 'false')
    """
    low, high = counted
    slack = max(1.0, NEAR * high) if noun in _MANY and high >= _SMALL else 0.0
    if bound == "over":
        return "true" if high >= value else "unclear" if high + slack >= value else "false"
    if bound == "under":
        return "true" if low <= upper else "unclear" if low - slack <= upper else "false"
    if low <= upper and high >= value:
        return "true"
    off = value - high if value > high else low - upper
    if bound == "about":
        allowed = ABOUT * max(value, high)
        if noun not in _MANY and max(value, high) < _SMALL:
            return "unclear" if off <= 1 else "false"
        return "true" if off <= allowed else "unclear" if off <= allowed * 1.3 else "false"
    if noun in _MANY and bound != "exactly" and _is_round(value) and off <= ROUND * value:
        return "true"
    return "unclear" if off <= slack else "false"


def _is_round(value: float) -> bool:
    return value >= 50 and (value % 50 == 0 or (value > 100 and value % 10 == 0))
