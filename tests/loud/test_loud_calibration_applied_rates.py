"""Rates that `apply` prints: not pooled where calibrating found that pooling misleads, and of the items that the judge answers."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from math import sqrt

import pandas as pd
import pytest

import judgeaudit
from judgeaudit.api.apply import apply_calibration
from judgeaudit.api.calibration_file import parse_calibration
from judgeaudit.errors import RunError
from judgeaudit.report.applied import render_applied
from judgeaudit.report.judge_card import render_card_markdown

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
RUBRIC = judgeaudit.Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "q?", "scale": {"labels": ["pass", "fail"]}}]})


def judged(**systems: tuple[int, int, int, int]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """By system: items that pass, of these called fail, items that fail, of these called pass; all labelled."""
    rows, gold = [], []
    for system, (n_pass, missed, n_fail, false) in systems.items():
        cells = (("pass", "fail", missed), ("pass", "pass", n_pass - missed), ("fail", "pass", false), ("fail", "fail", n_fail - false))
        for truth, label, n in cells:
            for _ in range(n):
                rows.append({"item_id": f"i{len(rows)}", "judge": "j", "label": label, "system": system, "confidence": 0.9})
                gold.append({"item_id": rows[-1]["item_id"], "annotator": "h", "label": truth})
    return pd.DataFrame(rows), pd.DataFrame(gold)


LENIENT, STRICT = (100, 2, 100, 40), (100, 40, 100, 2)


def test_where_systems_mislead_the_rate_over_all_is_put_together_from_their_own() -> None:
    frame, gold = judged(A=LENIENT, B=STRICT)
    kept = judgeaudit.calibrate(frame, gold, RUBRIC, embedder="none", now=NOW).data
    assert {one.carried for one in kept.judges[0].of_systems} == {"fails"}
    whole, a, b = apply_calibration(kept, frame, now=NOW).summary.rates
    assert (a.value, b.value) == (pytest.approx(0.5), pytest.approx(0.5))
    assert whole.value == pytest.approx(0.5)
    assert whole.low == pytest.approx(0.5 - sqrt((0.5 * (0.5 - (a.low or 0))) ** 2 + (0.5 * (0.5 - (b.low or 0))) ** 2))
    assert "put together from those of A (200 items), B (200 items)" in whole.note


def test_a_system_without_labels_gets_no_number_and_neither_does_the_whole() -> None:
    frame, gold = judged(A=LENIENT, B=STRICT)
    more, _ = judged(C=LENIENT)
    frame = pd.concat([frame, more.assign(item_id="n" + more["item_id"])])
    kept = judgeaudit.calibrate(frame, gold, RUBRIC, embedder="none", now=NOW).data
    rates = {rate.system: rate for rate in apply_calibration(kept, frame, now=NOW).summary.rates}
    assert rates["C"].value is None
    assert "too few items of this one were labelled" in (rates["C"].undefined or "")
    assert rates[None].value is None
    assert "too few items of C were labelled" in (rates[None].undefined or "")
    assert rates["A"].value == pytest.approx(0.5)
    alone = apply_calibration(kept, more, now=NOW).summary.rates
    assert [rate.value for rate in alone] == [None]
    nowhere = apply_calibration(kept, frame.assign(system=None), now=NOW).summary.rates
    assert [rate.value for rate in nowhere] == [None]


def test_rates_are_of_the_items_that_the_judge_answers_and_say_so() -> None:
    frame, gold = judged(A=(150, 5, 150, 5))
    refused = frame["item_id"].isin(gold.loc[gold["label"] == "fail", "item_id"].iloc[:70])
    frame = frame.drop(columns="system").assign(status=["refused" if one else "ok" for one in refused])
    frame.loc[refused, ["label", "confidence"]] = [None, None]
    found = judgeaudit.calibrate(frame, gold, RUBRIC, embedder="none", now=NOW)
    applied = apply_calibration(found.data, frame, now=NOW, despite_decision=True).summary
    said = " ".join(render_applied(applied).split())
    assert "on the 230 of 300 items that it answers; corrected" in said
    assert 'j on c: when calibrated, it gives no verdict in 70 of 150 calls on items of c that people call "fail"' in said
    assert found.audit is not None
    card = render_card_markdown(found.audit.data, found.data)
    assert "230 labelled by people and answered on c" in card
    assert "items that it answers" in card
    assert "on 230 items; corrected" in " ".join(render_applied(apply_calibration(found.data, frame[~refused], now=NOW).summary).split())


def test_a_tested_rule_that_abstains_covers_nothing_and_fails_a_gate_on_coverage() -> None:
    frame, gold = judged(A=(150, 30, 150, 30))
    gated = RUBRIC.model_validate({**RUBRIC.model_dump(), "gates": {"calibration.selective_coverage": {"min": 0.5}}})
    audit = judgeaudit.calibrate(frame.drop(columns="system"), gold, gated, embedder="none", now=NOW).audit
    assert audit is not None
    assert [(gate.status, gate.value) for gate in audit.data.gates] == [("fail", 0.0)]
    few = frame.drop(columns="system").iloc[::15]
    audit = judgeaudit.calibrate(few, gold, gated, embedder="none", now=NOW).audit
    assert audit is not None
    assert [gate.status for gate in audit.data.gates] == ["not_measured"]


def test_outvoted_repeats_are_no_confidence_outside_the_range() -> None:
    truths = [("pass", "fail")[at % 2] for at in range(60)]
    gold = pd.DataFrame({"item_id": [f"i{at}" for at in range(60)], "annotator": "h", "label": truths})
    rows = [{"item_id": f"i{at}", "judge": "j", "label": truth, "replicate": k} for at, truth in enumerate(truths) for k in range(3)]
    other = {"pass": "fail", "fail": "pass"}
    later = [{"item_id": f"i{at}", "judge": "j", "label": other[truth], "replicate": k} for at, truth in enumerate(truths) for k in (3, 4)]
    kept = judgeaudit.calibrate(pd.DataFrame(rows), gold, RUBRIC, embedder="none", now=NOW).data
    assert kept.judges[0].confidence_range == (1.0, 1.0)
    assert not any("where it was calibrated" in text for text in apply_calibration(kept, pd.DataFrame(rows + later), now=NOW).summary.warnings)


def test_a_system_whose_own_rule_accepts_nothing_is_not_said_to_have_none() -> None:
    frame, gold = judged(A=(300, 3, 300, 3), B=(100, 25, 100, 25))
    kept = judgeaudit.calibrate(frame, gold, RUBRIC, embedder="none", now=NOW).data
    applied = apply_calibration(kept, frame, now=NOW)
    assert set(applied.frame().loc[frame["system"] == "A", "route"]) == {"accept"}
    (reason,) = set(applied.frame().loc[frame["system"] == "B", "route_reason"])
    assert "this one's own rule accepts nothing; its own labels: abstain on everything" in reason
    assert any("are of B, whose own rule accepts nothing" in text for text in applied.summary.warnings)
    assert not any("without a routing rule of its own" in text for text in applied.summary.warnings)


@pytest.mark.parametrize(("name", "value", "said"), [("threshold", "0.8", "valid number"), ("expires", "soon", "is no date")])
def test_a_file_with_text_for_a_number_or_a_date_that_is_none_is_refused(name: str, value: str, said: str) -> None:
    frame, gold = judged(A=(100, 1, 100, 1))
    stored = json.loads(judgeaudit.calibrate(frame, gold, RUBRIC, embedder="none", now=NOW).to_json())
    parse_calibration(json.dumps(stored), where="x")
    (stored["judges"][0]["routing"] if name == "threshold" else stored["judges"][0])[name] = value
    with pytest.raises(RunError, match=said):
        parse_calibration(json.dumps(stored), where="x")
