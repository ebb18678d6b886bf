"""Judged items of which some have a gold label: ordinary tables, and those that say little."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def partly_labelled(rng: np.random.Generator) -> NDArray[np.float64]:
    """Verdicts (some a share of replicates) and gold on about half of the items; every cell of the table is there, more right than wrong."""
    sure = np.array([[1, 1], [1, 1], [1, 1], [0, 0], [1, 0], [0, 1], [0, 0], [0, 0]] * 2, dtype=float)
    more = np.column_stack([rng.choice([0.0, 1.0, 0.6], 15), rng.choice([np.nan, np.nan, np.nan, 1.0], 15)])
    more[3] = np.nan, 0.0
    more[:2, 1] = np.nan
    return np.vstack([sure, more])


POOR_LABELS: dict[str, Any] = {
    "no gold": np.column_stack([np.tile([0.0, 1.0], 6), np.full(12, np.nan)]),
    "no verdicts": np.column_stack([np.full(12, np.nan), np.tile([0.0, 1.0], 6)]),
    "one labelled": np.array([[1.0, 1.0]] + [[1.0, np.nan], [0.0, np.nan]] * 6),
    "labelled alike": np.array([[1.0, 1.0]] * 5 + [[1.0, np.nan], [0.0, np.nan]] * 6),
    "one unlabelled": np.array([[1.0, 1.0], [0.0, 0.0]] * 5 + [[0.0, np.nan]]),
    "perfect and nothing to find": np.array([[1.0, 1.0], [0.0, 0.0]] * 5 + [[0.0, np.nan]] * 30),
    "impossible rate": np.array([[1.0, 1.0]] * 40 + [[1.0, 0.0], [0.0, 0.0]] * 40 + [[0.0, np.nan]] * 200),
    "no information": np.array([[1.0, 1.0], [0.0, 1.0], [1.0, 0.0], [0.0, 0.0]] * 5 + [[1.0, np.nan]] * 9),
}
