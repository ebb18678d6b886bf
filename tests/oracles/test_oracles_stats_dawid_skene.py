"""Dawid and Skene's own data to the printed digits, models that can be solved by hand, and what the panel cannot tell."""

from __future__ import annotations

import time

import numpy as np
import pytest
from numpy.typing import NDArray
from rater_tables import ANAESTHETISTS

from judgeaudit import stats
from judgeaudit.errors import OptionError
from judgeaudit.stats.shapes import LatentTruth

Table = NDArray[np.float64]

ERRORS = [
    [[0.889, 0.111, 0, 0], [0.071, 0.876, 0.053, 0], [0, 0.339, 0.661, 0], [0, 0, 0.556, 0.444]],
    [[0.834, 0.166, 0, 0], [0.053, 0.633, 0.314, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
    [[1, 0, 0, 0], [0.106, 0.788, 0.105, 0], [0, 0.404, 0.199, 0.398], [0, 0, 0.667, 0.333]],
    [[0.944, 0.056, 0, 0], [0.054, 0.843, 0.104, 0], [0, 0, 0.801, 0.199], [0, 0, 0.333, 0.667]],
    [[1, 0, 0, 0], [0.159, 0.735, 0.106, 0], [0, 0.209, 0.791, 0], [0, 0, 0.333, 0.667]],
]
MOST_LIKELY = "1 4 2 2 2 2 1 3 2 2 4 3 1 2 1 1 1 1 2 2 2 2 2 2 1 1 2 1 1 1 1 3 1 2 2 4 2 3 3 1 1 1 2 1 2"


@pytest.fixture(scope="module")
def found() -> LatentTruth:
    return stats.dawid_skene(ANAESTHETISTS, labels=[1, 2, 3, 4])


def test_shares_of_the_classes(found: LatentTruth) -> None:
    assert found.prevalence == pytest.approx([0.40, 0.42, 0.11, 0.07], abs=5e-3)  # as printed
    assert found.prevalence == pytest.approx([0.3996, 0.4220, 0.1118, 0.0667], abs=5e-5)
    assert [found.part("prevalence", f"{n}").value for n in (1, 2, 3, 4)] == list(found.prevalence)


def test_log_likelihood(found: LatentTruth) -> None:
    assert found.log_likelihood == pytest.approx(-192.89088, abs=5e-6)


def test_errors_of_each_observer(found: LatentTruth) -> None:
    assert np.array(found.error_rates) == pytest.approx(np.array(ERRORS), abs=5.1e-4)


def test_most_likely_labels_and_the_three_uncertain_patients(found: LatentTruth) -> None:
    assert found.most_likely == tuple(float(label) for label in MOST_LIKELY.split())
    unsure = {n + 1: (max(row), row.index(max(row)) + 1) for n, row in enumerate(found.posterior) if max(row) < 0.99}
    assert unsure == {7: (pytest.approx(0.981, abs=5e-4), 1), 35: (pytest.approx(0.948, abs=5e-4), 2), 38: (pytest.approx(0.979, abs=5e-4), 3)}
    assert found.value == pytest.approx(np.mean([max(row) for row in found.posterior]), abs=1e-12)
    assert (found.n_items, found.n_ratings) == (45, 45 * 7)


def test_accuracies_are_the_diagonals_weighted_by_class(found: LatentTruth) -> None:
    """Each observer rated all patients as often, so that the expected accuracy is the mean of the diagonal over the classes."""
    for n, table in enumerate(ERRORS, start=1):
        by_hand = float(np.diag(np.array(table)) @ np.array([0.3996, 0.4220, 0.1118, 0.0667]))
        assert found.part("expected_accuracy", f"rater {n}").value == pytest.approx(by_hand, abs=1e-3)


def test_the_five_anaesthetists_get_no_warning(found: LatentTruth) -> None:
    assert "WARNING" not in found.method
    assert "iterations" in found.method
    assert abs(found.part("residual_correlation").value or 0) < 0.05


def test_one_step_by_hand() -> None:
    """Items 000 (twice), 111, 001: the first shares are (2 + 2/3) / 4; equations 2.3 and 2.4, then 2.5, with pencil and paper."""
    once = stats.dawid_skene([[0, 0, 0], [0, 0, 0], [1, 1, 1], [0, 0, 1]], labels=[0, 1], max_iterations=1)
    assert once.prevalence == pytest.approx([2 / 3, 1 / 3])
    first, third = [[1.0, 0.0], [0.25, 0.75]], [[0.75, 0.25], [0.0, 1.0]]
    assert np.array(once.error_rates) == pytest.approx(np.array([first, first, third]))
    assert np.array(once.posterior) == pytest.approx(np.array([[1, 0], [1, 0], [0, 1], [8 / 9, 1 / 9]]))  # 2/3 1/4 against 1/3 1/16
    assert once.value == pytest.approx((3 + 8 / 9) / 4)
    assert once.method.count("NOT CONVERGED: the last of 1 iteration still changed a probability by 0.22") == 1


def test_two_raters_are_said_to_tell_little() -> None:
    assert "two raters only" in stats.dawid_skene([[0, 0], [0, 0], [1, 1], [0, 1]], labels=[0, 1]).method


def draw(rng: np.random.Generator, n: int, accuracies: list[float], n_labels: int = 2, shares: list[float] | None = None) -> tuple[Table, NDArray[np.int64]]:
    truth = rng.choice(n_labels, n, p=shares)
    wrong = (truth[:, np.newaxis] + rng.integers(1, n_labels, (n, len(accuracies)))) % n_labels
    return np.where(rng.random(wrong.shape) < accuracies, truth[:, np.newaxis], wrong).astype(float), truth


def test_known_model_is_found_again() -> None:
    """20,000 items of a known model: standard errors of the shares and rates are below .005."""
    accuracies = [0.9, 0.8, 0.7, 0.6, 0.3]
    ratings, truth = draw(np.random.default_rng(1), 20_000, accuracies, shares=[0.3, 0.7])
    found = stats.dawid_skene(ratings, labels=[0, 1])
    assert found.prevalence == pytest.approx([0.3, 0.7], abs=0.02)
    assert [np.diag(table).tolist() for table in found.error_rates] == [pytest.approx([accuracy, accuracy], abs=0.02) for accuracy in accuracies]
    assert found.value == pytest.approx(float(np.mean(np.array(found.most_likely) == truth)), abs=0.01)
    assert "worse than a guess: rater 5" in found.method
    assert "WARNING" not in found.method


def test_counts_are_repeated_items_and_order_does_not_matter() -> None:
    rng = np.random.default_rng(2)
    ratings, _ = draw(rng, 60, [0.8, 0.7, 0.7, 0.6], n_labels=3)
    ratings[rng.random(ratings.shape) < 0.1] = np.nan
    counts = rng.integers(1, 4, 60)
    repeated, counted = stats.dawid_skene(np.repeat(ratings, counts, axis=0)), stats.dawid_skene(ratings, counts=counts)
    assert counted.value == pytest.approx(repeated.value, abs=1e-12)
    assert counted.log_likelihood == pytest.approx(repeated.log_likelihood, rel=1e-12)
    assert (counted.n_items, counted.n_ratings) == (repeated.n_items, repeated.n_ratings)
    assert np.repeat(np.array(counted.most_likely), counts).tolist() == list(repeated.most_likely)
    order = rng.permutation(60)
    assert stats.dawid_skene(ratings[order]).most_likely == tuple(np.array(stats.dawid_skene(ratings).most_likely)[order])


def test_gaps_items_raters_and_labels_without_ratings() -> None:
    rng = np.random.default_rng(4)
    ratings, _ = draw(rng, 80, [0.9, 0.8, 0.8, 0.7])
    plain = stats.dawid_skene(ratings, labels=[0, 1])
    holes = np.insert(np.insert(ratings, 3, np.nan, axis=0), 1, np.nan, axis=1)
    found = stats.dawid_skene(holes, labels=[0, 1, 2])
    assert (found.posterior[3], found.most_likely[3], found.error_rates[1]) == ((), None, ())
    assert found.part("expected_accuracy", "rater 2").undefined == "no ratings"
    assert found.n_items == 80
    assert found.value == pytest.approx(plain.value, abs=1e-9)
    assert found.prevalence == pytest.approx([*plain.prevalence, 0.0], abs=1e-9)
    assert np.array(found.error_rates[0])[:2, :2] == pytest.approx(np.array(plain.error_rates[0]), abs=1e-7)
    assert found.error_rates[0][2] == pytest.approx([1 / 3] * 3)
    assert "no item has the label 2, so nothing is known of errors there" in found.method


@pytest.mark.parametrize(
    ("ratings", "reason"),
    [
        ([], "no ratings"),
        (np.full((3, 2), np.nan), "no ratings"),
        ([[0.0], [1.0]], "one rater: errors and shares of labels cannot be told apart"),
        (np.array([[[0.0], [1.0]], [[0.0], [0.0]]]), "one rater"),
        ([[0.0, np.nan], [np.nan, 1.0]], "no overlap: no item has ratings of two raters"),
        (np.ones((12, 3)), "no variation: every rating is the same"),
    ],
)
def test_undefined_in_words(ratings: Table, reason: str) -> None:
    found = stats.dawid_skene(ratings, labels=[0, 1])
    assert found.value is None
    assert (found.undefined or "").startswith(reason)
    assert found.posterior == ()


def test_refusals() -> None:
    ratings = [[0.0, 1.0], [1.0, 1.0], [0.0, 0.0]]
    with pytest.raises(OptionError, match="independent"):
        stats.dawid_skene(ratings, clusters=[0, 0, 1])
    with pytest.raises(OptionError, match="51 labels"):
        stats.dawid_skene(ratings, labels=range(51))
    with pytest.raises(OptionError, match="never reached"):
        stats.dawid_skene(ratings, tolerance=0)
    with pytest.raises(OptionError, match="0 iterations"):
        stats.dawid_skene(ratings, max_iterations=0)


def test_there_is_no_interval_and_why() -> None:
    ratings, _ = draw(np.random.default_rng(1), 50, [0.8, 0.8, 0.8])
    found = stats.dawid_skene(ratings, n_resamples=100, rng=np.random.default_rng(1))
    assert (found.low, found.high) == (None, None)
    assert "no interval: what correlated raters share stays in every resample of items" in found.method


def test_three_raters_of_two_labels_cannot_show_dependence() -> None:
    ratings, _ = draw(np.random.default_rng(1), 100, [0.8, 0.8, 0.8])
    assert "whether raters err together cannot be seen" in stats.dawid_skene(ratings).method
    assert stats.dawid_skene(ratings).part("effective_judges").undefined is not None


def residual_correlations(ratings: Table, found: LatentTruth) -> dict[tuple[int, int], float]:
    """Each pair's, by its definition: item by item, class by class, from the fitted posterior and error rates."""
    raters = range(ratings.shape[1])
    squares, crossed = dict.fromkeys(raters, 0.0), {(a, b): 0.0 for a in raters for b in raters if a < b}
    for row, posterior in zip(ratings, found.posterior, strict=True):
        for label, probability in enumerate(posterior):
            off = [(code == label) - table[label][label] for code, table in zip(row, found.error_rates, strict=True)]
            for a in raters:
                squares[a] += 0.0 if np.isnan(row[a]) else probability * off[a] ** 2
            for a, b in crossed:
                crossed[a, b] += 0.0 if np.isnan(row[[a, b]]).any() else probability * off[a] * off[b]
    given = ~np.isnan(ratings)
    spread = {a: np.sqrt(squares[a] / given[:, a].sum()) for a in raters}
    return {(a, b): total / int((given[:, a] & given[:, b]).sum()) / (spread[a] * spread[b]) for (a, b), total in crossed.items()}


def test_residual_correlations_by_their_definition() -> None:
    rng = np.random.default_rng(8)
    ratings, _ = draw(rng, 150, [0.8, 0.75, 0.7, 0.7, 0.9], n_labels=3)
    ratings[:, 4] = np.where(rng.random(150) < 0.5, ratings[:, 3], ratings[:, 4])
    ratings[rng.random(ratings.shape) < [0.0, 0.5, 0.2, 0.1, 0.1]] = np.nan
    ratings[0] = 0.0
    ratings = ratings[~np.isnan(ratings).all(axis=1)]
    found = stats.dawid_skene(ratings, labels=[0, 1, 2])
    by_pair = residual_correlations(ratings, found)
    given = ~np.isnan(ratings)
    shared = {(a, b): int((given[:, a] & given[:, b]).sum()) for a, b in by_pair}
    mean = sum(by_pair[pair] * shared[pair] for pair in by_pair) / sum(shared.values())
    assert found.part("residual_correlation").value == pytest.approx(mean, abs=1e-6)
    assert found.part("effective_judges").value == pytest.approx(5 / (1 + 4 * max(mean, 0)), abs=1e-5)
    worst = next(part for part in found.parts if part.name == "residual_correlation" and part.group)
    a, b = (int(number) - 1 for number in (worst.group or "").removeprefix("raters ").split(" and "))
    assert worst.value == pytest.approx(by_pair[a, b], abs=1e-6)


def test_a_million_items_take_seconds() -> None:
    rng = np.random.default_rng(1)
    counts = rng.integers(1, 600, 3125)
    ratings = np.array(np.unravel_index(np.arange(3125), (5,) * 5)).T.astype(float)
    start = time.process_time()
    found = stats.dawid_skene(ratings, counts=counts, labels=range(5), max_iterations=200)
    assert time.process_time() - start < 20
    assert found.n_items == counts.sum()
