"""Our alpha kernel against the krippendorff package, the reference implementation: equal to 1e-12."""

from __future__ import annotations

import sys
from typing import Any

import krippendorff
import numpy as np
import pytest
from rater_tables import FOUR_OBSERVERS, MISSING, Table

from judgeaudit import stats, thresholds
from judgeaudit.stats.kernels.coincidences import alpha_kernel, count_coincidences
from judgeaudit.stats.kernels.draws import Rows, draw_weights

LEVELS = ("nominal", "ordinal", "interval", "ratio")


def random_table(seed: int, *, n_items: int = 40, n_raters: int = 5, n_labels: int = 4, missing: float = 0.2) -> Table:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, n_labels, n_items)
    ratings = np.where(rng.random((n_items, n_raters)) < 0.6, truth[:, np.newaxis], rng.integers(0, n_labels, (n_items, n_raters))).astype(float)
    ratings[rng.random(ratings.shape) < missing] = np.nan
    return ratings


def package(ratings: Table, level: str) -> float:
    return float(krippendorff.alpha(reliability_data=ratings.T, level_of_measurement=level))


SHAPES = [
    {"n_items": 40, "n_raters": 5, "n_labels": 4, "missing": 0.2},
    {"n_items": 12, "n_raters": 2, "n_labels": 2, "missing": 0.0},
    {"n_items": 30, "n_raters": 3, "n_labels": 11, "missing": 0.5},
    {"n_items": 200, "n_raters": 9, "n_labels": 3, "missing": 0.7},
]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(12))
def test_kernel_equals_package_on_random_tables(level: str, seed: int) -> None:
    ratings = random_table(seed, **SHAPES[seed % 4])
    ours = alpha_kernel(ratings, level)(np.ones((1, len(ratings))))[0]
    assert ours == pytest.approx(package(ratings, level), abs=1e-12)


@pytest.mark.parametrize("level", LEVELS)
def test_kernel_equals_package_in_every_resample(level: str) -> None:
    # Ordinal distances depend on the marginals: computed once for all resamples, they would differ here.
    ratings = random_table(3)
    rows = Rows(ratings[np.newaxis], np.ones(len(ratings), dtype=np.int64), None, len(ratings))
    weights = next(draw_weights(rows, 25, np.random.default_rng(4)))
    ours = alpha_kernel(ratings, level)(weights)
    theirs = [package(np.repeat(ratings, times.astype(int), axis=0), level) for times in weights]
    assert np.abs(ours - theirs).max() <= 1e-12
    assert np.ptp(ours) > 0.05


@pytest.mark.parametrize("level", ["ordinal", "interval", "ratio"])
def test_kernel_equals_package_on_continuous_scores(level: str) -> None:
    rng = np.random.default_rng(5)
    ratings = 1000 + rng.normal(size=(30, 1)) + rng.normal(size=(30, 3))
    ratings[rng.random(ratings.shape) < 0.2] = np.nan
    assert alpha_kernel(ratings, level)(np.ones((1, 30)))[0] == pytest.approx(package(ratings, level), abs=1e-9 if level == "ratio" else 1e-12)


def test_weights_are_repeated_rows() -> None:
    times = np.arange(len(MISSING)) % 4
    for level in LEVELS:
        assert alpha_kernel(MISSING, level)(times[np.newaxis].astype(float))[0] == pytest.approx(package(np.repeat(MISSING, times, axis=0), level), abs=1e-12)


def test_printed_estimate_is_the_package_s_up_to_the_limit_and_ours_above(monkeypatch: pytest.MonkeyPatch) -> None:
    small = stats.krippendorff_alpha(FOUR_OBSERVERS, level="ordinal", labels=range(1, 6))
    assert small.value == package(FOUR_OBSERVERS, "ordinal")
    assert "krippendorff package" in small.method
    monkeypatch.setattr(thresholds, "LARGE_TABLE", 12 * 25 - 1)
    large = stats.krippendorff_alpha(FOUR_OBSERVERS, level="ordinal", labels=range(1, 6))
    assert large.value == pytest.approx(small.value, abs=1e-12)
    assert "own kernel" in large.method


def test_large_table_never_reaches_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> float:
        raise AssertionError("the package would need items x labels^2 cells")

    monkeypatch.setattr(krippendorff, "alpha", refuse)
    ratings = random_table(1, n_items=1000)
    found = stats.krippendorff_alpha(ratings, level="ordinal", labels=range(101), n_resamples=20, rng=np.random.default_rng(1))
    assert "above 5,000,000" in found.method
    with pytest.raises(AssertionError, match="cells"):
        stats.krippendorff_alpha(ratings, level="ordinal", labels=range(4))


def test_coincidences_are_the_published_ones() -> None:
    # Krippendorff 2011, section C: off-diagonal coincidences and marginals n_c = 9, 13, 10, 5, 3.
    units = count_coincidences(FOUR_OBSERVERS)
    found = {(int(c) + 1, int(k) + 1): o for c, k, o in zip(units.first, units.second, np.asarray(units.pairs.sum(axis=0)).ravel(), strict=True)}
    assert found == pytest.approx({(1, 2): 8 / 3, (1, 3): 2 / 3, (1, 4): 2 / 3, (2, 3): 8 / 3, (2, 4): 2 / 3, (3, 4): 2 / 3})
    assert np.asarray(units.marginals.sum(axis=0)).ravel().tolist() == [9, 13, 10, 5, 3]


@pytest.mark.parametrize("level", ["nominal", "interval"])
def test_given_distances_of_a_level_give_that_level(level: str) -> None:
    codes = np.arange(1.0, 6.0)
    squared = (codes[:, np.newaxis] != codes) * 1.0 if level == "nominal" else (codes[:, np.newaxis] - codes) ** 2
    options: dict[str, Any] = {"n_resamples": 500, "interval": "percentile"}
    found = stats.krippendorff_alpha(FOUR_OBSERVERS, level="nominal", labels=codes, distance=squared, rng=np.random.default_rng(2), **options)
    of_level = stats.krippendorff_alpha(FOUR_OBSERVERS, level=level, labels=codes, rng=np.random.default_rng(2), **options)
    assert (found.value, found.low, found.high) == pytest.approx((of_level.value, of_level.low, of_level.high), abs=1e-12)


def test_without_the_package_the_kernel_gives_the_published_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bundle may be shipped without the GPL package. Krippendorff 2011, section D (methods.md 11.A3): .743 .815 .849 .797."""
    monkeypatch.setattr(sys.modules["judgeaudit.stats.krippendorff_alpha"], "find_spec", lambda name: None)
    nan = float("nan")
    ratings = [
        [1, 1, nan, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4],
        [4, 4, 4, 4], [1, 1, 2, 1], [2, 2, 2, 2], [nan, 5, 5, 5], [nan, nan, 1, 1], [nan, nan, 3, nan],
    ]  # fmt: skip
    found = [stats.krippendorff_alpha(ratings, level=level) for level in ("nominal", "ordinal", "interval", "ratio")]
    assert [round(one.value or 0.0, 3) for one in found] == [0.743, 0.815, 0.849, 0.797]
    assert all("not installed" in one.method for one in found)
