"""Two columns, the judge's and the gold label (or two raters): which rows have both, and their labels as columns of 0 and 1."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.options import number
from judgeaudit.stats.kernels.ratings_check import SNAP, BoolArray, FloatArray, Sample, say_code


def has_both(ratings: FloatArray) -> BoolArray:
    """Rows with both labels; ratings of shape (..., 2)."""
    return np.asarray(~np.isnan(ratings).any(axis=-1))


def indicators(labels: FloatArray, points: FloatArray) -> FloatArray:
    """One column of 0 and 1 for each point, shape (n_rows, n_points); a missing label is all 0."""
    return np.asarray(labels[:, np.newaxis] == points, dtype=np.float64)


def why_no_partner(ratings: FloatArray) -> str | None:
    """Why one run has no row with both labels; None where it has."""
    given = ~np.isnan(ratings)
    if not given.any():
        return "no ratings"
    if int(given.any(axis=0).sum()) < 2:
        return "one rater: the other column is empty"
    return None if given.all(axis=1).any() else "no overlap: no item has both labels"


def paired_ratings(sample: Sample) -> int:
    """Ratings in rows with both labels, over all runs."""
    return int(2 * (has_both(sample.ratings) * sample.counts).sum())


def positive_code(positive: float | None, labels: Sequence[float] | FloatArray | None) -> float:
    """The code of the class that is looked for: as given, else the higher code of a two-label scale (its first label).

    Where the scale is declared it is the very point of the scale, as ratings are.
    """
    if positive is not None:
        code = number(positive, "positive", fix="give the code of the class, or leave it out where labels= has two")
        return code if labels is None else _point(code, np.asarray(labels, dtype=np.float64))
    if labels is None or len(labels) != 2:
        raise OptionError(
            "which class counts as positive is not said", where="positive", fix="give positive= the code of the class, or labels= of a two-label scale"
        )
    return float(max(labels))


def _point(positive: float, points: FloatArray) -> float:
    nearest = float(points[np.abs(points - positive).argmin()])
    if abs(nearest - positive) > SNAP * np.diff(points).min():
        raise OptionError(f"the positive class {say_code(positive)} is not among the labels", where="positive", fix=f"use one of: {points.tolist()}")
    return nearest


def refuse_unordered(sample: Sample) -> str | None:
    """Why labels may not be computed with as numbers: a nominal scale of three labels or more. None where they may."""
    return "the scale is nominal: its labels have no order" if sample.level == "nominal" and len(sample.points) > 2 else None
