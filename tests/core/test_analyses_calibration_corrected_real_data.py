"""Corrected rates, confidence and routing on published verdicts whose truth is known for every item, and hidden for most."""

from __future__ import annotations

import csv
import functools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from analyses_builder import Row, input_of, rubric_of, texts

from judgeaudit.analyses.calibration import calibration
from judgeaudit.analyses.gold import Gold
from judgeaudit.domain.results import AnalysisOutput

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
TREC, LLMBAR = DATA / "llmjudge_trec", DATA / "llmbar"

needs_trec = pytest.mark.skipif(not TREC.is_dir(), reason="the research data (llmjudge_trec) is not beside the checkout")
needs_llmbar = pytest.mark.skipif(not LLMBAR.is_dir(), reason="the research data (llmbar) is not beside the checkout")

GRADED: dict[str, Any] = {"level": "ordinal", "labels": ["0", "1", "2", "3"]}
SIDES: dict[str, Any] = {"level": "nominal", "labels": ["1", "2"]}


@functools.cache
def grades(path: Path) -> dict[str, str]:
    lines = [line.split() for line in path.read_text().splitlines() if line.strip()]
    return {f"{qid} {pid}": grade for qid, _, pid, grade in lines}


def trec(*submissions: str, n_labelled: int | None = None) -> AnalysisOutput:
    """One judge with a replicate for each submission; gold of all items, or of as many drawn at random."""
    rubric, gold = rubric_of(GRADED), grades(TREC / "gold" / "llmjudge_test_qrel_idx.txt")
    kept = sorted(gold) if n_labelled is None else np.random.default_rng(1).choice(sorted(gold), n_labelled, replace=False)
    codes = {("c", str(item)): float(gold[str(item)]) + 1 for item in kept}
    rows = [
        {"item_id": item, "judge": "a", "criterion": "c", "replicate": replicate, "status": "ok", "label": grade}
        for replicate, name in enumerate(submissions)
        for item, grade in grades(TREC / "submissions" / "scores" / f"{name}.txt").items()
    ]
    return calibration(input_of(rows, rubric, gold=Gold(codes=codes), n_resamples=0))


@needs_trec
@pytest.mark.parametrize(("submission", "is_off"), [("h2oloo-fewself", False), ("willia-umbrela1", True), ("Olz-gpt4o", True), ("TREMA-4prompts", True)])
def test_the_true_mean_of_4423_grades_is_found_from_300_labels(submission: str, is_off: bool) -> None:
    """All 4,423 grades are known: their mean lies in both corrected intervals, and for three of four judges not in that of the judge at its word."""
    truth = np.mean([float(grade) for grade in grades(TREC / "gold" / "llmjudge_test_qrel_idx.txt").values()])
    rows = {row["method"]: row for row in trec(submission, n_labelled=300).analysis.blocks["corrected"]}
    assert rows["ppi"]["low"] < truth < rows["ppi"]["high"]
    assert rows["isotonic"]["low"] < truth < rows["isotonic"]["high"]
    assert (rows["raw"]["low"] < truth < rows["raw"]["high"]) is not is_off
    assert rows["ppi"]["high"] - rows["ppi"]["low"] < rows["labels_only"]["high"] - rows["labels_only"]["low"]
    assert (rows["ppi"]["n_labelled"], rows["ppi"]["n_unlabelled"]) == (300, 4123)


@needs_trec
def test_thirteen_of_4423_items_have_replicates_that_differ() -> None:
    """README of the data: 13 of 4,423 items flip in three runs of one prompt, so that 4,410 are at confidence 1, and the rule abstains: most are wrong."""
    found = trec(*(f"NISTRetrieval-instruct{run}" for run in range(3)))
    row = found.analysis.blocks["reliability"][0]
    assert (row["source"], row["n_items"], row["bins"][9]["n"]) == ("replicates", 4423, 4410)
    assert sum(one["n"] for one in row["bins"]) == 4423
    routing = found.analysis.blocks["routing"][0]
    assert routing["threshold"] is None
    assert routing["sentence"].startswith("abstain on everything: of the 4,410 items with a confidence of at least 1, ")


def llmbar(evaluator: str, *, hidden: bool) -> tuple[AnalysisOutput, dict[str, float]]:
    """Each item's verdict in the first order, its subset as system; every other item without gold where hidden. And the true share of "1"."""
    with (LLMBAR / "verdicts_all.csv").open(newline="") as file:
        cells = [row for row in csv.DictReader(file) if (row["evaluator"], row["strategy"]) == (evaluator, "CoT")]
    rows: list[Row] = []
    gold: dict[tuple[str, str], float] = {}
    for number, cell in enumerate(cells):
        item, verdict = f"{cell['subset']} {cell['item_index']}", cell["winner_noswap"]
        about = {"item_id": item, "judge": "a", "criterion": "c", "replicate": 0, "system": cell["subset"]}
        rows.append({**about, "label": verdict or None, "status": "ok" if verdict else "unparsable"})
        if number % 2 == 0 or not hidden:
            gold["c", item] = 1.0 if cell["label"] == "1" else 0.0
    answered = [cell for cell in cells if cell["winner_noswap"]]
    truth = {subset: float(np.mean([cell["label"] == "1" for cell in answered if subset in ("", cell["subset"])])) for subset in ("", "Natural", "Neighbor")}
    return calibration(input_of(rows, rubric_of(SIDES), gold=Gold(codes=gold), n_resamples=0)), truth


@needs_llmbar
@pytest.mark.parametrize("evaluator", ["GPT-4", "ChatGPT", "ChatGPT-0301", "LLaMA2", "PaLM2"])
def test_the_true_share_of_llmbar_is_found_from_half_of_its_labels(evaluator: str) -> None:
    """LLMBar's gold is right by construction."""
    found, truth = llmbar(evaluator, hidden=True)
    for system in (None, "Natural", "Neighbor"):
        row = next(row for row in found.analysis.blocks["corrected"] if (row["system"], row["method"]) == (system, "ppi"))
        assert row["low"] < truth[system or ""] < row["high"]
        assert row["n_unlabelled"] > 30


@needs_llmbar
def test_one_calibration_for_natural_and_adversarial_items_misleads() -> None:
    """README of the data: ChatGPT is right on 74 % of Natural and on 23 to 45 % of the adversarial subsets, where it is worse than a coin."""
    found, _ = llmbar("ChatGPT", hidden=False)
    checks = {row["system"]: row for row in found.analysis.blocks["carried"]}
    assert len(checks) == 5
    assert checks["Natural"]["verdict"] == "fails"
    assert checks["Natural"]["youden"] > 0.3
    assert checks["Natural"]["youden_others"] < -0.2
    assert "sensitivity plus specificity less 1 is 0." in texts(found)
    assert "a carries no information on c" in texts(found)
