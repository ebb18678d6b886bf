"""The table of transitions: what the baseline said, and what the judge says now."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from judgeaudit.analyses.drifts.inputs import DriftInput
from judgeaudit.analyses.drifts.versions import Versions
from judgeaudit.analyses.parts import Part
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray

MOST_POINTS = 20
"""Points of an interval scale up to which each is a row; of more, `BINS` equal stretches are."""

BINS = 10
NO_VERDICT, NO_MAJORITY = "no verdict", "no majority"


def transitions(part: Part, drift: DriftInput, both: Versions) -> list[dict[str, Any]]:
    """One row: labels, then "no majority" where verdicts of a version are tied, and "no verdict"; items by what was said before (rows) and now (columns).

    With replicates a version's verdict is its commonest one (of scores: the mean, at the nearest point).
    """
    names, old, new = _places(part, both)
    names, old, new = _with_ties(names, (both.old, both.new), (old, new), part)
    n = len(names)
    counts = np.bincount(old * n + new, weights=part.weights, minlength=n * n).astype(np.int64).reshape(n, n)
    how = "each item's verdict" if both.single else "each version's commonest verdict of the item"
    return [{"judge": drift.judge, "criterion": part.criterion, "stratum": part.stratum, "labels": names, "counts": counts.tolist(), "of": how}]


def _places(part: Part, both: Versions) -> tuple[list[str], IntArray, IntArray]:
    """Names of rows and columns, and the place of each pattern's verdicts among them."""
    scale = part.scale
    codes = scale.codes
    if codes is not None and (scale.labels is not None or len(codes) <= MOST_POINTS):
        points = np.array(sorted(codes, reverse=scale.two_labels))
        names = [scale.label(float(code)) for code in points]
        old, new = (_nearest(side, points) for side in both.decided())
    else:
        assert scale.low is not None
        assert scale.high is not None
        edges = np.linspace(scale.low, scale.high, BINS + 1)
        names = [f"{low:g} to {high:g}" for low, high in pairwise(edges)]
        old, new = (_stretch(side, edges) for side in both.decided())
    return [*names, NO_VERDICT], old, new


def _with_ties(
    names: list[str], codes: tuple[FloatArray, FloatArray], places: tuple[IntArray, IntArray], part: Part
) -> tuple[list[str], IntArray, IntArray]:  # fmt: skip
    """A place of its own for items whose verdicts are tied, where there are any: calls that gave verdicts are none without."""
    last = len(names) - 1
    tied = [(place == last) & (~np.isnan(said)).any(axis=1) for place, said in zip(places, codes, strict=True)]
    if not any((side & (part.weights > 0)).any() for side in tied):
        return names, *places
    old, new = (np.where(side, last, np.where(place == last, last + 1, place)).astype(np.int64) for side, place in zip(tied, places, strict=True))
    return [*names[:-1], NO_MAJORITY, NO_VERDICT], old, new


def _nearest(codes: FloatArray, points: FloatArray) -> IntArray:
    place = np.abs(np.nan_to_num(codes)[:, None] - points[None, :]).argmin(axis=1)
    return np.where(np.isnan(codes), len(points), place).astype(np.int64)


def _stretch(codes: FloatArray, edges: FloatArray) -> IntArray:
    place = np.clip(np.searchsorted(edges, np.nan_to_num(codes), side="right") - 1, 0, len(edges) - 2)
    return np.where(np.isnan(codes), len(edges) - 1, place).astype(np.int64)
