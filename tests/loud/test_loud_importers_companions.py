"""Labels and texts beside imported verdicts are theirs: those of an earlier import are never left to be held against new ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import judgeaudit
from judgeaudit.errors import OptionError


def log(folder: Path, *, people: bool, texts: bool) -> Path:
    """Records of Argilla with a judge's verdicts; people's labels and texts as asked."""
    records = [
        {"id": f"r{n}", "fields": {"prompt": "Why?", **({"answer": "Because."} if texts else {})}, "status": "completed",
         "suggestions": {"quality": {"value": "good", "agent": "m"}},
         "responses": {"quality": [{"value": "good", "user_id": "ann", "status": "submitted"}]} if people else {}}
        for n in range(3)
    ]  # fmt: skip
    path = folder / f"records-{people}-{texts}.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    return path


@pytest.mark.parametrize(("people", "texts", "named"), [(False, True, "v.jsonl.gold.csv is"), (True, False, "v.jsonl.items.jsonl is"), (False, False, " and ")])
def test_what_an_earlier_import_left_is_refused_and_named(tmp_path: Path, people: bool, texts: bool, named: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    judgeaudit.import_verdicts(log(tmp_path, people=True, texts=True), out=out / "v.jsonl")
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    assert set(before) == {"v.jsonl", "v.jsonl.gold.csv", "v.jsonl.items.jsonl"}
    with pytest.raises(OptionError, match="of an earlier import") as trouble:
        judgeaudit.import_verdicts(log(tmp_path, people=people, texts=texts), out=out / "v.jsonl")
    assert named in trouble.value.what
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


def test_an_import_that_has_both_writes_both_anew(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    for _ in range(2):
        done = judgeaudit.import_verdicts(log(tmp_path, people=True, texts=True), out=out / "v.jsonl")
        assert done.gold is not None
        assert done.items is not None
