"""Alpha of vectors against loops over all pairs, the krippendorff package on vectors with a single 1, and values by hand."""

from __future__ import annotations

import tracemalloc
from typing import Any

import krippendorff
import numpy as np
import pytest
from numpy.typing import NDArray
from rater_tables import COMPLETE, FOUR_OBSERVERS, MISSING, PSYCHIATRISTS, THREE_CODERS, Table
from scipy.special import stdtrit

from judgeaudit import stats
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.draws import Rows, draw_weights


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def loop_alpha(vectors: Any, items: Any, raters: Any = None) -> float:
    """1 - D_o / D_e over all ordered pairs, one by one."""
    unit = [np.asarray(v, dtype=float) / np.linalg.norm(v) for v in vectors]
    who = range(len(unit)) if raters is None else raters
    n = range(len(unit))
    partners = {i: [j for j in n if j != i and items[j] == items[i] and who[j] != who[i]] for i in n}
    used = [i for i in n if partners[i]]
    pairs = [(i, j) for i in used for j in used if i != j and who[i] != who[j]]
    expected = np.mean([1 - unit[i] @ unit[j] for i, j in pairs])
    observed, weights = [], []
    for name in dict.fromkeys(items[i] for i in used):
        members = [i for i in used if items[i] == name]
        observed.append(np.mean([1 - unit[i] @ unit[j] for i in members for j in partners[i]]))
        weights.append(len(members))
    return float(1 - np.average(observed, weights=weights) / expected)


def one_hot(table: Table) -> tuple[Table, NDArray[np.int64]]:
    items, raters = np.nonzero(~np.isnan(table))
    labels = np.unique(table[items, raters])
    return np.eye(len(labels))[np.searchsorted(labels, table[items, raters])], items


def drawn(seed: int, n_items: int = 8, d: int = 4) -> tuple[Table, NDArray[np.int64]]:
    r = rng(seed)
    items = r.permutation(np.repeat(np.arange(n_items), r.integers(1, 5, n_items)))
    return r.normal(size=(n_items, d))[items] + r.normal(0.4, 0.8, (len(items), d)), items


@pytest.mark.parametrize("seed", range(12))
def test_alpha_equals_a_loop_over_all_pairs(seed: int) -> None:
    vectors, items = drawn(seed)
    assert stats.rationale_alpha(vectors, items).value == pytest.approx(loop_alpha(vectors, items), abs=1e-12)


@pytest.mark.parametrize("seed", range(12))
def test_alpha_between_raters_equals_a_loop_over_their_pairs(seed: int) -> None:
    vectors, items = drawn(seed, n_items=10)
    raters = rng(seed + 50).integers(0, 2 + seed % 3, len(items))
    found = stats.rationale_alpha(vectors, items, raters=raters)
    assert found.value == pytest.approx(loop_alpha(vectors, items, raters), abs=1e-12)
    assert "pairs of different raters" in found.method


TABLES = {"four observers": FOUR_OBSERVERS, "three coders": THREE_CODERS, "psychiatrists": PSYCHIATRISTS, "complete": COMPLETE, "missing": MISSING}


@pytest.mark.parametrize("name", TABLES)
def test_vectors_with_a_single_1_give_the_package_s_nominal_alpha(name: str) -> None:
    vectors, items = one_hot(TABLES[name])
    expected = krippendorff.alpha(reliability_data=TABLES[name].T, level_of_measurement="nominal")
    found = stats.rationale_alpha(vectors, items)
    assert found.value == pytest.approx(expected, abs=1e-12)
    own = stats.krippendorff_alpha(TABLES[name], level="nominal")
    assert (found.n_items, found.n_ratings) == (own.n_items, own.n_ratings)


@pytest.mark.parametrize("seed", range(20))
def test_random_tables_with_gaps_give_the_package_s_nominal_alpha(seed: int) -> None:
    r = rng(seed)
    table = r.integers(0, 4, (25, 5)).astype(float)
    table[r.random(table.shape) < 0.4] = np.nan
    vectors, items = one_hot(table)
    assert stats.rationale_alpha(vectors, items).value == pytest.approx(krippendorff.alpha(reliability_data=table.T, level_of_measurement="nominal"), abs=1e-12)


def test_two_directions_on_a_circle_are_interval_alpha_of_sine_and_cosine_together() -> None:
    """1 - cos is half the squared distance: D_o and D_e are those of the coordinates' interval alphas, added up."""
    table = rng(5).normal(0, 0.6, (30, 4)) + rng(6).normal(0, 1, (30, 1))
    parts = [coordinate(table) for coordinate in (np.cos, np.sin)]
    alphas = [krippendorff.alpha(reliability_data=part.T, level_of_measurement="interval") for part in parts]
    expected = [part.var() for part in parts]
    vectors = np.stack([part.ravel() for part in parts], axis=1)
    assert stats.rationale_alpha(vectors, np.repeat(np.arange(30), 4)).value == pytest.approx(np.average(alphas, weights=expected), abs=1e-12)


def test_worked_by_hand() -> None:
    # Item 1: two the same; item 2: one of them and one at a right angle. Distances 0 and 1; over all six pairs 0 0 1 0 1 1.
    vectors = [[1, 0], [2, 0], [0.5, 0], [0, 3]]
    assert stats.rationale_alpha(vectors, [1, 1, 2, 2]).value == pytest.approx(1 - 0.5 / 0.5, abs=1e-12)
    # Opposite vectors are 2 apart: D_o = 0, D_e = 2 x 8 / 12.
    assert stats.rationale_alpha([[1, 0], [1, 0], [-1, 0], [-1, 0]], ["x", "x", "y", "y"]).value == 1.0
    assert stats.rationale_alpha([[1, 0], [-1, 0], [1, 0], [-1, 0]], ["x", "x", "y", "y"]).value == pytest.approx(1 - 2 / (16 / 12), abs=1e-12)
    # Two judges, each with a reason of its own for everything: pairs of judges are 1 apart, within items and by chance.
    two = stats.rationale_alpha([[1, 0], [0, 1], [1, 0], [0, 1]], [1, 1, 2, 2], raters=["a", "b", "a", "b"])
    assert two.value == pytest.approx(0.0, abs=1e-12)


def test_boilerplate_is_no_agreement() -> None:
    """What is added to every rationale brings all of them together, within items and between: any two have a cosine above .9, and alpha is 0."""
    items = np.repeat(np.arange(200), 5)
    vectors = np.hstack([np.full((1000, 1), 5 * np.sqrt(30)), rng(2).normal(size=(1000, 30))])
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    assert (unit[:50] @ unit[:50].T).min() > 0.9
    assert stats.rationale_alpha(vectors, items).value == pytest.approx(0.0, abs=0.01)


# What is left out, and what is undefined.


def test_rows_without_a_vector_and_vectors_without_a_partner_are_left_out_and_said() -> None:
    vectors, items = drawn(3)
    partners = np.bincount(items)[items] > 1
    assert not partners.all()
    more = np.vstack([vectors, [[np.nan, 1, 1, 1]], np.zeros((1, 4))])
    found = stats.rationale_alpha(more, np.append(items, [0, 1]))
    alone = stats.rationale_alpha(vectors[partners], items[partners])
    assert (found.value, found.n_items, found.n_ratings) == (pytest.approx(alone.value, abs=1e-12), alone.n_items, int(partners.sum()))
    assert f"2 rows without a vector left out, {(~partners).sum()} vector" in found.method
    assert "left out" not in alone.method


ONES = np.ones((4, 2))
TURNED = np.array([[1.0, 0], [0, 1], [1, 1], [1, 2]])


@pytest.mark.parametrize(
    ("vectors", "items", "options", "reason"),
    [
        ([], [], {}, "no vectors"), (np.zeros((0, 3)), [], {}, "no vectors"), (ONES * np.nan, [1, 1, 2, 2], {}, "no vectors"),
        (ONES * 0, [1, 1, 2, 2], {}, "no vectors"), (TURNED, [1, 2, 3, 4], {}, "no overlap: no item has two vectors"),
        (TURNED, [1, 1, 1, 2], {}, "one item with two vectors: there is no other item to compare with"),
        (ONES, [1, 1, 2, 2], {}, "no variation: every vector is the same"),
        (ONES * [[1], [2], [3e-9], [4e9]], [1, 1, 2, 2], {}, "no variation: every vector is the same"),
        (TURNED, [1, 1, 2, 2], {"raters": "aaaa"}, "one rater"),
        (TURNED, [1, 1, 2, 2], {"raters": "aabb"}, "no overlap: no item has two vectors of different raters"),
        (ONES, [1, 1, 2, 2], {"raters": "abab"}, "no variation: every vector is the same"),
    ],
)  # fmt: skip
def test_undefined_is_said_in_words(vectors: Any, items: Any, options: dict[str, Any], reason: str) -> None:
    options = {name: list(value) for name, value in options.items()}
    found = stats.rationale_alpha(vectors, items, n_resamples=50, rng=rng(), **options)
    assert (found.value, found.undefined) == (None, reason)


def test_copies_of_one_text_in_32_bits_are_the_same_and_do_not_vary() -> None:
    text = rng(4).normal(size=384).astype(np.float32)
    assert stats.rationale_alpha(np.tile(text, (600, 1)), np.repeat(np.arange(200), 3)).undefined == "no variation: every vector is the same"
    of_items = rng(5).normal(size=(40, 384)).astype(np.float32)
    assert stats.rationale_alpha(np.repeat(of_items, 3, axis=0), np.repeat(np.arange(40), 3)).value == 1.0


@pytest.mark.parametrize(
    ("vectors", "items", "options", "where"),
    [
        ([1.0, 2.0], [1, 1], {}, "vectors"), ([["a"]], [1], {}, "vectors"), ([[1.0, np.inf]], [1], {}, "vectors"),
        (np.array([[1.0, 1e76]]), [1], {}, "vectors"), ([[1.0, 2.0], [1.0]], [1, 1], {}, "vectors"), (ONES, [1, 1, 2], {}, "items"),
        (ONES, [[1, 1, 2, 2]], {}, "items"), (ONES, None, {}, "items"), (ONES, [1, 1, None, 2], {}, "items"), (ONES, [1, 1, "2", "2"], {}, "items"),
        (ONES, [1, 1, np.nan, 2], {}, "items"), (ONES, [1, 1, 2, 2], {"raters": ["a", "b", "a"]}, "raters"),
        (ONES, [1, 1, 2, 2], {"clusters": [1, 2, 3, 3]}, "clusters"), (ONES, [1, 1, 2, 2], {"interval": "log_ratio_jackknife"}, "interval"),
        (ONES, [1, 1, 2, 2], {"n_resamples": 50}, "rng"), (ONES, [1, 1, 2, 2], {"ci_level": 95}, "ci_level"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(vectors: Any, items: Any, options: dict[str, Any], where: str) -> None:
    with pytest.raises(OptionError) as caught:
        stats.rationale_alpha(vectors, items, **options)
    assert caught.value.where == where
    assert caught.value.fix


# Intervals.


def by_items(seed: int, n_items: int, k: int = 4) -> tuple[Table, NDArray[np.int64]]:
    r = rng(seed)
    items = np.repeat(np.arange(n_items), k)
    return r.normal(size=(n_items, 6))[items] + r.normal(size=(n_items * k, 6)) * r.uniform(0.5, 2, n_items)[items, np.newaxis], items


def test_the_jackknife_leaves_out_one_item_at_a_time() -> None:
    vectors, items = by_items(1, 25)
    found = stats.rationale_alpha(vectors, items, n_resamples=50, rng=rng())
    left_out = np.arctanh([loop_alpha(vectors[items != item], items[items != item]) for item in range(25)])
    error = np.sqrt(24 / 25 * ((left_out - left_out.mean()) ** 2).sum())
    ends = np.tanh(np.arctanh(loop_alpha(vectors, items)) + np.array([-1, 1]) * stdtrit(24, 0.975) * error)
    assert (found.low, found.high) == pytest.approx(tuple(ends), abs=1e-9)
    assert "jackknife interval of 25 items" in found.method


@pytest.mark.parametrize("raters", [None, np.tile([0, 1, 2, 0], 12)])
def test_percentiles_are_those_of_alpha_of_the_items_drawn(raters: Any) -> None:
    """Items that are drawn twice are two items, as in every other coefficient."""
    vectors, items = by_items(2, 12)
    found = stats.rationale_alpha(vectors, items, raters=raters, interval="percentile", n_resamples=60, rng=rng(9))
    rows = Rows(np.arange(12.0).reshape(1, 12, 1), np.ones(12, dtype=np.int64), None, 12)
    values = []
    for times in np.vstack(list(draw_weights(rows, 60, rng(9)))).astype(int):
        copies = np.concatenate([np.flatnonzero(items == item) for item, n in enumerate(times) for _ in range(n)])
        names = np.repeat(np.arange(12), 4)
        values.append(loop_alpha(vectors[copies], names, None if raters is None else raters[copies]))
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(values, [0.025, 0.975])), abs=1e-9)


def test_below_ten_items_or_clusters_an_interval_is_refused() -> None:
    vectors, items = by_items(3, 9)
    found = stats.rationale_alpha(vectors, items, n_resamples=100, rng=rng())
    assert (found.low, found.high) == (None, None)
    assert "no interval: 9 items, fewer than 10" in found.method
    vectors, items = by_items(3, 36)
    in_clusters = stats.rationale_alpha(vectors, items, clusters=items // 4, n_resamples=100, rng=rng())
    assert "no interval: 9 clusters, fewer than 10" in in_clusters.method
    assert in_clusters.value == stats.rationale_alpha(vectors, items).value


def test_items_of_a_cluster_move_together() -> None:
    """Four copies of each item in one cluster say no more than one of them."""
    vectors, items = by_items(4, 40)
    clusters = np.tile(items, 4)
    copied = np.concatenate([items + 40 * copy for copy in range(4)])
    alone = stats.rationale_alpha(vectors, items, n_resamples=50, rng=rng())
    together = stats.rationale_alpha(np.tile(vectors, (4, 1)), copied, clusters=clusters, n_resamples=50, rng=rng())
    careless = stats.rationale_alpha(np.tile(vectors, (4, 1)), copied, n_resamples=50, rng=rng())
    width = [one.high - one.low for one in (alone, together, careless)]
    assert width[1] == pytest.approx(width[0], rel=0.05)
    assert width[2] < 0.6 * width[0]


@pytest.mark.parametrize("interval", ["auto", "percentile", "bca"])
def test_the_interval_does_not_depend_on_the_order_of_vectors(interval: str) -> None:
    vectors, items = by_items(6, 30)
    order = rng(3).permutation(len(items))
    clusters, raters = items // 2, np.tile(["a", "b", "c", "a"], 30)
    for options in ({}, {"clusters": clusters}, {"raters": raters}):
        one = stats.rationale_alpha(vectors, items, interval=interval, n_resamples=200, rng=rng(), **options)
        other = stats.rationale_alpha(
            vectors[order], items[order], interval=interval, n_resamples=200, rng=rng(), **{name: value[order] for name, value in options.items()}
        )
        assert (other.low, other.value, other.high) == pytest.approx((one.low, one.value, one.high), abs=1e-12)
        assert other.method == one.method


def test_where_all_rationales_of_items_are_the_same_the_interval_is_no_point() -> None:
    """As nominal alpha with one label for each distinct rationale: the bound is 1 - u / E."""
    labels = np.repeat(np.arange(4.0), 5)[:, np.newaxis].repeat(3, axis=1)
    vectors, items = one_hot(labels)
    found = stats.rationale_alpha(vectors, items, n_resamples=100, rng=rng())
    nominal = stats.krippendorff_alpha(labels, level="nominal", n_resamples=100, rng=rng())
    assert (found.value, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(nominal.low, abs=1e-9)
    assert found.low < 0.9


def test_an_interval_that_rests_on_few_items_with_a_second_reason_says_so() -> None:
    labels = np.repeat(np.arange(60.0)[:, np.newaxis] % 4, 3, axis=1)
    for n, said in ((3, True), (9, True), (10, False), (20, False)):
        labels[:, 0] = np.arange(60) % 4
        labels[:n, 0] = (labels[:n, 0] + 1) % 4
        found = stats.rationale_alpha(*one_hot(labels), n_resamples=100, rng=rng())
        assert (f"rationales stand apart on {n} items, fewer than 10: coverage may be lower than nominal" in found.method) == said


def test_large_tables_are_neither_copied_whole_nor_compared_pair_by_pair() -> None:
    n, d = 20_000, 384
    items = np.repeat(np.arange(1_000), 20)
    vectors = rng(1).normal(size=(1_000, d)).astype(np.float32)[items] + rng(2).normal(size=(n, d)).astype(np.float32)
    tracemalloc.start()
    found = stats.rationale_alpha(vectors, items)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < n * d * 4  # a copy as floats of 64 bits would be twice that
    assert found.value == pytest.approx(0.5, abs=0.01)  # cos of two vectors of an item is 1 / 2, of two items 0


def test_blocks_do_not_change_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors, items = by_items(8, 30)
    raters = np.tile([0, 1, 2, 3], 30)
    whole = [stats.rationale_alpha(vectors, items, raters=who, n_resamples=60, rng=rng()) for who in (None, raters)]
    monkeypatch.setattr("judgeaudit.stats.kernels.item_vectors.ROWS_AT_ONCE", 7)
    parts = [stats.rationale_alpha(vectors, items, raters=who, n_resamples=60, rng=rng()) for who in (None, raters)]
    for one, other in zip(whole, parts, strict=True):
        assert (other.low, other.value, other.high) == pytest.approx((one.low, one.value, one.high), abs=1e-12)


def test_very_long_and_very_short_vectors_keep_their_direction() -> None:
    vectors, items = drawn(9)
    sizes = np.array([1e-300, 1e-160, 1.0, 1e60])[np.arange(len(items)) % 4]
    assert stats.rationale_alpha(vectors * sizes[:, np.newaxis], items).value == pytest.approx(stats.rationale_alpha(vectors, items).value, abs=1e-9)
