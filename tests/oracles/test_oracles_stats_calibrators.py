"""Calibrators of confidences: against scikit-learn, their losses written out, and what a calibrator must never do."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from rater_tables import Table

from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.calibrator_parameters import KINDS
from judgeaudit.stats.kernels.calibrators import SURE, Calibrator, choose_calibrator, fit_calibrator, log_odds


def judged(seed: int, n: int = 300, *, digits: int = 2) -> tuple[Table, Table]:
    """A judge who is too sure of itself."""
    rng = np.random.default_rng(seed)
    confidence = np.round(rng.beta(5, 2, n), digits)
    return confidence, (rng.random(n) < confidence**2).astype(float)


@pytest.mark.parametrize("seed", range(10))
def test_platt_equals_scikit_learn(seed: int) -> None:
    """scikit-learn's CalibratedClassifierCV(method="sigmoid") on a fitted classifier whose decision function is the log odds."""
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.calibration import CalibratedClassifierCV
    from sklearn.frozen import FrozenEstimator

    class Stated(ClassifierMixin, BaseEstimator):
        def fit(self, x: Table, y: Table) -> Stated:
            self.classes_ = np.array([0.0, 1.0])
            return self

        def predict(self, x: Table) -> Table:
            return np.asarray(x[:, 0] > 0, dtype=np.float64)

        def decision_function(self, x: Table) -> Table:
            return np.asarray(x[:, 0])

    confidence, right = judged(seed)
    x = log_odds(confidence)[:, np.newaxis]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = CalibratedClassifierCV(FrozenEstimator(Stated().fit(x, right)), method="sigmoid").fit(x, right).predict_proba(x)[:, 1]
    assert fit_calibrator(confidence, right, kind="platt").apply(confidence) == pytest.approx(theirs, abs=2e-4)


def test_platt_is_where_his_loss_is_least() -> None:
    """Platt 1999: the gradient of the loss with targets (N1 + 1) / (N1 + 2) and 1 / (N0 + 2) is 0."""
    confidence, right = judged(1)
    n1 = right.sum()
    target = np.where(right == 1, (n1 + 1) / (n1 + 2), 1 / (len(right) - n1 + 2))
    residual = fit_calibrator(confidence, right).apply(confidence) - target
    assert (residual.sum(), residual @ log_odds(confidence)) == pytest.approx((0, 0), abs=1e-6)


@pytest.mark.parametrize("seed", range(20))
def test_isotonic_equals_scikit_learn_and_the_means_of_pooled_violators(seed: int) -> None:
    from sklearn.isotonic import IsotonicRegression

    confidence, right = judged(seed)
    found = fit_calibrator(confidence, right, kind="isotonic")
    asked = np.linspace(0, 1, 201)
    theirs = IsotonicRegression(out_of_bounds="clip", y_min=0, y_max=1).fit(confidence, right)
    assert found.apply(asked) == pytest.approx(theirs.predict(asked), abs=1e-12)
    assert found.apply(confidence).mean() == pytest.approx(right.mean(), abs=1e-12), "least squares keeps the mean"


def test_isotonic_by_hand() -> None:
    """Ayer et al. 1955: 0.2 right 1 of 2, 0.4 right 0 of 2, pooled to 1/4; 0.6 right 2 of 4; 0.8 right 3 of 4; twelve at 0.9, all right."""
    levels = {0.2: (1, 2), 0.4: (0, 2), 0.6: (2, 4), 0.8: (3, 4), 0.9: (12, 12)}
    confidence = np.repeat(list(levels), [n for _, n in levels.values()])
    right = np.concatenate([np.repeat([1.0, 0.0], [hits, n - hits]) for hits, n in levels.values()])
    found = fit_calibrator(confidence, right, kind="isotonic")
    assert found.apply(list(levels)) == pytest.approx([0.25, 0.25, 0.5, 0.75, 1.0], abs=1e-12)


def test_temperature_is_where_the_likelihood_is_greatest_and_equals_logistic_regression() -> None:
    """Guo et al. 2017, section 4.2: one number that divides the log odds; the same as logistic regression without an intercept."""
    from sklearn.linear_model import LogisticRegression

    confidence, right = judged(2)
    temperature = fit_calibrator(confidence, right, kind="temperature").parameters["temperature"]
    theirs = LogisticRegression(C=1e12, fit_intercept=False, tol=1e-10).fit(log_odds(confidence)[:, np.newaxis], right)
    assert 1 / temperature == pytest.approx(float(theirs.coef_[0, 0]), abs=1e-5)
    residual = 1 / (1 + np.exp(-log_odds(confidence) / temperature)) - right
    assert residual @ log_odds(confidence) == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_calibrators_are_monotone_finite_and_survive_json(kind: str, seed: int) -> None:
    confidence, right = judged(seed)
    confidence[:3], right[:3] = (0, 1, 1), (0, 1, 0)
    for outcome in (right, 1 - right, np.tile([0.0, 1.0], 150)):
        found = fit_calibrator(confidence, outcome, kind=kind)
        asked = np.linspace(0, 1, 1001)
        values = found.apply(asked)
        assert np.isfinite(values).all()
        assert ((values >= 0) & (values <= 1)).all()
        assert (np.diff(values) >= -1e-15).all()
        assert np.isnan(found.apply([np.nan]))[0]
        again = Calibrator.from_json(found.to_json())
        assert again == found
        assert (again.apply(asked) == values).all()


def test_separated_outcomes_give_no_infinite_slope() -> None:
    confidence, right = np.repeat([1.0, 0.0], 30), np.repeat([1.0, 0.0], 30)
    for kind in KINDS:
        assert np.isfinite(fit_calibrator(confidence, right, kind=kind).apply([0, 0.5, 1])).all()


@pytest.mark.parametrize("kind", ["platt", "isotonic", "temperature"])
def test_outside_the_fitted_range_the_nearest_end_is_taken_and_said(kind: str) -> None:
    confidence, right = judged(4)
    confidence = np.clip(confidence, 0.3, 0.95)
    found = fit_calibrator(confidence, right, kind=kind)
    low, high = float(confidence.min()), float(confidence.max())
    assert (found.parameters["low"], found.parameters["high"]) == (low, high)
    assert (found.apply([0.0, 1.0]) == found.apply([low, high])).all()
    assert found.outside([0.0, low, high, 1.0, np.nan]).tolist() == [True, False, False, True, False]
    assert f"2 outside the fitted range {low:.4g} to {high:.4g}" in found.say([0.0, low, high, 1.0])
    assert "outside" not in found.say([low, high])


def test_a_judge_that_is_right_the_less_the_surer_it_is_is_not_turned_round() -> None:
    confidence, right = judged(5)
    found = fit_calibrator(confidence, 1 - right)
    assert found.parameters["slope"] == 0
    assert "not right more often where it is surer" in found.reason
    assert np.ptp(found.apply([0, 0.5, 1])) == 0
    assert found.apply([0.5])[0] == pytest.approx(1 - right.mean(), abs=0.01)


@pytest.mark.parametrize("fit", [fit_calibrator, choose_calibrator])
def test_too_few_items_or_one_outcome_leave_confidences_as_they_are(fit: object) -> None:
    confidence, right = judged(6)
    assert callable(fit)
    for given, reason in (
        ((confidence[:19], right[:19]), "19 items with a confidence and an outcome, fewer than 20"),
        ((confidence, np.ones(300)), "every verdict of 300 items is right: nothing shows what a wrong one looks like"),
        ((confidence, np.zeros(300)), "every verdict of 300 items is wrong: nothing shows what a right one looks like"),
        ((confidence, np.full(300, np.nan)), "0 items with a confidence and an outcome, fewer than 20"),
    ):
        found = fit(*given)
        assert (found.kind, found.reason) == ("none", reason)
        assert (found.apply([0.3, 1.0]) == [0.3, 1.0]).all()
        assert found.say([0.3]) == f"confidences as stated: {reason}"


def test_certainty_is_taken_a_little_away_from_infinite_log_odds() -> None:
    assert log_odds(np.array([0.0, 1.0])) == pytest.approx([np.log(SURE / (1 - SURE)), np.log((1 - SURE) / SURE)])


# The choice of a calibrator.


def curved(rng: np.random.Generator, n: int, shape: str) -> tuple[Table, Table]:
    confidence = rng.random(n)
    true = {
        "none": confidence,
        "temperature": 1 / (1 + np.exp(-log_odds(confidence) / 3)),
        "isotonic": np.where(confidence < 0.4, 0.2, np.where(confidence < 0.6, 0.8, 0.85)),
    }[shape]
    return confidence, (rng.random(n) < true).astype(float)


@pytest.mark.parametrize(
    ("shape", "fitting"), [("none", {"none", "temperature", "platt"}), ("temperature", {"temperature", "platt"}), ("isotonic", {"isotonic"})]
)
def test_the_kind_that_fits_is_chosen(shape: str, fitting: set[str]) -> None:
    confidence, right = curved(np.random.default_rng(1), 3000, shape)
    found = choose_calibrator(confidence, right)
    assert found.kind in fitting, found.scores
    assert set(found.scores) == set(KINDS)
    assert found.scores[found.kind] == min(found.scores.values())


def test_cross_validated_scores_are_those_of_items_left_out() -> None:
    """The same items are scored worse than those fitted on: isotonic, fitted on all, looks better than it does across folds."""
    confidence, right = judged(7, 60)
    found = choose_calibrator(confidence, right)
    fitted = np.mean((fit_calibrator(confidence, right, kind="isotonic").apply(confidence) - right) ** 2)
    assert fitted < found.scores["isotonic"]
    assert found.scores["none"] == pytest.approx(np.mean((confidence - right) ** 2), abs=1e-12)


def test_the_choice_depends_on_the_seed_alone_and_not_on_the_order_of_items() -> None:
    confidence, right = judged(8)
    order = np.random.default_rng(1).permutation(300)
    assert choose_calibrator(confidence, right, seed=5) == choose_calibrator(confidence[order], right[order], seed=5)
    assert choose_calibrator(confidence, right, seed=5).scores != choose_calibrator(confidence, right, seed=6).scores


def test_a_single_wrong_verdict_does_not_break_the_folds() -> None:
    right = np.ones(40)
    right[3] = 0
    found = choose_calibrator(np.linspace(0.5, 1, 40), right)
    assert set(found.scores) == set(KINDS)
    assert np.isfinite(list(found.scores.values())).all()


BAD_CALIBRATORS = {
    "not JSON": "{", "a list": "[]", "no kind": '{"parameters": {}}', "another kind": '{"kind": "spline"}', "more": '{"kind": "none", "model": 1}',
    "missing": '{"kind": "platt", "parameters": {"slope": 1}}',
    "falling": '{"kind": "platt", "parameters": {"slope": -1, "intercept": 0, "low": 0, "high": 1, "n_items": 30}}',
    "infinite": '{"kind": "platt", "parameters": {"slope": 1, "intercept": Infinity, "low": 0, "high": 1, "n_items": 30}}',
    "text": '{"kind": "temperature", "parameters": {"temperature": "hot", "low": 0, "high": 1, "n_items": 30}}',
    "frozen": '{"kind": "temperature", "parameters": {"temperature": 0, "low": 0, "high": 1, "n_items": 30}}',
    "list for a number": '{"kind": "temperature", "parameters": {"temperature": [1], "low": 0, "high": 1, "n_items": 30}}',
    "number for a list": '{"kind": "isotonic", "parameters": {"confidence": 1, "share_right": [1], "low": 0, "high": 1, "n_items": 30}}',
    "steps down": '{"kind": "isotonic", "parameters": {"confidence": [0.2, 0.4], "share_right": [0.5, 0.3], "low": 0, "high": 1, "n_items": 30}}',
    "range turned": '{"kind": "temperature", "parameters": {"temperature": 1, "low": 0.9, "high": 0.1, "n_items": 30}}',
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_CALIBRATORS)
def test_what_is_no_calibrator_is_refused(name: str) -> None:
    with pytest.raises(OptionError) as caught:
        Calibrator.from_json(BAD_CALIBRATORS[name])
    assert caught.value.fix


def test_what_cannot_be_calibrated_is_refused() -> None:
    for confidence, right, what in (
        ([90.0] * 30, [1] * 30, "outside 0..1"), ([0.9] * 30, [2] * 30, "neither 0 nor 1"), ([0.9] * 30, [1] * 29, "shape"), (["sure"] * 30, [1] * 30, "not numbers"),
    ):  # fmt: skip
        with pytest.raises(OptionError, match=what):
            fit_calibrator(confidence, right)
    with pytest.raises(OptionError, match="spline"):
        fit_calibrator([0.9], [1], kind="spline")
    with pytest.raises(OptionError, match="n_folds"):
        choose_calibrator([0.9], [1], n_folds=1)
