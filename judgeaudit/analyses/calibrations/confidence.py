"""Is a judge surer of what it has right? Each of its confidences as a forecast of being right against gold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from judgeaudit import stats
from judgeaudit.analyses.calibrations.by_item import over_items
from judgeaudit.analyses.calibrations.piece import Piece
from judgeaudit.analyses.calibrations.sources import Source, outside_finding, right_within, sources_of
from judgeaudit.analyses.parts import Part, listed, percent
from judgeaudit.domain.results import Estimate, Finding
from judgeaudit.stats.kernels.calibrators import Calibrator, choose_calibrator
from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.stats.shapes import Breakdown

FORECASTS = (("ece", stats.ece), ("brier", stats.brier), ("auroc", stats.auroc))

NAMES = {"stated": "the confidence that it states", "margin": "the margin of its log probabilities", "replicates": "the share of its repeats that agree"}

_SAYS = {
    "stated": ("What {} states", "it states {} on average and is"),
    "margin": ("What the log probabilities of {} say", "its log probabilities give its verdict {} on average and it is"),
}
"""Confidences of single verdicts: what they say, and how much of it."""


@dataclass(frozen=True)
class _Read:
    """One source of one judge, measured."""

    judge: str
    source: Source
    estimates: dict[str, Estimate]
    curve: Breakdown
    calibrator: Calibrator


def confidence(part: Part) -> Piece:
    """Blocks `reliability` (ten equal bins with Wilson intervals) and `calibrators`, and `ece`, `brier` and `auroc` with the source in `variant`.

    A judge with neither a stated confidence nor log probabilities nor three replicates of an item has no row, and a finding says so.
    """
    alone = {judge: part.alone(judge).thinned() for judge in part.patterns.judges}
    reads = [_read(of_judge, judge, source) for judge, of_judge in alone.items() for source in sources_of(of_judge, judge)]
    findings = [finding for judge in part.patterns.judges for finding in outside_finding(part, judge)]
    findings += [Finding(severity=severity, text=text, judge=read.judge, criterion=part.criterion) for read in reads for severity, text in _words(part, read)]
    return Piece(
        estimates=tuple(estimate for read in reads for estimate in read.estimates.values()),
        findings=(*findings, *_without(part, {read.judge for read in reads})),
        blocks={"reliability": [_row(part, read) for read in reads], "calibrators": [_calibrator_row(part, read) for read in reads]},
    )


def _read(part: Part, judge: str, source: Source) -> _Read:
    about: dict[str, Any] = {"judge": judge, "keep": source.pairs}
    estimates = {name: over_items(part, name, statistic, source.ratings, **about).about(variant=source.name) for name, statistic in FORECASTS}
    curve = over_items(part, "reliability_curve", _curve, source.ratings, **about)
    assert isinstance(curve, Breakdown)
    stated, right = first_runs(source.ratings)
    times = part.patterns.times
    if times is not None:
        stated, right = np.repeat(stated, times), np.repeat(right, times)
    return _Read(judge, source, estimates, curve, choose_calibrator(stated, right, seed=part.data.seed))


def _curve(ratings: FloatArray, **options: Any) -> Breakdown:
    """The bins; the headline's interval, which would be resampled, is used nowhere."""
    return stats.reliability_curve(ratings, **{**options, "n_resamples": 0})


def first_runs(ratings: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Confidence and outcome of each item's first run that has both, shape (n_items,): repeats of an item are no items more for a calibrator."""
    both = ~np.isnan(ratings).any(axis=2)
    chosen = ratings[both.argmax(axis=0), np.arange(ratings.shape[1])]
    return chosen[:, 0], chosen[:, 1]


def _row(part: Part, read: _Read) -> dict[str, Any]:
    ece = read.estimates["ece"]
    assert isinstance(ece, Breakdown)
    values = {name: estimate.value for name, estimate in read.estimates.items()}
    noise = ece.part("expected_if_calibrated").value if ece.value is not None else None
    return {
        "judge": read.judge, "criterion": part.criterion, "source": read.source.name, "n_items": read.curve.n_items, "ece": values["ece"],
        "ece_if_calibrated": noise, "brier": values["brier"], "auroc": values["auroc"], "overconfidence": read.curve.value, "bins": _bins(read.curve),
    }  # fmt: skip


def _bins(curve: Breakdown) -> list[dict[str, Any]]:
    parts = curve.parts
    names = list(dict.fromkeys(part.group for part in parts))
    rows = []
    for number, name in enumerate(names):
        stated, observed = curve.part("mean_confidence", name), curve.part("observed_share", name)
        rows.append({
            "low": number / len(names), "high": (number + 1) / len(names), "n": observed.n_items, "confidence": stated.value, "right": observed.value,
            "right_low": observed.low, "right_high": observed.high,
        })  # fmt: skip
    return rows


def _calibrator_row(part: Part, read: _Read) -> dict[str, Any]:
    found = read.calibrator
    return {
        "judge": read.judge, "criterion": part.criterion, "source": read.source.name, "kind": found.kind, "parameters": dict(found.parameters),
        "note": found.reason, "scores": dict(found.scores),
    }  # fmt: skip


def _words(part: Part, read: _Read) -> list[tuple[Any, str]]:
    """Whether its confidence tells right from wrong, and whether what it states comes true."""
    auroc, name = read.estimates["auroc"], NAMES[read.source.name]
    texts: list[tuple[Any, str]] = []
    if auroc.value is not None and auroc.low is not None and auroc.high is not None:
        share = f"{percent(auroc.value)} of pairs of the two ({percent(auroc.low).removesuffix(' %')} to {percent(auroc.high)}; a coin: 50 %)"
        head = f"Going by {name}, {read.judge} is surer of a right verdict{right_within(part)} on {part.criterion} than of a wrong one in {share}"
        texts.append(("warning", f"{head}: it is not shown to know when it is wrong.") if auroc.low <= 0.5 else ("note", f"{head}."))
    return texts + (_sureness(part, read) if read.source.name in _SAYS else [])


def _sureness(part: Part, read: _Read) -> list[tuple[Any, str]]:
    """That confidences of single verdicts do not come true, in which direction, and whether a calibrator helps."""
    ece, gap = read.estimates["ece"], read.curve.value
    if gap is None or ece.value is None or ece.low is None or ece.low <= 0:
        return []
    helps = read.calibrator.kind != "none" and not read.calibrator.reason
    remedy = f" A calibrator puts that right ({read.calibrator.kind}; `judgeaudit apply` uses it)." if helps else ""
    if abs(gap) < ece.value / 2:
        text = f"{_SAYS[read.source.name][0].format(read.judge)} on {part.criterion} is off by {100 * ece.value:.0f} percentage points on average, too high in places and too low in others."
        return [("warning", text + remedy)]
    stated, right = _mean_and_right(read.source.ratings)
    sure = "too sure" if gap > 0 else "not sure enough"
    return [
        (
            "warning",
            f"{read.judge} is {sure} on {part.criterion}: {_SAYS[read.source.name][1].format(percent(stated))} right{right_within(part)} on {percent(right)} of items.{remedy}",
        )
    ]


def _mean_and_right(ratings: FloatArray) -> tuple[float, float]:
    """Mean confidence and share right, each item counting once."""
    both = np.asarray(~np.isnan(ratings).any(axis=2))
    times = both.sum(axis=0)
    mean = np.where(both[..., np.newaxis], ratings, 0.0).sum(axis=0)[times > 0] / times[times > 0][:, np.newaxis]
    stated, right = mean.mean(axis=0)
    return float(stated), float(right)


def _without(part: Part, known: set[str]) -> tuple[Finding, ...]:
    unknown = tuple(judge for judge in part.patterns.judges if judge not in known)
    if not unknown or part.data.gold is None or np.isnan(part.patterns.gold).all():
        return ()
    others = " or ask for its log probabilities" if part.scale.level == "interval" else ", ask for its log probabilities, or ask three times or more"
    text = f"Nothing says how sure {listed(unknown)} {'are' if len(unknown) > 1 else 'is'} on {part.criterion}, so that no verdict can be told from another: let a judge state a confidence{others}."
    return (Finding(severity="note", text=text, criterion=part.criterion),)
