"""Texts of items that stand beside their verdicts in a table, and verdicts on another text than the item's first one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.columns import ITEM_TEXTS
from judgeaudit.importers.exact_json import plain
from judgeaudit.importers.fields import ANOTHER_ANSWER, digest
from judgeaudit.importers.foreign import Reading, start_of
from judgeaudit.importers.frames import python_values
from judgeaudit.importers.table_kinds import column_names
from judgeaudit.importers.verdict_columns import column_of
from judgeaudit.importers.verdict_files import Raw, parquet_names, parts_in
from judgeaudit.tables.ratings import OTHER_ANSWER

ITS_OWN = "; where each answer is an item by itself, give it an id of its own"


def texts_in(names: Sequence[str]) -> list[str]:
    """The columns among these that hold texts of items."""
    return [name for name in ITEM_TEXTS if name in names]


def has_texts(path: Path) -> bool:
    """Whether a file of verdicts, or a folder of Parquet parts, has texts of items beside them, as far as its start shows."""
    if path.is_dir():
        return any(texts_in(parquet_names(part)) for part in parts_in(path)[:1])
    if not path.is_file():
        return False
    start = start_of(path)
    return bool(texts_in(parquet_names(path) if start.head.startswith(b"PAR1") else column_names(start)))


def with_answers(raw: Raw, reading: Reading, *, blank_is_missing: bool = False) -> Raw:
    """The table with rows about another text than their item's first one marked as such; the first texts are noted.

    Parameters
    ----------
    raw : Raw
        Under our names.
    reading : Reading
        Takes the items' texts, over all files of an import.
    blank_is_missing : bool
        An empty cell cannot be told from a missing one (CSV).

    Returns
    -------
    Raw
        Marked rows have the probe `other_answer` and a variant: the judge saw another text, so that their verdicts are no repeats. Rows of
        a probe stay what they are. A text that a row lacks is that of the item.
    """
    names = texts_in(raw.table.column_names)
    if not names or "item_id" not in raw.table.column_names:
        return raw
    probes = column_of(raw, "probe").to_pylist() if "probe" in raw.table.column_names else [None] * raw.table.num_rows
    places = [1 if probe else _place(item, texts, reading) for (item, texts), probe in zip(_rows(raw, names, blank_is_missing), probes, strict=True)]
    if max(places, default=1) == 1:
        return raw
    variants = column_of(raw, "variant").to_pylist() if "variant" in raw.table.column_names else [None] * len(places)
    table = raw.table.drop_columns([name for name in ("probe", "variant") if name in raw.table.column_names])
    marked = [OTHER_ANSWER if place > 1 else probe for place, probe in zip(places, probes, strict=True)]
    named = [f"answer {place}" if place > 1 else variant for place, variant in zip(places, variants, strict=True)]
    for place in places:
        if place > 1:
            reading.note(ANOTHER_ANSWER + ITS_OWN)
    table = table.append_column("probe", pa.array(marked, pa.string())).append_column("variant", pa.array(named, pa.string()))
    return Raw(table, raw.source, raw.where, raw.others)


def _rows(raw: Raw, names: Sequence[str], blank_is_missing: bool) -> Iterator[tuple[str | None, dict[str, Any]]]:
    """The item of each row, and the texts that the row has."""
    columns = [[_text(value, raw.source, name) for value in python_values(raw.table[name], raw.source, name)] for name in names]
    for item, *values in zip(column_of(raw, "item_id").to_pylist(), *columns, strict=True):
        yield item, {name: value for name, value in zip(names, values, strict=True) if value is not None and not (blank_is_missing and value == "")}


def _place(item: str | None, texts: dict[str, Any], reading: Reading) -> int:
    """Which of the item's answers these texts are, from 1; a new one is kept, and what the first lacked is added to it."""
    if item is None or not texts:
        return 1
    known = reading.seen_texts.setdefault(item, [])
    marks = {name: digest(value) for name, value in texts.items()}
    place = next((n for n, one in enumerate(known) if all(one.get(name, mark) == mark for name, mark in marks.items())), len(known))
    if place == len(known):
        known.append({})
    known[place].update(marks)
    if place == 0:
        noted = reading.items.setdefault(item, {"id": item})
        for name, value in texts.items():
            noted.setdefault(name, value)
    return place + 1


def _text(value: Any, source: str, name: str) -> Any:
    """A text, or what JSON has a word for (messages)."""
    if value is None or isinstance(value, str):
        return value
    try:
        return plain(value)
    except (TypeError, RecursionError):
        raise VerdictsError(f"the column {name!r} holds {type(value).__name__}, not text", where=source, fix="write it as text") from None
