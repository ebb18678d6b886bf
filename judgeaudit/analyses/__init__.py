"""What is read out of a ratings table. `ANALYSES` is the whole list, in the order in which they run."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

from judgeaudit.analyses.agreement import agreement
from judgeaudit.analyses.bias import bias
from judgeaudit.analyses.calibration import calibration, check_overlap
from judgeaudit.analyses.consistency import consistency
from judgeaudit.analyses.coverage import coverage
from judgeaudit.analyses.evidence import evidence
from judgeaudit.analyses.gold import Gold, adjudicate
from judgeaudit.analyses.identity import identity
from judgeaudit.analyses.injection import injection
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.rationale import rationale
from judgeaudit.analyses.sampled import ON_SAMPLE, on_sample, said
from judgeaudit.domain.results import AnalysisOutput

__all__ = ["ANALYSES", "AnalysisInput", "AnalysisStep", "Gold", "adjudicate", "check_overlap", "run_analyses"]


@dataclass(frozen=True)
class AnalysisStep:
    """One analysis and its name in audit.json."""

    name: str
    run: Callable[[AnalysisInput], AnalysisOutput]


ANALYSES: tuple[AnalysisStep, ...] = (
    AnalysisStep("coverage", coverage),
    AnalysisStep("consistency", consistency),
    AnalysisStep("agreement", agreement),
    AnalysisStep("calibration", calibration),
    AnalysisStep("rationale", rationale),
    AnalysisStep("evidence", evidence),
    AnalysisStep("bias", bias),
    AnalysisStep("identity", identity),
    AnalysisStep("injection", injection),
)


def run_analyses(data: AnalysisInput) -> tuple[AnalysisOutput, ...]:
    """Every analysis in order; each is handed what the earlier ones found, and of a table that is not held a sample where it needs rows."""
    done: dict[str, AnalysisOutput] = {}
    sample = on_sample(data)
    for step in ANALYSES:
        given = sample if step.name in ON_SAMPLE else data
        done[step.name] = said(step.run(dataclasses.replace(given, earlier={**data.earlier, **done})), data)
    return tuple(done.values())
