"""Rationales of flipped anchors beside each other: which reasons meet, where they stand, and which anchors come first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from analyses_builder import Row
from drift_builder import drift_of

from judgeaudit import thresholds
from judgeaudit.analyses.drift import drift
from judgeaudit.analyses.drifts.flipped import in_turn
from judgeaudit.analyses.drifts.inputs import BASELINE, CURRENT
from judgeaudit.domain.results import Case

OLD = "The reply names the fee of 12 euros. It is polite."
NEW = "The reply does not name the fee of 30 euros. The deadline is missing."


def row(item: str, judge: str, label: str, rationale: str, replicate: int = 0) -> Row:
    return {"item_id": item, "judge": judge, "criterion": "c", "replicate": replicate, "status": "ok", "label": label, "rationale": rationale}


def alignment(old: list[Row], new: list[Row], **of_data: Any) -> list[dict[str, Any]]:
    given = drift_of(old, new, names=("before", "gpt"))
    output, _ = drift(replace(given, data=replace(given.data, **of_data)))
    found: list[dict[str, Any]] = output.analysis.blocks["alignment"]
    return found


def test_reasons_about_one_thing_stand_in_one_row_under_the_names_of_the_replies() -> None:
    old = [row("i0", BASELINE, "pass", OLD), row("i1", BASELINE, "pass", "It stays.")]
    new = [row("i0", CURRENT, "fail", NEW), row("i1", CURRENT, "pass", "It stays.")]
    (found,) = alignment(old, new)
    assert (found["judge"], found["criterion"], found["item_id"]) == ("gpt", "c", "i0"), "an anchor that did not flip is not aligned"
    assert found["columns"] == [{"judge": "gpt (baseline)", "replicate": 0}, {"judge": "gpt (current)", "replicate": 0}]
    both = [one for one in found["rows"] if all(one["cells"])]
    assert len(both) == 1
    words = [text[cell["start"] : cell["end"]] for text, cell in zip((OLD, NEW), both[0]["cells"], strict=True)]
    assert words == ["The reply names the fee of 12 euros.", "The reply does not name the fee of 30 euros."]
    numbers = [[text[m["start"] : m["end"]] for m in cell["marks"] if m["kind"] == "number"] for text, cell in zip((OLD, NEW), both[0]["cells"], strict=True)]
    assert numbers == [["12 euros"], ["30 euros"]]
    alone = [[bool(cell) for cell in one["cells"]] for one in found["rows"] if not all(one["cells"])]
    assert sorted(alone) == [[False, True], [True, False]]


def test_every_replicate_is_a_column_the_baseline_first() -> None:
    old = [row("i0", BASELINE, "pass", f"{OLD} Run {n}.", n) for n in range(2)]
    new = [row("i0", CURRENT, "fail", f"{NEW} Run {n}.", n) for n in range(3)]
    (found,) = alignment(old, new)
    assert [(one["judge"], one["replicate"]) for one in found["columns"]] == [
        ("gpt (baseline)", 0),
        ("gpt (baseline)", 1),
        *(("gpt (current)", n) for n in range(3)),
    ]


def test_nothing_is_aligned_where_no_text_goes_out_or_none_was_given() -> None:
    old, new = [row("i0", BASELINE, "pass", OLD)], [row("i0", CURRENT, "fail", NEW)]
    assert alignment(old, new, texts=False) == []
    (found,) = alignment([row("i0", BASELINE, "pass", "")], [row("i0", CURRENT, "fail", "")])
    assert (found["columns"], found["rows"]) == ([], [])


def test_at_most_so_many_anchors_are_aligned(monkeypatch: Any) -> None:
    monkeypatch.setattr(thresholds, "MAX_READ_ANCHORS", 2)
    old = [row(f"i{n}", BASELINE, "pass", OLD) for n in range(4)]
    new = [row(f"i{n}", CURRENT, "fail", NEW) for n in range(4)]
    assert [one["item_id"] for one in alignment(old, new)] == ["i0", "i1"]


def test_cases_of_judges_and_criteria_come_in_turn() -> None:
    cases = [Case(analysis="drift", flag="flipped_anchor", judge=judge, criterion=criterion, item_id=item) for judge, criterion, item in
             (("a", "x", "1"), ("a", "x", "2"), ("a", "x", "3"), ("a", "y", "4"), ("b", "x", "5"), ("b", "x", "6"))]  # fmt: skip
    assert [case.item_id for case in in_turn(cases)] == ["1", "4", "5", "2", "6", "3"]
    assert in_turn(()) == ()


def test_as_many_anchors_are_aligned_as_their_rationales_allow(monkeypatch: Any) -> None:
    monkeypatch.setattr(thresholds, "MAX_DRIFT_ALIGNED", 5)
    old, new = ([row(f"i{n}", version, label, text) for n in range(4)] for version, label, text in ((BASELINE, "pass", OLD), (CURRENT, "fail", NEW)))
    assert [one["item_id"] for one in alignment(old, new)] == ["i0", "i1"], "four rationales; a third anchor would make six"
