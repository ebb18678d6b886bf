"""Sheets of an Excel workbook (.xlsx), read with openpyxl: bounded, and never a formula's or a macro's word."""

from __future__ import annotations

import re
import struct
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import repeat
from pathlib import Path
from typing import Any

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.exact_json import exact_text
from judgeaudit.importers.problems import first_twice

INSTALL = 'pip install "judgeaudit[excel]"'
MOST_BYTES = 1 << 30
"""Unpacked bytes above which a workbook is refused (1 GiB): it is damaged, hostile, or belongs into CSV or Parquet."""
MOST_CELLS = 50_000_000
"""Cells of a sheet above which it is refused: a spreadsheet that claims more is damaged or hostile."""
MOST_RATIO = 200
"""Unpacked by packed bytes above which it is refused; spreadsheets reach 10 to 50."""
MOST_ROWS = 1 << 20
"""Rows that a sheet of Excel may have. A sheet may name a row far beyond them, and all rows before it are gone through."""
_ZEROS = re.compile("0{2,100}")
"""Formats of numbers that are codes: 7 is shown, and meant, as 007."""
_DAMAGED = (
    zipfile.BadZipFile, zlib.error, struct.error, OSError, EOFError, SyntaxError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RuntimeError,
)  # fmt: skip
"""What openpyxl and the modules under it raise for workbooks that are none, damaged, encrypted or packed in another way."""


def sheet_rows(path: Path, *, most: int = MOST_CELLS, sheet: str | None = None) -> list[tuple[int, dict[str, Any]]]:
    """Rows of one sheet with their numbers, as dicts by the names in its first filled row.

    Parameters
    ----------
    path : Path
    most : int
        Cells that are read.
    sheet : str, optional
        Its name; by default the first with a row below its names.

    Returns
    -------
    list of (number, row)
        Nothing where no sheet has more than names. A whole number that is shown with zeros in front (format 000) has them.

    Raises
    ------
    VerdictsError
        No workbook, too large, a column named twice, or a cell that holds a formula's error (#N/A).
    """
    with _opened(path) as book:
        for one in _sheets(book, sheet, path):
            _, rows = _rows(one, f"{path}: sheet {one.title}", most)
            if rows:
                return rows
    return []


def sheet_names(path: Path) -> list[str]:
    """The names of the columns that `sheet_rows` reads of a workbook, of which nothing else is read; where no sheet has a row below them, the first ones."""
    found: list[str] = []
    with _opened(path) as book:
        for one in _sheets(book, None, path):
            names, rows = _rows(one, f"{path}: sheet {one.title}", MOST_CELLS, first=True)
            if rows:
                return names
            found = found or names
    return found


def _sheets(book: Any, name: str | None, path: Path) -> list[Any]:
    sheets = [book[name]] if name in book.sheetnames else [book[one] for one in book.sheetnames] if name is None else []
    if not sheets:
        raise VerdictsError(f"there is no sheet {name!r}; there are {', '.join(map(repr, book.sheetnames))}", where=str(path), fix="name one of them")
    return sheets


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    """A workbook, whose sheets are read while it is open: what is wrong with them shows only then."""
    try:
        import openpyxl
        from openpyxl.utils.exceptions import InvalidFileException
    except ImportError:
        raise VerdictsError("reading Excel needs openpyxl", where=str(path), fix=INSTALL) from None
    _check_size(path)
    try:
        with warnings.catch_warnings(), path.open("rb") as stream:  # of a name openpyxl reads the suffix, which may be any
            warnings.simplefilter("ignore")  # of styles, extensions and dates that are none: of nothing that is read here
            book = openpyxl.load_workbook(stream, read_only=True, data_only=True, keep_links=False)
            try:
                yield book
            finally:
                book.close()
    except (InvalidFileException, *_DAMAGED) as trouble:
        what = f"the file is no Excel workbook (.xlsx) or is damaged: {str(trouble).splitlines()[0] if str(trouble) else type(trouble).__name__}"
        raise VerdictsError(what, where=str(path), fix="save it again as .xlsx, or as CSV (UTF-8)") from None


def _check_size(path: Path) -> None:
    if path.stat().st_size == 0:
        raise VerdictsError("the workbook is empty", where=str(path), fix="name a file with content")
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
    except _DAMAGED:
        fix = "save it as .xlsx, or as CSV (UTF-8); the old .xls is not read"
        raise VerdictsError("the file is no Excel workbook (.xlsx)", where=str(path), fix=fix) from None
    size = sum(member.file_size for member in members)
    if size > MOST_BYTES or size > MOST_RATIO * max(path.stat().st_size, 1 << 16):
        raise VerdictsError(f"the workbook unpacks to {size:,} bytes", where=str(path), fix="save the sheet as CSV or Parquet")


def _rows(sheet: Any, where: str, most: int, *, first: bool = False) -> tuple[list[str], list[tuple[int, dict[str, Any]]]]:
    """The names of a sheet's columns, and its rows, or the `first` of them only."""
    names: list[str] = []
    rows: list[tuple[int, dict[str, Any]]] = []
    seen = 0
    for number, cells in enumerate(sheet.iter_rows(), 1):
        seen += len(cells)
        if seen > most or number > MOST_ROWS:
            raise VerdictsError(f"the sheet has more than {most:,} cells or {MOST_ROWS:,} rows", where=where, fix="save it as CSV or Parquet")
        values = [_value(cell, where, number) for cell in cells]
        if all(value is None or value == "" for value in values):
            continue
        if not names:
            names = _names(values, f"{where}: row {number}")
            continue
        rows.append((number, {name: value for name, value in zip(names, (*values, *repeat(None, len(names) - len(values))), strict=False) if name}))
        if first:
            break
    return names, rows


def _names(values: list[Any], where: str) -> list[str]:
    try:
        names = [(exact_text(value) or "").strip() for value in values]
    except TypeError as trouble:
        raise VerdictsError(f"the name of a column is no text: {trouble}", where=where, fix="write it as text") from None
    twice = first_twice(filter(None, names))
    if twice is not None:
        raise VerdictsError(f"the column {twice!r} stands twice in the first row", where=where, fix="rename or remove one of them")
    return names


def _value(cell: Any, where: str, number: int) -> Any:
    if getattr(cell, "data_type", None) == "e":
        raise VerdictsError(f"the cell {cell.coordinate} holds {cell.value}, an error of a formula", where=f"{where}: row {number}", fix="mend or empty it")
    value = cell.value
    if type(value) is int and value >= 0 and _ZEROS.fullmatch(cell.number_format or ""):
        return f"{value:0{len(cell.number_format)}d}"
    return value
