"""What stands beside every chance-corrected number: how often a judge gave each label, and the note on rare labels."""

from __future__ import annotations

from typing import Any

import numpy as np

from judgeaudit import thresholds
from judgeaudit.analyses.parts import Part, percent
from judgeaudit.domain.results import Estimate

MOST_POINTS = 50
"""Points of an interval scale up to which each gets a row; a finer one is shown in ten equal bins. Labels are always shown one by one."""


def label_shares(part: Part, judge: str) -> list[dict[str, Any]]:
    """Rows {judge, criterion, label, count, share} over all verdicts of a judge, unused points of the scale too."""
    codes = part.patterns.codes(judge)
    weights = np.broadcast_to(part.weights[:, None], codes.shape)[~np.isnan(codes)]
    given = codes[~np.isnan(codes)]
    scale = part.scale
    points = scale.codes
    if points is not None and (scale.labels is not None or len(points) <= MOST_POINTS):
        shown = points if scale.labels is None else tuple(sorted(points, reverse=scale.two_labels))
        counts = {scale.label(point): int(weights[given == point].sum()) for point in shown}
    else:
        assert scale.low is not None
        assert scale.high is not None
        edges = np.linspace(scale.low, scale.high, 11)
        found, _ = np.histogram(given, bins=edges, weights=weights)
        counts = {f"{low:.15g} to {high:.15g}": int(count) for low, high, count in zip(edges[:-1], edges[1:], found, strict=True)}
    total = sum(counts.values())
    return [
        {"judge": judge, "criterion": part.criterion, "label": label, "count": count, "share": count / total if total else None}
        for label, count in counts.items()
    ]


def prevalence_note(who: str, criterion: str, observed: Estimate, alpha: Estimate, ac: Estimate) -> str | None:
    """The sentence that goes with high agreement and low alpha (the kappa paradox); None where there is no need of it."""
    if observed.value is None or observed.value < thresholds.PREVALENCE_AGREEMENT:
        return None
    if alpha.value is None or alpha.value >= thresholds.PREVALENCE_ALPHA:
        return None
    second = f"Gwet's AC is {ac.value:.2f}" if ac.value is not None else "Gwet's AC is undefined"
    return (
        f"Prevalence: {who} on {criterion} agrees in {percent(observed.value)}, yet Krippendorff's alpha is {alpha.value:.2f} and {second}. Nearly all verdicts are one "
        "label, so chance alone would agree nearly as often, and few items can show whether the rare label is told apart. Read the label counts."
    )
