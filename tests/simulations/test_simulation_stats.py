"""How often the 95 % intervals hold the true value, with fixed seeds; and that the tempting shortcuts would not.

The intervals are those that `choose_interval` gives by itself; the whole grid is in `coverage.py`.
Bounds: a coverage of .95 over S simulations has a standard error of sqrt(.95 * .05 / S), .008 for 800.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from judgeaudit import stats
from judgeaudit.domain.results import Estimate

Table = NDArray[np.float64]


def covers(found: Estimate, truth: float) -> bool:
    return found.low is not None and found.high is not None and found.low <= truth <= found.high


def coverage(make: Callable[[np.random.Generator], Estimate], truth: float, n: int, seed: int = 1) -> float:
    rng = np.random.default_rng(seed)
    return float(np.mean([covers(make(rng), truth) for _ in range(n)]))


# Raters who see the truth with probability SEES and otherwise say a label at random from HABIT.
SHARES, HABIT, SEES = np.array([0.5, 0.3, 0.2]), np.array([0.4, 0.4, 0.2]), 0.7
GIVEN_TRUTH = SEES * np.eye(3) + (1 - SEES) * HABIT
LABELS = (1.0, 2.0, 3.0)


def draw(rng: np.random.Generator, n_items: int, n_raters: int, missing: float = 0.0) -> Table:
    truth = rng.choice(3, n_items, p=SHARES)[:, np.newaxis]
    label = np.where(rng.random((n_items, n_raters)) < SEES, truth, rng.choice(3, (n_items, n_raters), p=HABIT)) + 1.0
    label[rng.random(label.shape) < missing] = np.nan
    return label


JOINT = GIVEN_TRUTH.T @ np.diag(SHARES) @ GIVEN_TRUTH  # probability of each pair of labels of two raters
MARGINAL = JOINT.sum(axis=0)


def population(squared: Table) -> float:
    """1 - expected observed over expected chance distance of the model above: alpha, Fleiss' and Cohen's kappa alike."""
    return float(1 - (JOINT * squared).sum() / (np.outer(MARGINAL, MARGINAL) * squared).sum())


def nominal_distance() -> Table:
    return 1 - np.eye(3)


def ordinal_distance() -> Table:
    ranks = np.cumsum(MARGINAL) - MARGINAL / 2
    return np.subtract.outer(ranks, ranks) ** 2


def quadratic_distance() -> Table:
    return np.subtract.outer(np.arange(3.0), np.arange(3.0)) ** 2


@pytest.mark.parametrize(
    ("name", "options", "distance", "n_raters"),
    [
        ("krippendorff_alpha", {"level": "nominal"}, nominal_distance, 4),
        ("krippendorff_alpha", {"level": "ordinal"}, ordinal_distance, 4),
        ("krippendorff_alpha", {"level": "interval"}, quadratic_distance, 3),
        ("fleiss_kappa", {"level": "nominal"}, nominal_distance, 4),
        ("cohen_kappa", {"level": "nominal"}, nominal_distance, 2),
        ("cohen_kappa", {"level": "ordinal"}, quadratic_distance, 2),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_bootstrap_of_items_covers(name: str, options: dict[str, Any], distance: Callable[[], Table], n_raters: int) -> None:
    def make(rng: np.random.Generator) -> Estimate:
        ratings = draw(rng, 60, n_raters, missing=0.1 if n_raters > 2 else 0.0)
        found: Estimate = getattr(stats, name)(ratings, labels=LABELS, n_resamples=300, rng=rng, **options)
        return found

    assert 0.91 <= coverage(make, population(distance()), 800) <= 0.97


def test_bootstrap_of_gwet_ac_covers() -> None:
    chance = (MARGINAL * (1 - MARGINAL)).sum() / 2
    truth = float((np.trace(JOINT) - chance) / (1 - chance))
    assert 0.91 <= coverage(lambda rng: stats.gwet_ac(draw(rng, 60, 3), labels=LABELS, n_resamples=300, rng=rng), truth, 800) <= 0.97


def test_single_runs_share_one_bootstrap() -> None:
    """Five replicates of a judge against gold: the mean of their kappas, items resampled jointly."""

    def make(rng: np.random.Generator) -> Estimate:
        table = draw(rng, 60, 6)
        runs = np.stack([table[:, [r, 5]] for r in range(5)])
        return stats.cohen_kappa(runs, labels=LABELS, n_resamples=300, rng=rng)

    assert 0.91 <= coverage(make, population(nominal_distance()), 800) <= 0.97


def test_interval_at_perfect_agreement_covers_where_a_collapsed_one_could_not() -> None:
    """A judge that errs on 2 % of items is perfect on 30 items more often than not."""
    slip, n = 0.02, 30
    truth = 1 - slip / 0.5  # two labels, both half of the time for judge and gold

    def make(rng: np.random.Generator) -> Estimate:
        gold = rng.integers(0, 2, n)
        judge = np.where(rng.random(n) < slip, 1 - gold, gold)
        return stats.cohen_kappa(np.column_stack([judge, gold]), labels=(0, 1), n_resamples=200, rng=rng)

    rng = np.random.default_rng(1)
    found = [make(rng) for _ in range(300)]
    perfect = [one for one in found if one.value == 1.0]
    assert len(perfect) > 120
    assert all(covers(one, truth) for one in perfect)
    assert np.mean([covers(one, truth) for one in found]) >= 0.95


def beta_items(rng: np.random.Generator, n_items: int, n_repeats: int) -> Table:
    """Items with their own pass rates, Beta(4, 1): on average .8."""
    return (rng.random((n_items, n_repeats)) < rng.beta(4, 1, (n_items, 1))).astype(float)


def test_wilson_by_item_covers_and_by_rating_would_not() -> None:
    by_item = coverage(lambda rng: stats.proportion(beta_items(rng, 30, 10)), 0.8, 1000)
    by_rating = coverage(lambda rng: stats.proportion(beta_items(rng, 30, 10).ravel()), 0.8, 1000)
    assert by_item >= 0.95
    assert by_rating < 0.85


def test_wilson_covers_on_average_over_all_rates() -> None:
    """At a given rate the coverage of 40 items jumps up and down (.927 at .8); over all rates it is the nominal one."""
    rng = np.random.default_rng(1)
    rates = rng.random(4000)
    found = [covers(stats.proportion((rng.random(40) < rate).astype(float)), float(rate)) for rate in rates]
    assert 0.94 <= np.mean(found) <= 0.965


def test_clustered_wilson_covers_and_unclustered_would_not() -> None:
    clusters = np.repeat(np.arange(30), 6)

    def hits(rng: np.random.Generator) -> Table:
        return (rng.random(180) < np.repeat(rng.beta(1.2, 0.8, 30), 6)).astype(float)

    assert 0.92 <= coverage(lambda rng: stats.proportion(hits(rng), clusters=clusters), 0.6, 1000) <= 0.98
    assert coverage(lambda rng: stats.proportion(hits(rng)), 0.6, 1000) < 0.85


def test_clustered_bootstrap_covers_and_unclustered_would_not() -> None:
    """Six copies of each of 25 items: items of one input that get the same verdicts."""
    clusters = np.repeat(np.arange(25), 6)
    truth = population(nominal_distance())

    def make(rng: np.random.Generator, clustered: bool) -> Estimate:
        ratings = np.repeat(draw(rng, 25, 2), 6, axis=0)
        return stats.cohen_kappa(ratings, labels=LABELS, n_resamples=300, rng=rng, clusters=clusters if clustered else None)

    assert coverage(lambda rng: make(rng, True), truth, 300) >= 0.88
    assert coverage(lambda rng: make(rng, False), truth, 300) < 0.70


def test_flip_rate_upper_is_a_bound() -> None:
    """Three replicates that flip with probability .03 each: an item flips at least once with probability 1 - .97^3 - .03^3."""
    truth = 1 - 0.97**3 - 0.03**3

    def holds(rng: np.random.Generator) -> bool:
        found = stats.flip_rate_upper((rng.random((50, 3)) < 0.03).astype(float)).value
        return found is not None and truth <= found

    rng = np.random.default_rng(1)
    assert np.mean([holds(rng) for _ in range(1000)]) >= 0.95


def test_raters_who_guess_agree_by_chance_alone() -> None:
    """False alarms: the interval of alpha excludes 0 in about 5 % of panels of guessers."""

    def make(rng: np.random.Generator) -> Estimate:
        return stats.krippendorff_alpha(rng.choice(3, (80, 3), p=HABIT) + 1.0, level="nominal", labels=LABELS, n_resamples=300, rng=rng)

    assert 0.90 <= coverage(make, 0.0, 800) <= 0.97


def test_percentiles_are_short_where_one_label_dominates_and_the_default_is_not() -> None:
    """20 items, two raters, 95 % of the ratings one label: what `intervals_compared.py` shows, in one population."""
    shares, sees = np.array([0.95, 0.05]), 0.45
    given_truth = sees * np.eye(2) + (1 - sees) * shares
    joint = given_truth.T @ np.diag(shares) @ given_truth
    truth = 1 - (1 - np.trace(joint)) / (1 - (joint.sum(axis=0) ** 2).sum())

    def make(rng: np.random.Generator, interval: str) -> Estimate:
        table = rng.multinomial(20, joint.ravel())
        pairs = [[1, 1], [1, 0], [0, 1], [0, 0]]
        return stats.krippendorff_alpha(pairs, level="nominal", labels=(0, 1), counts=table, n_resamples=200, rng=rng, interval=interval)

    def held(interval: str) -> float:
        rng = np.random.default_rng(1)
        found = [one for one in (make(rng, interval) for _ in range(400)) if one.low is not None]
        assert len(found) > 40
        return float(np.mean([covers(one, truth) for one in found]))

    assert held("percentile") < 0.85
    assert held("auto") > 0.92
