"""Which calls a judge was asked for: what a share of missing verdicts is a share of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from judgeaudit.analyses.parts import Part
from judgeaudit.tables import ABSENT


@dataclass(frozen=True)
class Asked:
    """The cells of one judge, one column for each call that was planned or made.

    Attributes
    ----------
    cells : int array, shape (n_patterns, n_calls)
        As in `PatternCounts.patterns`; the replicates that have rows come first.
    asked : bool array, shape (n_patterns, n_calls)
        Calls that count: rows that exist and, where the plan is known, planned ones. A call that nobody planned is not missing.
    planned : int or None
        Planned calls; None for verdict files.
    """

    cells: NDArray[np.int32]
    asked: NDArray[np.bool_]
    planned: int | None

    @property
    def missing(self) -> NDArray[np.bool_]:
        """Calls that count and gave no verdict."""
        return self.asked & (self.cells < 0)


def asked_calls(part: Part, judge: str) -> Asked:
    """The calls of one judge on the criterion of a part.

    Parameters
    ----------
    part : Part
    judge : str

    Returns
    -------
    Asked
    """
    cells = part.patterns.cells(judge)
    planned = (part.data.planned or {}).get((judge, part.criterion))
    per_item = -(-planned // max(part.patterns.n_items, 1)) if planned is not None else 0
    width = max(per_item, cells.shape[1])
    padded = np.full((cells.shape[0], width), ABSENT, dtype=np.int32)
    padded[:, : cells.shape[1]] = cells
    asked = (padded != ABSENT) | (np.arange(width) < per_item)[None, :]
    return Asked(cells=padded, asked=asked, planned=planned)
