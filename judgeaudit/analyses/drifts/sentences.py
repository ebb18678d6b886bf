"""The answer in a sentence, for readers who know no statistics."""

from __future__ import annotations

from collections.abc import Sequence

from judgeaudit.analyses.drifts.inputs import DriftInput
from judgeaudit.analyses.parts import listed
from judgeaudit.domain.drift import DriftMeasure, DriftWord


def sentence(drift: DriftInput, answer: DriftWord, measures: Sequence[DriftMeasure], n_anchors: int) -> str:
    """What the check found about one judge."""
    was = drift.before.name
    who = drift.judge if was == drift.judge else f"{drift.judge} (in the baseline {was})"
    on = f"on {n_anchors:,} anchors"
    if answer == "drifted":
        found = sorted((one for one in measures if one.answer == "drifted"), key=_first_said)
        more = len(found) - 1
        also = f" {more} more {'measure' if more == 1 else 'measures'} drifted too." if more else ""
        one = found[0]
        ends = f"95 % interval {_interval(one)}; up to {_points(one, one.margin)} counts as no change"
        return f"{who} drifted: {said(one)} ({ends}; {one.n_items:,} anchors).{also}"
    whole = [one for one in measures if one.stratum is None]
    if answer == "equivalent":
        say = f"{who} judges as it did in the baseline: {on} {{}} lies within the margin ({_margins(whole)})."
        return (
            say.format("every change that was measured")
            if not _open_strata(measures)
            else f"{say.format('every change on all of them together')}{_open_strata(measures)}"
        )
    open_ones = [one for one in whole if one.answer == "inconclusive"] or [
        one for one in measures if one.answer == "inconclusive" and one.p_adjusted is not None and one.p_adjusted < drift.alpha
    ]
    if not whole or not n_anchors:
        return f"Nothing can be said of {who}: no item is in both runs."
    return f"Whether {who} drifted cannot be told {on}: {_reasons(open_ones)}."


def _open_strata(measures: Sequence[DriftMeasure]) -> str:
    """Which strata have no answer of their own, of a judge that is equivalent as a whole."""
    names = tuple(dict.fromkeys(one.stratum for one in measures if one.stratum is not None and one.answer == "inconclusive"))
    return f" It cannot be told of {listed(names, at_most=3)} alone." if names else ""


def _first_said(one: DriftMeasure) -> tuple[bool, bool, float, float]:
    """Whole criteria before strata, and what has a direction before flips, which have none; then the surest."""
    return one.stratum is not None, one.measure == "excess_flip_rate", one.p_adjusted or 0.0, -abs(one.effect or 0.0)


def _reasons(open_ones: Sequence[DriftMeasure]) -> str:
    """What is open, by why: each reason once, behind all measures that have it."""
    names: dict[str, list[str]] = {}
    for one in open_ones:
        names.setdefault(one.reason, []).append(_name(one))
    return listed(tuple(f"{listed(tuple(dict.fromkeys(which)), at_most=3)} ({reason})" for reason, which in names.items()), at_most=3)


def said(one: DriftMeasure) -> str:
    """A measure's change in words."""
    assert one.effect is not None
    where = f"on {one.criterion}" + (f" in {one.stratum}" if one.stratum is not None else "")
    size = _points(one, abs(one.effect))
    if one.measure == "excess_flip_rate":
        return f"{where} {size} more verdicts changed than the judge changes by itself"
    if one.measure == "accuracy_shift":
        return f"{where} it is right {'more' if one.effect > 0 else 'less'} often by {size}"
    if one.measure == "mae_shift":
        return f"{where} its scores are {'further from' if one.effect > 0 else 'closer to'} gold by {size}"
    if one.measure == "noise_shift":
        return f"{where} two verdicts on one item differ {'more' if one.effect > 0 else 'less'} often by {size}"
    if one.measure == "answered_shift":
        return f"{where} it gives a verdict {'more' if one.effect > 0 else 'less'} often by {size}"
    if one.group is not None:
        return f"{where} it says {one.group!r} {'more' if one.effect > 0 else 'less'} often by {size}"
    return f"{where} its scores are {'higher' if one.effect > 0 else 'lower'} by {size}"


def _name(one: DriftMeasure) -> str:
    words = {
        "marginal_shift": "the shift of " + (f"{one.group!r}" if one.group is not None else "the mean score"), "accuracy_shift": "the change of accuracy",
        "mae_shift": "the change of the distance from gold", "excess_flip_rate": "flips beyond noise", "answered_shift": "the change of answered calls",
        "churn": "the share of changed verdicts",
    }  # fmt: skip
    where = f" in {one.stratum}" if one.stratum is not None else ""
    return f"{words.get(one.measure, one.measure)} on {one.criterion}{where}"


def is_share(one: DriftMeasure) -> bool:
    """Whether the measure is a share of items (else points of a scale)."""
    return one.measure != "mae_shift" and not (one.measure == "marginal_shift" and one.group is None)


def _points(one: DriftMeasure, value: float) -> str:
    return f"{100 * value:.1f} percentage points" if is_share(one) else f"{value:.3g} points"


def _interval(one: DriftMeasure) -> str:
    if one.low is None or one.high is None:
        return "unknown"
    low, high = (f"{100 * end:+.1f}" if is_share(one) else f"{end:+.3g}" for end in (one.low, one.high))
    return f"{low} to {high}"


def _margins(whole: Sequence[DriftMeasure]) -> str:
    return listed(tuple(dict.fromkeys(f"{_points(one, one.margin)} on {one.criterion}" for one in whole)), at_most=3)
