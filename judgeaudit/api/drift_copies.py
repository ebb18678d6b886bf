"""Rows of the current run that are rows of the baseline: a log that was appended to holds the baseline still."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from judgeaudit.api.drift_runs import Run, plain_rows
from judgeaudit.domain.results import Finding

KEY = ("item_id", "judge", "criterion", "replicate", "created_at")
CONTENT = ("status", "label", "score", "rationale")

ALL_COPIES = (
    "Every row of the current run stands in the baseline, too, with the same time and the same verdict: if it is a copy nothing was compared, and the answer "
    "says nothing of the judge."
)


def without_copies(old: Run, new: Run) -> tuple[Run, tuple[Finding, ...]]:
    """The current run without the baseline's own rows, and what must be said of them.

    A row with item, judge, criterion, replicate and time of one of the baseline, and with its verdict, is that row and no second verdict. Where any such
    row has another verdict times are too coarse to tell (a day), and nothing is left out; neither where the current run has no row of another time.
    """
    if new.recorded or not _share_a_time(old, new):
        return new, ()
    known = {key: said for key, said in _rows(old.evidence.table) if key[-1]}
    rows = list(_rows(new.evidence.table))
    hits = [key in known for key, _ in rows]
    n_hits = sum(hits)
    if not n_hits or any(hit and known[key] != said for hit, (key, said) in zip(hits, rows, strict=True)):
        return new, ()
    times = {key[-1] for key in known}
    if all(hits):
        return new, (Finding(severity="serious", text=ALL_COPIES),)
    if all(hit or key[-1] in times or not key[-1] for hit, (key, _) in zip(hits, rows, strict=True)):
        return new, ()
    import pyarrow as pa

    text = (
        f"{n_hits:,} of {len(rows):,} rows of the current run are rows of the baseline (the same time and verdict), and are left out: they are no new verdicts."
    )
    kept = new.evidence.table.filter(pa.array([not hit for hit in hits]))
    return replace(new, evidence=replace(new.evidence, table=kept)), (Finding(severity="warning", text=text),)


def _share_a_time(old: Run, new: Run) -> bool:
    times = [{time for time in plain_rows(run.evidence.table)["created_at"].unique().to_pylist() if time} for run in (old, new)]
    return bool(times[0] & times[1])


def _rows(table: Any) -> Iterable[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """Key and content of each row; a score that is no number is no score."""
    columns = [table[name].to_pylist() for name in (*KEY, *CONTENT)]
    for row in zip(*columns, strict=True):
        yield row[: len(KEY)], tuple(None if isinstance(value, float) and value != value else value for value in row[len(KEY) :])
