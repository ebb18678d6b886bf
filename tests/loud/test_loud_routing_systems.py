"""Judged systems that differ: each is routed by the rule that its own labels made, and a system that was never labelled goes to a person."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pandas as pd
import pytest

import judgeaudit
from judgeaudit.api.apply import apply_calibration
from judgeaudit.domain.calibration import CalibrationFile
from judgeaudit.domain.results import Audit

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
RUBRIC = judgeaudit.Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "q?", "scale": {"labels": ["pass", "fail"]}}]})
OTHER = {"pass": "fail", "fail": "pass"}
GROUPS = (("A", 0.9, 200, 4), ("B", 0.95, 200, 4), ("B", 0.6, 200, 100))
"""System, confidence, items, and how many of them are wrong: one rule for all would accept every verdict of A, and nothing is said of B alone."""


def labelled(groups: tuple[tuple[str, float, int, int], ...] = GROUPS) -> tuple[pd.DataFrame, pd.DataFrame]:
    rows, gold = [], []
    for system, confidence, n, n_wrong in groups:
        for place in range(n):
            truth = ("pass", "fail")[place % 2]
            item = f"i{len(rows)}"
            rows.append({"item_id": item, "judge": "j", "label": OTHER[truth] if place < n_wrong else truth, "confidence": confidence, "system": system})
            gold.append({"item_id": item, "annotator": "h", "label": truth})
    return pd.DataFrame(rows), pd.DataFrame(gold)


@pytest.fixture(scope="module")
def calibrated() -> tuple[CalibrationFile, Audit]:
    frame, gold = labelled()
    found = judgeaudit.calibrate(frame, gold, RUBRIC, embedder="none", now=NOW)
    assert found.audit is not None
    return CalibrationFile.model_validate_json(found.data.model_dump_json()), found.audit.data


def new(*verdicts: tuple[str | None, float]) -> pd.DataFrame:
    return pd.DataFrame(
        [{"item_id": f"n{n}", "judge": "j", "label": "pass", "confidence": sure, "system": system} for n, (system, sure) in enumerate(verdicts)]
    )


def test_each_system_is_routed_by_its_own_rule(calibrated: tuple[CalibrationFile, Audit]) -> None:
    kept, _ = calibrated
    thresholds = {one.system: one.routing and one.routing.threshold for one in kept.judges[0].of_systems}
    assert thresholds == {"A": 0.9, "B": 0.95}
    routed = apply_calibration(kept, new(("A", 0.91), ("A", 0.89), ("B", 0.96), ("B", 0.94), ("C", 0.99), (None, 0.99)), now=NOW)
    frame = routed.frame()
    assert frame["route"].tolist() == ["accept", "review", "accept", "review", "review", "review"]
    assert frame["route_reason"].tolist()[:4] == [
        "confidence 0.91 >= 0.9, the rule of A", "confidence 0.89 < 0.9, the rule of A", "confidence 0.96 >= 0.95, the rule of B", "confidence 0.94 < 0.95, the rule of B",
    ]  # fmt: skip
    assert all("of none that it has labels of" in reason for reason in frame["route_reason"].tolist()[4:])
    (warning,) = [text for text in routed.summary.warnings if "misleads" in text]
    assert "2 of these verdicts are of a system without a routing rule of its own" in warning


def test_an_older_file_without_rules_of_systems_sends_the_systems_that_differ_to_people(calibrated: tuple[CalibrationFile, Audit]) -> None:
    stored = json.loads(calibrated[0].model_dump_json())
    for one in stored["judges"][0]["of_systems"]:
        del one["routing"]
    old = CalibrationFile.model_validate(stored)
    failed = {one.system for one in old.judges[0].of_systems if one.carried == "fails"}
    frame = apply_calibration(old, new(("A", 0.97), ("B", 0.97)), now=NOW).frame()
    assert failed
    assert set(frame.loc[frame["system"].isin(failed), "route"]) == {"review"}


def test_a_system_with_few_labels_is_read_by_a_person_and_the_reason_says_why() -> None:
    frame, gold = labelled((("A", 0.9, 400, 4), ("B", 0.9, 28, 14)))
    kept = judgeaudit.calibrate(frame, gold, RUBRIC, embedder="none", now=NOW).data
    assert {one.system: one.routing and one.routing.threshold for one in kept.judges[0].of_systems} == {"A": 0.9, "B": None}
    frame = apply_calibration(kept, new(("A", 0.95), ("B", 0.95)), now=NOW).frame()
    assert frame["route"].tolist() == ["accept", "review"]
    assert "mislead for this system; its own labels: abstain on everything: 28 items with a confidence" in frame["route_reason"].iloc[1]


def test_the_decision_says_what_is_read_of_each_system(calibrated: tuple[CalibrationFile, Audit]) -> None:
    said = " ".join(finding.text for one in calibrated[1].analyses for finding in one.findings)
    assert (
        "j on c: the judged systems differ, so that each has a rule of its own, and these hold together: A: accept the judge's verdict when confidence >= 0.9"
        in said
    )
