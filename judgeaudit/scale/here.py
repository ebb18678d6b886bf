"""Parts one after another in this process, batch by batch: no more is held than the items' codes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pyarrow as pa

from judgeaudit.errors import VerdictsError
from judgeaudit.scale.plan import COUNTED, CountPlan, Part, deal, known_rows
from judgeaudit.tables import Bucket, ItemSample, PatternCounter, Tallies, Whole
from judgeaudit.tables.item_sample import encoded_ids

T = TypeVar("T")


def map_here(function: Callable[[Part], T], parts: Sequence[Part], *, skip: bool = False) -> list[T | VerdictsError]:
    """A function of each part; with `skip` the error takes the place of what a part that cannot be read would have given."""
    found: list[T | VerdictsError] = []
    for part in parts:
        try:
            found.append(function(part))
        except VerdictsError as trouble:
            if not skip:
                raise
            found.append(trouble)
    return found


def count_here(parts: Sequence[Part], plan: CountPlan, *, skip: bool = False) -> Whole:
    """Count all parts.

    Parameters
    ----------
    parts : sequence
    plan : CountPlan
    skip : bool
        Name a part that cannot be read in `Whole.missing` and go on; each part is then held while it is read.

    Raises
    ------
    VerdictsError
        A part cannot be read, and `skip` is not set or none can.
    """
    tallies, sample, missing = Tallies(), ItemSample(plan.sample_items, plan.seed), []
    counter = PatternCounter(plan.scales, beside=True)
    for part in parts:
        if not skip:
            for rows, ids in _ahead(_rows(part, plan, tallies)):
                sample.add(rows, ids)
                counter.add(rows.select(list(COUNTED)), ids)
            continue
        (dealt,) = map_here(lambda one: deal(one, plan, 1), [part], skip=True)
        if isinstance(dealt, VerdictsError):
            missing.append(dealt)
            continue
        tallies.merge(dealt.tallies)
        sample.merge(dealt.sample)
        if dealt.buckets[0].num_rows:
            counter.add(dealt.buckets[0])
    if missing and len(missing) == len(parts):
        raise missing[0]
    return Whole([Bucket(counter.part(), counter.facts())], tallies, sample, tuple(map(unread, missing)))


def _rows(part: Part, plan: CountPlan, tallies: Tallies) -> Iterator[tuple[pa.Table, pa.DictionaryArray]]:
    """The rows of a part, tallied, batch by batch, each with its ids encoded."""
    for batch in plan.read(part, plan.criterion):
        rows = known_rows(batch, plan, tallies)
        yield rows, encoded_ids(rows["item_id"])


def _ahead(made: Iterator[T]) -> Iterator[T]:
    """What an iterator gives, one step ahead in a thread of its own: the next batch is read while one is counted, which leaves the order as it is."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        coming = pool.submit(next, made, None)
        while (one := coming.result()) is not None:
            coming = pool.submit(next, made, None)
            yield one


def unread(trouble: VerdictsError) -> str:
    """A part that could not be read, as the audit names it."""
    return f"{trouble.where}: {trouble.what}" if trouble.where else trouble.what
