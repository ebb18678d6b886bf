"""Verdicts of any files, in whatever format: recognised by content, read, put together, and everything that was left out is counted."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from judgeaudit.errors import OptionError, VerdictsError
from judgeaudit.importers import interchange, tabular
from judgeaudit.importers.call_columns import call_codes
from judgeaudit.importers.columns import ITEM_TEXTS, Columns
from judgeaudit.importers.foreign import Reading, start_of
from judgeaudit.importers.packed import unpacked
from judgeaudit.importers.recognition import AUTO, check_format, files_of, format_of, is_foreign, is_log_format, module_of, title_of
from judgeaudit.importers.table_kinds import table_kind
from judgeaudit.importers.table_texts import with_answers
from judgeaudit.importers.text_file import check_file
from judgeaudit.importers.verdict_copies import same_call, without
from judgeaudit.importers.verdict_files import Raw, raw_of_rows, read_folder
from judgeaudit.importers.verdict_replicates import VERDICTS_OF, row_groups
from judgeaudit.tables import RATINGS_SCHEMA, empty_table
from judgeaudit.tables.noticed import KEY, Noticed, noticed_in, noticed_of
from judgeaudit.tables.ratings import rows_said, statuses_of

CHUNK = 50_000
"""Rows that are Python objects at one time."""
OnRows = Callable[[str, int], None]
OnCount = Callable[[int], None]


@dataclass(frozen=True)
class FileRead:
    """One file: how it was read, and how many verdicts it gave."""

    path: str
    format: str
    title: str
    rows: int
    statuses: Mapping[str, int] = field(default_factory=dict)

    @property
    def said(self) -> str:
        """How many rows it gave, and of which status where not all hold a verdict."""
        return rows_said(self.statuses or {"ok": self.rows})


@dataclass(frozen=True)
class Imported:
    """Everything that files held. `table` is in the ratings schema; `gold` and `items` are rows of such files."""

    table: pa.Table
    files: tuple[FileRead, ...]
    gold: tuple[Mapping[str, Any], ...] = ()
    items: tuple[Mapping[str, Any], ...] = ()
    skipped: Mapping[str, int] = field(default_factory=dict)
    examples: Mapping[str, Sequence[str]] = field(default_factory=dict)
    notes: Mapping[str, int] = field(default_factory=dict)


def read_files(
    paths: Sequence[Path], *, format: str = AUTO, columns: Columns | None = None, criterion: str | None = None, drop_copies: bool = False,
    repeats: bool = False, on_rows: OnRows | None = None,
) -> Imported:  # fmt: skip
    """Verdicts, human labels and item texts of files in any known format.

    Parameters
    ----------
    paths : sequence of Path
        Files of one format or of several, also packed by gzip; folders of Parquet parts; other folders, whose files are read that are known.
    format : str
        A name in `IMPORTERS`, or "auto": by content.
    columns : Columns, optional
        Names of columns, for tables.
    criterion : str, optional
        What verdicts are about where a file does not say; "verdict" by default.
    drop_copies : bool
        Leave out rows that are copies of another one (see `verdict_copies`).
    repeats : bool
        Rows of tables that nothing tells from copies are repeats.
    on_rows : callable, optional
        Called with a file's name and the rows read of it so far.

    Raises
    ------
    VerdictsError, OptionError
        For what cannot be read, or holds neither a verdict nor a human label.
    """
    check_format(format)
    reading = Reading()
    seen: dict[bytes, Path] = {}
    tables: list[pa.Table] = []
    files: list[FileRead] = []
    for given in files_of(paths, reading, every=format != AUTO or bool(columns)):
        with unpacked(given) as path:
            digest = _digest(path)
            if digest in seen:
                reading.skip("duplicate", f"{given}: byte for byte the same as {seen[digest]}")
                continue
            seen[digest] = given
            name = format_of(path, format, mapped=bool(columns))
            counted = None if on_rows is None else partial(on_rows, str(given))
            table = _read_one(path, name, columns or Columns(), criterion, reading, counted, drop_copies=drop_copies, repeats=repeats)
        tables.append(table)
        files.append(FileRead(str(given), name, title_of(name), table.num_rows, statuses_of(table)))
    return _together(tables, files, reading, drop_copies=drop_copies)


def judged(found: Imported) -> Imported:
    """What was read, where a judge's verdict is in it.

    Raises
    ------
    VerdictsError
        Where only people labelled.
    """
    if found.table.num_rows:
        return found
    where = ", ".join(one.path for one in found.files)
    fix = "they are gold: judgeaudit import FILE --out gold.csv, then name the file of the judge's verdicts, with --gold gold.csv"
    raise VerdictsError(f"it holds labels by people ({len(found.gold):,}) and no verdict of a judge", where=where, fix=fix)


def any_verdicts(path: Path, *, criterion: str | None = None) -> pa.Table:
    """The verdicts of a file in our format or of another framework's log, with nothing but them."""
    return judged(read_files([path], criterion=criterion)).table if is_foreign(path) else interchange.read_verdicts(path, criterion=criterion)


def _digest(path: Path) -> bytes:
    if path.is_dir():
        return str(path.resolve()).encode()
    check_file(path, error=VerdictsError, what="verdict file")
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").digest()


def _read_one(
    path: Path, name: str, columns: Columns, criterion: str | None, reading: Reading, on_rows: OnCount | None, *, drop_copies: bool, repeats: bool
) -> pa.Table:  # fmt: skip
    if is_log_format(name):
        if columns:
            raise OptionError(
                f"--map and --set are for tables, and this is read as {title_of(name)}", where=str(path), fix="leave them out, or name csv, jsonl ..."
            )
        return _foreign(path, module_of(name).read(path, reading), criterion, on_rows)
    if path.is_dir():
        raws: Sequence[Raw] = [with_answers(one, reading) for one in read_folder(path, also=ITEM_TEXTS)]
        if columns:
            raise OptionError("--map and --set are for single files", where=str(path), fix="name the files")
    else:
        kind = table_kind(start_of(path)) if name == "wide" else name
        raw, empty = tabular.read(path, columns, kind=kind)
        raw = with_answers(raw, reading, blank_is_missing=kind == "csv")
        for _, place in itertools.zip_longest(range(empty.n), empty.places(), fillvalue=str(path)):
            reading.skip("unscored", place)
        raws = [raw]
    table = interchange.table_of(raws, criterion, str(path), drop_copies=drop_copies, repeats=repeats)
    if on_rows is not None:
        on_rows(table.num_rows)
    return table


def _foreign(path: Path, rows: Iterator[dict[str, Any]], criterion: str | None, on_rows: OnCount | None) -> pa.Table:
    """Rows of a foreign reader in chunks, so that only some are Python objects at one time."""
    tables: list[pa.Table] = []
    done = 0
    for chunk in itertools.batched(rows, CHUNK) if hasattr(itertools, "batched") else _batched(rows):
        tables.append(interchange.typed(_raw(chunk, str(path)), criterion))
        done += len(chunk)
        if on_rows is not None:
            on_rows(done)
    if not tables:
        return empty_table()
    noticed = noticed_in(tables)
    return noticed.noted_on(interchange.numbered(pa.concat_tables(tables), str(path)))


def _batched(rows: Iterator[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], ...]]:
    while chunk := tuple(itertools.islice(rows, CHUNK)):
        yield chunk


def _raw(rows: Sequence[dict[str, Any]], source: str) -> Raw:
    places = [row.pop("where", source) for row in rows]
    for row in rows:
        row.setdefault("item_id", None)
        row.setdefault("judge", None)
        row.setdefault("label", None)
    return raw_of_rows(list(rows), source, lambda index: places[index])


def _together(tables: Sequence[pa.Table], files: Sequence[FileRead], reading: Reading, *, drop_copies: bool) -> Imported:
    filled = [table for table in tables if table.num_rows]
    if not filled and not reading.gold:
        left = ", ".join(f"{n:,} {word}" for word, n in reading.skipped.items())
        what = f"there are no verdicts in it; left out: {left}" if left else "there are no verdicts in it"
        raise VerdictsError(what, where=", ".join(one.path for one in files), fix="name a file in which a judge gave verdicts, or the format")
    table = pa.concat_tables([one.replace_schema_metadata(None) for one in filled]) if filled else empty_table()
    noted = [table.schema.metadata or {} for table in filled]
    table = _renumbered(table, len(filled))
    if drop_copies and (again := _copied(table, filled)).any():
        table = without(table, again)
        noted.append({interchange.COPIES: json.dumps(int(again.sum())).encode()})
    return Imported(
        table.replace_schema_metadata(_metadata(noted)), tuple(files), tuple(reading.gold), tuple(reading.items.values()), dict(reading.skipped),
        reading.examples, reading.notes,
    )  # fmt: skip


def _copied(table: pa.Table, tables: Sequence[pa.Table]) -> NDArray[np.bool_]:
    """Rows that are copies of an earlier one; in a table that was looked through already, with the columns that are not read, of one in another file."""
    again, _, _ = same_call(table)
    if not again.any():
        return again
    calls, file = call_codes(table), np.repeat(np.arange(len(tables)), [one.num_rows for one in tables])
    first = np.full(calls.max() + 1, len(tables))
    np.minimum.at(first, calls, file)
    looked = np.array([interchange.COPIES in (one.schema.metadata or {}) for one in tables])
    found: NDArray[np.bool_] = again & (~looked[file] | (first[calls] < file))
    return found


def _renumbered(table: pa.Table, n_files: int) -> pa.Table:
    """Replicates of one item that have the same number in several files follow each other, in the order of the files."""
    if n_files < 2:
        return table
    group = row_groups(table, (*VERDICTS_OF, "replicate"))
    counts: Counter[int] = Counter(group.tolist())
    if max(counts.values(), default=1) == 1:
        return table
    position = RATINGS_SCHEMA.get_field_index("replicate")
    return interchange.numbered(table.set_column(position, RATINGS_SCHEMA.field("replicate"), pa.nulls(table.num_rows, pa.int32())), "these files")


def _metadata(noted: Iterable[Mapping[bytes, bytes]]) -> dict[bytes, bytes]:
    """Notes of several tables as one: numbers add up, lists are joined."""
    found: dict[bytes, Any] = {}
    noticed = Noticed()
    for one in noted:
        noticed.add(noticed_of(one))
        for key, value in one.items():
            if key == KEY:
                continue
            read = json.loads(value)
            before = found.get(key)
            if before is None:
                found[key] = read
            elif isinstance(read, list):
                found[key] = list(dict.fromkeys([*before, *read]))
            else:
                found[key] = before or read if isinstance(read, bool) else before + read
    return {key: json.dumps(value).encode() for key, value in found.items()} | {KEY: noticed.written()}
