"""Leaving out one item (or cluster) at a time: by distinct pattern, because identical items leave the same behind."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from judgeaudit.stats.kernels.draws import CELLS_AT_ONCE, Rows
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray

Value = Callable[[FloatArray], FloatArray]
"""Weights of all rows, shape (n, n_rows), to values, shape (n,)."""


def leave_one_out(rows: Rows, value: Value) -> tuple[FloatArray, IntArray]:
    """The value without one item of each pattern (or without each cluster), and how many items (clusters) leave just that.

    Cost: one evaluation for each pattern, whatever the number of items.
    """
    n = len(rows.counts) if rows.clusters is None else int(rows.clusters.max()) + 1
    step = max(1, CELLS_AT_ONCE // len(rows.counts))
    found = [value(_without(rows, np.arange(start, min(start + step, n)))) for start in range(0, n, step)]
    return np.concatenate(found), rows.counts if rows.clusters is None else np.ones(n, dtype=np.int64)


def _without(rows: Rows, units: IntArray) -> FloatArray:
    """Weights of all rows with one item of a pattern, or all of a cluster, left out; one set for each unit."""
    weights = np.tile(rows.counts.astype(np.float64), (len(units), 1))
    if rows.clusters is None:
        weights[np.arange(len(units)), units] -= 1
        return weights
    return np.where(rows.clusters == units[:, np.newaxis], 0.0, weights)


def standard_error(left_out: FloatArray, times: IntArray) -> float:
    """Square root of (n - 1) / n times the sum of squares of what is left when one goes.

    References
    ----------
    Efron & Tibshirani 1993, An Introduction to the Bootstrap, equation 11.5.
    """
    n = float(times.sum())
    off = left_out - (left_out * times).sum() / n
    return float(np.sqrt((n - 1) / n * (times * off**2).sum()))


def acceleration(left_out: FloatArray, times: IntArray) -> float:
    """BCa's acceleration: a sixth of the skewness of what each unit adds; 0 where nothing varies.

    References
    ----------
    Efron 1987, doi:10.1080/01621459.1987.10478410, equation 7.3.
    """
    off = (left_out * times).sum() / times.sum() - left_out
    spread = float((times * off**2).sum())
    return float((times * off**3).sum()) / (6 * spread**1.5) if spread > 0 else 0.0


def jackknife_interval(
    value: float, left_out: FloatArray, times: IntArray, ci_level: float, *, fisher_z: bool, worth: float | None = None
) -> tuple[float, float]:  # fmt: skip
    """Value -+ t standard errors, with one degree of freedom less than there are units; on the scale of Fisher's z where told.

    Parameters
    ----------
    value : float
        The statistic itself.
    left_out, times : arrays, shape (n_patterns,)
        See `leave_one_out`; all defined.
    fisher_z : bool
        Whether artanh of the values is taken and the ends are turned back: they then stay within -1..1.
    worth : float, optional
        How many units those that say anything are worth, where they are fewer: degrees of freedom are one less than that, and at least one.
    """
    from scipy.special import stdtrit

    n = int(times.sum())
    degrees = n - 1 if worth is None else min(n - 1, max(1.0, worth - 1))
    reach = float(stdtrit(degrees, 0.5 + ci_level / 2))
    if not fisher_z:
        half = reach * standard_error(left_out, times)
        return value - half, value + half
    centre, others = _artanh(np.array(value)), _artanh(left_out)
    half = reach * standard_error(others, times)
    return float(np.tanh(centre - half)), float(np.tanh(centre + half))


def _artanh(values: FloatArray) -> FloatArray:
    return np.asarray(np.arctanh(np.clip(values, -1 + 1e-9, 1 - 1e-9)))


def log_ratio_interval(log_ratio: float, left_out: FloatArray, times: IntArray, ci_level: float) -> tuple[float, float]:
    """Log ratio -+ t standard errors of its jackknife pseudo-values n x - (n - 1) x_i, which are those of what is left out.

    References
    ----------
    Tukey 1958, Annals of Mathematical Statistics 29, 614. Hughes 2022, arXiv:2210.13265.
    """
    return jackknife_interval(log_ratio, left_out, times, ci_level, fisher_z=False)
