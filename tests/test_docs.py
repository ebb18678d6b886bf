"""The README tells the truth: every snippet of it is run, every command and exit code of the program stands in it."""

from __future__ import annotations

import csv
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DUMMY_KEYS = {"OPENAI_API_KEY": "sk-dummy-dummy-dummy", "ANTHROPIC_API_KEY": "sk-ant-dummy-dummy"}


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder that holds what the README's snippets name: the example rubrics, their gold, verdicts, a prompt."""
    for name in ("rubrics", "gold"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "rubrics" / "refund_reply.jsonl", tmp_path)
    shutil.copy(ROOT / "rubrics" / "refund_rules.py", tmp_path)
    (tmp_path / "grader.txt").write_text("{{question}}\n{{input}}\n{{response}}\nAnswer with JSON: grade ({{labels}}) and why.\n", encoding="utf-8")
    with (ROOT / "gold" / "refund_reply.csv").open(encoding="utf-8", newline="") as gold:
        rows = [f"{row['item_id']},my-judge,{replicate},{row['label']}" for row in csv.DictReader(gold) for replicate in range(3)]
    (tmp_path / "verdicts.csv").write_text("item_id,judge,replicate,label\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return tmp_path


def commands(block: str) -> list[str]:
    return [line.split("  #")[0].strip() for line in block.splitlines() if line.strip() and not line.startswith("#")]


@pytest.mark.parametrize("block", [b for b in blocks("bash") if "make " not in b], ids=lambda b: b.split("\n")[0][:40])
def test_shell_snippets_run(block: str, project: Path) -> None:
    for command in commands(block):
        words = command.split()
        assert words[0] == "judgeaudit"
        done = subprocess.run([sys.executable, "-m", *words], cwd=project, capture_output=True, text=True, check=False, timeout=240)
        assert done.returncode in (0, 1, 3), f"{command}\n{done.stdout}\n{done.stderr}"
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("block", blocks("python"), ids=lambda b: b.split("\n")[0][:40])
def test_python_snippets_run(block: str, project: Path) -> None:
    done = subprocess.run([sys.executable, "-c", block], cwd=project, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("block", blocks("yaml"), ids=["providers", "own-prompt"])
def test_rubric_snippets_can_be_run_with_a_key(block: str, project: Path) -> None:
    """`check` on the rubric as it stands: every judge is ready once its key is there, and nobody is asked."""
    (project / "rubric.yaml").write_text(block.replace("../gold", "gold"), encoding="utf-8")
    words = [sys.executable, "-m", "judgeaudit", "check", "rubric.yaml", "--items", "refund_reply.jsonl"]
    done = subprocess.run(words, cwd=project, capture_output=True, text=True, check=False, timeout=240, env={**os.environ, **DUMMY_KEYS})
    assert done.returncode == 0, done.stderr
    assert "cannot be asked" not in done.stdout
    models = [line.split("model:")[1].split("#")[0].strip() for line in block.splitlines() if "model:" in line]
    assert models
    assert all(model in done.stdout for model in models)


def test_the_two_commands_exist_and_are_the_first_thing_to_type() -> None:
    first = blocks("bash")[0]
    assert [command.split()[:2] for command in commands(first)] == [["make", "run"], ["make", "test"]]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(re.search(rf"^{target}:", makefile, flags=re.MULTILINE) for target in ("run", "probe", "test", "check"))


def test_every_command_and_exit_code_is_documented() -> None:
    from judgeaudit.cli.commands import app

    names = [command.name or command.callback.__name__ for command in app.registered_commands if command.callback]
    assert names
    assert all(f"judgeaudit {name}" in README for name in names)
    assert all(f"| {code} |" in README for code in (0, 1, 2, 3, 4, 130))


def test_links_and_pictures_of_the_readme_are_there() -> None:
    targets = [target for target in re.findall(r"\]\(([^)#]+)\)", README) if "://" not in target]
    assert targets
    assert all((ROOT / target).exists() for target in targets)


def test_the_licence_of_krippendorff_and_what_it_means_is_said() -> None:
    assert "GPL-3.0-or-later" in README
    assert "redistribut" in README


def test_no_file_of_the_project_names_a_place_of_a_machine() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    home = re.compile(r"/(?:root|home/\w+|work)/")
    for name in listed:
        path = ROOT / name
        if path.suffix in (".py", ".md", ".yaml", ".toml", ".txt", ".csv", ".jsonl", "") and path.is_file() and name != "tests/test_docs.py":
            assert not home.search(path.read_text(encoding="utf-8", errors="replace")), name
