"""The command line: every body parses, calls one verb of the api, and prints. Nothing heavy is loaded for `--help`."""

from __future__ import annotations

import sys

import typer

from judgeaudit.cli.commands import app
from judgeaudit.errors import JudgeAuditError


def main() -> None:
    """Entry point of the `judgeaudit` command."""
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
