"""Make the calls of a plan on the workers of a cluster, in rounds: each deals what is missing to the workers that are there, with a part of the limits for each.

What a worker that died had stored counts; the rest is dealt again, otherwise. What a limit left over in one round is there for the next.
"""

from __future__ import annotations

import contextlib
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from judgeaudit import __version__
from judgeaudit.api.calling import Made, OnProgress, OnStart, Planned
from judgeaudit.api.dealing import parts_of
from judgeaudit.api.inputs import Inputs
from judgeaudit.api.ledger import Ledger, told_of
from judgeaudit.api.on_worker import LINE, Assignment, check_judges, judge_calls
from judgeaudit.api.probing import has_second_stage
from judgeaudit.domain.calls import CallSpec
from judgeaudit.errors import JudgeError

if TYPE_CHECKING:
    from judgeaudit.api.run import Prepared
    from judgeaudit.judging.execute import Execution, Limits
    from judgeaudit.scale.crew import Crew
    from judgeaudit.scale.fresh_process import Died
    from judgeaudit.store import CallsFile, RunDirectory


def not_ready_on(crew: Crew, inputs: Inputs) -> dict[str, JudgeError]:
    """Why judges cannot be asked from every worker that is there, by name. A judge that holds a credential is not sent to them.

    Raises
    ------
    OptionError
        A worker has another judgeaudit, or none.
    """
    from judgeaudit.judging.redact import credentials_in
    from judgeaudit.scale.on_dask import other_version

    found: dict[str, JudgeError] = {}
    for judge in inputs.rubric.judges:
        held = credentials_in(judge)
        if held:
            what = f"its {' and '.join(held)} may hold a credential, and would be sent to the workers"
            fix = "api_key_env: NAME of a variable in the environment of the workers"
            found[judge.name] = JudgeError(what, where=f"judge {judge.name}", fix=fix)
    asked = tuple(judge for judge in inputs.rubric.judges if judge.name not in found)
    answers = crew.perform(check_judges, dict.fromkeys(crew.workers(), (asked, str(inputs.folder.resolve()))))
    if crew.interrupted:
        raise KeyboardInterrupt
    for worker, answer in sorted(answers.items()):
        if answer is not None and answer[0] != __version__:
            raise other_version(f"{worker} has {answer[0]}, this is {__version__}")
        for name, reason in {} if answer is None else answer[1].items():
            found.setdefault(name, JudgeError(f"it cannot be asked from the worker {worker}: {reason}"))
    return found


def make_calls_on(
    crew: Crew, prepared: Prepared, directory: RunDirectory, limits: Limits, *, on_start: OnStart | None = None, on_progress: OnProgress | None = None
) -> Made:  # fmt: skip
    """`judgeaudit.api.calling.make_calls` on the workers of a crew."""
    work = _Rounds(crew, prepared, directory, limits, on_progress)
    work.planned.plan_second()
    if on_start is not None:
        on_start(directory.path, *work.planned.counts())
    work.ask(prepared.specs)
    if has_second_stage(prepared.inputs.rubric):
        work.planned.plan_second()
        if not crew.interrupted:
            work.ask(work.planned.second.specs)
    return Made(work.execution(), work.planned.second)


class _Rounds:
    """The state of one session."""

    def __init__(self, crew: Crew, prepared: Prepared, directory: RunDirectory, limits: Limits, on_progress: OnProgress | None) -> None:
        from judgeaudit.judging.execute import Progress

        self.crew = crew
        self.prepared = prepared
        self.directory = directory
        self.on_progress = on_progress
        self.planned = Planned(prepared, directory)
        self.ledger = Ledger(limits)
        self.progress = Progress(planned=0)
        self.rounds = 0
        self.done = 0
        self.running: dict[int, Sequence[float]] = {}
        self.files: dict[int, CallsFile] = {}
        self.lines: Counter[int] = Counter()

    def ask(self, specs: Sequence[CallSpec]) -> None:
        """All calls of a stage, in as many rounds as it takes."""
        missing = self.planned.missing(specs)
        self.progress.planned += len(missing)
        while not self.crew.interrupted and (todo := self.ledger.todo(missing, self.prepared.not_ready)):
            workers = self.crew.workers()
            if not workers:
                self.ledger.incomplete["no worker of the cluster is left"] = None
                return
            more = self._round(self._assignments(todo, workers))
            missing = self.planned.missing(specs)
            self.done = self.progress.planned - sum(spec.key not in self.ledger.failed for spec in missing)
            self._show()
            if not more:
                return

    def execution(self) -> Execution:
        """How it ended."""
        from judgeaudit.judging.execute import Execution

        ledger, interrupted = self.ledger, self.crew.interrupted
        if interrupted and self.done < self.progress.planned:
            ledger.incomplete["interrupted"] = None
        return Execution(
            finished=self.done,
            requests=ledger.requests,
            stopped=dict(ledger.stopped),
            incomplete=tuple(ledger.incomplete),
            interrupted=interrupted,
            notes=tuple(ledger.notes),
        )

    def _assignments(self, todo: Sequence[CallSpec], workers: Sequence[str]) -> dict[str, Assignment]:
        """The calls and the limits of this round, by worker."""
        from judgeaudit.store import task_files

        calls, usd = self.ledger.left()
        limits = self.ledger.limits
        lots = self.ledger.lots(todo, len(workers), first=self.rounds == 0, salt=str(self.rounds))
        sizes = list(map(len, lots))
        grants = [None] * len(lots) if calls is None else parts_of(calls, sizes)
        widths = parts_of(limits.concurrency, [1] * len(lots))
        first = max(task_files(self.directory.path), default=-1) + 1
        found = {}
        for n, lot in enumerate(lots):
            if grants[n] != 0:
                part = replace(limits, max_calls=grants[n], concurrency=widths[n], max_cost_usd=None if usd is None else usd * sizes[n] / sum(sizes))
                found[workers[n]] = self._assignment(first + n, lot, part, len(lots), n + (self.rounds > 0))
        return found

    def _assignment(self, number: int, lot: Sequence[CallSpec], limits: Limits, of: int, turns: int) -> Assignment:
        from judgeaudit.judging.limiter import Share

        inputs, rubric = self.prepared.inputs, self.prepared.inputs.rubric
        names, ids = {spec.judge for spec in lot}, {spec.item_id for spec in lot}
        return Assignment(
            number=number,
            folder=str(self.directory.path.resolve()),
            mark="",
            rubric_folder=str(inputs.folder.resolve()),
            judges=tuple(judge for judge in rubric.judges if judge.name in names),
            criteria=rubric.criteria,
            prices=rubric.prices,
            items=tuple(item for item in inputs.items if item.id in ids),
            parameters={name: one for name, one in self.prepared.parameters.items() if name in names},
            specs=tuple(lot),
            limits=limits,
            share=Share(of, turns),
            dearest={name: usd for name, usd in self.ledger.dearest.items() if name in names},
        )

    def _round(self, assignments: Mapping[str, Assignment]) -> bool:
        """One round; whether another may bring more."""
        from judgeaudit.scale.fresh_process import Died
        from judgeaudit.store import CallsFile, mend

        self.rounds += 1
        before = self.ledger.requests
        with marked(self.directory) as mark, contextlib.ExitStack() as files:
            for one in assignments.values():
                self.files[one.number] = CallsFile(self.directory.path / f"calls-{one.number}.jsonl")
                files.callback(self.files[one.number].close)
            answers = self.crew.perform(judge_calls, {worker: replace(one, mark=mark) for worker, one in assignments.items()}, hear=self._hear)
        for worker, judged in answers.items():
            one = assignments[worker]
            if judged is None or isinstance(judged, Died):
                self.ledger.book_loss(one, told_of(self.running, one.number))
                self._note_loss(worker, judged)
                continue
            self.ledger.book(one, judged)
            if judged.lines > self.lines[one.number]:
                self.ledger.incomplete[f"{judged.lines - self.lines[one.number]} calls that the worker {worker} made did not arrive here"] = None
        self.running.clear()
        mend(self.directory.path)
        self.planned.read()
        return self.ledger.requests > before or any(judged is None or isinstance(judged, Died) for judged in answers.values())

    def _note_loss(self, worker: str, died: Died | None) -> None:
        if self.crew.interrupted and died is None:
            self.ledger.incomplete[f"the worker {worker} did not stop in time"] = None
            return
        who = f"the worker {worker}" if died is None else f"the process of the python: judges on the worker {worker} ended by itself ({died.how}): it"
        what = "was lost while it judged: what it had stored is here, and the rest was dealt again. Requests that were under way may have been billed too"
        self.ledger.notes[f"{who} {what}"] = None

    def _hear(self, message: Sequence[Any]) -> None:
        """A line of a worker that does not see the folder, or how far one is."""
        number, kind, *rest = message
        if kind == LINE:
            self.files[number].append(rest[0])
            self.lines[number] += 1
        else:
            self.running[number] = rest
            self._show()

    def _show(self) -> None:
        """Progress: what is booked, and what is said of this round."""
        done, failed, requests, known_usd, unknown = (sum(told) for told in zip(*self.running.values(), (0, 0, 0, 0.0, 0), strict=True))
        progress, ledger = self.progress, self.ledger
        progress.done, progress.failed = self.done + int(done), len(ledger.failed) + int(failed)
        progress.requests, progress.known_usd = ledger.requests + int(requests), ledger.known_usd + known_usd
        progress.unknown_cost_calls = ledger.unknown_cost_calls + int(unknown)
        if self.on_progress is not None:
            self.on_progress(progress)


@contextlib.contextmanager
def marked(directory: RunDirectory) -> Iterator[str]:
    """The name of a file in the run directory, there for a round: a worker that sees it shares the folder with us."""
    from judgeaudit.store import TEMPORARY, write_bytes

    mark = directory.path / f".mark{TEMPORARY}{uuid.uuid4().hex}"
    write_bytes(mark, b"")
    try:
        yield mark.name
    finally:
        mark.unlink(missing_ok=True)
