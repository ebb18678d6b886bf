"""Two sets of vectors of the same items: checked, pooled, and brought into an order that does not depend on how they came."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.numeric_table import numeric_table
from judgeaudit.stats.kernels.rates import say_number
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, IntArray
from judgeaudit.stats.kernels.vector_names import vector_names

MOST_ROWS = 20_000
"""Vectors of both sets together up to which all pairs are compared (4e8 pairs; 1,000 permutations take minutes)."""

FEW_REARRANGEMENTS = 20
"""Rearrangements of the labels below which p cannot be under 0.05."""


@dataclass(frozen=True, slots=True)
class VectorSamples:
    """Both sets in one, item by item.

    Attributes
    ----------
    vectors : float array, shape (n_rows, n_dimensions)
    first : bool array, shape (n_rows,)
        Which rows are of the first set.
    items : int array, shape (n_rows,)
        Item of each row, ascending; all 0 where items were not given.
    n_items : int
        Items with vectors in both sets; without items, vectors.
    words : str
        How labels are permuted and what was left out, for `method`.
    """

    vectors: FloatArray
    first: BoolArray
    items: IntArray
    n_items: int
    words: str


def check_samples(first: ArrayLike, second: ArrayLike, items_first: ArrayLike | None, items_second: ArrayLike | None) -> VectorSamples | str:
    """Both sets, or why nothing can be compared."""
    one, two = _vectors(first, "first"), _vectors(second, "second")
    if (items_first is None) != (items_second is None):
        raise OptionError("items were given for one set only", where="items_first", fix="give items_first= and items_second=, or neither")
    if len(one) and len(two) and one.shape[1] != two.shape[1]:
        raise OptionError(f"vectors have {one.shape[1]} and {two.shape[1]} dimensions", where="second", fix="embed both sets in the same way")
    if not len(one) or not len(two):
        return "no vectors" if not len(one) and not len(two) else "no vectors in one of the sets"
    items = None if items_first is None else _item_codes(items_first, items_second, len(one), len(two))
    pooled, is_first = np.vstack([one, two]), np.arange(len(one) + len(two)) < len(one)
    there = np.asarray(~np.isnan(pooled).any(axis=1))
    missing = f", {say_number(int((~there).sum()), 'row')} without a vector left out" if not there.all() else ""
    if items is None:
        return _arrange(pooled, is_first, np.zeros(len(pooled), dtype=np.int64), there, "labels permuted among all vectors, as no items were given" + missing)
    paired = np.isin(items, items[there & is_first]) & np.isin(items, items[there & ~is_first])
    single = int((there & ~paired).sum())
    words = "labels permuted within items" + missing + (f", {say_number(single, 'vector')} of items that only one set has left out" if single else "")
    return _arrange(pooled, is_first, items, there & paired, words)


def _vectors(rows: ArrayLike, name: str) -> FloatArray:
    fix = "give numbers, shape (n_vectors, n_dimensions), a row of NaN where there is no vector"
    table = numeric_table(rows, where=name, what=f"{name}: vectors are not a rectangular table of numbers", infinite=f"{name}: a number is infinite", fix=fix)
    if table.size == 0:
        return np.zeros((0, table.shape[1] if table.ndim == 2 else 0))
    if table.ndim != 2:
        raise OptionError(f"vectors have {table.ndim} axes", where=name, fix="give shape (n_vectors, n_dimensions)")
    return table


def _item_codes(items_first: ArrayLike, items_second: ArrayLike | None, n_first: int, n_second: int) -> IntArray:
    names = [*vector_names(items_first, n_first, "items_first"), *vector_names(items_second, n_second, "items_second")]
    if n_first and n_second and isinstance(names[0], str) != isinstance(names[-1], str):
        raise OptionError("items are numbers in one set and names in the other", where="items_second", fix="give both in the same form")
    code_of = {name: code for code, name in enumerate(sorted(set(names)))}
    return np.array([code_of[name] for name in names], dtype=np.int64)


def _arrange(vectors: FloatArray, first: BoolArray, items: IntArray, used: BoolArray, words: str) -> VectorSamples | str:
    vectors, first, items = vectors[used], first[used], items[used]
    if not first.any() or first.all():
        return "no overlap: no item has vectors in both sets" if "within" in words else "no vectors in one of the sets"
    if len(vectors) > MOST_ROWS:
        raise OptionError(
            f"{len(vectors):,} vectors are too many to compare all pairs", where="first", fix=f"draw a sample of items, {MOST_ROWS:,} vectors in all"
        )
    key = (vectors * np.cos(np.arange(vectors.shape[1]) + 1.0)).sum(axis=1)
    order = np.lexsort((key, first, items))
    codes = np.unique(items[order], return_inverse=True)[1].ravel().astype(np.int64)
    n_items = int(codes[-1]) + 1 if "within" in words else len(vectors)
    arranged = VectorSamples(vectors[order] - vectors.mean(axis=0), first[order], codes, n_items, words)
    possible = _rearrangements(arranged)
    few = f"; only {possible:.0f} rearrangements, so that p cannot be small" if possible < FEW_REARRANGEMENTS else ""
    return VectorSamples(arranged.vectors, arranged.first, codes, n_items, words + few)


def _rearrangements(samples: VectorSamples) -> float:
    """Different ways to give the labels, up to 1e300."""
    from scipy.special import gammaln

    size, of_first = np.bincount(samples.items), np.bincount(samples.items, weights=samples.first)
    return float(np.exp(min(690.0, float((gammaln(size + 1.0) - gammaln(of_first + 1) - gammaln(size - of_first + 1)).sum()))))
