"""Jackknife, BCa, the smoothed bootstrap and Hughes' log-ratio jackknife, against published values, SciPy and plain loops."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from rater_tables import FOUR_OBSERVERS
from scipy import stats as scipy_stats

from judgeaudit import stats
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.bca import bca
from judgeaudit.stats.kernels.draws import Rows
from judgeaudit.stats.kernels.intervals import Facts, choose_interval
from judgeaudit.stats.kernels.jackknife import acceleration, jackknife_interval, leave_one_out, standard_error
from judgeaudit.stats.kernels.pseudo_items import pseudo_items

Table = NDArray[np.float64]

LAW_SCHOOLS = np.column_stack(
    [
        [576, 635, 558, 578, 666, 580, 555, 661, 651, 605, 653, 575, 545, 572, 594],
        [3.39, 3.30, 2.81, 3.03, 3.44, 3.07, 3.00, 3.43, 3.36, 3.13, 3.12, 2.74, 2.76, 2.88, 2.96],
    ]
)
"""Efron & Tibshirani 1993, table 3.1: LSAT and GPA of 15 law schools."""

SPATIAL_A = np.array([48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6, 0, 33, 28, 34, 4, 32, 24, 47, 41, 24, 26, 30, 41.0])
"""Efron & Tibshirani 1993, table 14.1: test A of 26 neurologically impaired children."""


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def rows_of(table: Table) -> Rows:
    return Rows(table[np.newaxis], np.ones(len(table), dtype=np.int64), None, len(table))


def test_jackknife_standard_error_of_the_law_schools() -> None:
    # Efron 1982, The Jackknife, the Bootstrap and Other Resampling Plans, section 3: .142 for the correlation of .776.
    def correlation(weights: Table) -> Table:
        return np.array([np.corrcoef(LAW_SCHOOLS[w > 0].T)[0, 1] for w in weights])

    left_out, times = leave_one_out(rows_of(LAW_SCHOOLS), correlation)
    assert standard_error(left_out, times) == pytest.approx(0.142, abs=0.0006)
    assert stats.pearson(LAW_SCHOOLS).value == pytest.approx(0.776, abs=0.0005)


def test_acceleration_of_the_spatial_test_data() -> None:
    # Efron & Tibshirani 1993, section 14.3: variance 171.5, a = .061.
    def variance(weights: Table) -> Table:
        return np.array([np.var(SPATIAL_A[w > 0]) for w in weights])

    assert np.var(SPATIAL_A) == pytest.approx(171.5, abs=0.05)
    assert acceleration(*leave_one_out(rows_of(SPATIAL_A[:, np.newaxis]), variance)) == pytest.approx(0.061, abs=0.0005)


def test_bca_is_scipy_s_on_the_same_resamples() -> None:
    theirs = scipy_stats.bootstrap((SPATIAL_A,), np.var, n_resamples=999, method="BCa", confidence_level=0.9, random_state=rng(3))
    left_out = np.array([np.var(np.delete(SPATIAL_A, i)) for i in range(26)])
    ends = bca(np.asarray(theirs.bootstrap_distribution), float(np.var(SPATIAL_A)), acceleration(left_out, np.ones(26, dtype=np.int64)), 0.9)
    assert ends == pytest.approx(tuple(theirs.confidence_interval), abs=1e-9)


def test_bca_says_where_it_cannot_be() -> None:
    assert bca(np.array([1.0, 2.0, 3.0]), 0.0, 0.0, 0.95) is None
    assert bca(np.array([1.0, 2.0, 3.0]), 2.0, 0.9, 0.95) is None


@pytest.mark.parametrize(("level", "centre", "low", "high"), [("nominal", 0.7560, 0.228, 0.951), ("interval", 0.8547, -0.068, 0.994)])
def test_log_ratio_jackknife_of_krippendorff_s_data(level: str, centre: float, low: float, high: float) -> None:
    # The method of Hughes' R package krippendorffsalpha, ported: alpha .7560 [.228, .951] nominal, .8547 [-.068, .994] interval.
    found = stats.krippendorff_alpha(np.vstack([FOUR_OBSERVERS]), level=level, interval="log_ratio_jackknife")
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.0006)
    assert f"log-ratio jackknife interval of 11 items, around {centre:.4f}" in found.method


def test_log_ratio_jackknife_by_pattern_is_that_by_item() -> None:
    table = rng(2).integers(1, 4, (30, 4)).astype(float)
    table[rng(3).random(table.shape) < 0.2] = np.nan
    for level in ("nominal", "ordinal", "interval"):
        whole = stats.krippendorff_alpha(table, level=level, interval="log_ratio_jackknife")
        each = stats.krippendorff_alpha(table, level=level, interval="log_ratio_jackknife", clusters=np.r_[0, np.arange(29)])
        patterns, counts = np.unique(table, axis=0, return_counts=True, equal_nan=False)
        counted = stats.krippendorff_alpha(patterns, counts=counts, level=level, interval="log_ratio_jackknife")
        assert (whole.low, whole.high) == pytest.approx((counted.low, counted.high), abs=1e-10)
        assert each.low != whole.low


def test_log_ratio_jackknife_is_refused_in_words() -> None:
    few = stats.krippendorff_alpha([[1, 1], [1, 2], [2, 2], [1, 1]], level="nominal", interval="log_ratio_jackknife")
    assert "no interval: 4 items, fewer than 5" in few.method
    one = stats.krippendorff_alpha([[1, 1], [2, 2]] * 5 + [[1, 2]], level="nominal", interval="log_ratio_jackknife")
    assert one.low is None
    assert "without one of the items nothing varies within items" in one.method
    other = np.where(np.arange(len(FOUR_OBSERVERS))[:, None] == 0, 2.0, FOUR_OBSERVERS)
    runs = stats.krippendorff_alpha(np.stack([FOUR_OBSERVERS, other]), level="nominal", interval="log_ratio_jackknife")
    assert runs.low is None
    assert "the log-ratio jackknife is for one run" in runs.method
    copies, alone = (stats.krippendorff_alpha(r, level="nominal", interval="log_ratio_jackknife") for r in (np.stack([FOUR_OBSERVERS] * 2), FOUR_OBSERVERS))
    assert (copies.low, copies.high) == (alone.low, alone.high), "runs that are copies are one run"


@pytest.mark.parametrize("name", ["krippendorff_alpha", "cohen_kappa", "gwet_ac", "fleiss_kappa", "pearson", "mcc", "mae", "mean_shift"])
@pytest.mark.parametrize("clustered", [False, True])
def test_jackknife_interval_is_that_of_a_plain_loop(name: str, clustered: bool) -> None:
    """Value -+ t times sqrt((n - 1) / n sum (v_i - mean)^2), on Fisher's z for what lies between -1 and 1."""
    truth = rng(4).integers(0, 2, (40, 1))
    table = np.where(rng(5).random((40, 2)) < 0.8, truth, 1 - truth).astype(float)
    unit = np.repeat(np.arange(20), 2) if clustered else np.arange(40)
    options: dict[str, Any] = {"level": "interval" if name in ("pearson", "mae", "mean_shift") else "nominal", "labels": (0, 1)}
    found = getattr(stats, name)(table, interval="jackknife", clusters=unit if clustered else None, **options)
    left_out = np.array([getattr(stats, name)(table[unit != u], **options).value for u in np.unique(unit)])
    turn, back = (np.arctanh, np.tanh) if name not in ("mae", "mean_shift") else (np.asarray, np.asarray)
    n = len(left_out)
    off = turn(left_out) - turn(left_out).mean()
    half = scipy_stats.t.ppf(0.975, n - 1) * np.sqrt((n - 1) / n * (off**2).sum())
    expected = (float(back(turn(found.value) - half)), float(back(turn(found.value) + half)))
    assert (found.low, found.high) == pytest.approx(expected, abs=1e-9)
    assert f"jackknife interval of {n} {'clusters' if clustered else 'items'}" in found.method


def test_bca_interval_of_a_kappa_uses_the_jackknife_by_pattern() -> None:
    table = np.repeat([[1.0, 1], [1, 0], [0, 1], [0, 0]], [20, 4, 6, 15], axis=0)
    found, plain = (stats.cohen_kappa(table, n_resamples=2000, rng=rng(), interval=how) for how in ("bca", "percentile"))

    def kappa(pairs: Table) -> float:
        agree, first, second = (pairs[:, 0] == pairs[:, 1]).mean(), pairs[:, 0].mean(), pairs[:, 1].mean()
        chance = first * second + (1 - first) * (1 - second)
        return float((agree - chance) / (1 - chance))

    theirs = scipy_stats.bootstrap((np.arange(45),), lambda i: kappa(table[i]), n_resamples=4000, method="BCa", vectorized=False, random_state=rng(2))
    assert (found.low, found.high) == pytest.approx(tuple(theirs.confidence_interval), abs=0.025)
    assert (found.low, found.high) != (plain.low, plain.high)
    assert "BCa interval from 2,000 resamples of 45 items" in found.method


def test_smoothed_bootstrap_is_dirichlet_with_two_pseudo_items() -> None:
    """Cells 20, 4, 6, 15 of a two by two table; half an item agrees on each label, a quarter of one falls into each cell."""
    cells, counts = np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]]), np.array([15, 6, 4, 20])
    found = stats.cohen_kappa(cells, labels=(0, 1), counts=counts, n_resamples=500, rng=rng(7))
    made = np.array([[0, 0], [1, 1], [0, 0], [1, 0], [0, 1], [1, 1]], dtype=float)
    weights = np.array([0.5, 0.5, 0.25, 0.25, 0.25, 0.25])
    drawn = rng(7).standard_gamma(np.concatenate([counts, weights]), size=(500, 10))
    shares = drawn / drawn.sum(axis=1, keepdims=True)
    all_cells = np.vstack([cells, made])
    agree = shares @ (all_cells[:, 0] == all_cells[:, 1])
    first, second = shares @ all_cells[:, 0], shares @ all_cells[:, 1]
    chance = first * second + (1 - first) * (1 - second)
    tail = scipy_stats.norm.cdf(-scipy_stats.t.ppf(0.975, 44))
    expected = np.quantile((agree - chance) / (1 - chance), [tail, 1 - tail])
    assert (found.low, found.high) == pytest.approx(tuple(expected), abs=1e-9)
    assert found.method == "Cohen's kappa; smoothed bootstrap interval from 500 resamples of 45 items and two pseudo-items"


def test_pseudo_items_weigh_a_pair_of_ratings_or_half_an_item_each() -> None:
    for n_raters, n_given, each in ((2, 2, 1.0), (3, 3, 2 / 3), (5, 5, 0.5), (9, 3, 2 / 3)):
        made = pseudo_items(np.arange(4.0), n_raters, n_given, ordered=False)
        assert ((~np.isnan(made.ratings)).sum(axis=1) == n_given).all()
        assert made.weights.sum() == pytest.approx(2 * each)
        shares = [float(made.weights @ (made.ratings == point).sum(axis=1)) for point in range(4)]
        assert shares == pytest.approx([2 * each * n_given / 4] * 4)
        agree = made.ratings[:, 0] == made.ratings[:, n_given - 1]
        assert made.weights[agree].sum() == pytest.approx(each + each / 4)
    assert pseudo_items(np.arange(4.0), 2, 2, ordered=True).weights.sum() == pytest.approx(1.0)
    assert len(np.unique(pseudo_items(np.arange(101.0), 2, 2, ordered=True).ratings)) == 12


def test_clusters_of_one_item_are_items() -> None:
    pairs = np.repeat([[1.0, 1], [1, 0], [0, 0]], [14, 5, 11], axis=0)
    plain = stats.cohen_kappa(pairs, labels=(0, 1), n_resamples=8000, rng=rng())
    copies = stats.cohen_kappa(np.repeat(pairs, 3, axis=0), labels=(0, 1), n_resamples=8000, rng=rng(2), clusters=np.repeat(np.arange(30), 3))
    assert (copies.low, copies.high) == pytest.approx((plain.low, plain.high), abs=0.015)
    assert "30 clusters" in copies.method


def test_wish_that_is_not_known_is_refused() -> None:
    with pytest.raises(OptionError, match="'log_ratio_jackknife' is not known") as caught:
        stats.cohen_kappa([[1, 1], [0, 1]], interval="log_ratio_jackknife")
    assert caught.value.where == "interval"
    assert "auto, percentile, bca, jackknife" in (caught.value.fix or "")


LABELS_20 = Facts(n_units=20, units="20 items", n_resamples=2000, takes_pseudo_items=True, n_points=2, n_patterns=4, no_variation="no variation")
SCORES = replace(LABELS_20, ordered=True, n_points=101)

CHOICES: dict[str, tuple[Facts, str, str]] = {
    "rate": (Facts(kind="rate", n_units=20, units="20 items", worth=31.4), "wilson", "Wilson interval on 20 items, worth 31.4 with one value each"),
    "bound": (Facts(kind="bound", units="20 items", ci_level=0.95), "clopper_pearson", "one-sided 95% Clopper-Pearson bound on 20 items"),
    "labels": (LABELS_20, "smoothed", "smoothed bootstrap interval from 2,000 resamples of 20 items and two pseudo-items"),
    "five points": (replace(SCORES, n_points=5), "smoothed", "two pseudo-items"),
    "many labels": (replace(LABELS_20, n_points=101), "smoothed", ""),
    "scores": (SCORES, "jackknife", "jackknife interval of 20 items"),
    "many scores": (replace(SCORES, n_patterns=2001), "percentile", "percentile interval from 2,000 resamples"),
    "scores with a formula": (replace(SCORES, has_formula=True), "formula", ""),
    "five points with a formula": (replace(SCORES, n_points=5, has_formula=True), "smoothed", ""),
    "few items with a formula": (replace(SCORES, n_points=5, has_formula=True, n_units=6), "formula", "assumes normal scores, which have more than 5 points"),
    "no resamples": (replace(LABELS_20, n_resamples=0), "none", ""),
    "no resamples but a formula": (replace(SCORES, n_points=2, n_resamples=0, has_formula=True), "formula", "normal scores"),
    "no resamples but a jackknife": (replace(LABELS_20, n_resamples=0, wish="jackknife"), "jackknife", "such intervals are too short on few items"),
    "no pseudo-items": (replace(LABELS_20, takes_pseudo_items=False), "jackknife", ""),
    "percentile": (replace(LABELS_20, wish="percentile", has_formula=True), "percentile", "such intervals are too short on few items"),
    "bca": (replace(LABELS_20, wish="bca"), "bca", "BCa interval from 2,000 resamples of 20 items; coverage may be lower than nominal: such"),
    "nine items": (replace(LABELS_20, n_units=9, units="9 items"), "none", "no interval: 9 items, fewer than 10"),
    "nine items, log ratio": (replace(LABELS_20, n_units=9, wish="log_ratio_jackknife"), "log_ratio_jackknife", ""),
    "too slow": (replace(LABELS_20, n_patterns=9, max_patterns=8), "none", "no interval: 9 distinct rows, more than 8"),
    "perfect": (replace(LABELS_20, perfect=True), "perfect_bound", ""),
    "perfect percentile": (replace(LABELS_20, wish="percentile", perfect=True, undefined=0.0, all_equal=True), "perfect_bound", ""),
    "all equal": (replace(LABELS_20, undefined=0.0, all_equal=True), "unseen_bound", ""),
    "undefined": (replace(LABELS_20, wish="bca", undefined=0.06), "none", "no interval: 6% of 2,000 resamples of 20 items are undefined (no variation)"),
    "rare label": (replace(LABELS_20, n_rare=4), "smoothed", "; coverage may be lower than nominal: it hangs on 4 items, fewer than 5"),
    "not so rare label": (replace(LABELS_20, n_rare=5), "smoothed", "two pseudo-items"),
    "few resamples": (replace(LABELS_20, n_resamples=49), "none", "no interval: 49 resamples, fewer than 50"),
    "asked for without resamples": (replace(LABELS_20, n_resamples=0, wish="bca"), "none", "no interval: bca was asked for without n_resamples"),
    "few disagree": (replace(SCORES, n_points=5, n_disagreeing=9.4), "smoothed", "disagreement rests on about 9 items"),
    "enough disagree": (replace(SCORES, n_points=5, n_disagreeing=10.0), "smoothed", "two pseudo-items"),
    "few on one side": (Facts(kind="rate", n_units=20, units="20 items", worth=20.0, n_one_side=4), "wilson", "only 4 on one side of 0.5"),
    "few clusters": (replace(LABELS_20, clustered=True), "smoothed", "fewer than 30 clusters"),
    "few for this statistic": (replace(LABELS_20, least_units=21), "smoothed", "fewer than 21"),
    "few undefined": (replace(LABELS_20, wish="bca", undefined=0.04), "bca", "such intervals are too short on few items"),
}


WARNED = (
    "rare label", "few items with a formula", "no resamples but a formula", "no resamples but a jackknife", "percentile", "bca", "few undefined",
    "scores", "no pseudo-items", "few disagree", "few on one side", "few clusters", "few for this statistic",
)  # fmt: skip
"""Choices whose words warn that coverage may be lower than nominal."""


@pytest.mark.parametrize("name", CHOICES)
def test_the_choice_follows_from_facts(name: str) -> None:
    facts, method, words = CHOICES[name]
    choice = choose_interval(facts)
    assert choice.method == method
    assert words in choice.words
    assert ("lower than nominal" in choice.words) == (name in WARNED)


def test_an_interval_that_hangs_on_few_items_says_so() -> None:
    pairs = np.repeat([[1.0, 1], [0, 1], [0, 0], [1, 0]], [40, 5, 3, 1], axis=0)
    for times, few in ((1, "it hangs on 1 items, fewer than 5"), (5, "")):  # one error in the rarest class, or five
        found = stats.balanced_accuracy(np.repeat(pairs, times, axis=0), labels=(0, 1), n_resamples=200, rng=rng())
        assert ("it hangs on" in found.method, few in found.method) == (bool(few), True)
    for name, level in (("mcc", "nominal"), ("pearson", "interval"), ("spearman", "ordinal"), ("kendall_tau_b", "ordinal")):
        for times, few in ((1, True), (2, False)):
            found = getattr(stats, name)(np.repeat(pairs, times, axis=0), level=level, labels=(0, 1), n_resamples=200, rng=rng())
            assert ("coverage may be lower than nominal: it hangs on 4 items, fewer than 5" in found.method) == few
    unused = stats.mcc(np.repeat(pairs, 2, axis=0), labels=(0, 1, 2), n_resamples=200, rng=rng())
    assert "it hangs on 0 items" in unused.method


def test_formula_for_normal_scores_warns_on_a_scale_of_few_points() -> None:
    table = np.clip(np.round(3 + rng(8).standard_normal((30, 1)) + rng(9).standard_normal((30, 3)) / 2), 1, 5)
    alone, resampled = (stats.icc_2_1(table, labels=(1, 2, 3, 4, 5), n_resamples=n, rng=rng()) for n in (0, 400))
    assert alone.low is not None
    assert "the formula assumes normal scores, which have more than 5 points" in alone.method
    assert "smoothed bootstrap interval" in resampled.method
    continuous = stats.icc_2_1(table + rng(10).standard_normal(table.shape), n_resamples=400, rng=rng())
    assert continuous.low is not None
    assert "smoothed" not in continuous.method
    assert "assumes normal" not in continuous.method


def test_jackknife_interval_stays_inside_where_fisher_s_z_is_used() -> None:
    left_out, times = np.array([0.9, 0.99, 0.95]), np.array([5, 3, 4])
    low, high = jackknife_interval(0.96, left_out, times, 0.95, fisher_z=True)
    assert -1 < low < 0.96 < high < 1
