"""The scale of scores that nobody declared: as wide as what a judge may still say, and not only as what it has said so far."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.stats.kernels.score_range import score_range

USUAL = ((0.0, 1.0), (1.0, 5.0), (0.0, 10.0), (0.0, 100.0))
"""Scales that scores are mostly given on, the narrowest first."""

WHOLE = 10.0
"""Usual scales up to this width hold whole scores however few of them occur."""

LEAST_USED = 0.1
"""Part of a usual scale that scores must take up, or its steps are too coarse for them (ours)."""

ROOM = 0.5
"""Of the range of scores that fit no usual scale, how much is left free on either side (ours)."""


def numbers_of(labels: Iterable[str | None], scores: Iterable[float | None]) -> FloatArray:
    """Finite verdicts of rows as numbers: the label where there is one, else the score."""
    found = []
    for label, score in zip(labels, scores, strict=True):
        try:
            found.append(float(label if label is not None else np.nan if score is None else score))
        except ValueError:
            continue
    values = np.array(found, dtype=np.float64)
    return values[np.isfinite(values)]


def roomy(scores: FloatArray) -> tuple[float, float]:
    """Ends of a scale for scores of which only the baseline's are known.

    Parameters
    ----------
    scores : float array, shape (n,)
        Of the baseline, finite. Those far outside of all others do not count: a 999 for "no score" would make every shift small.

    Returns
    -------
    tuple of float
        The narrowest usual scale that holds the scores, where they are whole numbers or take up a tenth of it; else their range with half of it free on
        either side. A judge that gave 3 and 4 may give 1 tomorrow: on a scale of 3 to 4 that would be no shift.
    """
    if not len(scores):
        return 0.0, 1.0
    low, high = score_range(scores) or (float(scores.min()), float(scores.max()))
    whole = bool((scores == np.round(scores)).all())
    for first, last in USUAL:
        width = last - first
        fits = high - low >= LEAST_USED * width or (whole and width <= WHOLE) or (low == high and width == 1)
        if first <= low and high <= last and fits:
            return first, last
    room = ROOM * (high - low) if high > low else 1.0
    return low - room, high + room
