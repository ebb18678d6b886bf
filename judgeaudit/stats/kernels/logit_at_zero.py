"""A share at the point where a covariate is 0: a logistic curve through shares, read there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.rates import NOTHING, say_units
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray

WHAT = "logistic curve through the shares, read where the covariate is 0"
_STEPS = 100
_CLOSE = 1e-10
_FURTHEST = 25.0
"""Logits beyond which a share is 0 or 1 to eleven digits: the likelihood then has no maximum."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A fitted logistic curve: logit of the share where the covariate is 0, its slope, and the fitted shares."""

    at_zero: float
    slope: float
    shares: FloatArray


def logit_curve(outcome: FloatArray, covariate: FloatArray, weights: FloatArray) -> Curve | None:
    """The maximum likelihood curve logit(share) = a + b x by Newton's method; None where the likelihood has no maximum.

    Parameters
    ----------
    outcome : float array, shape (n_rows,)
        Shares 0..1.
    covariate, weights : float arrays, shape (n_rows,)
    """
    design = np.column_stack([np.ones(len(covariate)), covariate])
    found = np.zeros(2)
    for _ in range(_STEPS):
        shares = _logistic(design @ found)
        bend = design.T @ (design * (weights * shares * (1 - shares))[:, None])
        if np.linalg.det(bend) <= NOTHING * max(1.0, weights.sum()) ** 2 * NOTHING:
            return None
        step = np.linalg.solve(bend, design.T @ (weights * (outcome - shares)))
        found = found + step * min(1.0, 3.0 / max(float(np.abs(step).max()), NOTHING))
        if np.abs(design @ found).max() > _FURTHEST:
            return None
        if np.abs(step).max() < _CLOSE:
            return Curve(float(found[0]), float(found[1]), _logistic(design @ found))
    return None


def logit_at_zero(
    rows: FloatArray,
    *,
    ci_level: float = thresholds.CI_LEVEL,
    counts: IntArray | None = None,
    clusters: IntArray | None = None,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
) -> Estimate:
    """The share where the covariate is 0.

    Parameters
    ----------
    rows : float array, shape (n_items, 2) or (1, n_items, 2)
        Share 0..1 and covariate of each item; rows with a NaN are left out.
    counts, clusters : int arrays, shape (n_items,), optional
        How many items each row stands for; or its cluster.
    n_resamples, rng
        Not used: nothing is drawn.

    Returns
    -------
    Estimate
        0 to 1. Undefined where the covariate never differs, or where it (or nothing at all) tells the outcomes apart without error; without
        interval below `thresholds.MIN_ITEMS_FOR_RESAMPLING` items (clusters).

    Notes
    -----
    Interval on logits, turned back: the curve's change when an item, or a whole cluster, is left out (one Newton step each), as the jackknife
    adds them up; Student's t with two degrees of freedom less than there are items (clusters).

    References
    ----------
    McCullagh & Nelder 1989, Generalized Linear Models, section 4.4. Pregibon 1981, doi:10.1214/aos/1176345513 (one-step deletion).

    Examples
    --------
    Two points on either side, 3 of 4 at -1 and 1 of 4 at +1: halfway is a half.

    >>> round(logit_at_zero(np.array([[0.75, -1.0], [0.25, 1.0]]), counts=np.array([4, 4])).value, 12)
    0.5
    """
    table = np.asarray(rows, dtype=np.float64).reshape(-1, 2)
    used = ~np.isnan(table).any(axis=1)
    times = np.ones(len(table)) if counts is None else counts.astype(np.float64)
    table, times = table[used], times[used]
    n_items = int(times.sum())
    reason = _why_undefined(table)
    curve = None if reason is not None else logit_curve(table[:, 0], table[:, 1], times)
    if curve is None:
        return Estimate.missing(reason or "the covariate, or nothing at all, tells the outcomes apart without error: no curve fits best", n_items=n_items)
    units = np.arange(len(table)) if clusters is None else np.unique(clusters[used], return_inverse=True)[1].ravel()
    n_units = n_items if clusters is None else int(units.max()) + 1
    method = f"{WHAT}, of {say_units(n_items, None if clusters is None else n_units)}"
    known = Estimate(value=float(_logistic(np.array(curve.at_zero))), method=method, n_items=n_items, n_ratings=n_items)
    if n_units < thresholds.MIN_ITEMS_FOR_RESAMPLING:
        return known.model_copy(update={"method": f"{method}; no interval: fewer than {thresholds.MIN_ITEMS_FOR_RESAMPLING} items or clusters"})
    moves = _moves(table, times, curve, units, alone=clusters is None)
    sizes = times if clusters is None else np.ones(n_units)
    return _with_interval(known, curve, moves, sizes, n_units, ci_level)


def _why_undefined(table: FloatArray) -> str | None:
    if not len(table):
        return "no item has both an outcome and a covariate"
    return "the covariate is the same for every item" if np.ptp(table[:, 1]) <= NOTHING else None


def _moves(table: FloatArray, times: FloatArray, curve: Curve, units: IntArray, *, alone: bool) -> FloatArray:
    """How far the logit at 0 moves without each unit (or without one item of a row), shape (n_units,), in one Newton step."""
    x, residual = table[:, 1], table[:, 0] - curve.shares
    spread = curve.shares * (1 - curve.shares)
    parts = np.stack([spread, spread * x, spread * x * x, residual, residual * x])
    whole = parts @ times
    own = parts if alone else np.stack([np.bincount(units, weights=times * part) for part in parts])
    a, b, c = whole[:3, None] - own[:3]
    return np.asarray(-(c * own[3] - b * own[4]) / np.maximum(a * c - b * b, NOTHING))


def _with_interval(known: Estimate, curve: Curve, moves: FloatArray, sizes: FloatArray, n_units: int, ci_level: float) -> Estimate:
    from scipy.special import stdtrit

    scatter = float(sizes @ (moves - sizes @ moves / n_units) ** 2) * (n_units - 1) / n_units
    half = float(stdtrit(n_units - 2, 0.5 + ci_level / 2)) * scatter**0.5
    low, high = _logistic(np.array([curve.at_zero - half, curve.at_zero + half])).tolist()
    method = f"{known.method}; jackknife on logits (one step), Student's t with {n_units - 2:,} degrees of freedom"
    return known.model_copy(update={"low": low, "high": high, "ci_level": ci_level, "method": method})


def _logistic(logits: FloatArray) -> FloatArray:
    return np.asarray(1 / (1 + np.exp(-logits)))
