"""Is the judge now still the judge that it was? Two runs on the same items, measure by measure, and one answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from judgeaudit.analyses.calibrations.piece import plain
from judgeaudit.analyses.drifts.against_gold import against_gold
from judgeaudit.analyses.drifts.answers import answered, detectable, with_adjusted
from judgeaudit.analyses.drifts.causes import causes
from judgeaudit.analyses.drifts.evidence import evidence
from judgeaudit.analyses.drifts.flipped import FLAG as FLIPPED
from judgeaudit.analyses.drifts.flipped import in_turn
from judgeaudit.analyses.drifts.inputs import DriftInput
from judgeaudit.analyses.drifts.noise import noise
from judgeaudit.analyses.drifts.piece import DriftPiece
from judgeaudit.analyses.drifts.rationale import rationale
from judgeaudit.analyses.drifts.repeatability import repeatability
from judgeaudit.analyses.drifts.replies import replies
from judgeaudit.analyses.drifts.shares import shares
from judgeaudit.analyses.drifts.side_by_side import side_by_side
from judgeaudit.analyses.drifts.verdicts import verdicts
from judgeaudit.analyses.parts import Part, parts
from judgeaudit.analyses.rationales.rows import read_said
from judgeaudit.domain.drift import DriftAnswer
from judgeaudit.domain.results import Analysis, AnalysisOutput, Case, Estimate, Finding

PIECES: tuple[Callable[[Part, DriftInput], DriftPiece], ...] = (
    verdicts,
    noise,
    repeatability,
    against_gold,
    shares,
    replies,
)
"""Asked of each criterion as a whole and of each of its strata, in this order."""


def drift(given: DriftInput) -> tuple[AnalysisOutput, tuple[DriftAnswer, ...]]:
    """Compare a judge before and now.

    Parameters
    ----------
    given : DriftInput

    Returns
    -------
    tuple of AnalysisOutput and tuple of DriftAnswer
        Estimates (those that decide carry `p_adjusted`), findings, cases `flipped_anchor` and `changed_reasons`, blocks; and one answer, for the judge, with every measure.
        The answer is never *equivalent* where nothing could be compared.
    """
    pieces = [piece(part, given) for part in parts(given.data, "drift") for piece in PIECES]
    said = read_said(given.data)
    pieces += [rationale(given, said), evidence(given, said), causes(given)]
    tested = [one for piece in pieces for one in piece.tested]
    answer = answered(given, tested, n_anchors=_n_anchors(given))
    estimates = with_adjusted([one for piece in pieces for one in piece.estimates], answer) + detectable(given, answer)
    blocks: dict[str, Any] = {}
    for piece in pieces:
        for name, rows in piece.blocks.items():
            blocks.setdefault(name, []).extend(rows)
    findings = (_headline(given, answer), *(one for piece in pieces for one in piece.findings))
    cases = in_turn(case for piece in sorted(pieces, key=_is_long) for case in piece.cases)
    blocks["alignment"] = side_by_side(given, said, cases)
    return _output(findings, blocks, estimates, cases, measured=any(one.effect is not None for one in answer.measures)), (answer,)


def _is_long(piece: DriftPiece) -> bool:
    """Whether its cases may be thousands, behind which the few others would never be read."""
    return any(case.flag == FLIPPED for case in piece.cases)


def _n_anchors(given: DriftInput) -> int:
    return len({item for patterns in given.data.patterns.values() for item in patterns.item_ids})


def _headline(given: DriftInput, answer: DriftAnswer) -> Finding:
    severity: dict[str, Any] = {"drifted": "serious", "equivalent": "note", "inconclusive": "warning"}
    return Finding(severity=severity[answer.answer], text=answer.sentence, judge=given.judge)


def _output(findings: tuple[Finding, ...], blocks: dict[str, Any], estimates: list[Estimate], cases: tuple[Case, ...], *, measured: bool) -> AnalysisOutput:
    reason = None if measured else "no item has a verdict of both versions"
    analysis = Analysis(name="drift", status="measured" if measured else "not_measured", reason=reason, findings=findings, blocks=blocks)
    return AnalysisOutput(analysis=analysis, estimates=tuple(map(plain, estimates)), cases=cases)
