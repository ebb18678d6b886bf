"""A table as an Excel workbook for people: formula-safe text, numbers as numbers, one sheet."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from judgeaudit.errors import OptionError
from judgeaudit.exporters.spreadsheet import spreadsheet_text

if TYPE_CHECKING:
    import pyarrow as pa

MOST_ROWS, MOST_LETTERS = 1_048_576, 32_767
"""Rows of a sheet and letters of a cell: limits of the format."""


def excel_bytes(table: pa.Table, *, sheet: str = "verdicts") -> bytes:
    """A table as .xlsx.

    Parameters
    ----------
    table : pyarrow.Table

    Returns
    -------
    bytes
        Every text is a text cell, made harmless as in `spreadsheet_text`, and cut with a note where a cell cannot hold it.

    Raises
    ------
    OptionError
        Without openpyxl, or for more rows than a sheet has.
    """
    try:
        from openpyxl import Workbook
        from openpyxl.cell import WriteOnlyCell
    except ImportError:
        raise OptionError("writing Excel needs openpyxl", where=".xlsx", fix='pip install "judgeaudit[excel]", or write .csv') from None
    if table.num_rows >= MOST_ROWS:
        raise OptionError(f"a sheet holds {MOST_ROWS - 1:,} rows, and there are {table.num_rows:,}", where=".xlsx", fix="write .parquet or .csv")
    book = Workbook(write_only=True)
    page = book.create_sheet(sheet)
    page.append(list(table.column_names))
    for batch in table.to_batches(max_chunksize=10_000):
        for row in batch.to_pylist():
            page.append([_cell(page, value, WriteOnlyCell) for value in row.values()])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _cell(page: Any, value: Any, make: Any) -> Any:
    if value is None or isinstance(value, (int, float)):
        return value
    text = spreadsheet_text(str(value))
    cell = make(page, value=text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 30]} [... {len(text):,} letters]")
    # a text that looks like a number or a date (007, 1e5) stays one
    cell.number_format, cell.data_type = "@", "s"
    return cell
