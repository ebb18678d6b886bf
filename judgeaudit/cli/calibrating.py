"""The commands that use labels by people: calibrate, apply, budget."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import typer

from judgeaudit.cli.say import say

SECONDS_BEFORE_WORD = 1.0
SECONDS_BETWEEN_WORDS = 10.0


class Stages:
    """Says on stderr what is being done: every step that begins after a second, those that take long always, and every ten seconds that it goes on."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._ended = threading.Event()
        self._what = ""

    def __enter__(self) -> Stages:
        threading.Thread(target=self._remind, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()

    def __call__(self, what: str) -> None:
        """Called with what is about to be done; names in it are foreign, and no control sequence of theirs reaches the terminal."""
        from judgeaudit.report.text import clean

        self._what = clean(what)
        if time.monotonic() - self._started >= SECONDS_BEFORE_WORD or what.startswith(("auditing", "routing")):
            typer.echo(f"{self._what} ...", err=True)

    def _remind(self) -> None:
        while not self._ended.wait(SECONDS_BETWEEN_WORDS):
            if self._what:
                typer.echo(f"still {self._what} ({time.monotonic() - self._started:.0f} s)", err=True)


def calibrate(
    source: Path,
    gold: Path | None,
    rubric: Path | None,
    *,
    items: Path | None,
    epsilon: float | None,
    max_risk: float | None,
    delta: float | None,
    out: Path | None,
    embedder: str | None,
    texts: bool,
    show: Callable[[object], None],
    width: int,
) -> None:
    """Calibrate, print the audit and where everything is, exit with the audit's code."""
    from judgeaudit import thresholds
    from judgeaudit.api.calibrate import calibrate as run
    from judgeaudit.cli.progress import EmbeddingBar
    from judgeaudit.report.plain_decisions import render_plain_decisions

    folder = out or Path("reports") / f"{source.stem or 'verdicts'}-calibration"
    bar = EmbeddingBar()
    with Stages() as stages:
        try:
            found = run(
                source, gold, rubric, items=items, epsilon=epsilon, max_risk=thresholds.MAX_RISK if max_risk is None else max_risk,
                delta=thresholds.RISK_DELTA if delta is None else delta, out=folder, texts=texts, embedder=embedder, on_embed=bar.update, on_stage=stages,
            )  # fmt: skip
        finally:
            bar.stop()
    assert found.audit is not None
    show(found.audit)
    if plain := render_plain_decisions(found.audit.data, width=width):
        say(f"\n{plain}\n")
    typer.echo(f"calibration: {folder / 'calibration.json'}\njudge card: {folder / 'judge_card.html'} (and judge_card.md)")
    raise typer.Exit(found.audit.exit_code)


def apply(calibration: Path, verdicts: Path, *, gold: Path | None, out: Path | None, despite_decision: bool, width: int) -> None:
    """Apply, write the routed verdicts, print; with probes the exit code says whether the calibration carries over."""
    from judgeaudit.api.apply import apply_calibration
    from judgeaudit.api.apply_out import routed_path, write_routed
    from judgeaudit.api.calibrate import load_calibration
    from judgeaudit.report.applied import render_applied
    from judgeaudit.report.text import clean

    path = routed_path(verdicts, out, others={"the probes": gold, "the calibration": calibration})
    with Stages() as stages:
        found = apply_calibration(load_calibration(calibration).data, verdicts, gold=gold, despite_decision=despite_decision, on_stage=stages)
        stages(f"writing {path}")
        write_routed(path, found)
    if found.not_kept:
        typer.echo(f"columns that the verdict format does not have are not in {path.name}: {clean(', '.join(found.not_kept[:10]))}", err=True)
    say(render_applied(found.summary, width=width, written=str(path)))
    words = {check.verdict for check in found.summary.checks}
    raise typer.Exit(1 if "FAIL" in words or found.summary.broken_rules else 3 if "INCONCLUSIVE" in words else 0)


def budget(options: Mapping[str, Any], *, as_json: bool, width: int) -> None:
    """Print a label budget."""
    from judgeaudit.api.budget import budget as plan
    from judgeaudit.report.applied import render_budget

    found = plan(**options)
    say(found.model_dump_json(indent=1) if as_json else render_budget(found, width=width))
