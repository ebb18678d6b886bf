"""Calibration of probabilities against published examples, scikit-learn, and the definitions written out."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from rater_tables import Table

from judgeaudit import stats
from judgeaudit.stats.kernels.calibration_interval import POINT, _reached_by_chance
from judgeaudit.stats.kernels.calibration_noise import EXACT_UP_TO, chance_of_gaps, expected_gap
from judgeaudit.stats.kernels.draws import Rows
from judgeaudit.stats.kernels.forecast_bins import TENTHS, bin_of
from judgeaudit.stats.kernels.ratings_check import Sample

PARTS = ("reliability", "resolution", "uncertainty", "within_bin_variance", "within_bin_covariance")


def forecasts(seed: int, n: int = 80) -> Table:
    rng = np.random.default_rng(seed)
    probability = np.concatenate([rng.random(n - 20), rng.integers(0, 11, 20) / 10])
    return np.column_stack([probability, rng.random(n) < np.clip(probability * 0.8 + 0.05, 0, 1)])


# Brier.


@pytest.mark.parametrize(("pairs", "value"), [([[0.7, 1]], 0.09), ([[0.3, 1]], 0.49), ([[0.5, 1]], 0.25), ([[1.0, 1]], 0.0), ([[1.0, 0]], 1.0)])
def test_brier_of_a_single_day(pairs: list[list[float]], value: float) -> None:
    """Wikipedia, Brier score, example of tomorrow's rain."""
    assert stats.brier(pairs).value == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("seed", range(100))
def test_brier_equals_scikit_learn_and_its_parts_add_up(seed: int) -> None:
    from sklearn.metrics import brier_score_loss

    table = forecasts(seed)
    for n_bins in (10, 3, 1, 1000, None):
        found = stats.brier(table, n_bins=n_bins)
        assert found.value == pytest.approx(brier_score_loss(table[:, 1], table[:, 0]), abs=1e-12)
        reliability, resolution, uncertainty, variance, covariance = (found.part(name).value for name in PARTS)
        assert None not in (reliability, resolution, uncertainty, variance, covariance)
        assert reliability - resolution + uncertainty + variance - covariance == pytest.approx(found.value, abs=1e-12)
        assert found.part("skill").value == pytest.approx(1 - found.value / uncertainty, abs=1e-12)


def test_parts_by_hand() -> None:
    """Three items at 1/5 (one comes true), five at 4/5 (four do): all in fractions; base rate 5/8."""
    table = [[0.2, 1]] + [[0.2, 0]] * 2 + [[0.8, 1]] * 4 + [[0.8, 0]]
    reliability = Fraction(3, 8) * (Fraction(1, 5) - Fraction(1, 3)) ** 2
    resolution = Fraction(3, 8) * (Fraction(1, 3) - Fraction(5, 8)) ** 2 + Fraction(5, 8) * (Fraction(4, 5) - Fraction(5, 8)) ** 2
    uncertainty = Fraction(5, 8) * Fraction(3, 8)
    score = (Fraction(16, 25) + 2 * Fraction(1, 25) + 4 * Fraction(1, 25) + Fraction(16, 25)) / 8
    assert reliability - resolution + uncertainty == score
    found = stats.brier(table)
    for name, value in zip(PARTS, (reliability, resolution, uncertainty, 0, 0), strict=True):
        assert found.part(name).value == pytest.approx(float(value), abs=1e-12)
    assert found.value == pytest.approx(float(score), abs=1e-12)


def test_parts_within_bins_by_their_definition() -> None:
    table = forecasts(7)
    p, y = table.T
    index = np.searchsorted(np.linspace(0, 1, 11)[1:-1], p)
    inside = [index == b for b in range(10) if (index == b).any()]
    variance = sum(((p[b] - p[b].mean()) ** 2).sum() for b in inside) / len(p)
    covariance = 2 * sum(((p[b] - p[b].mean()) * (y[b] - y[b].mean())).sum() for b in inside) / len(p)
    found = stats.brier(table)
    assert (found.part("within_bin_variance").value, found.part("within_bin_covariance").value) == pytest.approx((variance, covariance), abs=1e-12)
    assert stats.brier(table, n_bins=None).part("within_bin_variance").value == pytest.approx(0, abs=1e-12)


def test_skill_has_no_meaning_where_every_outcome_is_the_same() -> None:
    found = stats.brier([[0.9, 1], [0.8, 1]])
    assert found.part("skill").undefined == "no variation: every outcome is the same"
    assert found.part("uncertainty").value == 0.0


# Expected calibration error.


@pytest.mark.parametrize("seed", range(50))
def test_ece_equals_its_definition_on_scikit_learn_s_bins(seed: int) -> None:
    from sklearn.calibration import calibration_curve

    table = forecasts(seed)
    p, y = table.T
    for n_bins in (10, 4, 15):
        share, confidence = calibration_curve(y, p, n_bins=n_bins)
        sizes = np.bincount(np.searchsorted(np.linspace(0, 1, n_bins + 1)[1:-1], p), minlength=n_bins)
        expected = (sizes[sizes > 0] * np.abs(share - confidence)).sum() / len(p)
        assert stats.ece(table, n_bins=n_bins).value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("probability", "place"),
    [(0.0, "0-0.1"), (1e-12, "0-0.1"), (0.1, "0-0.1"), (0.1 + 1e-6, "0.1-0.2"), (0.1 + 0.2, "0.2-0.3"), (0.3, "0.2-0.3"), (0.7, "0.6-0.7"), (0.1 * 7, "0.6-0.7"),
     (0.9, "0.8-0.9"), (1.0, "0.9-1"), (1 - 1e-12, "0.9-1")],
)  # fmt: skip
def test_a_probability_on_an_edge_is_in_the_lower_bin(probability: float, place: str) -> None:
    found = stats.reliability_curve([[probability, 1.0]])
    assert [part.group for part in found.parts if part.name == "observed_share" and part.value is not None] == [place]


@pytest.mark.parametrize(("n", "p"), [(1, 0.5), (10, 0.5), (10, 0.1), (25, 0.8), (200, 0.95), (900, 0.3)])
def test_expected_gap_equals_de_moivre_s_formula(n: int, p: float) -> None:
    """Diaconis & Zabell 1991: E |S - np| = 2 v C(n, v) p^v (1 - p)^(n - v + 1), v the least whole number above np."""
    v = int(np.floor(n * p + 1e-12)) + 1
    expected = 2 * v * comb(n, v) * Fraction(p) ** v * (1 - Fraction(p)) ** (n - v + 1)
    assert expected_gap(np.array([p]), np.array([n])) == pytest.approx(float(expected), rel=1e-10)


def test_expected_gap_of_many_items_joins_the_exact_one() -> None:
    for p in (0.5, 0.9):
        exact, normal = (expected_gap(np.array([p]), np.array([n])) for n in (EXACT_UP_TO, EXACT_UP_TO + 1))
        assert normal == pytest.approx(exact, rel=2e-3)


def test_a_calibrated_judge_shows_the_expected_error() -> None:
    rng = np.random.default_rng(3)
    probability = rng.random(60)
    seen = [stats.ece(np.column_stack([probability, rng.random(60) < probability])).value for _ in range(400)]
    expected = stats.ece(np.column_stack([probability, np.zeros(60)])).part("expected_if_calibrated").value
    assert expected is not None
    assert np.mean(seen) == pytest.approx(expected, abs=4 * np.std(seen) / 20)
    assert expected > 0.08


def test_interval_of_a_calibrated_judge_holds_zero_and_of_a_bad_one_its_error() -> None:
    """120 audits each: misses at most 5 %, give or take four standard errors."""
    rng = np.random.default_rng(4)
    for n, too_sure in ((20, 0.0), (50, 0.0), (50, 0.2), (200, 0.2)):
        missed = 0
        for _ in range(120):
            probability = rng.choice([0.7, 0.8, 0.9, 0.95], n)
            found = stats.ece(np.column_stack([probability, rng.random(n) < probability - too_sure]), n_resamples=200, rng=rng)
            assert found.low is not None
            assert found.high is not None
            missed += not found.low <= too_sure <= found.high
        assert missed / 120 <= 0.05 + 4 * np.sqrt(0.05 * 0.95 / 120)


def gaps_of_calibrated(probability: Table, bins: Table, n: int, rng: np.random.Generator) -> Table:
    """Error of a perfectly calibrated judge on these items, n times."""
    off = rng.binomial(1, probability, size=(n, len(probability))) - probability
    return np.asarray(sum(np.abs(off[:, bins == b].sum(axis=1)) for b in np.unique(bins)) / len(probability))


@pytest.mark.parametrize("seed", range(20))
def test_outcomes_are_drawn_until_it_is_clear_and_not_at_all_where_it_is_clear_at_once(seed: int) -> None:
    """As if all of them were drawn, from the same stream."""
    rng = np.random.default_rng(seed)
    probability = np.sort(rng.random(150))
    table = np.column_stack([probability, np.zeros(150)])
    rows = Rows(table[np.newaxis], np.ones(150, dtype=np.int64), None, 150)
    drawn = gaps_of_calibrated(probability, bin_of(probability, 10), 400, np.random.default_rng(seed + 100))
    for error in (0.01, *np.quantile(drawn, [0.9, 0.97, 0.975, 0.98]), drawn.max(), drawn.max() + 0.01, 0.25, 0.4):
        sample = Sample(rows.ratings, rows.counts, None, TENTHS, "interval", 0.95, 400, np.random.default_rng(seed + 100))
        assert _reached_by_chance(rows, 10, float(error), 0.025, sample) == ((drawn >= error - POINT).sum() > 10)


def test_bound_on_the_gaps_is_above_their_chance() -> None:
    """One bin of n fair coins: the exact chance from the binomial distribution; and 10 bins against draws."""
    for n, total in ((20, 5), (100, 20), (400, 60)):
        exact = sum(comb(n, k) for k in range(n + 1) if abs(k - n / 2) >= total) / 2**n
        bound = chance_of_gaps(np.array([0.5]), np.array([n]), np.array([0]), total)
        assert exact <= bound <= 20 * exact
    rng = np.random.default_rng(6)
    probability = rng.random(200)
    bins = bin_of(probability, 10)
    drawn = 200 * gaps_of_calibrated(probability, bins, 20_000, rng)
    for total in np.quantile(drawn, [0.5, 0.99, 0.9999]):
        assert chance_of_gaps(probability, np.ones(200, dtype=np.int64), bins, float(total)) >= (drawn >= total).mean()
    assert chance_of_gaps(probability, np.ones(200, dtype=np.int64), bins, 80.0) < 1e-12
    assert chance_of_gaps(np.array([0.0, 1.0]), np.array([5, 5]), np.array([0, 1]), 1.0) == 1.0, "nothing can vary: a bound, and no more"


# Reliability curve.


@pytest.mark.parametrize("seed", range(50))
def test_curve_equals_scikit_learn(seed: int) -> None:
    from sklearn.calibration import calibration_curve

    table = forecasts(seed)
    share, confidence = calibration_curve(table[:, 1], table[:, 0], n_bins=10)
    found = stats.reliability_curve(table)
    assert [part.value for part in found.parts if part.name == "observed_share" and part.value is not None] == pytest.approx(list(share), abs=1e-12)
    assert [part.value for part in found.parts if part.name == "mean_confidence" and part.value is not None] == pytest.approx(list(confidence), abs=1e-12)
    assert sum(part.n_items for part in found.parts if part.name == "observed_share") == len(table)
    assert found.value == pytest.approx(table[:, 0].mean() - table[:, 1].mean(), abs=1e-12)


def test_every_bin_has_wilson_s_interval_and_an_empty_one_says_so() -> None:
    found = stats.reliability_curve([[0.25, 1.0], [0.25, 0.0]], counts=[81, 182])
    part = found.part("observed_share", "0.2-0.3")
    assert part.low is not None
    assert part.high is not None
    assert (round(part.low, 4), round(part.high, 4)) == (0.2553, 0.3662)  # Newcombe 1998, table I, method 3, 81 of 263
    assert found.part("mean_confidence", "0.2-0.3").value == pytest.approx(0.25)
    assert found.part("observed_share", "0.9-1").undefined == "no item in this bin"
    assert len(found.parts) == 20


# Interval of the Brier score.


def test_interval_of_certain_forecasts_is_wilson_s() -> None:
    """A judge that is always certain: its score is its error rate. Newcombe 1998, table I, method 3, 1 of 29."""
    found = stats.brier([[1.0, 0.0], [1.0, 1.0]], counts=[1, 28])
    assert found.low is not None
    assert found.high is not None
    assert (round(found.low, 4), round(found.high, 4)) == (0.0061, 0.1718)
    assert "few on one side" in found.method


def test_interval_of_the_score_holds_it_where_large_errors_are_rare() -> None:
    """200 audits each: misses at most 5 %, give or take four standard errors. A t interval misses a third of the first."""
    rng = np.random.default_rng(6)
    for n, stated in ((20, [0.9, 0.95, 0.99]), (50, [0.6, 0.7, 0.8, 0.9])):
        truth = float(np.mean([p * (1 - p) for p in stated]))
        missed = 0
        for _ in range(200):
            probability = rng.choice(stated, n)
            found = stats.brier(np.column_stack([probability, rng.random(n) < probability]))
            assert found.low is not None
            assert found.high is not None
            missed += not found.low <= truth <= found.high
        assert missed / 200 <= 0.05 + 4 * np.sqrt(0.05 * 0.95 / 200)
