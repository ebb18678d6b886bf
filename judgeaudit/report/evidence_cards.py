"""Items whose evidence is shown in place: the rationale with its claims beside the texts that they are about."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from judgeaudit import thresholds
from judgeaudit.domain.results import Audit, CaseText
from judgeaudit.report import fields, formats
from judgeaudit.report.cases import EVIDENCE_FLAGS, FLAGS, SOURCE_NAMES, reply_label
from judgeaudit.report.claim_marks import KINDS, STATES, difference, in_rationale, in_source, state_of, with_claims, worst_of
from judgeaudit.report.evidence_lines import WRONG_STATES, risk_of
from judgeaudit.report.marks import visible
from judgeaudit.report.pieces import said_in, sources_of
from judgeaudit.report.summary import block

MAX_CARDS = 100
MAX_BLOCKS = 12
"""Different rationales of one item that are shown."""
MAX_CLAIMS = 60

Key = tuple[str, str, str]


def key_of_row(row: Mapping[str, Any]) -> Key:
    """Judge, criterion and item of a row."""
    return fields.word(row, "judge"), fields.word(row, "criterion"), fields.word(row, "item_id")


def evidence_cards(audit: Audit, groups: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """One card for each judge, criterion and item of the block `marked`, in the order of the triage list; cases of the item stand in it."""
    marked: dict[Key, list[dict[str, Any]]] = {}
    for row in block(audit, "evidence", "marked"):
        marked.setdefault(key_of_row(row), []).append(row)
    triage: dict[Key, dict[str, Any]] = {}
    for row in block(audit, "evidence", "triage"):
        triage.setdefault(key_of_row(row), row)
    order = [key for key in dict.fromkeys((*triage, *marked)) if key in marked]
    texts = {text.item_id: text for text in audit.texts}
    cases = _cases(groups)
    return [
        _card(number, key, marked[key], triage.get(key, {}), texts.get(key[2]), cases.get(key, []))
        for number, key in enumerate(order[:MAX_CARDS], start=1)
    ]  # fmt: skip


def _cases(groups: Sequence[dict[str, Any]]) -> dict[Key, list[dict[str, Any]]]:
    """The listed cases on evidence of each judge, criterion and item, the worst first."""
    found: dict[Key, list[dict[str, Any]]] = {}
    for group in sorted((group for group in groups if group["flag"] in EVIDENCE_FLAGS), key=lambda group: EVIDENCE_FLAGS.index(group["flag"])):
        for entry in group["cases"]:
            case = entry["case"]
            shown = {"flag": case.flag, "title": FLAGS[case.flag][0], "detail": case.detail, "anchor": entry["anchor"]}
            found.setdefault((case.judge or "", case.criterion or "", case.item_id or ""), []).append(shown)
    return found


def _card(number: int, key: Key, rows: Sequence[dict[str, Any]], triage: dict[str, Any], text: CaseText | None, cases: list[dict[str, Any]]) -> dict[str, Any]:
    blocks = _blocks(number, key, rows, text)
    reason = fields.word(triage, "reason")
    return {
        "anchor": f"evidence-{number}", "judge": key[0], "criterion": key[1], "item": key[2], "cases": cases, "risk": risk_of(triage) if triage else "",
        "reason": "" if any(case["detail"] == reason for case in cases) else reason, "blocks": blocks[:MAX_BLOCKS], "more": max(0, len(blocks) - MAX_BLOCKS), "no_texts": text is None or not text.texts,
        "states": _listed(claim["state"] for one in blocks for claim in one["claims"]),
    }  # fmt: skip


def _blocks(number: int, key: Key, rows: Sequence[dict[str, Any]], text: CaseText | None) -> list[dict[str, Any]]:
    """One block for each different rationale, those with wrong claims first."""
    claims_of = {fields.place(row, "replicate"): fields.rows(row, "claims") for row in rows}
    said = {
        fields.place(reply, "replicate"): reply for reply in (text.replies if text else ()) if (reply.get("judge"), reply.get("criterion")) == key[:2]
    }  # fmt: skip
    alike: dict[str, dict[str, Any]] = {}
    for replicate in sorted({*claims_of, *said}, key=lambda one: -1 if one is None else one):
        reply, claims = said.get(replicate, {}), claims_of.get(replicate, [])
        rationale, label = said_in(reply, "rationale"), reply_label(reply)
        identity = json.dumps([rationale.text, rationale.pieces, label, claims], default=str, sort_keys=True)
        alike.setdefault(identity, {"replicates": [], "label": label, "rationale": rationale, "claims": claims, "relabelled": reply.get("relabelled") is True})[
            "replicates"
        ].append(replicate)
    ranked = sorted(alike.values(), key=lambda one: _severity(one["claims"]))
    return [_block(f"evidence-{number}-{place}", one, text, first=place == 0) for place, one in enumerate(ranked)]


def _severity(claims: Sequence[dict[str, Any]]) -> int:
    states = [state for claim in claims if (state := state_of(claim)) in WRONG_STATES]
    return WRONG_STATES.index(worst_of(states)) if states else len(WRONG_STATES) + (not claims)


def _block(anchor: str, one: dict[str, Any], text: CaseText | None, *, first: bool) -> dict[str, Any]:
    """A rationale with its claims, and the texts: all of them in the first block, in others those that something is marked in."""
    claims = list(enumerate(one["claims"][:MAX_CLAIMS], start=1))
    rationale = one["rationale"]
    said = in_rationale(claims, rationale)
    sources = []
    in_place: set[int] = set()
    for name, body in sources_of(text).items():
        found = in_source([(n, claim) for n, claim in claims if fields.word(claim, "source") == name], body)
        in_place |= {spot.number for spot in found.shown}
        if first or found.shown or found.left_out:
            sources.append((SOURCE_NAMES.get(name, name), with_claims(body.text, found.shown, body.gaps), len(found.left_out)))
    numbers = [str(replicate) for replicate in one["replicates"] if replicate is not None]
    return {
        "anchor": anchor, "replicates": numbers, "label": one["label"], "relabelled": one["relabelled"], "sources": sources,
        "rationale": with_claims(rationale.text, said.shown, rationale.gaps) if rationale else None, "left_out": len(said.left_out),
        "claims": [_claim(n, claim, marked=n in in_place) for n, claim in claims], "more": max(0, len(one["claims"]) - MAX_CLAIMS),
        "states": _listed(state_of(claim) for _, claim in claims), "first": first,
    }  # fmt: skip


def _claim(number: int, claim: dict[str, Any], *, marked: bool) -> dict[str, Any]:
    state, source = state_of(claim), fields.word(claim, "source")
    drawn = difference(claim)
    nearest, why = fields.word(claim, "nearest"), fields.word(claim, "why")
    return {
        "number": number, "state": state, "word": STATES[state], "kind": KINDS.get(fields.word(claim, "kind"), ""), "text": visible(_short(fields.word(claim, "text"))),
        "why": why, "source": SOURCE_NAMES.get(source, source), "difference": drawn, "edits": _edits(claim, everything=drawn is None),
        "nearest": _short(nearest) if nearest and nearest not in why and drawn is None and not marked and state in WRONG_STATES else "",
    }  # fmt: skip


def _edits(claim: dict[str, Any], *, everything: bool) -> list[dict[str, str]]:
    """What differs and matters: from the text's words to the quote's. All that differs where the quote cannot be drawn against the text."""
    edits = [{name: fields.word(edit, name) for name in ("quoted", "source", "matters")} for edit in fields.rows(claim, "edits")]
    return [edit for edit in edits if (edit["quoted"] or edit["source"]) and (everything or edit["matters"])][:20]


def _short(text: str) -> str:
    return text if len(text) <= thresholds.MAX_TEXT // 10 else text[: thresholds.MAX_TEXT // 10] + " ..."


def _listed(states: Iterable[str]) -> list[tuple[str, str, str]]:
    """State, how often, and in words; the worst first."""
    counts = Counter[str](states)
    return [(state, formats.integer(counts[state]), word) for state, word in STATES.items() if counts[state]]
