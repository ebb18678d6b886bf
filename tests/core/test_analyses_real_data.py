"""Published verdicts of real judges against the numbers that their authors published."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from analyses_builder import Row, input_of, one, rubric_of

from judgeaudit.analyses.agreement import agreement
from judgeaudit.analyses.calibration import calibration
from judgeaudit.analyses.consistency import consistency
from judgeaudit.analyses.gold import Gold

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
TREC, LLMBAR = DATA / "llmjudge_trec", DATA / "llmbar"

needs_trec = pytest.mark.skipif(not TREC.is_dir(), reason="the research data (llmjudge_trec) is not beside the checkout")
needs_llmbar = pytest.mark.skipif(not LLMBAR.is_dir(), reason="the research data (llmbar) is not beside the checkout")

GRADES = ["0", "1", "2", "3"]
NOMINAL: dict[str, Any] = {"level": "nominal", "labels": GRADES}
ORDINAL: dict[str, Any] = {"level": "ordinal", "labels": GRADES}


def grades(path: Path) -> dict[str, str]:
    lines = [line.split() for line in path.read_text().splitlines() if line.strip()]
    return {f"{qid} {pid}": grade for qid, _, pid, grade in lines}


def trec_rows(judge: str, submissions: list[str]) -> list[Row]:
    rows = []
    for replicate, name in enumerate(submissions):
        for item, grade in grades(TREC / "submissions" / "scores" / f"{name}.txt").items():
            rows.append({"item_id": item, "judge": judge, "criterion": "c", "replicate": replicate, "status": "ok", "label": grade})
    return rows


def trec_gold(scale: dict[str, Any]) -> Gold:
    codes = {("c", item): rubric_of(scale).criteria[0].scale.code(grade) for item, grade in grades(TREC / "gold" / "llmjudge_test_qrel_idx.txt").items()}
    return Gold(codes={key: code for key, code in codes.items() if code is not None})


@needs_trec
def test_thirteen_of_4423_items_flip_in_three_runs_of_one_prompt() -> None:
    """README of the data: exact agreement of the runs 0.9977, 0.9977, 0.9986; 13 of 4,423 items flip."""
    rows = trec_rows("nist", [f"NISTRetrieval-instruct{run}" for run in range(3)])
    found = consistency(input_of(rows, rubric_of(NOMINAL), n_resamples=0))
    assert len(found.cases) == 13
    assert found.analysis.blocks["items"][0]["n_flipped"] == 13
    assert one(found, "pairwise_agreement", "nist").value == pytest.approx((0.9977 + 0.9977 + 0.9986) / 3, abs=1e-4)
    assert one(found, "all_agree_share", "nist").value == pytest.approx(1 - 13 / 4423)
    assert one(found, "pairwise_agreement", "nist").n_items == 4423


@needs_trec
@pytest.mark.parametrize(
    ("submission", "kappa", "alpha"),
    [("h2oloo-fewself", 0.2774, 0.4958), ("willia-umbrela1", 0.2863, 0.4918), ("Olz-gpt4o", 0.2625, 0.5020), ("TREMA-4prompts", 0.1829, 0.2888)],
)
def test_kappa_and_ordinal_alpha_of_the_llmjudge_challenge(submission: str, kappa: float, alpha: float) -> None:
    """arXiv 2502.13908, table of Cohen's kappa and Krippendorff's alpha by submission."""
    rows = trec_rows("a", [submission])
    nominal = calibration(input_of(rows, rubric_of(NOMINAL), gold=trec_gold(NOMINAL), n_resamples=0))
    assert one(nominal, "cohen_kappa").value == pytest.approx(kappa, abs=5e-5)
    ordinal = calibration(input_of(rows, rubric_of(ORDINAL), gold=trec_gold(ORDINAL), n_resamples=0))
    assert one(ordinal, "krippendorff_alpha").value == pytest.approx(alpha, abs=5e-5)


@needs_trec
def test_grades_off_the_scale_are_no_verdict() -> None:
    """README of the data: RMITIR-llama70B has two rows with grade 5, on a scale of 0 to 3."""
    data = input_of(trec_rows("a", ["RMITIR-llama70B"]), rubric_of(NOMINAL), gold=trec_gold(NOMINAL), n_resamples=0)
    assert data.facts.n_off_scale == 2
    assert one(calibration(data), "accuracy").n_items == 4421


Key = tuple[str, str, str]


def llmbar_cells() -> dict[Key, list[dict[str, str]]]:
    cells: dict[Key, list[dict[str, str]]] = defaultdict(list)
    with (LLMBAR / "verdicts_all.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            cells[row["subset"], row["evaluator"], row["strategy"]].append(row)
    return cells


def llmbar_rows(cell: list[dict[str, str]], column: str, judge: str, replicate: int) -> list[Row]:
    return [
        {
            "item_id": row["item_index"], "judge": judge, "criterion": "c", "replicate": replicate, "label": row[column] or None,
            "status": "ok" if row[column] else "unparsable",
        }
        for row in cell
    ]  # fmt: skip


@needs_llmbar
def test_llmbar_accuracy_and_agreement_between_orders_match_the_authors_statistics() -> None:
    """statistics_all.json (Zeng et al., ICLR 2024): correct_average, equal and kappa_agreement of every CoT cell without unparsed replies."""
    statistics = {(s["subset"], s["evaluator"], s["strategy"]): s for s in json.loads((LLMBAR / "statistics_all.json").read_text())}
    rubric = rubric_of({"level": "nominal", "labels": ["1", "2"]})
    checked = 0
    for key, cell in llmbar_cells().items():
        if key[2] != "CoT" or any(not row["winner_noswap"] or not row["winner_swap"] for row in cell):
            continue
        gold = Gold(codes={("c", row["item_index"]): 1.0 if row["label"] == "1" else 0.0 for row in cell})
        runs = llmbar_rows(cell, "winner_noswap", "a", 0) + llmbar_rows(cell, "winner_swap", "a", 1)
        accuracy = one(calibration(input_of(runs, rubric, gold=gold, n_resamples=0)), "accuracy")
        assert accuracy.value == pytest.approx(float(statistics[key]["correct_average"].rstrip("%")) / 100, abs=5e-5), key
        orders = llmbar_rows(cell, "winner_noswap", "a", 0) + llmbar_rows(cell, "winner_swap", "b", 0)
        found = agreement(input_of(orders, rubric, n_resamples=0))
        assert one(found, "cohen_kappa", "a|b").value == pytest.approx(statistics[key]["kappa_agreement"], abs=1e-9), key
        assert one(found, "observed_agreement", "a|b").value == pytest.approx(eval_share(statistics[key]["equal"])), key
        checked += 1
    assert checked >= 15


def eval_share(text: str) -> float:
    """The share in "91 / 100 = 91.0%"."""
    hits, total = text.split("=")[0].split("/")
    return int(hits) / int(total)


@needs_llmbar
def test_llmbar_gpt4_cot_natural() -> None:
    """methods.md 10.5: 94.5 % right, 91 % the same in both orders, kappa between orders 0.8160261651676206."""
    cell = llmbar_cells()["Natural", "GPT-4", "CoT"]
    rubric = rubric_of({"level": "nominal", "labels": ["1", "2"]})
    found = agreement(input_of(llmbar_rows(cell, "winner_noswap", "a", 0) + llmbar_rows(cell, "winner_swap", "b", 0), rubric, n_resamples=0))
    assert one(found, "cohen_kappa", "a|b").value == pytest.approx(0.8160261651676206, abs=1e-12)
    assert one(found, "observed_agreement", "a|b").value == pytest.approx(0.91)


@needs_llmbar
def test_an_unparsed_reply_is_no_wrong_answer_and_is_counted() -> None:
    """The authors count unparsed replies as wrong: accuracy among the answered times their share is the published accuracy."""
    statistics = {(s["subset"], s["evaluator"], s["strategy"]): s for s in json.loads((LLMBAR / "statistics_all.json").read_text())}
    rubric = rubric_of({"level": "nominal", "labels": ["1", "2"]})
    checked = 0
    for key, cell in llmbar_cells().items():
        if key[2] != "CoT" or all(row["winner_noswap"] for row in cell):
            continue
        gold = Gold(codes={("c", row["item_index"]): 1.0 if row["label"] == "1" else 0.0 for row in cell})
        accuracy = one(calibration(input_of(llmbar_rows(cell, "winner_noswap", "a", 0), rubric, gold=gold, n_resamples=0)), "accuracy")
        assert accuracy.value is not None
        assert accuracy.n_items == sum(bool(row["winner_noswap"]) for row in cell)
        assert accuracy.value * accuracy.n_items / len(cell) == pytest.approx(eval_share(statistics[key]["correct_False"])), key
        checked += 1
    assert checked >= 1
