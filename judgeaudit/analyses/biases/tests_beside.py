"""Tests of a judge beside those of whether its verdicts move: which of two places it prefers, and whether its own family of models. One family with them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from judgeaudit.analyses.biases.slots import by_order, slots_of
from judgeaudit.analyses.biases.written import families, writers_of
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import Part, whole
from judgeaudit.analyses.probe_counts import Shown
from judgeaudit.analyses.probe_cues import kind_of
from judgeaudit.probes.self_preference import family_of


def tests_beside(shown: Sequence[Shown]) -> int:
    """How many tests stand beside those of the effects of one judge, over its criteria: the exact test of both places, and the preference for its own family.

    Parameters
    ----------
    shown : sequence of Shown
        Of one judge. Strata and variants have no such tests and are not counted.
    """
    mine = _whole(shown)
    return sum(_has_places(one) for one in mine) + _n_compared(mine[0].part.data, mine[0].judge) if mine else 0


def n_looks(shown: Sequence[Shown], judge: str) -> int:
    """In how many tests a judge may be found biased by chance: those of its biases and attacks and those beside them, or a little more; 1 at least.

    A finding that holds at 1 / `n_looks` of the level leaves the level of Holm's correction of the others what it is, where these count it as one of them.
    """
    mine = [one for one in _whole(shown) if one.judge == judge]
    return max(1, sum(_is_tested(one) for one in mine) + tests_beside(mine))


def _whole(shown: Sequence[Shown]) -> list[Shown]:
    return [one for one in shown if one.variant is None and one.part.stratum is None]


def _is_tested(one: Shown) -> bool:
    """Whether effects of a probe can accuse the judge; those of `position` are flips alone, and need repeats."""
    if kind_of(one.name) not in ("bias", "attack"):
        return False
    return one.name != "position" or one.items(~np.isnan(one.probe_flip - one.plain_flip)) > 0


def _has_places(one: Shown) -> bool:
    if one.name != "position" or slots_of(one.part.scale, one.part.data.rubric.mode) is None:
        return False
    ab, ba = (~np.isnan(codes) for codes in by_order(one))
    return one.items(np.asarray(ab.any(axis=1) & ba.any(axis=1), dtype=bool)) > 0


def _n_compared(data: AnalysisInput, judge: str) -> int:
    """Criteria on which items with gold have responses of the judge's own family of models and of another; of pairs one of either."""
    own = family_of(data.models.get(judge, judge))
    if data.gold is None or own is None:
        return 0
    found = 0
    for patterns in whole(data):
        part = Part(data, "bias", patterns, None, patterns.rows())
        wrote = [families(names) for names in writers_of(part).values()]
        labelled = np.array([(part.criterion, item) in data.gold.codes for item in patterns.item_ids], dtype=bool)
        mine = np.logical_or.reduce([names == own for names in wrote]) & labelled
        others = np.logical_or.reduce([(names != "") & (names != own) for names in wrote]) & labelled
        found += bool((mine & others).any() if len(wrote) > 1 else mine.any() and others.any())
    return found
