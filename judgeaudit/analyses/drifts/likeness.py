"""How alike rationales of two versions are, beside those of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from judgeaudit.stats.kernels.mean_change import MeanChange, change_interval
from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.stats.kernels.version_shuffles import excess_of_pairs, splits_of

DRAWS = 1_999
SAME = 1e-9
FARTHEST = 2.0
"""1 less the cosine of opposite vectors."""


@dataclass(frozen=True)
class Likeness:
    """Mean cosines over items, and by how much those between versions are lower than those within, with its interval and one-sided p.

    `drop` and what belongs to it are None where no item has two rationales of one version.
    """

    between: float | None = None
    within: float | None = None
    drop: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    n_items: int = 0
    n_repeated: int = 0
    words: str = ""
    undefined: str | None = None


def likeness(old: Sequence[FloatArray], new: Sequence[FloatArray], clusters: Sequence[str], rng: np.random.Generator, ci_level: float) -> Likeness:
    """Compare the vectors of both versions, item by item.

    Parameters
    ----------
    old, new : sequence of float arrays, shape (n_rationales of the item, n_dimensions)
        Unit rows; at least one for each item and version.
    clusters : sequence of str
        Cluster of each item.

    Notes
    -----
    The drop is tested by splitting each item's rationales between the versions at random: exact whatever the judge's own noise.
    """
    between = np.array([float(a.mean(axis=0) @ b.mean(axis=0)) for a, b in zip(old, new, strict=True)])
    found = Likeness(between=float(between.mean()), n_items=len(between))
    repeated = [n for n, (a, b) in enumerate(zip(old, new, strict=True)) if max(len(a), len(b)) > 1]
    if not repeated:
        return found
    observed, outcomes = _excess([old[n] for n in repeated], [new[n] for n in repeated], rng)
    sums = np.zeros(DRAWS)
    for row in outcomes:
        sums += row[rng.integers(0, len(row), DRAWS)]
    total = float(observed.sum())
    p = (int((sums >= total - SAME * max(1.0, abs(total))).sum()) + 1) / (DRAWS + 1)
    names = [clusters[n] for n in repeated]
    shared = len(set(names)) < len(names)
    numbers = np.unique(names, return_inverse=True)[1].ravel().astype(np.int64) if shared else None
    values = observed.round(12)
    change = MeanChange(values, np.ones(len(values), dtype=np.int64), numbers, FARTHEST, float(np.abs(values).max(initial=0.0)))
    low, high, how = change_interval(change, ci_level)
    words = f"cosine within versions less between them, mean over items; {how}; p = {p:.4g} (rationales split between versions at random, {DRAWS:,} times, one-sided)"
    within = float(between[repeated].mean()) + change.mean
    return Likeness(found.between, within, change.mean, low, high, p, len(between), len(repeated), words)


def _excess(old: Sequence[FloatArray], new: Sequence[FloatArray], rng: np.random.Generator) -> tuple[FloatArray, list[FloatArray]]:
    """Distance between versions less that within them, of each item, as it is and for other splits of its rationales."""
    splits: dict[tuple[int, int], FloatArray] = {}
    observed, outcomes = [], []
    for a, b in zip(old, new, strict=True):
        size = len(a), len(b)
        if size not in splits:
            splits[size] = splits_of(*size, rng)
        rows = np.vstack([a, b])
        apart = 1 - rows @ rows.T
        np.fill_diagonal(apart, 0.0)
        as_it_is = (np.arange(sum(size)) < size[0]).astype(np.float64)[None, :]
        both = excess_of_pairs(apart[None], np.vstack([as_it_is, splits[size]]))[0]
        observed.append(both[0])
        outcomes.append(both[1:])
    return np.array(observed), outcomes
