"""The ratings table: one long, unreduced row per verdict, as Arrow columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pyarrow as pa

from judgeaudit.domain.verdicts import STATUSES

RATINGS_SCHEMA = pa.schema(
    [
        ("item_id", pa.string()), ("judge", pa.string()), ("criterion", pa.string()), ("replicate", pa.int32()), ("label", pa.string()), ("score", pa.float64()),
        ("status", pa.string()), ("rationale", pa.string()), ("reasons", pa.string()), ("reasoning", pa.string()), ("confidence", pa.float64()),
        ("margin", pa.float64()), ("stratum", pa.string()), ("cluster", pa.string()), ("system", pa.string()), ("order", pa.string()), ("probe", pa.string()), ("variant", pa.string()),
        ("prompt_hash", pa.string()), ("model_served", pa.string()), ("fingerprint", pa.string()), ("seed_sent", pa.int64()), ("latency_s", pa.float64()),
        ("cost_usd", pa.float64()), ("prompt_tokens", pa.int64()), ("completion_tokens", pa.int64()), ("created_at", pa.string()),
        ("copies_left_out", pa.int32()),
    ]
)  # fmt: skip
"""Verdict interchange (design, section 5). `reasons` is a JSON list. `score` is the number on an interval scale, `margin` the log
probability of the label minus that of the likeliest other label. `copies_left_out` counts rows that were this one again, which are in the file no more."""

OTHER_ANSWER = "other_answer"
"""Value of `probe` of verdicts on another answer to the same item, as logs of repeated tasks have them: neither repeats nor a perturbation."""

ABSENT = -1
"""Cell of an item that this judge was never asked about in this replicate. Statuses other than ok are -2, -3 ..."""

STATUS_CELL: dict[str, int] = {status: -2 - i for i, status in enumerate(s for s in STATUSES if s != "ok")}
CELL_STATUS: dict[int, str] = {cell: status for status, cell in STATUS_CELL.items()}


def empty_table() -> pa.Table:
    """A ratings table without rows."""
    return RATINGS_SCHEMA.empty_table()


def table_from_rows(rows: Iterable[Mapping[str, Any]]) -> pa.Table:
    """A ratings table from dicts; keys that the schema does not know are left out, missing ones are null."""
    columns: dict[str, list[Any]] = {name: [] for name in RATINGS_SCHEMA.names}
    for row in rows:
        for name, values in columns.items():
            values.append(row.get(name))
    return pa.table({name: pa.array(values, type=RATINGS_SCHEMA.field(name).type) for name, values in columns.items()}, schema=RATINGS_SCHEMA)


def rows_said(statuses: Mapping[str, int], *, to: str = "") -> str:
    """Rows in words: "4 verdicts", or "4 rows: 2 verdicts, 1 error, 1 unparsable" where some hold none. `to` stands behind their number."""
    without = [f"{n:,} {name.replace('_', ' ')}" for name, n in sorted(statuses.items()) if name != "ok" and n]
    verdicts = f"{statuses.get('ok', 0):,} verdicts"
    return f"{sum(statuses.values()):,} rows{to}: {', '.join([verdicts, *without])}" if without else f"{verdicts}{to}"


def statuses_of(table: pa.Table) -> dict[str, int]:
    """How many rows of a ratings table are of each status."""
    return {str(one["values"]): one["counts"] for one in table["status"].value_counts().to_pylist()}
