"""What `apply` and `budget` print."""

from __future__ import annotations

from textwrap import fill

from judgeaudit.domain.applied import Applied, AppliedRate, Budget, CarryCheck, Routed
from judgeaudit.report import formats
from judgeaudit.report.text import clean

MAX_REASONS = 4


def render_applied(applied: Applied, *, width: int = 100, written: str | None = None) -> str:
    """How many verdicts go to a person, corrected rates, what speaks against relying on them, and whether the calibration carries over.

    Parameters
    ----------
    applied : Applied
    width : int
        Columns of the terminal.
    written : str, optional
        Where the routed verdicts are.
    """
    lines = [f"Calibration of {clean(applied.rubric)}, made {formats.moment(applied.created_at)}, expires {formats.moment(applied.expires)}", ""]
    for routed in applied.routed:
        lines += _wrapped(_routed(routed), width)
        rates = [rate for rate in applied.rates if (rate.judge, rate.criterion) == (routed.judge, routed.criterion)]
        for rate in rates:
            lines += _wrapped(_rate(rate), width, indent="  ")
        if not rates:
            lines += _wrapped("no corrected rate: the judge was not calibrated on it, or gave no verdict", width, indent="  ")
    for check in applied.checks:
        lines += ["", *_wrapped(_check(check), width)]
    if applied.warnings:
        lines.append("")
    for warning in applied.warnings:
        lines += _wrapped(f"warning: {clean(warning)}", width)
    if written is not None:
        lines += ["", f"wrote {clean(written)}"]
    return "\n".join(lines)


def _wrapped(text: str, width: int, *, indent: str = "") -> list[str]:
    return fill(text, width, initial_indent=indent, subsequent_indent=f"{indent}  ", break_long_words=False, break_on_hyphens=False).split("\n")


def _routed(routed: Routed) -> str:
    taken = routed.n_items - routed.n_items_review
    share = formats.percent(taken / routed.n_items) if routed.n_items else "none"
    head = f"{clean(routed.judge)} on {clean(routed.criterion)}: {taken:,} of {formats.count(routed.n_items, 'item')} accepted ({share}), {routed.n_items_review:,} to a person"
    if routed.n_items != routed.n_verdicts:
        head += f"; of {routed.n_verdicts:,} verdicts {routed.n_accepted:,} accepted"
    listed = list(routed.why.items())
    why = [f"{clean(reason)} ({n:,})" for reason, n in listed[:MAX_REASONS]]
    more = [f"{len(listed) - MAX_REASONS} more reasons"] if len(listed) > MAX_REASONS else []
    return f"{head}; not accepted: {', '.join(why + more)}" if why else head


def _rate(rate: AppliedRate) -> str:
    of = f" of {clean(rate.system)}" if rate.system else ""
    what = "mean score" if rate.label is None else f'"{clean(rate.label)}"'
    on = formats.count(rate.n_items, "item") if not rate.n_unanswered else f"the {rate.n_items:,} of {rate.n_items + rate.n_unanswered:,} items that it answers"
    head = f"{what}{of}: judged {formats.number(rate.judged)} on {on}"
    if rate.value is None:
        return f"{head}; corrected: undefined, {clean(rate.undefined or '')}"
    ends = formats.interval(rate.low, rate.high)
    note = f"; {clean(rate.note)}" if rate.note else ""
    return f"{head}; corrected {formats.number(rate.value)} ({ends or 'no interval'}){note}"


def _check(check: CarryCheck) -> str:
    about = ", ".join(clean(part) for part in (check.judge, check.criterion, check.label, check.system) if part)
    if check.residual is None:
        return f"probes {check.verdict}: {about}: {clean(check.reason)}"
    numbers = f"residual {formats.number(check.residual)} ({formats.interval(check.low, check.high)}) against ±{formats.number(check.margin)}"
    probes = f"{formats.count(check.n_items, 'probe')}, {check.n_clusters:,} independent"
    return f"probes {check.verdict}: {about}: {numbers}, {probes}: {clean(check.reason)}"


def render_budget(budget: Budget, *, width: int = 100) -> str:
    """The budget: sentences first, then a small table."""
    lines = [formats.sentence(budget.question), ""]
    for sentence in budget.sentences:
        lines += _wrapped(sentence, width)
    counted = "items" if budget.question.startswith("judged items") else "labels"  # of verdicts alone: nobody labels them
    rows = [("way", counted, "with the label", "without", "half-width")]
    for line in budget.lines:
        half = "" if line.half_width is None else f"±{line.half_width:.3f}"
        rows.append((line.way, "none do" if line.labels is None else f"{line.labels:,}", _count(line.inside), _count(line.outside), half))
    widths = [max(len(row[i]) for row in rows) for i in range(5)]
    lines.append("")
    lines += ["  ".join([row[0].ljust(widths[0]), *(cell.rjust(size) for cell, size in zip(row[1:], widths[1:], strict=True))]).rstrip() for row in rows]
    return "\n".join(lines)


def _count(n: int | None) -> str:
    return "" if n is None else f"{n:,}"
