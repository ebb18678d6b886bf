"""Corrections for many tests against published examples, statsmodels and SciPy."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from judgeaudit import stats
from judgeaudit.errors import OptionError

NAMES = {"holm": "holm", "benjamini_hochberg": "fdr_bh", "benjamini_yekutieli": "fdr_by"}
"""Ours, and statsmodels' name."""

# Benjamini & Hochberg 1995: fifteen tests of a trial of thrombolysis after myocardial infarction (Neuhaus et al. 1992).
BH_1995 = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0]


def test_the_thrombolysis_trial() -> None:
    assert stats.benjamini_hochberg(BH_1995).rejected == (True,) * 4 + (False,) * 11  # printed: the first four
    assert stats.holm(BH_1995).rejected == (True,) * 3 + (False,) * 12  # printed for Bonferroni and Hochberg: three
    # SciPy 1.17, false_discovery_control, example.
    assert stats.benjamini_hochberg(BH_1995).adjusted[:5] == pytest.approx([0.0015, 0.003, 0.0095, 0.035625, 0.0603])
    # SciPy 1.17: "the tests corresponding with the first three p-values" with method="by".
    assert sum(stats.benjamini_yekutieli(BH_1995).rejected) == 3


def test_five_tests_with_the_thresholds_of_benjamini_and_yekutieli() -> None:
    # Theorem 1.3 at q = 0.05 and m = 5: limits .0043796 .0087591 .0131387 .0175182 .0218978.
    found = stats.benjamini_yekutieli([0.001, 0.008, 0.02, 0.04, 0.3])
    assert found.rejected == (True, True, False, False, False)
    limits = np.array([0.0043796, 0.0087591, 0.0131387, 0.0175182, 0.0218978])
    for count in range(1, 6):  # `count` p values just within, or just beyond, their own limit
        for times, expected in ((0.9999, count), (1.0001, 0)):
            assert sum(stats.benjamini_yekutieli([limits[count - 1] * times] * count + [1.0] * (5 - count)).rejected) == expected


def test_pingouin_s_example_of_holm() -> None:
    found = stats.holm([0.50, 0.003, 0.32, 0.054, 0.0003])
    assert found.adjusted == pytest.approx((0.64, 0.012, 0.64, 0.162, 0.0015))
    assert found.rejected == (False, True, False, False, True)
    assert (found.value, found.n_items) == (pytest.approx(0.0015), 5)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(100))
def test_corrected_p_values_equal_statsmodels(seed: int, name: str) -> None:
    from statsmodels.stats.multitest import multipletests

    rng = np.random.default_rng(seed)
    p = rng.random(int(rng.integers(1, 60))) ** 3
    if seed % 2:
        p = np.round(p, 2)  # ties
    rejected, corrected, _, _ = multipletests(p, alpha=0.1, method=NAMES[name])
    found = getattr(stats, name)(p, alpha=0.1)
    assert found.adjusted == pytest.approx(corrected.tolist(), abs=1e-10)
    near = np.abs(corrected - 0.1) < 1e-12
    assert np.array_equal(np.array(found.rejected)[~near], rejected[~near])
    assert found.value == pytest.approx(corrected.min(), abs=1e-10)


@pytest.mark.parametrize(("name", "method"), [("benjamini_hochberg", "bh"), ("benjamini_yekutieli", "by")])
def test_false_discovery_rates_equal_scipy(name: str, method: Any) -> None:
    from scipy.stats import false_discovery_control

    for seed in range(30):
        p = np.random.default_rng(seed).random(1 + seed)
        assert np.asarray(getattr(stats, name)(p)) == pytest.approx(false_discovery_control(p, method=method), abs=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_p_value_is_no_test(name: str) -> None:
    fn = getattr(stats, name)
    p = [0.01, None, 0.2, float("nan"), 0.03]
    found, complete = fn(p), fn([0.01, 0.2, 0.03])
    assert [one for one in found.adjusted if one is not None] == list(complete.adjusted)
    assert found.adjusted[1] is None
    assert found.adjusted[3] is None
    assert found.rejected[1] is False
    assert found.n_items == 3
    assert "2 without a p value not counted" in found.method
    assert np.isnan(np.asarray(found)).tolist() == [False, True, False, True, False]
    json.dumps(found.model_dump(), allow_nan=False)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_to_correct_is_said_in_words(name: str) -> None:
    fn = getattr(stats, name)
    assert (fn([]).undefined, fn([]).adjusted) == ("no p values", ())
    missing = fn([None, np.nan])
    assert (missing.undefined, missing.adjusted, missing.rejected) == ("no p values: every one is missing", (None, None), (False, False))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("p", "options", "where"),
    [
        ([0.1, 1.1], {}, "p_values"),
        ([-0.1], {}, "p_values"),
        ([[0.1, 0.2]], {}, "p_values"),
        (0.1, {}, "p_values"),
        (["small"], {}, "p_values"),
        ([np.inf], {}, "p_values"),
        ([0.1], {"alpha": 0.0}, "alpha"),
        ([0.1], {"alpha": 5}, "alpha"),
    ],
)
def test_what_makes_no_sense_is_refused(name: str, p: Any, options: dict[str, Any], where: str) -> None:
    with pytest.raises(OptionError) as caught:
        getattr(stats, name)(p, **options)
    assert caught.value.where == where
    assert caught.value.fix


def test_a_p_value_of_just_its_limit_is_rejected() -> None:
    assert stats.holm([0.05 / 3, 0.9, 0.8]).rejected[0]
    assert stats.benjamini_hochberg([0.01, 0.02, 0.03, 0.04, 0.05]).rejected == (True,) * 5
    assert stats.holm([0.05]).rejected == (True,)
    assert stats.holm([0.0500001]).rejected == (False,)


def test_corrections_are_ordered_by_strictness_and_follow_the_order_of_tests() -> None:
    rng = np.random.default_rng(4)
    p = rng.random(20) ** 2
    order = rng.permutation(20)
    for name in NAMES:
        found = np.asarray(getattr(stats, name)(p))
        assert np.asarray(getattr(stats, name)(p[order])) == pytest.approx(found[order])
        assert (found >= p).all()
    assert (np.asarray(stats.benjamini_hochberg(p)) <= np.asarray(stats.holm(p)) + 1e-12).all()
    assert (np.asarray(stats.benjamini_hochberg(p)) <= np.asarray(stats.benjamini_yekutieli(p)) + 1e-12).all()
