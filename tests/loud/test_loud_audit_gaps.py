"""Audits that once looked whole and were not: what was never judged, numbered, named or ordered as one would think."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pandas as pd
import pytest

import judgeaudit
from judgeaudit.api.outputs import report
from judgeaudit.domain.items import GoldLabel
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import JudgeAuditError

LABELS = ("pass", "fail")


def rubric(*criteria: str, **more: object) -> Rubric:
    scale = {"level": "nominal", "labels": list(LABELS)}
    return Rubric.model_validate({"name": "t", "criteria": [{"name": name, "question": "?", "scale": scale} for name in criteria], **more})


def rows(n: int = 100, *, judge: str = "j", criterion: str = "helpful", replicates: int = 3, wrong: bool = False) -> list[dict[str, object]]:
    return [
        {"item_id": f"i{i}", "judge": judge, "criterion": criterion, "replicate": r, "label": LABELS[(i + wrong) % 2]}
        for i, r in itertools.product(range(n), range(replicates))
    ]


def gold(n: int = 100, *criteria: str) -> list[GoldLabel]:
    return [GoldLabel(item_id=f"i{i}", annotator="h", label=LABELS[i % 2], criterion=c) for i in range(n) for c in criteria or ("helpful",)]


def test_a_criterion_that_was_never_judged_is_no_pass_and_no_deploy() -> None:
    two = rubric("helpful", "safe", gates={"calibration.accuracy": {"min": 0.8}, "consistency.flip_rate": {"max": 0.1}})
    audit = judgeaudit.audit(pd.DataFrame(rows()), two, gold=gold(100, "helpful", "safe"))
    assert audit.exit_code == 3
    assert {(g.metric, g.criterion, g.status) for g in audit.data.gates if g.status != "pass"} == {
        ("calibration.accuracy", "safe", "not_measured"),
        ("consistency.flip_rate", "safe", "not_measured"),
    }
    assert audit.decisions["j"] != "deploy"


def test_a_judge_that_skipped_a_criterion_is_held_where_the_other_is() -> None:
    two = rubric("helpful", "safe", gates={"calibration.accuracy": {"min": 0.8}})
    table = [*rows(judge="j"), *rows(judge="k"), *rows(judge="k", criterion="safe")]
    audit = judgeaudit.audit(pd.DataFrame(table), two, gold=gold(100, "helpful", "safe"))
    assert [(g.judge, g.criterion) for g in audit.data.gates if g.status == "not_measured"] == [("j", "safe")]
    assert audit.decisions["j"] != "deploy"
    assert audit.decisions["k"] == "deploy"


def test_a_gate_of_ones_own_that_was_not_measured_stops_a_deploy() -> None:
    one = rubric("helpful", gates={"evidence.fabricated_quote_rate": {"max": 0.02}})
    audit = judgeaudit.audit(pd.DataFrame(rows()), one, gold=gold())
    assert audit.exit_code == 3
    assert audit.decisions["j"] != "deploy"
    assert any("fabricated_quote_rate" in reason for reason in audit.data.decisions[0].reasons)


@pytest.mark.parametrize("name", ["gpt#majority", "a|b"])
def test_names_that_stand_for_pairs_and_majorities_are_refused(name: str) -> None:
    with pytest.raises(JudgeAuditError, match="rename it"):
        judgeaudit.audit(pd.DataFrame(rows(4, judge=name)), rubric("helpful"))


def test_a_counter_in_the_replicate_column_is_numbered_anew_and_said() -> None:
    table = pd.DataFrame(rows())
    counter = judgeaudit.audit(table.assign(replicate=range(len(table))), rubric("helpful"), gold=gold())
    plain = judgeaudit.audit(table, rubric("helpful"), gold=gold())
    assert counter.data.estimates == plain.data.estimates
    assert any("counter" in finding.text for finding in counter.data.analyses[0].findings)


@pytest.mark.parametrize("column", ["label", "score"])
def test_numbers_as_labels_survive_a_data_frame_with_gaps(column: str) -> None:
    """pandas writes the integers of a column with gaps as 1.0, 2.0: still the points 1, 2 of the scale."""
    ordinal = Rubric.model_validate({"name": "t", "criteria": [{"name": "c", "question": "?", "scale": {"level": "ordinal", "labels": ["1", "2", "3"]}}]})
    table = pd.DataFrame({"item_id": ["a", "b", "c"], "judge": "j", column: [1.0, 2.0, 3.0]})
    if column == "label":
        table["label"] = table["label"].map("{:.1f}".format)
    answered = judgeaudit.audit(table, ordinal).estimate("coverage.answered_rate", judge="j")
    assert answered.value == 1.0


def test_the_order_of_rows_decides_nothing() -> None:
    mixed = [*rows(40, judge="k"), *rows(40, judge="j", wrong=True)]
    for n, row in enumerate(mixed):
        row["cluster"] = f"d{int(str(row['item_id'])[1:]) % 12}"
        row["label"] = LABELS[(n * 7) % 5 % 2]
    shuffled = random.Random(3).sample(mixed, len(mixed))
    first, second = (judgeaudit.audit(pd.DataFrame(table), rubric("helpful"), gold=gold(40)) for table in (mixed, shuffled))
    assert first.data.estimates == second.data.estimates
    assert [judge.name for judge in second.data.judges] == ["j", "k"]


def test_an_item_in_two_strata_is_said() -> None:
    table = pd.DataFrame(rows(20, replicates=2))
    table["stratum"] = table["replicate"].map({0: "A", 1: "B"})
    audit = judgeaudit.audit(table, rubric("helpful"))
    assert {e.stratum for e in audit.data.estimates} == {None, "A"}
    assert any("two strata" in finding.text for finding in audit.data.analyses[0].findings)


def test_gold_in_words_for_scores_is_an_error_and_no_scale() -> None:
    table = pd.DataFrame({"item_id": ["a", "b", "c"], "judge": "j", "score": [3, 4, 5]})
    with pytest.raises(JudgeAuditError, match="good"):
        judgeaudit.audit(table, gold=pd.DataFrame({"item_id": ["a", "b"], "annotator": "h", "label": ["good", "bad"]}))


def test_gold_may_use_a_label_that_no_judge_gave() -> None:
    table = pd.DataFrame({"item_id": ["a", "b", "c"], "judge": "j", "label": ["good", "good", "good"]})
    audit = judgeaudit.audit(table, gold=pd.DataFrame({"item_id": ["a", "b", "c"], "annotator": "h", "label": ["good", "bad", "bad"]}))
    assert audit.estimate("calibration.accuracy", judge="j").value == pytest.approx(1 / 3)


@pytest.mark.parametrize("change", [{"schema_version": 99}, {"format_version": 99}, {"estimates": None}])
def test_report_refuses_an_audit_that_it_cannot_know(tmp_path: Path, change: dict[str, object]) -> None:
    judgeaudit.audit(pd.DataFrame(rows(12)), rubric("helpful"), out=tmp_path)
    stored = json.loads((tmp_path / "audit.json").read_text(encoding="utf-8"))
    for name, value in change.items():
        stored.pop(name) if value is None else stored.update({name: value})
    (tmp_path / "audit.json").write_text(json.dumps(stored), encoding="utf-8")
    with pytest.raises(JudgeAuditError, match=next(iter(change))):
        report(tmp_path)


def test_items_and_judges_without_a_partner_are_listed(tmp_path: Path) -> None:
    lines = [json.dumps({"id": f"i{i}", "input": "?", "response": "!"}) for i in range(20)]
    (tmp_path / "items.jsonl").write_text("\n".join(lines), encoding="utf-8")
    table = pd.DataFrame([*rows(10), *rows(1, judge="j")])
    table.loc[len(table)] = {"item_id": "zzz", "judge": "j", "criterion": "helpful", "replicate": 0, "label": "pass"}
    one = rubric("helpful", judges=[{"name": "j", "model": "openai/x"}, {"name": "ghost", "model": "openai/y"}])
    said = " ".join(f.text for f in judgeaudit.audit(table.drop_duplicates(), one, items=tmp_path / "items.jsonl").data.analyses[0].findings)
    assert "zzz" in said
    assert "10 of 20 items" in said
    assert "ghost" in said
