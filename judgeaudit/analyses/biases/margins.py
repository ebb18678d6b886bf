"""Margins that a rubric declares for probes."""

from __future__ import annotations

from collections.abc import Iterable

from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import listed
from judgeaudit.analyses.probe_names import estimate_name
from judgeaudit.domain.results import Finding
from judgeaudit.probes.margin_names import PREFIX, SUFFIX


def margins_of(data: AnalysisInput, probes: Iterable[str]) -> dict[str, float]:
    """By probe: the rubric's margin of `bias.NAME`, or of the name of its excess flip rate; those without one are left out."""
    found = {probe: [data.rubric.margins[name] for name in _names(probe) if name in data.rubric.margins] for probe in probes}
    return {probe: margins[0] for probe, margins in found.items() if margins}


def unused_margins(data: AnalysisInput, probes: Iterable[str]) -> list[Finding]:
    """A warning where the rubric has a margin of a probe that there is not: it may be misspelt."""
    known = {name for probe in probes for name in _names(probe)}
    unused = tuple(name for name in data.rubric.margins if name.startswith(PREFIX) and name not in known)
    text = f"The rubric has a margin for {listed(unused)}, and there is no such probe here."
    return [Finding(severity="warning", text=text)] if unused else []


def _names(probe: str) -> tuple[str, str]:
    name = PREFIX + estimate_name(probe)
    return name, name + SUFFIX
