"""What `apply` writes is what it says: no stated confidence under the name of a calibrated one, no other kind of share, no mean beyond its scale, no lost row or column."""

from __future__ import annotations

import csv
import json
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

import judgeaudit
from judgeaudit.api.apply import apply_calibration
from judgeaudit.api.apply_out import write_routed
from judgeaudit.api.calibrate import Calibration
from judgeaudit.domain.calibration import CalibrationFile, KeptRubric, ScoreShift
from judgeaudit.domain.rubric import Criterion
from judgeaudit.report.applied import render_applied
from judgeaudit.stats.kernels.calibrators import choose_calibrator
from tests.report.sample_calibration import calibration, judge_calibration, kept_rubric

NOW = datetime(2026, 12, 1, tzinfo=UTC)
RUBRIC = judgeaudit.Rubric.model_validate({"name": "demo", "criteria": [{"name": "c", "question": "q?", "scale": {"labels": ["pass", "fail"]}}]})


def frame_of(labels: list[str], **columns: object) -> pd.DataFrame:
    return pd.DataFrame({"item_id": [f"i{n}" for n in range(len(labels))], "judge": "j", "criterion": "c", "label": labels}).assign(**columns)


def people(labels: list[str]) -> pd.DataFrame:
    return pd.DataFrame({"item_id": [f"i{n}" for n in range(len(labels))], "annotator": "x", "label": labels})


def learned(frame: pd.DataFrame, gold: pd.DataFrame) -> Calibration:
    return judgeaudit.calibrate(frame, gold, RUBRIC, embedder="none", now=NOW)


# Nothing calibrated


@pytest.mark.parametrize("n", [20, 21, 24, 25, 60])
def test_a_coin_that_is_always_certain_is_worth_one_half(n: int) -> None:
    """Raw: Brier 0.5; a constant of one half: 0.25, on items left out too, however few of the 20 are in a fold."""
    right = np.arange(n) % 2
    found = choose_calibrator(np.ones(n), right)
    assert found.scores["none"] == pytest.approx(0.5, abs=0.03)
    assert min(found.scores.values()) < 0.3
    assert found.apply([1.0])[0] == pytest.approx(0.5, abs=0.06)


def test_a_calibrator_that_is_a_constant_says_why() -> None:
    from judgeaudit.stats.kernels.calibrators import fit_calibrator

    assert fit_calibrator(np.ones(30), np.arange(30) % 2).reason.startswith("the judge is as sure of every verdict")
    falling = fit_calibrator(np.linspace(0.5, 1, 30), np.arange(30) < 15).reason
    assert falling.startswith("the judge is not right more often where it is surer")


@pytest.mark.parametrize(("n", "why"), [(100, "every verdict of 100 items is wrong"), (15, "15 items with a confidence and an outcome, fewer than 20")])
def test_where_nothing_is_calibrated_the_column_is_empty_and_it_is_said(tmp_path: Path, n: int, why: str) -> None:
    sure = np.random.default_rng(1).uniform(0.5, 1, n).round(3)
    new = frame_of(["pass"] * n, confidence=sure)
    file = learned(new, people(["fail"] * n)).data
    table = apply_calibration(file, new, now=NOW, despite_decision=True)
    assert table.table["confidence_calibrated"].null_count == n
    write_routed(tmp_path / "r.csv", table)
    assert [row["confidence_calibrated"] for row in _read(tmp_path / "r.csv")] == [""] * n
    said = [text for text in table.summary.warnings if "confidence_calibrated is empty" in text]
    assert len(said) == 1
    assert why in said[0]


def test_where_something_is_calibrated_nothing_of_the_kind_is_said() -> None:
    rng = np.random.default_rng(2)
    sure = rng.uniform(0.5, 1, 300).round(3)
    new = frame_of(["pass"] * 300, confidence=sure)
    table = apply_calibration(learned(new, people(["pass" if one else "fail" for one in rng.random(300) < sure**3])).data, new, now=NOW)
    assert table.table["confidence_calibrated"].null_count == 0
    assert not any("confidence_calibrated is empty" in text for text in table.summary.warnings)


# Another number of repeats


def repeated(rng: np.random.Generator, n: int, repeats: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Items that are hard to the judge in different degrees: each repeat is right with the item's own chance."""
    chance = rng.beta(4, 1.2, n)
    rows = [
        {"item_id": f"i{item}", "judge": "j", "criterion": "c", "replicate": repeat, "label": "pass" if rng.random() < chance[item] else "fail"}
        for item in range(n) for repeat in range(repeats)
    ]  # fmt: skip
    return pd.DataFrame(rows), people(["pass"] * n)


@pytest.fixture(scope="module")
def fifteen() -> CalibrationFile:
    return learned(*repeated(np.random.default_rng(3), 400, 15)).data


def test_the_number_of_repeats_is_kept_and_fewer_are_not_enough(fifteen: CalibrationFile) -> None:
    assert fifteen.judges[0].repeats == 15
    rule = fifteen.judges[0].routing
    assert rule is not None
    assert (rule.source, rule.threshold is not None) == ("replicates", True)
    new, _ = repeated(np.random.default_rng(4), 50, 5)
    found = apply_calibration(fifteen, new, now=NOW, despite_decision=True)
    routed = found.frame()
    assert set(routed["route"]) == {"review"}
    assert set(routed["route_reason"]) == {"fewer than the 15 repeats that its confidence rests on"}
    assert routed["confidence_calibrated"].isna().all()
    assert any("50 of 50 items of j on c have fewer than the 15" in text for text in found.summary.warnings)


def test_as_many_are_accepted_and_of_more_the_first_ones_count(fifteen: CalibrationFile) -> None:
    new, _ = repeated(np.random.default_rng(5), 200, 15)
    same = apply_calibration(fifteen, new, now=NOW, despite_decision=True)
    assert same.summary.routed[0].n_accepted > 0
    assert not any("repeats" in text or "verdicts that were calibrated" in text for text in same.summary.warnings)
    extra = pd.DataFrame(
        [{"item_id": item, "judge": "j", "criterion": "c", "replicate": 15 + n, "label": "fail"} for item in new["item_id"].unique() for n in range(10)]
    )
    more = apply_calibration(fifteen, pd.concat([extra, new]), now=NOW, despite_decision=True)
    first = more.frame().merge(same.frame(), on=["item_id", "replicate"], suffixes=("_more", ""))
    assert len(first) == 200 * 15
    agree = first["route_reason"] == first["route_reason_more"]
    at_odds = first["route_reason_more"].str.contains("another verdict on this item")
    assert (agree | at_odds).all()
    assert (first["confidence_calibrated"].fillna(-1) == first["confidence_calibrated_more"].fillna(-1)).all()
    assert any("200 of 200 items of j on c have more than the 15" in text and "the first 15" in text for text in more.summary.warnings)


def test_the_promise_is_kept_with_fewer_repeats_too(fifteen: CalibrationFile) -> None:
    """Accepting a share of 5 by a threshold on a share of 15 would let more than the promised share of wrong verdicts through."""
    accepted = 0
    for seed in range(5):
        new, _ = repeated(np.random.default_rng(100 + seed), 300, 5)
        accepted += apply_calibration(fifteen, new, now=NOW, despite_decision=True).summary.routed[0].n_accepted
    assert accepted == 0


# Means and the ends of their scale


def numeric(shift: float) -> CalibrationFile:
    asked = Criterion.model_validate({"name": "c", "question": "q?", "scale": {"level": "interval", "low": 0, "high": 10}})
    found = ScoreShift(mean=shift, sd=0.4, n_items=400)
    record = judge_calibration("j", "c", level="interval", labels=None, classes=(), shift=found, routing=None, calibrator=None)
    return calibration(record, rubric=KeptRubric(name="demo", criteria=(asked,)))


@pytest.mark.parametrize(("shift", "score", "end", "word"), [(0.3, 10.0, 10.0, "upper"), (-0.3, 0.0, 0.0, "lower")])
def test_a_corrected_mean_stays_on_its_scale(shift: float, score: float, end: float, word: str) -> None:
    scores = pd.DataFrame({"item_id": [f"i{n}" for n in range(400)], "judge": "j", "criterion": "c", "score": score})
    found = apply_calibration(numeric(shift), scores, now=NOW).summary
    rate = found.rates[0]
    assert (rate.value, rate.low, rate.high) == (end, None, None)
    assert rate.raw == pytest.approx(score + shift)
    assert f"raw value {score + shift:.4g}, which is off the scale" in rate.note
    assert "all of it lies beyond the scale" in rate.note
    assert any(f"400 of 400 scores are {end:g}, the {word} end" in text for text in found.warnings)
    assert "off the scale" in " ".join(render_applied(found).split())


def test_one_end_of_an_interval_may_be_the_end_of_the_scale() -> None:
    near = np.where(np.arange(400) % 4 == 0, 9.0, 9.9)
    rate = apply_calibration(numeric(0.3), pd.DataFrame({"item_id": [f"i{n}" for n in range(400)], "judge": "j", "criterion": "c", "score": near}), now=NOW)
    one = rate.summary.rates[0]
    assert one.value == pytest.approx(near.mean() + 0.3)
    assert (one.high, one.note) == (10.0, "")
    assert one.low is not None
    assert one.low < 10 - 0.05
    middle = apply_calibration(numeric(0.3), pd.DataFrame({"item_id": ["a", "b"], "judge": "j", "criterion": "c", "score": [0.0, 0.0]}), now=NOW)
    assert not any("end of the scale" in text for text in middle.summary.warnings), "gold is above, and there is room for it"


def test_where_nothing_varies_there_is_no_interval() -> None:
    file = numeric(0.0)
    same = file.judges[0].model_copy(update={"shift": ScoreShift(mean=0.0, sd=0.0, n_items=400)})
    fives = pd.DataFrame({"item_id": ["a", "b"], "judge": "j", "criterion": "c", "score": [5.0, 5.0]})
    rate = apply_calibration(calibration(same, rubric=file.rubric), fives, now=NOW).summary.rates[0]
    assert (rate.value, rate.low, rate.note) == (5.0, None, "no interval: neither these scores nor the differences of people and judge vary")


# Rows and columns


def kept() -> CalibrationFile:
    return calibration(judge_calibration("j", "c"), rubric=kept_rubric("demo", "c"))


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
def test_the_users_own_columns_are_in_what_is_written(tmp_path: Path, suffix: str) -> None:
    own = {"ticket_id": ["T0", "T1", None], "my note": ["a, b", 'say "no"', "line\nbreak"], "Score_raw": [1.5, 2.0, 3.25], "seen": [True, False, True]}
    new = frame_of(["pass", "fail", "pass"], confidence=0.95, **own)
    path, out = tmp_path / f"v{suffix}", tmp_path / f"r{suffix}"
    if suffix == ".csv":
        new.to_csv(path, index=False)
    elif suffix == ".jsonl":
        path.write_text("".join(json.dumps({**row, "tags": ["x", {"y": 1}]}) + "\n" for row in json.loads(new.to_json(orient="records"))), encoding="utf-8")
    else:
        new.to_parquet(path)
    found = apply_calibration(kept(), path, now=NOW)
    write_routed(out, found)
    assert found.not_kept == ()
    rows = _read(out)
    assert [row.get("ticket_id") or None for row in rows] == own["ticket_id"]
    assert [row["my note"] for row in rows] == own["my note"]
    assert [float(row["Score_raw"]) for row in rows] == own["Score_raw"]
    assert [str(row["seen"]).lower() for row in rows] == ["true", "false", "true"]
    assert [row["route"] for row in rows] == ["accept"] * 3
    if suffix == ".jsonl":
        assert json.loads(rows[0]["tags"]) == ["x", {"y": 1}]
    again = apply_calibration(kept(), out, now=NOW)
    write_routed(tmp_path / f"again{suffix}", again)
    assert [{**row} for row in _read(tmp_path / f"again{suffix}")] == [{**row} for row in rows], "routes of an earlier time give way"


def _read(path: Path) -> list[dict[str, str]]:
    if path.suffix == ".parquet":
        return list(pq.read_table(path).to_pylist())
    text = path.read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines(keepends=True))) if path.suffix == ".csv" else [json.loads(line) for line in text.split("\n") if line]


def test_blank_rows_do_not_shift_the_users_own_columns(tmp_path: Path) -> None:
    path = tmp_path / "v.csv"
    path.write_text("item_id,judge,criterion,label,confidence,key\na,j,c,pass,0.95,A\n,,,,,\nb,j,c,fail,0.95,B\n,,,,,\n", encoding="utf-8")
    table = apply_calibration(kept(), path, now=NOW).table
    assert list(zip(table["item_id"].to_pylist(), table["key"].to_pylist(), strict=True)) == [("a", "A"), ("b", "B")]


def test_verdicts_on_a_criterion_that_was_not_calibrated_go_to_a_person() -> None:
    new = pd.concat([frame_of(["pass"], confidence=0.95), frame_of(["yes"], confidence=0.99).assign(criterion="other")])
    found = apply_calibration(kept(), new, now=NOW)
    routed = found.frame()
    assert list(routed["route"]) == ["accept", "review"]
    assert routed["route_reason"].iloc[1] == "the judge was not calibrated on this criterion"
    assert any("not calibrated on this criterion" in text and "j on other" in text for text in found.summary.warnings)
    assert "j on other: 0 of 1 item accepted" in render_applied(found.summary)
    probe = apply_calibration(kept(), new.assign(probe=["", "position"]), now=NOW).frame()
    assert probe["route"].iloc[1] is None or pd.isna(probe["route"].iloc[1]), "a probe row has no route"
