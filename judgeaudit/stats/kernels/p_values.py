"""What the corrections for many tests share: the check of the p values and the shape of the answer."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.numeric_table import numeric_table
from judgeaudit.stats.kernels.options import number
from judgeaudit.stats.kernels.ratings_check import FloatArray, say_code
from judgeaudit.stats.shapes import Adjusted


def adjust(p_values: ArrayLike, alpha: float, correct: Callable[[FloatArray], FloatArray], name: str) -> Adjusted:
    """The p values that there are, corrected.

    Parameters
    ----------
    p_values : float array, shape (n_tests,)
        NaN, None or masked where a test has no p value: it stays without one, and is not counted.
    alpha : float
    correct : function of the p values that there are
        To the corrected ones, in the same order.
    name : str
        For `method`.
    """
    alpha = number(alpha, "alpha", fix="use 0.05", above=0, below=1)
    given = _check(p_values)
    there = ~np.isnan(given)
    n, n_missing = int(there.sum()), int((~there).sum())
    nothing = (None,) * len(given)
    if n == 0:
        reason = "no p values" if not n_missing else "no p values: every one is missing"
        return Adjusted(undefined=reason, adjusted=nothing, rejected=(False,) * len(given))
    corrected = np.full(len(given), np.nan)
    corrected[there] = np.minimum(correct(given[there]), 1.0)
    rejected = there & (np.where(there, corrected, 1.0) <= alpha * (1 + 1e-12))  # p * m / k = alpha is at most alpha, whatever rounding says
    without = f", {n_missing} without a p value not counted" if n_missing else ""
    return Adjusted(
        value=float(np.nanmin(corrected)),
        method=f"{name}, {n} test{'s' * (n != 1)}{without}; {int(rejected.sum())} at most {say_code(alpha)}",
        n_items=n,
        adjusted=tuple(None if np.isnan(p) else float(p) for p in corrected),
        rejected=tuple(bool(one) for one in rejected),
    )


def _check(p_values: ArrayLike) -> FloatArray:
    fix = "give one number from 0 to 1 for each test, None where there is none"
    given = numeric_table(p_values, where="p_values", what="p values are not numbers", infinite="a p value is infinite, outside 0..1", fix=fix)
    if given.ndim != 1:
        raise OptionError(f"p values have {given.ndim} axes", where="p_values", fix="give one number for each test, in a flat list")
    outside = given[~np.isnan(given) & ~((given >= 0) & (given <= 1))]
    if len(outside):
        raise OptionError(f"a p value of {say_code(outside[0])} is outside 0..1", where="p_values", fix=fix)
    return given
