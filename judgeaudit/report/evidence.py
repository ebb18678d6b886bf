"""The section on evidence: is what the judge says it saw there, and which verdicts rest on what is not?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from judgeaudit.domain.results import Audit, Estimate
from judgeaudit.report import fields, formats
from judgeaudit.report.cases import EVIDENCE_FLAGS, PROBE_FLAGS
from judgeaudit.report.claim_marks import KINDS, STATES
from judgeaudit.report.evidence_cards import Key, evidence_cards, key_of_row
from judgeaudit.report.evidence_lines import WRONG_STATES, evidence_lines, risk_of
from judgeaudit.report.metrics import key_of, metric_of
from judgeaudit.report.probe_forest import kind_of
from judgeaudit.report.rationales import case_anchors
from judgeaudit.report.summary import block

MAX_TRIAGE = 100
MAX_ROWS = 400
MAX_PIECES = 100
_CONTROLS = ("bias.evidence_necessity", "bias.nonsense_control_pass_rate", "bias.nonsense_control_decided_rate")


def evidence_section(audit: Audit, groups: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the section shows.

    Parameters
    ----------
    audit : Audit
        Blocks of its analyses `evidence` and `bias` may be missing or malformed: what cannot be read is left out.
    groups : sequence of dict
        The groups of cases of the page (`cases.case_groups`).
    """
    cards = evidence_cards(audit, groups)
    shown = {(card["judge"], card["criterion"], card["item"]): card["anchor"] for card in cards}
    left = [_without(group, shown) for group in groups if group["flag"] in EVIDENCE_FLAGS]
    anchors = {**case_anchors(groups), **_anchors(left), **shown}
    triage = block(audit, "evidence", "triage")
    return {
        "lines": evidence_lines(audit), "states": _states(audit), "triage": [_triage(row, anchors) for row in triage[:MAX_TRIAGE]], "n_triage": len(triage),
        "risks": _risks(triage), "cards": cards, "legend": list(STATES.items()), "groups": [group for group in left if group["cases"]],
        "once": _pieces(audit, "replicates", anchors), "repeats": _pieces(audit, "repeats", anchors),
        "n_once": len(block(audit, "evidence", "replicates")), "n_repeats": len(block(audit, "evidence", "repeats")),
        "languages": _counted(audit, "languages", "language", "n_rationales"), "unread": _counted(audit, "unread", "reason", "n"),
        "probes": [_probe(row) for row in block(audit, "bias", "probes") if kind_of(row) == "evidence"][:MAX_ROWS], "controls": _controls(audit),
        "probe_groups": [group for group in groups if group["flag"] in PROBE_FLAGS],
        "bias": any(analysis.name == "bias" for analysis in audit.analyses),
        "measured": any(analysis.name == "evidence" for analysis in audit.analyses), "no_texts": not audit.texts,
    }  # fmt: skip


def _without(group: dict[str, Any], shown: Mapping[Key, str]) -> dict[str, Any]:
    """A group without the cases that stand in a card."""
    return {**group, "cases": [entry for entry in group["cases"] if _key(entry) not in shown]}


def _key(entry: Mapping[str, Any]) -> Key:
    case = entry["case"]
    return case.judge or "", case.criterion or "", case.item_id or ""


def _anchors(groups: Sequence[dict[str, Any]]) -> dict[Key, str]:
    found: dict[Key, str] = {}
    for group in sorted(groups, key=lambda group: EVIDENCE_FLAGS.index(group["flag"])):
        for entry in group["cases"]:
            found.setdefault(_key(entry), entry["anchor"])
    return found


def _states(audit: Audit) -> list[dict[str, Any]]:
    """Claims of each judge, criterion and kind: how many were checked, how many are wrong, and what became of all."""
    counts: dict[Key, Counter[str]] = {}
    for row in block(audit, "evidence", "states"):
        state = fields.word(row, "state")
        key = fields.word(row, "judge"), fields.word(row, "criterion"), fields.word(row, "kind")
        counts.setdefault(key, Counter())[state if state in STATES else "unchecked"] += fields.whole(row, "n")
    order = list(KINDS)
    return [
        {
            "judge": judge, "criterion": criterion, "kind": KINDS.get(kind, kind), "checked": sum(n.values()) - n["unchecked"],
            "wrong": sum(n[state] for state in WRONG_STATES), "states": [(state, formats.integer(n[state]), word) for state, word in STATES.items() if n[state]],
        }
        for (judge, criterion, kind), n in sorted(counts.items(), key=lambda one: order.index(one[0][2]) if one[0][2] in order else len(order))
    ][:MAX_ROWS]  # fmt: skip


def _triage(row: dict[str, Any], anchors: Mapping[Key, str]) -> dict[str, Any]:
    key = key_of_row(row)
    stable = ("stable" if row["stable"] else "not stable") if isinstance(row.get("stable"), bool) else "asked once"
    return {
        "rank": fields.whole(row, "rank"), "risk": risk_of(row), "judge": key[0], "criterion": key[1], "item": key[2], "anchor": anchors.get(key, ""),
        "stratum": fields.word(row, "stratum"), "verdict": fields.word(row, "verdict"), "stable": stable, "reason": fields.word(row, "reason"),
    }  # fmt: skip


def _risks(rows: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    counts = Counter(risk_of(row) for row in rows)
    return [(risk, formats.integer(counts[risk])) for risk in ("critical", "high", "medium", "low") if counts[risk]]


def _pieces(audit: Audit, name: str, anchors: Mapping[Key, str]) -> list[dict[str, Any]]:
    """Evidence across replicates: what it is, and how many of them cite it."""
    found = []
    for row in block(audit, "evidence", name)[:MAX_PIECES]:
        key, state = key_of_row(row), fields.word(row, "state")
        known = state if state in STATES else "unchecked"
        found.append(
            {
                "judge": key[0], "criterion": key[1], "item": key[2], "anchor": anchors.get(key, ""), "kind": KINDS.get(fields.word(row, "kind"), ""),
                "text": formats.shorten(fields.word(row, "text"), 240), "state": known, "word": STATES[known],
                "cited": fields.whole(row, "cited_in"), "of": fields.whole(row, "of"),
            }
        )  # fmt: skip
    return found


def _counted(audit: Audit, name: str, what: str, n: str) -> list[tuple[str, str]]:
    return [(fields.word(row, what), formats.integer(fields.whole(row, n))) for row in block(audit, "evidence", name)[:50] if fields.word(row, what)]


def _probe(row: dict[str, Any]) -> dict[str, Any]:
    """One causal probe of a judge on a criterion."""
    number = {name: fields.number(row, name) for name in ("plain_flip", "probe_flip", "excess", "low", "high", "direction", "direction_low", "direction_high")}
    reasons = fields.mapping(row, "not_applicable")
    low, high = number["low"], number["high"]
    return {
        "judge": fields.word(row, "judge"), "criterion": fields.word(row, "criterion"), "probe": fields.word(row, "probe").replace("_", " "),
        "n": fields.whole(row, "n_items"), **number, "interval": formats.interval(low, high), "shift": formats.interval(number["direction_low"], number["direction_high"]),
        "expect": fields.word(row, "expect"), "read": fields.word(row, "read"), "unmade": [f"{fields.whole(reasons, name):,} {name}" for name in reasons if fields.whole(reasons, name)][:10],
    }  # fmt: skip


def _controls(audit: Audit) -> list[dict[str, Any]]:
    """The two numbers that compare probes, with what they mean."""
    return [_control(estimate) for estimate in audit.estimates if key_of(estimate) in _CONTROLS and estimate.stratum is None and estimate.variant is None][
        :MAX_ROWS
    ]


def _control(estimate: Estimate) -> dict[str, Any]:
    metric = metric_of(key_of(estimate))
    return {
        "title": metric.title, "meaning": metric.meaning, "judge": estimate.judge, "criterion": estimate.criterion, "value": formats.value(estimate),
        "interval": estimate.undefined or formats.interval(estimate.low, estimate.high) or "no interval",
    }  # fmt: skip
