"""Corrected rates and means against published numbers, reference implementations, and what must hold of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from rater_tables import Table

from judgeaudit import stats
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.isotonic_map import fold_counts
from judgeaudit.stats.kernels.judge_errors import delta_interval, inverted_interval, lee_interval, rogan_gladen_rate
from judgeaudit.stats.shapes import Corrected

ROWS = [[1, 1], [0, 1], [1, 0], [0, 0], [1, None], [0, None]]
"""Verdict and gold of 0 and 1; the last two are not labelled."""

README = [180, 20, 60, 140, 400, 600]
"""Lee et al. 2025, README: judged rate .4 of 1,000; specificity .7 and sensitivity .9, of 200 each."""


def table(found: Table, gold: Table, unlabelled: Table) -> Table:
    return np.vstack([np.column_stack([found, gold]), np.column_stack([unlabelled, np.full(len(unlabelled), np.nan)])])


# Rogan and Gladen.


def test_lee_et_al_readme() -> None:
    found = stats.rogan_gladen(ROWS, counts=README)
    assert (found.value, found.low, found.high) == pytest.approx((0.166667, 0.056351, 0.262733), abs=5e-7)
    assert (found.n_labelled, found.n_unlabelled, found.youden, found.raw) == (400, 1000, pytest.approx(0.6), found.value)
    assert [found.part(name).value for name in ("judged_rate", "sensitivity", "specificity", "labels_only")] == pytest.approx([0.4, 0.9, 0.7, 0.5])
    assert "Lee et al." in found.method
    assert lee_interval(0.4, 1000, 0.7, 0.9, 200, 200, ci_level=0.95) == pytest.approx((0.056351, 0.262733), abs=5e-7)


def test_epir_example_1() -> None:
    # epiR, epi.prev, example 1: 45 of 150 judged positive, sensitivity .96, specificity .89: true prevalence 22 per 100.
    found = stats.rogan_gladen(ROWS, counts=[96, 4, 11, 89, 45, 105])
    assert found.value == pytest.approx(0.2235294, abs=5e-8)
    assert rogan_gladen_rate(0.30, 0.89, 0.96) == pytest.approx(0.2235294, abs=5e-8)


def test_epir_example_2_is_clipped_and_its_raw_value_said() -> None:
    # epiR, epi.prev, example 2: 6 of 151, sensitivity .964, specificity .927: -4 per 100, "invalid".
    found = stats.rogan_gladen(ROWS, counts=[964, 36, 73, 927, 6, 145])
    assert found.value == 0.0
    assert found.raw == pytest.approx(-0.0373342, abs=5e-7)
    assert "raw value -0.0373, below 0" in found.method


def test_delta_method_is_that_of_rogan_and_gladen() -> None:
    # methods: sqrt(p (1 - p) / n + (1 - t)^2 q0 (1 - q0) / m0 + t^2 q1 (1 - q1) / m1) / J, by hand for the README's numbers.
    error = np.sqrt(0.24 / 1000 + (5 / 6) ** 2 * 0.21 / 200 + (1 / 6) ** 2 * 0.09 / 200) / 0.6
    assert delta_interval(0.4, 1000, 0.7, 0.9, 200, 200, ci_level=0.95) == pytest.approx((1 / 6 - 1.959964 * error, 1 / 6 + 1.959964 * error), abs=1e-6)


@pytest.mark.parametrize(
    "numbers", [(0.4, 1000, 0.7, 0.9, 200, 200), (0.9, 100, 0.75, 0.9, 5, 95), (0.5, 100, 0.6, 0.65, 25, 25), (0.02, 300, 0.99, 0.9, 50, 50)]
)
def test_the_inverted_test_holds_the_rates_that_it_does_not_reject(numbers: tuple[float, ...]) -> None:
    p, n, q0, q1, m0, m1 = numbers
    shares = [((share * size + 0.4) / (size + 0.8), size + 0.8) for share, size in ((p, n), (q1, m1), (1 - q0, m0))]
    (p, n), (q1, m1), (wrong, m0) = shares
    grid = np.linspace(0, 1, 100_001)
    error = np.sqrt(p * (1 - p) / n + grid**2 * q1 * (1 - q1) / m1 + (1 - grid) ** 2 * wrong * (1 - wrong) / m0)
    kept = grid[np.abs(p - grid * q1 - (1 - grid) * wrong) <= 1.959963984540054 * error]
    assert inverted_interval(*numbers, ci_level=0.95) == pytest.approx((kept.min(), kept.max()), abs=2e-5)


def test_a_judge_without_information_gives_no_rate() -> None:
    found = stats.rogan_gladen(ROWS, counts=[10, 10, 10, 10, 50, 50])
    assert found.value is None
    assert found.undefined is not None
    assert found.undefined.startswith("the judge carries no information: ")
    assert found.youden == 0.0
    assert found.part("labels_only").value == 0.5
    weak = stats.rogan_gladen(ROWS, counts=[12, 8, 10, 10, 50, 50])
    assert weak.value is not None
    assert "its interval includes 0: the judge may carry no information" in weak.method


def test_classes_that_are_not_labelled_are_named() -> None:
    assert "no labelled item is in the class" in (stats.rogan_gladen([[1, 0], [0, 0], [1, None]]).undefined or "")
    assert "every labelled item is in the class" in (stats.rogan_gladen([[1, 1], [0, 1], [1, None]]).undefined or "")
    assert stats.rogan_gladen([[1, None], [0, None]]).undefined == "no gold: no item has a gold label"
    assert stats.rogan_gladen([[1, None], [None, 1]]).undefined == "no overlap: no item has both a verdict and a gold label"


def test_where_every_item_is_labelled_the_rate_is_that_of_the_labels() -> None:
    found = stats.rogan_gladen(ROWS[:4], counts=[40, 10, 5, 45])
    assert found.value == pytest.approx(0.5)
    assert "every judged item is labelled" in found.method


def test_gold_may_have_more_codes_than_two_and_verdicts_be_shares() -> None:
    rows = [[1, 3], [0.6, 3], [0, 1], [0.2, 2], [0.5, None], [1, None]]
    found = stats.rogan_gladen(rows, labels=[1, 2, 3], positive=3)
    assert (found.part("sensitivity").value, found.part("specificity").value) == (pytest.approx(0.8), pytest.approx(0.9))
    assert found.raw == pytest.approx((0.75 + 0.9 - 1) / 0.7)


def test_what_no_rate_explains_has_no_interval() -> None:
    found = stats.rogan_gladen(ROWS, counts=[990, 10, 300, 700, 0, 2000])
    assert (found.value, found.low) == (0.0, None)
    assert "none: no rate between 0 and 1 goes with the judged rate" in found.method


# PPI++.

BINARY = table(np.array([1, 1, 0, 0, 1, 1, 1, 0, 1, 1, 0, 1.0]), np.array([1, 1, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1.0]), np.array([1, 0, 1, 1, 0, 1, 1, 1, 0, 1] * 3))
GRADED = table(
    np.array([4, 5, 2, 5, 2, 4, 4, 5, 3, 4.0]), np.array([3, 4, 2, 5, 1, 4, 3, 5, 2, 4.0]), np.array([5, 4, 4, 3, 2, 5, 4, 3, 5, 4, 4, 2, 1, 5, 3.0])
)  # fmt: skip
PPI_PY = [
    (BINARY, None, 0.95, (0.68177129, 0.45600051, 0.90754208)), (BINARY, None, 0.90, (0.68177129, 0.49229848, 0.87124411)),
    (BINARY, 1.0, 0.95, (0.7, 0.41672662, 0.98327338)), (BINARY, 0.5, 0.95, (0.68333333, 0.45709478, 0.90957188)), (BINARY, 0.0, 0.95, (0.66666667, 0.39994935, 0.93338398)),
    (GRADED, None, 0.95, (3.19148325, 2.61443748, 3.76852903)), (GRADED, 1.0, 0.95, (3.1, 2.41822546, 3.78177454)),
]  # fmt: skip


@pytest.mark.parametrize(("ratings", "lam", "ci_level", "expected"), PPI_PY)
def test_values_and_published_intervals_are_those_of_ppi_py(ratings: Table, lam: float | None, ci_level: float, expected: tuple[float, ...]) -> None:
    # ppi_py 0.2.3, ppi_mean_pointestimate and ppi_mean_ci.
    found = stats.ppi_mean(ratings, lam=lam, ci_level=ci_level)
    published = found.part("published")
    assert (found.value, published.low, published.high) == pytest.approx(expected, abs=5e-9)


def test_the_printed_interval_stays_on_the_scale_and_is_no_point_where_nothing_is_wrong() -> None:
    found = stats.ppi_mean([[1, 1], [1, None]], counts=[50, 500])
    assert found.value == 1.0
    assert found.high == 1.0
    assert found.low is not None
    assert 0.9 < found.low < 0.96
    assert found.part("published").low is None


def test_labels_alone_where_every_item_is_labelled() -> None:
    for fn in (stats.ppi_mean, stats.isotonic_mean):
        found = fn(ROWS[:4], counts=[40, 10, 5, 45], labels=[0, 1])
        assert found.value == pytest.approx(0.5)
        assert found.low == pytest.approx(found.part("labels_only").low, abs=0.004)
    assert "every judged item is labelled" in stats.ppi_mean(ROWS[:4]).method


def test_a_scale_without_ends_has_a_t_interval() -> None:
    found = stats.ppi_mean(GRADED)
    low, high = found.low, found.high
    assert found.lam is not None
    assert low is not None
    assert high is not None
    residual = GRADED[:10, 1] - found.lam * GRADED[:10, 0]
    error = np.sqrt(residual.var(ddof=1) / 10 + (found.lam * GRADED[:, 0]).var() / 15)
    assert (high - low) / 2 == pytest.approx(2.262157 * error, rel=1e-6)  # t with 9 degrees of freedom
    assert "labels= would give" in found.method


# Isotonic.


def by_hand(ratings: Table, n_folds: int) -> float:
    """The cross-fitted mean with scikit-learn's isotonic regression; no two rows alike."""
    from sklearn.isotonic import IsotonicRegression

    labelled = ratings[~np.isnan(ratings[:, 1])]
    labelled = labelled[np.lexsort((labelled[:, 1], labelled[:, 0]))]
    folds, rest = np.arange(len(labelled)) % n_folds, ratings[np.isnan(ratings[:, 1]), 0]
    own, others = np.zeros(len(labelled)), []
    for fold in range(n_folds):
        model = IsotonicRegression(out_of_bounds="clip").fit(*labelled[folds != fold].T)
        own[folds == fold] = model.predict(labelled[folds == fold, 0])
        others.append(model.predict(rest))
    every = np.append(own, np.mean(others, axis=0))
    return float(every.mean() + (labelled[:, 1] - own).mean())


def test_the_mean_is_that_of_scikit_learn_s_maps() -> None:
    rng = np.random.default_rng(4)
    scores = rng.uniform(0, 10, 60)
    ratings = table(scores[:25], np.sqrt(scores[:25]) + rng.normal(0, 0.2, 25), scores[25:])
    assert stats.isotonic_mean(ratings).value == pytest.approx(by_hand(ratings, 5), abs=1e-9)
    assert stats.isotonic_mean(ratings, n_folds=10).value == pytest.approx(by_hand(ratings, 10), abs=1e-9)


def test_folds_are_dealt_out_evenly_and_clusters_stay_together() -> None:
    counts = np.array([7, 1, 12, 5])
    dealt = fold_counts(np.array([2.0, 1.0, 2.0, 0.0]), np.array([1.0, 1.0, 0.0, 0.0]), counts, None, 5)
    assert dealt.sum(axis=0).tolist() == counts.tolist()
    assert dealt.sum(axis=1).tolist() == [5] * 5
    assert dealt.max(axis=0).max() - dealt[:, 2].min() <= 1
    clusters = np.repeat(np.arange(6), 3)
    together = fold_counts(np.arange(18.0) % 5, np.arange(18.0) % 3, np.ones(18, dtype=np.int64), clusters, 3)
    assert all(len({int(column.argmax()) for column in together[:, clusters == cluster].T}) == 1 for cluster in range(6))
    assert together.sum(axis=1).tolist() == [6, 6, 6]


def test_scores_that_nobody_labelled_are_counted() -> None:
    found = stats.isotonic_mean([[2, 1], [3, 2], [4, 2], [5, 4], [1, None], [3, None], [9, None]])
    assert "2 of them score outside the labelled range 2 to 5" in found.method
    assert "outside" not in stats.isotonic_mean([[2, 1], [3, 2], [4, 2], [5, 4], [3, None]]).method


def test_a_judge_that_is_in_order_but_off_is_put_right_by_the_map() -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(1, 6, 3000).astype(float)
    judge = np.sqrt(truth) + 5 + rng.normal(0, 0.05, 3000)
    ratings = np.column_stack([judge, np.where(np.arange(3000) < 100, truth, np.nan)])
    found, labels_alone = stats.isotonic_mean(ratings), float(np.nanmean(ratings[:, 1]))
    assert found.value is not None
    assert abs(found.value - truth.mean()) < 0.03
    assert abs(labels_alone - truth.mean()) > 0.03


# All three.


FNS = [stats.rogan_gladen, stats.ppi_mean, stats.isotonic_mean]


@pytest.mark.parametrize("fn", FNS)
def test_items_that_share_an_input_count_less(fn: Any) -> None:
    rng = np.random.default_rng(3)
    truth = rng.random(60) < 0.6
    verdicts = np.where(rng.random(60) < 0.85, truth, ~truth).astype(float)
    rows = np.column_stack([verdicts, np.where(np.arange(60) < 30, truth.astype(float), np.nan)]).repeat(4, axis=0)
    alone, shared = fn(rows), fn(rows, clusters=np.arange(60).repeat(4))
    assert alone.value == pytest.approx(shared.value, abs=0.02)
    assert shared.high - shared.low > 1.4 * (alone.high - alone.low)


@pytest.mark.parametrize("fn", FNS)
def test_runs_are_averaged_and_gold_is_one(fn: Any) -> None:
    first, second = BINARY.copy(), BINARY.copy()
    second[::3, 0] = 1 - second[::3, 0]
    mean = BINARY.copy()
    mean[:, 0] = (first[:, 0] + second[:, 0]) / 2
    assert fn(np.stack([first, second])).value == pytest.approx(fn(mean).value, abs=1e-12)
    second[0, 1] = 1 - second[0, 1]
    with pytest.raises(OptionError, match="differs between runs"):
        fn(np.stack([first, second]))


@pytest.mark.parametrize("fn", FNS[1:])
@pytest.mark.parametrize("labels", [None, (1.0, 2.0, 3.0, 4.0, 5.0)])
def test_means_move_with_the_scale(fn: Any, labels: tuple[float, ...] | None) -> None:
    def ends(found: Corrected) -> list[float | None]:
        parts = [number for part in found.parts for number in (part.value, part.low, part.high)]
        return [found.value, found.raw, found.low, found.high, *parts, *(gold for _, gold in found.curve)]

    before = ends(fn(GRADED, labels=labels))
    after = ends(fn(GRADED * 7 - 20, labels=None if labels is None else [7 * label - 20 for label in labels]))
    assert after == pytest.approx([None if number is None else 7 * number - 20 for number in before])


def test_what_makes_no_sense_is_refused() -> None:
    for fn, ratings, options, what in (
        (stats.rogan_gladen, [[2, 1], [0, 0]], {}, "a verdict is outside 0..1"),
        (stats.rogan_gladen, [[1, 1], [0, 2]], {}, "not among the labels"),
        (stats.rogan_gladen, [[1, 1], [0, 2]], {"labels": [0, 1, 2]}, "which class counts as positive"),
        (stats.ppi_mean, [[1, 6], [2, 3]], {"labels": [1, 2, 3, 4, 5]}, "6 is outside the scale 1 to 5"),
        (stats.ppi_mean, [[1, 1], [0, 0]], {"lam": 1.5}, "lam is 1.5, above 1"),
        (stats.isotonic_mean, [[1, 1], [0, 0]], {"n_folds": 1}, "n_folds is 1, below 2"),
    ):
        with pytest.raises(OptionError, match=what) as refused:
            fn(ratings, **options)
        assert refused.value.fix


def test_names_without_order_are_not_averaged() -> None:
    for fn in FNS[1:]:
        assert fn([[1, 2], [3, 1], [2, None]], level="nominal", labels=[1, 2, 3]).undefined == "the scale is nominal: its labels have no order"
