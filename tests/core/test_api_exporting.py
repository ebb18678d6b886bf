"""What `export` writes is what other programs read: labelling tasks, Inspect scores, spreadsheets, JUnit XML, Markdown."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import judgeaudit
from judgeaudit.errors import OptionError
from judgeaudit.importers.imported import read_files


@pytest.fixture
def verdicts(tmp_path: Path) -> Path:
    rows = [
        {"item_id": f"i{n}", "judge": judge, "criterion": "tone & <style>", "replicate": r, "label": "good" if (n + r * (n % 3 == 0)) % 2 else "bad", "rationale": f"=because {n}"}
        for n in range(12) for judge in ("a", "b") for r in range(2)
    ]  # fmt: skip
    path = tmp_path / "v.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def items(tmp_path: Path) -> Path:
    path = tmp_path / "items.jsonl"
    long = "x" * 30_000
    path.write_text("".join(json.dumps({"id": f"i{n}", "input": f"q{n}", "response": f"<b>answer {n}</b> {long}"}) + "\n" for n in range(12)), encoding="utf-8")
    return path


@pytest.fixture
def audited(verdicts: Path, items: Path, tmp_path: Path) -> Path:
    judgeaudit.audit(verdicts, items=items, out=tmp_path / "a", embedder="none")
    return tmp_path / "a"


def test_label_studio_tasks_come_back_with_their_ids(audited: Path, items: Path, tmp_path: Path) -> None:
    done = judgeaudit.export(audited, "label_studio", out=tmp_path / "tasks.json", items=items)
    tasks = json.loads((tmp_path / "tasks.json").read_text(encoding="utf-8"))
    assert {task["data"]["item_id"] for task in tasks} >= {"i0", "i3", "i6", "i9"}  # those that flip
    assert len(tasks[0]["data"]["response"]) > 30_000
    assert not any("label" in task["data"] or "predictions" in task for task in tasks)
    view = ET.fromstring((tmp_path / "tasks.json.config.xml").read_text(encoding="utf-8"))
    assert [one.get("value") for one in view.iter("Choice")] == ["good", "bad"]
    control = next(view.iter("Choices"))
    assert control.get("name") == "tone & <style>"
    assert done.n == len(tasks)
    for n, task in enumerate(tasks):
        task["id"] = n
        choice = {"from_name": control.get("name"), "to_name": "response", "type": "choices", "value": {"choices": ["good"]}}
        task["annotations"] = [{"id": n, "completed_by": 7, "result": [choice], "was_cancelled": False}]
    (tmp_path / "back.json").write_text(json.dumps(tasks), encoding="utf-8")
    back = read_files([tmp_path / "back.json"])
    assert [row["item_id"] for row in back.gold] == [task["data"]["item_id"] for task in tasks]
    assert {(row["criterion"], row["label"]) for row in back.gold} == {("tone & <style>", "good")}


def test_texts_that_the_audit_cut_are_said(audited: Path, tmp_path: Path) -> None:
    done = judgeaudit.export(audited, "argilla", out=tmp_path / "r.jsonl", limit=3)
    records = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(records) == 3
    assert set(records[0]) == {"id", "fields", "metadata"}
    settings = json.loads((tmp_path / "r.jsonl.settings.json").read_text(encoding="utf-8"))
    assert [one["value"] for one in settings["questions"][0]["settings"]["options"]] == ["good", "bad"]
    assert any("more items have cases" in note for note in done.notes)
    assert any("cut" in note for note in done.notes)


def test_inspect_scores_are_of_one_judge(verdicts: Path, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="scores are of one judge"):
        judgeaudit.export(verdicts, "inspect", out=tmp_path / "s.jsonl")
    judgeaudit.export(verdicts, "inspect", out=tmp_path / "s.jsonl", judge="a")
    scores = [json.loads(line) for line in (tmp_path / "s.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(scores) == 24
    assert scores[0] == {"id": "i0", "value": "bad", "epoch": 1, "explanation": "=because 0", "metadata": {"judge": "a", "criterion": "tone & <style>"}}
    assert {(score["id"], score["epoch"]) for score in scores} == {(f"i{n}", epoch) for n in range(12) for epoch in (1, 2)}


def test_exact_for_programs_and_harmless_for_people(verdicts: Path, tmp_path: Path) -> None:
    judgeaudit.export(verdicts, "csv", out=tmp_path / "v.csv")
    judgeaudit.export(verdicts, "spreadsheet", out=tmp_path / "p.csv")
    exact = list(csv.DictReader(io.StringIO((tmp_path / "v.csv").read_text(encoding="utf-8"))))
    people = list(csv.DictReader(io.StringIO((tmp_path / "p.csv").read_text(encoding="utf-8-sig"))))
    assert exact[0]["rationale"] == "=because 0"
    assert people[0]["rationale"] == "'=because 0"


def test_junit_and_markdown_of_an_audit(audited: Path, tmp_path: Path) -> None:
    judgeaudit.export(audited, "junit", out=tmp_path / "j.xml")
    assert ET.parse(tmp_path / "j.xml").getroot().tag in ("testsuites", "testsuite")
    judgeaudit.export(audited, "markdown", out=tmp_path / "m.md")
    assert "a" in (tmp_path / "m.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("target", "options", "what"),
    [
        ("label_studioo", {}, "did you mean 'label_studio'"),
        ("argilla", {"judge": "nobody"}, "no case of this audit"),
        ("argilla", {"limit": 0}, "are none"),
        ("label_studio", {"criterion": "nothing"}, "no c"),
    ],
)
def test_mistakes_are_said(audited: Path, tmp_path: Path, target: str, options: dict[str, object], what: str) -> None:
    with pytest.raises(OptionError, match=what):
        judgeaudit.export(audited, target, out=tmp_path / "x", **options)
    assert not (tmp_path / "x").exists()


def test_no_source_is_written_over(audited: Path, verdicts: Path) -> None:
    before = (audited / "audit.json").read_bytes(), verdicts.read_bytes()
    for source, target, out in ((audited, "markdown", audited / "audit.json"), (verdicts, "csv", verdicts)):
        with pytest.raises(OptionError, match="is one that is read"):
            judgeaudit.export(source, target, out=out)
    assert before == ((audited / "audit.json").read_bytes(), verdicts.read_bytes())


@pytest.mark.parametrize("name", ["r.json", "r.JSON", "r.jsonl", "r.ndjson"])
def test_argilla_records_are_what_their_suffix_says_and_come_back_with_their_ids(audited: Path, items: Path, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    done = judgeaudit.export(audited, "argilla", out=path, items=items)
    text = path.read_text(encoding="utf-8")
    listed = name.casefold().endswith(".json")
    records = json.loads(text) if listed else [json.loads(line) for line in text.splitlines()]
    assert done.n == len(records) > 3
    for record in records:
        record["responses"] = {"tone & <style>": [{"value": "good", "user_id": "u", "status": "submitted"}]}
    path.write_text(json.dumps(records) if listed else "".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    back = read_files([path])
    assert [row["item_id"] for row in back.gold] == [record["id"] for record in records]
    assert [one["response"] for one in back.items] == [record["fields"]["response"] for record in records]
