"""The area under a ROC curve from counts at each confidence: its value, DeLong's variance, and an interval that holds near 1."""

from __future__ import annotations

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray

HALVINGS = 60
"""Steps of the search for an end of the interval: 2^-60 is less than rounding."""

NEXT_TO = 1e-9
"""Distance from the area at which the search for an end begins."""


def placements(right: FloatArray, wrong: FloatArray) -> tuple[FloatArray, FloatArray]:
    """For each confidence: share of wrong items below it, and share of right items above it; ties half.

    Parameters
    ----------
    right, wrong : float array, shape (..., n_levels)
        Items at each distinct confidence, ascending; both have some.
    """
    below = (np.cumsum(wrong, axis=-1) - wrong / 2) / wrong.sum(axis=-1, keepdims=True)
    above = 1 - (np.cumsum(right, axis=-1) - right / 2) / right.sum(axis=-1, keepdims=True)
    return np.asarray(below), np.asarray(above)


def area(right: FloatArray, wrong: FloatArray) -> float:
    """Probability that a right item has the higher confidence than a wrong one; ties half."""
    return float(right @ placements(right, wrong)[0] / right.sum())


def delong_variance(right: FloatArray, wrong: FloatArray) -> float:
    """DeLong's variance of the area; that of a class of one item counts as 0.

    References
    ----------
    DeLong, DeLong & Clarke-Pearson 1988, Biometrics 44, 837-845, doi:10.2307/2531595.
    """
    total = 0.0
    for of_class, placed in zip((right, wrong), placements(right, wrong), strict=True):
        n = float(of_class.sum())
        mean = float(of_class @ placed) / n
        total += float(of_class @ (placed - mean) ** 2) / max(n - 1, 1) / n
    return total


def hanley_variance(theta: float, n_right: float, n_wrong: float) -> float:
    """Variance of an area theta where confidences have (negative) exponential distributions, with the classes' sizes averaged where they stand alone.

    References
    ----------
    Hanley & McNeil 1982, Radiology 143, 29-36, doi:10.1148/radiology.143.1.7063747 (standard error of the Wilcoxon statistic). Newcombe 2006, doi:10.1002/sim.2324, method 5.
    """
    others = (n_right + n_wrong) / 2 - 1
    return theta * (1 - theta) * (1 + others * (1 - theta) / (2 - theta) + others * theta / (1 + theta)) / (n_right * n_wrong)


def newcombe_interval(right: FloatArray, wrong: FloatArray, z: float) -> tuple[float, float]:
    """The areas theta that lie within z standard errors of theta of the observed one, at both ends.

    Notes
    -----
    Newcombe's method 5, with one change (ours): where DeLong's variance of the data is larger than Hanley and McNeil's at the observed
    area, the latter is multiplied by their ratio, because confidences with two peaks scatter more than exponential ones.

    References
    ----------
    Newcombe 2006, Statistics in Medicine 25, 559-573, doi:10.1002/sim.2324, method 5.
    """
    value, n_right, n_wrong = area(right, wrong), float(right.sum()), float(wrong.sum())
    assumed = hanley_variance(value, n_right, n_wrong)
    ratio = max(1.0, delong_variance(right, wrong) / assumed) if assumed > 0 else 1.0

    def within(theta: float) -> bool:
        return (value - theta) ** 2 <= z * z * ratio * hanley_variance(theta, n_right, n_wrong)

    ends = []
    for inside, outside in ((max(0.0, value - NEXT_TO), 0.0), (min(1.0, value + NEXT_TO), 1.0)):
        for _ in range(HALVINGS):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if within(middle) else (inside, middle)
        ends.append(inside)
    return min(ends[0], value), max(ends[1], value)
