"""The alternative annotator test where there is little, nothing, or only one thing to say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from registry_cases import faults

from judgeaudit import stats
from judgeaudit.errors import OptionError

ALT_TEST = next(statistic for statistic in stats.STATISTICS if statistic.name == "alt_test")
LEVELS = ("nominal", "ordinal", "interval")


def drawn(n_items: int, n_annotators: int, *, seed: int = 1, right: float = 0.7) -> NDArray[np.float64]:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 4, (n_items, 1))
    return np.where(rng.random((n_items, 1 + n_annotators)) < right, truth, rng.integers(0, 4, (n_items, 1 + n_annotators))).astype(float)


@pytest.mark.parametrize("level", LEVELS)
def test_all_ties(level: str) -> None:
    """Judge and annotators always agree: no difference varies, t is minus infinity, and the judge replaces everybody."""
    found = stats.alt_test(np.tile([[1.0] * 4, [0.0] * 4], (20, 1)), level=level)
    assert (found.value, found.passes, found.advantage) == (1.0, True, 1.0)
    assert (found.tests, found.p, found.differences) == (("constant",) * 3, (0.0,) * 3, (0.0,) * 3)
    assert faults(found, ALT_TEST) == []
    assert found.part("advantage").low == pytest.approx(0.9124, abs=5e-5)  # Wilson's of 40 of 40


def test_all_ties_and_no_allowance() -> None:
    """Without epsilon a tie is no proof: the mean difference is the margin, where t would be 0 / 0."""
    found = stats.alt_test(np.ones((40, 4)), epsilon=0.0)
    assert (found.value, found.p, found.tests) == (0.0, (1.0,) * 3, ("constant",) * 3)


def test_a_constant_difference_at_the_margin_has_p_1() -> None:
    """Clusters of five items of which one is lost: every mean is 0.2."""
    ratings = np.tile([[1.0, 1.0, 1.0]] * 4 + [[0.0, 1.0, 1.0]], (40, 1))
    clusters = np.repeat(np.arange(40), 5)
    found = stats.alt_test(ratings, clusters=clusters, epsilon=0.2)
    assert (found.tests, found.p) == (("constant",) * 2, (1.0,) * 2)
    assert found.differences == pytest.approx((0.2, 0.2))
    few = stats.alt_test(ratings[:50], clusters=clusters[:50], epsilon=0.2)
    assert (few.tests, few.p) == (("wilcoxon",) * 2, (1.0,) * 2)


@pytest.mark.parametrize(("n_items", "p"), [(30, 1.0), (12, 1.0)])
def test_a_judge_that_always_loses(n_items: int, p: float) -> None:
    found = stats.alt_test(np.tile([[0.0, 1.0, 1.0]], (n_items, 1)))
    assert (found.value, found.passes, found.advantage) == (0.0, False, 0.0)
    assert found.p == pytest.approx((p, p))
    assert faults(found, ALT_TEST) == []


def test_few_ties_are_counted_and_not_called_certain() -> None:
    """p = 2^-n: five items are the fewest that can reach 0.05, and with four nothing can be shown."""
    for n_items in (5, 12, 29):
        found = stats.alt_test(np.ones((n_items, 4)))
        assert found.tests == ("wilcoxon",) * 3
        assert found.p == pytest.approx((0.5**n_items,) * 3)
    four = stats.alt_test(np.ones((4, 4)))
    assert four.undefined is not None
    assert four.undefined.startswith("too few items: no annotator has enough items")
    assert (four.tests, four.p, four.n_items_each, four.passes) == (("",) * 3, (None,) * 3, (4,) * 3, None)
    assert four.part("advantage").undefined == four.undefined


def test_annotators_without_a_partner_are_not_counted() -> None:
    """The last annotator labelled items that no other one has: the result is that of the others."""
    ratings = drawn(60, 3)
    alone = np.full((40, 5), np.nan)
    alone[:, [0, 4]] = 1.0
    table = np.vstack([np.column_stack([ratings, np.full(60, np.nan)]), alone])
    found, without = stats.alt_test(table), stats.alt_test(ratings)
    assert (found.value, found.advantage, found.n_items) == (without.value, without.advantage, without.n_items)
    assert (found.p, found.tests) == ((*without.p, None), (*without.tests, ""))
    assert (found.n_items_each, found.advantages[3], found.differences[3]) == ((60, 60, 60, 0), None, None)
    assert found.rejected[3] is False
    assert "1 with too few items not counted" in found.method


NOBODY: dict[str, tuple[Any, str]] = {
    "empty": ([], "no ratings"),
    "NaN everywhere": (np.full((40, 4), np.nan), "no ratings"),
    "the judge alone": (np.ones((40, 1)), "one rater"),
    "one annotator": (np.ones((40, 2)), "one annotator"),
    "one annotator and an empty column": (np.column_stack([np.ones((40, 2)), np.full(40, np.nan)]), "one annotator"),
    "no judge": (np.column_stack([np.full(40, np.nan), np.ones((40, 3))]), "no overlap"),
    "annotators who never meet": (np.array([[1.0, 1.0, np.nan], [1.0, np.nan, 1.0]] * 20), "no overlap"),
    "the judge is missing where they meet": (np.array([[np.nan, 1.0, 1.0], [1.0, np.nan, 1.0]] * 20), "no overlap"),
}


@pytest.mark.parametrize("name", NOBODY)
@pytest.mark.parametrize("level", LEVELS)
def test_undefined_says_why(name: str, level: str) -> None:
    ratings, reason = NOBODY[name]
    found = stats.alt_test(ratings, level=level)
    assert found.value is None
    assert str(found.undefined).startswith(reason)
    assert (found.n_items, found.passes, found.advantage) == (0, None, None)


def test_two_annotators_are_taken_and_said() -> None:
    found = stats.alt_test(drawn(60, 2))
    assert found.value in (0.0, 0.5, 1.0)
    assert "only two annotators" in found.method
    assert "only two annotators" not in stats.alt_test(drawn(60, 3)).method


def test_a_half_passes() -> None:
    """The judge follows the second annotator against the first on 60 items, and stands against both on 40: 1 of 2 is enough (paper, section 3)."""
    found = stats.alt_test([[1, 0, 1], [0, 1, 1]], counts=[60, 40])
    assert found.differences == pytest.approx((-0.2, 0.4))
    assert (found.rejected, found.value, found.passes) == ((True, False), 0.5, True)


# Clusters.


def test_items_of_a_cluster_are_one_unit() -> None:
    """Copies of each item in its cluster say nothing new: p is that of the items, and so is the interval but for t."""
    ratings = drawn(60, 3)
    copied, clusters = np.repeat(ratings, 5, axis=0), np.repeat(np.arange(60), 5)
    once, clustered, careless = stats.alt_test(ratings), stats.alt_test(copied, clusters=clusters), stats.alt_test(copied)
    assert clustered.p == pytest.approx(once.p, rel=1e-9)
    assert "tests on means of clusters, t with a degree of freedom less than clusters" in clustered.method
    assert all(one < other for one, other in zip(careless.p, once.p, strict=True))
    one, five, loose = (found.part("advantage") for found in (once, clustered, careless))
    assert five.high - five.low == pytest.approx(one.high - one.low, rel=0.05)
    assert loose.high - loose.low < 0.6 * (one.high - one.low)
    assert "variance over 60 clusters" in five.method


def test_t_of_clusters_is_that_of_their_means() -> None:
    import scipy.stats

    ratings, clusters = drawn(90, 2, seed=4), np.random.default_rng(2).integers(0, 17, 90)
    found = stats.alt_test(ratings, clusters=clusters, epsilon=0.15)
    judge, annotator, other = ratings.T
    d = (annotator == other).astype(float) - (judge == other)
    means = [d[clusters == one].mean() for one in range(17)]
    assert found.p[0] == pytest.approx(scipy.stats.ttest_1samp(means, 0.15, alternative="less").pvalue, rel=1e-9)
    assert found.tests == ("t", "t")


def test_a_single_cluster_shows_nothing() -> None:
    found = stats.alt_test(drawn(60, 3), clusters=np.zeros(60, dtype=int))
    assert found.undefined == "too few items: no annotator has enough clusters for any result to reach p = 0.05"


# Runs, and options.


def test_a_judge_that_wavers_is_held_against_annotators_in_each_run() -> None:
    """In one of two runs the judge is wrong: each difference is half a loss."""
    runs = np.stack([np.ones((40, 4)), np.column_stack([np.zeros(40), np.ones((40, 3))])])
    found = stats.alt_test(runs)
    assert (found.differences, found.advantages, found.n_items) == ((0.5,) * 3, (0.5,) * 3, 40)
    assert "its mean over 2 runs" in found.method


def test_a_larger_allowance_replaces_no_fewer() -> None:
    for seed in range(10):
        values = [stats.alt_test(drawn(60, 5, seed=seed), epsilon=epsilon).value for epsilon in (0.0, 0.1, 0.2, 0.4)]
        assert values == sorted(values)


@pytest.mark.parametrize(
    ("option", "wrong"), [("epsilon", -0.1), ("epsilon", 1), ("epsilon", 20), ("q", 0), ("q", 5), ("min_items", 1), ("min_items", 2.5), ("level", "ratio")]
)
def test_options_that_make_no_sense_are_refused(option: str, wrong: Any) -> None:
    with pytest.raises(OptionError) as refused:
        stats.alt_test(drawn(40, 3), **{option: wrong})
    assert refused.value.where == option
    assert refused.value.fix
