"""The single labels of annotators beside the verdicts of judges, item by item."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from judgeaudit.analyses.parts import Part


@dataclass(frozen=True)
class Annotators:
    """Who said what of the items that judges saw.

    Attributes
    ----------
    names : tuple of str
        Annotators with a label, by name.
    codes : float array, shape (n_rows, n_annotators)
        NaN where an annotator gave none.
    pattern : int array, shape (n_rows,)
        Row of `PatternCounts.patterns` that each row shows.
    counts : int array, shape (n_rows,), or None
        Identical items that each row stands for; None where items share clusters.
    clusters : int array, shape (n_rows,), or None
    """

    names: tuple[str, ...]
    codes: NDArray[np.float64]
    pattern: NDArray[np.intp]
    counts: NDArray[np.int64] | None
    clusters: NDArray[np.int64] | None

    def beside(self, runs: NDArray[np.float64]) -> NDArray[np.float64]:
        """A judge's runs, shape (n_runs, n_patterns), as the first column beside all annotators: (n_runs, n_rows, 1 + n_annotators)."""
        people = np.broadcast_to(self.codes, (len(runs), *self.codes.shape))
        return np.concatenate([runs[:, self.pattern, np.newaxis], people], axis=2)


def annotators_of(part: Part) -> Annotators | None:
    """The labels on a criterion, over all its strata; None where gold keeps no single labels.

    Rows are in the order of clusters and ids, so that neither the order of the gold file nor that of the verdicts matters. Where
    items share no clusters, identical ones are one row with a count.
    """
    if "annotators" not in part.kept:
        part.kept["annotators"] = _annotators(part)
    found: Annotators | None = part.kept["annotators"]
    return found


def _annotators(part: Part) -> Annotators | None:
    gold, patterns = part.data.gold, part.patterns
    votes = {} if gold is None else {item: of_item for (name, item), of_item in gold.votes.items() if name == part.criterion}
    found = [i for i, item in enumerate(patterns.item_ids) if item in votes]
    if not found:
        return None
    clustered = any(patterns.clusters)
    found.sort(key=(lambda i: (patterns.clusters[i] or "\0", patterns.item_ids[i])) if clustered else patterns.item_ids.__getitem__)
    said = [votes[patterns.item_ids[i]] for i in found]
    names = tuple(sorted(set().union(*said)))
    column = {annotator: n for n, annotator in enumerate(names)}
    codes = np.full((len(found), len(names)), np.nan)
    codes[np.repeat(np.arange(len(said)), [len(one) for one in said]), [column[annotator] for one in said for annotator in one]] = [
        code for one in said for code in one.values()
    ]
    pattern = patterns.pattern_of_item[found]
    if clustered:
        of_row = [patterns.clusters[i] or f"\0{patterns.item_ids[i]}" for i in found]
        numbers = {name: n for n, name in enumerate(dict.fromkeys(of_row))}
        return Annotators(names, codes, pattern, None, np.array([numbers[name] for name in of_row], dtype=np.int64))
    return _counted(names, codes, pattern)


def _counted(names: tuple[str, ...], codes: NDArray[np.float64], pattern: NDArray[np.intp]) -> Annotators:
    """Identical rows as one, with how many there are."""
    keys = np.column_stack([pattern, np.nan_to_num(codes, nan=np.inf)])
    _, first, counts = np.unique(keys, axis=0, return_index=True, return_counts=True)
    order = np.argsort(first)
    return Annotators(names, codes[first[order]], pattern[first[order]], counts[order].astype(np.int64), None)
