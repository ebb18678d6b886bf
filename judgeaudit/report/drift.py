"""The page of a check for drift: is the judge still the judge that it was, what does the answer rest on, and what changed beside?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judgeaudit.domain.drift import DriftAnswer
from judgeaudit.domain.results import Audit
from judgeaudit.report import formats
from judgeaudit.report.drift_asides import cause_rows, evidence_rows, reason_rows, reply_rows
from judgeaudit.report.drift_flipped import flipped_anchors
from judgeaudit.report.drift_forest import counted, forests, titled
from judgeaudit.report.drift_shares import share_cards
from judgeaudit.report.drift_transitions import accuracy_rows, transition_cards
from judgeaudit.report.drift_words import LOOKS, amount, is_share

SECTIONS = (
    ("decision", "Answer"), ("measures", "Measures and margins"), ("transitions", "What became of verdicts"), ("flipped", "Flipped anchors"),
    ("causes", "What changed in the runs"), ("shares", "Production score"), ("replies", "Replies, reasons, evidence"), ("findings", "Findings"),
    ("cases", "Other cases"), ("judges", "Judges"), ("estimates", "All estimates"), ("how", "How to read this"),
)  # fmt: skip
"""Of a page about drift: nothing on analyses that such a check does not make."""

MAX_JUDGES = 40
MAX_MEASURES, FEWEST_MEASURES = 1000, 20
"""Measures that the page draws of all judges together, and of each at least."""

MOST_SEEN = 3


def drift_section(audit: Audit, groups: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """What the page shows; None for an audit that is no check for drift.

    Parameters
    ----------
    audit : Audit
        Blocks of its analysis `drift` may be missing or malformed: what cannot be read is left out.
    groups : sequence of dict
        The groups of cases of the page (`cases.case_groups`).
    """
    if not audit.drift:
        return None
    most = max(FEWEST_MEASURES, MAX_MEASURES // len(audit.drift))
    return {
        "answers": [_answer(answer, most=most) for answer in audit.drift[:MAX_JUDGES]], "more": max(0, len(audit.drift) - MAX_JUDGES),
        "transitions": transition_cards(audit), "accuracy": accuracy_rows(audit), "flipped": flipped_anchors(audit, groups), "causes": cause_rows(audit),
        "shares": share_cards(audit), "replies": reply_rows(audit), "reasons": reason_rows(audit), "evidence": evidence_rows(audit),
        "several": len(audit.drift) > 1, "reasons_shown": any(group["flag"] == "changed_reasons" for group in groups),
    }  # fmt: skip


def _answer(answer: DriftAnswer, *, most: int) -> dict[str, Any]:
    """One judge: the answer in a sentence, how many measures say what, and the forest plots."""
    whole = [one for one in answer.measures if one.stratum is None]
    strata = [one for one in answer.measures if one.stratum is not None]
    return {
        "judge": answer.judge, "was": answer.was if answer.was != answer.judge else "", "answer": answer.answer, "look": LOOKS[answer.answer],
        "sentence": answer.sentence, "n": formats.integer(answer.n_anchors), "n_whole": counted(whole) or "none", "n_strata": counted(strata),
        "seen": _seen(answer), "forest": forests(answer, most=most),
    }  # fmt: skip


def _seen(answer: DriftAnswer) -> list[tuple[str, str, str]]:
    """Smallest shifts that the check could have seen on whole criteria: measure, criterion, size; the coarsest first."""
    known = [one for one in answer.measures if one.stratum is None and one.detectable is not None]
    known.sort(key=lambda one: -(one.detectable or 0.0) / one.margin)
    found = []
    for one in known[:MOST_SEEN]:
        title = f"{titled(one)} {one.group}" if one.measure == "marginal_shift" and one.group is not None else titled(one)
        found.append((title, one.criterion, amount(one.detectable, share=is_share(one)) + (" pp" if is_share(one) else " points")))
    return found
