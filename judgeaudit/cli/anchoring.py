"""The command that freezes what drift is measured on: anchors."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from judgeaudit.cli.say import say
from judgeaudit.errors import OptionError

if TYPE_CHECKING:
    from judgeaudit.domain.anchors import AnchorPlan, AnchorsFile

CONCURRENCY = 16


def anchors(
    rubric: Annotated[Path | None, typer.Argument(metavar="RUBRIC", help="The rubric, a YAML file. Not with --plan.", show_default=False)] = None,
    items: Annotated[Path | None, typer.Option("--items", metavar="FILE", help="The anchors, instead of the rubric's items.")] = None,
    gold: Annotated[Path | None, typer.Option("--gold", metavar="FILE", help="Labels by people: is a judge that changed worse, or only different?")] = None,
    judge: Annotated[list[str] | None, typer.Option("--judge", metavar="M", help="A judge of the rubric, or any litellm model; repeatable.")] = None,
    replicates: Annotated[int | None, typer.Option("--replicates", metavar="N", min=1, help="Verdicts of each anchor, 3 or more.")] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="The folder of the anchors. Default: reports/<rubric>-<time>.")] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="DIR", help="With RUBRIC: continue, or freeze a run that is there: only missing calls are made.")
    ] = None,
    max_cost: Annotated[float | None, typer.Option("--max-cost", metavar="USD", help="Stop before a request that could pass this sum.")] = None,
    max_calls: Annotated[int | None, typer.Option("--max-calls", metavar="N", help="Make at most N requests.")] = None,
    concurrency: Annotated[int, typer.Option("--concurrency", metavar="N", help="Requests under way at once.")] = CONCURRENCY,
    embedder: Annotated[str | None, typer.Option("--embedder", metavar="NAME", help="For the audit of the run, as for run; none: do without.")] = None,
    verify: Annotated[
        Path | None, typer.Option("--verify", metavar="DIR", help="Say what differs from what was frozen; with RUBRIC, what it asks too.")
    ] = None,
    plan: Annotated[bool, typer.Option("--plan", help="Say how many anchors it takes, before they are chosen.")] = False,
    shift: Annotated[float | None, typer.Option("--shift", metavar="D", help="With --plan: the shift to be seen. Default: 0.05.")] = None,
    noise_floor: Annotated[float | None, typer.Option("--noise-floor", metavar="F", help="With --plan: how often two verdicts differ anyhow (0.05).")] = None,
    power: Annotated[float | None, typer.Option("--power", metavar="P", help="With --plan: how surely it is seen. Default: 0.8.")] = None,
    churn: Annotated[float | None, typer.Option("--churn", metavar="C", help="With --plan: items that change for good. Default: the shift.")] = None,
    rate: Annotated[float | None, typer.Option("--rate", metavar="R", help="With --plan: share of the label, for runs without anchors (0.5).")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="With --plan: print JSON.")] = False,
) -> None:
    """Freeze the items that drift is measured on: judged three times or more, pinned by digests, with the noise floor. Or plan, or verify them."""
    planned = {"shift": shift, "noise_floor": noise_floor, "power": power, "churn": churn, "rate": rate}
    running = {"--judge": judge, "--out": out, "--resume": resume, "--max-cost": max_cost, "--max-calls": max_calls, "--embedder": embedder}
    if plan:
        _refuse({"RUBRIC": rubric, "--items": items, "--gold": gold, "--verify": verify, **running}, "--plan")
        _plan({**planned, "replicates": replicates}, as_json=as_json)
    _refuse({**{f"--{name.replace('_', '-')}": value for name, value in planned.items()}, "--json": as_json or None}, "the command without --plan")
    if verify is not None:
        _refuse({"--replicates": replicates, **running}, "--verify")
        _verify(verify, rubric, items, gold)
    if rubric is None and resume is not None:
        raise OptionError(
            "a run is continued, or frozen, with the rubric that it was made with", where="--resume", fix=f"judgeaudit anchors RUBRIC --resume {resume}"
        )
    if rubric is None:
        raise OptionError("there is nothing to freeze", where="anchors", fix="judgeaudit anchors RUBRIC, anchors --plan, or anchors --verify DIR")
    given = {
        "items": items,
        "gold": gold,
        "judges": judge or (),
        "replicates": replicates,
        "out": out,
        "resume": resume,
        "max_cost": max_cost,
        "max_calls": max_calls,
    }
    _freeze(rubric, {**given, "concurrency": concurrency, "embedder": embedder})


def _refuse(given: Mapping[str, object], by: str) -> None:
    wrong = [name for name, value in given.items() if value is not None]
    if wrong:
        raise OptionError(f"{', '.join(wrong)} means nothing to {by}", where="anchors", fix="leave it out")


def _plan(options: Mapping[str, Any], *, as_json: bool) -> None:
    from judgeaudit.api.anchor_plan import plan_anchors

    found = plan_anchors(**{name: value for name, value in options.items() if value is not None})
    say(found.model_dump_json(indent=1) if as_json else _planned(found))
    raise typer.Exit(0)


def _planned(plan: AnchorPlan) -> str:
    lines = [f"anchors to freeze: {plan.needed:,}", "", "verdicts of each       one measure   drift, with   calls to"]
    lines.append(f"before  in each run    by itself     {plan.measures} measures    freeze")
    lines += [f"{one.before:>6}  {one.after:>11}   {one.alone:>10,}   {one.corrected:>11,}   {one.calls:>9,}" for one in plan.lines]
    return "\n".join([*lines, "", *plan.sentences])


def _verify(folder: Path, rubric: Path | None, items: Path | None, gold: Path | None) -> None:
    from judgeaudit.api.anchors import anchor_warnings, verify_anchors

    if rubric is None:
        _refuse({"--items": items, "--gold": gold}, "--verify without RUBRIC")
    frozen = verify_anchors(folder, rubric, items=items, gold=gold)
    say(f"nothing differs from what was frozen{'' if rubric is None else f', and {rubric} asks the same'}\n{_described(frozen)}")
    for warning in (*anchor_warnings(folder), *frozen.warnings):
        typer.echo(f"warning: {_clean(warning)}", err=True)
    raise typer.Exit(0)


def _freeze(rubric: Path, options: Mapping[str, Any]) -> None:
    from judgeaudit.api.freeze import freeze_anchors
    from judgeaudit.cli.progress import Bar, EmbeddingBar

    bar = Bar()
    embedding = EmbeddingBar(after=bar.stop)
    try:
        found = freeze_anchors(
            rubric, **options, on_start=bar.start, on_progress=bar.update, on_embed=embedding.update,
            on_warning=lambda text: typer.echo(f"warning: {_clean(text)}", err=True),
        )  # fmt: skip
    finally:
        bar.stop()
        embedding.stop()
    if found.file is None:
        missing = "".join(f"\n  - {_clean(line)}" for line in found.audit.data.incomplete)
        typer.echo(f"nothing is frozen, because the run is not whole:{missing}\nresume with: {_resume(rubric, found.folder, options)}", err=True)
    else:
        say(f"frozen: {found.folder}\n{_described(found.file)}\nnext: judgeaudit drift {found.folder} --now --out DIR")
    raise typer.Exit(found.exit_code)


def _resume(rubric: Path, folder: Path, options: Mapping[str, Any]) -> str:
    import shlex

    words = ["judgeaudit", "anchors", str(rubric), "--resume", str(folder)]
    for name in ("items", "gold", "replicates", "embedder"):
        words += [f"--{name}", str(options[name])] if options[name] is not None else []
    words += ["--concurrency", str(options["concurrency"])] if options["concurrency"] != CONCURRENCY else []
    for name in options["judges"]:
        words += ["--judge", name]
    return shlex.join(words)


def _described(frozen: AnchorsFile) -> str:
    gold = f"gold for {len(frozen.gold):,}" if frozen.gold is not None else "no gold"
    lines = [f"{len(frozen.items):,} anchors ({gold}), {frozen.replicates} verdicts each, of {frozen.created_at[:10]}, expire on {frozen.expires[:10]}"]
    for one in frozen.noise:
        head = f"noise floor of {_clean(one.judge)} on {_clean(one.criterion)}"
        interval = f" (95 %: {one.low:.1%} to {one.high:.1%})" if one.low is not None and one.high is not None else ""
        lines.append(f"{head}: unknown, {_clean(one.undefined or '')}" if one.value is None else f"{head}: {one.value:.1%} of two verdicts differ{interval}")
    return "\n".join(lines)


def _clean(text: str) -> str:
    from judgeaudit.report.text import clean

    return clean(text)
