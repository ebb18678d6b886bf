"""Where a watch stands: everything that the history page, Markdown, JUnit and the terminal need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judgeaudit.domain.monitor import MonitorCheck, MonitorState, MonitorStatus, RoughShift
from judgeaudit.monitoring.attribution import accused, attribution, sentence
from judgeaudit.monitoring.charts import charts_of
from judgeaudit.monitoring.checking import OFF_SCALE_WORD
from judgeaudit.monitoring.progress import Progress
from judgeaudit.monitoring.setup import FEWEST_ADOPTED, Setup
from judgeaudit.monitoring.shifts import mean_around, smallest_judge_shift

MOST_NAMED = 3

WORDS: Mapping[str, str] = {
    "undated_anchors": "{n} rows of anchors without created_at count as repeats: without a time, one verdict on an anchor cannot be told from the next",
    "undated_production": "{n} rows of production without created_at count as repeats of earlier rows on their items: without a time nothing new is seen of these items",
    "extra_replicates": "{n} further replicates of production items were left out: they are no further items",
    "unknown_strata": "{n} production rows are of strata that the baseline does not have",
    "late": "{n} rows were older than the window and were left out: whether they are repeats can no longer be seen",
}
"""What was counted, in words."""


def status_of(setup: Setup, progress: Progress, checks: Sequence[MonitorCheck], *, charts: bool = True) -> MonitorStatus:
    """Where a watch stands after its last check."""
    named = attribution(progress.watch, setup.alpha)
    around = mean_around(setup)
    warnings = (
        *setup.warnings,
        *_off_scale(progress),
        *(WORDS[name].format(n=n) for name, n in sorted(progress.warned.items()) if name in WORDS),
        *_refusals(setup, progress),
    )
    return MonitorStatus(
        judge=setup.judge, criterion=setup.criterion, label=setup.label, scale=scale_in_words(setup), created=setup.created, alpha=setup.alpha,
        window_days=setup.window_days, state=state_of(setup, progress, checks), attribution=named, sentence=said_of(setup, progress, checks),
        since=progress.since, baseline_mean=around.value, baseline_low=around.low, baseline_high=around.high,
        n_baseline=int(setup.baseline().production.sum()), n_anchors=setup.n_anchors, noise=setup.noise, n_checks=progress.n_checks,
        n_product_rows=progress.n_product_rows, n_anchor_rows=progress.n_anchor_rows, smallest_judge_shift=smallest_judge_shift(setup, progress.n_anchor_rows),
        checks=tuple(checks), charts=charts_of(setup, checks) if charts else (), warnings=warnings,
    )  # fmt: skip


def state_of(setup: Setup, progress: Progress, checks: Sequence[MonitorCheck]) -> MonitorState:
    """Alarm; quiet; or not measured: nothing yet, or nothing of the last file counted and what was left out may have been new."""
    if attribution(progress.watch, setup.alpha) != "none":
        return "alarm"
    n_rows = progress.n_product_rows + progress.n_anchor_rows
    seen = n_rows or (progress.watch.batches and progress.watch.replies[0] > setup.replies[0])
    return "quiet" if seen and not _blind(_last(checks)) else "not_measured"


def _last(checks: Sequence[MonitorCheck]) -> MonitorCheck | None:
    """The last check, where nothing was acknowledged after it."""
    return checks[-1] if checks and not checks[-1].acknowledged else None


def _blind(last: MonitorCheck | None) -> bool:
    """Whether a file had rows, none counted, and some of these may have been new: they have no time, or are older than the window."""
    return last is not None and last.rows > 0 and not last.new and bool(last.late or last.undated)


def said_of(setup: Setup, progress: Progress, checks: Sequence[MonitorCheck] = ()) -> str:
    """Where the watch stands after its last checks, for readers who know no statistics."""
    n_rows = progress.n_product_rows + progress.n_anchor_rows
    named, last = attribution(progress.watch, setup.alpha), _last(checks)
    if named != "none":
        stands = _stands(progress, checks) if named in ("judge", "both") else ""
        return f"{_sentence(setup, progress)}{stands}"
    if last is not None and _blind(last):
        why = ", ".join(f"{n:,} {word}" for n, word in ((last.late, "older than the window"), (last.undated, "without a time, which count as repeats")) if n)
        return f"Nothing was measured by the last check: all {last.rows:,} rows of {last.name or 'its file'} were left out ({why})."
    if not n_rows and setup.adopts and (collected := int(progress.watch.production.sum())):
        return f"Nothing was measured yet. {collected} of the stream's first {FEWEST_ADOPTED} production rows, which become the baseline, are there."
    if signs := _signs(checks):
        return f"No alarm yet, and no all-clear: {signs} (95 % intervals of one look, which are no alarm by themselves)."
    return f"{_sentence(setup, progress)}{_unlike(checks)}"


def _unlike(checks: Sequence[MonitorCheck]) -> str:
    """How many anchor verdicts of the last check with anchors the baseline does not have, if there are any: they are listed below the sentence."""
    check = next((one for one in reversed(_since_begun(checks)) if one.n_anchor_rows), None)
    return f" In check {check.n}, {check.n_moved} of {check.n_anchor_rows} anchor verdicts were none that the baseline has." if check and check.n_moved else ""


def _sentence(setup: Setup, progress: Progress) -> str:
    n_rows = progress.n_product_rows + progress.n_anchor_rows
    return sentence(progress.watch, setup.alpha, n_rows=n_rows, n_anchor_rows=progress.n_anchor_rows, has_anchors=setup.n_anchors > 0)


def _since_begun(checks: Sequence[MonitorCheck]) -> list[MonitorCheck]:
    """Checks after the last acknowledgement."""
    start = max((place + 1 for place, check in enumerate(checks) if check.acknowledged), default=0)
    return list(checks[start:])


def _signs(checks: Sequence[MonitorCheck]) -> str:
    """Shifts, each of the last check that measured it, whose interval does not hold 0: anchors and production mostly come in files of their own."""
    found = []
    for what, name in (("the judge's verdicts on anchors", "judge_shift"), ("the product's score", "product_shift")):
        check = next((one for one in reversed(_since_begun(checks)) if getattr(one, name).value is not None), None)
        if check is not None and not _holds_zero(shift := getattr(check, name)):
            found.append(f"in check {check.n} {what} moved by {_in_words(shift)}")
    return " and ".join(found)


def _stands(progress: Progress, checks: Sequence[MonitorCheck]) -> str:
    """Where the judge is accused: that its last check with anchors shows nothing of it, if that is so."""
    check = next((one for one in reversed(_since_begun(checks)) if one.n_anchor_rows), None)
    if check is None or check.n == progress.since or not _holds_zero(check.judge_shift):
        return ""
    return (
        f" The alarm of check {progress.since} stands until it is acknowledged. In check {check.n}, the last with anchors, {check.n_moved} of {check.n_anchor_rows} "
        f"anchor verdicts were none that the baseline has, and the judge's shift was {_in_words(check.judge_shift)}."
    )


def _holds_zero(shift: RoughShift) -> bool:
    return shift.low is None or shift.high is None or shift.low <= 0 <= shift.high


def _in_words(shift: RoughShift) -> str:
    return f"{shift.value:+.3f} ({shift.low:+.3f} to {shift.high:+.3f})"


def _off_scale(progress: Progress) -> tuple[str, ...]:
    """Verdicts that are not on the scale, with the commonest of them."""
    n = progress.warned.get("off_scale", 0)
    words = sorted(
        ((k, name.removeprefix(OFF_SCALE_WORD)) for name, k in progress.warned.items() if name.startswith(OFF_SCALE_WORD)), key=lambda one: (-one[0], one[1])
    )
    named = ", ".join(f"{word!r} {k}" for k, word in words[:MOST_NAMED])
    return (f"{n} verdicts are not on the scale, and count as none{': ' + named if named else ''}",) if n else ()


def scale_in_words(setup: Setup) -> str:
    """What 0 and 1 stand for."""
    if setup.label is not None:
        return f"share of {setup.label!r}"
    if setup.scale.labels is not None:
        return f"mean, 0 = {setup.scale.labels[0]!r}, 1 = {setup.scale.labels[-1]!r}"
    return f"mean, 0 = {setup.scale.low:g}, 1 = {setup.scale.high:g}{' (guessed from the baseline)' if setup.assumed else ''}"


def _refusals(setup: Setup, progress: Progress) -> tuple[str, ...]:
    """Rows without a verdict, now and before."""
    now = [after - before for after, before in zip(progress.watch.replies, setup.replies, strict=True)]
    if not now[0]:
        return ()
    before = f"{setup.replies[0]} of {sum(setup.replies)} in the baseline"
    grown = "; their share has changed" if "answered" in accused(progress.watch, setup.alpha) else ""
    return (f"{now[0]} of {sum(now)} rows have no verdict (refused, unparsable, off the scale ...), {before}{grown}",)
