"""What a worker of a cluster does: say which judges it could ask, and make the calls that it was given. All of it is sent from process to process, so it holds no key.

A worker may live for weeks, and would remember the user's code as it was: `python:` judges are imported and asked in a new process for each task.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judgeaudit import __version__
from judgeaudit.domain.calls import CallRecord, CallSpec, EffectiveParameters
from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Criterion, Judge, Price
from judgeaudit.errors import JudgeError

if TYPE_CHECKING:
    from judgeaudit.judging.client import Client
    from judgeaudit.judging.execute import Limits, Progress, Session
    from judgeaudit.judging.limiter import Share
    from judgeaudit.scale.fresh_process import Died, Link
    from judgeaudit.store import CallsFile

SECONDS_BETWEEN_LOOKS = 0.2
SECONDS_BETWEEN_WORDS = 0.5
PROGRESS, LINE = "progress", "line"
"""What a worker tells: [number, PROGRESS, done, failed, requests, known USD, calls of unknown cost] or [number, LINE, line]."""

_one_at_a_time = threading.Lock()
"""A worker may have several threads, and judges (an embedded model) are one for a process."""


@dataclass(frozen=True)
class Assignment:
    """The calls that one worker makes.

    Attributes
    ----------
    number : int
        Of its file of calls in the run directory.
    folder : str
        The run directory, as the client sees it.
    mark : str
        A file that the client made in it: a worker that does not see it tells its lines to the client instead of writing them.
    rubric_folder : str
        Where `python:` judges may be.
    judges, criteria, prices, items, parameters : what the calls are about
    specs : tuple of CallSpec
    limits, share, dearest : this worker's part of them; see `judgeaudit.judging.lanes.Session`
    """

    number: int
    folder: str
    mark: str
    rubric_folder: str
    judges: tuple[Judge, ...]
    criteria: tuple[Criterion, ...]
    prices: Mapping[str, Price]
    items: tuple[Item, ...] = field(repr=False)
    parameters: Mapping[str, EffectiveParameters] = field(repr=False)
    specs: tuple[CallSpec, ...] = field(repr=False)
    limits: Limits
    share: Share
    dearest: Mapping[str, float]


@dataclass(frozen=True)
class Judged:
    """How it ended. `failed` are keys of calls that need another time, `ran_out` is whether the limits ended it, `lines` how many were told, `spent` USD."""

    requests: int
    spent: float
    dearest: Mapping[str, float]
    stopped: Mapping[str, str]
    notes: tuple[str, ...]
    failed: tuple[str, ...]
    ran_out: bool
    lines: int
    progress: tuple[Any, ...]


def check_judges(topic: str, asked: tuple[tuple[Judge, ...], str]) -> tuple[str, dict[str, str]]:
    """The version of judgeaudit here, and why a judge cannot be asked from here, by its name; of judges and the rubric's folder."""
    from judgeaudit.scale.crew import link_to
    from judgeaudit.scale.fresh_process import Died, in_fresh_process

    judges, folder = asked
    theirs, ours = [judge for judge in judges if judge.kind == "python"], [judge for judge in judges if judge.kind != "python"]
    version, found = __version__, {}
    if theirs:
        answer = in_fresh_process(link_to(topic), _why_not, (theirs, folder))
        if isinstance(answer, Died):
            found = dict.fromkeys((judge.name for judge in theirs), f"the process that imported it ended ({answer.how}); the worker's log may say why")
        else:
            version, found = answer
    with _one_at_a_time:
        return version, {**found, **_why_not(None, (ours, folder))[1]}


def _why_not(link: Link | None, asked: tuple[Sequence[Judge], str]) -> tuple[str, dict[str, str]]:
    """`check_judges` in this process."""
    from judgeaudit.judging.client import check_ready

    judges, folder = asked
    found = {}
    for judge in judges:
        try:
            check_ready(judge, Path(folder))
        except JudgeError as error:
            found[judge.name] = str(error)
    return __version__, found


def judge_calls(topic: str, given: Assignment) -> Judged | Died | None:
    """Make the calls, each stored when it is made; None where that was begun before by a process that is dead: its file is there."""
    from judgeaudit.scale.crew import link_to
    from judgeaudit.scale.fresh_process import in_fresh_process

    link = link_to(topic)
    if any(judge.kind == "python" for judge in given.judges):
        return in_fresh_process(link, _judge_here, given)
    with _one_at_a_time:
        return _judge_here(link, given)


def _judge_here(link: Link, given: Assignment) -> Judged | None:
    """`judge_calls` in this process."""
    from judgeaudit.store import new_calls_file

    folder = Path(given.folder)
    file: CallsFile | None = None
    if (folder / given.mark).exists():
        try:
            file = new_calls_file(folder, given.number)
        except OSError:  # it may be read here and not written
            return _Work(link, given, None).done()
        if file is None:
            return None
    try:
        return _Work(link, given, file).done()
    finally:
        if file is not None:
            file.close()


class _Work:
    """One assignment, as it is being done."""

    def __init__(self, link: Link, given: Assignment, file: CallsFile | None) -> None:
        from judgeaudit.judging.execute import Session

        self.link = link
        self.given = given
        self.file = file
        self.session: Session = Session(given.limits, share=given.share, dearest=given.dearest)
        self.clients: dict[str, Client] = {}
        self.stopped: dict[str, str] = {}
        self.written: dict[str, bool] = {}
        self.lines = 0
        self.told_at = 0.0

    def done(self) -> Judged:
        """Do it."""
        return asyncio.run(self._judge())

    async def _judge(self) -> Judged:
        from judgeaudit.judging.execute import execute

        stop = asyncio.Event()
        watching = asyncio.create_task(self._watch(stop))
        try:
            await self._open()
            specs = [spec for spec in self.given.specs if spec.judge in self.clients]
            ended = await execute(
                specs, self.clients, write=self._write, limits=self.given.limits, on_progress=self._progress, stop=stop, session=self.session
            )  # fmt: skip
        finally:
            watching.cancel()
            for client in self.clients.values():
                await client.close()
        left = any(spec.key not in self.written and spec.judge not in ended.stopped for spec in specs)
        budget, where = self.session.budget, self.link.worker
        return Judged(
            requests=budget.requests,
            spent=budget.spent,
            dearest=budget.dearest,
            stopped={name: f"{reason} (on the worker {where})" for name, reason in {**self.stopped, **ended.stopped}.items()},
            notes=ended.notes,
            failed=tuple(key for key, finished in self.written.items() if not finished),
            ran_out=left or not budget.calls_left,
            lines=self.lines,
            progress=_counts(self.session.progress),
        )

    async def _open(self) -> None:
        """A client for every judge; one that cannot be asked here is named."""
        from judgeaudit.judging.client import open_client

        given = self.given
        for judge in given.judges:
            try:
                self.clients[judge.name] = await open_client(
                    judge, given.parameters[judge.name], folder=Path(given.rubric_folder), prices=given.prices, items=given.items, criteria=given.criteria
                )
            except JudgeError as error:
                self.stopped[judge.name] = str(error)

    async def _watch(self, stop: asyncio.Event) -> None:
        while not self.link.is_stopped():
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        stop.set()

    def _write(self, record: CallRecord) -> None:
        from judgeaudit.store import is_finished, line_of

        line = line_of(record)
        if self.file is not None:
            self.file.append(line)
        else:
            self.link.tell([self.given.number, LINE, line])
            self.lines += 1
        self.written[record.key] = is_finished(record)

    def _progress(self, progress: Progress) -> None:
        now = time.monotonic()
        if now - self.told_at >= SECONDS_BETWEEN_WORDS:
            self.told_at = now
            self.link.tell([self.given.number, PROGRESS, *_counts(progress)])


def _counts(progress: Progress) -> tuple[Any, ...]:
    return progress.done, progress.failed, progress.requests, progress.known_usd, progress.unknown_cost_calls
