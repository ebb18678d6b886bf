"""A random sample of items with all their rows, drawn while a table goes by: by a hash of the item's id, so that the order of rows decides nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from judgeaudit.tables.ratings import RATINGS_SCHEMA

SPARE = 2
"""Items that are kept while reading, as a multiple of those wanted: strata get their shares out of these."""
SAMPLED, DEALT = "item sample.", "dealt parts."
"""Keys of the two hashes (12 characters count): which items are looked at must not follow from which part they are in."""

Hashes = NDArray[np.uint64]


def hashes_of(ids: Sequence[str], key: str, seed: int = 0) -> Hashes:
    """A number for each id, the same on every machine; shape (n_ids,)."""
    from pandas.util import hash_array

    return np.asarray(hash_array(np.array(ids, dtype=object), hash_key=f"{key[:12]:.<12}{seed % 10_000:04d}", categorize=False), dtype=np.uint64)


def row_hashes(column: pa.ChunkedArray, key: str, seed: int = 0) -> Hashes:
    """The number of each row's id, shape (n_rows,)."""
    encoded = encoded_ids(column)
    return np.asarray(np.take(hashes_of(encoded.dictionary.to_pylist(), key, seed), encoded.indices.to_numpy(zero_copy_only=False)))


def encoded_ids(column: pa.ChunkedArray | pa.Array) -> pa.DictionaryArray:
    """Distinct values in the order of first appearance, null among them, and the index of each row's value."""
    array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    array = array.cast(array.type.value_type) if pa.types.is_dictionary(array.type) else array
    if _constant(array):  # as judges and criteria are in files that are sorted by them: comparing costs a quarter of encoding
        return pa.DictionaryArray.from_arrays(pa.array(np.zeros(len(array), dtype=np.int32)), array[:1])
    encoded = array.dictionary_encode(null_encoding="encode")
    return encoded.combine_chunks() if isinstance(encoded, pa.ChunkedArray) else encoded


def _constant(array: pa.Array) -> bool:
    if not len(array) or array.null_count not in (0, len(array)) or pa.types.is_floating(array.type):  # NaN equals no NaN
        return False
    return array.null_count == len(array) or bool(array[0] == array[-1] and pc.all(pc.equal(array, array[0])).as_py())


class ItemSample:
    """The rows of those items whose hashes are the smallest.

    Parameters
    ----------
    n_items : int
        Items wanted; up to four times as many are held while reading.
    seed : int
    """

    def __init__(self, n_items: int, seed: int) -> None:
        self._wanted, self._seed = n_items, seed
        self._tables: list[tuple[pa.Table, Hashes]] = []
        self._known: Hashes = np.empty(0, dtype=np.uint64)
        self._limit = np.uint64(2**64 - 1)
        self._last: tuple[pa.Array, Hashes] | None = None

    def add(self, batch: pa.Table, ids: pa.DictionaryArray | None = None) -> None:
        """Keep the rows of the batch that may be of the sample; `ids` are its `encoded_ids`, where they are known."""
        ids = encoded_ids(batch["item_id"]) if ids is None else ids
        if self._last is None or not self._last[0].equals(ids.dictionary):  # batches of a table that is sorted by judge have the same items
            self._last = ids.dictionary, hashes_of(ids.dictionary.to_pylist(), SAMPLED, self._seed)
        inside = self._last[1] <= self._limit
        if inside.any():
            hashes = np.take(self._last[1], ids.indices.to_numpy(zero_copy_only=False))
            self._keep(batch, hashes)

    def merge(self, other: ItemSample) -> None:
        """Add what another part kept."""
        for table, hashes in other._tables:
            self._keep(table, hashes)

    def _keep(self, batch: pa.Table, hashes: Hashes) -> None:
        inside = hashes <= self._limit
        if not inside.any():
            return
        self._tables.append((batch.filter(pa.array(inside)), hashes[inside]))
        self._known = np.union1d(self._known, hashes[inside])
        if len(self._known) > 2 * SPARE * self._wanted:
            self.shrink()

    def shrink(self) -> None:
        """Hold no more items than are needed to give strata their shares."""
        if len(self._known) <= SPARE * self._wanted:
            return
        self._known = self._known[: SPARE * self._wanted]
        self._limit = self._known[-1]
        kept = [(table, hashes, hashes <= self._limit) for table, hashes in self._tables]
        self._tables = [(table.filter(pa.array(inside)), hashes[inside]) for table, hashes, inside in kept if inside.any()]

    def table(self, strata: Mapping[str, str], counts: Mapping[str, int]) -> pa.Table:
        """All rows of the sampled items, in the order in which they came.

        Parameters
        ----------
        strata : mapping of item to stratum
            "" or nothing for items without one.
        counts : mapping of stratum to the number of its items in the whole table
        """
        self.shrink()
        if not self._tables:
            return RATINGS_SCHEMA.empty_table()
        rows = pa.concat_tables([table for table, _ in self._tables]).cast(RATINGS_SCHEMA)
        ids = rows["item_id"].unique().to_pylist()
        order = np.argsort(hashes_of(ids, SAMPLED, self._seed), kind="stable")
        taken: Counter[str] = Counter()
        shares, chosen = _shares(counts, self._wanted), []
        for i in order:
            stratum = strata.get(ids[i], "")
            if taken[stratum] < shares.get(stratum, 0):
                taken[stratum] += 1
                chosen.append(ids[i])
        return rows.filter(pc.is_in(rows["item_id"], value_set=pa.array(chosen, pa.string())))


def _shares(counts: Mapping[str, int], wanted: int) -> dict[str, int]:
    """How many items of each stratum: in proportion, by the largest remainders, and no more than there are."""
    total = sum(counts.values())
    if total <= wanted:
        return dict(counts)
    exact = {name: wanted * n / total for name, n in counts.items()}
    found = {name: int(share) for name, share in exact.items()}
    left = sorted(exact, key=lambda name: (found[name] - exact[name], name))
    for name in left[: wanted - sum(found.values())]:
        found[name] += 1
    return found
