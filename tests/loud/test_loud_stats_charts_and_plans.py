"""Charts and plans end within seconds whatever is asked of them, and the fix that a message names is one that helps."""

from __future__ import annotations

import re
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from judgeaudit import stats
from judgeaudit.errors import OptionError

# Whatever is legal ends soon


@pytest.mark.parametrize("weight", [1e-9, 1e-5, 1e-4, 0.0099])
def test_a_weight_too_small_to_follow_is_refused(weight: float) -> None:
    with pytest.raises(OptionError, match=r"below 0\.01") as caught:
        stats.ewma([0.5], mean=0, sd=1, weight=weight)
    assert caught.value.where == "weight"


@pytest.mark.parametrize("shift", [1e-9, 0.001, 0.09])
def test_a_shift_too_small_to_follow_is_refused(shift: float) -> None:
    with pytest.raises(OptionError, match=r"below 0\.1") as caught:
        stats.cusum([0.5], mean=0, sd=1, shift=shift)
    assert caught.value.where == "shift"


GRID_STUDY = stats.g_study(np.random.default_rng(1).normal(size=(3, 30, 4)) + np.arange(30)[:, np.newaxis] / 10)

SLOWEST: dict[str, Callable[[], Any]] = {
    "ewma, normal": lambda: stats.ewma([0.5], mean=0, sd=1, weight=0.01),
    "ewma, verdicts": lambda: stats.ewma([1.0], mean=0.9, weight=0.01),
    "ewma, baseline": lambda: stats.ewma([1.0], baseline=np.tile([1.0] * 9 + [0.0], 40), weight=0.01),
    "cusum, normal": lambda: stats.cusum([0.5], mean=0, sd=1, shift=0.1),
    "cusum, verdicts": lambda: stats.cusum([1.0], mean=0.9, shift=0.1),
    "d_study": lambda: stats.d_study(GRID_STUDY, n_judges=range(1, 101), n_replicates=range(1, 101), target=0.99),
}


@pytest.mark.parametrize("name", SLOWEST)
def test_the_slowest_legal_options_end_within_seconds_in_little_memory(name: str) -> None:
    tracemalloc.start()
    start = time.process_time()
    found = SLOWEST[name]()
    took, peak = time.process_time() - start, tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.value is not None
    assert took < 30  # 1 to 8 seconds
    assert peak < 500e6


def test_a_grid_of_designs_that_nobody_reads_is_refused_at_once() -> None:
    start = time.process_time()
    for grid in ({"n_judges": range(1, 3001), "n_replicates": range(1, 301)}, {"n_judges": range(1, 10**12)}, {"n_replicates": iter(range(1, 10**12))}):
        with pytest.raises(OptionError, match=r"designs|numbers in n_"):
            stats.d_study(GRID_STUDY, **grid)
    assert time.process_time() - start < 2


# The fix that a message names is one that helps

PASSES = np.tile([1.0] * 9 + [0.0], 10)


@pytest.mark.parametrize("mean", [0.9, 0.95, 0.98, 0.99, 0.995])
@pytest.mark.parametrize("shift", [1.0, 2.0])
def test_the_shift_that_cusum_names_is_one_that_works(mean: float, shift: float) -> None:
    why = str(stats.cusum(PASSES, mean=mean, alternative="greater", shift=shift).undefined)
    named = re.search(r"only a shift below ([\d.]+) sds helps", why)
    assert named is not None
    for wrong in ("weight", "baseline", "larger"):
        assert wrong not in why
    assert stats.cusum(PASSES, mean=mean, alternative="greater", shift=0.95 * float(named[1])).undefined is None
    assert stats.cusum(PASSES, mean=mean, alternative="greater", shift=1.05 * float(named[1])).undefined is not None


def test_cusum_says_where_nothing_helps() -> None:
    assert "nothing can be found that way" in str(stats.cusum(PASSES, mean=0.9999, alternative="greater").undefined)
    why = str(stats.cusum([1.0] * 5, baseline=[1.0] * 400, alternative="greater").undefined)
    assert why == str(stats.ewma([1.0] * 5, baseline=[1.0] * 400, alternative="greater").undefined)
    assert "nothing can be found there (watch the other side)" in why
    assert stats.cusum([1.0] * 5, baseline=[1.0] * 400, alternative="less").undefined is None


def test_a_longer_baseline_is_named_where_there_is_one_and_helps() -> None:
    for chart in (stats.cusum, stats.ewma):
        assert "longer baseline" in str(chart([1.0], baseline=[1.0] * 5).undefined)
        assert chart([1.0], baseline=[1.0] * 400).undefined is None
        assert "baseline" not in str(chart([1.0], mean=0.99, alternative="greater").undefined)


@pytest.mark.parametrize("mean", [0.6, 0.9, 0.95, 0.99])
def test_the_weight_that_ewma_names_is_one_that_works(mean: float) -> None:
    why = str(stats.ewma(PASSES, mean=mean, alternative="greater", weight=0.5).undefined)
    assert "shift" not in why
    works = stats.ewma(PASSES, mean=mean, alternative="greater", weight=0.01).undefined is None
    assert ("a weight below 0.5 (0.01 does)" in why) == works
    assert "larger alpha or a shorter horizon" in why
    assert "shorter average_run_length" in str(stats.ewma(PASSES, mean=0.99, alternative="greater", weight=0.5, average_run_length=1e6).undefined)


def test_a_normal_law_of_a_stream_that_keeps_to_labels_is_said() -> None:
    for chart in (stats.cusum, stats.ewma):
        said = "normal law with known mean and sd (NOT the law of a stream "
        assert said + "on 5 labels" in chart([3.0, 4.0], mean=3, sd=1, labels=[1, 2, 3, 4, 5]).method
        assert said + "within bounds" in chart([3.0, 4.0], mean=3, sd=1, bounds=(1, 5)).method
        assert "NOT the law" not in chart([3.0, 4.0], mean=3, sd=1).method
        assert "NOT the law" not in chart([3.0, 4.0], labels=[1, 2, 3, 4, 5], probabilities=[0.2] * 5).method
