"""Outputs and inputs that once crashed, lied or leaked at the command line's edge."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

import judgeaudit
from judgeaudit.cli import calibrating
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import JudgeAuditError


def judgeaudit_command(*words: str, cwd: Path, redirect: str = "", **env: str) -> subprocess.CompletedProcess[bytes]:
    command = f'"{sys.executable}" -m judgeaudit {" ".join(words)} {redirect}'
    return subprocess.run(["sh", "-c", command], capture_output=True, cwd=cwd, check=False, env={**os.environ, **env}, timeout=120)


@pytest.fixture
def worse_than_chance(tmp_path: Path) -> Path:
    """Verdicts whose kappa is negative, with gold."""
    rows = [f"i{n},j,{'pass' if n % 2 else 'fail'}" for n in range(40)]
    gold = [f"i{n},h,{'fail' if n % 2 else 'pass'}" for n in range(40)]
    (tmp_path / "v.csv").write_text("item_id,judge,label\n" + "\n".join(rows), encoding="utf-8")
    (tmp_path / "g.csv").write_text("item_id,annotator,label\n" + "\n".join(gold), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "ascii", "utf-8"])
def test_a_terminal_without_a_minus_sign_still_shows_what_is_negative(worse_than_chance: Path, encoding: str) -> None:
    done = judgeaudit_command("audit", "v.csv", "--gold", "g.csv", "--out", "o", cwd=worse_than_chance, PYTHONIOENCODING=encoding)
    text = done.stdout.decode(encoding)
    assert done.returncode == 0, done.stderr
    assert "-1.000" in text or "\u22121.000" in text
    assert "?1.000" not in text


@pytest.mark.parametrize(("redirect", "code"), [(">&-", 0), (">/dev/full", 2), ("2>&-", 0)])
def test_a_closed_or_full_output_is_no_traceback(worse_than_chance: Path, redirect: str, code: int) -> None:
    done = judgeaudit_command("audit", "v.csv", "--gold", "g.csv", "--out", "o", cwd=worse_than_chance, redirect=redirect)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    assert (worse_than_chance / "o" / "audit.json").exists()


def test_a_scale_of_a_hundred_labels_is_audited() -> None:
    table = pd.DataFrame({"item_id": [f"i{n}" for n in range(200)], "judge": "j", "label": [f"l{n % 100}" for n in range(200)]})
    audit = judgeaudit.audit(table)
    consistency = next(a for a in audit.data.analyses if a.name == "consistency")
    assert len(consistency.blocks["labels"]) == 100


@pytest.mark.parametrize("scale", [{"low": 1, "high": 5, "step": 5}, {"low": 0, "high": 1, "step": 0.4}])
def test_a_scale_whose_steps_miss_its_end_is_refused_before_any_call(scale: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="do not end at"):
        Rubric.model_validate({"name": "t", "criteria": [{"name": "c", "question": "?", "scale": {"level": "interval", **scale}}]})


def test_the_resume_command_keeps_texts_out_where_they_were_kept_out(tmp_path: Path) -> None:
    judgeaudit_command("init", "m", cwd=tmp_path)
    done = judgeaudit_command("run", "m/rubric.yaml", "--out", "r", "--max-calls", "4", "--no-texts", "--concurrency", "2", cwd=tmp_path)
    assert done.returncode == 4
    said = done.stderr.decode()
    assert "--no-texts" in said.splitlines()[-1]
    assert "--concurrency 2" in said.splitlines()[-1]


def test_an_audit_of_a_run_counts_its_plan_and_refuses_other_texts(tmp_path: Path) -> None:
    """A run stopped at half stays incomplete, whatever items file is named, and other texts are not the judged ones."""
    judgeaudit_command("init", "m", cwd=tmp_path)
    judgeaudit_command("run", "m/rubric.yaml", "--out", "r", "--max-calls", "4", cwd=tmp_path)
    items = [json.loads(line) for line in (tmp_path / "m" / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    (tmp_path / "few.jsonl").write_text("\n".join(json.dumps(item) for item in items[-2:]), encoding="utf-8")
    assert judgeaudit_command("audit", "r", "--items", "few.jsonl", cwd=tmp_path).returncode == 4
    (tmp_path / "other.jsonl").write_text(json.dumps({**items[0], "response": "Something else."}), encoding="utf-8")
    with pytest.raises(JudgeAuditError, match="another text"):
        judgeaudit.audit(tmp_path / "r", items=tmp_path / "other.jsonl")


def test_an_audit_elsewhere_leaves_the_run_as_it_was(tmp_path: Path) -> None:
    judgeaudit_command("init", "m", cwd=tmp_path)
    judgeaudit_command("run", "m/rubric.yaml", "--out", "r", "--no-texts", cwd=tmp_path)
    before = {path.name: path.read_bytes() for path in (tmp_path / "r").iterdir() if path.name != ".lock"}
    (tmp_path / "r").chmod(0o555)
    assert judgeaudit_command("audit", "r", "--out", "elsewhere", cwd=tmp_path).returncode in (0, 1, 3)
    (tmp_path / "r").chmod(0o755)
    assert {path.name: path.read_bytes() for path in (tmp_path / "r").iterdir() if path.name != ".lock"} == before
    assert (tmp_path / "elsewhere" / "audit.html").exists()


def test_progress_lines_of_long_work_carry_no_control_sequence_of_a_foreign_name(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Both kinds of line: what begins, and what still goes on."""
    monkeypatch.setattr(calibrating, "SECONDS_BETWEEN_WORDS", 0.01)
    with calibrating.Stages() as stages:
        stages("auditing j\x1b]0;owned\x07\x1b[2J\nok: all gates pass")
        time.sleep(0.1)
    said = capfd.readouterr().err
    assert "\nstill auditing j ok" in said
    assert not set(said) & {"\x1b", "\x07"}
    assert all(line.startswith(("auditing j", "still auditing j")) for line in said.splitlines())
