"""The planned number of anchors is enough, and no more than enough: power by simulation, held against tests that the plan knows nothing of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest, norm

from judgeaudit.api.anchor_plan import plan_anchors
from judgeaudit.api.drift import drift
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.anchor_budget import anchors_for_shift, items_without_anchors, shift_that_anchors_show
from judgeaudit.stats.kernels.detectable_shift import moved_share

RUNS = 6000


def differences(n: int, shift: float, noise: float, churn: float, before: int, after: int, runs: int) -> np.ndarray:
    """Mean verdict after less before: a share 2 * noise of items are coins (two verdicts of one differ half of the time), the rest never waver."""
    rng = np.random.default_rng(7)
    kind = rng.random((runs, n))
    coin = kind < 2 * noise
    up = (kind >= 2 * noise) & (kind < 2 * noise + (churn + shift) / 2)
    down = (kind >= 2 * noise + (churn + shift) / 2) & (kind < 2 * noise + churn)
    moved = up.astype(float) - down
    by_chance = rng.binomial(after, 0.5, (runs, n)) / after - rng.binomial(before, 0.5, (runs, n)) / before
    return np.where(coin, by_chance, moved)


def found_by_signs(d: np.ndarray, level: float) -> float:
    """Two-sided test of the sum under random signs: 999 draws of signs for each run."""
    rng = np.random.default_rng(8)
    found = 0
    for row in d:
        moved = row[row != 0]
        sums = (rng.integers(0, 2, (999, len(moved)), dtype=np.int8) * 2.0 - 1) @ moved
        found += (1 + np.sum(np.abs(sums) >= abs(moved.sum()) - 1e-9)) / 1000 <= level
    return found / len(d)


def found_by_mcnemar(d: np.ndarray, level: float) -> float:
    ups, downs = (d > 0).sum(axis=1), (d < 0).sum(axis=1)
    p = {(u, v): binomtest(int(u), int(u + v)).pvalue if u + v else 1.0 for u, v in set(zip(ups.tolist(), downs.tolist(), strict=True))}
    return float(np.mean([p[one] <= level for one in zip(ups.tolist(), downs.tolist(), strict=True)]))


@pytest.mark.parametrize(
    ("shift", "noise", "churn", "level", "before", "after"),
    [
        (0.05, 0.05, None, 0.05, 3, 1),
        (0.05, 0.05, None, 0.0125, 3, 3),
        (0.10, 0.10, None, 0.05, 3, 1),
        (0.10, 0.02, 0.2, 0.05, 5, 1),
    ],
)  # fmt: skip
def test_planned_anchors_give_the_power_with_replicates(shift: float, noise: float, churn: float | None, level: float, before: int, after: int) -> None:
    n = anchors_for_shift(shift, noise=noise, churn=churn, level=level, before=before, after=after)
    found = found_by_signs(differences(n, shift, noise, churn or shift, before, after, 1500), level)
    assert found == pytest.approx(0.8, abs=0.03)


@pytest.mark.parametrize(
    ("shift", "noise", "churn", "level"), [(0.05, 0.05, None, 0.05), (0.05, 0.0, None, 0.05), (0.1, 0.1, 0.15, 0.0125), (0.2, 0.05, None, 0.05)]
)
def test_planned_anchors_give_the_power_of_mcnemars_exact_test(shift: float, noise: float, churn: float | None, level: float) -> None:
    n = anchors_for_shift(shift, noise=noise, churn=churn, level=level, before=1, after=1)
    assert found_by_mcnemar(differences(n, shift, noise, churn or shift, 1, 1, RUNS), level) == pytest.approx(0.8, abs=0.03)


def test_noise_that_is_spread_over_all_items_is_no_worse_than_noise_of_a_few() -> None:
    """Every verdict is turned over with one small probability; the shift is net of that."""
    noise, shift = 0.05, 0.05
    n = anchors_for_shift(shift, noise=noise)
    p = (1 - np.sqrt(1 - 2 * noise)) / 2
    rng = np.random.default_rng(9)
    moved = rng.random((1500, n)) < shift / (1 - 2 * p)
    d = rng.binomial(1, np.where(moved, 1 - p, p)) - rng.binomial(3, np.full(moved.shape, p)) / 3
    assert 0.77 <= found_by_signs(d, 0.05) < 0.87


def test_a_shift_of_five_points_takes_about_260_anchors() -> None:
    """Benchlock's example, at a noise of 5 %: three verdicts of each anchor before, one after. The formula by hand, and never fewer beside other measures."""
    square = 0.05 / 2 * (1 / 3 + 1) + 0.05
    by_hand = ((norm.isf(0.025) * square**0.5 + norm.isf(0.2) * (square - 0.0025) ** 0.5) / 0.05) ** 2
    assert 258 < by_hand < 260
    assert anchors_for_shift(0.05, noise=0.05) == pytest.approx(260, rel=0.04)
    assert plan_anchors(shift=0.05, noise_floor=0.05).needed >= 260


@pytest.mark.parametrize(("shift", "noise", "level"), [(0.05, 0.05, 0.05), (0.1, 0.1, 0.0125), (0.05, 0.0, 0.05)])
def test_one_verdict_each_is_what_the_smallest_detectable_shift_says(shift: float, noise: float, level: float) -> None:
    """`drift` prints the smallest shift that it could have seen, by summed binomials: on as many anchors as were planned it is the shift planned for."""
    n = anchors_for_shift(shift, noise=noise, level=level, before=1, after=1)
    assert moved_share(n, noise, level) == pytest.approx(shift, rel=0.03)


@pytest.mark.parametrize(("shift", "answer", "least"), [(0.08, "drifted", 0.8), (0.0, "equivalent", 0.8)])
def test_drift_itself_answers_on_as_many_anchors_as_were_planned(tmp_path: Path, shift: float, answer: str, least: float) -> None:
    """The whole check, 40 times: three verdicts before, one after, noise 5 %."""
    n, rng, found = anchors_for_shift(0.08, noise=0.05, level=0.05 / 4), np.random.default_rng(11), 0
    for _ in range(40):
        kind = rng.random(n)
        coin, moved = kind < 0.1, (kind >= 0.1) & (kind < 0.1 + shift)
        steady = np.where(moved, 0, rng.random(n) < 0.6)
        for name, after, now in (("old", 3, steady), ("new", 1, np.where(moved, 1, steady))):
            verdicts = np.where(coin[:, None], rng.integers(0, 2, (n, after)), now[:, None])
            rows = [f"i{i},j,{k},{'pass' if one else 'fail'}" for i, row in enumerate(verdicts) for k, one in enumerate(row)]
            (tmp_path / f"{name}.csv").write_text("item_id,judge,replicate,label\n" + "\n".join(rows) + "\n", encoding="utf-8")
        found += drift(tmp_path / "old.csv", tmp_path / "new.csv", margin=0.08, embedder="none").data.drift[0].answer == answer
    assert found / 40 >= least


def test_more_noise_more_anchors_and_a_larger_shift_fewer() -> None:
    by_noise = [anchors_for_shift(0.05, noise=noise) for noise in (0.0, 0.05, 0.2)]
    by_shift = [anchors_for_shift(shift, noise=0.05) for shift in (0.05, 0.1, 1.0)]
    assert by_noise == sorted(set(by_noise))
    assert by_shift == sorted(set(by_shift), reverse=True)
    assert by_shift[-1] >= 10


@pytest.mark.parametrize("n", [40, 1000])
def test_the_shift_that_anchors_show_is_the_plan_read_backwards(n: int) -> None:
    shown = shift_that_anchors_show(n, noise=0.05)
    assert shown is not None
    assert anchors_for_shift(shown, noise=0.05) == pytest.approx(n, rel=0.03)


def test_three_anchors_show_nothing() -> None:
    assert shift_that_anchors_show(3, noise=0.05) is None


def test_runs_that_share_no_items_need_many_times_as_many() -> None:
    """50 % against 55 %: 1,565 in each group, as tables of two proportions have it."""
    assert items_without_anchors(0.05, rate=0.5) == 1565
    assert items_without_anchors(0.05, rate=0.95) == items_without_anchors(0.05, rate=0.05)
    assert items_without_anchors(0.7, rate=0.5) is None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"shift": 0.0}, "shift"), ({"shift": 1.2}, "shift"), ({"shift": float("nan")}, "shift"), ({"noise": 0.6}, "noise floor"), ({"power": 1.0}, "power"),
        ({"churn": 0.01}, "churn"), ({"shift": 1e-6}, "more than"), ({"before": 0}, "replicates"), ({"level": 0.0}, "alpha"),
    ],
)  # fmt: skip
def test_impossible_plans_are_refused(options: dict[str, Any], said: str) -> None:
    given: dict[str, Any] = {"shift": 0.05, "noise": 0.05, **options}
    with pytest.raises(OptionError, match=said):
        anchors_for_shift(given.pop("shift"), **given)
