"""The numbers that texts have, prepared once, and whether another number follows from them."""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from functools import lru_cache

from judgeaudit.text.evidence.counting import LONG, count_range
from judgeaudit.text.evidence.listing import list_sizes
from judgeaudit.text.quantities import Quantity, find_quantities
from judgeaudit.text.quantity_numbers import find_numerals, fold, words_of

MOST = 200
"""Numbers of one dimension that are added, compared and multiplied with each other; a text with more is a table (ours)."""

_FEW = 3
EXACT = 1e-6
_DAYS_A_MONTH = (30.0, 30.4375, 31.0, 28.0)
_MARKER = re.compile(r"^[ \t>]{0,12}(?:#{1,6} )?(?:\*\*)?\(?[0-9]{1,3}[.)](?=\s)", re.MULTILINE)
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
    folded = _MARKER.sub(_blank, fold(text))
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


def follows(known: Known, target: float, dimension: str, slack: float) -> bool:
    """Whether a number follows from those that are known: a sum, difference, product, share ... of two of them, or the total.

    Parameters
    ----------
    known : Known
    target : float
        In the base unit of its dimension.
    dimension : str
    slack : float
        Half of the last digit written.

    Returns
    -------
    bool

    Notes
    -----
    Units are kept apart: money plus money, a number times money. Linear in the numbers known (at most `MOST` of a dimension).

    Example
    -------
    >>> known = known_numbers("20 euros and 25 euros for 3 people")
    >>> [follows(known, x, "EUR", 0) for x in (45, 5, 75, 46)]
    [True, True, True, False]
    """
    same, plain = known.values.get(dimension, [])[:MOST], _plain(known)
    shares = known.values.get("%", [])[:MOST]
    if dimension == "date":
        return _dates_follow(same, plain, target)
    if _adds_up(same, target, slack) or _scaled(same, plain, shares, target, slack):
        return True
    if dimension in ("%", "", "time"):
        pools = [values[:MOST] for name, values in known.values.items() if name != "date"] + [known.raw[:MOST]]
        return any(_compares(pool, target, percent=dimension == "%") for pool in pools) or (dimension == "" and _plainly(known, plain, target, slack))
    if dimension in ("duration", "month"):
        return _lasts(known, target, dimension)
    return bool(plain) and dimension not in known.values and any(_adds_up(pool, target, slack) for pool in (plain, known.raw[:MOST]))


def surely_follows(known: Known, target: float, dimension: str, slack: float) -> bool:
    """Whether a number follows in a way that needs no word: all of a dimension added up, two of few, a time between two years, months as days.

    Example
    -------
    >>> known = known_numbers("20 euros, 25 euros, 7 euros, 8 euros, 9 euros, for 3 people")
    >>> [surely_follows(known, x, "EUR", 0) for x in (69, 45, 60)]
    [True, False, False]
    """
    same = known.values.get(dimension, [])[:MOST]
    if dimension in ("duration", "month"):
        return _lasts(known, target, dimension) or (len(same) > 1 and has([math.fsum(same)], target, slack))
    if not same or dimension == "date":
        return False
    if has([math.fsum(same)], target, slack):
        return True
    return len(same) <= _FEW and any(has(same, target - value, slack) for value in same if value != target - value)


def _plain(known: Known) -> list[float]:
    return sorted({*known.values.get("", ()), *known.raw})[:MOST]


def _adds_up(values: list[float], target: float, slack: float) -> bool:
    if len(values) < 1:
        return False
    if has([math.fsum(values)], target, slack) or has([math.fsum(values) / len(values)], target, max(slack, 0.5)):
        return True
    if any(has(values, target - value, slack) or has(values, target + value, slack) or has(values, value - target, slack) for value in values):
        return True
    return len(values) <= 12 and _subset(values, target, slack)


def _subset(values: list[float], target: float, slack: float) -> bool:
    """Whether some of the values add up to a target; at most twelve of them."""
    sums = {0.0}
    for value in values:
        sums |= {total + value for total in sums}
    return has(sorted(sums - {0.0}), target, slack)


def _scaled(values: list[float], plain: list[float], shares: list[float], target: float, slack: float) -> bool:
    """A value times a number, or a number of times a share more or less."""
    for factor in plain:
        if factor and (has(values, target / factor, slack / abs(factor)) or has(values, target * factor, slack * abs(factor))):
            return True
    for share in shares:
        for part in (share / 100, 1 + share / 100, 1 - share / 100):
            if part > 0 and has(values, target / part, max(slack, 0.005) / part):
                return True
    return False


def _compares(values: list[float], target: float, *, percent: bool) -> bool:
    """A ratio of two values, their relative difference, or what is left of a whole; to the nearest whole number, in percent."""
    scale, slack = (100.0, 0.51) if percent else (1.0, 0.051)
    if percent and has(values, 100 - target, 0.51):
        return True
    for value in values:
        if value <= 0:
            continue
        low, high = value * (target - slack) / scale, value * (target + slack) / scale
        if _between(values, low, high, value) or (
            percent and (_between(values, value + low, value + high, value) or _between(values, value - high, value - low, value))
        ):
            return True
    return False


def _between(values: list[float], low: float, high: float, without: float) -> bool:
    at = bisect_left(values, low)
    while at < len(values) and values[at] <= high:
        if values[at] != without:
            return True
        at += 1
    return False


def _plainly(known: Known, plain: list[float], target: float, slack: float) -> bool:
    years = [value // 10_000 for value in known.values.get("date", [])[:MOST]]
    return _adds_up(plain, target, slack) or _scaled(plain, plain, [], target, slack) or any(has(sorted(years), target + year) for year in years)


def _dates_follow(dates: list[float], plain: list[float], target: float) -> bool:
    """A year so many years from a known one."""
    years = sorted({value // 10_000 for value in dates} | {value for value in plain if 1000 <= value < 3000})
    year = target // 10_000
    return any(has(years, year - number) or has(years, year + number) for number in plain if number < 1000)


def _lasts(known: Known, target: float, dimension: str) -> bool:
    """A time between two dates or times of day, or months as days."""
    years = sorted({value // 10_000 for value in known.values.get("date", ())} | {value for value in known.bare if 1000 <= value < 2200})[:MOST]
    clock = known.values.get("time of day", [])[:MOST]
    if _between_days(known, target / 1440 if dimension == "duration" else target * 30.4375, 1.0 if dimension == "duration" else 20.0):
        return True
    if dimension == "month":
        days = known.values.get("duration", [])
        return any(has(days, target * length * 1440, 1440) for length in _DAYS_A_MONTH) or any(has(years, year + target / 12) for year in years)
    months = known.values.get("month", [])
    if any(has(months, target / 1440 / length, 0.02) for length in _DAYS_A_MONTH):
        return True
    return any(has(clock, time + target) or has(clock, time + target - 1440) for time in clock)


def _between_days(known: Known, days: float, slack: float) -> bool:
    """Whether two dates of a text that say the month are so many days apart."""
    counted = []
    for value in known.values.get("date", [])[:MOST]:
        year, month, day = int(value) // 10_000, int(value) // 100 % 100, int(value) % 100
        if month and days >= 1:
            counted.append(365.25 * year + 30.4375 * month + (day or 15) + (0 if day else slack))
    counted.sort()
    return any(has(counted, start + days, slack + 1.5) for start in counted)


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
