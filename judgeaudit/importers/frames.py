"""Data frames: columns of any dtype as exact text, and rows for the readers that go row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judgeaudit.errors import JudgeAuditError
from judgeaudit.importers.records import Records

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

SOURCE = "data frame"


def arrow_of_frame(frame: pd.DataFrame, *, error: type[JudgeAuditError]) -> pa.Table:
    """A data frame as an Arrow table, column by column.

    NaN, None and NaT are null. Columns of mixed objects become text, one exact value each. A named index becomes a column.

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
    names = [str(name) for name in frame.columns]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise error(f"the column {twice!r} is there twice", where=SOURCE, fix="rename or drop one of them")
    try:
        return pa.table({name: _column(frame.iloc[:, n]) for n, name in enumerate(names)})
    except (pa.ArrowException, TypeError) as trouble:
        raise error(f"a column holds what is neither text nor number: {trouble}", where=SOURCE, fix="turn it into text, or drop it") from None


def _column(series: pd.Series[Any]) -> pa.Array | pa.ChunkedArray:
    """One column; objects are converted one by one, since Arrow refuses ids that are numbers here and text there."""
    import pandas as pd
    import pyarrow as pa

    if isinstance(series.dtype, pd.CategoricalDtype):
        series = series.astype(object)
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
        if type(value) is str:
            return value
        if hasattr(value, "tolist"):
            value = value.tolist()
        if isinstance(value, (list, tuple, dict)):
            return dumps(value)
        return exact_text(value)

    texts = [text(value) for value in values]
    try:
        return pa.array(texts, type=pa.string())
    except UnicodeEncodeError:
        return pa.array([one if one is None else _whole(one) for one in texts], type=pa.string())


def _whole(text: str) -> str:
    """Half characters (lone surrogates) cannot be written: they become U+FFFD."""
    return "".join("\ufffd" if "\ud800" <= character <= "\udfff" else character for character in text)


def records_of_frame(frame: pd.DataFrame, *, error: type[JudgeAuditError]) -> Records:
    """The rows of a data frame, counted from 1."""
    table = arrow_of_frame(frame, error=error)
    return Records(SOURCE, "frame", tuple(table.column_names), tuple(enumerate(table.to_pylist(), 1)))
