"""What terminal summaries are written on: a console whose lines are a text afterwards."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

NARROWEST = 40
"""Columns below which no table can be read."""


def paper(width: int, *, color: bool = False) -> Console:
    """A console that takes markup, emoji and numbers in foreign text as they are; `color` writes ANSI colours."""
    from rich.console import Console

    return Console(
        file=io.StringIO(), width=max(width, NARROWEST), force_terminal=color, no_color=not color, color_system="standard" if color else None,
        markup=False, emoji=False, highlight=False, legacy_windows=False,
    )  # fmt: skip


def as_text(console: Console) -> str:
    """What was written on `paper`, without blanks at line ends; ends with a newline."""
    assert isinstance(console.file, io.StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines()) + "\n"


def grid(n_columns: int) -> Table:
    """A table without lines, two blanks between columns."""
    from rich.table import Table

    table = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(n_columns):
        table.add_column(overflow="fold")
    return table
