"""What measures of drift must never do: contradict their intervals, hide changes that cancel, or go unseen because there are many."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import pytest

import judgeaudit
from judgeaudit import Audit
from judgeaudit.domain.drift import DriftAnswer, DriftMeasure
from tests.core.drift_files import rows


def compared(old: Any, new: Any, **more: Any) -> Audit:
    return judgeaudit.drift(*map(pd.DataFrame, (old, new)), **{"embedder": "none", **more})


def scored(scores: Sequence[float], *, replicates: int = 2) -> list[dict[str, Any]]:
    return [
        {"item_id": f"i{n:03d}", "judge": "j", "criterion": "c", "replicate": r, "score": float(score)}
        for n, score in enumerate(scores)
        for r in range(replicates)
    ]


def measure(found: Audit, name: str, stratum: str | None = None) -> DriftMeasure:
    return next(one for one in answer(found).measures if (one.measure, one.stratum) == (name, stratum))


def answer(found: Audit) -> DriftAnswer:
    (one,) = found.data.drift
    return one


def texts(found: Audit) -> str:
    return "\n".join(finding.text for finding in found.data.analyses[0].findings)


@pytest.mark.parametrize(("low", "high", "away"), [(0, 100, 9), (1, 5, 1), (0.0, 1.0, 0.09)])
def test_scores_that_changed_and_cancel_are_flips(low: float, high: float, away: float) -> None:
    """A third of 300 items is `away` higher or lower, more than 5 % of the range; no replicate ever differs."""
    old = [low + (high - low) * (n % 5) / 4 for n in range(300)]
    new = [score + (0 if n % 3 else away if score == low or (score < high and n % 2) else -away) for n, score in enumerate(old)]
    found = compared(scored(old), scored(new))
    flips = measure(found, "excess_flip_rate")
    assert (found.exit_code, flips.answer, flips.effect) == (1, "drifted", pytest.approx(1 / 3))
    assert "says something else now about 100 of 300 anchors" in texts(found)
    assert found.estimate("drift.churn", judge="j").value == pytest.approx(1 / 3)


def test_scores_that_moved_by_less_than_the_margin_are_no_flips() -> None:
    old = [n % 101 for n in range(303)]
    new = [score + (4 if score < 50 else -4) for score in old]
    found = compared(scored(old), scored(new))
    assert (found.exit_code, measure(found, "excess_flip_rate").effect) == (0, 0)
    assert "something else now" not in texts(found)


def test_what_is_certain_is_found_among_hundreds_of_strata() -> None:
    """110 strata of 12; in one all 12 verdicts changed, half each way, and neither version ever contradicts itself."""
    old = [{**row, "stratum": f"s{int(row['item_id'][1:]) // 12:03d}"} for row in rows(1320)]
    new = [{**row, "stratum": f"s{int(row['item_id'][1:]) // 12:03d}"} for row in rows(1320, turned=range(12))]
    found = compared(old, new)
    flips = measure(found, "excess_flip_rate", "s000")
    # An item's four verdicts are split like that by 2 of 6 shuffles.
    assert flips.p == pytest.approx(3.0**-12, rel=1e-3)
    assert (found.exit_code, flips.answer) == (1, "drifted")


def test_a_shift_that_is_certain_is_found_among_hundreds_of_tests_too() -> None:
    """40 scores with differences on no common grid, all upwards: 2 of 2^40 sign patterns are as far from 0."""
    rng = np.random.default_rng(3)
    old = rng.uniform(0, 60, 40)
    shift = measure(compared(scored(old, replicates=1), scored(old + rng.uniform(20, 40, 40), replicates=1)), "marginal_shift")
    assert shift.p is not None
    assert shift.p < 1e-6


def test_a_stratum_that_moved_and_is_too_small_is_no_equivalence() -> None:
    """8 anchors of 300, all turned."""
    old, new = (
        [{**row, "stratum": "tiny" if int(row["item_id"][1:]) < 8 else "rest"} for row in rows(300, turned=range(turned))] for turned in (0, 8)
    )  # fmt: skip
    found = compared(old, new)
    assert (found.exit_code, answer(found).answer) == (3, "inconclusive")
    assert "flips beyond noise on right in tiny (8 anchors, fewer than 10)" in answer(found).sentence


def test_a_stratum_without_an_answer_is_named_beside_the_equivalent_whole() -> None:
    """2 of 20 in one stratum: by chance or not, nobody can tell."""
    old, new = (
        [{**row, "stratum": "x" if int(row["item_id"][1:]) < 20 else "rest"} for row in rows(400, turned=turned)] for turned in ((), (0,))
    )  # fmt: skip
    found = compared(old, new)
    assert answer(found).answer == "equivalent"
    assert "every change on all of them together lies within the margin" in answer(found).sentence
    assert answer(found).sentence.endswith("It cannot be told of x alone.")


@pytest.mark.parametrize("replicates", [(3, 1), (5, 1), (1, 3), (3, 3)])
def test_flips_that_cancel_are_no_shift_however_often_items_were_judged(replicates: tuple[int, int]) -> None:
    """Deterministic: 12 of 120 items went from pass to fail and 5 back. McNemar's exact p is 2 P(X >= 12 of 17) = .143."""
    turned = [*range(0, 24, 2), *range(1, 11, 2)]
    found = compared(rows(120, replicates=replicates[0]), rows(120, turned=turned, replicates=replicates[1]))
    shift = measure(found, "marginal_shift")
    assert shift.p is not None
    assert shift.p >= 0.0895, "McNemar's statistic without correction, 7 / sqrt(17), two-sided, is .0896"
    assert shift.answer == "inconclusive"
    assert shift.detectable is not None
    assert shift.detectable > 0.1


def test_a_shift_that_drifted_has_an_interval_without_0() -> None:
    """Runs with 15 % of verdicts changed, either way at random; judged three times, then once. It used to be 8 of 12."""
    rng = np.random.default_rng(11)
    drifted, contradicting = 0, 0
    for _ in range(40):
        turned = np.flatnonzero(rng.random(100) < 0.15).tolist()
        shift = measure(compared(rows(100, replicates=3), rows(100, turned=turned, replicates=1)), "marginal_shift")
        assert shift.low is not None
        assert shift.high is not None
        drifted += shift.answer == "drifted"
        contradicting += bool(shift.p is not None and shift.p < 0.05 and shift.low <= 0 <= shift.high)
    assert contradicting == 0
    # True shifts are of a few points at random; 5 % where there is none.
    assert drifted <= 8


def test_a_criterion_without_gold_does_not_stand_in_the_way() -> None:
    both = [*rows(300), *({**row, "criterion": "polite"} for row in rows(300))]
    gold = pd.DataFrame([{"item_id": f"i{n:03d}", "annotator": "a", "label": ("pass", "fail")[n % 2], "criterion": "right"} for n in range(300)])
    found = compared(both, both, gold=gold)
    assert (found.exit_code, answer(found).answer) == (0, "equivalent")
    assert {one.criterion for one in answer(found).measures if one.measure == "accuracy_shift"} == {"right"}
    assert "No item has gold on polite: whether j is right there is not measured, and no part of the answer." in texts(found)
    assert found.estimate("drift.accuracy_shift", judge="j", criterion="polite").undefined == "no item has gold on this criterion"


def test_gold_that_decides_nothing_was_given_and_stands_in_the_way() -> None:
    both = [*rows(300), *({**row, "criterion": "polite"} for row in rows(300))]
    right = [{"item_id": f"i{n:03d}", "annotator": "a", "label": ("pass", "fail")[n % 2], "criterion": "right"} for n in range(300)]
    disputed = [{"item_id": "i000", "annotator": who, "label": label, "criterion": "polite"} for who, label in (("a", "pass"), ("b", "fail"))]
    found = compared(both, both, gold=pd.DataFrame(right + disputed))
    assert (found.exit_code, answer(found).answer) == (3, "inconclusive")


def test_parts_that_cancel_are_told_apart() -> None:
    """Of 100 anchors 30 became pass; production stays at half, so that the judged system became worse by as much."""
    production = [[{**row, "item_id": f"{name}{row['item_id']}"} for row in rows(400, replicates=1)] for name in ("old", "new")]
    found = compared([*rows(100), *production[0]], [*rows(100, turned=range(1, 60, 2)), *production[1]])
    said = next(text for text in texts(found).splitlines() if "in production" in text)
    assert "cannot be told apart" not in said
    assert re.search(r"the judge [+-]30\.0 points", said)
    (share,) = found.data.analyses[0].blocks["shares"]
    assert share["told_apart"] is True
    assert share["total"]["value"] == pytest.approx(0)


def test_the_sentence_says_a_reason_once() -> None:
    rng = np.random.default_rng(1)
    turned = np.flatnonzero(rng.random(60) < 0.1).tolist()
    gold = pd.DataFrame([{"item_id": f"i{n:03d}", "annotator": "a", "label": ("pass", "fail")[n % 2]} for n in range(60)])
    sentence = answer(compared(rows(60, replicates=1), rows(60, turned=turned, replicates=1), gold=gold)).sentence
    assert sentence.count("neither beyond chance") == 1
    assert "the shift of 'fail' on right" in sentence or "the shift of 'pass' on right" in sentence


def test_seen_from_is_no_smaller_than_what_the_interval_leaves_open() -> None:
    """400 items of 20 questions, 3 of which moved: whole questions may move, so that the interval is wide, and no small shift would have been seen."""
    turned = {0, 130, 270}
    items = [judgeaudit.Item(id=f"i{n:03d}", input=f"Question {n // 20}?", response=f"Answer {n}.") for n in range(400)]
    shift = measure(compared(rows(400, replicates=1), rows(400, turned=turned, replicates=1), items=items), "marginal_shift")
    assert shift.low is not None
    assert shift.high is not None
    assert shift.detectable is not None
    assert shift.detectable > (shift.high - shift.low) / 2
