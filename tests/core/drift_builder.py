"""Makes the input of the drift analysis out of a few labels. No expected value is made here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa
from analyses_builder import Row, gold_of, rubric_of, said

from judgeaudit.analyses.drifts.inputs import BASELINE, CURRENT, DriftInput, Side
from judgeaudit.analyses.gold import Gold
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.domain.rubric import Rubric
from judgeaudit.tables import PatternCounter, table_from_rows

Labels = Sequence[str | None]


def runs(old: Sequence[Labels], new: Sequence[Labels], **more: Any) -> tuple[list[Row], list[Row]]:
    """Rows of both runs: one sequence of labels for each replicate."""
    return said(BASELINE, *old, **more), said(CURRENT, *new, **more)


def drift_of(
    old: Iterable[Row], new: Iterable[Row], rubric: Rubric | None = None, *, gold: Gold | Labels | None = None, production: tuple[Iterable[Row], Iterable[Row]] = ((), ()),
    strata: Mapping[str, str] | None = None, clusters: Mapping[str, str] | None = None, margin: float = 0.05, names: tuple[str, str] = ("a", "a"), **more: Any,
) -> DriftInput:  # fmt: skip
    """What the analysis is handed: rows on anchors, of judges called BASELINE and CURRENT, and rows on production items."""
    rubric = rubric or rubric_of()
    decided = gold if isinstance(gold, Gold) or gold is None else gold_of(gold, rubric)
    tables = [table_from_rows(rows) for rows in (old, new)]
    counter = PatternCounter({criterion.name: criterion.scale for criterion in rubric.criteria}, judges=(BASELINE, CURRENT))
    for table in tables:
        counter.add(table)
    patterns = counter.counts(gold=decided.codes if decided else None, strata=strata, clusters=clusters)
    of_data = {name: more.pop(name) for name in ("prompt_known", "items", "seed", "n_resamples") if name in more}
    data = AnalysisInput(
        rubric=rubric, patterns=patterns, table=pa.concat_tables(tables), facts=counter.facts(), gold=decided, **{"n_resamples": 200, **of_data}
    )  # fmt: skip
    before, now = (Side(name, anchors, table_from_rows(rows)) for name, anchors, rows in zip(names, tables, production, strict=True))
    margins = {criterion.name: margin for criterion in rubric.criteria}
    return DriftInput(data=data, before=before, now=now, margins=margins, **more)
