"""What became of the gold labels: who decided, what could not be decided, and which items have no partner."""

from __future__ import annotations

from typing import Any

from judgeaudit import thresholds
from judgeaudit.analyses.calibrations.piece import Piece
from judgeaudit.analyses.gold import Gold, gold_items
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.lost_ids import CAUSES, alike
from judgeaudit.analyses.parts import listed
from judgeaudit.domain.results import Finding
from judgeaudit.domain.rubric import Criterion
from judgeaudit.tables import ABSENT


def adjudicated(data: AnalysisInput, gold: Gold) -> Piece:
    """How gold was decided on each criterion, in words; and as rows of block `gold`, with the items that count nowhere."""
    criteria = data.rubric.criteria
    how = {criterion.name: _how_decided(data, gold, criterion) for criterion in criteria}
    rows = [{**gold_row(data, gold, name), "decided": " ".join(one.text for one in found)} for name, found in how.items()]
    decided = [one for found in how.values() for one in found]
    return Piece(
        findings=(*trouble_findings(gold), *_contradicting(gold), *_names_alike(data, gold), *decided, *_without_partner(data, rows)), blocks={"gold": rows}
    )


def gold_row(data: AnalysisInput, gold: Gold, criterion: str) -> dict[str, Any]:
    """How many items have no, one and several gold labels, and which could not be decided (lists are capped, counts whole).

    `no_gold` are judged items without any label that counts, `not_judged` items with one that no judge was seen to judge on this criterion.
    `labelled_twice` are items that one annotator labelled twice or more, once for each such annotator; of these `contradicted` got different labels.
    """
    spread = gold.labels_per_item.get(criterion, {})
    row: dict[str, Any] = {"criterion": criterion, "zero": spread.get("0", 0), "one": spread.get("1", 0), "two_plus": spread.get("2+", 0)}
    labelled = {item: None for name, item in (*gold.codes, *gold.disputed) if name == criterion}
    judged = _judged(data, criterion)
    lists: dict[str, list[str]] = {
        kind: [item for name, item in keys if name == criterion]
        for kind, keys in (("disputed", gold.disputed), ("conflicts", gold.conflicts), ("abstained", gold.abstained))
    }
    lists |= {"no_gold": [item for item in judged if item not in labelled], "not_judged": [item for item in labelled if item not in judged]}
    lists |= {"unknown_items": list(gold.unknown_items)}
    repeated = [pair for (name, _), pair in gold.repeated.items() if name == criterion]
    row |= {"labelled_twice": sum(twice for twice, _ in repeated), "contradicted": sum(conflicts for _, conflicts in repeated)}
    for kind, items in lists.items():
        row |= {kind: len(items), f"{kind}_listed": items[: thresholds.MAX_CASES_LISTED]}
    return row


def trouble_findings(gold: Gold) -> list[Finding]:
    """Gold that could not be used, in words."""
    kinds = (
        (gold.disputed, "are disputed: annotators are tied, so they are left out"),
        (gold.conflicts, "have an annotator who gave two different labels: that annotator does not count there"),
        (gold.abstained, "have abstentions only"),
    )
    findings = [
        Finding(severity="warning", text=f"{len(keys)} gold items {what}: {listed(tuple(f'{item} ({criterion})' for criterion, item in keys))}.")
        for keys, what in kinds
        if keys
    ]
    return [*findings, *_unknown(gold)]


def _unknown(gold: Gold) -> list[Finding]:
    """Gold items that nobody judged: how many of all, which of them are written otherwise than judged ones, and what became of them."""
    if not gold.unknown_items:
        return []
    n, n_known = len(gold.unknown_items), len({item for _, item in gold_items(gold)})
    most = n >= thresholds.LOST_GOLD_SHARE * (n + n_known)
    text = f"{n} of {n + n_known} gold items are not among the judged ones and are left out: {listed(gold.unknown_items)}."
    if said := causes_said(gold):
        text += f" {said} They were not matched, because that would be a guess; write item_id in the gold file as the verdicts have it, as text, and calibrate again."
    if most and n_known:
        text += " Most of gold is lost, and what is left is hardly a random part of it: no number here can be relied on before that is clear."
    return [Finding(severity="serious" if most else "warning", text=text)]


def causes_said(gold: Gold) -> str:
    """What seems to have happened to ids of gold, by cause, with the first of each as an example; empty where none looks like a judged one."""
    found: dict[int, list[str]] = {}
    for item in gold.unknown_items:
        if item in gold.written_otherwise:
            found.setdefault(gold.written_otherwise[item][1], []).append(item)
    parts = [
        f"{len(items)} of them {'looks like a judged item that is' if len(items) == 1 else 'look like judged items that are'} written otherwise "
        f"({items[0]!a} is {gold.written_otherwise[items[0]][0]!a} there): {CAUSES[cause]}."
        for cause, items in sorted(found.items())
    ]
    return " ".join(parts)


def _contradicting(gold: Gold) -> list[Finding]:
    """Annotators who gave other labels to half of the items that they labelled twice or more: their other labels are no surer."""
    return [
        Finding(
            severity="serious", criterion=criterion,
            text=f"{annotator} agrees with himself or herself on {twice - conflicts} of {twice} items of {criterion} labelled twice or more: gold of this annotator measures "
            "little, on the other items too. Have them labelled anew, by somebody else as well.",
        )
        for (criterion, annotator), (twice, conflicts) in sorted(gold.repeated.items())
        if twice >= thresholds.MIN_ITEMS_FOR_RESAMPLING and 2 * conflicts >= twice
    ]  # fmt: skip


def _names_alike(data: AnalysisInput, gold: Gold) -> list[Finding]:
    """Names that a person would take for one: annotators who then agree with themselves, and judges whom no table tells apart. Quoted, so that blanks show."""
    annotators = {annotator for of_item in gold.votes.values() for annotator in of_item}
    judges = {judge for patterns in data.patterns.values() for judge in patterns.judges}
    return [
        Finding(severity="warning", text=f"These {who} count as different {kind}; write them alike if they are not: {groups}.")
        for who, kind, names in (("annotators", "people", annotators), ("judges", "judges", judges))
        if (groups := listed(tuple(", ".join(f"{name!a}" for name in group) for group in alike(names))))
    ]


def _judged(data: AnalysisInput, criterion: str) -> dict[str, None]:
    """Items with a row of any judge on the criterion, in the order of the table."""
    patterns = data.patterns.get(criterion)
    if patterns is None:
        return {}
    of_pattern = (patterns.patterns != ABSENT).any(axis=1)
    if of_pattern.all():
        return dict.fromkeys(patterns.item_ids)
    seen = of_pattern[patterns.pattern_of_item]
    return {item: None for item, is_seen in zip(patterns.item_ids, seen, strict=True) if is_seen}


def _how_decided(data: AnalysisInput, gold: Gold, criterion: Criterion) -> list[Finding]:
    """Who decided how many items, where anybody had to; nothing where each item has one label."""
    votes = [of_item for (name, _), of_item in gold.votes.items() if name == criterion.name]
    who = data.rubric.adjudication.annotator
    left = [of_item for of_item in votes if who not in of_item]
    several = [of_item for of_item in left if len(of_item) > 1]
    findings = []
    if who is not None and votes:
        absent = "" if len(left) < len(votes) else f"; {who} labelled none of them: is the name written as in the gold file?"
        text = f"{who} decides {len(votes) - len(left)} of {len(votes)} gold items of {criterion.name}{absent or '.'}"
        findings.append(Finding(severity="warning" if absent else "note", text=text, criterion=criterion.name))
    if several:
        rule = "the mean of their scores" if criterion.scale.level == "interval" else "their majority, ties being left out as disputed"
        alike = sum(len(set(of_item.values())) == 1 for of_item in several)
        text = (
            f"{len(several)} gold items of {criterion.name} have labels of several annotators and are decided by {rule}; on {alike or 'none'} of them all say the same."
            + (f" {len(left) - len(several)} more rest on one label." if len(left) > len(several) else "")
        )
        findings.append(Finding(severity="note", text=text, criterion=criterion.name))
    return findings


def _without_partner(data: AnalysisInput, rows: list[dict[str, Any]]) -> list[Finding]:
    """Items that have gold and no verdict of any judge; items without gold are the rule in a calibration, and stand in the block only."""
    return [
        Finding(
            severity="warning", criterion=row["criterion"],
            text=f"{row['not_judged']} items with gold on {row['criterion']} were judged by no judge there and count nowhere: {listed(tuple(row['not_judged_listed']))}.",
        )
        for row in rows
        if row["not_judged"]
    ]  # fmt: skip
