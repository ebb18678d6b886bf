"""Labels of a scale that no gold item has: nothing says how often a judge is right where it gives one."""

from __future__ import annotations

from typing import Any

import numpy as np

from judgeaudit.analyses.calibrations.piece import Piece
from judgeaudit.analyses.parts import Part, listed
from judgeaudit.domain.results import Finding


def untested(part: Part) -> Piece:
    """Block `untested`, a row for each judge and label that it gives and gold does not, and a warning for each judge.

    Nothing where gold is one label throughout: then agreement beyond chance is undefined, and says so.
    """
    gold, weights = part.patterns.gold, part.weights
    found = np.unique(gold[~np.isnan(gold) & (weights > 0)])
    if part.scale.labels is None or len(found) < 2:
        return Piece()
    absent = [label for label in part.scale.labels if part.scale.code(label) not in found]
    rows: list[dict[str, Any]] = []
    findings: list[Finding] = []
    for judge in part.patterns.judges if absent else ():
        given = part.patterns.codes(judge)
        times = {label: int(weights[(given == part.scale.code(label)).any(axis=1)].sum()) for label in absent}
        said = {label: n for label, n in times.items() if n}
        rows += [{"judge": judge, "criterion": part.criterion, "label": label, "n_items": n} for label, n in said.items()]
        if said:
            which = listed(tuple(f"{label!r} ({n} items)" for label, n in said.items()))
            text = f"{judge} says {which} on {part.criterion}, and no gold item is that: how often it is right there is not known. Label such items."
            findings.append(Finding(severity="warning", text=text, judge=judge, criterion=part.criterion))
    return Piece(findings=tuple(findings), blocks={"untested": rows} if rows else {})
