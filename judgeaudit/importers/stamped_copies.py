"""Copies among rows whose time tells no call (a batch, a coarse clock): whole runs with the same latencies are, others raise a doubt that is said."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from judgeaudit.importers.call_columns import SAID, Bools, Ints, call_codes
from judgeaudit.importers.verdict_copies import MOST_DIFFER, later, telling_calls, with_words
from judgeaudit.importers.verdict_replicates import VERDICTS_OF, row_groups

FEWEST = 3
"""Items with repeats below which nothing is concluded from a stamp (ours); the time of one or two calls tells them by itself."""
FEWEST_TIMED = 5
"""Repeats of a run from which equal latencies in all of them are no chance, though they be rounded to a tenth of what they spread over (ours)."""
NEARLY_ALL = 0.9
"""Share of a judge's repeated items that say the same again in the same words at the same time from which its repeats may be copies (ours): even at
temperature 0 providers change words on more than one item of ten, and a judge that was asked again has another time."""


@dataclass(frozen=True)
class Doubt:
    """A judge whose repeats cannot be told from copies on a criterion: `rows` of `of` repeats are equal to an earlier one in words and time."""

    judge: str
    criterion: str
    rows: int
    of: int


def copied_runs(table: pa.Table, calls: Ints, words: Bools) -> Bools:
    """Rows of runs that are an earlier run again: every rationale of the run stands at the same item already, after the same time of answering.

    Parameters
    ----------
    table : pyarrow.Table
        In the ratings schema, with replicates numbered.
    calls : int array, shape (n_rows,)
        Equal for rows that say the same in every column but their replicate.
    words : bool array, shape (n_rows,)
        Rows with a rationale.

    Returns
    -------
    bool array, shape (n_rows,)
        A run is what a judge said on a criterion under one replicate. Only runs of five items at least count whose rationales and latencies differ from
        item to item: words that stand at every item tell no call, nor does a stamp of a batch, and a few rounded latencies are equal by chance.
    """
    found = np.zeros(table.num_rows, dtype=bool)
    same = later(calls) & np.asarray(table["latency_s"].is_valid())
    repeat = later(row_groups(table, VERDICTS_OF)) & words
    if not (same & repeat).any():
        return found
    run = row_groups(table, ("judge", "criterion", "probe", "variant", "replicate"))
    said, took = row_groups(table, ("rationale",)), row_groups(table, ("latency_s",))
    n_repeats, n_same = (np.bincount(run[rows], minlength=run.max() + 1) for rows in (repeat, repeat & same))
    for one in np.flatnonzero((n_repeats >= FEWEST_TIMED) & (n_same == n_repeats)):
        mine = (run == one) & repeat
        if min(len(np.unique(said[mine])), len(np.unique(took[mine]))) >= MOST_DIFFER * n_repeats[one]:
            found |= mine
    return found


def doubted(table: pa.Table, *, fraction: float = 1.0) -> tuple[Doubt, ...]:
    """Judges whose repeats may be copies, in a table from which the copies that are known were taken: on nearly every item that was judged again there
    is one that says the same as another in every column but the replicate and the seed, or in one run all are. Labels without words count where their
    times tell calls apart: a judge that gives a label again is the usual thing, but not at the same moment. `fraction` as in `telling_times`."""
    group, dated = row_groups(table, VERDICTS_OF), np.asarray(table["created_at"].is_valid())
    repeat = later(group) & dated
    if not (repeat & later(row_groups(table, SAID))).any():
        return ()
    words = with_words(table)
    repeat &= words | telling_calls(table, words, fraction=fraction)
    same = later(call_codes(table, seeds=False)) & repeat
    found = []
    judge, run = (row_groups(table, ("judge", "criterion", *more)) for more in ((), ("probe", "variant", "replicate")))
    n_repeats, n_same = (np.bincount(run[rows], minlength=run.max() + 1) for rows in (repeat, same))
    whole = (n_repeats >= FEWEST) & (n_same == n_repeats)
    for one in np.unique(judge[same]):
        mine = judge == one
        repeated, again = (np.unique(group[mine & rows]) for rows in (repeat, same))
        if whole[run[mine]].any() or (len(repeated) >= FEWEST and len(again) >= NEARLY_ALL * len(repeated)):
            first = int(np.flatnonzero(mine)[0])
            found.append(Doubt(table["judge"][first].as_py(), table["criterion"][first].as_py(), int((same & mine).sum()), int((repeat & mine).sum())))
    return tuple(found)
