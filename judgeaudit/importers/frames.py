"""Data frames: columns of any dtype as exact text, and rows for the readers that go row by row."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from judgeaudit.errors import JudgeAuditError, VerdictsError
from judgeaudit.importers.problems import first_twice
from judgeaudit.importers.records import Records
from judgeaudit.text.surrogates import encodable

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

SOURCE = "data frame"


def arrow_of_frame(frame: pd.DataFrame, *, error: type[JudgeAuditError], wanted: Collection[str], flat: Collection[str]) -> pa.Table:
    """A data frame as an Arrow table, column by column.

    NaN, None and NaT are null. Columns of mixed objects become text, one exact value each, lists and objects JSON text. A named index
    becomes a column.

    Parameters
    ----------
    wanted : collection of str
        Columns that are read; of the others only the names are kept.
    flat : collection of str
        Columns that must not hold lists or objects.

    Raises
    ------
    JudgeAuditError
        For something that is no data frame, or a column that is there twice.
    """
    import pandas as pd
    import pyarrow as pa

    if not isinstance(frame, pd.DataFrame):
        raise error(f"expected a data frame, got a {type(frame).__name__}", where=SOURCE, fix="pass a pandas DataFrame or a path")
    if any(name is not None and name not in frame.columns for name in frame.index.names):
        frame = frame.reset_index()
    names = [encodable(str(name)) for name in frame.columns]
    twice = first_twice(names)
    if twice is not None:
        raise error(f"the column {twice!r} is there twice", where=SOURCE, fix="rename or drop one of them")
    for n, name in enumerate(names):
        row = _first_nested(frame.iloc[:, n]) if name in flat else None
        if row is not None:
            raise error(f"{name} is a list or an object, not a text", where=f"{SOURCE}: row {row + 1}", fix="write one value per row")
    try:
        return pa.table({name: _column(frame.iloc[:, n]) if name in wanted else pa.nulls(len(frame)) for n, name in enumerate(names)})
    except (pa.ArrowException, TypeError) as trouble:
        raise error(f"a column holds what is neither text nor number: {trouble}", where=SOURCE, fix="turn it into text, or drop it") from None


def arrow_of_any(frame: Any, *, every: bool = False, error: type[JudgeAuditError] = VerdictsError) -> Any:
    """A data frame of another library (polars, PyArrow, whatever gives an Arrow stream) as an Arrow table; a pandas one is given back, unless all its columns are wanted.

    Parameters
    ----------
    every : bool
        Also turn a pandas data frame into Arrow, with all its columns.
    error : type of JudgeAuditError
    """
    import pandas as pd
    import pyarrow as pa

    if isinstance(frame, pd.DataFrame):
        return arrow_of_frame(frame, error=error, wanted=[str(name) for name in frame.columns], flat=()) if every else frame
    if isinstance(frame, pa.Table):
        return frame
    if isinstance(frame, pa.RecordBatchReader):
        return frame.read_all()
    if not hasattr(frame, "__arrow_c_stream__"):
        return frame
    try:
        return _without_views(pa.table(frame))
    except (pa.ArrowException, TypeError, ValueError):
        if (odd := _odd_column(frame)) is not None:
            what = f"the column {odd[0]!r} is {odd[1]}, which Arrow cannot take over"
            raise error(what, where=SOURCE, fix="cast it to text or to a number of 64 bits, or drop it") from None
        what = f"expected a data frame, got a {type(frame).__name__}"
        raise error(what, where=SOURCE, fix="pass a data frame of pandas or polars, an Arrow table, or a path") from None


def _odd_column(frame: Any) -> tuple[str, str] | None:
    """The first column that is no Arrow column by itself (a polars Int128), with its type; None where it is no data frame of columns."""
    import pyarrow as pa

    for name in getattr(frame, "columns", ()):
        try:
            pa.chunked_array(frame[name])
        except (pa.ArrowException, TypeError, ValueError):
            return str(name), str(getattr(frame[name], "dtype", "of a type"))
    return None


def _without_views(table: pa.Table) -> pa.Table:
    """Text as plain Arrow text: categories of polars hold string views, which Arrow casts to nothing yet."""
    import pyarrow as pa

    for n, field in enumerate(table.schema):
        kind = field.type.value_type if pa.types.is_dictionary(field.type) else field.type
        if pa.types.is_string_view(kind):
            table = table.set_column(n, field.name, pa.array(table[n].to_pylist(), type=pa.string()))
    return table


def _first_nested(series: pd.Series[Any]) -> int | None:
    if series.dtype != object:
        return None
    return next((n for n, value in enumerate(series) if hasattr(value, "__len__") and not isinstance(value, (str, bytes))), None)


def _column(series: pd.Series[Any]) -> pa.Array | pa.ChunkedArray:
    """One column; objects are converted one by one, since Arrow refuses ids that are numbers here and text there."""
    import pandas as pd
    import pyarrow as pa

    if isinstance(series.dtype, pd.CategoricalDtype):
        series = series.astype(object)
    elif isinstance(series.dtype, pd.PeriodDtype):
        series = series.astype(str)
    if series.dtype != object:
        return pa.array(series, from_pandas=True)
    missing = series.isna().tolist()
    values = [None if none else value for value, none in zip(series.tolist(), missing, strict=True)]
    return object_array(values)


def object_array(values: list[Any]) -> pa.Array:
    """Python values as Arrow text; lists and objects stay JSON text."""
    import pyarrow as pa

    from judgeaudit.importers.exact_json import dumps, exact_text

    def text(value: Any) -> str | None:
        if hasattr(value, "tolist"):
            value = value.tolist()
        if isinstance(value, (list, tuple, dict)):
            return dumps(value)
        return exact_text(value)

    texts = [value if value is None or type(value) is str else str(value) if isinstance(value, str) else text(value) for value in values]
    try:
        return pa.array(texts, type=pa.string())
    except UnicodeEncodeError:
        return pa.array([one if one is None else encodable(one) for one in texts], type=pa.string())


def records_of_frame(frame: pd.DataFrame, *, error: type[JudgeAuditError], wanted: Collection[str]) -> Records:
    """The rows of a data frame, counted from 1; none of the wanted columns may hold lists."""
    import pyarrow as pa

    given = arrow_of_any(frame, error=error)
    table = given if isinstance(given, pa.Table) else arrow_of_frame(given, error=error, wanted=wanted, flat=wanted)
    return Records(SOURCE, "frame", tuple(table.column_names), tuple(enumerate(table.to_pylist(), 1)))
