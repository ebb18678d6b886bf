"""Labels by people in foreign logs: alone, and off the judge's scale."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import judgeaudit
from judgeaudit.errors import GoldError, VerdictsError


def argilla(folder: Path, judge: Sequence[Any], people: Sequence[Any]) -> Path:
    """A record of each pair of labels; None is none."""
    records: list[dict[str, Any]] = []
    for n, (said, label) in enumerate(zip(judge, people, strict=True)):
        record: dict[str, Any] = {"id": f"r{n}", "status": "completed", "fields": {"prompt": "Why?", "answer": "Because."}, "metadata": {}, "vectors": {}}
        record["suggestions"] = {} if said is None else {"quality": {"value": said, "agent": "gpt-5"}}
        record["responses"] = {"quality": [{"value": label, "user_id": "ann"}]}
        records.append(record)
    path = folder / "records.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    return path


def test_people_alone_are_gold_and_audit_says_what_to_do(tmp_path: Path) -> None:
    path = argilla(tmp_path, [None] * 3, ["good", "bad", "good"])
    with pytest.raises(VerdictsError, match=r"labels by people \(3\) and no verdict of a judge") as raised:
        judgeaudit.audit(path)
    assert raised.value.where == str(path)
    assert "--gold gold.csv" in (raised.value.fix or "")
    written = judgeaudit.import_verdicts(path, out=tmp_path / "gold.csv")
    assert (written.verdicts, written.gold) == (None, tmp_path / "gold.csv")
    audit = judgeaudit.audit(argilla(tmp_path, ["good", "bad", "bad"], ["x"] * 3), gold=tmp_path / "gold.csv", embedder="none")
    assert audit.estimate("calibration.accuracy", judge="gpt-5").n_items == 3


def test_a_label_of_a_person_that_no_judge_gave_is_a_point_of_an_assumed_scale(tmp_path: Path) -> None:
    audit = judgeaudit.audit(argilla(tmp_path, ["good", "bad"] * 6, ["good", "excellent"] * 6), embedder="none")
    assert audit.estimate("calibration.accuracy", judge="gpt-5").value == 0.5


@pytest.mark.parametrize("other", [9, "great"])
def test_a_label_of_a_person_off_the_scale_is_named_by_item_and_person(tmp_path: Path, other: Any) -> None:
    path = argilla(tmp_path, [0, 1, 2, 3, 4] * 2, [0, 1, other, 3, 4] * 2)
    with pytest.raises(GoldError, match=f"'{other}' is not on the scale") as raised:
        judgeaudit.audit(path, embedder="none")
    said = str(raised.value)
    assert "the label of 'ann' for item 'r2'" in said
    assert "data frame" not in said
    assert "--rubric" in said
    assert "--gold" in said
