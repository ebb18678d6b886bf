"""From which confidence on a verdict may be accepted: numbers by hand, or from the table that is named."""

from __future__ import annotations

from typing import Any

import pytest
from analyses_builder import Row, input_of, said, texts

from judgeaudit.analyses.calibration import calibration
from judgeaudit.domain.results import AnalysisOutput, Estimate

P, F = "pass", "fail"


def sure(*groups: tuple[float, int, int], replicates: int = 1) -> list[Row]:
    """Rows with a confidence, of items whose gold is pass: so many right and so many wrong ones at each."""
    verdicts = [(confidence, label) for confidence, n_right, n_wrong in groups for label, n in ((P, n_right), (F, n_wrong)) for _ in range(n)]
    return [
        {"item_id": f"i{n}", "judge": "a", "criterion": "c", "replicate": replicate, "status": "ok", "label": label, "confidence": confidence}
        for replicate in range(replicates)
        for n, (confidence, label) in enumerate(verdicts)
    ]


def routed(rows: list[Row], n_items: int, **options: Any) -> AnalysisOutput:
    return calibration(input_of(rows, gold=[P] * n_items, **options))


def named(found: AnalysisOutput, name: str) -> Estimate:
    matching = [e for e in found.estimates if e.name == name]
    assert len(matching) == 1
    return matching[0]


def test_the_bound_is_newcombes_and_a_rule_that_covers_everything_sends_nothing_to_people() -> None:
    """Newcombe 1998, table I, method 5: 15 of 148 have the two-sided 95 % limit 0.1617, one-sided at 97.5 %."""
    found = routed(sure((0.9, 133, 15)), 148, max_risk=0.2, delta=0.025)
    row = found.analysis.blocks["routing"][0]
    assert row["threshold"] == 0.9
    assert row["risk_bound"] == pytest.approx(0.1617, abs=5e-5)
    assert row["risk"] == pytest.approx(15 / 148)
    assert row["sentence"] == (
        "accept the judge's verdict when confidence >= 0.9: covers 100 % of the 148 judged items, disagreement with people <= 20 % with 97.5 % certainty"
    )


def test_the_sentence_of_a_rule_that_splits_the_work() -> None:
    """100 right at 0.95: the bound is 1 - 0.1^(1/100). 25 of the 50 at 0.5 are wrong: 25 of 150 is above 15 %. 100 of 150 are covered."""
    found = routed(sure((0.95, 100, 0), (0.5, 25, 25)), 150)
    row = found.analysis.blocks["routing"][0]
    assert row["threshold"] == 0.95
    assert row["coverage"] == pytest.approx(2 / 3)
    assert row["risk_bound"] == pytest.approx(1 - 0.1 ** (1 / 100))
    rule = (
        "accept the judge's verdict when confidence >= 0.95: covers 67 % of the 150 judged items, disagreement with people <= 15 % with 90 % certainty; "
        "send the rest to a person"
    )
    assert row["sentence"] == rule
    assert f"note: a on c: {rule}." in texts(found)
    assert [point[0] for point in row["curve"]] == [0.95, 0.5]
    assert (named(found, "selective_threshold").value, named(found, "selective_threshold").variant) == (0.95, "stated")
    assert named(found, "selective_coverage").value == pytest.approx(2 / 3)
    assert named(found, "selective_coverage").low is not None


def test_abstain_on_everything_in_those_words() -> None:
    found = routed(sure((0.95, 60, 40)), 100)
    row = found.analysis.blocks["routing"][0]
    assert (row["threshold"], row["coverage"]) == (None, None)
    assert row["sentence"].startswith("abstain on everything: ")
    assert "warning: a on c: abstain on everything: of the 100 items with a confidence of at least 0.95, 40 are wrong" in texts(found)
    assert str(named(found, "selective_threshold").undefined).startswith("abstain on everything: ")
    assert named(found, "selective_coverage").value == 0  # it was tested, and accepts nothing


def test_too_few_labels_abstain() -> None:
    found = routed(sure((0.95, 20, 0)), 20)
    assert "20 items with a confidence and an outcome, fewer than 30" in found.analysis.blocks["routing"][0]["sentence"]


def test_two_sources_share_delta_so_that_the_better_one_may_be_taken() -> None:
    """60 items, three replicates that agree and are right, stated at 0.9: each is tested at 0.05, and the bound is 1 - 0.05^(1/60)."""
    found = routed(sure((0.9, 60, 0), replicates=3), 60)
    rows = found.analysis.blocks["routing"]
    assert [(row["source"], row["chosen"], row["tested_at"], row["delta"]) for row in rows] == [("stated", True, 0.05, 0.1), ("replicates", False, 0.05, 0.1)]
    assert [row["risk_bound"] for row in rows] == pytest.approx([1 - 0.05 ** (1 / 60)] * 2)
    assert "with 90 % certainty" in rows[0]["sentence"]


def test_the_source_that_covers_more_is_chosen() -> None:
    """All 120 items are stated at 0.9, 30 of them wrong: 25 %. Of these the replicates of 90 agree and are right, of 30 two of three are wrong."""
    rows = [row for r, label in enumerate((F, F, P)) for row in said("a", [P] * 90 + [label] * 30, confidence=0.9) for row in [{**row, "replicate": r}]]
    found = routed(rows, 120)
    stated, replicates = found.analysis.blocks["routing"]
    assert stated["threshold"] is None
    assert "each of 2 kinds of confidence is held to that" in stated["sentence"]
    assert (replicates["threshold"], replicates["chosen"]) == (1.0, True)
    assert replicates["coverage"] == pytest.approx(0.75)
    assert replicates["sentence"].startswith(
        "accept the verdict that most repeats give when the share of them that agree >= 1: covers 75 % of the 120 judged items"
    )
    assert named(found, "selective_threshold").variant == "replicates"


def test_confidences_are_told_apart_to_a_thousandth_and_rounded_down() -> None:
    """Accepting from 0.91 on takes every one of 0.9101 to 0.9108: what is told apart is accepted together."""
    found = routed(sure(*((0.91 + n / 10_000, 10, 0) for n in range(1, 9))), 80)
    row = found.analysis.blocks["routing"][0]
    assert row["threshold"] == pytest.approx(0.91)
    assert row["coverage"] == 1.0
    assert len(row["curve"]) == 1


def test_a_confidence_of_two_thirds_reaches_its_own_threshold() -> None:
    rows = [row for r, label in enumerate((P, P, F)) for row in said("a", [label] * 60) for row in [{**row, "replicate": r}]]
    row = routed(rows, 60).analysis.blocks["routing"][0]
    assert row["threshold"] == pytest.approx(0.666)
    assert row["threshold"] <= 2 / 3


def test_clusters_count_as_what_they_are_worth() -> None:
    """40 right items in 20 clusters of two are worth 20: too few to show 15 % at 90 %, which takes 15, and not too few for 30 items."""
    alone = routed(sure((0.9, 40, 0)), 40).analysis.blocks["routing"][0]
    rows = [{**row, "cluster": f"k{int(row['item_id'][1:]) // 2}"} for row in sure((0.9, 40, 0))]
    together = routed(rows, 40).analysis.blocks["routing"][0]
    assert alone["risk_bound"] == pytest.approx(1 - 0.1 ** (1 / 40))
    assert together["risk_bound"] == pytest.approx(1 - 0.1 ** (1 / 20))


def test_a_long_curve_is_thinned_with_the_chosen_point_kept() -> None:
    found = routed(sure(*((round(0.999 - n / 1000, 3), 2, 0) for n in range(400))), 800)
    row = found.analysis.blocks["routing"][0]
    assert 150 < len(row["curve"]) <= 201
    assert row["threshold"] in [point[0] for point in row["curve"]]
    assert row["curve"][0][0] == 0.999
