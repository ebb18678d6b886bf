"""`calibrate`, `apply` and `budget` as a user runs them: real processes, files, exit codes, messages."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.cli.test_cli_audit import RUBRIC, judgeaudit


def write_batch(folder: Path, name: str, *, items: int, labelled: int, right: float = 0.92, start: int = 0, system: str = "bot-1", seed: int = 1) -> None:
    """`<name>.csv`, verdicts of a judge that is right so often and a bit surer when it is, and `<name>-gold.csv`, labels of the first items."""
    draw = random.Random(seed)
    lines, gold = ["item_id,judge,label,confidence,system,prompt_hash,note"], ["item_id,annotator,label"]
    for i in range(start, start + items):
        truth, hit = i % 2 == 0, draw.random() < right
        confidence = 0.6 + 0.39 * draw.random() if hit else 0.5 + 0.35 * draw.random()
        lines.append(f"i{i:05d},j,{'pass' if truth == hit else 'fail'},{confidence:.3f},{system},p1,x")
        if i - start < labelled:
            gold.append(f"i{i:05d},ann,{'pass' if truth else 'fail'}")
    (folder / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / f"{name}-gold.csv").write_text("\n".join(gold) + "\n", encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A calibrated judge: `cal/` holds the calibration, `new.csv` another batch of the same system, `other.csv` one of a system it errs on."""
    path = tmp_path_factory.mktemp("calibrated")
    write_batch(path, "v", items=500, labelled=250)
    write_batch(path, "new", items=600, labelled=600, start=1000, seed=2)
    write_batch(path, "other", items=300, labelled=200, start=3000, right=0.55, system="bot-2", seed=3)
    (path / "r.yaml").write_text(RUBRIC, encoding="utf-8")
    done = judgeaudit("calibrate", "v.csv", "--gold", "v-gold.csv", "--rubric", "r.yaml", "--out", "cal", "--embedder", "none", cwd=path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "calibration.json" in done.stdout
    assert "judge_card.html" in done.stdout
    return path


def test_calibrate_writes_everything(folder: Path) -> None:
    names = {path.name for path in (folder / "cal").iterdir()}
    assert {"audit.json", "audit.html", "calibration.json", "judge_card.md", "judge_card.html"} <= names
    kept = json.loads((folder / "cal" / "calibration.json").read_text(encoding="utf-8"))
    assert kept["format_version"] == 1
    judge = kept["judges"][0]
    assert (judge["judge"], judge["criterion"], judge["n_labelled"]) == ("j", "right", 250)
    assert judge["routing"]["source"] == "stated"
    assert 0 < judge["routing"]["threshold"] <= 1
    assert 0.85 <= judge["sensitivity"] <= 0.97
    card = (folder / "cal" / "judge_card.md").read_text(encoding="utf-8")
    assert card.startswith("# Judge card: demo\n")
    decision = json.loads((folder / "cal" / "audit.json").read_text(encoding="utf-8"))["decisions"][0]
    assert 1 <= len(decision["findings"]) <= 3
    assert decision["would_change"]


def test_apply_routes_and_writes_what_audit_reads_again(folder: Path) -> None:
    done = judgeaudit("apply", "cal/calibration.json", "new.csv", "--out", "out/routed.csv", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    with (folder / "out" / "routed.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 600
    assert {row["route"] for row in rows} <= {"accept", "review"}
    to_person = sum(row["route"] == "review" for row in rows)
    assert f"{to_person} to a person" in " ".join(done.stdout.split())
    assert all(0 <= float(row["confidence_calibrated"]) <= 1 for row in rows)
    threshold = json.loads((folder / "cal" / "calibration.json").read_text(encoding="utf-8"))["judges"][0]["routing"]["threshold"]
    assert all((row["route"] == "accept") == (float(row["confidence"]) >= threshold - 1e-9) for row in rows)
    assert "corrected" in done.stdout
    for trouble in ("another", "outside", "stood in the verdicts"):
        assert trouble not in done.stdout, "same system, prompt and range"
    with (folder / "new.csv").open(encoding="utf-8", newline="") as file:
        assert [row["note"] for row in rows] == [row["note"] for row in csv.DictReader(file)], "a column that the format does not have is kept"
    assert "note" not in done.stderr
    again = judgeaudit("audit", "out/routed.csv", "--rubric", "r.yaml", "--out", "again", cwd=folder)
    assert again.returncode == 0, again.stderr


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_apply_writes_by_suffix(folder: Path, suffix: str) -> None:
    done = judgeaudit("apply", "cal", "new.csv", "--out", f"r.{suffix}", cwd=folder)
    assert done.returncode == 0, done.stderr
    path = folder / f"r.{suffix}"
    rows = pq.read_table(path).to_pylist() if suffix == "parquet" else [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 600
    assert rows[0]["item_id"] == "i01000"
    assert rows[0]["route"] in ("accept", "review")


def test_probes_of_the_same_system_pass(folder: Path) -> None:
    done = judgeaudit("apply", "cal", "new.csv", "--gold", "new-gold.csv", "--out", "p.csv", cwd=folder)
    assert "probes PASS" in done.stdout or "probes INCONCLUSIVE" in done.stdout
    assert done.returncode in (0, 3)
    assert (done.returncode == 0) == ("INCONCLUSIVE" not in done.stdout)


def test_probes_of_a_judge_that_errs_elsewhere_fail(folder: Path) -> None:
    """Right on 92 % when calibrated; here it says pass to everything."""
    lines = (folder / "other.csv").read_text(encoding="utf-8").replace(",fail,", ",pass,")
    (folder / "lenient.csv").write_text(lines, encoding="utf-8")
    done = judgeaudit("apply", "cal", "lenient.csv", "--gold", "other-gold.csv", "--out", "f.csv", cwd=folder)
    assert done.returncode == 1
    assert "probes FAIL" in done.stdout
    assert "another system" in done.stdout


def test_eighteen_probes_never_pass(folder: Path) -> None:
    lines = (folder / "new-gold.csv").read_text(encoding="utf-8").splitlines()[:19]
    (folder / "few.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = judgeaudit("apply", "cal", "new.csv", "--gold", "few.csv", "--out", "q.csv", cwd=folder)
    assert done.returncode == 3
    assert "probes INCONCLUSIVE" in done.stdout


def test_calibrating_again_gives_the_same_bytes_but_for_the_clock(folder: Path) -> None:
    done = judgeaudit("calibrate", "v.csv", "--gold", "v-gold.csv", "--rubric", "r.yaml", "--out", "twice", "--embedder", "none", cwd=folder)
    assert done.returncode == 0
    first, second = (json.loads((folder / name / "calibration.json").read_text(encoding="utf-8")) for name in ("cal", "twice"))
    for kept in (first, second):
        kept.pop("created_at")
        for judge in kept["judges"]:
            judge.pop("expires")
    assert first == second


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("calibrate", "v.csv"), 2, "no gold labels"),
        (("calibrate", "v.csv", "--gold", "nowhere.csv"), 2, "nowhere.csv"),
        (("calibrate", "v.csv", "--gold", "other-gold.csv", "--rubric", "r.yaml"), 3, "nothing in common"),
        (("calibrate", "v.csv", "--gold", "off.csv", "--rubric", "r.yaml"), 2, "not on the scale"),
        (("calibrate", "v.csv", "--gold", "v-gold.csv", "--max-risk", "15"), 2, "--max-risk"),
        (("calibrate", "v.csv", "--gold", "v-gold.csv", "--epsilon", "-1"), 2, "--epsilon"),
        (("apply", "nowhere.json", "new.csv"), 2, "nowhere.json"),
        (("apply", "cal/audit.json", "new.csv"), 2, "audit.json"),
        (("apply", "old.json", "new.csv"), 2, "format_version 0"),
        (("apply", "cal", "stranger.csv"), 2, "'k'"),
        (("apply", "cal", "bare.csv"), 2, "confidence"),
        (("apply", "cal", "new.csv", "--out", "x.xlsx"), 2, "--out"),
        (("apply", "cal", "new.csv", "--out", "new.csv"), 2, "take the place"),
        (("apply", "cal", "new.csv", "--gold", "v-gold.csv"), 3, "no verdict is about an item"),
        (("apply", "cal", "new.csv", "--gold", "off.csv"), 2, "not on the scale"),
        (("budget", "--rate", "7"), 2, "--rate"),
        (("budget", "--gate", "accuracy"), 2, "--gate"),
    ],
)
def test_what_is_wrong_is_said_with_its_exit_code(folder: Path, words: tuple[str, ...], code: int, said: str) -> None:
    (folder / "off.csv").write_text("item_id,annotator,label\ni00001,ann,perhaps\ni01001,ann,perhaps\n", encoding="utf-8")
    (folder / "stranger.csv").write_text("item_id,judge,label,confidence\n1,k,pass,0.9\n", encoding="utf-8")
    (folder / "bare.csv").write_text("item_id,judge,label\n1,j,pass\n", encoding="utf-8")
    (folder / "old.json").write_text('{"format_version": 0, "judges": [], "rubric": {}}', encoding="utf-8")
    done = judgeaudit(*words, cwd=folder)
    assert done.returncode == code, done.stdout + done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_budget_says_it_in_sentences_and_as_json(tmp_path: Path) -> None:
    words = ("budget", "--rate", "0.8", "--half-width", "0.05", "--sensitivity", "0.9", "--specificity", "0.8")
    done = judgeaudit(*words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Without a judge it takes 246 labels" in done.stdout  # 1.96^2 0.8 0.2 / 0.05^2 = 245.9
    assert "it saves" in done.stdout
    found = json.loads(judgeaudit(*words, "--json", cwd=tmp_path).stdout)
    assert found["lines"][0]["labels"] == 246
    assert len(found["sentences"]) == 3
    split = found["lines"][2]
    assert split["inside"] + split["outside"] == split["labels"]


def test_layers_of_the_rubric_are_gone_through(folder: Path) -> None:
    (folder / "layers.yaml").write_text(RUBRIC + "layers: [operations, pre_screen]\n", encoding="utf-8")
    done = judgeaudit("calibrate", "v.csv", "--gold", "v-gold.csv", "--rubric", "layers.yaml", "--out", "layered", "--embedder", "none", cwd=folder)
    assert done.returncode == 0, done.stderr
    decision = json.loads((folder / "layered" / "audit.json").read_text(encoding="utf-8"))["decisions"][0]
    assert [(one["layer"], one["status"]) for one in decision["layers"]] == [("pre_screen", "not_measured"), ("operations", "not_measured")]
    assert decision["decision"] == "not_enough_data"
