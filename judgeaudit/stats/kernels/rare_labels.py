"""On how few items a coefficient hangs: what decides whether its interval can be trusted to hold as often as it says."""

from __future__ import annotations

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray


def rarest_class(ratings: FloatArray, counts: IntArray, points: FloatArray) -> int:
    """Items of the rarest point of the scale in the last column (gold); points that do not occur have 0."""
    given = ~np.isnan(ratings).any(axis=1)
    return min((int(counts[given & (ratings[:, -1] == point)].sum()) for point in points), default=0)


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
