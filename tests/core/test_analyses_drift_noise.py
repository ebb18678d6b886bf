"""Flips beyond noise: by hand, by going through all shuffles, and by how often intervals and tests hold."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from analyses_builder import one, rubric_of
from drift_builder import drift_of, runs

from judgeaudit.analyses.drift import drift
from judgeaudit.domain.drift import DriftAnswer, DriftMeasure
from judgeaudit.stats.kernels.mean_change import MeanChange, change_interval, change_p
from judgeaudit.stats.kernels.version_shuffles import Shuffled, between, shuffle_p, shuffled, shuffled_means, within_both

P, F = "pass", "fail"


def measure(answer: DriftAnswer, name: str) -> DriftMeasure:
    (found,) = (one for one in answer.measures if one.measure == name)
    return found


def test_excess_by_hand() -> None:
    # Item 0: baseline PPF (2 of 3 pairs differ), now FFF (none): 6 of 9 pairs differ between. Item 1: PP- and P--: one pair, the same; all the same.
    old = [[P, P], [P, P], [F, None]]
    new = [[F, P], [F, None], [F, None]]
    output, (answer,) = drift(drift_of(*runs(old, new)))
    assert one(output, "noise_floor").value == pytest.approx(((2 / 3 + 0) / 2 + 0) / 2)
    assert one(output, "noise_floor", group="baseline").value == pytest.approx((2 / 3 + 0) / 2)
    assert one(output, "noise_floor", group="current").value == pytest.approx(0.0)
    assert one(output, "noise_floor", group="current").n_items == 1
    excess = one(output, "excess_flip_rate")
    assert excess.value == pytest.approx(((6 / 9 - 1 / 3) + 0) / 2)
    assert measure(answer, "excess_flip_rate").answer == "inconclusive"


def test_one_replicate_leaves_noise_unknown_and_churn_stands_in() -> None:
    same = [[P] * 200]
    output, (answer,) = drift(drift_of(*runs(same, same)))
    undefined = one(output, "excess_flip_rate").undefined
    assert undefined is not None
    assert "one replicate of each version" in undefined
    assert one(output, "noise_floor").undefined == undefined
    assert (measure(answer, "churn").answer, answer.answer) == ("equivalent", "equivalent")
    moved = [[F] * 15 + [P] * 185], [[P] * 15 + [F] * 15 + [P] * 170]
    _, (answer,) = drift(drift_of(*runs(*moved)))
    assert measure(answer, "churn").p is None
    assert measure(answer, "churn").answer == "inconclusive", "15 % changed, and nobody knows how much changes by itself"
    assert answer.answer == "inconclusive"


def test_a_declared_floor_takes_the_place_of_replicates() -> None:
    moved = [[F] * 15 + [P] * 185], [[P] * 15 + [F] * 15 + [P] * 170]
    output, (answer,) = drift(drift_of(*runs(*moved), noise_floor=0.02))
    assert one(output, "noise_floor").value == 0.02
    assert one(output, "excess_flip_rate").value == pytest.approx(0.15 - 0.02)
    from scipy.stats import binom

    assert measure(answer, "excess_flip_rate").p == pytest.approx(binom.sf(29, 200, 0.02))
    assert answer.answer == "drifted"
    _, (quiet,) = drift(drift_of(*runs(*moved), noise_floor=0.15))
    assert measure(quiet, "excess_flip_rate").answer != "drifted"


def all_shuffles(old: np.ndarray[Any, Any], new: np.ndarray[Any, Any]) -> float:
    """Exact one-sided p value: every way to split every item's verdicts between the versions."""

    def excess(a: list[float], b: list[float]) -> float:
        cross = np.mean([x != y for x in a for y in b])
        inside = [np.mean([x != y for x, y in combinations(side, 2)]) for side in (a, b) if len(side) > 1]
        return float(cross - np.mean(inside))

    sums, observed = np.zeros(1), 0.0
    for row_old, row_new in zip(old, new, strict=True):
        a, b = row_old[~np.isnan(row_old)].tolist(), row_new[~np.isnan(row_new)].tolist()
        observed += excess(a, b)
        pooled = a + b
        splits = [set(chosen) for chosen in combinations(range(len(pooled)), len(a))]
        outcomes = [excess([pooled[i] for i in s], [pooled[i] for i in range(len(pooled)) if i not in s]) for s in splits]
        sums = (sums[:, None] + np.array(outcomes)[None, :]).ravel()
    return float((sums >= observed - 1e-9).mean())


@pytest.mark.parametrize("seed", range(4))
def test_shuffles_are_those_of_all_replicates_within_items(seed: int) -> None:
    rng = np.random.default_rng(seed)
    old, new = rng.integers(0, 3, (4, 3)).astype(float), rng.integers(0, 3, (4, 2)).astype(float)
    old[0, 2] = np.nan
    new[:2] = new[:2, :1]
    found = shuffled(old, new, np.ones(4, dtype=np.int64), None, rng)
    total = float((between(old, new, None) - within_both(old, new, None)).sum())
    p, how = shuffle_p(found, total, rng)
    assert p == pytest.approx(all_shuffles(old, new), abs=4 * 0.5 / 9_999**0.5)
    assert "9,999 times" in how


def test_many_kinds_are_taken_as_normal_with_the_same_variance() -> None:
    rng = np.random.default_rng(3)
    old, new = rng.random((2_500, 3)), rng.random((2_500, 3))
    counts = np.ones(2_500, dtype=np.int64)
    many = shuffled(old, new, counts, 0.3, rng)
    assert many.kinds == ()
    few = [shuffled(old[part], new[part], counts[part], 0.3, rng) for part in np.array_split(np.arange(2_500), 5)]
    assert many.variance == pytest.approx(sum(one.variance for one in few))
    for p in (0.5, 0.05):
        total = -((2 * many.variance) ** 0.5) * _erfcinv(2 - 2 * p)
        assert shuffle_p(many, total, rng)[0] == pytest.approx(p)
        kinds = tuple(kind for one in few for kind in one.kinds)
        assert shuffle_p(Shuffled(kinds, many.variance), total, rng)[0] == pytest.approx(p, abs=0.02)


def _erfcinv(value: float) -> float:
    from scipy.special import erfcinv

    return float(erfcinv(value))


def test_scores_without_steps_differ_where_they_lie_more_than_the_margin_apart() -> None:
    """A margin of .05 of 0..2 is .1: .5 and .6 are the same verdict (one pair of either item's two versions), .5 and .7 are two."""
    scale = {"level": "interval", "low": 0, "high": 2}
    output, _ = drift(drift_of(*runs([["0.5", "0.5"], ["0.6", "0.7"]], [["1.5", "0.5"], ["1.5", "0.5"]]), rubric_of(scale)))
    assert one(output, "noise_floor").value == pytest.approx((0 + 1 / 2) / 2)
    assert one(output, "excess_flip_rate").value == pytest.approx(((1 - 0) + (1 / 2 - 1 / 2)) / 2)
    assert one(output, "churn").value == pytest.approx((1 + 1 / 2) / 2)
    assert one(output, "same_verdict_share").value == pytest.approx((0 + 1 / 2) / 2)


def test_equal_data_have_intervals_that_are_no_point() -> None:
    same = [[P] * 60] * 3
    output, (answer,) = drift(drift_of(*runs(same, same)))
    excess = one(output, "excess_flip_rate")
    # Tango's interval without any item that differs: z^2 / (n + z^2) either way.
    assert excess.value == 0
    assert excess.high == pytest.approx(1.959964**2 / (60 + 1.959964**2), abs=1e-6)
    assert excess.low == pytest.approx(-(1.959964**2) / (60 + 1.959964**2), abs=1e-6)
    assert measure(answer, "excess_flip_rate").p == 1
    assert answer.answer == "equivalent"


def simulated(rng: np.random.Generator, n: int, replicates: tuple[int, int], noise: float, moved: float) -> tuple[Any, Any]:
    truth = rng.random(n) < 0.7
    now = truth ^ (rng.random(n) < moved)
    sides = []
    for values, k in zip((truth, now), replicates, strict=True):
        sides.append(np.where(rng.random((n, k)) < noise, ~values[:, None], values[:, None]).astype(float))
    return sides[0], sides[1]


@pytest.mark.parametrize(("replicates", "noise"), [((3, 3), 0.05), ((2, 2), 0.1), ((5, 1), 0.05)])
def test_the_interval_of_excess_flips_holds(replicates: tuple[int, int], noise: float) -> None:
    rng, n_simulations = np.random.default_rng(7), 600
    for moved in (0.0, 0.05, 0.16):
        true = moved * (1 - 2 * noise) ** 2  # of an item that moved: (1 - 2 q)^2 more pairs differ between than within
        missed = early = 0
        for _ in range(n_simulations):
            old, new = simulated(rng, 260, replicates, noise, moved)
            values, counts = np.unique((between(old, new, None) - within_both(old, new, None)).round(12), return_counts=True)
            change = MeanChange(values, counts, None, 1.0, 1.0)
            low, high, _ = change_interval(change, 0.95)
            missed += not low <= true <= high
            early += true > change_interval(change, 0.9)[1]
        assert missed / n_simulations <= 0.05 + 3 * (0.05 * 0.95 / n_simulations) ** 0.5
        assert early / n_simulations <= 0.05 + 3 * (0.05 * 0.95 / n_simulations) ** 0.5, "called equivalent at a margin that is just reached"


@pytest.mark.parametrize(("replicates", "noise"), [((3, 3), 0.05), ((2, 2), 0.1), ((5, 1), 0.1), ((1, 3), 0.02)])
def test_shuffles_raise_no_more_false_alarms_than_they_say(replicates: tuple[int, int], noise: float) -> None:
    rng, n_simulations = np.random.default_rng(8), 400
    alarms = 0
    for _ in range(n_simulations):
        old, new = simulated(rng, 260, replicates, noise, 0.0)
        found = shuffled(old, new, np.ones(260, dtype=np.int64), None, rng)
        alarms += shuffle_p(found, float((between(old, new, None) - within_both(old, new, None)).sum()), rng)[0] <= 0.05
    assert alarms / n_simulations <= 0.05 + 3 * (0.05 * 0.95 / n_simulations) ** 0.5


def test_many_signs_are_taken_as_normal_near_the_exact_test() -> None:
    from scipy.stats import binomtest

    for b, c in ((560, 480), (530, 510)):
        values, counts = np.array([-1.0, 0.0, 1.0]), np.array([c, 3_000, b])
        p, _ = change_p(MeanChange(values, counts, None, 1.0, 1.0), np.random.default_rng(1))
        assert p == pytest.approx(binomtest(b, b + c).pvalue, rel=0.02)


def means(rng: np.random.Generator, n: int, replicates: tuple[int, int], noise: float, moved: float) -> tuple[Any, Any]:
    now = rng.random(n) < moved
    old = (rng.random((n, replicates[0])) < noise).astype(float)
    return old, ((rng.random((n, replicates[1])) < noise) ^ now[:, None]).astype(float)


@pytest.mark.parametrize(("n", "replicates", "noise"), [(60, (10, 1), 0.02), (60, (5, 1), 0.05), (260, (1, 5), 0.02), (260, (10, 1), 0.05)])
def test_unequal_replicates_raise_no_more_false_alarms_than_they_say(n: int, replicates: tuple[int, int], noise: float) -> None:
    """Differences of one verdict and the mean of many are skewed: flipping their signs would raise up to 28 in 100."""
    rng, n_simulations = np.random.default_rng(9), 400
    alarms = 0
    for _ in range(n_simulations):
        old, new = means(rng, n, replicates, noise, 0.0)
        found = shuffled_means(old, new, np.ones(n, dtype=np.int64), rng)
        alarms += shuffle_p(found, float((new.mean(axis=1) - old.mean(axis=1)).sum()), rng, two_sided=True)[0] <= 0.05
    assert alarms / n_simulations <= 0.05 + 3 * (0.05 * 0.95 / n_simulations) ** 0.5


def test_shuffled_means_are_those_of_all_splits() -> None:
    rng = np.random.default_rng(1)
    old, new = rng.normal(size=(5, 2)), rng.normal(size=(5, 1))
    total = float((new.mean(axis=1) - old.mean(axis=1)).sum())
    sums = np.zeros(1)
    for pooled in np.hstack([old, new]):
        sums = (sums[:, None] + np.array([pooled[i] - (pooled.sum() - pooled[i]) / 2 for i in range(3)])[None, :]).ravel()
    p, _ = shuffle_p(shuffled_means(old, new, np.ones(5, dtype=np.int64), rng), total, rng, two_sided=True)
    assert p == pytest.approx(float((np.abs(sums) >= abs(total) - 1e-9).mean()), abs=4 * 0.5 / 9_999**0.5)


def test_the_analysis_shuffles_where_replicates_are_unequal() -> None:
    output, _ = drift(drift_of(*runs([[P] * 20, [P] * 20, [P] * 19 + [F]], [[P] * 18 + [F, F]])))
    assert "replicates shuffled between versions within items" in one(output, "marginal_shift", group=P).method
    # Item 18: P P P and F, the odd one is the new one in 1 of 4 shuffles; item 19: P P F and F, in 6 splits of which 2 give the new version a P.
    assert one(output, "marginal_shift", group=P).value == pytest.approx((-1 - 2 / 3) / 20)


@pytest.mark.parametrize(("replicates", "noise"), [((3, 3), 0.02), ((5, 1), 0.02), ((1, 3), 0.1)])
def test_the_interval_of_a_shift_holds_and_so_does_equivalence(replicates: tuple[int, int], noise: float) -> None:
    rng, n_simulations = np.random.default_rng(10), 600
    for moved in (0.0, 0.05, 0.16):
        missed = early = 0
        for _ in range(n_simulations):
            old, new = means(rng, 260, replicates, noise, moved)
            values, counts = np.unique((new.mean(axis=1) - old.mean(axis=1)).round(12), return_counts=True)
            change = MeanChange(values, counts, None, 1.0, 1.0)
            low, high, _ = change_interval(change, 0.95)
            true = moved * (1 - 2 * noise)
            missed += not low <= true <= high
            early += true > change_interval(change, 0.9)[1]
        assert missed / n_simulations <= 0.05 + 3 * (0.05 * 0.95 / n_simulations) ** 0.5
        assert early / n_simulations <= 0.05 + 3 * (0.05 * 0.95 / n_simulations) ** 0.5
