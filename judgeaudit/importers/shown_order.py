"""Verdicts on pairs that were shown in the other order: no plain repeats, since another prompt was asked."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

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
    The plain order of an item, judge and criterion is the one that is first by name ("ab") where there are rows of it, else the only one
    there is. Labels stay as they are: they name the responses, whatever was shown first. A column `probe` that says anything wins, and
    so does a column `order` that is none: one whose two values are each other turned around.
    """
    orders = sorted(str(value) for value in table["order"].unique().to_pylist() if value is not None)
    if not two_orders(set(orders)) or any(table["probe"].unique().to_pylist()):
        return table, 0
    group = row_groups(table, ("item_id", "judge", "criterion"))
    turned = np.asarray(pc.fill_null(pc.equal(table["order"], orders[1]), False))
    has_plain = np.bincount(group, weights=~turned) > 0
    swapped = turned & has_plain[group]
    if not swapped.any():
        return table, 0
    for name, value in (("probe", PROBE), ("variant", VARIANT)):
        column = pc.if_else(pa.array(swapped), pa.scalar(value, pa.string()), table[name])
        table = table.set_column(RATINGS_SCHEMA.get_field_index(name), RATINGS_SCHEMA.field(name), column)
    return table, int(swapped.sum())


def two_orders(names: set[str]) -> bool:
    """Whether the shown orders that occur are two, one the other turned around."""
    return len(names) == 2 and _turned(*sorted(names))


def _turned(first: str, second: str) -> bool:
    """Whether one reads like the other from behind: ab and ba, A-B and B-A, 12 and 21."""
    letters = ["".join(character for character in name.casefold() if character.isalnum()) for name in (first, second)]
    return letters[0] == letters[1][::-1] and letters[0] != letters[1]
