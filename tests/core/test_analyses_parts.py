"""How shares and lists are said in sentences."""

from __future__ import annotations

import numpy as np
import pytest

from judgeaudit.analyses.parts import listed, percent, tally
from judgeaudit.domain.rubric import Scale


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0.0, "0 %"),
        (1.0, "100 %"),
        (0.95, "95 %"),
        (0.5, "50 %"),
        (0.451, "45 %"),
        (0.0295, "2.9 %"),
        (0.998, "99.8 %"),
        (0.00001, "under 0.1 %"),
        (0.99999, "over 99.9 %"),
    ],
)
def test_percent(share: float, said: str) -> None:
    assert percent(share) == said


def test_listed() -> None:
    assert listed(("a", "b")) == "a, b"
    assert listed(tuple("abcdefg")) == "a, b, c, d, e and 2 more"


def test_tally_puts_the_commonest_first_and_then_the_better_label() -> None:
    scale = Scale(labels=("pass", "fail"))
    assert tally(np.array([0.0, 1.0, np.nan, 0.0]), scale) == "fail x2, pass x1"
    assert tally(np.array([0.0, 1.0]), scale) == "pass x1, fail x1"
