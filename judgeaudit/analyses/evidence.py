"""Is what a judge says it saw really there? Quotes, numbers, things called missing: checked by code against what it was shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from judgeaudit import thresholds
from judgeaudit.analyses.evidences import blocks
from judgeaudit.analyses.evidences.accounts import FLAGS, Account
from judgeaudit.analyses.evidences.checked import Checked, check_all
from judgeaudit.analyses.evidences.findings import claims_finding, prompt_findings, reading_findings, replicates_finding, trapped_finding
from judgeaudit.analyses.evidences.measures import NO_ITEMS, evidence_parts, measure
from judgeaudit.analyses.evidences.passes import passes_of
from judgeaudit.analyses.evidences.prompt_words import prompt_words, shown_texts
from judgeaudit.analyses.evidences.triage import CONTRADICTS, TRAPPED, UNSTABLE, Concern, concern_of
from judgeaudit.analyses.evidences.wrong_claims import claim_cases, claim_spans
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.rationales.repeats import Key
from judgeaudit.analyses.rationales.rows import read_said
from judgeaudit.domain.results import Analysis, AnalysisOutput, Case, Estimate, Finding

NO_RATIONALE = "no verdict has a rationale: give verdicts with rationales (a column rationale or reasons; a reply with a rationale field)"
NOT_COMPARED = "rationales were not held against their verdicts"
NO_LABELS = "the scale has no labels that a rationale could argue for"

Place = tuple[Key, str]
"""Criterion and judge, and the item."""


@dataclass
class _Found:
    """What is being gathered."""

    estimates: list[Estimate] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)
    concerns: list[Concern] = field(default_factory=list)


def evidence(data: AnalysisInput) -> AnalysisOutput:
    """Whether the evidence that rationales cite is there, and which verdicts rest on evidence that is not.

    Every quote, number, count, absence, presence and name of a rationale is held against everything that its judge was shown, by code and
    not by another model. What code cannot decide is unchecked, and counts in no rate.

    Parameters
    ----------
    data : AnalysisInput
        Without item texts only contradictions and unstable reasons are left; where some items have texts, the others are counted in
        the block `unread`. Reads what `rationale` found.

    Returns
    -------
    AnalysisOutput
        not_measured without any rationale, and without item texts. Cases: those of `FLAGS`, and `trapped`: a stable verdict on invented or
        altered evidence, or with reasons that change. Block `triage` lists what a person should look at, the worst first.

    Notes
    -----
    The rationale is checked, never the reasoning before it: a chain of thought quotes what it then drops, and nobody relies on it. Rates have
    the claims that were checked as their denominator; their intervals count items, since ten claims about one item are no ten items.
    """
    said = {key: rows for key, rows in read_said(data).items() if any(one.text for one in rows)}
    if not said:
        return AnalysisOutput(analysis=Analysis(name="evidence", status="not_measured", reason=NO_RATIONALE))
    checked = check_all(data, said)
    accounts = _accounts(data, checked)
    found = _Found()
    _look(data, accounts, found)
    _count(data, checked, accounts, found)
    tables = _tables(data, checked, accounts, found)
    found.findings += prompt_findings(checked)
    found.findings += reading_findings(tables["unread"] if data.items else (), tables["languages"], _n_rationales(checked))
    status: Any = "measured" if any(row.read for rows in checked.values() for row in rows) else "not_measured"
    reason = None if status == "measured" else NO_ITEMS
    analysis = Analysis(name="evidence", status=status, reason=reason, findings=tuple(found.findings), blocks=tables)
    return AnalysisOutput(analysis=analysis, estimates=tuple(found.estimates), cases=tuple(found.cases))


def _accounts(data: AnalysisInput, checked: Mapping[Key, Sequence[Checked]]) -> dict[Place, Account]:
    """All that is known of each judge on each item, with what the analysis of rationales found."""
    earlier = data.earlier.get("rationale")
    contradicted: dict[Place, frozenset[int]] = {}
    unstable: dict[Place, str] = {}
    for case in earlier.cases if earlier is not None else ():
        place = ((case.criterion or "", case.judge or ""), case.item_id or "")
        if case.flag == CONTRADICTS:
            contradicted[place] = frozenset(case.replicates)
        elif case.flag == UNSTABLE:
            unstable[place] = case.detail
    compared = {
        (e.criterion, e.judge)
        for e in (earlier.estimates if earlier is not None else ())
        if (e.name, e.stratum, e.variant) == ("unstable_rationale_rate", None, None) and e.value is not None
    }
    rows_of: dict[Place, list[Checked]] = {}
    for key, rows in checked.items():
        for row in rows:
            rows_of.setdefault((key, row.said.item), []).append(row)
    return {
        place: Account(*place[0], place[1], tuple(rows), contradicted.get(place, frozenset()), unstable.get(place), place[0] in compared)
        for place, rows in rows_of.items()
    }


def _look(data: AnalysisInput, accounts: Mapping[Place, Account], found: _Found) -> None:
    """Cases, and what a person should look at."""
    of_flag: dict[str, list[Case]] = {flag: [] for flag in (TRAPPED, *FLAGS)}
    trapped: list[tuple[tuple[Any, ...], Case]] = []
    for criterion in data.rubric.criteria:
        passes = passes_of(criterion, data.rubric.mode)
        strata = _strata(data, criterion.name)
        for account in accounts.values():
            if account.criterion != criterion.name:
                continue
            concern = concern_of(account, passes, stratum=strata.get(account.item), texts=data.texts)
            if concern is None:
                continue
            found.concerns.append(concern)
            item = data.items.get(account.item)
            sources = {} if item is None else shown_texts(item, prompt_words(data, criterion, account.judge))
            for case in claim_cases(account, sources, texts=data.texts):
                of_flag[case.flag].append(case)
            if account.trapped:
                trapped.append((concern.order, _trapped_case(concern, sources, texts=data.texts)))
    found.concerns.sort(key=lambda concern: concern.order)
    of_flag[TRAPPED] = [case for _, case in sorted(trapped, key=lambda one: one[0])]
    for flag in FLAGS:
        of_flag[flag].sort(key=lambda case: (-len(case.replicates), case.item_id or "", case.judge or "", case.criterion or ""))
    found.cases = [case for flag in (TRAPPED, *FLAGS) for case in of_flag[flag]]


def _trapped_case(concern: Concern, sources: Mapping[str, str], *, texts: bool) -> Case:
    account, worst = concern.account, concern.worst
    return Case(
        analysis="evidence", flag=TRAPPED, judge=account.judge, criterion=account.criterion, item_id=account.item, replicates=concern.replicates,
        detail=concern.reason, spans=claim_spans(account, worst, sources) if texts and worst is not None else (),
    )  # fmt: skip


def _strata(data: AnalysisInput, criterion: str) -> dict[str, str]:
    patterns = data.patterns.get(criterion)
    if patterns is None:
        return {}
    return {item: name for item, pattern in zip(patterns.item_ids, patterns.pattern_of_item, strict=True) if (name := patterns.strata[pattern])}


def _count(data: AnalysisInput, checked: Mapping[Key, Sequence[Checked]], accounts: Mapping[Place, Account], found: _Found) -> None:
    """Numbers, and the sentences about them."""
    of_key: dict[Key, list[Account]] = {}
    for (key, _), account in accounts.items():
        of_key.setdefault(key, []).append(account)
    statements = {(row["criterion"], row["judge"]): row["statement"] for row in blocks.cited_rows(checked)}
    for part in evidence_parts(data):
        criterion = part.part.criterion
        not_looked = NOT_COMPARED if "rationale" not in data.earlier else NO_LABELS if part.part.scale.level == "interval" else None
        for judge in part.part.judges:
            key = (criterion, judge)
            numbers = measure(part, judge, of_key.get(key, ()), no_contradictions=not_looked)
            found.estimates += numbers
            if part.part.stratum is None and key in of_key:
                by_name = {number.name: number for number in numbers}
                concerns = [one for one in found.concerns if (one.account.criterion, one.account.judge) == key]
                found.findings += trapped_finding(judge, criterion, concerns, by_name)
                if any(row.read for row in checked[key]):
                    found.findings += claims_finding(judge, criterion, by_name, statements[key])
                    found.findings += replicates_finding(judge, criterion, of_key[key], by_name)


def _tables(data: AnalysisInput, checked: Mapping[Key, Sequence[Checked]], accounts: Mapping[Place, Account], found: _Found) -> dict[str, Any]:
    every, shown = list(accounts.values()), found.concerns[: thresholds.MAX_CASES]
    if len(shown) < len(found.concerns):
        found.findings.append(Finding(severity="note", text=f"{len(found.concerns)} verdicts are worth a look; the triage list holds the first {len(shown)}."))
    return {
        "states": blocks.state_rows(checked),
        "cited": blocks.cited_rows(checked),
        "triage": [concern.row(rank, texts=data.texts) for rank, concern in enumerate(shown, 1)],
        "marked": blocks.marked_rows(accounts, found.cases) if data.texts else [],
        "replicates": blocks.replicate_rows(every, texts=data.texts),
        "repeats": blocks.repeat_rows(every, texts=data.texts),
        "languages": blocks.language_rows(checked),
        "unread": blocks.unread_rows(checked),
    }


def _n_rationales(checked: Mapping[Key, Sequence[Checked]]) -> int:
    return sum(bool(row.said.text) for rows in checked.values() for row in rows)
