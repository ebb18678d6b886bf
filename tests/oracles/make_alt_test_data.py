"""Makes alt_test_data.json: how often each annotator of four data sets was closer to the others than a judge was. Not run by the tests.

    python tests/oracles/make_alt_test_data.py FOLDER

FOLDER is `data` of https://github.com/nitaytech/AltTest at commit cc1d1f4. The repository states no licence, so that no label of it is
kept here: only, of each annotator and judge, the number of items with d = -1, 0 and 1, which is all that the t-test and the advantage
use. They are counted by the rule of the paper's section 3, item by item, without the package's code; then `alt_test` is run on the
labels themselves, and all must give what the authors printed (alt_test_example.ipynb at commit 13eada2, output of its third cell).

Of `10k_prompts` (13 annotators, scores) three judges of six were at hand, of `cebab_stars` (10 annotators, scores) two. The authors print five more sets
(wax, lgbteen, framing, cebab_aspects, summeval) of 0.1 million characters and more, which could be read in pieces only and are not covered.
"""

from __future__ import annotations

import json
import re
import sys
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from judgeaudit import stats

PRINTED: dict[str, dict[str, tuple[str, str]]] = {
    "mtbench": {
        "gemini_flash": ("0.00", "0.72"), "gemini_pro": ("0.00", "0.76"), "gpt-4o": ("0.00", "0.77"), "llama-31": ("0.00", "0.69"),
        "gpt-4o-mini": ("0.00", "0.74"), "mistral-v03": ("0.00", "0.68"),
    },
    "lesion": {"gemini_flash": ("0.17", "0.71"), "gemini_pro": ("1.00", "0.81"), "gpt-4o": ("0.00", "0.62"), "gpt-4o-mini": ("0.67", "0.73")},
    "10k_prompts": {"gemini_flash": ("0.31", "0.67"), "gemini_pro": ("0.08", "0.63"), "gpt-4o": ("0.69", "0.76")},
    "cebab_stars": {"gemini_flash": ("0.60", "0.82"), "gemini_pro": ("0.80", "0.87")},
}  # fmt: skip
"""Winning rate and advantage probability of each judge."""

EPSILON = {"mtbench": 0.2, "lesion": 0.15, "10k_prompts": 0.15, "cebab_stars": 0.1}
SCORES = ("lesion", "10k_prompts", "cebab_stars")
"""Sets whose labels are scores."""

Labels = dict[str, Any]


def score(label: Any, others: list[Any], *, scores: bool) -> float:
    if scores:
        return -sqrt(sum((label - other) ** 2 for other in others) / len(others))
    return sum(label == other for other in others) / len(others)


def count(judge: Labels, humans: dict[str, Labels], who: str, *, scores: bool) -> list[int]:
    """Items of an annotator with d = -1, 0, 1."""
    found = [0, 0, 0]
    for item, label in humans[who].items():
        others = [labels[item] for other, labels in humans.items() if other != who and item in labels]
        if item in judge and others:
            own, its = score(label, others, scores=scores), score(judge[item], others, scores=scores)
            found[1 + (own >= its) - (its >= own)] += 1
    return found


def table(judge: Labels, humans: dict[str, Labels], *, scores: bool) -> np.ndarray:
    labels = [judge, *humans.values()]
    names = sorted({label for one in labels for label in one.values()})
    codes = {label: float(label if scores else n) for n, label in enumerate(names)}
    items = sorted(set().union(*humans.values()))
    return np.array([[codes[one[item]] if item in one else np.nan for one in labels] for item in items])


def main(folder: Path) -> None:
    sets: dict[str, Any] = {}
    for name, printed in PRINTED.items():
        humans, judges = (json.loads((folder / name / f"{who}_annotations.json").read_text(encoding="utf-8")) for who in ("human", "llm"))
        scores, rows = name in SCORES, {}
        for judge, (winning, advantage) in printed.items():
            ratings = table(judges[judge], humans, scores=scores)
            found = stats.alt_test(ratings, level="interval" if scores else "nominal", epsilon=EPSILON[name])
            sys.stdout.write(f"{name} {judge}: printed {winning} {advantage}, found {found.value:.2f} {found.advantage:.2f}\n")
            assert (f"{found.value:.2f}", f"{found.advantage:.2f}") == (winning, advantage)
            counts = [count(judges[judge], humans, who, scores=scores) for who in humans]
            assert np.allclose([(c[2] - c[0]) / sum(c) for c in counts], found.differences)
            rows[judge] = {"winning_rate": winning, "advantage": advantage, "counts": counts}
        sets[name] = {"epsilon": EPSILON[name], "judges": rows}
    origin = "counted from nitaytech/AltTest, data/*, commit cc1d1f4; printed numbers: alt_test_example.ipynb, commit 13eada2"
    text = json.dumps({"origin": origin, "sets": sets}, indent=1)
    (Path(__file__).parent / "alt_test_data.json").write_text(_rows_on_one_line(text) + "\n", encoding="utf-8")


def _rows_on_one_line(text: str) -> str:
    return re.sub(r"\[\s+(-?\d+),\s+(-?\d+),\s+(-?\d+)\s+\]", r"[\1, \2, \3]", text)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
