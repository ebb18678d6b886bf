"""What is noticed of rows while their columns are typed. It goes with a table in the metadata of its schema, so that parts of a table add up."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pyarrow as pa

KEY = b"noticed"
"""Key of a table's schema metadata."""
NAMING = ("item_id", "judge", "criterion", "label", "probe", "variant", "stratum", "cluster", "system")
"""Columns whose values are told apart as they are written."""
_TEXTS = frozenset({"string", "large_string", "string_view", "binary", "large_binary", "binary_view", "extension<arrow.uuid>"})
PLACES = 3
"""Places that are named of rows without a value (ours)."""


@dataclass
class Noticed:
    """Numbers that cannot be, rows without any value, and what columns of names hold in each part.

    Attributes
    ----------
    unusable : Counter of column
        Values that were left out: negative or infinite times, prices and tokens.
    blank : int
        Rows without any value that is read, which were left out.
    places : list of str
        Where the first of them stand.
    kinds : mapping of column to mapping of kind to (parts, first part)
        How many parts hold a column as text, numbers ..., and the first of them in the natural order of names.
    unnumbered : (str, int), optional
        Part and row (from 1) of the first row without a replicate.
    nearly : mapping of our column to theirs
        Columns that are not read and look like one of ours that is not there.
    """

    unusable: Counter[str] = field(default_factory=Counter)
    blank: int = 0
    places: list[str] = field(default_factory=list)
    kinds: dict[str, dict[str, tuple[int, str]]] = field(default_factory=dict)
    unnumbered: tuple[str, int] | None = None
    nearly: dict[str, str] = field(default_factory=dict)

    def add(self, other: Noticed) -> None:
        """Add what was noticed of other rows; the order of parts decides nothing but the places of rows without a value."""
        self.unusable.update(other.unusable)
        self.blank += other.blank
        self.places = [*self.places, *other.places][:PLACES]
        for column, kinds in other.kinds.items():
            for kind, (n, name) in kinds.items():
                before, first = self.kinds.setdefault(column, {}).get(kind, (0, name))
                self.kinds[column][kind] = before + n, min(first, name, key=natural)
        self.nearly = {**other.nearly, **self.nearly}
        firsts = [one for one in (self.unnumbered, other.unnumbered) if one is not None]
        self.unnumbered = min(firsts, key=lambda one: (natural(one[0]), one[1]), default=None)

    def add_kinds(self, schema: pa.Schema, part: str) -> None:
        """Note what the columns of a part hold whose values are told apart as they are written."""
        named = {name: kind for name in NAMING if name in schema.names and (kind := kind_of(schema.field(name).type))}
        self.add(Noticed(kinds={name: {kind: (1, part)} for name, kind in named.items()}))

    def noted_on(self, table: pa.Table) -> pa.Table:
        """The table with this in its metadata; as it is where nothing was noticed."""
        if self == Noticed():
            return table
        return table.replace_schema_metadata({**(table.schema.metadata or {}), KEY: self.written()})

    def written(self) -> bytes:
        """All of it as JSON."""
        return json.dumps(vars(self)).encode()


def noticed_of(metadata: Mapping[bytes, bytes] | None) -> Noticed:
    """What was noticed of the rows of a table, by the metadata of its schema."""
    read = json.loads((metadata or {}).get(KEY, b"{}"))
    if not read:
        return Noticed()
    kinds = {column: {kind: (int(n), str(name)) for kind, (n, name) in kinds.items()} for column, kinds in read["kinds"].items()}
    return Noticed(
        Counter(read["unusable"]), read["blank"], read["places"], kinds, tuple(read["unnumbered"]) if read["unnumbered"] else None, read.get("nearly", {})
    )


def noticed_in(tables: Sequence[pa.Table]) -> Noticed:
    """What was noticed of the rows of several tables."""
    found = Noticed()
    for table in tables:
        found.add(noticed_of(table.schema.metadata))
    return found


def kind_of(kind: pa.DataType) -> str:
    """In words what a column holds: two kinds write one value in two ways. Nothing for a column of nulls."""
    if pa.types.is_dictionary(kind):
        return kind_of(kind.value_type)
    if pa.types.is_null(kind):
        return ""
    if str(kind) in _TEXTS:
        return "text"
    if pa.types.is_integer(kind) or pa.types.is_floating(kind):
        return "numbers"
    if pa.types.is_boolean(kind):
        return "truth values"
    return "times" if pa.types.is_temporal(kind) else str(kind)


def natural(name: str) -> list[tuple[int, str]]:
    """A key by which part-2 comes before part-10."""
    return [(int(piece), "") if piece.isdecimal() else (-1, piece) for piece in re.split(r"(\d+)", name)]
