"""The flagged items as the page shows them: grouped by flag, each with the texts and replies that belong to it."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from judgeaudit import thresholds
from judgeaudit.domain.results import Audit, Case, CaseText
from judgeaudit.report import formats
from judgeaudit.report.marks import marked, visible

FLAGS = {
    "flipped_verdict": ("Flipped verdicts", "The same judge, asked again about the same item, gave another verdict."),
    "judge_gold_disagreement": ("Judge and gold disagree", "The judge's verdict is not the gold label."),
    "instruction_like_content": ("Instruction-like content", "A judged text reads like an instruction to the judge. The stretch is marked."),
    "stable_verdict_unstable_rationale": ("Same verdict, other reasons", "All repeats agree on the verdict but not on why."),
    "fabricated_quote": ("Fabricated quotes", "A quote that stands in nothing the judge saw."),
    "altered_quote": ("Altered quotes", "A quote whose words differ from the text in a way that matters."),
    "misattributed_quote": ("Misattributed quotes", "A quote that stands in another text than the one it is ascribed to."),
    "wrong_number": ("Wrong numbers", "A number or count that the text does not bear out."),
    "false_absence": ("False absences", "The judge says that something is missing, and it is there."),
    "verdict_rationale_contradiction": ("Verdict against rationale", "The rationale argues for another verdict than the one given."),
    "trapped": ("Right verdict, invented evidence", "The verdict is stable, its evidence is not real."),
    "served_model_mismatch": ("Another model answered", "The provider served another model than the one asked for."),
    "fingerprint_changed_within_run": ("The model changed within the run", "The provider's fingerprint is not the same for all calls."),
}
SOURCE_NAMES = {"response_a": "response a", "response_b": "response b"}


def case_groups(audit: Audit) -> list[dict[str, Any]]:
    """Cases by flag: in the order of FLAGS, at most `MAX_CASES_LISTED` each, those with texts first."""
    texts = {text.item_id: text for text in audit.texts}
    groups: dict[str, list[Case]] = {flag: [] for flag in FLAGS}
    for case in audit.cases:
        groups.setdefault(case.flag, []).append(case)
    return [_group(flag, cases, texts) for flag, cases in groups.items() if cases]


def _group(flag: str, cases: list[Case], texts: dict[str, CaseText]) -> dict[str, Any]:
    title, meaning = FLAGS.get(flag, (flag.replace("_", " ").capitalize(), ""))
    listed = sorted(cases, key=lambda case: case.item_id not in texts)[: thresholds.MAX_CASES_LISTED]
    return {"flag": flag, "title": title, "meaning": meaning, "total": len(cases), "cases": [_case(case, texts.get(case.item_id or "")) for case in listed]}


def _case(case: Case, text: CaseText | None) -> dict[str, Any]:
    replies = _replies(case, text) if text else []
    return {
        "case": case,
        "judge": formats.judge_name(case.judge) if case.judge else "",
        "replicates": ", ".join(str(replicate) for replicate in case.replicates),
        "texts": [(SOURCE_NAMES.get(name, name), _source(name, body, case)) for name, body in text.texts.items()] if text else [],
        "loose_spans": [(SOURCE_NAMES.get(s.source, s.source), visible(s.text)) for s in case.spans if text is None or _place(s.start, s.end, s.text, text.texts.get(s.source, "")) is None],
        "replies": replies,
        "labels": {label: number for number, label in enumerate(dict.fromkeys(reply["label"] for reply in replies if reply["label"]))},
    }  # fmt: skip


def _replies(case: Case, text: CaseText) -> list[dict[str, Any]]:
    """What this judge said about this criterion, by replicate; what other judges said belongs to their own cases."""
    kept = [reply for reply in text.replies if reply.get("judge") == case.judge and reply.get("criterion") == case.criterion]
    return [
        {
            "replicate": reply.get("replicate"),
            "label": _said(reply),
            "status": str(reply.get("status") or ""),
            "rationale": visible(reply.get("rationale") or ""),
        }
        for reply in sorted(kept, key=lambda reply: formats.size(reply.get("replicate")))
    ]


def _said(reply: dict[str, Any]) -> str:
    """The label, or the score where the scale has none."""
    said = reply.get("label") if reply.get("label") is not None else reply.get("score")
    return f"{said:.15g}" if isinstance(said, float) else "" if said is None else str(said)


def _source(name: str, body: str, case: Case) -> Markup:
    places = [place for span in case.spans if span.source == name and (place := _place(span.start, span.end, span.text, body)) is not None]
    return marked(body, places)


def _place(start: int, end: int, text: str, body: str) -> tuple[int, int] | None:
    """Where a span stands in a text that may have been cut; None where it does not."""
    if text and body[start:end] == text:
        return start, end
    found = body.find(text) if text else -1
    return None if found < 0 else (found, found + len(text))
