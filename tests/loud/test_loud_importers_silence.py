"""One test for each thing that readers of this kind do silently elsewhere."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import GoldError, ItemsError, RubricError, VerdictsError
from judgeaudit.importers.gold import read_gold
from judgeaudit.importers.interchange import read_verdicts
from judgeaudit.importers.items import read_items
from judgeaudit.importers.rubric_yaml import read_rubric

RUBRIC = 'name: r\ncriteria:\n  - {name: c, question: "q?", scale: {labels: ["pass", "fail"]}}\n'


def test_an_open_quote_swallows_no_rows(tmp_path: Path) -> None:
    """Arrow and the lenient csv module read three rows as one here."""
    path = tmp_path / "v.csv"
    path.write_text('item_id,judge,label\na,m,"pass\nb,m,pass\nc,m,fail\n')
    with pytest.raises(VerdictsError, match="row 2"):
        read_verdicts(path)
    path.write_text('item_id,judge,label\na,m,"pass\nb,m,5" tall\n')
    with pytest.raises(VerdictsError, match="row 2"):
        read_verdicts(path)


def test_a_key_twice_is_not_the_last_one(tmp_path: Path) -> None:
    (tmp_path / "r.yaml").write_text(RUBRIC + "seed: 1\nseed: 2\n")
    with pytest.raises(RubricError, match="stands twice"):
        read_rubric(tmp_path / "r.yaml")
    (tmp_path / "i.jsonl").write_text('{"id":"a","input":"x","response":"y","response":"z"}\n')
    with pytest.raises(ItemsError, match="stands twice"):
        read_items(tmp_path / "i.jsonl", "pointwise")


def test_a_gate_without_a_limit_is_not_no_gate(tmp_path: Path) -> None:
    (tmp_path / "r.yaml").write_text(RUBRIC + "gates:\n  consistency.flip_rate:\n")
    with pytest.raises(RubricError, match=r"consistency\.flip_rate: is empty"):
        read_rubric(tmp_path / "r.yaml")


def test_a_misspelt_system_file_is_not_the_system_prompt(tmp_path: Path) -> None:
    (tmp_path / "r.yaml").write_text(RUBRIC + "system: judge_system.txt\n")
    with pytest.raises(RubricError, match=r"there is no file 'judge_system\.txt'"):
        read_rubric(tmp_path / "r.yaml")


def test_a_misspelt_slot_is_not_sent_as_it_stands(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("{{response}} {{contxt}}")
    (tmp_path / "r.yaml").write_text(RUBRIC + "prompt: p.txt\n")
    with pytest.raises(RubricError, match=r"p\.txt:1: \{\{contxt\}\} is no slot"):
        read_rubric(tmp_path / "r.yaml")


def test_na_is_a_label_and_no_missing_value(tmp_path: Path) -> None:
    (tmp_path / "v.csv").write_text("item_id,judge,label\nNA,null,NA\nnan,None,nan\n")
    rows = read_verdicts(tmp_path / "v.csv").select(["item_id", "judge", "label", "status"]).to_pylist()
    assert [tuple(row.values()) for row in rows] == [("NA", "null", "NA", "ok"), ("nan", "None", "nan", "ok")]


def test_missing_verdicts_are_rows(tmp_path: Path) -> None:
    (tmp_path / "v.csv").write_text("item_id,judge,score\na,m,\nb,m,nan\nc,m,1\n")
    table = read_verdicts(tmp_path / "v.csv")
    assert table["status"].to_pylist() == ["unparsable", "unparsable", "ok"]
    assert table["score"].to_pylist() == [None, None, 1.0]


def test_rows_with_and_without_replicate_do_not_become_one_judge_with_gaps(tmp_path: Path) -> None:
    (tmp_path / "v.jsonl").write_text("\n".join(json.dumps({"item_id": "a", "judge": "m", "label": "x", **more}) for more in ({"replicate": 0}, {})))
    with pytest.raises(VerdictsError, match=r"v\.jsonl:2: replicate is empty here"):
        read_verdicts(tmp_path / "v.jsonl")


def test_gold_off_the_scale_is_not_dropped(tmp_path: Path) -> None:
    asked = Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "q", "scale": {"labels": ["pass", "fail"]}}]})
    (tmp_path / "g.csv").write_text("item_id,annotator,label\na,x,pass\nb,x,passed\n")
    with pytest.raises(GoldError, match="row 3: the label 'passed'"):
        read_gold(tmp_path / "g.csv", asked)


def test_a_pairwise_file_is_not_half_a_pointwise_one(tmp_path: Path) -> None:
    (tmp_path / "i.csv").write_text("id,input,response_a,response_b\na,x,y,z\n")
    with pytest.raises(ItemsError, match="mode: pairwise"):
        read_items(tmp_path / "i.csv", "pointwise")


@pytest.mark.parametrize(
    ("modules", "heavy"),
    [
        ("judgeaudit.importers", {"yaml", "pydantic", "pyarrow", "pandas", "numpy", "litellm"}),
        ("judgeaudit.importers.rubric_yaml, judgeaudit.importers.items, judgeaudit.importers.gold", {"pyarrow", "pandas", "numpy", "litellm", "plotly"}),
        ("judgeaudit.importers.interchange, judgeaudit.importers.assume", {"pandas", "litellm", "plotly", "sklearn"}),
    ],
)
def test_nothing_heavy_is_imported_before_it_is_needed(modules: str, heavy: set[str]) -> None:
    code = f"import sys, {modules}; print(' '.join(sorted({{name.partition('.')[0] for name in sys.modules}})))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert heavy.isdisjoint(loaded)


@pytest.mark.parametrize("before", ["\n\n", "\r\n", ",,\n", "\n,,\n\n"])
def test_lines_above_a_header_make_no_item_of_it(tmp_path: Path, before: str) -> None:
    """A spreadsheet's empty first rows: the header was read as a verdict on the item "item_id"."""
    (tmp_path / "v.csv").write_text(before + 'item_id,judge,"label"\na,m,x\n\nb,m,y\n')
    assert read_verdicts(tmp_path / "v.csv")["item_id"].to_pylist() == ["a", "b"]
    (tmp_path / "v.csv").write_text(before + "item_id,judge,score\na,m,1\n\nb,m,y\n")
    with pytest.raises(VerdictsError, match=f"row {len(before.splitlines()) + 4}"):
        read_verdicts(tmp_path / "v.csv")


@pytest.mark.parametrize("end", [b"\n", b"\r"])
def test_a_header_that_is_no_text_is_said_and_no_traceback(tmp_path: Path, end: bytes) -> None:
    (tmp_path / "v.csv").write_bytes(b"item_id,judge,label,n\xffte" + end + b"a,m,x,y" + end)
    with pytest.raises(VerdictsError, match=r"byte 0xff in line 1 .* is not UTF-8"):
        read_verdicts(tmp_path / "v.csv")
