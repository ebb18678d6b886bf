"""Make the planned calls: one lane for each judge, a few workers in each lane, every attempt recorded.

Each finished call is handed to `write` before it counts. A call ends with a reply, with an error that repeating cannot mend,
or after `MAX_ATTEMPTS` failures; in each case it becomes one record. A reply is never asked for again because of what it
says: HTML, empty choices and null content are paid replies and become rows with status error. The one exception is a reply
that ended at the token limit that we sent: it is asked for once more with twice the limit, and both attempts are kept.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from judgeaudit.domain.calls import Attempt, CallRecord, CallSpec
from judgeaudit.errors import OptionError
from judgeaudit.judging.budget import Limits
from judgeaudit.judging.client import Asked, Client
from judgeaudit.judging.lanes import Call, Lane, Progress, RunState, Session, record_of
from judgeaudit.judging.retry import MAX_ATTEMPTS, backoff_s

__all__ = ["Execution", "Limits", "Progress", "Session", "execute"]

GRACE_S = 5.0
"""After a stop, requests under way may take so long to end; then they are given up (and may have been billed)."""

SILENT_CALLS = 10
"""So many calls in a row without any HTTP answer, each after all its attempts: nobody is there, and the judge is stopped."""

HERD_S = 0.25
"""Calls that wait for the same Retry-After start within this time, not all at once."""


@dataclass(frozen=True, slots=True)
class Execution:
    """How it ended; of a session, counted from its beginning. `stopped` maps a judge to why it was asked no more; `incomplete` and `notes` are words for the user."""

    finished: int
    requests: int
    stopped: dict[str, str]
    incomplete: tuple[str, ...]
    interrupted: bool
    notes: tuple[str, ...] = ()


async def execute(
    specs: Iterable[CallSpec],
    clients: Mapping[str, Client],
    *,
    write: Callable[[CallRecord], None],
    limits: Limits | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    stop: asyncio.Event | None = None,
    rng: random.Random | None = None,
    session: Session | None = None,
) -> Execution:
    """Make these calls and hand each finished one to `write`.

    Parameters
    ----------
    specs : iterable of CallSpec
        The calls to make, in the order of the plan; each judge's calls are started in that order.
    clients : mapping of str to Client
        One for every judge of `specs`.
    write : callable
        Stores a record; when it raises, the run ends with that exception. A call of several attempts is stored after each
        that may have been billed; the last record of a key holds all attempts and replaces the earlier ones.
    limits : Limits, optional
    on_progress : callable, optional
        Called after every record with the same `Progress` object.
    stop : asyncio.Event, optional
        When set, no new request is started; those under way get a few seconds, and whatever they bring is stored. Cancelling
        the task of `execute` does not wait for them. A call that was left half way is stored with its attempts, and has no reply.
    rng : random.Random, optional
        For the jitter of waits.
    session : Session, optional
        What earlier calls of the same session have used: limits, counts and progress go on from there.

    Returns
    -------
    Execution

    Raises
    ------
    OptionError
        `max_cost_usd` is set, and the price of no judge is known.
    """
    run = RunState(write=write, limits=limits or Limits(), on_progress=on_progress, rng=rng or random.Random(), session=session)
    queues: dict[str, list[CallSpec]] = {}
    for spec in specs:
        queues.setdefault(spec.judge, []).append(spec)
    run.progress.planned += sum(map(len, queues.values()))
    run.lanes = {judge: Lane(clients[judge], queue, run.share) for judge, queue in queues.items()}
    _check_prices(run)
    stop = stop or asyncio.Event()
    workers = [asyncio.create_task(_work(run, lane, stop)) for lane in run.lanes.values() for _ in range(_width(lane, run.limits))]
    if workers:
        await _finish(run, workers, stop)
    return _execution(run, interrupted=stop.is_set())


def _width(lane: Lane, limits: Limits) -> int:
    most = lane.client.most_at_once
    return min(limits.concurrency, len(lane.queue), most if most is not None else limits.concurrency)


def _check_prices(run: RunState) -> None:
    """A budget that cannot see a price is no budget: such a judge needs max_calls as well, and is not asked without it."""
    unknown = [lane for lane in run.lanes.values() if not lane.client.priced]
    if run.limits.max_cost_usd is None or not unknown:
        return
    names = ", ".join(lane.name for lane in unknown)
    if run.limits.max_calls is not None:
        run.notes.append(f"the price of {names} is unknown: max_cost does not see what its calls cost, max_calls limits them")
        return
    if len(unknown) == len(run.lanes):
        fix = "give prices in the rubric (USD per million tokens: {input: 0.5, output: 1.5}), or --max-calls as well"
        raise OptionError(f"the price of {names} is unknown, so a limit in USD cannot hold", where="--max-cost", fix=fix)
    for lane in unknown:
        run.stop(lane, "its price is unknown, so --max-cost cannot limit it; give prices in the rubric, or --max-calls as well")


async def _finish(run: RunState, workers: list[asyncio.Task[None]], stop: asyncio.Event) -> None:
    """Wait for the workers; after a stop only for a while. The first exception of a worker ends the run."""
    working = asyncio.create_task(asyncio.wait(workers, return_when=asyncio.FIRST_EXCEPTION))
    stopping = asyncio.create_task(stop.wait())
    either: set[asyncio.Task[Any]] = {working, stopping}
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            run.halt_all()
            await asyncio.wait({working}, timeout=GRACE_S)
    finally:
        for task in (working, stopping, *workers):
            task.cancel()
        ended = await asyncio.gather(*workers, return_exceptions=True)
    failure = next((result for result in ended if isinstance(result, Exception)), None)
    if failure is not None:
        raise failure


async def _work(run: RunState, lane: Lane, stop: asyncio.Event) -> None:
    while lane.queue and not lane.halt.is_set() and not stop.is_set():
        call = Call(lane.queue.popleft())
        try:
            while not call.ended and await _attempt(run, lane, call):
                pass
        finally:
            # Also when the worker is cancelled: what was sent is recorded.
            if call.attempts:
                run.record(call)


async def _attempt(run: RunState, lane: Lane, call: Call) -> bool:
    """One attempt of a call, and the wait after it. False when the lane is to stop."""
    tokens = lane.tokens(call.spec)
    await lane.pacer.admit(tokens, lane.sleep)
    await run.slots.take(lane.name)
    try:
        if not await run.budget.take(lane.name, lane.halt):
            _out_of_budget(run, lane)
            return False
        asked = await _ask(run, lane, call)
    finally:
        run.slots.give(lane.name)
    used = asked.attempt.prompt_tokens, asked.attempt.completion_tokens
    lane.pacer.used(tokens, None if None in used else sum(filter(None, used)))
    return await _next(run, lane, call, asked)


def _keep(run: RunState, call: Call, attempt: Attempt) -> None:
    """Store what was, or may have been, paid for before anything is waited for: the line that ends the call replaces this one."""
    if attempt.reply is not None or attempt.cost_usd is None or attempt.cost_usd > 0:
        run.write(record_of(call))


async def _ask(run: RunState, lane: Lane, call: Call) -> Asked:
    started_at, start = datetime.now(UTC), time.perf_counter()
    cost: float | None = None
    replied = False
    try:
        asked = await lane.client.ask(call.spec, max_tokens=call.limit)
        cost, replied = asked.attempt.cost_usd, asked.attempt.reply is not None
    except asyncio.CancelledError:
        cost = None if lane.client.judge.kind == "litellm" else 0.0
        given_up = "given up when the run was stopped, before an answer came"
        attempt = Attempt(
            started_at=started_at.isoformat(timespec="milliseconds"),
            latency_s=round(time.perf_counter() - start, 4),
            error=given_up,
            max_tokens=call.limit,
            cost_usd=cost,
        )
        call.attempts.append(attempt)
        raise
    finally:
        run.budget.settle(lane.name, cost, replied=replied)
    call.attempts.append(asked.attempt)
    return asked


async def _next(run: RunState, lane: Lane, call: Call, asked: Asked) -> bool:
    """What follows an attempt: the end of the call, another attempt (after a wait), or the end of the lane."""
    attempt = asked.attempt
    _check_blindness(run, lane, attempt)
    if asked.outcome == "retry":
        call.failures += 1
        call.ended = call.failures >= MAX_ATTEMPTS
        _listen(run, lane, attempt, exhausted=call.ended)
        if not call.ended:
            _keep(run, call, attempt)
        return call.ended or await _wait(run, lane, call, attempt)
    lane.silent_calls = 0
    if asked.outcome == "stop_judge":
        run.stop(lane, attempt.error or "it refuses to be asked")
    if asked.outcome == "reply" and asked.cut and attempt.max_tokens is not None and call.limit is None:
        # Owed even when the budget is at its end or the judge is stopped: then the call stays unfinished.
        call.limit = 2 * attempt.max_tokens
        _keep(run, call, attempt)
        return True
    call.ended = True
    return True


def _listen(run: RunState, lane: Lane, attempt: Attempt, *, exhausted: bool) -> None:
    """A server that is down would cost every call all its attempts; after a few silent calls in a row the judge is stopped."""
    if attempt.http_status is not None:
        lane.silent_calls = 0
    elif exhausted:
        lane.silent_calls += 1
        if lane.silent_calls >= SILENT_CALLS:
            run.stop(lane, f"{SILENT_CALLS} calls in a row got no answer at all ({attempt.error})")


async def _wait(run: RunState, lane: Lane, call: Call, attempt: Attempt) -> bool:
    # A server that says 0, or a date that is past, does not know better than the backoff.
    seconds = max(attempt.retry_after_s or 0.0, backoff_s(call.failures, run.rng))
    if attempt.http_status == 429 or attempt.retry_after_s is not None:
        # The server means the key, not the call: nobody of this judge asks before the time is up.
        lane.pacer.pause(seconds)
    return await lane.sleep(seconds + run.rng.uniform(0.0, min(HERD_S, seconds)))


def _check_blindness(run: RunState, lane: Lane, attempt: Attempt) -> None:
    """A paid reply without usage, before any cost is known: a limit in USD alone would never be reached."""
    limits = run.limits
    if limits.max_cost_usd is None or limits.max_calls is not None or attempt.reply is None:
        return
    if attempt.cost_usd is None and run.budget.is_blind(lane.name):
        run.stop(lane, "its replies do not say what they used, so --max-cost cannot limit it; give --max-calls as well")


def _out_of_budget(run: RunState, lane: Lane) -> None:
    if lane.halt.is_set():
        return
    if not run.budget.calls_left:
        run.incomplete[f"stopped after {run.budget.requests} requests in this session (--max-calls)"] = None
        run.halt_all()
        return
    spent, limit = f"{run.budget.spent:.6g} USD in this session", f"{run.limits.max_cost_usd:g} USD"
    run.incomplete[f"stopped at {spent}: one more request could pass the limit of {limit} (--max-cost)"] = None
    lane.halt.set()


def _execution(run: RunState, *, interrupted: bool) -> Execution:
    incomplete = tuple(run.incomplete) + (("interrupted",) if interrupted and run.progress.done < run.progress.planned else ())
    if run.cut:
        incomplete += (f"cut at the token limit and not asked for again with a larger one, so unfinished: {run.cut} calls",)
    return Execution(
        finished=run.progress.done,
        requests=run.budget.requests,
        stopped=dict(run.stopped),
        incomplete=incomplete,
        interrupted=interrupted,
        notes=tuple(run.notes),
    )
