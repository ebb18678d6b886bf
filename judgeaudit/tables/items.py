"""Items with their coded cells, reduced to the counts of distinct patterns; and pattern counts of several parts put together."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from judgeaudit.domain.rubric import Scale
from judgeaudit.tables.distinct import distinct_rows
from judgeaudit.tables.patterns import PatternCounts
from judgeaudit.tables.ratings import ABSENT

Names = tuple[str, ...]


@dataclass(frozen=True)
class Items:
    """Every item of one criterion, one row each. `gold` is None, `strata` and `clusters` are empty where no item has any."""

    ids: Names
    cells: NDArray[np.int32]
    columns: tuple[tuple[str, int], ...]
    values: NDArray[np.float64]
    gold: NDArray[np.float64] | None = None
    strata: Names = ()
    clusters: Names = ()
    numbers: Mapping[str, NDArray[np.float64]] | None = None
    systems: Names | None = None


def counted(criterion: str, scale: Scale, items: Items, *, lone: bool = False) -> PatternCounts:
    """Counts of distinct patterns.

    Parameters
    ----------
    lone : bool
        Keep the names of clusters of one item: another part may hold the others.
    """
    n = len(items.ids)
    golds, gold_index = (np.array([np.nan]), np.zeros(n, dtype=np.intp)) if items.gold is None else np.unique(items.gold, return_inverse=True)
    names, stratum_index = _coded(items.strata, n)
    full = np.column_stack([items.cells, gold_index.ravel(), stratum_index]).astype(np.int32)
    patterns, pattern_of, counts = distinct_rows(full)
    clusters = items.clusters or ("",) * n
    return PatternCounts(
        criterion=criterion, scale=scale, patterns=patterns[:, :-2], columns=items.columns, values=items.values, gold=golds[patterns[:, -2]],
        strata=tuple(names[i] for i in patterns[:, -1]), counts=counts, pattern_of_item=pattern_of, item_ids=items.ids,
        clusters=clusters if lone else _shared(clusters), numbers=items.numbers, systems=items.systems,
    )  # fmt: skip


def merged(
    parts: Sequence[PatternCounts], *, judges: Sequence[str] = (), gold: Mapping[tuple[str, str], float] | None = None,
    strata: Mapping[str, str] | None = None, clusters: Mapping[str, str] | None = None,
) -> PatternCounts:  # fmt: skip
    """Pattern counts of parts that share no item as those of all items, in the order of their ids.

    Parameters
    ----------
    parts : sequence of PatternCounts
        Of one criterion, counted without gold, with the names of lone clusters.
    judges, gold, strata, clusters
        As in `PatternCounter`.

    Notes
    -----
    The result depends neither on how items were dealt to parts nor on the order of these.
    """
    criterion = parts[0].criterion
    columns = ordered_columns([column for part in parts for column in part.columns], judges)
    values = np.unique(np.concatenate([part.values for part in parts]))
    ids = [item for part in parts for item in part.item_ids]
    in_order = all(map(operator.lt, ids, itertools.islice(ids, 1, None)))
    order = np.arange(len(ids)) if in_order else np.array(sorted(range(len(ids)), key=ids.__getitem__), dtype=np.intp)
    sorted_ids = tuple(ids) if in_order else tuple(ids[i] for i in order)
    cells = np.concatenate([_cells_of(part, columns, values) for part in parts])[order]
    own_strata = _in_order([part.strata[i] for part in parts for i in part.pattern_of_item] if any(any(part.strata) for part in parts) else [], order)
    own_clusters = _in_order([name for part in parts for name in part.clusters] if any(any(part.clusters) for part in parts) else [], order)
    given = names_of(sorted_ids, clusters or {})
    items = Items(
        ids=sorted_ids, cells=cells, columns=columns, values=values, gold=gold_of(sorted_ids, criterion, gold or {}),
        strata=_first(names_of(sorted_ids, strata or {}), own_strata), clusters=_first(own_clusters, given),
        numbers=_numbers(parts, columns, order), systems=_systems(parts, order),
    )  # fmt: skip
    return counted(criterion, parts[0].scale, items)


def _cells_of(part: PatternCounts, columns: Sequence[tuple[str, int]], values: NDArray[np.float64]) -> NDArray[np.int32]:
    """Cells of a part's items in the columns and values of all parts."""
    place = {column: n for n, column in enumerate(columns)}
    remap = np.append(np.searchsorted(values, part.values), 0).astype(np.int32)
    own = np.where(part.patterns >= 0, remap[np.maximum(part.patterns, 0)], part.patterns)
    wide = np.full((len(part.counts), len(columns)), ABSENT, dtype=np.int32)
    wide[:, [place[column] for column in part.columns]] = own
    return wide[part.pattern_of_item]


def _numbers(parts: Sequence[PatternCounts], columns: Sequence[tuple[str, int]], order: NDArray[np.intp]) -> dict[str, NDArray[np.float64]] | None:
    if any(part.numbers is None for part in parts):
        return None
    place = {column: n for n, column in enumerate(columns)}
    found = {}
    for name in dict.fromkeys(name for part in parts for name in part.numbers or ()):
        wide = np.full((len(order), len(columns)), np.nan)
        start = 0
        for part in parts:
            if part.numbers is not None and name in part.numbers:
                wide[start : start + part.n_items, [place[column] for column in part.columns]] = part.numbers[name]
            start += part.n_items
        found[name] = wide[order]
    return found


def _systems(parts: Sequence[PatternCounts], order: NDArray[np.intp]) -> Names | None:
    if any(part.systems is None for part in parts):
        return None
    if not any(part.systems for part in parts):
        return ()
    return _in_order([name for part in parts for name in part.systems or ("",) * part.n_items], order)


def ordered_columns(columns: Iterable[tuple[str, int]], judges: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Judges in the order given, then others by name; replicates ascending."""
    known = set(columns)
    met = sorted({judge for judge, _ in known})
    place = {judge: n for n, judge in enumerate(dict.fromkeys([*(j for j in judges if j in met), *met]))}
    return tuple(sorted(known, key=lambda column: (place[column[0]], column[1])))


def gold_of(ids: Names, criterion: str, gold: Mapping[tuple[str, str], float]) -> NDArray[np.float64] | None:
    """Gold codes of items, shape (n_items,), NaN where there is none; None where no item has one."""
    ours = {item: code for (name, item), code in gold.items() if name == criterion}
    return np.array([ours.get(item, np.nan) for item in ids], dtype=np.float64) if ours else None


def names_of(ids: Names, names: Mapping[str, str]) -> Names:
    """The names of items, "" where there is none; empty where there are no names at all."""
    return tuple(names.get(item, "") for item in ids) if names else ()


def _first(first: Names, second: Names) -> Names:
    """Names of the first, and of the second where that has none."""
    if not first or not second:
        return first or second
    return tuple(one or other for one, other in zip(first, second, strict=True))


def _in_order(names: Sequence[str], order: NDArray[np.intp]) -> Names:
    return tuple(names[i] for i in order) if names else ()


def _coded(names: Names, n: int) -> tuple[Names, NDArray[np.intp]]:
    """Distinct names by name, and the number of each item's."""
    if not names:
        return ("",), np.zeros(n, dtype=np.intp)
    distinct = tuple(sorted(set(names)))
    number = {name: place for place, name in enumerate(distinct)}
    return distinct, np.array([number[name] for name in names], dtype=np.intp)


def _shared(names: Names) -> Names:
    """Cluster names, with "" for a cluster of one: it is no cluster."""
    if not any(names):
        return names
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
    return tuple(name if name and seen[name] > 1 else "" for name in names)
