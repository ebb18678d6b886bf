"""How many items a probe takes: against the power of the test that is used, and against runs that are drawn."""

from __future__ import annotations

import numpy as np
import pytest

from judgeaudit.analyses.biases.items_needed import items_for_rate, items_needed
from judgeaudit.analyses.biases.smallest import smallest_seen
from judgeaudit.stats.kernels.mean_change import MeanChange


def run(values: list[float], counts: list[int]) -> MeanChange:
    return MeanChange(np.array(values), np.array(counts), None, 1.0, 1.0)


@pytest.mark.parametrize("level", [0.05, 0.01])
@pytest.mark.parametrize("share", [0.05, 0.1, 0.2])
@pytest.mark.parametrize("noise", [(0, 40, 0), (4, 32, 4), (10, 20, 10)])
def test_with_so_many_items_the_smallest_effect_seen_is_the_share(noise: tuple[int, int, int], share: float, level: float) -> None:
    """The same run with as many items as that: its smallest effect, from the power of the very test, is near the share."""
    needed = items_needed(run([-1, 0, 1], list(noise)), level, share)
    times = needed / 40
    larger = run([-1, 0, 1], [round(times * n) for n in noise])
    seen = smallest_seen(larger, level)
    assert seen is not None
    assert share * 0.85 <= seen <= share * 1.3


def test_a_number_worked_out_by_hand() -> None:
    """z = 1.959964 + 0.841621; noise .2, share .1: 7.84888 x .29 / .01 = 227.62, and two."""
    assert items_needed(run([-1, 0, 1], [4, 32, 4]), 0.05, 0.1) == 230


def test_drawn_runs_of_so_many_items_find_it_as_often_as_they_should() -> None:
    """Noise of 20 % either way and a share of 10 % that moves one way, by a test written down here (Student's t on differences)."""
    n = items_needed(run([-1, 0, 1], [4, 32, 4]), 0.05, 0.1)
    rng = np.random.default_rng(7)
    drawn = rng.choice([-1.0, 0.0, 1.0], p=[0.1, 0.8, 0.1], size=(2000, n))
    drawn = np.where(rng.random((2000, n)) < 0.1, 1.0, drawn)
    z = drawn.mean(axis=1) / (drawn.std(axis=1, ddof=1) / np.sqrt(n))
    assert 0.72 <= (z > 1.96).mean() <= 0.92


def test_items_that_share_inputs_count_for_less() -> None:
    """20 clusters of two items that always move alike are worth 20 items; the number for single ones comes of the search, a little below."""
    values = np.repeat([1.0, -1.0, *[0.0] * 18], 2)
    alike = MeanChange(values, np.ones(40, dtype=np.int64), np.repeat(np.arange(20), 2), 1.0, 1.0)
    single = MeanChange(values, np.ones(40, dtype=np.int64), None, 1.0, 1.0)
    assert items_needed(alike, 0.05, 0.1) == pytest.approx(2 * items_needed(single, 0.05, 0.1), rel=0.1)


@pytest.mark.parametrize(("passes", "limit"), [(0.0, 0.05), (0.2, 0.05), (0.0, 0.1)])
def test_a_rate_and_its_limit_are_told_apart_by_so_many_items_and_no_fewer(passes: float, limit: float) -> None:
    """Wilson's ends, written down here."""

    def away(n: int) -> bool:
        half = 1.96 * np.sqrt(passes * (1 - passes) / n + 1.96**2 / (4 * n * n)) / (1 + 1.96**2 / n)
        middle = (passes + 1.96**2 / (2 * n)) / (1 + 1.96**2 / n)
        return bool(limit > middle + half or limit < middle - half)

    n = items_for_rate(passes, limit)
    assert n is not None
    assert away(n + 1)
    assert not away(n - 2)
    assert items_for_rate(limit, limit) is None
