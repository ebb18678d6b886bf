"""The numbers that texts have, prepared once, and whether another number follows from them."""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from judgeaudit.text.evidence.counting import LONG, count_range
from judgeaudit.text.evidence.listing import list_sizes
from judgeaudit.text.quantities import Quantity, find_quantities
from judgeaudit.text.quantity_numbers import find_numerals, fold, words_of

EXACT = 1e-9
_MARKER = re.compile(r"^[ \t>]{0,12}(?:#{1,6} )?(?:\*\*)?\(?[0-9]{1,3}[.)](?=\s)", re.MULTILINE)
_JOINED = re.compile(r" ?(?:or|and|to|-|–|—|,|/|bis|oder|und|à|ou|et|o|y|a|,? or|, and|、|或|～|~)(?: even| up to)? ?")
"""Between numbers that share the unit of the last."""

_TOGETHER = 24
"""Characters between the two ends of a range (ours)."""

_DIGITS = re.compile(r"[0-9]+(?:[.,'][0-9]+)*")
_COUNTED = ("word", "sentence", "character", "paragraph", "line", "bullet", "question", "row")


@dataclass(frozen=True, slots=True)
class Known:
    """Numbers of a text. `values` by dimension, ascending; `raw` all numbers as written; `bare` those without a unit; `kinds` kind and number as written."""

    quantities: tuple[Quantity, ...]
    values: dict[str, list[float]]
    raw: list[float]
    bare: list[float]
    kinds: frozenset[tuple[str, float]]
    places: dict[tuple[str, float], tuple[int, int]] = field(default_factory=dict)


def dimension_of(q: Quantity) -> tuple[str, float]:
    """What a quantity can be compared with, and the factor to its base unit: weeks with minutes, money with the same money.

    Example
    -------
    >>> [dimension_of(q) for q in find_quantities("2 weeks, 20 euros, 2019")]
    [('duration', 1440.0), ('EUR', 1.0), ('date', 1.0)]
    """
    if q.unit == "day":
        return "duration", 1440.0
    if q.unit == "minute":
        return "duration", 1.0
    return ("date" if q.kind == "date" else q.unit), 1.0


def dates_of(q: Quantity) -> set[int]:
    """The days that a date in figures may be: 9/11/1989 with the month or the day first.

    Example
    -------
    >>> sorted(dates_of(find_quantities("on 9/11/1989")[0]))
    [19890911, 19891109]
    """
    date = int(q.value)
    year, month, day = date // 10_000, date // 100 % 100, date % 100
    written = q.unit != "date" or "/" in q.text
    return {date, year * 10_000 + day * 100 + month} if written and 0 < day <= 12 else {date}


@lru_cache(maxsize=64)
def known_numbers(text: str) -> Known:
    """The numbers of a text.

    Example
    -------
    >>> known = known_numbers("Two weeks, 20 euros")
    >>> known.values, known.raw
    ({'duration': [20160.0], 'EUR': [20.0]}, [2.0, 20.0])
    """
    quantities = find_quantities(text)
    values: dict[str, set[float]] = {}
    places: dict[tuple[str, float], tuple[int, int]] = {}
    for q in quantities:
        dimension, factor = dimension_of(q)
        for value in dates_of(q) if dimension == "date" else {q.value, q.value if q.upper is None else q.upper}:
            values.setdefault(dimension, set()).add(value * factor)
            places.setdefault((dimension, value * factor), (q.start, q.end))
    for first, second in pairwise(quantities):
        if second.unit and not first.unit and _JOINED.fullmatch(text, first.end, second.start) is not None:
            dimension, factor = dimension_of(second)
            its = first.value * factor * _unit_size(second)
            values.setdefault(dimension, set()).add(its)
            places.setdefault((dimension, its), (first.start, first.end))
    folded = fold(text)
    for dimension, its, span in _compounds(folded):
        values.setdefault(dimension, set()).add(its)
        places.setdefault((dimension, its), span)
    folded = _MARKER.sub(_blank, folded)
    raw, bare, kinds = set[float](), set[float](), set[tuple[str, float]]()
    united = [(q.start, q.end, q.kind) for q in quantities if q.unit and q.kind != "date"]
    for start, end, found in _numerals(folded, text):
        raw |= found
        at = bisect_right(united, (start, math.inf, "")) - 1
        if at >= 0 and united[at][1] >= end:
            kinds |= {(united[at][2], value) for value in found}
        else:
            bare |= found
    if len(text) > LONG:
        bare |= {q.value for q in quantities if not q.unit}
        raw |= {q.value for q in quantities}
    return Known(quantities, {name: sorted(found) for name, found in values.items()}, sorted(raw), sorted(bare), frozenset(kinds), places)


_HOURS = re.compile(r"(?<![\w.,])([0-9]{1,3}) ?h(?:rs?|ours?)?,? ?(?:and )?([0-9]{1,2}) ?m(?:ins?|inutes?)?(?![^\W_])")
_FEET = re.compile(r"(?<![\w.,])([1-9]) ?(?:'|ft|feet|foot|′) ?([0-9]{1,2}) ?(?:\"|''|″|in(?:ch(?:es)?)?\b)?")


def _compounds(folded: str) -> list[tuple[str, float, tuple[int, int]]]:
    """Times and lengths of two parts, "2h 15m" and "5'10": all of it, and each part of a length."""
    found = [("duration", 60.0 * int(m[1]) + int(m[2]), m.span()) for m in _HOURS.finditer(folded)]
    for m in _FEET.finditer(folded):
        feet, inches = 0.3048 * int(m[1]), 0.0254 * int(m[2])
        found += [("metre", feet + inches, m.span()), ("metre", feet, m.span()), ("metre", inches, m.span())]
    return found


def _unit_size(q: Quantity) -> float:
    """How much one of a quantity's unit is, as it is written: 7 for a number of weeks in days."""
    folded = fold(q.text)
    written = next(iter(find_numerals(folded, q.text, words_of(folded))), None)
    return q.value / written.value if written is not None and written.value else 1.0


def _blank(m: re.Match[str]) -> str:
    return " " * len(m[0])


def _numerals(folded: str, text: str) -> list[tuple[int, int, set[float]]]:
    """Every number of a text, those in names too, and all that it may be."""
    spelled = find_numerals(folded, text, words_of(folded)) if len(text) <= LONG else []
    found = [(numeral.start, numeral.end, {numeral.value}) for numeral in spelled]
    return found + [(m.start(), m.end(), _readings(m[0])) for m in _DIGITS.finditer(folded) if m.end() - m.start() <= 15]


def _readings(digits: str) -> set[float]:
    """What digits with separators may be, in any country."""
    bare = re.sub(r"[.,']", "", digits)
    found = {float(bare)} if bare != digits else {float(digits)}
    if bare != digits:
        parts = re.split(r"[.,']", digits)
        found |= {float(part) for part in parts} | {float(f"{''.join(parts[:-1])}.{parts[-1]}")}
        found |= {float(f"{parts[0]}.{parts[1]}")}  # 3.11 of 3.11.4
    return found


@lru_cache(maxsize=64)
def known_together(texts: tuple[str, ...]) -> Known:
    """The numbers of several texts as of one.

    Example
    -------
    >>> known_together(("20 euros", "25 euros")).values
    {'EUR': [20.0, 25.0]}
    """
    each = [known_numbers(text) for text in texts]
    names = {name for known in each for name in known.values}
    values = {name: sorted({value for known in each for value in known.values.get(name, ())}) for name in names}
    raw, bare = sorted({value for known in each for value in known.raw}), sorted({value for known in each for value in known.bare})
    return Known(
        tuple(q for known in each for q in known.quantities), values, raw, bare, frozenset[tuple[str, float]]().union(*(known.kinds for known in each))
    )


def has(values: list[float], target: float, slack: float = 0.0) -> bool:
    """Whether sorted values hold one within `slack` of a target (or as near as rounding errors).

    Example
    -------
    >>> has([1.0, 3.0], 3), has([1.0, 3.0], 2), has([1.0, 3.0], 2, 1)
    (True, False, True)
    """
    slack = max(slack, EXACT * abs(target))
    at = bisect_left(values, target - slack)
    return at < len(values) and values[at] <= target + slack


def found_at(known: Known, q: Quantity) -> tuple[int, int] | None:
    """Where a text has a quantity: the same value in any unit of its dimension, any form of the date, either end of a range.

    Example
    -------
    >>> from judgeaudit.text.quantities import find_quantities
    >>> found_at(known_numbers("Open until 17:00 on 3 May 2021."), find_quantities("5 pm")[0])
    (11, 16)
    """
    dimension, factor = dimension_of(q)
    values = known.values.get(dimension, [])
    targets = [q.value * factor] if q.upper is None else [q.value * factor, q.upper * factor]
    if dimension == "date":
        return next((place for date in sorted(dates_of(q)) if (place := _dated(known, date)) is not None), None)
    if dimension == "version":
        return known.places.get((dimension, q.value)) if q.value in values else None  # to the last part: 127.0.0.1 is not 127.0.0.2
    if not all(has(values, target) for target in targets) or (q.upper is not None and not _has_range(known, targets)):
        return None
    span = known.places.get((dimension, targets[0]))
    if span is not None:
        return span
    return next((place for (name, value), place in known.places.items() if name == dimension and math.isclose(value, targets[0], rel_tol=EXACT)), None)


def _has_range(known: Known, ends: list[float]) -> bool:
    """Whether the two ends of a range stand together in a text, and not 2-3 days here and 5 to 7 there."""
    places = [[place for (_, value), place in known.places.items() if math.isclose(value, end, rel_tol=EXACT)] for end in ends]
    return any(a == b or 0 <= b[0] - a[1] <= _TOGETHER for a in places[0] for b in places[1])


def _dated(known: Known, date: int) -> tuple[int, int] | None:
    """Where a text has a date, with at least what is said of it."""
    parts = (date // 10_000, date // 100 % 100, date % 100)
    for (name, value), place in known.places.items():
        if name == "date":
            have = (int(value) // 10_000, int(value) // 100 % 100, int(value) % 100)
            if all(not part or part == other for part, other in zip(parts, have, strict=True)):
                return place
    return None


@lru_cache(maxsize=512)
def is_count_of(text: str, value: float) -> bool:
    """Whether a text has that many of something that is usually counted.

    Example
    -------
    >>> is_count_of("One two three four.", 4), is_count_of("One two three four.", 50)
    (True, False)
    """
    ranges = [count_range(text, noun) for noun in _COUNTED]
    return any(found is not None and found[0] <= value <= found[1] for found in ranges) or value in list_sizes(text)
