"""Does a judge say the same thing for the same reason? Stability of rationales, within a judge and between judges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from judgeaudit import thresholds
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import percent, whole
from judgeaudit.analyses.rationales.alignment import Column, align
from judgeaudit.analyses.rationales.between import Two, between_cases, between_row, measure_two, two_by_two
from judgeaudit.analyses.rationales.blocks import baseline_row, channel_row, item_rows, quadrant_row, signal_rows, unstable_cases
from judgeaudit.analyses.rationales.channels import Channel, read_channel
from judgeaudit.analyses.rationales.contradiction import Question, contradiction_cases, missing_cases, reasoning_cases
from judgeaudit.analyses.rationales.kinds import advice_findings, kind_rows
from judgeaudit.analyses.rationales.measures import ItemPart, item_parts, measure
from judgeaudit.analyses.rationales.repeats import Key, Repeats, repeats_of
from judgeaudit.analyses.rationales.rows import Said, read_said
from judgeaudit.analyses.rationales.unread import not_read
from judgeaudit.domain.results import Analysis, AnalysisOutput, Case, Estimate, Finding

NO_TEXT = "no verdict has a rationale: give verdicts with rationales (a column rationale, reasons or reasoning; a reply with a rationale field)"


@dataclass
class _Found:
    """What is being gathered."""

    estimates: list[Estimate] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    blocks: dict[str, Any] = field(default_factory=dict)


def rationale(data: AnalysisInput) -> AnalysisOutput:
    """How far each judge gives the same reason again, and whether its reasons fit its verdicts.

    A stable verdict with other reasons each time is a verdict that nobody can rely on: the text beside it is no account of how it
    came about. Nothing here changes a verdict, and nothing says that a stable reason is a right one.

    Parameters
    ----------
    data : AnalysisInput
        Without `embed` only `rationale_alpha` is undefined; without item texts only `evidence_agreement`.

    Returns
    -------
    AnalysisOutput
        not_measured without any rationale. Cases: `stable_verdict_unstable_rationale`, `verdict_rationale_contradiction`, `missing_rationale`,
        `same_verdict_other_reasons` (two judges) and `reasoning_contradicts_rationale`. Estimates with `variant` "reasoning" are about the
        thinking before the reply.

    Notes
    -----
    Units are items, pairs are those of one item; `method` says what pairs of different items of the same judge give. Cost is linear in the
    number of rationales: at most 66 pairs of an item, 500 of different items, 25 of an item between two judges. Where two rationales of
    different items are called the same at least half the time, agreement is undefined: it would be the agreement of stock phrases.
    """
    said = read_said(data)
    if not any(one.text or one.reasoning or one.blank for rows in said.values() for one in rows):
        return AnalysisOutput(analysis=Analysis(name="rationale", status="not_measured", reason=NO_TEXT))
    found = _Found()
    channel = read_channel(data, said, "rationale")
    _contradictions(data, said, channel, found)
    every = repeats_of(data, channel, said)
    order = {patterns.criterion: _judges(data, patterns.criterion, patterns.judges) for patterns in whole(data)}
    pairs = two_by_two(data, channel, every, order)
    parts = tuple(item_parts(data))
    chains = _reasoning(data, said, parts, order, found)
    _numbers(data, channel, every, pairs, parts, order, found)
    _describe(data, channel, every, pairs, order, found)
    flagged = _align(data, every, pairs, found)
    found.blocks["alignment"] = align(data, flagged)
    found.blocks["channels"] = [channel_row(channel, e) for e in _stability(found.estimates, None)] + chains
    analysis = Analysis(name="rationale", findings=tuple(found.findings), blocks=found.blocks)
    return AnalysisOutput(analysis=analysis, estimates=tuple(found.estimates), cases=tuple(found.cases))


def _judges(data: AnalysisInput, criterion: str, judges: Sequence[str]) -> tuple[str, ...]:
    planned = (judge for judge, name in data.planned or {} if name == criterion)
    return tuple(dict.fromkeys((*judges, *planned)))


def _contradictions(data: AnalysisInput, said: Mapping[Key, Sequence[Said]], channel: Channel, found: _Found) -> None:
    """Rationales and reasoning against verdicts; verdicts without a rationale, or with one that says nothing."""
    for criterion in data.rubric.criteria:
        question = Question.of(criterion, data.rubric.mode, quoting=data.texts)
        for (name, judge), rows in said.items():
            if name != criterion.name:
                continue
            says_nothing = {one for one, place in zip(rows, channel.places[name, judge], strict=True) if one.text and place < 0}
            found.cases += contradiction_cases(question, rows)
            found.cases += reasoning_cases(question, rows)
            found.cases += missing_cases(name, judge, rows, says_nothing)
            if all(not one.text or one in says_nothing for one in rows):
                found.findings.append(_no_reasons(judge, name, len(rows), sum(one in says_nothing for one in rows)))
    found.findings += not_read([one for rows in said.values() for one in rows])


def _no_reasons(judge: str, criterion: str, n_rows: int, n_empty: int) -> Finding:
    """That none of a judge's verdicts has a rationale that says anything: `n_empty` have one that says nothing, the others none."""
    gives = f"gives no rationale on {criterion} ({n_rows:,} verdicts)"
    if n_empty:
        n = f"{n_rows:,} verdicts" if n_empty == n_rows else f"{n_empty:,} verdicts; {n_rows - n_empty:,} have none"
        gives = f"gives rationales that say nothing on {criterion} ({n})"
    return Finding(severity="warning", text=f"{judge} {gives}: nothing can be said about its reasons.", judge=judge, criterion=criterion)


def _numbers(
    data: AnalysisInput, channel: Channel, every: Mapping[Key, Repeats], pairs: Sequence[Two], parts: Sequence[ItemPart], order: Mapping[str, Sequence[str]],
    found: _Found,
) -> None:  # fmt: skip
    for part in parts:
        criterion = part.part.criterion
        for judge in order[criterion]:
            found.estimates += measure(part, every.get((criterion, judge)), judge, channel)
        for two in pairs:
            if two.first.criterion == criterion:
                found.estimates += measure_two(part, two, channel)
    rows, pooled = kind_rows(data, list(every.values()))
    found.blocks["kinds"] = rows
    found.estimates += pooled


def _reasoning(
    data: AnalysisInput, said: Mapping[Key, Sequence[Said]], parts: Sequence[ItemPart], order: Mapping[str, Sequence[str]], found: _Found
) -> list[dict[str, Any]]:
    """The numbers on reasoning chains, of judges that have any; returns their rows of the block `channels`."""
    thinking = {key: rows for key, rows in said.items() if any(one.reasoning for one in rows)}
    if not thinking:
        return []
    channel = read_channel(data, thinking, "reasoning")
    every = repeats_of(data, channel, thinking)
    for part in parts:
        criterion = part.part.criterion
        for judge in order[criterion]:
            if (criterion, judge) in every:
                found.estimates += measure(part, every[criterion, judge], judge, channel)
    return [channel_row(channel, e) for e in _stability(found.estimates, channel.variant)]


def _stability(estimates: Sequence[Estimate], variant: str | None) -> list[Estimate]:
    """Pair stability of each judge on each criterion as a whole."""
    whole_criteria = [e for e in estimates if e.name == "rationale_pair_stability" and e.stratum is None and e.group is None]
    return [e for e in whole_criteria if e.variant == variant and "|" not in (e.judge or "")]


def _describe(
    data: AnalysisInput, channel: Channel, every: Mapping[Key, Repeats], pairs: Sequence[Two], order: Mapping[str, Sequence[str]], found: _Found
) -> None:
    """Blocks, findings and the cases of unstable rationales."""
    told = [every[criterion, judge] for criterion, judges in order.items() for judge in judges if (criterion, judge) in every]
    blocks = found.blocks
    blocks["items"] = item_rows(told, dict(data.patterns))
    blocks["quadrant"] = [quadrant_row(repeats) for repeats in told]
    blocks["baseline"] = [baseline_row(repeats) for repeats in told if repeats.gives_any]
    blocks["signals"] = [row for repeats in told if repeats.gives_any for row in signal_rows(repeats)]
    blocks["between"] = [between_row(two) for two in pairs]
    missing = [] if data.embed is not None else ["rationale_alpha"]
    blocks["embedder"] = {"name": data.embedder or None, "reason": data.no_embedder if data.embed is None else None, "not_measured": missing}
    if data.embed is None:
        text = f"Rationales were compared without vectors, and rationale_alpha was not measured: {data.no_embedder or 'no embedder'}."
        found.findings.append(Finding(severity="note" if data.rubric.embedder == "none" else "warning", text=text))
    for repeats in told:
        found.cases += unstable_cases(repeats)
    found.cases += [case for two in pairs for case in between_cases(two)]
    numeric = {(e.criterion or "", e.judge or ""): e for e in found.estimates if e.name == "numeric_agreement" and (e.stratum, e.variant) == (None, None)}
    found.findings += [finding for row, repeats in zip(blocks["quadrant"], told, strict=True) if (finding := _trap(row, repeats)) is not None]
    found.findings += [_stock(row) for row, repeats in zip(blocks["baseline"], [r for r in told if r.gives_any], strict=True) if repeats.stock]
    found.findings += advice_findings(data, told, numeric)


def _trap(row: Mapping[str, Any], repeats: Repeats) -> Finding | None:
    n = row["stable_unstable"]
    # stock phrases are never stable reasons: the share is then one of all items with a stable verdict
    steady = int(repeats.verdict_stable.sum()) if repeats.stock else row["stable_stable"] + n
    if not n:
        return None
    text = f"{row['judge']} gives the same verdict for other reasons on {n} of {steady} items of {row['criterion']} with a stable verdict."
    serious = n > thresholds.UNSTABLE_RATIONALE_LIMIT * steady
    return Finding(severity="serious" if serious else "note", text=text, judge=row["judge"], criterion=row["criterion"])


def _stock(row: Mapping[str, Any]) -> Finding:
    text = (
        f"Two rationales of {row['judge']} on different items of {row['criterion']} are called the same reason in {percent(row['same_share'])} of "
        f"{row['n_pairs']} pairs: stock phrases, no reasons. How far its reasons agree is not measured, and none is called stable."
    )
    return Finding(severity="warning", text=text, judge=row["judge"], criterion=row["criterion"])


def _align(data: AnalysisInput, every: Mapping[Key, Repeats], pairs: Sequence[Two], found: _Found) -> list[tuple[str, str, str, Sequence[Column]]]:
    """The rationales of flagged items, one column each; an item once for a judge or two."""
    members: dict[tuple[str, str], tuple[Repeats, ...]] = {(repeats.criterion, repeats.judge): (repeats,) for repeats in every.values()}
    members |= {(two.first.criterion, two.judge): (two.first, two.second) for two in pairs}
    wanted = {(case.judge or "", case.criterion or "", case.item_id or ""): None for flag in _ALIGNED for case in found.cases if case.flag == flag}
    flagged: list[tuple[str, str, str, Sequence[Column]]] = []
    for judge, criterion, item in list(wanted)[: thresholds.MAX_ALIGNED_CASES]:
        columns = [
            Column(one.judge, one.replicate, repeats.channel.readings[place])
            for repeats in members[criterion, judge]
            for one, place in _of_item(repeats, item)
            if place >= 0
        ]
        flagged.append((judge, criterion, item, columns))
    return flagged


_ALIGNED = ("stable_verdict_unstable_rationale", "same_verdict_other_reasons", "verdict_rationale_contradiction")


def _of_item(repeats: Repeats, item: str) -> list[tuple[Said, int]]:
    n = repeats.items.index(item)
    return [(one, int(place)) for one, place in zip(repeats.said[n], repeats.places[n], strict=True)]
