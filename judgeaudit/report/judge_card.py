"""The judge card: one page to put next to a model card. As Markdown and as HTML; foreign text in it is inert."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from judgeaudit.domain.calibration import CalibrationFile, JudgeCalibration
from judgeaudit.domain.results import Audit, Decision, Estimate, JudgeFacts
from judgeaudit.report import fields, formats
from judgeaudit.report.hidden import plain
from judgeaudit.report.markdown import markdown_text
from judgeaudit.report.metrics import DECISIONS, METRICS
from judgeaudit.report.summary import block, n_items, rule_said

RESULTS = (
    "calibration.accuracy", "calibration.cohen_kappa", "calibration.sensitivity", "calibration.specificity", "calibration.mae", "calibration.judged_rate",
    "calibration.corrected_rate_all_items", "calibration.corrected_mean_ppi", "calibration.alt_test_winning_rate", "calibration.ece", "calibration.auroc",
    "consistency.flip_rate", "coverage.answered_rate", "coverage.refused_rate",
)  # fmt: skip
MAX_JUDGES = 12
"""Judges with a section of their own; a card of more is no page that anybody reads."""
MAX_RESULTS = 16
MAX_LABELS = 8
_TOUCHES = (
    "random sample",
    "misleads",
    "no gold",
    "disputed",
    "two different labels",
    "abstentions only",
    "was judged by no judge",
    "differ in",
    "outside 0 to 1",
)
"""Words of those warnings of the calibration without which a number of the card would be read wrongly."""
MAX_WARNINGS = 8

Rows = list[tuple[str, str]]


@dataclass(frozen=True)
class _Section:
    """One judge of the card: facts, results, sentences; every text still foreign."""

    judge: str
    decision: str
    review: str
    facts: Rows
    results: Rows
    findings: Sequence[str]
    would_change: Sequence[str]
    layers: Rows


def render_card_markdown(audit: Audit, calibration: CalibrationFile) -> str:
    """The card as Markdown.

    Parameters
    ----------
    audit : Audit
        Results, decisions and parameters.
    calibration : CalibrationFile
        Of the same audit: what was kept, prompt hashes, date, expiry.

    Returns
    -------
    str
        Ends with a newline. Foreign text forms no markup, link, table cell or formula.
    """
    lines = [f"# Judge card: {markdown_text(audit.rubric.name)}", ""]
    lines += [f"- **{name}:** {markdown_text(text)}" for name, text in _about(audit, calibration)]
    sections, more = _sections(audit, calibration)
    for one in sections:
        lines += ["", f"## {markdown_text(one.judge)}: {markdown_text(one.decision)}", ""]
        lines += [f"**A person reviews:** {markdown_text(one.review, limit=600)}", ""] if one.review else []
        lines += [f"- {markdown_text(text, limit=600)}" for text in one.findings]
        lines += ["", "**What would change it:**", "", *(f"- {markdown_text(text, limit=600)}" for text in one.would_change)] if one.would_change else []
        lines += _markdown_table("Layer", one.layers) + _markdown_table("Result", one.results) + _markdown_table("Asked and served", one.facts)
    if more:
        lines += ["", f"and {formats.count(more, 'more judge')}: see audit.html."]
    lines += ["", "## Limits", "", *(f"- {markdown_text(text, limit=600)}" for text in _limits(audit, calibration))]
    return "\n".join(lines) + "\n"


def _markdown_table(title: str, rows: Rows) -> list[str]:
    if not rows:
        return []
    cells = [f"| {markdown_text(name)} | {markdown_text(text)} |" for name, text in rows]
    return ["", f"| {title} | |", "| --- | --- |", *cells]


def render_card_html(audit: Audit, calibration: CalibrationFile) -> str:
    """The card as one HTML page without a script; arguments as in `render_card_markdown`.

    Notes
    -----
    A content security policy forbids every request and every script, so that foreign text could do nothing even if it were not escaped.
    """
    from judgeaudit.report.html import render_card

    sections, more = _sections(audit, calibration)
    return render_card({
        "title": plain(audit.rubric.name), "name": audit.rubric.name, "about": _about(audit, calibration), "sections": sections, "more": more,
        "limits": _limits(audit, calibration), "version": calibration.judgeaudit_version,
    })  # fmt: skip


def _about(audit: Audit, calibration: CalibrationFile) -> Rows:
    """What was audited, on what, when, and until when it holds."""
    rubric = audit.rubric
    asked = "; ".join(f"{row.get('name')}: {row.get('question')} ({row.get('scale')})" for row in rubric.criteria)
    silent = {one.criterion for one in audit.estimates if _is_silent(one)}
    labelled = ", ".join(
        dict.fromkeys(
            f"{one.n_labelled:,} labelled by people{' and answered' if one.criterion in silent else ''} on {one.criterion}" for one in calibration.judges
        )
    )
    systems = sorted({name for one in calibration.judges for name in one.systems})
    rows = [
        ("Audited", f"{formats.count(len(audit.judges), 'judge')} of the rubric {rubric.name}{f' {rubric.version}' if rubric.version else ''} ({rubric.mode})"),
        ("Asked", asked),
        ("On", f"{formats.count(n_items(audit), 'item')}, {labelled}"),
        ("Gold", _gold_facts(audit)),
        ("Judged systems", ", ".join(systems)),
        ("Date", formats.moment(calibration.created_at)),
        ("Expires", formats.moment(min(one.expires for one in calibration.judges))),
        ("Made with", f"judgeaudit {calibration.judgeaudit_version}"),
    ]
    return [(name, text) for name, text in rows if text]


def _sections(audit: Audit, calibration: CalibrationFile) -> tuple[list[_Section], int]:
    facts = {one.name: one for one in audit.judges}
    shown = audit.decisions[:MAX_JUDGES]
    return [
        _section(audit, decision, facts.get(decision.judge), [one for one in calibration.judges if one.judge == decision.judge]) for decision in shown
    ], len(audit.decisions) - len(shown)


def _section(audit: Audit, decision: Decision, facts: JudgeFacts | None, kept: Sequence[JudgeCalibration]) -> _Section:
    return _Section(
        judge=decision.judge,
        decision=DECISIONS[decision.decision],
        review=decision.review or "",
        facts=_facts(facts, kept),
        results=_results(audit, decision.judge, kept),
        findings=decision.findings or decision.reasons[:3],
        would_change=decision.would_change,
        layers=[
            (layer.layer.replace("_", " "), f"{layer.status.replace('_', ' ')}{': ' if layer.reasons else ''}{'; '.join(layer.reasons)}")
            for layer in decision.layers
        ],
    )


def _facts(facts: JudgeFacts | None, kept: Sequence[JudgeCalibration]) -> Rows:
    rows: Rows = []
    if facts is not None:
        parameters = ", ".join(f"{name} {value}" for name, value in (facts.effective or facts.requested).items())
        dropped = ", ".join(f"{name} ({why})" for name, why in facts.dropped.items())
        rows += [("model", facts.model or ""), ("parameters", parameters), ("parameters that were dropped", dropped)]
        rows += [
            ("replicates", str(facts.replicates) if facts.replicates else ""),
            ("latency", _known(formats.latency(facts.latency_median_s, facts.latency_p95_s))),
        ]
        rows.append(("cost", _known(formats.usd(facts.cost))))
    served = sorted({name for one in kept for name in one.model_served})
    rows.append(("served by", ", ".join(served)))
    rows += [(f"prompt hash, {one.criterion}", ", ".join(one.prompt_hash) or "not recorded, or another one for each item") for one in kept]
    return [(name, text) for name, text in rows if text]


def _known(text: str) -> str:
    return "" if text == "unknown" else text


def _results(audit: Audit, judge: str, kept: Sequence[JudgeCalibration]) -> Rows:
    """The numbers over all items, in a fixed order, then routing rules."""
    mine = [one for one in audit.estimates if one.judge == judge and one.stratum is None and one.variant in (None, "stated")]
    said_twice = _second_labels(audit)
    no_sample = {row.get("criterion") for row in block(audit, "calibration", "corrected") if row.get("judge") == judge and row.get("picked")}
    mine = [one for one in mine if not (one.name == "corrected_mean_ppi" and one.criterion in no_sample)]
    mine = [one for one in mine if not (one.name in ("sensitivity", "specificity") and (one.criterion, one.group) in said_twice)]
    known = [one for name in RESULTS for one in mine if f"{one.analysis}.{one.name}" == name and one.value is not None]
    silent = {one.criterion for one in mine if _is_silent(one)}
    rows = [row for alike in _alike(known) for row in _replaces(audit, alike[0]) or _of_answered(alike, _rows_of(alike), silent)]
    rules: Rows = []
    for one in kept:
        rule = one.routing
        if rule is not None:
            words = rule.sentence or (f"accept at {rule.threshold:g} or more" if rule.threshold is not None else "abstain on everything")
            rules.append((f"routing, {one.criterion}", rule_said(audit, judge, one.criterion, words)))
        if one.calibrator is not None:
            rules.append((f"calibrator, {one.criterion}", f"{one.calibrator.kind} on {one.calibrator.source} confidence"))
    return rows[:MAX_RESULTS] + rules


def _alike(estimates: Sequence[Estimate]) -> list[list[Estimate]]:
    """Those of the same name and criterion together, in their order."""
    found: dict[tuple[str, str | None], list[Estimate]] = {}
    for one in estimates:
        found.setdefault((one.name, one.criterion), []).append(one)
    return list(found.values())


def _is_silent(estimate: Estimate) -> bool:
    """Whether it says that some items got no verdict."""
    return (estimate.analysis, estimate.name, estimate.stratum) == ("coverage", "answered_rate", None) and estimate.value is not None and estimate.value < 1


def _of_answered(alike: Sequence[Estimate], rows: Rows, silent: Collection[str | None]) -> Rows:
    """Rows of corrected rates and means, which are of the items that the judge answers, saying so where it does not answer all."""
    if alike[0].criterion not in silent or not alike[0].name.startswith("corrected_"):
        return rows
    return [(name, f"{said} that it answers") for name, said in rows]


def _rows_of(alike: Sequence[Estimate]) -> Rows:
    """A row for each; one row for all labels where there are more than two, for a card of a row for each label is read by nobody."""
    if len(alike) <= 2 or not all(one.group for one in alike):
        return [(_title(one), _number(one)) for one in alike]
    said = [f"{one.group} {formats.value(one)} ({formats.interval(one.low, one.high) or 'no interval'})" for one in alike[:MAX_LABELS]]
    more = [f"and {len(alike) - MAX_LABELS} more"] if len(alike) > MAX_LABELS else []
    counts = {formats.count(one.n_items, "item") for one in alike}
    of = [counts.pop()] if len(counts) == 1 else []
    return [(_title(alike[0].about(group=None)), "; ".join([*said, *more, *of]))]


def _second_labels(audit: Audit) -> set[tuple[object, object]]:
    """The second label of each two-label criterion: its sensitivity is the specificity of the first."""
    found = ((row.get("name"), row.get("labels") or []) for row in audit.rubric.criteria if row.get("level") == "nominal")
    return {(name, labels[1]) for name, labels in found if len(labels) == 2}


def _title(estimate: Estimate) -> str:
    key = f"{estimate.analysis}.{estimate.name}"
    title = METRICS[key].title if key in METRICS else formats.sentence(estimate.name.replace("_", " "))
    return ", ".join(part for part in (title, estimate.criterion, estimate.group) if part)


def _number(estimate: Estimate) -> str:
    ends = formats.interval(estimate.low, estimate.high)
    return f"{formats.value(estimate)} ({ends or 'no interval'}), {formats.count(estimate.n_items, 'item')}"


def _replaces(audit: Audit, estimate: Estimate) -> Rows:
    """`2 of 2, within 0.2`: annotators that the judge is shown not to be worse than by epsilon; empty for any other number."""
    if estimate.name != "alt_test_winning_rate":
        return []
    tests = [row for row in block(audit, "calibration", "alt_test") if (row.get("judge"), row.get("criterion")) == (estimate.judge, estimate.criterion)]
    if not tests:
        return []
    epsilon = fields.number(tests[0], "epsilon")
    within = f", within {epsilon:g}" if epsilon is not None else ""
    note = fields.word(tests[0], "note") if tests[0].get("passes") is None else ""
    said = f"{sum(row.get('rejected') is True for row in tests)} of {len(tests)}{within}, {formats.count(estimate.n_items, 'item')}"
    return [(_title(estimate), f"{said}; nothing follows from that: {note}" if note else said)]


def _limits(audit: Audit, calibration: CalibrationFile) -> list[str]:
    """For what the card does not speak."""
    said = [
        "It holds for this judge, prompt, model and kind of items: another one of these is another judge. `judgeaudit apply` warns where they differ, and with "
        "--gold checks whether the calibration carries over.",
        "Intervals are 95 % and over items; where several numbers are read at once, one in twenty may miss.",
    ]
    if not any(one.prompt_hash for one in calibration.judges):
        said.append("No prompt hash was recorded: whether a later verdict comes from the same prompt cannot be seen.")
    said += [f"The rubric was not given: {text}" for text in audit.rubric.assumed]
    said += [f"Incomplete: {text}" for text in audit.incomplete[:3]]
    serious = [finding.text for analysis in audit.analyses for finding in analysis.findings if finding.severity == "serious"]
    warned = [finding.text for analysis in audit.analyses if analysis.name == "calibration" for finding in analysis.findings if finding.severity == "warning"]
    touching = list(dict.fromkeys(text for text in warned if any(words in text for words in _TOUCHES)))
    more = [f"{formats.count(len(touching) - MAX_WARNINGS, 'more warning')} of this kind: see audit.html."] if len(touching) > MAX_WARNINGS else []
    return [*said, *serious[:3], *touching[:MAX_WARNINGS], *more]


def _gold_facts(audit: Audit) -> str:
    """Who labelled, how labels became gold, and what was left out, of each criterion."""
    people = {row.get("criterion"): row for row in block(audit, "calibration", "ceiling")}
    said = []
    for row in block(audit, "calibration", "gold"):
        name = fields.word(row, "criterion")
        n = fields.whole(people.get(name, {}), "n_annotators")
        rule = fields.word(row, "decided").rstrip(".")
        left = [f"{count:,} {what}" for what in ("disputed", "abstained") if (count := fields.whole(row, what))]
        parts = [formats.count(n, "annotator") if n else "", rule, f"left out: {', '.join(left)}" if left else ""]
        text = "; ".join(part for part in parts if part)
        said += [f"{name}: {text}"] if text else []
    return ". ".join(said)
