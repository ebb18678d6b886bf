"""Slope within classes and share at equal length, against statsmodels and plain loops of leaving out."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from scipy.special import stdtrit

from judgeaudit.stats.kernels.logit_at_zero import logit_at_zero
from judgeaudit.stats.kernels.share_difference import share_difference
from judgeaudit.stats.kernels.within_class_slope import within_class_slope
from judgeaudit.stats.proportion import proportion

sm = pytest.importorskip("statsmodels.api", reason="statsmodels is an oracle of the tests alone")


def drawn(n: int = 80) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(11)
    classes = rng.integers(0, 3, n)
    covariate = rng.normal(classes, 1.0)
    outcome = (rng.random(n) < 1 / (1 + np.exp(-(0.6 * covariate + classes - 1)))).astype(float)
    return outcome, covariate, classes.astype(float)


def dummies(covariate: np.ndarray, classes: np.ndarray) -> np.ndarray:
    return np.column_stack([covariate, *[classes == name for name in np.unique(classes)]]).astype(float)


def test_the_slope_is_that_of_ordinary_least_squares_and_its_error_that_of_hc3() -> None:
    """HC3 is the jackknife but for a factor of (n - 1) / n and the mean of the leave-one-out slopes."""
    outcome, covariate, classes = drawn()
    fit = sm.OLS(outcome, dummies(covariate, classes)).fit(cov_type="HC3")
    found = within_class_slope(np.column_stack([outcome, covariate, classes]))
    assert found.value == pytest.approx(fit.params[0], abs=1e-12)
    assert found.low is not None
    assert found.high is not None
    squares = (covariate - np.array([covariate[classes == name].mean() for name in classes])) ** 2
    half = float(stdtrit(min(80 - 3 - 1, squares.sum() ** 2 / (squares**2).sum()), 0.975)) * fit.bse[0]
    assert (found.high - found.low) / 2 == pytest.approx(half, rel=0.01)


@pytest.mark.parametrize("clustered", [False, True])
def test_the_interval_is_that_of_leaving_out_one_by_one(clustered: bool) -> None:
    """Every item (or cluster) left out and the regression fitted again, by a loop."""
    outcome, covariate, classes = drawn(60)
    units = np.repeat(np.arange(20), 3) if clustered else np.arange(60)
    slopes = [np.linalg.lstsq(dummies(covariate[units != one], classes[units != one]), outcome[units != one], rcond=None)[0][0] for one in np.unique(units)]
    n = len(slopes)
    error = np.sqrt((n - 1) / n * np.sum((np.array(slopes) - np.mean(slopes)) ** 2))
    found = within_class_slope(np.column_stack([outcome, covariate, classes]), clusters=units if clustered else None)
    squares = (covariate - np.array([covariate[classes == name].mean() for name in classes])) ** 2
    own = np.bincount(units, weights=squares)
    df = min(n - 3 - 1, own.sum() ** 2 / (own**2).sum())
    assert found.high is not None
    assert found.low is not None
    assert (found.high - found.low) / 2 == pytest.approx(float(stdtrit(df, 0.975)) * error, rel=1e-9)


def test_the_share_at_zero_is_that_of_a_binomial_glm() -> None:
    outcome, covariate, _ = drawn()
    fit = sm.GLM(outcome, sm.add_constant(covariate), family=sm.families.Binomial()).fit(tol=1e-12)
    found = logit_at_zero(np.column_stack([outcome, covariate]))
    assert found.value == pytest.approx(1 / (1 + np.exp(-fit.params[0])), abs=1e-9)


def test_its_interval_is_near_that_of_leaving_out_one_by_one() -> None:
    outcome, covariate, _ = drawn()
    logits = []
    for one in range(len(outcome)):
        rest = np.arange(len(outcome)) != one
        logits.append(sm.GLM(outcome[rest], sm.add_constant(covariate[rest]), family=sm.families.Binomial()).fit().params[0])
    n = len(logits)
    error = np.sqrt((n - 1) / n * np.sum((np.array(logits) - np.mean(logits)) ** 2))
    found = logit_at_zero(np.column_stack([outcome, covariate]))
    assert found.low is not None
    assert found.high is not None
    half = (np.log(found.high / (1 - found.high)) - np.log(found.low / (1 - found.low))) / 2
    assert half == pytest.approx(float(stdtrit(n - 2, 0.975)) * error, rel=0.03)


def test_identical_items_may_be_counted_instead_of_listed() -> None:
    outcome, covariate, classes = drawn()
    table = np.column_stack([outcome, covariate.round(), classes])
    rows, counts = np.unique(table, axis=0, return_counts=True)
    listed, counted = within_class_slope(table), within_class_slope(rows, counts=counts)
    assert counted.value == pytest.approx(listed.value)
    assert counted.low == pytest.approx(listed.low)
    pairs, times = np.unique(table[:, :2], axis=0, return_counts=True)
    assert logit_at_zero(pairs, counts=times).low == pytest.approx(logit_at_zero(table[:, :2]).low)


# Newcombe 1998, Statistics in Medicine 17, 873-890, table II, method 10: the first four of his pairs of samples.
@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [((56, 70), (48, 80), 0.0524, 0.3339), ((9, 10), (3, 10), 0.1705, 0.8090), ((6, 7), (2, 7), 0.0582, 0.8062), ((5, 56), (0, 29), -0.0381, 0.1926)],
)
def test_the_difference_of_two_rates_has_newcombes_interval(first: tuple[int, int], second: tuple[int, int], low: float, high: float) -> None:
    rates = [proportion([1.0, 0.0][: 2 if n > k else 1] if k else [0.0], counts=[c for c in (k, n - k) if c]) for k, n in (first, second)]
    found = share_difference(*rates, what="difference")
    assert found.low == pytest.approx(low, abs=5.1e-5)
    assert found.high == pytest.approx(high, abs=5.1e-5)


@pytest.mark.parametrize(("kernel", "heavy"), [("slope", False), ("slope", True), ("logit", False)])
def test_intervals_cover_what_was_planted(kernel: str, heavy: bool) -> None:
    """95 % intervals of 60 items hold the planted value in at least 93 % of 600 draws, less three standard errors; and not nearly always."""
    rng = np.random.default_rng(7)
    n, planted, held = 60, 0.05, 0
    for _ in range(600):
        classes = rng.integers(0, 2, n)
        covariate = rng.lognormal(0, 0.8, n) if heavy else rng.uniform(0, 4, n)
        if kernel == "slope":
            chance = np.clip(0.2 + 0.3 * classes + planted * covariate, 0, 1) if not heavy else 0.2 + 0.3 * classes
            found = within_class_slope(np.column_stack([rng.random(n) < chance, covariate, classes]))
            truth = 0.0 if heavy else planted
        else:
            x = np.tanh(covariate - 1.5)
            found = logit_at_zero(np.column_stack([rng.random(n) < 1 / (1 + np.exp(-(0.5 + x))), x]))
            truth = float(1 / (1 + np.exp(-0.5)))
        assert found.low is not None
        assert found.high is not None
        held += found.low <= truth <= found.high
    tail = sum(comb(600, k) * 0.93**k * 0.07 ** (600 - k) for k in range(held + 1))
    assert tail > 0.001, f"{held} of 600"
    assert held < 594, f"{held} of 600"
