"""Confidences that route verdicts: the area under the ROC curve, and the threshold of selective use, against published numbers and scikit-learn."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from rater_tables import CT_IMAGES, Table

from judgeaudit import stats
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.rank_area import hanley_variance, newcombe_interval
from judgeaudit.stats.kernels.rates import clopper_pearson_upper

# Area under the ROC curve.

SHOWN, TIMES = CT_IMAGES
NORMAL, ABNORMAL = (np.array(counts, dtype=float) for counts in (TIMES[:5], TIMES[5:]))


def test_auroc_of_the_published_example_and_its_delong_interval() -> None:
    """Area .893 in Hanley & McNeil 1982. Stata's manual, roctab, example 1 prints 0.8932, standard error 0.0307 and 0.83295 to 0.95339 (DeLong)."""
    found = stats.auroc(SHOWN, counts=TIMES, interval="delong")
    assert found.value == pytest.approx(0.8932, abs=5e-5)
    assert (found.low, found.high) == pytest.approx((0.83295, 0.95339), abs=5e-6)
    assert (found.high - found.low) / (2 * 1.959964) == pytest.approx(0.0307, abs=5e-5)
    assert "DeLong" in found.method


def test_hanley_and_mcneil_s_standard_error_of_the_published_example() -> None:
    """The standard error of the Wilcoxon statistic with their Q1 = .893 / (2 - .893) and Q2 = 2 x .893^2 / (1 + .893), written out."""
    theta, n_abnormal, n_normal = 0.8931710615, 51, 58
    q1, q2 = theta / (2 - theta), 2 * theta**2 / (1 + theta)
    published = (theta * (1 - theta) + (n_abnormal - 1) * (q1 - theta**2) + (n_normal - 1) * (q2 - theta**2)) / (n_abnormal * n_normal)
    assert published**0.5 == pytest.approx(0.032, abs=6e-4)
    assert hanley_variance(theta, n_abnormal, n_normal) ** 0.5 == pytest.approx(published**0.5, abs=1e-3), "with averaged sizes, as Newcombe has it"
    assert hanley_variance(theta, 50, 50) == pytest.approx((theta * (1 - theta) + 49 * (q1 + q2 - 2 * theta**2)) / 2500, abs=1e-15)


def test_the_score_interval_ends_where_its_equation_says() -> None:
    low, high = newcombe_interval(ABNORMAL, NORMAL, 1.959964)
    for end in (low, high):
        assert abs(end - 0.8931710615) == pytest.approx(1.959964 * hanley_variance(end, 51, 58) ** 0.5, abs=1e-8)
    found = stats.auroc(SHOWN, counts=TIMES)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-6)


def confidences(seed: int, n: int = 80) -> Table:
    """Half of them with many ties; both outcomes occur."""
    rng = np.random.default_rng(seed)
    confidence = np.concatenate([rng.random(n // 2), rng.integers(0, 11, n - n // 2) / 10])
    right = (rng.random(n) < 0.3 + 0.6 * confidence).astype(float)
    right[:2] = (0, 1)
    return np.column_stack([confidence, right])


@pytest.mark.parametrize("seed", range(60))
def test_auroc_equals_scikit_learn_and_counting_pairs(seed: int) -> None:
    from sklearn.metrics import roc_auc_score

    table = confidences(seed)
    value = stats.auroc(table).value
    assert value == pytest.approx(roc_auc_score(table[:, 1], table[:, 0]), abs=1e-12)
    right, wrong = table[table[:, 1] == 1, 0], table[table[:, 1] == 0, 0]
    pairs = (right[:, np.newaxis] > wrong).sum() + Fraction(1, 2) * int((right[:, np.newaxis] == wrong).sum())
    assert value == pytest.approx(float(Fraction(pairs) / (len(right) * len(wrong))), abs=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_delong_by_its_definition(seed: int) -> None:
    """DeLong, DeLong & Clarke-Pearson 1988, Biometrics 44, 837-845: structural components are the rows' and the columns' means of the table of pairs."""
    table = confidences(seed)
    right, wrong = table[table[:, 1] == 1, 0], table[table[:, 1] == 0, 0]
    psi = (right[:, np.newaxis] > wrong) + 0.5 * (right[:, np.newaxis] == wrong)
    error = (psi.mean(axis=1).var(ddof=1) / len(right) + psi.mean(axis=0).var(ddof=1) / len(wrong)) ** 0.5
    found = stats.auroc(table, interval="delong")
    assert (found.low, found.high) == pytest.approx((psi.mean() - 1.9599640 * error, psi.mean() + 1.9599640 * error), abs=1e-7)


def test_ties_count_half_and_rounding_makes_none() -> None:
    assert stats.auroc([[0.9, 1], [0.9, 0]] * 5).value == 0.5
    assert stats.auroc([[0.3, 1], [0.1 + 0.2, 0]]).value == 0.5
    assert stats.auroc([[0.9, 1], [0.9, 0], [0.9, 1], [0.1, 0]]).value == 0.75


@pytest.mark.parametrize(("right", "word"), [(1, "right"), (0, "wrong")])
def test_auroc_of_one_outcome_is_undefined_in_words(right: int, word: str) -> None:
    assert stats.auroc([[0.9, right], [0.2, right]]).undefined == f"no variation: every verdict is {word}"


# The bound.

NEWCOMBE_TABLE_I = [(81, 263, 0.3676), (15, 148, 0.1617), (0, 20, 0.1684), (1, 29, 0.1776)]
"""Newcombe 1998, doi:10.1002/(SICI)1097-0258(19980430)17:8<857::AID-SIM777>3.0.CO;2-E, table I, method 5: upper 95 % limits, two-sided."""


@pytest.mark.parametrize(("wrong", "n", "limit"), NEWCOMBE_TABLE_I)
def test_the_bound_is_clopper_and_pearson_s(wrong: int, n: int, limit: float) -> None:
    found = stats.selective_threshold([[0.9, 0]] * wrong + [[0.9, 1]] * (n - wrong), max_risk=0.5, delta=0.025, min_items=1)
    assert found.part("risk_bound").value == pytest.approx(limit, abs=5e-5)
    assert found.curve == ((0.9, 1.0, pytest.approx(wrong / n), pytest.approx(limit, abs=5e-5)),)


@pytest.mark.parametrize(("wrong", "n", "delta"), [(0, 30, 0.1), (1, 30, 0.1), (7, 100, 0.1), (24, 200, 0.05), (60, 500, 0.1)])
def test_the_bound_is_where_so_few_errors_have_probability_delta(wrong: int, n: int, delta: float) -> None:
    """sup{r: Binom.cdf(n R; n, r) >= delta}, Jung et al. 2025: the sum of binomial terms at the bound."""
    bound = clopper_pearson_upper(wrong, n, 1 - delta)
    assert sum(comb(n, k) * bound**k * (1 - bound) ** (n - k) for k in range(wrong + 1)) == pytest.approx(delta, abs=1e-9)
    higher = bound + 1e-4
    assert sum(comb(n, k) * higher**k * (1 - higher) ** (n - k) for k in range(wrong + 1)) < delta


def test_no_error_among_thirty_is_one_minus_the_thirtieth_root() -> None:
    assert stats.selective_threshold([[0.9, 1]] * 30).part("risk_bound").value == pytest.approx(1 - 0.1 ** (1 / 30), abs=1e-12)


# The threshold.


def by_hand(table: Table, max_risk: float, delta: float, min_items: int) -> float | None:
    """The published procedure, its defects left out: from the strictest threshold down, the last before the first that fails."""
    chosen = None
    for threshold in sorted(set(table[:, 0]), reverse=True):
        taken = table[table[:, 0] >= threshold, 1]
        if len(taken) < min_items:
            continue
        wrong, n = int((taken == 0).sum()), len(taken)
        # the bound is at most max_risk where so few errors are at most delta likely at max_risk
        if sum(
            Fraction(comb(n, k)) * Fraction(max_risk).limit_denominator(1000) ** k * (1 - Fraction(max_risk).limit_denominator(1000)) ** (n - k)
            for k in range(wrong + 1)
        ) > Fraction(delta):
            break
        chosen = threshold
    return chosen


@pytest.mark.parametrize("seed", range(40))
def test_the_threshold_is_that_of_the_procedure_in_exact_fractions(seed: int) -> None:
    rng = np.random.default_rng(seed)
    confidence = rng.choice([0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.99], 150)
    table = np.column_stack([confidence, rng.random(150) < confidence ** rng.choice([0.2, 0.5, 1.0])])
    found = stats.selective_threshold(table)
    assert found.value == by_hand(table, 0.15, 0.1, 30)
    if found.value is not None:
        taken = table[table[:, 0] >= found.value]
        assert found.part("coverage").value == pytest.approx(len(taken) / 150)
        assert found.part("risk").value == pytest.approx(1 - taken[:, 1].mean())
        assert found.part("risk_bound").value <= 0.15


# Defects of the published code (methods 4.8), each with what is done instead.


def surest_are_wrong(n: int = 60) -> Table:
    """Half of the surest verdicts are wrong, the rest is right."""
    return np.column_stack([np.repeat([0.99, 0.6], n), np.concatenate([np.tile([0.0, 1.0], n // 2), np.ones(n)])])


def test_when_even_the_strictest_threshold_fails_everything_is_abstained_from() -> None:
    """The published code returns the highest threshold there, which promises nothing."""
    found = stats.selective_threshold(surest_are_wrong())
    assert found.value is None
    assert found.undefined == (
        "abstain on everything: of the 60 items with a confidence of at least 0.99, 30 are wrong, so that the risk may be 59.0% with 90% certainty, more than 15%"
    )
    assert found.parts == ()
    assert [point[:2] for point in found.curve] == [(0.99, 0.5), (0.6, 1.0)]


def test_a_looser_threshold_is_not_tried_after_one_that_failed() -> None:
    table = np.vstack([surest_are_wrong(), np.column_stack([np.full(2000, 0.5), np.ones(2000)])])
    assert stats.selective_threshold(table).undefined.startswith("abstain on everything: of the 60 items")
    assert stats.selective_threshold(table).curve[-1][3] < 0.15, "it would have passed: had one looked for the best, the promise were none"


def test_no_confidence_that_occurs_is_stepped_over() -> None:
    """The published code steps by 1 / number of steps on a grid, and so passes over what lies between two of its points."""
    table = np.column_stack([np.repeat([0.9000001, 0.9], 40), np.concatenate([np.ones(40), np.zeros(40)])])
    found = stats.selective_threshold(table)
    assert found.value == 0.9000001
    assert found.part("coverage").value == 0.5
    grid = np.column_stack([np.repeat([1.0, 0.99995, 0.0], 40), np.ones(120)])
    assert stats.selective_threshold(grid).value == 0.0


def test_the_threshold_can_be_used_on_new_items() -> None:
    """Accept where confidence >= value: on the labelled items themselves that gives the coverage that was said; and nothing between confidences is lost."""
    table = confidences(3, 400)
    table[:, 1] = (np.random.default_rng(4).random(400) < 0.75 + 0.25 * table[:, 0]).astype(float)
    found = stats.selective_threshold(table)
    assert found.value in table[:, 0]
    assert (table[:, 0] >= found.value).mean() == pytest.approx(found.part("coverage").value)
    assert int((table[:, 0] >= found.value).sum()) == found.part("risk").n_items


def test_equal_confidences_are_one_threshold_and_min_items_counts_those_at_it() -> None:
    thirty = np.column_stack([np.full(30, 0.9), np.ones(30)])
    assert stats.selective_threshold(thirty).value == 0.9
    # The published code answers 0 there, which accepts everything.
    assert stats.selective_threshold(thirty[:29]).undefined == "abstain on everything: 29 items with a confidence and an outcome, fewer than 30"
    rounded = np.column_stack([np.tile([0.3, 0.1 + 0.2], 15), np.ones(30)])
    assert stats.selective_threshold(rounded).value == 0.3
    few_above = np.vstack([[[1.0, 0]] * 3, np.column_stack([np.full(60, 0.9), np.ones(60)])])
    assert stats.selective_threshold(few_above).value == 0.9, "three at 1.0 are no threshold of their own, but count at 0.9"
    assert stats.selective_threshold(few_above).part("risk").value == pytest.approx(3 / 63)


def test_too_few_items_for_a_small_risk_are_not_tested_in_vain() -> None:
    """30 items without an error allow 7.4 %: at a risk of 5 % the first threshold is the one with 45 items, which can pass."""
    table = np.column_stack([np.linspace(0.5, 1, 200), np.ones(200)])
    assert stats.selective_threshold(table, max_risk=0.05).value == 0.5
    assert stats.selective_threshold(table[:44], max_risk=0.05).undefined == (
        "abstain on everything: 44 independent items could not show a risk of at most 5% with 90% certainty without a single error: that takes 45"
    )
    assert stats.selective_threshold(table[:45], max_risk=0.05).value == 0.5


def test_items_of_one_cluster_are_not_counted_as_many() -> None:
    right = np.column_stack([np.full(60, 0.9), np.ones(60)])
    assert stats.selective_threshold(right).value == 0.9
    found = stats.selective_threshold(right, clusters=np.arange(60) // 6)
    assert found.undefined.startswith("abstain on everything: 10 independent items could not show")


def test_several_runs_count_an_item_once() -> None:
    """An item of whose two accepted verdicts one is wrong is half an error; the sum is rounded up to a whole one."""
    sure, unsure = np.column_stack([np.full(40, 0.9), np.ones(40)]), np.column_stack([np.full(40, 0.9), np.ones(40)])
    unsure[0, 1] = 0
    found = stats.selective_threshold(np.stack([sure, unsure]))
    assert found.n_items == 40
    assert found.part("risk").value == pytest.approx(0.5 / 40)
    assert found.part("risk_bound").value == pytest.approx(clopper_pearson_upper(1, 40, 0.9))


def test_when_every_verdict_is_wrong_the_bound_is_one() -> None:
    """The published code looks for the bound below 0.9999 and stops with an error."""
    found = stats.selective_threshold([[0.9, 0]] * 60)
    assert found.undefined.endswith("60 are wrong, so that the risk may be 100.0% with 90% certainty, more than 15%")
    assert found.curve == ((0.9, 1.0, 1.0, 1.0),)


@pytest.mark.parametrize("seed", range(20))
def test_the_curve_of_several_runs_with_gaps_by_counting(seed: int) -> None:
    """At each confidence: items with an accepted verdict, the share of theirs that are wrong, and the share of all verdicts of an item that are accepted."""
    rng = np.random.default_rng(seed)
    ratings = np.stack([np.column_stack([rng.choice([0.2, 0.5, 0.7, 0.9], 40), rng.integers(0, 2, 40)]).astype(float) for _ in range(3)])
    ratings[rng.random((3, 40)) < 0.2, 0] = np.nan
    ratings[rng.random((3, 40)) < 0.1, 1] = np.nan
    both = ~np.isnan(ratings).any(axis=2)
    n_items = int(both.any(axis=0).sum())
    for threshold, coverage, risk, bound in stats.selective_threshold(ratings).curve:
        shares, wrong = [], []
        for item in np.flatnonzero(both.any(axis=0)):
            verdicts = ratings[both[:, item], item]
            taken = verdicts[verdicts[:, 0] >= threshold]
            shares.append(len(taken) / len(verdicts))
            if len(taken):
                wrong.append(1 - taken[:, 1].mean())
        assert (coverage, risk) == pytest.approx((sum(shares) / n_items, np.mean(wrong)), abs=1e-9)
        assert bound == pytest.approx(clopper_pearson_upper(np.ceil(sum(wrong) - 1e-9), len(wrong), 0.9), abs=1e-9)


@pytest.mark.parametrize("options", [{"max_risk": 0}, {"max_risk": 1.5}, {"delta": 0.0}, {"delta": "10 %"}, {"min_items": 0}, {"min_items": 2.5}])
def test_options_of_the_threshold_that_make_no_sense_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(OptionError) as caught:
        stats.selective_threshold(surest_are_wrong(), **options)
    assert caught.value.where == next(iter(options))
    assert caught.value.fix
