"""Verdicts as a file that `judgeaudit audit` reads again: exact text, columns that hold nothing left out."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa

SUFFIXES = (".jsonl", ".csv", ".parquet")
STAY = ("confidence_calibrated", "route")
"""Columns that stay without any value: that there is none is what they say."""


def verdict_bytes(table: pa.Table, suffix: str) -> bytes:
    """A table of verdicts in the format that a suffix names.

    Parameters
    ----------
    table : pyarrow.Table
    suffix : {".jsonl", ".csv", ".parquet"}

    Returns
    -------
    bytes
        Text is exact, and never changed for spreadsheets: this is a file for programs. Columns without any value are left out, and so
        is a null in a line of JSON.
    """
    kept = table.select([name for name in table.column_names if table[name].null_count < table.num_rows or name in STAY])
    if suffix == ".parquet":
        import pyarrow.parquet as pq

        stream = io.BytesIO()
        pq.write_table(kept.replace_schema_metadata(None), stream)
        return stream.getvalue()
    if suffix == ".csv":
        import pyarrow.csv as arrow_csv

        stream = io.BytesIO()
        arrow_csv.write_csv(kept, stream)
        return stream.getvalue()
    lines = (json.dumps({name: value for name, value in row.items() if value is not None}, ensure_ascii=False) for row in kept.to_pylist())
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace")
