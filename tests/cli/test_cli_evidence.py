"""Evidence and the triage list as a user meets them: `audit`, `run`, `report` and `triage` as real processes."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

RESPONSE = "Delivery takes 3 days. The office is closed on Sunday. Parcels are sent from Hamburg with a tracking number."
THERE = 'It says "The office is closed on Sunday".'
NOWHERE = 'It says "refunds are free within thirty days of purchase".'
RUBRIC = """\
name: demo
criteria:
  - name: right
    question: Is the answer right?
    scale: {level: nominal, labels: ["pass", "fail"]}
"""
JUDGE = """\
def judge(item, criterion, *, seed, replicate):
    quote = "refunds are free within thirty days of purchase" if item.id == "=1" else "The office is closed on Sunday"
    return {"label": "pass", "reasons": [{"aspect": "all", "finding": "met", "quote": quote, "explanation": "It is stated."}]}
"""


def judgeaudit(*words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "judgeaudit", *map(str, words)], capture_output=True, text=True, cwd=cwd, check=False, timeout=120)


def write(folder: Path, *, gates: str = "") -> None:
    ids = [f"i{n:02d}" for n in range(11)] + ["=1"]
    rows = [
        {"item_id": i, "judge": "j", "criterion": "right", "replicate": r, "label": "pass", "rationale": NOWHERE if i == "=1" else THERE}
        for i in ids
        for r in range(2)
    ]
    (folder / "v.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
    items = [{"id": i, "input": f"When does parcel {i} arrive?", "response": RESPONSE} for i in ids]
    (folder / "items.jsonl").write_text("\n".join(map(json.dumps, items)) + "\n", encoding="utf-8")
    (folder / "r.yaml").write_text(RUBRIC + gates, encoding="utf-8")


def rows_of(path: Path) -> list[dict[str, str]]:
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def audit_of(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "audit.json").read_text(encoding="utf-8"))
    return found


def test_an_audit_with_items_checks_evidence_and_writes_the_triage_list(tmp_path: Path) -> None:
    write(tmp_path)
    done = judgeaudit("audit", "v.jsonl", "--rubric", "r.yaml", "--items", "items.jsonl", "--out", "o", "--embedder", "none", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    rate = next(e for e in audit_of(tmp_path / "o")["estimates"] if e["name"] == "fabricated_quote_rate")
    assert (rate["value"], rate["n_ratings"], rate["n_items"]) == (2 / 24, 24, 12)
    (row,) = rows_of(tmp_path / "o" / "triage.csv")
    assert (row["rank"], row["risk"], row["item_id"], row["stable"], row["passes"], row["replicates"]) == ("1", "critical", "'=1", "yes", "yes", "0, 1")
    assert row["reason"] == 'passes in 2 of 2 repeats on a quote that stands nowhere: "refunds are free within thirty days of purchase"'


def test_triage_prints_the_worst_and_writes_where_it_is_told(tmp_path: Path) -> None:
    write(tmp_path)
    judgeaudit("audit", "v.jsonl", "--rubric", "r.yaml", "--items", "items.jsonl", "--out", "o", "--embedder", "none", cwd=tmp_path)
    expected = (tmp_path / "o" / "triage.csv").read_bytes()
    (tmp_path / "o" / "triage.csv").unlink()
    done = judgeaudit("triage", "o", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "1 verdict to look at: 1 critical" in done.stdout
    assert "1. CRITICAL  item =1, j on right" in done.stdout
    assert "passes in 2 of 2 repeats on a quote that stands nowhere" in done.stdout
    assert (tmp_path / "o" / "triage.csv").read_bytes() == expected
    named = judgeaudit("triage", "o/audit.json", "--out", "new/list.csv", cwd=tmp_path)
    assert named.returncode == 0, named.stderr
    assert (tmp_path / "new" / "list.csv").read_bytes() == expected
    (tmp_path / "o" / "triage.csv").unlink()
    assert judgeaudit("report", "o", cwd=tmp_path).returncode == 0
    assert (tmp_path / "o" / "triage.csv").read_bytes() == expected


def test_the_list_takes_the_place_of_no_other_file(tmp_path: Path) -> None:
    write(tmp_path)
    judgeaudit("audit", "v.jsonl", "--rubric", "r.yaml", "--items", "items.jsonl", "--out", "o", "--embedder", "none", cwd=tmp_path)
    before = (tmp_path / "o" / "audit.json").read_bytes()
    for name in ("o/audit.json", "o/audit.html", "v.jsonl"):
        done = judgeaudit("triage", "o", "--out", name, cwd=tmp_path)
        assert (done.returncode, "is no triage list, and would be lost" in done.stderr) == (2, True), name
        assert "Traceback" not in done.stderr
    assert (tmp_path / "o" / "audit.json").read_bytes() == before
    assert judgeaudit("triage", "o", "--out", "list.csv", cwd=tmp_path).returncode == 0
    assert judgeaudit("triage", "o", "--out", "list.csv", cwd=tmp_path).returncode == 0, "an earlier list may be written again"


def test_what_a_reviewer_writes_into_the_list_is_kept(tmp_path: Path) -> None:
    write(tmp_path)
    audit = ("audit", "v.jsonl", "--rubric", "r.yaml", "--items", "items.jsonl", "--out", "o", "--embedder", "none")
    judgeaudit(*audit, cwd=tmp_path)
    path = tmp_path / "o" / "triage.csv"
    ours = path.read_bytes()
    edited = ours.replace(b"critical", b"critical, but I have read it: fine")
    path.write_bytes(edited)
    assert judgeaudit("triage", "o", cwd=tmp_path).returncode == 0
    assert path.read_bytes() == edited, "a command that shows the list leaves it alone"
    done = judgeaudit("report", "o", cwd=tmp_path)
    assert "kept as o/triage-kept-1.csv" in done.stderr.replace("\n", " ")
    assert ((tmp_path / "o" / "triage-kept-1.csv").read_bytes(), path.read_bytes()) == (edited, ours)
    path.write_bytes(edited)
    again = judgeaudit(*audit, cwd=tmp_path)
    assert "kept as o/triage-kept-2.csv" in again.stderr.replace("\n", " ")
    quiet = judgeaudit(*audit, cwd=tmp_path)
    assert "kept" not in quiet.stderr, "a list that nobody changed is written anew"
    assert sorted(one.name for one in (tmp_path / "o").glob("triage*")) == ["triage-kept-1.csv", "triage-kept-2.csv", "triage.csv"]


def test_triage_without_an_audit_says_what_to_do(tmp_path: Path) -> None:
    done = judgeaudit("triage", "nothing", cwd=tmp_path)
    assert done.returncode == 2
    assert "audit.json" in done.stderr
    assert "judgeaudit audit" in done.stderr
    assert not (tmp_path / "nothing").exists()


def test_without_items_evidence_was_not_checked(tmp_path: Path) -> None:
    write(tmp_path, gates="gates: {evidence.fabricated_quote_rate: {max: 0.5}}\n")
    done = judgeaudit("audit", "v.jsonl", "--rubric", "r.yaml", "--out", "o", "--embedder", "none", cwd=tmp_path)
    assert done.returncode == 3, done.stdout + done.stderr
    data = audit_of(tmp_path / "o")
    analysis = next(one for one in data["analyses"] if one["name"] == "evidence")
    assert (analysis["status"], analysis["reason"]) == ("not_measured", "evidence was not checked: no item texts; give the items (--items FILE)")
    assert [gate["status"] for gate in data["gates"]] == ["not_measured"]
    assert rows_of(tmp_path / "o" / "triage.csv") == []
    nothing = judgeaudit("triage", "o", cwd=tmp_path)
    assert nothing.returncode == 0
    assert "not checked: j: evidence was not checked: there are no item texts" in nothing.stdout
    assert "No verdict to look at" not in nothing.stdout, "that would be an all-clear, and nothing was looked at"


def test_a_gate_on_evidence_decides_the_exit_code(tmp_path: Path) -> None:
    for limit, code in (("{max: 0.5}", 0), ("{max: 0.0001}", 1)):
        write(tmp_path, gates=f"gates: {{evidence.fabricated_quote_rate: {limit}}}\n")
        done = judgeaudit("audit", "v.jsonl", "--rubric", "r.yaml", "--items", "items.jsonl", "--out", "o", "--embedder", "none", cwd=tmp_path)
        assert done.returncode == code, done.stdout + done.stderr


def test_no_texts_leaves_every_quotation_out(tmp_path: Path) -> None:
    write(tmp_path)
    done = judgeaudit("audit", "v.jsonl", "--rubric", "r.yaml", "--items", "items.jsonl", "--out", "o", "--no-texts", "--embedder", "none", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    for name in ("audit.json", "audit.html", "triage.csv"):
        told = (tmp_path / "o" / name).read_text(encoding="utf-8").casefold()
        assert "refunds are free" not in told
        assert "hamburg" not in told
    (row,) = rows_of(tmp_path / "o" / "triage.csv")
    assert (row["quote"], row["nearest"]) == ("", "")


def test_a_run_writes_it_too_and_checks_the_quote_field(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "mychecks.py").write_text(JUDGE, encoding="utf-8")
    (tmp_path / "r.yaml").write_text(RUBRIC + "judges: [{name: j, model: 'python:mychecks:judge'}]\nreplicates: 2\nembedder: none\n", encoding="utf-8")
    done = judgeaudit("run", "r.yaml", "--items", "items.jsonl", "--out", "run", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    (row,) = rows_of(tmp_path / "run" / "triage.csv")
    assert (row["risk"], row["item_id"], row["quote"]) == ("critical", "'=1", "refunds are free within thirty days of purchase")
    before = (tmp_path / "run" / "triage.csv").read_bytes()
    (tmp_path / "run" / "triage.csv").unlink()
    again = judgeaudit("audit", "run", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert (tmp_path / "run" / "triage.csv").read_bytes() == before
