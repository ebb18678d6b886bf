"""URLs where a file of this machine is read: named whole, without their credentials, and with what reads them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from judgeaudit.errors import JudgeAuditError, VerdictsError
from judgeaudit.importers.text_file import check_file

COMMANDS = {
    "import": ["import", "s3://me:secret@box/v.jsonl", "--out", "out.jsonl"],
    "drift": ["drift", "s3://me:secret@box/v.jsonl", "s3://me:secret@box/w.jsonl"],
    "gold": ["audit", "v.csv", "--gold", "s3://me:secret@box/v.jsonl"],
    "calibrate": ["calibrate", "s3://me:secret@box/v.jsonl", "--gold", "v.csv"],
    "monitor": ["monitor", "--state", "watch.sqlite", "--init", "s3://me:secret@box/v.jsonl"],
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_url_is_named_whole_and_without_its_password(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "v.csv").write_text("item_id,judge,label\na,j,yes\nb,j,no\n")
    done = subprocess.run([sys.executable, "-m", "judgeaudit", *command], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2, done.stdout + done.stderr
    assert "s3://box/v.jsonl" in done.stderr
    assert "is a URL, and is read from this machine only" in " ".join(done.stderr.split())
    assert "secret" not in done.stdout + done.stderr


@pytest.mark.parametrize("path", ["C:/verdicts.csv", "run:/verdicts", "s3:", "verdicts/s3:/box"])
def test_other_paths_that_are_not_there_are_only_not_there(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(JudgeAuditError) as trouble:
        check_file(Path(path), error=VerdictsError, what="verdict file")
    assert ("is a URL" in trouble.value.what) == (path == "run:/verdicts")
