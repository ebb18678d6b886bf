"""MMD and energy distance of two sets of vectors against worked examples, SciPy, and loops over the definitions."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from rater_tables import Table

from judgeaudit import stats
from judgeaudit.errors import OptionError
from judgeaudit.stats.shapes import PValue

X, Y = np.array([[0.0], [1.0], [2.0]]), np.array([[1.0], [2.0], [4.0]])


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def loop_mmd(x: Table, y: Table, sigma: float, *, biased: bool) -> float:
    def mean(a: Table, b: Table, *, same: bool) -> float:
        values = [np.exp(-np.sum((p - q) ** 2) / (2 * sigma**2)) for i, p in enumerate(a) for j, q in enumerate(b) if not (same and i == j)]
        return float(np.mean(values))

    return mean(x, x, same=not biased) + mean(y, y, same=not biased) - 2 * mean(x, y, same=False)


def loop_energy(x: Table, y: Table) -> float:
    def mean(a: Table, b: Table) -> float:
        return float(np.mean([np.linalg.norm(p - q) for p, q in product(a, b)]))

    return 2 * mean(x, y) - mean(x, x) - mean(y, y)


def test_mmd_worked_by_hand() -> None:
    # Kernel values 1, exp(-1/2), exp(-2), exp(-9/2), exp(-8) added up by hand, sigma = 1.
    assert stats.mmd(X, Y, bandwidth=1.0, rng=rng()).statistic == pytest.approx(-0.2110333, abs=5e-8)
    assert stats.mmd(X, Y, bandwidth=1.0, biased=True, rng=rng()).statistic == pytest.approx(0.2221477, abs=5e-8)


@pytest.mark.parametrize("seed", range(10))
def test_mmd_equals_a_loop_over_its_definition(seed: int) -> None:
    r = rng(seed)
    x, y = r.normal(size=(int(r.integers(2, 9)), 4)), r.normal(0.5, 1, size=(int(r.integers(2, 9)), 4)) + 100
    y -= 100 if seed % 2 else 99.5
    for biased in (False, True):
        found = stats.mmd(x, y, bandwidth=1.3, biased=biased, n_resamples=5, rng=r)
        assert found.statistic == pytest.approx(loop_mmd(x, y, 1.3, biased=biased), abs=1e-10)
        assert found.effect == found.statistic


def test_the_bandwidth_is_the_median_distance_of_different_vectors() -> None:
    from scipy.spatial.distance import pdist

    x, y = rng(2).normal(size=(6, 3)), rng(3).normal(size=(7, 3))
    x[1] = x[0]
    distances = pdist(np.vstack([x, y]))
    sigma = float(np.median(distances[distances > 1e-12]))
    assert stats.mmd(x, y, rng=rng()).statistic == pytest.approx(loop_mmd(x, y, sigma, biased=False), abs=1e-10)
    assert f"bandwidth {sigma:.4g} (median distance)" in stats.mmd(x, y, rng=rng()).method


@pytest.mark.parametrize("seed", range(10))
def test_energy_distance_is_the_square_of_scipy_s(seed: int) -> None:
    from scipy.stats import energy_distance

    r = rng(seed)
    x, y = np.round(r.normal(size=8 + seed), 1), np.round(r.normal(0.4, 2, size=12), 1)
    found = stats.energy_distance(x[:, np.newaxis], y[:, np.newaxis], n_resamples=5, rng=r)
    assert found.statistic == pytest.approx(energy_distance(x, y) ** 2, abs=1e-10)


def test_energy_distance_equals_a_loop_and_its_effect_is_a_share() -> None:
    x, y = rng(1).normal(size=(7, 5)), rng(2).normal(1, 1, size=(9, 5))
    found = stats.energy_distance(x, y, n_resamples=5, rng=rng())
    assert found.statistic == pytest.approx(loop_energy(x, y), abs=1e-10)
    between = np.mean([np.linalg.norm(p - q) for p, q in product(x, y)])
    assert found.effect == pytest.approx(loop_energy(x, y) / (2 * between), abs=1e-10)
    apart = stats.energy_distance([[0.0], [0.0]], [[3.0], [3.0]], rng=rng())
    assert (apart.statistic, apart.effect) == (6.0, 1.0)


TWO: list[Any] = [stats.mmd, stats.energy_distance]


def statistic_of(fn: Any, x: Table, y: Table) -> float:
    return loop_mmd(x, y, 1.0, biased=False) if fn is stats.mmd else loop_energy(x, y)


def options_of(fn: Any) -> dict[str, Any]:
    return {"bandwidth": 1.0} if fn is stats.mmd else {}


@pytest.mark.parametrize("fn", TWO)
def test_p_values_come_near_those_of_all_permutations(fn: Any) -> None:
    x, y = rng(4).normal(size=(4, 2)), rng(5).normal(0.8, 1, size=(5, 2))
    pooled, observed = np.vstack([x, y]), statistic_of(fn, x, y)
    others = [statistic_of(fn, pooled[list(some)], np.delete(pooled, list(some), axis=0)) for some in combinations(range(9), 4)]
    exact = np.mean(np.array(others) >= observed - 1e-12)
    found = fn(x, y, n_resamples=20_000, rng=rng(), **options_of(fn))
    assert found.value == pytest.approx(exact, abs=4 * np.sqrt(0.25 / 20_000))
    assert "no items were given" in found.method


@pytest.mark.parametrize("fn", TWO)
def test_labels_are_permuted_within_items_only(fn: Any) -> None:
    r = rng(6)
    items_x, items_y = ["a", "a", "b", "c", "c"], ["c", "b", "b", "a", "lonely"]
    centre = {"a": 0.0, "b": 5.0, "c": 11.0, "lonely": 3.0}
    x, y = (np.array([[centre[item] + r.normal(shift)] for item in items]) for items, shift in ((items_x, 0.0), (items_y, 0.6)))
    kept, kept_items = y[:4], [*items_x, *items_y[:4]]
    pooled, observed = np.vstack([x, kept]), statistic_of(fn, x, kept)
    ways = [list(combinations([i for i, item in enumerate(kept_items) if item == name], items_x.count(name))) for name in "abc"]
    others = []
    for chosen in product(*ways):
        some = [i for part in chosen for i in part]
        others.append(statistic_of(fn, pooled[some], np.delete(pooled, some, axis=0)))
    assert len(others) == 27
    exact = np.mean(np.array(others) >= observed - 1e-12)
    found = fn(x, y, items_first=items_x, items_second=items_y, n_resamples=20_000, rng=rng(), **options_of(fn))
    assert found.statistic == pytest.approx(observed, abs=1e-10)
    assert found.value == pytest.approx(exact, abs=4 * np.sqrt(0.25 / 20_000))
    assert (found.n_items, found.n_ratings) == (3, 9)
    assert "labels permuted within items, 1 vector of items that only one set has left out" in found.method


@pytest.mark.parametrize("fn", TWO)
def test_the_order_of_vectors_does_not_matter(fn: Any) -> None:
    r = rng(7)
    x, y, items_x, items_y = r.normal(size=(30, 3)), r.normal(0.2, 1, size=(25, 3)), r.integers(0, 8, 30), r.integers(0, 8, 25)
    one, two = r.permutation(30), r.permutation(25)
    before = fn(x, y, items_first=items_x, items_second=items_y, rng=rng())
    after = fn(x[one], y[two], items_first=items_x[one], items_second=items_y[two], rng=rng())
    assert after.value == before.value
    assert after.statistic == pytest.approx(before.statistic, abs=1e-12)


@pytest.mark.parametrize("fn", TWO)
def test_turning_shifting_and_swapping_change_nothing(fn: Any) -> None:
    r = rng(8)
    x, y = r.normal(size=(12, 3)), r.normal(0.5, 1, size=(10, 3))
    turn = np.linalg.qr(r.normal(size=(3, 3)))[0]
    before = fn(x, y, rng=rng())
    for first, second in ((x @ turn + 50, y @ turn + 50), (y, x)):
        assert fn(first, second, rng=rng()).statistic == pytest.approx(before.statistic, abs=1e-9)


@pytest.mark.parametrize("fn", TWO)
def test_blocks_do_not_change_anything(fn: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    r = rng(9)
    x, y, items = r.normal(size=(40, 3)), r.normal(0.3, 1, size=(40, 3)), np.repeat(np.arange(20), 2)
    whole = fn(x, y, items_first=items, items_second=items, n_resamples=200, rng=rng())
    monkeypatch.setattr("judgeaudit.stats.kernels.within_item_permutation.CELLS_AT_ONCE", 7 * 80)
    parts = fn(x, y, items_first=items, items_second=items, n_resamples=200, rng=rng())
    assert parts.statistic == pytest.approx(whole.statistic, abs=1e-12)
    assert parts.value == whole.value


def test_the_median_distance_of_many_vectors_comes_from_some_of_them() -> None:
    vectors = rng(3).normal(size=(2_600, 2))
    found = stats.mmd(vectors[:1_300], vectors[1_300:], n_resamples=9, rng=rng())
    sigma = float(found.method.split("bandwidth ")[1].split()[0])
    assert sigma == pytest.approx(np.sqrt(4 * np.log(2)), rel=0.03)  # |a - b|^2 / 2 is chi-squared with two degrees of freedom


@pytest.mark.parametrize("fn", TWO)
def test_vectors_that_are_all_the_same_give_a_p_value_of_one_in_words(fn: Any) -> None:
    found: PValue = fn(np.full((5, 3), 0.1), np.full((4, 3), 0.1), rng=rng())
    assert (found.value, found.statistic) == (1.0, 0.0)
    assert "all vectors are the same" in found.method


@pytest.mark.parametrize("fn", TWO)
def test_copies_of_one_text_count_as_ties(fn: Any) -> None:
    vectors = np.array([[0.1, 0.7], [0.3, 0.2], [0.9, 0.4]])
    found = fn(vectors, vectors.copy(), items_first=[1, 2, 3], items_second=[1, 2, 3], rng=rng())
    assert found.value == 1.0  # every permutation within items gives the same two sets


@pytest.mark.parametrize("fn", TWO)
def test_undefined_is_said_in_words(fn: Any) -> None:
    none = np.zeros((0, 2))
    some = np.ones((3, 2))
    assert fn(none, none, rng=rng()).undefined == "no vectors"
    assert fn([], [], rng=rng()).undefined == "no vectors"
    assert fn(some, none, rng=rng()).undefined == "no vectors in one of the sets"
    assert fn(some, some * np.nan, rng=rng()).undefined == "no vectors in one of the sets"
    apart = fn(some, some, items_first=[1, 2, 3], items_second=[4, 5, 6], rng=rng())
    assert apart.undefined == "no overlap: no item has vectors in both sets"
    assert stats.mmd(some[:1], some, rng=rng()).undefined == "one vector in one of the sets: the unbiased form needs two"
    gap = fn(np.vstack([X, [[np.nan]]]), Y, rng=rng())
    assert "1 row without a vector left out" in gap.method
    assert gap.n_ratings == 6
    biased = {"biased": True} if fn is stats.mmd else {}
    assert "only 2 rearrangements" in fn(X[:2], Y[:2] + 5, items_first=[1, 2], items_second=[2, 3], rng=rng(), **biased).method


@pytest.mark.parametrize("fn", TWO)
@pytest.mark.parametrize(
    ("first", "second", "options", "where"),
    [
        (X, Y, {"rng": None}, "rng"),
        (X, Y, {"rng": 1}, "rng"),
        (X, Y, {"n_resamples": 0}, "n_resamples"),
        (X, np.ones((3, 2)), {}, "second"),
        ([1.0, 2.0], Y, {}, "first"),
        ([["a"]], Y, {}, "first"),
        ([[np.inf]], Y, {}, "first"),
        (X, Y, {"items_first": [1, 2, 3]}, "items_first"),
        (X, Y, {"items_first": [1, 2], "items_second": [1, 2, 3]}, "items_first"),
        (X, Y, {"items_first": [1, 2, 3], "items_second": ["1", "2", "3"]}, "items_second"),
        (np.zeros((10_001, 1)), np.zeros((10_000, 1)), {}, "first"),
    ],
)
def test_what_makes_no_sense_is_refused(fn: Any, first: Any, second: Any, options: dict[str, Any], where: str) -> None:
    with pytest.raises(OptionError) as caught:
        fn(first, second, **{"rng": rng(), **options})
    assert caught.value.where == where
    assert caught.value.fix


def test_a_bandwidth_is_a_number_above_nothing() -> None:
    for bandwidth in (0.0, -1.0, np.nan, np.inf):
        with pytest.raises(OptionError, match="bandwidth"):
            stats.mmd(X, Y, bandwidth=bandwidth, rng=rng())
