"""False alarms of every sequential test on streams of 10,000 without drift, and how soon each finds a drop. Fixed seeds.

A test at alpha = .05 over S streams may alarm in .05 + 3 sqrt(.05 * .95 / S) of them. What is simulated is the code behind the
public functions, on many streams at once; that both say the same is tested on single streams.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from judgeaudit import stats
from judgeaudit.stats.cusum import _allowances, _sums
from judgeaudit.stats.cusum import _limits as _cusum_limits
from judgeaudit.stats.ewma import _averages, _widths
from judgeaudit.stats.ewma import _limits as _ewma_limits
from judgeaudit.stats.kernels.betting import hedged_log_capital, log_capital
from judgeaudit.stats.kernels.chart_limits import Target
from judgeaudit.stats.kernels.in_control import Given, InControl, in_control
from judgeaudit.stats.kernels.stream_check import check_stream

Table = NDArray[np.float64]
Draw = Callable[[np.random.Generator, tuple[int, ...]], Table]
ALPHA, N, S = 0.05, 10_000, 200
POINTS, SHARES = (1.0, 2.0, 3.0, 4.0, 5.0), (0.05, 0.1, 0.2, 0.4, 0.25)
TARGET = Target(ALPHA, N, None)


def passes(share: float) -> Draw:
    return lambda rng, shape: (rng.random(shape) < share).astype(float)


def scores(rng: np.random.Generator, shape: tuple[int, ...]) -> Table:
    return rng.choice(POINTS, shape, p=SHARES)


def normal(rng: np.random.Generator, shape: tuple[int, ...]) -> Table:
    return rng.normal(3.0, 2.0, shape)


def beta(rng: np.random.Generator, shape: tuple[int, ...]) -> Table:
    return rng.beta(4, 1, shape)


def allowed(n: int) -> float:
    return ALPHA + 3 * float(np.sqrt(ALPHA * (1 - ALPHA) / n))


def draw(make: Draw, seed: int, n_streams: int = S) -> Table:
    """Shape (n_streams, N); the observations of one moment lie together in memory."""
    return make(np.random.default_rng(seed), (N, n_streams)).T


def first(fires: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Place of the first alarm in each stream; N where there is none."""
    return np.where(fires.any(axis=-1), fires.argmax(axis=-1), N)


def law_of(given: Given) -> InControl:
    law = in_control(check_stream([]), given, ALPHA)
    assert isinstance(law, InControl)
    return law


def cusum_alarms(given: Given, streams: Table, shift: float = 1.0) -> NDArray[np.int64]:
    law = law_of(given)
    allowances = _allowances(law, shift)
    found = _cusum_limits(law, "two-sided", allowances, TARGET, None)
    assert found is not None
    y = (streams - law.mean) / law.sd
    return first((_sums(y, allowances[0]) > found.limits[0]) | (_sums(-y, allowances[1]) > found.limits[-1]))


def ewma_alarms(given: Given, streams: Table, weight: float = 0.2) -> NDArray[np.int64]:
    law = law_of(given)
    found = _ewma_limits(law, "two-sided", weight, TARGET, None)
    assert found is not None
    z, widths = _averages((streams - law.mean) / law.sd, weight), _widths(N, weight)
    return first((z > found.limits[0] * widths) | (z < -found.limits[-1] * widths))


KNOWN: dict[str, tuple[Draw, Given]] = {
    "passes .5": (passes(0.5), Given(mean=0.5)),
    "passes .9": (passes(0.9), Given(mean=0.9)),
    "passes .99": (passes(0.99), Given(mean=0.99)),
    "scores": (scores, Given(labels=POINTS, probabilities=SHARES)),
    "normal": (normal, Given(mean=3.0, sd=2.0)),
}
CHARTS = {"cusum": cusum_alarms, "ewma": ewma_alarms}


@pytest.mark.parametrize("chart", CHARTS)
@pytest.mark.parametrize("name", KNOWN)
def test_charts_of_a_known_law_keep_alpha(chart: str, name: str) -> None:
    make, given = KNOWN[name]
    share = float((CHARTS[chart](given, draw(make, 1, 400)) < N).mean())
    assert share <= allowed(400)
    if name == "normal":
        assert share >= ALPHA - 3 * np.sqrt(ALPHA * (1 - ALPHA) / 400)  # not bought with limits that are too wide


LEARNED: dict[str, tuple[Draw, dict[str, Any]]] = {
    "passes .9": (passes(0.9), {}),
    "passes .99": (passes(0.99), {}),
    "scores": (scores, {"labels": POINTS}),
    "normal": (normal, {}),
    "any within bounds": (beta, {"bounds": (0.0, 1.0)}),
}


@pytest.mark.parametrize("chart", CHARTS)
@pytest.mark.parametrize("n", [200, 1000])
@pytest.mark.parametrize("name", LEARNED)
def test_charts_of_a_baseline_keep_alpha(chart: str, n: int, name: str) -> None:
    """An unlucky baseline, with a larger mean than 195 of 200 of that length, and a random one."""
    make, options = LEARNED[name]
    rng = np.random.default_rng(2)
    baselines = make(rng, (200, n))
    unlucky = baselines[np.argsort(baselines.mean(axis=1))[-5]]
    for k, baseline in enumerate((unlucky, baselines[0])):
        share = float((CHARTS[chart](Given(baseline=baseline, **options), draw(make, 3 + k, 100)) < N).mean())
        assert share <= allowed(100)


def test_shortcuts_would_alarm_too_often() -> None:
    """Normal limits on passes, and a baseline taken for the truth: what the limits above are for."""
    streams = draw(passes(0.99), 5, 100)
    assert (cusum_alarms(Given(mean=0.99, sd=np.sqrt(0.99 * 0.01)), streams) < N).mean() > 0.5
    assert (ewma_alarms(Given(mean=0.99, sd=np.sqrt(0.99 * 0.01)), streams) < N).mean() > 0.5
    rng = np.random.default_rng(6)
    alarms = [cusum_alarms(Given(mean=float(one.mean()), sd=float(one.std(ddof=1))), draw(normal, 7 + k, 20)) for k, one in enumerate(normal(rng, (12, 200)))]
    assert (np.concatenate(alarms) < N).mean() > allowed(240)


BOUNDED: dict[str, tuple[Draw, float]] = {
    "passes .5": (passes(0.5), 0.5),
    "passes .9": (passes(0.9), 0.9),
    "passes .99": (passes(0.99), 0.99),
    "scores": (lambda rng, shape: (scores(rng, shape) - 1) / 4, (np.dot(POINTS, SHARES) - 1) / 4),
    "beta": (beta, 0.8),
}


@pytest.mark.parametrize("name", BOUNDED)
def test_the_e_process_keeps_alpha_at_every_stopping_time(name: str) -> None:
    make, mean = BOUNDED[name]
    streams = draw(make, 20)
    for alternative in ("two-sided", "greater", "less"):
        path = log_capital(streams, mean, mean, alternative)
        assert (path.max(axis=-1) >= np.log(1 / ALPHA)).mean() <= allowed(S)
    assert np.exp(log_capital(streams, mean, mean, "greater")[:, 50]).mean() <= 1 + 0.5  # expectation 1, and a heavy tail


@pytest.mark.parametrize("name", BOUNDED)
def test_the_confidence_sequence_holds_the_mean_at_all_times(name: str) -> None:
    make, mean = BOUNDED[name]
    missed = hedged_log_capital(draw(make, 21), mean, ALPHA).max(axis=-1) > np.log(1 / ALPHA)
    assert missed.mean() <= allowed(S)


def test_a_range_of_means_keeps_alpha_at_both_ends() -> None:
    for mean in (0.85, 0.95):
        assert (log_capital(draw(passes(mean), 22), 0.85, 0.95, "two-sided").max(axis=-1) >= np.log(1 / ALPHA)).mean() <= allowed(S)


def test_the_public_functions_say_what_was_simulated() -> None:
    make, given = KNOWN["passes .9"]
    streams = draw(make, 23, 4)
    streams[:, 6000:] = draw(passes(0.75), 24, 4)[:, 6000:]
    firing = {"cusum": cusum_alarms(given, streams), "ewma": ewma_alarms(given, streams)}
    for chart, fn in (("cusum", stats.cusum), ("ewma", stats.ewma)):
        assert [fn(one, mean=0.9).alarm_at for one in streams] == [None if at == N else at for at in firing[chart].tolist()]
        assert (firing[chart] < N).any()
    betting = first(log_capital(streams, 0.9, 0.9, "two-sided") >= np.log(1 / ALPHA))
    assert [stats.e_process(one, mean=0.9).alarm_at for one in streams] == [None if at == N else at for at in betting.tolist()]
    for one in streams[:2]:
        found = stats.confidence_sequence(one)
        low, high = (np.array(ends, dtype=float) for ends in (found.lower, found.upper))
        outside = hedged_log_capital(one, 0.9, ALPHA) > np.log(1 / ALPHA)
        near = (np.abs(low - 0.9) < 2e-4) | (np.abs(high - 0.9) < 2e-4)
        assert (((low > 0.9) | (high < 0.9)) == outside)[~near].all()


def test_a_drop_of_a_tenth_is_found() -> None:
    """Median delays of a pass rate that falls from .9 to .8, in observations, against those first measured."""
    calm, low = passes(0.9), passes(0.8)
    at_once, later = draw(low, 30), draw(calm, 31)
    later[:, 1000:] = draw(low, 32)[:, 1000:]
    alarm = np.log(1 / ALPHA)
    delays = {
        "e-process, from the start": first(log_capital(at_once, 0.9, 0.9, "two-sided") >= alarm),
        "e-process, after 1,000": first(log_capital(later, 0.9, 0.9, "two-sided") >= alarm) - 1000,
        "cusum, after 1,000": cusum_alarms(Given(mean=0.9), later, shift=1 / 3) - 1000,
        "cusum, after 1,000, baseline of 1,000": cusum_alarms(Given(baseline=np.repeat([0.0, 1.0], [100, 900])), later, shift=1 / 3) - 1000,
        "ewma, after 1,000": ewma_alarms(Given(mean=0.9), later, weight=0.02) - 1000,
    }
    medians = {name: float(np.median(delay)) for name, delay in delays.items()}
    assert {name for name, median in medians.items() if not MEASURED[name] * 0.75 <= median <= MEASURED[name] * 1.25} == set(), medians


MEASURED: dict[str, float] = {
    "e-process, from the start": 98,
    "e-process, after 1,000": 372,
    "cusum, after 1,000": 173,
    "cusum, after 1,000, baseline of 1,000": 375,
    "ewma, after 1,000": 232,
}
