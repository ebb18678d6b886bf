"""Verdict stability and reason stability are two numbers: the case of a judge that fails a reply five times for five reasons."""

from __future__ import annotations

from pathlib import Path

import pytest

import judgeaudit
from judgeaudit.api.result import Audit
from judgeaudit.domain.rubric import Rubric

UNSTABLE = (
    "The refund window is missing.",
    "The price quoted is wrong.",
    "It sounds rude to the customer.",
    "No refund period appears, and the tone is fine.",
    "Wrong price; the rest is good.",
)
PARAPHRASES = (
    "The refund window is missing.",
    "It never says how long refunds are possible.",
    "No refund period is given.",
    "Refund deadline not mentioned.",
    "Missing: the time limit for refunds.",
)
CONTRADICTION = "The reply does not name the refund window, so the criterion is not met."
CRITERIA = ("refund window is named", "price is right", "tone is polite")


def rows_of(item: str, rationales: tuple[str, ...], label: str) -> list[dict[str, object]]:
    return [
        {"item_id": item, "judge": "j", "criterion": "quality", "replicate": r, "label": label, "rationale": text} for r, text in enumerate(rationales)
    ]  # fmt: skip


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Audit:
    import pandas as pd

    rows = rows_of("unstable", UNSTABLE, "fail") + rows_of("paraphrases", PARAPHRASES, "fail")
    rows += rows_of("contradiction", (CONTRADICTION,), "pass") + rows_of("empty", ("",), "fail")
    aspects = [{"name": name, "required": True} for name in CRITERIA]
    criterion = {"name": "quality", "question": "Is the reply right?", "aspects": aspects, "scale": {"level": "nominal", "labels": ["pass", "fail"]}}
    rubric = Rubric.model_validate({"name": "refund", "criteria": [criterion]})
    return judgeaudit.audit(pd.DataFrame(rows), rubric)


def flags(audited: Audit, item: str) -> set[str]:
    return {case.flag for case in audited.data.cases if case.item_id == item}


def test_five_verdicts_for_several_reasons_are_flagged(audited: Audit) -> None:
    assert flags(audited, "unstable") == {"stable_verdict_unstable_rationale", "trapped"}
    (case,) = (case for case in audited.data.cases if case.item_id == "unstable" and case.analysis == "rationale")
    assert case.detail.startswith("5 of 5 verdicts are fail; ")
    assert case.replicates == (0, 1, 2, 3, 4)


def test_paraphrases_of_one_reason_are_not(audited: Audit) -> None:
    assert flags(audited, "paraphrases") == set()


def test_both_have_the_same_perfectly_stable_verdict(audited: Audit) -> None:
    block = next(a for a in audited.data.analyses if a.name == "rationale").blocks["items"]
    agreement = {row["item_id"]: row["verdict_agreement"] for row in block}
    assert agreement == {"unstable": 1.0, "paraphrases": 1.0}
    stable = {row["item_id"]: row["rationale_stable"] for row in block}
    assert stable == {"unstable": False, "paraphrases": True}


def test_a_reason_that_argues_the_other_way_is_flagged_and_the_verdict_is_kept(audited: Audit) -> None:
    assert flags(audited, "contradiction") == {"verdict_rationale_contradiction"}
    text = next(text for text in audited.data.texts if text.item_id == "contradiction")
    assert [reply["label"] for reply in text.replies] == ["pass"]


def test_an_empty_reason_is_flagged(audited: Audit) -> None:
    assert flags(audited, "empty") == {"missing_rationale"}


def test_it_holds_from_a_file_without_rubric_and_without_an_embedder(tmp_path: Path) -> None:
    import json

    rows = rows_of("unstable", UNSTABLE, "fail") + rows_of("contradiction", (CONTRADICTION,), "pass") + rows_of("empty", ("",), "fail")
    path = tmp_path / "verdicts.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    found = judgeaudit.audit(path, embedder="none")
    assert flags(found, "unstable") == {"stable_verdict_unstable_rationale", "trapped"}
    assert flags(found, "contradiction") == {"verdict_rationale_contradiction"}
    assert flags(found, "empty") == {"missing_rationale"}
    alpha = [e for e in found.data.estimates if e.name == "rationale_alpha"]
    assert alpha
    assert all(e.value is None and "embedder: none" in str(e.undefined) for e in alpha)
