"""Tables of planted judges as the analysis of bias is handed them, many judges in one, and what it says in a fraction of the time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa

from judgeaudit.analyses.biases.answers import Answer, answered
from judgeaudit.analyses.biases.by_place import with_places
from judgeaudit.analyses.biases.identical import identical
from judgeaudit.analyses.biases.measured import Measured, measured
from judgeaudit.analyses.biases.position import position
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.probe_counts import Shown, shown
from judgeaudit.analyses.probe_cues import kind_of
from judgeaudit.analyses.probe_effects import direction, excess, pass_rate, score_shift
from judgeaudit.domain.results import Estimate
from judgeaudit.tables import RATINGS_SCHEMA, PatternCounter
from tests.simulations.probes_planted_models import Codes, Drawn, Shape


@dataclass(frozen=True)
class Said:
    """What is said of some judges.

    Attributes
    ----------
    estimates : list of Estimate
        Effects, rates of both orders and of equal responses.
    answers : list of (judge, probe, Answer)
    places : list of dict
        Rows of the block `position`.
    """

    estimates: list[Estimate]
    answers: list[tuple[str, str, Answer]]
    places: list[dict[str, Any]]


def table_of(drawn: Sequence[Drawn], shape: Shape, *, strata: tuple[str, ...] = (), places: Codes | None = None) -> pa.Table:
    """Verdicts of judges "j0", "j1" ... on items "i0", "i1" ...; those of one cluster have one number in `places`."""
    blocks = [_rows(codes, shape, f"j{n}", *name) for n, one in enumerate(drawn) for name, codes in [((None, None), one.plain), *one.probes.items()]]
    table = pa.concat_tables(blocks)
    item = np.asarray(table["place"])
    columns = {"item_id": np.array([f"i{n}" for n in range(int(item.max()) + 1)], dtype=object)[item]}
    if strata:
        columns["stratum"] = np.array(strata, dtype=object)[item]
    if places is not None:
        columns["cluster"] = np.array([f"k{n}" for n in range(int(places.max()) + 1)], dtype=object)[places[item]]
    n = table.num_rows
    given = {name: table[name] for name in table.column_names} | {name: pa.array(values) for name, values in columns.items()}
    given |= {"criterion": pa.array(["c"] * n), "status": pa.array(["ok"] * n)}
    return pa.table([given[field.name].cast(field.type) if field.name in given else pa.nulls(n, field.type) for field in RATINGS_SCHEMA], schema=RATINGS_SCHEMA)


def _rows(codes: Codes, shape: Shape, judge: str, probe: str | None, variant: str | None) -> pa.Table:
    item, replicate = np.nonzero(codes >= 0)
    labels = np.array(shape.labels, dtype=object)[codes[item, replicate]]
    n = len(item)
    verdict = {"score": pa.array(labels.astype(float))} if shape.level == "interval" else {"label": pa.array(labels, pa.string())}
    names = {"judge": judge, "probe": probe, "variant": variant}
    order = ["ba" if probe == "position" else "ab"] * n if shape.pairs else [None] * n
    return pa.table({
        "place": pa.array(item), "replicate": pa.array(replicate), **verdict, "order": pa.array(order, pa.string()),
        **{name: pa.array([value] * n, pa.string()) for name, value in names.items()},
    })  # fmt: skip


def input_of(table: pa.Table, shape: Shape, *, seed: int = 1) -> AnalysisInput:
    """What the analysis is handed, without texts and items."""
    rubric = shape.rubric
    counter = PatternCounter({"c": rubric.criteria[0].scale})
    counter.add(table)
    return AnalysisInput(rubric=rubric, patterns=counter.counts(), table=table, facts=counter.facts(), seed=seed, texts=False)


def asked(data: AnalysisInput, *, every: bool = True) -> Said:
    """What the analysis of bias says, without sentences, cases and rationales.

    Parameters
    ----------
    every : bool
        Whether effects on the score, and effects of each variant and stratum are asked for too.
    """
    groups = [[one for one in group if every or (one.variant is None and one.part.stratum is None)] for group in shown(data)]
    ones = [one for group in groups for one in group]
    whole = [one for one in ones if one.variant is None and one.part.stratum is None]
    effects = {id(one): measured(one) for one in whole}
    answers = [
        (judge, effect.shown.name, answer)
        for judge in dict.fromkeys(one.judge for one in whole)
        for effects_of_judge in [[effects[id(one)] for one in whole if one.judge == judge]]
        for effect, answer in zip(effects_of_judge, answered(effects_of_judge, {}), strict=True)
    ]
    estimates = [
        one.part.tag(name, estimate, judge=one.judge).about(variant=one.variant) for one in ones for name, estimate in _of(one, effects.get(id(one)), every)
    ]
    orders = [read(data, ones) for read in (position, identical)] if data.rubric.mode == "pairwise" else []
    places = [row for reading in orders for row in reading.blocks.get("position", [])]
    answers = [(judge, name, by_place(judge, name, answer, places)) for judge, name, answer in answers]
    return Said([*estimates, *(one for reading in orders for one in reading.estimates)], answers, places)


def by_place(judge: str, name: str, answer: Answer, places: Sequence[dict[str, Any]]) -> Answer:
    """The answer of `position` with what the test of the two places makes of it."""
    row = {"probe": name, "judge": judge, "criterion": "c", "answer": answer.answer, "margin": answer.margin, "p": answer.p, "p_adjusted": answer.p_adjusted}
    (changed,) = with_places([row | {"smallest": answer.smallest, "n_items_needed": answer.n_items_needed}], places)
    kept = {key: changed[key] for key in ("answer", "p", "p_adjusted", "smallest", "n_items_needed")}
    return replace(answer, **kept)


def _of(one: Shown, effects: Measured | None, every: bool) -> Iterator[tuple[str, Estimate]]:
    attack = kind_of(one.name) == "attack"
    if effects is not None:
        yield f"{one.name}_excess_flip_rate", effects.excess.estimate
        yield f"{one.name}_direction", effects.direction.estimate
    else:
        yield f"{one.name}_excess_flip_rate", excess(one).estimate
        yield f"{one.name}_direction", direction(one).estimate
    if every:
        yield f"{one.name}_score_shift", score_shift(one).estimate
    if attack:
        passes = effects.passes if effects is not None else None
        yield f"{one.name}_pass_rate", passes if passes is not None else pass_rate(one)
