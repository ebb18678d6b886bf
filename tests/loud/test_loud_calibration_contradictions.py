"""A calibration.json whose numbers cannot stand beside each other is refused, whoever changed it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import judgeaudit
from judgeaudit.api.calibrate import load_calibration
from judgeaudit.errors import RunError

RUBRIC = judgeaudit.Rubric.model_validate({"name": "demo", "criteria": [{"name": "c", "question": "q?", "scale": {"labels": ["pass", "fail"]}}]})
Change = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="module")
def stored() -> str:
    rng = np.random.default_rng(4)
    truth = rng.random(300) < 0.6
    sure = rng.uniform(0.55, 1, 300).round(2)
    given = np.where(rng.random(300) < sure, truth, ~truth)
    ids = [f"i{n}" for n in range(300)]
    system = np.where(np.arange(300) % 2 == 0, "bot-1", "bot-2")
    frame = pd.DataFrame({"item_id": ids, "judge": "j", "criterion": "c", "label": np.where(given, "pass", "fail"), "confidence": sure, "system": system})
    gold = pd.DataFrame({"item_id": ids, "annotator": "x", "label": np.where(truth, "pass", "fail")})
    return judgeaudit.calibrate(frame, gold, RUBRIC, embedder="none").to_json()


def judge(*place: str | int, to: Any) -> Change:
    def change(file: dict[str, Any]) -> None:
        at = file["judges"][0]
        for key in place[:-1]:
            at = at[key]
        at[place[-1]] = to

    return change


def made(days: float) -> Change:
    """As if it had been made so many days from now, with the expiry that goes with it."""

    def change(file: dict[str, Any]) -> None:
        then = datetime.now(UTC) + timedelta(days=days)
        file["created_at"] = then.isoformat(timespec="seconds")
        for one in file["judges"]:
            one["expires"] = (then + timedelta(days=90)).isoformat(timespec="seconds")

    return change


def other_label(file: dict[str, Any]) -> None:
    for place in (file["judges"][0], *file["judges"][0]["of_systems"]):
        for counts in place["classes"]:
            counts["label"] = "fail"


CHANGES: list[tuple[str, Change]] = [
    ("above max_risk", judge("routing", "risk_bound", to=0.95)),
    ("above max_risk", judge("routing", "max_risk", to=0.001)),
    ("above its own bound", judge("routing", "risk", to=0.149999)),
    ("no share between 0 and 1", judge("routing", "coverage", to=1.2)),
    ("the confidences seen on labelled items", judge("routing", "threshold", to=0.01)),
    ("not the one of its sentence", judge("routing", "threshold", to=0.61)),
    ("5000 labelled items, and counts of 300", judge("n_labelled", to=5000)),
    ("cannot be worth more than", judge("classes", 0, "inside_worth", to=1e6)),
    ("the counts of a system", judge("of_systems", 0, "n_labelled", to=10)),
    (r"are of \['fail'\], and not of \['pass'\]", other_label),
    ("lasts 90 days at most", lambda file: file.update(created_at="2020-01-01T00:00:00+00:00")),
    ("lasts 90 days at most", judge("expires", to="2020-01-01T00:00:00+00:00")),
]


@pytest.mark.parametrize(("said", "change"), CHANGES)
def test_it_is_refused_with_exit_2(stored: str, tmp_path: Path, said: str, change: Change) -> None:
    file = json.loads(stored)
    change(file)
    path = tmp_path / "calibration.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    with pytest.raises(RunError, match=said) as raised:
        load_calibration(path)
    assert raised.value.exit_code == 2


def test_as_it_was_written_it_is_read_and_so_is_one_made_a_while_ago(stored: str, tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    path.write_text(stored, encoding="utf-8")
    assert load_calibration(path).to_json() == stored
    file = json.loads(stored)
    assert file["judges"][0]["routing"]["threshold"] is not None
    made(-40)(file)
    path.write_text(json.dumps(file), encoding="utf-8")
    assert load_calibration(path).data.created_at == file["created_at"]


def test_one_that_was_made_later_than_now_is_warned_of(stored: str, tmp_path: Path) -> None:
    file = json.loads(stored)
    made(30)(file)
    path = tmp_path / "calibration.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    kept = load_calibration(path)
    rows = [{"item_id": "new", "judge": one.judge, "criterion": one.criterion, "label": "pass", "confidence": 0.9} for one in kept.data.judges[:1]]
    assert any("made later than now" in said for said in kept.check(pd.DataFrame(rows)).warnings)


def test_where_systems_have_rules_of_their_own_the_sentence_for_all_names_theirs() -> None:
    """One of two systems abstains, so that one threshold stands in the sentence, and it is not the one for all."""
    from judgeaudit.domain.calibration import JudgeCalibration, RoutingRule, SystemCalibration
    from tests.report.sample_calibration import judge_calibration

    words = "the judged systems differ: A: accept the judge's verdict when confidence >= 0.95; B: abstain on everything"
    rule = RoutingRule(source="stated", threshold=0.91, max_risk=0.15, delta=0.1, sentence=words)
    own = rule.model_copy(update={"threshold": 0.95, "sentence": "accept the judge's verdict when confidence >= 0.95"})
    found = judge_calibration().model_copy(update={"routing": rule, "of_systems": (SystemCalibration(system="A", n_labelled=0, routing=own),)})
    stored = json.loads(found.model_dump_json())
    stored["of_systems"][0] |= {"n_labelled": 400, "classes": stored["classes"]}
    assert JudgeCalibration.model_validate(stored).routing == rule
    stored["of_systems"][0]["routing"]["threshold"] = 0.93
    with pytest.raises(ValueError, match="not the one of its sentence"):
        JudgeCalibration.model_validate(stored)
