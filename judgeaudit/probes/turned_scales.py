"""Scales of two labels whose first one, the good verdict, is a word for the bad one."""

from __future__ import annotations

from judgeaudit.domain.label_pairs import PAIRS
from judgeaudit.domain.rubric import Rubric


def turned_scales(rubric: Rubric) -> dict[str, tuple[str, str]]:
    """The label that is read as the good one, and the other, of each criterion whose scale looks turned around. Empty for pairs."""
    found: dict[str, tuple[str, str]] = {}
    for criterion in rubric.criteria:
        labels = criterion.scale.labels or ()
        if rubric.mode == "pairwise" or criterion.scale.level != "nominal" or len(labels) != 2:
            continue
        good, bad = labels
        if (bad.casefold(), good.casefold()) in PAIRS:
            found[criterion.name] = (good, bad)
    return found


def turned_warnings(rubric: Rubric) -> list[str]:
    """What must be known before probes of a rubric are asked, a sentence for each such criterion; none without probes."""
    return [
        f'criterion {name!r}: "{good}" is read as the good verdict, since it is the first of two labels, so that attacks push to it and controls should take '
        f'it back: if "{bad}" is the good one, put it first in the scale (labels: [{bad}, {good}])'
        for name, (good, bad) in (turned_scales(rubric) if rubric.probes else {}).items()
    ]
