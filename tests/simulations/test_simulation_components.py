"""Variance components and latent labels on data whose truth is known, with fixed seeds.

Bounds: a share of S simulations has a standard error of sqrt(p (1 - p) / S), .013 for a coverage of .95 over 300.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from judgeaudit import stats

Table = NDArray[np.float64]
TRUTH = {"item": 1.0, "judge": 0.5, "item x judge": 0.4, "residual": 0.8}


@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_components_are_right_on_average_whatever_is_missing(missing: float) -> None:
    """400 studies of 30 items, 4 judges, 2 replicates; judges are drawn anew, since their variance is estimated too."""
    rng = np.random.default_rng(1)
    found = []
    for _ in range(400):
        ratings = (
            rng.normal(0, 1.0, (1, 30, 1)) + rng.normal(0, 0.5**0.5, (1, 1, 4)) + rng.normal(0, 0.4**0.5, (1, 30, 4)) + rng.normal(0, 0.8**0.5, (2, 30, 4))
        )
        ratings[rng.random(ratings.shape) < missing] = np.nan
        found.append(list(stats.g_study(ratings).raw.values()))
    mean, error = np.mean(found, axis=0), np.std(found, axis=0) / 20
    assert (np.abs(mean - list(TRUTH.values())) < 3.5 * error).all()
    assert (error < 0.03).all()


def dependability_of(given: NDArray[np.bool_], judge: float, cell: float, residual: float) -> float:
    """Of items of variance 1: error variances divided by effective numbers, item by item, written out once more."""
    errors = []
    for row in given.transpose(1, 2, 0):
        numbers = row.sum(axis=1)
        if numbers.sum():
            share = numbers / numbers.sum()
            errors.append((judge + cell) * float(share @ share) + residual / float(numbers.sum()))
    return 1 / (1 + float(np.mean(errors)))


@pytest.mark.parametrize(("n", "missing", "lowest"), [(20, 0.0, 0.88), (50, 0.0, 0.92), (50, 0.2, 0.92)])
def test_interval_of_dependability_holds_for_the_judges_at_hand(n: int, missing: float, lowest: float) -> None:
    """Items are drawn, judges stay: their variance is that of the three at hand. With 20 items it falls a little short of .95."""
    rng = np.random.default_rng(2)
    severity = np.array([-0.5, 0.0, 0.5])
    hits = 0
    for _ in range(300):
        ratings = rng.normal(0, 1, (1, n, 1)) + severity + rng.normal(0, 0.5, (1, n, 3)) + rng.normal(0, 0.5, (2, n, 3))
        ratings[rng.random(ratings.shape) < missing] = np.nan
        found = stats.g_study(ratings, n_resamples=300, rng=rng)
        assert found.low is not None
        assert found.high is not None
        hits += found.low <= dependability_of(~np.isnan(ratings), 0.25, 0.25, 0.25) <= found.high
    assert lowest <= hits / 300 <= 0.985


def test_a_planned_design_reaches_what_was_promised() -> None:
    """The plan's dependability of 6 judges is the squared correlation of a six-judge mean with the truth (judges of equal severity)."""
    rng = np.random.default_rng(3)
    truth = rng.normal(0, 1, (1, 4000, 1))
    pilot = truth[:, :500] + rng.normal(0, 0.8, (1, 500, 3)) + rng.normal(0, 0.6, (2, 500, 3))
    promised = stats.d_study(pilot).part("generalizability", "6 judges x 2 replicates").value
    later = (truth + rng.normal(0, 0.8, (1, 4000, 6)) + rng.normal(0, 0.6, (2, 4000, 6))).mean(axis=(0, 2))
    assert promised == pytest.approx(np.corrcoef(later, truth[0, :, 0])[0, 1] ** 2, abs=0.03)


def panel(rng: np.random.Generator, n: int, n_raters: int, n_labels: int, hard: bool) -> tuple[Table, NDArray[np.int64], float]:
    """Raters right in 75 % of the items. `hard`: how likely an error is differs between items so that errors correlate by 7/16,
    which makes nine judges worth two. Returns ratings, truth, and the mean correlation of errors."""
    truth = rng.integers(0, n_labels, n)
    size = 16 / 7 - 1
    chance = rng.beta(0.25 * size, 0.75 * size, (n, 1)) if hard else np.full((n, 1), 0.25)
    wrong = rng.random((n, n_raters)) < chance
    other = (truth[:, np.newaxis] + rng.integers(1, n_labels, (n, n_raters))) % n_labels
    return np.where(wrong, other, truth[:, np.newaxis]).astype(float), truth, float(np.corrcoef(wrong.T)[np.triu_indices(n_raters, 1)].mean())


def fits(hard: bool, n: int, n_raters: int, n_labels: int, times: int) -> tuple[float, float, float, float]:
    """Share of panels with a warning, mean of the model's own confidence, of what was right, and of the errors' correlation."""
    rng = np.random.default_rng(5)
    found = []
    for _ in range(times):
        ratings, truth, correlation = panel(rng, n, n_raters, n_labels, hard)
        fit = stats.dawid_skene(ratings, labels=range(n_labels), tolerance=1e-6)
        found.append(("WARNING" in fit.method, fit.value or 0.0, float(np.mean(np.array(fit.most_likely) == truth)), correlation))
    warned, confidence, right, correlation = np.mean(found, axis=0)
    return float(warned), float(confidence), float(right), float(correlation)


@pytest.mark.parametrize(("n", "n_raters", "n_labels"), [(100, 5, 2), (100, 9, 3), (300, 9, 2), (300, 5, 5)])
def test_independent_raters_are_rarely_warned_of(n: int, n_raters: int, n_labels: int) -> None:
    warned, confidence, right, correlation = fits(False, n, n_raters, n_labels, 150)
    assert warned <= 0.05
    assert abs(correlation) < 0.02
    assert confidence == pytest.approx(right, abs=0.06)


@pytest.mark.parametrize(("n", "n_labels"), [(100, 2), (100, 3), (300, 2), (300, 3)])
def test_nine_judges_worth_two_are_warned_of_and_far_too_sure(n: int, n_labels: int) -> None:
    warned, confidence, right, correlation = fits(True, n, 9, n_labels, 60)
    assert 9 / (1 + 8 * correlation) == pytest.approx(2.0, abs=0.1)
    assert warned >= 0.95
    assert confidence > 0.95
    assert confidence - right > 0.12
