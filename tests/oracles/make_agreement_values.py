"""Makes agreement_values.json: what other packages find for random tables of raters. Not run by the tests.

    python tests/oracles/make_agreement_values.py

Run with irrCAC 0.4.4, pingouin 0.6.1 and numpy 1.26.4 (which the tests do not need). Tables are written out, one digit for
each rating ('.' is missing, items apart by blanks); scores of ICCs are numbers with one decimal place.
"""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pingouin
from irrCAC.raw import CAC

SEED = 20261129
N_TABLES, N_SCORES = 240, 120
WEIGHTS = ("identity", "linear", "quadratic", "ordinal")
COEFFICIENTS = ("gwet", "fleiss", "conger", "bp", "krippendorff")
TYPES = ("ICC(1,1)", "ICC(A,1)", "ICC(C,1)", "ICC(1,k)", "ICC(A,k)", "ICC(C,k)")


def random_labels(rng: np.random.Generator) -> tuple[np.ndarray, int]:
    """Two to six raters on a scale of two to six labels, some of which nobody may use, with up to 40 % of ratings missing."""
    n_labels, n_raters, n_items = int(rng.integers(2, 7)), int(rng.integers(2, 7)), int(rng.integers(8, 26))
    in_use = rng.permutation(n_labels)[: rng.integers(2, n_labels + 1)] + 1.0
    shares = rng.dirichlet(np.ones(len(in_use)))
    truth = rng.choice(in_use, n_items, p=shares)[:, np.newaxis]
    ratings = np.where(rng.random((n_items, n_raters)) < rng.uniform(0.2, 1), truth, rng.choice(in_use, (n_items, n_raters), p=shares))
    ratings[rng.random(ratings.shape) < rng.choice([0, 0.1, 0.2, 0.4])] = np.nan
    return ratings, n_labels


def usable(ratings: np.ndarray) -> bool:
    """Something varies, every rater has rated, and some item has two ratings: irrCAC divides by what is 0 otherwise."""
    given = ~np.isnan(ratings)
    pairable = ratings[given.sum(axis=1) >= 2]
    return bool(given.any(axis=0).all()) and len(np.unique(pairable[~np.isnan(pairable)])) > 1


def irrcac(ratings: np.ndarray, n_labels: int) -> list[list[float]]:
    """A row for each weight, a column for each coefficient."""
    rows = []
    for weights in WEIGHTS:
        table = CAC(pd.DataFrame(ratings), weights=weights, categories=[float(code) for code in range(1, n_labels + 1)], digits=13)
        rows.append([float(getattr(table, name)()["est"]["coefficient_value"]) for name in COEFFICIENTS])
    return rows


def random_scores(rng: np.random.Generator) -> np.ndarray:
    n_items, n_raters = int(rng.integers(4, 21)), int(rng.integers(2, 7))
    items, raters = rng.normal(0, rng.uniform(0, 3), (n_items, 1)), rng.normal(0, rng.uniform(0, 2), n_raters)
    return np.round(5 + items + raters + rng.normal(0, rng.uniform(0.2, 2), (n_items, n_raters)), 1)


def icc(scores: np.ndarray) -> list[list[float]]:
    """Value, low and high end of each type."""
    items, raters = np.indices(scores.shape)
    long = pd.DataFrame({"item": items.ravel(), "rater": raters.ravel(), "score": scores.ravel()})
    table = pingouin.intraclass_corr(long, "item", "rater", "score").set_index("Type")
    return [[round(float(number), 13) for number in (table.at[name, "ICC"], *table.at[name, "CI95"])] for name in TYPES]


def make() -> dict[str, Any]:
    pingouin.options["round.column.CI95"] = None
    rng = np.random.default_rng(SEED)
    labels: list[Any] = []
    while len(labels) < N_TABLES:
        ratings, n_labels = random_labels(rng)
        if usable(ratings):
            text = " ".join("".join("." if np.isnan(code) else f"{code:.0f}" for code in row) for row in ratings)
            labels.append([text, n_labels, irrcac(ratings, n_labels)])
    scores = [random_scores(rng) for _ in range(N_SCORES)]
    return {
        "made_by": f"make_agreement_values.py, seed {SEED}",
        "packages": {name: version(name) for name in ("irrCAC", "pingouin", "numpy")},
        "weights": WEIGHTS,
        "coefficients": COEFFICIENTS,
        "labels": labels,
        "types": TYPES,
        "scores": [[" / ".join(" ".join(f"{score:.1f}" for score in row) for row in table), icc(table)] for table in scores],
    }


def write(values: dict[str, Any]) -> str:
    """JSON with one table on each line."""
    lines = []
    for name, value in values.items():
        if name in ("labels", "scores"):
            lines.append(f'"{name}": [\n' + ",\n".join(json.dumps(row, separators=(",", ":")) for row in value) + "\n]")
        else:
            lines.append(f'"{name}": {json.dumps(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    (Path(__file__).parent / "agreement_values.json").write_text(write(make()), encoding="utf-8")
