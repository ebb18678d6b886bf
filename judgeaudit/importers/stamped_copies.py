"""Copies among rows that a batch gave one time: no single row tells a copy then, but whole runs do, or raise a doubt that is said."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from judgeaudit.importers.verdict_copies import MOST_DIFFER, SAME_CALL, Bools, later, said_when
from judgeaudit.importers.verdict_replicates import VERDICTS_OF, row_groups

FEWEST = 3
"""Items with repeats below which nothing is concluded from a stamp (ours); the time of one or two calls tells them by itself."""
NEARLY_ALL = 0.9
"""Share of a judge's repeated items that say the same again in the same words at the same time from which its repeats may be copies (ours): even at
temperature 0 providers change words on more than one item of ten, and a judge that was asked again has another time."""
_DAY = r"^\d{4}-\d\d-\d\d$"


@dataclass(frozen=True)
class Doubt:
    """A judge whose repeats cannot be told from copies on a criterion: `rows` of `of` repeats are equal to an earlier one in words and time."""

    judge: str
    criterion: str
    rows: int
    of: int


def copied_runs(table: pa.Table, told: Bools) -> Bools:
    """Rows of runs that are an earlier run again: every rationale of the run stands at the same item already, with the same verdict and time.

    Parameters
    ----------
    table : pyarrow.Table
        In the ratings schema, with replicates numbered.
    told : bool array, shape (n_rows,)
        Rows with a rationale and a time.

    Returns
    -------
    bool array, shape (n_rows,)
        A run is what a judge said on a criterion under one replicate. Only runs count whose rationales differ from item to item, of three items at
        least, at a time and not on a day: words that stand at every item tell no call, nor does a date.
    """
    found = np.zeros(table.num_rows, dtype=bool)
    same = later(row_groups(table, SAME_CALL)) & np.asarray(pc.is_valid(table["created_at"]))
    repeat = later(row_groups(table, VERDICTS_OF)) & told
    if not (same & repeat).any():
        return found
    run = row_groups(table, ("judge", "criterion", "probe", "variant", "replicate"))
    words = row_groups(table, ("rationale",))
    day = np.asarray(pc.fill_null(pc.match_substring_regex(table["created_at"], _DAY), False))
    n_repeats, n_same = np.bincount(run[repeat], minlength=run.max() + 1), np.bincount(run[repeat & same & ~day], minlength=run.max() + 1)
    for one in np.flatnonzero((n_repeats >= FEWEST) & (n_same == n_repeats)):
        mine = run == one
        if len(np.unique(words[mine & repeat])) >= MOST_DIFFER * n_repeats[one]:
            found |= mine & same
    return found


def doubted(table: pa.Table) -> tuple[Doubt, ...]:
    """Judges whose repeats may be copies, in a table from which the copies that are known were taken: on nearly every item that was judged again there
    is one with the same verdict, words and time as another."""
    told = said_when(table)
    group = row_groups(table, VERDICTS_OF)
    repeat = later(group) & told
    same = later(row_groups(table, SAME_CALL)) & repeat
    if not same.any():
        return ()
    found = []
    judge = row_groups(table, ("judge", "criterion"))
    for one in np.unique(judge[same]):
        repeated, again = (np.unique(group[(judge == one) & rows]) for rows in (repeat, same))
        if len(repeated) >= FEWEST and len(again) >= NEARLY_ALL * len(repeated):
            first = int(np.flatnonzero(judge == one)[0])
            mine = judge == one
            found.append(Doubt(table["judge"][first].as_py(), table["criterion"][first].as_py(), int((same & mine).sum()), int((repeat & mine).sum())))
    return tuple(found)
