"""Print a result whatever the terminal can show; a closed or full output is the user's trouble and no traceback."""

from __future__ import annotations

import sys

import typer

from judgeaudit.errors import OptionError


def say(text: str) -> None:
    """Print to stdout.

    A minus sign that the encoding lacks becomes a hyphen (never a question mark: -0.1 must not read as 0.1), other characters
    become question marks.

    Raises
    ------
    OptionError
        When nothing can be written there.
    """
    if sys.stdout is None:
        return
    encoding = sys.stdout.encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = text.replace("\u2212", "-").encode(encoding, "replace").decode(encoding)
    try:
        typer.echo(text)
    except BrokenPipeError:
        raise
    except OSError as failed:
        raise OptionError(f"the result cannot be printed: {failed.strerror}", where="stdout", fix="the files are written; print to somewhere else") from None


def terminal_width() -> int:
    """Columns that a summary may have: those of the terminal, within what can be read."""
    from shutil import get_terminal_size

    return max(60, min(get_terminal_size((100, 40)).columns, 140))
