"""A check for drift, or where a monitor stands, as short Markdown for a pull request or a chat."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from judgeaudit.domain.drift import DriftAnswer
from judgeaudit.domain.results import Audit, Case
from judgeaudit.report import fields, formats
from judgeaudit.report.drift_lines import ORDER, named, numbers
from judgeaudit.report.markdown import markdown_text, row
from judgeaudit.report.summary import block, changed, headline, sorted_findings

MAX_JUDGES = 20
MAX_MEASURES = 12
MAX_CAUSES = 5
MAX_NAMED = 3
MAX_CASES = 5
MAX_FINDINGS = 5
MAX_SAID = 600
MEASURES = ("answer", "measure", "change", "95 % interval", "margin", "corrected p", "seen from")
WATCHED = ("watched", "change", "interval of one look", "evidence", "limit")
PARTS = (
    ("the product", "product", "production_shift"), ("the judge", "judge", "judge_share_of_shift"), ("the system", "system", "system_share_of_shift"),
    ("the mix of items", "mix", "mix_share_of_shift"), ("rows with a verdict", "answered", "answered_shift"),
)  # fmt: skip


def render_drift_markdown(audit: Audit) -> str:
    """A check for drift, or where a monitor stands, as Markdown.

    Parameters
    ----------
    audit : Audit
        With answers in `drift`, or an `attribution`. Texts in it are escaped: they can form no markup, link, mention or cell of their own.

    Returns
    -------
    str
        The answer, what it rests on, what changed beside, the anchors that moved and what a reader must know. Ends with a newline.
    """
    lines = _drift(audit) if audit.drift else _monitor(audit)
    lines += _cases([case for case in audit.cases if case.flag == "flipped_anchor"], "" if audit.drift else moved_when(audit))
    findings = [
        one for one in sorted_findings(audit) if one.severity != "note" and one.text not in {sentence_of(audit), *(answer.sentence for answer in audit.drift)}
    ]
    if findings:
        lines += ["", *(f"- **{one.severity}:** {markdown_text(one.text, limit=MAX_SAID)}" for one in findings[:MAX_FINDINGS])]
        lines += _more(len(findings) - MAX_FINDINGS, "finding")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def _drift(audit: Audit) -> list[str]:
    runs = [f"{word} {markdown_text(audit.run[word])}" for word in ("baseline", "current") if audit.run.get(word)]
    lines = [f"## {markdown_text(about(audit))}: {headline(audit)}", "", ", ".join(runs), ""]
    lines += [f"**Incomplete:** {markdown_text(reason)}  " for reason in audit.incomplete]
    for answer in audit.drift[:MAX_JUDGES]:
        lines += [
            "",
            f"**{formats.sentence(answer.answer)}.** {markdown_text(answer.sentence, limit=MAX_SAID)}",
            "",
            *_measures(answer, len(audit.drift)),
            *_causes(audit, answer.judge),
        ]
    return [*lines, *_more(len(audit.drift) - MAX_JUDGES, "judge")]


def about(audit: Audit) -> str:
    """The rubric's name; the judges where there was none and it was made up."""
    names = [answer.judge for answer in audit.drift]
    return audit.rubric.name if not audit.rubric.assumed else ", ".join(names[:MAX_NAMED]) + (" ..." if len(names) > MAX_NAMED else "")


def _measures(answer: DriftAnswer, n_judges: int) -> list[str]:
    """What decides, those that drifted first; fewer of each where there are many judges, since comments may not be long."""
    most = min(MAX_MEASURES, max(3, 2 * MAX_MEASURES // n_judges))
    if not answer.measures:
        return []
    rows = sorted(answer.measures, key=lambda one: (ORDER.index(one.answer), one.stratum is not None))
    lines = [row(*MEASURES), row(*["---"] * len(MEASURES))]
    lines += [row(one.answer, markdown_text(named(one), limit=160), *map(markdown_text, numbers(one))) for one in rows[:most]]
    return [*lines, "", *_more(len(rows) - most, "measure")]


def _causes(audit: Audit, judge: str) -> list[str]:
    """What was recorded of the judge and is not as it was."""
    rows = [one for one in block(audit, "drift", "causes") if one.get("judge") == judge and one.get("changed")]
    said = [tuple(markdown_text(fields.word(one, name), limit=120) for name in ("what", "before", "after")) for one in rows[:MAX_CAUSES]]
    return (
        ["", *(f"- changed between the runs: {what}, {before} → {after}" for what, before, after in said), *_more(len(rows) - MAX_CAUSES, "change")]
        if rows
        else []
    )


def _monitor(audit: Audit) -> list[str]:
    """Judge and criterion, whom the evidence accuses, and the evidence."""
    judge = audit.judges[0].name if audit.judges else audit.rubric.name
    criterion = f" on {markdown_text(audit.rubric.criteria[0].get('name', ''))}" if audit.rubric.criteria else ""
    lines = [f"## {markdown_text(judge)}{criterion}: {changed(audit)}", ""]
    lines += [markdown_text(said, limit=MAX_SAID)] if (said := beyond_title(sentence_of(audit))) else []
    check = check_of(audit)
    if check:
        lines += ["", row(*WATCHED), row(*["---"] * len(WATCHED))]
        lines += [
            row(title, change, markdown_text(ends or "none"), f"**{evidence}**" if over else evidence, limit)
            for title, change, ends, evidence, over, limit in watched(audit)
        ]
        lines += ["", f"Check {fields.whole(check, 'n')} ({markdown_text(fields.word(check, 'name') or 'no file')}): {counted(check)}."]
    return lines


def check_of(audit: Audit) -> dict[str, Any]:
    """The last check of a monitor; empty where there is none."""
    return next((one for name in ("check", "monitor") for one in block(audit, "drift", name) if "e_product" in one), {})


def sentence_of(audit: Audit) -> str:
    """What the monitor says in words; empty where the audit is none of a monitor."""
    return fields.word(next(iter(block(audit, "drift", "monitor")), {}), "sentence")


def beyond_title(sentence: str) -> str:
    """What a monitor's sentence says beyond the words of its title."""
    return next((sentence[len(said) :].strip() for said in ("No sign of drift.", "Nothing was measured yet.") if sentence.startswith(said)), sentence)


def watched(audit: Audit) -> list[tuple[str, str, str, str, bool, str]]:
    """What is watched: its name, change, interval (or why there is none), evidence, whether that has reached the limit, and the limit."""
    check, rows = check_of(audit), []
    limit = fields.number(check, "threshold")
    for title, part, name in PARTS:
        shift = next((one for one in audit.estimates if one.name == name), None)
        change = "not measured" if shift is None or shift.value is None else _signed(shift.value)
        why = "" if shift is None else shift.undefined or ""
        ends = why if shift is None or shift.low is None or shift.high is None else f"{_signed(shift.low)} to {_signed(shift.high)}"
        found = fields.number(check, f"e_{part}")
        over = found is not None and limit is not None and found >= limit
        rows.append((title, change, ends, _power(found), over, _power(limit)))
    return rows


def _power(value: float | None) -> str:
    return "unknown" if value is None else f"10^{value:.1f}".replace("-", formats.MINUS)


def counted(check: Mapping[str, Any]) -> str:
    """The rows that a check saw."""
    counts = [
        f"{fields.whole(check, name):,} {word}" for name, word in (("new", "new rows"), ("n_anchor_rows", "on anchors"), ("unanswered", "without a verdict"))
    ]
    left = [(f"{n:,} {word}") for name, word in (("repeats", "repeats"), ("late", "late"), ("elsewhere", "about others")) if (n := fields.whole(check, name))]
    return ", ".join(counts) + (f"; left out: {', '.join(left)}" if left else "")


def moved_when(audit: Audit) -> str:
    """In which checks anchors moved, where the audit is a monitor's standing and not one check: its cases are not those of its last check alone."""
    standing = next((one for one in block(audit, "drift", "monitor") if "n_checks" in one), None)
    check = check_of(audit)
    if standing is None or "n_moved" not in check:
        return ""
    since = fields.whole(standing, "since")
    when = f"since the alarm of check {since}" if since else "in the last checks"
    return f"{when}; in check {fields.whole(check, 'n')}, the last, {formats.count(fields.whole(check, 'n_moved'), 'row')} of {fields.whole(check, 'n_anchor_rows')}"


def _signed(value: float) -> str:
    return f"{value:+.3f}".replace("-", formats.MINUS)


def _cases(cases: Sequence[Case], when: str) -> list[str]:
    """Anchors that moved: old verdict, new verdict; of a monitor in which of its checks."""
    if not cases:
        return []
    found = [(markdown_text(case.item_id or "an anchor", limit=80), markdown_text(case.detail, limit=160)) for case in cases[:MAX_CASES]]
    lines = [
        "",
        f"{formats.count(len(cases), 'anchor')} with another verdict{f', {when}' if when else ''}, old → new:",
        "",
        *(f"- {item}: {detail}" for item, detail in found),
    ]
    return [*lines, *_more(len(cases) - MAX_CASES, "anchor")]


def _more(n: int, noun: str) -> list[str]:
    return [f"- and {formats.count(n, f'more {noun}')}"] if n > 0 else []
