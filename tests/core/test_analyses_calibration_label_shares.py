"""The share of each of three labels or more without order: numbers by hand, and one sentence where there could be one for each label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pandas as pd
import pytest
from analyses_builder import input_of, one, rubric_of, said, texts

import judgeaudit
from judgeaudit.analyses.calibration import calibration
from judgeaudit.api.apply import apply_calibration
from judgeaudit.api.own_errors import carried_words
from judgeaudit.decision.plain_words import corrected_words
from judgeaudit.domain.results import Audit, RubricFacts
from judgeaudit.report.calibration import calibration_section
from judgeaudit.report.calibration_lines import people_lines, standings

XYZ = rubric_of({"level": "nominal", "labels": ["x", "y", "z"]})
CORRECTED = ("rogan_gladen", "rogan_gladen_all", "ppi")


def runs(*counts: tuple[str | None, int]) -> list[str | None]:
    return [label for label, times in counts for _ in range(times)]


def rows_of(found: Any, label: str, system: str | None = None) -> dict[str, dict[str, Any]]:
    return {row["method"]: row for row in found.analysis.blocks["corrected"] if (row["label"], row["system"]) == (label, system)}


JUDGE = runs(("x", 40), ("x", 10), ("y", 20), ("z", 30), ("x", 120), ("y", 40), ("z", 60))
GOLD = runs(("x", 40), ("y", 30), ("z", 30), (None, 220))
"""Everything right but for ten y of thirty that are called x. Without gold: 120, 40 and 60 of 220."""


def test_each_label_has_its_rows_and_estimates() -> None:
    """x: q1 = 1, q0 = 50/60, p = 120/220: (p - 1/6) / (5/6). z: no error, so that it is what the judge says."""
    found = calibration(input_of(said("a", JUDGE), XYZ, gold=GOLD))
    assert [(row["label"], row["method"]) for row in found.analysis.blocks["corrected"]] == [
        (label, method) for label in "xyz" for method in ("raw", "labels_only", *CORRECTED)
    ]
    x = (120 / 220 - 1 / 6) / (5 / 6)
    assert one(found, "corrected_rate_rogan_gladen", group="x").value == pytest.approx(x)
    assert one(found, "corrected_rate_all_items", group="x").value == pytest.approx((40 + 220 * x) / 320)
    assert one(found, "corrected_rate_rogan_gladen", group="z").value == pytest.approx(60 / 220)
    assert [rows_of(found, label)["labels_only"]["value"] for label in "xyz"] == [0.4, 0.3, 0.3]
    assert {(row["n_labelled"], row["n_unlabelled"]) for row in found.analysis.blocks["corrected"]} == {(100, 220)}
    assert one(found, "corrected_mean_ppi", group="y").value is not None


def test_replicates_are_shares_of_their_item() -> None:
    first, second = ["x", "x", "y", "z", "x", "y"], ["x", "y", "y", "z", "y", "y"]
    found = calibration(input_of(said("a", first, second), XYZ, gold=["x", "x", "y", "z", None, None]))
    assert rows_of(found, "x")["raw"]["value"] == pytest.approx((1 + 0.5 + 0 + 0 + 0.5 + 0) / 6)
    assert one(found, "corrected_rate_rogan_gladen", group="x").value == pytest.approx(0.25 / 0.75)  # p = 1/4, q1 = 3/4, q0 = 1


def test_a_label_that_no_labelled_item_has_is_undefined_in_words() -> None:
    found = calibration(input_of(said("a", runs(("x", 20), ("y", 20), ("x", 30), ("z", 30))), XYZ, gold=runs(("x", 20), ("y", 20), (None, 60))))
    rows = rows_of(found, "z")
    for name in CORRECTED:
        assert (rows[name]["value"], rows[name]["low"]) == (None, None)
        assert rows[name]["note"] == "no labelled item is 'z': how often the judge finds it is not known"
    for name in ("corrected_rate_rogan_gladen", "corrected_rate_all_items", "corrected_mean_ppi"):
        assert str(one(found, name, group="z").undefined).startswith("no labelled item is 'z'")
    assert rows["labels_only"]["value"] == 0.0
    assert 0.05 < rows["labels_only"]["high"] < 0.1, "Wilson of 0 of 40: 0.088"
    assert one(found, "corrected_mean_ppi", group="x").value is not None


def test_one_sentence_for_the_label_that_moves_most() -> None:
    found = calibration(input_of(said("a", JUDGE), XYZ, gold=GOLD))
    said_once = [line for line in texts(found).splitlines() if "Corrected by" in line]
    assert len(said_once) == 1
    assert "a says 'x' of 53 % of items on c, of 3 labels the one that correcting moves most. Corrected by the 100 items with gold" in said_once[0]
    assert "the true share of all 320 is" in said_once[0]
    assert len(corrected_words(found.analysis.blocks["corrected"])) <= 1


def test_labels_that_were_picked_by_one_class_leave_error_rates_alone() -> None:
    """Every z was labelled and hardly any x: what the judge says of labelled items is not what it says of the rest."""
    judge = runs(("x", 20), ("y", 60), ("z", 120), ("x", 200), ("y", 100))
    found = calibration(input_of(said("a", judge), XYZ, gold=runs(("x", 20), ("y", 60), ("z", 120), (None, 300))))
    assert all(row["picked"] for row in found.analysis.blocks["corrected"])
    assert texts(found).count("do not look like a random sample") == 1
    assert "these labels alone say" not in texts(found)
    assert texts(found).count("The true share of all 500 is") == 1


def test_a_label_that_a_judge_cannot_tell_is_said_once() -> None:
    """It says y and z of either as often; x it knows. Both labels are a coin's then, as far as the rest goes, and one is spoken of."""
    judge = runs(("x", 40), ("y", 5), ("z", 15), ("x", 20), ("y", 15), ("z", 25), ("x", 30), ("y", 30), ("z", 40))
    found = calibration(input_of(said("a", judge), XYZ, gold=runs(("x", 40), ("y", 40), ("z", 40), (None, 100))))
    assert texts(found).count("carry no information") + texts(found).count("carries no information") == 1
    assert "a carries no information on c, as far as 'y' goes" in texts(found)


def test_systems_have_each_label_too() -> None:
    rows = [{**row, "system": "AB"[int(row["item_id"][1:]) % 2]} for row in said("a", JUDGE)]
    found = calibration(input_of(rows, XYZ, gold=GOLD))
    assert {(row["label"], row["system"]) for row in found.analysis.blocks["corrected"]} == {(label, system) for label in "xyz" for system in (None, "A", "B")}
    assert [(row["label"], row["system"]) for row in found.analysis.blocks["carried"]] == [(label, system) for label in "xyz" for system in "AB"]
    assert {row["label"] for row in found.analysis.blocks["carried"] if "youden" in row} == {"x", "y", "z"}


def test_a_system_is_misled_by_any_of_its_labels() -> None:
    """On B every y is called z; x is right on both."""
    alike = runs(("x", 60), ("y", 60), ("z", 60))
    judge = {"A": alike, "B": runs(("x", 60), ("z", 120))}
    rows = [
        {**row, "item_id": f"{system}{row['item_id']}", "system": system} for system, labels in judge.items() for row in said("a", labels)
    ]  # fmt: skip
    names = [row["item_id"] for row in rows]
    gold = dict(zip(names, alike * 2, strict=True))
    ordered = [{**row, "item_id": f"i{n}"} for n, row in enumerate(rows)]
    found = calibration(input_of(ordered, XYZ, gold=[gold[name] for name in names]))
    verdicts = {(row["label"], row["system"]): row["verdict"] for row in found.analysis.blocks["carried"]}
    assert verdicts["x", "B"] != "fails"
    assert verdicts["y", "B"] == "fails"
    assert texts(found).count("One calibration of a for all systems misleads on c") == 1
    audit = Audit(judgeaudit_version="0", rubric=RubricFacts(name="r", mode="pointwise"), analyses=(found.analysis,))
    assert carried_words(audit)["a", "c", "B"] == "fails"


def test_page_and_terminal_stay_short_with_five_labels() -> None:
    five = ["billing", "refund", "delivery", "praise", "other"]
    rubric = rubric_of({"level": "nominal", "labels": five})
    rest = runs(("billing", 50), ("refund", 33), ("delivery", 34), ("praise", 33), ("other", 50))
    judge = runs(*((label, 20) for label in five), ("billing", 10), ("other", 10)) + rest
    gold = runs(*((label, 20) for label in five), ("refund", 20), (None, 200))
    found = calibration(input_of(said("a", judge), rubric, gold=gold))
    audit = Audit(judgeaudit_version="0", rubric=RubricFacts(name="r", mode="pointwise"), analyses=(found.analysis,), estimates=found.estimates)
    section = calibration_section(audit, [])
    (card,) = section["rates"]
    assert card["said"].startswith("The judge says “refund” of ")
    assert "Of 5 labels it is the one that correcting moves most; each is corrected by itself." in card["said"]
    assert len(card["rows"]) == 25
    assert [row["name"] for row in card["rows"][:2]] == ["“billing”: what the judge says", "“billing”: labels alone"]
    assert len(section["figures"][card["figure"]]["data"]) == 10, "what it says and the correction of each label"
    assert [one["label"] for one in section["short"]] == ["refund"]
    assert standings(audit)[0].rates["raw"]["label"] == "refund"
    assert people_lines(audit, 6)[0][-1][1].count("corrected") == 1
    assert not [row for row in found.analysis.blocks["more_labels"] if row["metric"].startswith("corrected_")], "not four steps for each of five labels"


def frame(labels: Sequence[str | None]) -> pd.DataFrame:
    return pd.DataFrame({"item_id": [f"i{n}" for n in range(len(labels))], "judge": "a", "criterion": "c", "label": labels})


def test_apply_corrects_each_label_by_the_counts_that_were_kept() -> None:
    """Kept of 100: x 40 of 40 and 50 of 60, y 20 of 30 and 70 of 70, z 30 of 30 and 70 of 70. New: 60, 20 and 20 of 100."""
    now = datetime(2026, 12, 1, tzinfo=UTC)
    labelled = frame(JUDGE[:100])
    gold = pd.DataFrame({"item_id": labelled["item_id"], "annotator": "p", "label": GOLD[:100]})
    rubric = judgeaudit.Rubric.model_validate(XYZ.model_dump())
    kept = judgeaudit.calibrate(labelled, gold, rubric, embedder="none", now=now)
    found = apply_calibration(kept.data, frame(runs(("x", 60), ("y", 20), ("z", 20))), now=now).summary.rates
    q0, q1 = {"x": 50 / 60, "y": 1.0, "z": 1.0}, {"x": 1.0, "y": 20 / 30, "z": 1.0}
    judged = {"x": 0.6, "y": 0.2, "z": 0.2}
    wanted = {label: (p + q0[label] - 1) / (q0[label] + q1[label] - 1) for label, p in judged.items()}
    assert {rate.label: rate.value for rate in found} == pytest.approx(wanted)
    assert all(rate.low is not None and rate.n_items == 100 for rate in found)


def test_apply_says_of_a_label_that_was_never_labelled_why_it_has_no_rate() -> None:
    now = datetime(2026, 12, 1, tzinfo=UTC)
    labelled = frame(runs(("x", 30), ("y", 30)))
    gold = pd.DataFrame({"item_id": labelled["item_id"], "annotator": "p", "label": labelled["label"]})
    kept = judgeaudit.calibrate(labelled, gold, judgeaudit.Rubric.model_validate(XYZ.model_dump()), embedder="none", now=now)
    rates = {rate.label: rate for rate in apply_calibration(kept.data, frame(runs(("x", 6), ("z", 4))), now=now).summary.rates}
    assert rates["z"].value is None
    assert str(rates["z"].undefined).startswith("no labelled item has the label")
    assert rates["x"].value == pytest.approx(0.6)
    assert Counter(rate.value is None for rate in rates.values()) == Counter({False: 2, True: 1})
