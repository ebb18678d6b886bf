"""Verdicts in Parquet that are too many to hold: parts on this machine or in an object store, read batch by batch."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.fs as pa_fs
import pyarrow.parquet as pq
from numpy.typing import NDArray

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.assume import Seen, seen_of
from judgeaudit.importers.columns import ITEM_TEXTS
from judgeaudit.importers.near_columns import nearly_ours
from judgeaudit.importers.records import row_name
from judgeaudit.importers.remote import filesystem, is_url, read_trouble, shown
from judgeaudit.importers.verdict_columns import check_names, ratings_of, row_of
from judgeaudit.importers.verdict_files import Raw
from judgeaudit.tables import RATINGS_SCHEMA
from judgeaudit.tables.item_sample import encoded_ids
from judgeaudit.tables.noticed import natural, noticed_of

BATCH_ROWS = 500_000
_KNOWN = frozenset(RATINGS_SCHEMA.names)
LABELS = ("criterion", "label", "score", "status", "order")
"""What a scale is guessed from, and whether pairs were shown."""


@dataclass(frozen=True)
class PartFile:
    """One Parquet file. `place` is where it is, and `name` what is said of it: without a user's name, a password or a query."""

    place: str
    name: str
    fixed: tuple[tuple[str, str], ...] = ()


def parts_of(source: str) -> tuple[PartFile, ...]:
    """The Parquet parts of a file, a folder or a URL, in the natural order of their names; `judge=x` in a folder's name is a column.

    Raises
    ------
    VerdictsError
        Nothing there, or nobody lets us read it.
    """
    files, root = filesystem(source)
    try:
        info = files.get_file_info(root)
        if info.type == pa_fs.FileType.NotFound:
            silent = ", or its server does not answer" if source.casefold().startswith("http") else ""
            raise VerdictsError(f"there is nothing there{silent}", where=shown(source), fix="name a Parquet file, a folder of *.parquet parts, or its URL")
        found = [info] if info.is_file else files.get_file_info(pa_fs.FileSelector(root, recursive=True))
    except read_trouble() as trouble:
        raise _unreadable(source, trouble) from None
    names = {one.path: one.path[len(root) :].strip("/") for one in found if one.is_file}
    parts = [path for path, name in names.items() if info.is_file or (name.endswith(".parquet") and not re.search(r"(^|/)[._]", name))]
    if not parts:
        raise VerdictsError("the folder holds no Parquet files", where=shown(source), fix="name a folder with *.parquet parts, a run directory, or a file")
    base = source.rstrip("/")
    place = base if is_url(base) else str(Path(base).absolute())  # other processes have other working directories
    return tuple(
        PartFile(place if info.is_file else f"{place}/{names[path]}", shown(base) + ("" if info.is_file else f"/{names[path]}"), _folder_columns(names[path]))
        for path in sorted(parts, key=natural)
    )


def rows_of(parts: Sequence[PartFile]) -> int:
    """Rows of all parts, by their footers; those of a part that cannot be read are 0."""
    n = 0
    for part in parts:
        try:
            n += _open(part).metadata.num_rows
        except VerdictsError:
            continue
    return n


def columns_in(part: PartFile) -> tuple[str, ...]:
    """The columns of a part."""
    return (*_open(part).schema_arrow.names, *(name for name, _ in part.fixed))


def texts_beside(parts: Sequence[PartFile]) -> tuple[str, ...]:
    """Columns with texts of items that the first part has; none where it cannot be read."""
    try:
        return tuple(name for name in ITEM_TEXTS if name in columns_in(parts[0]))
    except VerdictsError:
        return ()


def batches_of(part: PartFile, criterion: str) -> Iterator[pa.Table]:
    """The verdicts of a part in the ratings schema, some hundred thousand rows at a time; replicates are as the file has them.

    Raises
    ------
    VerdictsError
        As `interchange.read_verdicts` does.
    """
    file = _open(part)
    names = list(file.schema_arrow.names)
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise VerdictsError(f"the column {twice!r} is there twice", where=part.name, fix="rename or drop one of them")
    columns = dict.fromkeys([*names, *(name for name, _ in part.fixed)])
    check_names(Raw(pa.table({name: pa.nulls(0) for name in columns}), part.name, lambda _: part.name))  # of all columns: it knows what is misspelt
    schema = pa.schema([*file.schema_arrow, *(pa.field(name, pa.string()) for name, _ in part.fixed if name not in names)])
    done, filled, given = 0, False, False
    told = _has_rationales(file)
    for batch in _read(file, part, _KNOWN):
        raw = Raw(batch, part.name, _namer(part, done))
        nameless = "criterion" not in batch.column_names or batch["criterion"].null_count == batch.num_rows
        filled, given = filled or nameless, given or not nameless
        if filled and given:
            fix = "name the criterion, in every row or in none"
            raise VerdictsError("criterion is empty in some rows, and others have one", where=part.name, fix=fix)
        table, _ = ratings_of(raw, criterion)
        table = _noted(table, raw, schema, part, done)
        done += batch.num_rows
        yield _unasked(table, batch) if told else table


def _noted(table: pa.Table, raw: Raw, schema: pa.Schema, part: PartFile, before: int) -> pa.Table:
    """A batch with what is noticed of it: the kinds of the part's columns with the first one, and the first row without a replicate."""
    noticed = noticed_of(table.schema.metadata)
    if not before:
        noticed.add_kinds(schema, part.name)
        noticed.nearly = nearly_ours(schema.names)
    if table["replicate"].null_count:
        row = row_of(raw, pc.index(pc.is_null(table["replicate"]), True).as_py(), table.num_rows)
        noticed.unnumbered = part.name, before + row + 1
    return noticed.noted_on(table)


def _has_rationales(file: Any) -> bool:
    """Whether any row of the file has a rationale, by what the file says of its columns; True where it does not say."""
    if "rationale" not in file.schema_arrow.names:
        return False
    place = file.metadata.schema.names.index("rationale") if "rationale" in file.metadata.schema.names else -1
    known = [file.metadata.row_group(n).column(place).statistics for n in range(file.metadata.num_row_groups)] if place >= 0 else [None]
    return any(one is None or not one.has_min_max or one.max != "" for one in known if one is None or one.num_values)


def _unasked(table: pa.Table, batch: pa.Table) -> pa.Table:
    """The batch with nulls for rationales where it has none: the file has others, so that a null is no rationale that was left empty."""
    if "rationale" not in batch.column_names or batch["rationale"].null_count < batch.num_rows:
        return table
    place = RATINGS_SCHEMA.get_field_index("rationale")
    return table.set_column(place, RATINGS_SCHEMA.field(place), pa.nulls(table.num_rows, pa.string()))


def labels_in(part: PartFile, criterion: str) -> dict[str, Seen]:
    """The labels and scores of a part, by criterion."""
    found: dict[str, Seen] = {}
    try:
        for batch, times in label_batches(part, criterion, distinct=True):
            for name, one in seen_of(batch, times).items():
                found.setdefault(name, Seen()).add(one)
    except VerdictsError:  # row by row, which says how many rows are wrong
        for batch, _ in label_batches(part, criterion):
            seen_of(batch)
        raise
    return found


def label_batches(part: PartFile, criterion: str, *, distinct: bool = False) -> Iterator[tuple[pa.Table, NDArray[np.int64] | None]]:
    """The columns that a scale is guessed from, `LABELS`, typed; rows without a criterion where others have one are left out.

    `distinct`: the first of all rows of a batch that are the same, and how often each is there.
    """
    file = _open(part)
    if not {"label", "score"} & set(columns_in(part)):
        yield from ((batch, None) for batch in batches_of(part, criterion))  # it says what is missing
        return
    done = 0
    file = _by_dictionary(file, part) if distinct else file
    for batch in _read(file, part, frozenset(LABELS)):
        where, times = _namer(part, done), None
        done += batch.num_rows
        if "criterion" in batch.column_names and 0 < batch["criterion"].null_count < batch.num_rows:
            batch = batch.filter(pc.is_valid(batch["criterion"]))
        if distinct and all(_plain(column.type) for column in batch.columns):
            batch, times = _distinct(batch)
        same = pa.array(["-"]).take(pa.array([0] * batch.num_rows, pa.int32()))
        table, _ = ratings_of(Raw(batch.append_column("item_id", same).append_column("judge", same), part.name, where), criterion)
        yield table.select(list(LABELS)), times


def _by_dictionary(file: Any, part: PartFile) -> Any:
    """The same file, with texts among `LABELS` as dictionaries, as Parquet mostly stores them: they need not be told apart again."""
    texts = [field.name for field in file.schema_arrow if field.name in LABELS and (pa.types.is_string(field.type) or pa.types.is_large_string(field.type))]
    return _open(part, read_dictionary=texts, metadata=file.metadata)


def _plain(kind: pa.DataType) -> bool:
    """Whether equal values of a type are told apart by Arrow."""
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    tests = (pa.types.is_string, pa.types.is_large_string, pa.types.is_integer, pa.types.is_floating, pa.types.is_boolean, pa.types.is_null)
    return any(test(kind) for test in tests)


def _distinct(batch: pa.Table) -> tuple[pa.Table, NDArray[np.int64]]:
    """The first of all rows that are the same, in the order of rows, and how many there are of each."""
    key = np.zeros(batch.num_rows, dtype=np.int64)
    for column in batch.columns:
        one = _encoded(column)
        key = key * len(one.dictionary) + one.indices.to_numpy()
        key = encoded_ids(pa.array(key)).indices.to_numpy().astype(np.int64)  # from 0 again, so that it stays small
    first = np.empty(int(key.max()) + 1, dtype=np.int64)
    first[key[::-1]] = np.arange(len(key) - 1, -1, -1)
    found = batch.take(pa.array(first))
    kinds = [kind.value_type if pa.types.is_dictionary(kind) else kind for kind in found.schema.types]
    return found.cast(pa.schema(list(zip(found.column_names, kinds, strict=True)))), np.bincount(key)


def _encoded(column: pa.ChunkedArray) -> pa.DictionaryArray:
    """`encoded_ids` of a column that may be a dictionary already."""
    one = column.combine_chunks()
    if not pa.types.is_dictionary(one.type) or one.null_count or len(one.dictionary.unique()) < len(one.dictionary):
        return encoded_ids(column)
    return one


def _read(file: Any, part: PartFile, wanted: frozenset[str]) -> Iterator[pa.Table]:
    """Some columns of a part, those of its folders too, as far as it has them."""
    names = [name for name in file.schema_arrow.names if name in wanted]
    try:
        for batch in file.iter_batches(batch_size=BATCH_ROWS, columns=names):
            table = pa.Table.from_batches([batch])
            for name, value in part.fixed:
                if name in wanted and name not in table.column_names:
                    table = table.append_column(name, pa.array([value] * table.num_rows, type=pa.string()))
            if table.num_rows:
                yield table
    except read_trouble() as trouble:
        raise _damaged(part, trouble) from None


def _namer(part: PartFile, before: int) -> Any:
    return lambda index: row_name(part.name, "parquet", before + index + 1)


def _open(part: PartFile, **options: Any) -> Any:
    try:
        files, path = filesystem(part.place)
        return pq.ParquetFile(files.open_input_file(path), **options)
    except read_trouble() as trouble:
        raise _damaged(part, trouble) from None


def _damaged(part: PartFile, trouble: Exception) -> VerdictsError:
    what = f"the file is not Parquet, is damaged or cannot be read: {_said(part.place, trouble)}"
    return VerdictsError(what, where=part.name, fix="write it again as Parquet")


def _unreadable(source: str, trouble: Exception) -> VerdictsError:
    fix = "check the name, and the credentials in the environment (for S3: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL)"
    return VerdictsError(f"it cannot be listed: {_said(source, trouble)}", where=shown(source), fix=fix)


def _said(place: str, trouble: Exception) -> str:
    """The first line of a message, without what stands before an `@` in a URL."""
    text = str(trouble).splitlines()[0] if str(trouble) else type(trouble).__name__
    return text.replace(place, shown(place))[:300]


def _folder_columns(name: str) -> tuple[tuple[str, str], ...]:
    pairs = [piece.partition("=") for piece in name.split("/")[:-1]]
    return tuple((key, unquote(value)) for key, equals, value in pairs if equals and key in _KNOWN)
