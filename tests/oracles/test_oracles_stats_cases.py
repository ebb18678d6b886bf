"""Known hard cases: nothing varies, nothing overlaps, the order of labels, missing ratings, few items."""

from __future__ import annotations

import numpy as np
import pytest

from judgeaudit import stats


def verdicts(*raters: str) -> np.ndarray:
    """Verdicts p, f and missing '.', one string for each rater, as codes 1 and 0."""
    return np.array([[{"p": 1.0, "f": 0.0, ".": np.nan}[verdict] for verdict in rater] for rater in raters]).T


PASS_FAIL = (0, 1)


def test_all_pass_is_perfect_agreement_without_variation() -> None:
    table = verdicts("pppppppppp", "pppppppppp", "pppppppppp")
    assert stats.observed_agreement(table).value == 1.0
    alpha = stats.krippendorff_alpha(table, level="nominal", labels=PASS_FAIL)
    assert alpha.value is None
    assert alpha.undefined is not None
    assert "no variation" in alpha.undefined
    assert alpha.n_items == 10


def test_one_disagreement_of_twenty_is_the_kappa_paradox() -> None:
    table = verdicts("p" * 20, "p" * 19 + "f")
    assert stats.observed_agreement(table).value == pytest.approx(0.95)
    assert stats.krippendorff_alpha(table, level="nominal", labels=PASS_FAIL).value == pytest.approx(0.0, abs=1e-12)
    assert stats.gwet_ac(table, labels=PASS_FAIL).value == pytest.approx(0.94744, abs=5e-6)


def test_base_rate_judge() -> None:
    pairs = verdicts("p" * 10, "p" * 9 + "f")
    assert stats.accuracy(pairs).value == pytest.approx(0.9)
    assert stats.cohen_kappa(pairs, labels=PASS_FAIL).value == pytest.approx(0.0, abs=1e-12)
    assert stats.specificity(pairs, labels=PASS_FAIL).value == 0.0
    assert stats.mcc(pairs).undefined == "no variation: every rating in one column is the same"


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (verdicts("pfp"), "one rater"),
        (verdicts("p.", ".f"), "no overlap: no item has two ratings"),
        ([], "no ratings"),
        (np.full((4, 2), np.nan), "no ratings"),
    ],
)
def test_alpha_without_pairs_says_why(table: np.ndarray, reason: str) -> None:
    assert stats.krippendorff_alpha(table, level="nominal", n_resamples=10, rng=np.random.default_rng(1)).undefined == reason


def test_order_comes_from_the_scale() -> None:
    pairs = np.array([[1, 1], [2, 2], [9, 10], [3, 3]])
    assert stats.cohen_kappa(pairs, level="ordinal", labels=range(1, 11)).value == pytest.approx(0.98876, abs=5e-6)
    as_strings = {label: n for n, label in enumerate(sorted({str(label) for label in pairs.ravel()}))}
    sorted_codes = [[as_strings[str(label)] for label in pair] for pair in pairs]
    assert stats.cohen_kappa(sorted_codes, level="ordinal", labels=range(5)).value == pytest.approx(0.4375, abs=5e-5)


def test_level_decides_the_number() -> None:
    pairs = np.array([[0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 1, 2]]).T
    assert stats.krippendorff_alpha(pairs, level="nominal").value == pytest.approx(0.54167, abs=5e-6)
    assert stats.krippendorff_alpha(pairs, level="interval").value == pytest.approx(0.77083, abs=5e-6)


def test_missing_is_missing_and_no_category() -> None:
    table = verdicts("ppffp.", "ppfp..", ".pffpp")
    found = stats.krippendorff_alpha(table, level="nominal", labels=PASS_FAIL)
    assert found.value == pytest.approx(0.7, abs=1e-12)
    assert (found.n_items, found.n_ratings) == (5, 13)
    as_category = np.where(np.isnan(table), 2, table)
    assert stats.krippendorff_alpha(as_category, level="nominal").value == pytest.approx(0.32673, abs=5e-6)


def test_intervals_count_items() -> None:
    by_item = stats.proportion(np.array([10, 10, 10, 10, 0]) / 10)
    assert (by_item.low, by_item.high) == pytest.approx((0.3755, 0.9638), abs=5e-5)
    as_if_fifty = stats.proportion([1.0, 0.0], counts=[40, 10])
    assert (as_if_fifty.low, as_if_fifty.high) == pytest.approx((0.6696, 0.8876), abs=5e-5)
    assert stats.proportion([1.0] * 20).low == pytest.approx(0.8389, abs=5e-5)
