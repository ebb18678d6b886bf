"""Margins of a rubric that hold for no probe that it asks: misspelt, or left over."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from judgeaudit.domain.rubric import Rubric
from judgeaudit.probes import PROBES

PREFIX, SUFFIX = "bias.", "_excess_flip_rate"


def margin_warnings(rubric: Rubric) -> list[str]:
    """A sentence for each margin that is of no probe the rubric asks, before anything is asked; none where all are.

    A margin is named `bias.NAME`, or `bias.NAME_excess_flip_rate`; or as a criterion, for drift and calibration.
    """
    asked, criteria = list(rubric.probes), {criterion.name for criterion in rubric.criteria}
    found = []
    for name in rubric.margins:
        probe = name.removeprefix(PREFIX).removesuffix(SUFFIX)
        if name in criteria or (name.startswith(PREFIX) and probe in asked):
            continue
        plain = probe.casefold().removeprefix(PREFIX).removesuffix(SUFFIX).strip()
        near = _nearest(plain, asked) or _nearest(plain, [one.name for one in PROBES])
        head = f"margins: {name!r} is the margin of no probe that is asked, and of no criterion"
        if near and near[0] in asked:
            found.append(f"{head}: write {PREFIX}{near[0]} if that is meant; as it stands the margin of {near[0]} is the usual one")
        elif near:
            found.append(f"{head}: {near[0]} is not among probes; add it there, write the margin as {PREFIX}{near[0]}, or take the margin out")
        else:
            listed = ", ".join(PREFIX + one for one in asked[:5]) or "none: no probes are asked"
            found.append(f"{head}; those that are asked would be {listed}")
    return found


def _nearest(name: str, probes: Sequence[str]) -> list[str]:
    """The probe whose name, or whose estimate's name, is most like this one; empty where none is."""
    like = get_close_matches(name, [*probes, *(probe + SUFFIX for probe in probes)], n=1)
    return [one.removesuffix(SUFFIX) for one in like]
