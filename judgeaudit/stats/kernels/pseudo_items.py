"""Two made-up items that keep a bootstrap from taking what was not seen for impossible."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray

CANDIDATE_POINTS = 12
"""Points of a scale from which patterns are made up; of more, so many spread over it."""

LEAST = 0.5
"""Items that each pseudo-item weighs at least (ours, from coverage over n, raters, prevalence and agreement)."""

MANY_RATERS = 5
"""Raters from which `LEAST` shrinks in proportion: real items then differ little in how far raters agree, and a made-up one on which all
agree would outweigh them (ours: with 100 raters who guess the true value lay inside 70 to 79 of 100 intervals)."""

RATINGS = 2.0
"""Ratings that each weighs where codes are names, if that is more: one pair."""


@dataclass(frozen=True, slots=True)
class PseudoItems:
    """Made-up rows and the weight of each, in items.

    Attributes
    ----------
    ratings : float array, shape (n_rows, n_raters)
    weights : float array, shape (n_rows,)
    """

    ratings: FloatArray
    weights: FloatArray


def pseudo_items(points: FloatArray, n_raters: int, n_given: int, *, ordered: bool) -> PseudoItems:
    """One item on which all raters agree and one on which two camps say labels at random, each spread over all labels.

    Parameters
    ----------
    points : float array, shape (n_points,)
        Points of the scale.
    n_raters : int
        Columns of a row.
    n_given : int
        Columns that have a rating; the rest are missing.
    ordered : bool
        Whether codes are used as numbers or ranks: a chance pair is then far apart, and weighs `LEAST`.

    Notes
    -----
    As Agresti and Coull add two successes and two failures to a rate. Items, real and made up, are then weighed as in Rubin's
    Bayesian bootstrap, and the ends are percentiles expanded by Student's t.

    Chosen by coverage on two and five raters, two to five labels, 20, 50 and 200 items, a commonest label of 50 and 90 %, true agreement
    of .2, .6 and .9. Beside those that can be asked for (tests/simulations/intervals_compared.py), jackknives of
    log (1 - coefficient), chance tables of pseudo-items, and the Bayesian bootstrap without pseudo-items were tried and held less often.

    References
    ----------
    Agresti & Coull 1998, doi:10.1080/00031305.1998.10480550. Rubin 1981, doi:10.1214/aos/1176345338.
    Hesterberg 2015, doi:10.1080/00031305.2015.1089789 (expanded percentiles).
    """
    chosen = some_points(points)
    least = LEAST * min(1.0, MANY_RATERS / n_given)
    each = least if ordered else max(least, RATINGS / n_given)
    split = (n_given + 1) // 2
    camps = two_camps(chosen, n_raters, split)
    agree = np.repeat(chosen[:, np.newaxis], n_raters, axis=1)
    ratings = np.vstack([agree, camps])
    ratings[:, n_given:] = np.nan
    weights = np.concatenate([np.full(len(agree), each / len(agree)), np.full(len(camps), each / len(camps))])
    return PseudoItems(ratings, weights)


def some_points(points: FloatArray) -> FloatArray:
    """At most `CANDIDATE_POINTS` of the points, spread over them, both ends among them."""
    return np.asarray(points[np.unique(np.linspace(0, len(points) - 1, CANDIDATE_POINTS).round().astype(int))])


def two_camps(points: FloatArray, n_raters: int, split: int) -> FloatArray:
    """Rows in which the first `split` raters say one point and the rest another, or the same, for every two points."""
    first, second = (grid.ravel() for grid in np.meshgrid(points, points))
    return np.where(np.arange(n_raters) < split, first[:, np.newaxis], second[:, np.newaxis])
