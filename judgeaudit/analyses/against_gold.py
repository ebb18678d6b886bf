"""A judge's verdicts beside gold: the pairs that are compared, what is missing, and where they differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit import thresholds
from judgeaudit.analyses.asked import asked_calls
from judgeaudit.analyses.majority import MARK, majority
from judgeaudit.analyses.parts import Part, percent
from judgeaudit.domain.results import Estimate, Finding

NEAR_ENOUGH = 0.1
"""On a continuous scale a score this share of the range away from gold is listed as a disagreement (ours; no number depends on it)."""

MOST_POINTS = 20
"""Points of an interval scale up to which a confusion table is drawn."""


@dataclass(frozen=True)
class Reading:
    """One judge, or its majority, beside gold.

    Attributes
    ----------
    runs : float array, shape (n_runs, n_patterns)
        Codes; NaN where there is no verdict. The majority is one run.
    pairs, exact_pairs : float arrays, shape (n_runs, n_patterns, 2)
        Judge and gold, both NaN where either is missing; `exact_pairs` rounded to points of the scale, NaN where a mean lies
        halfway between two of them.
    tied : bool array, shape (n_patterns,)
        Items whose majority is tied.
    n_rounded, n_halfway : int
        Items that rounding moved, and that it could not decide.
    """

    judge: str
    runs: NDArray[np.float64]
    pairs: NDArray[np.float64]
    exact_pairs: NDArray[np.float64]
    tied: NDArray[np.bool_]
    n_rounded: int = 0
    n_halfway: int = 0


def readings(part: Part, judge: str) -> tuple[Reading, ...]:
    """A judge's single runs and, with two replicates or more, its majority."""
    codes = part.patterns.codes(judge)
    none = np.zeros(len(codes), dtype=bool)
    single = reading_of(part, judge, codes.T, none)
    if codes.shape[1] < 2:
        return (single,)
    decided, tied = majority(codes, level=part.scale.level)
    return single, reading_of(part, judge + MARK, decided[None, :], tied)


def reading_of(part: Part, judge: str, runs: NDArray[np.float64], tied: NDArray[np.bool_]) -> Reading:
    """Codes of one judge in each run, shape (n_runs, n_patterns), beside gold."""
    gold = part.patterns.gold
    pairs = _pairs(runs, gold, np.isnan(runs) | np.isnan(gold))
    exact = _rounded(pairs, part)
    if exact is pairs:
        return Reading(judge=judge, runs=runs, pairs=pairs, exact_pairs=pairs, tied=tied)
    halfway = np.isnan(exact).any(axis=2, keepdims=True) & ~np.isnan(pairs)
    exact = np.where(halfway, np.nan, exact)
    moved = (np.abs(exact - pairs) > 1e-9).any(axis=(0, 2))
    n_rounded, n_halfway = (int(part.weights[which].sum()) for which in (moved, halfway.any(axis=(0, 2))))
    return Reading(judge=judge, runs=runs, pairs=pairs, exact_pairs=exact, tied=tied, n_rounded=n_rounded, n_halfway=n_halfway)


def _pairs(runs: NDArray[np.float64], gold: NDArray[np.float64], missing: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Verdict and gold side by side, shape (n_runs, n_patterns, 2), NaN where either is missing; each column in one piece, which is how they are read."""
    pairs = np.empty((len(runs), 2, len(gold)))
    pairs[:, 0], pairs[:, 1] = runs, gold
    pairs[:, 0][missing] = pairs[:, 1][missing] = np.nan
    return pairs.transpose(0, 2, 1)


def _rounded(pairs: NDArray[np.float64], part: Part) -> NDArray[np.float64]:
    """Means of several annotators or replicates, moved to the nearest declared point of an interval scale.

    NaN halfway between two points: which of them is right is not decided by the parity of a number.
    """
    if part.scale.level != "interval" or part.scale.codes is None:
        return pairs
    points = np.array(part.scale.codes)
    step = (points[-1] - points[0]) / (len(points) - 1)
    steps = (np.nan_to_num(pairs, nan=points[0]) - points[0]) / step
    place = np.clip(np.rint(steps), 0, len(points) - 1).astype(np.intp)
    halfway = np.abs(np.abs(steps - np.rint(steps)) - 0.5) < 1e-9
    return np.where(np.isnan(pairs) | halfway, np.nan, points[place])


def reading_blocks(part: Part, reading: Reading, estimates: list[Estimate], blocks: dict[str, Any]) -> None:
    """Add the rows of `confusion` and `baseline` of one judge."""
    gold, weights = part.patterns.gold, part.weights
    who = {"judge": reading.judge, "criterion": part.criterion}
    label, share = commonest(part)
    if label is not None:
        accuracy = next((e.value for e in estimates if e.name == "accuracy" and e.judge == reading.judge), None)
        blocks["baseline"].append({**who, "label": label, "share": share, "accuracy": accuracy})
    codes = part.scale.codes
    if codes is None or (part.scale.labels is None and len(codes) > MOST_POINTS):
        return
    shown = sorted(codes, reverse=part.scale.two_labels)
    pairs = reading.exact_pairs
    counts = [[int((((pairs[..., 1] == g) & (pairs[..., 0] == j)) * weights).sum()) for j in shown] for g in shown]
    of_gold, unanswered = _gold_points(part), asked_calls(part, reading.judge).missing
    missing = [int((unanswered[of_gold == g] * weights[of_gold == g, None]).sum()) for g in shown]
    if not np.isnan(gold[weights > 0]).all():
        blocks["confusion"].append({**who, "labels": [part.scale.label(code) for code in shown], "counts": counts, "missing": missing})


def _gold_points(part: Part) -> NDArray[np.float64]:
    gold = part.patterns.gold
    return _rounded(np.stack([gold, gold], axis=1)[None], part)[0, :, 0]


def commonest(part: Part) -> tuple[str | None, float]:
    """The commonest gold label and its share of the items with gold: what a judge reaches that always says it."""
    gold = _gold_points(part)
    known = ~np.isnan(gold)
    if not known.any() or part.scale.codes is None:
        return None, 0.0
    values, place = np.unique(gold[known], return_inverse=True)
    counts = np.bincount(place, weights=part.weights[known])
    return part.scale.label(float(values[counts.argmax()])), float(counts.max() / counts.sum()) if counts.sum() else 0.0


def reading_findings(part: Part, of_judge: tuple[Reading, ...], estimates: list[Estimate], bounds: list[dict[str, Any]]) -> list[Finding]:
    """What must be said beside a judge's numbers: missing verdicts (adding a row to `bounds`), tied majorities, and the trivial judge."""
    single, weights = of_judge[0], part.weights
    known = ~np.isnan(part.patterns.gold)
    n_gold = int(weights[known].sum())
    if n_gold == 0:
        return []
    texts = _missing(part, single, known, bounds)
    n_tied = sum(int(weights[reading.tied & known].sum()) for reading in of_judge)
    if n_tied:
        texts.append(("note", f"The majority of {single.judge} is tied on {n_tied} of {n_gold} gold items of {part.criterion}: there it has no verdict."))
    texts += _trivial(part, single.judge, estimates, n_gold)
    return [Finding(severity=severity, text=text, judge=single.judge, criterion=part.criterion) for severity, text in texts]


def _missing(part: Part, reading: Reading, known: NDArray[np.bool_], bounds: list[dict[str, Any]]) -> list[tuple[Any, str]]:
    """Calls on gold items that gave no verdict, and what accuracy would be if they had all been wrong, or right."""
    calls, weights = asked_calls(part, reading.judge), part.weights
    asked, missing = calls.asked & known[:, None], calls.missing & known[:, None]
    n_calls, n_missing = (int((cells * weights[:, None]).sum()) for cells in (asked, missing))
    if not n_missing:
        return []
    never = int(weights[missing.any(axis=1) & (asked == missing).all(axis=1)].sum())
    text = (
        f"{reading.judge} gave no verdict on {part.criterion} in {n_missing} of {n_calls} calls on gold items ({percent(n_missing / n_calls)}); gold items without "
        f"any verdict: {never} of {int(weights[asked.any(axis=1)].sum())}. Accuracy is over what was answered."
    )
    ends = _accuracy_bounds(part, reading, asked, missing)
    if ends is not None and n_missing / n_calls > thresholds.MISSING_SHARE_FOR_BOUNDS:
        low, high = ends
        bounds.append({"judge": reading.judge, "criterion": part.criterion, "low": low, "high": high, "missing_share": n_missing / n_calls})
        text += f" Were every missing verdict wrong it would be {low:.3f}, were every one right {high:.3f}."
    return [("warning", text)]


def _accuracy_bounds(part: Part, reading: Reading, asked: NDArray[np.bool_], missing: NDArray[np.bool_]) -> tuple[float, float] | None:
    """Mean over items of the share of right calls, with the missing ones all wrong and all right; None where no answer is exact."""
    decided = ~np.isnan(_gold_points(part)) & asked.any(axis=1)
    weights = part.weights * decided
    if part.scale.codes is None or not weights.any():
        return None
    right = (reading.exact_pairs[..., 0] == reading.exact_pairs[..., 1]).sum(axis=0)
    calls = np.maximum(asked.sum(axis=1), 1)
    low, high = (float((share / calls * weights).sum() / weights.sum()) for share in (right, right + missing.sum(axis=1)))
    return low, high


def _trivial(part: Part, judge: str, estimates: list[Estimate], n_gold: int) -> list[tuple[Any, str]]:
    label, share = commonest(part)
    by_name = {e.name: e for e in estimates if e.judge == judge}
    accuracy = by_name["accuracy"]
    if label is None or accuracy.value is None or part.scale.level == "interval":
        return []
    kappa = by_name["cohen_kappa"]
    beside = f" (Cohen's kappa {kappa.value:.2f})" if kappa.value is not None else ""
    head = f"Always saying {label!r} would be right on {percent(share)} of the {n_gold} gold items of {part.criterion}; {judge} is right on {percent(accuracy.value)}{beside}"
    if accuracy.value <= share + 1e-12:
        above_chance = kappa.low is not None and kappa.low > 0
        return [("warning" if above_chance else "serious", f"{head}: by accuracy it does no better than a judge that never looks.")]
    if accuracy.low is not None and accuracy.low <= share:
        return [("warning", f"{head}: on these items the two cannot be told apart.")]
    return []


def disagreements(part: Part, judge: str) -> NDArray[np.bool_]:
    """Replicates that differ from gold, shape (n_patterns, n_replicates of the judge)."""
    away = np.abs(part.patterns.codes(judge) - part.patterns.gold[:, None])
    return np.asarray(away > tolerance(part))


def tolerance(part: Part) -> float:
    """How far a code may be from gold and still be the same answer: gold may be a mean between two points."""
    scale = part.scale
    if scale.level != "interval":
        return 0.0
    assert scale.low is not None
    assert scale.high is not None
    return scale.step / 2 + 1e-9 if scale.step is not None else NEAR_ENOUGH * (scale.high - scale.low)
