"""Where a monitor stands, or one of its checks, on the page of an audit: whom the evidence accuses, and the anchors that moved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judgeaudit.domain.results import Audit
from judgeaudit.report import fields
from judgeaudit.report.drift_flipped import flipped_anchors
from judgeaudit.report.drift_markdown import beyond_title, check_of, counted, moved_when, sentence_of, watched
from judgeaudit.report.summary import changed

NO_SIGN = "no alarm yet"

SECTIONS = (
    ("decision", "Answer"), ("flipped", "Anchors that moved"), ("findings", "Findings"), ("cases", "Other cases"), ("judges", "Judges"),
    ("estimates", "All estimates"), ("how", "How to read this"),
)  # fmt: skip
LOOKS = {"none": "pass", "undecided": "inconclusive"}


def look_of(word: str, attribution: str) -> str:
    """Green only where nothing was seen, and something was measured."""
    return "not_measured" if word.startswith("nothing") else "inconclusive" if word == NO_SIGN else LOOKS.get(attribution, "fail")


def monitor_section(audit: Audit, groups: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """What the page shows; None for an audit that is none of a monitor.

    Parameters
    ----------
    audit : Audit
        Blocks of its analysis `drift` may be missing or malformed: what cannot be read is left out.
    groups : sequence of dict
        The groups of cases of the page (`cases.case_groups`).
    """
    if audit.attribution is None or audit.drift:
        return None
    check, word = check_of(audit), changed(audit)
    return {
        "word": word, "look": look_of(word, audit.attribution), "when": moved_when(audit), "sentence": beyond_title(sentence_of(audit)),
        "rows": watched(audit) if check else [], "n": fields.whole(check, "n"), "name": fields.word(check, "name"), "counted": counted(check),
        "flipped": flipped_anchors(audit, groups),
    }  # fmt: skip
