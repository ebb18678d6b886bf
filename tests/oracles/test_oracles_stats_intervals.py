"""Intervals against published ones, closed forms worked out here, and resampling by plain loops."""

from __future__ import annotations

from inspect import signature
from typing import Any

import numpy as np
import pytest
from rater_tables import FOUR_OBSERVERS, MISSING, Table, two_raters

from judgeaudit import stats
from judgeaudit.stats.kernels.draws import Rows, distinct_rows, draw_weights

FIVE = (1, 2, 3, 4, 5)


TOO_SHORT = "; coverage may be lower than nominal: such intervals are too short on few items"


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize(("hits", "n", "low", "high"), [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)])
def test_wilson_interval_is_newcombe_s(hits: int, n: int, low: float, high: float) -> None:
    # Newcombe 1998, table I, method 3.
    found = stats.proportion([1.0, 0.0], counts=[hits, n - hits])
    assert (found.low, found.high) == pytest.approx((low, high), abs=5.001e-5)
    assert (found.ci_level, found.n_items) == (0.95, n)


@pytest.mark.parametrize(
    ("values", "n_ratings", "worth"),
    [
        ([1, 1, 1, 1, 0], 5, 5.0),  # 0 and 1: exactly the items
        ([[1, 1, 0, 0], [1, 0, 1, 0], [1, 1, 1, 1], [1, 0, 1, 0]], 16, 60 / 7),  # 1/2, 1/2, 1, 1/2 below
        ([[1, 0]] * 10, 20, 10.0),  # all the same: nothing says how they scatter
    ],
)
def test_wilson_counts_what_items_are_worth(values: Any, n_ratings: int, worth: float) -> None:
    """Values .5, .5, 1, .5: p = .625, p (1 - p) = .234375, squares sum to .1875: 4 * .234375 * 6 / (.1875 + .46875) = 8.571, at most 16."""
    found = stats.proportion(np.array(values, dtype=float))
    p, z2 = float(np.mean(values)), 3.841458820694124
    n = worth
    half = np.sqrt(z2) * np.sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    middle = (p + z2 / (2 * n)) / (1 + z2 / n)
    assert (found.low, found.high) == pytest.approx((middle - half, middle + half), abs=1e-9)
    assert ("worth 8.6 with one value each" in found.method) == (n_ratings == 16)


def test_what_items_are_worth_is_never_more_than_their_ratings() -> None:
    # Three replicates of 20 items, .6667 or .3333: 20 * .25 * 22 / (20 / 36 + .5) = 104, and 60 ratings are 60.
    found = stats.proportion(np.array([[1, 1, 0], [1, 0, 0]] * 10, dtype=float))
    assert "worth 60.0 with one value each" in found.method


def test_sensitivity_and_specificity_intervals_are_epir_s() -> None:
    # epiR, epi.tests: 670, 202, 74, 640 give Se 0.90 (0.88, 0.92), Sp 0.76 (0.73, 0.79).
    options: dict[str, Any] = {"labels": [0, 1], "counts": [670, 202, 74, 640]}
    cells = [[1, 1], [1, 0], [0, 1], [0, 0]]
    sensitivity, specificity = stats.sensitivity(cells, **options), stats.specificity(cells, **options)
    assert (sensitivity.low, sensitivity.high) == pytest.approx((0.88, 0.92), abs=0.00501)
    assert (specificity.low, specificity.high) == pytest.approx((0.73, 0.79), abs=0.00501)
    assert (sensitivity.n_items, specificity.n_items) == (744, 842)


def test_repeats_of_an_item_are_not_new_items() -> None:
    tens = np.array([[1.0] * 10] * 4 + [[0.0] * 10])
    ten_runs = np.stack([tens.T, np.ones((10, 5))], axis=-1)
    for found in (stats.proportion([1, 1, 1, 1, 0]), stats.proportion(tens), stats.accuracy(ten_runs)):
        assert (found.value, found.low, found.high) == pytest.approx((0.8, 0.3755, 0.9638), abs=5.001e-5)
        assert found.n_items == 5


def test_item_bootstrap_of_alpha_has_the_width_of_the_analytic_interval() -> None:
    # The item bootstrap of Krippendorff's data is [.419, 1.0], as Gwet's analytic one; Krippendorff's own gives [.615, .872].
    found = stats.krippendorff_alpha(FOUR_OBSERVERS, level="nominal", n_resamples=5000, rng=rng(), interval="percentile")
    assert found.low == pytest.approx(0.419, abs=0.02)
    assert found.high == 1.0
    assert found.method == "Krippendorff's alpha, nominal distance (krippendorff package); percentile interval from 5,000 resamples of 11 items" + TOO_SHORT


def test_perfect_agreement_keeps_an_interval() -> None:
    # 20 items, 10 of each label. u = z^2 / (20 + z^2) = .16113; alpha: E = 1 - 2 * 20 * 19 / (40 * 39) = .51282; others .5.
    pairs = np.repeat([[0.0, 0.0], [1.0, 1.0]], 10, axis=0)
    options: dict[str, Any] = {"n_resamples": 200, "rng": rng(), "labels": (0, 1)}
    expected = {
        "krippendorff_alpha": 1 - 0.161125 / 0.512821,
        "cohen_kappa": 1 - 0.161125 / 0.5,
        "fleiss_kappa": 1 - 0.161125 / 0.5,
        "gwet_ac": 1 - 0.161125 / 0.5,
    }
    for name, low in expected.items():
        found = getattr(stats, name)(pairs, level="nominal", **options)
        assert (found.value, found.high) == (1.0, 1.0)
        assert found.low == pytest.approx(low, abs=1e-5)
        assert "low end 1 - u/E" in found.method


def test_perfect_agreement_on_an_ordered_scale_has_the_nominal_interval() -> None:
    pairs = np.repeat([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]], 10, axis=0)
    nominal, ordinal = (stats.cohen_kappa(pairs, level=level, labels=(1, 2, 3), n_resamples=200, rng=rng()) for level in ("nominal", "ordinal"))
    assert (ordinal.low, ordinal.high) == pytest.approx((nominal.low, nominal.high))


def test_perfect_agreement_with_a_rare_label_is_less_certain() -> None:
    # 4 of 100 items have the rare label: E = 2 * .04 * .96, u = z^2 / (100 + z^2).
    pairs = np.array([[0.0, 0.0]] * 96 + [[1.0, 1.0]] * 4)
    assert stats.cohen_kappa(pairs, n_resamples=500, rng=rng()).low == pytest.approx(1 - (3.8415 / 103.8415) / 0.0768, abs=1e-3)


def test_a_judge_that_always_says_the_same_keeps_an_interval() -> None:
    # kappa is 0 in every resample; up to u = z^2 / (40 + z^2) = 8.76 % of unseen items could be fails that the judge saw.
    pairs = np.array([[1.0, 1.0]] * 30 + [[1.0, 0.0]] * 10)
    found = stats.cohen_kappa(pairs, labels=(0, 1), n_resamples=500, rng=rng())
    u = 3.841459 / 43.841459
    agree, chance = 0.75 * (1 - u) + u, (1 - u) * 0.75 * (1 - u) + u * (0.25 * (1 - u) + u)
    assert found.value == pytest.approx(0.0, abs=1e-12)
    assert found.high == pytest.approx((agree - chance) / (1 - chance), abs=1e-6)
    assert found.low is not None
    assert found.low < 0
    assert "a pattern that was not seen" in found.method


def test_interval_does_not_collapse_when_almost_all_resamples_are_equal() -> None:
    # Recall is 1 and 0: .5 in each resample but for the 1.7 % that miss the second class and are undefined.
    pairs = np.array([[1.0, 1.0]] * 96 + [[1.0, 0.0]] * 4)
    found = stats.balanced_accuracy(pairs, n_resamples=2000, rng=rng())
    assert found.value == 0.5
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0.49 < 0.51 < found.high


def test_intervals_are_refused_with_the_reason() -> None:
    few = stats.cohen_kappa([[1, 1], [0, 1], [0, 0]] * 3, n_resamples=100, rng=rng())
    assert few.value is not None
    assert (few.low, few.high, few.ci_level) == (None, None, None)
    assert "no interval: 9 items, fewer than 10" in few.method
    rare = stats.krippendorff_alpha([[1, 1]] * 19 + [[1, 0]], level="nominal", n_resamples=1000, rng=rng(), interval="percentile")
    assert rare.low is None
    assert "of 1,000 resamples of 20 items are undefined (no variation: every rating is the same)" in rare.method
    single = stats.gwet_ac([[1, np.nan]] * 50 + [[1, 1]] * 9, labels=(0, 1), n_resamples=100, rng=rng())
    assert "no interval: 9 items, fewer than 10" in single.method
    assert "from 50 items with one rating" in single.method


def test_no_resamples_no_interval_but_rates_always_have_one() -> None:
    assert stats.krippendorff_alpha(MISSING, level="nominal").low is None
    assert stats.observed_agreement(MISSING).low is not None


def test_clusters_of_copies_are_worth_one_item_each() -> None:
    pairs = np.array([[1.0, 1.0]] * 12 + [[1.0, 0.0]] * 3 + [[0.0, 0.0]] * 5)
    copies, clusters = np.repeat(pairs, 4, axis=0), np.repeat(np.arange(20), 4)
    plain, clustered = stats.accuracy(pairs), stats.accuracy(copies, clusters=clusters)
    assert (clustered.value, clustered.low, clustered.high) == pytest.approx((plain.value, plain.low, plain.high), abs=1e-12)
    assert clustered.n_items == 80
    assert "in 20 clusters, worth 20.0 independent ones" in clustered.method
    flips = stats.flip_rate_upper(copies, clusters=clusters)
    assert flips.value == pytest.approx(stats.flip_rate_upper(pairs).value, abs=1e-12)


def test_few_clusters_are_worth_no_more_than_their_number() -> None:
    # Two clusters of 3 and 1 hits among 4: by variance they would not matter at all, but two clusters cannot show that.
    # Wilson at 1 of 2: .0945 to .9055, as with 4 and 0 hits.
    values = np.array([1.0, 1, 1, 0, 1, 0, 0, 0])
    for hits in (values, np.sort(values)):
        found = stats.proportion(hits, clusters=[0, 0, 0, 0, 1, 1, 1, 1])
        assert (found.low, found.high) == pytest.approx((0.0945, 0.9055), abs=5e-5)
    # One cluster is one item: Wilson at .5 of 1 is 0.5 -+ z / (2 sqrt(1 + z^2)).
    single = stats.proportion(values, clusters=[0] * 8)
    assert (single.low, single.high) == pytest.approx((0.0546, 0.9454), abs=5e-5)
    assert "in 1 cluster, worth 1.0 independent ones" in single.method


def test_clusters_widen_by_the_design_effect() -> None:
    # 20 clusters of 4, 10 with 3 hits and 10 with 1: deviations +-1, so 20 between; 80 * .25 = 20 within; times 20/19: 1.0526.
    # The intraclass correlation is smaller: mean squares 5/19 and 15/60, (.2632 - .25) / (.2632 + 3 * .25) = .0130, 1.039.
    # t at 19 degrees of freedom 2.0930: 80 / 1.0526 * (1.9600 / 2.0930)^2 = 66.6 items.
    values = np.array([1.0, 1, 1, 0] * 10 + [1.0, 0, 0, 0] * 10)
    found = stats.proportion(values, clusters=np.repeat(np.arange(20), 4))
    assert "worth 66.6 independent ones" in found.method
    alike = stats.proportion([1.0] * 40 + [0.0] * 40, clusters=np.repeat(np.arange(20), 4))
    assert (alike.low, alike.high) == pytest.approx((0.2993, 0.7007), abs=5e-5)  # Wilson at 10 of 20


def test_a_cluster_with_most_items_is_not_worth_its_items() -> None:
    # Nine single items and one cluster of 91: 100^2 / (91^2 + 9) = 1.2.
    found = stats.proportion([1.0] * 96 + [0.0] * 4, clusters=[0] * 91 + list(range(1, 10)))
    assert "worth 1.2 independent ones" in found.method


def test_all_equal_clusters_count_as_one_item_each() -> None:
    found = stats.proportion([1.0] * 40, clusters=np.repeat(np.arange(20), 2))
    assert (found.low, found.high) == pytest.approx((0.8389, 1.0), abs=5e-5)


def test_clustered_coefficients_resample_clusters() -> None:
    pairs, clusters = np.repeat(MISSING[:, :2], 5, axis=0), np.repeat(np.arange(len(MISSING)), 5)
    plain = stats.cohen_kappa(MISSING[:, :2], n_resamples=4000, rng=rng())
    clustered, naive = (stats.cohen_kappa(pairs, n_resamples=4000, rng=rng(2), clusters=c) for c in (clusters, None))
    assert plain.value == pytest.approx(clustered.value)
    assert clustered.high - clustered.low == pytest.approx(plain.high - plain.low, rel=0.1)
    assert naive.high - naive.low < 0.6 * (clustered.high - clustered.low)
    assert "17 clusters" in clustered.method


def test_runs_give_their_mean_and_one_joint_interval() -> None:
    labels = {"labels": FIVE}
    second = np.where(MISSING == 5, 4, MISSING)
    both = stats.krippendorff_alpha(np.stack([MISSING, second]), level="ordinal", **labels)
    singles = [stats.krippendorff_alpha(run, level="ordinal", **labels).value for run in (MISSING, second)]
    assert both.value == pytest.approx(np.mean(singles))
    assert "mean over 2 runs" in both.method
    same = stats.krippendorff_alpha(np.stack([MISSING, MISSING]), level="ordinal", n_resamples=300, rng=rng(), **labels)
    once = stats.krippendorff_alpha(MISSING, level="ordinal", n_resamples=300, rng=rng(), **labels)
    assert (same.low, same.high, same.n_items) == pytest.approx((once.low, once.high, once.n_items))


def test_undefined_runs_are_left_out_and_said() -> None:
    constant = np.where(np.isnan(MISSING), np.nan, 3.0)
    found = stats.krippendorff_alpha(np.stack([MISSING, constant]), level="nominal", n_resamples=100, rng=rng())
    assert found.value == pytest.approx(stats.krippendorff_alpha(MISSING, level="nominal").value)
    assert "mean over 1 of 2 runs, 1 left out (no variation: every rating is the same)" in found.method
    assert stats.krippendorff_alpha(np.stack([constant, constant]), level="nominal").undefined == "no variation: every rating is the same"
    empty = stats.accuracy(np.stack([MISSING[:, :2], np.full((20, 2), np.nan)]))
    assert empty.value == pytest.approx(stats.accuracy(MISSING[:, :2]).value)
    assert "mean over 1 of 2 runs" in empty.method


ANY_ORDER = {"krippendorff_alpha", "gwet_ac", "fleiss_kappa", "brennan_prediger", "icc_1_1", "icc_1_k"}
RESAMPLED = [s for s in stats.STATISTICS if s.kind in ("coefficient", "difference") and s.columns != "vectors"]


@pytest.mark.parametrize("statistic", [s for s in RESAMPLED if "interval" in signature(s.fn).parameters and s.columns != "forecast"], ids=lambda s: s.name)
def test_interval_is_the_percentiles_of_the_statistic_itself(statistic: stats.Statistic) -> None:
    generator = rng(5)
    truth = generator.integers(1, 6, (40, 1))
    table = np.clip(truth + generator.integers(-1, 2, (40, 2 if statistic.columns == "pair" else 3)), 1, 5).astype(float)
    options: dict[str, Any] = {"level": "interval", "labels": FIVE}
    found = statistic.fn(table, n_resamples=60, rng=rng(9), interval="percentile", **options)
    patterns, counts = distinct_rows(table[np.newaxis], np.ones(40, dtype=np.int64), any_order=statistic.name in ANY_ORDER)
    draws = np.vstack(list(draw_weights(Rows(patterns, counts, None, 40), 60, rng(9))))
    assert (draws.sum(axis=1) == 40).all()
    if statistic.name == "balanced_accuracy":  # of a resample that lost a gold class it would be the mean over the others
        draws = draws[[set(patterns[0][times > 0, 1]) == set(table[:, 1]) for times in draws]]
    values = np.array([statistic.fn(patterns[0], counts=times.astype(int), **options).value for times in draws])
    ends = np.array([found.low, found.high])
    if statistic.name in ("icc_1_k", "icc_2_k", "icc_3_k"):  # percentiles of a single rating's reliability, stepped up to the mean of three
        values, ends = values / (3 - 2 * values), ends / (3 - 2 * ends)
    assert ends == pytest.approx(np.quantile(values, [0.025, 0.975]), abs=1e-9)
    assert found.low < found.value < found.high


def test_interval_of_several_runs_is_the_percentiles_of_their_mean() -> None:
    """Rows that are the same within one run are added up there; the draws are those of the joint patterns."""
    generator = rng(5)
    gold = generator.integers(0, 2, 300)
    runs = np.array([np.column_stack([np.where(generator.random(300) < 0.8, gold, 1 - gold), gold]) for _ in range(4)], dtype=float)
    found = stats.cohen_kappa(runs, n_resamples=60, rng=rng(9), interval="percentile")
    patterns, counts = distinct_rows(runs, np.ones(300, dtype=np.int64), any_order=False)
    draws = np.vstack(list(draw_weights(Rows(patterns, counts, None, 300), 60, rng(9))))
    values = [np.mean([stats.cohen_kappa(run, counts=times.astype(int)).value for run in patterns]) for times in draws]
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(values, [0.025, 0.975])), abs=1e-9)


@pytest.mark.parametrize("clusters", [None, np.repeat(np.arange(100), 3)])
def test_draws_that_are_shared_are_those_that_are_drawn_anew(clusters: Any) -> None:
    """Statistics of the same ratings that start from one state see the same resamples, whatever was computed before."""
    generator = rng(6)
    pairs = generator.integers(0, 2, (300, 2)).astype(float)

    def ask(statistic: Any, state: np.random.Generator) -> tuple[Any, float]:
        return statistic(pairs, labels=(0, 1), n_resamples=100, rng=state, clusters=clusters), state.random()

    alone = ask(stats.mcc, rng(9))
    ask(stats.cohen_kappa, rng(9))
    assert ask(stats.mcc, rng(9)) == alone
    ask(stats.cohen_kappa, rng(8))
    assert ask(stats.mcc, rng(9)) == alone
    assert ask(stats.mcc, rng(8))[0].low != alone[0].low


def test_weights_are_those_of_drawing_items_with_replacement() -> None:
    for counts in ([1] * 30, [200, 50, 50], [100, 30, 12, 3, 1, 1]):  # rare patterns, frequent ones, both
        rows = Rows(np.zeros((1, len(counts), 2)), np.array(counts), None, sum(counts))
        draws = np.vstack(list(draw_weights(rows, 4000, rng())))
        n = sum(counts)
        share = np.array(counts) / n
        assert (draws.sum(axis=1) == n).all()
        assert draws.mean(axis=0) == pytest.approx(counts, rel=0.1)
        covariance = n * (np.diag(share) - np.outer(share, share))
        assert np.cov(draws.T) == pytest.approx(covariance, abs=0.1 * covariance.max())


def test_counted_table_equals_its_rows_interval_and_all() -> None:
    pairs, counts = two_raters([[40, 4, 4, 17], [6, 25, 2, 13], [4, 1, 21, 12], [15, 5, 9, 45]])
    rows: Table = rng(3).permutation(np.repeat(pairs, counts, axis=0))
    counted = stats.cohen_kappa(pairs, counts=counts, n_resamples=500, rng=rng())
    assert stats.cohen_kappa(rows, n_resamples=500, rng=rng()) == counted
