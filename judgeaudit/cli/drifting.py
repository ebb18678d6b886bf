"""The commands that compare a judge with itself: drift."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from judgeaudit.cli.say import say, terminal_width

CONCURRENCY = 16

BaselineSource = Annotated[
    Path, typer.Argument(metavar="BASELINE", help="The run that was approved: verdicts or a run directory, as for audit.", show_default=False)
]
CurrentSource = Annotated[
    Path | None, typer.Argument(metavar="CURRENT", help="The run that is compared with it, on the same items. Not with --now.", show_default=False)
]


def drift(
    baseline: BaselineSource,
    current: CurrentSource = None,
    rubric: Annotated[Path | None, typer.Option("--rubric", metavar="R", help="The rubric that was judged; its scale and margins apply.")] = None,
    items: Annotated[Path | None, typer.Option("--items", metavar="FILE", help="The judged texts and their strata.")] = None,
    gold: Annotated[Path | None, typer.Option("--gold", metavar="FILE", help="Labels by people: is the judge still as often right?")] = None,
    judge: Annotated[list[str] | None, typer.Option("--judge", metavar="OLD=NEW", help="Which judge is which; repeatable. Default: by name.")] = None,
    margin: Annotated[float | None, typer.Option("--margin", metavar="M", help="Share up to which a change counts as none. Default: 0.05.")] = None,
    noise_floor: Annotated[
        float | None, typer.Option("--noise-floor", metavar="F", help="Share of verdicts that change by themselves, where nothing was judged twice.")
    ] = None,
    now: Annotated[bool, typer.Option("--now", help="Judge the baseline's items again with its judges, and compare. BASELINE: a run directory.")] = False,
    replicates: Annotated[
        int | None, typer.Option("--replicates", metavar="N", min=1, help="With --now: verdicts of each item. Default: as many as in the baseline.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="A folder for audit.json, audit.html, drift.md, junit.xml. Default: reports/<current>-drift.")
    ] = None,
    max_cost: Annotated[float | None, typer.Option("--max-cost", metavar="USD", help="With --now: stop before a request that could pass this sum.")] = None,
    max_calls: Annotated[int | None, typer.Option("--max-calls", metavar="N", help="With --now: make at most N requests.")] = None,
    concurrency: Annotated[int, typer.Option("--concurrency", metavar="N", help="With --now: requests under way at once.")] = CONCURRENCY,
    embedder: Annotated[
        str | None, typer.Option("--embedder", metavar="NAME", help="What turns rationales into vectors, as for audit; none: do without.")
    ] = None,
    no_texts: Annotated[bool, typer.Option("--no-texts", help="Leave the judged texts and rationales out of audit.json and the page.")] = False,
) -> None:
    """Is the judge still the one that was approved? Exit 0 equivalent, 1 drifted, 3 it cannot be told."""
    from judgeaudit.api.drift import drift as compare
    from judgeaudit.api.out_paths import check_folder
    from judgeaudit.cli.calibrating import Stages
    from judgeaudit.cli.progress import Bar, EmbeddingBar

    folder = out or Path("reports") / f"{(current or baseline).stem or 'verdicts'}-drift"
    check_folder(folder)
    bar = Bar()
    embedding = EmbeddingBar(after=bar.stop)
    with Stages() as stages:
        try:
            found = compare(
                baseline, current, rubric, judges=judge, items=items, gold=gold, margin=margin, noise_floor=noise_floor, out=folder, texts=not no_texts,
                embedder=embedder, now=now, replicates=replicates, max_cost=max_cost, max_calls=max_calls, concurrency=concurrency, on_start=bar.start,
                on_progress=bar.update, on_embed=embedding.update, on_stage=stages,
            )  # fmt: skip
        finally:
            bar.stop()
            embedding.stop()
    show(found)
    if found.interrupted or found.data.incomplete:
        typer.echo("the same command continues with the calls that are missing", err=True)
    raise typer.Exit(found.exit_code)


def show(found: object) -> None:
    """Print a check for drift."""
    from judgeaudit.api.result import Audit
    from judgeaudit.report.drift_lines import render_drift
    from judgeaudit.store import page_path

    assert isinstance(found, Audit)
    page = str(page_path(found.folder)) if found.folder is not None else None
    say(render_drift(found.data, width=terminal_width(), color=sys.stdout is not None and sys.stdout.isatty(), page=page))
