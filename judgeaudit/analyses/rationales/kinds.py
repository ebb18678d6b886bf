"""Criteria by what they ask: counts, facts that stand in the text, or judgement; and when code should answer instead of a judge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from judgeaudit import stats, thresholds
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import percent
from judgeaudit.analyses.rationales.repeats import Repeats
from judgeaudit.domain.results import Estimate, Finding
from judgeaudit.tables import PatternCounts

ADVICE = "this criterion can be checked by code; do not ask a judge"
"""Of Shergadwala 2026 (arXiv 2601.11783): logic that can be verified belongs into code, judges are for what words mean."""

CHECKABLE = ("countable", "extractive")


def kind_rows(data: AnalysisInput, every: Sequence[Repeats]) -> tuple[list[dict[str, Any]], list[Estimate]]:
    """Rows of the block `kinds`, and their estimates with the kind in `group`: criteria of a kind pooled for each judge.

    Notes
    -----
    An item counts once on each criterion; items that are one text, and the criteria of one item, are one cluster. Criteria on which
    a judge gives nothing but stock phrases do not count.
    """
    kinds = {criterion.name: criterion.kind for criterion in data.rubric.criteria}
    groups: dict[tuple[str, str], list[Repeats]] = {}
    for repeats in every:
        kind = kinds[repeats.criterion]
        if kind is not None and not repeats.stock and not np.isnan(repeats.same_share).all():
            groups.setdefault((kind, repeats.judge), []).append(repeats)
    rows, estimates = [], []
    for (of_kind, judge), members in groups.items():
        clusters = [name for repeats in members for name in _clusters(data.patterns[repeats.criterion], repeats.items)]
        numbers = {name: n for n, name in enumerate(sorted(set(clusters)))}
        codes = np.array([numbers[name] for name in clusters], dtype=np.int64)
        found = stats.proportion(_stacked(members), ci_level=data.ci_level, clusters=codes if len(numbers) < len(codes) else None)
        names = [repeats.criterion for repeats in members]
        tagged = found.about(analysis="rationale", name="rationale_pair_stability", judge=judge, group=of_kind)
        estimates.append(tagged.about(method=f"{found.method}; criteria of this kind: {', '.join(names)}"))
        row = {
            "kind": of_kind,
            "judge": judge,
            "criteria": names,
            "n_items": found.n_items,
            "pair_stability": found.value,
            "low": found.low,
            "high": found.high,
        }
        rows.append({**row, "advice": ADVICE if of_kind in CHECKABLE and _unstable_share(members) > thresholds.UNSTABLE_RATIONALE_LIMIT else None})
    return rows, estimates


def advice_findings(data: AnalysisInput, every: Sequence[Repeats], numeric: dict[tuple[str, str], Estimate]) -> list[Finding]:
    """When code should answer instead of a judge.

    Parameters
    ----------
    data : AnalysisInput
    every : sequence of Repeats
    numeric : mapping of (criterion, judge) to its numeric_agreement
    """
    kinds = {criterion.name: criterion.kind for criterion in data.rubric.criteria}
    findings = []
    for repeats in every:
        kind, estimate = kinds[repeats.criterion], numeric.get(repeats.key)
        share = _unstable_share([repeats])
        text = None
        if kind in CHECKABLE and share > thresholds.UNSTABLE_RATIONALE_LIMIT:
            text = f"{repeats.judge} gives unstable reasons on {percent(share)} of items of {repeats.criterion} ({kind}): {ADVICE}."
        elif kind is None and estimate is not None and _is_low(estimate):
            text = (
                f"The numbers that {repeats.judge} cites on {repeats.criterion} agree in {percent(estimate.value or 0.0)} between repeats "
                f"({estimate.n_items} items): if it is about a count or a stated fact, {ADVICE}."
            )
        if text is not None:
            findings.append(Finding(severity="warning", text=text, judge=repeats.judge, criterion=repeats.criterion))
    return findings


def _is_low(estimate: Estimate) -> bool:
    enough = estimate.n_items >= thresholds.MIN_ITEMS_WITH_NUMBERS
    return enough and estimate.value is not None and estimate.value < thresholds.LOW_NUMERIC_AGREEMENT


def _unstable_share(members: Sequence[Repeats]) -> float:
    values = np.concatenate([np.zeros(0), *(repeats.rationale_unstable for repeats in members if not repeats.stock)])
    given = values[~np.isnan(values)]
    return float(given.mean()) if len(given) else 0.0


def _stacked(members: Sequence[Repeats]) -> np.ndarray[Any, np.dtype[np.float64]]:
    width = max(repeats.same.shape[1] for repeats in members)
    return np.concatenate([np.pad(repeats.same, ((0, 0), (0, width - repeats.same.shape[1])), constant_values=np.nan) for repeats in members])


def _clusters(patterns: PatternCounts, items: Sequence[str]) -> list[str]:
    """Cluster of each item; an item without one is its own."""
    names = dict(zip(patterns.item_ids, patterns.clusters, strict=True))
    return [names[item] or f"\0{item}" for item in items]
