"""Two judges that agree on the verdict: do they give the same reason?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit import thresholds
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.rationales.channels import SAME, Channel, Related, relate
from judgeaudit.analyses.rationales.measures import STOCK, ItemPart, compared_of
from judgeaudit.analyses.rationales.pairs import IntArray, Pairs, by_group, crossed_pairs
from judgeaudit.analyses.rationales.repeats import FloatArray, Key, Repeats
from judgeaudit.domain.results import Case, Estimate

_SHARED_OUT = 75
"""Pairs of one judge's rationales of an item with those of all others (ours): with more than four judges each two get fewer, so that cost stays linear."""

BETWEEN_NONE = "no item on which each of the two always gives the same verdict, and both the same one"


@dataclass(frozen=True)
class Two:
    """Two judges on one criterion. `together` marks items on which each always gave the same verdict, and both the same one."""

    first: Repeats
    second: Repeats
    together: NDArray[np.bool_]
    pairs: Pairs
    related: Related

    @property
    def judge(self) -> str:
        return f"{self.first.judge}|{self.second.judge}"

    @property
    def stock(self) -> bool:
        """Whether one of the two gives nothing but stock phrases."""
        return self.first.stock or self.second.stock

    @cached_property
    def same(self) -> FloatArray:
        """1 for each pair of rationales that gives the same reason, else 0, shape (n_items, n_pairs)."""
        return by_group(self.pairs, (self.related.decision == SAME).astype(np.float64), len(self.first.items))

    @cached_property
    def same_share(self) -> FloatArray:
        """Share of an item's pairs that give the same reason; NaN where nothing was compared."""
        n = (~np.isnan(self.same)).sum(axis=1)
        return np.where(n > 0, np.nansum(self.same, axis=1) / np.maximum(n, 1), np.nan)


def two_by_two(data: AnalysisInput, channel: Channel, every: Mapping[Key, Repeats], order: Mapping[str, Iterable[str]]) -> list[Two]:
    """All pairs of judges that gave rationales, on each criterion.

    Parameters
    ----------
    data : AnalysisInput
    channel : Channel
    every : mapping of (criterion, judge) to Repeats
    order : mapping of criterion to its judges, in the order in which pairs are named
    """
    planned = []
    for criterion, judges in order.items():
        there = [judge for judge in judges if (criterion, judge) in every and every[criterion, judge].gives_any]
        at_most = min(thresholds.MAX_BETWEEN_PAIRS, max(1, _SHARED_OUT // max(1, len(there) - 1)))
        for a, b in combinations(there, 2):
            first, second = every[criterion, a], every[criterion, b]
            together = _together(first, second)
            planned.append((first, second, together, _crossed(data, first, second, together, at_most)))
    related = relate(data, channel, [pairs.ends for *_, pairs in planned])
    return [Two(*plan, found) for plan, found in zip(planned, related, strict=True)]


def measure_two(part: ItemPart, two: Two, channel: Channel) -> list[Estimate]:
    """Pair stability and alpha of two judges, over items on which they agree."""
    judge = two.judge
    reason = _why_not(part, two)
    if reason is not None:
        return [part.tag(name, Estimate.missing(reason), judge=judge, variant=None) for name in ("rationale_pair_stability", "rationale_alpha")]
    places, raters = [], []
    for n, together in enumerate(two.together):
        mine, theirs = (r.places[n][r.places[n] >= 0] if together else np.zeros(0, dtype=np.int64) for r in (two.first, two.second))
        places.append(np.concatenate([mine, theirs]))
        raters.append(np.repeat([0, 1], [len(mine), len(theirs)]))
    compared = compared_of(int((~np.isnan(two.same[part.index])).sum()), sum(_crossed_of(two, n) for n in part.index))
    method = f"pairs of rationales of the two, over items on which both always give the same verdict; {compared}"
    alpha = part.alpha("rationale_alpha", channel, places, judge=judge, variant=None, raters=raters)
    if two.stock:
        return [part.tag("rationale_pair_stability", Estimate.missing(STOCK), judge=judge, variant=None), alpha]
    return [part.rate("rationale_pair_stability", two.same, judge=judge, variant=None, method=method), alpha]


def _why_not(part: ItemPart, two: Two) -> str | None:
    if not two.together[part.index].any():
        return BETWEEN_NONE
    return "no item on which they agree has rationales of both" if np.isnan(two.same_share[part.index]).all() else None


def _crossed_of(two: Two, item: int) -> int:
    """How many pairs there are of an item on which the two agree."""
    return int((two.first.places[item] >= 0).sum() * (two.second.places[item] >= 0).sum()) if two.together[item] else 0


def between_row(two: Two) -> dict[str, Any]:
    """A row of the block `between`."""
    compared = ~np.isnan(two.same_share) & (not two.stock)
    other = compared & (two.same_share < thresholds.RATIONALE_STABLE_SHARE - 1e-9)
    both = sum(bool(a) and bool(b) for a, b in zip(two.first.said, two.second.said, strict=True))
    return {
        "judges": two.judge, "criterion": two.first.criterion, "n_items": both, "same_verdict": int(two.together.sum()),
        "same_reason": int((compared & ~other).sum()), "other_reason": int(other.sum()),
    }  # fmt: skip


def between_cases(two: Two) -> list[Case]:
    """Items on which two judges agree for different reasons, each of which the judge keeps to; the furthest apart first."""
    stable = (two.first.rationale_unstable == 0.0) & (two.second.rationale_unstable == 0.0)
    apart = np.flatnonzero(stable & (two.same_share < thresholds.RATIONALE_STABLE_SHARE - 1e-9))
    cases = []
    for n in sorted(apart, key=lambda n: (two.same_share[n], two.first.items[n])):
        same, pairs = two.same[n], int((~np.isnan(two.same[n])).sum())
        label = two.first.said[n][0].label
        detail = f"both say {label}, and each keeps to its reason; {int(np.nansum(same))} of {pairs} pairs of their rationales give the same one"
        replicates = sorted({one.replicate for r in (two.first, two.second) for one in r.said[n]})
        cases.append(
            Case(
                analysis="rationale", flag="same_verdict_other_reasons", judge=two.judge, criterion=two.first.criterion, item_id=two.first.items[n],
                replicates=tuple(replicates), detail=detail,
            )
        )  # fmt: skip
    return cases


def _together(first: Repeats, second: Repeats) -> NDArray[np.bool_]:
    codes = [np.array([said[0].code if said else np.nan for said in r.said], dtype=np.float64) for r in (first, second)]
    return np.asarray(first.unanimous & second.unanimous & (codes[0] == codes[1]))


def _crossed(data: AnalysisInput, first: Repeats, second: Repeats, together: NDArray[np.bool_], at_most: int) -> Pairs:
    """Pairs of the two on items where they agree. They are drawn with the judges by name, so that it does not matter which is named first."""
    a, b = sorted((first, second), key=lambda repeats: repeats.judge)
    ends: list[IntArray] = [np.zeros((0, 2), dtype=np.int64)]
    group: list[IntArray] = [np.zeros(0, dtype=np.int64)]
    for n in np.flatnonzero(together):
        mine, theirs = (r.places[n][r.places[n] >= 0] for r in (a, b))
        words = ("rationale", "between", a.channel.name, a.criterion, a.judge, b.judge, a.items[n])
        chosen = crossed_pairs(len(mine), len(theirs), at_most=at_most, rng=partial(data.rng, *words))
        ends.append(np.stack([mine[chosen[:, 0]], theirs[chosen[:, 1]]], axis=1))
        group.append(np.full(len(chosen), n, dtype=np.int64))
    return Pairs(np.concatenate(ends), np.concatenate(group))
