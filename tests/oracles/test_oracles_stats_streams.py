"""Streams against published series and tables, the authors' package, and other algorithms for the same number."""

from __future__ import annotations

from itertools import product
from math import log, prod, sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from stream_series import NIST_CUSUM, NIST_EWMA

from judgeaudit import stats
from judgeaudit.stats.kernels.betting import agrapa
from judgeaudit.stats.kernels.run_length import Chain, Law, alarm_probability, average_run_length, cusum_chain, ewma_chain

SCORES = np.array([0.9, 0.4, 1, 0.7, 0, 0.8, 1, 0.6, 0.95, 0.3, 1, 0.85])
VERDICTS = np.array([1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1.0])

NIST_EWMA_PRINTED = [50.60, 49.52, 50.56, 50.18, 50.16, 49.21, 49.75, 49.85, 50.26, 50.33, 50.11, 49.36, 49.52, 50.05, 49.38, 49.92, 50.73, 51.23, 51.94, 51.99]


def numbers(path: tuple[float | None, ...]) -> NDArray[np.float64]:
    return np.array([np.nan if one is None else one for one in path])


# Betting


def test_the_e_process_of_a_constant_bet_by_hand() -> None:
    found = stats.e_process([1, 1, 0, 1], mean=0.5, alternative="greater", bet=0.5)
    assert 10 ** numbers(found.path) == pytest.approx([1.25, 1.5625, 1.171875, 1.46484375], abs=1e-12)
    below = stats.e_process([1, 1, 0, 1], mean=0.5, alternative="less", bet=0.5)
    assert 10 ** numbers(below.path) == pytest.approx([0.75, 0.5625, 0.703125, 0.52734375], abs=1e-12)
    both = stats.e_process([1, 1, 0, 1], mean=0.5, bet=0.5)
    assert 10 ** numbers(both.path) == pytest.approx([1.0, 1.0625, 0.9375, 0.99609375], abs=1e-12)


@pytest.mark.parametrize(
    ("mean", "bets"),
    [
        (0.5, [0.0, 1.0, 0.8333333333, 1.0, 1.0, 0.6234845861, 0.9027346874, 1.0, 1.0, 1.0, 1.0, 1.0]),
        (0.8, [-0.8823529412, -0.6451612903, -1.3333333333, -0.8695652174, -1.0638297872, -1.2476672887,
               -1.2545887245, -1.0378104307, -1.1823147312, -1.0320980303, -1.2204275217, -1.0487277957]),
    ],
)  # fmt: skip
def test_bets_are_those_of_the_authors_package(mean: float, bets: list[float]) -> None:
    """Package confseq, lambda_aKelly(x, mean, trunc_scale=0.5), computed once."""
    assert agrapa(SCORES, mean) == pytest.approx(np.maximum(bets, 0), abs=1e-10)
    assert agrapa(1 - SCORES, 1 - mean) == pytest.approx(np.maximum(-np.array(bets), 0), abs=1e-10)
    capital = 0.5 * np.cumprod(1 + np.maximum(bets, 0) * (SCORES - mean)) + 0.5 * np.cumprod(1 + np.minimum(bets, 0) * (SCORES - mean))
    assert 10 ** numbers(stats.e_process(SCORES, mean=mean).path) == pytest.approx(capital, abs=1e-8)


def plain_capital(x: list[float], mean: float) -> list[float]:
    """Capital on "above the mean", one observation after the other, from the definition."""
    capital, path, seen, spread = 1.0, [], 0.5, 0.25
    for t, value in enumerate(x, start=1):
        edge = seen / t - mean
        capital *= 1 + min(max(edge / (spread / t + edge * edge), 0.0), 0.5 / mean) * (value - mean)
        path.append(capital)
        seen += value
        spread += (value - seen / (t + 1)) ** 2
    return path


def test_capital_from_the_definition_on_another_scale() -> None:
    rng = np.random.default_rng(5)
    for _ in range(50):
        scores = rng.integers(1, 6, 40).astype(float)
        mean = float(rng.uniform(1.5, 4.5))
        found = stats.e_process(scores, mean=mean, alternative="greater", bounds=(1, 5))
        assert 10 ** numbers(found.path) == pytest.approx(plain_capital(((scores - 1) / 4).tolist(), (mean - 1) / 4), rel=1e-10)
        assert found.value == pytest.approx(min(1.0, 1 / max(plain_capital(((scores - 1) / 4).tolist(), (mean - 1) / 4))), rel=1e-10)


def test_a_range_of_means_is_tested_at_its_ends() -> None:
    rng = np.random.default_rng(6)
    x = rng.random(60)
    pair = numbers(stats.e_process(x, mean=(0.4, 0.6)).path)
    ends = [10 ** numbers(stats.e_process(x, mean=mean, alternative=side).path) for mean, side in ((0.6, "greater"), (0.4, "less"))]
    assert 10**pair == pytest.approx((ends[0] + ends[1]) / 2, rel=1e-12)
    assert (pair < numbers(stats.e_process(x, mean=0.5).path)).any()


def test_a_mean_at_the_end_of_the_scale() -> None:
    assert stats.e_process(np.ones(50), mean=1.0).value == 1.0
    assert stats.e_process(np.ones(50), mean=[0.9, 1.0]).path == stats.e_process(np.ones(50), mean=(0.9, 1.0)).path
    assert stats.e_process([1.0] * 30 + [0.0] * 5, mean=1.0).alarm_at == 30  # one failure refutes it
    assert stats.e_process(np.zeros(50), mean=0.0).value == 1.0


def test_capital_beyond_every_float_is_told_as_a_logarithm() -> None:
    found = stats.e_process(np.ones(10_000), mean=0.5, alternative="greater")
    assert found.path[-1] == pytest.approx(9999 * np.log10(1.5), rel=1e-12)  # the first bet is 0, each other wins half
    assert found.value == pytest.approx(1e-300)
    assert found.alarm_at == 8  # 1.5^8 = 25.6 is the first above 20
    assert (found.upper[0] or 0) == pytest.approx(np.log10(20))


@pytest.mark.parametrize(
    ("x", "n", "low", "high"),
    [
        (SCORES, 3, 0.1229626, 1), (SCORES, 6, 0.1879391, 0.9542779), (SCORES, 12, 0.3763286, 0.9067757),
        (VERDICTS, 3, 0.0101976, 1), (VERDICTS, 10, 0.3607805, 1), (VERDICTS, 20, 0.5531079, 1),
    ],
)  # fmt: skip
def test_the_confidence_sequence_is_the_inversion_of_the_authors_martingale(x: Any, n: int, low: float, high: float) -> None:
    """Package confseq, betting_mart with lambda_predmix_eb(alpha=0.05 / 2), solved once with scipy 1.17.1 brentq for 2 / alpha = 40."""
    found = stats.confidence_sequence(x)
    assert low - 1.5e-4 <= (found.lower[n - 1] or 0) <= low
    assert high <= (found.upper[n - 1] or 1) <= high + 1.5e-4
    assert stats.confidence_sequence(x[:n]).low == found.lower[n - 1]


def plain_end(x: list[float], alpha: float) -> float:
    """Lowest mean that is not left out: wealth by plain multiplication, and bisection."""

    def wealth(mean: float) -> float:
        total, seen, spread = 1.0, 0.5, 0.25
        for t, value in enumerate(x, start=1):
            total *= 1 + min(sqrt(2 * log(2 / alpha) / (spread / t * t * log(t + 1))), 0.5 / mean) * (value - mean)
            seen += value
            spread += (value - seen / (t + 1)) ** 2
        return total

    low, high = 1e-12, 1.0
    if wealth(low) <= 2 / alpha:
        return 0.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if wealth(middle) > 2 / alpha else (low, middle)
    return low


@pytest.mark.parametrize("alpha", [0.01, 0.5])
@pytest.mark.parametrize("share", [0.01, 0.5, 0.9, 0.99, None])
def test_interpolated_ends_enclose_the_exact_ones(share: float | None, alpha: float) -> None:
    rng = np.random.default_rng(7)
    x = rng.beta(0.2, 0.2, 300) if share is None else rng.binomial(1, share, 300).astype(float)
    found = stats.confidence_sequence(x, ci_level=1 - alpha)
    for n in (*range(1, 20), 30, 100, 300):
        low, high = plain_end(x[:n].tolist(), alpha), 1 - plain_end((1 - x[:n]).tolist(), alpha)
        assert low - 1.5e-4 <= (found.lower[n - 1] or 0) <= low + 1e-12
        assert high - 1e-12 <= (found.upper[n - 1] or 0) <= high + 1.5e-4


def test_intervals_that_share_no_mean_are_an_alarm() -> None:
    moved = np.concatenate([np.ones(150), np.zeros(150)])
    now, common = stats.confidence_sequence(moved), stats.confidence_sequence(moved, running_intersection=True)
    assert now.alarm_at == common.alarm_at
    assert now.alarm_at is not None
    assert now.low is not None
    assert common.low is None
    assert "the mean has moved" in common.method
    assert common.lower[now.alarm_at] is None
    assert common.lower[now.alarm_at - 1] is not None
    assert stats.confidence_sequence(np.ones(300)).alarm_at is None


# Charts


def test_ewma_of_the_nist_handbook() -> None:
    """NIST/SEMATECH e-Handbook of Statistical Methods, section 6.3.2.4: averages, and limits 52.5884 and 47.4116."""
    found = stats.ewma(NIST_EWMA, mean=50, sd=2.0539, weight=0.3, limit=3)
    assert numbers(found.path) == pytest.approx(NIST_EWMA_PRINTED, abs=0.00501)
    assert (found.upper[-1], found.lower[-1]) == (pytest.approx(52.5884, abs=1e-4), pytest.approx(47.4116, abs=1e-4))
    assert found.upper[0] == pytest.approx(50 + 3 * 2.0539 * 0.3)
    assert found.alarm_at is None


def test_cusum_of_the_nist_handbook() -> None:
    """NIST/SEMATECH e-Handbook of Statistical Methods, section 6.3.2.3: upper sums from the 13th on, h = 4.1959 crossed at the 14th."""
    found = stats.cusum(NIST_CUSUM, mean=325, sd=0.635, alternative="greater", limit=4.1959 / 0.635)
    assert numbers(found.path)[12:] == pytest.approx([3.01, 4.94, 7.45, 10.63, 11.99, 14.44, 16.00, 19.04], abs=0.00501)
    assert found.upper[0] == pytest.approx(4.1959)
    assert found.lower == ()
    assert found.alarm_at == 13
    assert stats.cusum(NIST_CUSUM, mean=325, sd=0.635, limit=4.1959 / 0.635).alarm_at == 13


@pytest.mark.parametrize(
    ("mean", "k", "h", "length", "digits", "source"),
    [
        (0, 0.5, 3, 117.59, 2, "Brook & Evans 1972, section 4.3"),
        (1.5, 0.5, 3, 3.75, 2, "Brook & Evans 1972, section 4.3"),
        (0, 0.5, 3, 117.6, 1, "Brook & Evans 1972; Waldmann 1986, table 1, prints 117.4 and 117.6"),
        (-0.5, 0.5, 3, 1963, 0, "Waldmann 1986, table 3"),
        (0.5, 0.5, 3, 17.35, 2, "Waldmann 1986, table 5"),
        (2.5, 0.25, 8, 4.1501, 4, "SAS/QC, CUSUMARL, 4.1500836225"),
        (-0.125, 0, 10, 400, 0, "Vance 1986, table 1, 400.28"),
        (0, 0, 10, 124.66, 2, "Vance 1986, table 1"),
        (0.125, 0, 10, 59.30, 1, "Vance 1986, table 1"),
        (0.5, 0, 10, 20.37, 2, "Vance 1986, table 1"),
        (1, 0, 10, 10.75, 2, "Vance 1986, table 1"),
    ],
)
def test_run_length_of_one_sided_cusum(mean: float, k: float, h: float, length: float, digits: int, source: str) -> None:
    assert average_run_length(cusum_chain(Law(mean), k, h)) == pytest.approx(length, abs=0.51 * 10**-digits), source


@pytest.mark.parametrize(
    ("shift", "lengths"),
    [(4, {0: "168", 0.25: "74.2", 0.5: "26.6", 0.75: "13.3", 1: "8.38", 1.5: "4.75", 2: "3.34", 2.5: "2.62", 3: "2.19"}), (5, {0: "465", 1: "10.4"})],
)
def test_run_length_of_two_sided_cusum(shift: float, lengths: dict[float, str]) -> None:
    """Lucas & Crosier 1982, table 1 (h = 4); Lucas 1976 and Montgomery, table 9.3 (h = 5). k = 0.5."""
    for mean, printed in lengths.items():
        sides = [average_run_length(cusum_chain(Law(sign * mean), 0.5, shift)) for sign in (1, -1)]
        digits = len(printed.partition(".")[2])
        assert 1 / sum(1 / side for side in sides) == pytest.approx(float(printed), abs=0.51 * 10**-digits), mean


@pytest.mark.parametrize(("k", "h"), [(0.25, 8.01), (0.5, 4.77), (0.75, 3.34), (1.0, 2.52), (1.25, 1.99), (1.5, 1.61)])
def test_cusum_limits_for_a_run_length_of_370(k: float, h: float) -> None:
    """Hawkins 1993; Montgomery, table 9.4."""
    method = stats.cusum([0.0], mean=0, sd=1, shift=2 * k, average_run_length=370).method
    assert float(method.split("h = ")[1].split(",")[0]) == pytest.approx(h, abs=0.0105)


@pytest.mark.parametrize(("weight", "limit"), [(0.05, 2.615), (0.1, 2.814), (0.2, 2.962), (0.25, 2.998), (0.4, 3.054)])
def test_ewma_limits_for_a_run_length_of_500(weight: float, limit: float) -> None:
    """Lucas & Saccucci 1990; Montgomery, table 9.11, limits that do not vary in time."""
    assert average_run_length(ewma_chain(Law(), weight, limit, two_sided=True, fixed=True)) == pytest.approx(500, abs=0.75)


@pytest.mark.parametrize(
    ("mean", "weight", "limit", "length", "digits"),
    [
        (0, 0.5, 2, 26.45, 2), (1, 0.5, 2, 4.91, 2), (3, 0.5, 2, 1.26, 2), (0, 0.05, 2, 127.53, 1), (0.5, 0.05, 2, 18.97, 2), (2, 0.05, 2, 4.04, 2),
        (0.5, 0.5, 3.071, 88.8, 1), (1, 0.5, 3.071, 17.5, 1), (0.5, 0.03, 2.437, 29.3, 1), (2, 0.03, 2.437, 5.99, 2), (1, 0.25, 3, 11.154, 3),
    ],
)  # fmt: skip
def test_run_length_of_ewma(mean: float, weight: float, limit: float, length: float, digits: int) -> None:
    """Crowder 1987, table 1 (limit 2); Lucas & Saccucci 1990, table 3; SAS/QC, EWMAARL, 11.154267016."""
    chain = ewma_chain(Law(mean), weight, limit, two_sided=True, fixed=True)
    assert average_run_length(chain) == pytest.approx(length, abs=0.51 * 10**-digits)


def test_a_chart_that_looks_at_single_observations() -> None:
    """Weight 1 is Shewhart's chart: 1 / P(|x| > 3) = 370.4 (Montgomery, section 5.3.4)."""
    assert average_run_length(ewma_chain(Law(), 1.0, 3.0, two_sided=True)) == pytest.approx(370.4, abs=0.05)
    assert alarm_probability(ewma_chain(Law(), 1.0, 3.0, two_sided=True), 100) == pytest.approx(1 - 0.9973002039**100, rel=1e-3)


HEADS = Law(points=np.array([-1.0, 1.0]), shares=np.array([0.5, 0.5]))


def test_a_chart_that_waits_for_two_heads_in_a_row() -> None:
    """Waiting time 6; within 10 throws 1 - 144 / 1024, by Fibonacci's numbers (Feller 1968, section XIII.7)."""
    chain = cusum_chain(HEADS, 0.5, 0.75)
    assert average_run_length(chain) == pytest.approx(6, abs=1e-9)
    assert alarm_probability(chain, 10) == pytest.approx(1 - 144 / 1024, rel=2e-3)
    assert "without drift about 6 obs" in stats.cusum([0, 1], mean=0.5, alternative="greater", limit=0.75).method


THREE = Law(points=np.array([-1.7, 0.1, 1.1]), shares=np.array([0.2, 0.45, 0.35]))


def enumerated(alarm: Any, n: int) -> float:
    assert THREE.points is not None
    assert THREE.shares is not None
    return sum(prod(float(THREE.shares[i]) for i in path) for path in product(range(3), repeat=n) if alarm([float(THREE.points[i]) for i in path]))


def cusum_fires(path: list[float], k: float, limit: float) -> bool:
    total = 0.0
    for y in path:
        total = max(0.0, total + y - k)
        if total > limit:
            return True
    return False


def ewma_fires(path: list[float], weight: float, limit: float) -> bool:
    z = 0.0
    for t, y in enumerate(path, start=1):
        z = (1 - weight) * z + weight * y
        if z > limit * sqrt(weight / (2 - weight) * (1 - (1 - weight) ** (2 * t))):
            return True
    return False


@pytest.mark.parametrize("n", [1, 4, 9])
def test_the_probability_of_an_alarm_is_that_of_all_possible_streams(n: int) -> None:
    """Every one of the 3^n streams; the chain is a bound, and a close one."""
    for chain, alarm in (
        (cusum_chain(THREE, 0.5, 1.1999), lambda path: cusum_fires(path, 0.5, 1.1999)),
        (ewma_chain(THREE, 0.3, 1.05), lambda path: ewma_fires(path, 0.3, 1.05)),
    ):
        exact = enumerated(alarm, n)
        assert exact - 1e-12 <= alarm_probability(chain, n) <= 1.05 * exact + 1e-12


def followed(chain: Chain, n: int) -> float:
    """The same probability, every step followed."""
    now = chain.start
    for t in range(n):
        now = (chain.step @ now) * (chain.early[t] if t < len(chain.early) else 1.0)
    return 1 - float(now.sum())


@pytest.mark.parametrize("chain", [cusum_chain(Law(), 0.5, 9.0), cusum_chain(THREE, 0.5, 8.0), ewma_chain(THREE, 0.2, 3.0), ewma_chain(Law(), 0.1, 3.5)])
def test_what_is_not_followed_to_the_end_is_a_close_bound(chain: Chain) -> None:
    for n in (50, 1000, 5000):
        exact = followed(chain, n)
        assert exact - 1e-9 <= alarm_probability(chain, n) <= 1.003 * exact + 1e-9
