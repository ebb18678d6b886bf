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
from judgeaudit.domain.results import ReviewPart
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
    assert not any("decided" in text for text in apply_calibration(kept("deploy"), verdicts(["pass"]), now=NOW).summary.warnings)
    older = apply_calibration(kept("deploy_with_review"), verdicts(["pass"]), now=NOW)  # it does not keep of what
    assert "DEPLOY WITH HUMAN REVIEW for j and does not keep of what" in older.summary.warnings[0]
    known = kept("deploy_with_review").model_copy(update={"reviews": {"j": (ReviewPart(kind="label", said="x", criterion="c", values=("fail",)),)}})
    assert not any("decided" in text for text in apply_calibration(known, verdicts(["pass"]), now=NOW).summary.warnings)


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


def test_where_one_calibration_misleads_a_person_reads_and_the_systems_own_errors_count() -> None:
    """A judge that is right in 97 % on A and in 60 % on B: what holds for both together promises too much on B."""
    draw = np.random.default_rng(17)
    truth = ["pass" if one else "fail" for one in draw.random(600) < 0.6]
    systems = ["B" if n % 5 == 0 else "A" for n in range(600)]
    right = draw.random(600) < np.where(np.array(systems) == "A", 0.97, 0.6)
    given = [one if hit else {"pass": "fail", "fail": "pass"}[one] for one, hit in zip(truth, right, strict=True)]
    frame = verdicts(given, confidence=0.95, system=systems)
    found = judgeaudit.calibrate(frame, gold_of(frame, truth), RUBRIC, embedder="none", now=NOW).data
    own = {one.system: one for one in found.judges[0].of_systems}
    of_b = [(one, hit) for one, hit, system in zip(truth, right, systems, strict=True) if system == "B"]
    assert (own["A"].n_labelled, own["B"].n_labelled) == (480, 120)
    assert own["B"].carried == "fails"
    assert own["B"].classes[0].inside_hits == sum(hit for one, hit in of_b if one == "pass")
    new = frame[frame["system"] == "B"].assign(item_id=lambda rows: "n" + rows["item_id"])
    for batch, reason in ((new, "this one's own rule accepts nothing"), (new.drop(columns="system"), "of none that it has labels of")):
        table = apply_calibration(found, batch, now=NOW)
        assert set(table.frame()["route"]) == {"review"}
        assert reason in table.frame()["route_reason"].iloc[0]
        assert any("for all systems misleads" in text for text in table.summary.warnings)
    rate = apply_calibration(found, new, now=NOW).summary.rates[0]
    j = own["B"].classes[0]
    assert j.sensitivity is not None
    assert j.specificity is not None
    assert rate.raw == pytest.approx((rate.judged + j.specificity - 1) / (j.sensitivity + j.specificity - 1))
    despite = apply_calibration(found, new, now=NOW, despite_decision=True)
    assert any("because of --despite-decision" in text for text in despite.summary.warnings)
    assert "mislead" not in " ".join(despite.frame()["route_reason"])
    old = json.loads(found.model_dump_json())
    for judge in old["judges"]:
        del judge["of_systems"]
    assert CalibrationFile.model_validate(old).judges[0].of_systems == ()


def test_a_budget_counts_by_the_interval_that_is_printed() -> None:
    from judgeaudit.api.budget import budget
    from judgeaudit.stats.kernels.rates import wilson

    for rate in (0.99, 0.02, 0.9):
        n = budget(rate=rate, half_width=0.05).lines[0].labels
        assert n is not None
        low, high = wilson(rate, n, 0.95)
        assert (high - low) / 2 <= 0.05 + 1e-9
    assert budget(rate=0.99, half_width=0.05).lines[0].labels == 43
    assert budget(rate=0.01, labels=30).lines[0].half_width == pytest.approx(0.065, abs=5e-4)
    perfect = budget(sensitivity=1, specificity=1).lines
    assert perfect[1].labels == 35, "Wilson's interval of 0 of 35 is 0 to 0.099"
    rare = budget(rate=0.99, sensitivity=0.99, specificity=0.9).lines[2]
    assert rare.outside, "a class without labels has no error rate"


def test_a_gate_that_needs_no_labels_says_so_and_annotators_are_no_items() -> None:
    from judgeaudit.api.budget import budget

    for gate in ("coverage.answered_rate>=0.9", "consistency.flip_rate<=0.2", "drift.excess_flip_rate<=0.2", "evidence.invented_quote_rate<=0.2"):
        found = budget(gate=gate, rate=0.95 if "answered" in gate else 0.05)
        assert "People label none of them" in found.sentences[-1]
        assert "judged items" in found.lines[0].way
    assert "labelled items" in budget(gate="calibration.accuracy>=0.8", sensitivity=0.9, specificity=0.9).sentences[0]
    with pytest.raises(OptionError, match="share of annotators"):
        budget(gate="calibration.alt_test_winning_rate>=0.5", rate=0.7)


def test_a_budget_says_how_many_labels_are_still_to_be_had() -> None:
    from judgeaudit.api.budget import budget

    found = budget(rate=0.8, sensitivity=0.9, specificity=0.85, pilot=20)
    assert f"it takes {found.lines[2].labels}, of which 40 are there already: {(found.lines[2].labels or 0) - 40} more" in found.sentences[-1]
    assert "Only a judge that is better than what it judges can save more than half" in found.sentences[1]


def test_an_outvoted_verdict_has_no_confidence() -> None:
    rule = judge_calibration("j", "c").routing
    fitted = judge_calibration("j", "c").calibrator
    assert rule is not None
    assert fitted is not None
    by_votes = {
        "routing": rule.model_copy(update={"source": "replicates", "threshold": 0.6, "sentence": ""}),
        "calibrator": fitted.model_copy(update={"source": "replicates"}),
    }
    frame = pd.concat([verdicts([label], replicate=n) for n, label in enumerate(("fail", "fail", "pass"))])
    found = apply_calibration(kept(**by_votes), frame, now=NOW).frame()
    assert list(found["route"]) == ["accept", "accept", "review"]
    assert list(found["confidence_calibrated"].isna()) == [False, False, True]


def test_where_nothing_can_be_written_it_is_said_before_the_work(tmp_path: Path) -> None:
    frame, said = verdicts(["pass", "fail"] * 20), []
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for out in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(OptionError, match="cannot be written in") as raised:
            judgeaudit.calibrate(frame, gold_of(frame, ["pass", "fail"] * 20), RUBRIC, embedder="none", out=out, on_stage=said.append)
        assert "resume" not in str(raised.value)
    assert said == []
    for out in (tmp_path / "file" / "r.csv", tmp_path / "d.csv"):
        (tmp_path / "d.csv").mkdir(exist_ok=True)
        with pytest.raises(OptionError):
            routed_path(tmp_path / "v.csv", out)
    routed_path(tmp_path / "v.csv", tmp_path / "new" / "deep" / "r.csv")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["d.csv", "file"], "nothing is left behind by the look"


def test_what_only_the_rubric_names_is_not_written_over(tmp_path: Path) -> None:
    frame = verdicts(["pass", "fail"] * 20)
    gold_of(frame, ["pass", "fail"] * 20).to_csv(tmp_path / "triage.csv", index=False)
    before = (tmp_path / "triage.csv").read_bytes()
    rubric = tmp_path / "rub.yaml"
    rubric.write_text(json.dumps({**RUBRIC.model_dump(mode="json", exclude_defaults=True), "gold": "triage.csv"}), encoding="utf-8")
    with pytest.raises(OptionError, match="take the place of what the rubric names"):
        judgeaudit.calibrate(frame, None, rubric, embedder="none", out=tmp_path)
    assert (tmp_path / "triage.csv").read_bytes() == before
    run = tmp_path / "run"
    run.mkdir()
    (run / "calls.jsonl").write_text("{}", encoding="utf-8")
    with pytest.raises(OptionError, match="a file of the verdicts"):
        routed_path(run, run / "calls.jsonl")
