"""From tested measures to an answer: drifted, equivalent within the margin, or inconclusive."""

from __future__ import annotations

from collections.abc import Sequence

from judgeaudit import stats, thresholds
from judgeaudit.analyses.drifts.inputs import DriftInput
from judgeaudit.analyses.drifts.piece import Tested
from judgeaudit.analyses.drifts.sentences import sentence
from judgeaudit.domain.drift import DriftAnswer, DriftMeasure, DriftWord
from judgeaudit.domain.results import Estimate


def answered(drift: DriftInput, tested: Sequence[Tested], *, n_anchors: int) -> DriftAnswer:
    """The answer for one judge.

    Parameters
    ----------
    drift : DriftInput
    tested : sequence of Tested
        Every measure of every criterion, as a whole and in its strata.
    n_anchors : int
        Items of both runs.

    Returns
    -------
    DriftAnswer
        *drifted* where any measure of a criterion or stratum is; *equivalent* where every measure of every criterion as a whole is, there is one,
        and no stratum moved by more than chance; else *inconclusive*.

    Notes
    -----
    p values of criteria as a whole are corrected by Holm's method as one family. Where there are strata half of alpha is theirs: all p values
    are doubled, and those of strata are a family of their own. The level at which smallest detectable effects are given is alpha over the
    tests of the family, at which the first rejection is made.
    """
    strata = any(one.stratum is not None and one.p is not None for one in tested)
    families = [[one for one in tested if (one.stratum is not None) is inside] for inside in (False, True)]
    measures = [one for family in families for one in _family(drift, family, halved=strata) if one.measure != "noise_shift" or one.answer == "drifted"]
    answer = overall(measures, alpha=drift.alpha)
    return DriftAnswer(
        judge=drift.judge, was=drift.before.name, answer=answer, sentence=sentence(drift, answer, measures, n_anchors), measures=tuple(measures),
        n_anchors=n_anchors,
    )  # fmt: skip


def overall(measures: Sequence[DriftMeasure], *, alpha: float = thresholds.DRIFT_ALPHA) -> DriftWord:
    """The judge's answer from those of its measures."""
    if any(measure.answer == "drifted" for measure in measures):
        return "drifted"
    whole = [measure.answer for measure in measures if measure.stratum is None]
    settled = bool(whole) and all(answer == "equivalent" for answer in whole) and not any(moved(measure, alpha) for measure in measures)
    return "equivalent" if settled else "inconclusive"


def moved(measure: DriftMeasure, alpha: float) -> bool:
    """Whether it changed by more than chance and is called neither equivalent nor drifted: too few anchors to say by how much."""
    return measure.answer == "inconclusive" and measure.p_adjusted is not None and measure.p_adjusted < alpha


def _family(drift: DriftInput, family: Sequence[Tested], *, halved: bool) -> list[DriftMeasure]:
    """Answers of measures that are corrected for their number together."""
    times = 2.0 if halved else 1.0
    p_values = [None if one.p is None else min(1.0, times * one.p) for one in family]
    n_tests = sum(p is not None for p in p_values)
    corrected = stats.holm([float("nan") if p is None else p for p in p_values]).adjusted if n_tests else (None,) * len(family)
    level = drift.alpha / times / max(n_tests, 1)
    return [_measure(drift, one, adjusted, level) for one, adjusted in zip(family, corrected, strict=True)]


def _measure(drift: DriftInput, one: Tested, adjusted: float | None, level: float) -> DriftMeasure:
    answer, reason = _answer(drift, one, adjusted)
    detectable = one.detectable if one.detect is None else one.detect(level)
    detectable = None if one.n_items < thresholds.FEWEST_ANCHORS else detectable  # of so few nothing but inconclusive is ever said
    return DriftMeasure(
        measure=one.measure, criterion=one.criterion, stratum=one.stratum, group=one.group, answer=answer, effect=one.effect, low=one.low, high=one.high,
        p=one.p, p_adjusted=adjusted, margin=one.margin, detectable=detectable, n_items=one.n_items, reason=reason,
    )  # fmt: skip


def _answer(drift: DriftInput, one: Tested, adjusted: float | None) -> tuple[DriftWord, str]:
    """The answer and, in words, what it rests on."""
    if one.effect is None:
        return "inconclusive", one.undefined or "it could not be measured"
    if one.n_items < thresholds.FEWEST_ANCHORS:
        return "inconclusive", f"{one.n_items} anchors, fewer than {thresholds.FEWEST_ANCHORS}"
    if one.inner_low is not None and one.inner_high is not None and -one.margin < one.inner_low and one.inner_high < one.margin:
        return "equivalent", "the 90 % interval lies within the margin"
    if adjusted is not None and adjusted < drift.alpha:
        return "drifted", "more than chance, and not shown to be within the margin"
    if one.inner_low is None:
        return "inconclusive", "it has no interval"
    return "inconclusive", "neither beyond chance nor shown to be within the margin"


def with_adjusted(estimates: Sequence[Estimate], answer: DriftAnswer) -> list[Estimate]:
    """The estimates, those that decide with their corrected p value."""
    adjusted = {(one.measure, one.criterion, one.stratum, one.group): one.p_adjusted for one in answer.measures}
    found = []
    for estimate in estimates:
        p = adjusted.get((estimate.name, estimate.criterion or "", estimate.stratum, estimate.group))
        found.append(estimate if p is None else estimate.model_copy(update={"p_adjusted": p}))
    return found


def detectable(drift: DriftInput, answer: DriftAnswer) -> list[Estimate]:
    """Estimates `min_detectable_shift`, one for each measure that decides (in `variant`)."""
    found = []
    for one in answer.measures:
        if one.measure == "churn":  # it shows equivalence only
            continue
        method = f"smallest {one.measure} found with {thresholds.DRIFT_POWER:.0%} power at the level of a first rejection among all tests"
        if one.detectable is not None:
            estimate = Estimate(value=one.detectable, method=method, n_items=one.n_items)
        else:
            estimate = Estimate.missing(one.reason if one.effect is None else "no shift that is possible would have been found so surely", n_items=one.n_items)
        about = {"judge": drift.judge, "criterion": one.criterion, "stratum": one.stratum, "group": one.group, "variant": one.measure}
        found.append(estimate.about(analysis="drift", name="min_detectable_shift", **about))
    return found
