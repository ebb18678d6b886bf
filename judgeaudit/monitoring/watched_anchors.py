"""One item of the baseline that may be judged again, and how much it counts for production."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from pydantic import Field

from judgeaudit.domain.results import Result
from judgeaudit.monitoring.shapes import Counts
from judgeaudit.monitoring.streams import FEWEST
from judgeaudit.stats.kernels.ratings_check import FloatArray

MOST_WEIGHT = 5.0
"""Largest weight of an anchor (ours): with larger ones a few anchors would speak for all."""

Sparse = dict[str, int]
"""Counts by place on the scale."""


class Anchor(Result):
    """One item of the baseline that may be judged again.

    Attributes
    ----------
    item_id : str
    stratum : int
        Place in `Setup.strata`.
    declared : bool
        It has gold or replicates; else it is an item of the baseline's production that may come back.
    mean : float
        Of its baseline verdicts on the scale 0..1.
    weight : float
        How often items with its baseline verdict are in production, for each time that they are among the anchors.
    base, counts, waiting : Sparse
        Its verdicts by value: the baseline's; all, those of the stream too; and those that wait until there are enough to be ranked.
    last : int
        Batch in which it was used before; 0 for never.
    since : pair of float
        As in `Visits`.
    was, gold : str or None
        Verdict of the baseline and of people, in words.
    rationale : str or None
        The baseline's, cut.
    text : str or None
        SHA-256 of what was judged, where the baseline has it.
    """

    item_id: str
    stratum: int
    declared: bool
    mean: float
    weight: float = 1.0
    base: Sparse
    counts: Sparse
    waiting: Sparse = Field(default_factory=dict)
    last: int = 0
    since: tuple[int, float] = (0, 0.0)
    was: str = ""
    gold: str | None = None
    rationale: str | None = None
    text: str | None = None


def dense(sparse: Sequence[Mapping[str, int]], n_points: int) -> Counts:
    """Counts as an array, shape (n, n_points)."""
    counts = np.zeros((len(sparse), n_points), dtype=np.int64)
    for row, one in enumerate(sparse):
        for place, n in one.items():
            counts[row, int(place)] = n
    return counts


def thin(counts: Counts) -> tuple[Sparse, ...]:
    """The reverse of `dense`."""
    return tuple({str(int(place)): int(row[place]) for place in np.flatnonzero(row)} for row in counts)


def weights_of(anchors: Sequence[Anchor], production: Counts, n_points: int) -> list[float]:
    """How often items with an anchor's baseline verdicts are in production, for each time that they are among the anchors.

    A judge that becomes lenient moves failing items only: on anchors of which half fail it moves twice as many as on a stream of which a quarter
    fail, and the difference would be laid at the system's door. Verdicts are told apart as below or not below the mean of production, by stratum
    (all together where a stratum has too few); a weight lies within 1 / `MOST_WEIGHT` .. `MOST_WEIGHT`, and is 1 where one kind is missing.
    """
    points, some = np.linspace(0.0, 1.0, n_points), [anchor for anchor in anchors if anchor.declared]
    enough = production.sum(axis=1) >= FEWEST
    ratios = {}
    for stratum in {anchor.stratum for anchor in some}:
        here = [anchor for anchor in some if anchor.stratum == stratum] if enough[stratum] else some
        ratios[stratum] = _ratios(here, production[stratum] if enough[stratum] else production.sum(axis=0), points)
    found = []
    for anchor in anchors:
        middle, high, low = ratios.get(anchor.stratum, (0.0, 1.0, 1.0)) if anchor.declared else (0.0, 1.0, 1.0)
        share = _high_share(anchor, points, middle)
        found.append(share * high + (1 - share) * low)
    return found


def _ratios(anchors: Sequence[Anchor], counts: Counts, points: FloatArray) -> tuple[float, float, float]:
    """Mean of production, and production's share over the anchors' share of verdicts not below it and below it."""
    if not counts.sum():
        return 0.0, 1.0, 1.0
    middle = float(counts @ points / counts.sum())
    of_all = float(counts[points >= middle].sum() / counts.sum())
    of_anchors = float(np.mean([_high_share(anchor, points, middle) for anchor in anchors]))
    if not 0 < of_anchors < 1:
        return middle, 1.0, 1.0
    high, low = np.clip([of_all / of_anchors, (1 - of_all) / (1 - of_anchors)], 1 / MOST_WEIGHT, MOST_WEIGHT)
    return middle, float(high), float(low)


def _high_share(anchor: Anchor, points: FloatArray, middle: float) -> float:
    counts = dense([anchor.base], len(points))[0]
    return float(counts[points >= middle].sum() / counts.sum())
