"""The range of scores whose scale nobody declared, which a few values far away must not make."""

from __future__ import annotations

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray

OUTER = 3.0
"""Interquartile ranges beyond a quartile from which a score is far out (Tukey 1977, Exploratory Data Analysis, outer fences)."""

APART = 7.0
"""The same in median deviations from the median: where values are evenly spread half the interquartile range is one median deviation."""


def score_range(scores: FloatArray) -> tuple[float, float] | None:
    """Lowest and highest score, without those that lie far outside of all others (999 for "no score").

    Parameters
    ----------
    scores : float array, shape (n_scores,)
        Finite.

    Returns
    -------
    tuple of float, or None
        None where scores do not tell it: there is one value only, or two of which one is rare, and nothing says whether the rare one belongs to the scale (0
        and 1 do).

    Notes
    -----
    Scores outside of Tukey's outer fences are left out. Where more than half are one value quartiles tell nothing, and fences are about the median of the
    different values.
    """
    values = np.unique(scores)
    if len(values) < 2:
        return None
    first, third = np.quantile(scores, (0.25, 0.75))
    if first < third:
        low, high = first - OUTER * (third - first), third + OUTER * (third - first)
    elif len(values) == 2:
        return (0.0, 1.0) if values.tolist() == [0.0, 1.0] else None
    else:
        middle = float(np.median(values))
        reach = APART * float(np.median(np.abs(values - middle)))
        low, high = middle - reach, middle + reach
    kept = values[(values >= low) & (values <= high)]
    return (float(kept[0]), float(kept[-1])) if len(kept) > 1 else None
