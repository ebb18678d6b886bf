"""Which pairs of rationales are compared: within an item, between items by chance, and between two judges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from judgeaudit import thresholds

IntArray = NDArray[np.int64]

Draw = Callable[[int], np.random.Generator]
"""The generator of a group (item), by its number."""


@dataclass(frozen=True)
class Pairs:
    """Pairs of positions, shape (n_pairs, 2), and the group (item) of each pair, shape (n_pairs,)."""

    ends: IntArray
    group: IntArray

    def __len__(self) -> int:
        return len(self.ends)


def within_pairs(groups: Sequence[IntArray], *, rng: Draw) -> Pairs:
    """Pairs of an item's repeats.

    Parameters
    ----------
    groups : sequence of int arrays
        Positions of the rationales of each item.
    rng : callable
        The generator of a group by its number. It must not depend on the order of the repeats: those of one sitting, or of one
        temperature, often stand side by side, and pairs of neighbours would agree too often.

    Returns
    -------
    Pairs
        All pairs up to `thresholds.MAX_PAIRED_REPLICATES` repeats (66); with more as many pairs at random, none of them twice: the share of
        pairs that agree is then estimated without bias, and cost stays linear.
    """
    most = thresholds.MAX_PAIRED_REPLICATES
    ends, group = [np.zeros((0, 2), dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    patterns = {n: _all(n) for n in range(2, most + 1)}
    for number, places in enumerate(groups):
        n = len(places)
        if n < 2:
            continue
        ends.append(places[patterns[n] if n <= most else _some(n, most * (most - 1) // 2, rng(number))])
        group.append(np.full(len(ends[-1]), number, dtype=np.int64))
    return Pairs(np.concatenate(ends), np.concatenate(group))


def drawn_repeats(groups: Sequence[IntArray], *, rng: Draw) -> list[IntArray]:
    """The repeats of each group, at random `thresholds.MAX_PAIRED_REPLICATES` of them where there are more; they keep their order."""
    most = thresholds.MAX_PAIRED_REPLICATES
    return [places if len(places) <= most else places[np.sort(rng(n).choice(len(places), most, replace=False))] for n, places in enumerate(groups)]


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


def crossed_pairs(first: int, second: int, *, at_most: int, rng: Callable[[], np.random.Generator]) -> IntArray:
    """Positions of repeats of two judges.

    Parameters
    ----------
    first, second : int
        Repeats of each.
    at_most : int
    rng : callable
        The generator, made only where it is needed.

    Returns
    -------
    int array, shape (n_pairs, 2)
        Every repeat of one with every repeat of the other; where those are more, `at_most` of them at random, none of them twice.
    """
    every = first * second
    chosen = np.arange(every) if every <= at_most else np.sort(rng().choice(every, at_most, replace=False))
    return np.stack(np.divmod(chosen, max(1, second)), axis=1).astype(np.int64)


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


def _some(n: int, at_most: int, rng: np.random.Generator) -> IntArray:
    """Some of the pairs of n things at random: the k-th of all pairs, counted 01, 02, 12, 03, ..., is (k - j (j - 1) / 2, j)."""
    chosen = np.sort(rng.choice(n * (n - 1) // 2, at_most, replace=False))
    second = ((1 + np.sqrt(1 + 8 * chosen.astype(np.float64))) / 2).astype(np.int64)
    second -= second * (second - 1) // 2 > chosen  # a root may be rounded up
    return np.stack([chosen - second * (second - 1) // 2, second], axis=1)


def _all(n: int) -> IntArray:
    if n > 200:
        return np.stack(np.triu_indices(n, 1), axis=1).astype(np.int64)
    return np.array(list(combinations(range(n), 2)), dtype=np.int64).reshape(-1, 2)
