"""Committed results on people: the alternative annotator test on few items, and the interval of the human ceiling; both again with another seed."""

from __future__ import annotations

import pytest

from tests.simulations import alt_test, human_ceiling

ABOUT_TEST, PASSED = alt_test.read_results()
ABOUT_CEILING, HELD = human_ceiling.read_results()


def test_committed_results_are_whole() -> None:
    rows = [(m, w, e, n) for m in alt_test.ANNOTATORS for w in alt_test.WRONG for e in alt_test.EPSILON for n in alt_test.ITEMS]
    assert [(one.annotators, one.wrong, one.epsilon, one.items) for one in PASSED] == rows
    cells = [(n, m, p, k) for n in human_ceiling.ITEMS for m in human_ceiling.ANNOTATORS for p in human_ceiling.COMMONEST for k in human_ceiling.KAPPA]
    assert [(one.items, one.annotators, one.commonest, one.kappa) for one in HELD] == cells
    assert {one.simulations for one in PASSED} | {one.samples for one in HELD} == {1000}
    assert alt_test.RESULTS.with_suffix(".md").read_text(encoding="utf-8") == alt_test.page(ABOUT_TEST, PASSED)
    assert human_ceiling.RESULTS.with_suffix(".md").read_text(encoding="utf-8") == human_ceiling.page(ABOUT_CEILING, HELD)


def test_from_30_items_on_a_judge_that_must_not_pass_does_so_in_at_most_5_of_100() -> None:
    assert max(one.rule for one in PASSED if one.items >= 30) <= 0.05
    assert all(one.concluded == one.rule for one in PASSED if one.items >= 30)


def test_below_30_items_the_published_rule_passes_it_far_more_often_and_an_audit_never() -> None:
    """What docs/calibration.md says of it."""
    most = {n: max(one.rule for one in PASSED if one.items == n) for n in (10, 20, 29)}
    assert most == {10: pytest.approx(0.23), 20: pytest.approx(0.548), 29: pytest.approx(0.815)}
    assert {one.concluded for one in PASSED if one.items < 30} == {0.0}


def test_another_seed_passes_as_many() -> None:
    judge = alt_test.judge_worse_by(3, 0.05, 0.1)
    for items in (20, 30):
        found = alt_test.simulate(3, 0.05, 0.1, items, judge=judge, simulations=150, seed=7)
        committed = next(one for one in PASSED if (one.annotators, one.wrong, one.epsilon, one.items) == (3, 0.05, 0.1, items))
        assert found.rule == pytest.approx(committed.rule, abs=4 * (0.25 / 150) ** 0.5)


def test_the_interval_of_the_ceiling_holds_or_says_that_it_is_short() -> None:
    """Of several annotators 91 of 100 and more everywhere, where as many degrees of freedom as items held in down to two thirds."""
    printed = [one for one in HELD if one.printed is not None and one.annotators > 2]
    assert min(one.printed for one in printed) >= 0.9
    assert min(one.plain for one in printed) < 0.75
    assert all(one.printed >= 0.92 for one in printed if one.commonest < 0.9)


def test_another_seed_holds_as_often() -> None:
    part = human_ceiling.a_part()
    for items, annotators, commonest, kappa in ((20, 3, 0.9, 0.2), (50, 5, 0.7, 0.6)):
        found = human_ceiling.simulate(part, items, annotators, commonest, kappa, simulations=150, seed=7)
        committed = next(one for one in HELD if (one.items, one.annotators, one.commonest, one.kappa) == (items, annotators, commonest, kappa))
        assert found.printed == pytest.approx(committed.printed, abs=0.08)
        assert found.with_interval == pytest.approx(committed.with_interval, abs=0.12)
