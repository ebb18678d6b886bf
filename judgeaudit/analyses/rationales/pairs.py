"""Which pairs of rationales are compared: within an item, between items by chance, and between two judges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from judgeaudit import thresholds

IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class Pairs:
    """Pairs of positions, shape (n_pairs, 2), and the group (item) of each pair, shape (n_pairs,)."""

    ends: IntArray
    group: IntArray

    def __len__(self) -> int:
        return len(self.ends)


def within_pairs(groups: Sequence[IntArray]) -> Pairs:
    """Pairs of an item's repeats.

    Parameters
    ----------
    groups : sequence of int arrays
        Positions of the rationales of each item.

    Returns
    -------
    Pairs
        All pairs up to `thresholds.MAX_PAIRED_REPLICATES` repeats; with more each repeat with its next five on a circle, in which each
        stands equally often: the share of pairs that agree is then estimated without bias, and cost stays linear.
    """
    return _gather(groups, _chosen)


def cluster_pairs(groups: Sequence[IntArray]) -> Pairs:
    """All pairs of the first `thresholds.MAX_PAIRED_REPLICATES` repeats of each item."""
    return _gather([group[: thresholds.MAX_PAIRED_REPLICATES] for group in groups], _all)


def chance_pairs(items: IntArray, *, rng: np.random.Generator) -> IntArray:
    """Random pairs of rationales of different items.

    Parameters
    ----------
    items : int array, shape (n,)
        Item of each rationale.
    rng : numpy.random.Generator

    Returns
    -------
    int array, shape (n_pairs, 2)
        Positions; all pairs where there are few, else at most `thresholds.MAX_BASELINE_PAIRS`, none of them twice.
    """
    n, most = len(items), thresholds.MAX_BASELINE_PAIRS
    if n * (n - 1) // 2 <= 4 * most:
        every = _all(n)
        every = every[items[every[:, 0]] != items[every[:, 1]]]
        return every if len(every) <= most else np.asarray(every[np.sort(rng.choice(len(every), most, replace=False))], dtype=np.int64)
    drawn = np.sort(rng.integers(0, n, size=(3 * most, 2)), axis=1)
    drawn = drawn[items[drawn[:, 0]] != items[drawn[:, 1]]]
    _, first = np.unique(drawn, axis=0, return_index=True)
    return np.asarray(drawn[np.sort(first)][:most], dtype=np.int64)


def crossed_pairs(first: int, second: int, *, at_most: int) -> IntArray:
    """Positions of repeats of two judges: the r-th with the r-th, then with the next ones, so that each stands about equally often.

    Parameters
    ----------
    first, second : int
        Repeats of each.
    at_most : int

    Returns
    -------
    int array, shape (n_pairs, 2)
    """
    short, long = sorted((first, second))
    found = [(r, (r + shift) % long) for shift in range(long) for r in range(short)][:at_most]
    pairs = np.array(found, dtype=np.int64).reshape(-1, 2)
    return pairs if first <= second else pairs[:, ::-1]


def by_group(pairs: Pairs, values: NDArray[np.float64], n_groups: int) -> NDArray[np.float64]:
    """Values of pairs as one row for each group, shape (n_groups, most pairs of a group); NaN where a group has fewer."""
    sizes = np.bincount(pairs.group, minlength=n_groups) if len(pairs) else np.zeros(n_groups, dtype=np.int64)
    table = np.full((n_groups, max(1, int(sizes.max(initial=0)))), np.nan)
    if len(pairs):
        starts = np.cumsum(sizes) - sizes
        table[pairs.group, np.arange(len(pairs)) - starts[pairs.group]] = values
    return table


def components(n: int, links: IntArray) -> IntArray:
    """Number of the connected component of each of n things: DBSCAN with min_samples 2, for which a link is what is near enough."""
    of = np.arange(n)
    for first, second in links:
        if of[first] != of[second]:
            of[of == max(of[first], of[second])] = min(of[first], of[second])
    return of


def _chosen(n: int) -> IntArray:
    most = thresholds.MAX_PAIRED_REPLICATES
    if n <= most:
        return _all(n)
    return np.array([(r, (r + step) % n) for step in range(1, (most - 1) // 2 + 1) for r in range(n)], dtype=np.int64)


def _all(n: int) -> IntArray:
    if n > 200:
        return np.stack(np.triu_indices(n, 1), axis=1).astype(np.int64)
    return np.array(list(combinations(range(n), 2)), dtype=np.int64).reshape(-1, 2)


def _gather(groups: Sequence[IntArray], choose: Callable[[int], IntArray]) -> Pairs:
    ends, group = [np.zeros((0, 2), dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    patterns: dict[int, IntArray] = {}
    for number, places in enumerate(groups):
        if len(places) < 2:
            continue
        if len(places) not in patterns:
            patterns[len(places)] = choose(len(places))
        ends.append(places[patterns[len(places)]])
        group.append(np.full(len(ends[-1]), number, dtype=np.int64))
    return Pairs(np.concatenate(ends), np.concatenate(group))
