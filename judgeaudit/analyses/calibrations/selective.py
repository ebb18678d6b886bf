"""From which confidence on may a verdict be accepted, so that people need not read it?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit import stats, thresholds
from judgeaudit.analyses.against_gold import tolerance
from judgeaudit.analyses.calibrations.by_item import over_items, systems_of
from judgeaudit.analyses.calibrations.piece import Piece
from judgeaudit.analyses.calibrations.sources import Source, over_runner_up, sources_of
from judgeaudit.analyses.parts import Part, percent
from judgeaudit.domain.calibration import confidence_text
from judgeaudit.domain.results import Estimate, Finding
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray
from judgeaudit.stats.shapes import Selective

STEPS = 1000
"""Confidences are told apart to a thousandth (ours): a judge that states 4,000 different ones would make the search slow and no better."""

MOST_POINTS = 200
"""Points of a risk-coverage curve that audit.json holds (ours): more than a figure is wide."""

ROUNDING = 1e-6

STEPS_BEYOND, MOST_BEYOND, SLACK_BEYOND = 20, 9.0, 2e-8
"""Steps of the log odds of a margin that is above 0.999, in nats and up to how far above (ours): 16 nats in all, beyond which `apply` could not tell them apart."""

CONDITIONS = {
    "stated": "accept the judge's verdict when confidence >= {}", "margin": "accept the judge's verdict when the probability that the log probabilities give the verdict over the runner-up >= {}",
    "replicates": "accept the verdict that most repeats give when the share of them that agree >= {}",
}  # fmt: skip


def selective(part: Part, *, carried: Iterable[Mapping[str, Any]] = ()) -> Piece:
    """Block `routing`, a row for each source of each judge, and `selective_threshold` and `selective_coverage` of the source with most coverage.

    The promise of every row holds at once: with k sources each is tested at delta / k, so that taking the best of them (`chosen`) costs nothing.
    Where the judged systems differ, a row has the rules of each (`of_systems`), each tested at its share of that, and it is these that count:
    the estimates are then of each system, by name in `group`. They differ where a row of `carried` (that block, of this criterion) says "fails".
    """
    differ = {row["judge"] for row in carried if row["criterion"] == part.criterion and row["verdict"] == "fails"}
    rows: list[dict[str, Any]] = []
    estimates: list[Estimate] = []
    findings: list[Finding] = []
    systems = systems_of(part)
    for judge in part.patterns.judges:
        sources = sources_of(part, judge)
        if not sources:
            continue
        found = [(source, _threshold(part, judge, source, part.data.delta / len(sources))) for source in sources]
        of_judge = [_row(part, judge, source, one, len(found), _together(source, systems)) for source, one in found]
        of_systems = [_of_systems(part, judge, source, systems, len(found)) if judge in differ else [] for source in sources]
        for row, own in zip(of_judge, of_systems, strict=True):
            row |= _split(row, [one for one, _ in own]) if own else {}
        best = max(range(len(found)), key=lambda number: _worth(of_judge[number]))  # of equal ones the first
        of_judge[best]["chosen"] = True
        rows += of_judge
        source = sources[best]
        counted: list[tuple[str | None, Selective]] = [(row["system"], one) for row, one in of_systems[best]] or [(None, found[best][1])]
        estimates += [one.about(group=name) for name, which in counted for one in _estimates(part, judge, source, which)]
        findings.append(_finding(part, judge, of_judge[best]))
    return Piece(estimates=tuple(estimates), findings=tuple(findings), blocks={"routing": rows})


def rounded_down(confidence: FloatArray, source: str = "stated") -> FloatArray:
    """Confidences rounded down to a thousandth: at least a threshold of whole thousandths exactly where the unrounded one is.

    Those of margins above 0.999, where a large model has most of its own, are rounded down to a step of their log odds.
    """
    rounded = np.asarray(np.floor(confidence * STEPS + ROUNDING) / STEPS)
    if source != "margin":
        return rounded
    sure = 1 - 1 / STEPS
    with np.errstate(divide="ignore"):
        beyond = np.log(confidence) - np.log1p(-confidence) - np.log(sure / (1 - sure))
    steps = np.floor(np.clip(beyond, 0.0, MOST_BEYOND) * STEPS_BEYOND + SLACK_BEYOND) / STEPS_BEYOND
    return np.where(confidence > sure, over_runner_up(np.log(sure / (1 - sure)) + steps), rounded)


def _threshold(part: Part, judge: str, source: Source, delta: float, keep: BoolArray | None = None) -> Selective:
    ratings = np.stack([rounded_down(source.ratings[..., 0], source.name), source.ratings[..., 1]], axis=2)
    of = source.pairs if keep is None else keep
    found = over_items(part, "selective_threshold", stats.selective_threshold, ratings, judge=judge, keep=of, max_risk=part.data.max_risk, delta=delta)
    assert isinstance(found, Selective)
    return found


def _of_systems(part: Part, judge: str, source: Source, systems: NDArray[np.str_], n_sources: int) -> list[tuple[dict[str, Any], Selective]]:
    """A rule for each system with labelled items, made of these alone: rows as in the block, and what was found.

    All of them hold at once: delta is shared between the systems that have items enough to be tested, which no verdict's being right has a say in.
    """
    names = [str(name) for name in np.unique(systems[source.pairs]) if name]
    keeps = [source.pairs & (systems == name) for name in names]
    n_tested = sum(int(keep.sum()) >= thresholds.MIN_ITEMS_FOR_RISK for keep in keeps)
    delta = part.data.delta / n_sources / max(n_tested, 1)
    found = [(name, _threshold(part, judge, source, delta, keep)) for name, keep in zip(names, keeps, strict=True)]
    return [({"system": name, **_numbers(one), "sentence": _sentence(part, source, one, 1, of="its items"), "tested_at": delta}, one) for name, one in found]


def _split(row: dict[str, Any], own: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What a row says where systems differ: the rule of each; that of all together stands in the numbers only."""
    said = "; ".join(f"{one['system']}: {one['sentence'].removesuffix('; send the rest to a person')}" for one in own)
    return {"of_systems": list(own), "sentence": f"the judged systems differ, so that each has a rule of its own, and these hold together: {said}"}


def _worth(row: dict[str, Any]) -> tuple[float, bool]:
    """By what sources are compared: the share of items that are accepted, then whether anything could be tested."""
    own = row.get("of_systems")
    if not own:
        return row["coverage"] or 0.0, row["tested"]
    return sum((one["coverage"] or 0.0) * one["n_items"] for one in own) / max(sum(one["n_items"] for one in own), 1), any(one["tested"] for one in own)


def _estimates(part: Part, judge: str, source: Source, found: Selective) -> list[Estimate]:
    coverage = Estimate.missing(found.undefined, n_items=found.n_items) if found.undefined is not None else found.part("coverage")
    return [found.about(variant=source.name), part.tag("selective_coverage", coverage, judge=judge).about(variant=source.name)]


def _row(part: Part, judge: str, source: Source, found: Selective, n_sources: int, of: str) -> dict[str, Any]:
    return {
        "judge": judge, "criterion": part.criterion, "source": source.name, "max_risk": part.data.max_risk, "delta": part.data.delta,
        **_numbers(found), "sentence": _sentence(part, source, found, n_sources, of=of),
        "curve": _thinned(found), "chosen": False, "tested_at": part.data.delta / n_sources,
        **({"disputed": share} if (share := _disputed(part)) else {}),
    }  # fmt: skip


def _together(source: Source, systems: NDArray[np.str_]) -> str:
    """What a rule for all is about: of several systems it promises nothing of one alone."""
    n = len(set(systems[source.pairs].tolist()) - {""})
    return f"items of {n} systems together" if n > 1 else "items"


def _numbers(found: Selective) -> dict[str, Any]:
    """`tested`: at least one threshold had items enough, so that a rule that accepts nothing was seen to fail, and not only not looked at."""
    values = {name: None if found.value is None else found.part(name).value for name in ("coverage", "risk", "risk_bound")}
    return {"threshold": found.value, **values, "n_items": found.n_items, "tested": found.n_items >= thresholds.MIN_ITEMS_FOR_RISK}


def _sentence(part: Part, source: Source, found: Selective, n_sources: int, *, of: str = "items") -> str:
    if found.value is None:
        each = f" (each of {n_sources} kinds of confidence is held to that, so that the best may be taken at {100 * (1 - part.data.delta):.4g}%)"
        return f"{found.undefined}{each if n_sources > 1 else ''}"
    coverage = found.part("coverage").value or 0.0
    rest = "; send the rest to a person" if coverage < 1 else ""
    disputed = _disputed(part)
    if disputed:
        of = f"the {of} on which people agree ({percent(disputed)} of labelled items are disputed, and nothing is promised of such)".replace("the its", "its")
    certain = f"disagreement with people{_beyond(part)} <= {100 * part.data.max_risk:.4g} % with {100 * (1 - part.data.delta):.4g} % certainty"
    return f"{CONDITIONS[source.name].format(confidence_text(found.value))}: covers {percent(coverage)} of {of}, {certain}{rest}"


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
    accepts = any(one["threshold"] is not None for one in row.get("of_systems") or (row,))
    severity: Any = "note" if accepts else "warning"
    return Finding(severity=severity, text=f"{judge} on {part.criterion}: {row['sentence']}.", judge=judge, criterion=part.criterion)
