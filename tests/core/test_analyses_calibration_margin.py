"""The margin of log probabilities as a confidence: 1 / (1 + exp(-margin)), from the table to calibration.json and back to new verdicts. Numbers by hand."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from analyses_builder import Row, input_of, rubric_of, texts

import judgeaudit
from judgeaudit.analyses.calibration import calibration
from judgeaudit.api.apply import apply_calibration
from judgeaudit.api.calibrate import Calibration, load_calibration
from judgeaudit.domain.calibration import CalibrationFile, confidence_text
from judgeaudit.domain.results import AnalysisOutput, Estimate
from judgeaudit.errors import VerdictsError
from tests.report import sample_calibration

P, F = "pass", "fail"
NOW = datetime(2026, 12, 1, tzinfo=UTC)
NINE, THREE = math.log(9), math.log(3)
"""Margins of a label that is nine times, or three times, as likely as the next: confidences 0.9 and 0.75."""


def sure(judge: str, *groups: tuple[float | None, int, int], replicate: int = 0, **more: Any) -> list[Row]:
    """Rows with a margin, of items whose gold is pass: so many right and so many wrong ones at each."""
    verdicts = [(margin, label) for margin, n_right, n_wrong in groups for label, n in ((P, n_right), (F, n_wrong)) for _ in range(n)]
    return [
        {"item_id": f"i{n}", "judge": judge, "criterion": "c", "replicate": replicate, "status": "ok", "label": label, "margin": margin, **more}
        for n, (margin, label) in enumerate(verdicts)
    ]


def forecast(found: AnalysisOutput, name: str) -> Estimate:
    (one,) = [e for e in found.estimates if (e.name, e.variant) == (name, "margin")]
    return one


TWENTY = sure("a", (NINE, 8, 2), (THREE, 6, 4))


def test_ece_brier_and_auroc_of_twenty_items_by_hand() -> None:
    """ece 0.5 |0.9 - 0.8| + 0.5 |0.75 - 0.6| = 0.125; brier 0.5 (0.8 0.1^2 + 0.2 0.9^2) + 0.5 (0.6 0.25^2 + 0.4 0.75^2) = 0.21625.

    auroc: of 14 x 6 pairs, 8 x 4 are in order and 8 x 2 + 6 x 4 tied: (32 + 20) / 84.
    """
    found = calibration(input_of(TWENTY, gold=[P] * 20))
    assert forecast(found, "ece").value == pytest.approx(0.125)
    assert forecast(found, "brier").value == pytest.approx(0.21625)
    assert forecast(found, "auroc").value == pytest.approx(52 / 84)
    (row,) = found.analysis.blocks["reliability"]
    assert (row["source"], row["n_items"]) == ("margin", 20)
    assert "Going by the margin of its log probabilities, a is surer of a right verdict on c" in texts(found)


def test_a_negative_margin_is_a_confidence_below_one_half_and_huge_ones_are_sure() -> None:
    """0.25 right, and 1 and 0, which no exponential may overflow on: (0.75^2 + 0 + 0) / 3."""
    rows = [{**row, "label": label} for row, label in zip(sure("a", (-THREE, 1, 0), (5000.0, 1, 0), (-5000.0, 1, 0)), (P, P, F), strict=True)]
    assert forecast(calibration(input_of(rows, gold=[P] * 3)), "brier").value == pytest.approx(0.1875)


def test_with_replicates_each_run_counts_with_its_own_margin() -> None:
    """Two runs of one item, 0.9 and right, 0.75 and wrong: (0.01 + 0.5625) / 2."""
    rows = [*sure("a", (NINE, 1, 0)), *sure("a", (THREE, 0, 1), replicate=1)]
    found = calibration(input_of(rows, gold=[P]))
    assert (forecast(found, "brier").value, forecast(found, "brier").n_items) == (pytest.approx(0.28625), 1)


def test_it_stands_between_what_is_stated_and_what_repeats_say() -> None:
    rows = [row for replicate in range(3) for row in sure("a", (NINE, 8, 2), replicate=replicate, confidence=0.8)]
    found = calibration(input_of(rows, gold=[P] * 10))
    assert [row["source"] for row in found.analysis.blocks["reliability"]] == ["stated", "margin", "replicates"]
    assert [row["source"] for row in found.analysis.blocks["calibrators"]] == ["stated", "margin", "replicates"]
    assert [row["tested_at"] for row in found.analysis.blocks["routing"]] == pytest.approx([0.1 / 3] * 3)


def test_margins_of_probes_and_missing_ones_are_left_out() -> None:
    odd = [{**row, "margin": -50.0, "probe": "shuffle"} for row in TWENTY] + sure("a", (None, 0, 5))
    rows = [*TWENTY, *({**row, "item_id": f"{row['item_id']}-none"} if row["margin"] is None else row for row in odd)]
    assert forecast(calibration(input_of(rows, gold=[P] * 20)), "brier").value == pytest.approx(0.21625)


def test_log_probabilities_that_are_too_sure_are_told_so() -> None:
    """0.9 on average, right on 60 of 100: 48 of 60 at 99 to 1, 12 of 40 at 0.765 to 0.235."""
    rows = sure("a", (math.log(99), 48, 12), (math.log(0.765 / 0.235), 12, 28))
    found = calibration(input_of(rows, gold=[P] * 100))
    assert "a is too sure on c: its log probabilities give its verdict 90 % on average and it is right on 60 % of items. A calibrator puts that right" in texts(
        found
    )


def test_the_wrong_verdict_that_was_likeliest_comes_first_where_none_is_stated() -> None:
    rows = sure("a", (THREE, 1, 1), (NINE, 0, 1))
    assert [(case.item_id, case.detail) for case in calibration(input_of(rows, gold=[P] * 3)).cases] == [
        ("i2", "gold pass, judge fail x1; confidence 0.9 by its log probabilities"),
        ("i1", "gold pass, judge fail x1; confidence 0.75 by its log probabilities"),
    ]


def test_who_says_nothing_of_its_confidence_is_told_of_log_probabilities() -> None:
    assert "let a judge state a confidence, ask for its log probabilities, or ask three times or more." in texts(
        calibration(input_of(sure("a", (None, 3, 3)), gold=[P] * 6))
    )


def test_a_score_s_margin_is_one_too() -> None:
    rubric = rubric_of({"level": "interval", "low": 1, "high": 5, "step": 1})
    rows = [{**row, "label": None, "score": score} for row, score in zip(sure("a", (NINE, 2, 0)), (4.0, 2.0), strict=True)]
    assert forecast(calibration(input_of(rows, rubric, gold=["4", "4"])), "brier").value == pytest.approx((0.01 + 0.81) / 2)


def frame(margins: Sequence[float | None], labels: Sequence[str], **columns: Any) -> pd.DataFrame:
    return pd.DataFrame({"item_id": [f"i{n}" for n in range(len(labels))], "judge": "j", "criterion": "c", "label": labels, "margin": margins}).assign(
        **columns
    )


def gold(labels: Sequence[str]) -> pd.DataFrame:
    return pd.DataFrame({"item_id": [f"i{n}" for n in range(len(labels))], "annotator": "x", "label": labels})


RUBRIC = judgeaudit.Rubric.model_validate({"name": "demo", "criteria": [{"name": "c", "question": "q?", "scale": {"labels": [P, F]}}]})


@pytest.fixture(scope="module")
def learned() -> CalibrationFile:
    """400 items: the 240 at 0.95 are right but for six, the 160 at 0.6 half of them."""
    margins = [math.log(19)] * 240 + [math.log(1.5)] * 160
    right = [n % 40 != 7 for n in range(240)] + [n % 2 == 0 for n in range(160)]
    truth = [P if n % 3 else F for n in range(400)]
    given = [one if good else {P: F, F: P}[one] for one, good in zip(truth, right, strict=True)]
    return judgeaudit.calibrate(frame(margins, given), gold(truth), RUBRIC, embedder="none", now=NOW).data


def test_the_rule_is_stored_as_a_probability_and_said_in_words(learned: CalibrationFile, tmp_path: Path) -> None:
    one = learned.of("j", "c")
    assert one is not None
    assert one.routing is not None
    assert one.calibrator is not None
    assert (one.routing.source, one.calibrator.source) == ("margin", "margin")
    assert one.routing.threshold == pytest.approx(0.95, abs=1e-3)
    assert one.routing.coverage == pytest.approx(0.6)
    assert one.routing.sentence.startswith(
        "accept the judge's verdict when the probability that the log probabilities give the verdict over the runner-up >= 0.95: covers 60 % of the 400 judged items"
    )
    assert one.confidence_range == pytest.approx((0.6, 0.95))
    (tmp_path / "calibration.json").write_text(learned.model_dump_json(), encoding="utf-8")
    assert load_calibration(tmp_path).data == learned


def test_new_verdicts_are_routed_by_their_margin(learned: CalibrationFile) -> None:
    new = frame([math.log(19), 3.5, math.log(1.5), -2.0, None], [P] * 5).assign(item_id=list("abcde"))
    found = Calibration(learned).apply(new, despite_decision=True)
    assert list(found["route"]) == ["accept", "accept", "review", "review", "review"]
    assert list(found["route_reason"])[1:] == ["confidence 0.9707 >= 0.95", "confidence 0.6 < 0.95", "confidence 0.1192 < 0.95", "no confidence"]
    assert np.isnan(found["confidence_calibrated"].iloc[4])
    assert found["confidence_calibrated"].iloc[0] > found["confidence_calibrated"].iloc[2]


def test_sure_models_are_told_apart_above_a_thousandth_from_certainty(tmp_path: Path) -> None:
    """Margins of 9 to 16 nats: 40 items at 12 or more are right, 60 at 9.02 half of them. By hand, logit(0.999) = 6.906755 and 102 steps of 0.05 are 12.006755,

    which is 1 - 6.1028e-6; 11.9 is 1 - 6.790e-6. To a thousandth all would be the same.
    """
    margins = [12.03, 12.04, 16.0, 700.0] * 10 + [9.02] * 60
    truth = [P, F] * 50
    given = truth[:40] + [P, P, F, F] * 15
    kept = judgeaudit.calibrate(frame(margins, given), gold(truth), RUBRIC, embedder="none", now=NOW).data
    one = kept.of("j", "c")
    assert one is not None
    assert one.routing is not None
    assert one.routing.threshold is not None
    nats = -math.log(1 / one.routing.threshold - 1)
    assert 11.98 < nats <= 12.03 + 1e-6
    assert "over the runner-up >= 0.9999938: covers 40 % of the 100 judged items" in one.routing.sentence
    (tmp_path / "calibration.json").write_text(kept.model_dump_json(), encoding="utf-8")
    found = load_calibration(tmp_path).apply(frame([11.9, 12.03, 12.5, 40.0], [P] * 4), despite_decision=True)
    assert list(found["route"]) == ["review", "accept", "accept", "accept"]
    assert found["route_reason"].iloc[0] == "confidence 0.9999932 < 0.9999938"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0.91, "0.91"),
        (0.9099, "0.9099"),
        (0.98765, "0.9877"),
        (0.999, "0.999"),
        (1.0, "1"),
        (0.0, "0"),
        (0.99995, "0.99995"),
        (0.99999999, "0.99999999"),
        (0.9994, "0.9994"),
    ],
)
def test_a_confidence_near_one_is_not_written_as_one(value: float, said: str) -> None:
    assert confidence_text(value).rstrip("0") in (said, said.rstrip("0"))


@pytest.mark.parametrize("margins", [None, [math.inf] * 3, [math.nan] * 3])
def test_a_file_without_margins_is_refused_as_one_without_confidences_is(learned: CalibrationFile, margins: list[float] | None) -> None:
    new = frame([1.0] * 3, [P] * 3, confidence=0.95).drop(columns="margin")
    with pytest.raises(VerdictsError, match=r"(?s)column margin.*reads a margin of log probabilities, and no verdict has one.*add a column margin"):
        apply_calibration(learned, new if margins is None else new.assign(margin=margins), now=NOW)


@pytest.mark.parametrize(("odd", "said"), [("wide", "margin 'wide' is not a number"), ([1.0], "margin"), (True, "truth values")])
def test_odd_margins_are_refused(learned: CalibrationFile, odd: object, said: str) -> None:
    with pytest.raises(VerdictsError, match=said):
        apply_calibration(learned, frame([1.0], [P]).assign(margin=[odd]), now=NOW)


@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".parquet"])
def test_margins_survive_a_file_of_routed_verdicts(learned: CalibrationFile, tmp_path: Path, suffix: str) -> None:
    from judgeaudit.api.apply_out import write_routed
    from judgeaudit.importers.interchange import read_verdicts

    write_routed(tmp_path / f"r{suffix}", apply_calibration(learned, frame([0.1, -2.5, None], [P] * 3), now=NOW))
    assert read_verdicts(tmp_path / f"r{suffix}")["margin"].to_pylist() == [0.1, -2.5, None]


def test_a_rule_of_stated_confidences_does_not_read_margins() -> None:
    kept = sample_calibration.calibration(sample_calibration.judge_calibration("j", "c"), rubric=sample_calibration.kept_rubric("demo", "c"))
    with pytest.raises(VerdictsError, match="column confidence"):
        apply_calibration(kept, frame([5.0] * 2, [P] * 2), now=NOW)
    assert json.loads(kept.model_dump_json())["judges"][0]["routing"]["source"] == "stated"
