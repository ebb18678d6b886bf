"""The command line: every body parses, calls one verb of the api, and prints. Nothing heavy is loaded for `--help`."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from types import TracebackType

import typer

from judgeaudit.cli.commands import app
from judgeaudit.errors import JudgeAuditError

OURS = 70
"""Exit code of a traceback (EX_SOFTWARE): Python's own 1 would read as a gate that fails, or a judge that drifted."""


def main() -> None:
    """Entry point of the `judgeaudit` command."""
    with ExitStack() as last:
        last.push(_say_ours)
        _run()


def _say_ours(kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
    """Our own trouble: the traceback, and a code that means nothing else."""
    if isinstance(error, Exception):
        import traceback

        traceback.print_exception(error)
        sys.exit(OURS)


def _run() -> None:
    try:
        app()
    except JudgeAuditError as error:
        from judgeaudit.report.text import clean

        typer.echo(f"error: {clean(str(error), lines=True)}", err=True)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader of our output went away (`judgeaudit ... | head`); there is nobody left to tell.
        sys.stderr.close()
        sys.exit(141)
