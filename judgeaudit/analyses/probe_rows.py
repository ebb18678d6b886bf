"""Rows of probes that say again what an earlier row said: only the first is counted, and that is said as for plain rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import listed
from judgeaudit.analyses.probe_names import with_known_names
from judgeaudit.analyses.rationales.rows import code_of
from judgeaudit.domain.results import Finding

_KEY = ("item_id", "judge", "criterion", "replicate", "probe", "variant")
_EXAMPLES = 20


@dataclass(frozen=True, slots=True)
class ProbeDuplicates:
    """How many rows of probes are left out, how many of them have another verdict than the first, and the first few by name."""

    n_rows: int = 0
    n_conflicts: int = 0
    examples: tuple[str, ...] = ()


def probe_duplicates(data: AnalysisInput) -> ProbeDuplicates:
    """Rows for an item, judge, criterion, replicate, probe and variant that was already there.

    Parameters
    ----------
    data : AnalysisInput

    Returns
    -------
    ProbeDuplicates

    Notes
    -----
    The shown order is no part of what a row is about, as with plain rows. Only rows that come again are looked at one by one.
    """
    table = with_known_names(data.table)
    rows = table.filter(pc.not_equal(pc.fill_null(table["probe"], ""), "")).select([*_KEY, "label", "score", "status"])
    if rows.num_rows == 0:
        return ProbeDuplicates()
    rows = rows.set_column(_KEY.index("variant"), "variant", pc.fill_null(rows["variant"], ""))
    scales = {criterion.name: criterion.scale for criterion in data.rubric.criteria}
    first: dict[tuple[Any, ...], Any] = {}
    n_rows = n_conflicts = 0
    examples: list[str] = []
    for row in _again(rows).to_pylist():
        scale = scales.get(row["criterion"])
        if scale is None:
            continue
        key = tuple(row[name] for name in _KEY)
        verdict = code_of(scale, row["label"], row["score"]) if row["status"] in (None, "ok") else row["status"]
        if key not in first:
            first[key] = verdict
            continue
        n_rows += 1
        n_conflicts += verdict != first[key]
        if len(examples) < _EXAMPLES:
            examples.append("{item_id} / {judge} / {criterion} / replicate {replicate} / {probe} {variant}".format(**row).rstrip())
    return ProbeDuplicates(n_rows, n_conflicts, tuple(examples))


def _again(rows: pa.Table) -> pa.Table:
    """Rows whose key is there more than once, in the order of the table."""
    keys = list(_KEY)
    counted = rows.group_by(keys, use_threads=False).aggregate([([], "count_all")])
    many = counted.filter(pc.greater(counted["count_all"], 1)).select(keys)
    if many.num_rows == 0:
        return rows.slice(0, 0)
    placed = rows.append_column("place", pa.array(range(rows.num_rows), type=pa.int64()))
    return placed.join(many, keys=keys, join_type="left semi").sort_by("place")


def duplicates_finding(found: ProbeDuplicates) -> list[Finding]:
    """The warning about them; none without any."""
    if not found.n_rows:
        return []
    different = f", {found.n_conflicts} of them with another verdict" if found.n_conflicts else ""
    what = "Rows for an item, judge, criterion, replicate, probe and variant that was already there"
    return [Finding(severity="warning", text=f"{what}: {found.n_rows}{different} (the first is kept): {listed(found.examples)}.")]
