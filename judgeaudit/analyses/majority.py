"""The verdict that a judge gives most often over its replicates."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MARK = "#majority"
"""What follows a judge's name where its majority is meant (design, section 5)."""


def majority(codes: NDArray[np.float64], *, level: str) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """One verdict for each item out of several.

    Parameters
    ----------
    codes : float array, shape (n_items, n_replicates)
        NaN where there is no verdict; it casts no vote.
    level : "nominal", "ordinal" or "interval"
        On an interval scale the scores are averaged; there is no tie.

    Returns
    -------
    codes : float array, shape (n_items,)
        NaN where no replicate gave a verdict, and where two labels lead together.
    tied : bool array, shape (n_items,)
    """
    given = ~np.isnan(codes)
    n = given.sum(axis=1)
    if level == "interval":
        total = np.where(given, codes, 0.0).sum(axis=1)
        return np.where(n > 0, total / np.maximum(n, 1), np.nan), np.zeros(len(codes), dtype=bool)
    values = np.unique(codes[given])
    if values.size == 0:
        return np.full(len(codes), np.nan), np.zeros(len(codes), dtype=bool)
    votes = np.stack([(codes == value).sum(axis=1) for value in values], axis=1)
    top = votes.max(axis=1)
    tied = (top > 0) & ((votes == top[:, None]).sum(axis=1) > 1)
    return np.where((top > 0) & ~tied, values[votes.argmax(axis=1)], np.nan), tied
