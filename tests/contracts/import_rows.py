"""What tests of readers of foreign formats share: reading a file, checking that rows hold the contract, and files that break readers."""

from __future__ import annotations

import json
import math
import struct
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pyarrow as pa
import pytest

from judgeaudit.domain.verdicts import STATUSES
from judgeaudit.errors import VerdictsError
from judgeaudit.importers.foreign import Reading, start_of
from judgeaudit.tables import RATINGS_SCHEMA, table_from_rows

ANYTHING: tuple[Any, ...] = (None, True, "x", "", 7, -1.5, 1e300, math.nan, [], {}, [None], [[1]], {"a": None}, {"": [{}]}, "\ud800", "9" * 500)
"""Values that stand where others are expected."""


def rows_of(module: ModuleType, path: Path, reading: Reading | None = None) -> tuple[list[dict[str, Any]], Reading]:
    """The rows of a file, checked, and what else was found."""
    reading = Reading() if reading is None else reading
    rows = list(module.read(path, reading))
    check_rows(rows)
    return rows, reading


def check_rows(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        assert set(row) <= {*RATINGS_SCHEMA.names, "where"}, set(row) - set(RATINGS_SCHEMA.names)
        assert row["item_id"]
        assert row["judge"]
        assert row["where"]
        assert type(row["item_id"]) is type(row["judge"]) is str
        assert row.get("label") is None or type(row["label"]) is str
        score = row.get("score")
        assert score is None or (isinstance(score, float) and math.isfinite(score))
        assert row["status"] in STATUSES
        assert (row["status"] == "ok") == (row.get("label") is not None or score is not None), row
    table_from_rows(rows)  # the types of the ratings table


def columns(rows: list[dict[str, Any]], *names: str) -> list[tuple[Any, ...]]:
    return [tuple(row.get(name) for name in names) for row in rows]


def written(path: Path, document: Any) -> Path:
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def written_lines(path: Path, lines: list[Any], *, end: str = "\n") -> Path:
    path.write_bytes("".join(json.dumps(line) + end for line in lines).encode())
    return path


def mutated(document: Any) -> Iterator[Any]:
    """The document with each of its values replaced by each of `ANYTHING`, left out, or under another name, one at a time."""
    if isinstance(document, dict):
        for name, value in document.items():
            for other in (*ANYTHING, *mutated(value)):
                yield {**document, name: other}
            others = {key: one for key, one in document.items() if key != name}
            yield from (others, {**others, "\ud800": value}, {**others, "": value})
    elif isinstance(document, list):
        for place, value in enumerate(document):
            for other in (*ANYTHING, *mutated(value)):
                yield [*document[:place], other, *document[place + 1 :]]


def read_or_refused(module: ModuleType, path: Path) -> bool:
    """Read a file to its end: true, or false where it is refused as the user's trouble. Anything else is a failure."""
    try:
        rows_of(module, path)
    except VerdictsError:
        return False
    return True


def check_refused(module: ModuleType, path: Path, data: bytes, match: str) -> None:
    """Bytes that are refused with a place, whatever they look like."""
    path.write_bytes(data)
    start_of(path)
    with pytest.raises(VerdictsError, match=match) as raised:
        rows_of(module, path)
    assert raised.value.where
    assert raised.value.fix


def zipped(members: Mapping[str, bytes] | list[tuple[str, bytes]], *, method: int = 8, declared: int | None = None, flags: int = 0, crc: int = 0) -> bytes:
    """A ZIP archive made by hand: stored (0), DEFLATE (8) or Zstandard (93). `declared` is the size that headers claim, `crc` is added to their check sums."""
    body, central = b"", b""
    pairs = list(members.items()) if isinstance(members, Mapping) else members
    for name, data in pairs:
        packed = _packed(data, method)
        size = len(data) if declared is None else declared
        common = struct.pack("<HHHHHIIIHH", 20, flags, method, 0, 33, zlib.crc32(data) ^ crc, len(packed), size, len(name.encode()), 0)
        central += b"PK\x01\x02" + struct.pack("<H", 20) + common + struct.pack("<HHHII", 0, 0, 0, 0, len(body)) + name.encode()
        body += b"PK\x03\x04" + common + name.encode() + packed
    return body + central + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, len(pairs), len(pairs), len(central), len(body), 0)


def _packed(data: bytes, method: int) -> bytes:
    if method == 8:
        packer = zlib.compressobj(wbits=-15)
        return packer.compress(data) + packer.flush()
    return data if method != 93 else bytes(pa.compress(data, codec="zstd", asbytes=True))
