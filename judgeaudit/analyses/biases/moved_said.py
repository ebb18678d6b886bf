"""What a judge wrote about the items that a probe moved: under the probe, and about the item as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from judgeaudit.analyses.biases.moved import Movement, beyond
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.rationales.rows import code_of, shown_rationale

_COLUMNS = ("item_id", "judge", "criterion", "replicate", "label", "score", "rationale", "reasons", "order", "probe", "variant")

Key = tuple[str, str, str, str, str]
"""Judge, criterion, item, probe and variant; the last two empty for plain verdicts."""


@dataclass(slots=True)
class Written:
    """The verdicts of one key in the order of their replicates: codes, and the rationales as people read them ("" where there is none)."""

    codes: list[float] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    order: str = ""


@dataclass(frozen=True, slots=True)
class Account:
    """Rationales of a movement: `moved` those of the verdicts that moved ("" where there is none), `plain` those of the item as it is; and the order of a
    pair under the probe, and plainly."""

    movement: Movement
    moved: tuple[str, ...]
    plain: tuple[str, ...]
    order: str
    plain_order: str


def accounts(data: AnalysisInput, found: Sequence[Movement], *, every: bool = False) -> list[Account]:
    """The rationales of every movement, in one pass over the table; `every`: of all verdicts under the probe, moved or not."""
    written = _written(data, found)
    made = []
    for one in found:
        judge, criterion = one.shown.judge, one.shown.part.criterion
        under = written.get((judge, criterion, one.item, one.shown.name, one.variant), Written())
        plain = written.get((judge, criterion, one.item, "", ""), Written())
        out = beyond(one.shown.plain[[one.pattern]], np.array([under.codes], dtype=np.float64), one.shown.part.scale)[0] if under.codes else []
        moved = tuple(text for text, is_out in zip(under.texts, out, strict=True) if is_out or every)
        made.append(Account(one, moved, tuple(text for text in plain.texts if text), under.order, plain.order))
    return made


def _written(data: AnalysisInput, found: Sequence[Movement]) -> dict[Key, Written]:
    if not found:
        return {}
    scales = {criterion.name: criterion.scale for criterion in data.rubric.criteria}
    codes: dict[tuple[str, str | None, float | None], float | None] = {}
    seen: set[tuple[object, ...]] = set()
    written: dict[Key, Written] = {}
    for row in _rows(data.table, found).to_pylist():
        said = (row["criterion"], row["label"], row["score"])
        if said not in codes:
            scale = scales.get(row["criterion"])
            codes[said] = None if scale is None else code_of(scale, row["label"], row["score"])
        code, probe = codes[said], row["probe"] or ""
        key = (row["judge"], row["criterion"], row["item_id"], probe, (row["variant"] or "") if probe else "")
        if code is None or (*key, row["replicate"]) in seen:
            continue
        seen.add((*key, row["replicate"]))
        of_key = written.setdefault(key, Written(order=row["order"] or ""))
        of_key.codes.append(code)
        of_key.texts.append(shown_rationale(row))
    return written


def _rows(table: pa.Table, found: Sequence[Movement]) -> pa.Table:
    """Rows of what moved, and plain ones of the same judges on the same items, in the order of their replicates."""
    under = {(one.shown.judge, one.shown.part.criterion, one.item, one.shown.name, one.variant) for one in found}
    wanted = sorted(under | {(judge, criterion, item, "", "") for judge, criterion, item, _, _ in under})
    probe = pc.fill_null(table["probe"], "")
    variant = pc.if_else(pc.equal(probe, ""), "", pc.fill_null(table["variant"], ""))
    there, asked = np.zeros(table.num_rows, dtype=np.int64), np.zeros(len(wanted), dtype=np.int64)
    for place, column in enumerate((table["judge"], table["criterion"], table["item_id"], probe, variant)):
        names = sorted({key[place] for key in wanted})
        number = {name: n for n, name in enumerate(names)}
        found_at = pc.fill_null(pc.index_in(column, value_set=pa.array(names, type=pa.string())), len(names))
        there = there * (len(names) + 1) + np.asarray(found_at, dtype=np.int64)  # one more for what nobody asks for
        asked = asked * (len(names) + 1) + np.array([number[key[place]] for key in wanted], dtype=np.int64)
    kept = table.select([*_COLUMNS]).filter(pc.and_(pa.array(np.isin(there, asked)), pc.equal(table["status"], "ok")))
    order = pa.array(range(kept.num_rows), type=pa.int64())
    return kept.append_column("place", order).sort_by([("replicate", "ascending"), ("place", "ascending")])
