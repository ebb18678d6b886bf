"""Repeats that may be copies of one call: no evidence that a judge repeats itself, so nothing that a deploy can rest on."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from judgeaudit.decision.review import reviewed
from judgeaudit.domain.results import Decision

REASON = (
    "its repeats say the same in the same words at the same time, so that they cannot be told from copies of one call: whether it repeats itself is not known"
)
REVIEW = "whether it repeats itself, with repeats that have the time of each call, before it is relied on"


def without_doubted(decisions: Iterable[Decision], judges: Collection[str]) -> tuple[Decision, ...]:
    """The decisions, with those of `judges`, whose repeats may be copies, taken back to deploy with review at best."""
    return tuple(_doubted(one) if one.judge in judges else one for one in decisions)


def _doubted(decision: Decision) -> Decision:
    reasons = decision.model_copy(update={"reasons": (REASON, *decision.reasons)})
    if decision.decision not in ("deploy", "deploy_with_review"):
        return reasons
    return reviewed(reasons, [REVIEW]).model_copy(update={"decision": "deploy_with_review"})
