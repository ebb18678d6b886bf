"""Tables of a judge and annotators with given differences, and the published ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from rater_tables import Table

PUBLISHED: dict[str, Any] = json.loads((Path(__file__).parent / "alt_test_data.json").read_text(encoding="utf-8"))["sets"]

TOO_FEW = 4
"""Items of an annotator that the alternative annotator test leaves out, so that those who only help to make the table do not count."""


def with_differences(counts: list[list[int]]) -> tuple[Table, list[int]]:
    """Ratings, and counts of their rows, in which annotator j has `counts[j]` items with d = -1, 0, 1.

    Each item has the judge, one annotator and a helper who came for at most `TOO_FEW` items: -1 the judge says what the helper says, 1
    the annotator does, 0 both do.
    """
    rows, times = [], []
    for j, three in enumerate(counts):
        for sign, number in zip((-1, 0, 1), three, strict=True):
            for start in range(0, number, TOO_FEW):
                rows.append((0.0 if sign == 1 else 1.0, j, 0.0 if sign == -1 else 1.0))
                times.append(min(TOO_FEW, number - start))
    ratings = np.full((len(rows), 1 + len(counts) + len(rows)), np.nan)
    for row, (judge, j, label) in enumerate(rows):
        ratings[row, [0, 1 + j, 1 + len(counts) + row]] = judge, label, 1.0
    return ratings, times
