"""Evidence that once came to harm on its way into the audit: replies as JSON text, quotes in lists, rows of probes that come twice, a control that could not fail."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import judgeaudit
from judgeaudit.api.result import Audit
from judgeaudit.domain.results import Estimate
from judgeaudit.domain.rubric import Rubric
from tests.core.analyses_builder import Row

RESPONSE = "You can return the goods for a refund within 30 days of delivery. The fee is 20 euros and is taken off the refund."
REAL = "for a refund within 30 days of delivery"
OTHER = "The fee is 20 euros and is taken off"
INVENTED = "our friendly staff will carry the box to your car"
REASON: dict[str, Any] = {"aspect": "window", "finding": "met", "quote": REAL, "explanation": "It gives the window in plain words."}
REPLY: dict[str, Any] = {"reasons": [REASON], "label": "pass"}


def audited(tmp_path: Path, columns: list[dict[str, Any]]) -> Audit:
    """One item for each dict of columns, judged pass."""
    items, verdicts = tmp_path / "items.jsonl", tmp_path / "verdicts.jsonl"
    items.write_text("\n".join(json.dumps({"id": f"i{n}", "input": "Refund?", "response": RESPONSE}) for n in range(len(columns))), encoding="utf-8")
    rows = [{"item_id": f"i{n}", "judge": "j", "label": "pass", "replicate": 0, **more} for n, more in enumerate(columns)]
    verdicts.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return judgeaudit.audit(verdicts, items=items, embedder="none")


def quotes(audit: Audit) -> dict[str, int]:
    """Claims that are quotes, by state."""
    states = next(one for one in audit.data.analyses if one.name == "evidence").blocks["states"]
    return {row["state"]: row["n"] for row in states if row["kind"] == "quote"}


def findings(audit: Audit) -> str:
    return "\n".join(one.text for analysis in audit.data.analyses for one in analysis.findings)


def statement(audit: Audit) -> str | None:
    (row,) = next(one for one in audit.data.analyses if one.name == "evidence").blocks["cited"]
    said: str | None = row["statement"]
    return said


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(REPLY), json.dumps(REPLY, indent=2), f"```json\n{json.dumps(REPLY)}\n```", f"```\n{json.dumps(REPLY)}", json.dumps(json.dumps(REPLY)),
        json.dumps([REASON]), json.dumps({"evaluation": REPLY}), f"Here is my evaluation:\n{json.dumps(REPLY)}", f"Good.\n\n```json\n{json.dumps(REPLY)}\n```\nDone.",
        json.dumps({"verdict": "pass", "rationale": REASON["explanation"], "evidence": [REAL]}),
        json.dumps({"label": "pass", "Quotes": [{"text": REAL, "source": "response"}], "Explanation": REASON["explanation"]}),
    ],
)  # fmt: skip
def test_a_reply_as_json_text_is_read_as_reasons(text: str, tmp_path: Path) -> None:
    found = audited(tmp_path, [{"rationale": text}])
    assert quotes(found) == {"exact": 1}
    assert "fabricated" not in findings(found)


@pytest.mark.parametrize("text", [json.dumps(REPLY), f"```json\n{json.dumps(REPLY)}\n```"])
def test_both_analyses_read_the_same_from_text_and_from_reasons(text: str, tmp_path: Path) -> None:
    one, other = audited(tmp_path, [{"rationale": text}]), audited(tmp_path, [{"reasons": [REASON]}])
    assert one.data.estimates == other.data.estimates
    assert one.data.analyses == other.data.analyses


def test_an_invented_quote_in_json_text_is_still_invented(tmp_path: Path) -> None:
    found = audited(tmp_path, [{"rationale": json.dumps({**REPLY, "reasons": [{**REASON, "quote": INVENTED}]})}])
    assert quotes(found) == {"fabricated": 1}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(REPLY)[:-30], f"```json\n{json.dumps(REPLY)[:-40]}", str(REPLY), json.dumps(REPLY).replace("}]", "},]"), f"I judged it.\n{json.dumps(REPLY)[:-20]}",
        json.dumps({"assessment": {"window": "It gives the window in plain words.", "remark": "Nothing else was asked for here."}}),
    ],
)  # fmt: skip
def test_json_that_is_broken_or_unknown_is_prose_without_quotations_and_that_is_said(text: str, tmp_path: Path) -> None:
    found = audited(tmp_path, [{"rationale": text}])
    assert quotes(found) == {}
    assert "JSON that was cut or has no known field" in findings(found)
    assert "ask for quotes" not in findings(found)
    assert "not known" in str(statement(found))


@pytest.mark.parametrize(
    "text",
    [
        'The reply is {"window": "30 days"} and that is right.', 'The response contains this:\n{"reasons": [{"quote": "free returns for all our customers"}]}',
        '"for a refund within 30 days" is what it says.', '[Response] says "within 30 days of delivery" and that is enough.', "[1]",
    ],
)  # fmt: skip
def test_a_rationale_that_merely_contains_json_or_brackets_stays_as_it_is(text: str, tmp_path: Path) -> None:
    found = audited(tmp_path, [{"rationale": text}, {"rationale": "Fine, all of it."}])
    assert "JSON that" not in findings(found)
    told = judgeaudit.check_evidence(text, {"response": RESPONSE})
    assert all(text[claim.claim_start : claim.claim_end] == claim.text for claim in told)


@pytest.mark.parametrize("field", ["quote", "quotes", "evidence", "evidences", "citation", "citations", "Evidence", "supporting-evidence"])
@pytest.mark.parametrize("column", ["reasons", "rationale"])
def test_every_quote_of_a_list_is_looked_up(field: str, column: str, tmp_path: Path) -> None:
    reasons = [{"aspect": "window", "explanation": "It is named.", field: [REAL, INVENTED, OTHER]}]
    value: Any = reasons if column == "reasons" else json.dumps({"reasons": reasons, "label": "pass"})
    found = audited(tmp_path, [{column: value}])
    assert quotes(found) == {"exact": 2, "fabricated": 1}
    assert "cannot be read" not in findings(found)
    assert "not read" not in findings(found)


def test_evidence_that_tells_of_a_text_or_names_a_place_is_no_quote(tmp_path: Path) -> None:
    told = [
        "The response states clearly how long it takes.",
        'It says "within 30 days of delivery" there.',
        "Section 3",
        "[1]",
        "https://shop.example/policy",
        4,
    ]
    found = audited(tmp_path, [{"reasons": [{"aspect": "window", "evidence": told}]}])
    assert quotes(found) == {"exact": 1}


def test_fields_that_nobody_reads_are_said_and_nobody_is_told_to_ask_for_quotes(tmp_path: Path) -> None:
    reasons = [{"aspect": "window", "explanation": "x", "supporting_text": [INVENTED], "severity": "high", "weight": 0.5}]
    found = audited(tmp_path, [{"reasons": reasons}, {"reasons": reasons}, {"reasons": [{"aspect": "w", "explanation": "Good."}]}])
    assert "Fields supporting_text of 2 of 3 verdicts are not read" in findings(found)
    assert "severity" not in findings(found)
    assert "cites evidence: ask for quotes" not in findings(found)
    assert statement(found) is not None


def test_a_live_judge_is_read_like_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pipejudges.py").write_text(
        "def lists(item, criterion, *, seed, replicate):\n"
        f"    return {{'label': 'pass', 'evidence': [{OTHER!r}], 'reasons': [{{'quote': [{REAL!r}, {INVENTED!r}], 'explanation': 'x'}}], 'remarks': 'not read by anybody'}}\n"
        "def dumps(item, criterion, *, seed, replicate):\n"
        f"    return {{'label': 'pass', 'rationale': {{'window': 'It gives the window in plain words.'}}}}\n",
        encoding="utf-8",
    )
    (tmp_path / "items.jsonl").write_text(json.dumps({"id": "i1", "input": "?", "response": RESPONSE}), encoding="utf-8")
    (tmp_path / "r.yaml").write_text(
        'name: t\ncriteria: [{name: c, question: "?", scale: {level: nominal, labels: ["pass", "fail"]}}]\nitems: items.jsonl\nreplicates: 1\nembedder: none\n'
        "judges: [{name: l, model: 'python:pipejudges:lists'}, {name: d, model: 'python:pipejudges:dumps'}]\n",
        encoding="utf-8",
    )
    found = judgeaudit.run(tmp_path / "r.yaml", out=tmp_path / "run")
    assert quotes(found) == {"exact": 2, "fabricated": 1}
    assert "Fields remarks of 1 of 2 verdicts are not read" in findings(found)


def test_rows_of_a_probe_that_come_twice_are_said() -> None:
    plain = [{"item_id": f"i{n}", "judge": "j", "label": "pass", "replicate": 0} for n in range(3)]
    probed = [{**row, "probe": "tone", "variant": v} for row in plain for v in ("kind", "rude")]
    again = [{**probed[0], "label": "fail"}, {**probed[1], "order": "ba"}]
    told = findings(judgeaudit.audit(pd.DataFrame([*plain, *probed, *again]), embedder="none"))
    assert (
        "replicate, probe and variant that was already there: 2, 1 of them with another verdict (the first is kept): i0 / j / verdict / replicate 0 / tone kind"
        in told
    )
    assert "already there" not in findings(judgeaudit.audit(pd.DataFrame([*plain, *probed]), embedder="none"))


def pairs(plain: list[str], control: list[str], labels: tuple[str, ...]) -> Audit:
    scale = {"level": "nominal", "labels": list(labels)}
    rubric = Rubric.model_validate({"name": "p", "mode": "pairwise", "criteria": [{"name": "c", "question": "?", "scale": scale}]})
    rows: list[Row] = [
        {"item_id": f"i{n}", "judge": "j", "criterion": "c", "replicate": r, "label": label, "probe": probe}
        for probe, said in ((None, plain), ("nonsense_control", control)) for n, label in enumerate(said) for r in range(2)
    ]  # fmt: skip
    return judgeaudit.audit(pd.DataFrame(rows), rubric, embedder="none")


def serious(audit: Audit) -> list[str]:
    return [one.text for analysis in audit.data.analyses if analysis.name == "bias" for one in analysis.findings if one.severity == "serious"]


def decided(audit: Audit) -> Estimate:
    (one,) = (e for e in audit.data.estimates if e.name == "nonsense_control_decided_rate")
    return one


A, B, TIE = "response_a", "response_b", "tie"


@pytest.mark.parametrize("labels", [(A, B), (A, B, TIE)])
def test_a_judge_whose_preference_hangs_on_neither_response_is_serious(labels: tuple[str, ...]) -> None:
    found = pairs([A] * 6, [A] * 6, labels)
    (text,) = serious(found)
    assert "on all 6 items when both responses are another item's (always 'response_a')" in text
    assert [case.item_id for case in found.data.cases if case.flag == "unmoved_by_other_responses"] == [f"i{n}" for n in range(6)]
    assert decided(found).value == (1.0 if TIE in labels else None)
    assert not serious(pairs([A] * 4, [A] * 4, labels)), "too few items"
    read = pairs([A, B, A, B, A, B], [A, B, A, B, A, A], labels)
    assert not serious(read)
    assert not [case for case in read.data.cases if case.flag == "unmoved_by_other_responses"]


def test_ties_between_two_answers_to_something_else_are_right() -> None:
    good = pairs([A, B, A, B, A, B], [TIE] * 6, (A, B, TIE))
    assert decided(good).value == 0.0
    assert "another question" not in findings(good)
    bad = pairs([A, B, A, B, A, B], [B, B, A, A, A, B], (A, B, TIE))
    assert "Between two responses to another question j prefers one on c in 100 % of verdicts, between the item's own in 100 %" in findings(bad)
    never = pairs([TIE] * 6, [TIE] * 6, (A, B, TIE))
    assert not serious(never)
    assert "it never prefers a response" in findings(never)
