"""The alternative annotator test: numbers that its authors printed, the rule of their paper item by item, and SciPy's tests."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.stats
from annotator_tables import PUBLISHED, with_differences
from rater_tables import Table

from judgeaudit import stats
from judgeaudit.stats.kernels.annotator_tests import hold_together, wilcoxon_below

JUDGES = [(name, judge) for name, one in PUBLISHED.items() for judge in one["judges"]]


@pytest.mark.parametrize(("name", "judge"), JUDGES)
@pytest.mark.parametrize("level", ["nominal", "interval"])
def test_every_printed_digit_comes_out(name: str, judge: str, level: str) -> None:
    # Calderon, Reichart & Dror 2025, alt_test_example.ipynb; see make_alt_test_data.py for what was kept of the data.
    printed = PUBLISHED[name]["judges"][judge]
    ratings, times = with_differences(printed["counts"])
    found = stats.alt_test(ratings, level=level, counts=times, epsilon=PUBLISHED[name]["epsilon"])
    assert f"{found.value:.2f}" == printed["winning_rate"]
    assert f"{found.advantage:.2f}" == printed["advantage"]
    assert found.passes == (float(printed["winning_rate"]) >= 0.5)
    m = len(printed["counts"])
    assert found.n_items_each[:m] == tuple(sum(three) for three in printed["counts"])
    assert set(found.tests[:m]) == {"t"}
    assert set(found.tests[m:]) == {""}
    for p, three in zip(found.p, printed["counts"], strict=False):
        differences = np.repeat([-1, 0, 1], three)
        assert p == pytest.approx(scipy.stats.ttest_1samp(differences, PUBLISHED[name]["epsilon"], alternative="less").pvalue, rel=1e-9)


def test_the_sets_are_those_that_the_paper_names() -> None:
    """MT-Bench: 120 items, 3 annotators, 246 labels; lesions: 100 images with 5 features, 6 annotators, 20 labels missing; 10K prompts: 13 annotators; CEBaB stars: 10."""
    assert set(PUBLISHED) == {"mtbench", "lesion", "10k_prompts", "cebab_stars"}
    for name, n_annotators, labels in (("mtbench", 3, 246), ("lesion", 6, 2980), ("10k_prompts", 13, 3844), ("cebab_stars", 10, 2193)):
        for one in PUBLISHED[name]["judges"].values():
            assert (len(one["counts"]), sum(map(sum, one["counts"]))) == (n_annotators, labels)


def test_t_of_50_differences() -> None:
    # scipy.stats.ttest_1samp: t = -4.666667, p = 1.2006e-5.
    found = stats.alt_test([[1, 1, 1], [0, 1, 1], [1, 0, 1]], counts=[30, 5, 15])
    differences = np.repeat([0, 1, -1], [30, 5, 15])
    expected = scipy.stats.ttest_1samp(differences, 0.2, alternative="less")
    assert expected.statistic == pytest.approx(-4.666667, abs=5e-7)
    assert expected.pvalue == pytest.approx(1.2006e-5, abs=5e-10)
    assert found.p[0] == pytest.approx(expected.pvalue, rel=1e-9)
    assert found.differences == pytest.approx((-0.2, 0.1))
    assert found.advantages == pytest.approx((0.9, 0.9))


# The rule of section 3 of the paper, item by item.


def by_the_rule(ratings: Table, *, scores: bool, epsilon: float, q: float = 0.05) -> tuple[float, float, list[float]]:
    """Winning rate, advantage and p values; every annotator must have 30 items."""
    p_values, advantages = [], []
    for j in range(1, ratings.shape[1]):
        judge_wins, annotator_wins = [], []
        for row in ratings:
            others = [row[k] for k in range(1, len(row)) if k != j and not np.isnan(row[k])]
            if np.isnan(row[0]) or np.isnan(row[j]) or not others:
                continue
            its, own = (-np.sqrt(np.mean([(x - y) ** 2 for y in others])) if scores else np.mean([x == y for y in others]) for x in (row[0], row[j]))
            judge_wins.append(its >= own)
            annotator_wins.append(own >= its)
        assert len(judge_wins) >= 30
        p_values.append(scipy.stats.ttest_1samp(np.subtract(annotator_wins, judge_wins, dtype=float), epsilon, alternative="less").pvalue)
        advantages.append(float(np.mean(judge_wins)))
    m, best = len(p_values), 0
    for i, p in enumerate(sorted(p_values), start=1):
        if p <= i / m * q / sum(1 / k for k in range(1, m + 1)):
            best = i
    return best / m, float(np.mean(advantages)), p_values


def drawn(seed: int) -> Table:
    """A judge and 2 to 13 annotators of 80 to 200 items with 2 to 7 labels, up to a third of them missing."""
    rng = np.random.default_rng(seed)
    n_items, n_labels, m = int(rng.integers(80, 200)), int(rng.integers(2, 8)), int(rng.integers(2, 14))
    truth = rng.integers(0, n_labels, (n_items, 1))
    noise = np.append(rng.uniform(0, 0.5), rng.uniform(0.1, 0.6, m))
    ratings = np.where(rng.random((n_items, 1 + m)) < noise, rng.integers(0, n_labels, (n_items, 1 + m)), truth).astype(float)
    ratings[rng.random(ratings.shape) < rng.choice([0, 0.1, 0.33])] = np.nan
    return ratings


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("level", ["nominal", "interval"])
def test_the_rule_of_the_paper_item_by_item(seed: int, level: str) -> None:
    ratings, epsilon = drawn(seed), (0.1, 0.15, 0.2)[seed % 3]
    winning, advantage, p_values = by_the_rule(ratings, scores=level == "interval", epsilon=epsilon)
    found = stats.alt_test(ratings, level=level, epsilon=epsilon)
    assert found.value == pytest.approx(winning, abs=1e-12)
    assert found.advantage == pytest.approx(advantage, abs=1e-12)
    assert found.p == pytest.approx(p_values, rel=1e-7)
    assert found.rejected == stats.benjamini_yekutieli(p_values).rejected


def test_ordered_labels_are_scored_as_labels() -> None:
    for seed in range(5):
        assert stats.alt_test(drawn(seed), level="ordinal") == stats.alt_test(drawn(seed), level="nominal")


def test_equal_distances_are_ties_on_any_scale() -> None:
    """The judge is as far above the others as the annotator is below: a tie, in tenths as in whole points."""
    whole = np.tile([[3.0, 1.0, 2.0, 2.0]], (40, 1))
    for scale in (whole, whole / 10, whole / 3 + 1e6, 0.1 * whole + 0.7):
        assert stats.alt_test(scale, level="interval").differences[0] == 0.0


# Fewer than 30 items: Wilcoxon's signed ranks.


@pytest.mark.parametrize("seed", range(20))
def test_signed_ranks_are_those_of_all_signs(seed: int) -> None:
    """SciPy's goes through all 2^n signs, with ties; by default it would take ties for normal."""
    rng = np.random.default_rng(seed)
    differences = rng.choice([-1, 0, 1], int(rng.integers(5, 13)), p=[0.3, 0.5, 0.2]) - rng.choice([0.1, 0.2])
    every = scipy.stats.PermutationMethod(n_resamples=np.inf)
    expected = scipy.stats.wilcoxon(differences, alternative="less", method=every).pvalue
    assert wilcoxon_below(differences) == pytest.approx(expected, abs=1e-12)


def test_signed_ranks_of_many_are_normal() -> None:
    differences = np.random.default_rng(1).normal(-0.05, 1.0, 200)
    expected = scipy.stats.wilcoxon(differences, alternative="less", method="asymptotic", correction=False).pvalue
    assert wilcoxon_below(differences) == pytest.approx(expected, rel=1e-9)


def test_few_items_are_ranked() -> None:
    """20 items, 14 ties, 5 that the judge wins and 1 that it loses, epsilon 0.2."""
    counts = [[5, 14, 1], [5, 14, 1]]
    ratings, times = with_differences(counts)
    found = stats.alt_test(ratings, counts=times)
    expected = wilcoxon_below(np.repeat([-1.0, 0.0, 1.0], counts[0]) - 0.2)
    assert found.tests[:2] == ("wilcoxon", "wilcoxon")
    assert found.p[:2] == pytest.approx((expected, expected))
    assert "Wilcoxon's (exact) 2" in found.method
    assert stats.alt_test(ratings, counts=times, min_items=20).tests[:2] == ("t", "t")


@pytest.mark.parametrize("seed", range(20))
def test_what_holds_together_is_what_the_correction_says(seed: int) -> None:
    p_values: Any = np.round(np.random.default_rng(seed).random(int(seed % 7) + 1) ** 4, 3)
    assert tuple(hold_together(p_values, 0.05)) == stats.benjamini_yekutieli(p_values).rejected
