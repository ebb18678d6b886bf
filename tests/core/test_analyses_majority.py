"""One verdict out of several."""

from __future__ import annotations

import numpy as np
import pytest

from judgeaudit.analyses.majority import majority

NAN = float("nan")


@pytest.mark.parametrize(
    ("codes", "expected", "tied"),
    [
        ([1, 1, 0], 1.0, False),
        ([1, 0], NAN, True),
        ([1, NAN], 1.0, False),
        ([1, 0, NAN], NAN, True),
        ([NAN, NAN], NAN, False),
        ([1, 1, 2, 2, 3], NAN, True),
        ([3, 3, 1, 2], 3.0, False),
    ],
)
def test_labels(codes: list[float], expected: float, tied: bool) -> None:
    decided, ties = majority(np.array([codes], dtype=float), level="nominal")
    assert decided[0] == pytest.approx(expected, nan_ok=True)
    assert bool(ties[0]) is tied


def test_scores_are_averaged_and_never_tied() -> None:
    decided, ties = majority(np.array([[1.0, 2.0, NAN], [NAN, NAN, NAN]]), level="interval")
    assert decided[0] == 1.5
    assert np.isnan(decided[1])
    assert not ties.any()


def test_nothing_at_all() -> None:
    decided, ties = majority(np.full((2, 0), NAN), level="nominal")
    assert np.isnan(decided).all()
    assert not ties.any()
