"""Disagreement between two versions beyond that within each, and tests by shuffles: replicates change versions at random, item by item."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from math import comb, erfc, sqrt

import numpy as np

from judgeaudit.stats.kernels.agreement_shares import label_counts
from judgeaudit.stats.kernels.far_tails import tail_bound
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray

MANY_KINDS = 2000
"""Kinds of items above which the sum over items is taken as normal (ours), with the variance of its terms."""

FEW_KINDS = 200
DRAWS, FEWER_DRAWS = 9_999, 1_999
"""Shuffles, up to `FEW_KINDS` kinds of items and beyond."""

MOST_SPLITS = 1_000
"""Ways to split an item's verdicts between versions that are gone through; of more, as many at random."""

ROWS_AT_ONCE = 500
"""Items whose splits are held in memory at once."""

SAME = 1e-9


def disagreement(first: FloatArray, second: FloatArray, near: float | None) -> FloatArray:
    """1 where verdicts differ and 0 where they do not: scores that lie at most `near` apart are the same (None: only equal ones); NaN where either is missing."""
    missing = np.isnan(first) | np.isnan(second)
    apart = first != second if near is None else np.abs(first - second) > near * (1 + SAME)
    return np.where(missing, np.nan, apart.astype(np.float64))


def between(old: FloatArray, new: FloatArray, near: float | None) -> FloatArray:
    """Mean disagreement of all pairs of a verdict of one version and one of the other.

    Parameters
    ----------
    old, new : float arrays, shape (n_rows, n_replicates)
        Codes; NaN where there is no verdict.

    Returns
    -------
    float array, shape (n_rows,)
        NaN without any pair.
    """
    return _mean([disagreement(a, b, near) for a in old.T for b in new.T], len(old))


def within(codes: FloatArray, near: float | None) -> FloatArray:
    """The same of all pairs of verdicts of one version; NaN with fewer than two."""
    return _mean([disagreement(a, b, near) for a, b in combinations(codes.T, 2)], len(codes))


def within_both(old: FloatArray, new: FloatArray, near: float | None) -> FloatArray:
    """Mean over the versions that have two verdicts of an item or more; NaN where neither has."""
    return _mean([within(old, near), within(new, near)], len(old))


def _mean(columns: list[FloatArray], n_rows: int) -> FloatArray:
    total, n = np.zeros(n_rows), np.zeros(n_rows)
    for column in columns:
        given = ~np.isnan(column)
        total += np.where(given, column, 0.0)
        n += given
    return np.where(n > 0, total / np.maximum(n, 1), np.nan)


@dataclass(frozen=True, slots=True)
class Kind:
    """Items whose verdicts, versions aside, differ alike: what shuffles can give, each as likely as its chance, and how many items."""

    outcomes: FloatArray
    chances: FloatArray
    n_items: int


@dataclass(frozen=True, slots=True)
class Shuffled:
    """What shuffles of replicates between versions can give, item by item.

    Attributes
    ----------
    kinds : tuple of Kind
        Empty where no verdicts differ, and where there are more than `MANY_KINDS`.
    variance : float
        Of the sum over items. Its mean is 0, since a pair between versions and a pair within one are the same by chance.
    """

    kinds: tuple[Kind, ...]
    variance: float


def shuffled(old: FloatArray, new: FloatArray, counts: IntArray, near: float | None, rng: np.random.Generator) -> Shuffled:
    """Of disagreement between versions beyond that within: of the items that have verdicts of both, and two of at least one.

    Parameters
    ----------
    old, new : float arrays, shape (n_rows, n_replicates)
        Codes; NaN where there is no verdict.
    counts : int array, shape (n_rows,)
    near : float or None
        See `disagreement`.
    """
    pooled = np.sort(np.hstack([old, new]), axis=1)  # NaN last
    keys = _labels_alike(pooled) if near is None else np.nan_to_num(pooled - pooled[:, :1], nan=-1.0)
    n_old, n_new = ((~np.isnan(codes)).sum(axis=1) for codes in (old, new))
    used = np.maximum(n_old, n_new) >= 2
    return _of_kinds(pooled, (n_old, n_new), keys, np.where(used, counts, 0), lambda verdicts, splits: excess_of_splits(verdicts, splits, near), rng)


def shuffled_means(old: FloatArray, new: FloatArray, counts: IntArray, rng: np.random.Generator) -> Shuffled:
    """Of the mean of the new version less that of the old one: of the items that have verdicts of both."""
    pooled = np.sort(np.hstack([old, new]), axis=1)
    keys = np.nan_to_num((pooled - pooled[:, :1]).round(12), nan=-1.0)
    n_old, n_new = ((~np.isnan(codes)).sum(axis=1) for codes in (old, new))
    return _of_kinds(pooled, (n_old, n_new), keys, counts, means_of_splits, rng)


def _of_kinds(
    pooled: FloatArray, sizes: tuple[IntArray, IntArray], keys: FloatArray, counts: IntArray, outcomes_of: Callable[[FloatArray, FloatArray], FloatArray],
    rng: np.random.Generator,
) -> Shuffled:  # fmt: skip
    """Outcomes of each kind of items: those with as many verdicts of each version and the same `keys`."""
    n_old, n_new = sizes
    varied = np.nanmax(np.where(np.isnan(pooled), -np.inf, pooled), axis=1, initial=-np.inf) > pooled[:, 0]
    used = (np.minimum(n_old, n_new) >= 1) & varied & (counts > 0)
    table, kind_of = np.unique(np.column_stack([n_old, n_new, keys])[used], axis=0, return_inverse=True)
    items = np.bincount(kind_of.ravel(), weights=counts[used], minlength=len(table)).astype(np.int64)
    kinds: list[Kind] = []
    variance = 0.0
    for of_old, of_new in np.unique(table[:, :2], axis=0).astype(np.int64).tolist():
        rows = np.flatnonzero((table[:, 0] == of_old) & (table[:, 1] == of_new))
        splits = splits_of(of_old, of_new, rng)
        for block in np.array_split(rows, -(-len(rows) // ROWS_AT_ONCE)):
            outcomes = outcomes_of(table[block, 2 : 2 + of_old + of_new], splits)
            variance += float(items[block] @ (outcomes**2).mean(axis=1))
            kinds += [_kind(row, n) for row, n in zip(outcomes, items[block].tolist(), strict=True)] if len(table) <= MANY_KINDS else []
    return Shuffled(tuple(kinds), variance)


def _labels_alike(pooled: FloatArray) -> FloatArray:
    """Verdicts renamed, the commonest 0, so that only how they differ is left; -1 where there is none."""
    counts = -np.sort(-label_counts(pooled), axis=1)
    ends = np.cumsum(counts, axis=1)
    place = np.arange(pooled.shape[1])
    names = (place[None, :, None] >= ends[:, None, :]).sum(axis=2).astype(np.float64)
    return np.asarray(np.where(place[None, :] < ends[:, -1:], names, -1.0))


def _kind(outcomes: FloatArray, n_items: int) -> Kind:
    values, times = np.unique(outcomes.round(12), return_counts=True)
    return Kind(values, times / times.sum(), n_items)


def splits_of(n_old: int, n_new: int, rng: np.random.Generator) -> FloatArray:
    """Which verdicts are the old version's, 1 or 0, shape (n_splits, n_old + n_new)."""
    n = n_old + n_new
    if comb(n, n_old) > MOST_SPLITS:
        return (np.argsort(rng.random((MOST_SPLITS, n)), axis=1) < n_old).astype(np.float64)
    found = np.zeros((comb(n, n_old), n))
    for row, chosen in enumerate(combinations(range(n), n_old)):
        found[row, list(chosen)] = 1
    return found


def excess_of_splits(verdicts: FloatArray, splits: FloatArray, near: float | None) -> FloatArray:
    """Disagreement between versions less that within them, for each way to split the verdicts of each item.

    Parameters
    ----------
    verdicts : float array, shape (n_items, n_verdicts)
    splits : float array, shape (n_splits, n_verdicts)

    Returns
    -------
    float array, shape (n_items, n_splits)
    """
    return excess_of_pairs(disagreement(verdicts[:, :, None], verdicts[:, None, :], near), splits)


def excess_of_pairs(apart: FloatArray, splits: FloatArray) -> FloatArray:
    """The same of what differs by pairs, shape (n_items, n_verdicts, n_verdicts), 0 from each to itself."""
    n_old = float(splits[0].sum())
    n_new = splits.shape[1] - n_old
    to_old = splits @ apart
    within_old, between_them = (to_old * splits).sum(axis=2), (to_old * (1 - splits)).sum(axis=2)
    within_new = apart.sum(axis=(1, 2))[:, None] - within_old - 2 * between_them
    parts = [pairs / (n * (n - 1)) for pairs, n in ((within_old, n_old), (within_new, n_new)) if n > 1]
    return np.asarray(between_them / (n_old * n_new) - np.mean(parts, axis=0))


def means_of_splits(verdicts: FloatArray, splits: FloatArray) -> FloatArray:
    """Mean of the new version's verdicts less that of the old one's, for each way to split; shapes as in `excess_of_splits`."""
    n_old = float(splits[0].sum())
    of_old = verdicts @ splits.T
    return np.asarray((verdicts.sum(axis=1, keepdims=True) - of_old) / (splits.shape[1] - n_old) - of_old / n_old)


def shuffle_p(found: Shuffled, total: float, rng: np.random.Generator, *, two_sided: bool = False) -> tuple[float, str]:
    """How often shuffles give a sum over items of at least `total` (two-sided: so far from 0), and how that was worked out.

    Notes
    -----
    If one judge gave all verdicts, each of an item's might as well have come from the other run: exact whatever the noise of the judge, and
    without a model of it. (b + 1) / (m + 1) of m shuffles; where b is 0, Chernoff's bound of the exact p if that is smaller. Only kinds of items matter, so that the cost hardly depends on how many items there are.

    References
    ----------
    Phipson & Smyth 2010, doi:10.2202/1544-6115.1585.
    """
    if found.variance <= 0:
        return 1.0, "no item's verdicts differ, so that every shuffle gives the same, and p = 1"
    if not found.kinds:
        far = abs(total) if two_sided else total
        return (1.0 if two_sided else 0.5) * erfc(far / sqrt(2 * found.variance)), "replicates shuffled between versions within items, sum taken as normal"
    n_draws = DRAWS if len(found.kinds) <= FEW_KINDS else FEWER_DRAWS
    drawn = np.zeros(n_draws)
    for kind in found.kinds:
        if kind.n_items == 1:
            drawn += kind.outcomes[np.searchsorted(np.cumsum(kind.chances)[:-1], rng.random(n_draws), side="right")]
        else:
            drawn += rng.multinomial(kind.n_items, kind.chances, n_draws) @ kind.outcomes
    drawn, far = (np.abs(drawn), abs(total)) if two_sided else (drawn, total)
    hits = int((drawn >= far - SAME * max(1.0, abs(total))).sum())
    p, how = (hits + 1) / (n_draws + 1), f"replicates shuffled between versions within items, {n_draws:,} times, (b + 1) / (m + 1)"
    if hits:
        return p, how
    bound = tail_bound([(kind.outcomes, kind.chances, kind.n_items) for kind in found.kinds], far, two_sided=two_sided)
    return (bound, f"{how}, none so far: Chernoff's bound") if bound < p else (p, how)
