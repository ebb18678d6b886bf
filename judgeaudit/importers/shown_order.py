"""Verdicts on pairs that were shown in the other order: no plain repeats, since another prompt was asked."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from judgeaudit.domain.shown_orders import AB, BA, letters_of, order_of
from judgeaudit.importers.verdict_replicates import row_groups
from judgeaudit.tables import RATINGS_SCHEMA

PROBE, VARIANT = "position", "swapped"
"""What swapped rows are (design, section 5)."""


def as_position_probe(table: pa.Table) -> tuple[pa.Table, int]:
    """Mark rows that show a pair in the other order as rows of the probe `position`, and say how many.

    Parameters
    ----------
    table : pyarrow.Table
        In the ratings schema.

    Notes
    -----
    Rows of other probes stay what they are, and so does everything of a judge that has rows of `position`: its file says which are the swapped ones.
    The plain order of an item, judge and criterion is `ab`, in any spelling, where there are rows of it, else the only one there is; of two other words
    that are each other turned around it is the one that is first by name. Labels stay as they are: they name the responses, whatever was shown first.
    A column `order` with any other word is none.
    """
    order, probe = table["order"], pc.fill_null(table["probe"], "")
    if order.null_count == table.num_rows:
        return table, 0
    plain = np.asarray(pc.equal(probe, ""))
    words = _turned_words({value for value in order.filter(pa.array(plain)).unique().to_pylist() if letters_of(value or "")})
    if not words:
        return table, 0
    group = row_groups(table, ("item_id", "judge", "criterion"))
    turned = np.asarray(pc.is_in(order, value_set=pa.array(sorted(words), type=pa.string())))
    has_plain = np.bincount(group, weights=plain & ~turned) > 0
    swapped = plain & turned & has_plain[group] & ~_said(table["judge"], probe)
    if not swapped.any():
        return table, 0
    for name, value in (("probe", PROBE), ("variant", VARIANT)):
        column = pc.if_else(pa.array(swapped), pa.scalar(value, pa.string()), table[name])
        table = table.set_column(RATINGS_SCHEMA.get_field_index(name), RATINGS_SCHEMA.field(name), column)
    return table, int(swapped.sum())


def two_orders(names: set[str]) -> bool:
    """Whether the shown orders that occur are both that there are, in any spelling, or two words that are each other turned around."""
    return bool(_turned_words(names))


def _turned_words(names: set[str]) -> set[str]:
    """The words that stand for the other order where all words together stand for two: BA and b-a beside ab, y-x beside x-y. Else none."""
    read = {name: order_of(name) for name in names}
    if None not in read.values():
        return {name for name in names if read[name] == BA} if AB in read.values() else set()
    first, *others = sorted(names)
    if len(others) != 1:
        return set()
    one, other = letters_of(first), letters_of(others[0])
    return set(others) if one == other[::-1] and one != other else set()


def _said(judge: pa.ChunkedArray, probe: pa.ChunkedArray) -> NDArray[np.bool_]:
    """Rows of judges that have rows of the probe `position`, in any spelling."""
    names = [name for name in probe.unique().to_pylist() if letters_of(name) == PROBE]
    judges = judge.filter(pc.is_in(probe, value_set=pa.array(names, type=pa.string()))).unique()
    return np.asarray(pc.is_in(judge, value_set=judges))
