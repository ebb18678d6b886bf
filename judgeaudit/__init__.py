"""judgeaudit decides whether an LLM judge can be trusted.

Verdicts and reasons are compared across repeats, judges and people; every number carries an interval; one decision is given
for each judge. What the command line can do a notebook can do in one call. Nothing heavy is loaded by importing this.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from judgeaudit import stats as stats
    from judgeaudit.analyses.rationales.compare import RationalePair as RationalePair
    from judgeaudit.api.anchor_plan import plan_anchors as plan_anchors
    from judgeaudit.api.anchors import verify_anchors as verify_anchors
    from judgeaudit.api.audit import audit as audit
    from judgeaudit.api.calibrate import Calibration as Calibration
    from judgeaudit.api.calibrate import calibrate as calibrate
    from judgeaudit.api.check import check as check
    from judgeaudit.api.drift import drift as drift
    from judgeaudit.api.evidence import check_evidence as check_evidence
    from judgeaudit.api.exporting import export as export
    from judgeaudit.api.freeze import freeze_anchors as freeze_anchors
    from judgeaudit.api.importing import import_verdicts as import_verdicts
    from judgeaudit.api.outputs import schema as schema
    from judgeaudit.api.rationales import compare_rationales as compare_rationales
    from judgeaudit.api.result import Audit as Audit
    from judgeaudit.api.run import run as run
    from judgeaudit.domain.evidence import EvidenceClaim as EvidenceClaim
    from judgeaudit.domain.items import GoldLabel as GoldLabel
    from judgeaudit.domain.items import Item as Item
    from judgeaudit.domain.results import Estimate as Estimate
    from judgeaudit.domain.rubric import Rubric as Rubric
    from judgeaudit.domain.verdicts import Verdict as Verdict
    from judgeaudit.errors import JudgeAuditError as JudgeAuditError
    from judgeaudit.judging.parse import parse_reply as parse_reply

_HOMES = {
    "Audit": "judgeaudit.api.result",
    "Calibration": "judgeaudit.api.calibrate",
    "Estimate": "judgeaudit.domain.results",
    "EvidenceClaim": "judgeaudit.domain.evidence",
    "GoldLabel": "judgeaudit.domain.items",
    "Item": "judgeaudit.domain.items",
    "JudgeAuditError": "judgeaudit.errors",
    "RationalePair": "judgeaudit.analyses.rationales.compare",
    "Rubric": "judgeaudit.domain.rubric",
    "Verdict": "judgeaudit.domain.verdicts",
    "audit": "judgeaudit.api.audit",
    "calibrate": "judgeaudit.api.calibrate",
    "check": "judgeaudit.api.check",
    "check_evidence": "judgeaudit.api.evidence",
    "compare_rationales": "judgeaudit.api.rationales",
    "drift": "judgeaudit.api.drift",
    "export": "judgeaudit.api.exporting",
    "freeze_anchors": "judgeaudit.api.freeze",
    "import_verdicts": "judgeaudit.api.importing",
    "parse_reply": "judgeaudit.judging.parse",
    "plan_anchors": "judgeaudit.api.anchor_plan",
    "run": "judgeaudit.api.run",
    "schema": "judgeaudit.api.outputs",
    "verify_anchors": "judgeaudit.api.anchors",
}
_MODULES = ("stats",)

__all__ = [
    "Audit",
    "Calibration",
    "Estimate",
    "EvidenceClaim",
    "GoldLabel",
    "Item",
    "JudgeAuditError",
    "RationalePair",
    "Rubric",
    "Verdict",
    "__version__",
    "audit",
    "calibrate",
    "check",
    "check_evidence",
    "compare_rationales",
    "drift",
    "export",
    "freeze_anchors",
    "import_verdicts",
    "parse_reply",
    "plan_anchors",
    "run",
    "schema",
    "stats",
    "verify_anchors",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    if name in _MODULES:
        return import_module(f"judgeaudit.{name}")
    raise AttributeError(f"module 'judgeaudit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
