"""Variance components and decision studies against Brennan's printed numbers, REML, and a slow second way to the same equations."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray
from rater_tables import BRENNAN_1, BRENNAN_3

from judgeaudit import stats
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.variance_components import components_kernel, two_coefficients
from judgeaudit.stats.shapes import VarianceComponents

Table = NDArray[np.float64]


def items_of(rows: str) -> Table:
    """One string of numbers for each judge, as (n_items, n_judges)."""
    return np.array([[float(cell) for cell in row.split()] for row in rows.split("|")]).T


def test_synthetic_data_1() -> None:
    found = stats.g_study(BRENNAN_1)
    assert found.raw == pytest.approx({"item": 0.0574, "judge": 0.0754, "residual": 0.1269}, abs=5e-5)
    assert found.value == pytest.approx(0.773, abs=5e-4)
    assert found.part("generalizability").value == pytest.approx(0.844, abs=5.1e-4)  # .8445
    assert [found.part("mean_square", name).value for name in found.raw] == pytest.approx([0.8157, 0.8811, 0.1269], abs=5e-5)
    assert (found.n_items, found.n_ratings) == (10, 120)
    assert "item x judge and error are one component" in found.method


def test_synthetic_data_3() -> None:
    found = stats.g_study(BRENNAN_3, replicates="crossed")
    printed = {
        "item": 0.5528,
        "judge": 0.4417,
        "replicate": 0.0074,
        "item x judge": 0.5750,
        "item x replicate": 0.1009,
        "judge x replicate": 0.1565,
        "residual": 0.9352,
    }
    assert found.raw == pytest.approx(printed, abs=5e-5)
    squares = {
        "item": 6.9111,
        "judge": 12.4833,
        "replicate": 3.2,
        "item x judge": 2.0852,
        "item x replicate": 1.3389,
        "judge x replicate": 2.5,
        "residual": 0.9352,
    }
    assert {name: found.part("mean_square", name).value for name in squares} == pytest.approx(squares, abs=5e-5)
    assert found.value == pytest.approx(0.55412, abs=5e-6)
    assert found.part("generalizability").value == pytest.approx(0.63987, abs=5e-6)
    assert sum(found.part("share_of_variance", name).value or 0 for name in printed) == pytest.approx(1.0)
    assert found.part("share_of_variance", "residual").value == pytest.approx(0.9352 / sum(printed.values()), abs=1e-4)


def test_nested_replicates_pool_what_crossed_ones_tell_apart() -> None:
    """Sums of squares of data 3 by hand: o, po, io and pio are one residual within cells, MS = (3.2 + 9 1.3389 + 3 2.5 + 27 .9352) / 40."""
    found = stats.g_study(BRENNAN_3)
    residual = (3.2 + 9 * 1.338889 + 3 * 2.5 + 27 * 0.935185) / 40
    cell, judge, item = (2.085185 - residual) / 2, (12.483333 - 2.085185) / 20, (6.911111 - 2.085185) / 8
    assert found.raw == pytest.approx({"item": item, "judge": judge, "item x judge": cell, "residual": residual}, abs=1e-5)
    assert found.value == pytest.approx(item / (item + judge / 4 + cell / 4 + residual / 8), abs=1e-5)


def test_published_unbalanced_example() -> None:
    """Brennan 2001, synthetic data 4, p x (i:h) with 2, 4 and 2 items (urGENOVA): the same equations, other names of sources."""
    columns = items_of("4 2 2 1 3 1 3 0|5 1 4 3 3 2 5 1|3 2 4 5 6 5 6 1|3 3 7 4 7 6 8 2|5 1 6 5 5 4 6 0|4 4 5 5 7 4 7 4|5 4 8 4 8 5 7 7|7 6 7 5 9 6 8 8")
    cube = np.full((8, 3, 4), np.nan)
    for column, (h, i) in zip(columns.T, [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1)], strict=True):
        cube[:, h, i] = column
    design = {"item": (True, False, False), "h": (False, True, False), "i:h": (False, True, True), "ph": (True, True, False), "residual": (True, True, True)}
    found = components_kernel(cube, design)(np.ones((1, 8)))[0]
    assert found[:5] == pytest.approx([1.2014, 2.9161, 0.2946, 0.9914, 0.8429], abs=6e-5)  # printed .9913; his T values give 347 / 350 = .99143
    generalizability, dependability = two_coefficients(found[:5], found[5:], design)
    assert float(generalizability) == pytest.approx(0.716, abs=5e-4)
    assert float(dependability) == pytest.approx(0.4277, abs=5e-5)


def simulated(missing: float) -> Table:
    """Forty items, four judges, three replicates, rounded to tenths; numpy's legacy generator gives the same numbers everywhere."""
    rng = np.random.RandomState(7)
    x = 5 + rng.randn(1, 40, 1) * 1.2 + np.array([-1.0, 0.2, 0.5, 0.9]).reshape(1, 1, 4) + rng.randn(1, 40, 4) * 0.8 + rng.randn(3, 40, 4) * 0.6
    x = np.round(x, 1)
    x[rng.rand(3, 40, 4) < missing] = np.nan
    return x


def test_complete_ratings_give_the_components_of_reml() -> None:
    """statsmodels 0.15.0 MixedLM, REML, computed once; with complete ratings and no component at 0 both are the analysis of variance."""
    found = stats.g_study(simulated(0.0)).raw
    assert found == pytest.approx({"item": 1.9085071, "judge": 0.6440414, "item x judge": 0.5499732, "residual": 0.3348088}, rel=1e-3)


def test_missing_ratings_give_components_near_those_of_reml() -> None:
    """statsmodels 0.15.0 MixedLM, REML, computed once: another estimator of the same components, a quarter of the ratings missing."""
    found = stats.g_study(simulated(0.25))
    reml = {"item": 1.8128032, "judge": 0.6353782, "item x judge": 0.5270309, "residual": 0.3330413}
    assert found.raw == pytest.approx(reml, rel=0.1)
    assert "ratings are missing" in found.method
    assert found.raw["residual"] == pytest.approx(reml["residual"], rel=0.01)


LEVELS = {"item": "i", "judge": "j", "replicate": "r", "item x judge": "ij", "item x replicate": "ir", "judge x replicate": "jr", "residual": "ijr"}


def by_projections(ratings: Table, sources: list[str]) -> dict[str, float]:
    """y'Py = tr(P E[yy']), with P the projection on the levels of each source, less that on the mean: dense matrices, no sums by hand."""
    r, i, j = np.nonzero(~np.isnan(ratings))
    y, index = ratings[r, i, j], {"i": i, "j": j, "r": r}

    def levels(source: str) -> Table:
        keys = np.stack([index[axis] for axis in LEVELS[source]], axis=1)
        return (np.unique(keys, axis=0, return_inverse=True)[1].ravel()[:, np.newaxis] == np.arange(len(y))).astype(float)

    mean = np.full((len(y), len(y)), 1 / len(y))
    designs = [levels(source) for source in sources]
    projections = [z @ np.linalg.pinv(z) - mean for z in designs]
    expected = [[np.trace(p @ z @ z.T) for z in designs] for p in projections]
    return dict(zip(sources, np.linalg.solve(expected, [y @ p @ y for p in projections]), strict=True))


@pytest.mark.parametrize(("seed", "crossed"), list(product(range(40), (False, True))))
def test_components_equal_those_of_projections_whatever_is_missing(seed: int, crossed: bool) -> None:
    rng = np.random.default_rng(seed)
    shape = (int(rng.integers(2, 4)), int(rng.integers(5, 12)), int(rng.integers(2, 5)))
    ratings = rng.normal(3, 2, shape) + rng.normal(0, 2, (1, shape[1], 1)) + rng.normal(0, 1, (shape[0], 1, 1))
    ratings[rng.random(shape) < rng.choice([0.0, 0.1, 0.3])] = np.nan
    sources = list(LEVELS) if crossed else ["item", "judge", "item x judge", "residual"]
    solved = stats.g_study(ratings, replicates="crossed" if crossed else "nested")
    assert solved.raw == pytest.approx(by_projections(ratings, sources), rel=1e-9, abs=1e-10)


@pytest.mark.parametrize("seed", range(10))
def test_one_replicate_without_gaps_is_the_two_way_icc(seed: int) -> None:
    """McGraw & Wong 1996: ICC(A,k) is the dependability, ICC(C,k) the generalizability of a mean over k judges."""
    ratings = np.random.default_rng(seed).normal(0, 1, (12, 4)) + np.random.default_rng(seed + 100).normal(0, 2, (12, 1))
    n, k = ratings.shape
    rows, columns = ratings.mean(axis=1), ratings.mean(axis=0)
    msb, msj = k * rows.var(ddof=1), n * columns.var(ddof=1)
    mse = ((ratings - rows[:, np.newaxis] - columns + ratings.mean()) ** 2).sum() / ((n - 1) * (k - 1))
    found = stats.g_study(ratings)
    if msj > mse:
        assert found.value == pytest.approx((msb - mse) / (msb + (msj - mse) / n), rel=1e-10)
    assert found.part("generalizability").value == pytest.approx((msb - mse) / msb, rel=1e-10)


def test_order_of_nested_replicates_says_nothing_and_counts_are_repeated_items() -> None:
    rng = np.random.default_rng(3)
    ratings = simulated(0.2)
    shuffled = rng.permuted(ratings, axis=0)
    assert stats.g_study(shuffled).raw == pytest.approx(stats.g_study(ratings).raw, rel=1e-9)
    counts = rng.integers(0, 4, ratings.shape[1])
    assert stats.g_study(ratings, counts=counts).raw == pytest.approx(stats.g_study(np.repeat(ratings, counts, axis=1)).raw, rel=1e-9)


def test_what_is_estimated_below_0_is_0_and_said() -> None:
    ratings = np.array([[1.0, 2.0], [2.0, 1.0], [1.0, 2.0], [2.0, 1.0]])
    found = stats.g_study(ratings)
    assert found.raw["item"] < 0
    assert (found.components["item"], found.value) == (0.0, 0.0)
    assert "estimated below 0 and taken as 0: item, judge" in found.method
    assert stats.d_study(found).undefined == "the variance of items is estimated as 0: no number of judges and replicates makes a mean dependable"


@pytest.mark.parametrize(
    ("ratings", "reason"),
    [
        ([], "no ratings"),
        (np.full((2, 3, 2), np.nan), "no ratings"),
        (np.ones((2, 5, 1)), "one rater"),
        (np.array([[[1.0, 2.0]], [[2.0, 3.0]]]), "one item"),
        (np.ones((2, 12, 3)), "no variation"),
        ([[1.0, np.nan], [np.nan, 0.0]], "no overlap"),
        ([[1.0, 2.0, np.nan, np.nan], [np.nan, np.nan, 3.0, 4.0]], "too few ratings"),
    ],
)
def test_undefined_in_words(ratings: Table, reason: str) -> None:
    for replicates in ("nested", "crossed"):
        for found in (stats.g_study(ratings, replicates=replicates), stats.d_study(ratings, replicates=replicates)):
            assert found.value is None
            assert (found.undefined or "").startswith(reason)


def test_decision_study_of_synthetic_data_1() -> None:
    """Printed .693/.586 for five items and .819/.740 for ten, from components that Brennan rounded to four digits before dividing."""
    plan = stats.d_study(BRENNAN_1)
    printed = {("generalizability", 5): 0.693, ("dependability", 5): 0.586, ("generalizability", 10): 0.819, ("dependability", 10): 0.740}
    for (name, n), value in printed.items():
        assert plan.part(name, f"{n} judges x 1 replicate").value == pytest.approx(value, abs=1.1e-3)
    assert plan.undefined is not None
    assert plan.undefined.startswith("no design of the grid reaches a dependability of 0.8: the best, 10 judges x 1 replicate, reaches 0.739")
    assert stats.d_study(BRENNAN_1, n_judges=range(1, 20)).value == 15.0  # .0574 / (.0574 + .2023 / n) first reaches .8 at n = 14.1
    assert stats.d_study(BRENNAN_1, coefficient="generalizability").value == 9.0  # .1269 / .0574 / .25 = 8.8


def test_decision_study_of_synthetic_data_3() -> None:
    plan = stats.d_study(BRENNAN_3, replicates="crossed", target=0.55, n_judges=range(1, 5), n_replicates=range(1, 3))
    assert plan.part("dependability", "4 judges x 2 replicates").value == pytest.approx(0.55412, abs=5e-6)
    assert plan.part("generalizability", "4 judges x 2 replicates").value == pytest.approx(0.63987, abs=5e-6)
    assert plan.part("dependability", "as observed").value == pytest.approx(0.55412, abs=5e-6)
    assert (plan.value, plan.part("n_judges").value, plan.part("n_replicates").value) == (8.0, 4.0, 2.0)


def components(**values: float) -> VarianceComponents:
    names = {"item": "item", "judge": "judge", "cell": "item x judge", "residual": "residual"}
    return VarianceComponents(value=0.5, components={names[name]: value for name, value in values.items()}, n_items=50)


def test_fewest_calls_then_the_most_dependable_then_fewer_judges() -> None:
    only_error = stats.d_study(components(item=1.0, judge=0.0, cell=0.0, residual=1.0))
    assert (only_error.value, only_error.part("n_judges").value, only_error.part("n_replicates").value) == (4.0, 1.0, 4.0)
    some_judges = stats.d_study(components(item=1.0, judge=0.1, cell=0.2, residual=0.7))
    assert (some_judges.value, some_judges.part("n_judges").value) == (4.0, 4.0)
    assert some_judges.part("dependability").value == pytest.approx(1 / (1 + 1 / 4))
    both_reach = stats.d_study(components(item=1.0, judge=0.01, cell=0.02, residual=0.8))
    assert (both_reach.value, both_reach.part("n_judges").value) == (4.0, 4.0)
    assert (both_reach.part("dependability", "1 judge x 4 replicates").value or 0) > 0.8
    two_by_hand = 1 / (1 + 0.3 / 2 + 0.7 / 4)
    assert some_judges.part("dependability", "2 judges x 2 replicates").value == pytest.approx(two_by_hand)


def test_what_cannot_be_reached_says_how_far_one_gets() -> None:
    study = components(item=1.0, judge=0.5, cell=0.5, residual=1.0)
    never = stats.d_study(study, n_judges=1)
    assert never.undefined == (
        "no design of the grid reaches a dependability of 0.8: the best, 1 judge x 10 replicates, reaches 0.476, "
        "and no number of replicates of 1 judge reaches more than 0.500"
    )
    assert never.part("dependability", "1 judge x 10 replicates").value == pytest.approx(1 / 2.1)
    later = stats.d_study(study, n_judges=5, n_replicates=1)
    assert later.undefined is not None
    assert later.undefined.endswith("reaches 0.714; more replicates of 5 judges do (at most 0.833)")


def test_a_study_can_be_handed_on_and_gives_the_same_plan() -> None:
    ratings = simulated(0.1)
    assert stats.d_study(stats.g_study(ratings)) == stats.d_study(ratings)
    with_interval = stats.d_study(ratings, n_resamples=200, rng=np.random.default_rng(1)).part("dependability", "as observed")
    assert with_interval.low is not None
    assert with_interval.high is not None
    assert with_interval.low < (with_interval.value or 0) < with_interval.high


def test_what_makes_no_sense_is_refused() -> None:
    for option, words in (
        ({"target": 1.0}, "outside 0..1"),
        ({"n_judges": []}, "whole numbers"),
        ({"n_replicates": [0]}, "whole numbers"),
        ({"coefficient": "phi"}, "not known"),
    ):
        with pytest.raises(OptionError, match=words):
            stats.d_study(BRENNAN_1, **option)
    with pytest.raises(OptionError, match="counts cannot change a finished study"):
        stats.d_study(stats.g_study(BRENNAN_1), counts=[1] * 10)
    with pytest.raises(OptionError, match="not known"):
        stats.g_study(BRENNAN_1, replicates="random")
    assert stats.d_study(VarianceComponents(undefined="no ratings")).undefined == "no ratings"


def panel_of_nine() -> tuple[Table, NDArray[np.int64]]:
    """Errors of nine judges: in 9 of 16 items each tosses a coin, in 7 of 16 one coin is tossed for all. Every correlation is 7/16."""
    errors = np.array(list(product([0.0, 1.0], repeat=9)))
    counts = np.full(len(errors), 9)
    counts[[0, -1]] += 16 * 512 * 7 // 32
    return errors, counts


def test_nine_judges_are_worth_two() -> None:
    """Kish: 9 / (1 + 8 7/16) = 2; about what nine judges of seven families were found to be worth (methods: 2605.29800)."""
    errors, counts = panel_of_nine()
    gold = np.zeros(len(errors))
    found = stats.effective_judges(errors, gold=gold, counts=counts)
    assert found.value == pytest.approx(2.0, abs=1e-10)
    assert found.n_items == 16 * 512
    assert "errors" in found.method
    assert "left out" not in found.method


def test_effective_judges_says_what_it_left_out_and_what_it_took_as_0() -> None:
    found = stats.effective_judges([[0, 1, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0]], labels=[0, 1])
    assert found.value == 3.0  # the one defined correlation is -1
    assert "2 of 3 pairs have none and are left out, a mean below 0 is taken as 0" in found.method
    gaps = stats.effective_judges([[0, 0, np.nan], [1, 1, np.nan], [0, np.nan, 0], [1, np.nan, 1]], labels=[0, 1])
    assert gaps.value == pytest.approx(1.0)
    assert "1 of 3 pairs have none" in gaps.method


def test_many_rows_are_put_together_without_a_difference() -> None:
    """12,000 rows are counted as patterns first; the same rows in clusters of one item and its copy are not."""
    rng = np.random.default_rng(6)
    ratings = rng.integers(1, 4, (2, 12_000, 3)).astype(float) + rng.integers(0, 3, (1, 12_000, 1))
    ratings[rng.random(ratings.shape) < 0.1] = np.nan
    together = stats.g_study(ratings)
    apart = stats.g_study(ratings, clusters=np.arange(12_000) // 2)
    assert together.raw == pytest.approx(apart.raw, rel=1e-9)
    assert (together.n_items, together.n_ratings) == (apart.n_items, apart.n_ratings)
