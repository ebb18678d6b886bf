"""Files that are nearly right: a few bytes changed, or a value, a line, a cell or a member where another one is expected."""

from __future__ import annotations

import copy
import io
import json
import random
import zipfile
import zlib
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from tests.contracts.import_rows import zipped
from tests.core.test_importers_hostile_bytes import spoil

ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 7, 2**31, 2**63, 2**64, -1.5, 1e300, 1e-300, float("nan"), float("inf"), "", " ", "x", "007", "NA", "\ud800", "\0", "a\nb", "x|y", "x#majority",
    "9" * 500, "x" * 5000, "\u2028", "=1+1", "2026-13-45", "1e999", "__invalid__", "$ERROR$", [], {}, [None], [[1]], {"a": None}, {"": [{}]}, {"value": {"value": {}}},
)  # fmt: skip
"""Values where others are expected."""
DEEP = 2000


def mutated(data: bytes, rng: random.Random) -> bytes:
    """The file, spoilt in one to three of the ways that its kind has."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        whole = 0.9 if data.startswith((b"PK", b"PAR1")) else 0.6  # a byte more or less breaks an archive at its first check
        data = _kind(data, rng)(data, rng) if rng.random() < whole else _bytes(data, rng)
    return data


def _kind(data: bytes, rng: random.Random) -> Callable[[bytes, random.Random], bytes]:
    if data.startswith(b"PK"):
        return _sheet if b"xl/workbook.xml" in data and rng.random() < 2 / 3 else _archive
    if data.startswith(b"PAR1"):
        return _parquet
    if data.lstrip()[:1] in (b"[", b"{"):
        return _json
    return _lines


def _bytes(data: bytes, rng: random.Random) -> bytes:
    way = rng.randrange(8)
    if way < 4:
        return spoil(data, rng)
    if way == 4:
        return data[: rng.randrange(len(data) + 1)]
    if way == 5:
        return data[rng.randrange(len(data) + 1) :]
    if way == 6:
        return data.decode("utf-8", "replace").encode(rng.choice(("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "utf-7")), "replace")
    return data.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\n\n", b"\n\0", b"")))


def _lines(data: bytes, rng: random.Random) -> bytes:
    """A line, or a cell of one, doubled, moved, left out or replaced."""
    lines = data.split(b"\n")
    place = rng.randrange(len(lines))
    way = rng.randrange(4)
    if way == 0:
        lines.insert(rng.randrange(len(lines) + 1), lines[place])
    elif way == 1:
        del lines[place]
    elif way == 2:
        lines.insert(0, lines.pop(place))
    else:
        mark = b"," if b"," in lines[place] else b" "
        cells = lines[place].split(mark)
        odd = rng.choice(ODD)
        cells[rng.randrange(len(cells))] = (odd if isinstance(odd, str) else json.dumps(odd)).encode("utf-8", "replace")
        lines[place] = mark.join(cells)
    return b"\n".join(lines)


def _json(data: bytes, rng: random.Random) -> bytes:
    """One value of a JSON document, or of a line of JSONL."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        lines = [line for line in data.split(b"\n") if line.strip()]
        if not lines or rng.random() < 0.2:
            return _lines(data, rng)
        place = rng.randrange(len(lines))
        lines[place] = _document(lines[place], rng)
        return b"\n".join(lines) + b"\n"
    return _written(_changed(document, rng), rng)


def _document(data: bytes, rng: random.Random) -> bytes:
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return spoil(data, rng)
    return _written(_changed(document, rng), rng)


def _written(document: Any, rng: random.Random) -> bytes:
    text = json.dumps(document, ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.02:
        text = text.replace("null", "[" * DEEP + "]" * DEEP, 1)
    return text.encode("utf-8", "surrogatepass")


def _changed(document: Any, rng: random.Random) -> Any:
    """The document with one of its parts replaced by an odd value or by another part of it, renamed, left out or doubled."""
    document = copy.deepcopy(document)
    places = _places(document)
    if not places:
        return rng.choice(ODD)
    holder, key = rng.choice(places)
    way = rng.randrange(6)
    if way == 0:
        other, name = rng.choice(places)
        holder[key] = copy.deepcopy(other[name])
    elif way == 1:
        del holder[key]
    elif way == 2 and isinstance(holder, dict):
        holder[rng.choice(("", "\ud800", "id", "value", "label", key.upper()))] = holder.pop(key)
    elif way == 2:
        holder.insert(key, copy.deepcopy(holder[key]))
    else:
        holder[key] = rng.choice(ODD)
    return document


def _places(document: Any) -> list[tuple[Any, Any]]:
    """Every part of a document: what holds it, and under which key or number."""
    found: list[tuple[Any, Any]] = []
    left = [document]
    while left:
        one = left.pop()
        keys = list(one) if isinstance(one, dict) else list(range(len(one))) if isinstance(one, list) else []
        found += [(one, key) for key in keys]
        left += [one[key] for key in keys]
    return found


def _archive(data: bytes, rng: random.Random) -> bytes:
    """A member of an archive changed, renamed, doubled or left out, and everything packed anew, sometimes with a lie about its size."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [(info.filename, archive.read(info)) for info in archive.infolist() if info.compress_type in (0, 8) and info.file_size < 1_000_000]
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, RuntimeError, EOFError):
        return spoil(data, rng)
    if not members:
        return spoil(data, rng)
    place = rng.randrange(len(members))
    name, content = members[place]
    way = rng.randrange(6)
    if way < 3:
        members[place] = (name, _document(content, rng) if content[:1] in b"[{" else spoil(content, rng))
    elif way == 3:
        members[place] = (rng.choice(("../x.json", "/etc/x", "samples/", "", "header.json", "x" * 300, "samples/\u2028.json", "xl/workbook.xml")), content)
    elif way == 4:
        members.insert(place, members[place])
    else:
        del members[place]
    method = rng.choice((0, 8, 8, 8, 93, 99))
    if method == 99:
        return zipped(members, method=8, flags=rng.choice((1, 8, 0x800)), crc=rng.choice((0, 1)))
    return zipped(members, method=method, declared=rng.choice((None, None, None, 0, 7, 2**31)))


def _sheet(data: bytes, rng: random.Random) -> bytes:
    """A cell of a workbook with another value, or a row left out."""
    import openpyxl

    try:
        book = openpyxl.load_workbook(io.BytesIO(data))
        sheet = book.worksheets[0]
        if rng.random() < 0.2:
            sheet.delete_rows(rng.randint(1, 5))
        else:
            odd = rng.choice([one for one in ODD if one is None or isinstance(one, (bool, int, float, str))])
            text = "".join(c for c in odd if c.isprintable()) if isinstance(odd, str) else odd
            sheet.cell(rng.randint(1, 5), rng.randint(1, 12)).value = text
        stream = io.BytesIO()
        book.save(stream)
    except (zipfile.BadZipFile, zlib.error, OSError, LookupError, ValueError, TypeError, AttributeError, SyntaxError, ArithmeticError, RuntimeError, EOFError):
        return spoil(data, rng)
    return stream.getvalue()


def _parquet(data: bytes, rng: random.Random) -> bytes:
    """A column of other values or of another type, renamed, doubled or left out."""
    try:
        table = pq.read_table(io.BytesIO(data))
    except (pa.ArrowException, OSError, ValueError):
        return spoil(data, rng)
    if not table.num_columns:
        return spoil(data, rng)
    place = rng.randrange(table.num_columns)
    way = rng.randrange(5)
    if way == 0:
        table = table.remove_column(place)
    elif way == 1:
        table = table.rename_columns(
            [rng.choice(("score", "label", "", "judge", "input")) if n == place else name for n, name in enumerate(table.column_names)]
        )
    elif way == 2:
        table = table.slice(0, rng.randrange(2))
    else:
        table = table.set_column(place, table.column_names[place], _column(table.num_rows, rng))
    stream = io.BytesIO()
    try:
        pq.write_table(table, stream)
    except (pa.ArrowException, OSError):
        return spoil(data, rng)
    return stream.getvalue()


def _column(length: int, rng: random.Random) -> pa.Array:
    kinds: list[tuple[Any, Any]] = [
        (None, pa.null()), (True, pa.bool_()), (7, pa.int8()), (2**64 - 1, pa.uint64()), (1.5, pa.float64()), (float("nan"), pa.float32()), (b"\xff", pa.binary()),
        ([1], pa.list_(pa.int64())), ({"a": None}, pa.struct([("a", pa.string())])), (10**9, pa.timestamp("ns", "UTC")), (10**9, pa.timestamp("s")), (7, pa.duration("s")),
        (7, pa.date32()), (7, pa.time64("us")), ("x", pa.large_string()), ([("k", 1)], pa.map_(pa.string(), pa.int64())), (1, pa.decimal128(38, 10)),
        ("x", pa.dictionary(pa.int8(), pa.string())), (-(2**62), pa.timestamp("us")), (2**62, pa.timestamp("s")),
    ]  # fmt: skip
    value, kind = rng.choice(kinds)
    return pa.array([value if rng.random() < 0.8 else None for _ in range(length)], type=kind)
