"""The populations of the coverage simulations are what they say, and the true values of statistics in them those of the algebra."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from tests.simulations import coverage_grid as grid
from tests.simulations import coverage_models as models

PLACES = list(product((2, 5), (0.5, 0.9), (0.2, 0.6, 0.9)))


def truth(name: str, model: str, raters: int, prevalence: float, agreement: float) -> float:
    return next(case.truths[grid.HEADLINE] for case in grid.cases(model, raters, prevalence, agreement) if case.statistic.name == name)


@pytest.mark.parametrize(("raters", "prevalence", "agreement"), PLACES)
def test_true_values_of_a_panel_are_those_of_the_algebra(raters: int, prevalence: float, agreement: float) -> None:
    """Two raters give the same label with probability a + (1 - a) sum p^2 where each sees the item's label with probability sqrt(a)."""
    for model, shares in (("two labels", (1 - prevalence, prevalence)), ("four labels", None)):
        p = np.array(shares) if shares else np.append((1 - prevalence) * np.array([1, 2, 3]) / 6, prevalence)
        observed = agreement + (1 - agreement) * (p**2).sum()
        by_chance = (p * (1 - p)).sum() / (len(p) - 1)
        place = (model, raters, prevalence, agreement)
        assert truth("krippendorff_alpha", *place) == pytest.approx(agreement, abs=1e-6)
        assert truth("fleiss_kappa", *place) == pytest.approx(agreement, abs=1e-6)
        assert truth("gwet_ac", *place) == pytest.approx((observed - by_chance) / (1 - by_chance), abs=1e-6)
        if shares:
            assert truth("observed_agreement", *place) == pytest.approx(observed, abs=1e-6)


@pytest.mark.parametrize(("raters", "prevalence", "agreement"), [place for place in PLACES if place[0] == 2])
def test_true_values_of_judge_and_gold_are_those_of_the_algebra(raters: int, prevalence: float, agreement: float) -> None:
    """Kappa of a two by two table, 2 (ad - bc) / ((a + b)(b + d) + (a + c)(c + d)), at the sensitivity and specificity of the model."""
    place = ("judge and gold, two labels", raters, prevalence, agreement)
    sensitivity, specificity = truth("sensitivity", *place), truth("specificity", *place)
    a, b, c, d = prevalence * sensitivity, (1 - prevalence) * (1 - specificity), prevalence * (1 - sensitivity), (1 - prevalence) * specificity
    assert sensitivity > specificity + 0.02
    assert truth("accuracy", *place) == pytest.approx(a + d, abs=1e-7)
    assert 2 * (a * d - b * c) / ((a + b) * (b + d) + (a + c) * (c + d)) == pytest.approx(agreement, abs=1e-7)
    assert truth("cohen_kappa", *place) == pytest.approx(agreement, abs=1e-7)
    five = ("five replicates and gold", 5, prevalence, agreement)
    assert [truth(name, *five) for name in ("cohen_kappa", "accuracy", "mcc")] == pytest.approx(
        [truth(name, *place) for name in ("cohen_kappa", "accuracy", "mcc")], abs=1e-6
    )


@pytest.mark.parametrize(("raters", "prevalence", "agreement"), PLACES)
def test_true_values_of_replicates_and_rates_are_those_of_the_algebra(raters: int, prevalence: float, agreement: float) -> None:
    p = np.array([prevalence, 1 - prevalence])
    place = ("replicates", raters, prevalence, agreement)
    same, unanimous = (agreement + (1 - agreement) * (p**power).sum() for power in (2, raters))
    assert truth("pairwise_agreement", *place) == pytest.approx(same, abs=1e-7)
    assert truth("flip_rate", *place) == pytest.approx(1 - same, abs=1e-7)
    assert truth("all_agree_share", *place) == pytest.approx(unanimous, abs=1e-7)
    assert truth("flip_rate_upper", *place) == pytest.approx(1 - unanimous, abs=1e-7)
    assert truth("proportion", "items' own rates", raters, prevalence, agreement) == pytest.approx(prevalence, abs=1e-7)


@pytest.mark.parametrize(("raters", "prevalence", "agreement"), PLACES)
def test_five_points_have_the_shares_and_the_agreement_that_they_are_named_for(raters: int, prevalence: float, agreement: float) -> None:
    drawn_from = models.panel(5, raters, prevalence, agreement, ordered=True)
    assert drawn_from.probabilities.sum() == pytest.approx(1)
    for rater in drawn_from.ratings.T:
        assert drawn_from.probabilities[rater == 4].sum() == pytest.approx(prevalence)
    first, second = drawn_from.ratings.T[:2]
    mean, square, both = (drawn_from.probabilities @ column for column in (first, first**2, first * second))
    assert (both - mean**2) / (square - mean**2) == pytest.approx(agreement)
    assert truth("icc_1_1", "five points", raters, prevalence, agreement) == pytest.approx(agreement, abs=1e-6)


CONTINUOUS = [(name, raters) for name, model in grid.MODELS.items() if model.prevalences == (0.0,) for raters in model.raters]


@pytest.mark.parametrize(("model", "raters"), CONTINUOUS)
def test_closed_forms_of_continuous_scores_are_those_of_many_scores(model: str, raters: int) -> None:
    """Where raters differ, over panels of many raters, each of its own: the mean of a ratio that two raters tell is not the ratio."""
    panels, items, raters = (20, 500, 20 * raters) if model == "continuous, raters differ" else (1, 20_000, raters)
    rng = np.random.default_rng(5)
    drawn_from = grid.population(model, raters, 0.0, 0.6)
    tables = [drawn_from.draw(rng, items)[0] for _ in range(panels)]
    for case in grid.cases(model, raters, 0.0, 0.6):
        if case.statistic.name in ("kendall_tau_b", "krippendorff_alpha"):  # minutes at this size
            found = [grid.results(case.ask(scores[:2000], None)) for scores in tables]
            margin = 0.05
        else:
            found = [grid.results(case.ask(scores, None)) for scores in tables]
            margin = 0.03
        for key, value in case.truths.items():
            assert np.mean([one[key].value for one in found]) == pytest.approx(value, abs=margin), (case.statistic.name, key)


@pytest.mark.parametrize(("prevalence", "agreement"), sorted({place[1:] for place in PLACES}))
def test_confidences_have_the_base_rate_and_the_error_that_they_are_named_for(prevalence: float, agreement: float) -> None:
    """Things are 30 % nearer to the base rate than stated: the calibration error is .3 of the mean distance from it."""
    drawn_from = models.forecast(prevalence, agreement)
    stated, outcome = drawn_from.ratings.T
    assert drawn_from.probabilities.sum() == pytest.approx(1)
    assert drawn_from.probabilities @ outcome == pytest.approx(prevalence)
    place = ("confidence and outcome", 2, prevalence, agreement)
    assert truth("ece", *place) == pytest.approx(0.3 * drawn_from.probabilities @ abs(stated - prevalence), abs=1e-6)
    assert truth("brier", *place) == pytest.approx(drawn_from.probabilities @ (stated - outcome) ** 2, abs=1e-6)
