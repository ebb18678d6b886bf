"""Drawing items with replacement: distinct rating patterns, and how often each is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from judgeaudit.stats.ratings_check import FloatArray, IntArray

CELLS_AT_ONCE = 4_000_000
"""Resample weights that are held in memory at once."""

RARE = 24
"""Items of a pattern up to which drawing them one by one is cheaper than drawing how many of them there are."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows that are resampled: `ratings` (n_runs, n_rows, n_raters), and one of `counts` and `clusters` to draw by."""

    ratings: FloatArray
    counts: IntArray
    clusters: IntArray | None
    n_units: int


def distinct_rows(ratings: FloatArray, counts: IntArray, *, any_order: bool) -> tuple[FloatArray, IntArray]:
    """Distinct rating patterns, ascending, and how many items show each.

    Parameters
    ----------
    ratings : float array, shape (n_runs, n_rows, n_raters)
    counts : int array, shape (n_rows,)
    any_order : bool
        Whether patterns that differ only by the order of raters are the same.
    """
    runs, rows, raters = ratings.shape
    ordered = np.sort(ratings, axis=2) if any_order else ratings
    flat = np.ascontiguousarray(ordered.transpose(1, 0, 2).reshape(rows, runs * raters))
    given = ~np.isnan(flat)
    values, code = np.unique(flat[given], return_inverse=True)
    codes = np.zeros(flat.shape, dtype=np.int64)
    codes[given] = code.ravel() + 1
    base = len(values) + 1
    place = base ** np.arange(runs * raters - 1, -1, -1, dtype=np.int64)
    as_numbers = base ** (runs * raters) < 2**62  # one number for each pattern sorts faster than a row of them, into the same order
    _, first, pattern_of = np.unique(codes @ place if as_numbers else codes, axis=0, return_index=True, return_inverse=True)
    totals = np.bincount(pattern_of.ravel(), weights=counts, minlength=len(first)).astype(np.int64)
    return ordered[:, first], totals


def draw_weights(rows: Rows, n_resamples: int, rng: np.random.Generator) -> Iterator[FloatArray]:
    """How often each row is drawn, in blocks of shape (n, n_rows), `n_resamples` in all."""
    units = rows.counts if rows.clusters is None else np.ones(int(rows.clusters.max()) + 1, dtype=np.int64)
    block = max(1, CELLS_AT_ONCE // max(rows.ratings.shape[1], len(units), int(units[units <= RARE].sum())))
    for start in range(0, n_resamples, block):
        drawn = _draw_units(units, min(block, n_resamples - start), rng)
        yield (drawn if rows.clusters is None else drawn[:, rows.clusters]).astype(np.float64)


def _draw_units(counts: IntArray, n: int, rng: np.random.Generator) -> IntArray:
    """Multinomial draws of all units with replacement, shape (n, n_patterns).

    One binomial for each frequent pattern and one for all rare ones together; among the rare, unit by unit. Both are
    exact; each is the cheaper way for its patterns.
    """
    frequent, rare = np.flatnonzero(counts > RARE), np.flatnonzero(counts <= RARE)
    n_rare = int(counts[rare].sum())
    shares = np.append(counts[frequent], n_rare) / counts.sum()
    drawn = rng.multinomial(int(counts.sum()), shares, size=n)
    result = np.zeros((n, len(counts)), dtype=np.int64)
    result[:, frequent] = drawn[:, :-1]
    if n_rare:
        owner, times = np.repeat(np.arange(len(rare)), counts[rare]), drawn[:, -1]
        picked = owner[rng.integers(0, n_rare, size=int(times.sum()), dtype=np.uint32)]
        place = picked + np.repeat(np.arange(n) * len(rare), times)
        result[:, rare] = np.bincount(place, minlength=n * len(rare)).reshape(n, len(rare))
    return result
