"""What every reader of a foreign format is given and gives back: the start of a file to recognise it by, and a record of the reading."""

from __future__ import annotations

import json
import re
import zipfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.exact_json import loads
from judgeaudit.importers.text_file import read_bytes

HEAD = 1 << 16
"""Bytes of a file by which its format is recognised."""
SKIPPED = ("error", "unscored", "cancelled", "draft", "discarded", "overridden", "duplicate", "torn", "correction", "not_judged", "unread")
"""Words under which left-out entries are counted. `torn`: a line that a crash cut off; `not_judged`: a score that no judge gave (code, a plain metric);
`unread`: a file of a folder that is in no known format."""
EXAMPLES = 3
"""Places that are named for each word."""


@dataclass
class Reading:
    """What one pass over foreign files finds besides the verdicts that it yields."""

    skipped: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)
    notes: dict[str, int] = field(default_factory=dict)
    gold: list[dict[str, Any]] = field(default_factory=list)
    items: dict[str, dict[str, Any]] = field(default_factory=dict)
    origins: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """Task and system of the logs read so far, by format; see `apart`."""
    answers: dict[str, list[str]] = field(default_factory=dict)
    """Digests of the texts that were judged, by item; see `fields.Texts`."""
    seen_texts: dict[str, list[dict[str, str]]] = field(default_factory=dict)
    """The same of items of tables, text by text; see `table_texts`."""
    kinds: dict[tuple[str, str], str] = field(default_factory=dict)
    """What kind of id an item's is, by format and id; see `named`."""

    def skip(self, word: str, where: str) -> None:
        """Count an entry that is left out, and keep where the first of them stand."""
        assert word in SKIPPED, word
        self.skipped[word] += 1
        named = self.examples.setdefault(word, [])
        if len(named) < EXAMPLES:
            named.append(where)

    def note(self, sentence: str) -> None:
        """A sentence about how the file was read, said once with how often it held."""
        self.notes[sentence] = self.notes.get(sentence, 0) + 1

    def person(self, item_id: str, annotator: str, label: str, criterion: str | None = None) -> None:
        """A label that a person gave."""
        self.gold.append({"item_id": item_id, "annotator": annotator, "label": label, "criterion": criterion})

    def item(self, item_id: str, **texts: Any) -> None:
        """The texts of an item (input, response, response_a, response_b, reference, context, stratum), where the file has them; the first reading counts."""
        known = {name: text for name, text in texts.items() if text is not None}
        if known:
            self.items.setdefault(item_id, {"id": item_id, **known})

    def named(self, name: str, kind: str, item_id: str, where: str) -> str:
        """The id of an item, in a format whose items may be named in several ways (a task's number, a name in its data).

        Raises
        ------
        VerdictsError
            Another item has the same id in another way: they would become one.
        """
        before = self.kinds.setdefault((name, item_id), kind)
        if before != kind:
            what = f"{item_id!r} is the {before} of one item and the {kind} of another, which would become one item"
            raise VerdictsError(what, where=where, fix=f"give every entry its {before}, or every one its {kind}, or import them apart")
        return item_id

    def apart(self, name: str, task: str, system: str) -> str:
        """What an item's id ends with so that items of several logs of a format stay apart: the same id in another task, or answered by another
        system, is another item. Nothing in the first log; later ones name what differs from it."""
        known = self.origins.setdefault(name, [])
        if (task, system) not in known:
            known.append((task, system))
        first = known[0]
        if (task, system) == first:
            return ""
        self.note("the logs are about several tasks or systems: ids of items name them where they differ from the first log's")
        return f" [{' '.join(own for own, other in zip((task, system), first, strict=True) if own != other)}]"


@dataclass(frozen=True)
class Start:
    """A file as far as it must be read to know its format."""

    path: Path
    head: bytes
    members: tuple[str, ...] = ()

    @cached_property
    def text(self) -> str:
        """The first 64 KiB as text; what is no UTF-8 is replaced."""
        return self.head.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").lstrip()

    @cached_property
    def first(self) -> Mapping[str, Any] | None:
        """The first line as a JSON object: the file is JSONL then, or holds just this."""
        line = self.text.split("\n", 1)[0].strip()
        try:
            value = loads(line)
        except (ValueError, RecursionError):
            return None
        return value if isinstance(value, dict) else None

    @cached_property
    def is_list(self) -> bool:
        """Whether the file begins as a JSON list."""
        return self.text.startswith("[")

    @cached_property
    def keys(self) -> frozenset[str]:
        """Keys of the file's first JSON object (of its first line, or of the first entry of its list), as far as the head shows them."""
        return frozenset(_keys(self.text.lstrip("[ \t\r\n")))

    @cached_property
    def header(self) -> tuple[str, ...]:
        """The first line's comma-separated names; for a file that is no JSON."""
        return () if self.text[:1] in "[{" else tuple(name.strip().strip('"') for name in self.text.split("\n", 1)[0].split(","))


def start_of(path: Path) -> Start:
    """The start of a file; of an archive also the names in it."""
    with path.open("rb") as stream:
        head = stream.read(HEAD)
    members: tuple[str, ...] = ()
    if head.startswith(b"PK\x03\x04"):
        try:
            with zipfile.ZipFile(path) as archive:
                members = tuple(archive.namelist())
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
            members = ()
    return Start(path, head, members)


_PIECE = re.compile(r'"((?:[^"\\]|\\.)*+)"?|[{}\[\]:,]', re.DOTALL)
"""Texts and marks of JSON. A text that is cut off goes to the end, and is looked at once: from each quote in it anew it would take minutes."""


def _keys(text: str) -> list[str]:
    """Keys at depth 1 of a JSON object that may be cut off."""
    found: list[str] = []
    depth = 0
    waiting: str | None = None
    for piece in _PIECE.finditer(text):
        mark = piece.group()
        if mark[0] == '"':
            waiting = piece.group(1)
        elif mark == ":":
            if depth == 1 and waiting is not None:
                found.append(waiting)
            waiting = None
        else:
            waiting = None
            depth += (mark in "{[") - (mark in "}]")
            if depth == 0:
                break
    return found


def json_document(path: Path, *, what: str) -> Any:
    """A file that is one JSON value, with numbers as they are written.

    Raises
    ------
    VerdictsError
        For anything else: cut off, no JSON, one key twice.
    """
    data = read_bytes(path, error=VerdictsError, what=what)
    try:
        return loads(data.removeprefix(b"\xef\xbb\xbf").decode("utf-8").strip())
    except UnicodeDecodeError as trouble:
        raise VerdictsError(f"the {what} is not UTF-8 (byte {trouble.start})", where=str(path), fix="export it again as UTF-8") from None
    except json.JSONDecodeError as trouble:
        raise VerdictsError(
            f"no JSON: {trouble.msg}", where=f"{path}:{trouble.lineno}", fix="export it again; a file that is cut off holds no whole result"
        ) from None
    except RecursionError:
        raise VerdictsError("the JSON is nested too deeply", where=str(path), fix="export it again") from None
    except ValueError as trouble:
        raise VerdictsError(f"an object has the key {trouble.args[0]!r} twice", where=str(path), fix="keep one of them") from None
