"""Intervals over random groups of items, against standard errors that are known without any resampling."""

from __future__ import annotations

import numpy as np
import pytest

from judgeaudit import thresholds
from judgeaudit.stats import cohen_kappa, krippendorff_alpha

N = 60_000


def _runs(n: int, n_runs: int, seed: int) -> np.ndarray:
    """Two judges of five labels, asked `n_runs` times about each item: shape (n_runs, n, 2), with far more distinct rows than are drawn one by one."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(1, 6, n)
    answers = np.where(rng.random((n_runs, n, 2)) < (0.8, 0.6), truth[np.newaxis, :, np.newaxis], rng.integers(1, 6, (n_runs, n, 2)))
    return answers.astype(float)


@pytest.fixture(scope="module")
def runs() -> np.ndarray:
    made = _runs(N, 5, 7)
    assert len(np.unique(made.transpose(1, 0, 2).reshape(N, 10), axis=0)) > thresholds.MOST_DRAWN_PATTERNS
    return made


def test_kappa_has_the_large_sample_standard_error(runs: np.ndarray) -> None:
    """Fleiss, Cohen and Everitt 1969, Psychological Bulletin 72, 323-327, equation 13, of one run; five independent ones have it over the root of five less what items share."""
    found = cohen_kappa(runs, level="nominal", labels=range(1, 6), n_resamples=2000, rng=np.random.default_rng(1))
    errors = np.array([_influence(run) for run in runs]).mean(axis=0)
    assert "random groups" in found.method
    assert (found.high - found.low) / 2 == pytest.approx(1.9623 * errors.std(ddof=1) / np.sqrt(N), rel=0.08)


def _influence(run: np.ndarray) -> np.ndarray:
    """What each item adds to kappa: the terms whose mean square is the variance of equation 13."""
    p = np.zeros((5, 5))
    np.add.at(p, tuple((run - 1).astype(int).T), 1 / len(run))
    row, column = p.sum(axis=1), p.sum(axis=0)
    chance = float(row @ column)
    agree = float(np.trace(p))
    a, b = (run - 1).astype(int).T
    same = (a == b).astype(float)
    return (same * (1 - chance) - (column[a] + row[b]) * (1 - agree)) / (1 - chance) ** 2


def test_alpha_has_about_the_interval_of_resampling(runs: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> None:
    some = runs[:2, :8000]
    monkeypatch.setattr(thresholds, "MOST_DRAWN_PATTERNS", 100)
    grouped = krippendorff_alpha(some, level="nominal", labels=range(1, 6), n_resamples=2000, rng=np.random.default_rng(1))
    monkeypatch.setattr(thresholds, "MOST_DRAWN_PATTERNS", 10**9)
    drawn = krippendorff_alpha(some, level="nominal", labels=range(1, 6), n_resamples=2000, rng=np.random.default_rng(1))
    assert "random groups" in grouped.method
    assert "random groups" not in drawn.method
    assert grouped.value == drawn.value
    assert grouped.high - grouped.low == pytest.approx(drawn.high - drawn.low, rel=0.1)


def test_the_same_table_has_the_same_interval_in_any_order(runs: np.ndarray) -> None:
    shuffled = runs[:, np.random.default_rng(5).permutation(N)]
    first, second = (krippendorff_alpha(one, level="nominal", labels=range(1, 6), n_resamples=2000, rng=np.random.default_rng(1)) for one in (runs, shuffled))
    assert (first.low, first.high) == (second.low, second.high)


def test_intervals_hold_the_true_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """100 tables of 3,000 items: 95 % intervals hold the kappa that was planted in 88 or more of them (less has a chance of .2 %)."""
    monkeypatch.setattr(thresholds, "MOST_DRAWN_PATTERNS", 50)
    agree = 0.8 * 0.6 + (1 - 0.8 * 0.6) * 0.2  # both know the truth, or one guesses among five
    true = (agree - 0.2) / (1 - 0.2)
    held = 0
    for seed in range(100):
        found = cohen_kappa(_runs(3000, 2, 1000 + seed), level="nominal", labels=range(1, 6), n_resamples=2000, rng=np.random.default_rng(1))
        held += found.low <= true <= found.high
    assert held >= 88
