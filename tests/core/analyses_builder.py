"""Makes the input of an analysis out of a few labels. No expected value is made here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from judgeaudit.analyses.gold import Gold
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.domain.items import Item
from judgeaudit.domain.results import AnalysisOutput, Estimate
from judgeaudit.domain.rubric import Rubric
from judgeaudit.tables import PatternCounter, table_from_rows

Row = dict[str, Any]

PASS_FAIL = {"level": "nominal", "labels": ["pass", "fail"]}


def rubric_of(scale: Mapping[str, Any] | None = None, **more: Any) -> Rubric:
    """One criterion "c" on a scale, pass / fail where none is given."""
    return Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "q?", "scale": scale or PASS_FAIL}], **more})


def said(judge: str, *replicates: Sequence[str | None], criterion: str = "c", **more: Any) -> list[Row]:
    """Rows of one judge: one sequence of labels for each replicate, items "i0", "i1" ...; None: no row; "!refused": that status."""
    rows = []
    for replicate, labels in enumerate(replicates):
        for place, label in enumerate(labels):
            if label is not None:
                status = label[1:] if label.startswith("!") else "ok"
                one = {"item_id": f"i{place}", "judge": judge, "criterion": criterion, "replicate": replicate, "status": status}
                rows.append({**one, "label": label if status == "ok" else None, **more})
    return rows


def gold_of(labels: Sequence[str | None], rubric: Rubric, criterion: str = "c") -> Gold:
    """Gold that is already decided, one label for each of "i0", "i1" ..."""
    scale = rubric.criterion(criterion).scale
    codes = {(criterion, f"i{place}"): scale.code(label) for place, label in enumerate(labels) if label is not None}
    assert None not in codes.values()
    return Gold(codes=codes)


def input_of(
    rows: Iterable[Row], rubric: Rubric | None = None, *, gold: Gold | Sequence[str | None] | None = None, item_ids: Iterable[str] = (),
    items: Iterable[Item] = (), **more: Any,
) -> AnalysisInput:  # fmt: skip
    """What an analysis is handed, with few resamples unless `n_resamples` says otherwise."""
    rubric = rubric or rubric_of()
    decided = gold if isinstance(gold, Gold) or gold is None else gold_of(gold, rubric)
    table = table_from_rows(rows)
    counter = PatternCounter({criterion.name: criterion.scale for criterion in rubric.criteria}, list(item_ids))
    counter.add(table)
    patterns = counter.counts(gold=decided.codes if decided else None)
    of_items = {item.id: item for item in items}
    return AnalysisInput(
        rubric=rubric, patterns=patterns, table=table, facts=counter.facts(), items=of_items, gold=decided, **{"n_resamples": 200, **more}
    )  # fmt: skip


def one(output: AnalysisOutput, name: str, judge: str | None = "a", *, group: str | None = None, stratum: str | None = None, criterion: str = "c") -> Estimate:
    """The one estimate of that name."""
    found = [e for e in output.estimates if (e.name, e.judge, e.group, e.stratum, e.criterion) == (name, judge, group, stratum, criterion)]
    assert len(found) == 1, f"{len(found)} estimates of {name} for {judge}, {group}, {stratum}"
    return found[0]


def texts(output: AnalysisOutput) -> str:
    """All findings as one text."""
    return "\n".join(f"{finding.severity}: {finding.text}" for finding in output.analysis.findings)
