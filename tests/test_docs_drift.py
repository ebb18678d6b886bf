"""docs/drift.md tells the truth: its commands exist with these options, its workflow and its script can be read, and the script ends as it says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "docs" / "drift.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, flags=re.MULTILINE | re.DOTALL)


SCRIPT = next(block for block in blocks("sh") if block.startswith("#!/bin/sh"))
WORKFLOW: dict[Any, Any] = yaml.safe_load(blocks("yaml")[-1])
RUNS = [step["run"] for job in WORKFLOW["jobs"].values() for step in job["steps"] if "run" in step]
CALLED = sorted({match.strip() for text in (*blocks("sh"), *RUNS) for match in re.findall(r"judgeaudit ([a-z]+[^\n#|;]*)", text)})


@cache
def commands() -> dict[str, Any]:
    import typer

    from judgeaudit.cli.commands import app

    return dict(vars(typer.main.get_command(app))["commands"])


@pytest.mark.parametrize("words", CALLED)
def test_every_command_exists_with_these_options(words: str) -> None:
    name, *rest = words.split()
    assert name in commands()
    known = {option for parameter in commands()[name].params for option in parameter.opts}
    assert {word for word in rest if word.startswith("--")} <= known


def test_the_commands_of_the_guide_are_all_there() -> None:
    assert {words.split()[0] for words in CALLED} == {"anchors", "drift", "monitor"}
    for option in ("--plan", "--verify", "--now", "--replicates", "--init", "--update", "--status", "--acknowledge"):
        assert any(option in words.split() for words in CALLED), option


def test_options_that_the_text_names_exist() -> None:
    named = set(re.findall(r"`(--[a-z-]+)[ `]", TEXT))
    known = {option for command in commands().values() for parameter in command.params for option in parameter.opts}
    assert named - known <= {"--rationales"}, "that one is the benchmark's"
    assert len(named) > 10


def test_links_lead_somewhere() -> None:
    heads = {re.sub(r"[^a-z0-9 _-]", "", head.lower()).replace(" ", "-") for head in re.findall(r"^#+ (.*)$", TEXT, flags=re.MULTILINE)}
    inside = set(re.findall(r"\]\(#([^)]*)\)", TEXT))
    assert inside
    assert inside <= heads
    assert all((ROOT / "docs" / target).exists() for target in re.findall(r"\]\(([^)#]+)\)", TEXT) if "://" not in target)


def test_the_workflow_is_whole_and_its_scripts_can_be_read() -> None:
    assert set(WORKFLOW[True]) == {"pull_request", "schedule", "workflow_dispatch"}, "YAML reads `on` as true, and so does GitHub"
    assert set(WORKFLOW["jobs"]) == {"change", "watch"}
    for job in WORKFLOW["jobs"].values():
        assert job["runs-on"]
        assert all(("run" in step) != ("uses" in step) for step in job["steps"])
    assert WORKFLOW["jobs"]["watch"]["concurrency"] == {"group": "judge-watch", "cancel-in-progress": False}
    for text in RUNS:
        assert "${{" not in text, "what a runner would put there is no shell"
        subprocess.run(["bash", "-n"], input=text, text=True, check=True)


@pytest.fixture
def watched(tmp_path: Path) -> Path:
    """A folder as the guide wants it, with a stand-in that ends `drift`, `--update` and `--status` with the codes in the environment."""
    (tmp_path / "watch.sh").write_text(SCRIPT, encoding="utf-8")
    (tmp_path / "watch.sh").chmod(0o755)
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "today.jsonl").write_text("", encoding="utf-8")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "judgeaudit").write_text(
        '#!/bin/sh\necho "$*" >> called\ncase "$*" in\n'
        '  drift*) for last; do :; done; if [ "$WRITES" = 1 ]; then mkdir -p "$last/now"; : > "$last/audit.json"; fi; exit "$DRIFT" ;;\n'
        '  *--update*) exit "$UPDATE" ;;\n  *) exit "$STATUS" ;;\nesac\n',
        encoding="utf-8",
    )
    (tmp_path / "bin" / "judgeaudit").chmod(0o755)
    (tmp_path / "bin" / "mail").write_text(f"#!/bin/sh\ncat > {tmp_path}/mailed\n", encoding="utf-8")
    (tmp_path / "bin" / "mail").chmod(0o755)
    return tmp_path


def ended(folder: Path, *words: str, drift: int = 0, update: int = 0, status: int = 0, writes: int = 1) -> int:
    codes = {"DRIFT": str(drift), "UPDATE": str(update), "STATUS": str(status), "WRITES": str(writes)}
    path = f"{folder / 'bin'}:/usr/bin:/bin"
    return subprocess.run([*words], cwd="/", env={"PATH": path, **codes}, capture_output=True, check=False).returncode


@pytest.mark.parametrize(
    ("codes", "code"),
    [
        ({}, 0),
        ({"drift": 1}, 0),
        ({"drift": 3, "update": 3, "status": 3}, 3),
        ({"update": 1, "status": 1}, 1),
        ({"drift": 4}, 4),
        ({"drift": 2, "writes": 0}, 2),
        ({"drift": 1, "writes": 0, "status": 0}, 2),
        ({"update": 2}, 2),
        ({"drift": 127, "update": 127, "status": 127, "writes": 0}, 127),
    ],
)
def test_the_script_ends_with_the_watch_unless_a_step_could_not_be_done(watched: Path, codes: dict[str, int], code: int) -> None:
    assert ended(watched, str(watched / "watch.sh"), **codes) == code
    called = (watched / "called").read_text(encoding="utf-8").splitlines()
    assert called[0].startswith("drift anchors --now --rubric rubric.yaml --replicates 1")
    assert sum("--update checks/" in line for line in called) == codes.get("writes", 1)
    assert sum("--update logs/today.jsonl" in line for line in called) == 1
    assert called[-1] == "monitor --state watch.db --status --out status"


@pytest.mark.skipif(shutil.which("flock") is None, reason="flock is part of util-linux")
def test_the_crontab_mails_every_code_but_0_and_runs_one_at_a_time(watched: Path) -> None:
    path, line = blocks("crontab")[0].splitlines()
    assert path.startswith("PATH=")
    *times, command = line.split(maxsplit=5)
    assert len(times) == 5
    assert "%" not in command, "cron makes line ends of them"
    command = command.replace("/srv/judge", str(watched))
    assert ended(watched, "sh", "-c", command) == 0
    assert not (watched / "mailed").exists()
    ended(watched, "sh", "-c", command, status=1)
    assert "exit code 1" in (watched / "mailed").read_text(encoding="utf-8")
    (watched / "called").unlink()
    taken = f"cd {watched} && flock watch.lock sh -c '{{ {command.split(' || ')[0]}; }}; echo $? > taken'"
    ended(watched, "sh", "-c", taken.replace("sh -c './watch.sh > watch.log 2>&1'", "./watch.sh"))
    assert (watched / "taken").read_text(encoding="utf-8").strip() == "75"
    assert not (watched / "called").exists()
    assert os.access(watched / "watch.sh", os.X_OK)
