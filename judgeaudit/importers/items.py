"""The items file: the things that are judged."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from judgeaudit.domain.items import Item, Message, Text
from judgeaudit.errors import ItemsError
from judgeaudit.importers.cells import id_cell, optional_cell, text_cell, whole
from judgeaudit.importers.exact_json import plain
from judgeaudit.importers.problems import Problem, RowProblem, raise_problems
from judgeaudit.importers.records import Records, read_records, require_columns
from judgeaudit.text.surrogates import encodable

REQUIRED = {"pointwise": ("id", "input", "response"), "pairwise": ("id", "input", "response_a", "response_b")}
_ALSO_CALLED: dict[str, tuple[str, ...]] = {
    "id": ("item_id", "item", "sample_id", "uid", "key"),
    "input": ("prompt", "question", "instruction", "query", "user_input"),
    "response": ("output", "answer", "completion", "reply", "actual_output"),
    "response_a": ("output_a", "answer_a", "output_1", "response_1", "a"),
    "response_b": ("output_b", "answer_b", "output_2", "response_2", "b"),
}


def read_items(path: Path, mode: str | None, *, asked: bool = True) -> tuple[Item, ...]:
    """The items of a JSONL, CSV, Parquet or JSON file.

    Ids stay text: `007`, `NA` and `1e5` are what they are, and a JSON number keeps the text it was written with. Columns that
    no item has become its metadata.

    Parameters
    ----------
    path : Path
        The suffix says the format: .jsonl, .ndjson, .csv, .parquet, or .json with a list.
    mode : {"pointwise", "pairwise"} or None
        Which columns must be there: `id`, `input` and `response`, or `id`, `input`, `response_a` and `response_b`. None where nobody has said what
        was judged: the file's own columns do.
    asked : bool
        Judges are to be asked about them. Where their verdicts are there already, an item may lack its `input`.

    Returns
    -------
    tuple of Item
        In the order of the file. An empty text is allowed, a missing one is not.

    Raises
    ------
    ItemsError
        With file, row, column and fix; up to five rows are listed.
    """
    records = read_records(path, error=ItemsError, what="items file")
    mode = mode or mode_of_names(records.columns)
    required = tuple(name for name in REQUIRED[mode] if asked or name != "input")
    if not records.rows:
        raise ItemsError("the file holds no items", where=records.source, fix=f"add rows with {', '.join(required)}")
    where = records.where(1) if records.kind == "csv" else records.source
    require_columns(records.columns, required, where=where, error=ItemsError, also_called=_ALSO_CALLED, hint=_other_mode(records.columns, mode))
    items, problems = _items(records, required)
    raise_problems(ItemsError, problems, where=records.source)
    return items


def mode_of_names(names: Collection[str]) -> str:
    """What items with these columns are: pairwise where both responses of a pair are there and no single one."""
    return "pairwise" if {"response_a", "response_b"} <= set(names) and "response" not in names else "pointwise"


def items_of_rows(rows: Sequence[Mapping[str, Any]], mode: str | None) -> tuple[Item, ...]:
    """Items that another framework's log holds, of those rows that have an id and every text of this mode (None: what the rows show)."""
    required = REQUIRED[mode or mode_of_names({name for row in rows for name, value in row.items() if value is not None})]
    whole_rows = [row for row in rows if all(row.get(name) is not None for name in required)]
    items: dict[str, Item] = {}
    for row in whole_rows:
        try:
            item = _item(row, required, from_csv=False)
        except RowProblem:
            continue
        items.setdefault(item.id, item)
    return tuple(items.values())


def _other_mode(columns: Sequence[str], mode: str) -> str:
    """A hint for pairwise items under a pointwise rubric, or the other way round."""
    other = "pairwise" if mode == "pointwise" else "pointwise"
    has_responses = any(name in columns for name in REQUIRED[mode] if name.startswith("response"))
    if has_responses or not all(name in columns for name in REQUIRED[other]):
        return ""
    return f"these are {other} items and the rubric is {mode}: write mode: {other} in the rubric, or name other items"


def _items(records: Records, required: Sequence[str]) -> tuple[tuple[Item, ...], list[Problem]]:
    items: list[Item] = []
    problems: list[Problem] = []
    first: dict[str, int] = {}
    for number, row in records.rows:
        try:
            item = _item(row, required, from_csv=records.kind == "csv")
            if item.id in first:
                earlier = records.where(first[item.id]).removeprefix(f"{records.source}:").strip()
                seen = f"line {earlier}" if records.kind == "jsonl" else earlier
                raise RowProblem(f"the id {item.id!r} is already that of {seen}", "give each item an id of its own")
        except RowProblem as problem:
            problems.append(Problem(records.where(number), problem.what, problem.fix))
            continue
        first[item.id] = number
        items.append(item)
    return tuple(items), problems


def _item(row: Mapping[str, Any], required: Sequence[str], *, from_csv: bool) -> Item:
    item_id = id_cell(row, "id")
    texts = {name: _text(row, name) for name in required if name != "id"}
    for name in ("reference", "context", "input"):
        # an empty CSV cell cannot be told from a missing one
        if name not in texts and row.get(name) is not None and not (from_csv and row[name] == ""):
            texts[name] = _text(row, name)
    known = {*required, "input", "reference", "context", "stratum", "created_at"}
    stratum, created_at = optional_cell(row, "stratum"), optional_cell(row, "created_at")
    return Item(id=item_id, **texts, stratum=stratum or None, created_at=created_at or None, metadata=_metadata(row, known))


def _metadata(row: Mapping[str, Any], known: set[str]) -> dict[str, Any]:
    """Everything the item itself does not hold; an object called `metadata` is taken as it is."""
    other = {encodable(name): _plain(value) for name, value in row.items() if name not in known}
    inner = other.pop("metadata", None)
    if isinstance(inner, dict):
        return {**inner, **other}
    return other if inner is None else {**other, "metadata": inner}


def _plain(value: Any) -> Any:
    try:
        return plain(value)
    except TypeError:  # a length of time, and whatever else JSON has no word for
        return str(value)


def _text(row: Mapping[str, Any], name: str) -> Text:
    value = row.get(name)
    if not isinstance(value, (list, tuple)):
        return text_cell(row, name)
    if not value:
        raise RowProblem(f"{name} is an empty list", "write a text or a list of messages")
    return tuple(_message(message, f"{name}[{n}]") for n, message in enumerate(value))


def _message(message: object, name: str) -> Message:
    if not isinstance(message, Mapping) or "role" not in message or "content" not in message:
        raise RowProblem(f"{name} is no message", 'write messages as {"role": "user", "content": "..."}')
    role, content = message["role"], message["content"]
    if not isinstance(role, str) or not role.strip():
        raise RowProblem(f"{name}.role is no text", 'write "user", "assistant", "system" or "tool"')
    if isinstance(content, (list, tuple)):
        content = "\n".join(_part(part, f"{name}.content[{n}]") for n, part in enumerate(content))
    if not isinstance(content, str):
        raise RowProblem(f"{name}.content is no text", 'write it as text; a message that only calls a tool has "" or the call written out')
    return Message(role=role, content=whole(str(content), name))


def _part(part: object, name: str) -> str:
    """A part of a message's content, as OpenAI writes it."""
    if isinstance(part, str):
        return part
    if isinstance(part, Mapping) and isinstance(part.get("text"), str) and part.get("type", "text") in ("text", "input_text", "output_text"):
        return str(part["text"])
    kind = part.get("type") if isinstance(part, Mapping) else None
    what = f"{name} is {kind}, and only text can be judged" if isinstance(kind, str) else f"{name} is no text part"
    raise RowProblem(what, 'write {"type": "text", "text": "..."}')
