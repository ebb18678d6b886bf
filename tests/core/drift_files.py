"""Writes runs for checks of drift: verdict files and run directories of a judge that is a few lines of Python. No expected value is made here."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

RIGHT = ("pass", "fail")

JUDGE = """\
from pathlib import Path

def judge(item, criterion, *, seed, replicate):
    lenient = Path(__file__).with_name("lenient").exists()
    good = "fee is" in item.response or (lenient and "perhaps" in item.response)
    return {"label": "pass" if good else "fail", "rationale": "The fee is named." if good else "The fee is missing."}
"""

RUBRIC = """\
name: fees
criteria:
  - name: right
    question: Is the fee named?
    scale: {level: nominal, labels: [pass, fail]}
items: items.jsonl
judges:
  - {name: j, model: 'python:fees:judge'}
replicates: 2
embedder: none
"""


def rows(
    n: int, *, turned: Collection[int] = (), judge: str = "j", replicates: int = 2, day: int = 1, first: int = 0, labels: tuple[str, str] = RIGHT, **more: Any
) -> list[dict[str, Any]]:
    """Items with an even number pass; those in `turned` are given the other label, in every replicate."""
    return [
        {
            "item_id": f"i{i:03d}", "judge": judge, "criterion": "right", "replicate": r, "label": labels[(i % 2) ^ (i in turned)],
            "rationale": f"Answer {i} {'lacks the fee' if (i % 2) ^ (i in turned) else 'names the fee'}.", "created_at": f"2026-03-{day:02d}T08:00:{r:02d}Z", **more,
        }
        for i in range(first, first + n)
        for r in range(replicates)
    ]  # fmt: skip


def write(path: Path, verdicts: Sequence[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in verdicts), encoding="utf-8")
    return path


def write_gold(path: Path, n: int) -> Path:
    path.write_text("item_id,annotator,label\n" + "".join(f"i{i:03d},ann,{RIGHT[i % 2]}\n" for i in range(n)), encoding="utf-8")
    return path


def write_fees(folder: Path, n: int = 120) -> Path:
    """A rubric with a judge in Python that passes what names the fee; with a file `lenient` beside it also what only perhaps does. A third of items each."""
    (folder / "fees.py").write_text(JUDGE, encoding="utf-8")
    said = ("The fee is {} euros.", "There is no charge that I know of ({}).", "There is perhaps a charge ({}).")
    items = [{"id": f"i{i:03d}", "input": f"What does service {i} cost?", "response": said[i % 3].format(i)} for i in range(n)]
    write(folder / "items.jsonl", items)
    (folder / "fees.yaml").write_text(RUBRIC, encoding="utf-8")
    return folder / "fees.yaml"
