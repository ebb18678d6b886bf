"""Verdicts as a file that `judgeaudit audit` reads again: exact text, columns that hold nothing left out."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

from judgeaudit.errors import OptionError
from judgeaudit.exporters.excel import excel_bytes

if TYPE_CHECKING:
    import pyarrow as pa

EXACT = (".jsonl", ".csv", ".parquet")
"""Formats for programs, which hold every text as it is."""
SUFFIXES = (*EXACT, ".xlsx")
STAY = ("confidence_calibrated", "route")
"""Columns that stay without any value: that there is none is what they say."""


def check_suffix(path: Path) -> None:
    """OptionError for a file whose suffix names no format that is written."""
    if path.suffix.casefold() not in SUFFIXES:
        said = f"the suffix {path.suffix!r} is no format of verdicts" if path.suffix else "the file has no suffix, so its format is not known"
        raise OptionError(said, where=f"--out {path}", fix=f"end it in one of {', '.join(SUFFIXES)}")


def verdict_bytes(table: pa.Table, suffix: str) -> bytes:
    """A table of verdicts in the format that a suffix names.

    Parameters
    ----------
    table : pyarrow.Table
    suffix : {".jsonl", ".csv", ".parquet", ".xlsx"}

    Returns
    -------
    bytes
        Text is exact, and never changed for spreadsheets: this is a file for programs; but for .xlsx, which is for people (see `excel`). Columns without any value are left out, and so
        is a null in a line of JSON.
    """
    kept = table.select([name for name in table.column_names if table[name].null_count < table.num_rows or name in STAY])
    if suffix == ".parquet":
        import pyarrow.parquet as pq

        stream = io.BytesIO()
        pq.write_table(kept.replace_schema_metadata(None), stream)
        return stream.getvalue()
    if suffix == ".xlsx":
        return excel_bytes(kept)
    if suffix == ".csv":
        import pyarrow.csv as arrow_csv

        stream = io.BytesIO()
        arrow_csv.write_csv(kept, stream)
        return stream.getvalue()
    lines = (json.dumps({name: value for name, value in row.items() if value is not None}, ensure_ascii=False) for row in kept.to_pylist())
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace")
