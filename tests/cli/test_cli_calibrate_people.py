"""How far the people of published data sets agree, out of `judgeaudit calibrate` to every printed digit. The judge plays no part: it always says the same.

Bavaresco et al. 2025, JUDGE-BENCH, results/regular: `krippendorff_alpha` of each set, ordinal where annotations are graded, else nominal.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli_audit import judgeaudit

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "judge_bench_human"
SETS = {
    "dices": ("dices/dices_350_crowdsourced.json", "nominal", ["No", "Yes", "Unsure"], {"safety": 0.160860}),
    "recipes": (
        "recipe_crowd_sourcing_data/meta_evaluation_recipes.json", "ordinal", list("123456"),
        {"grammar": 0.415127, "fluency": 0.432398, "verbosity": 0.399142, "structure": 0.398558, "success": 0.362716, "overall": 0.435101},
    ),
    "newsroom": (
        "newsroom/newsroom.json", "ordinal", list("12345"), {"Informativeness": 0.284873, "Relevance": 0.115121, "Fluency": -0.015808, "Coherence": 0.064972},
    ),
}  # fmt: skip

needs_human = pytest.mark.skipif(not DATA.is_dir(), reason="the research data (judge_bench_human) is not beside the checkout")


def write_set(folder: Path, name: str) -> None:
    """`v.csv` with a judge that always says the first label, `gold.csv` with the n-th score of an item as annotator n, and the rubric."""
    path, level, labels, published = SETS[name]
    instances = json.loads((DATA / "data" / path).read_text(encoding="utf-8"))["instances"]
    criteria = [{"name": metric, "question": f"{metric}?", "scale": {"level": level, "labels": labels}} for metric in published]
    (folder / "r.yaml").write_text(json.dumps({"name": name, "annotators": "crowd", "criteria": criteria}), encoding="utf-8")  # JSON is YAML
    with (folder / "v.csv").open("w", newline="", encoding="utf-8") as verdicts, (folder / "gold.csv").open("w", newline="", encoding="utf-8") as gold:
        said, given = csv.writer(verdicts), csv.writer(gold)
        said.writerow(["item_id", "judge", "criterion", "label"])
        given.writerow(["item_id", "annotator", "criterion", "label"])
        for n, one in enumerate(instances):
            for metric in published:
                if metric in one["annotations"]:
                    said.writerow([f"i{n}", "always", metric, labels[0]])
                    scores = one["annotations"][metric]["individual_human_scores"]
                    given.writerows([f"i{n}", f"rater {place:03}", metric, score] for place, score in enumerate(scores))


@needs_human
@pytest.mark.parametrize("name", SETS)
def test_alpha_of_people_to_every_published_digit(tmp_path: Path, name: str) -> None:
    write_set(tmp_path, name)
    done = judgeaudit("calibrate", "v.csv", "--gold", "gold.csv", "--rubric", "r.yaml", "--out", "cal", "--embedder", "none", cwd=tmp_path)
    assert done.returncode in (0, 3), done.stdout + done.stderr
    audit: dict[str, Any] = json.loads((tmp_path / "cal" / "audit.json").read_text(encoding="utf-8"))
    found = {one["criterion"]: one for one in audit["estimates"] if one["name"] == "human_ceiling_alpha"}
    assert {metric: f"{one['value']:.6f}" for metric, one in found.items()} == {metric: f"{value:.6f}" for metric, value in SETS[name][3].items()}
    for one in found.values():
        assert one["judge"] is None
        assert one["low"] < one["value"] < one["high"]
