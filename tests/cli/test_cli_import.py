"""`judgeaudit import` and `audit` on files of other frameworks, as processes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest


def _run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "judgeaudit", *words], cwd=folder, capture_output=True, text=True, check=False, timeout=240)


DEEPEVAL = {
    "testCases": [
        {"name": f"case_{n}", "input": f"question {n}", "actualOutput": f"answer {n}", "success": n % 2 == 0,
         "metricsData": [{"name": "Correctness", "threshold": 0.5, "success": n % 2 == 0, "score": 0.9 if n % 2 == 0 else 0.1, "reason": f"because {n}",
                          "evaluationModel": "gpt-4o"}]}
        for n in range(12)
    ],
    "metricsScores": [], "testPassed": 6, "testFailed": 6, "runDuration": 1.0,
}  # fmt: skip


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "run.json"
    path.write_text(json.dumps(DEEPEVAL), encoding="utf-8")
    return path


def test_import_writes_verdicts_and_items_and_says_what_comes_next(log: Path) -> None:
    done = _run(log.parent, "import", "run.json", "--out", "v.jsonl")
    assert done.returncode == 0, done.stderr
    assert "run.json: 12 verdicts (DeepEval test runs (.json))" in done.stdout
    rows = [json.loads(line) for line in (log.parent / "v.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["judge"], row["criterion"], row["label"]) for row in rows[:2]] == [("gpt-4o", "Correctness", "pass"), ("gpt-4o", "Correctness", "fail")]
    items = [json.loads(line) for line in (log.parent / "v.jsonl.items.jsonl").read_text(encoding="utf-8").splitlines()]
    assert items[1]["input"] == "question 1"
    assert "next: judgeaudit audit v.jsonl --items v.jsonl.items.jsonl" in done.stdout


def test_audit_reads_the_log_itself(log: Path) -> None:
    done = _run(log.parent, "audit", "run.json", "--embedder", "none", "--out", "a")
    assert done.returncode == 0, done.stderr
    audit = json.loads((log.parent / "a" / "audit.json").read_text(encoding="utf-8"))
    assert next(one for one in audit["estimates"] if one["name"] == "answered_rate")["n_items"] == 12
    notes = " ".join(finding["text"] for analysis in audit["analyses"] for finding in analysis["findings"])
    assert "run.json was read as DeepEval test runs" in notes


def test_a_format_may_be_named_and_a_wrong_one_is_said(log: Path) -> None:
    assert _run(log.parent, "import", "deepeval", "run.json", "--out", "v.csv").returncode == 0
    wrong = _run(log.parent, "import", "inspect", "run.json", "--out", "w.csv")
    assert wrong.returncode == 2
    assert "Traceback" not in wrong.stderr
    assert not (log.parent / "w.csv").exists()


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["import", "nowhere.json", "--out", "v.jsonl"], "does not exist"),
        (["import", "inspect", "--out", "v.jsonl"], "no file is named"),
        (["import", "run.json", "--out", "v.doc"], "is no format of verdicts"),
        (["import", "run.json", "--out", "run.json"], "is no format of verdicts"),
        (["import", "run.json", "--map", "lable=x", "--out", "v.jsonl"], "did you mean 'label'"),
        (["audit", "run.json", "--format", "deepevel"], "did you mean 'deepeval'"),
    ],
)
def test_mistakes_are_said(log: Path, words: list[str], what: str) -> None:
    done = _run(log.parent, *words)
    assert done.returncode == 2, done.stdout
    assert what in done.stderr
    assert "Traceback" not in done.stderr


def test_the_source_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "v.csv").write_text("item_id,judge,label\na,m,x\n", encoding="utf-8")
    done = _run(tmp_path, "import", "v.csv", "--out", "./v.csv")
    assert done.returncode == 2
    assert "one that is read" in done.stderr


def test_copies_that_are_left_out_are_counted(tmp_path: Path) -> None:
    rows = "".join(f"i{n},m,x,because {n},2026-01-01T00:00:{n:02d}Z\n" for n in range(10))
    (tmp_path / "v.csv").write_text(f"item_id,judge,label,rationale,created_at\n{rows}{rows}", encoding="utf-8")
    done = _run(tmp_path, "import", "v.csv", "--out", "w.csv")
    assert "wrote 10 verdicts" in done.stdout
    assert "left out: 10 copies of another row" in done.stdout
