"""Kappa over pairs of raters: published values, and every value against the statistic of one pair."""

from __future__ import annotations

import numpy as np
import pytest
from rater_tables import PSYCHIATRISTS

from judgeaudit import stats
from judgeaudit.stats.kernels.pair_kappas import pair_kappas, pooled_kappa


def test_light_kappa_of_six_psychiatrists() -> None:
    """R irr, manual page of kappam.light, example kappam.light(diagnoses): 30 subjects, 6 raters, kappa = 0.459."""
    found = pair_kappas(np.asarray(PSYCHIATRISTS, dtype=float), level="nominal")
    assert len(found.kappa) == 15
    assert found.mean == pytest.approx(0.459, abs=5e-4)
    # R irr, kappa2(diagnoses[, c("rater1", "rater2")]) and so on: 0.651, 0.384, 0.631.
    of_three = {(int(a), int(b)): kappa for a, b, kappa in zip(found.first, found.second, found.kappa, strict=True) if b < 3}
    assert [round(of_three[pair], 3) for pair in ((0, 1), (0, 2), (1, 2))] == [0.651, 0.384, 0.631]


def table(seed: int, *, n: int = 40, m: int = 5) -> np.ndarray:
    rng = np.random.default_rng(seed)
    ratings = rng.integers(1, 5, (n, m)).astype(float)
    ratings[rng.random(ratings.shape) < 0.3] = np.nan
    return ratings


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_each_pair_is_cohens_kappa(level: str) -> None:
    ratings = table(1)
    counts = np.arange(1, 41)
    found = pair_kappas(ratings, level=level, counts=counts)
    for a, b, n_items, agreement, kappa in zip(found.first, found.second, found.n_items, found.agreement, found.kappa, strict=True):
        one = stats.cohen_kappa(ratings[:, [a, b]], level=level, labels=[1, 2, 3, 4], counts=counts)
        assert kappa == pytest.approx(one.value, abs=1e-12)
        assert n_items == one.n_items
        assert agreement == pytest.approx(stats.observed_agreement(ratings[:, [a, b]], counts=counts).value)
    assert found.mean == pytest.approx(found.kappa.mean())


@pytest.mark.parametrize("clustered", [False, True])
@pytest.mark.parametrize("level", ["nominal", "interval"])
def test_what_is_left_without_an_item_is_what_is_computed_without_it(level: str, clustered: bool) -> None:
    ratings = table(2)
    clusters = np.arange(40) // 4 if clustered else None
    found = pair_kappas(ratings, level=level, clusters=clusters)
    assert len(found.without) == (10 if clustered else 40)
    for unit, value in enumerate(found.without):
        kept = clusters != unit if clusters is not None else np.arange(40) != unit
        assert value == pytest.approx(pair_kappas(ratings[kept], level=level).mean, abs=1e-12)


def test_one_item_of_a_row_that_stands_for_several() -> None:
    ratings, counts = table(3, n=12), np.array([3, 1, 2, 5] * 3)
    found = pair_kappas(ratings, level="nominal", counts=counts)
    for row, value in enumerate(found.without):
        fewer = counts.copy()
        fewer[row] -= 1
        assert value == pytest.approx(pair_kappas(np.repeat(ratings, fewer, axis=0), level="nominal").mean, abs=1e-12)
    assert found.times.tolist() == counts.tolist()


def test_a_pair_without_variation_has_no_kappa_and_is_left_out() -> None:
    ratings = np.array([[0, 0, 1], [0, 0, 0], [0, 0, 1]], dtype=float)
    found = pair_kappas(ratings, level="nominal")
    assert np.isnan(found.kappa[0])
    assert found.mean == pytest.approx(0.0)
    assert np.isnan(pair_kappas(ratings[:, :2], level="nominal").mean)


def test_no_common_items_give_no_pair() -> None:
    found = pair_kappas(np.array([[1, np.nan], [np.nan, 1]]), level="nominal")
    assert len(found.kappa) == 0
    assert np.isnan(found.mean)


def test_only_the_pairs_of_the_first() -> None:
    found = pair_kappas(table(4), level="nominal", of_first=True)
    assert found.first.tolist() == [0, 0, 0, 0]
    assert found.second.tolist() == [1, 2, 3, 4]


@pytest.mark.parametrize("level", ["nominal", "interval"])
def test_large_codes_lose_no_digits(level: str) -> None:
    ratings = table(5)
    assert pair_kappas(ratings + 1e6, level=level).mean == pytest.approx(pair_kappas(ratings, level=level).mean, abs=1e-9)


def test_any_rater_with_any_other_of_a_complete_table_is_fleiss_kappa() -> None:
    """Fleiss 1971, table 1: 0.430."""
    assert pooled_kappa(np.asarray(PSYCHIATRISTS, dtype=float), level="nominal")[0] == pytest.approx(0.430, abs=5e-4)


@pytest.mark.parametrize("with_judge", [False, True])
@pytest.mark.parametrize("level", ["nominal", "interval"])
def test_any_rater_with_any_other_over_all_pairs_of_labels(level: str, with_judge: bool) -> None:
    """By its definition: mean difference within items over mean difference of independent draws, each item with weight 1."""
    ratings = table(6)
    judge = np.random.default_rng(7).integers(1, 5, 40).astype(float) if with_judge else None
    own: list[list[float]] = []
    theirs: list[list[float]] = []
    for n, row in enumerate(ratings):
        labels = [float(one) for one in row[~np.isnan(row)]]
        if len(labels) >= (1 if with_judge else 2):
            own.append([judge[n]] if judge is not None else labels)
            theirs.append(labels)

    def apart(a: float, b: float) -> float:
        return float(a != b) if level == "nominal" else (a - b) ** 2

    within = []
    for a, b in zip(own, theirs, strict=True):
        pairs = [apart(x, y) for i, x in enumerate(a) for j, y in enumerate(b) if with_judge or i != j]
        within.append(np.mean(pairs))
    between = np.mean([np.mean([apart(x, y) for x in a for y in b]) for a in own for b in theirs])
    found, without = pooled_kappa(ratings, level=level, judge=judge)
    assert found == pytest.approx(1 - np.mean(within) / between, abs=1e-12)
    for item in (0, 13, 39):
        kept = np.arange(40) != item
        assert without[item] == pytest.approx(pooled_kappa(ratings[kept], level=level, judge=None if judge is None else judge[kept])[0], abs=1e-12)
    tied = np.arange(40) // 8
    _, of_clusters = pooled_kappa(ratings, level=level, judge=judge, clusters=tied)
    assert of_clusters[2] == pytest.approx(pooled_kappa(ratings[tied != 2], level=level, judge=None if judge is None else judge[tied != 2])[0], abs=1e-12)
