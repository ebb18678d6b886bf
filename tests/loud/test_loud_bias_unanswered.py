"""Verdicts of probes that cannot be read are counted and said, as those of plain rows are; and why nothing was measured is said by its cause."""

from __future__ import annotations

import pytest

from judgeaudit.analyses.bias import bias
from tests.core.analyses_builder import input_of, rubric_of, said, texts

P, F = "pass", "fail"
PLAIN = said("a", [P, F] * 15, [P, F] * 15)


def test_labels_off_the_scale_under_a_probe_are_said_with_examples() -> None:
    rows = [*PLAIN, *said("a", ["PASSED!"] * 30, probe="authority", variant="citation"), *said("a", [P, F] * 15, probe="authority", variant="expert")]
    told = texts(bias(input_of(rows)))
    assert "warning: a gave no verdict under authority on c in 30 of 60 calls (50 %): 30 off_scale." in told
    assert "No verdict at all under citation" in told
    assert told.count("i0 / a: PASSED!") == 1


def test_scores_off_the_scale_under_a_probe_are_said() -> None:
    rubric = rubric_of({"level": "interval", "low": 1, "high": 5})
    rows = [{**row, "label": None, "score": 3.0} for row in PLAIN]
    under = [{**row, "label": None, "score": 50.0} for row in said("a", ["x"] * 30, probe="authority", variant="citation")]
    assert "in 30 of 30 calls (100 %): 30 off_scale. Nothing can be said of its effect. Not on its scale: i0 / a: 50.0" in texts(
        bias(input_of([*rows, *under], rubric))
    )


def test_a_variant_that_drops_out_is_named_however_few_its_calls_are() -> None:
    rows = [*PLAIN, *said("a", *[[P, F] * 15] * 4, probe="authority", variant="expert"), *said("a", ["!refused"], probe="authority", variant="citation")]
    assert "No verdict at all under citation" in texts(bias(input_of(rows)))
    clean = [*PLAIN, *said("a", [P, F] * 15, probe="authority", variant="expert")]
    assert "gave no verdict" not in texts(bias(input_of(clean)))


def test_one_wording_off_the_scale_is_named_once() -> None:
    rows = [*PLAIN, *(row for name in ("citation", "expert") for row in said("a", ["PASSED!", "N/A"] * 15, probe="authority", variant=name))]
    assert "60 off_scale. Nothing can be said of its effect. Not on its scale: i0 / a: PASSED!; i1 / a: N/A. Write" in texts(bias(input_of(rows)))


@pytest.mark.parametrize(("label", "kind"), [("!unparsable", "unparsable"), ("!error", "error"), ("Pass (good)", "off_scale")])
def test_a_probe_whose_replies_cannot_be_read_says_so_and_advises_by_that(label: str, kind: str) -> None:
    (row,) = bias(input_of([*PLAIN, *said("a", [label] * 30, probe="authority", variant="citation")])).analysis.blocks["probes"]
    assert row["answer"] == "not_measured"
    assert f"30 {kind}" in row["read"]
    assert "made of" not in row["advice"]
    assert ("labels" if kind == "off_scale" else "status") in row["advice"]


def test_a_probe_without_plain_verdicts_says_that_they_are_missing() -> None:
    output = bias(input_of(said("a", [P, F] * 15, probe="authority", variant="citation")))
    (row,) = output.analysis.blocks["probes"]
    assert "plain verdicts" in row["advice"]
    assert row["plain_flip"] is None
    assert "warning: a on c under authority: there is no plain verdict of the judge beside 30 items" in texts(output)


def test_plain_verdicts_of_other_items_are_said_to_be_of_others() -> None:
    under = [{**row, "item_id": f"x{row['item_id']}"} for row in said("a", [P, F] * 15, probe="authority", variant="citation")]
    output = bias(input_of([*PLAIN, *under]))
    (row,) = output.analysis.blocks["probes"]
    assert "same item_id" in row["advice"]
    assert "none of the 30 items" in texts(output)


def test_rows_without_a_variant_are_named_so() -> None:
    moved = said("a", [F] * 30, [F] * 30, probe="authority")
    rows = [*said("a", [P] * 30, [P] * 30), *moved, *said("a", [P] * 30, [P] * 30, probe="authority", variant="citation")]
    output = bias(input_of(rows))
    assert "in rows without a variant " in texts(output)
    assert "under None" not in texts(output)
    assert "under None" not in output.analysis.blocks["probes"][0]["read"]
