"""False alarms of the whole analysis, and whether the smallest detectable shift is found as surely as it says. Seeds are fixed."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from judgeaudit.analyses.drift import drift
from judgeaudit.analyses.drifts.measured import detect_mean, detect_whole
from judgeaudit.domain.drift import DriftAnswer
from judgeaudit.stats.kernels.detectable_shift import least, mean_shift_seen, moved_share, shuffled_share
from judgeaudit.stats.kernels.mean_change import MeanChange, change_interval, change_p
from tests.simulations.drift_asked import answer_of, counted, input_of
from tests.simulations.drift_models import SHAPES, draw, population
from tests.simulations.drift_models import change_of as planted

N = 260
PAIRS = 100


@cache
def alarms(scale: str, noise: float, replicates: tuple[int, int], declared: bool = False, strata: int = 0) -> tuple[list[DriftAnswer], list[float]]:
    """Answers for a judge that did not change, with gold, and the least p value of each that is not corrected for how many there are."""
    rng, people = np.random.default_rng(11), population(scale, noise)
    rubric, labels, nothing = people.shape.criterion, people.shape.labels, planted(people, "nothing", 0.0)
    pairs = [draw(rng, people, nothing, N, replicates, strata=strata) for _ in range(PAIRS)]
    answers = [answer_of(counted(pair, rubric, labels, noise_floor=noise if declared else None)) for pair in pairs]
    return answers, [min(one.p for one in answer.measures if one.p is not None) for answer in answers]


UNCHANGED: list[tuple[Any, ...]] = [
    ("two labels", 0.05, (1, 1)), ("two labels", 0.1, (3, 3), False, 2), ("two labels", 0.05, (5, 1)), ("two labels", 0.1, (1, 1), True),
    ("two labels, hard items", 0.1, (3, 1)), ("five labels", 0.1, (3, 1)), ("five points", 0.1, (1, 1)), ("scores", 0.1, (1, 1)),
]  # fmt: skip


@pytest.mark.parametrize("judge", UNCHANGED)
def test_a_judge_that_did_not_change_is_seldom_called_drifted(judge: tuple[Any, ...]) -> None:
    """At most 5 % (three standard errors allowed); of 1,000 pairs each, also with strata: `tests/simulations/drift_runs.md`."""
    words = [one.answer for one in alarms(*judge)[0]]
    assert words.count("drifted") / PAIRS <= 0.05 + 3 * (0.05 * 0.95 / PAIRS) ** 0.5


def test_all_of_them_together_are_seldom_called_drifted_and_correction_is_why() -> None:
    """Three standard errors of 800 pairs. That this can fail: the least p value of each pair, uncorrected, is under 5 % more often."""
    n = PAIRS * len(UNCHANGED)
    limit = 0.05 + 3 * (0.05 * 0.95 / n) ** 0.5
    answers, least_p = zip(*(alarms(*judge) for judge in UNCHANGED), strict=True)
    assert sum(one.answer == "drifted" for group in answers for one in group) / n <= limit
    assert sum(p < 0.05 for group in least_p for p in group) / n > limit


@pytest.mark.parametrize("scale", SHAPES)
def test_equal_data_are_equivalent(scale: str) -> None:
    """And never undecided for want of an interval."""
    people = population(scale, 0.0)
    drawn = draw(np.random.default_rng(12), people, planted(people, "nothing", 0.0), N, (3, 3))
    assert drift(input_of(drawn, people.shape.criterion, people.shape.labels))[1][0].answer == "equivalent"


def share_found(rng: np.random.Generator, replicates: int, noise: float, moved: float, level: float, n_simulations: int = 300) -> float:
    """How often a share of items that moves from pass to fail is found."""
    hits = 0
    for _ in range(n_simulations):
        change = change_of(rng, replicates, noise, moved)
        hits += change_p(change, rng)[0] <= level
    return hits / n_simulations


def change_of(rng: np.random.Generator, replicates: int, noise: float, moved: float) -> MeanChange:
    now = rng.random(N) >= moved
    sides = [np.where(rng.random((N, replicates)) < noise, ~truth[:, None], truth[:, None]).mean(axis=1) for truth in (np.ones(N, dtype=bool), now)]
    values, counts = np.unique((sides[1] - sides[0]).round(12), return_counts=True)
    return MeanChange(values, counts, None, 1.0, 1.0)


@pytest.mark.parametrize(("replicates", "noise"), [(1, 0.0), (1, 0.02), (1, 0.1), (3, 0.02), (3, 0.1), (5, 0.05)])
@pytest.mark.parametrize("level", [0.05, 0.0125])
def test_the_smallest_detectable_shift_is_found_in_four_of_five_cases(replicates: int, noise: float, level: float) -> None:
    rng = np.random.default_rng(3)
    said = [detect_whole(change_of(rng, replicates, noise, 0.0), 1.0)(level) for _ in range(20)]
    shift = float(np.mean([one for one in said if one is not None]))
    found = share_found(rng, replicates, noise, shift / (1 - 2 * noise), level)
    assert found == pytest.approx(0.8, abs=0.05 + 2 * (0.8 * 0.2 / 300) ** 0.5)


def test_the_smallest_detectable_shift_of_a_mean() -> None:
    rng, hits, said = np.random.default_rng(4), 0, []
    ones = np.ones(N, dtype=np.int64)
    for _ in range(20):
        found = detect_mean(MeanChange(rng.normal(0, 0.3, N), ones, None, 9.0, 1.0), None)(0.05)
        assert found is not None
        said.append(found)
    shift = float(np.mean(said))
    for _ in range(300):
        hits += change_p(MeanChange(rng.normal(shift, 0.3, N), ones, None, 9.0, 1.0), rng)[0] <= 0.05
    assert hits / 300 == pytest.approx(0.8, abs=0.05 + 2 * (0.8 * 0.2 / 300) ** 0.5)
    assert mean_shift_seen(N, 0.09, 0.05) == pytest.approx(2.8 * 0.3 / N**0.5, rel=0.02)


def test_flips_that_all_go_one_way_need_six() -> None:
    """Without noise the exact test at 5 % needs six items: of 260, a share d with P(Poisson(260 d) >= 6) = .8, which is 260 d = 7.9."""
    from scipy.stats import binom

    share = moved_share(N, 0.0, 0.05)
    assert share is not None
    assert binom.sf(5, N, share) == pytest.approx(0.8, abs=1e-5)
    assert share * N == pytest.approx(7.9, abs=0.05)


def test_shuffles_of_three_and_three_need_two_items_that_changed_wholly() -> None:
    """One changed item is as extreme as 2 in 20 shuffles, two are as 1 in 100: P(Poisson(260 d) >= 2) = .8 at 260 d = 2.99."""
    share = shuffled_share(N, 0.0, np.array([-1 / 9, 1.0]), np.array([0.9, 0.1]), 0.05)
    assert share is not None
    assert share * N == pytest.approx(2.99, abs=0.02)


def test_what_nothing_possible_would_show_is_none() -> None:
    assert moved_share(5, 0.0, 0.05) is None, "five items that all move one way have p = .0625"
    assert moved_share(6, 0.0, 0.05) is not None
    assert least(lambda share: share, 0.8) == pytest.approx(0.8)
    assert detect_mean(MeanChange(np.array([0.1, -0.1]), np.array([1, 1]), None, 1.0, 1.0), None)(0.05) is None


def test_intervals_of_clusters_hold() -> None:
    """60 clusters of 5 items that mostly move together; each cluster's items move by -1, 0 or 1."""
    rng, n_simulations, missed = np.random.default_rng(6), 500, 0
    clusters = np.repeat(np.arange(60), 5)
    for _ in range(n_simulations):
        whole = rng.choice([-1.0, 0.0, 1.0], 60, p=[0.05, 0.8, 0.15])[clusters]
        values = np.where(rng.random(300) < 0.9, whole, 0.0)
        low, high, _ = change_interval(MeanChange(values, np.ones(300, dtype=np.int64), clusters, 1.0, 1.0), 0.95)
        missed += not low <= 0.9 * 0.1 <= high
    assert missed / n_simulations <= 0.05 + 3 * (0.05 * 0.95 / n_simulations) ** 0.5


def test_differences_that_are_all_the_same_are_no_point() -> None:
    change = MeanChange(np.array([0.5]), np.array([40]), None, 2.0, 2.0)
    low, high, how = change_interval(change, 0.9)
    other = 1 - 0.05 ** (1 / 40)
    assert (low, high) == (pytest.approx(0.5 - other * 2.5), pytest.approx(0.5 + other * 1.5))
    assert "exact for 40 differences that are all 0.5" in how
