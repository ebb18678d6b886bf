"""Verdicts that the baseline never had: a monitor must see them, and neither move them onto its scale nor drop them without a word."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from judgeaudit.api.monitor import monitor_init, monitor_update
from judgeaudit.domain.monitor import MonitorStatus
from judgeaudit.monitoring.scales import numbers_of, roomy
from tests.core.monitor_builder import clock, verdict, write


def scored(item: str, score: float, day: float, **more: Any) -> dict[str, Any]:
    row = verdict(item, "", day, rationale=None, stratum=None, **more)
    return {**{name: value for name, value in row.items() if name != "label"}, "score": score}


def watched(folder: Path, now: Callable[[int], float], before: Callable[[int], float], days: int = 3) -> MonitorStatus:
    """100 anchors and 300 production items a day, `before` in the baseline and `now` in the stream."""
    start = [scored(f"a{i}", before(i), 0, replicate=r) for i in range(100) for r in range(3)] + [
        scored(f"b{i}", before(i), 0, replicate=0) for i in range(500)
    ]
    status = monitor_init(folder / "w.db", write(folder / "base.jsonl", start), clock=clock())
    for day in range(1, days + 1):
        rows = [scored(f"a{i}", now(i), day) for i in range(100)] + [scored(f"p{day}-{i}", now(i), day) for i in range(300)]
        status = monitor_update(folder / "w.db", write(folder / f"d{day}.jsonl", rows), clock=clock(day))
    return status


def three_or_four(i: int) -> float:
    return 3.0 if i % 10 else 4.0


def test_a_score_that_the_baseline_never_had_is_a_shift_and_not_the_end_of_its_range(tmp_path: Path) -> None:
    """Nine of ten anchors fell from 3 to 1 of five points: 0.9 * 2 of the 4 steps from 1 to 5."""
    status = watched(tmp_path, lambda i: 1.0 if i % 10 else 4.0, three_or_four)
    assert (status.attribution, status.exit_code) == ("judge", 1)
    assert status.checks[-1].judge_shift.value == pytest.approx(-0.45)
    assert status.checks[-1].product_shift.value == pytest.approx(-0.45)


def test_a_judge_that_gave_one_score_only_can_drift_in_either_direction(tmp_path: Path) -> None:
    for n, (before, now) in enumerate(((5.0, 1.0), (2.0, 5.0), (3.0, 2.0))):
        folder = tmp_path / str(n)
        folder.mkdir()
        status = watched(folder, lambda _, now=now: now, lambda _, before=before: before)
        assert (status.attribution, status.checks[-1].judge_shift.value) == ("judge", pytest.approx((now - before) / 4))


def test_the_next_score_below_the_baselines_lowest_is_not_its_lowest(tmp_path: Path) -> None:
    status = watched(tmp_path, lambda i: 2.0 if i % 10 else 5.0, lambda i: 3.0 if i % 10 else 5.0)
    assert status.attribution == "judge"


def test_scores_that_no_scale_holds_are_named_and_raise_the_alarm(tmp_path: Path) -> None:
    status = watched(tmp_path, lambda _: 1000.0, three_or_four)
    assert status.exit_code == 3
    assert any("1200 verdicts are not on the scale, and count as none: '1000' 1200" in text for text in status.warnings)
    assert status.checks[-1].judge_shift.reason == "100 rows on anchors in this batch, none with a verdict"


def test_a_999_for_no_score_in_the_baseline_makes_no_shift_small_and_is_said(tmp_path: Path) -> None:
    status = watched(tmp_path, lambda i: 2.0, lambda i: 999.0 if i == 7 else 3.0 + i % 3, days=1)
    assert "0 = 1, 1 = 5" in status.scale
    assert any("4 verdicts of the baseline are not on the scale, and count as none: '999' 4" in text for text in status.warnings)


def test_labels_that_the_baseline_never_had_are_none_and_named(tmp_path: Path) -> None:
    start = [verdict(f"a{i}", "pass" if i % 3 else "fail", 0, replicate=r) for i in range(90) for r in range(3)]
    start += [verdict(f"b{i}", "pass" if i % 3 else "fail", 0, replicate=0) for i in range(300)]
    monitor_init(tmp_path / "w.db", write(tmp_path / "b.jsonl", start), clock=clock())
    rows = [verdict(f"a{i}", "I cannot say" if i % 4 == 0 else "pass" if i % 3 else "fail", 1) for i in range(90)]
    rows += [verdict(f"p{i}", "I cannot say" if i % 4 == 0 else "pass" if i % 3 else "fail", 1) for i in range(300)]
    status = monitor_update(tmp_path / "w.db", write(tmp_path / "d.jsonl", rows), clock=clock(1))
    assert status.checks[-1].judge_shift.value == pytest.approx(0.0)
    assert status.checks[-1].unanswered == 98
    assert any("98 verdicts are not on the scale, and count as none: 'I cannot say' 98" in text for text in status.warnings)


@pytest.mark.parametrize(
    ("scores", "ends"),
    [
        ([3, 4], (1, 5)), ([5, 5], (1, 5)), ([0, 1], (0, 1)), ([0.4, 0.9], (0, 1)), ([2, 7], (0, 10)), ([62, 98.5], (0, 100)), ([99.1, 99.9], (98.7, 100.3)),
        ([-4, 4], (-8, 8)), ([120, 320], (20, 420)), ([0.7, 0.7], (0, 1)), ([1, 1], (0, 1)), ([-7, -7], (-8, -6)), ([], (0, 1)),
    ],
)  # fmt: skip
def test_a_guessed_scale_has_room(scores: list[float], ends: tuple[float, float]) -> None:
    assert roomy(np.array(scores * 10, dtype=float)) == pytest.approx(ends)


def test_numbers_of_rows_are_labels_or_scores() -> None:
    assert numbers_of(["3", None, "no score", None, "inf"], [None, 4.0, None, None, None]).tolist() == [3.0, 4.0]
