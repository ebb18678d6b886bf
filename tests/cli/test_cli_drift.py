"""`drift` as a user runs it: real processes, files, exit codes, messages."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.test_cli_audit import judgeaudit
from tests.core.drift_files import rows, write, write_fees, write_gold


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`old`, the `same` a week later, `new` with 60 of 300 anchors turned from pass to fail, `few` of them."""
    path = tmp_path_factory.mktemp("drift")
    write(path / "old.jsonl", rows(300))
    write(path / "same.jsonl", rows(300, day=9))
    write(path / "new.jsonl", rows(300, turned=range(0, 120, 2), day=9, model_served="m-2"))
    write(path / "few.jsonl", rows(9, day=9))
    write(path / "k.jsonl", rows(300, day=9, judge="k"))
    write_gold(path / "gold.csv", 300)
    return path


def test_equivalent_is_0(folder: Path) -> None:
    done = judgeaudit("drift", "old.jsonl", "same.jsonl", "--out", "o0", "--embedder", "none", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("EQUIVALENT")
    assert "5.0 percentage points" in done.stdout
    data = json.loads((folder / "o0" / "audit.json").read_text(encoding="utf-8"))
    assert [one["answer"] for one in data["drift"]] == ["equivalent"]
    root = ET.parse(folder / "o0" / "junit.xml").getroot()
    assert (root.attrib["tests"], root.attrib["failures"], root.attrib["errors"]) == ("1", "0", "0")


def test_drifted_is_1_and_says_by_how_much_and_what_changed(folder: Path) -> None:
    done = judgeaudit("drift", "old.jsonl", "new.jsonl", "--gold", "gold.csv", "--out", "o1", "--embedder", "none", cwd=folder)
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stdout.startswith("DRIFTED")
    assert "less often by 20.0 percentage points" in " ".join(done.stdout.split())
    assert "-0.200" in done.stdout
    assert "accuracy: right" in done.stdout
    assert (folder / "o1" / "drift.md").read_text(encoding="utf-8").splitlines()[0].endswith(": drifted")
    root = ET.parse(folder / "o1" / "junit.xml").getroot()
    assert [case.attrib["name"] for case in root.iter("testcase")] == ["j: right"]
    assert root.attrib["failures"] == "1"
    page = re.sub("<[^>]*>", "", (folder / "o1" / "audit.html").read_text(encoding="utf-8"))
    assert "Flipped anchors" in page
    assert "Answer 0 [for or against] names the fee." in page
    assert "Answer 0 [for or against] lacks the fee." in page


def test_too_few_anchors_is_3(folder: Path) -> None:
    done = judgeaudit("drift", "old.jsonl", "few.jsonl", "--out", "o3", "--embedder", "none", cwd=folder)
    assert done.returncode == 3, done.stdout + done.stderr
    assert done.stdout.startswith("INCONCLUSIVE")
    assert "fewer than 10" in " ".join(done.stdout.split())


def test_one_verdict_each_without_a_noise_floor_is_open_until_one_is_declared(tmp_path: Path) -> None:
    """60 of 400 changed, half up and half down: no shift. Whether the judge drifted hangs on how many flip by themselves."""
    write(tmp_path / "a.jsonl", rows(400, replicates=1))
    write(tmp_path / "b.jsonl", rows(400, replicates=1, turned=range(60)))
    words = ("drift", "a.jsonl", "b.jsonl", "--embedder", "none", "--out")
    assert judgeaudit(*words, "open", cwd=tmp_path).returncode == 3
    assert judgeaudit(*words, "low", "--noise-floor", "0.01", cwd=tmp_path).returncode == 1
    assert judgeaudit(*words, "high", "--noise-floor", "0.15", "--margin", "0.1", cwd=tmp_path).returncode == 0


def test_the_default_folder_and_a_report_of_it(folder: Path) -> None:
    assert judgeaudit("drift", "old.jsonl", "new.jsonl", "--embedder", "none", cwd=folder).returncode == 1
    again = judgeaudit("report", "reports/new-drift", cwd=folder)
    assert again.returncode == 0, again.stderr
    assert again.stdout.startswith("DRIFTED")
    assert {"drift.md", "junit.xml"} <= {path.name for path in (folder / "reports" / "new-drift").iterdir()}


def test_a_judge_of_another_name(folder: Path) -> None:
    done = judgeaudit("drift", "old.jsonl", "k.jsonl", "--judge", "j=k", "--out", "ok", "--embedder", "none", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "k (in the baseline j)" in " ".join(done.stdout.split())


def test_without_texts_nothing_that_was_judged_or_said_is_written(folder: Path) -> None:
    assert judgeaudit("drift", "old.jsonl", "new.jsonl", "--no-texts", "--embedder", "none", "--out", "no", cwd=folder).returncode == 1
    assert "names the fee" not in (folder / "no" / "audit.json").read_text(encoding="utf-8")
    assert "names the fee" not in (folder / "no" / "audit.html").read_text(encoding="utf-8")


def test_now_asks_the_judge_again(tmp_path: Path) -> None:
    write_fees(tmp_path)
    assert judgeaudit("run", "fees.yaml", "--out", "old", cwd=tmp_path).returncode in (0, 3)
    same = judgeaudit("drift", "old", "--now", "--out", "same", cwd=tmp_path)
    assert same.returncode == 0, same.stdout + same.stderr
    (tmp_path / "lenient").write_text("", encoding="utf-8")
    done = judgeaudit("drift", "old", "--now", "--rubric", "fees.yaml", "--out", "later", cwd=tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "'pass' more often by 33.3 percentage points" in " ".join(done.stdout.split())
    assert "240 calls" in done.stderr
    part = judgeaudit("drift", "old", "--now", "--out", "part", "--max-calls", "200", cwd=tmp_path)
    assert part.returncode == 4
    assert "INCOMPLETE" in part.stdout
    assert "the same command continues" in part.stderr
    again = judgeaudit("drift", "old", "--now", "--out", "later", cwd=tmp_path)
    assert again.returncode == 2
    assert "asked already" in again.stderr
    stored = judgeaudit("drift", "old", "later/now", "--out", "stored", cwd=tmp_path)
    assert stored.returncode == 1, stored.stdout + stored.stderr


def test_no_escape_of_a_foreign_name_reaches_the_terminal(tmp_path: Path) -> None:
    name = "j\x1b]0;owned\x07\x1b[2J"
    write(tmp_path / "a.jsonl", rows(40, judge=name))
    write(tmp_path / "b.jsonl", rows(40, judge=name, turned=range(20), model_served="m\x1b[31m"))
    done = judgeaudit("drift", "a.jsonl", "b.jsonl", "--embedder", "none", "--out", "o", cwd=tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    assert "\x07" not in done.stdout + done.stderr


@pytest.mark.parametrize("columns", ["60", "100", "140"])
def test_no_line_is_wider_than_the_terminal(folder: Path, columns: str) -> None:
    words = [sys.executable, "-m", "judgeaudit", "drift", "old.jsonl", "new.jsonl", "--gold", "gold.csv", "--embedder", "none", "--out", f"w{columns}"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, timeout=120, env={**os.environ, "COLUMNS": columns})
    assert done.returncode == 1, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= int(columns)
