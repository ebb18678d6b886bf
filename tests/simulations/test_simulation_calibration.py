"""Intervals of the calibration analysis: how often those of the human ceiling and of a difference between two judges hold; seeds are fixed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from judgeaudit.analyses.calibrations.paired import paired
from judgeaudit.analyses.parts import parts
from judgeaudit.stats.kernels.jackknife import jackknife_interval
from judgeaudit.stats.kernels.pair_kappas import pair_kappas
from judgeaudit.tables import Rows
from tests.core.analyses_builder import input_of, said

N = 400


def people(rng: np.random.Generator, n_items: int, n_people: int, *, share: float, wrong: float, missing: float, size: int = 1) -> NDArray[np.float64]:
    """Clusters of `size` items with one true label, which each annotator gets wrong by chance."""
    truth = np.repeat(rng.random(n_items // size) < share, size)[:, np.newaxis].astype(float)
    codes = np.where(rng.random((n_items, n_people)) < wrong, 1 - truth, truth)
    codes[rng.random(codes.shape) < missing] = np.nan
    return codes


@pytest.mark.parametrize(
    ("n_items", "n_people", "share", "wrong", "missing", "size"),
    [(50, 3, 0.5, 0.15, 0.0, 1), (50, 6, 0.8, 0.1, 0.0, 1), (100, 3, 0.9, 0.15, 0.0, 1), (100, 3, 0.5, 0.15, 0.5, 1), (100, 15, 0.5, 0.02, 0.0, 1), (200, 3, 0.8, 0.1, 0.0, 5)],
)  # fmt: skip
def test_the_interval_of_the_ceiling_holds(n_items: int, n_people: int, share: float, wrong: float, missing: float, size: int) -> None:
    rng = np.random.default_rng(11)
    truth = pair_kappas(people(rng, 300_000, 3, share=share, wrong=wrong, missing=0.0), level="nominal").mean
    clusters, held = np.repeat(np.arange(n_items // size), size) if size > 1 else None, 0
    for _ in range(N):
        codes = people(rng, n_items, n_people, share=share, wrong=wrong, missing=missing, size=size)
        found = pair_kappas(codes, level="nominal", clusters=clusters)
        low, high = jackknife_interval(found.mean, found.without, found.times, 0.95, fisher_z=True)
        held += low <= truth <= high
    assert 0.92 <= held / N <= 0.99


@pytest.mark.parametrize(
    ("n_items", "first", "second", "runs", "size"), [(100, 0.9, 0.8, 1, 1), (50, 0.7, 0.7, 1, 1), (100, 0.9, 0.8, 3, 1), (150, 0.8, 0.7, 1, 5)]
)
def test_the_interval_of_a_difference_between_two_judges_holds(n_items: int, first: float, second: float, runs: int, size: int) -> None:
    """An item (a cluster) that is hard for one is hard for both; and at no difference p is below .05 in at most about 5 of 100."""
    rng = np.random.default_rng(12)
    whole = next(parts(input_of(said("a", ["pass"]), gold=["pass"]), "calibration"))
    clusters = np.repeat(np.arange(n_items // size), size)
    part = replace(whole, rows=Rows(index=np.arange(n_items), counts=None, clusters=clusters if size > 1 else None))
    held = found = 0
    for _ in range(N):
        hard = np.repeat(rng.random(n_items // size) - 0.5, size) * 0.2
        right = [(rng.random((runs, n_items)) < share - hard).mean(axis=0) for share in (first, second)]
        one = paired(part, right[0], right[1], who=("a", "b"))
        assert one.low is not None
        assert one.high is not None
        assert one.p is not None
        held += one.low <= first - second <= one.high
        found += one.p <= 0.05
    assert 0.92 <= held / N <= 0.985
    assert first != second or found / N <= 0.07
