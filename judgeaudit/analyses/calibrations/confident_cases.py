"""Disagreements with gold, those first that the judge was surest of."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from judgeaudit.analyses.calibrations.by_item import gold_and_codes
from judgeaudit.analyses.calibrations.sources import FEWEST_REPLICATES, margin_confidences, stated_confidences
from judgeaudit.analyses.parts import Part
from judgeaudit.domain.results import Case


def by_confidence(part: Part, judge: str, cases: Sequence[Case]) -> list[Case]:
    """The cases of one judge, the most confident wrong verdict first; `detail` then says how confident it was.

    By the confidence stated for the wrong verdict (the highest of several), else by that of its log probabilities, else by the share of an
    item's three or more verdicts that are wrong. Cases without either follow, and equal ones stay in the order given.
    """
    if not cases:
        return []
    known = (("", stated_confidences(part, judge)), (" by its log probabilities", margin_confidences(part, judge)))
    _, codes = gold_and_codes(part, judge)
    n_given = (~np.isnan(codes)).sum(axis=1)
    column = {replicate: number for number, replicate in enumerate(part.patterns.replicates(judge))}
    place = {item: number for number, item in enumerate(part.patterns.item_ids)}
    ranked = []
    for case in cases:
        item = place[str(case.item_id)]
        runs = [column[replicate] for replicate in case.replicates]
        said = next(((how, values[~np.isnan(values)].max()) for how, cells in known for values in [cells[item, runs]] if not np.isnan(values).all()), None)
        if said is not None:
            ranked.append((-float(said[1]), case.model_copy(update={"detail": f"{case.detail}; confidence {said[1]:.3g}{said[0]}"})))
        elif n_given[item] >= FEWEST_REPLICATES:
            ranked.append((-len(case.replicates) / float(n_given[item]), case))
        else:
            ranked.append((1.0, case))
    return [case for _, case in sorted(ranked, key=lambda pair: pair[0])]
