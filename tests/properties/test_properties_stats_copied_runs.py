"""Saying the same again adds nothing: no statistic's interval is narrower for runs that are copies of one another, or nearly so."""

from __future__ import annotations

import inspect

import numpy as np
import pytest
from registry_cases import ROWS, Case, levels, make_case, takes

from judgeaudit import stats
from judgeaudit.domain.results import Estimate
from judgeaudit.errors import OptionError

RUNS_ARE_EVIDENCE = ("dawid_skene",)
"""To it a rater who says the same three times has said more than one who says it once."""

CASES = [(one, level) for one in stats.STATISTICS if one.columns in ROWS and one.name not in RUNS_ARE_EVIDENCE for level in levels(one)]


def _asked(statistic: stats.Statistic, case: Case) -> Estimate | None:
    """None where the statistic refuses several runs, and says so."""
    options = {"n_resamples": 200} if takes(statistic, "n_resamples") else {}
    try:
        return case.with_options(**options).ask(statistic)
    except OptionError:
        return None


@pytest.mark.parametrize(("statistic", "level"), CASES, ids=lambda one: getattr(one, "name", one))
@pytest.mark.parametrize("n_runs", [2, 5])
def test_copies_of_a_run_do_not_narrow_the_interval(statistic: stats.Statistic, level: str, n_runs: int) -> None:
    for seed in (1, 2):
        case = make_case(statistic, level, seed)
        once = _asked(statistic, case)
        again = _asked(statistic, case.with_ratings(np.stack([case.ratings] * n_runs)))
        if once is None or again is None or once.low is None or once.high is None:
            continue
        assert again.low is not None, again.method
        assert again.high is not None
        assert again.low <= once.low + 1e-9, (once, again)
        assert again.high >= once.high - 1e-9, (once, again)


def test_most_statistics_take_several_runs() -> None:
    """So that the test above is about something."""
    asked = [_asked(one, make_case(one, level, 1).with_ratings(np.stack([make_case(one, level, 1).ratings] * 2))) for one, level in CASES]
    assert sum(found is not None and found.low is not None for found in asked) >= 40


@pytest.mark.parametrize("name", ["auroc", "brier"])
def test_one_verdict_that_differs_does_not_halve_the_interval(name: str) -> None:
    """The kind of interval does not change with the first run that is no exact copy."""
    rng = np.random.default_rng(3)
    right = rng.random(80) < 0.9
    run = np.column_stack([np.where(right, rng.beta(12, 1.2, 80), rng.beta(3, 3, 80)), right])
    other = run.copy()
    other[0, 0] -= 1e-4
    fn = getattr(stats, name)
    assert "n_resamples" in inspect.signature(fn).parameters
    once, nearly = (fn(one, n_resamples=200, rng=np.random.default_rng(1)) for one in (run, np.stack([run, run, other])))
    assert nearly.high - nearly.low == pytest.approx(once.high - once.low, rel=0.01)


def test_auroc_of_repeats_holds_the_true_value() -> None:
    """80 items, 90 % right, a true area of .980: the jackknife over two copies held it in 86 of 100 samples."""
    rng = np.random.default_rng(14)
    held = []
    for _ in range(150):
        right = rng.random(80) < 0.9
        run = np.column_stack([np.where(right, rng.beta(12, 1.2, 80), rng.beta(3, 3, 80)), right])
        found = stats.auroc(np.stack([run, run]), n_resamples=200, rng=np.random.default_rng(1))
        held.append(found.low <= 0.9801 <= found.high)
    assert np.mean(held) >= 0.92


def test_clusters_never_narrow_auroc() -> None:
    rng = np.random.default_rng(4)
    right = rng.random(60) < 0.85
    run = np.column_stack([np.where(right, rng.beta(12, 1.2, 60), rng.beta(3, 3, 60)), right])
    alone = stats.auroc(run, n_resamples=200, rng=np.random.default_rng(1))
    pairs = stats.auroc(run, n_resamples=200, rng=np.random.default_rng(1), clusters=np.repeat(np.arange(30), 2))
    assert pairs.low <= alone.low
    assert pairs.high >= alone.high
