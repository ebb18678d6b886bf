"""Whom the mix of strata may be blamed for, and what is said of strata that nobody measured."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from judgeaudit.api.monitor import monitor_init, monitor_update
from judgeaudit.domain.monitor import MonitorStatus
from judgeaudit.monitoring.attribution import attribution
from judgeaudit.monitoring.shapes import Baseline, Batch, Visits
from judgeaudit.monitoring.shifts import shifts_of
from judgeaudit.monitoring.streams import begin, mix_counts, observe
from tests.core.monitor_builder import clock, verdict, write

NO_VISITS = Visits(np.zeros((0, 2), int), np.zeros((0, 2), int), np.zeros(0), np.zeros(0, int), np.zeros(0), np.zeros(0), np.zeros((0, 2)))


def base_of(*passes: int, n: int = 500, anchors: tuple[float, ...] | None = None) -> Baseline:
    """Two labels, `passes` of n production items of each stratum."""
    counts = np.array([[n - k, k] for k in passes] + [[0, 0]])
    given = np.full(len(passes), 50.0) if anchors is None else np.array(anchors)
    return Baseline(np.array([0.0, 1.0]), tuple("abcdefgh"[: len(passes)]), counts, (0, n * len(passes)), 100, given)


def batch(counts: np.ndarray) -> Batch:
    return Batch(counts, NO_VISITS, (0, int(counts.sum())))


def drawn(rng: np.random.Generator, sizes: tuple[int, ...], rates: tuple[float, ...]) -> np.ndarray:
    passes = [rng.binomial(n, rate) for n, rate in zip(sizes, rates, strict=True)]
    return np.array([[n - k, k] for n, k in zip(sizes, passes, strict=True)] + [[0, 0]])


def accused(baseline: Baseline, rng: np.random.Generator, rates: tuple[float, ...], days: int = 6) -> list[str]:
    """Answers day by day where the shares go from 1:1 to 1:4."""
    watch, found = begin(baseline), []
    for day in range(days):
        watch = observe(watch, baseline, batch(drawn(rng, (250, 250) if day < 2 else (100, 400), rates)), alpha=0.05, rng=rng, redraws=199)
        found.append(attribution(watch, 0.05))
    return found


def test_a_mix_of_strata_that_do_not_differ_is_not_blamed() -> None:
    """Both pass at 60 %: whatever moves the shares, the mix moves nothing. At most 0.05 of streams may ever alarm; of 40, 0.05 + 3 sqrt(0.05 * 0.95 / 40)."""
    alarmed = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        baseline = base_of(int(rng.binomial(500, 0.6)), int(rng.binomial(500, 0.6)))
        alarmed += set(accused(baseline, rng, (0.6, 0.6))) != {"none"}
    assert alarmed / 40 <= 0.153


def test_a_mix_of_strata_that_differ_is_still_named() -> None:
    named = [accused(base_of(400, 200), np.random.default_rng(seed), (0.8, 0.4))[-1] for seed in range(12)]
    assert named.count("mix") >= 11


def test_where_the_product_moved_within_strata_too_the_mix_is_not_the_headline() -> None:
    for seed in range(8):
        rng, baseline = np.random.default_rng(seed), base_of(310, 290)
        watch = begin(baseline)
        for day in range(6):
            sizes, rates = ((250, 250), (0.62, 0.58)) if day < 2 else ((100, 400), (0.47, 0.43))
            watch = observe(watch, baseline, batch(drawn(rng, sizes, rates)), alpha=0.05, rng=rng, redraws=199)
        assert attribution(watch, 0.05) == "undecided"


def test_scheffes_limit_is_that_of_the_largest_contrast() -> None:
    """Means of two strata 0.6 and 0.68 of 500: with one item imagined at each end the variances are 0.2406 / 500 and 0.2183 / 500, z = 2.64; at 0.05 1 df 3.84."""
    baseline = base_of(300, 340)
    moved = np.array([[40, 60], [128, 272], [0, 0]])
    assert mix_counts(baseline, moved, 0.01)
    assert not mix_counts(baseline, moved, 0.005)
    assert not mix_counts(baseline, np.zeros((3, 2), int), 0.5)


def test_the_interval_of_the_mix_knows_how_little_the_baseline_knows() -> None:
    """0.3 of the shares moved: 0.3 * sqrt(2 * 0.24 / 500) = 0.0093, times 1.96 = 0.018 on either side."""
    shift = shifts_of(base_of(300, 300), batch(np.array([[40, 60], [160, 240], [0, 0]])))["mix_shift"]
    assert not isinstance(shift, float)
    assert shift is not None
    assert shift.low is not None
    assert shift.high is not None
    assert shift.value == pytest.approx(0.0)
    assert (shift.high - shift.low) / 2 == pytest.approx(0.0182, abs=0.0005)


def test_nothing_is_said_of_a_mix_of_strata_that_the_baseline_does_not_have() -> None:
    for rows in ([[0, 0], [0, 0], [50, 50]], [[20, 20], [20, 20], [10, 10]]):
        shift = shifts_of(base_of(300, 200), batch(np.array(rows)))["mix_shift"]
        assert not isinstance(shift, float)
        assert shift is not None
        assert shift.value is None
        assert "production rows are of strata that the baseline does not have" in shift.reason


def stream(folder: Path, share: float) -> MonitorStatus:
    """Stratum z has production and no anchors; `share` of the stream's rows are of it, and pass at 30 % instead of 60 %."""

    def labelled(k: int, tenths: int) -> str:
        return "pass" if k % 10 < tenths else "fail"

    start = [verdict(f"a{k}", labelled(k, 6), 0, replicate=r, stratum="e") for k in range(100) for r in range(3)]
    start += [verdict(f"b{k}", labelled(k // 2, 6), 0, replicate=0, stratum="ez"[k % 2]) for k in range(600)]
    status = monitor_init(folder / "w.db", write(folder / "base.jsonl", start), clock=clock())
    assert any("no anchors of stratum 'z', which has production" in text for text in status.warnings)
    n = int(share * 400)
    rows = [verdict(f"a{k}", labelled(k, 6), 1, stratum="e") for k in range(100)] + [verdict(f"p{k}", labelled(k, 3), 1, stratum="z") for k in range(n)]
    rows += [verdict(f"q{k}", labelled(k, 6), 1, stratum="e") for k in range(400 - n)]
    return monitor_update(folder / "w.db", write(folder / "d.jsonl", rows), clock=clock(1))


def test_production_without_anchors_gives_the_system_no_share(tmp_path: Path) -> None:
    shift = stream(tmp_path, 0.5).checks[-1].system_shift
    assert shift.value is None
    assert "cannot be told apart" in shift.reason
    assert "'z'" in shift.reason


def test_a_few_rows_without_anchors_are_left_out_of_the_systems_share(tmp_path: Path) -> None:
    assert stream(tmp_path, 0.05).checks[-1].system_shift.value == pytest.approx(0.0, abs=1e-9)
