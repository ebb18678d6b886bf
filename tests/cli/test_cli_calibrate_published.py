"""Published figures of published judgments come out of `judgeaudit calibrate`: files written by hand as a user would, numbers read from audit.json.

The data have their own licences, or none: they are read where they lie, and nothing of them is kept.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli_audit import judgeaudit

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
TREC, LLMBAR, TOPICAL = DATA / "llmjudge_trec", DATA / "llmbar", DATA / "closer_look_topicalchat"

needs_trec = pytest.mark.skipif(not TREC.is_dir(), reason="the research data (llmjudge_trec) is not beside the checkout")
needs_llmbar = pytest.mark.skipif(not LLMBAR.is_dir(), reason="the research data (llmbar) is not beside the checkout")
needs_topical = pytest.mark.skipif(not TOPICAL.is_dir(), reason="the research data (closer_look_topicalchat) is not beside the checkout")

Estimates = dict[tuple[str, str, str | None, str], dict[str, Any]]
"""Estimates that are about no single label, by judge, name, stratum and criterion."""


def write(path: Path, columns: str, rows: Iterable[Iterable[object]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([columns.split(), *rows])


def calibrated(folder: Path, *scales: tuple[str, dict[str, Any]]) -> tuple[Estimates, dict[str, Any]]:
    """What `calibrate` makes of v.csv and g.csv on these criteria: estimates and the whole audit."""
    criteria = [{"name": name, "question": "q?", "scale": scale} for name, scale in scales]
    (folder / "r.yaml").write_text(json.dumps({"name": "published", "criteria": criteria}), encoding="utf-8")
    done = judgeaudit("calibrate", "v.csv", "--gold", "g.csv", "--rubric", "r.yaml", "--out", "out", "--embedder", "none", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    audit = json.loads((folder / "out" / "audit.json").read_text(encoding="utf-8"))
    wanted = [e for e in audit["estimates"] if e["analysis"] in ("calibration", "consistency", "coverage") and e["group"] is None]
    return {(e["judge"], f"{e['analysis']}.{e['name']}", e["stratum"], e["criterion"]): e for e in wanted}, audit


# LLMJudge challenge, SIGIR 2024


def grades(path: Path) -> list[tuple[str, str]]:
    lines = (line.split() for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    return [(f"{qid} {pid}", grade) for qid, _, pid, grade in lines]


def challenge(folder: Path, submissions: Iterable[str], scale: dict[str, Any], *, relevant_from: int | None = None) -> tuple[Estimates, dict[str, Any]]:
    """Submissions against the assessors, graded or as relevant and not."""

    def said(grade: str) -> str:
        return grade if relevant_from is None else "yes" if int(grade) >= relevant_from else "no"

    scores = TREC / "submissions" / "scores"
    write(folder / "v.csv", "item_id judge label", ((item, name, said(grade)) for name in submissions for item, grade in grades(scores / f"{name}.txt")))
    write(folder / "g.csv", "item_id annotator label", ((item, "nist", said(grade)) for item, grade in grades(TREC / "gold" / "llmjudge_test_qrel_idx.txt")))
    return calibrated(folder, ("c", scale))


GRADES = ["0", "1", "2", "3"]
PUBLISHED = {
    "h2oloo-fewself": (0.2774, 0.4958, 0.4280), "willia-umbrela1": (0.2863, 0.4918, 0.3985), "Olz-gpt4o": (0.2625, 0.5020, 0.3657),
    "TREMA-4prompts": (0.1829, 0.2888, 0.2697),
}  # fmt: skip
"""arXiv 2502.13908: Cohen's kappa and Krippendorff's alpha; README of the data: kappa of relevant (2 and 3) or not."""
RECOMPUTED = {
    "NISTRetrieval-instruct0": 0.1877, "NISTRetrieval-reason0": 0.1844, "Olz-exp": 0.2519, "Olz-halfbin": 0.2064, "Olz-multiprompt": 0.2445,
    "Olz-somebin": 0.2109, "RMITIR-GPT4o": 0.2388, "RMITIR-llama38b": 0.2006, "TREMA-CoT": 0.1961, "TREMA-all": 0.1471, "TREMA-direct": 0.1742,
    "TREMA-naiveBdecompose": 0.1741, "TREMA-nuggets": 0.0604, "TREMA-other": 0.1408, "TREMA-questions": 0.1137, "TREMA-rubric0": 0.0779,
    "TREMA-sumdecompose": 0.2088, "h2oloo-zeroshot1": 0.2817, "prophet-setting1": 0.1823, "prophet-setting2": 0.1757, "prophet-setting4": 0.1471,
    "willia-umbrela2": 0.2688, "willia-umbrela3": 0.2741,
}  # fmt: skip
"""README of the data, plain kappa on four grades, of submissions without a grade off the scale."""
OFF_SCALE = {"RMITIR-llama70B": ("5", 2, 0.2655), "h2oloo-zeroshot2": ("10", 1, 0.2589)}
"""README of the data: the grade that is none, how often, and kappa with it as a grade of its own."""


@needs_trec
def test_llmjudge_plain_kappa_on_a_nominal_scale(tmp_path: Path) -> None:
    """The challenge's kappa has no weights: grades as names."""
    found, _ = challenge(tmp_path, PUBLISHED, {"level": "nominal", "labels": GRADES})
    for name, (kappa, _, _) in PUBLISHED.items():
        assert found[name, "calibration.cohen_kappa", None, "c"]["value"] == pytest.approx(kappa, abs=5.01e-5)
        assert found[name, "calibration.cohen_kappa", None, "c"]["n_items"] == 4423


@needs_trec
def test_llmjudge_alpha_on_an_ordinal_scale(tmp_path: Path) -> None:
    """The challenge's alpha knows the order of the grades. Kappa on that scale has weights, and is another number."""
    found, _ = challenge(tmp_path, PUBLISHED, {"level": "ordinal", "labels": GRADES})
    for name, (kappa, alpha, _) in PUBLISHED.items():
        assert found[name, "calibration.krippendorff_alpha", None, "c"]["value"] == pytest.approx(alpha, abs=5.01e-5)
        assert found[name, "calibration.cohen_kappa", None, "c"]["value"] > kappa + 0.1


@needs_trec
def test_llmjudge_kappa_of_relevant_or_not(tmp_path: Path) -> None:
    found, _ = challenge(tmp_path, PUBLISHED, {"level": "nominal", "labels": ["yes", "no"]}, relevant_from=2)
    for name, (_, _, kappa) in PUBLISHED.items():
        assert found[name, "calibration.cohen_kappa", None, "c"]["value"] == pytest.approx(kappa, abs=5.01e-5)


@needs_trec
@pytest.mark.parametrize("part", range(3))
def test_llmjudge_kappas_of_the_other_submissions(tmp_path: Path, part: int) -> None:
    names = sorted(RECOMPUTED)[part::3]
    found, _ = challenge(tmp_path, names, {"level": "nominal", "labels": GRADES})
    for name in names:
        assert found[name, "calibration.cohen_kappa", None, "c"]["value"] == pytest.approx(RECOMPUTED[name], abs=5.01e-5), name


@needs_trec
@pytest.mark.parametrize("name", OFF_SCALE)
def test_llmjudge_a_grade_off_the_scale_is_no_verdict_unless_the_rubric_has_it(tmp_path: Path, name: str) -> None:
    """What others computed counts 5 and 10 as grades (wrong ones): the same comes out where the rubric lists them. On 0 to 3 they are rows without a verdict."""
    grade, times, kappa = OFF_SCALE[name]
    for labels, status in (([*GRADES, grade], "listed"), (GRADES, "off")):
        folder = tmp_path / status
        folder.mkdir()
        found, audit = challenge(folder, [name], {"level": "nominal", "labels": labels})
        of_judge = found[name, "calibration.cohen_kappa", None, "c"]
        assert of_judge["n_items"] == 4423 - (times if status == "off" else 0)
        assert (abs(of_judge["value"] - kappa) < 5.01e-5) == (status == "listed")
        assert found[name, "coverage.off_scale_rate", None, "c"]["value"] == pytest.approx(times / 4423 if status == "off" else 0.0)
        texts = " ".join(finding["text"] for analysis in audit["analyses"] for finding in analysis["findings"])
        assert (f"gave no verdict on c in {times} of 4423 calls" in texts) == (status == "off")


# LLMBar, ICLR 2024


@needs_llmbar
@pytest.mark.parametrize(
    ("evaluator", "n_cells"), [("GPT-4", 50), ("ChatGPT", 50), ("ChatGPT-0301", 50), ("LLaMA2", 50), ("PaLM2", 40), ("Falcon", 50)]
)  # fmt: skip
def test_llmbar_accuracy_and_positional_agreement_of_every_cell(tmp_path: Path, evaluator: str, n_cells: int) -> None:
    """statistics.json of the authors: `correct_average` and `equal`, for every prompt and subset. A judge for each prompt, both orders as its
    replicates, subsets as strata. An answer that could not be parsed is wrong there: a label of its own, which gold never has."""
    with (LLMBAR / "verdicts_all.csv").open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["evaluator"] == evaluator]
    name = "{subset} {item_index}".format_map
    write(
        tmp_path / "v.csv", "item_id judge replicate label stratum",
        ((name(row), row["strategy"], order, row[column] or "unparsed", row["subset"]) for row in rows for order, column in enumerate(("winner_noswap", "winner_swap"))),
    )  # fmt: skip
    write(tmp_path / "g.csv", "item_id annotator label", dict.fromkeys((name(row), "authors", row["label"]) for row in rows))
    found, _ = calibrated(tmp_path, ("c", {"level": "nominal", "labels": ["1", "2", "unparsed"]}))
    cells = {(row["subset"], row["strategy"]) for row in rows}
    checked = 0
    for cell in json.loads((LLMBAR / "statistics_all.json").read_text(encoding="utf-8")):
        where = (cell["subset"], cell["strategy"])
        if cell["evaluator"] != evaluator or where not in cells:
            continue  # ratings of single outputs are no pairwise verdicts
        same, of = cell["equal"].split("=")[0].split("/")
        accuracy, agreement = (found[where[1], key, where[0], "c"] for key in ("calibration.accuracy", "consistency.pairwise_agreement"))
        assert accuracy["value"] == pytest.approx(float(cell["correct_average"].rstrip("%")) / 100, abs=5.01e-4), where
        assert agreement["value"] == pytest.approx(int(same) / int(of), abs=1e-9), where
        assert accuracy["n_items"] == agreement["n_items"] == int(of)
        checked += 1
    assert checked == n_cells


# A Closer Look into Automatic Evaluation Using LLMs, EMNLP Findings 2023

DIMENSIONS = ("naturalness", "coherence", "engagingness", "groundedness")
TABLE_2 = {
    "geval": ((0.393, 0.358), (0.468, 0.391), (0.549, 0.513), (0.311, 0.566)), "analyze_rate": ((0.524, 0.470), (0.477, 0.416), (0.567, 0.524), (0.580, 0.693)),
    "rate_explain": ((0.569, 0.512), (0.505, 0.425), (0.564, 0.509), (0.561, 0.663)),
}  # fmt: skip
"""Pearson over all items and tau-b by context. Table 2 of the paper: rows "auto-CoT score only" and "Rate-explain" (which is the file
analyze_rate); the file rate_explain as in the README of the data."""
BY_CONTEXT = {"analyze_rate": (0.573, 0.486, 0.628, 0.725), "rate_explain": (0.621, 0.472, 0.610, 0.771)}
"""Pearson by context. Row "Analyze-rate" of table 2, and the README of the data."""


def first_digit(response: str) -> str | None:
    """The authors' parser (all_eval.py): after the last "rating:", the first digit."""
    found = re.search(r"\d", response.lower().replace("1-3", "").split("rating:")[-1])
    return found[0] if found else None


@needs_topical
@pytest.mark.parametrize("mode", TABLE_2)
def test_topicalchat_correlations_over_items_and_within_contexts(tmp_path: Path, mode: str) -> None:
    """The judge is the mean of 20 samples: `<judge>#majority` on an interval scale. A context is a cluster of the replies of six systems."""
    contexts = {item["item_id"]: item["source"] for item in map(json.loads, (TOPICAL / "items.jsonl").read_text(encoding="utf-8").splitlines())}
    number = {source: f"context {n}" for n, source in enumerate(dict.fromkeys(contexts.values()))}
    rows = [json.loads(line) for line in (TOPICAL / f"judgments_{mode}.jsonl").read_text(encoding="utf-8").splitlines()]
    samples = [(row, replicate, first_digit(response)) for row in rows for replicate, response in enumerate(row["responses"])]
    write(
        tmp_path / "v.csv", "item_id judge criterion replicate score status cluster",
        ((row["item_id"], "chatgpt", row["dimension"], n, score or "", "ok" if score else "unparsable", number[contexts[row["item_id"]]]) for row, n, score in samples),
    )  # fmt: skip
    write(tmp_path / "g.csv", "item_id annotator criterion label", ((row["item_id"], "mean of three", row["dimension"], row["human"]) for row in rows))
    found, _ = calibrated(tmp_path, *((dimension, {"level": "interval", "low": 0, "high": 9}) for dimension in DIMENSIONS))
    for place, (dimension, (pearson, tau)) in enumerate(zip(DIMENSIONS, TABLE_2[mode], strict=True)):
        of_mean = {name: found["chatgpt#majority", f"calibration.{name}", None, dimension] for name in ("pearson", "kendall_tau_b_within", "pearson_within")}
        assert of_mean["pearson"]["value"] == pytest.approx(pearson, abs=5.01e-4), dimension
        assert of_mean["kendall_tau_b_within"]["value"] == pytest.approx(tau, abs=5.01e-4), dimension
        if mode in BY_CONTEXT:
            assert of_mean["pearson_within"]["value"] == pytest.approx(BY_CONTEXT[mode][place], abs=5.01e-4), dimension
        for name, estimate in of_mean.items():
            assert estimate["low"] < estimate["value"] < estimate["high"]
            assert found["chatgpt", f"calibration.{name}", None, dimension]["value"] < estimate["value"]  # one sample is worth less than twenty
    left_out = found["chatgpt#majority", "calibration.kendall_tau_b_within", None, "groundedness"]["method"]
    assert f"{60 - (53 if mode == 'rate_explain' else 54)} left out in which the judge or gold gives one value only" in left_out
