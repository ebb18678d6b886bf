"""Arrow columns of types beyond Arrow's own (a UUID of a warehouse, JSON, truth values of a byte each) as columns of plain ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

_DASHES = (8, 13, 18, 23)
"""Where the dashes of a UUID stand: 8-4-4-4-12."""


def without_extension(column: Any) -> Any:
    """The column in the type that Arrow has for its values: UUIDs as text, everything else as it is stored.

    Parameters
    ----------
    column : pyarrow.Array or ChunkedArray
    """
    if isinstance(column.type, pa.BaseExtensionType):
        name, column = column.type.extension_name, _storage(column)
        if name == "arrow.uuid":
            return _uuid_text(column)
        if name == "arrow.bool8":
            return column.cast(pa.bool_())
    return column


def _storage(column: Any) -> Any:
    if isinstance(column, pa.ChunkedArray):
        return pa.chunked_array([chunk.storage for chunk in column.chunks], type=column.type.storage_type)
    return column.storage


def _uuid_text(column: Any) -> Any:
    """16 bytes each as 36 characters, many at a time: a table of a warehouse has millions."""
    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    filled = whole.drop_null()
    if not len(filled):
        return pa.nulls(len(whole), pa.string())
    data = filled.buffers()[1]
    digits = data[filled.offset * 16 : (filled.offset + len(filled)) * 16].to_pybytes().hex().encode()
    texts = np.full((len(filled), 36), ord("-"), dtype=np.uint8)
    texts[:, [n for n in range(36) if n not in _DASHES]] = np.frombuffer(digits, dtype=np.uint8).reshape(-1, 32)
    found = pa.array(texts.view("S36").ravel().astype("U36"), type=pa.string())
    places = np.cumsum(np.asarray(whole.is_valid())) - 1
    return found.take(pa.array(places, mask=np.asarray(whole.is_null())))
