"""The history of a monitor as one page: where it stands, its charts, and every check with links to its cases. No script, no plotly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from judgeaudit.domain.monitor import MonitorCheck, MonitorStatus, RoughShift
from judgeaudit.report import formats
from judgeaudit.report.drift_markdown import beyond_title
from judgeaudit.report.history_charts import DRAWN, STREAMS, alarms, charts_of
from judgeaudit.report.monitor import look_of
from judgeaudit.report.summary import standing

GROUP = 50
"""Checks that are listed together; all but the newest are folded."""

FILES = (("page", "audit.html"), ("Markdown", "drift.md"), ("JUnit", "junit.xml"), ("JSON", "audit.json"))
LOOKS = {"none": "pass", "undecided": "inconclusive"}
WORDS = {"none": "no alarm", "undecided": "undecided", "judge": "judge", "system": "system", "both": "judge and system", "mix": "mix of items"}
COUNTED = (
    ("repeats", "repeats"),
    ("late", "late"),
    ("elsewhere", "about others"),
    ("unanswered", "without a verdict"),
    ("unknown_strata", "of unknown strata"),
    ("n_moved", "on anchors unlike their baseline"),
)


def render_history(status: MonitorStatus, *, folders: Mapping[int, str] | None = None) -> str:
    """The history of a monitor as a page.

    Parameters
    ----------
    status : MonitorStatus
        Whose `checks` are shown, all of them. Names of judges, files and strata in it may be hostile; they are escaped, and hidden characters shown.
    folders : mapping of int to str, optional
        Where the folder of each check is, as a path from the page; a check that is not in it has no links. Default: beside the page.

    Returns
    -------
    str
        One HTML document without a script. The same status gives the same page.

    Notes
    -----
    The charts are pictures in SVG. The alarm rests on the evidence alone, which is drawn first; EWMA and CUSUM have limits of their own and decide nothing.
    """
    from judgeaudit.report.html import render_still

    if folders is None:
        folders = {check.n: check.folder.rpartition("/")[2] for check in status.checks if check.folder}
    rows = [_row(check, folders.get(check.n)) for check in reversed(status.checks)]
    starts = {status.checks[start].n for start, _ in alarms(status.checks)}
    for row in rows:
        row["begins"] = row["n"] in starts
    context = {
        "title": f"{status.judge} on {status.criterion}", "status": status, "look": _look(status), "word": _word(status), "facts": _facts(status),
        "sentence": beyond_title(status.sentence),
        "groups": [rows[start : start + GROUP] for start in range(0, len(rows), GROUP)], "n_older": max(0, status.n_checks - len(rows)),
        "n_alarms": len(starts), "n_acknowledged": sum(check.acknowledged for check in status.checks), "charts": charts_of(status),
        "n_drawn": DRAWN if len(rows) > DRAWN else None,
    }  # fmt: skip
    return render_still("history.html.j2", ("style.css", "history.css"), context)


def _look(status: MonitorStatus) -> str:
    return look_of(_word(status), status.attribution)


def _word(status: MonitorStatus) -> str:
    return standing(status.state, status.attribution, status.sentence)


def _facts(status: MonitorStatus) -> list[tuple[str, str, str]]:
    """Name, value, and what it means."""
    around = formats.interval(status.baseline_low, status.baseline_high)
    baseline = "unknown" if status.baseline_mean is None else formats.number(status.baseline_mean)
    noise = "unknown: each anchor was judged once" if status.noise is None else formats.percent(status.noise)
    smallest = "unknown" if status.smallest_judge_shift is None else formats.number(status.smallest_judge_shift)
    return [
        ("Watched", status.scale, ""),
        ("Baseline", baseline, f"{around + ', ' if around else ''}{formats.count(status.n_baseline, 'production item')}"),
        ("Anchors", f"{status.n_anchors:,}", f"replicates disagree on {noise}" if status.noise is not None else noise),
        ("Seen since the last restart" if any(check.acknowledged for check in status.checks) else "Seen so far", f"{status.n_product_rows:,}",
         f"production rows, and {formats.count(status.n_anchor_rows, 'anchor row')}"),
        ("Smallest shift of the judge", smallest, "that these anchor rows would have shown"),
        ("False alarms", f"at most {formats.percent(status.alpha)}", "of streams without drift ever raise one"),
        ("Begun", formats.moment(status.created.isoformat()), f"a row is remembered for {formats.count(status.window_days, 'day')}"),
    ]  # fmt: skip


def _row(check: MonitorCheck, folder: str | None) -> dict[str, Any]:
    base = {"n": check.n, "at": formats.moment(check.at.isoformat()), "acknowledged": check.acknowledged}
    if check.acknowledged:
        return base
    left = [f"{n:,} {word}" for name, word in COUNTED if (n := getattr(check, name))]
    powers = {name: getattr(check, f"e_{name}") for name in STREAMS if name != "answered" or check.e_answered >= check.threshold}
    evidence = [(name, _power(value), value >= check.threshold) for name, value in powers.items()]
    return base | {
        "name": formats.shorten(check.name, 60), "new": f"{check.new:,}", "counted": f"{check.n_product_rows:,} production, {check.n_anchor_rows:,} anchors",
        "left": ", ".join(left), "mean": "none" if check.product_mean is None else formats.number(check.product_mean), "judge": _shift(check.judge_shift),
        "evidence": evidence, "alarm": check.attribution != "none", "look": LOOKS.get(check.attribution, "fail"), "word": WORDS[check.attribution],
        "links": [] if folder is None else [(title, f"{quote(folder)}/{file}") for title, file in FILES],
    }  # fmt: skip


def _power(value: float) -> str:
    return f"{value:.1f}".replace("-", formats.MINUS)


def _shift(shift: RoughShift) -> tuple[str, str]:
    """A shift and its interval; in words where there is none."""
    if shift.value is None:
        return "none", shift.reason
    return _signed(shift.value), "" if shift.low is None or shift.high is None else f"{_signed(shift.low)} to {_signed(shift.high)}"


def _signed(value: float) -> str:
    return f"{value:+.3f}".replace("-", formats.MINUS)
