"""The evidence of the monitor, held against integrals, densities and countings that are worked out by other means."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy import integrate
from scipy import stats as law

from judgeaudit import stats
from judgeaudit.monitoring.charts import cusum_path, ewma_path
from judgeaudit.monitoring.scores import draw_sums
from judgeaudit.monitoring.shapes import Baseline, Batch, Visits
from judgeaudit.monitoring.streams import begin, observe
from judgeaudit.stats.kernels.change_betting import (
    LIVING,
    NEWEST,
    Gaps,
    Ranks,
    bet_on_gap,
    bet_on_score,
    joined,
    likeliest_start,
    log_start_weight,
    normal_score,
    scores_since,
    tail_of,
)
from tests.core.monitor_builder import gap_group

BITS = np.array([0.0, 1.0])


def test_weights_of_change_points_add_up_to_at_most_one() -> None:
    many = np.exp(log_start_weight(np.arange(1.0, 2_000_001.0))).sum()
    # The rest of the sum of 1 / (m log(m)^2) from M on is at most 1 / log(M - 1).
    rest = 1 / np.log(2_000_000) / 2.1098
    assert many + rest <= 1.0
    assert many + rest > 0.99


@pytest.mark.parametrize(("one_sided", "score"), [(False, 2.3), (False, -2.3), (True, 2.3), (True, -1.0)])
def test_the_first_bet_is_an_integral_over_shifts(one_sided: bool, score: float) -> None:
    n = 30
    expected = 0.0
    for spread in (0.1, 0.4):

        def payoff(shift: float, spread: float = spread) -> float:
            return float(np.exp(shift * np.sqrt(n) * score - shift**2 * n / 2) * law.norm.pdf(shift, 0, spread))

        part = integrate.quad(payoff, 0.0 if one_sided else -4.0, 4.0, points=[-0.5, 0.0, 0.5], limit=200)[0]
        expected += part * (2 if one_sided else 1) / 2
    weight = 1 / (2.1098 * 2 * np.log(2) ** 2)
    _, value = bet_on_score(Ranks(), score, n, batch=1, one_sided=one_sided)
    assert value == pytest.approx(np.log(weight * expected), abs=1e-6)


@pytest.mark.parametrize("one_sided", [False, True])
def test_two_bets_pay_back_at_most_what_was_staked(one_sided: bool) -> None:
    """The mean over two normal scores of the mixture is the weight of the two change points: it is no better than a fair game."""
    grid = np.linspace(-9, 9, 721)
    density, total = law.norm.pdf(grid) * (grid[1] - grid[0]), 0.0
    for one, p in zip(grid, density, strict=True):
        state, _ = bet_on_score(Ranks(), float(one), 8, batch=1, one_sided=one_sided)
        if p > 1e-12:
            total += p * sum(
                q * np.exp(bet_on_score(state, float(two), 3, batch=2, one_sided=one_sided)[1]) for two, q in zip(grid[::8], density[::8] * 8, strict=True)
            )
    weights = sum(1 / (2.1098 * m * np.log(m) ** 2) for m in (2, 3))
    assert total == pytest.approx(weights, rel=1e-3)
    assert weights < 1


def test_components_are_few_and_the_newest_stay() -> None:
    rng, state = np.random.default_rng(1), Ranks()
    for batch in range(1, 201):
        state, _ = bet_on_score(state, float(rng.standard_normal()), 50, batch=batch)
    assert len(state.starts) == LIVING
    assert state.starts[-NEWEST:].tolist() == list(range(201 - NEWEST, 201))
    assert (np.diff(state.starts) > 0).all()


def test_ranks_are_uniform_whatever_the_ties() -> None:
    """Every way to split a small bag is as likely as any other: the scores' shares below the quartiles must be quarters."""
    rng = np.random.default_rng(2)
    bag = np.array([0, 0, 0, 0, 0, 0, 1, 1])
    scores = []
    for _ in range(4_000):
        now = rng.permutation(bag)[:3].sum()
        redraws = draw_sums(np.array([6, 2]), 3, BITS, rng, 99)
        scores.append(normal_score(float(now), redraws, rng))
    shares = Counter(np.searchsorted(law.norm.ppf([0.25, 0.5, 0.75]), scores))
    # Three standard errors of a share of a quarter among 4,000 are 0.0205.
    assert all(abs(shares[quarter] / 4_000 - 0.25) < 0.0205 for quarter in range(4))


def test_far_tails_are_no_more_likely_than_normal_ones() -> None:
    """With 19 redraws nearly every large score comes from the bound; the chance of each is counted from the exact law."""
    counts, size = np.array([200, 40]), 60
    tail = tail_of(counts, BITS, size)
    exact = law.hypergeom(240, 40, size)
    rng, wanted, n = np.random.default_rng(7), (1.9, 2.3, 2.8, 3.5, 5.0), 200
    found = np.zeros((2, len(wanted)))
    for k in range(41):
        scores = np.array([normal_score(float(k), draw_sums(counts, size, BITS, rng, 19), rng, tail) for _ in range(n)])
        found += exact.pmf(k) * np.array([[(scores >= w).mean() for w in wanted], [(scores <= -w).mean() for w in wanted]])
    assert (found <= law.norm.sf(wanted) * 1.25 + 1e-12).all()
    assert found[0, 0] > 0.2 * law.norm.sf(1.9)


def test_the_tail_of_the_larger_part_is_that_of_what_is_left() -> None:
    """Drawing 95 of 100 leaves 5: the sum of one is the bag's less that of the other, and so are their bounds."""
    counts = np.array([90, 10])
    most, rest = tail_of(counts, BITS, 95), tail_of(counts, BITS, 5)
    assert most.log_bound(7.0) == pytest.approx(rest.log_bound(3.0))
    exact = law.hypergeom(100, 10, 95)
    assert np.exp(most.log_bound(7.0)) >= exact.cdf(7)
    assert np.exp(joined([most, rest]).log_bound(7.0 + 3.0)) <= 1.0


def test_redraws_follow_the_hypergeometric_law() -> None:
    rng = np.random.default_rng(3)
    drawn = draw_sums(np.array([30, 20]), 10, BITS, rng, 40_000)
    assert drawn.mean() == pytest.approx(4.0, abs=0.03)
    assert drawn.var() == pytest.approx(10 * 0.4 * 0.6 * 40 / 49, abs=0.06)
    three = draw_sums(np.array([5, 5, 10]), 4, np.array([0.0, 0.5, 1.0]), rng, 40_000)
    assert three.mean() == pytest.approx(4 * 0.625, abs=0.02)


def test_the_gap_is_a_likelihood_ratio() -> None:
    gaps = np.array([0.0, 0.0, 1.0, 0.0, -1.0, 0.0])
    group = gap_group(0.3, 0.004, gaps, np.zeros(6))
    _, value = bet_on_gap(Gaps(), [group], batch=1, baseline=0.0002, anchors=0.0)
    spread = (2.0 + 1.5) / 7.5 / 6
    ratios = [law.norm.pdf(0.3, 0, np.sqrt(0.0042 + spread + wide**2)) / law.norm.pdf(0.3, 0, np.sqrt(0.0042 + spread)) for wide in (0.05, 0.15)]
    assert value == pytest.approx(np.log(np.mean(ratios) / (2.1098 * 2 * np.log(2) ** 2)), abs=1e-9)


def test_an_anchor_is_used_once_by_each_component() -> None:
    first = gap_group(0.1, 0.001, np.array([0.0, 1.0]), np.array([0.0, 0.0]))
    again = gap_group(0.1, 0.001, np.array([0.0, 1.0, 0.0]), np.array([1.0, 1.0, 0.0]))
    state, _ = bet_on_gap(Gaps(), [first], batch=1, baseline=0.0002, anchors=0.0)
    state, _ = bet_on_gap(state, [again], batch=2, baseline=0.0002, anchors=0.0)
    assert dict(zip(state.starts, state.sums[:, 0], strict=True)) == {0.0: 5.0, 1.0: 3.0, 2.0: 3.0}


def batch_of(passes: int, of: int, anchors: np.ndarray | None = None, before: np.ndarray | None = None) -> Batch:
    now = np.zeros((0, 2), dtype=np.int64) if anchors is None else anchors
    bags = np.zeros((0, 2), dtype=np.int64) if before is None else before
    means = bags[:, 1] / np.maximum(bags.sum(axis=1), 1)
    visits = Visits(bags, now, means, np.zeros(len(now), dtype=np.int64), np.ones(len(now)), np.zeros(len(now)), np.zeros((len(now), 2)))
    return Batch(np.array([[of - passes, passes], [0, 0]]), visits, (0, of + int(now.sum())), visits)


BASE = Baseline(BITS, ("",), np.array([[300, 700], [0, 0]]), (0, 1_000), 40, np.array([40.0]), 0.0001)


def test_the_same_share_again_is_no_evidence_and_a_large_shift_is() -> None:
    quiet = observe(begin(BASE), BASE, batch_of(350, 500), alpha=0.05, rng=np.random.default_rng(1))
    loud = observe(begin(BASE), BASE, batch_of(450, 500), alpha=0.05, rng=np.random.default_rng(1))
    assert quiet.now["product"] < 0
    assert loud.now["product"] > np.log(20)


def test_a_steady_judge_is_no_evidence_and_one_way_flips_are() -> None:
    before = np.tile([0, 3], (40, 1))
    steady, flipped = np.tile([0, 1], (40, 1)), np.tile([0, 1], (40, 1))
    flipped[:15] = [1, 0]
    quiet = observe(begin(BASE), BASE, batch_of(350, 500, steady, before), alpha=0.05, rng=np.random.default_rng(1))
    loud = observe(begin(BASE), BASE, batch_of(350, 500, flipped, before), alpha=0.05, rng=np.random.default_rng(1))
    assert quiet.now["judge"] < np.log(2)
    assert loud.now["judge"] > np.log(20)


def test_flips_that_cancel_are_seen_though_the_mean_stays() -> None:
    before = np.vstack([np.tile([0, 3], (60, 1)), np.tile([3, 0], (60, 1))])
    now = np.vstack([np.tile([0, 1], (60, 1)), np.tile([1, 0], (60, 1))])
    now[:12], now[60:72] = [1, 0], [0, 1]
    watch = begin(BASE)
    for _ in range(2):
        watch = observe(watch, BASE, batch_of(350, 500, now, before), alpha=0.05, rng=np.random.default_rng(4))
    assert watch.parts["moved"] < 0
    assert watch.parts["flipped"] > np.log(20 / 0.12)


def test_the_charts_are_those_of_the_statistics() -> None:
    scores = np.random.default_rng(5).standard_normal(60) + np.repeat([0.0, 1.0], 30)
    path, width = ewma_path(scores)
    chart = stats.ewma(scores, mean=0.0, sd=1.0, average_run_length=500.0)
    assert path == pytest.approx(np.array(chart.path, dtype=float), abs=1e-9)
    assert width == pytest.approx(np.array(chart.upper, dtype=float), rel=2e-3)
    sums = stats.cusum(scores, mean=0.0, sd=1.0, average_run_length=500.0)
    assert cusum_path(scores) == pytest.approx(np.array(sums.path, dtype=float), abs=1e-9)
    assert sums.upper[0] == pytest.approx(5.072, rel=2e-3)


def test_scores_since_a_given_batch_are_added_up() -> None:
    state = Ranks()
    for number, score in enumerate((0.1, -0.4, 2.0, 1.5), 1):
        state, _ = bet_on_score(state, score, 10, batch=number)
    assert scores_since(state, 3.0) == pytest.approx((20.0, np.sqrt(10) * 3.5))
    assert scores_since(state, 9.0) == (0.0, 0.0)
    assert likeliest_start(state) == 1.0
    for number in range(5, 9):
        state, _ = bet_on_score(state, 4.0, 10, batch=number)
    assert likeliest_start(state) == 3.0


def test_late_change_is_laid_at_the_judges_door_once_the_product_says_since_when() -> None:
    before, now = np.tile([0, 9], (25, 1)), np.tile([0, 1], (25, 1))
    watch = begin(BASE)
    for number in range(30):
        watch = observe(watch, BASE, batch_of(350, 500, now, before), alpha=0.05, rng=np.random.default_rng(number), redraws=99)
    assert watch.suspect is None
    turned = now.copy()
    turned[:5] = [1, 0]
    for number in range(30, 34):
        watch = observe(watch, BASE, batch_of(270, 500, turned, before), alpha=0.05, rng=np.random.default_rng(number), redraws=99)
    assert watch.suspect == 31.0
    assert watch.traced[0] == 100
    assert watch.parts["suspected"] > watch.parts["moved"] + 4
