"""What the table of a budget calls the things that it counts."""

from __future__ import annotations

import pytest

from judgeaudit.domain.applied import Budget, BudgetLine
from judgeaudit.report.applied import render_budget


@pytest.mark.parametrize(("what", "head"), [("judged items", "items"), ("labels", "labels")])
def test_judged_items_that_nobody_labels_are_not_called_labels(what: str, head: str) -> None:
    lines = (BudgetLine(way=f"{what} that decide it", labels=35),)
    said = render_budget(Budget(question=f"{what} for the gate coverage.answered_rate >= 0.9 to be decidable", lines=lines, sentences=("It would hold.",)))
    table = next(line for line in said.splitlines() if line.startswith("way"))
    assert table.split() == ["way", head, "with", "the", "label", "without", "half-width"]
