"""People and judges of published data sets: the figures of their READMEs, and what the audit says beside them, computed by other means."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from analyses_builder import Row, input_of, one, rubric_of, texts
from scipy.stats import binomtest
from test_analyses_real_data import DATA, NOMINAL, TREC, grades, llmbar_cells, llmbar_rows, needs_llmbar, needs_trec, trec_gold, trec_rows

from judgeaudit.analyses.calibration import calibration
from judgeaudit.analyses.gold import Gold, adjudicate
from judgeaudit.domain.items import GoldLabel
from judgeaudit.domain.results import AnalysisOutput
from judgeaudit.domain.rubric import Rubric

HUMAN, TOPICAL = DATA / "judge_bench_human" / "data", DATA / "closer_look_topicalchat"

needs_human = pytest.mark.skipif(not HUMAN.is_dir(), reason="the research data (judge_bench_human) is not beside the checkout")
needs_topical = pytest.mark.skipif(not TOPICAL.is_dir(), reason="the research data (closer_look_topicalchat) is not beside the checkout")


def human_scores(path: str, metric: str) -> list[list[str]]:
    instances = json.loads((HUMAN / path).read_text())["instances"]
    return [[str(score) for score in one["annotations"][metric]["individual_human_scores"]] for one in instances if metric in one["annotations"]]


def gold_by_place(rows: list[list[str]], rubric: Rubric) -> Gold:
    """The n-th score of each item as annotator n: right for DICES, and of no matter to alpha elsewhere."""
    labels = [
        GoldLabel(item_id=f"i{n}", annotator=f"rater {place:03}", label=label, criterion="c") for n, row in enumerate(rows) for place, label in enumerate(row)
    ]
    return adjudicate(labels, rubric, [f"i{n}" for n in range(len(rows))])


def judged(labels: list[str], judge: str = "a") -> list[Row]:
    return [{"item_id": f"i{n}", "judge": judge, "criterion": "c", "replicate": 0, "status": "ok", "label": label} for n, label in enumerate(labels)]


GRADED = [
    ("recipe_crowd_sourcing_data/meta_evaluation_recipes.json", metric, 6, value)
    for metric, value in (("grammar", 0.415127), ("fluency", 0.432398), ("verbosity", 0.399142), ("structure", 0.398558), ("success", 0.362716), ("overall", 0.435101))
] + [
    ("newsroom/newsroom.json", metric, 5, value)
    for metric, value in (("Informativeness", 0.284873), ("Relevance", 0.115121), ("Fluency", -0.015808), ("Coherence", 0.064972))
]  # fmt: skip


@needs_human
@pytest.mark.parametrize(("path", "metric", "points", "alpha"), GRADED, ids=[metric for _, metric, _, _ in GRADED])
def test_how_far_people_agree_on_graded_annotations(path: str, metric: str, points: int, alpha: float) -> None:
    """Bavaresco et al. 2025, JUDGE-BENCH, results/regular: krippendorff_alpha, ordinal."""
    rubric = rubric_of({"level": "ordinal", "labels": [str(n) for n in range(1, points + 1)]})
    rows = human_scores(path, metric)
    found = calibration(input_of(judged([row[0] for row in rows]), rubric, gold=gold_by_place(rows, rubric), n_resamples=0))
    assert found.analysis.blocks["ceiling"][0]["alpha"] == pytest.approx(alpha, abs=5e-7)


@pytest.fixture(scope="module")
def dices() -> tuple[AnalysisOutput, np.ndarray, np.ndarray]:
    """350 items, 123 raters; the expert stands in for a judge. Codes are 1 No, 2 Yes, 3 Unsure."""
    rubric = rubric_of({"level": "nominal", "labels": ["No", "Yes", "Unsure"]}, annotators="crowd")
    rows = human_scores("dices/dices_350_crowdsourced.json", "safety")
    expert = [row[0] for row in human_scores("dices/dices_350_expert.json", "safety")]
    found = calibration(input_of(judged(expert, "expert"), rubric, gold=gold_by_place(rows, rubric)))
    code = {"No": 1, "Yes": 2, "Unsure": 3}
    return found, np.array([[code[label] for label in row] for row in rows]), np.array([code[label] for label in expert])


@needs_human
def test_the_ceiling_of_123_raters(dices: tuple[AnalysisOutput, np.ndarray, np.ndarray]) -> None:
    """README of the data: alpha 0.160860; the mean of all 7,503 kappas from their tables of counts."""
    found, codes, _ = dices
    row = found.analysis.blocks["ceiling"][0]
    assert row["alpha"] == pytest.approx(0.160860, abs=5e-7)
    kappas = []
    for a, b in combinations(range(123), 2):
        counts = np.zeros((4, 4))
        np.add.at(counts, (codes[:, a], codes[:, b]), 1)
        shares = counts / 350
        chance = float(shares.sum(axis=1) @ shares.sum(axis=0))
        kappas.append((np.trace(shares) - chance) / (1 - chance) if chance < 1 else np.nan)
    ceiling = one(found, "human_ceiling_kappa", None)
    assert ceiling.value == pytest.approx(np.nanmean(kappas), abs=1e-12)
    assert ceiling.low < ceiling.value < ceiling.high
    assert (ceiling.n_items, row["n_annotators"], row["n_pairs"], len(found.analysis.blocks["people"])) == (350, 123, 7503, 1000)
    assert "people hardly agree among themselves" in texts(found)


@needs_human
def test_an_expert_beside_123_raters(dices: tuple[AnalysisOutput, np.ndarray, np.ndarray]) -> None:
    """Each rater's share of items on which the expert is as close to the others, counted by a loop."""
    found, codes, expert = dices
    rows = found.analysis.blocks["alt_test"]
    assert len(rows) == 123
    assert {(row["n_items"], row["epsilon"]) for row in rows} == {(350, 0.1)}
    for j in (0, 60, 122):
        others = np.delete(codes, j, axis=1)
        held = [(others[i] == expert[i]).mean() >= (others[i] == codes[i, j]).mean() for i in range(350)]
        assert rows[j]["advantage"] == pytest.approx(np.mean(held))
    assert one(found, "alt_test_winning_rate", "expert").value == pytest.approx(sum(row["rejected"] for row in rows) / 123)
    own = [np.mean(codes[:, j] == expert) for j in range(123)]
    assert found.analysis.blocks["relative"][0]["judge_human_kappa"] is not None
    assert max(own) < 1


PUBLISHED = [
    *(("geval", *pair) for pair in (("naturalness", 0.393), ("coherence", 0.468), ("engagingness", 0.549), ("groundedness", 0.311))),
    *(("analyze_rate", *pair) for pair in (("naturalness", 0.524), ("coherence", 0.477), ("engagingness", 0.567), ("groundedness", 0.580))),
]


def first_digit(response: str) -> str | None:
    """The authors' parser (all_eval.py): after the last "rating:", the first digit."""
    text = response.lower().replace("1-3", "").split("rating:")[-1]
    found = re.search(r"\d", text)
    return found[0] if found else None


@needs_topical
@pytest.mark.parametrize(("mode", "dimension", "pearson"), PUBLISHED)
def test_correlation_with_human_means(mode: str, dimension: str, pearson: float) -> None:
    """Chiang & Lee 2023, table 2: Pearson's r over items of the mean of 20 samples; ours is that of the judge's majority on an interval scale."""
    rubric = rubric_of({"level": "interval", "low": 0, "high": 10})
    read = [json.loads(line) for line in (TOPICAL / f"judgments_{mode}.jsonl").read_text().splitlines()]
    rows, codes = [], {}
    for line in (line for line in read if line["dimension"] == dimension):
        codes["c", line["item_id"]] = float(line["human"])
        for replicate, response in enumerate(line["responses"]):
            score = first_digit(response)
            status = "ok" if score is not None else "unparsable"
            rows.append({"item_id": line["item_id"], "judge": "a", "criterion": "c", "replicate": replicate, "status": status, "label": score})
    found = calibration(input_of(rows, rubric, gold=Gold(codes=codes), n_resamples=0))
    assert one(found, "pearson", "a#majority").value == pytest.approx(pearson, abs=5.1e-4)
    single = one(found, "pearson")
    assert single.value < pearson  # one call is worth less than twenty
    runs = found.analysis.blocks["runs"][0]
    assert len(runs["values"]) == 20
    assert runs["mean"] == pytest.approx(one(found, "mae").value, abs=0.01)


DRIFT = [("CoT", 418, 0.4498, 0.4019, 47, 27), ("Vanilla", 419, 0.4893, 0.4057, 53, 18), ("Swap_CoT", 417, 0.4700, 0.4101, 60, 35)]


@needs_llmbar
@pytest.mark.parametrize(("strategy", "n", "before", "after", "lost", "won"), DRIFT)
def test_two_versions_of_a_judge_on_the_same_items(strategy: str, n: int, before: float, after: float, lost: int, won: int) -> None:
    """README of the data: 0301 to 0613, same prompt and order: accuracies, right to wrong and wrong to right."""
    names = {"ChatGPT-0301": "0301", "ChatGPT": "0613"}
    rows, codes = [], {}
    for (subset, evaluator, used), cell in llmbar_cells().items():
        if used == strategy and evaluator in names:
            rows += [{**row, "item_id": f"{subset} {row['item_id']}"} for row in llmbar_rows(cell, "winner_noswap", names[evaluator], 0)]
            codes |= {("c", f"{subset} {row['item_index']}"): 1.0 if row["label"] == "1" else 0.0 for row in cell}
    found = calibration(input_of(rows, rubric_of({"level": "nominal", "labels": ["1", "2"]}), gold=Gold(codes=codes), n_resamples=0))
    row = found.analysis.blocks["judge_pairs"][0]
    assert (row["first"], row["second"], row["n_items"]) == ("0301", "0613", n)
    assert (row["first_value"], row["second_value"]) == pytest.approx((before, after), abs=5e-5)
    assert row["difference"] == pytest.approx((lost - won) / n)
    assert row["p"] == pytest.approx(binomtest(won, lost + won, 0.5).pvalue)
    assert row["low"] < row["difference"] < row["high"]


@pytest.fixture(scope="module")
def challenge() -> tuple[dict[str, Any], dict[str, dict[str, str]], dict[str, str]]:
    """All 33 submissions: the blocks of the audit, their grades and gold."""
    names = sorted(path.stem for path in (TREC / "submissions" / "scores").glob("*.txt"))
    rows = [row for name in names for row in trec_rows(name, [name])]
    found = calibration(input_of(rows, rubric_of(NOMINAL), gold=trec_gold(NOMINAL), n_resamples=0))
    given = {name: grades(TREC / "submissions" / "scores" / f"{name}.txt") for name in names}
    return found.analysis.blocks, given, grades(TREC / "gold" / "llmjudge_test_qrel_idx.txt")


@needs_trec
def test_all_pairs_of_33_judges(challenge: tuple[dict[str, Any], dict[str, dict[str, str]], dict[str, str]]) -> None:
    blocks, given, gold = challenge
    rows = blocks["judge_pairs"]
    assert len(rows) == 528
    for row in rows[::40]:
        first, second = given[row["first"]], given[row["second"]]
        both = [item for item in gold if first[item] in "0123" and second[item] in "0123"]
        b = sum(first[item] == gold[item] != second[item] for item in both)
        c = sum(second[item] == gold[item] != first[item] for item in both)
        assert (row["n_items"], row["difference"]) == (len(both), pytest.approx((b - c) / len(both)))
        assert row["p"] == pytest.approx(binomtest(min(b, c), b + c, 0.5).pvalue, rel=1e-6)
    ordered = sorted(rows, key=lambda row: row["p"])
    stepped = np.minimum(1.0, np.maximum.accumulate([(528 - n) * row["p"] for n, row in enumerate(ordered)]))
    assert [row["p_adjusted"] for row in ordered] == pytest.approx(list(stepped))


@needs_trec
def test_a_panel_of_33_judges(challenge: tuple[dict[str, Any], dict[str, dict[str, str]], dict[str, str]]) -> None:
    """The label that leads whatever the two judges with grades off the scale would have said; counted item by item."""
    blocks, given, gold = challenge
    right = decided = tied = 0
    for item, grade in gold.items():
        votes = Counter(scores[item] for scores in given.values() if scores[item] in "0123")
        ranked = [*votes.most_common(2), ("", 0)][:2]
        lead, missing = ranked[0][1] - ranked[1][1], 33 - votes.total()
        tied += lead == 0
        decided += lead > missing
        right += lead > missing and ranked[0][0] == grade
    row = blocks["panel"][0]
    assert (row["n_items"], row["n_tied"], row["n_undecided"]) == (decided, tied, len(gold) - decided - tied)
    assert row["majority_accuracy"] == pytest.approx(right / decided)
    single = {name: np.mean([scores[item] == gold[item] for item in gold if scores[item] in "0123"]) for name, scores in given.items()}
    assert row["best_judge"] == max(single, key=lambda name: single[name])
    assert row["best_accuracy"] == pytest.approx(single[row["best_judge"]])
    assert 1 < row["effective_judges"] < 5
