"""From which confidence on may a verdict be accepted, so that people need not read it?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit import stats, thresholds
from judgeaudit.analyses.against_gold import tolerance
from judgeaudit.analyses.calibrations.accepted import NOTHING, accepted_items, accepted_share, cell_confidences, judged_items, uninformed_systems
from judgeaudit.analyses.calibrations.by_item import gold_and_codes, over_items, systems_of
from judgeaudit.analyses.calibrations.piece import Piece
from judgeaudit.analyses.calibrations.sources import Source, over_runner_up, sources_of
from judgeaudit.analyses.parts import Part, listed, percent
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


def selective(part: Part, *, carried: Sequence[Mapping[str, Any]] = ()) -> Piece:
    """Block `routing`, a row for each source of each judge, and `selective_threshold` and `selective_coverage` of the source with most coverage.

    Coverage is the share of all items that the judge was asked about, with gold or without, whose verdict the rule accepts, as `apply` counts them:
    one without a verdict or a confidence is not accepted. `tested_coverage` is that of the labelled items that the rule was tested on.

    The promise of every row holds at once: with k sources each is tested at delta / k, so that taking the best of them (`chosen`) costs nothing.
    Where the judged systems differ, a row has the rules of each (`of_systems`), each tested at its share of that, and it is these that count:
    the estimates are then of each system, by name in `group`, and the coverage of all items stands beside them. They differ where a row of `carried`
    (that block, of this criterion) says "fails".
    """
    rows: list[dict[str, Any]] = []
    estimates: list[Estimate] = []
    findings: list[Finding] = []
    whole = part
    for judge in whole.patterns.judges:
        part = whole.alone(judge).thinned()
        systems = systems_of(part)
        sources = sources_of(part, judge)
        if not sources:
            continue
        checks = [row for row in carried if row["criterion"] == part.criterion and row["judge"] == judge]
        failed = frozenset(row["system"] for row in checks if row["verdict"] == "fails")
        rules = [_rule(part, judge, source, len(sources), Places(systems, failed, uninformed_systems(checks))) for source in sources]
        best = max(rules, key=lambda rule: (rule.row["coverage"] or 0.0, rule.tested))  # of equal ones the first
        best.row["chosen"] = True
        rows += [rule.row for rule in rules]
        estimates += best.estimates
        findings.append(_finding(part, judge, best.row))
    return Piece(estimates=tuple(estimates), findings=tuple(findings), blocks={"routing": rows})


@dataclass(frozen=True)
class Places:
    """The system of each item, those that one calibration of all misleads about, and those on which the judge is not shown to tell anything."""

    systems: NDArray[np.str_]
    failed: frozenset[str]
    uninformed: frozenset[str]


@dataclass(frozen=True)
class _Rule:
    """A row of the block with the estimates that it makes if it is chosen, and whether anything could be tested."""

    row: dict[str, Any]
    estimates: tuple[Estimate, ...]
    tested: bool


def _rule(part: Part, judge: str, source: Source, n_sources: int, places: Places) -> _Rule:
    found = _threshold(part, judge, source, part.data.delta / n_sources)
    own = _of_systems(part, judge, source, places.systems, n_sources) if places.failed else []
    limits = _limits(part, judge, found, own, places)
    accepted = accepted_items(part, judge, source.name, limits)
    everything = np.ones(len(accepted), dtype=bool)
    covers = [_covered(part, judge, source, accepted, places.systems == name) for name, _ in own]
    whole = _covered(part, judge, source, accepted, everything)
    row = _row(part, judge, source, found, n_sources, whole, _together(source, places.systems))
    if own:
        row |= _split(row, [_own_row(part, source, name, one, part_of) for (name, one), part_of in zip(own, covers, strict=True)])
    takes = any(one.value is not None for _, one in own) if own else found.value is not None
    row["coverage"] = whole["coverage"] if takes else None
    said: list[tuple[str | None, Selective, dict[str, Any]]] = [(name, one, part_of) for (name, one), part_of in zip(own, covers, strict=True)]
    estimates = [one for name, which, part_of in said or [(None, found, whole)] for one in _estimates(part, judge, source, which, part_of, name)]
    tested = any(one["tested"] for one in row.get("of_systems", (row,)))
    estimates += _estimates(part, judge, source, None, whole, None) if own and (takes or tested) else []
    return _Rule(row, tuple(estimates), tested)


def _limits(part: Part, judge: str, found: Selective, own: Sequence[tuple[str, Selective]], places: Places) -> FloatArray:
    """The threshold that counts for each item, shape (n_items,): its system's own, else that of all where nothing speaks against it.

    Nothing is accepted of a system without a labelled item, where another system has one.
    """
    by_all = NOTHING if found.value is None else found.value
    gold, codes = gold_and_codes(part, judge)
    labelled = set(places.systems[~np.isnan(gold) & (~np.isnan(codes)).any(axis=1)].tolist()) - {""}
    thresholds_of = {name: NOTHING if one.value is None else one.value for name, one in own}
    limit: dict[str, float] = {}
    for name in np.unique(places.systems).tolist():
        known = name in labelled and name not in places.failed
        unknown = name in places.uninformed or (bool(name) and bool(labelled) and name not in labelled)
        limit[name] = NOTHING if unknown else thresholds_of.get(name, by_all if not places.failed or known else NOTHING)
    return np.array([limit[name] for name in places.systems.tolist()], dtype=np.float64)


def _covered(part: Part, judge: str, source: Source, accepted: BoolArray, keep: BoolArray) -> dict[str, Any]:
    """How many of the judged items are accepted, as numbers of a row, and the same as an estimate."""
    judged = judged_items(part, judge) & keep
    n_judged, n_accepted = part.patterns.n_of(judged), part.patterns.n_of(accepted & judged)
    unsure = np.isnan(cell_confidences(part, judge, source.name)).all(axis=1)
    return {
        "coverage": n_accepted / n_judged if n_judged else None, "n_judged": n_judged, "n_accepted": n_accepted,
        "n_without_confidence": part.patterns.n_of(judged & unsure),
        "estimate": accepted_share(part, judge, accepted, keep, f"share of the {n_judged:,} judged items"),
    }  # fmt: skip


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


def _of_systems(part: Part, judge: str, source: Source, systems: NDArray[np.str_], n_sources: int) -> list[tuple[str, Selective]]:
    """A rule for each system with labelled items, made of these alone.

    All of them hold at once: delta is shared between the systems that have items enough to be tested, which no verdict's being right has a say in.
    """
    names = [str(name) for name in np.unique(systems[source.pairs]) if name]
    keeps = [source.pairs & (systems == name) for name in names]
    n_tested = sum(part.patterns.n_of(keep) >= thresholds.MIN_ITEMS_FOR_RISK for keep in keeps)
    delta = part.data.delta / n_sources / max(n_tested, 1)
    return [(name, _threshold(part, judge, source, delta, keep)) for name, keep in zip(names, keeps, strict=True)]


def _own_row(part: Part, source: Source, name: str, found: Selective, covers: dict[str, Any]) -> dict[str, Any]:
    sentence = _sentence(part, source, found, 1, covers, its=True)
    return {"system": name, **_numbers(found, covers), "sentence": sentence, "tested_at": found.delta}


def _split(row: dict[str, Any], own: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What a row says where systems differ: the rule of each; that of all together stands in the numbers only."""
    said = "; ".join(f"{one['system']}: {one['sentence'].removesuffix('; send the rest to a person')}" for one in own)
    return {"of_systems": list(own), "sentence": f"the judged systems differ, so that each has a rule of its own, and these hold together: {said}"}


def _estimates(
    part: Part, judge: str, source: Source, found: Selective | None, covers: dict[str, Any], group: str | None
) -> list[Estimate]:  # fmt: skip
    """Threshold and coverage of a rule; of coverage alone where there are several rules (`found` None). A rule that was tested and abstains covers nothing."""
    known = found is None or found.undefined is None or found.n_items >= thresholds.MIN_ITEMS_FOR_RISK
    coverage = covers["estimate"] if known or found is None else Estimate.missing(found.undefined or "undefined", n_items=covers["n_judged"])
    tagged = part.tag("selective_coverage", coverage, judge=judge, group=group).about(variant=source.name)
    return [tagged] if found is None else [found.about(variant=source.name, group=group), tagged]


def _row(part: Part, judge: str, source: Source, found: Selective, n_sources: int, covers: dict[str, Any], together: str) -> dict[str, Any]:
    return {
        "judge": judge, "criterion": part.criterion, "source": source.name, "max_risk": part.data.max_risk, "delta": part.data.delta,
        **_numbers(found, covers), "sentence": _sentence(part, source, found, n_sources, covers, together=together),
        "curve": _thinned(found), "chosen": False, "tested_at": part.data.delta / n_sources,
        **({"disputed": share} if (share := _disputed(part)) else {}),
    }  # fmt: skip


def _together(source: Source, systems: NDArray[np.str_]) -> str:
    """What a rule for all is about: of several systems it promises nothing of one alone."""
    tested = sorted(set(systems[source.pairs].tolist()) - {""})
    others = sorted(set(systems.tolist()) - {"", *tested})
    if tested and others:
        together = f"{len(tested)} systems together ({listed(tuple(tested))})" if len(tested) > 1 else tested[0]
        return f", tested on labelled items of {together}, none on such of {listed(tuple(others))}"
    return f" of {len(tested)} systems together" if len(tested) > 1 else ""


def _numbers(found: Selective, covers: dict[str, Any]) -> dict[str, Any]:
    """`tested`: at least one threshold had items enough, so that a rule that accepts nothing was seen to fail, and not only not looked at."""
    values = {name: None if found.value is None else found.part(name).value for name in ("coverage", "risk", "risk_bound")}
    counts = {name: covers[name] for name in ("n_judged", "n_accepted", "n_without_confidence")}
    return {
        "threshold": found.value, "coverage": None if found.value is None else covers["coverage"], "tested_coverage": values["coverage"],
        "risk": values["risk"], "risk_bound": values["risk_bound"], "n_items": found.n_items, "tested": found.n_items >= thresholds.MIN_ITEMS_FOR_RISK,
        **counts,
    }  # fmt: skip


def _sentence(
    part: Part, source: Source, found: Selective, n_sources: int, covers: dict[str, Any], *, together: str = "", its: bool = False
) -> str:  # fmt: skip
    if found.value is None:
        each = f" (each of {n_sources} kinds of confidence is held to that, so that the best may be taken at {100 * (1 - part.data.delta):.4g}%)"
        return f"{found.undefined}{each if n_sources > 1 else ''}"
    coverage = covers["coverage"] or 0.0
    rest = "; send the rest to a person" if coverage < 1 else ""
    without = f" ({covers['n_without_confidence']:,} of them have no verdict with a confidence)" if covers["n_without_confidence"] else ""
    of = f"{'its' if its else 'the'} {covers['n_judged']:,} judged items{together}{without}"
    certain = f"disagreement with people{_beyond(part)} <= {100 * part.data.max_risk:.4g} % with {100 * (1 - part.data.delta):.4g} % certainty"
    disputed = _disputed(part)
    if disputed:
        certain += f" on items on which people agree ({percent(disputed)} of labelled items are disputed, and nothing is promised of such)"
    return f"{CONDITIONS[source.name].format(confidence_text(found.value))}: covers {percent(coverage)} of {of}, {certain}{rest}"


def _disputed(part: Part) -> float:
    """Share of the criterion's labelled items on which annotators are tied: the rule was neither fitted nor tested on them."""
    gold = part.data.gold
    if gold is None:
        return 0.0
    tied = sum(name == part.criterion for name, _ in gold.disputed)
    return tied / (tied + sum(name == part.criterion for name, _ in gold.codes)) if tied else 0.0


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
