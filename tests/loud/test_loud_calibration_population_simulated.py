"""What is promised of rates put together from systems that differ, and of missing verdicts that do not depend on gold: simulated, few samples each."""

from __future__ import annotations

import numpy as np
import pytest

from judgeaudit.analyses.calibrations.corrected import corrected
from judgeaudit.analyses.calibrations.unanswered import unanswered
from judgeaudit.analyses.parts import parts
from tests.core.analyses_builder import Row, gold_of, input_of, rubric_of, said

P, F = "pass", "fail"
SYSTEMS = (("A", 0.6, 0.98, 0.55), ("B", 0.8, 0.7, 0.03))
"""Share that passes, and how often the judge passes what does and what does not: 70 % of both together."""


@pytest.mark.parametrize("n_labelled", [(100, 100), (150, 50)])
def test_a_rate_put_together_from_systems_that_differ_holds(n_labelled: tuple[int, int]) -> None:
    """60 samples of 300 items of each system: 95 % are 57, less three standard errors 52."""
    rng, held, these, known = np.random.default_rng(sum(n_labelled)), 0, 0, 0
    for _ in range(60):
        rows: list[Row] = []
        gold: list[str | None] = []
        passed = 0
        for (name, rate, hit, wrong), n in zip(SYSTEMS, n_labelled, strict=True):
            truth = rng.random(300) < rate
            given = rng.random(300) < np.where(truth, hit, wrong)
            rows += [{**row, "item_id": f"i{len(gold) + place}", "system": name} for place, row in enumerate(said("a", [P if one else F for one in given]))]
            gold += [(P if one else F) if place < n else None for place, one in enumerate(truth)]
            passed += int(truth.sum())
        part = next(iter(parts(input_of(rows, gold=gold_of(gold, rubric_of())), "calibration")))
        whole = {row["method"]: row for row in corrected(part).blocks["corrected"] if row["system"] is None}
        known += whole["ppi"]["apart"]
        held += whole["ppi"]["low"] <= 0.7 <= whole["ppi"]["high"]
        these += whole["rogan_gladen_all"]["low"] <= passed / 600 <= whole["rogan_gladen_all"]["high"]
    assert known == 60
    assert held >= 52
    assert these >= 52


@pytest.mark.parametrize("size", [1, 4])
def test_missing_verdicts_that_gold_has_no_say_in_are_seldom_called_so(size: int) -> None:
    """60 samples of 200 items, in clusters of `size` that are alike in gold and in missing verdicts: 5 % are 3, and three standard errors more 8."""
    rng, called = np.random.default_rng(size), 0
    for _ in range(60):
        truth, lost = (np.repeat(rng.random(200 // size) < share, size) for share in (0.4, 0.3))
        rows = [{**row, "cluster": f"k{int(row['item_id'][1:]) // size}"} for row in said("a", ["!refused" if one else P for one in lost])]
        part = next(iter(parts(input_of(rows, gold=[P if one else F for one in truth]), "calibration")))
        called += unanswered(part).blocks["unanswered"][0]["p"] <= 0.05
    assert called <= 8
