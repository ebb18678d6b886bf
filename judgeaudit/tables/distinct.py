"""Distinct rows of large arrays. A row becomes one number, because numbers are told apart many times faster than rows are sorted."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

Integers = NDArray[np.int64]


def distinct_rows(rows: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.intp], Integers]:
    """Distinct rows of integers in ascending order, which of them each row is, and how often each is there."""
    low = rows.min(axis=0, initial=0)
    sizes = (rows.max(axis=0, initial=0).astype(np.int64) - low + 1).tolist()
    key = _packed([rows[:, column].astype(np.int64) - int(low[column]) for column in range(rows.shape[1])], sizes)
    if key is None:
        found, which, counts = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
        return found, which.ravel().astype(np.intp), counts.astype(np.int64)
    first, which, counts = _told_apart(key)
    return rows[first], which, counts


def distinct_numbers(rows: NDArray[np.float64], times: Integers | None = None) -> tuple[NDArray[np.float64], Integers]:
    """Distinct rows of numbers without NaN in ascending order, and how often each is there, where a row is there so many `times` (None: once)."""
    places, sizes = [], []
    for column in rows.T:
        encoded = pa.array(column + 0.0).dictionary_encode()  # + 0.0: two zeros are one number
        values = encoded.dictionary.to_numpy(zero_copy_only=False)
        rank = np.empty(len(values), dtype=np.int64)
        rank[np.argsort(values, kind="stable")] = np.arange(len(values))
        places.append(rank[np.asarray(encoded.indices)])
        sizes.append(len(values))
    key = _packed(places, sizes)
    if key is None:
        found, which, counts = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
    else:
        first, which, counts = _told_apart(key)
        found = rows[first]
    counts = counts if times is None else np.bincount(which.ravel(), weights=times, minlength=len(found))
    return found, counts.astype(np.int64)


def _packed(places: list[Integers], sizes: list[int]) -> Integers | None:
    """One number for each row, in the order of rows; None where 63 bits do not hold it, or there are no rows."""
    room = 1
    for size in sizes:
        room *= size
    if room >= 1 << 63 or not places or not len(places[0]):
        return None
    key = np.zeros(len(places[0]), dtype=np.int64)
    for place, size in zip(places, sizes, strict=True):
        key = key * size + place
    return key


def _told_apart(key: Integers) -> tuple[NDArray[np.intp], NDArray[np.intp], Integers]:
    """Where each distinct key stands first, keys ascending; which of them each is; and how often each is there."""
    encoded = pa.array(key).dictionary_encode()
    values, which = encoded.dictionary.to_numpy(), np.asarray(encoded.indices, dtype=np.intp)
    order = np.argsort(values)
    rank = np.empty(len(values), dtype=np.intp)
    rank[order] = np.arange(len(values))
    first = np.empty(len(values), dtype=np.intp)
    first[which[::-1]] = np.arange(len(key) - 1, -1, -1)
    return first[order], rank[which], np.bincount(which, minlength=len(values))[order].astype(np.int64)
