"""Beside people who agree no better than by chance nothing is a share of anything, and no judge takes anybody's place."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import judgeaudit
from judgeaudit.analyses.calibrations.ceiling import by_chance
from judgeaudit.decision.plain_words import ceiling_words
from judgeaudit.domain.results import Analysis, Estimate

RUBRIC = judgeaudit.Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "q?", "scale": {"labels": ["pass", "fail"]}}]})


def panel(right: float, *, judge: float, n: int = 200, seed: int = 1) -> tuple[Analysis, tuple[str, ...]]:
    """Three annotators and a judge who are right so often, independently: calibration, and the findings of the decision."""
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.5

    def labels(share: float) -> Any:
        return np.where(np.where(rng.random(n) < share, truth, ~truth), "pass", "fail")

    items = [f"i{place}" for place in range(n)]
    gold = pd.concat([pd.DataFrame({"item_id": items, "annotator": name, "label": labels(right)}) for name in "xyz"])
    found = judgeaudit.calibrate(pd.DataFrame({"item_id": items, "judge": "j", "label": labels(judge)}), gold, RUBRIC, embedder="none").audit
    assert found is not None
    return next(one for one in found.data.analyses if one.name == "calibration"), found.data.decisions[0].findings


def texts(found: Analysis) -> str:
    return " ".join(finding.text for finding in found.findings)


@pytest.mark.parametrize("judge", [0.5, 0.9])
def test_beside_coins_no_ratio_is_given_and_nothing_is_concluded(judge: float) -> None:
    found, findings = panel(0.5, judge=judge)
    (row,) = found.blocks["relative"]
    ceiling = found.blocks["ceiling"][0]
    assert ceiling["low"] <= 0 <= ceiling["high"]
    assert row["share_of_ceiling"] is None
    assert row["difference"] is not None
    tests = found.blocks["alt_test"]
    assert all(test["rejected"] for test in tests), "the published rule lets it pass"
    assert {test["passes"] for test in tests} == {None}
    assert all("guessing is enough" in test["note"] for test in tests)
    assert "% of it," not in texts(found)
    assert "% of it (" not in texts(found)
    assert "so it could take a person's place" not in texts(found)
    assert "is not known (people are not shown to agree with each other beyond chance" in texts(found)
    assert not any(text.startswith("It passes the test") for text in findings)


def test_beside_people_who_agree_both_are_said() -> None:
    found, _ = panel(0.9, judge=0.9)
    assert found.blocks["relative"][0]["share_of_ceiling"] == pytest.approx(1.0, abs=0.2)
    assert {test["passes"] for test in found.blocks["alt_test"]} == {True}
    assert "so it could take a person's place" in texts(found)
    assert "which is little" not in texts(found)


def test_a_share_of_little_agreement_says_that_it_is_little() -> None:
    """Right on 75 % each: people agree at kappa 2 (0.75^2 + 0.25^2) - 1 = 0.25."""
    found, _ = panel(0.75, judge=0.9)
    (row,) = found.blocks["relative"]
    assert row["share_of_ceiling"] > 1
    assert "% of it (which is little: people hardly agree among themselves), more than people do" in texts(found)
    (said,) = ceiling_words([row])
    assert ", which is little: kappa 0." in said
    assert ceiling_words([{"criterion": "c", "share_of_ceiling": 0.9, "judge_human_kappa": 0.54, "difference": -0.06}]) == [
        'On "c" it reaches 90 % of the agreement that people have with each other.'
    ]


@pytest.mark.parametrize(
    ("value", "low", "chance"), [(0.3, -0.01, True), (0.3, 0.0, True), (0.3, 0.01, False), (0.0, None, True), (-0.2, None, True), (1.0, None, False)]
)
def test_when_people_may_be_coins(value: float, low: float | None, chance: bool) -> None:
    assert by_chance(Estimate(value=value, low=low, high=None if low is None else 0.9)) is chance


def test_of_people_whose_agreement_is_not_known_nothing_is_said() -> None:
    assert not by_chance(Estimate.missing("one annotator"))
