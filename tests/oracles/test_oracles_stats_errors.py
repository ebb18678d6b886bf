"""Confusion, limits of agreement and the share of the commonest verdict against published numbers and independent tools."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from rater_tables import PEAK_FLOW, Table

from judgeaudit import stats
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.rarefaction import expected_largest_share

# Confusion.

DIAGNOSTIC = ([[1, 1], [1, 0], [0, 1], [0, 0]], (20, 180, 10, 1820))
"""Wikipedia, Sensitivity and specificity, worked example: true and false positives, false and true negatives."""


@pytest.mark.parametrize(
    ("name", "group", "value", "digits"),
    [
        ("sensitivity", "1", 0.6667, 4), ("specificity", "1", 0.91, 4), ("precision", "1", 0.1, 4), ("f1", "1", 0.174, 3), ("precision", "0", 0.9945, 4),
        ("count", "1|1", 20, 0), ("count", "1|0", 180, 0), ("count", "0|1", 10, 0), ("count", "0|0", 1820, 0),
    ],
)  # fmt: skip
def test_confusion_of_the_textbook_screening_test(name: str, group: str, value: float, digits: int) -> None:
    pairs, counts = DIAGNOSTIC
    found = stats.confusion(pairs, labels=[0, 1], counts=counts)
    assert found.value == pytest.approx(0.9064, abs=0.00005)
    assert found.part(name, group).value == pytest.approx(value, abs=0.5001 * 10**-digits)


def random_pairs(seed: int) -> Table:
    rng = np.random.default_rng(seed)
    n_labels = int(rng.integers(2, 6))
    gold = rng.integers(0, n_labels, 40)
    pairs = np.column_stack([np.where(rng.random(40) < 0.5, gold, rng.integers(0, n_labels, 40)), gold]).astype(float)
    pairs[rng.random((40, 2)) < 0.1] = np.nan
    return pairs


@pytest.mark.parametrize("seed", range(60))
def test_confusion_equals_scikit_learn_with_missing_ratings_and_an_unused_label(seed: int) -> None:
    from sklearn import metrics

    pairs = random_pairs(seed)
    judge, gold = pairs[~np.isnan(pairs).any(axis=1)].T
    labels = list(range(6))
    found = stats.confusion(pairs, labels=labels)
    theirs = metrics.confusion_matrix(gold, judge, labels=labels)
    assert found.n_items == theirs.sum()
    for one, two in product(labels, labels):
        assert found.part("count", f"{one}|{two}").value == theirs[two, one]
    precision, recall, f1, _ = metrics.precision_recall_fscore_support(gold, judge, labels=labels, zero_division=0)
    for label in labels:
        group = str(label)
        for name, value in (("precision", precision[label]), ("sensitivity", recall[label]), ("f1", f1[label])):
            part = found.part(name, group)
            assert part.value == pytest.approx(value, abs=1e-12) if part.value is not None else value == 0
        assert (found.part("sensitivity", group).value is None) == (label not in gold)
        assert (found.part("precision", group).value is None) == (label not in judge)
        assert (found.part("f1", group).value is None) == (label not in judge and label not in gold)
    assert found.part("f1", "5").undefined == "neither judge nor gold says 5"


def test_the_parts_of_confusion_are_the_statistics_of_the_same_name() -> None:
    pairs = random_pairs(1)
    clusters = np.arange(40) // 2
    found = stats.confusion(pairs, labels=range(6), clusters=clusters)
    for name in ("sensitivity", "specificity"):
        alone, part = getattr(stats, name)(pairs, labels=range(6), positive=1, clusters=clusters), found.part(name, "1")
        assert (part.value, part.low, part.high, part.n_items) == (alone.value, alone.low, alone.high, alone.n_items)
    assert (found.value, found.low, found.high) == (lambda one: (one.value, one.low, one.high))(stats.accuracy(pairs, clusters=clusters))


def test_a_table_that_nobody_can_read_is_refused_in_words() -> None:
    found = stats.confusion(np.repeat(np.arange(31.0)[:, np.newaxis], 2, axis=1), labels=range(31))
    assert found.undefined == "31 labels: a table of more than 30 cannot be read, see limits_of_agreement"


def test_runs_of_an_item_share_its_place_in_the_table() -> None:
    runs = np.array([[[1.0, 1.0], [0.0, 0.0]], [[0.0, 1.0], [0.0, 0.0]]])
    found = stats.confusion(runs, labels=[0, 1])
    assert [found.part("count", group).value for group in ("1|1", "0|1", "0|0", "1|0")] == [0.5, 0.5, 1.0, 0.0]
    assert found.part("sensitivity", "1").value == 0.5


# Limits of agreement. Bland & Altman 1986 round the mean and the standard deviation before they go on (-2.1 and 38.8).


@pytest.mark.parametrize(
    ("name", "value", "low", "high"), [("mean_shift", -2.1, -22.0, 17.8), ("lower_limit", -79.7, -114.3, -45.1), ("upper_limit", 75.5, 40.9, 110.1)]
)
def test_peak_flow_meters_of_bland_and_altman(name: str, value: float, low: float, high: float) -> None:
    found = stats.limits_of_agreement(PEAK_FLOW, multiplier=2, exact=False)
    part = found.part(name)
    assert (part.value, part.low, part.high) == pytest.approx((value, low, high), abs=0.2)
    assert found.ci_level is None
    assert part.ci_level == 0.95


def test_limits_are_for_single_items_and_say_so() -> None:
    found = stats.limits_of_agreement(PEAK_FLOW)
    assert "not a confidence interval" in found.method
    assert found.part("share_inside").value == 16 / 17
    assert (found.low, found.high) == (found.part("lower_limit").value, found.part("upper_limit").value)


@pytest.mark.parametrize(
    ("n", "quantile", "confidence", "factor", "digits", "source"),
    [
        (10, 1.6448536, 0.95, 2.911, 3, "the usual tables of one-sided normal tolerance factors: 95 % of a population, 95 % confidence, 10 items"),
        (20, 1.6448536, 0.95, 2.396, 3, "the same"),
        (43, 1.2815516, 0.99, 1.874, 3, "scipy.stats.nct.ppf of SciPy 1.12.0; NIST/SEMATECH e-Handbook, section 7.2.6.3, prints the approximation 1.8752"),
        (17, 1.96, 0.975, 3.1483237931505874, 9, "scipy.stats.nct.ppf of SciPy 1.12.0, computed once"),
        (200, 1.96, 0.025, 1.7408902519892477, 9, "the same"),
    ],
)
def test_exact_interval_of_a_limit_is_a_tolerance_factor(n: int, quantile: float, confidence: float, factor: float, digits: int, source: str) -> None:
    scores = np.arange(n, dtype=float)
    scores = (scores - scores.mean()) / scores.std(ddof=1)
    found = stats.limits_of_agreement(np.column_stack([scores, np.zeros(n)]), multiplier=quantile, ci_level=abs(2 * confidence - 1))
    upper, lower = found.part("upper_limit"), found.part("lower_limit")
    assert (upper.high if confidence > 0.5 else upper.low) == pytest.approx(factor, abs=0.5001 * 10**-digits), source
    assert (lower.low if confidence > 0.5 else lower.high) == pytest.approx(-factor, abs=0.5001 * 10**-digits), source


def test_exact_intervals_of_limits_hold_in_small_samples() -> None:
    """95 % of 400 samples of ten normal differences, give or take four standard errors; the approximate ones hold less often."""
    rng = np.random.default_rng(1)
    held = {True: 0, False: 0}
    for _ in range(400):
        pairs = np.column_stack([rng.normal(size=10), np.zeros(10)])
        for exact in held:
            part = stats.limits_of_agreement(pairs, exact=exact).part("upper_limit")
            held[exact] += part.low is not None and part.high is not None and part.low <= 1.96 <= part.high
    assert abs(held[True] / 400 - 0.95) < 4 * np.sqrt(0.95 * 0.05 / 400)
    assert held[False] < held[True]


@pytest.mark.parametrize(("pairs", "words"), [([[3.0, 1.0]], "one item"), ([[3.0, 1.0], [2.0, 0.0]], "every difference is the same")])
def test_limits_that_no_scatter_tells_are_not_given(pairs: list[list[float]], words: str) -> None:
    found = stats.limits_of_agreement(pairs)
    assert (found.value, found.low, found.high) == (2.0, None, None)
    assert words in found.method
    assert found.part("upper_limit").undefined


def test_limits_with_clusters_and_runs_are_resampled() -> None:
    rng = np.random.default_rng(2)
    pairs = np.column_stack([rng.normal(size=60), np.zeros(60)])
    clustered = stats.limits_of_agreement(pairs, clusters=np.arange(60) // 3, n_resamples=200, rng=np.random.default_rng(1)).part("upper_limit")
    assert "20 clusters" in clustered.method
    assert stats.limits_of_agreement(pairs, clusters=np.arange(60) // 3).part("upper_limit").low is None
    runs = stats.limits_of_agreement(np.stack([pairs, pairs]), n_resamples=200, rng=np.random.default_rng(1))
    assert runs.high == pytest.approx(stats.limits_of_agreement(pairs).high)
    assert "mean over 2 runs" in runs.part("upper_limit").method


def test_limits_of_a_scale_of_few_points_have_no_interval_for_normal_differences() -> None:
    """Simulated on five points, the exact formula held the true limit in 25 % to 86 % of the tables."""
    pairs = np.random.default_rng(3).integers(1, 6, (60, 2)).astype(float)
    assert stats.limits_of_agreement(pairs).part("upper_limit").low is None
    resampled = stats.limits_of_agreement(pairs, n_resamples=200, rng=np.random.default_rng(1)).part("upper_limit")
    assert resampled.low is not None
    assert "normal" not in resampled.method
    assert "normal" in stats.limits_of_agreement(pairs + np.random.default_rng(4).normal(size=pairs.shape)).part("upper_limit").method


def test_a_multiplier_that_is_none_is_refused() -> None:
    for multiplier in (0.0, -1.0, float("inf")):
        with pytest.raises(OptionError, match="multiplier"):
            stats.limits_of_agreement(PEAK_FLOW, multiplier=multiplier)


# The share of the commonest verdict among k replicates.


@pytest.mark.parametrize("seed", range(40))
def test_rarefied_share_is_the_mean_over_all_choices_of_k(seed: int) -> None:
    rng = np.random.default_rng(seed)
    m = int(rng.integers(2, 10))
    ratings, k = rng.integers(0, 4, m), int(rng.integers(2, m + 1))
    expected = np.mean([np.bincount(chosen).max() / k for chosen in combinations(ratings, k)])
    assert stats.modal_share([ratings], k=k).value == pytest.approx(expected, abs=1e-12)


# 20,000 simulations of equally likely labels; the third digit is uncertain.
EQUALLY_LIKELY = {
    8: {3: 0.451, 5: 0.386, 10: 0.302, 20: 0.248, 30: 0.224},
    10: {3: 0.430, 5: 0.357, 10: 0.275, 20: 0.220, 30: 0.197},
    12: {3: 0.417, 5: 0.337, 10: 0.257, 20: 0.201, 30: 0.178},
}


@pytest.mark.parametrize("n_labels", EQUALLY_LIKELY)
def test_share_falls_with_k_although_nothing_changes_and_pairwise_agreement_stays(n_labels: int) -> None:
    ratings = np.random.default_rng(n_labels).integers(0, n_labels, (3000, 30)).astype(float)
    for k, expected in EQUALLY_LIKELY[n_labels].items():
        assert stats.modal_share(ratings, k=k).value == pytest.approx(expected, abs=0.004)
        assert stats.modal_share(ratings[:, :k]).value == pytest.approx(expected, abs=0.009)
        assert stats.pairwise_agreement(ratings[:, :k]).value == pytest.approx(1 / n_labels, abs=0.006)


@pytest.mark.parametrize("k", [2, 3, 4])
def test_expectation_over_all_tables_is_exact(k: int) -> None:
    """Three labels, five ratings, every outcome: what five say of k is what k say, and pairs agree once in three at every number."""
    every = np.array(list(product(range(3), repeat=5)), dtype=float)
    direct = np.array(list(product(range(3), repeat=k)), dtype=float)
    assert stats.modal_share(every, k=k).value == pytest.approx(stats.modal_share(direct).value, abs=1e-12)
    assert stats.pairwise_agreement(direct).value == pytest.approx(1 / 3, abs=1e-12)


def test_many_replicates_are_rarefied_without_overflow() -> None:
    counts = np.array([[1200.0, 800.0]])
    p = 0.6
    three = p**3 + (1 - p) ** 3 + 2 / 3 * (1 - p**3 - (1 - p) ** 3)
    assert expected_largest_share(counts, 3)[0] == pytest.approx(three, abs=1e-3)
    assert expected_largest_share(counts, 1999)[0] == pytest.approx(0.6, abs=1e-9)  # one of 2,000 left out: 0.6 on average


def test_method_says_the_number_of_replicates_that_the_share_holds_for() -> None:
    ratings = np.array([[1, 1, 2, 1, 1], [1, 2, 2, np.nan, np.nan]])
    assert "of 3 to 5 replicates, unequal between items" in stats.modal_share(ratings).method
    assert "of 5 replicates (falls as replicates rise: compare at equal k, or read pairwise_agreement)" in stats.modal_share(ratings[:1]).method
    found = stats.modal_share(ratings, k=4)
    assert "among 4 of up to 5 replicates, 1 item with fewer left out" in found.method
    assert (found.value, found.n_items) == (pytest.approx(0.8), 1)
    assert stats.modal_share(ratings, k=6).undefined == "no item has 6 ratings"
    for k in (1, 0, 2.5, True):
        with pytest.raises(OptionError, match=f"k is {k}, "):
            stats.modal_share(ratings, k=k)
