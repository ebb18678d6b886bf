"""Data frames: columns of any dtype as exact text, and rows for the readers that go row by row."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from judgeaudit.errors import JudgeAuditError, VerdictsError
from judgeaudit.importers.columns import HALVED
from judgeaudit.importers.exact_json import dumps, exact_text, python_value, words_for
from judgeaudit.importers.problems import Problem, first_twice, raise_problems
from judgeaudit.importers.records import Records
from judgeaudit.text.surrogates import encodable, escaped

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

SOURCE = "data frame"
AS_TEXT = "turn it into text, or drop it"


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
        raise no_frame(frame, error)
    if any(name is not None and name not in frame.columns for name in frame.index.names):
        frame = frame.reset_index()
    names = [escaped(str(name)) for name in frame.columns]
    twice = first_twice(names)
    if twice is not None:
        raise error(f"the column {twice!r} is there twice", where=SOURCE, fix="rename or drop one of them")
    for n, name in enumerate(names):
        row = _first_nested(frame.iloc[:, n]) if name in flat else None
        if row is not None:
            raise error(f"{name} is a list or an object, not a text", where=f"{SOURCE}: row {row + 1}", fix="write one value per row")
    return pa.table({name: _column(frame.iloc[:, n], name, error) if name in wanted else pa.nulls(len(frame)) for n, name in enumerate(names)})


def no_frame(given: Any, error: type[JudgeAuditError]) -> JudgeAuditError:
    """What to pass instead of something that is no data frame."""
    fix = "pass a data frame of pandas or polars, an Arrow table, or a path"
    if callable(getattr(given, "collect", None)):
        fix = "call .collect() and pass what it gives"
    return error(f"expected a data frame, got a {type(given).__name__}", where=SOURCE, fix=fix)


def arrow_of_any(frame: Any, *, error: type[JudgeAuditError] = VerdictsError) -> Any:
    """A data frame of another library (polars, PyArrow, whatever gives an Arrow stream) as an Arrow table; a pandas one is given back.

    Raises
    ------
    JudgeAuditError
        For anything else.
    """
    import pandas as pd
    import pyarrow as pa

    if isinstance(frame, (pd.DataFrame, pa.Table)):
        return frame
    if isinstance(frame, pa.RecordBatchReader):
        return frame.read_all()
    if not hasattr(frame, "__arrow_c_stream__"):
        raise no_frame(frame, error)
    try:
        return _without_views(pa.table(frame))
    except (pa.ArrowException, TypeError, ValueError):
        if (odd := _odd_column(frame)) is not None:
            what = f"the column {odd[0]!r} is {odd[1]}, which Arrow cannot take over"
            raise error(what, where=SOURCE, fix="cast it to text or to a number of 64 bits, or drop it") from None
        raise no_frame(frame, error) from None


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


def _column(series: pd.Series[Any], name: str, error: type[JudgeAuditError]) -> pa.Array | pa.ChunkedArray:
    """One column; objects are converted one by one, since Arrow refuses ids that are numbers here and text there."""
    import pandas as pd
    import pyarrow as pa

    if isinstance(series.dtype, pd.CategoricalDtype):
        series = series.astype(object)
    elif isinstance(series.dtype, pd.PeriodDtype):
        series = series.astype(str)
    if series.dtype != object:
        try:
            return pa.array(series, from_pandas=True)
        except (pa.ArrowException, TypeError, ValueError):
            raise error(f"{name} holds {series.dtype}, which is neither text nor number", where=SOURCE, fix=AS_TEXT) from None
    missing = series.isna().tolist()
    values = [None if none else value for value, none in zip(series.tolist(), missing, strict=True)]
    return text_column(values, name, row_of_frame, source=SOURCE, error=error)


def row_of_frame(index: int) -> str:
    """A row, as it is named in an error."""
    return f"{SOURCE}: row {index + 1}"


def text_column(values: list[Any], name: str, where: Callable[[int], str], *, source: str, error: type[JudgeAuditError] = VerdictsError) -> pa.Array:
    """Python values of one column as Arrow text; lists and objects stay JSON text.

    Parameters
    ----------
    values : list
    name : str
        The column.
    where : callable
        The row of an index, as a person finds it.
    source : str
        The file.
    error : type of JudgeAuditError

    Raises
    ------
    JudgeAuditError
        For values that have no exact text, with column and rows.
    """
    import pyarrow as pa

    try:
        texts = [value if value is None or type(value) is str else str.__str__(value) if isinstance(value, str) else _text(value) for value in values]
    except (TypeError, RecursionError):
        wrong = [(n, value) for n, value in enumerate(values) if not _has_text(value)]
        said = [Problem(where(n), f"{name} is {_words(value)}, which is neither text nor number", AS_TEXT) for n, value in wrong]
        raise_problems(error, said, where=source)
        raise
    try:
        return pa.array(texts, type=pa.string())
    except UnicodeEncodeError:
        whole = encodable if name in HALVED else escaped
        return pa.array([one if one is None else whole(one) for one in texts], type=pa.string())


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return exact_text(value)
    if hasattr(value, "tolist"):
        value = python_value(value)
    return dumps(value) if isinstance(value, (list, tuple, dict)) else exact_text(value)


def _has_text(value: Any) -> bool:
    try:
        _text(value)
    except (TypeError, RecursionError):
        return False
    return True


def _words(value: Any) -> str:
    value = python_value(value) if hasattr(value, "tolist") else value
    return f"{words_for(value)} that holds what JSON has no word for" if isinstance(value, (list, tuple, dict)) else words_for(value)


def records_of_frame(frame: pd.DataFrame, *, error: type[JudgeAuditError], wanted: Collection[str]) -> Records:
    """The rows of a data frame, counted from 1; none of the wanted columns may hold lists."""
    import pyarrow as pa

    given = arrow_of_any(frame, error=error)
    table = given if isinstance(given, pa.Table) else arrow_of_frame(given, error=error, wanted=wanted, flat=wanted)
    twice = first_twice(table.column_names)
    if twice is not None:
        raise error(f"the column {twice!r} is there twice", where=SOURCE, fix="rename or drop one of them")
    columns = {
        name: python_values(table[name], SOURCE, name, error=error) if name in wanted else [None] * table.num_rows for name in table.column_names
    }  # fmt: skip
    rows = (dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True))
    return Records(SOURCE, "frame", tuple(columns), tuple(enumerate(rows, 1)))


def python_values(column: Any, source: str, name: str, *, error: type[JudgeAuditError] = VerdictsError) -> list[Any]:
    """A column as Python has it; a time that Python has no word for is the user's trouble."""
    import pyarrow as pa

    try:
        values: list[Any] = column.to_pylist()
    except (OverflowError, ValueError, pa.ArrowException) as trouble:
        raise error(f"the column {name!r} holds a value that cannot be read: {trouble}", where=source, fix="write it as text") from None
    return values


def column_values(frame: pd.DataFrame | pa.Table, name: str) -> list[Any]:
    """A column of a data frame by the name that its text has, as Python has it; nothing of a named index."""
    import pyarrow as pa

    if isinstance(frame, pa.Table):
        values = python_values(frame[name], SOURCE, name)
        return [None if one is None else dict(one) for one in values] if pa.types.is_map(frame[name].type) else values
    column = next((n for n, given in enumerate(frame.columns) if escaped(str(given)) == name), None)
    return [None] * len(frame) if column is None else list(frame.iloc[:, column])
