"""Columns of verdicts that are ours but for their case or a usual other name: they are not read, and whoever does not know it takes probes for repeats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from judgeaudit.domain.shown_orders import letters_of
from judgeaudit.tables import RATINGS_SCHEMA

OTHER_NAMES = {
    "probe": ("perturbation", "perturbationtype", "perturbationname", "probename", "probetype", "biastype", "attacktype"), "variant": ("probevariant", "perturbationvariant"),
    "order": ("shownorder", "responseorder", "presentationorder"),
}  # fmt: skip
"""Other names of columns that say what a row is about, as `letters_of` reads them."""


def nearly_ours(names: Sequence[str]) -> dict[str, str]:
    """Of our columns that are not there, the first one that looks like it: {"probe": "Probe"}."""
    found: dict[str, str] = {}
    for ours in RATINGS_SCHEMA.names:
        like = {letters_of(ours), *OTHER_NAMES.get(ours, ())}
        theirs = next((name for name in names if name not in RATINGS_SCHEMA.names and letters_of(name) in like), None)
        if ours not in names and theirs is not None:
            found[ours] = theirs
    return found


def without_marks(column: Any) -> Any:
    """Names of probes, null where a cell has marks and no letter or digit: "-" and "." are how tables write that there is none."""
    if column.null_count == len(column):
        return column
    empty = [name for name in pc.unique(column).to_pylist() if name is not None and not letters_of(name)]
    return pc.if_else(pc.is_in(column, value_set=pa.array(empty, type=pa.string())), pa.scalar(None, pa.string()), column) if empty else column
