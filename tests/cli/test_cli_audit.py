"""`judgeaudit audit` and the other commands that ask nobody, as a user runs them: real processes, exit codes, messages."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

RUBRIC = """\
name: demo
criteria:
  - name: right
    question: Is the answer right?
    scale: {level: nominal, labels: ["pass", "fail"]}
"""


def judgeaudit(*words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "judgeaudit", *map(str, words)], capture_output=True, text=True, cwd=cwd, check=False, timeout=120)


def write_verdicts(path: Path, *, items: int = 40, replicates: int = 3, flips: int = 0, wrong: int = 0) -> Path:
    """Verdicts of one judge: half pass, half fail; the first `flips` items change in the last replicate, the next `wrong` are always wrong."""
    lines = ["item_id,judge,criterion,replicate,label"]
    for i in range(items):
        truth = "pass" if i % 2 == 0 else "fail"
        other = "fail" if truth == "pass" else "pass"
        for r in range(replicates):
            label = other if (i < flips and r == replicates - 1) or flips <= i < flips + wrong else truth
            lines.append(f"{i:03d},j,right,{r},{label}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def write_gold(path: Path, *, items: int = 40) -> Path:
    lines = ["item_id,annotator,label"] + [f"{i:03d},ann,{'pass' if i % 2 == 0 else 'fail'}" for i in range(items)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def write_rubric(path: Path, gates: str = "") -> Path:
    path.write_text(RUBRIC + gates, encoding="utf-8")
    return path


def test_a_perfect_judge_with_enough_items_passes_its_gates(tmp_path: Path) -> None:
    write_verdicts(tmp_path / "v.csv", items=200)
    write_gold(tmp_path / "g.csv", items=200)
    write_rubric(
        tmp_path / "r.yaml", "gates:\n  consistency.flip_rate: {max: 0.05}\n  calibration.accuracy: {min: 0.9}\n  calibration.cohen_kappa: {min: 0.6}\n"
    )
    done = judgeaudit("audit", "v.csv", "--rubric", "r.yaml", "--gold", "g.csv", "--out", "o", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    data = json.loads((tmp_path / "o" / "audit.json").read_text(encoding="utf-8"))
    assert [d["decision"] for d in data["decisions"]] == ["deploy"]
    assert {e["name"]: e["value"] for e in data["estimates"] if e["analysis"] == "calibration" and e["judge"] == "j" and e["group"] is None}["accuracy"] == 1.0
    assert (tmp_path / "o" / "audit.html").stat().st_size > 10_000


def test_a_judge_that_is_wrong_fails_its_gate(tmp_path: Path) -> None:
    write_verdicts(tmp_path / "v.csv", wrong=20)
    write_gold(tmp_path / "g.csv")
    write_rubric(tmp_path / "r.yaml", "gates: {calibration.accuracy: {min: 0.9}}\n")
    done = judgeaudit("audit", "v.csv", "--rubric", "r.yaml", "--gold", "g.csv", "--out", "o", cwd=tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "do not deploy" in done.stdout.lower()


def test_twenty_perfect_items_do_not_prove_ninety_percent(tmp_path: Path) -> None:
    """Case P22: the Wilson interval of 20 of 20 starts at 0.8389, so a gate at 0.9 is inconclusive: exit 3, not 0."""
    write_verdicts(tmp_path / "v.csv", items=20)
    write_gold(tmp_path / "g.csv", items=20)
    write_rubric(tmp_path / "r.yaml", "gates: {calibration.accuracy: {min: 0.9}}\n")
    done = judgeaudit("audit", "v.csv", "--rubric", "r.yaml", "--gold", "g.csv", "--out", "o", cwd=tmp_path)
    assert done.returncode == 3
    gate = json.loads((tmp_path / "o" / "audit.json").read_text(encoding="utf-8"))["gates"][0]
    assert gate["status"] == "inconclusive"
    assert gate["low"] == pytest.approx(0.8389, abs=5e-5)


def test_a_gate_on_nothing_measured_is_never_a_pass(tmp_path: Path) -> None:
    write_verdicts(tmp_path / "v.csv")
    write_rubric(tmp_path / "r.yaml", "gates: {rationale.rationale_alpha: {min: 0.5}}\n")
    done = judgeaudit("audit", "v.csv", "--rubric", "r.yaml", "--out", "o", cwd=tmp_path)
    assert done.returncode == 3
    assert json.loads((tmp_path / "o" / "audit.json").read_text(encoding="utf-8"))["gates"][0]["status"] == "not_measured"


def test_without_gold_nobody_is_approved(tmp_path: Path) -> None:
    write_verdicts(tmp_path / "v.csv", items=200)
    done = judgeaudit("audit", "v.csv", "--out", "o", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    data = json.loads((tmp_path / "o" / "audit.json").read_text(encoding="utf-8"))
    assert [d["decision"] for d in data["decisions"]] == ["not_enough_data"]
    assert data["rubric"]["assumed"]


def test_gold_of_other_items_is_exit_3_and_says_so(tmp_path: Path) -> None:
    write_verdicts(tmp_path / "v.csv")
    (tmp_path / "g.csv").write_text("item_id,annotator,label\nelsewhere,ann,pass\n", encoding="utf-8")
    write_rubric(tmp_path / "r.yaml")
    done = judgeaudit("audit", "v.csv", "--rubric", "r.yaml", "--gold", "g.csv", "--out", "o", cwd=tmp_path)
    assert done.returncode == 3
    assert "no item" in done.stderr or "nothing in common" in done.stderr.lower()
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("audit", "nowhere.csv"), "nowhere.csv"),
        (("run", "nowhere.yaml"), "nowhere.yaml"),
        (("check", "nowhere.yaml"), "nowhere.yaml"),
        (("report", "nowhere"), "nowhere"),
        (("run", "r.yaml"), "judge"),
        (("run", "r.yaml", "--max-calls", "0", "--judge", "openai/x"), "--max-calls"),
        (("init", "r.yaml"), "r.yaml"),
    ],
)
def test_bad_input_is_exit_2_with_a_fix_and_no_traceback(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    write_rubric(tmp_path / "r.yaml")
    done = judgeaudit(*words, cwd=tmp_path)
    assert done.returncode == 2, done.stdout + done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) < 12


def test_schema_describes_the_audits_that_are_written(tmp_path: Path) -> None:
    import jsonschema

    write_verdicts(tmp_path / "v.csv", flips=5)
    judgeaudit("audit", "v.csv", "--out", "o", cwd=tmp_path)
    printed = judgeaudit("schema", cwd=tmp_path)
    assert printed.returncode == 0
    data = json.loads((tmp_path / "o" / "audit.json").read_text(encoding="utf-8"))
    jsonschema.validate(data, json.loads(printed.stdout))
    assert {"schema_version", "rubric", "judges", "decisions", "gates", "analyses", "estimates", "cases", "format_version"} <= set(data)
    keys = {
        "analysis",
        "name",
        "judge",
        "criterion",
        "group",
        "stratum",
        "variant",
        "value",
        "low",
        "high",
        "ci_level",
        "method",
        "p_adjusted",
        "n_items",
        "n_ratings",
    }
    assert all(keys | {"undefined"} == set(e) for e in data["estimates"])
    assert all({"analysis", "flag", "judge", "criterion", "item_id", "replicates", "detail", "spans"} == set(c) for c in data["cases"])
    assert sum(c["flag"] == "flipped_verdict" for c in data["cases"]) == 5


def test_report_renders_again_and_the_audit_repeats_byte_for_byte(tmp_path: Path) -> None:
    write_verdicts(tmp_path / "v.csv", flips=4, wrong=3)
    write_gold(tmp_path / "g.csv")
    write_rubric(tmp_path / "r.yaml")
    for folder in ("one", "two"):
        judgeaudit("audit", "v.csv", "--rubric", "r.yaml", "--gold", "g.csv", "--out", folder, cwd=tmp_path)
    first, second = ((tmp_path / folder / "audit.json").read_bytes() for folder in ("one", "two"))
    assert first == second
    page = (tmp_path / "one" / "audit.html").read_bytes()
    (tmp_path / "one" / "audit.html").unlink()
    assert judgeaudit("report", "one", cwd=tmp_path).returncode == 0
    assert (tmp_path / "one" / "audit.html").read_bytes() == page


def test_ids_and_labels_stay_text_from_file_to_report(tmp_path: Path) -> None:
    rows = [f"{item},007,{r},{label}" for item, label in (("007", "yes"), ("NA", "no"), ("1e5", "yes"), ("true", "no")) for r in (0, 1)]
    (tmp_path / "v.csv").write_text("item_id,judge,replicate,label\n" + "\n".join(rows) + "\n007,007,2,no\n", encoding="utf-8")
    (tmp_path / "g.csv").write_text("item_id,annotator,label\n007,1,no\nNA,1,no\n1e5,1,no\n", encoding="utf-8")
    done = judgeaudit("audit", "v.csv", "--gold", "g.csv", "--out", "o", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    data = json.loads((tmp_path / "o" / "audit.json").read_text(encoding="utf-8"))
    assert {c["item_id"] for c in data["cases"] if c["flag"] == "judge_gold_disagreement"} == {"007", "1e5"}
    assert {j["name"] for j in data["judges"]} == {"007"}


def test_init_writes_something_that_runs(tmp_path: Path) -> None:
    assert judgeaudit("init", "mine", cwd=tmp_path).returncode == 0
    rubric = next((tmp_path / "mine").glob("*.yaml"))
    assert judgeaudit("check", rubric, cwd=tmp_path).returncode == 0
    assert not list(tmp_path.glob("**/calls.jsonl"))
    done = judgeaudit("run", rubric, "--out", "run", cwd=tmp_path)
    assert done.returncode in (0, 1, 3), done.stderr
    assert (tmp_path / "run" / "audit.html").exists()
    again = judgeaudit("init", "mine", cwd=tmp_path)
    assert again.returncode == 2
    assert "there already" in again.stderr
