"""The command line: every body parses, calls one verb of the api, and prints. Nothing heavy is loaded for `--help`."""

from __future__ import annotations

import sys

from judgeaudit.cli.commands import app
from judgeaudit.errors import JudgeAuditError


def main() -> None:
    """Entry point of the `judgeaudit` command."""
    try:
        app()
    except JudgeAuditError as error:
        from judgeaudit.report.text import clean

        print(f"error: {clean(str(error), lines=True)}", file=sys.stderr)  # noqa: T201 - the command line's output
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader of our output went away (`judgeaudit ... | head`); there is nobody left to tell.
        sys.stderr.close()
        sys.exit(141)
