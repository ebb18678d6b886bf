"""Whether a verdict lets the judged thing through."""

from __future__ import annotations

from collections.abc import Callable

from judgeaudit.analyses.rationales.sense import senses
from judgeaudit.domain.rubric import Criterion, Mode

Passes = Callable[[str, float], bool | None]


def passes_of(criterion: Criterion, mode: Mode) -> Passes:
    """Whether a label with its code is a pass; None where nobody can tell.

    Parameters
    ----------
    criterion : Criterion
    mode : {"pointwise", "pairwise"}

    Returns
    -------
    function of label and code
        By the labels' own words where they tell; else the first of two labels is a pass. Of an ordered scale the upper half is, its middle is not; a scale
        whose words say that it falls (good, fair, poor) is read that way.
        Pairwise there is none: a preference lets nothing through.
    """
    scale = criterion.scale
    if mode == "pairwise":
        return lambda label, code: None
    if scale.level == "interval":
        assert scale.low is not None
        assert scale.high is not None
        return _above((scale.low + scale.high) / 2)
    labels = scale.labels or ()
    if scale.level == "ordinal":
        middle = (len(labels) + 1) / 2
        return _above(middle) if senses(criterion)[labels[-1]] > 0 else lambda label, code: code < middle
    known = senses(criterion) or (dict(zip(labels, (1, -1), strict=True)) if scale.two_labels else {})
    return lambda label, code: known[label] > 0 if label in known else None


def _above(middle: float) -> Passes:
    return lambda label, code: code > middle
