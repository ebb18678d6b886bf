"""Which of all judged items a routing rule accepts, counted as `apply` counts them on the same file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from judgeaudit import stats
from judgeaudit.analyses.calibrations.by_item import over_items
from judgeaudit.analyses.calibrations.sources import FEWEST_REPLICATES, margin_confidences, stated_confidences
from judgeaudit.analyses.parts import Part
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray
from judgeaudit.tables import ABSENT

NOTHING = np.inf
"""The threshold of an item of which no verdict is accepted, whatever its confidence."""

SLACK = 1e-9
"""As `apply` has it: a confidence that reaches its threshold but for rounding."""


def judged_items(part: Part, judge: str) -> BoolArray:
    """Items that the judge was asked about, with a verdict or without, shape (n_items,)."""
    return np.asarray((part.patterns.cells(judge) != ABSENT).any(axis=1)[part.patterns.pattern_of_item])


def cell_confidences(part: Part, judge: str, source: str) -> FloatArray:
    """The confidence of each verdict, with gold or without, shape (n_items, n_replicates); NaN where there is no verdict or none is given.

    `replicates`: of as many verdicts of an item as most labelled items have (three at least; the first ones), the share that say the same where that
    is the commonest one, else 0; NaN where an item has fewer.
    """
    codes = part.patterns.codes(judge)[part.patterns.pattern_of_item]
    if source != "replicates":
        found = stated_confidences(part, judge) if source == "stated" else margin_confidences(part, judge)
        return np.where(np.isnan(codes), np.nan, found)
    given, repeats = ~np.isnan(codes), _repeats(part, codes)
    counted = given & (given.cumsum(axis=1) <= repeats)
    same = np.stack([((codes == codes[:, [place]]) & counted).sum(axis=1) for place in range(codes.shape[1])], axis=1)
    most = np.where(counted, same, 0).max(axis=1, keepdims=True)
    # The commonest label leads alone where all the verdicts that are as common as it say it.
    alone = ((same == most) & counted).sum(axis=1, keepdims=True) == most
    share = np.where((same == most) & alone, same / repeats, 0.0)
    return np.where(given & (counted.sum(axis=1, keepdims=True) == repeats), share, np.nan)


def _repeats(part: Part, codes: FloatArray) -> int:
    """How many verdicts of an item count: the commonest number of them on labelled items, of three or more; of equally common ones the larger."""
    labelled = ~np.isnan(part.patterns.gold[part.patterns.pattern_of_item])
    numbers = (~np.isnan(codes)).sum(axis=1)
    found = {int(number): part.patterns.n_of(labelled & (numbers == number)) for number in np.unique(numbers[labelled & (numbers >= FEWEST_REPLICATES)])}
    return max(found, key=lambda number: (found[number], number), default=FEWEST_REPLICATES)


def accepted_items(part: Part, judge: str, source: str, limits: FloatArray) -> BoolArray:
    """Items of which a verdict is accepted by each item's threshold, shape (n_items,): where two accepted verdicts differ, a person reads both."""
    codes = part.patterns.codes(judge)[part.patterns.pattern_of_item]
    sure = cell_confidences(part, judge, source)
    taken = ~np.isnan(sure) & (np.nan_to_num(sure, nan=-1.0) >= limits[:, None] - SLACK)
    if source == "replicates":
        taken &= sure != 0.0
    if part.scale.level == "interval" or not taken.size:
        return np.asarray(taken.any(axis=1))
    most, least = np.where(taken, codes, -np.inf).max(axis=1), np.where(taken, codes, np.inf).min(axis=1)
    return np.asarray(taken.any(axis=1) & (most == least))


def accepted_share(part: Part, judge: str, accepted: BoolArray, keep: BoolArray, of: str) -> Estimate:
    """Share of the judged items (of those to `keep`) that are accepted; `of` says in `method` which these are."""
    values = np.where(judged_items(part, judge), accepted.astype(np.float64), np.nan)
    found = over_items(part, "selective_coverage", stats.proportion, values[None, :, None], judge=judge, keep=keep, level="interval")
    return found.about(method=f"{of} whose verdict the rule accepts: {found.method}")


def uninformed_systems(rows: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """Systems on which the judge is not shown to carry information (block `carried`, every label of a system): `apply` accepts nothing there."""
    of_system: dict[str, list[bool]] = {}
    for row in rows:
        if row.get("youden") is not None:
            of_system.setdefault(row["system"], []).append(bool(row.get("no_information")))
    return frozenset(system for system, nothing in of_system.items() if all(nothing))
