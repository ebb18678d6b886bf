"""A calibration must not be used silently where it decided against the judge, proves nothing, contradicts itself, or would cost a file of labels."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

import judgeaudit
from judgeaudit.api.apply import apply_calibration
from judgeaudit.api.apply_out import routed_path
from judgeaudit.api.calibrate import Calibration, load_calibration
from judgeaudit.cli.commands import app
from judgeaudit.domain.calibration import CalibrationFile
from judgeaudit.errors import OptionError, RunError
from tests.report.sample_calibration import calibration, judge_calibration, kept_rubric

NOW = datetime(2026, 12, 1, tzinfo=UTC)
RUBRIC = judgeaudit.Rubric.model_validate({"name": "demo", "criteria": [{"name": "c", "question": "q?", "scale": {"labels": ["pass", "fail"]}}]})


def kept(decision: str = "deploy", **changes: Any) -> CalibrationFile:
    return calibration(judge_calibration("j", "c", **changes), rubric=kept_rubric("demo", "c")).model_copy(update={"decisions": {"j": decision}})


def verdicts(labels: list[str], *, confidence: float = 0.95, start: int = 0, **columns: Any) -> pd.DataFrame:
    ids = [f"i{n}" for n in range(start, start + len(labels))]
    return pd.DataFrame({"item_id": ids, "judge": "j", "criterion": "c", "label": labels, "confidence": confidence}).assign(**columns)


def gold_of(frame: pd.DataFrame, labels: list[str]) -> pd.DataFrame:
    return pd.DataFrame({"item_id": frame["item_id"], "annotator": "x", "label": labels})


def test_a_judge_that_is_not_to_be_deployed_has_nothing_accepted_unless_somebody_says_so() -> None:
    frame = verdicts(["pass", "fail"])
    found = apply_calibration(kept("do_not_deploy"), frame, now=NOW)
    assert set(found.frame()["route"]) == {"review"}
    assert found.summary.routed[0].why == {"the calibration decided: do not deploy": 2}
    assert "DO NOT DEPLOY for j: a person reads every verdict" in found.summary.warnings[0]
    despite = apply_calibration(kept("do_not_deploy"), frame, now=NOW, despite_decision=True)
    assert set(despite.frame()["route"]) == {"accept"}
    assert "DO NOT DEPLOY for j" in despite.summary.warnings[0]
    assert set(Calibration(kept("do_not_deploy")).apply(frame, despite_decision=True)["route"]) == {"accept"}


def test_a_decision_that_is_open_is_said_and_others_are_not() -> None:
    open_one = apply_calibration(kept("not_enough_data"), verdicts(["pass"]), now=NOW)
    assert "NOT ENOUGH DATA for j" in open_one.summary.warnings[0]
    assert open_one.summary.routed[0].n_accepted == 1
    for word in ("deploy", "deploy_with_review"):
        assert not any("decided" in text for text in apply_calibration(kept(word), verdicts(["pass"]), now=NOW).summary.warnings)


def test_probes_that_are_the_items_of_the_calibration_prove_nothing() -> None:
    draw = np.random.default_rng(3)
    truth = ["pass", "fail"] * 1000
    given = [one if hit else {"pass": "fail", "fail": "pass"}[one] for one, hit in zip(truth, draw.random(2000) < 0.95, strict=True)]
    frame, other = verdicts(given, confidence=0.9), verdicts(given, confidence=0.9, start=5000)
    found = judgeaudit.calibrate(frame, gold_of(frame, truth), RUBRIC, embedder="none", now=NOW)
    assert len(found.data.judges[0].labelled_items) == 2000
    assert "i17" not in found.data.judges[0].labelled_items, "a digest, not the id"
    same = found.check(frame.assign(system="new"), gold_of(frame, truth)).checks[0]
    assert same.verdict == "INCONCLUSIVE"
    assert "0 by construction" in same.reason
    assert found.check(other, gold_of(other, truth)).checks[0].verdict == "PASS"
    both = pd.concat([frame, other])
    mixed = found.check(both, gold_of(both, truth * 2)).checks[0]
    assert (mixed.verdict, mixed.n_items) == ("PASS", 2000)
    assert "2,000 of 4,000 probes are items that the calibration was made of" in mixed.reason


def _set(*place: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(stored: dict[str, Any]) -> None:
        at: Any = stored
        for name in place[:-1]:
            at = at[name]
        at[place[-1]] = to

    return change


_DAMAGE = {
    "worth none": _set("judges", 0, "classes", 0, "inside_worth", to=0),
    "counts of the labels": _set("judges", 0, "labels", to=["x", "y"]),
    "two different ones": _set("judges", 0, "labels", to=[]),
    "not that of its rubric": _set("judges", 0, "labels", to=["fail", "pass"]),
    "threshold -1 is not between": _set("judges", 0, "routing", "threshold", to=-1),
    "threshold 2 is not between": _set("judges", 0, "routing", "threshold", to=2),
    "no source of confidence": _set("judges", 0, "routing", "source", to="mood"),
    "sensitivity 2 is not what": _set("judges", 0, "sensitivity", to=2.0),
    "specificity 0.1 is not what": _set("judges", 0, "specificity", to=0.1),
    "no range": _set("judges", 0, "confidence_range", to=[0.9, 0.1]),
    "is no date": _set("created_at", to="yesterday"),
    "no criterion of its rubric": _set("judges", 0, "criterion", to="d"),
    "stands in it twice": lambda stored: stored["judges"].append(stored["judges"][0]),
}


@pytest.mark.parametrize("said", _DAMAGE)
def test_a_calibration_that_contradicts_itself_is_refused_with_exit_2(tmp_path: Path, said: str) -> None:
    stored = json.loads(kept().model_dump_json())
    _DAMAGE[said](stored)
    path = tmp_path / "calibration.json"
    path.write_text(json.dumps(stored), encoding="utf-8")
    with pytest.raises(RunError, match=said) as raised:
        load_calibration(path)
    assert raised.value.exit_code == 2
    assert raised.value.where == str(path)
    assert raised.value.fix


def test_no_file_that_is_read_is_written_over(tmp_path: Path) -> None:
    gold = tmp_path / "triage.csv"
    frame = verdicts(["pass", "fail"] * 20)
    gold_of(frame, ["pass", "fail"] * 20).to_csv(gold, index=False)
    before = gold.read_bytes()
    with pytest.raises(OptionError, match="take the place of gold"):
        judgeaudit.calibrate(frame, gold, RUBRIC, embedder="none", out=tmp_path)
    with pytest.raises(OptionError, match="take the place of the probes"):
        routed_path(tmp_path / "v.csv", gold, others={"the probes": gold})
    assert gold.read_bytes() == before


def test_two_systems_whose_errors_cancel_are_both_found() -> None:
    """A judge that says fail of half of what is good at one system, and pass of half of what is bad at the other: together nothing is off."""
    sharp = tuple(
        c.model_copy(update={"inside": 4000, "inside_hits": 3960.0, "inside_worth": 4000, "outside": 4000, "outside_hits": 3960.0, "outside_worth": 4000})
        for c in judge_calibration().classes
    )
    truth = ["pass", "pass", "fail", "fail"] * 100
    mild, strict = ["pass", "pass", "pass", "fail"] * 100, ["pass", "fail", "fail", "fail"] * 100
    frame = pd.concat([verdicts(mild, system="bot-1"), verdicts(strict, start=400, system="bot-2")])
    checks = apply_calibration(kept(classes=sharp), frame, gold=gold_of(frame, truth * 2), now=NOW).summary.checks
    assert {check.system: check.verdict for check in checks if check.system} == {"bot-1": "FAIL", "bot-2": "FAIL"}


def test_verdicts_of_one_item_that_contradict_each_other_go_to_a_person() -> None:
    frame = pd.concat([verdicts(["pass", "pass"], replicate=0), verdicts(["fail", "pass"], replicate=1)])
    found = apply_calibration(kept(), frame, now=NOW)
    assert list(found.frame()["route"]) == ["review", "accept", "review", "accept"]
    assert found.summary.routed[0].n_items_review == 1


def test_columns_that_are_left_out_are_said_and_refusals_are_no_missing_confidence() -> None:
    found = apply_calibration(kept(), verdicts(["pass"]), now=NOW).summary
    assert any("system, prompt_hash, model_served of j on c stood in the verdicts" in text for text in found.warnings)
    refused = apply_calibration(kept(), verdicts(["pass"] * 3, status="refused"), now=NOW).summary.routed[0]
    assert refused.why == {"no verdict (refused)": 3}


def test_an_interval_is_never_a_point_where_the_error_rates_are_refuted() -> None:
    found = apply_calibration(kept(), verdicts(["fail"] * 400), now=NOW).summary.rates[0]
    assert (found.low, found.high) == (None, None)
    assert "not like the calibrated one" in found.note


def test_a_broken_routing_rule_is_a_failure(tmp_path: Path) -> None:
    frame = verdicts(["pass"] * 100)
    frame.to_csv(tmp_path / "v.csv", index=False)
    gold_of(frame, ["fail"] * 40 + ["pass"] * 60).to_csv(tmp_path / "g.csv", index=False)
    Calibration(kept(margins={})).to_json(tmp_path / "calibration.json")
    words = ["apply", str(tmp_path), str(tmp_path / "v.csv"), "--gold", str(tmp_path / "g.csv"), "--out", str(tmp_path / "r.csv")]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 1
    assert "do not route these verdicts by it" in " ".join(done.output.split())
