"""Scales of two labels whose first one, the good verdict, is a word for the bad one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.domain.results import Finding
from judgeaudit.probes.turned_scales import turned_scales as turned


def turned_scales(data: AnalysisInput, rows: Iterable[Mapping[str, Any]]) -> list[Finding]:
    """A warning for each such criterion among rows of the block `probes`: which verdict is good decides whether an attack pays and a control is followed."""
    probed = {row["criterion"] for row in rows}
    found = []
    for criterion, (good, bad) in turned(data.rubric).items():
        if criterion in probed:
            text = (
                f'On {criterion} "{good}" is read as the good verdict, since it is the first of two labels: attacks push to it, and controls should take it '
                f'back. If "{bad}" is the good one, put it first in the scale (labels: [{bad}, {good}]) and read no control or attack before.'
            )
            found.append(Finding(severity="warning", text=text, criterion=criterion))
    return found
