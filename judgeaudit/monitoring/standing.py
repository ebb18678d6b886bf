"""Where a watch stands: everything that the history page, Markdown, JUnit and the terminal need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judgeaudit.domain.monitor import MonitorCheck, MonitorStatus
from judgeaudit.monitoring.attribution import accused, attribution, sentence
from judgeaudit.monitoring.charts import charts_of
from judgeaudit.monitoring.progress import Progress
from judgeaudit.monitoring.setup import Setup
from judgeaudit.monitoring.shifts import mean_around, smallest_judge_shift

WORDS: Mapping[str, str] = {
    "undated_anchors": "{n} rows of anchors without created_at count as repeats: without a time, one verdict on an anchor cannot be told from the next",
    "off_scale": "{n} verdicts are not on the scale, and count as none",
    "extra_replicates": "{n} further replicates of production items were left out: they are no further items",
    "unknown_strata": "{n} production rows are of strata that the baseline does not have",
    "late": "{n} rows were older than the window and were left out: whether they are repeats can no longer be seen",
}
"""What was counted, in words."""


def status_of(setup: Setup, progress: Progress, checks: Sequence[MonitorCheck], *, charts: bool = True) -> MonitorStatus:
    """Where a watch stands after its last check."""
    watch = progress.watch
    n_rows = progress.n_product_rows + progress.n_anchor_rows
    named = attribution(watch, setup.alpha)
    around = mean_around(setup)
    warnings = (*setup.warnings, *(WORDS[name].format(n=n) for name, n in sorted(progress.warned.items()) if name in WORDS), *_refusals(setup, progress))
    return MonitorStatus(
        judge=setup.judge, criterion=setup.criterion, label=setup.label, scale=scale_in_words(setup), created=setup.created, alpha=setup.alpha,
        window_days=setup.window_days, state="alarm" if named != "none" else "quiet" if n_rows or progress.watch.batches else "not_measured",
        attribution=named, sentence=said_of(setup, progress),
        since=progress.since, baseline_mean=around.value, baseline_low=around.low, baseline_high=around.high,
        n_baseline=int(setup.baseline().production.sum()), n_anchors=setup.n_anchors, noise=setup.noise, n_checks=progress.n_checks,
        n_product_rows=progress.n_product_rows, n_anchor_rows=progress.n_anchor_rows, smallest_judge_shift=smallest_judge_shift(setup, progress.n_anchor_rows),
        checks=tuple(checks), charts=charts_of(setup, checks) if charts else (), warnings=warnings,
    )  # fmt: skip


def said_of(setup: Setup, progress: Progress) -> str:
    """Where the watch stands, for readers who know no statistics."""
    n_rows = progress.n_product_rows + progress.n_anchor_rows
    return sentence(progress.watch, setup.alpha, n_rows=n_rows, n_anchor_rows=progress.n_anchor_rows, has_anchors=setup.n_anchors > 0)


def scale_in_words(setup: Setup) -> str:
    """What 0 and 1 stand for."""
    if setup.label is not None:
        return f"share of {setup.label!r}"
    if setup.scale.labels is not None:
        return f"mean, 0 = {setup.scale.labels[0]!r}, 1 = {setup.scale.labels[-1]!r}"
    return f"mean, 0 = {setup.scale.low:g}, 1 = {setup.scale.high:g}"


def _refusals(setup: Setup, progress: Progress) -> tuple[str, ...]:
    """Rows without a verdict, now and before."""
    now = [after - before for after, before in zip(progress.watch.replies, setup.replies, strict=True)]
    if not now[0]:
        return ()
    before = f"{setup.replies[0]} of {sum(setup.replies)} in the baseline"
    grown = "; their share has changed" if "answered" in accused(progress.watch, setup.alpha) else ""
    return (f"{now[0]} of {sum(now)} rows have no verdict (refused, unparsable, off the scale ...), {before}{grown}",)
