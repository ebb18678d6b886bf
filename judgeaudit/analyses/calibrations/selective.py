"""From which confidence on may a verdict be accepted, so that people need not read it?"""

from __future__ import annotations

from typing import Any

import numpy as np

from judgeaudit import stats
from judgeaudit.analyses.against_gold import tolerance
from judgeaudit.analyses.calibrations.by_item import over_items
from judgeaudit.analyses.calibrations.piece import Piece
from judgeaudit.analyses.calibrations.sources import Source, sources_of
from judgeaudit.analyses.parts import Part, percent
from judgeaudit.domain.results import Estimate, Finding
from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.stats.shapes import Selective

STEPS = 1000
"""Confidences are told apart to a thousandth (ours): a judge that states 4,000 different ones would make the search slow and no better."""

MOST_POINTS = 200
"""Points of a risk-coverage curve that audit.json holds (ours): more than a figure is wide."""

ROUNDING = 1e-6

CONDITIONS = {
    "stated": "accept the judge's verdict when confidence >= {}", "margin": "accept the judge's verdict when the margin of its log probabilities >= {}",
    "replicates": "accept the verdict that most repeats give when the share of them that agree >= {}",
}  # fmt: skip


def selective(part: Part) -> Piece:
    """Block `routing`, a row for each source of each judge, and `selective_threshold` and `selective_coverage` of the source with most coverage.

    The promise of every row holds at once: with k sources each is tested at delta / k, so that taking the best of them (`chosen`) costs nothing.
    """
    rows: list[dict[str, Any]] = []
    estimates: list[Estimate] = []
    findings: list[Finding] = []
    for judge in part.patterns.judges:
        found = [(source, _threshold(part, judge, source, n)) for sources in [sources_of(part, judge)] for n in [len(sources)] for source in sources]
        if not found:
            continue
        best = max(range(len(found)), key=lambda number: _coverage(found[number][1]) or 0.0)  # of equal ones the first
        of_judge = [_row(part, judge, source, one, len(found), chosen=number == best) for number, (source, one) in enumerate(found)]
        rows += of_judge
        estimates += _estimates(part, judge, *found[best])
        findings.append(_finding(part, judge, of_judge[best]))
    return Piece(estimates=tuple(estimates), findings=tuple(findings), blocks={"routing": rows})


def rounded_down(confidence: FloatArray) -> FloatArray:
    """Confidences rounded down to a thousandth: at least a threshold of whole thousandths exactly where the unrounded one is."""
    return np.asarray(np.floor(confidence * STEPS + ROUNDING) / STEPS)


def _threshold(part: Part, judge: str, source: Source, n_sources: int) -> Selective:
    data = part.data
    ratings = np.stack([rounded_down(source.ratings[..., 0]), source.ratings[..., 1]], axis=2)
    found = over_items(
        part, "selective_threshold", stats.selective_threshold, ratings, judge=judge, keep=source.pairs, max_risk=data.max_risk, delta=data.delta / n_sources
    )
    assert isinstance(found, Selective)
    return found


def _coverage(found: Selective) -> float | None:
    return None if found.value is None else found.part("coverage").value


def _estimates(part: Part, judge: str, source: Source, found: Selective) -> list[Estimate]:
    coverage = Estimate.missing(found.undefined, n_items=found.n_items) if found.undefined is not None else found.part("coverage")
    return [found.about(variant=source.name), part.tag("selective_coverage", coverage, judge=judge).about(variant=source.name)]


def _row(part: Part, judge: str, source: Source, found: Selective, n_sources: int, *, chosen: bool) -> dict[str, Any]:
    values = {name: None if found.value is None else found.part(name).value for name in ("coverage", "risk", "risk_bound")}
    return {
        "judge": judge, "criterion": part.criterion, "source": source.name, "max_risk": part.data.max_risk, "delta": part.data.delta,
        "threshold": found.value, **values, "n_items": found.n_items, "sentence": _sentence(part, source, found, values["coverage"], n_sources),
        "curve": _thinned(found), "chosen": chosen, "tested_at": part.data.delta / n_sources,
        **({"disputed": share} if (share := _disputed(part)) else {}),
    }  # fmt: skip


def _sentence(part: Part, source: Source, found: Selective, coverage: float | None, n_sources: int) -> str:
    if found.value is None or coverage is None:
        each = f" (each of {n_sources} kinds of confidence is held to that, so that the best may be taken at {100 * (1 - part.data.delta):.4g}%)"
        return f"{found.undefined}{each if n_sources > 1 else ''}"
    rest = "; send the rest to a person" if coverage < 1 else ""
    disputed = _disputed(part)
    of = f"the items on which people agree ({percent(disputed)} of labelled items are disputed, and nothing is promised of such)" if disputed else "items"
    certain = f"disagreement with people{_beyond(part)} <= {100 * part.data.max_risk:.4g} % with {100 * (1 - part.data.delta):.4g} % certainty"
    return f"{CONDITIONS[source.name].format(f'{found.value:.4g}')}: covers {percent(coverage)} of {of}, {certain}{rest}"


def _disputed(part: Part) -> float:
    """Share of the criterion's labelled items on which annotators are tied: the rule was neither fitted nor tested on them."""
    gold = part.data.gold
    if gold is None:
        return 0.0
    tied, decided = (sum(name == part.criterion for name, _ in keys) for keys in (gold.disputed, gold.codes))
    return tied / (tied + decided) if tied else 0.0


def _beyond(part: Part) -> str:
    """What disagreement is where no score need be gold's own."""
    return f" (a score more than {tolerance(part):.3g} from gold)" if part.scale.level == "interval" else ""


def _thinned(found: Selective) -> list[list[float]]:
    """At most `MOST_POINTS` points, the ends and the chosen one among them."""
    points = [list(point) for point in found.curve]
    if len(points) <= MOST_POINTS:
        return points
    kept = set(np.linspace(0, len(points) - 1, MOST_POINTS - 1).round().astype(int).tolist())
    kept |= {number for number, point in enumerate(points) if point[0] == found.value}
    return [points[number] for number in sorted(kept)]


def _finding(part: Part, judge: str, row: dict[str, Any]) -> Finding:
    """The rule as a sentence; a warning where nothing may be accepted."""
    severity: Any = "note" if row["threshold"] is not None else "warning"
    return Finding(severity=severity, text=f"{judge} on {part.criterion}: {row['sentence']}.", judge=judge, criterion=part.criterion)
