"""Intraclass correlations: Shrout & Fleiss to the printed digits, and ratings missing against the definition of fitting constants."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from rater_tables import COMPLETE, MISSING, SIX_TARGETS, Table, read_items

from judgeaudit import stats
from judgeaudit.errors import OptionError

NAN = float("nan")
NAMES = ("icc_1_1", "icc_2_1", "icc_3_1", "icc_1_k", "icc_2_k", "icc_3_k")
ANXIETY = read_items("332", "361", "344", "464", "523", "542", "221", "346", "531", "231", "221", "632", "133", "533", "221", "221", "113", "233", "432", "342")

# Shrout & Fleiss 1979, tables 2 and 4 and the text: six targets, four judges; further digits from R psych and pingouin 0.6.1.
SHROUT_FLEISS = {
    "icc_1_1": (0.165742, -0.13, 0.72),
    "icc_2_1": (0.289764, 0.02, 0.76),
    "icc_3_1": (0.714841, 0.34, 0.95),
    "icc_1_k": (0.442797, -0.88, 0.91),
    "icc_2_k": (0.620051, 0.07, 0.93),
    "icc_3_k": (0.909316, 0.68, 0.99),
}


@pytest.mark.parametrize("name", NAMES)
def test_shrout_and_fleiss_and_their_intervals(name: str) -> None:
    value, low, high = SHROUT_FLEISS[name]
    found = getattr(stats, name)(SIX_TARGETS)
    assert found.value == pytest.approx(value, abs=0.51e-6)
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.0051)
    assert found.ci_level == 0.95
    assert "F interval" in found.method
    assert "analysis of variance" in found.method


def test_agreement_of_r_irr_anxiety() -> None:
    # R irr 0.84, icc(anxiety, model = "twoway", type = "agreement"): 0.198, 95 % interval -0.039 to 0.494.
    found = stats.icc_2_1(ANXIETY)
    assert (found.value, found.low, found.high) == pytest.approx((0.198, -0.039, 0.494), abs=0.00051)


def test_consistent_raters_who_do_not_agree() -> None:
    # The raters of the help page of R irr's icc, as its port pyirr fixes them: consistency 0.695, agreement 0.108.
    raters = (
        [5, 12, 11, 10, 9, 7, 5, 12, 12, 7, 12, 17, 15, 13, 6, 13, 20, 14, 13, 11],
        [14, 22, 21, 19, 22, 16, 13, 24, 20, 19, 26, 22, 26, 18, 10, 26, 30, 22, 23, 23],
        [27, 31, 29, 29, 32, 23, 29, 28, 30, 28, 31, 35, 34, 32, 30, 29, 39, 37, 33, 29],
    )
    ratings = np.array(raters, dtype=float).T
    assert stats.icc_3_1(ratings).value == pytest.approx(0.695, abs=0.00051)
    assert stats.icc_2_1(ratings).value == pytest.approx(0.108, abs=0.00051)


def test_counts_are_rows_for_the_f_interval_too() -> None:
    times = np.array([3, 1, 2, 5, 1, 4])
    for name in NAMES:
        counted = getattr(stats, name)(SIX_TARGETS, counts=times)
        repeated = getattr(stats, name)(np.repeat(SIX_TARGETS, times, axis=0))
        assert (counted.value, counted.low, counted.high) == pytest.approx((repeated.value, repeated.low, repeated.high), abs=1e-12)


def test_intervals_of_other_levels_hold_each_other() -> None:
    for name in NAMES:
        narrow, wide = (getattr(stats, name)(SIX_TARGETS, ci_level=level) for level in (0.8, 0.99))
        assert wide.low < narrow.low < narrow.value < narrow.high < wide.high


@pytest.mark.parametrize(("single", "mean"), [("icc_1_1", "icc_1_k"), ("icc_2_1", "icc_2_k"), ("icc_3_1", "icc_3_k")])
@pytest.mark.parametrize("ratings", [SIX_TARGETS, MISSING], ids=["complete", "missing"])
def test_mean_of_so_many_raters_follows_spearman_and_brown(single: str, mean: str, ratings: Table) -> None:
    one = getattr(stats, single)(ratings).value
    for number in (1, 2, 4, 9.5):
        assert getattr(stats, mean)(ratings, n_raters=number).value == pytest.approx(number * one / (1 + (number - 1) * one), abs=1e-12)
    assert f"mean of {2} raters" in getattr(stats, mean)(ratings, n_raters=2).method
    if mean != "icc_1_k":
        assert getattr(stats, mean)(ratings).value == pytest.approx(getattr(stats, mean)(ratings, n_raters=4).value, abs=1e-12)
    with pytest.raises(OptionError, match="n_raters is 0, below 1"):
        getattr(stats, mean)(ratings, n_raters=0)


def test_cronbach_s_alpha_is_the_consistency_of_the_mean() -> None:
    covariance = np.cov(COMPLETE.T)
    k = len(covariance)
    assert stats.icc_3_k(COMPLETE).value == pytest.approx(k / (k - 1) * (1 - np.trace(covariance) / covariance.sum()), abs=1e-12)


# Ratings missing. The definition: sums of squares by projection on the design, their expectations by traces, solved for the variances.


def design(given: NDArray[np.bool_]) -> tuple[Table, Table]:
    item, rater = np.nonzero(given)
    return np.eye(given.shape[0])[item], np.eye(given.shape[1])[rater]


def projection(*columns: Table) -> Table:
    x = np.hstack(columns)
    return np.asarray(x @ np.linalg.pinv(x))


def fitting_constants(ratings: Table) -> tuple[float, float, float]:
    """Variances of items, raters, and error (Henderson's method 3), from the definition, with nothing of the formulas of the package."""
    given = ~np.isnan(ratings)
    z_items, z_raters = design(given)
    y = ratings[given]
    both, items, raters = projection(z_items, z_raters), projection(z_items), projection(z_raters)
    forms = [both - raters, both - items, np.eye(len(y)) - both]  # items after raters, raters after items, what is left
    sums = [y @ form @ y for form in forms]
    expected = [[np.trace(form @ z_items @ z_items.T), np.trace(form @ z_raters @ z_raters.T), np.trace(form)] for form in forms]
    found = np.linalg.solve(np.array(expected), np.array(sums))
    return float(found[0]), float(found[1]), float(found[2])


def random_incomplete(seed: int) -> Table:
    rng = np.random.default_rng(seed)
    n_items, n_raters = int(rng.integers(6, 20)), int(rng.integers(2, 7))
    ratings = 5 + rng.normal(0, 2, (n_items, 1)) + rng.normal(0, 1, n_raters) + rng.normal(0, rng.uniform(0.3, 2), (n_items, n_raters))
    ratings[rng.random(ratings.shape) < rng.uniform(0, 0.5)] = NAN
    ratings[:2] = np.where(np.isnan(ratings[:2]), 4.5, ratings[:2])
    return np.asarray(ratings[(~np.isnan(ratings)).any(axis=1)])


@pytest.mark.parametrize("seed", range(100))
def test_two_way_with_ratings_missing_equals_the_definition_of_fitting_constants(seed: int) -> None:
    ratings = random_incomplete(seed)
    items, raters, error = fitting_constants(ratings)
    k = ratings.shape[1]
    totals = {"icc_2_1": items + raters + error, "icc_3_1": items + error, "icc_2_k": items + (raters + error) / k, "icc_3_k": items + error / k}
    for name, total in totals.items():
        found = getattr(stats, name)(ratings)
        if total > 0:
            assert found.value == pytest.approx(items / total, abs=1e-9, rel=1e-9), name
        else:
            assert (found.undefined or "").startswith("the variance between items is estimated so far below 0"), name
    assert ("Henderson" in stats.icc_2_1(ratings).method) == bool(np.isnan(ratings).any())


def test_two_way_with_ratings_missing_equals_a_value_of_gwet_s_estimator_by_hand() -> None:
    # irrICC's estimator for fixed raters and one rating in each cell (Gwet 2014, chapter 10): raters solve C b = q with the last one
    # left out, RSS = T_items + b q, error = (T - RSS) / (M - n - r + 1), items = (RSS - T_raters - (n - 1) error) / (M - r).
    given = ~np.isnan(MISSING)
    rows = given.any(axis=1)
    y, m = np.where(given, MISSING, 0.0)[rows], given[rows].astype(float)
    per_item, per_rater = m.sum(axis=1), m.sum(axis=0)
    n, r, total = len(m), m.shape[1], m.sum()
    c = (np.diag(per_rater) - (m / per_item[:, np.newaxis]).T @ m)[:-1, :-1]
    b = (y.sum(axis=0) - m.T @ (y.sum(axis=1) / per_item))[:-1]
    rss = (y.sum(axis=1) ** 2 / per_item).sum() + b @ np.linalg.solve(c, b)
    error = ((y**2).sum() - rss) / (total - n - r + 1)
    items = (rss - (y.sum(axis=0) ** 2 / per_rater).sum() - (n - 1) * error) / (total - r)
    assert stats.icc_3_1(MISSING).value == pytest.approx(items / (items + error), abs=1e-12)


def ebel(ratings: Table) -> tuple[float, float]:
    """ICC(1) and ICC(k) of unequal groups, Ebel 1951, as in iccNA of R's irrNA."""
    rows = [row[~np.isnan(row)] for row in ratings if (~np.isnan(row)).sum() >= 2]
    k = np.array([len(row) for row in rows])
    k0 = (k.sum() - (k**2).sum() / k.sum()) / (len(rows) - 1)
    grand = np.concatenate(rows).mean()
    between = sum(len(row) * (row.mean() - grand) ** 2 for row in rows) / (len(rows) - 1)
    within = sum(((row - row.mean()) ** 2).sum() for row in rows) / (k.sum() - len(rows))
    return float((between - within) / (between + (k0 - 1) * within)), float((between - within) / between)


@pytest.mark.parametrize("seed", range(30))
def test_one_way_with_unequal_numbers_is_ebel_s(seed: int) -> None:
    ratings = random_incomplete(seed)
    single, mean = ebel(ratings)
    assert stats.icc_1_1(ratings).value == pytest.approx(single, abs=1e-10)
    assert stats.icc_1_k(ratings).value == pytest.approx(mean, abs=1e-10)


def test_one_way_needs_equal_numbers_of_ratings_only_for_its_f_interval() -> None:
    spread = np.full((6, 9), NAN)
    for item, row in enumerate(SIX_TARGETS):
        spread[item, (np.arange(4) * 2 + item) % 9] = row
    for name in ("icc_1_1", "icc_1_k"):
        found = getattr(stats, name)(spread)
        assert (found.value, found.low, found.high) == pytest.approx(
            tuple(getattr(getattr(stats, name)(SIX_TARGETS), end) for end in ("value", "low", "high")), abs=1e-12
        )
    spread[0, np.flatnonzero(~np.isnan(spread[0]))[0]] = NAN
    assert stats.icc_1_1(spread).low is None


@pytest.mark.parametrize("name", ["icc_2_1", "icc_2_k", "icc_3_1", "icc_3_k"])
def test_raters_who_agree_or_differ_by_constants_do_so_through_gaps(name: str) -> None:
    rng = np.random.default_rng(3)
    ratings = np.repeat(rng.normal(size=(12, 1)), 4, axis=1)
    ratings[rng.random(ratings.shape) < 0.35] = NAN
    assert getattr(stats, name)(ratings).value == pytest.approx(1.0, abs=1e-12)
    harsh = getattr(stats, name)(ratings + np.array([0.0, 1.0, -2.0, 4.0])).value
    assert harsh == pytest.approx(1.0, abs=1e-12) if name.startswith("icc_3") else harsh < 0.9


@pytest.mark.parametrize("name", NAMES)
def test_weights_of_items_are_items_written_out(name: str) -> None:
    for ratings in (COMPLETE, MISSING):
        times = np.random.default_rng(2).integers(0, 4, len(ratings))
        counted, repeated = getattr(stats, name)(ratings, counts=times), getattr(stats, name)(np.repeat(ratings, times, axis=0))
        assert counted.value == pytest.approx(repeated.value, abs=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_ratings_missing_are_resampled(name: str) -> None:
    found = getattr(stats, name)(MISSING, n_resamples=300, rng=np.random.default_rng(1))
    assert found.low < found.value < found.high
    assert "F interval" not in found.method
    if not name.startswith("icc_1"):
        assert found.n_items == len(MISSING)
        assert "Henderson" in found.method


UNDEFINED: list[tuple[str, Any, str]] = [
    ("icc_2_1", [[1, 0, NAN], [NAN, 1, 0]], "no degree of freedom is left for error"),
    ("icc_3_1", [[1, 0, NAN], [NAN, 1, 0]], "no degree of freedom is left for error"),
    ("icc_3_1", [[1, 2, 4]] * 12, "no variation: no item differs from another"),
    ("icc_3_k", [[1, 2, 4]] * 12, "no variation: no item differs from another"),
    ("icc_2_k", [[3, 1]], "one item: nothing varies between items"),
    ("icc_1_k", [[3, 1], [NAN, 2]], "one item: nothing varies between items"),
    *((name, np.ones((12, 3)), "no variation: every rating is the same") for name in NAMES),
]


@pytest.mark.parametrize(("name", "ratings", "reason"), UNDEFINED)
def test_what_cannot_be_told_is_said_in_words(name: str, ratings: Any, reason: str) -> None:
    found = getattr(stats, name)(ratings, n_resamples=20, rng=np.random.default_rng(1))
    assert found.value is None
    assert (found.undefined or "").startswith(reason)


def test_raters_who_share_no_chain_of_items_are_still_told_apart_within_their_groups() -> None:
    # Two panels of two, each with items of its own: error and items are estimated within panels, as the definition has it.
    rng = np.random.default_rng(5)
    left, right = (rng.normal(size=(10, 1)) * 2 + rng.normal(size=(10, 2)) for _ in range(2))
    ratings = np.vstack([np.hstack([left, np.full((10, 2), NAN)]), np.hstack([np.full((10, 2), NAN), right])])
    items, raters, error = fitting_constants(ratings)
    assert stats.icc_3_1(ratings).value == pytest.approx(items / (items + error), abs=1e-10)
    assert stats.icc_2_1(ratings).value == pytest.approx(items / (items + raters + error), abs=1e-10)
