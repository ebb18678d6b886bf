"""What streams say in words: gaps, nothing to go on, how a limit came about, what is refused."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import numpy as np
import pytest

from judgeaudit import stats
from judgeaudit.domain.results import Estimate
from judgeaudit.errors import OptionError

CHARTS = (stats.cusum, stats.ewma)
ALL: dict[str, Any] = {
    "e_process": lambda x: stats.e_process(x, mean=0.5),
    "confidence_sequence": stats.confidence_sequence,
    "cusum": lambda x: stats.cusum(x, mean=0.5, sd=0.3),
    "ewma": lambda x: stats.ewma(x, mean=0.5, sd=0.3),
}


@pytest.mark.parametrize("name", ALL)
def test_gaps_are_left_out_and_counted(name: str) -> None:
    x = np.random.default_rng(8).random(30)
    gapped = np.insert(x, [0, 5, 30], np.nan)
    plain, found = ALL[name](x), ALL[name](gapped)
    assert found.value == plain.value
    assert found.n_items == 30
    assert "3 missing left out" in found.method
    assert [found.path[i] for i in (0, 6, 32)] == [None] * 3
    assert tuple(one for one in found.path if one is not None) == plain.path
    assert ALL[name](np.ma.masked_invalid(gapped)) == found == ALL[name]([None if np.isnan(one) else one for one in gapped])


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("nothing", [[], [np.nan, np.nan]])
def test_no_observations(name: str, nothing: list[float]) -> None:
    assert ALL[name](nothing).undefined == "no observations"


@pytest.mark.parametrize("name", ALL)
def test_alarms_are_counted_from_what_was_handed_over(name: str) -> None:
    drifts = np.concatenate([np.tile([0.4, 0.6], 40), np.ones(200)])
    plain = ALL[name](drifts).alarm_at
    assert plain is not None
    assert plain > 80
    assert ALL[name](np.insert(drifts, 0, [np.nan] * 7)).alarm_at == plain + 7


def test_what_does_not_vary_has_no_limits() -> None:
    for chart in CHARTS:
        assert chart([1.0, 2.0], mean=1, sd=0).undefined == "no variation: the in-control sd is 0"
        assert chart([1.0, 1.0], mean=1).undefined == "no variation: in control every observation is the same"
        assert "the baseline is one value" in (chart([1.0, 2.0], baseline=[3.0, 3.0, 3.0]).undefined or "")
        assert "the baseline is one value" in (chart([1.0, 2.0], baseline=[3.0]).undefined or "")
        assert chart([1.0, 2.0], baseline=[]).undefined == "no observations in the baseline"
        assert "longer baseline" in (chart([1.0, 0.0], baseline=[1.0] * 5).undefined or "")
        assert "helps" in (chart([1.0], mean=0.9, alternative="greater").undefined or "")


def test_a_baseline_of_passes_only_still_finds_failures() -> None:
    for chart in CHARTS:
        stream = np.concatenate([np.ones(100), np.tile([0.0, 1.0], 50)])
        found = chart(stream, baseline=np.ones(200))
        assert found.alarm_at is not None
        assert found.alarm_at > 100
        assert "exact binomial bounds" in found.method
        assert chart(stream[:100], baseline=np.ones(200)).alarm_at is None


def test_how_a_limit_came_about_is_said() -> None:
    x = np.random.default_rng(9).normal(size=50)
    known = stats.cusum(x, mean=0, sd=1).method
    assert "normal law with known mean and sd" in known
    assert "within 10,000 observations with probability at most 0.05" in known
    assert "wrong for a stream of 0 and 1" in stats.ewma([1, 0, 1], mean=0.9, sd=0.3).method
    learned = stats.cusum(x, baseline=np.random.default_rng(1).normal(size=300)).method
    assert "baseline of 300, least favourable mean and sd" in learned
    assert "Dvoretzky" in stats.ewma([0.2, 0.7], baseline=np.linspace(0, 1, 500), bounds=(0, 1)).method
    assert "the guarantee ends there" in stats.cusum(x, mean=0, sd=1, horizon=20).method
    assert "raised to" in stats.cusum([1, 0, 1], baseline=[1] * 199 + [0]).method


def widths(found: Estimate) -> float:
    return float(found.upper[-1] - found.lower[-1])


def test_limits_widen_with_what_is_not_known_and_what_is_asked() -> None:
    baseline = np.repeat([0.0, 1.0], [500, 500])
    for chart in (stats.cusum, partial(stats.ewma, weight=0.1)):
        known, long, short = chart([0, 1], mean=0.5), chart([0, 1], baseline=baseline), chart([0, 1], baseline=baseline[400:600])
        assert widths(known) < widths(long) < widths(short)
        assert widths(chart([0, 1], mean=0.5, horizon=1000)) < widths(known) < widths(chart([0, 1], mean=0.5, alpha=0.005))


REFUSED: dict[str, tuple[Any, str]] = {
    "outside": (lambda: stats.e_process([0.5, 1.5], mean=0.5), "values"),
    "outside the scale": (lambda: stats.confidence_sequence([3.0, 0.0], bounds=(1, 5)), "values"),
    "bounds descend": (lambda: stats.confidence_sequence([0.5], bounds=(1, 0)), "bounds"),
    "mean outside": (lambda: stats.e_process([0.5], mean=1.5), "mean"),
    "mean descends": (lambda: stats.e_process([0.5], mean=(0.6, 0.4)), "mean"),
    "ruinous bet": (lambda: stats.e_process([0.5], mean=0.5, bet=2.0), "bet"),
    "no bet": (lambda: stats.e_process([0.5], mean=0.0, alternative="greater", bet=0.0), "bet"),
    "percent": (lambda: stats.e_process([0.5], mean=0.5, alpha=5), "alpha"),
    "confidence in percent": (lambda: stats.confidence_sequence([0.5], ci_level=95), "ci_level"),
    "direction": (lambda: stats.cusum([0.5], mean=0, sd=1, alternative="up"), "alternative"),
    "text": (lambda: stats.e_process(["pass"], mean=0.5), "values"),
    "table": (lambda: stats.ewma([[0.5, 1.0]], mean=0, sd=1), "values"),
    "infinite": (lambda: stats.cusum([np.inf], mean=0, sd=1), "values"),
    "nothing known": (lambda: stats.cusum([0.5]), "mean"),
    "known twice": (lambda: stats.ewma([0.5], mean=0, sd=1, baseline=[0.1, 0.2]), "mean"),
    "no sd": (lambda: stats.cusum([0.5], mean=0.5), "sd"),
    "negative sd": (lambda: stats.cusum([0.5], mean=0.5, sd=-1), "sd"),
    "shares without labels": (lambda: stats.cusum([0.5], probabilities=[0.5, 0.5]), "probabilities"),
    "shares too large": (lambda: stats.ewma([1.0], labels=[0, 1], probabilities=[0.5, 0.6]), "probabilities"),
    "labels descend": (lambda: stats.ewma([1.0], labels=[1, 0], baseline=[1.0]), "labels"),
    "off the scale": (lambda: stats.cusum([1.5], labels=[1, 2, 3], baseline=[1, 2]), "values"),
    "baseline off the scale": (lambda: stats.cusum([1], labels=[1, 2, 3], baseline=[1, 2.5]), "baseline"),
    "scores after verdicts": (lambda: stats.cusum([1, 0.5], baseline=[1, 0, 1]), "values"),
    "shift": (lambda: stats.cusum([0.5], mean=0, sd=1, shift=0), "shift"),
    "weight": (lambda: stats.ewma([0.5], mean=0, sd=1, weight=1.5), "weight"),
    "limit": (lambda: stats.ewma([0.5], mean=0, sd=1, limit=-3), "limit"),
    "horizon": (lambda: stats.cusum([0.5], mean=0, sd=1, horizon=0), "horizon"),
    "run length": (lambda: stats.cusum([0.5], mean=0, sd=1, average_run_length=1), "average_run_length"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_makes_no_sense_is_refused(name: str) -> None:
    call, where = REFUSED[name]
    with pytest.raises(OptionError) as caught:
        call()
    assert caught.value.where == where
    assert caught.value.fix


def test_ten_thousand_observations_take_less_than_two_seconds() -> None:
    x = np.random.default_rng(10).random(10_000)
    for name, call in ALL.items():
        start = time.process_time()
        call(x)
        assert time.process_time() - start < 2, name
