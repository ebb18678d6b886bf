"""What is carried from check to check."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from judgeaudit.monitoring.setup import Setup
from judgeaudit.monitoring.streams import Watch, begin


@dataclass(frozen=True)
class Progress:
    """What is carried from check to check beside the watch.

    Attributes
    ----------
    watch : Watch
    newest : int
        Newest day that was seen; -1 before the first row.
    n_product_rows, n_anchor_rows : int
        Observations since the start, or since the last acknowledgement.
    since : int or None
        Check that raised the alarm.
    n_checks : int
    waiting : tuple of str
        Anchors with verdicts that are not ranked yet.
    warned : dict of str to int
        What must be said, counted: anchors without time, strata that the baseline lacks ...
    """

    watch: Watch
    newest: int = -1
    n_product_rows: int = 0
    n_anchor_rows: int = 0
    since: int | None = None
    n_checks: int = 0
    waiting: tuple[str, ...] = ()
    warned: dict[str, int] = field(default_factory=dict)


def begun_anew(progress: Progress, setup: Setup) -> Progress:
    """After an acknowledgement: nothing measured yet, everything held against the baseline again."""
    return replace(progress, watch=begin(setup.baseline()), since=None, n_product_rows=0, n_anchor_rows=0, waiting=())
