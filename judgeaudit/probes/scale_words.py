"""The ends of a scale in words, for cues that name a verdict."""

from __future__ import annotations

from judgeaudit.domain.scales import Scale

NO_ORDER = "the scale has no order and no positive label"


def ends(scale: Scale) -> tuple[str, str] | None:
    """The best and the worst verdict of a scale, as a judge gives them; None where no verdict is better than another.

    Example
    -------
    >>> ends(Scale(labels=("pass", "fail"))), ends(Scale(level="interval", low=1, high=10))
    (('pass', 'fail'), ('10', '1'))
    """
    if scale.labels is None:
        return scale.label(scale.high or 0.0), scale.label(scale.low or 0.0)
    if scale.two_labels:
        return scale.labels[0], scale.labels[1]
    return (scale.labels[-1], scale.labels[0]) if scale.level == "ordinal" else None


def said(scale: Scale, verdict: str) -> str:
    """A verdict with the word for what it is: the label "pass", the score 7."""
    return f"the score {verdict}" if scale.labels is None else f'the label "{verdict}"'
