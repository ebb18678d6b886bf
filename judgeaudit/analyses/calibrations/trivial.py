"""Is a judge right more often than one that never looks? Each judge beside the commonest gold label, item by item."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from judgeaudit.analyses.against_gold import commonest, readings
from judgeaudit.analyses.calibrations.paired import paired
from judgeaudit.analyses.calibrations.piece import Piece
from judgeaudit.analyses.calibrations.rightness import of_items, rightness
from judgeaudit.analyses.parts import Part


def trivial(part: Part) -> Piece:
    """Block `trivial`: how much more often each judge is right than the commonest gold label, with the test and the interval of `paired`.

    Nothing on interval scales, where no answer is exact, and where no item has both gold and a verdict. A judge with several replicates stands
    for a single run of it.
    """
    label, _ = commonest(part)
    if label is None or part.scale.level == "interval":
        return Piece()
    rows = []
    for judge in part.patterns.judges:
        right = of_items(rightness(part, readings(part, judge)[0]))
        always = np.where(np.isnan(right), np.nan, part.patterns.gold == part.scale.code(label))
        found = paired(part, right, always, who=(judge, "\0trivial"))
        if found.difference is not None:
            values = asdict(found)
            ends = {"accuracy": values.pop("first"), "share": values.pop("second")}
            rows.append({"judge": judge, "criterion": part.criterion, "label": label, **values, **ends})
    return Piece(blocks={"trivial": rows} if rows else {})
