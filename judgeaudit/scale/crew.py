"""Workers of a cluster that each do one long task and talk while they do it. Nothing is done twice unless the caller says so: a task is never moved."""

from __future__ import annotations

import contextlib
import queue
import time
import uuid
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from typing import Any, Generic, TypeVar

from judgeaudit.scale.fresh_process import Link
from judgeaudit.scale.on_dask import connected, is_other_version, other_version

T = TypeVar("T")

SECONDS_FOR_WORKERS = 10.0
"""How long a worker that died is waited for where no other is there: whatever started it may start it again."""
SECONDS_TO_STOP = 20.0
"""So long what was stopped may take to come back; then it is given up."""
SECONDS_BETWEEN_LOOKS = 0.5
SECONDS_TO_LISTEN = 0.1


@contextlib.contextmanager
def crew_of(scheduler: str) -> Iterator[Crew]:
    """The workers of a scheduler.

    Raises
    ------
    OptionError
        As `judgeaudit.scale.on_dask.connected`.
    """
    with connected(scheduler) as client:
        yield Crew(client)


class Crew:
    """The workers of one cluster. `interrupted` is set by Ctrl-C while they work: then all were asked to stop, and what they did is there."""

    def __init__(self, client: Any) -> None:
        self.interrupted = False
        self._client = client

    def workers(self) -> tuple[str, ...]:
        """Addresses of the workers that are there, in a fixed order; () where none comes for a while."""
        end = time.monotonic() + SECONDS_FOR_WORKERS
        while True:
            there = self._there()
            if there or time.monotonic() >= end:
                return tuple(sorted(there))
            time.sleep(SECONDS_BETWEEN_LOOKS)

    def perform(
        self, function: Callable[[str, Any], T], tasks: Mapping[str, Any], *, hear: Callable[[Any], None] = lambda message: None
    ) -> dict[str, T | None]:
        """What a function of a topic and an argument returns on each of these workers.

        Parameters
        ----------
        function : callable
            Of a module that the workers have; by `link_to` its topic it may `tell` something, and should end soon once it `is_stopped`.
        tasks : mapping of worker address to argument
            No worker has two tasks.
        hear : callable
            Called in this thread with whatever is told.

        Returns
        -------
        dict
            None where the worker died, or did not come back in time when it was stopped.

        Raises
        ------
        JudgeAuditError
            As the function does: the others were stopped then, and what they told was heard. OptionError where the workers have another judgeaudit.
        KeyboardInterrupt
            Ctrl-C came a second time.
        """
        with _working(self._client, function, tasks, hear) as work:
            try:
                work.go_on()
            except KeyboardInterrupt:
                self.interrupted = True
                work.stop()
                work.go_on()
            if work.trouble is not None:
                raise work.trouble
            return work.results

    def _there(self) -> set[str]:
        return _workers_of(self._client) or set()


class _Work(Generic[T]):
    """Tasks that are being done."""

    def __init__(self, client: Any, topic: str, futures: dict[str, Any], heard: queue.SimpleQueue[Any], hear: Callable[[Any], None]) -> None:
        self.client = client
        self.topic = topic
        self.futures = futures
        self.heard = heard
        self.hear = hear
        self.results: dict[str, T | None] = {}
        self.trouble: BaseException | None = None
        self.until: float | None = None
        self.looked = 0.0

    def go_on(self) -> None:
        """Listen until every task has ended, its worker is gone, or the time to stop is up."""
        while self.futures:
            self.listen()
            for worker in [worker for worker, future in self.futures.items() if future.done()]:
                self.results[worker] = self._result(self.futures.pop(worker))
            if time.monotonic() - self.looked >= SECONDS_BETWEEN_LOOKS:
                self.looked = time.monotonic()
                self._give_up(self._gone())
            if self.until is not None and time.monotonic() > self.until:
                self._give_up(tuple(self.futures))
        self.listen()

    def listen(self) -> None:
        """Pass on what was told since."""
        with contextlib.suppress(queue.Empty):
            self.hear(self.heard.get(timeout=SECONDS_TO_LISTEN))
            while True:
                self.hear(self.heard.get_nowait())

    def stop(self) -> None:
        """Ask all to stop, and wait a while for them."""
        if self.until is None:
            self.until = time.monotonic() + SECONDS_TO_STOP
            if self.client.status == "running":
                with contextlib.suppress(OSError, TimeoutError):
                    self.client.run(_mark, self.topic, workers=list(self.futures), on_error="ignore")

    def _gone(self) -> tuple[str, ...]:
        there = _workers_of(self.client)
        return () if there is None else tuple(worker for worker in self.futures if worker not in there)

    def _give_up(self, workers: Sequence[str]) -> None:
        given_up = [self.futures.pop(worker) for worker in workers]
        if given_up:
            self.results.update(dict.fromkeys(workers))
            _let_go(self.client, given_up)

    def _result(self, future: Any) -> T | None:
        """None where it is lost with its worker; what was raised stops the others first."""
        from distributed.scheduler import KilledWorker

        if future.status == "error":
            trouble = future.exception()
            if not isinstance(trouble, KilledWorker):
                self.trouble = other_version(str(trouble).splitlines()[0]) if is_other_version(trouble) else trouble
                self.stop()
            return None
        try:
            found: T = future.result(timeout=SECONDS_FOR_WORKERS)
        except (CancelledError, TimeoutError, OSError):
            return None
        return found


def _workers_of(client: Any) -> set[str] | None:
    """Addresses of the workers that are there: none where the scheduler is gone for good, None while the connection to it is sought."""
    if client.status != "running":
        return set() if client.status == "closed" else None
    with contextlib.suppress(OSError, TimeoutError):
        return set(client.nthreads())
    return None


def _let_go(client: Any, futures: Sequence[Any]) -> None:
    """Cancel tasks; where the scheduler is gone, so are they."""
    if client.status == "running":
        with contextlib.suppress(OSError, TimeoutError):
            client.cancel(futures)


@contextlib.contextmanager
def _working(client: Any, function: Callable[[str, Any], T], tasks: Mapping[str, Any], hear: Callable[[Any], None]) -> Iterator[_Work[T]]:
    """Tasks that are begun, each on its worker and on no other; what is left of them at the end is cancelled."""
    topic = f"judgeaudit-{uuid.uuid4().hex}"
    heard: queue.SimpleQueue[Any] = queue.SimpleQueue()
    client.subscribe_topic(topic, lambda event: heard.put(event[1]))
    futures: dict[str, Any] = {}
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Sending large graph")  # the texts that are judged are large
            for worker, argument in tasks.items():
                futures[worker] = client.submit(function, topic, argument, workers=[worker], allow_other_workers=False, pure=False, retries=0)
        yield _Work(client, topic, futures, heard, hear)
    finally:
        _let_go(client, list(futures.values()))
        if client.status == "running":
            client.unsubscribe_topic(topic)


_stopped: set[str] = set()
"""Topics that are to stop, in a worker's process."""


def _mark(topic: str) -> None:
    _stopped.add(topic)


def link_to(topic: str) -> Link:
    """On a worker, in the thread of a task: how it says something (lists, numbers, texts, bytes) to whoever gave it, and whether it is to end."""
    from distributed import get_worker

    worker: Any = get_worker()
    return Link(lambda message: worker.log_event(topic, message), _stop_of(topic), str(worker.address))


def _stop_of(topic: str) -> Callable[[], bool]:
    """Whether a task is to end, because that was asked or because nobody waits for it any longer."""
    from distributed import get_worker

    worker: Any = get_worker()
    key = worker.get_current_task()

    def is_stopped() -> bool:
        task = worker.state.tasks.get(key)
        return topic in _stopped or task is None or task.state == "cancelled" or worker.status.name in ("closing", "closed", "failed")

    return is_stopped
