"""What one part of the analysis `bias` found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.probe_counts import Shown
from judgeaudit.domain.results import Case, Estimate, Finding


@dataclass(frozen=True, slots=True)
class Reading:
    """Numbers, sentences, items and blocks of one part; blocks of one name from several parts are put one after another."""

    estimates: Sequence[Estimate] = ()
    findings: Sequence[Finding] = ()
    cases: Sequence[Case] = ()
    blocks: Mapping[str, list[dict[str, Any]]] = field(default_factory=dict)


Read = Callable[[AnalysisInput, Sequence[Shown]], Reading]
"""A part: handed everything that was shown, of all parts of the table, judges, probes and variants (None: all of a probe's together)."""
