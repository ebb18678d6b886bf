"""Fits the combination of signals (`judgeaudit/analyses/rationales/weights.json`) to the tuning part of the labelled pairs.

    python benchmarks/fit_rationales.py            prints cross-validated figures, writes nothing
    python benchmarks/fit_rationales.py --write    writes weights.json

Beside them stand pairs of real rationales (`real_pairs.py`), where their data lies beside the checkout; weights.json was fitted with them. The
held-out third is never read here. Cross-validation leaves whole items out. Weights are bounded in sign (see `weights`).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pairs import MORE, Pair, feature_table, read_pairs
from real_pairs import real_table
from scipy.optimize import minimize
from sklearn.metrics import roc_auc_score

from judgeaudit.analyses.rationales.compare import SAME_FROM, SETTLED
from judgeaudit.analyses.rationales.features import FEATURES
from judgeaudit.embedding import load_embedder, load_reasons

Array = np.ndarray[Any, np.dtype[np.float64]]
RIDGE = 3.0
FOLDS = 8
REAL = 0.35
MOST_PARAPHRASES = 0.04
"""Share of paraphrases that the threshold of a contradiction may catch in cross-validation."""

SAME = {
    "similar": 1, "whole": 1, "matched": 1, "covered": 1, "overlap": 1, "opposed": -1, "agreed": 1, "clash": -1, "numbers_shared": 1, "numbers_apart": -1,
    "numbers_one_sided": -1, "evidence": 1, "criteria": 1, "relation_same": 1, "relation_against": -1, "reason_same": 1,
    "reason_against": -1, "findings_opposed": -1, "favours_apart": -1,
}  # fmt: skip
AT_LEAST = {"criteria": 2.0}
"""Least weights for the same reason in free text. Few pairs name aspects of a rubric, and a judge that names the same aspect twice
has said what it is about."""

LEAST_ALIKE = {"whole": 4.0}
"""The same where another embedder than the tuned one is used: unlike texts must not be the same reason, however little likeness says of adversarial pairs."""

SAID = {
    "opposed": 1, "agreed": -1, "clash": 1, "relation_same": -1, "relation_against": 1, "reason_same": -1, "reason_against": 1, "findings_opposed": 1,
}  # fmt: skip
AGAINST = {"text": SAID, "structured": {**SAID, "similar": 1, "whole": 1, "covered": 1, "evidence": 1, "criteria": 1}}
"""The sign that a weight may have: 1 not below 0, -1 not above, 0 either. What is not named is not used."""


def fit(x: Array, y: Array, signs: Mapping[str, int], *, weight: Array | None = None, least: Mapping[str, float] | None = None) -> tuple[Array, float]:
    """A logistic model with a ridge penalty on standardised columns and bounded signs, in the units of `x`."""
    used = [FEATURES.index(name) for name in signs]
    mean, spread = x[:, used].mean(axis=0), x[:, used].std(axis=0)
    spread[spread < 1e-9] = 1.0
    weight = np.ones(len(y)) if weight is None else weight
    z = (x[:, used] - mean) / spread

    def loss(p: Array) -> tuple[float, Array]:
        odds = z @ p[:-1] + p[-1]
        probability = 1 / (1 + np.exp(-np.clip(odds, -30, 30)))
        value = weight @ (np.logaddexp(0, odds) - y * odds) + RIDGE / 2 * (p[:-1] @ p[:-1])
        return float(value), np.append(z.T @ (weight * (probability - y)) + RIDGE * p[:-1], (weight * (probability - y)).sum())

    lows = [(least or {}).get(name, 0.0) * spread[n] for n, name in enumerate(signs)]
    bounds = [(low if sign > 0 else None, 0.0 if sign < 0 else None) for low, sign in zip(lows, signs.values(), strict=True)]
    found = minimize(loss, np.zeros(len(used) + 1), jac=True, bounds=[*bounds, (None, None)], method="L-BFGS-B").x
    weights = np.zeros(len(FEATURES))
    weights[used] = found[:-1] / spread
    return weights, float(found[-1] - weights[used] @ mean)


def probability(x: Array, model: tuple[Array, float]) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(x @ model[0] + model[1], -30, 30))))


def balanced(y: Array, real: NDArray[np.bool_]) -> Array:
    """Weights: both answers weigh alike, for what share gives the same reason is a fact about a judge; real pairs have `REAL` of all weight."""
    weight = np.ones(len(y))
    for part, share in ((real, REAL), (~real, 1 - REAL if real.any() else 1.0)):
        for answer in (0.0, 1.0):
            rows = part & (y == answer)
            if rows.any():
                weight[rows] = len(y) * share / 2 / rows.sum()
    return weight


def folds(groups: Sequence[str]) -> NDArray[np.int64]:
    """A fold for each row; the rows of an item are in one."""
    names = sorted(set(groups))
    np.random.default_rng(1).shuffle(names)
    place = {name: n % FOLDS for n, name in enumerate(names)}
    return np.array([place[group] for group in groups])


def crossed(
    x: Array, y: Array, fold: NDArray[np.int64], signs: Mapping[str, int], *, weight: Array | None = None, least: Mapping[str, float] | None = None
) -> Array:
    """Probabilities for each pair from models that have not seen its item; rows of weight 0 are only predicted."""
    weight = np.ones(len(y)) if weight is None else weight
    out = np.zeros(len(y))
    for k in range(FOLDS):
        if (fold == k).any():
            seen = (fold != k) & (weight > 0)
            out[fold == k] = probability(x[fold == k], fit(x[seen], y[seen], signs, weight=weight[seen], least=least))
    return out


def contradicts(pairs: Sequence[Pair]) -> Array:
    return np.array([float(pair.label == "contradicting") for pair in pairs])


def fitted(pairs: Sequence[Pair], x: Array, name: str, real: tuple[Array, Array, list[str]]) -> dict[str, Any]:
    form = name.split(",")[0]
    n = len(pairs)
    x = np.concatenate([x, real[0]])
    is_real = np.arange(len(x)) >= n
    same = np.concatenate([[float(pair.label == "same") for pair in pairs], real[1]])
    against = np.concatenate([contradicts(pairs), np.zeros(len(real[1]))])
    fold = folds([*(pair.group for pair in pairs), *real[2]])
    settled = (x[:, FEATURES.index("numbers_apart")] > 0) | (x[:, FEATURES.index("favours_apart")] > 0)
    # What numbers and preferences settle is not left to the model of contradictions.
    left = (~settled & np.array([*(pair.kind != "number_changed" for pair in pairs), *(True for _ in real[1])])).astype(float)
    basis = name.split(", ")[1]
    signs = {**SAME, "words": 1, "bag": 1} if basis == "embedded" or form == "structured" else SAME
    least = {**AT_LEAST, **(LEAST_ALIKE if basis == "embedded" else {})} if form == "text" else {}
    weight = balanced(same, is_real)
    p_same = crossed(x, same, fold, signs, weight=weight, least=least)
    p_against = crossed(x, against, fold, AGAINST[form], weight=left)
    p_against = np.where(settled, np.maximum(p_against, SETTLED), p_against)
    threshold = max(0.4, float(np.quantile(p_against[(same == 1) & ~is_real], 1 - MOST_PARAPHRASES)))
    score = p_same * (1 - p_against)
    _say(name, pairs, score[:n], p_against[:n] >= threshold)
    if is_real.any():
        rows, kept = is_real, score >= SAME_FROM
        print(
            f"{'  real repeats':<22} AUC {roc_auc_score(same[rows], score[rows]):.3f}   called the same: {kept[rows & (same == 1)].mean():.2f} of those read so, "
            f"{kept[rows & (same == 0)].mean():.2f} of the others;  called contradicting: {(p_against[rows & (same == 1)] >= threshold).mean():.2f}"
        )
    models = fit(x, same, signs, weight=weight, least=least), fit(x[left > 0], against[left > 0], AGAINST[form])
    sides = {
        side: {"offset": round(offset, 4), **{n: round(float(w), 4) for n, w in zip(FEATURES, weights, strict=True) if abs(w) > 1e-6}}
        for side, (weights, offset) in zip(("same", "against"), models, strict=True)
    }
    return {**sides, "threshold": round(threshold, 4)}


def _say(name: str, pairs: Sequence[Pair], score: Array, caught: Array) -> None:
    same = np.array([pair.label == "same" for pair in pairs])
    kinds = np.array([pair.kind for pair in pairs])
    parts = []
    for kind in ("other_reason", "contradiction", "number_changed", "boilerplate", "unrelated"):
        rows = same | (kinds == kind)
        parts.append(f"{kind} {roc_auc_score(same[rows], score[rows]):.2f}")
    rate = {kind: float(np.mean(caught[kinds == kind])) for kind in ("contradiction", "number_changed", "paraphrase", "other_reason")}
    print(f"{name:<22} AUC {roc_auc_score(same, score):.3f}   {'  '.join(parts)}   called contradicting: {', '.join(f'{k} {v:.2f}' for k, v in rate.items())}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    pairs = read_pairs(split="tuning") + read_pairs(MORE)
    embed, tuned = load_embedder("default"), load_reasons()
    tables = {"tuned": feature_table(pairs, embed, tuned), "embedded": feature_table(pairs, embed), "words": feature_table(pairs, None)}
    none: tuple[Array, Array, list[str]] = (np.zeros((0, len(FEATURES))), np.zeros(0), [])
    real = {"tuned": real_table(embed, tuned), "embedded": real_table(embed, None), "words": real_table(None, None)}
    models = {}
    for form in ("text", "structured"):
        rows = [n for n, pair in enumerate(pairs) if pair.row["form"] == form]
        for basis, table in tables.items():
            models[f"{form}, {basis}"] = fitted([pairs[n] for n in rows], table[rows], f"{form}, {basis}", real[basis] if form == "text" else none)
    if chosen.write:
        target = Path(__file__).parents[1] / "judgeaudit/analyses/rationales/weights.json"
        target.write_text(json.dumps(models, indent=1) + "\n", encoding="utf-8")
        print(f"wrote {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
