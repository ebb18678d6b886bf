"""Calibrate, keep, read again, apply: routes, corrected rates, warnings, and the check that finds a calibration that does not carry over."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import judgeaudit
from judgeaudit import stats
from judgeaudit.api.apply import apply_calibration
from judgeaudit.api.budget import budget
from judgeaudit.api.calibrate import Calibration, load_calibration
from judgeaudit.domain.calibration import CalibrationFile, KeptRubric, ScoreShift
from judgeaudit.domain.rubric import Criterion
from judgeaudit.errors import GoldError, NothingInCommonError, OptionError, RunError, VerdictsError
from tests.report.sample_calibration import calibration, judge_calibration, kept_rubric

NOW = datetime(2026, 12, 1, tzinfo=UTC)
RUBRIC = judgeaudit.Rubric.model_validate({"name": "demo", "criteria": [{"name": "c", "question": "q?", "scale": {"labels": ["pass", "fail"]}}]})


def kept(**changes: Any) -> CalibrationFile:
    return calibration(judge_calibration("j", "c", **changes), rubric=kept_rubric("demo", "c"))


def verdicts(labels: list[str], *, confidence: float | list[float] | None = 0.95, judge: str = "j", **columns: Any) -> pd.DataFrame:
    frame = pd.DataFrame({"item_id": [f"i{n}" for n in range(len(labels))], "judge": judge, "criterion": "c", "label": labels})
    return frame.assign(**({} if confidence is None else {"confidence": confidence}), **columns)


def drawn(n: int, rng: np.random.Generator, *, q1: float, q0: float, rate: float = 0.5) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Verdicts of a judge with these error rates, and gold."""
    truth = rng.random(n) < rate
    given = np.where(truth, rng.random(n) < q1, rng.random(n) >= q0)
    ids = [f"i{k}" for k in range(n)]
    gold = pd.DataFrame({"item_id": ids, "annotator": "x", "label": np.where(truth, "pass", "fail")})
    return verdicts(list(np.where(given, "pass", "fail"))), gold


def test_calibrate_keeps_counts_that_can_be_worked_out_by_hand() -> None:
    labels = ["pass"] * 45 + ["fail"] * 5 + ["pass"] * 10 + ["fail"] * 40
    gold = pd.DataFrame({"item_id": [f"i{n}" for n in range(100)], "annotator": "x", "label": ["pass"] * 50 + ["fail"] * 50})
    found = judgeaudit.calibrate(verdicts(labels, system="bot", prompt_hash="p", model_served="m"), gold, RUBRIC, embedder="none", now=NOW)
    one = found.data.of("j", "c")
    assert one is not None
    assert (one.n_labelled, one.sensitivity, one.specificity) == (100, pytest.approx(0.9), pytest.approx(0.8))
    assert [(c.label, c.inside, c.inside_hits, c.outside, c.outside_hits) for c in one.classes] == [("pass", 50, 45.0, 50, 40.0)]
    assert (one.systems, one.prompt_hash, one.model_served) == (("bot",), ("p",), ("m",))
    assert one.expires.startswith("2027-03-01"), "90 days after 1 December"
    assert found.audit is not None
    assert found.audit.estimate("calibration.accuracy", judge="j").value == pytest.approx(0.85)
    assert found.data.decisions == found.audit.decisions
    assert found.data.judges[0].routing is not None
    assert found.data.judges[0].calibrator is not None


def test_replicates_count_as_shares_of_an_item() -> None:
    rows = [{"item_id": f"i{n}", "judge": "j", "replicate": r, "label": "pass" if r < 2 else "fail"} for n in range(20) for r in range(3)]
    gold = pd.DataFrame({"item_id": [f"i{n}" for n in range(20)], "annotator": "x", "label": ["pass"] * 15 + ["fail"] * 5})
    one = judgeaudit.calibrate(pd.DataFrame(rows), gold, RUBRIC, embedder="none", now=NOW).data.judges[0]
    assert (one.classes[0].inside, one.classes[0].inside_hits) == (15, pytest.approx(10))
    assert one.specificity == pytest.approx(1 / 3)


def test_scales_with_several_labels_have_counts_for_each_and_pairwise_ones_too() -> None:
    graded = {"level": "ordinal", "labels": ["poor", "fair", "good"]}
    asked = [{"name": "c", "question": "q?", "scale": graded}]
    rubric = judgeaudit.Rubric.model_validate({"name": "demo", "criteria": asked})
    frame = verdicts(["poor", "fair", "fair", "good"] * 10)
    gold = pd.DataFrame({"item_id": frame["item_id"], "annotator": "x", "label": ["poor", "fair", "good", "good"] * 10})
    found = judgeaudit.calibrate(frame, gold, rubric, embedder="none", now=NOW).data
    assert [(c.label, c.inside, c.inside_hits, c.outside, c.outside_hits) for c in found.judges[0].classes] == [
        ("poor", 10, 10.0, 30, 30.0), ("fair", 10, 10.0, 30, 20.0), ("good", 20, 10.0, 20, 20.0),
    ]  # fmt: skip
    assert found.judges[0].sensitivity is None
    assert {rate.label: rate.value for rate in apply_calibration(found, frame, now=NOW).summary.rates} == pytest.approx(
        {"poor": 0.25, "fair": 0.25, "good": 0.5}
    )
    pairs = judgeaudit.Rubric.model_validate({"name": "demo", "mode": "pairwise", "criteria": [{"name": "c", "question": "q?"}]})
    frame = verdicts(["response_a", "response_b", "tie"] * 10)
    gold = pd.DataFrame({"item_id": frame["item_id"], "annotator": "x", "label": frame["label"]})
    kept_pairs = judgeaudit.calibrate(frame, gold, pairs, embedder="none", now=NOW)
    assert [c.label for c in kept_pairs.data.judges[0].classes] == ["response_a", "response_b", "tie"]
    assert set(kept_pairs.apply(frame)["route"]) <= {"accept", "review"}


def test_without_a_rubric_the_assumed_scale_is_kept_and_ids_stay_text() -> None:
    frame = pd.DataFrame({"item_id": [f"{n:03d}" for n in range(40)], "judge": "j", "label": ["NA", "yes"] * 20, "confidence": 0.9})
    gold = pd.DataFrame({"item_id": frame["item_id"], "annotator": "x", "label": ["NA", "yes"] * 20})
    found = judgeaudit.calibrate(frame, gold, embedder="none", now=NOW)
    assert set(found.data.judges[0].labels or ()) == {"NA", "yes"}
    applied = apply_calibration(found.data, frame, gold=gold, now=NOW)
    assert applied.table["item_id"].to_pylist()[:2] == ["000", "001"]
    assert applied.summary.checks[0].n_items == 40


def test_what_is_written_is_read_back_the_same(tmp_path: Path) -> None:
    first = Calibration(kept())
    first.to_json(tmp_path / "deep" / "calibration.json")
    assert load_calibration(tmp_path / "deep").data == first.data
    assert load_calibration(tmp_path / "deep" / "calibration.json").data == first.data


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format_version": 2}, "format_version 2"),
        ({"judges": []}, "no judge"),
        ({"surprise": 1}, "surprise"),
        ({"rubric": {"name": "x", "criteria": []}}, "rubric.criteria"),
    ],
)
def test_another_version_or_an_edited_file_is_refused(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    path = tmp_path / "calibration.json"
    path.write_text(json.dumps({**json.loads(kept().model_dump_json()), **change}), encoding="utf-8")
    with pytest.raises(RunError, match=said):
        load_calibration(path)


def test_a_calibrator_that_was_edited_is_refused(tmp_path: Path) -> None:
    text = kept().model_dump_json().replace('"slope":1.0', '"slope":-1.0')
    (tmp_path / "calibration.json").write_text(text, encoding="utf-8")
    with pytest.raises(RunError, match="calibrator of j"):
        load_calibration(tmp_path)
    (tmp_path / "calibration.json").write_text("{broken", encoding="utf-8")
    with pytest.raises(RunError, match="no JSON"):
        load_calibration(tmp_path)
    with pytest.raises(RunError, match=r"no calibration\.json"):
        load_calibration(tmp_path.parent / tmp_path.name / "..")


def test_routes_follow_the_threshold_and_say_why() -> None:
    frame = verdicts(["pass"] * 4 + ["maybe"], confidence=[0.91, 0.9099, 0.99, np.nan, 0.99], status=["ok", "ok", "refused", "ok", "ok"])
    frame.index = pd.Index(list("abcde"))
    found = Calibration(kept()).apply(frame)
    assert list(found.index) == list("abcde")
    assert list(found["route"]) == ["accept", "review", "review", "review", "review"]
    assert list(found["route_reason"]) == [
        "confidence 0.91 >= 0.91", "confidence 0.9099 < 0.91", "no verdict (refused)", "no confidence", "the label is not on the scale",
    ]  # fmt: skip
    # Platt with slope 1 and intercept 0 leaves a confidence as it is.
    assert found["confidence_calibrated"].iloc[0] == pytest.approx(0.91)
    assert np.isnan(found["confidence_calibrated"].iloc[3])


@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".parquet"])
def test_routed_verdicts_are_exact_in_every_format(tmp_path: Path, suffix: str) -> None:
    """A file for programs: no text is changed for spreadsheets, and ids, blanks and line ends come back as they were."""
    from judgeaudit.api.apply_out import write_routed
    from judgeaudit.importers.interchange import read_verdicts

    texts = ["=1+1", 'a "quoted", cell', "two\nlines", " blanks ", "007", "\u202eevil", "\u00e4\u4e2d"]
    frame = verdicts(["pass"] * len(texts), rationale=texts).assign(item_id=[f"00{n}" for n in range(len(texts))])
    write_routed(tmp_path / f"r{suffix}", apply_calibration(kept(), frame, now=NOW))
    read = read_verdicts(tmp_path / f"r{suffix}")
    assert read["rationale"].to_pylist() == texts
    assert read["item_id"].to_pylist() == list(frame["item_id"])
    assert read["confidence"].to_pylist() == [0.95] * len(texts)


def test_probe_rows_have_no_route() -> None:
    found = Calibration(kept()).apply(verdicts(["pass", "pass"], probe=[None, "evidence_removal"]))
    assert found["route"].iloc[0] == "accept"
    assert found["route"].isna().iloc[1]


def test_abstaining_on_everything_sends_everything_to_a_person() -> None:
    found = apply_calibration(kept(threshold=None), verdicts(["pass"] * 3), now=NOW)
    assert found.summary.routed[0].n_review == 3
    assert found.summary.routed[0].why == {"abstain on everything": 3}


def test_by_replicates_the_majority_is_accepted_and_the_outvoted_are_not() -> None:
    rule = judge_calibration("j", "c").routing
    assert rule is not None
    file = kept(routing=rule.model_copy(update={"source": "replicates", "threshold": 0.6, "sentence": ""}), calibrator=None)
    rows = [("1", "pass"), ("1", "pass"), ("1", "fail"), ("2", "pass"), ("2", "fail"), ("3", "pass"), ("3", "fail"), ("3", "pass"), ("3", "fail")]
    frame = pd.DataFrame(rows, columns=["item_id", "label"]).assign(judge="j", criterion="c")
    found = apply_calibration(file, frame, now=NOW)
    assert list(found.frame()["route"]) == ["accept", "accept", *["review"] * 7]
    assert (found.summary.routed[0].n_items, found.summary.routed[0].n_items_review) == (3, 2)
    with pytest.raises(VerdictsError, match="no item has three"):
        apply_calibration(file, frame.iloc[3:5])


def test_the_corrected_rate_is_that_of_lee_et_al() -> None:
    """README of UW-Madison-Lee-Lab/LLM-judge-reporting: 0.4 of 1,000, specificity 0.7 and sensitivity 0.9 of 200 each: 0.1667 (0.056, 0.263)."""
    found = apply_calibration(kept(), verdicts(["pass"] * 400 + ["fail"] * 600), now=NOW).summary.rates
    assert len(found) == 1
    assert found[0].judged == pytest.approx(0.4)
    assert (found[0].value, found[0].low, found[0].high) == pytest.approx((0.166667, 0.056351, 0.262733), abs=5e-7)


def test_a_rate_below_zero_is_clipped_and_said() -> None:
    found = apply_calibration(kept(), verdicts(["pass"] * 10 + ["fail"] * 90), now=NOW).summary.rates[0]
    assert (found.value, found.raw) == (0.0, pytest.approx(-1 / 3))
    assert "raw value -0.333" in found.note


def test_a_judge_without_information_has_no_corrected_rate() -> None:
    classes = (judge_calibration().classes[0].model_copy(update={"inside_hits": 60.0}),)  # sensitivity 0.3, specificity 0.7
    found = apply_calibration(kept(classes=classes), verdicts(["pass", "fail"]), now=NOW).summary.rates[0]
    assert found.value is None
    assert "no information" in (found.undefined or "")


def test_several_systems_have_a_rate_each() -> None:
    frame = verdicts(["pass"] * 5 + ["fail"] * 5, system=["bot-1"] * 5 + ["bot-2"] * 5)
    found = apply_calibration(kept(), frame, now=NOW).summary
    assert [(one.system, one.judged) for one in found.rates] == [(None, 0.5), ("bot-1", 1.0), ("bot-2", 0.0)]
    assert any("another system: bot-2 now, bot-1 then" in text for text in found.warnings)


def test_nothing_is_warned_of_where_all_is_as_it_was() -> None:
    frame = verdicts(["pass", "fail"], system="bot-1", prompt_hash="p1", model_served="gpt-5-mini-2026-08-07")
    assert apply_calibration(kept(), frame, now=NOW).summary.warnings == ()


@pytest.mark.parametrize(
    ("columns", "now", "said"),
    [
        ({"prompt_hash": "p2"}, NOW, "another prompt: p2 now, p1 then"),
        ({"model_served": "gpt-6"}, NOW, "another served model: gpt-6 now"),
        ({"system": "bot-1", "prompt_hash": "p1", "model_served": "gpt-5-mini-2026-08-07"}, datetime(2027, 3, 1, tzinfo=UTC), "expired on 2027-02-28"),
    ],
)
def test_what_is_not_as_it_was_is_warned_of(columns: dict[str, str], now: datetime, said: str) -> None:
    found = apply_calibration(kept(), verdicts(["pass", "fail"], **columns), now=now).summary.warnings
    assert any(said in text for text in found)
    assert ("--gold" in found[-1]) == ("another" in said)


def test_prompt_hashes_of_single_items_say_nothing() -> None:
    """A run of judgeaudit hashes the filled prompt: other items have other hashes, and that is no other prompt."""
    frame = verdicts(["pass"] * 4, prompt_hash=[f"h{n}" for n in range(4)], system="bot-1", model_served="gpt-5-mini-2026-08-07")
    assert apply_calibration(kept(), frame, now=NOW).summary.warnings == ()


def test_confidences_beyond_those_calibrated_are_counted() -> None:
    found = apply_calibration(kept(), verdicts(["pass"] * 3, confidence=[0.1, 0.5, 1.0]), now=NOW).summary
    assert any("2 of 3 confidences" in text and "0.2 to 0.99" in text for text in found.warnings)


def test_a_judge_that_is_not_in_it_goes_to_a_person_beside_one_that_is() -> None:
    frame = pd.concat([verdicts(["pass"]), verdicts(["pass"], judge="other")])
    found = apply_calibration(kept(), frame, now=NOW)
    assert list(found.frame()["route"]) == ["accept", "review"]
    assert any("other on c" in text for text in found.summary.warnings)


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        (verdicts(["pass"], judge="k"), "the verdicts are of 'k', the calibration is of 'j' on 'c'"),
        (verdicts(["pass"]).assign(criterion="d"), "about 'd', the calibration of 'demo' about 'c'"),
        (verdicts(["good", "bad"]), "no label of j on 'c' is on the scale"),
        (verdicts(["pass"], confidence=None), "no verdict has one"),
        (verdicts(["pass", "fail"], confidence=[95.0, 80.0]), "no verdict has one from 0 to 1"),
        (verdicts(["pass"], probe="position"), "no plain verdict"),
    ],
)
def test_verdicts_of_something_else_are_refused_in_words(frame: pd.DataFrame, said: str) -> None:
    with pytest.raises(VerdictsError, match=said):
        apply_calibration(kept(), frame)


def test_probes_find_a_calibration_that_does_not_carry_over() -> None:
    rng = np.random.default_rng(5)
    frame, gold = drawn(400, rng, q1=0.6, q0=0.9)
    one = apply_calibration(kept(), frame, gold=gold, now=NOW).summary.checks[0]
    # Worked out: judged rate p, residual = gold rate - (p + 0.7 - 1) / 0.6.
    wanted = float((gold["label"] == "pass").mean() - ((frame["label"] == "pass").mean() - 0.3) / 0.6)
    assert one.residual == pytest.approx(wanted)
    assert one.verdict == "FAIL"
    assert "sensitivity 0.6" in one.reason
    assert "0.90 when calibrated" in one.reason


def test_probes_pass_one_that_does_and_few_of_them_never() -> None:
    sharp = tuple(
        c.model_copy(update={"inside": 4000, "inside_hits": 3960.0, "inside_worth": 4000, "outside": 4000, "outside_hits": 3960.0, "outside_worth": 4000})
        for c in judge_calibration().classes
    )
    labels = ["pass", "fail"] * 200
    frame = verdicts(labels)
    gold = pd.DataFrame({"item_id": frame["item_id"], "annotator": "x", "label": labels})
    assert apply_calibration(kept(classes=sharp), frame, gold=gold).summary.checks[0].verdict == "PASS"
    few = apply_calibration(kept(classes=sharp), frame, gold=gold.iloc[:18]).summary.checks[0]
    assert (few.verdict, few.n_clusters) == ("INCONCLUSIVE", 18)
    assert "too few for a PASS" in few.reason
    clustered = frame.assign(cluster=[f"text{n % 10}" for n in range(400)])
    assert apply_calibration(kept(classes=sharp), clustered, gold=gold).summary.checks[0].n_clusters == 10
    assert apply_calibration(kept(classes=sharp), clustered, gold=gold).summary.checks[0].verdict == "INCONCLUSIVE"


def test_the_check_is_wrong_about_as_seldom_as_it_says() -> None:
    """400 simulations of probes from the same judge: the interval holds 0 in about 95 %, and FAIL needs it beyond the margin."""
    rng = np.random.default_rng(11)
    held = failed = 0
    for _ in range(400):
        m1, m0 = rng.binomial(200, 0.9), rng.binomial(200, 0.7)
        classes = tuple(c.model_copy(update={"inside_hits": float(m1), "outside_hits": float(m0)}) for c in judge_calibration().classes)
        frame, gold = drawn(100, rng, q1=0.9, q0=0.7)
        one = apply_calibration(kept(classes=classes), frame, gold=gold, now=NOW).summary.checks[0]
        assert one.low is not None
        assert one.high is not None
        held += one.low <= 0 <= one.high
        failed += one.verdict == "FAIL"
    assert 0.92 <= held / 400 <= 0.985
    assert failed / 400 <= 0.03


def test_an_open_check_says_what_would_settle_it() -> None:
    """With J = 0.6 and rates from 200 labels each, their own error (0.04) is more than a margin of 0.05 leaves: 0.05 / 1.96 = 0.0255."""
    frame, gold = drawn(100, np.random.default_rng(1), q1=0.9, q0=0.7)
    one = apply_calibration(kept(), frame, gold=gold).summary.checks[0]
    assert one.verdict == "INCONCLUSIVE"
    assert "no number of probes" in one.reason
    sharp = tuple(c.model_copy(update={"inside_worth": 1e6, "outside_worth": 1e6}) for c in judge_calibration().classes)
    reason = apply_calibration(kept(classes=sharp), frame, gold=gold).summary.checks[0].reason
    assert "probes would settle it" in reason


def test_a_run_directory_is_recognised_by_its_prompt(tmp_path: Path) -> None:
    from judgeaudit.api.starter import init

    init(tmp_path / "a")
    first = judgeaudit.run(tmp_path / "a" / "rubric.yaml", out=tmp_path / "one", embedder="none")
    assert first.folder is not None
    found = judgeaudit.calibrate(first.folder, embedder="none", out=tmp_path / "cal")
    assert all(one.prompt_hash[0].startswith("rubric:") for one in found.data.judges)
    assert not [text for text in found.check(tmp_path / "one").warnings if "decided" not in text and "nothing calibrates" not in text]
    text = (tmp_path / "a" / "rubric.yaml").read_text(encoding="utf-8")
    question = next(line for line in text.splitlines() if "question:" in line)
    (tmp_path / "a" / "other.yaml").write_text(text.replace(question, f"{question} Be strict."), encoding="utf-8")
    judgeaudit.run(tmp_path / "a" / "other.yaml", out=tmp_path / "two", embedder="none")
    assert any("another prompt" in text for text in found.check(tmp_path / "two").warnings)


def test_a_routing_rule_that_breaks_its_promise_on_the_probes_is_warned_of() -> None:
    frame = verdicts(["pass"] * 100)
    for wrong, broken in ((40, True), (5, False)):
        gold = pd.DataFrame({"item_id": frame["item_id"], "annotator": "x", "label": ["fail"] * wrong + ["pass"] * (100 - wrong)})
        said = apply_calibration(kept(), frame, gold=gold, now=NOW).summary.warnings
        assert any("40 of 100 accepted probes are wrong" in text and "15 %" in text for text in said) == broken


def numeric(**changes: Any) -> CalibrationFile:
    asked = Criterion.model_validate({"name": "c", "question": "q?", "scale": {"level": "interval", "low": 0, "high": 10}})
    record = judge_calibration("j", "c", level="interval", labels=None, classes=(), shift=ScoreShift(mean=-1.0, sd=1.0, n_items=400), routing=None, **changes)
    return calibration(record, rubric=KeptRubric(name="demo", criteria=(asked,)))


def test_on_a_numeric_scale_the_mean_difference_is_checked() -> None:
    rng = np.random.default_rng(2)
    scores = rng.uniform(3, 7, 200)
    frame = pd.DataFrame({"item_id": [f"i{n}" for n in range(200)], "judge": "j", "criterion": "c", "score": scores})
    for shift, verdict in ((-1.0, "PASS"), (1.0, "FAIL")):
        gold = pd.DataFrame({"item_id": frame["item_id"], "annotator": "x", "label": scores + shift + rng.normal(0, 0.4, 200)})
        one = apply_calibration(numeric(), frame, gold=gold).summary.checks[0]
        assert (one.verdict, one.margin) == (verdict, pytest.approx(0.5)), "a twentieth of the range"
    rate = apply_calibration(numeric(), frame).summary.rates[0]
    spread = float(np.var(scores, ddof=1)) / 200 + 1.0 / 400
    assert (rate.label, rate.judged, rate.value) == (None, pytest.approx(scores.mean()), pytest.approx(scores.mean() - 1))
    assert rate.high is not None
    # Student's quantile at 199 degrees of freedom: 1.972 (any table).
    assert rate.high - (scores.mean() - 1) == pytest.approx(1.972 * spread**0.5, rel=1e-3)


def test_probes_off_the_scale_or_of_other_items_are_refused() -> None:
    frame = verdicts(["pass"] * 3)
    with pytest.raises(GoldError, match="maybe"):
        apply_calibration(kept(), frame, gold=pd.DataFrame({"item_id": ["i0"], "annotator": "x", "label": "maybe"}))
    with pytest.raises(NothingInCommonError):
        apply_calibration(kept(), frame, gold=pd.DataFrame({"item_id": ["elsewhere"], "annotator": "x", "label": "pass"}))


def test_calibrate_needs_gold_that_decides_something() -> None:
    frame = verdicts(["pass"] * 4)
    with pytest.raises(GoldError, match="no gold labels"):
        judgeaudit.calibrate(frame, None, RUBRIC, embedder="none")
    with pytest.raises(NothingInCommonError):
        judgeaudit.calibrate(frame, pd.DataFrame({"item_id": ["x"], "annotator": "a", "label": "pass"}), RUBRIC, embedder="none")
    tied = pd.DataFrame({"item_id": ["i0", "i0"], "annotator": ["a", "b"], "label": ["pass", "fail"]})
    with pytest.raises(NothingInCommonError, match="none decided: 1 disputed"):
        judgeaudit.calibrate(frame, tied, RUBRIC, embedder="none")
    with pytest.raises(OptionError, match="no share"):
        judgeaudit.calibrate(frame, tied, RUBRIC, max_risk=1.5)


def test_the_budget_gives_the_published_numbers() -> None:
    """Cochran's 96 and 384; half of the labels at r^2 = 1/2 (Dorner et al. 2025); Lee et al.'s allocation of 200 labels: 136 and 64."""
    assert budget(half_width=0.1).lines[0].labels == 96
    assert budget().lines[0].labels == 384
    # q0 = q1 = (1 + sqrt(1/2)) / 2 at a rate of one half: J and the correlation are sqrt(1/2).
    even = (1 + 0.5**0.5) / 2
    assert budget(half_width=0.05, sensitivity=even, specificity=even, unlabelled=10**9).lines[1].labels == 192
    # A judged rate of 0.4: rate * 0.9 + (1 - rate) * 0.3 with rate = 1/6.
    split = budget(rate=1 / 6, sensitivity=0.9, specificity=0.7, labels=200, pilot=10).lines[2]
    assert (split.outside, split.inside) == (136, 64)
    # 400 labels, 200 in each class, have the README's half-width; the rule's split of them can only be better.
    best = budget(rate=1 / 6, sensitivity=0.9, specificity=0.7, labels=400, pilot=10).lines[2].half_width
    assert best is not None
    assert best <= 0.103191


def test_the_fewest_labels_are_the_fewest() -> None:
    wanted = budget(rate=0.5, half_width=0.08, sensitivity=0.9, specificity=0.9).lines[2]
    assert wanted.labels is not None
    assert wanted.half_width is not None
    assert wanted.half_width <= 0.08
    one_less = budget(rate=0.5, labels=wanted.labels - 1, sensitivity=0.9, specificity=0.9).lines[2].half_width
    assert one_less is not None
    assert one_less > 0.08


def test_a_gate_takes_as_many_labels_as_the_textbook_says() -> None:
    """`size.test.prop` of R's statpsych has power 0.9 (65); with 0.8: Fleiss, Levin & Paik's formula worked out."""
    found = budget(gate="coverage.answered_rate>=0.3", rate=0.5)
    reach = 1.959964 * (0.3 * 0.7) ** 0.5 + 0.841621 * 0.5
    plain = (reach / 0.2) ** 2
    assert found.lines[0].labels == int(np.ceil(plain / 4 * (1 + (1 + 2 / (plain * 0.2)) ** 0.5) ** 2))
    inside = budget(gate="calibration.sensitivity >= 0.8", rate=0.25, sensitivity=0.92, specificity=0.9).lines[0]
    assert inside.labels is not None
    assert inside.inside is not None
    assert inside.labels == pytest.approx(4 * inside.inside, abs=3)


@pytest.mark.parametrize(
    ("options", "limit", "by_formula"),
    [
        ({"rate": 0.5, "sensitivity": 0.9, "specificity": 0.9}, 0.6, 71),
        ({"rate": 0.01, "sensitivity": 0.9, "specificity": 0.9}, 0.3, 512),
        ({"rate": 0.5, "sensitivity": 0.9, "specificity": 0.9}, 0.95, 126),
        ({"rate": 0.1, "sensitivity": 0.8, "specificity": 0.95}, 0.5, 361),
    ],
)
def test_kappa_labels_decide_by_the_interval_that_is_printed(options: dict[str, float], limit: float, by_formula: int) -> None:
    """Simulated with `cohen_kappa` itself: at the number given its interval lies beyond the limit in about 80 % of samples; by kappa's large-sample
    variance it would be 63 to 97 %."""
    needed = budget(gate=f"calibration.cohen_kappa>={limit}", **options).lines[0].labels
    assert needed is not None
    assert abs(needed - by_formula) > 0.1 * by_formula
    r, q1, q0 = options["rate"], options["sensitivity"], options["specificity"]
    rng = np.random.default_rng(3)
    table = np.array([[1.0, 1.0], [0.0, 1.0], [1.0, 0.0], [0.0, 0.0]])
    decided = []
    for counts in rng.multinomial(needed, [r * q1, r * (1 - q1), (1 - r) * (1 - q0), (1 - r) * q0], 500):
        found = stats.cohen_kappa(table[counts > 0], labels=[0.0, 1.0], counts=counts[counts > 0], n_resamples=400, rng=rng)
        decided.append(found.low is not None and (found.low >= limit or found.high < limit))
    assert 0.74 <= np.mean(decided) <= 0.86


@pytest.mark.parametrize("metric", ["consistency.flip_rate<=0.05", "coverage.refused_rate<=0.05", "calibration.judged_rate<=0.6"])
def test_a_rate_that_nobody_stated_is_not_expected_to_be_one_half(metric: str) -> None:
    with pytest.raises(OptionError, match=r"what .* may be expected is not said") as caught:
        budget(gate=metric)
    assert "give --rate" in str(caught.value)
    assert budget(gate=metric, rate=0.02).lines[0].labels


def test_kappa_at_the_limit_and_of_one_label_are_refused() -> None:
    with pytest.raises(OptionError, match="at the limit itself"):
        budget(gate="calibration.cohen_kappa>=0.8", rate=0.5, sensitivity=0.9, specificity=0.9)
    with pytest.raises(OptionError, match="every label is the same"):
        budget(gate="calibration.cohen_kappa>=0.8", rate=1.0, sensitivity=1.0, specificity=0.9)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"half_width": 0.1, "labels": 100}, "different questions"),
        ({"sensitivity": 0.9}, "give both"),
        ({"rate": 1.2}, "no share"),
        ({"rate": 0.0}, "needs no labels"),
        ({"half_width": 0.7}, "no half-width"),
        ({"labels": 10, "pilot": 10}, "too few"),
        ({"gate": "accuracy"}, "is no gate"),
        ({"gate": "calibration.mae>=0.3"}, "no rate"),
        ({"gate": "calibration.accuracy>=0.9"}, "may be expected"),
        ({"gate": "consistency.flip_rate<=0.1", "rate": 0.1}, "limit itself"),
    ],
)
def test_a_budget_of_nonsense_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        budget(**options)


def test_a_judge_that_carries_no_information_saves_nothing() -> None:
    found = budget(sensitivity=0.4, specificity=0.6)
    assert len(found.lines) == 1
    assert "no information" in found.sentences[-1]
