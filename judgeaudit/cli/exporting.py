"""The commands that hand results on: export, triage."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from judgeaudit.cli.say import say, terminal_width


def export(
    target: Annotated[
        str,
        typer.Argument(
            metavar="FORM",
            help="Of verdicts: jsonl csv parquet (exact), spreadsheet excel (for people, formula-safe), inspect (precomputed_scores). Of an audit: label_studio argilla "
            "(the cases that need a human, without the judge's verdicts), junit, markdown.",
            show_default=False,
        ),
    ],
    source: Annotated[
        Path,
        typer.Argument(metavar="SOURCE", help="Verdicts (a file, another framework's log, a run directory) or a folder with audit.json.", show_default=False),
    ],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The file to write.", show_default=False)],
    judge: Annotated[str | None, typer.Option("--judge", metavar="M", help="Only this judge.")] = None,
    criterion: Annotated[str | None, typer.Option("--criterion", metavar="C", help="Only this criterion.")] = None,
    items: Annotated[
        Path | None, typer.Option("--items", metavar="FILE", help="The items, for the whole texts of tasks: audit.json holds long ones cut.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="Tasks at most, the most pressing first.")] = 500,
) -> None:
    """Write verdicts, the cases that need a human, or an audit's answers in the form of another program."""
    from judgeaudit.api.exporting import export as write

    done = write(source, target, out=out, judge=judge, criterion=criterion, items=items, limit=limit)
    say(f"wrote {' and '.join(map(str, done.files))}" + (f" ({done.n:,} {'tasks' if len(done.files) > 1 else 'verdicts'})" if done.n > 1 else ""))
    for note in done.notes:
        say(f"note: {note}")


def triage(
    source: Annotated[Path, typer.Argument(metavar="SOURCE", help="A run directory or another folder with audit.json, or that file.", show_default=False)],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="F", help="Write the list there. Default: triage.csv beside audit.json, unless it is there already."),
    ] = None,
) -> None:
    """List the verdicts that a person should look at first, as CSV too: those on evidence that is not there, passes before all others."""
    from judgeaudit.api.outputs import load_audit
    from judgeaudit.api.result import triage_rows
    from judgeaudit.api.triage_list import ensure_list, write_named
    from judgeaudit.report.evidence_lines import not_checked
    from judgeaudit.report.triage import render_triage

    found = load_audit(source)
    path = write_named(out, found.data) if out is not None else ensure_list(found.folder or source.parent, found.data)
    say(render_triage(triage_rows(found.data), width=terminal_width(), written=str(path), not_checked=not_checked(found.data)))
