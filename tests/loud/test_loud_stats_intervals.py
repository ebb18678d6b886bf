"""Intervals that once lied or fell over: found by testers who had not seen the code."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from judgeaudit import stats

R = np.random.default_rng
Table = NDArray[np.float64]


@pytest.mark.parametrize("name", ["icc_2_1", "icc_2_k"])
@pytest.mark.parametrize(
    "ratings", [[[5, 1], [4, 1], [2, 4]], [[-0.77, -1.444], [0.121, -2.463], [-0.843, -0.933]]], ids=["found by a search", "ended an audit in a traceback"]
)
def test_agreement_below_zero_has_an_interval_that_holds_it(name: str, ratings: Any) -> None:
    """The F interval's degrees of freedom do not exist there: the interval was NaN, and the audit ended in a traceback."""
    found = getattr(stats, name)(ratings)
    assert found.value is not None or (name == "icc_2_k" and "so far below 0" in found.undefined)
    if found.value is not None:
        assert found.value < 0
        assert (found.low is None and name == "icc_2_k") or found.low < found.value < found.high


def test_no_small_table_of_raters_breaks_the_agreement_interval() -> None:
    for seed in range(300):
        rng = R(seed)
        shape = int(rng.integers(2, 6)), int(rng.integers(2, 4))
        ratings = rng.normal(size=shape) + 3 * rng.normal(size=(1, shape[1]))
        found = stats.icc_2_1(ratings)
        assert (found.value is None) != (found.undefined is None)
        assert found.low is None or found.low < found.high


def raters_who_differ(rng: np.random.Generator, n: int, k: int) -> Table:
    """Variances of items, raters and error are 1: the true ICC(2,1) is 1/3."""
    return np.asarray(rng.normal(size=(n, 1)) + rng.normal(size=(1, k)) + rng.normal(size=(n, k)))


@pytest.mark.parametrize("k", [2, 5])
def test_many_items_do_not_tell_how_much_raters_differ(k: int) -> None:
    """Satterthwaite's interval held the truth in 76 to 86 of 100 cases here, and the fewer the more items there were."""
    rng = R(5)
    found = [stats.icc_2_1(raters_who_differ(rng, 200, k)) for _ in range(400)]
    held = np.mean([one.low <= 1 / 3 <= one.high for one in found if one.low is not None and one.high is not None])
    assert 0.92 <= held <= 0.985


def test_published_interval_stands_where_items_are_few() -> None:
    """Shrout & Fleiss 1979: 95 % interval .02 to .76."""
    found = stats.icc_2_1([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]])
    assert (round(found.low or 9, 2), round(found.high or 9, 2)) == (0.02, 0.76)


@pytest.mark.parametrize("name", ["krippendorff_alpha", "fleiss_kappa", "conger_kappa"])
def test_a_hundred_raters_who_guess_agree_by_chance(name: str) -> None:
    """A made-up item on which all 100 agree outweighed the real ones: the truth, 0, lay inside in 70 to 79 of 100 cases."""
    rng = R(6)
    found = [getattr(stats, name)((rng.random((50, 100)) < 0.7).astype(float), level="nominal", labels=[0, 1], n_resamples=200, rng=rng) for _ in range(150)]
    assert 0.9 <= np.mean([one.low <= 0 <= one.high for one in found]) <= 1


@pytest.mark.parametrize("name", ["cohen_kappa", "krippendorff_alpha"])
def test_a_billion_items_are_no_reason_for_an_interval_of_nothing(name: str) -> None:
    """kappa .4 of n items has a standard error of .73 / sqrt(n) here; one item left out moved it by less than 1e-9, which was taken for nothing."""
    widths = []
    for times in (10**8, 10**10):
        found = getattr(stats, name)([[1, 1], [0, 0], [1, 0]], level="nominal", labels=[0, 1], counts=[times] * 3, n_resamples=500, rng=R(1))
        widths.append(found.high - found.low)
    assert widths[0] / widths[1] == pytest.approx(10, rel=0.2)


def test_log_ratio_jackknife_is_no_point() -> None:
    found = stats.krippendorff_alpha(R(0).normal(size=(20, 2)), level="nominal", interval="log_ratio_jackknife")
    assert found.low is None
    assert "no interval" in found.method


COINS = (R(2).random((30, 3)) < 0.5).astype(float)


@pytest.mark.parametrize("interval", ["auto", "percentile", "bca"])
def test_a_handful_of_resamples_is_refused(interval: str) -> None:
    found = stats.krippendorff_alpha(COINS, level="nominal", n_resamples=2, rng=R(1), interval=interval)
    assert found.low is None
    assert "2 resamples, fewer than" in found.method


@pytest.mark.parametrize("name", ["krippendorff_alpha", "icc_2_1"])
@pytest.mark.parametrize("interval", ["percentile", "bca"])
def test_an_interval_that_was_asked_for_and_cannot_be_given_says_so(name: str, interval: str) -> None:
    found = getattr(stats, name)(COINS, level="interval", interval=interval)
    assert found.low is None
    assert f"{interval} was asked for without n_resamples" in found.method


@pytest.mark.parametrize("distance", [[[0, 0, 1], [0, 0, 1], [1, 1, 0]], np.zeros((3, 3))], ids=["used labels are one", "all labels are one"])
def test_a_distance_that_tells_no_labels_apart_is_said(distance: Any) -> None:
    found = stats.krippendorff_alpha([[0, 1], [1, 0], [0, 0]], level="nominal", labels=[0, 1, 2], distance=distance)
    assert found.undefined == "no variation: the distance between all labels that were used is 0"


@pytest.mark.parametrize("name", ["cohen_kappa", "fleiss_kappa", "conger_kappa", "scott_pi"])
def test_weights_that_tell_no_labels_apart_are_said(name: str) -> None:
    found = getattr(stats, name)([[0, 1], [1, 0], [0, 0]], level="ordinal", labels=[0, 1, 2], weights=np.ones((3, 3)))
    assert found.undefined == "no variation: the weights count all labels that were used as the same"


def test_sparse_panels_do_not_hang() -> None:
    ratings = R(3).normal(size=(1000, 100))
    ratings[R(4).random(ratings.shape) < 0.9] = np.nan
    found = stats.kendall_w(ratings, n_resamples=100, rng=R(1))
    assert found.value is not None
    assert "take too long to resample" in found.method


def test_kendall_w_is_at_most_one_and_p_is_never_nothing() -> None:
    found = stats.kendall_w(np.repeat(R(5).normal(size=(60, 1)), 7, axis=1), n_resamples=200, rng=R(1))
    assert found.value == 1.0
    assert found.high is None or found.high <= 1.0
    assert "p < 0.0001" in found.method


@pytest.mark.parametrize("name", ["icc_2_1", "icc_3_1", "icc_2_k", "icc_3_k"])
def test_a_panel_in_two_parts_says_that_it_is(name: str) -> None:
    """Raters 1 and 2 saw items 1 to 10, raters 3 and 4 the others: nothing tells harshness from quality between the two."""
    scores = R(7).normal(size=(20, 4)) + R(8).normal(size=(20, 1)) + np.repeat([[0.0], [5.0]], 10, axis=0)
    apart = scores.copy()
    apart[:10, 2:] = apart[10:, :2] = np.nan
    joined = apart.copy()
    joined[0, 2] = 0.0
    assert "2 groups that share nothing" in getattr(stats, name)(apart).method
    assert "share nothing" not in getattr(stats, name)(joined).method
