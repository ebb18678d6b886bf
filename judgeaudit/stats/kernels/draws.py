"""Drawing items with replacement: distinct rating patterns, and how often each is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray, by_column

CELLS_AT_ONCE = 4_000_000
"""Resample weights that are held in memory at once."""

CELLS_KEPT = 12_000_000
"""Weights of one set of draws up to which it is kept for the next statistic of the same ratings (96 MB)."""

RARE = 24
"""Items of a pattern up to which drawing them one by one is cheaper than drawing how many of them there are."""

FEW_UNITS = 64
"""Units up to which adding columns up is used in place of a product of matrices, whose threads wait for each other longer than they work."""

TABLE_FACTOR = 2
"""Possible patterns, as a multiple of the rows, up to which looking each up in a table is faster than sorting them."""

WHOLE_VALUES = 4_096
"""Whole numbers that lie so close need no sorting to be told apart."""

FEW_NUMBERS = 16
"""Whole numbers of a range that are not ranked."""

DENSE_GROUPS = 64
"""Groups up to which a full matrix product adds weights up faster than a sparse one."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows that are resampled: `ratings` (n_runs, n_rows, n_raters), and one of `counts` and `clusters` to draw by.

    `grouped`: there are counts, the clusters are random groups of independent items (see `random_groups`), those of each item, and `owner` says
    which row it is an item of; `n_units` counts the items.
    """

    ratings: FloatArray
    counts: IntArray
    clusters: IntArray | None
    n_units: int
    grouped: bool = False
    owner: IntArray | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Some resamples: how often each unit is drawn, shape (n, n_units), and the unit of each row (None: rows are units).

    Where a row stands for many items, each in a unit of its own, `unit_of` is that of each item and `owner` the row of each item.
    """

    units: FloatArray
    unit_of: IntArray | None
    owner: IntArray | None = None
    added: dict[bytes, FloatArray] = field(default_factory=dict)

    def rows(self) -> FloatArray:
        """How often each row is drawn, shape (n, n_rows)."""
        assert self.owner is None, "a weight for every row: see leave_groups_out"
        return self.units if self.unit_of is None else self.units[:, self.unit_of]

    def groups(self, group_of: IntArray, n_groups: int) -> FloatArray:
        """How often rows of each group are drawn, shape (n, n_groups); added up once for each grouping."""
        key = group_of.tobytes()
        if key not in self.added:
            self.added[key] = self._add_up(group_of if self.owner is None else group_of[self.owner], n_groups)
        return self.added[key]

    def _add_up(self, group_of: IntArray, n_groups: int) -> FloatArray:
        n_units = self.units.shape[1]
        unit_of = np.arange(n_units) if self.unit_of is None else self.unit_of
        if self.unit_of is None and n_units <= FEW_UNITS:
            sums = np.zeros((len(self.units), n_groups))
            for unit, group in enumerate(group_of):
                sums[:, group] += self.units[:, unit]
            return sums
        if n_groups <= DENSE_GROUPS:
            table = np.bincount(unit_of * n_groups + group_of, minlength=n_units * n_groups).reshape(n_units, n_groups)
            return np.asarray(self.units @ table.astype(np.float64))
        from scipy.sparse import csr_array

        table_of = csr_array((np.ones(len(group_of)), (group_of, unit_of)), shape=(n_groups, n_units))
        return np.asarray((table_of @ self.units.T).T)


def distinct_rows(ratings: FloatArray, counts: IntArray, *, any_order: bool) -> tuple[FloatArray, IntArray]:
    """Distinct rating patterns, ascending, and how many items show each.

    Parameters
    ----------
    ratings : float array, shape (n_runs, n_rows, n_raters)
    counts : int array, shape (n_rows,)
    any_order : bool
        Whether patterns that differ only by the order of raters are the same.
    """
    ordered = by_column(np.sort(ratings, axis=2)) if any_order else ratings
    first, pattern_of = group_rows(ordered)
    return by_column(ordered[:, first]), np.bincount(pattern_of, weights=counts, minlength=len(first)).astype(np.int64)


def group_rows(ratings: FloatArray) -> tuple[IntArray, IntArray]:
    """The first row of each distinct pattern, patterns ascending, and the pattern of each row; NaN equals NaN.

    Parameters
    ----------
    ratings : float array, shape (n_runs, n_rows, n_raters)
    """
    runs, rows, raters = ratings.shape
    codes, n_values = coded([ratings[run, :, rater] for run in range(runs) for rater in range(raters)])
    base = n_values + 1
    if base ** len(codes) >= 2**62:
        table = np.stack(codes, axis=1) if codes else np.zeros((rows, 0), dtype=np.int64)
        _, first, pattern_of = np.unique(table, axis=0, return_index=True, return_inverse=True)
        return first, pattern_of.ravel()
    # One number for each pattern sorts faster than a row of them, into the same order; few possible numbers need no sorting.
    key = np.zeros(rows, dtype=np.int64)
    for code in codes:
        key *= base
        key += code
    if rows and base ** len(codes) <= TABLE_FACTOR * rows:
        return _by_table(key, base ** len(codes))
    _, first, pattern_of = np.unique(key, return_index=True, return_inverse=True)
    return first, pattern_of.ravel()


def coded(columns: list[FloatArray]) -> tuple[list[IntArray], int]:
    """Columns of ratings as the ranks of their values, from 1, among those of all columns; 0 for NaN. And how many values there are."""
    ends = [_ends(column) for column in columns]
    low, high = min((one[0] for one in ends), default=np.inf), max((one[1] for one in ends), default=-np.inf)
    if low <= high and low == np.floor(low) and high - low < WHOLE_VALUES:
        whole = [_from_one(column, low) for column in columns]
        if all(exact for _, exact in whole):
            return _ranks([numbers for numbers, _ in whole], int(high - low) + 1)
    values = np.unique(np.concatenate([column[~np.isnan(column)] for column in columns])) if columns else np.zeros(0)
    return [np.where(np.isnan(column), 0, np.searchsorted(values, column) + 1) for column in columns], len(values)


def _ends(column: FloatArray) -> tuple[float, float]:
    """The least and the largest number; infinite, the wrong way round, where there is none."""
    low, high = column.min(initial=np.inf), column.max(initial=-np.inf)
    if np.isnan(low):
        low, high = np.fmin.reduce(column, initial=np.inf), np.fmax.reduce(column, initial=-np.inf)
    return float(low), float(high)


def _from_one(column: FloatArray, low: float) -> tuple[IntArray, bool]:
    """A column as whole numbers, `low` as 1, NaN as 0; and whether it holds nothing else."""
    places = column - (low - 1)
    missing = np.isnan(places)
    if missing.any():
        places[missing] = 0.0
    numbers = places.astype(np.int64)
    return numbers, bool((numbers == places).all())


def _ranks(columns: list[IntArray], n_numbers: int) -> tuple[list[IntArray], int]:
    """Ranks of numbers from 1 to `n_numbers`. A few numbers are their own ranks: one that nobody gave costs less than looking all of them up."""
    if n_numbers <= FEW_NUMBERS:
        return columns, n_numbers
    there = np.zeros(n_numbers + 1, dtype=bool)
    for column in columns:
        there[column] = True
    there[0] = False
    rank = np.cumsum(there) * there
    return [rank[column] for column in columns], int(there.sum())


def _by_table(key: IntArray, n_keys: int) -> tuple[IntArray, IntArray]:
    """What `group_rows` returns, from a table of all keys that there may be."""
    there = np.zeros(n_keys, dtype=bool)
    there[key] = True
    pattern_of = (np.cumsum(there) - 1)[key]
    first = np.empty(int(there.sum()), dtype=np.int64)
    first[pattern_of[::-1]] = np.arange(len(key) - 1, -1, -1)
    return first, pattern_of


def draw_weights(rows: Rows, n_resamples: int, rng: np.random.Generator) -> Iterator[FloatArray]:
    """How often each row is drawn, in blocks of shape (n, n_rows), `n_resamples` in all."""
    return (block.rows() for block in draw_blocks(rows, n_resamples, rng))


_last: dict[tuple[object, ...], tuple[tuple[Block, ...], dict[str, object]]] = {}
"""The last set of draws, by all that they depend on: statistics of the same ratings that start from the same generator share them."""


def draw_blocks(rows: Rows, n_resamples: int, rng: np.random.Generator, *, pseudo: FloatArray | None = None) -> Iterable[Block]:
    """`n_resamples` sets of weights, in blocks.

    Parameters
    ----------
    pseudo : float array, shape (n_pseudo,), optional
        Weights, in items, of rows that follow those of `rows`. Where given, the weights are not how often each item is drawn
        but a smooth version of it (see `_smooth_units`), in which nothing is ever wholly left out.

    Notes
    -----
    The same rows and the same state of the generator give the same draws, and leave the generator in the same state, whether
    they are drawn anew or are those of the call before.
    """
    units = rows.counts if rows.clusters is None else np.ones(int(rows.clusters.max()) + 1, dtype=np.int64)
    n_units = len(units) + (0 if pseudo is None else len(pseudo))
    if n_resamples * n_units > CELLS_KEPT:
        return _draw_blocks(units, rows.clusters, n_resamples, rng, pseudo)
    clusters = None if rows.clusters is None else rows.clusters.tobytes()
    key = (repr(rng.bit_generator.state), n_resamples, units.tobytes(), clusters, None if pseudo is None else pseudo.tobytes())
    if key not in _last:
        blocks = tuple(_draw_blocks(units, rows.clusters, n_resamples, rng, pseudo))
        _last.clear()
        _last[key] = blocks, dict(rng.bit_generator.state)
    blocks, rng.bit_generator.state = _last[key]
    return blocks


def _draw_blocks(units: IntArray, clusters: IntArray | None, n_resamples: int, rng: np.random.Generator, pseudo: FloatArray | None) -> Iterator[Block]:
    n_rows = len(units) if clusters is None else len(clusters)
    if pseudo is not None:
        unit_of = None if clusters is None else np.append(clusters, len(units) + np.arange(len(pseudo)))
        sizes = None if clusters is None else np.bincount(clusters)
        block = max(1, CELLS_AT_ONCE // (max(n_rows, len(units)) + len(pseudo)))
        for start in range(0, n_resamples, block):
            yield Block(_smooth_units(units, sizes, pseudo, min(block, n_resamples - start), rng), unit_of)
        return
    block = max(1, CELLS_AT_ONCE // max(n_rows, len(units), int(units[units <= RARE].sum())))
    for start in range(0, n_resamples, block):
        yield Block(_draw_units(units, min(block, n_resamples - start), rng).astype(np.float64), clusters)


def _smooth_units(counts: IntArray, sizes: IntArray | None, pseudo: FloatArray, n: int, rng: np.random.Generator) -> FloatArray:
    """Weights of all units and then of the pseudo-items, shape (n, n_units + n_pseudo), that sum to the number of items.

    Dirichlet instead of multinomial: each item (cluster) weighs an exponential variate, items of one pattern a gamma variate
    of their number, and so do pseudo-items of theirs. With clusters, of these sizes, a pseudo-item weighs as much as one of
    average size.

    References
    ----------
    Rubin 1981, doi:10.1214/aos/1176345338 (the Bayesian bootstrap).
    """
    shapes = np.concatenate([counts, pseudo])
    weights = rng.standard_gamma(shapes, size=(n, len(shapes)))
    if sizes is None:
        weights *= (counts.sum() / weights.sum(axis=1))[:, np.newaxis]
        return weights
    weights[:, len(counts) :] *= sizes.mean()
    items = weights @ np.concatenate([sizes, np.ones(len(pseudo))])
    weights *= (sizes.sum() / items)[:, np.newaxis]
    return weights


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
        of_rare = np.bincount(place, minlength=n * len(rare)).reshape(n, len(rare))
        if not len(frequent):
            return of_rare
        result[:, rare] = of_rare
    return result
