"""The alternative annotator test: how often one annotator is wrongly called replaceable, and how often the advantage's interval holds; seeds are fixed."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats
from numpy.typing import NDArray

from judgeaudit import stats
from judgeaudit.stats.kernels.annotator_tests import p_below

N = 400


def drawn(rng: np.random.Generator, n_items: int, n_annotators: int, *, wrong: float, missing: float, size: int) -> NDArray[np.float64]:
    """Clusters of `size` items that are easy or hard together."""
    hard = np.repeat(rng.random((n_items // size, 1)) < 0.3, size, axis=0)
    truth = rng.integers(0, 4, (n_items, 1))
    errs = rng.random((n_items, 1 + n_annotators)) < np.where(hard, min(1.0, 2 * wrong), wrong)
    ratings = np.where(errs, rng.integers(0, 4, errs.shape), truth).astype(float)
    ratings[:, 1:][rng.random((n_items, n_annotators)) < missing] = np.nan
    return ratings


@pytest.mark.parametrize(
    ("n_items", "n_annotators", "wrong", "missing", "size"),
    [(30, 3, 0.3, 0.0, 1), (50, 3, 0.3, 0.3, 1), (50, 8, 0.3, 0.5, 1), (100, 3, 0.1, 0.0, 1), (200, 3, 0.3, 0.0, 5), (300, 3, 0.3, 0.3, 10)],
)
def test_the_interval_of_the_advantage_holds(n_items: int, n_annotators: int, wrong: float, missing: float, size: int) -> None:
    """Between 92 and 99.5 of 100: clusters are few, and their interval is a little wide."""
    rng = np.random.default_rng(3)
    truth = stats.alt_test(drawn(rng, 60_000, n_annotators, wrong=wrong, missing=missing, size=size)).advantage
    clusters, held = np.repeat(np.arange(n_items // size), size), 0
    for _ in range(N):
        part = stats.alt_test(drawn(rng, n_items, n_annotators, wrong=wrong, missing=missing, size=size), clusters=clusters if size > 1 else None).part(
            "advantage"
        )
        held += part.low <= truth <= part.high
    assert 0.92 <= held / N <= 0.995


# False alarms of one annotator's test at .05, before correction: exact, over all numbers of won, tied and lost items


def false_alarms(n_items: int, ties: float, epsilon: float) -> float:
    """Mean d is epsilon, so that the annotator is not to be called replaceable."""
    shares = [(1 - ties - epsilon) / 2, ties, (1 - ties + epsilon) / 2]
    rate = 0.0
    for won in range(n_items + 1):
        for lost in range(n_items + 1 - won):
            times = np.array([won, n_items - won - lost, lost])
            chance = float(scipy.stats.multinomial.pmf(times, n_items, shares))
            if chance > 1e-7:
                _, p = p_below(np.array([-1.0, 0.0, 1.0])[times > 0], times[times > 0], None, margin=epsilon, q=0.05, min_items=30)
                rate += chance * (p is not None and p <= 0.05)
    return rate


@pytest.mark.parametrize("epsilon", [0.1, 0.15, 0.2])
@pytest.mark.parametrize("n_items", [30, 50, 100])
def test_t_holds_its_level_unless_nearly_all_items_are_ties(n_items: int, epsilon: float) -> None:
    for ties in (0.3, 0.7):
        assert false_alarms(n_items, ties, epsilon) <= 0.061
    assert 0.061 < false_alarms(n_items, 0.99 - epsilon, epsilon) <= 0.165


def test_signed_ranks_of_few_items_call_annotators_replaceable_too_often() -> None:
    """They ask whether d lies evenly about epsilon and not where its mean is; a tie speaks against the annotator. Said in the docstring."""
    assert false_alarms(12, 0.3, 0.2) == pytest.approx(0.092, abs=5e-4)
    assert false_alarms(20, 0.7, 0.2) == pytest.approx(0.242, abs=5e-4)
    assert false_alarms(29, 0.89, 0.1) == pytest.approx(0.923, abs=5e-4)
