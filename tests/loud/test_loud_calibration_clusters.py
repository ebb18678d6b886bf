"""Which items count as one: those that share what they were judged on, and never all items of an instruction."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import judgeaudit
from judgeaudit.api.inputs import clusters_of
from judgeaudit.domain.items import Item

N = 60
RUBRIC = "name: r\ncriteria:\n  - name: c\n    question: ok?\n    scale: {level: nominal, labels: [pass, fail]}\n"


def judged(**columns: Any) -> tuple[pd.DataFrame, pd.DataFrame]:
    rng = np.random.default_rng(3)
    gold = np.where(rng.random(N) < 0.6, "pass", "fail")
    said = np.where(rng.random(N) < 0.9, gold, np.where(gold == "pass", "fail", "pass"))
    ids = [f"i{n}" for n in range(N)]
    return pd.DataFrame({"item_id": ids, "judge": "J", "label": said, **columns}), pd.DataFrame({"item_id": ids, "annotator": "h", "label": gold})


def calibrated(tmp_path: Path, items: list[Item], **columns: Any) -> tuple[Any, list[str]]:
    """The accuracy, and findings that speak of clusters."""
    (tmp_path / "r.yaml").write_text(RUBRIC)
    verdicts, gold = judged(**columns)
    data = judgeaudit.calibrate(verdicts, gold, tmp_path / "r.yaml", items=items, embedder="none").audit.data
    return next(one for one in data.estimates if one.name == "accuracy"), [f.text for a in data.analyses for f in a.findings if "cluster" in f.text]


def one_instruction(n: int, **texts: Any) -> Item:
    return Item(id=f"i{n}", **{"input": "Summarise the text.", "response": f"summary {n}", **texts})


def test_an_instruction_makes_no_cluster_of_all_items(tmp_path: Path) -> None:
    alone, _ = calibrated(tmp_path, [])
    found, said = calibrated(tmp_path, [one_instruction(n, context=f"text {n}") for n in range(N)])
    assert (found.low, found.high) == (alone.low, alone.high)
    assert said == []


def test_an_input_that_all_share_is_said(tmp_path: Path) -> None:
    alone, _ = calibrated(tmp_path, [])
    found, said = calibrated(tmp_path, [one_instruction(n) for n in range(N)])
    assert (found.low, found.high) == (alone.low, alone.high)
    assert any(f"{N} of {N} items share one input" in text for text in said)


def test_an_empty_input_is_no_cluster(tmp_path: Path) -> None:
    assert clusters_of([Item(id=f"i{n}", input="", response=f"r{n % 2}") for n in range(3)]) == {}
    _, said = calibrated(tmp_path, [one_instruction(n, input="") for n in range(N)])
    assert any("have an empty input" in text for text in said)


def test_items_of_one_text_are_a_cluster_and_it_is_said(tmp_path: Path) -> None:
    alone, _ = calibrated(tmp_path, [])
    items = [one_instruction(n, context=f"text {n // 4}") for n in range(N)]
    assert len(set(clusters_of(items).values())) == N // 4
    found, said = calibrated(tmp_path, items)
    assert f"{N} items in {N // 4} clusters" in found.method
    assert found.high - found.low > alone.high - alone.low
    assert any(f"The {N} items of c are in {N // 4} clusters, because items share input and context" in text for text in said)


@pytest.mark.parametrize("own", [True, False])
def test_a_column_cluster_wins(tmp_path: Path, own: bool) -> None:
    """Over what items share: whether it says that they are apart, or together in another way."""
    items = [one_instruction(n, context=f"text {n // 4}") for n in range(N)]
    found, said = calibrated(tmp_path, items, cluster=[f"k{n if own else n // 6}" for n in range(N)])
    if own:
        assert "cluster" not in found.method
        assert said == []
    else:
        assert f"{N} items in {N // 6} clusters" in found.method
        assert any("the same value in the column cluster" in text for text in said)


def test_few_that_share_are_no_news(tmp_path: Path) -> None:
    _, said = calibrated(tmp_path, [one_instruction(n, context=f"text {n // 2}") for n in range(N)])
    assert said == []
