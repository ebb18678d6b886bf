"""What page, terminal and Markdown say alike: the headline, the gates in words, and each judge's key numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from judgeaudit.domain.results import Audit, Estimate, Finding, GateResult
from judgeaudit.report import formats
from judgeaudit.report.metrics import DECISIONS, badness, key_of

GATE_ORDER = ("fail", "inconclusive", "not_measured", "pass")
SEVERITIES = ("serious", "warning", "note")
Wanted = tuple[tuple[tuple[str, str], ...], ...]
VERDICT_NUMBERS: Wanted = (
    (("answered", "coverage.answered_rate"),),
    (("flip rate", "consistency.flip_rate"),),
    (("kappa with gold", "calibration.cohen_kappa"),),
    (("accuracy", "calibration.accuracy"), ("mean error", "calibration.mae")),
)
"""The few numbers that a decision turns on. A second metric stands in where the first could not be measured."""

REASON_NUMBERS: Wanted = ((("same reason", "rationale.rationale_pair_stability"),), (("unstable reasons", "rationale.unstable_rationale_rate"),))
"""The same for the reasons: left out where they were not measured."""

PROBE_NUMBERS: Wanted = (
    (("its evidence gone", "bias.evidence_removal_excess_flip_rate"),),
    (("random words gone", "bias.irrelevant_removal_excess_flip_rate"),),
    (("evidence alone", "bias.evidence_only_excess_flip_rate"),),
    (("another response passes", "bias.nonsense_control_pass_rate"),),
)
"""The same for the causal probes: whether the verdict moves, and whether nonsense passes."""

KEY_NUMBERS: Wanted = (*VERDICT_NUMBERS, REASON_NUMBERS[1])
"""What a decision's card shows."""

CHANGED = {
    "none": "no sign of drift", "judge": "the judge has changed", "system": "the judged system has changed", "both": "judge and system have changed",
    "mix": "the mix of items has changed", "undecided": "something has changed, and it cannot be told what",
}  # fmt: skip
"""What a monitor's attribution says."""

_ONLY_MEASURED = {key for choices in (*REASON_NUMBERS, *PROBE_NUMBERS) for _, key in choices}

_LIMIT = re.compile(r"(max|min|<=|>=|≤|≥|at most|at least)\s*:?\s*(-?\d+(?:\.\d+)?(?:e-?\d+)?)", re.IGNORECASE)


def headline(audit: Audit) -> str:
    """The decisions in one sentence; of a check for drift its answers, of a monitor whom its evidence accuses."""
    if audit.drift:
        words = Counter(answer.answer for answer in audit.drift)
        return ", ".join(words) if len(audit.drift) == 1 else ", ".join(f"{word} ({n} of {len(audit.drift)} judges)" for word, n in words.items())
    if audit.attribution is not None:
        return changed(audit)
    if not audit.decisions:
        return "no decision"
    if len(audit.decisions) == 1:
        return DECISIONS[audit.decisions[0].decision].lower()
    counts = Counter[str](decision.decision for decision in audit.decisions)
    return ", ".join(f"{title.lower()} ({counts[word]} of {len(audit.decisions)})" for word, title in DECISIONS.items() if counts[word])


def changed(audit: Audit) -> str:
    """Whom a monitor's evidence accuses, in a few words."""
    said = next((str(row.get("sentence") or "") for row in block(audit, "drift", "monitor")), "")
    return standing("not_measured" if is_unmeasured(audit) else "", audit.attribution or "none", said)


def standing(state: str, attribution: str, sentence: str) -> str:
    """Where a monitor stands, in a few words that say no more than its sentence."""
    if state == "not_measured":
        return "nothing was measured by the last check" if sentence.startswith("Nothing was measured by") else "nothing was measured yet"
    return "no alarm yet" if attribution == "none" and sentence.startswith("No alarm yet") else CHANGED[attribution]


def is_unmeasured(audit: Audit) -> bool:
    """Whether a monitor has seen nothing yet."""
    return any(row.get("state") == "not_measured" for row in block(audit, "drift", "monitor"))


def run_line(audit: Audit) -> str:
    """Size and date of the audit in one line."""
    replicates = audit.rubric.replicates or max((judge.replicates for judge in audit.judges), default=0)
    facts = [
        formats.count(len(audit.judges), "judge"),
        formats.count(len(audit.rubric.criteria), "criterion", "criteria"),
        formats.count(items, "item") if (items := n_items(audit)) else "",
        formats.count(replicates, "replicate") if replicates else "",
        formats.moment(str(audit.run.get("finished_at") or audit.run.get("created_at") or audit.run.get("started_at") or "")),
    ]
    return ", ".join(fact for fact in facts if fact)


def n_items(audit: Audit) -> int:
    """Items of the audit: as the run says, else as many as any estimate saw."""
    said = audit.run.get("n_items", audit.run.get("items"))
    if isinstance(said, int) and not isinstance(said, bool):
        return said
    return max((estimate.n_items for estimate in audit.estimates), default=0)


def gates_in_words(audit: Audit) -> str:
    """`2 pass, 1 fail`."""
    if not audit.gates:
        return "the rubric sets none"
    counts = Counter[str](gate.status for gate in audit.gates)
    return ", ".join(f"{counts[status]} {status.replace('_', ' ')}" for status in GATE_ORDER if counts[status])


def worst_gates(gates: Iterable[GateResult]) -> list[GateResult]:
    """Gates that do not pass first."""
    return sorted(gates, key=lambda gate: GATE_ORDER.index(gate.status))


def limits(gate: GateResult) -> list[tuple[str, float]]:
    """The numbers of a gate's limit, each `max` or `min`."""
    words = {"max": "max", "<=": "max", "≤": "max", "at most": "max"}
    return [(words.get(word.lower(), "min"), float(text)) for word, text in _LIMIT.findall(gate.limit)]


def gate_numbers(gate: GateResult) -> tuple[str, str]:
    """A gate's value and interval, with as many decimals as it takes to tell each end from the limit; empty where there is none."""
    if gate.value is None:
        return "", ""
    pairs = [(number, limit) for number in (gate.value, gate.low, gate.high) if number is not None for _, limit in limits(gate)]
    decimals = max((_decimals(number, limit) for number, limit in pairs), default=3)
    return formats.number(gate.value, decimals=decimals), formats.interval(gate.low, gate.high, decimals=decimals)


def _decimals(number: float, limit: float) -> int:
    """Three, or more where the number would be rounded onto the limit."""
    if number == limit:
        return 3
    return next((places for places in range(3, 7) if round(number, places) != round(limit, places)), 7)


def sorted_findings(audit: Audit) -> list[Finding]:
    """Findings of all analyses, the serious first, each once."""
    seen = dict.fromkeys(_allowed(audit, finding) for analysis in audit.analyses for finding in analysis.findings)
    return sorted(seen, key=lambda finding: SEVERITIES.index(finding.severity))


def _allowed(audit: Audit, finding: Finding) -> Finding:
    """A finding that is a routing rule, with what the decision says of it; any other as it is."""
    head = f"{finding.judge} on {finding.criterion}: "
    sentence = finding.text.removeprefix(head)
    is_rule = finding.judge is not None and finding.text.startswith(head) and sentence.startswith(("accept the ", "the judged systems differ"))
    return (
        finding.model_copy(update={"text": f"{head}{rule_said(audit, finding.judge or '', finding.criterion or '', sentence.removesuffix('.'))}."})
        if is_rule
        else finding
    )


def key_numbers(audit: Audit, judge: str, wanted: Wanted = KEY_NUMBERS) -> list[tuple[str, Estimate, int]]:
    """One judge's key numbers: title, the least favourable estimate over the criteria (whole scale, all items), and of how many."""
    mine = [e for e in audit.estimates if e.judge == judge and e.group is None and e.stratum is None and e.variant is None]
    found: list[tuple[str, Estimate, int]] = []
    for choices in wanted:
        named = [(title, [e for e in mine if key_of(e) == key and (key not in _ONLY_MEASURED or e.value is not None)]) for title, key in choices]
        measured = [(title, estimates) for title, estimates in named if any(e.value is not None for e in estimates)]
        for title, estimates in (measured or [pair for pair in named if pair[1]])[:1]:
            known = [e for e in estimates if e.value is not None] or estimates
            found.append((title, max(known, key=badness), len(known)))
    return found


def unread_share(audit: Audit, judge: str, criterion: str) -> float | None:
    """Share of judged items that go unread where the decision leaves a part to a person besides; None where it leaves none, or nothing is known of it."""
    return next((one.unread.get(criterion) for one in audit.decisions if one.judge == judge), None)


def with_left(sentence: str, left: float | None) -> str:
    """A routing rule in words, with the share of items that goes unread beside what the decision leaves to a person, if it leaves any."""
    if left is None or not sentence or sentence.startswith("abstain on everything"):
        return sentence
    return f"{sentence}; with what the decision leaves to a person, {formats.percent(left)} of all judged items go unread"


def rule_said(audit: Audit, judge: str, criterion: str, sentence: str) -> str:
    """What is printed of a routing rule: as it is, that the decision about the judge forbids it, or what is left of it with what a person reads besides."""
    no = any(one.judge == judge and one.decision == "do_not_deploy" for one in audit.decisions)
    if not no or not sentence or sentence.startswith("abstain on everything"):
        return with_left(sentence, unread_share(audit, judge, criterion))
    return f"the decision is do not deploy and forbids this rule: {sentence}"


def facts_of(audit: Audit, analysis: str, name: str) -> dict[str, Any]:
    """A block that holds one row; empty where it is not there."""
    found = next((a.blocks.get(name) for a in audit.analyses if a.name == analysis), None)
    return found if isinstance(found, dict) else {}


def block(audit: Audit, analysis: str, name: str) -> list[dict[str, Any]]:
    """Rows of one block; none where the analysis or the block is not there."""
    blocks = next((a.blocks for a in audit.analyses if a.name == analysis), {})
    rows = blocks.get(name, [])
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
