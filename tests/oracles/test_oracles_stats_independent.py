"""Statistics against independent tools: scikit-learn, SciPy, and plain loops over the definitions."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from rater_tables import MISSING, Table

from judgeaudit import stats
from judgeaudit.stats.kernels.correlation import correlation_kernel
from judgeaudit.stats.kernels.draws import FEW_UNITS, Block
from judgeaudit.stats.kernels.pair_correlations import pair_correlations


def random_pairs(seed: int, *, n: int = 60, n_labels: int = 5) -> Table:
    rng = np.random.default_rng(seed)
    gold = rng.integers(0, n_labels, n)
    judge = np.where(rng.random(n) < 0.5, gold, rng.integers(0, n_labels, n))
    return np.column_stack([judge, gold]).astype(float)


@pytest.mark.parametrize("seed", range(5))
def test_gold_statistics_equal_scikit_learn(seed: int) -> None:
    from sklearn import metrics

    pairs = random_pairs(seed, n_labels=2 + seed)
    judge, gold = pairs.T
    labels = range(2 + seed)
    assert stats.accuracy(pairs).value == pytest.approx(metrics.accuracy_score(gold, judge), abs=1e-12)
    assert stats.balanced_accuracy(pairs).value == pytest.approx(metrics.balanced_accuracy_score(gold, judge), abs=1e-12)
    assert stats.mcc(pairs).value == pytest.approx(metrics.matthews_corrcoef(gold, judge), abs=1e-12)
    assert stats.mae(pairs).value == pytest.approx(metrics.mean_absolute_error(gold, judge), abs=1e-12)
    recall = metrics.recall_score(gold, judge, labels=[1], average=None)[0]
    assert stats.sensitivity(pairs, positive=1).value == pytest.approx(recall, abs=1e-12)
    assert stats.specificity(pairs, positive=1).value == pytest.approx(metrics.recall_score(gold != 1, judge != 1), abs=1e-12)
    for weights, name in ((None, "identity"), ("linear", "linear"), ("quadratic", "quadratic")):
        theirs = metrics.cohen_kappa_score(judge, gold, weights=weights, labels=list(labels))
        assert stats.cohen_kappa(pairs, level="ordinal", labels=labels, weights=name).value == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("scale", ["points", "continuous"])
def test_correlations_equal_scipy(seed: int, scale: str) -> None:
    from scipy.stats import kendalltau, pearsonr, spearmanr

    pairs = random_pairs(seed) if scale == "points" else np.random.default_rng(seed).normal(size=(60, 2)).cumsum(axis=1) + 1e6
    judge, gold = pairs.T
    assert stats.pearson(pairs).value == pytest.approx(pearsonr(judge, gold).statistic, abs=1e-9)
    assert stats.spearman(pairs).value == pytest.approx(spearmanr(judge, gold).statistic, abs=1e-12)
    assert stats.kendall_tau_b(pairs).value == pytest.approx(kendalltau(judge, gold).statistic, abs=1e-12)


def test_rank_correlations_of_counted_rows_equal_scipy_on_repeated_rows() -> None:
    from scipy.stats import kendalltau, spearmanr

    pairs, counts = random_pairs(7, n=20), np.arange(20) % 5
    judge, gold = np.repeat(pairs, counts, axis=0).T
    assert stats.spearman(pairs, counts=counts).value == pytest.approx(spearmanr(judge, gold).statistic, abs=1e-12)
    assert stats.kendall_tau_b(pairs, counts=counts).value == pytest.approx(kendalltau(judge, gold).statistic, abs=1e-12)


def test_kendall_on_many_distinct_scores_says_that_it_has_no_interval() -> None:
    from scipy.stats import kendalltau

    pairs = np.random.default_rng(1).normal(size=(5200, 2)).cumsum(axis=1)
    found = stats.kendall_tau_b(pairs, n_resamples=100, rng=np.random.default_rng(1))
    assert found.value == pytest.approx(kendalltau(*pairs.T).statistic, abs=1e-12)
    assert found.low is None
    assert "no interval: 5,200 distinct rows" in found.method


def loop_icc_1_1(ratings: Table) -> float:
    """One-way analysis of variance with unequal groups, from its definition."""
    groups = [row[~np.isnan(row)] for row in ratings]
    groups = [group for group in groups if len(group) >= 2]
    sizes = np.array([len(group) for group in groups])
    grand = np.concatenate(groups).mean()
    msb = sum(len(group) * (group.mean() - grand) ** 2 for group in groups) / (len(groups) - 1)
    msw = sum(((group - group.mean()) ** 2).sum() for group in groups) / (sizes.sum() - len(groups))
    k0 = (sizes.sum() - (sizes**2).sum() / sizes.sum()) / (len(groups) - 1)
    return float((msb - msw) / (msb + (k0 - 1) * msw))


def test_icc_1_1_with_missing_ratings_equals_unbalanced_analysis_of_variance() -> None:
    assert stats.icc_1_1(MISSING).value == pytest.approx(loop_icc_1_1(MISSING), abs=1e-12)


def loop_shares(ratings: Table) -> dict[str, float]:
    """Per-item agreement from all pairs, one by one."""
    pair, modal, unanimous = [], [], []
    for row in ratings:
        given = row[~np.isnan(row)]
        if len(given) >= 2:
            pair.append(np.mean([a == b for a, b in combinations(given, 2)]))
            modal.append(max(np.mean(given == label) for label in given))
            unanimous.append(float(len(set(given)) == 1))
    return {
        "observed_agreement": float(np.mean(pair)), "pairwise_agreement": float(np.mean(pair)), "flip_rate": 1 - float(np.mean(pair)),
        "modal_share": float(np.mean(modal)), "all_agree_share": float(np.mean(unanimous)),
    }  # fmt: skip


def test_per_item_rates_equal_loops_over_pairs() -> None:
    expected = loop_shares(MISSING)
    assert {name: getattr(stats, name)(MISSING).value for name in expected} == pytest.approx(expected)


def loop_effective(columns: list[Table]) -> float:
    correlations = [np.corrcoef(a[(both := ~np.isnan(a) & ~np.isnan(b))], b[both])[0, 1] for a, b in combinations(columns, 2)]
    return len(columns) / (1 + (len(columns) - 1) * max(0.0, float(np.mean(correlations))))


def test_effective_judges_equals_kish_on_pairwise_correlations() -> None:
    assert stats.effective_judges(MISSING, level="interval").value == pytest.approx(loop_effective(list(MISSING.T)), abs=1e-12)


def test_effective_judges_with_gold_correlates_errors() -> None:
    rng = np.random.default_rng(3)
    gold = rng.integers(0, 3, 200).astype(float)
    slip = rng.random((200, 1)) < 0.3  # judges 0 and 1 slip together, judge 2 on its own
    judges = np.where(np.hstack([slip, slip, rng.random((200, 1)) < 0.3]), (gold[:, np.newaxis] + 1) % 3, gold[:, np.newaxis])
    gold[:10] = np.nan
    judged = ~np.isnan(gold)
    errors = (judges[judged] != gold[judged, np.newaxis]).astype(float)
    found = stats.effective_judges(judges, gold=gold)
    assert found.value == pytest.approx(loop_effective(list(errors.T)), abs=1e-12)
    assert found.n_items == 190
    assert 1.5 < found.value < 2.2  # two judges' worth among three, although labels alone correlate strongly
    assert stats.effective_judges(judges).value < 1.5


def test_nominal_correlation_of_two_judges_is_matthews() -> None:
    from sklearn import metrics

    pairs = random_pairs(4, n_labels=3)
    assert stats.effective_judges(pairs).value == pytest.approx(2 / (1 + metrics.matthews_corrcoef(*pairs.T)), abs=1e-12)


@pytest.mark.parametrize(("share_missing", "n_columns"), [(0.0, 1), (0.3, 1), (0.0, 4), (0.3, 4)])
def test_correlations_from_shared_sums_equal_those_of_each_pair_on_its_own(share_missing: float, n_columns: int) -> None:
    rng = np.random.default_rng(8)
    columns = rng.integers(0, 4, (60, 7, n_columns)) - 1.5
    columns[:, 5] = 2.5  # never varies
    given = rng.random((60, 7)) >= share_missing
    given[:30, 0], given[30:, 6] = share_missing == 0, share_missing == 0  # with missing ratings these two have no common row
    weights = np.vstack([np.ones(60), rng.integers(0, 3, (20, 60)), rng.standard_gamma(1.0, (20, 60))])
    expected = []
    for a, b in combinations(range(7), 2):
        both = given[:, a] & given[:, b]
        expected.append(correlation_kernel(*(np.where(both[:, np.newaxis], columns[:, one], 0.0) for one in (a, b)), both)(weights))
    found = pair_correlations(np.where(given[:, :, np.newaxis], columns, np.nan), given)(weights)
    np.testing.assert_allclose(found, np.array(expected), rtol=0, atol=1e-12)
    assert np.isnan(found).any()


def test_drawn_items_are_added_up_by_group_as_by_a_product_of_matrices() -> None:
    rng = np.random.default_rng(9)
    for n_units in (FEW_UNITS, FEW_UNITS + 1):
        units, group_of = rng.standard_gamma(2.0, (50, n_units)), rng.integers(0, 9, n_units)
        table = (group_of[:, np.newaxis] == np.arange(9)).astype(float)
        np.testing.assert_allclose(Block(units, None).groups(group_of, 9), units @ table, rtol=1e-14)
