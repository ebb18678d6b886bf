"""Progress of a run: a bar on a terminal, a plain line now and then elsewhere. Goes to stderr, so that stdout stays the result."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from judgeaudit.judging.execute import Progress

SECONDS_BETWEEN_LINES = 5.0
SECONDS_BEFORE_BAR = 1.0


class Bar:
    """Shows done, failed, cost and time left."""

    def __init__(self) -> None:
        self._shown: Any = None
        self._task: Any = None
        self._last_line = 0.0
        self._marks: deque[tuple[float, int]] = deque(maxlen=6)
        self._planned = 0
        self._stored = 0

    def start(self, folder: Path, planned: int, stored: int) -> None:
        """Say what is about to happen."""
        self._planned, self._stored = planned, stored
        have = f", {stored} of them stored already" if stored else ""
        typer.echo(f"run directory {folder}: {planned} calls{have}", err=True)
        if sys.stderr is not None and sys.stderr.isatty() and planned > stored:
            self._start_bar(planned, stored)

    def warn(self, text: str) -> None:
        """Say what should be read before anything is asked."""
        typer.echo(f"warning: {text}", err=True)

    def _start_bar(self, planned: int, stored: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

        self._shown = Progress(
            TextColumn("judging"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[extra]}"), TimeElapsedColumn(), TextColumn("left"),
            TimeRemainingColumn(), console=Console(stderr=True),
        )  # fmt: skip
        self._task = self._shown.add_task("judging", total=planned, completed=stored, extra="")
        self._shown.start()

    def update(self, progress: Progress) -> None:
        """Called after every call."""
        extra = _extra(progress)
        # Probes that build on verdicts are planned when these are there: then the total grows.
        self._planned = max(self._planned, self._stored + progress.planned)
        if self._shown is not None:
            self._shown.update(self._task, total=self._planned, completed=self._stored + progress.done, extra=extra)
            return
        now = time.monotonic()
        if now - self._last_line >= SECONDS_BETWEEN_LINES or progress.done == progress.planned:
            self._last_line = now
            self._marks.append((now, progress.done))
            typer.echo(f"judging: {self._stored + progress.done}/{self._planned}, {extra}{self._left(progress)}", err=True)

    def _left(self, progress: Progress) -> str:
        """Time left by the pace of the last lines: a fast judge that has finished says nothing about a slow one."""
        (then, before), (now, done) = self._marks[0], self._marks[-1]
        if done <= before or done >= progress.planned:
            return ""
        return f", about {(now - then) / (done - before) * (progress.planned - done):.0f} s left"

    def stop(self) -> None:
        """Leave the terminal as it was."""
        if self._shown is not None:
            self._shown.stop()
            self._shown = None


class EmbeddingBar:
    """Shows how many texts are embedded; says nothing of work that is done within `SECONDS_BEFORE_BAR`. `after` ends the bar before it."""

    def __init__(self, *, after: Callable[[], None] | None = None) -> None:
        self._after = after
        self._shown: Any = None
        self._task: Any = None
        self._started: float | None = None
        self._last_line = 0.0

    def update(self, done: int, total: int) -> None:
        """Called a few times a second."""
        now = time.monotonic()
        if self._started is None:
            self._started = self._last_line = now
            if self._after is not None:
                self._after()
        if done >= total:
            self.stop()
        elif now - self._started < SECONDS_BEFORE_BAR:
            return
        elif sys.stderr is not None and sys.stderr.isatty():
            self._show(done, total)
        elif now - self._last_line >= SECONDS_BETWEEN_LINES:
            self._last_line = now
            left = (now - self._started) / max(1, done) * (total - done)
            typer.echo(f"embedding: {done}/{total} texts, about {left:.0f} s left", err=True)

    def _show(self, done: int, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

        if self._shown is None:
            self._shown = Progress(
                TextColumn("embedding"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(),
                console=Console(stderr=True),
            )  # fmt: skip
            self._task = self._shown.add_task("embedding", total=total)
            self._shown.start()
        self._shown.update(self._task, completed=done, total=total)

    def stop(self) -> None:
        """Leave the terminal as it was; what is embedded next counts anew."""
        if self._shown is not None:
            self._shown.stop()
        self._shown = self._started = None


def _extra(progress: Progress) -> str:
    cost = f"${progress.known_usd:.4f}" + (f" + {progress.unknown_cost_calls} calls of unknown cost" if progress.unknown_cost_calls else "")
    return f"failed {progress.failed}, cost {cost}"


class Counting:
    """Says how many rows of a file are read, now and then, where it takes longer than `SECONDS_BEFORE_BAR`."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._last = time.monotonic() - SECONDS_BETWEEN_LINES + SECONDS_BEFORE_BAR

    def __enter__(self) -> Counting:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def __call__(self, source: str, rows: int) -> None:
        """Called after every chunk."""
        now = time.monotonic()
        if now - self._last >= SECONDS_BETWEEN_LINES:
            self._last = now
            typer.echo(f"{source}: {rows:,} {self._what}", err=True)
