"""The coverage of a routing rule is that of all judged items, as `apply` counts on the same file. Data made here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

import judgeaudit
from judgeaudit.decision.gates import hold
from judgeaudit.domain.results import Estimate
from judgeaudit.domain.rubric import Gate, Rubric

P, F = "pass", "fail"
RUBRIC = Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "q?", "scale": {"level": "nominal", "labels": [P, F]}}]})
N = 600


def words(values: Any) -> list[str]:
    return [P if one else F for one in values]


def base(seed: int = 3) -> tuple[pd.DataFrame, Any]:
    """600 items, every second one a pass, and a judge that is right on 95 of 100 and sure of it."""
    rng = np.random.default_rng(seed)
    truth = np.arange(N) % 2 == 0
    right = rng.random(N) < 0.95
    frame = pd.DataFrame({"item_id": [f"i{n}" for n in range(N)], "judge": "j", "label": words(truth == right), "status": "ok", "replicate": 0})
    return frame.assign(confidence=rng.choice([0.6, 0.7, 0.8, 0.9], N)), truth


def without_confidence(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.assign(confidence=frame["confidence"].where(np.arange(N) % 2 == 0))


def refused(frame: pd.DataFrame) -> pd.DataFrame:
    lost = np.arange(N) % 5 < 2
    return frame.assign(status=np.where(lost, "refused", "ok"), label=frame["label"].where(~lost))


def unsure_where_unlabelled(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.assign(confidence=np.where(np.arange(N) < 300, 0.9, 0.5))


def replicates(frame: pd.DataFrame) -> pd.DataFrame:
    """Three repeats, of which the third says otherwise of the last hundred items, and the second refuses every seventh."""
    other = {P: F, F: P}
    turned = frame.assign(replicate=2, label=[other[one] if n >= 500 else one for n, one in enumerate(frame["label"])])
    second = frame.assign(replicate=1, status=np.where(np.arange(N) % 7 == 0, "refused", "ok"))
    second["label"] = second["label"].where(second["status"] == "ok")
    return pd.concat([frame, second, turned], ignore_index=True)


def replicates_alone(frame: pd.DataFrame) -> pd.DataFrame:
    return replicates(frame).drop(columns="confidence")


def repeats_of_many_numbers(frame: pd.DataFrame) -> pd.DataFrame:
    """Five repeats of two items of three, four or three of the others; the last of five often differs from the rest."""
    runs = [frame.assign(replicate=run).drop(columns="confidence") for run in range(5)]
    place = np.arange(N)
    for run in (3, 4):
        runs[run]["label"] = np.where(place % 4 == run - 3, F, runs[run]["label"])
    return pd.concat([runs[0], runs[1], runs[2], runs[3][place % 9 != 0], runs[4][place % 3 != 0]], ignore_index=True)


def systems_that_differ(frame: pd.DataFrame) -> pd.DataFrame:
    """A and B by turns and C at the end, without labels; on B every second fail is passed."""
    system = np.where(np.arange(N) >= 500, "C", np.where(np.arange(N) // 2 % 2 == 0, "A", "B"))
    generous = (system == "B") & (np.arange(N) % 8 == 3)
    return frame.assign(system=system, label=np.where(generous, P, frame["label"]), confidence=np.where(generous, 0.6, frame["confidence"] + 0.05))


@pytest.mark.parametrize(
    "change",
    [lambda frame: frame, without_confidence, refused, unsure_where_unlabelled, replicates, replicates_alone, repeats_of_many_numbers, systems_that_differ],
    ids=["plain", "without", "refused", "unsure", "replicates", "replicates_alone", "repeats", "systems"],
)
def test_coverage_is_what_apply_counts_on_the_same_file(change: Callable[[pd.DataFrame], pd.DataFrame]) -> None:
    frame, truth = base()
    verdicts = change(frame)
    gold = pd.DataFrame({"item_id": [f"i{n}" for n in range(300)], "annotator": "h", "label": words(truth[:300])})
    found = judgeaudit.calibrate(verdicts, gold, RUBRIC, embedder="none")
    (routed,) = found.check(verdicts, despite_decision="system" not in verdicts).routed
    row = next(row for one in found.audit.data.analyses if one.name == "calibration" for row in one.blocks["routing"] if row["chosen"])
    n_taken = routed.n_items - routed.n_items_review
    assert n_taken > 0
    assert (row["n_judged"], row["n_accepted"]) == (routed.n_items, n_taken) == (N, n_taken)
    assert row["coverage"] == pytest.approx(n_taken / N)
    whole = coverage(found.audit.data.estimates)
    assert (whole.value, whole.n_items) == (pytest.approx(n_taken / N), N)
    assert whole.method.startswith("share of the 600 judged items whose verdict the rule accepts: ")


def coverage(estimates: Any) -> Estimate:
    return next(one for one in estimates if one.name == "selective_coverage" and one.group is None)


def test_the_sentence_the_gate_and_the_tested_share_each_say_what_they_are_of() -> None:
    frame, truth = base()
    gold = pd.DataFrame({"item_id": [f"i{n}" for n in range(300)], "annotator": "h", "label": words(truth[:300])})
    found = judgeaudit.calibrate(without_confidence(frame), gold, RUBRIC, embedder="none")
    (row,) = next(one.blocks["routing"] for one in found.audit.data.analyses if one.name == "calibration")
    assert "covers 50 % of the 600 judged items (300 of them have no verdict with a confidence), disagreement" in row["sentence"]
    assert (row["tested_coverage"], row["n_items"], row["n_without_confidence"]) == (1.0, 150, 300)
    assert hold("calibration.selective_coverage", Gate(min=0.9), coverage(found.audit.data.estimates)).status == "fail"
    kept = found.data.of("j", "c")
    assert kept is not None
    assert kept.routing is not None
    assert kept.routing.coverage == pytest.approx(0.5)
