"""The flagged items as the page shows them: grouped by flag, each with the texts and replies that belong to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from judgeaudit import thresholds
from judgeaudit.domain.results import Audit, Case, CaseText, Span
from judgeaudit.report import fields, formats
from judgeaudit.report.aligned import aligned
from judgeaudit.report.marks import marked, visible
from judgeaudit.report.pieces import Shown, said_in, sources_of
from judgeaudit.report.summary import block

FLAGS = {
    "flipped_verdict": ("Flipped verdicts", "The same judge, asked again about the same item, gave another verdict."),
    "judge_gold_disagreement": ("Judge and gold disagree", "The judge's verdict is not the gold label."),
    "instruction_like_content": ("Instruction-like content", "A judged text reads like an instruction to the judge. The stretch is marked."),
    "stable_verdict_unstable_rationale": ("Same verdict, other reasons", "All repeats agree on the verdict but not on why."),
    "same_verdict_other_reasons": (
        "Two judges, one verdict, other reasons",
        "Two judges agree on the verdict, and each gives reasons that the other does not.",
    ),
    "verdict_rationale_contradiction": ("Verdict against rationale", "The rationale argues for another verdict than the one given."),
    "reasoning_contradicts_rationale": ("Reasoning against rationale", "The judge's reasoning chain concludes otherwise than its rationale."),
    "missing_rationale": ("No rationale", "A verdict without a reason: nothing can be compared."),
    "fabricated_quote": ("Fabricated quotes", "A quote that stands in nothing the judge saw."),
    "altered_quote": ("Altered quotes", "A quote whose words differ from the text in a way that matters."),
    "misattributed_quote": ("Misattributed quotes", "A quote that stands in another text than the one it is ascribed to."),
    "wrong_number": ("Wrong numbers", "A number or count that the text does not bear out."),
    "false_absence": ("False absences", "The judge says that something is missing, and it is there."),
    "false_presence": ("False presences", "The judge says that something is there, and it is not."),
    "invented_name": ("Invented names", "A name that stands in nothing the judge saw."),
    "trapped": ("Stable verdict, nothing firm under it", "The verdict is the same each time; its evidence is not real, or its reasons change."),
    "moved_by_irrelevant_removal": ("Moved by random words", "The verdict moves when words that the judge did not cite are taken out."),
    "insensitive_to_evidence": ("Unmoved without its evidence", "The verdict stays when the words that the judge cites are taken out."),
    "passes_nonsense": ("Passes another item's response", "A response to something else passes."),
    "unmoved_by_other_responses": ("Unmoved by other responses", "The preference stays when both responses are another item's, here and on every item."),
    "moved_unmentioned": ("Moved without a word of it", "A probe moved the verdict, and the rationale does not mention what it brought in."),
    "moved_by_probe": ("Moved by a probe", "A probe moved the verdict; the rationale mentions what it brought in, or nobody can say."),
    "unmoved_by_control": ("Unmoved by a worse answer", "The answer was made worse, and the verdict stays."),
    "served_model_mismatch": ("Another model answered", "The provider served another model than the one asked for."),
    "fingerprint_changed_within_run": ("The model changed within the run", "The provider's fingerprint is not the same for all calls."),
    "flipped_anchor": ("Flipped anchors", "The judge said something else about this item in the baseline."),
    "changed_reasons": ("Changed reasons", "Where reasons changed between the versions: the anchors whose rationales are least alike."),
}
RATIONALE_FLAGS = (
    "stable_verdict_unstable_rationale", "same_verdict_other_reasons", "verdict_rationale_contradiction", "reasoning_contradicts_rationale",
    "missing_rationale",
)  # fmt: skip
"""Flags whose cases stand in the section on rationales."""

EVIDENCE_FLAGS = (
    "trapped", "fabricated_quote", "altered_quote", "misattributed_quote", "wrong_number", "false_absence", "false_presence", "invented_name",
)  # fmt: skip
"""Flags whose cases stand in the section on evidence, the worst first."""

PROBE_FLAGS = ("insensitive_to_evidence", "moved_by_irrelevant_removal", "passes_nonsense", "unmoved_by_other_responses")
"""Flags of the causal probes: there too."""

MOVED_FLAGS = ("moved_unmentioned", "moved_by_probe", "unmoved_by_control")
"""Flags of what probes moved, or should have: they stand in the section on bias and attacks."""

PAIR_FLAGS = ("same_verdict_other_reasons",)
"""Flags whose judge is a pair "a|b"."""

VERSION_FLAGS = ("flipped_anchor", "changed_reasons")
"""Flags about two versions of a judge, whose replies carry its name with the version behind it."""

_CONFIDENCE = re.compile(r"\bconfidence ([01](?:\.\d+)?)(?![\d.])")

SOURCE_NAMES = {"response_a": "response a", "response_b": "response b"}
REPLY_PARTS = {"rationale": "said", "reasoning": "thought"}
"""Texts of a reply that spans may stand in, and where a reply here holds them."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What belongs to a case: its place in the audit, the texts of its item, and its rationales aligned by reason."""

    anchor: str
    text: CaseText | None
    alignment: dict[str, Any] | None


def case_groups(audit: Audit) -> list[dict[str, Any]]:
    """Cases by flag: in the order of FLAGS, at most `MAX_CASES_LISTED` each, those with texts first; of judge against gold, the surest first."""
    texts = {text.item_id: text for text in audit.texts}
    rows = [*block(audit, "rationale", "alignment"), *block(audit, "drift", "alignment")]
    alignments = {(row.get("judge"), row.get("criterion"), row.get("item_id")): row for row in rows if _hashable(row)}
    groups: dict[str, list[tuple[Case, _Known]]] = {flag: [] for flag in FLAGS}
    for number, case in enumerate(audit.cases, start=1):
        alignment = alignments.get((case.judge, case.criterion, case.item_id)) if case.flag in (*RATIONALE_FLAGS, *VERSION_FLAGS) else None
        groups.setdefault(case.flag, []).append((case, _Known(f"case-{number}", texts.get(case.item_id or ""), alignment)))
    return [_group(flag, cases) for flag, cases in groups.items() if cases]


def _hashable(row: dict[str, Any]) -> bool:
    return all(row.get(name) is None or isinstance(row.get(name), str) for name in ("judge", "criterion", "item_id"))


def _group(flag: str, cases: list[tuple[Case, _Known]]) -> dict[str, Any]:
    title, meaning = FLAGS.get(flag, (flag.replace("_", " ").capitalize(), ""))
    listed = sorted(cases, key=lambda pair: (pair[1].text is None, -sureness(pair[0])))[: thresholds.MAX_CASES_LISTED]
    return {"flag": flag, "title": title, "meaning": meaning, "total": len(cases), "cases": [_case(case, known) for case, known in listed]}


def sureness(case: Case) -> float:
    """How sure the judge was of a verdict that is not gold's, as the case says it in words; -1 where it says nothing, and for all other cases."""
    said = _CONFIDENCE.findall(case.detail) if case.flag == "judge_gold_disagreement" else []
    return float(said[-1]) if said else -1.0


def _case(case: Case, known: _Known) -> dict[str, Any]:
    text = known.text
    replies = _replies(case, text) if text else []
    sources = sources_of(text)
    table = aligned(known.alignment, replies)
    return {
        "case": case,
        "anchor": known.anchor,
        "judge": formats.judge_name(case.judge) if case.judge else "",
        "replicates": ", ".join(str(replicate) for replicate in case.replicates),
        "texts": [(SOURCE_NAMES.get(name, name), _marked(name, body, case.spans), _left_out(name, body, case.spans)) for name, body in sources.items()],
        "loose_spans": [(SOURCE_NAMES.get(s.source, s.source), visible(s.text)) for s in case.spans if _is_loose(s, sources, replies)],
        "aligned": table,
        "said": replies,
        "replies": replies if table is None else table["others"],
        "labels": {label: number for number, label in enumerate(dict.fromkeys(reply["label"] for reply in replies if reply["label"]))},
    }


def _is_loose(span: Span, sources: dict[str, Shown], replies: list[dict[str, Any]]) -> bool:
    """Whether a span stands in none of the texts that the case shows."""
    if span.source in REPLY_PARTS and any(_place(span, reply[REPLY_PARTS[span.source]]) for reply in replies):
        return False
    return span.source not in sources or not _place(span, sources[span.source])


def _replies(case: Case, text: CaseText) -> list[dict[str, Any]]:
    """What this judge (or this pair) said about this criterion, by judge and replicate; what others said belongs to their own cases."""
    said = [reply for reply in text.replies if reply.get("criterion") == case.criterion]
    judges = _pair(case.judge or "", {str(reply.get("judge")) for reply in said}) if case.flag in PAIR_FLAGS else _versions(case)
    order = judges or (case.judge,)
    kept = [reply for reply in said if reply.get("judge") in order]
    kept.sort(key=lambda reply: (order.index(reply.get("judge")), fields.whole(reply, "replicate")))
    return [_reply(case, reply, several=judges is not None) for reply in kept]


def _versions(case: Case) -> tuple[str, str] | None:
    """Names of both versions of a judge; None where a case is about one."""
    return (f"{case.judge} (baseline)", f"{case.judge} (current)") if case.flag in VERSION_FLAGS else None


def _pair(name: str, known: set[str]) -> tuple[str, str] | None:
    """The two judges of "a|b"; the bar may stand in a judge's own name."""
    places = [place for place, character in enumerate(name) if character == "|"]
    return next(((name[:place], name[place + 1 :]) for place in places if {name[:place], name[place + 1 :]} <= known), None)


def _reply(case: Case, reply: dict[str, Any], *, several: bool) -> dict[str, Any]:
    said, thought = said_in(reply, "rationale"), said_in(reply, "reasoning")
    flagged = reply.get("replicate") in case.replicates
    spans = case.spans if flagged else ()
    return {
        "judge": str(reply.get("judge")),
        "who": formats.judge_name(str(reply.get("judge"))) if several else "",
        "replicate": reply.get("replicate"),
        "flagged": flagged and case.flag in ("verdict_rationale_contradiction", "reasoning_contradicts_rationale", "missing_rationale"),
        "label": reply_label(reply),
        "status": str(reply.get("status") or ""),
        "said": said,
        "thought": thought,
        "relabelled": reply.get("relabelled") is True,
        "chain": case.flag == "reasoning_contradicts_rationale" and bool(thought),
        "rationale": _marked("rationale", said, spans),
        "reasoning": _marked("reasoning", thought, spans),
    }


def reply_label(reply: dict[str, Any]) -> str:
    """The label, or the score where the scale has none."""
    said = reply.get("label") if reply.get("label") is not None else reply.get("score")
    return f"{said:.15g}" if isinstance(said, float) else "" if said is None else str(said)


def _marked(name: str, body: Shown, spans: Sequence[Span]) -> Markup:
    places = [place for span in spans if span.source == name for place in _place(span, body)]
    return marked(body.text, places, body.gaps)


def _left_out(name: str, body: Shown, spans: Sequence[Span]) -> int:
    """How many spans stand in what is left out of a text."""
    return sum(span.source == name and body.leaves_out(span.start, span.end) for span in spans)


def _place(span: Span, body: Shown) -> list[tuple[int, int]]:
    """Where a span stands in what is shown of a text, in one stretch or in more; empty where it does not.

    Where the offsets are off, its words count. Where they lead to what is left out, the same words elsewhere are not the ones that are meant.
    """
    if span.text and body.agrees(span.start, span.end, span.text):
        return [(part.first, part.last) for part in body.parts(span.start, span.end)]
    found = None if body.leaves_out(span.start, span.end) else body.find(span.text)
    return [] if found is None else [found]
