"""Pairs of runs as the analysis of drift is handed them, and its answer in a fraction of the time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from judgeaudit.analyses.asked import asked_calls
from judgeaudit.analyses.drifts.answers import answered
from judgeaudit.analyses.drifts.inputs import BASELINE, CURRENT, DriftInput, Side
from judgeaudit.analyses.drifts.measured import shift
from judgeaudit.analyses.drifts.noise import noise
from judgeaudit.analyses.drifts.piece import Tested
from judgeaudit.analyses.drifts.repeatability import repeatability
from judgeaudit.analyses.drifts.versions import margin_of, range_of, versions
from judgeaudit.analyses.gold import Gold
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import Part, parts
from judgeaudit.domain.drift import DriftAnswer
from judgeaudit.domain.rubric import Rubric
from judgeaudit.tables import RATINGS_SCHEMA, PatternCounter, PatternCounts, empty_table
from judgeaudit.tables.ratings import STATUS_CELL
from tests.simulations.drift_models import MARGIN, Codes, Drawn, Floats

NO_ROWS = empty_table()


def input_of(drawn: Drawn, rubric: Rubric, labels: tuple[str, ...], *, noise_floor: float | None = None, production: tuple[pa.Table, pa.Table] | None = None) -> DriftInput:  # fmt: skip
    """What the analysis is handed."""
    scale = rubric.criteria[0].scale
    tables = [table_of(codes, labels, judge, drawn.strata) for codes, judge in ((drawn.old, BASELINE), (drawn.new, CURRENT))]
    counter = PatternCounter({"c": scale}, judges=(BASELINE, CURRENT))
    for table in tables:
        counter.add(table)
    coded = [scale.code(label) for label in labels]
    gold = Gold(codes={("c", f"i{n}"): code for n, place in enumerate(drawn.gold.tolist()) if place >= 0 and (code := coded[place]) is not None})
    data = AnalysisInput(
        rubric=rubric, patterns=counter.counts(gold=gold.codes), table=pa.concat_tables(tables), facts=counter.facts(), gold=gold if gold.codes else None, n_resamples=0
    )  # fmt: skip
    sides = [Side("j", anchors, rest) for anchors, rest in zip(tables, production or (NO_ROWS, NO_ROWS), strict=True)]
    return DriftInput(data=data, before=sides[0], now=sides[1], margins={"c": MARGIN}, noise_floor=noise_floor)


def counted(drawn: Drawn, rubric: Rubric, labels: tuple[str, ...], *, noise_floor: float | None = None) -> DriftInput:
    """The same for `answer_of`, in a third of the time: patterns only, without tables."""
    scale = rubric.criteria[0].scale
    values = np.array([scale.code(label) for label in labels], dtype=np.float64)
    rank = np.argsort(np.argsort(values))
    cells = [np.where(side < 0, STATUS_CELL["refused"], rank[side]) for side in (drawn.old, drawn.new)]
    gold = np.where(drawn.gold < 0, len(labels), rank[drawn.gold])
    full = np.column_stack([*cells, gold, [ord(name) for name in drawn.strata] or np.zeros(len(gold))]).astype(np.int32)
    table, pattern_of, counts = np.unique(full, axis=0, return_inverse=True, return_counts=True)
    patterns = PatternCounts(
        criterion="c", scale=scale, patterns=table[:, :-2], columns=tuple((judge, n) for judge, side in zip((BASELINE, CURRENT), cells, strict=True) for n in range(side.shape[1])),
        values=np.sort(values), gold=np.append(np.sort(values), np.nan)[table[:, -2]], strata=tuple(chr(name) if name else "" for name in table[:, -1].tolist()), counts=counts.astype(np.int64),
        pattern_of_item=pattern_of.ravel().astype(np.intp), item_ids=tuple(f"i{n}" for n in range(len(full))), clusters=("",) * len(full),
    )  # fmt: skip
    data = AnalysisInput(rubric=rubric, patterns={"c": patterns}, table=NO_ROWS, gold=Gold() if (drawn.gold >= 0).any() else None, n_resamples=0)
    side = Side("j", NO_ROWS, NO_ROWS)
    return DriftInput(data=data, before=side, now=side, margins={"c": MARGIN}, noise_floor=noise_floor)


def table_of(codes: Codes, labels: tuple[str, ...], judge: str, strata: tuple[str, ...] = (), *, name: str = "i") -> pa.Table:
    """Rows of one judge, items "i0", "i1" ..."""
    n, k = codes.shape
    rows: Mapping[str, Any] = {
        "item_id": np.repeat([f"{name}{i}" for i in range(n)], k), "judge": [judge] * (n * k), "criterion": ["c"] * (n * k), "replicate": np.tile(np.arange(k), n),
        "label": [None if place < 0 else labels[place] for place in codes.ravel().tolist()], "status": ["refused" if place < 0 else "ok" for place in codes.ravel().tolist()],
    }  # fmt: skip
    if strata:
        rows = {**rows, "stratum": np.repeat(strata, k)}
    columns = {field.name: pa.array(rows[field.name], type=field.type) if field.name in rows else pa.nulls(n * k, field.type) for field in RATINGS_SCHEMA}
    return pa.table(columns, schema=RATINGS_SCHEMA)


def answer_of(given: DriftInput) -> DriftAnswer:
    """The answer of the analysis in a fraction of the time: of the same measures, without what decides nothing and without what could have been seen."""
    tested = [replace(one, detect=None) for part in parts(given.data, "drift") for one in _tested(part, given)]
    return answered(given, tested, n_anchors=len(given.data.patterns["c"].item_ids))


def _tested(part: Part, given: DriftInput) -> list[Tested]:
    """Every measure that decides, of one criterion or stratum."""
    margin, calls = margin_of(part, given), [asked_calls(part, judge) for judge in (BASELINE, CURRENT)]
    answers = [np.where(one.asked, one.cells >= 0, np.nan) for one in calls]
    verdicts = [shift(part, given, name, *values, **options)[1] for name, values, options in _of_verdicts(part, given)]
    of_gold = verdicts[-1:] if given.data.gold is not None else []
    return [
        *verdicts[: len(verdicts) - len(of_gold)],
        *noise(part, given).tested,
        *repeatability(part, given).tested,
        *of_gold,
        shift(part, given, "answered_shift", *answers, margin=margin)[1],
    ]


def _of_verdicts(part: Part, given: DriftInput) -> Iterator[tuple[str, list[Floats], dict[str, Any]]]:
    """Name, one value for each call of either version, and options of `shift`: of labels' shares or the mean, then of gold."""
    both, scale, gold = versions(part, given), part.scale, part.patterns.gold[:, None]
    sides, share = (both.old, both.new), {"margin": margin_of(part, given)}
    reach = range_of(part, given)[0] if scale.level != "nominal" else 1.0
    mean = {"margin": margin_of(part, given) * reach, "reach": reach, "whole": False}
    if scale.level == "nominal":
        labels = scale.labels or ()
        for label in labels[:1] if len(labels) == 2 else labels:
            yield "marginal_shift", [np.where(np.isnan(codes), np.nan, codes == scale.code(label)) for codes in sides], share | {"group": label}
    else:
        yield "marginal_shift", list(sides), mean
    if given.data.gold is None:
        return
    if scale.level == "interval":
        yield "mae_shift", [np.abs(codes - gold) for codes in sides], mean
    else:
        yield "accuracy_shift", [np.where(np.isnan(codes), np.nan, codes == gold) for codes in sides], share
