"""Make the calls of a plan that are not stored yet: the plain ones first, then those of probes that build on what was said."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from judgeaudit.api.probing import has_second_stage, second_stage
from judgeaudit.domain.calls import CallRecord, CallSpec

if TYPE_CHECKING:
    from judgeaudit.api.run import Prepared
    from judgeaudit.judging.client import Client
    from judgeaudit.judging.execute import Execution, Limits, Progress, Session
    from judgeaudit.judging.probe_plan import ProbePlan
    from judgeaudit.store import RunDirectory

OnStart = Callable[[Path, int, int], None]
OnProgress = Callable[["Progress"], None]


@dataclass(frozen=True)
class Made:
    """How the calls ended, and what was planned of the probes of the second stage."""

    execution: Execution
    second: ProbePlan


def make_calls(
    prepared: Prepared, directory: RunDirectory, limits: Limits, *, on_start: OnStart | None = None, on_progress: OnProgress | None = None
) -> Made:  # fmt: skip
    """Make every call that is missing.

    Both stages draw on the same limits and count as one progress, whose total grows when the second stage is planned. What is planned of it
    depends on stored calls alone: an item whose plain verdicts are not all there waits for the next time.
    """
    from judgeaudit.api.event_loop import run_stoppable

    planned = Planned(prepared, directory)
    planned.plan_second()
    if on_start is not None:
        on_start(directory.path, *planned.counts())
    execution = run_stoppable(_Calling(planned, limits, on_progress).work)
    return Made(execution, planned.second)


class Planned:
    """What is planned of a run, and what of it is stored."""

    def __init__(self, prepared: Prepared, directory: RunDirectory) -> None:
        self.prepared = prepared
        self.directory = directory
        self.second: ProbePlan
        self.records: Sequence[CallRecord] = ()

    def read(self) -> None:
        """Read what is stored."""
        self.records = self.directory.read_calls()

    def plan_second(self) -> None:
        """Read what is stored, and plan what follows from it; run.json says what was planned before any of it is asked."""
        prepared = self.prepared
        self.read()
        wanted = {spec.key for spec in prepared.specs}
        self.second = second_stage(prepared.inputs, prepared.parameters, [record for record in self.records if record.key in wanted])
        rows = [asdict(row) for row in (*prepared.probes, *self.second.rows)]
        if rows and self.directory.manifest.get("probes") != rows:
            self.directory.write_manifest({**self.directory.manifest, "probes": rows})

    def counts(self) -> tuple[int, int]:
        """Calls that are planned so far, and how many of them are stored."""
        specs = (*self.prepared.specs, *self.second.specs)
        return len(specs), len(specs) - len(self.missing(specs))

    def missing(self, specs: Sequence[CallSpec]) -> list[CallSpec]:
        """Specs that need a call. One that ended without any reply, or still has a longer try to come, is made again."""
        from judgeaudit.store import is_finished

        wanted = {spec.key for spec in specs}
        done = {record.key for record in self.records if record.key in wanted and is_finished(record)}
        return [spec for spec in specs if spec.key not in done]


class _Calling:
    """The state of one session of a run."""

    def __init__(self, planned: Planned, limits: Limits, on_progress: OnProgress | None) -> None:
        self.planned = planned
        self.prepared = planned.prepared
        self.limits = limits
        self.on_progress = on_progress
        self.clients: dict[str, Client] = {}

    async def work(self, stop: asyncio.Event) -> Execution:
        """Both stages."""
        from judgeaudit.judging.execute import Session

        session = Session(self.limits)
        try:
            first = await self._make(self.prepared.specs, session, stop, without=())
            if not has_second_stage(self.prepared.inputs.rubric):
                return first
            self.planned.plan_second()
            if stop.is_set():
                return first
            return _joined(first, await self._make(self.planned.second.specs, session, stop, without=first.stopped))
        finally:
            for client in self.clients.values():
                await client.close()

    async def _make(self, specs: Sequence[CallSpec], session: Session, stop: asyncio.Event, *, without: Iterable[str]) -> Execution:
        from judgeaudit.judging.execute import execute

        left_out = {*self.prepared.not_ready, *without}
        missing = [spec for spec in self.planned.missing(specs) if spec.judge not in left_out]
        await self._open({spec.judge for spec in missing})
        return await execute(
            missing, self.clients, write=self.planned.directory.append, limits=self.limits, on_progress=self.on_progress, stop=stop, session=session
        )  # fmt: skip

    async def _open(self, needed: set[str]) -> None:
        """A client for each judge that is asked, kept for both stages."""
        from judgeaudit.judging.client import open_client

        inputs, rubric = self.prepared.inputs, self.prepared.inputs.rubric
        for judge in rubric.judges:
            if judge.name in needed and judge.name not in self.clients:
                self.clients[judge.name] = await open_client(
                    judge, self.prepared.parameters[judge.name], folder=inputs.folder, prices=rubric.prices, items=inputs.items, criteria=rubric.criteria
                )


def _joined(first: Execution, second: Execution) -> Execution:
    """Two stages as one; the counts of the second go on from those of the first."""
    return replace(
        second,
        stopped={**first.stopped, **second.stopped},
        incomplete=tuple(dict.fromkeys(first.incomplete + second.incomplete)),
        interrupted=first.interrupted or second.interrupted,
        notes=tuple(dict.fromkeys(first.notes + second.notes)),
    )
