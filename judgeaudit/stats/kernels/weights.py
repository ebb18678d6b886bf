"""Agreement weights between the points of a scale: 1 for the same label, less the further apart two labels are."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.numeric_table import numeric_table
from judgeaudit.stats.kernels.ratings_check import FloatArray, Level, Sample

NAMES = ("identity", "linear", "quadratic", "ordinal")
FIX = "give labels=, and a table with 1 on the diagonal and at most 1 elsewhere, a row and a column for each label; or the name of weights"
OF_LEVEL = {"nominal": "identity", "ordinal": "quadratic", "interval": "quadratic"}
Weights = str | ArrayLike | None


def agreement_weights(weights: Weights, *, level: Level, points: FloatArray, declared: bool) -> tuple[FloatArray, str]:
    """The table of weights, and its name.

    Parameters
    ----------
    weights : str, array, or None
        "identity", "linear", "quadratic", "ordinal" (Gwet's), or a table, shape (n_points, n_points). None: identity on
        nominal scales, else quadratic.
    level : str
    points : float array, shape (n_points,)
        Points of the scale, ascending.
    declared : bool
        Whether `points` is the whole scale. Distances of an ordinal scale are steps between its points, because only
        their order means something; where the scale is not declared the codes are taken to be its steps.

    Returns
    -------
    tuple of float array, shape (n_points, n_points), and str

    References
    ----------
    Cohen 1968, doi:10.1037/h0026256. Fleiss & Cohen 1973, doi:10.1177/001316447303300309. Gwet 2014, Handbook of
    Inter-Rater Reliability, 4th edition, chapter 3.
    """
    if weights is not None and not isinstance(weights, str):
        return _given(weights, len(points), declared), "given"
    name = OF_LEVEL[level] if weights is None else weights
    if name not in NAMES:
        raise OptionError(f"weights {name!r} are not known", where="weights", fix=f"use one of: {', '.join(NAMES)}, or a table")
    if name == "identity":
        return np.eye(len(points)), name
    scores = np.arange(len(points), dtype=np.float64) if level == "ordinal" and declared else points
    return _by_distance(name, scores), name


def no_variation(sample: Sample, table: FloatArray) -> str:
    """Why a coefficient with these weights is 0 / 0: nothing varies, or the weights say that nothing does."""
    used = np.searchsorted(sample.points, sample.observed)
    if len(used) >= 2 and bool((table[np.ix_(used, used)] == 1).all()):
        return "no variation: the weights count all labels that were used as the same"
    return "no variation: every rating is the same"


def _by_distance(name: str, scores: FloatArray) -> FloatArray:
    if name == "ordinal":
        index = np.arange(len(scores))
        steps = np.abs(index[:, np.newaxis] - index) + 1.0
        return np.asarray(1 - (steps * (steps - 1)) / max(len(scores) * (len(scores) - 1), 1))
    apart = np.abs(scores[:, np.newaxis] - scores)
    apart /= max(float(apart.max(initial=0.0)), 1e-300)
    return np.asarray(1 - (apart if name == "linear" else apart**2))


def _given(weights: ArrayLike, n: int, declared: bool) -> FloatArray:
    table = numeric_table(weights, where="weights", what="weights are not a table of numbers", infinite="a weight is infinite", fix=FIX)
    if not declared or table.shape != (n, n) or not np.isfinite(table).all() or (np.diag(table) != 1).any() or (table > 1).any():
        raise OptionError("weights are not a table of agreement between the labels", where="weights", fix=FIX)
    return table
