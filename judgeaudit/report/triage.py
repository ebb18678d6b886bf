"""The triage list on a terminal: which verdicts a person should look at first, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from judgeaudit.report import fields
from judgeaudit.report.paper import as_text, paper
from judgeaudit.report.text import clean

if TYPE_CHECKING:
    from rich.console import Console

_RISKS = ("critical", "high", "medium", "low")
_NEAREST = 200


def render_triage(rows: Sequence[Mapping[str, Any]], *, width: int = 100, most: int = 10, written: str | None = None, not_checked: Sequence[str] = ()) -> str:
    """The first rows of the triage list, and how many there are.

    Parameters
    ----------
    rows : sequence of mapping
        The block `triage`, the worst first.
    width : int
        Columns of the terminal.
    most : int
        Rows that are shown.
    written : str, optional
        Where the whole list is.
    not_checked : sequence of str
        Of whom nothing could be looked at, and why: an empty list then says nothing of them.

    Returns
    -------
    str
        Ends with a newline. No control sequence of foreign text survives.
    """
    console = paper(width)
    counts = Counter(fields.word(row, "risk") for row in rows)
    if rows:
        by_risk = ", ".join(f"{counts[risk]} {risk}" for risk in _RISKS if counts[risk])
        _line(console, f"{len(rows)} {'verdict' if len(rows) == 1 else 'verdicts'} to look at: {by_risk}")
    elif not not_checked:
        _line(console, "No verdict to look at: none was seen to rest on evidence that is not there, or on reasons that change.")
    for said in not_checked:
        _line(console, f"not checked: {said}")
    for row in rows[:most]:
        _row(console, row)
    if len(rows) > most:
        _line(console, f"and {len(rows) - most} more")
    if written is not None:
        _line(console, f"Triage list: {written}")
    return as_text(console)


def _row(console: Console, row: Mapping[str, Any]) -> None:
    _line(console, "")
    rank, risk, item, judge, criterion = (fields.word(row, name) or "?" for name in ("rank", "risk", "item_id", "judge", "criterion"))
    _line(console, f"{rank}. {risk.upper()}  item {item}, {judge} on {criterion}")
    _line(console, fields.word(row, "reason"), indent=4)
    if fields.word(row, "nearest"):
        nearest = clean(fields.word(row, "nearest"))
        _line(console, f"nearest: {nearest if len(nearest) <= _NEAREST else nearest[:_NEAREST] + ' ...'}", indent=4)


def _line(console: Console, text: str, *, indent: int = 0) -> None:
    from rich.padding import Padding
    from rich.text import Text

    console.print(Padding(Text(clean(text), overflow="fold"), (0, 0, 0, indent)))
