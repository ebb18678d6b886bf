"""A check on probes that all agree says no more than so few probes can: neither FAIL nor PASS comes of a variance of zero."""

from __future__ import annotations

from datetime import UTC, datetime

import pandas as pd
import pytest

from judgeaudit.api.apply import apply_calibration
from judgeaudit.domain.applied import CarryCheck
from judgeaudit.domain.calibration import CalibrationFile, ClassCounts, KeptRubric, ScoreShift
from judgeaudit.domain.rubric import Criterion
from judgeaudit.errors import NothingInCommonError
from tests.report.sample_calibration import calibration, judge_calibration, kept_rubric

NOW = datetime(2026, 12, 1, tzinfo=UTC)


def kept(inside_hits: float, outside_hits: float, n: int = 200) -> CalibrationFile:
    classes = (ClassCounts(label="pass", inside=n, inside_hits=inside_hits, inside_worth=n, outside=n, outside_hits=outside_hits, outside_worth=n),)
    return calibration(judge_calibration("j", "c", classes=classes), rubric=kept_rubric("demo", "c"))


def checked(file: CalibrationFile, labels: list[str], gold: list[str], **columns: object) -> CarryCheck:
    frame = pd.DataFrame({"item_id": [f"i{n}" for n in range(len(labels))], "judge": "j", "criterion": "c", "label": labels}).assign(confidence=0.95, **columns)
    people = pd.DataFrame({"item_id": frame["item_id"], "annotator": "x", "label": gold})
    return apply_calibration(file, frame, gold=people, now=NOW).summary.checks[0]


def test_eight_right_of_eight_are_no_failure_of_a_judge_that_is_right_on_91_per_cent() -> None:
    """0.91^8 = 0.47: every second batch of the same judge looks like this. Residual: 1 - (1 + 0.9 - 1) / 0.81 = -0.111."""
    one = checked(kept(182, 180), ["pass"] * 8, ["pass"] * 8)
    assert one.residual == pytest.approx(1 - 0.9 / 0.81)
    assert one.verdict == "INCONCLUSIVE"
    assert one.high is not None
    # Wilson's upper end of 0 wrong of 8 is z^2 / (8 + z^2) = 0.3244; divided by Youden's J.
    assert one.high > one.residual + 0.3 / 0.81


@pytest.mark.parametrize(("n", "word"), [(20, "INCONCLUSIVE"), (30, "INCONCLUSIVE"), (60, "INCONCLUSIVE"), (100, "PASS")])
def test_twenty_right_of_twenty_are_no_proof(n: int, word: str) -> None:
    """None wrong of 20: up to z^2 / (20 + z^2) = 16 % may be; of 100 up to 3.7 %, which is within 5."""
    labels = ["pass", "fail"] * (n // 2)
    one = checked(kept(20_000, 20_000, 20_000), labels, labels)
    assert (one.verdict, one.residual) == (word, 0.0)
    assert one.high == pytest.approx(1.959964**2 / (n + 1.959964**2), abs=1e-3)
    assert one.low == pytest.approx(-one.high)


def test_what_is_asked_for_settles_it() -> None:
    """None wrong of n: z^2 / (n + z^2) <= 0.05 from n = 19 z^2 = 73 on."""
    labels = ["pass", "fail"] * 15
    reason = checked(kept(2_000_000, 2_000_000, 2_000_000), labels, labels).reason
    assert "about 73 probes would settle it" in reason


def test_clusters_of_probes_that_all_agree_are_as_many_as_clusters() -> None:
    labels = ["pass", "fail"] * 50
    alone = checked(kept(20_000, 20_000, 20_000), labels, labels)
    by_ten = checked(kept(20_000, 20_000, 20_000), labels, labels, cluster=[f"k{n // 4}" for n in range(100)])
    assert (alone.verdict, by_ten.verdict) == ("PASS", "INCONCLUSIVE")
    assert by_ten.high == pytest.approx(1.959964**2 / (25 + 1.959964**2), abs=1e-3)


@pytest.mark.parametrize(("n", "word"), [(20, "INCONCLUSIVE"), (100, "PASS")])
def test_scores_that_all_agree_are_no_proof_either(n: int, word: str) -> None:
    asked = Criterion.model_validate({"name": "c", "question": "q?", "scale": {"level": "interval", "low": 0, "high": 10}})
    shift = ScoreShift(mean=0.0, sd=0.0, n_items=4000)
    record = judge_calibration("j", "c", level="interval", labels=None, classes=(), shift=shift, routing=None, n_labelled=4000)
    frame = pd.DataFrame({"item_id": [f"i{n}" for n in range(n)], "judge": "j", "criterion": "c", "score": 5.0})
    gold = pd.DataFrame({"item_id": frame["item_id"], "annotator": "x", "label": 5.0})
    one = apply_calibration(calibration(record, rubric=KeptRubric(name="demo", criteria=(asked,))), frame, gold=gold, now=NOW).summary.checks[0]
    assert (one.verdict, one.residual) == (word, 0.0)
    assert one.high is not None
    assert one.high >= 10 * 1.959964**2 / (n + 1.959964**2)


def test_a_judge_that_is_off_is_still_found() -> None:
    """Right on 90 % when calibrated, on half of 200 now."""
    one = checked(kept(180, 180), ["pass", "fail"] * 100, ["pass"] * 200)
    assert one.verdict == "FAIL"


@pytest.mark.parametrize(
    ("gold", "said"),
    [
        ([("i0", "a", "pass"), ("i0", "b", "fail"), ("i1", "a", "fail"), ("i1", "b", "pass")], "2 items have gold, none decided: 2 disputed"),
        ([("i0", "a", "pass"), ("i0", "a", "fail")], "1 item has gold, none decided: 1 in conflict"),
        ([("elsewhere", "a", "pass")], "no verdict is about an item that the probes label"),
        ([("i2", "a", "pass")], "the judge gave no verdict on any item that the probes label"),
    ],
)
def test_why_no_probe_counts_is_said_truly(gold: list[tuple[str, str, str]], said: str) -> None:
    frame = pd.DataFrame({"item_id": ["i0", "i1", "i2"], "judge": "j", "criterion": "c", "label": ["pass", "fail", None], "confidence": 0.95})
    with pytest.raises(NothingInCommonError, match=said):
        apply_calibration(kept(180, 140), frame, gold=pd.DataFrame(gold, columns=["item_id", "annotator", "label"]), now=NOW)
