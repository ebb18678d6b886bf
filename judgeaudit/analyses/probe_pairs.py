"""What the control says of a judge that compares two responses: both are another item's, so that no verdict on them is a pass that must fail."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from judgeaudit import stats, thresholds
from judgeaudit.analyses.parts import NO_SCALE, percent, tally
from judgeaudit.analyses.probe_counts import Shown
from judgeaudit.analyses.probe_effects import decided as decided_share
from judgeaudit.analyses.probe_words import MIN_UNMOVED
from judgeaudit.domain.results import Case, Estimate, Finding

FLAG = "unmoved_by_other_responses"
DECIDED = "nonsense_control_decided_rate"


def decided_rate(one: Shown) -> Estimate:
    """Share of the control's verdicts that prefer a response: neither answers the question.

    Undefined where the scale has no tie, since such a judge must prefer one.
    """
    shares = decided_share(one, one.probe)
    if shares is None:
        return Estimate.missing("the scale has no tie: the judge must prefer one of two responses to another question")
    if not (one.part.weights[~np.isnan(shares)] > 0).any():
        return Estimate.missing("no verdict under the probe")
    return one.part.estimate("", stats.proportion, shares[:, None], judge=one.judge, **NO_SCALE)


def pair_findings(one: Shown, decided: Estimate) -> list[Finding]:
    """What a reader must know: that the verdict hangs on neither response, or that the judge decides what cannot be decided.

    Parameters
    ----------
    one : Shown
        The control, of a whole criterion.
    decided : Estimate
        Its `decided_rate`.

    Returns
    -------
    list of Finding
        Serious where no verdict moved on any of at least `MIN_UNMOVED` items; a warning where all of them are ties, which may be right.
        Else a warning where the judge prefers a response as often as between the item's own.
    """
    judge, criterion = one.judge, one.part.criterion
    if _unmoved(one):
        return [_unmoved_finding(one)]
    plain = _share_of_plain(one)
    if decided.value is None or plain is None or plain <= thresholds.PROBE_MARGIN or decided.value < plain - thresholds.PROBE_MARGIN:
        return []
    text = (
        f"Between two responses to another question {judge} prefers one on {criterion} in {percent(decided.value)} of verdicts, between the item's own in "
        f"{percent(plain)}: it does not see that neither answers, unless {criterion} asks for nothing that depends on the question."
    )
    return [Finding(severity="warning", text=text, judge=judge, criterion=criterion)]


def pair_cases(one: Shown) -> Iterator[Case]:
    """The items of a judge whose verdict hangs on neither response; of one whose verdict moves anywhere, none: a single item may stay by chance."""
    if not _unmoved(one) or _all_ties(one):
        return
    for pattern in np.flatnonzero(_given(one)):
        plain, probe = one.plain[pattern], one.probe[pattern]
        replicates = tuple(replicate for replicate, code in zip(one.replicates, plain, strict=True) if not np.isnan(code))
        detail = f"as it is: {tally(plain, one.part.scale)}; with both responses of another item: {tally(probe, one.part.scale)}"
        for item in one.part.patterns.items_with(int(pattern)):
            yield Case(analysis="bias", flag=FLAG, judge=one.judge, criterion=one.part.criterion, item_id=item, replicates=replicates, detail=detail)


def _given(one: Shown) -> NDArray[np.bool_]:
    """Patterns with a plain verdict and one of the control."""
    return np.asarray(~np.isnan(one.probe_flip) & (one.part.weights > 0))


def _unmoved(one: Shown) -> bool:
    """Whether every verdict of the control is every plain one of its item, on enough items."""
    given = _given(one)
    return one.items(given) >= MIN_UNMOVED and bool((one.probe_flip[given] == 0).all()) and not np.nansum(one.plain_flip[given])


def _all_ties(one: Shown) -> bool:
    decided = decided_share(one, one.plain)
    return decided is not None and not np.nansum(decided[_given(one)])


def _unmoved_finding(one: Shown) -> Finding:
    judge, criterion, given = one.judge, one.part.criterion, _given(one)
    codes = one.plain[given]
    labels = sorted({one.part.scale.label(float(code)) for code in codes[~np.isnan(codes)]})
    same = f"always {labels[0]!r}" if len(labels) == 1 else "now one, now another"
    told = f"{judge} gives the same verdict on {criterion} on all {one.items(given)} items when both responses are another item's ({same})"
    if _all_ties(one):
        text = f"{told}: it never prefers a response, so that nothing shows that it reads them."
        return Finding(severity="warning", text=text, judge=judge, criterion=criterion)
    unless = ", unless one place holds the better response in every item" if len(labels) == 1 else ""
    return Finding(severity="serious", text=f"{told}: its verdict does not depend on the responses{unless}.", judge=judge, criterion=criterion)


def _share_of_plain(one: Shown) -> float | None:
    shares = decided_share(one, one.plain)
    given = _given(one)
    if shares is None or not given.any():
        return None
    weights = one.part.weights[given]
    return float(shares[given] @ weights / weights.sum())
