"""A point with its interval and its margin, as places on the axis of a forest plot."""

from __future__ import annotations

from collections.abc import Callable


def whisker(value: float | None, low: float | None, high: float | None, at: Callable[[float], str], *, margin: float | None = None) -> dict[str, str] | None:
    """Places of a point, its interval and its margin; None where there is no point.

    Parameters
    ----------
    at : function of a number
        Where it stands on the axis, in per cent of its length.
    """
    if value is None:
        return None
    ends = (value, value) if low is None or high is None else (low, high)
    found = {"at": at(value), "low": at(ends[0]), "high": at(ends[1])}
    if margin is not None:
        left, right = at(-margin), at(margin)
        found |= {"left": left, "right": right, "width": f"{float(right) - float(left):.2f}"}
    return found
