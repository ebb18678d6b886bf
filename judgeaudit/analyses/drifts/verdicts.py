"""Do the verdicts differ, in which direction, and do the versions still agree?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from judgeaudit import stats, thresholds
from judgeaudit.analyses.calibrations.piece import plain
from judgeaudit.analyses.drifts.flipped import flipped, flips_in_words, only_one_run
from judgeaudit.analyses.drifts.guessed_scale import guessed_scale, without_margin
from judgeaudit.analyses.drifts.inputs import BASELINE, CURRENT, DriftInput
from judgeaudit.analyses.drifts.measured import Measure, shift
from judgeaudit.analyses.drifts.noise import NO_BOTH, share
from judgeaudit.analyses.drifts.piece import DriftPiece
from judgeaudit.analyses.drifts.transitions import transitions
from judgeaudit.analyses.drifts.versions import Versions, full_range, margin_of, range_of, versions
from judgeaudit.analyses.parts import Part, runs_together
from judgeaudit.domain.results import Estimate, Finding
from judgeaudit.stats.shapes import PValue

CLUSTERED = "items share inputs (clusters), which the test cannot take: see the p value of the shift"


FEWER_RESAMPLES = 400
"""Of agreement between versions, where there are more than `thresholds.MAX_JACKKNIFE_PATTERNS` different items (ours)."""


def verdicts(part: Part, drift: DriftInput) -> DriftPiece:
    """Same verdicts, shift of each label's share (of the mean, where labels have an order), tests of the table of transitions, agreement.

    With replicates an item counts with the mean over its own, and tests are of items. The tests of the table take each version's commonest
    verdict. What decides is the permutation of items (with one verdict each on two labels: McNemar's exact test).
    """
    both = versions(part, drift)
    measures = [*_of_mean(part, drift, both), *_of_labels(part, drift, both)]
    ordered = part.scale.level != "nominal"
    decide = [tested for estimate, tested in measures if not (ordered and estimate.group is not None) and not _mirrored(part, estimate)]
    estimates = [*_same(part, drift, both), *(estimate for estimate, _ in measures), *_tests(part, drift, both), *_agreement(part, drift)]
    if ordered:
        estimates += [_permutation(part, drift, estimate, tested.p) for estimate, tested in measures if estimate.group is None]
    whole = part.stratum is None
    return DriftPiece(
        estimates=tuple(estimates), tested=tuple(decide), findings=_findings(part, drift, both) if whole else (),
        cases=flipped(part, drift, both) if whole else (), blocks={"transitions": transitions(part, drift, both)},
    )  # fmt: skip


def _same(part: Part, drift: DriftInput, both: Versions) -> list[Estimate]:
    """Agreement of all pairs of an old and a new verdict of an item, mean over items; and the rest.

    On a scale of scores without steps those that lie within the margin of each other are the same.
    """
    same = 1 - both.between()
    if np.isnan(same[part.rows.index]).all():
        return [part.tag(name, Estimate.missing(NO_BOTH), judge=drift.judge) for name in ("same_verdict_share", "churn")]
    churn = share(part, "churn", both.between(), drift)
    found = [share(part, "same_verdict_share", same, drift), churn]
    return found if both.near is None else [one.about(method=f"scores up to {both.near:.3g} apart (the margin) are the same; {one.method}") for one in found]


def _of_mean(part: Part, drift: DriftInput, both: Versions) -> list[Measure]:
    if part.scale.level == "nominal":
        return []
    reach, from_where = range_of(part, drift)
    what = "; ".join(filter(None, ("mean score now less before, mean over items", from_where)))
    full = max(reach, full_range(part))
    margin = margin_of(part, drift) * reach
    estimate, tested = shift(part, drift, "marginal_shift", both.old, both.new, margin=margin, reach=full, whole=False, what=what)
    return [(estimate, without_margin(part, drift, tested))]


def _of_labels(part: Part, drift: DriftInput, both: Versions) -> list[Measure]:
    found = []
    for label in part.scale.labels or ():
        code = part.scale.code(label)
        old, new = (np.where(np.isnan(codes), np.nan, codes == code) for codes in (both.old, both.new))
        what = f"share of {label!r} now less before, mean over items"
        found.append(shift(part, drift, "marginal_shift", old, new, margin=margin_of(part, drift), group=label, what=what))
    return found


def _mirrored(part: Part, estimate: Estimate) -> bool:
    """Whether it is the second of two labels: its shift is the first's with the other sign, and no second test."""
    labels = part.scale.labels or ()
    return len(labels) == 2 and estimate.group == labels[1]


def _tests(part: Part, drift: DriftInput, both: Versions) -> list[Estimate]:
    """McNemar's test of two labels; the Stuart-Maxwell and Bowker tests of more. Of each version's commonest verdict."""
    scale = part.scale
    if scale.labels is None:
        return []
    two = len(scale.labels) == 2
    test: Callable[..., PValue]
    chosen: tuple[tuple[str, Callable[..., PValue]], ...]
    chosen = (("mcnemar_p", stats.mcnemar),) if two else (("stuart_maxwell_p", stats.stuart_maxwell), ("bowker_p", stats.bowker))
    old, new = both.decided()
    pairs = np.stack([new, old], axis=1)
    found = []
    for name, test in chosen:
        if part.rows.clusters is not None:
            found.append(part.tag(name, Estimate.missing(CLUSTERED), judge=drift.judge))
            continue
        options: dict[str, Any] = {"positive": scale.code(scale.labels[0])} if two else {}
        estimate = plain(part.estimate(name, test, pairs, judge=drift.judge, **options))
        say = "" if both.single else "; of each version's commonest verdict"
        found.append(estimate.about(method=estimate.method + say) if estimate.value is not None else estimate)
    return found


def _permutation(part: Part, drift: DriftInput, estimate: Estimate, p: float | None) -> Estimate:
    if p is None:
        return part.tag("paired_permutation_p", Estimate.missing(estimate.undefined or NO_BOTH), judge=drift.judge)
    found = Estimate(value=p, method=f"of the mean score: {estimate.method}", n_items=estimate.n_items, n_ratings=estimate.n_ratings)
    return part.tag("paired_permutation_p", found, judge=drift.judge)


def _agreement(part: Part, drift: DriftInput) -> list[Estimate]:
    """Agreement of the versions beyond chance: Krippendorff's alpha, and ICC(2,1) of scores, mean over runs."""
    runs, note = runs_together(part, (BASELINE, CURRENT))
    measures: list[tuple[str, Callable[..., Estimate]]] = [("version_alpha", stats.krippendorff_alpha)]
    measures += [("version_icc", stats.icc_2_1)] if part.scale.level == "interval" else []
    found = []
    for name, statistic in measures:
        if np.isnan(runs[:, part.rows.index]).all(axis=(0, 1)).any():
            found.append(part.tag(name, Estimate.missing(NO_BOTH), judge=drift.judge))
            continue
        estimate = plain(_fewer_resamples(part).estimate(name, statistic, runs, judge=drift.judge))
        found.append(estimate.about(method=estimate.method + note) if note and estimate.value is not None else estimate)
    return found


def _fewer_resamples(part: Part) -> Part:
    """With thousands of different items fewer resamples tell the ends of an interval as well as anyone needs them, and thousands would take a minute."""
    if len(part.rows.index) <= thresholds.MAX_JACKKNIFE_PATTERNS:
        return part
    return replace(part, data=replace(part.data, n_resamples=min(part.data.n_resamples, FEWER_RESAMPLES)))


def _findings(part: Part, drift: DriftInput, both: Versions) -> tuple[Finding, ...]:
    return (*guessed_scale(part, drift), *flips_in_words(part, drift, both), *_missing(part, drift, both), *only_one_run(part, drift, both))


def _missing(part: Part, drift: DriftInput, both: Versions) -> list[Finding]:
    """How many anchors do not count, because a version has no verdict of them."""
    n = int(part.weights.sum())
    without = n - both.n_both
    if not without:
        return []
    lacking = [int(part.weights[np.isnan(codes).all(axis=1)].sum()) for codes in (both.old, both.new)]
    text = (
        f"{without:,} of {n:,} anchors of {part.criterion} do not count for {drift.judge}: {lacking[0]:,} have no verdict in the baseline, "
        f"{lacking[1]:,} none now. "
        "Shifts are over the items that both versions answered."
    )
    return [Finding(severity="warning", text=text, judge=drift.judge, criterion=part.criterion)]
