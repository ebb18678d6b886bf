"""The lists and tables of a text: what its items are, and how many there may be said to be."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

Span = tuple[int, int]

_BULLET = re.compile(r"^([ \t>]{0,12})(?:[-*•–—‣▪◦●·+]|✓|✅|☐)[ \t]{1,8}(?=\S)", re.MULTILINE)
_NUMBER = re.compile(
    r"^([ \t>]{0,12})(?:#{1,6} )?(?:\*\*|__)?(?:step |schritt |étape |paso |第)?\(?([0-9]{1,3}|[a-h])(?:[.):：、]|步)(?:\*\*|__)?(?=\s|\*|_|[^\W\d_])",
    re.MULTILINE | re.IGNORECASE,
)
_INLINE = re.compile(r"(?<![\w.])\(?([0-9]{1,2})[.)](?=\s)")
_ROW = re.compile(r"^[ \t]{0,8}\|?[^|\n]{1,400}\|[^\n]*$", re.MULTILINE)
_RULE = re.compile(r"[ \t|:+=-]+")
_FEW_LISTS = 3
"""Lists of which nobody counts some together (ours)."""

_INDENTED = 2
"""Blanks from which an item belongs to the one above."""


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list: `start` is its mark, `number` what the mark says (0 where it is a bullet)."""

    start: int
    end: int
    depth: int
    number: int


@lru_cache(maxsize=256)
def list_items(text: str) -> tuple[Item, ...]:
    """The items of a text that stand on lines of their own, in order.

    Example
    -------
    >>> [(item.number, item.depth) for item in list_items("Buy:\\n- milk\\n  - whole\\n1. bread")]
    [(0, 0), (0, 1), (1, 0)]
    """
    marks = [(m.start(), m.end(), len(m[1].replace("\t", "    ")), 0) for m in _BULLET.finditer(text)]
    for m in _NUMBER.finditer(text):
        number = int(m[2]) if m[2].isdigit() else ord(m[2].lower()) - 96
        marks.append((m.start(), m.end(), len(m[1].replace("\t", "    ")), number))
    marks.sort()
    items = []
    for at, (start, after, blanks, number) in enumerate(marks):
        until = marks[at + 1][0] if at + 1 < len(marks) else len(text)
        end = text.find("\n", after, until)
        end = until if end < 0 else end
        if text[after:end].strip(" *_-"):
            items.append(Item(start, end, int(blanks >= _INDENTED), number))
    return tuple(items)


@lru_cache(maxsize=256)
def list_sizes(text: str) -> tuple[int, ...]:
    """Every number of items that the lists of a text may be said to have, in ascending order; () where it has no list.

    Each list by itself, its outer items only, bullets only, numbered ones only, all of them. Marks within a line ("1) ... 2) ...") count where no
    line begins with one.

    Example
    -------
    >>> list_sizes("- milk\\n  - whole\\n- bread\\n\\n1. Go.")
    (1, 2, 3, 4)
    """
    items = list_items(text)
    if not items:
        run = _longest_run([int(m[1]) for m in _INLINE.finditer(text)])
        return (run,) if run >= 2 else ()
    outer = [item for item in items if item.depth == 0]
    sizes = {len(items), len(outer), sum(item.number == 0 for item in items), sum(item.number > 0 for item in items)}
    sizes |= {
        sum(item.number == 0 for item in outer),
        sum(item.number > 0 for item in outer),
        *(size for one in _lists(text) for size in (len(one), _outer(one))),
    }
    return tuple(sorted(size for size in sizes if size))


@lru_cache(maxsize=256)
def step_sizes(text: str) -> tuple[int, ...]:
    """Every number of steps that a text may be said to have: the items of its numbered lists, where it has any.

    Example
    -------
    >>> step_sizes("- milk\\n- bread\\n\\n1. Go.\\n2. Buy.\\n3. Eat."), step_sizes("- milk\\n- bread")
    ((3,), (2,))
    """
    numbered = [items for items in _lists(text) if items[0].number > 0]
    if not numbered:
        return list_sizes(text)
    sizes = {size for items in numbered for size in (len(items), _outer(items))}
    return tuple(sorted(sizes | {sum(map(len, numbered)), sum(map(_outer, numbered))}))


def fits_no_list(text: str, noun: str, value: float) -> bool:
    """Whether no list of a text has so many items, nor all of them together; False where there are too many lists to say.

    Example
    -------
    >>> text = "- milk\\n- bread\\n\\n1. Go.\\n2. Buy.\\n3. Eat."
    >>> fits_no_list(text, "bullet", 3), fits_no_list(text, "bullet", 4)
    (False, True)
    """
    return len(_lists(text)) <= _FEW_LISTS and value not in (step_sizes(text) if noun == "step" else list_sizes(text))


def one_list(text: str) -> int:
    """How many items the only list of a text has; 0 where it has none, several, or one within another.

    Example
    -------
    >>> one_list("- milk\\n- bread"), one_list("- milk\\n\\n1. Go.\\n2. Buy.")
    (2, 0)
    """
    sizes = list_sizes(text)
    return sizes[0] if len(sizes) == 1 else 0


def _longest_run(numbers: list[int]) -> int:
    """The longest 1, 2, 3 ... among numbers, in order."""
    best = run = 0
    for number in numbers:
        run = run + 1 if number == run + 1 else int(number == 1)
        best = max(best, run)
    return best


def list_under(text: str, noun: str) -> tuple[int, int] | None:
    """How long the list is that the line above it says to be of something: its outer items, and all of them. None where there is no such list, or several.

    Example
    -------
    >>> list_under("Ingredients:\\n- eggs\\n- salt\\n\\nSteps:\\n1. Beat.\\n2. Salt.\\n3. Serve.", "ingredient")
    (2, 2)
    """
    stem = _stem(noun)
    found = []
    for items in _lists(text):
        above = text[max(0, items[0].start - 200) : items[0].start].rstrip()
        line = above[above.rfind("\n") + 1 :].casefold()
        if stem.search(line) is not None:
            found.append((_outer(items), len(items)))
    return found[0] if len(found) == 1 else None


def _stem(noun: str) -> re.Pattern[str]:
    """A noun with any ending, and the words before it."""
    if noun[-1:].isdigit():
        return re.compile(rf"\b{re.escape(noun)}(?![0-9])")
    return re.compile(rf"\b{re.escape(noun[: -2 if len(noun) > 4 else None])}")


def rows_under(text: str, noun: str) -> tuple[int, int] | None:
    """How many rows the table has whose head names something; None where no head does.

    Example
    -------
    >>> rows_under("| Exit code | Cause |\\n|---|---|\\n| 1 | error |\\n| 2 | memory |", "exit code")
    (2, 2)
    """
    rows = table_rows(text)
    head = next((m[0].casefold() for m in _ROW.finditer(text)), "") if rows is not None else ""
    return (rows[0], rows[0]) if rows is not None and _stem(noun).search(head) is not None else None


def _outer(items: list[Item]) -> int:
    return sum(item.depth == items[0].depth for item in items)


@lru_cache(maxsize=256)
def _lists(text: str) -> list[list[Item]]:
    """The lists, each by itself: a new one begins where the numbers start again, or other lines or marks come between."""
    lists: list[list[Item]] = []
    items = list_items(text)
    for at, item in enumerate(items):
        last = items[at - 1] if at else None
        same = last is not None and ((item.number > 0) == (last.number > 0) or item.depth > lists[-1][0].depth)
        between = text[last.end : item.start] if last is not None else ""
        if not same or (item.number == 1 and item.depth == 0) or (item.number == 0 and bool(between.strip())):
            lists.append([item])
        else:
            lists[-1].append(item)
    return lists


def table_rows(text: str) -> tuple[int, int] | None:
    """The fewest and most rows of the tables of a text: without and with the head.

    Example
    -------
    >>> table_rows("| a | b |\\n|---|---|\\n| 1 | 2 |\\n| 3 | 4 |")
    (2, 3)
    """
    rows = [m[0] for m in _ROW.finditer(text)] if "|" in text else []
    rules = sum(_RULE.fullmatch(row) is not None for row in rows)
    rows = [row for row in rows if _RULE.fullmatch(row) is None]
    return (len(rows) - max(rules, 1), len(rows)) if len(rows) >= 2 else None
