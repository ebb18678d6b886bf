"""Judged systems that differ have a routing rule each, and all promises hold together: numbers by hand."""

from __future__ import annotations

from typing import Any

import pytest
from analyses_builder import Row, input_of

from judgeaudit.analyses.calibrations.piece import Piece
from judgeaudit.analyses.calibrations.selective import selective
from judgeaudit.analyses.parts import parts
from judgeaudit.decision.routing import accepts, no_rule_words, review_words, risk_reasons

P, F = "pass", "fail"
FAILS = [{"judge": "a", "criterion": "c", "system": "A", "verdict": "fails"}]


def of_system(system: str, *groups: tuple[float, int, int]) -> list[Row]:
    """Rows of items whose gold is pass: confidence, how many are right and how many are wrong."""
    verdicts = [(confidence, label) for confidence, right, wrong in groups for label, n in ((P, right), (F, wrong)) for _ in range(n)]
    return [{"confidence": confidence, "label": label, "system": system} for confidence, label in verdicts]


def found(*of: list[Row], carried: list[dict[str, Any]] = FAILS, times: int = 1) -> Piece:
    rows = [
        {"item_id": f"i{n}", "judge": "a", "criterion": "c", "replicate": replicate, "status": "ok", **row}
        for n, row in enumerate(row for one in of for row in one)
        for replicate in range(times)
    ]
    (part,) = [part for part in parts(input_of(rows, gold=[P] * sum(map(len, of))), "calibration") if part.stratum is None]
    return selective(part, carried=carried)


def test_each_system_has_a_rule_and_delta_is_shared() -> None:
    """100 right of 100 at .9 for A; of B 100 right at .95 and 30 wrong of 60 at .6: the bounds without an error are 1 - 0.05^(1/100)."""
    (row,) = found(of_system("A", (0.9, 100, 0)), of_system("B", (0.95, 100, 0), (0.6, 30, 30))).blocks["routing"]
    a, b = row["of_systems"]
    assert (a["system"], a["threshold"], a["coverage"], a["n_items"]) == ("A", 0.9, 1.0, 100)
    assert (b["system"], b["threshold"], b["n_items"]) == ("B", 0.95, 160)
    assert b["coverage"] == pytest.approx(100 / 160)
    assert (a["tested_at"], b["tested_at"], row["delta"]) == (0.05, 0.05, 0.1)
    assert [one["risk_bound"] for one in (a, b)] == pytest.approx([1 - 0.05 ** (1 / 100)] * 2)
    assert (
        "A: accept the judge's verdict when confidence >= 0.9: covers 100 % of its 100 judged items, disagreement with people <= 15 % with 90 % certainty"
        in row["sentence"]
    )


def test_without_a_failed_check_there_is_one_rule() -> None:
    for carried in ([], [{**FAILS[0], "verdict": "undecided"}], [{**FAILS[0], "criterion": "d"}], [{**FAILS[0], "judge": "b"}]):
        (row,) = found(of_system("A", (0.9, 100, 0)), of_system("B", (0.9, 100, 0)), carried=carried).blocks["routing"]
        assert "of_systems" not in row
        assert row["tested_at"] == 0.1


def test_a_system_with_few_labels_abstains_and_costs_the_others_nothing() -> None:
    """29 items cannot be tested, so that A has all of delta."""
    (row,) = found(of_system("A", (0.9, 100, 0)), of_system("B", (0.9, 29, 0))).blocks["routing"]
    a, b = row["of_systems"]
    assert (a["tested_at"], a["threshold"], b["threshold"], b["tested"]) == (0.1, 0.9, None, False)
    assert b["sentence"].startswith("abstain on everything: 29 items")
    (row,) = found(of_system("A", (0.9, 100, 0)), of_system("B", (0.9, 30, 0))).blocks["routing"]
    assert [one["tested_at"] for one in row["of_systems"]] == [0.05, 0.05]


def test_sources_and_systems_share_delta() -> None:
    rows = found(of_system("A", (0.9, 60, 0)), of_system("B", (0.9, 60, 0)), times=3).blocks["routing"]
    assert [one["tested_at"] for row in rows for one in row["of_systems"]] == [0.025] * 4
    assert [row["chosen"] for row in rows] == [True, False]


def test_the_estimates_are_of_each_system() -> None:
    """40 of 100 wrong: nothing of B may be accepted, and it is a gate's business too."""
    piece = found(of_system("A", (0.9, 100, 0)), of_system("B", (0.9, 60, 40)))
    assert {(one.name, one.group): one.value for one in piece.estimates} == {
        ("selective_threshold", "A"): 0.9, ("selective_coverage", "A"): 1.0, ("selective_threshold", "B"): None, ("selective_coverage", "B"): 0.0,
        ("selective_coverage", None): 0.5,
    }  # fmt: skip
    assert [one.severity for one in piece.findings] == ["note"]
    both = found(of_system("A", (0.9, 60, 40)), of_system("B", (0.9, 60, 40)))
    assert [one.severity for one in both.findings] == ["warning"]


def test_an_item_of_no_system_is_in_no_rule() -> None:
    (row,) = found(of_system("A", (0.9, 100, 0)), of_system("", (0.9, 100, 0)), of_system("B", (0.9, 40, 0))).blocks["routing"]
    assert [(one["system"], one["n_items"]) for one in row["of_systems"]] == [("A", 100), ("B", 40)]


def test_what_a_person_reads_is_said_by_system() -> None:
    (row,) = found(of_system("A", (0.9, 100, 0)), of_system("B", (0.9, 60, 40))).blocks["routing"]
    assert review_words(row) == (
        "c, by system: A: accept when confidence >= 0.9: covers 100 % of its items; B: nothing is accepted; a person reads the rest and every other system"
    )
    assert accepts(row)
    assert no_rule_words(row) is None
    reasons, reviews = risk_reasons([row])
    assert [(part.kind, part.values, part.said) for part in reviews] == [("system", ("B",), "every verdict on c, B")]
    assert len(reasons) == 1
    (neither,) = found(of_system("A", (0.9, 60, 40)), of_system("B", (0.9, 60, 40))).blocks["routing"]
    assert (accepts(neither), review_words(neither)) == (False, None)


def test_one_rule_for_several_systems_says_that_it_is_about_them_together() -> None:
    (row,) = found(of_system("A", (0.9, 100, 0)), of_system("B", (0.9, 100, 0)), carried=[]).blocks["routing"]
    assert "covers 100 % of the 200 judged items of 2 systems together, disagreement" in row["sentence"]
    (alone,) = found(of_system("A", (0.9, 100, 0)), carried=[]).blocks["routing"]
    assert "covers 100 % of the 100 judged items, disagreement" in alone["sentence"]
