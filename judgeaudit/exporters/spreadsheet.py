"""CSV that a spreadsheet shows as it is, and never runs."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

BOM = "\ufeff"
_UNSEEN = "\\s\u0000-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff"
_FORMULA = re.compile(f"[{_UNSEEN}]*[=+\\-@\uff1d\uff0b\uff0d\uff20\ufe62\ufe66\ufe63\ufe6b\u2212]|[\\t\\r\\n]")
_CONTROL = re.compile("[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]")


def spreadsheet_text(text: str) -> str:
    """Foreign text as a cell that no spreadsheet takes for a formula.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
        With an apostrophe in front where it starts with ``= + - @`` (full-width forms too), with nothing but characters that nobody sees before them, or
        with a tab or a line end. Control characters but tab and line ends become U+FFFD. All else is as it was.

    References
    ----------
    OWASP, CSV injection, https://owasp.org/www-community/attacks/CSV_Injection.

    Example
    -------
    >>> spreadsheet_text("=1+1"), spreadsheet_text("-5 points"), spreadsheet_text("a = b")
    ("'=1+1", "'-5 points", 'a = b')
    """
    kept = _CONTROL.sub("\ufffd", text)
    return f"'{kept}" if _FORMULA.match(text) else kept


def spreadsheet_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """A table as CSV for spreadsheets: with a byte order mark, lines ended by CR LF, numbers as numbers and text made harmless.

    Parameters
    ----------
    columns : sequence of str
    rows : iterable of mapping
        Numbers stay numbers, -5 too; yes or no for truth values, nothing for None, lists joined by a comma; text as `spreadsheet_text`.

    Returns
    -------
    str
        Starts with U+FEFF: without it spreadsheets read UTF-8 as some other encoding. RFC 4180.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(row.get(column)) for column in columns])
    return BOM + stream.getvalue()


def _cell(value: Any) -> str | int | float:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return value
    if isinstance(value, (list, tuple)):
        return spreadsheet_text(", ".join(str(one) for one in value))
    return spreadsheet_text(str(value))
