"""The command that watches a stream: monitor."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from judgeaudit.cli.say import say
from judgeaudit.errors import OptionError

StateFile = Annotated[Path, typer.Option("--state", metavar="FILE", help="The state of the watch: one file.", show_default=False)]


def monitor(
    state: StateFile,
    init: Annotated[Path | None, typer.Option("--init", metavar="BASELINE", help="Begin: the verdicts that were approved, a run directory, anchors.")] = None,
    update: Annotated[Path | None, typer.Option("--update", metavar="FILE", help="Feed new verdicts; the same file twice changes nothing.")] = None,
    status: Annotated[bool, typer.Option("--status", help="Say where the watch stands.")] = False,
    acknowledge: Annotated[bool, typer.Option("--acknowledge", help="Take back an alarm that somebody has seen, and begin anew.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="With --update and --status: a folder for where the watch stands, to publish.")
    ] = None,
    gold: Annotated[Path | None, typer.Option("--gold", metavar="FILE", help="With --init: labels by people; items that have one are the anchors.")] = None,
    rubric: Annotated[Path | None, typer.Option("--rubric", metavar="R", help="With --init: the rubric; its scale applies.")] = None,
    production: Annotated[
        Path | None, typer.Option("--production", metavar="FILE", help="With --init: the baseline's production, from a file of its own.")
    ] = None,
    judge: Annotated[str | None, typer.Option("--judge", metavar="J", help="With --init: which judge, where there are more.")] = None,
    criterion: Annotated[str | None, typer.Option("--criterion", metavar="C", help="With --init: which criterion, where there are more.")] = None,
    label: Annotated[str | None, typer.Option("--label", metavar="L", help="With --init: the label whose share is watched. Default: the first.")] = None,
    alpha: Annotated[
        float | None, typer.Option("--alpha", metavar="A", help="With --init: how often a stream without drift may ever alarm. Default: 0.05.")
    ] = None,
    window: Annotated[int | None, typer.Option("--window", metavar="DAYS", help="With --init: how long a row is remembered. Default: 30.")] = None,
) -> None:
    """Watch a stream of verdicts for drift, batch by batch. Exit 1 on an alarm that names its cause, 3 where it is undecided or nothing was measured."""
    given = {
        "gold": gold,
        "rubric": rubric,
        "production": production,
        "judge": judge,
        "criterion": criterion,
        "label": label,
        "alpha": alpha,
        "window_days": window,
    }
    run(state, init=init, update=update, status=status, acknowledge=acknowledge, out=out, options=given)


def run(state: Path, *, init: Path | None, update: Path | None, status: bool, acknowledge: bool, out: Path | None, options: Mapping[str, Any]) -> None:
    """Do the one thing that was asked, print where the watch stands, exit with its code."""
    from judgeaudit.api.monitor import fed_before, monitor_acknowledge, monitor_init, monitor_status, monitor_update
    from judgeaudit.api.monitor_out import history_path

    asked = [name for name, on in (("--init", init), ("--update", update), ("--status", status), ("--acknowledge", acknowledge)) if on]
    if len(asked) != 1:
        what = "nothing is asked of the watch" if not asked else f"{' and '.join(asked)} cannot be done at once"
        raise OptionError(what, where="monitor", fix="give one of --init BASELINE, --update FILE, --status, --acknowledge")
    given = {name: value for name, value in options.items() if value is not None}
    if given and init is None:
        names = ", ".join(f"--{name.removesuffix('_days')}" for name in given)
        raise OptionError(f"{names} can only be given when a watch begins", where=asked[0], fix="leave it out, or begin another state with --init")
    if out is not None and asked[0] in ("--init", "--acknowledge"):
        raise OptionError("--out belongs to --update and --status", where=asked[0], fix="leave it out")
    if init is not None:
        found = monitor_init(state, init, **given)
        _print(found)
        typer.echo(f"state: {state}\nnext: judgeaudit monitor --state {state} --update FILE")
        raise typer.Exit(0)
    if acknowledge:
        _print(monitor_acknowledge(state))
        raise typer.Exit(0)
    if update is not None and (known := fed_before(state, update)) is not None:
        say(f"this file was fed before (check {known}): nothing changed")
    found = monitor_update(state, update, out=out) if update is not None else monitor_status(state, out=out)
    _print(found)
    page = history_path(state)
    if page.is_file():
        say(f"history: {page}")
    raise typer.Exit(found.exit_code)


def _print(status: Any) -> None:
    """Where the watch stands, in a few lines."""
    from judgeaudit.report.text import clean

    last = status.checks[-1] if status.checks else None
    lines = [f"{status.judge} on {status.criterion}: {status.attribution}. {status.sentence}"]
    lines.append(
        f"watched: {status.scale}; baseline {_number(status.baseline_mean)} from {status.n_baseline} production items, {status.n_anchors} anchors"
        + (f", noise {status.noise:.3f}" if status.noise is not None else "")
    )
    if last is not None and not last.acknowledged:
        lines.append(f"check {last.n} ({last.name}): {last.new} new rows, {last.repeats} repeats, {last.late} late, {last.elsewhere} about others")
        for name, shift in (("product", last.product_shift), ("judge", last.judge_shift), ("system", last.system_shift), ("mix", last.mix_shift)):
            said = shift.reason if shift.value is None else f"{shift.value:+.3f} ({shift.low:+.3f} to {shift.high:+.3f})"
            lines.append(f"  {name:8s} {said}; evidence 10^{getattr(last, f'e_{name}'):.1f} of 10^{last.threshold:.1f}")
    if status.n_checks and status.smallest_judge_shift is not None:
        lines.append(f"smallest shift of the judge that {status.n_anchor_rows} anchor verdicts would have shown: {status.smallest_judge_shift:.3f}")
    lines += [f"warning: {text}" for text in status.warnings]
    say("\n".join(clean(line) for line in lines))


def _number(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.3f}"
