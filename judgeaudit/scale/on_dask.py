"""The same on a cluster of dask.distributed: every part is dealt where a worker is free, and every bucket is counted on one of them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar

from judgeaudit.errors import JudgeAuditError, OptionError, VerdictsError
from judgeaudit.scale.here import unread
from judgeaudit.scale.plan import CountPlan, Part, bucket_of, count, deal, known_of
from judgeaudit.tables import ItemSample, Tallies, Whole

T = TypeVar("T")

SECONDS_FOR_SCHEDULER = 10
SECONDS_WITHOUT_WORKER = 10
"""So long a worker is waited for where none is left: whatever started them may start one again."""
SCHEMES = ("tcp", "tls", "ucx", "ws", "wss")
BUCKETS_PER_THREAD = 2
MOST_BUCKETS = 256
"""More would be many small tables for each part, which cost more than they save (ours)."""
RETRIES = 2
"""How often a part that cannot be read is tried again: a store may be busy."""
INSTALL = "pip install 'judgeaudit[dask]'"


def map_on_dask(function: Callable[[Part], T], parts: Sequence[Part], *, scheduler: str) -> list[T | VerdictsError]:
    """A function of each part, in the order of parts; the error of a part that cannot be read takes its place.

    Raises
    ------
    OptionError
        dask.distributed is not installed, no scheduler answers, it has no workers, or these have another or no judgeaudit.
    """
    with connected(scheduler) as client:
        return _results(client, [client.submit(function, part, pure=False) for part in parts])


def count_on_dask(parts: Sequence[Part], plan: CountPlan, *, scheduler: str) -> Whole:
    """Count all parts; see `here.count_here`. What a worker that dies had done is done again by another one.

    Raises
    ------
    VerdictsError
        No part can be read.
    OptionError
        As `map_on_dask`.
    """
    with connected(scheduler) as client:
        n_buckets = min(MOST_BUCKETS, max(1, BUCKETS_PER_THREAD * sum(client.nthreads().values())))
        dealt = [client.submit(partial(deal, plan=plan, n_buckets=n_buckets), part, pure=False, retries=RETRIES) for part in parts]
        known = _results(client, [client.submit(known_of, one, pure=False) for one in dealt])
        missing = [one for one in known if isinstance(one, VerdictsError)]
        if missing and len(missing) == len(parts):
            raise missing[0]
        read = [one for one, found in zip(dealt, known, strict=True) if not isinstance(found, VerdictsError)]
        counted = [client.submit(count, [client.submit(bucket_of, one, n, pure=False) for one in read], plan, pure=False) for n in range(n_buckets)]
        buckets = _results(client, counted)
    tallies, sample = Tallies(), ItemSample(plan.sample_items, plan.seed)
    for found in known:
        if not isinstance(found, VerdictsError):
            tallies.merge(found[0])
            sample.merge(found[1])
    for bucket in buckets:
        if isinstance(bucket, VerdictsError):
            raise bucket
    return Whole([one for one in buckets if not isinstance(one, VerdictsError)], tallies, sample, tuple(map(unread, missing)))


def _results(client: Any, futures: Sequence[Any]) -> list[Any]:
    """What came of each future; `VerdictsError` as a value."""
    from distributed.scheduler import KilledWorker

    found = []
    for future in futures:
        trouble: BaseException | None = _waited(client, future.exception)
        if trouble is None or isinstance(trouble, VerdictsError):
            found.append(_waited(client, future.result) if trouble is None else trouble)
        elif isinstance(trouble, JudgeAuditError):
            raise trouble
        elif isinstance(trouble, KilledWorker):
            fix = "give workers more memory, or write smaller parts"
            raise OptionError("workers died again and again over one part", where="--engine dask", fix=fix)
        elif is_other_version(trouble):
            raise other_version(str(trouble).splitlines()[0])
        else:
            raise trouble
    return found


def _waited(client: Any, ask: Callable[..., T]) -> T:
    """What a future answers, waited for as long as there are workers: one that died may have taken a result with it that was there."""
    seconds = SECONDS_WITHOUT_WORKER
    while True:
        with contextlib.suppress(TimeoutError):
            return ask(timeout=seconds)
        try:
            client.wait_for_workers(1, timeout=SECONDS_WITHOUT_WORKER)
        except TimeoutError:
            fix = "their logs say why they ended; one that has another judgeaudit, or none, ends like this: install the same version there"
            raise OptionError("no worker of the cluster is left", where="--engine dask", fix=fix) from None
        seconds *= 2  # what takes long to come over is not asked for again and again


def is_other_version(trouble: BaseException) -> bool:
    """Whether what is asked could not be read there: by a worker, or by the scheduler, which reads it too."""
    return isinstance(trouble, (ModuleNotFoundError, AttributeError)) or (isinstance(trouble, RuntimeError) and "deserialization" in str(trouble))


def other_version(said: str) -> OptionError:
    """The error where they do not have what is asked of them."""
    return OptionError(f"scheduler or workers have another judgeaudit, or none: {said}", where="--engine dask", fix="install the same version there")


@contextlib.contextmanager
def connected(scheduler: str) -> Iterator[Any]:
    """A client of a scheduler that has a worker.

    Raises
    ------
    OptionError
        dask.distributed is not installed, no scheduler answers, or it has no workers.
    """
    try:
        from distributed import Client
    except ImportError:
        raise OptionError("--engine dask needs dask.distributed, which is not installed", where="--engine", fix=INSTALL) from None
    if scheduler.partition("://")[0] not in SCHEMES:
        raise OptionError("that is no address of a scheduler", where=f"--scheduler {scheduler}", fix="tcp://HOST:8786")
    try:
        client = Client(scheduler, timeout=SECONDS_FOR_SCHEDULER, set_as_default=False)
    except (OSError, ValueError) as trouble:
        said = str(trouble).splitlines()[0] if str(trouble) else type(trouble).__name__
        raise OptionError(f"no scheduler answers: {said}", where=f"--scheduler {scheduler}", fix="start one: dask scheduler; dask worker ADDRESS") from None
    try:
        try:
            client.wait_for_workers(1, timeout=SECONDS_FOR_SCHEDULER)
        except TimeoutError:
            raise OptionError("the scheduler has no worker", where=f"--scheduler {scheduler}", fix=f"start some: dask worker {scheduler}") from None
        yield client
    finally:
        client.close()
