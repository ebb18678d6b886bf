"""A scale with its bad label first turns attacks and controls around: said before anything is asked."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import judgeaudit
from judgeaudit.domain.rubric import Rubric

LABELS = [["no", "yes"], ["Fail", "Pass"]]


def project(folder: Path, labels: list[str], probes: str = "[injection, fact_changed]", *, scale: str = "nominal", mode: str = "pointwise") -> Path:
    texts = {"response": "It takes 14 days."} if mode == "pointwise" else {"response_a": "It takes 14 days.", "response_b": "It takes a month."}
    rows = [json.dumps({"id": f"i{n}", "input": f"How long, {n}?", **texts}) for n in range(3)]
    (folder / "items.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (folder / "my_judge.py").write_text(f"def judge(item, criterion, *, seed, replicate):\n    return {labels[0]!r}\n", encoding="utf-8")
    rubric = folder / "r.yaml"
    rubric.write_text(
        f"name: r\nmode: {mode}\nitems: items.jsonl\nreplicates: 2\nprobes: {probes}\njudges:\n  - {{name: j, model: 'python:my_judge:judge'}}\n"
        f"criteria:\n  - name: c\n    question: Is the time given?\n    scale: {{level: {scale}, labels: {json.dumps(labels)}}}\n",
        encoding="utf-8",
    )
    return rubric


def told(warnings: tuple[str, ...] | list[str]) -> list[str]:
    return [text for text in warnings if "is read as the good verdict" in text]


@pytest.mark.parametrize("labels", LABELS)
def test_check_names_a_scale_that_has_the_bad_label_first(labels: list[str], tmp_path: Path) -> None:
    (said,) = told(judgeaudit.check(project(tmp_path, labels)).warnings)
    assert "criterion 'c'" in said
    assert f'"{labels[0]}" is read as the good verdict' in said
    assert f"labels: [{labels[1]}, {labels[0]}]" in said


@pytest.mark.parametrize(
    ("labels", "more"),
    [(["yes", "no"], {}), (["mentions", "omits"], {}), (["no", "yes"], {"probes": "[]"}), (["no", "yes"], {"scale": "ordinal"}), (["b", "a"], {"mode": "pairwise"})],
    ids=["good first", "words of its own", "no probes", "ordered", "pairs"],
)  # fmt: skip
def test_other_scales_are_not_named(labels: list[str], more: dict[str, str], tmp_path: Path) -> None:
    assert told(judgeaudit.check(project(tmp_path, labels, **more)).warnings) == []


def test_run_says_it_before_anything_is_asked(tmp_path: Path) -> None:
    said: list[str] = []
    warned_of_at_start: list[int] = []
    rubric = project(tmp_path, ["no", "yes"])
    judgeaudit.run(rubric, out=tmp_path / "run", on_warning=said.append, on_start=lambda folder, planned, done: warned_of_at_start.append(len(said)))
    assert told(said) == told(judgeaudit.check(rubric).warnings)
    assert warned_of_at_start == [1]


def test_run_without_probes_says_nothing_of_it(tmp_path: Path) -> None:
    said: list[str] = []
    judgeaudit.run(project(tmp_path, ["no", "yes"]), out=tmp_path / "run", on_warning=said.append, probes=False)
    assert said == []


def test_the_command_prints_it_and_its_result_stays_on_stdout(tmp_path: Path) -> None:
    rubric = project(tmp_path, ["no", "yes"])
    done = subprocess.run(
        [sys.executable, "-m", "judgeaudit", "run", str(rubric), "--out", str(tmp_path / "run")], capture_output=True, text=True, check=False, timeout=240
    )
    lines = done.stderr.splitlines()
    (place,) = [n for n, line in enumerate(lines) if line.startswith("warning: criterion 'c': \"no\" is read as the good verdict")]
    assert place < next(n for n, line in enumerate(lines) if line.startswith("run directory"))
    assert "run directory" not in done.stdout


def test_the_audit_says_the_same_afterwards(tmp_path: Path) -> None:
    found = judgeaudit.run(project(tmp_path, ["no", "yes"]), out=tmp_path / "run").data
    texts = [finding.text for analysis in found.analyses for finding in analysis.findings]
    assert len(told(texts)) == 1


def test_a_rubric_object_is_read_too() -> None:
    from judgeaudit.probes.turned_scales import turned_scales

    criteria = [{"name": name, "question": "?", "scale": {"labels": labels}} for name, labels in (("c", ["no", "yes"]), ("d", ["yes", "no"]))]
    assert turned_scales(Rubric.model_validate({"name": "r", "criteria": criteria})) == {"c": ("no", "yes")}
