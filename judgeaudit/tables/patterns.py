"""Pattern counts: what verdict-side analyses see of a ratings table."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from judgeaudit.domain.rubric import Scale
from judgeaudit.tables.distinct import distinct_rows


@dataclass(frozen=True)
class Rows:
    """Which rows of `PatternCounts.patterns` a statistic sees, and how they are resampled.

    `index` picks rows; `counts` says how many items each stands for (None: one each); `clusters` numbers the cluster of
    each row (None: every item is its own). Counts and clusters never come together.
    """

    index: NDArray[np.intp]
    counts: NDArray[np.int64] | None
    clusters: NDArray[np.int64] | None


@dataclass(frozen=True)
class PatternCounts:
    """Ratings of one criterion as counts of distinct patterns: exact, mergeable and small.

    A pattern is all that is known of an item: each judge's cell in each replicate, the gold code and the stratum.

    Attributes
    ----------
    patterns : int32 array, shape (n_patterns, n_columns)
        Each cell is an index into `values`, ABSENT, or a status (`CELL_STATUS`).
    columns : tuple of (judge, replicate)
        Judges of the rubric in its order, then others by name; replicates ascending.
    values : float array, shape (n_values,)
        Codes that occur, ascending.
    gold : float array, shape (n_patterns,)
        Adjudicated gold code; NaN where there is none.
    strata : tuple of str, length n_patterns
        "" where an item has no stratum.
    counts : int array, shape (n_patterns,)
        Items that show the pattern.
    pattern_of_item : int array, shape (n_items,)
    item_ids, clusters : tuples of str, length n_items
        `clusters` is "" where an item is its own cluster.
    numbers : mapping of a column's name to float array, shape (n_items, n_columns); or None
        Confidences and margins cell by cell, NaN where there is none: counted only where the table itself is not kept.
    systems : tuple of str, length n_items; or None
        The same for the judged system; "" where no row says.
    times : int array, shape (n_items,), or None
        Items that are like each item, itself among them (see `thinned`); None where every item is there.
    """

    criterion: str
    scale: Scale
    patterns: NDArray[np.int32]
    columns: tuple[tuple[str, int], ...]
    values: NDArray[np.float64]
    gold: NDArray[np.float64]
    strata: tuple[str, ...]
    counts: NDArray[np.int64]
    pattern_of_item: NDArray[np.intp]
    item_ids: tuple[str, ...]
    clusters: tuple[str, ...]
    numbers: Mapping[str, NDArray[np.float64]] | None = None
    systems: tuple[str, ...] | None = None
    times: NDArray[np.int64] | None = None
    _views: dict[str | None, tuple[PatternCounts, NDArray[np.intp]]] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What `alone` and (under None) `thinned` have made: several analyses ask for the same."""

    @property
    def judges(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(judge for judge, _ in self.columns))

    @property
    def n_items(self) -> int:
        return len(self.item_ids) if self.times is None else int(self.times.sum())

    @property
    def stratum_names(self) -> tuple[str, ...]:
        return tuple(sorted({name for name in self.strata if name}))

    def replicates(self, judge: str) -> tuple[int, ...]:
        return tuple(replicate for name, replicate in self.columns if name == judge)

    def cells(self, judge: str) -> NDArray[np.int32]:
        """Cells of one judge, shape (n_patterns, n_replicates of the judge)."""
        return self.patterns[:, [i for i, (name, _) in enumerate(self.columns) if name == judge]]

    def codes(self, judge: str) -> NDArray[np.float64]:
        """Codes of one judge, shape (n_patterns, n_replicates of the judge); NaN where there is no verdict."""
        cells = self.cells(judge)
        lookup = np.append(self.values, np.nan)
        return np.asarray(lookup[np.where(cells >= 0, cells, len(self.values))])

    def rows(self, stratum: str | None = None) -> Rows:
        """Rows of one stratum (None: of all items), as distinct patterns, or item by item where items share clusters."""
        inside = np.ones(len(self.strata), dtype=bool) if stratum is None else np.array([name == stratum for name in self.strata], dtype=bool)
        if not any(self.clusters):
            index = np.flatnonzero(inside)
            return Rows(index=index, counts=self.counts[index], clusters=None)
        found = np.flatnonzero(inside[self.pattern_of_item])
        # By name, so that the same resamples are drawn whatever the order of rows was.
        items = np.array(sorted(found, key=lambda i: (self.clusters[i] or "\0", self.item_ids[i])), dtype=np.intp)
        names = [self.clusters[i] or f"\0{self.item_ids[i]}" for i in items]
        numbers = {name: n for n, name in enumerate(dict.fromkeys(names))}
        return Rows(index=self.pattern_of_item[items], counts=None, clusters=np.array([numbers[name] for name in names], dtype=np.int64))

    def alone(self, judge: str) -> tuple[PatternCounts, NDArray[np.intp]]:
        """The same of one judge, and which of its patterns each pattern is: there are far fewer, because what others said makes no difference."""
        if judge not in self._views:
            self._views[judge] = self._alone(judge)
        return self._views[judge]

    def _alone(self, judge: str) -> tuple[PatternCounts, NDArray[np.intp]]:
        mine = [n for n, (name, _) in enumerate(self.columns) if name == judge]
        _, gold = np.unique(self.gold, return_inverse=True)
        stratum = np.unique(np.array(self.strata), return_inverse=True)[1].ravel() if any(self.strata) else np.zeros(len(self.strata), dtype=np.intp)
        patterns, which, _ = distinct_rows(np.column_stack([self.patterns[:, mine], gold.ravel(), stratum]).astype(np.int32))
        first = np.empty(len(patterns), dtype=np.intp)
        first[which[::-1]] = np.arange(len(which) - 1, -1, -1)
        counts = np.bincount(which, weights=self.counts, minlength=len(patterns)).astype(np.int64)
        numbers = None if self.numbers is None else {name: values[:, mine] for name, values in self.numbers.items()}
        found = replace(
            self, patterns=patterns[:, :-2], columns=tuple(self.columns[n] for n in mine), gold=self.gold[first], strata=tuple(self.strata[i] for i in first),
            counts=counts, pattern_of_item=which[self.pattern_of_item], numbers=numbers,
        )  # fmt: skip
        return found, which

    def thinned(self) -> PatternCounts:
        """The same with one item for all that are alike, the first of them, and `times`; unchanged where items differ in more than pattern and system."""
        if self.numbers != {} or self.times is not None or any(self.clusters):
            return self
        if None not in self._views:
            self._views[None] = self._thinned()
        return self._views[None][0]

    def _thinned(self) -> tuple[PatternCounts, NDArray[np.intp]]:
        systems, system = np.unique(np.array(self.systems or [""]), return_inverse=True)
        kind = self.pattern_of_item * len(systems) + (system.ravel() if self.systems else 0)
        n_kinds = len(self.counts) * len(systems)
        times = np.bincount(kind, minlength=n_kinds)
        first = np.zeros(n_kinds, dtype=np.intp)
        first[kind[::-1]] = np.arange(len(kind) - 1, -1, -1)
        items = np.sort(first[times > 0])
        found = replace(
            self, pattern_of_item=self.pattern_of_item[items], item_ids=tuple(self.item_ids[i] for i in items), clusters=("",) * len(items),
            systems=tuple(self.systems[i] for i in items) if self.systems else self.systems, times=times[kind[items]].astype(np.int64),
        )  # fmt: skip
        return found, kind

    def n_of(self, items: NDArray[np.bool_]) -> int:
        """How many items some of them stand for; `items` has shape (n_items,)."""
        return int(items.sum() if self.times is None else self.times[items].sum())

    def items_with(self, pattern: int) -> tuple[str, ...]:
        """Ids of the items that show a pattern, in the order of the ids."""
        return tuple(self.item_ids[i] for i in self._by_id(np.flatnonzero(self.pattern_of_item == pattern)))

    def first_items(self, shown: NDArray[np.bool_], most: int) -> list[tuple[int, int]]:
        """The first items that show one of some patterns, as (item, pattern): by pattern, then by id, so that the order of rows decides nothing."""
        enough = np.cumsum(np.where(shown, self.counts, 0)) < most
        shown = shown & np.append(True, enough)[: len(shown)]
        found = self._by_id(np.flatnonzero(shown[self.pattern_of_item]))
        found = found[np.argsort(self.pattern_of_item[found], kind="stable")[:most]]
        return [(int(item), int(self.pattern_of_item[item])) for item in found]

    def _by_id(self, items: NDArray[np.intp]) -> NDArray[np.intp]:
        """Items in the order of their ids, in which a table that was counted part by part has them already."""
        ids = [self.item_ids[i] for i in items]
        if all(map(operator.lt, ids, itertools.islice(ids, 1, None))):
            return items
        return items[np.array(sorted(range(len(ids)), key=ids.__getitem__), dtype=np.intp)]
