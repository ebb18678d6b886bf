"""Agreement numbers that others published on real data, recomputed from that data."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from rater_tables import Table

from judgeaudit import stats
from tests.research import research as folder

GRADES = (0, 1, 2, 3)


def human_scores(path: Path, metric: str) -> Table:
    instances = json.loads(path.read_text(encoding="utf-8"))["instances"]
    rows = [one["annotations"][metric]["individual_human_scores"] for one in instances if metric in one["annotations"]]
    codes = {label: float(n) for n, label in enumerate(sorted({str(score) for row in rows for score in row}))}
    numeric = all(isinstance(score, int | float) for row in rows for score in row)
    return np.array([[float(score) if numeric else codes[str(score)] for score in row] + [np.nan] * (max(map(len, rows)) - len(row)) for row in rows])


JUDGE_BENCH = [
    ("recipe_crowd_sourcing_data/meta_evaluation_recipes.json", metric, value)
    for metric, value in (("grammar", 0.415127), ("fluency", 0.432398), ("verbosity", 0.399142), ("structure", 0.398558), ("success", 0.362716), ("overall", 0.435101))
] + [
    ("newsroom/newsroom.json", metric, value)
    for metric, value in (("Informativeness", 0.284873), ("Relevance", 0.115121), ("Fluency", -0.015808), ("Coherence", 0.064972))
]  # fmt: skip


@pytest.mark.parametrize(("path", "metric", "value"), JUDGE_BENCH, ids=[metric for _, metric, _ in JUDGE_BENCH])
def test_judge_bench_ordinal_alphas(path: str, metric: str, value: float) -> None:
    # Bavaresco et al. 2025, JUDGE-BENCH, results/regular, krippendorff_alpha of graded annotations.
    ratings = human_scores(folder("judge_bench_human") / "data" / path, metric)
    assert stats.krippendorff_alpha(ratings, level="ordinal").value == pytest.approx(value, abs=5e-7)


def test_judge_bench_nominal_alpha_of_123_raters() -> None:
    ratings = human_scores(folder("judge_bench_human") / "data" / "dices" / "dices_350_crowdsourced.json", _only_metric())
    found = stats.krippendorff_alpha(ratings, level="nominal", labels=(0, 1, 2), n_resamples=200, rng=np.random.default_rng(1))
    assert found.value == pytest.approx(0.160860, abs=5e-7)
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0.1609 < found.high


def _only_metric() -> str:
    path = folder("judge_bench_human") / "data" / "dices" / "dices_350_crowdsourced.json"
    return str(json.loads(path.read_text(encoding="utf-8"))["annotations"][0]["metric"])


def trec(name: str) -> dict[tuple[str, str], float]:
    rows = (line.split() for line in (folder("llmjudge_trec") / name).read_text(encoding="utf-8").splitlines())
    return {(qid, pid): float(grade) for qid, _, pid, grade in rows}


def trec_table(*judges: str) -> Table:
    gold = trec("gold/llmjudge_test_qrel_idx.txt")
    columns = [trec(f"submissions/scores/{judge}.txt") for judge in judges]
    return np.array([[*(column[key] for column in columns), gold[key]] for key in gold])


@pytest.mark.parametrize(
    ("judge", "kappa", "alpha"),
    [("h2oloo-fewself", 0.2774, 0.4958), ("willia-umbrela1", 0.2863, 0.4918), ("Olz-gpt4o", 0.2625, 0.5020), ("TREMA-4prompts", 0.1829, 0.2888)],
)
def test_llmjudge_kappa_and_alpha_against_gold(judge: str, kappa: float, alpha: float) -> None:
    # Rahmani et al. 2025, arXiv:2502.13908: Cohen's kappa on four grades and Krippendorff's ordinal alpha.
    pairs = trec_table(judge)
    assert len(pairs) == 4423
    assert stats.cohen_kappa(pairs, labels=GRADES).value == pytest.approx(kappa, abs=5.001e-5)
    assert stats.krippendorff_alpha(pairs, level="ordinal", labels=GRADES).value == pytest.approx(alpha, abs=5.001e-5)


def test_llmjudge_panel_of_33() -> None:
    names = sorted(path.stem for path in (folder("llmjudge_trec") / "submissions" / "scores").glob("*.txt"))
    judges = trec_table(*names)[:, :-1]
    assert judges.shape == (4423, 33)
    assert stats.krippendorff_alpha(judges, level="ordinal").value == pytest.approx(0.5349, abs=5.001e-5)
    clipped = np.minimum(judges, 3)
    assert stats.fleiss_kappa(clipped, labels=GRADES).value == pytest.approx(0.307, abs=5.001e-4)
    assert stats.observed_agreement(clipped, labels=GRADES).value == pytest.approx(0.542, abs=5.001e-4)


def test_llmjudge_three_runs_of_one_prompt() -> None:
    runs = trec_table("NISTRetrieval-instruct0", "NISTRetrieval-instruct1", "NISTRetrieval-instruct2")[:, :-1]
    assert stats.all_agree_share(runs).value == pytest.approx(1 - 13 / 4423, abs=1e-12)
    assert stats.flip_rate(runs).value == pytest.approx(1 - (0.9977 + 0.9977 + 0.9986) / 3, abs=5e-5)
    assert stats.accuracy(runs[:, :2]).value == pytest.approx(0.9977, abs=5.001e-5)


@pytest.mark.parametrize("subset", ["Natural", "Neighbor", "GPTInst", "GPTOut", "Manual"])
def test_llmbar_agreement_between_orders(subset: str) -> None:
    # Zeng et al. 2024, LLMBar, the authors' statistics.json of GPT-4 CoT: kappa_agreement, equal, correct_False.
    source = folder("llmbar")
    published = next(
        one for one in json.loads((source / "statistics_all.json").read_text(encoding="utf-8"))
        if (one["evaluator"], one["strategy"], one["subset"]) == ("GPT-4", "CoT", subset)
    )  # fmt: skip
    with (source / "verdicts_all.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if (row["evaluator"], row["strategy"], row["subset"]) == ("GPT-4", "CoT", subset)]
    orders = np.array([[float(row[name] or "nan") for name in ("winner_noswap", "winner_swap")] for row in rows])
    assert stats.cohen_kappa(orders, labels=(1, 2)).value == pytest.approx(published["kappa_agreement"], abs=1e-12)
    assert stats.all_agree_share(orders).value == pytest.approx(float(published["equal"].split("=")[1].strip(" %")) / 100, abs=1e-9)
    first = np.array([[float(row["winner_noswap"] or "nan"), float(row["label"])] for row in rows])
    assert stats.accuracy(first).value == pytest.approx(float(published["correct_False"].split("=")[1].strip(" %")) / 100, abs=1e-9)
