"""Pair stability of reasons is unbiased at every number of replicates, the dominant share is not; the committed results say so."""

from __future__ import annotations

import numpy as np
import pytest

from judgeaudit import stats
from tests.simulations.coverage_results import limits
from tests.simulations.rationale_simulation import ITEMS, REASONS, REPLICATES, RESULTS, SEED, TABLE, Found, page, read_results, same_pairs, simulate

ERRORS = 4
"""Standard errors by which a simulated mean may be off."""

ABOUT, COMMITTED = read_results()


def assert_stable(found: Found) -> None:
    truth = {"8, equally likely": 0.125, "10, equally likely": 0.1, "12, equally likely": 1 / 12, "6, skewed": 0.315, "half of the items clear": 0.515}
    assert found.truth == pytest.approx(truth[found.reasons], abs=1e-6)
    assert abs(found.z) <= ERRORS
    assert found.stability == pytest.approx(found.truth, abs=ERRORS * (0.5 if found.truth > 0.5 else 0.3) / np.sqrt(found.items))
    for share in (found.covered, found.covered_by_pairs):
        assert share is None or share >= limits(found.audits)[0]


def test_committed_results_are_whole_and_pair_stability_is_unbiased_and_its_interval_holds() -> None:
    assert [(one.reasons, one.k, one.items) for one in COMMITTED] == [(name, k, ITEMS) for name in REASONS for k in REPLICATES]
    assert (ABOUT["seed"], ABOUT["items"]) == (SEED, ITEMS)
    for one in COMMITTED:
        assert_stable(one)
        assert (one.covered is not None) == (one.k <= 30)


def test_committed_dominant_shares_are_those_of_the_other_simulations() -> None:
    compared = {(one.reasons, one.k): one.dominant for one in COMMITTED if one.table is not None}
    assert compared.keys() == TABLE.keys()
    assert all(share == pytest.approx(TABLE[place], abs=0.003) for place, share in compared.items())
    assert TABLE["8, equally likely", 5] == 0.386
    assert TABLE["12, equally likely", 30] == 0.178


@pytest.mark.parametrize("name", REASONS)
def test_the_dominant_share_falls_with_replicates_and_pair_stability_does_not(name: str) -> None:
    rows = [one for one in COMMITTED if one.reasons == name]
    shares = [one.dominant for one in rows]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] - shares[-1] > 0.1
    assert max(one.stability for one in rows) - min(one.stability for one in rows) < 0.008


@pytest.mark.parametrize("name", REASONS)
@pytest.mark.parametrize("k", [3, 5, 30])
def test_another_seed_finds_the_same(name: str, k: int) -> None:
    found = simulate(name, k, items=3_000, seed=7)
    assert_stable(found)
    assert found.table is None or found.dominant == pytest.approx(found.table, abs=0.012)


def test_a_share_that_counts_each_reason_with_itself_would_be_found_biased() -> None:
    """Sum of squared shares, which is what one writes first: it is 1/k too high where reasons differ."""
    codes = np.random.default_rng(3).integers(0, 8, (2_000, 5))
    careless = np.mean([np.square(np.bincount(row) / 5).sum() for row in codes])
    assert careless - 0.125 > ERRORS * 0.12 / np.sqrt(2_000)
    assert careless == pytest.approx(1 / 5 + 4 / 5 * 0.125, abs=0.01)


def test_both_ways_to_write_pair_stability_are_one_number() -> None:
    codes = np.random.default_rng(4).integers(0, 5, (60, 6)).astype(float)
    assert stats.proportion(same_pairs(codes)).value == pytest.approx(stats.pairwise_agreement(codes).value, abs=1e-12)


def test_the_page_is_that_of_the_results() -> None:
    assert RESULTS.with_suffix(".md").read_text(encoding="utf-8") == page(ABOUT, COMMITTED)
