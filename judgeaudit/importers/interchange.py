"""Verdict interchange: verdicts that exist already, as a ratings table.

JSONL, CSV, Parquet, Excel, a folder of Parquet parts, or a data frame. `item_id`, `judge` and `label` or `score` are required; every other
column of `tables.RATINGS_SCHEMA` is optional. Ids and labels are exact text in every format.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from judgeaudit.errors import VerdictsError
from judgeaudit.importers import verdict_files
from judgeaudit.importers.problems import shorten
from judgeaudit.importers.shown_order import as_position_probe
from judgeaudit.importers.table_kinds import kind_of_file
from judgeaudit.importers.text_file import check_file
from judgeaudit.importers.verdict_columns import column_of, ratings_of, row_of
from judgeaudit.importers.verdict_copies import LEFT_OUT, copies, same_call, without
from judgeaudit.importers.verdict_files import FLAT, Raw
from judgeaudit.importers.verdict_replicates import dense_replicates, number_replicates
from judgeaudit.tables import RATINGS_SCHEMA
from judgeaudit.tables.noticed import KEY, noticed_in

if TYPE_CHECKING:
    import pandas as pd

WHAT = "verdict file"
RENUMBERED = b"renumbered"
"""Key of the table's schema metadata: JSON true where replicate was a counter over items and was numbered anew within each."""
COPIES, ASSUMED, SWAPPED, EARLIER, TOLD = b"copies", b"assumed_repeats", b"swapped", b"copies_left_out_before", b"told_repeats"
"""Keys of the table's schema metadata, JSON numbers of rows: copies that were left out, repeats that nothing shows to be any, rows that show a pair in
the other order, copies that were left out when the file was made, and repeats that are some because the user says so."""
UNREAD, UNREAD_OF, UNREAD_NAMES = b"told_by_unread", b"told_by_unread_of", b"told_by_unread_names"
"""Keys of the table's schema metadata: rows that are no copies only because columns differ that are not read, of how many repeats, and these columns."""
IGNORED = b"ignored_columns"
"""Key of the table's schema metadata: a JSON list of the columns that were not read."""


def read_verdicts(path: Path, *, criterion: str | None = None, drop_copies: bool = False, repeats: bool = False) -> pa.Table:
    """Verdicts of a file or of a folder of Parquet parts.

    Parameters
    ----------
    path : Path
        JSONL, CSV, Parquet, Excel, or JSON with a list: as its content says, else its suffix.
    criterion : str, optional
        What verdicts are about where there is no `criterion` column; "verdict" by default.
    drop_copies : bool
        Leave out rows that are copies of an earlier one (see `verdict_copies.copies`), rather than number them as replicates.
    repeats : bool
        Rows that nothing tells from copies are repeats: whoever names the file knows it.

    Returns
    -------
    pyarrow.Table
        In `tables.RATINGS_SCHEMA`. Rows without replicate are numbered in time order, else in file order, within item, judge and
        criterion, probe rows apart. Without `status` a row with a label or score is "ok", another one "unparsable"; so is a row that
        claims to be "ok" and has neither, or whose score is NaN. `schema.metadata[b"ignored_columns"]` lists, as JSON, columns that were not read.
        Plain rows whose `order` is turned around, beside others of their item, judge and criterion, are rows of the probe `position`
        (`shown_order.as_position_probe`).

    Raises
    ------
    VerdictsError
        With file, row, column and fix; up to five rows are listed.
    """
    if path.is_dir():
        return table_of(verdict_files.read_folder(path), criterion, str(path), drop_copies=drop_copies, repeats=repeats)
    check_file(path, error=VerdictsError, what=WHAT)
    kind = kind_of_file(path, error=VerdictsError, what=WHAT)
    return table_of([verdict_files.READERS[kind](path)], criterion, str(path), drop_copies=drop_copies, repeats=repeats)


def read_jsonl(path: Path, *, criterion: str | None = None) -> pa.Table:
    """Verdicts of a JSONL file, whatever its suffix; see `read_verdicts`."""
    check_file(path, error=VerdictsError, what=WHAT)
    return table_of([verdict_files.read_jsonl(path)], criterion, str(path))


def read_csv(path: Path, *, criterion: str | None = None) -> pa.Table:
    """Verdicts of a CSV file, whatever its suffix; see `read_verdicts`."""
    check_file(path, error=VerdictsError, what=WHAT)
    return table_of([verdict_files.read_csv(path)], criterion, str(path))


def read_parquet(path: Path, *, criterion: str | None = None) -> pa.Table:
    """Verdicts of a Parquet file or of a folder of Parquet parts; see `read_verdicts`."""
    if path.is_dir():
        return table_of(verdict_files.read_folder(path), criterion, str(path))
    check_file(path, error=VerdictsError, what=WHAT)
    return table_of([verdict_files.read_parquet(path)], criterion, str(path))


def table_from_frame(
    frame: pd.DataFrame | pa.Table, *, criterion: str | None = None, drop_copies: bool = False, repeats: bool = False
) -> pa.Table:  # fmt: skip
    """Verdicts of a pandas DataFrame or an Arrow table, as a ratings table.

    Ids and labels of any dtype become exact text: whole floats lose their `.0`, NaN and None are missing, categories are their
    values. Everything else is as in `read_verdicts`; rows in errors are counted from 1.
    """
    from judgeaudit.importers.frames import SOURCE, arrow_of_any, arrow_of_frame, column_values, row_of_frame

    frame = arrow_of_any(frame)
    table = frame if isinstance(frame, pa.Table) else arrow_of_frame(frame, error=VerdictsError, wanted=RATINGS_SCHEMA.names, flat=FLAT)

    def others() -> pa.Table:
        return verdict_files.text_columns((name, column_values(frame, name)) for name in table.column_names if name not in RATINGS_SCHEMA.names)

    return table_of([Raw(table, SOURCE, row_of_frame, others)], criterion, SOURCE, drop_copies=drop_copies, repeats=repeats)


def table_of(parts: Sequence[Raw], criterion: str | None, source: str, *, drop_copies: bool = False, repeats: bool = False) -> pa.Table:
    """Verdicts of several parts as one table; see `read_verdicts`."""
    read = [ratings_of(part, criterion or "verdict") for part in parts]
    tables = [table for table, _ in read]
    if not any(table.num_rows for table in tables):
        raise VerdictsError("there are no verdicts in it", where=source, fix="add rows with item_id, judge and label or score")
    noticed = noticed_in(tables)
    for part in parts:
        if part.source.casefold().endswith(".parquet"):
            noticed.add_kinds(part.table.schema, part.source)
    table = pa.concat_tables(tables)
    offsets = [0]
    for one in tables:
        offsets.append(offsets[-1] + one.num_rows)

    def where(index: int) -> str:
        part = next(n for n in range(len(tables)) if index < offsets[n + 1])
        return parts[part].where(row_of(parts[part], index - offsets[part], tables[part].num_rows))

    _check_judges(table, where)
    table, swapped = as_position_probe(table)
    noted = {IGNORED: list(dict.fromkeys(name for _, names in read for name in names)), SWAPPED: swapped, EARLIER: pc.sum(table[LEFT_OUT]).as_py() or 0}
    if drop_copies:
        table, found = _without_copies(table, where, parts, source, repeats=repeats)
        noted |= found
    else:
        table, noted[RENUMBERED] = dense_replicates(number_replicates(table, where, source))
    return table.cast(RATINGS_SCHEMA).replace_schema_metadata({name: json.dumps(value).encode() for name, value in noted.items()} | {KEY: noticed.written()})


def _without_copies(
    table: pa.Table, where: Callable[[int], str], parts: Sequence[Raw], source: str, *, repeats: bool
) -> tuple[pa.Table, dict[bytes, int | bool | list[str]]]:  # fmt: skip
    """The table with numbered replicates and without copies, and how many there were."""
    given, n_rows = table["replicate"].null_count == 0, table.num_rows
    copied, assumed, apart, names = copies(table, lambda: _others(parts), repeats=repeats)
    kept = np.flatnonzero(~copied)
    table, renumbered = dense_replicates(number_replicates(without(table, copied), lambda index: where(int(kept[index])), source))
    if given:
        copied, apart, names = same_call(table, lambda: _others(parts))
        table = without(table, copied)
    repeated = int((np.asarray(table["replicate"]) > 0).sum())
    told = repeated if repeats and not given else 0
    noted = {RENUMBERED: renumbered, COPIES: n_rows - table.num_rows, ASSUMED: assumed, TOLD: told}
    return table, noted | ({UNREAD: int(apart.sum()), UNREAD_OF: repeated, UNREAD_NAMES: names} if apart.any() else {})


def typed(raw: Raw, criterion: str | None, *, whole: bool = True) -> pa.Table:
    """Verdicts of a foreign log, or of a piece of a table, in the ratings schema, not numbered yet."""
    table, _ = ratings_of(raw, criterion or "verdict", whole=whole)
    _check_judges(table, raw.where)
    return table


def numbered(table: pa.Table, source: str) -> pa.Table:
    """The table with a number for every replicate that has none, in time order, else in the order of the rows."""
    table, _ = dense_replicates(number_replicates(table, lambda index: f"{source}: verdict {index + 1}", source))
    return table.cast(RATINGS_SCHEMA)


def _others(parts: Sequence[Raw]) -> pa.Table:
    """The columns that are not read, of the rows that are: those with an item."""
    tables = []
    for part in parts:
        unread = [name for name in part.table.column_names if name not in RATINGS_SCHEMA.names]
        found = verdict_files.text_columns((name, part.table[name].to_pylist()) for name in unread) if part.others is None else part.others()
        filled = pc.is_valid(column_of(part, "item_id"))
        tables.append(pa.table({**{name: found[name] for name in found.column_names}, "": filled}).filter(filled))
    return pa.concat_tables(tables, promote_options="permissive")


def _check_judges(table: pa.Table, where: Callable[[int], str]) -> None:
    """Names that stand for a pair or a majority would make two numbers of one name."""
    for name in table["judge"].unique().to_pylist():
        if "|" in name or name.endswith("#majority"):
            row = int(pc.indices_nonzero(pc.equal(table["judge"], name))[0].as_py())
            what = f"the judge {shorten(name)} has a name that stands for {'a pair' if '|' in name else 'the majority of a judge'} in results"
            raise VerdictsError(what, where=f"{where(row)}: judge", fix='rename it, without "|" and "#majority"')
