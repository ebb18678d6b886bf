"""Permutation of the labels "first" and "second" within items, for statistics that are means over pairs of vectors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.options import MAX_RESAMPLES, generator, whole
from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.stats.kernels.vector_samples import VectorSamples

CELLS_AT_ONCE = 4_000_000
"""Pairs of vectors, and labels, that are held in memory at once (32 MB)."""

MOST_LABELS = 250_000_000
"""Labels of all permutations above which they are refused (1 GB)."""

SAME = 1e-10
"""Statistics that differ by less than this share of the mean over all pairs are equal: what is left is rounding."""

Labels = NDArray[np.float32]
"""1 where a row is of the first set, shape (n_labellings, n_rows)."""

Similarity = Callable[[FloatArray], FloatArray]
"""Squared distances to what is averaged; any shape."""


@dataclass(frozen=True, slots=True)
class PairSums:
    """Sums over ordered pairs of different rows, for each labelling, shape (n_labellings,) each; `scale` is the mean size of what is added up."""

    within_first: FloatArray
    within_second: FloatArray
    between: FloatArray
    n_first: int
    n_second: int
    scale: float


def check_draws(n_resamples: int, rng: np.random.Generator | None) -> tuple[int, np.random.Generator]:
    """How many permutations, and the generator; permutations cannot do without."""
    fix = f"use 1000 or more, at most {MAX_RESAMPLES:,}"
    if whole(n_resamples, "n_resamples", fix=fix, at_most=MAX_RESAMPLES) < 1:
        raise OptionError(f"{n_resamples} permutations", where="n_resamples", fix=fix)
    return int(n_resamples), generator(rng, why="permuting")


def labellings(samples: VectorSamples, n_resamples: int, rng: np.random.Generator) -> Labels:
    """1 where a row is of the first set, shape (1 + n_resamples, n_rows): as observed, then permuted within items."""
    n = len(samples.first)
    if n_resamples * n > MOST_LABELS:
        raise OptionError(
            f"{n_resamples:,} permutations of {n:,} vectors are more than memory holds", where="n_resamples", fix=f"use at most {MOST_LABELS // n:,}"
        )
    labels = np.empty((1 + n_resamples, n), dtype=np.float32)
    labels[0] = samples.first
    block = max(1, CELLS_AT_ONCE // n)
    for start in range(1, 1 + n_resamples, block):
        drawn = rng.random((min(block, 1 + n_resamples - start), n)) + samples.items
        labels[start : start + len(drawn)] = labels[0][np.argsort(drawn, axis=1)]
    return labels


def pair_sums(samples: VectorSamples, labels: Labels, similarity: Similarity) -> PairSums:
    """Sums over pairs for every labelling, in one pass over blocks of pairs.

    Notes
    -----
    With s the labels, K the pairs' values and r their row sums: pairs within the first set add up to s'Ks, between the sets to
    s'r - s'Ks, and within the second to the total less both.
    """
    n = len(samples.vectors)
    rows = np.zeros(n)
    quadratic, size = np.zeros(len(labels)), 0.0
    block = max(1, CELLS_AT_ONCE // n)
    for start in range(0, n, block):
        values = similarity(squared_distances(samples.vectors, start, start + block))
        values[np.arange(len(values)), np.arange(start, start + len(values))] = 0.0
        rows[start : start + block] = values.sum(axis=1)
        size += float(np.abs(values).sum())
        for some in range(0, len(labels), block):
            chosen = labels[some : some + block].astype(np.float64)
            quadratic[some : some + block] += ((chosen @ values.T) * chosen[:, start : start + block]).sum(axis=1)
    of_first = labels.astype(np.float64) @ rows if labels.size <= CELLS_AT_ONCE else np.array([one @ rows for one in labels])
    n_first = int(samples.first.sum())
    return PairSums(quadratic, rows.sum() - 2 * of_first + quadratic, of_first - quadratic, n_first, n - n_first, size / (n * (n - 1)))


def squared_distances(vectors: FloatArray, start: int, stop: int) -> FloatArray:
    """From some rows to all, shape (stop - start, n_rows); exactly 0 between equal vectors."""
    squares = (vectors**2).sum(axis=1)
    both = squares[start:stop, np.newaxis] + squares
    found = both - 2 * vectors[start:stop] @ vectors.T
    return np.where(found > 1e-13 * both, found, 0.0)


def p_value(statistics: FloatArray, scale: float) -> float:
    """(b + 1) / (m + 1), with b the permuted statistics that reach the observed one, which comes first."""
    reached = int((statistics[1:] >= statistics[0] - SAME * scale).sum())
    return (reached + 1) / len(statistics)
