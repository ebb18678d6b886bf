"""Leaving a judged system's labels out makes no decision better: nothing is accepted of it, and numbers say whose labels they rest on."""

from __future__ import annotations

from pathlib import Path

import pytest

import judgeaudit
from judgeaudit.api.apply import apply_calibration
from judgeaudit.decision.would_change import LABELS_OF_UNLABELLED
from tests.loud.test_loud_calibration_review import CHANCE, NOW, RUBRIC, Cells, F, P, both, judged

FAIR: Cells = {(P, P): 95, (P, F): 5, (F, P): 5, (F, F): 95}
"""Right on 95 %, on labels too few for a check between two such systems to hold within 5 points."""
NEARLY: Cells = {(P, P): 1980, (P, F): 20, (F, P): 20, (F, F): 1980}
"""Labels enough for it to hold."""


def verdicts_of(systems: dict[str, Cells], unlabelled: tuple[str, ...] = ()) -> set[str]:
    """What the check between systems says of those that have labels."""
    found = judgeaudit.calibrate(*judged(systems, unlabelled=unlabelled), RUBRIC, embedder="none", now=NOW).audit
    assert found is not None
    return {row["verdict"] for one in found.data.analyses if one.name == "calibration" for row in one.blocks["carried"]}


@pytest.mark.parametrize(
    ("systems", "checked"),
    [({"A": FAIR, "B": FAIR, "C": CHANCE}, {"undecided"}), ({"A": NEARLY, "B": NEARLY, "C": CHANCE}, {"holds"}), ({"A": FAIR, "C": CHANCE}, set())],
    ids=["undecided", "holds", "one labelled system"],
)
def test_a_system_without_labels_is_read_by_a_person(systems: dict[str, Cells], checked: set[str]) -> None:
    assert verdicts_of(systems, ("C",)) == checked
    decision, routes = both(*judged(systems, unlabelled=("C",)))
    assert (decision.decision, decision.review) == ("deploy_with_review", "verdicts on system C (c)")
    assert routes == {system: {"review" if system == "C" else "accept"} for system in systems}
    assert LABELS_OF_UNLABELLED in decision.would_change


def test_its_labels_make_the_decision_no_worse_for_the_others() -> None:
    """With labels of it the judge, right on half of C, is not deployed as a whole."""
    decision, routes = both(*judged({"A": FAIR, "B": FAIR, "C": CHANCE}))
    assert decision.decision in ("deploy_with_review", "not_enough_data")
    assert routes["C"] == {"review"}


def test_where_every_system_has_labels_nothing_is_reviewed() -> None:
    decision, routes = both(*judged({"A": FAIR, "B": FAIR}))
    assert (decision.decision, routes) == ("deploy", {"A": {"accept"}, "B": {"accept"}})


def test_numbers_say_whose_labels_they_rest_on() -> None:
    frame, gold = judged({"A": FAIR, "B": FAIR, "C": CHANCE}, unlabelled=("C",))
    found = judgeaudit.calibrate(frame, gold, RUBRIC, embedder="none", now=NOW)
    (row,) = [row for one in found.audit.data.analyses if one.name == "calibration" for row in one.blocks["routing"]] if found.audit is not None else ()
    # 400 of the 520 items are of A and B
    assert "covers 77 % of the 520 judged items, tested on labelled items of 2 systems together (A, B), none on such of C, disagreement" in row["sentence"]
    assert row["coverage"] == pytest.approx(400 / 520)
    applied = apply_calibration(found.data, frame, now=NOW)
    assert any("no item of C was labelled when j was calibrated on c: 360 of these verdicts; a person reads them" in text for text in applied.summary.warnings)
    notes = {rate.system: rate.note for rate in applied.summary.rates}
    assert notes["C"] == "by the errors on other systems' items: none of its own is labelled"
    assert notes[None] == "C has no label: counted by the errors on other systems' items"
    assert notes["A"] == ""


def test_the_page_calls_a_system_a_system(tmp_path: Path) -> None:
    frame, gold = judged({"A": FAIR, "B": FAIR})
    found = judgeaudit.calibrate(frame, gold, RUBRIC, embedder="none", now=NOW).audit
    assert found is not None
    page = found.to_html(tmp_path / "audit.html").read_text()
    assert "pass, system A" in page
    assert "variant A" not in page
