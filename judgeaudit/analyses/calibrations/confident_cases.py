"""Disagreements with gold, those first that the judge was surest of."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from judgeaudit import thresholds
from judgeaudit.analyses.against_gold import disagreements
from judgeaudit.analyses.calibrations.by_item import has_cells
from judgeaudit.analyses.calibrations.sources import FEWEST_REPLICATES, margin_confidences, stated_confidences
from judgeaudit.analyses.parts import Part, tally
from judgeaudit.domain.results import Case
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray

FLAG = "judge_gold_disagreement"


def by_confidence(part: Part, judge: str) -> tuple[list[Case], list[tuple[str, str, str, int]]]:
    """Every item where at least one replicate differs from gold, the most confident wrong verdict first; `detail` then says how confident it was.

    By the confidence stated for the wrong verdict (the highest of several), else by that of its log probabilities, else by the share of an
    item's three or more verdicts that are wrong. Cases without either follow, and equal ones stay by pattern, in the order of the table. Of more
    than `MAX_CASES` the first are listed, and their number is in the second list.
    """
    patterns, wrong = part.patterns, disagreements(part, judge)
    found = np.flatnonzero(np.asarray(wrong.any(axis=1))[patterns.pattern_of_item])
    if not len(found):
        return [], []
    found = found[np.argsort(patterns.pattern_of_item[found], kind="stable")]
    pattern = patterns.pattern_of_item[found]
    stated, margin = (
        _surest(read(part, judge), found, wrong[pattern]) if has_cells(part, column) else np.full(len(found), np.nan)
        for column, read in (("confidence", stated_confidences), ("margin", margin_confidences))
    )
    n_given = (~np.isnan(patterns.codes(judge))).sum(axis=1)[pattern]
    share = np.where(n_given >= FEWEST_REPLICATES, wrong[pattern].sum(axis=1) / np.maximum(n_given, 1), -1.0)
    rank = -np.where(~np.isnan(stated), stated, np.where(~np.isnan(margin), margin, share))
    first = np.argsort(rank, kind="stable")[: thresholds.MAX_CASES]
    said = {
        int(place): f"; confidence {value[place]:.3g}{how}"
        for value, how in ((margin, " by its log probabilities"), (stated, ""))
        for place in first
        if not np.isnan(value[place])
    }
    cases = _cases(part, judge, [(int(found[place]), int(pattern[place]), said.get(int(place), "")) for place in first], wrong)
    cut = [(FLAG, judge, part.criterion, len(found))] if len(found) > len(cases) else []
    return cases, cut


def _surest(cells: FloatArray, items: NDArray[np.intp], wrong: BoolArray) -> FloatArray:
    """The highest confidence of an item's wrong verdicts, shape (n_found,); NaN where none has one."""
    known = np.where(wrong & ~np.isnan(cells[items]), cells[items], -np.inf).max(axis=1, initial=-np.inf)
    return np.where(known == -np.inf, np.nan, known)


def _cases(part: Part, judge: str, found: list[tuple[int, int, str]], wrong: BoolArray) -> list[Case]:
    codes, gold = part.patterns.codes(judge), part.patterns.gold
    replicates = np.array(part.patterns.replicates(judge))
    tallies: dict[bytes, str] = {}  # patterns differ by other judges too: few of them differ in what this one said
    cases = []
    for item, pattern, sure in found:
        said = codes[pattern].tobytes()
        if said not in tallies:
            tallies[said] = tally(codes[pattern], part.scale)
        detail = f"gold {part.scale.label(float(gold[pattern]))}, judge {tallies[said]}{sure}"
        which = tuple(int(r) for r in replicates[wrong[pattern]])
        name = part.patterns.item_ids[item]
        cases.append(Case(analysis="calibration", flag=FLAG, judge=judge, criterion=part.criterion, item_id=name, replicates=which, detail=detail))
    return cases
