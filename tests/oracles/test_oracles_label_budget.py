"""How many labels: published examples, and that the answers do what they promise."""

from __future__ import annotations

import numpy as np
import pytest

from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.label_budget import (
    effective_labels,
    labels_for_gate,
    labels_for_half_width,
    lee_allocation,
    lee_half_width,
    ppi_labels,
)


def test_half_widths_of_every_textbook() -> None:
    assert (labels_for_half_width(0.5, 0.1), labels_for_half_width(0.5, 0.05)) == (96, 384)
    assert labels_for_half_width(0.5, 0.03) == 1067  # Cochran 1977, and every pollster
    assert labels_for_half_width(1.0, 0.05) == 1


def test_gate_by_fleiss_formula() -> None:
    # statpsych, size.test.prop(.05, .9, .5, .3): 65.
    assert labels_for_gate(0.5, 0.3, power=0.9) == 65
    assert labels_for_gate(0.9, 0.8) > labels_for_gate(0.95, 0.8)
    with pytest.raises(OptionError, match="no number of labels decides it"):
        labels_for_gate(0.8, 0.8)


def test_labels_for_a_gate_decide_it_as_often_as_said() -> None:
    from judgeaudit.stats.kernels.rates import wilson

    n = labels_for_gate(0.9, 0.8, power=0.8)
    shares = np.random.default_rng(1).binomial(n, 0.9, 2000) / n
    assert 0.8 <= np.mean([wilson(float(share), n, 0.95)[0] > 0.8 for share in shares]) <= 0.9


def test_lee_allocation_of_the_readme() -> None:
    # Lee et al. 2025, README: kappa = 2, m0 = 136, m1 = 64.
    assert lee_allocation(0.4, 200, 0.7, 0.9, pilot=10) == (136, 64)
    assert lee_allocation(0.0, 200, 0.7, 0.9, pilot=10) == (190, 10)
    assert lee_allocation(1.0, 200, 0.7, 0.9, pilot=10) == (10, 190)


def test_the_allocation_is_better_than_halves() -> None:
    assert lee_half_width(0.4, 1000, 0.7, 0.9, 200, 200) == pytest.approx((0.262733 - 0.056351) / 2, abs=5e-7)
    m0, m1 = lee_allocation(0.4, 200, 0.7, 0.9, pilot=10)
    best, halves = lee_half_width(0.4, 1000, 0.7, 0.9, m0, m1), lee_half_width(0.4, 1000, 0.7, 0.9, 100, 100)
    assert best is not None
    assert halves is not None
    assert best < halves
    assert lee_half_width(0.4, 1000, 0.4, 0.5, 100, 100) is None


@pytest.mark.parametrize(("correlation", "expected"), [(0.3, 108.9), (0.5, 129.4), (0.707, 183.3), (0.8, 239.1), (0.9, 379.3)])
def test_effective_labels_of_100_labels_and_1000_verdicts(correlation: float, expected: float) -> None:
    # ppi_py's formula n (n + N) / (n + (1 - r^2) N).
    assert effective_labels(100, 1000, correlation) == pytest.approx(expected, abs=0.05)


def test_effective_labels_lie_between_the_labels_and_all_items() -> None:
    assert effective_labels(100, 1000, 0.0) == effective_labels(100, 1000, -0.4) == effective_labels(100, 0, 0.9) == 100
    assert effective_labels(100, 1000, 1.0) == 1100


def test_half_of_the_labels_is_the_most_that_a_judge_no_better_than_what_it_judges_saves() -> None:
    # Dorner, Nastl & Hardt 2025: r^2 <= .5.
    assert ppi_labels(0.25, 0.05, 10**9, 0.5**0.5) == labels_for_half_width(0.5, 0.05) / 2 == 192
    assert ppi_labels(0.25, 0.05, 1000, 0.0) == 384
    n = ppi_labels(0.25, 0.05, 1000, 0.8)
    assert effective_labels(n, 1000, 0.8) == pytest.approx(384, abs=3)
    assert ppi_labels(0.25, 0.05, 10**9, 1.0) == 1


def test_what_makes_no_sense_is_refused() -> None:
    for wrong in (
        lambda: labels_for_half_width(1.5, 0.1), lambda: labels_for_half_width(0.5, 0), lambda: lee_allocation(0.4, 10, 0.7, 0.9, pilot=10),
        lambda: effective_labels(0, 10, 0.5), lambda: effective_labels(10, 10, 2), lambda: ppi_labels(-1, 0.05, 10, 0.5), lambda: labels_for_gate(1.0, 0.8),
    ):  # fmt: skip
        with pytest.raises(OptionError) as refused:
            wrong()
        assert refused.value.fix
