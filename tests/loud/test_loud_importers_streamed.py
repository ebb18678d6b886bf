"""A table says the same whether it is held or read a piece at a time: replicates, what is left out and where, the order of cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import judgeaudit
from judgeaudit import thresholds


def both(monkeypatch: pytest.MonkeyPatch, path: Path, **options: Any) -> list[judgeaudit.Audit]:
    held = judgeaudit.audit(path, embedder="none", **options)
    monkeypatch.setattr(thresholds, "MOST_HELD_BYTES", 0)
    streamed = judgeaudit.audit(path, embedder="none", **options)
    assert any("a piece at a time" in one for one in said(streamed))
    return [held, streamed]


def said(found: judgeaudit.Audit) -> list[str]:
    return [one.text for analysis in found.data.analyses for one in analysis.findings]


def test_a_wide_table_has_one_replicate_and_names_its_empty_cells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "w.csv"
    path.write_text("ticket,gpt,claude\n" + "".join(f"t{n},{'' if n == 3 else 'ab'[n % 2]},{'' if n in (1, 5, 7) else 'ab'[n % 3 == 0]}\n" for n in range(20)))
    for found in both(monkeypatch, path, format="wide", columns=["item_id=ticket", "judge=gpt,claude"]):
        assert [one.replicates for one in found.data.judges] == [1, 1]
        (left,) = [one for one in said(found) if one.startswith("left out while reading")]
        # as everywhere, the header is row 1 of a CSV
        named = [f"{path}: row 3, column claude", f"{path}: row 5, column gpt", f"{path}: row 7, column claude"]
        assert left == f"left out while reading: 4 unscored ({', '.join(named)}, ...)"


@pytest.mark.parametrize("mixed", [True, False])
def test_cases_come_in_one_order_held_and_streamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mixed: bool) -> None:
    path = tmp_path / "v.jsonl"
    rows = [{"item_id": str(n) if mixed and k else n, "judge": "j", "replicate": k, "label": "ab"[(n + k) % 2]} for k in range(2) for n in (10, 9, 2, 1, 30)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    held, streamed = ([one.item_id for one in found.data.cases if one.flag == "flipped_verdict"] for found in both(monkeypatch, path))
    assert held == streamed
    assert sorted(str(one) for one in held) == ["1", "10", "2", "30", "9"]
