"""`judgeaudit anchors` as a user runs it: real processes and judges; freeze, interrupt, resume, verify, and compare with what was frozen."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli_run import judgeaudit, steady
from tests.cli.test_cli_run import write_project as write_stub_project
from tests.stub_server import StubServer

JUDGES = """
def shaky(item, criterion, *, seed, replicate):
    n = int(item.id[1:])
    turned = n < 10 and replicate == 1
    return {"label": "pass" if (n % 3 > 0) != turned else "fail", "rationale": "The fee is named."}
"""


def write_project(folder: Path, *, items: int = 40, replicates: int = 3, gold: bool = True, more: str = "", question: str = "Is the fee named?") -> None:
    (folder / "judges.py").write_text(JUDGES, encoding="utf-8")
    rows = [json.dumps({"id": f"i{n:02d}", "input": f"Question {n}?", "response": f"Answer {n}."}) for n in range(items)]
    (folder / "items.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    labels = "".join(f"i{n:02d},anna,{'pass' if n % 3 else 'fail'}\n" for n in range(items))
    (folder / "gold.csv").write_text("item_id,annotator,label\n" + labels, encoding="utf-8")
    (folder / "r.yaml").write_text(
        f"name: fees\ncriteria:\n  - name: fee\n    question: {question}\n    scale: {{level: nominal, labels: [pass, fail]}}\nitems: items.jsonl\n"
        + ("gold: gold.csv\n" if gold else "")
        + f"judges:\n  - {{name: shaky, model: 'python:judges:shaky'}}\nreplicates: {replicates}\nembedder: none\n{more}",
        encoding="utf-8",
    )


def frozen(folder: Path, name: str = "a") -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / name / "anchors.json").read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    folder = tmp_path_factory.mktemp("anchors")
    write_project(folder, more="probes: [nonsense_control]\n")
    done = judgeaudit("anchors", "r.yaml", "--out", "a", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder, done.stdout, done.stderr


def test_anchors_are_frozen_with_digests_and_the_noise_floor(made: tuple[Path, str, str]) -> None:
    """10 of 40 items turn over in one of three replicates: two of three pairs differ on a quarter of the items, 1/6 of all pairs."""
    folder, out, err = made
    file = frozen(folder)
    assert len(file["items"]) == len(file["gold"]) == len(file["verdicts"]) == 40
    assert {len(digest) for digest in file["items"].values()} == {64}
    assert file["replicates"] == 3
    assert file["noise"][0]["value"] == pytest.approx(1 / 6)
    assert file["noise"][0]["low"] < 1 / 6 < file["noise"][0]["high"]
    assert list(file["judges"]["shaky"]["prompts"]) == ["fee"]
    assert (folder / "a" / "calls.jsonl").read_bytes().count(b"\n") == 120, "probes are left out"
    assert "16.7% of two verdicts differ" in out
    assert "40 anchors (gold for 40), 3 verdicts each" in out
    assert "40 anchors are too few for the margin of 0.05" in err
    assert "no gold" not in err


def test_the_folder_is_a_run_directory_that_can_be_audited_again(made: tuple[Path, str, str]) -> None:
    done = judgeaudit("audit", "a", "--out", "again", "--embedder", "none", cwd=made[0])
    assert done.returncode in (0, 1, 3), done.stderr


def test_what_was_frozen_is_verified_also_against_the_rubric(made: tuple[Path, str, str]) -> None:
    done = judgeaudit("anchors", "--verify", "a", "r.yaml", cwd=made[0])
    assert done.returncode == 0, done.stderr
    assert "nothing differs" in done.stdout
    assert "r.yaml asks the same" in done.stdout


def test_a_rubric_that_asks_something_else_is_named(tmp_path: Path) -> None:
    write_project(tmp_path, gold=False)
    first = judgeaudit("anchors", "r.yaml", "--out", "a", cwd=tmp_path)
    assert first.returncode == 0
    assert "there is no gold" in first.stderr
    write_project(tmp_path, items=39, question="Is a fee named?")
    done = judgeaudit("anchors", "--verify", "a", "r.yaml", cwd=tmp_path)
    assert done.returncode == 2
    for line in (
        "item 'i39': it was removed",
        "there was no gold, and there is some now",
        "criterion 'fee' changed",
        "judge 'shaky': its prompt for 'fee' changed",
    ):
        assert line in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["drift", "x", "--now", "--out", "d", "--embedder", "none"],
        ["drift", "x", "a", "--out", "d", "--embedder", "none"],
        ["monitor", "--state", "s", "--init", "x"],
    ],
)
def test_nothing_is_compared_with_changed_anchors_and_nobody_is_asked(made: tuple[Path, str, str], tmp_path: Path, words: list[str]) -> None:
    for name in ("a", "x"):
        shutil.copytree(made[0] / "a", tmp_path / name)
    path = tmp_path / "x" / "inputs.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"Answer 5."', '"Answer five."'), encoding="utf-8")
    done = judgeaudit(*words, cwd=tmp_path)
    assert done.returncode == 2, done.stdout + done.stderr
    assert "these anchors are not what was frozen" in done.stderr
    assert "item 'i05': its text changed" in done.stderr
    assert not (tmp_path / "d").exists()
    assert not (tmp_path / "s").exists()


@pytest.mark.parametrize("where", ["rubric", "option"])
def test_fewer_than_three_replicates_are_refused_with_the_reason(tmp_path: Path, where: str) -> None:
    write_project(tmp_path, replicates=2 if where == "rubric" else 3)
    done = judgeaudit("anchors", "r.yaml", "--out", "a", *(["--replicates", "1"] if where == "option" else []), cwd=tmp_path)
    assert done.returncode == 2
    assert "two verdicts that differ have no majority" in done.stderr
    assert "--replicates 3" in done.stderr
    assert not (tmp_path / "a").exists()


def test_a_run_that_stops_early_freezes_nothing_and_goes_on(tmp_path: Path) -> None:
    with StubServer(steady) as server:
        write_stub_project(tmp_path, server.api_base, items=12)
        words = ["r.yaml", "--embedder", "none"]
        first = judgeaudit("anchors", *words, "--out", "a", "--max-calls", "10", cwd=tmp_path)
        assert first.returncode == 4, first.stderr
        assert "nothing is frozen" in first.stderr
        assert "resume with: judgeaudit anchors r.yaml --resume a --embedder none" in first.stderr
        assert not (tmp_path / "a" / "anchors.json").exists()
        second = judgeaudit("anchors", *words, "--resume", "a", cwd=tmp_path)
        assert second.returncode == 0, second.stderr
        assert server.hits == 36
    file = frozen(tmp_path)
    assert file["judges"]["j"]["parameters"]["temperature"] == 1.0
    assert "seed" not in file["judges"]["j"]["parameters"]
    assert "openai/stub names no dated version" in second.stderr
    assert any("no dated version" in warning for warning in file["warnings"])
    text = (tmp_path / "a" / "anchors.json").read_text(encoding="utf-8")
    assert "sk-TEST" not in text


def test_a_finished_run_is_frozen_without_a_call_and_expires_by_its_own_date(tmp_path: Path) -> None:
    write_project(tmp_path)
    assert judgeaudit("run", "r.yaml", "--out", "a", cwd=tmp_path).returncode in (0, 1, 3)
    manifest = json.loads((tmp_path / "a" / "run.json").read_text(encoding="utf-8"))
    manifest["created_at"] = "2026-01-01T10:00:00+00:00"
    (tmp_path / "a" / "run.json").write_text(json.dumps(manifest), encoding="utf-8")
    done = judgeaudit("anchors", "r.yaml", "--resume", "a", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert frozen(tmp_path)["expires"] == "2026-04-01T10:00:00+00:00"
    again = judgeaudit("anchors", "--verify", "a", cwd=tmp_path)
    assert again.returncode == 0
    assert "expired on 2026-04-01" in again.stderr


def test_a_plan_says_how_many_anchors_show_a_shift(tmp_path: Path) -> None:
    done = judgeaudit("anchors", "--plan", "--shift", "0.1", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    plan = json.loads(done.stdout)
    assert [(line["before"], line["after"]) for line in plan["lines"]] == [(3, 1), (3, 3), (1, 1)]
    assert all(line["alone"] < line["corrected"] for line in plan["lines"])
    said = judgeaudit("anchors", "--plan", "--shift", "0.1", cwd=tmp_path)
    assert f"anchors to freeze: {plan['lines'][0]['corrected']:,}" in said.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "there is nothing to freeze"),
        (["r.yaml", "--plan"], "RUBRIC means nothing to --plan"),
        (["r.yaml", "--shift", "0.1"], "--shift means nothing to the command without --plan"),
        (["r.yaml", "--json"], "--json means nothing"),
        (["--verify", "a", "--out", "b"], "--out means nothing to --verify"),
        (["--verify", "a", "--items", "b"], "--items means nothing to --verify without RUBRIC"),
        (["--verify", "a"], "there is no anchors.json in it"),
        (["--plan", "--shift", "0"], "shift is 0"),
        (["--plan", "--replicates", "2"], "2 verdicts of an item give no noise floor"),
        (["--plan", "--churn", "0.01"], "cannot shift"),
    ],
)
def test_options_that_make_no_sense_are_refused(tmp_path: Path, words: list[str], said: str) -> None:
    done = judgeaudit("anchors", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert "fix:" in done.stderr
