"""On how few items a coefficient hangs: what decides whether its interval can be trusted to hold as often as it says."""

from __future__ import annotations

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray


def rarest_class(ratings: FloatArray, counts: IntArray, points: FloatArray) -> int:
    """Items of the rarest point of the scale in the last column (gold); points that do not occur have 0."""
    given = ~np.isnan(ratings).any(axis=1)
    return min((int(counts[given & (ratings[:, -1] == point)].sum()) for point in points), default=0)


def rarest_outcome(ratings: FloatArray, counts: IntArray, points: FloatArray) -> int:
    """Items of the rarest outcome of a gold class: right or wrong, whichever are fewer, in the class where they are fewest."""
    given = ~np.isnan(ratings).any(axis=1)
    right = ratings[:, 0] == ratings[:, -1]
    of_class = [given & (ratings[:, -1] == point) for point in points]
    return min((int(min(counts[rows & right].sum(), counts[rows & ~right].sum())) for rows in of_class), default=0)


def off_commonest(ratings: FloatArray, counts: IntArray) -> int:
    """Items that differ from the commonest value of a column, in the column where they are fewest; columns without ratings are left out."""
    found = []
    for column in ratings.T:
        given = ~np.isnan(column)
        if given.any():
            _, value_of = np.unique(column[given], return_inverse=True)
            of_value = np.bincount(value_of.ravel(), weights=counts[given])
            found.append(int(of_value.sum() - of_value.max()))
    return min(found, default=0)


def disagreeing_items(ratings: FloatArray, counts: IntArray) -> float:
    """Items that the disagreement rests on: Kish's effective number of their squared differences; 0 without any.

    Parameters
    ----------
    ratings : float array, shape (n_rows, n_raters)
        Codes that are used as numbers; NaN where there is no rating.
    counts : int array, shape (n_rows,)
    """
    given = ~np.isnan(ratings)
    n = np.maximum(given.sum(axis=1), 1)
    middle = np.where(given, ratings, 0.0).sum(axis=1) / n
    spread = np.where(given, (ratings - middle[:, np.newaxis]) ** 2, 0.0).sum(axis=1) / n
    largest = float(spread.max(initial=0.0))
    if largest <= 0:
        return 0.0
    shares = spread / largest
    return float((counts * shares).sum() ** 2 / (counts * shares**2).sum())


def fewest_on_a_side(values: FloatArray, counts: IntArray) -> int:
    """Items whose value lies on the side of one half where they are fewer."""
    low = int(counts[values < 0.5].sum())
    return min(low, int(counts.sum()) - low)
