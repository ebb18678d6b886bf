"""Published figures of published judgments come out of `judgeaudit import` and then `audit` or `calibrate`: files as they were published, read as they are.

Those that need a table made by hand first are in `test_cli_calibrate_published.py`. Nothing of the data is kept.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli_audit import judgeaudit
from tests.cli.test_cli_calibrate_published import DATA, GRADES, LLMBAR, PUBLISHED, TREC, Estimates, needs_llmbar, needs_trec, write

HUMAN, FASTCHAT = DATA / "judge_bench_human", DATA / "eval_formats" / "fastchat_mtbench"

needs_human = pytest.mark.skipif(not HUMAN.is_dir(), reason="the research data (judge_bench_human) is not beside the checkout")
needs_fastchat = pytest.mark.skipif(not FASTCHAT.is_dir(), reason="the research data (eval_formats) is not beside the checkout")


def run(folder: Path, *words: str | Path) -> str:
    done = judgeaudit(*words, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def estimates(folder: Path) -> Estimates:
    """Of out/audit.json, those about no single label."""
    audit = json.loads((folder / "out" / "audit.json").read_text(encoding="utf-8"))
    return {(one["judge"], f"{one['analysis']}.{one['name']}", one["stratum"], one["criterion"]): one for one in audit["estimates"] if one["group"] is None}


def rubric(folder: Path, names: Iterable[str], scale: dict[str, Any]) -> None:
    criteria = [{"name": name, "question": "q?", "scale": scale} for name in names]
    (folder / "r.yaml").write_text(json.dumps({"name": "published", "criteria": criteria}), encoding="utf-8")


@needs_trec
def test_llmjudge_kappas_of_submissions_as_they_were_handed_in(tmp_path: Path) -> None:
    """arXiv 2502.13908. Each file is a judge; the assessors' file has the same lines."""
    said = run(tmp_path, "import", *(TREC / "submissions" / "scores" / f"{name}.txt" for name in PUBLISHED), "--out", "v.parquet")
    assert "wrote 17,692 verdicts to v.parquet" in said
    run(tmp_path, "import", TREC / "gold" / "llmjudge_test_qrel_idx.txt", "--out", "nist.jsonl")
    nist = [json.loads(line) for line in (tmp_path / "nist.jsonl").read_text(encoding="utf-8").splitlines()]
    write(tmp_path / "g.csv", "item_id annotator label", ((row["item_id"], row["judge"], row["label"]) for row in nist))
    rubric(tmp_path, ["verdict"], {"level": "nominal", "labels": GRADES})
    run(tmp_path, "audit", "v.parquet", "--gold", "g.csv", "--rubric", "r.yaml", "--embedder", "none", "--out", "out")
    found = estimates(tmp_path)
    for name, (kappa, _, _) in PUBLISHED.items():
        assert found[name, "calibration.cohen_kappa", None, "verdict"]["value"] == pytest.approx(kappa, abs=5.01e-5), name
        assert found[name, "calibration.cohen_kappa", None, "verdict"]["n_items"] == 4423


SUBSETS = {"Natural": (0.935, 0.970), "Neighbor": (0.642, 0.896), "GPTInst": (0.766, 0.902), "GPTOut": (0.766, 0.872), "Manual": (0.750, 0.891)}
"""GPT-4 with the prompt Vanilla_NoRules, statistics.json of the authors: accuracy over both orders, and how often they agree."""


@needs_llmbar
def test_llmbar_accuracy_and_agreement_of_both_orders_as_columns(tmp_path: Path) -> None:
    """The authors' table of all judges, its rows of one judge: the orders are two columns of a wide table, the subset is the stratum."""
    with (LLMBAR / "verdicts_all.csv").open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if (row["evaluator"], row["strategy"]) == ("GPT-4", "Vanilla_NoRules")]
    for row in rows:
        row["id"] = f"{row['subset']} {row['item_index']}"
    write(tmp_path / "all.csv", " ".join(rows[0]), (row.values() for row in rows))
    write(tmp_path / "g.csv", "item_id annotator label", ((row["id"], "authors", row["label"]) for row in rows))
    words = ["--map", "item_id=id", "--map", "judge=winner_noswap,winner_swap", "--map", "stratum=subset"]
    said = run(tmp_path, "import", "wide", "all.csv", *words, "--out", "v.csv")
    assert "wrote 838 verdicts to v.csv" in said
    rubric(tmp_path, ["verdict"], {"level": "nominal", "labels": ["1", "2"]})
    run(tmp_path, "audit", "v.csv", "--gold", "g.csv", "--rubric", "r.yaml", "--embedder", "none", "--out", "out")
    found = estimates(tmp_path)
    for subset, (accuracy, agreement) in SUBSETS.items():
        both = [found[judge, "calibration.accuracy", subset, "verdict"]["value"] for judge in ("winner_noswap", "winner_swap")]
        assert sum(both) / 2 == pytest.approx(accuracy, abs=5.01e-4), subset
        assert found[None, "agreement.observed_agreement", subset, "verdict"]["value"] == pytest.approx(agreement, abs=5.01e-4), subset


NEWSROOM = {"Informativeness": 0.284873, "Relevance": 0.115121, "Fluency": -0.015808, "Coherence": 0.064972}
"""krippendorff_alpha in the benchmark's results, ordinal, three raters of 420 summaries."""


@needs_human
def test_judge_bench_alpha_of_people_on_newsroom(tmp_path: Path) -> None:
    """Alpha does not mind that a column is no single person: the benchmark has scores without their raters."""
    data = json.loads((HUMAN / "data" / "newsroom" / "newsroom.json").read_text(encoding="utf-8"))
    scores = ((one["id"], metric, *one["annotations"][metric]["individual_human_scores"]) for one in data["instances"] for metric in NEWSROOM)
    write(tmp_path / "newsroom.csv", "id metric r1 r2 r3", scores)
    run(tmp_path, "import", "wide", "newsroom.csv", "--map", "item_id=id", "--map", "criterion=metric", "--map", "judge=r1,r2,r3", "--out", "v.xlsx")
    rubric(tmp_path, NEWSROOM, {"level": "ordinal", "labels": list("12345")})
    run(tmp_path, "audit", "v.xlsx", "--format", "excel", "--rubric", "r.yaml", "--embedder", "none", "--out", "out")
    found = estimates(tmp_path)
    for metric, alpha in NEWSROOM.items():
        assert found[None, "agreement.krippendorff_alpha", None, metric]["value"] == pytest.approx(alpha, abs=5.01e-7), metric


@needs_fastchat
def test_fastchat_counts_and_mean_scores(tmp_path: Path) -> None:
    """330 lines of which 4 are failed calls that were asked again (README of the data); means of .score that is not -1 by model:
    zcat FILE | jq -s '[.[] | select(.score != -1)] | group_by(.model)[] | [.[0].model, length, (map(.score) | add / length)]'"""
    said = run(tmp_path, "import", FASTCHAT / "gpt-4_single-origin.jsonl.gz", "--out", "v.jsonl")
    assert "left out: 4 error (gpt-4_single-origin.jsonl:1, gpt-4_single-origin.jsonl:2, gpt-4_single-origin.jsonl:3, ...)" in said
    rows = [json.loads(line) for line in (tmp_path / "v.jsonl").read_text(encoding="utf-8").splitlines()]
    by_system = {system: [row["score"] for row in rows if row["system"] == system] for system in {row["system"] for row in rows}}
    assert {system: (len(scores), round(sum(scores) / len(scores), 6)) for system, scores in by_system.items()} == {
        "Meta-Llama-3-8B-Instruct-Normal": (166, 7.843373), "Meta-Llama-3-8B-Instruct-Griffin": (160, 2.7),
    }  # fmt: skip
    run(tmp_path, "audit", "v.jsonl", "--items", "v.jsonl.items.jsonl", "--embedder", "none", "--out", "out")
    found = estimates(tmp_path)
    answered = next(one for (judge, name, stratum, _), one in found.items() if (judge, name, stratum) == ("gpt-4", "coverage.answered_rate", None))
    assert (answered["n_items"], answered["value"]) == (320, 1.0)
