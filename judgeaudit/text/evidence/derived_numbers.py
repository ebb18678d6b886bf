"""Whether a number follows from those that texts have: sums, differences, products, shares, times between dates."""

from __future__ import annotations

import math
from bisect import bisect_left
from itertools import pairwise

from judgeaudit.text.evidence.known_numbers import Known, dimension_of, has

MOST = 200
"""Numbers of one dimension that are added, compared and multiplied with each other; a text with more is a table (ours)."""
_FEW = 3
_SOME = 10
_RUN = 8
_NEAR = 120
"""Characters between two numbers that are reckoned with each other without a word (ours)."""

_CALENDAR = (4.0, 7.0, 12.0, 24.0, 30.0, 52.0, 60.0, 365.0)
_DAYS_A_MONTH = (30.0, 30.4375, 31.0, 28.0)


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
    >>> from judgeaudit.text.evidence.known_numbers import known_numbers
    >>> known = known_numbers("20 euros and 25 euros for 3 people")
    >>> [follows(known, x, "EUR", 0) for x in (45, 5, 75, 46)]
    [True, True, True, False]
    """
    same, plain = known.values.get(dimension, [])[:MOST], _plain(known)
    shares = known.values.get("%", [])[:MOST]
    if dimension == "date":
        return _dates_follow(same, plain, target)
    if has([_total(known, dimension)], target, slack):
        return True
    if _adds_up(same, target, slack) or _scaled(same, plain, shares, target, slack):
        return True
    if dimension in ("%", "", "time"):
        pools = [values[:MOST] for name, values in known.values.items() if name != "date"]
        if dimension != "%" or len(known.raw) <= _SOME:
            pools.append(known.raw[:MOST])  # of many numbers, two give any percentage
        return any(_compares(pool, target, slack, percent=dimension == "%") for pool in pools) or (dimension == "" and _plainly(known, plain, target, slack))
    if dimension in ("duration", "month"):
        return _lasts(known, target, dimension)
    return bool(plain) and dimension not in known.values and any(_adds_up(pool, target, slack) for pool in (plain, known.raw[:MOST]))


def surely_follows(known: Known, target: float, dimension: str, slack: float) -> bool:
    """Whether a number follows in a way that needs no word: all of a dimension added up, two of few, some in a row, a time between two years, months as days.

    Example
    -------
    >>> from judgeaudit.text.evidence.known_numbers import known_numbers
    >>> known = known_numbers("20 euros, 25 euros, 7 euros, 8 euros, 9 euros, for 3 people")
    >>> [surely_follows(known, x, "EUR", 0) for x in (69, 45, 28)]
    [True, True, False]
    """
    same = known.values.get(dimension, [])[:MOST]
    if dimension == "%" and not same:  # a text without percentages: it is worked out, or invented
        return any(
            _compares(values, target, slack, percent=True)
            for name, values in known.values.items()
            if name not in ("date", "", "version") and len(values) <= _SOME
        )
    if dimension not in ("date", "version", "time of day") and _of_neighbours(known, target, dimension, slack):
        return True
    if dimension in ("duration", "month"):
        return _lasts(known, target, dimension) or (len(same) > 1 and has([math.fsum(same)], target, slack))
    if not same or dimension == "date":
        return False
    if has([_total(known, dimension)], target, slack):
        return True
    return len(same) <= _FEW and any(has(same, target - value, slack) for value in same if value != target - value)


def _of_neighbours(known: Known, target: float, dimension: str, slack: float) -> bool:
    """Whether two numbers that follow each other give a target: 30 euros and 35 euros; 3 a day for 7 days."""
    scaled = [(q.value * dimension_of(q)[1], dimension_of(q)[0], q.value, q.end, q.start) for q in known.quantities[: 2 * MOST]]
    slack = max(slack, 1e-9 * abs(target))
    if dimension and _of_a_run([value for value, its, *_ in scaled if its == dimension], target, slack):
        return True
    for at, (first, second) in enumerate((*pairwise(scaled), *zip(scaled, scaled[2:], strict=False))):
        (a, its, plain_a, end, _), (b, other, plain_b, _, start) = first, second
        if start - end > _NEAR:
            continue
        if dimension and its == other == dimension and (abs(a + b - target) <= slack or abs(abs(a - b) - target) <= slack):
            return True
        products = ((a * plain_b, its), (b * plain_a, other), (plain_a * plain_b, "")) if at < len(scaled) - 1 else ()
        if any(kind == dimension and abs(x - target) <= slack for x, kind in products):
            return True
    return False


def _of_a_run(values: list[float], target: float, slack: float) -> bool:
    """Whether some of a few numbers that follow each other add up to a target: the three nights of four prices."""
    if not 3 <= len(values) <= _RUN:
        return False
    return any(abs(math.fsum(values[first:last]) - target) <= slack for first in range(len(values)) for last in range(first + 2, len(values) + 1))


def _total(known: Known, dimension: str) -> float:
    """All of a dimension added up, equal ones each for itself."""
    scaled = ((q.value, *dimension_of(q)) for q in known.quantities)
    return math.fsum(value * factor for value, its, factor in scaled if its == dimension)


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
    for factor in (*plain, *_CALENDAR):
        if factor and (has(values, target / factor, slack / abs(factor)) or has(values, target * factor, slack * abs(factor))):
            return True
    for share in shares:
        for part in (share / 100, 1 + share / 100, 1 - share / 100):
            if part > 0 and has(values, target / part, max(slack, 0.005) / part):
                return True
    return False


def _compares(values: list[float], target: float, written: float, *, percent: bool) -> bool:
    """A ratio of two values, their relative difference, or what is left of a whole; in percent to the nearest whole number or the last digit written."""
    scale, slack = (100.0, 1.02 * written or 0.51) if percent else (1.0, 0.051)
    if percent and has(values, 100 - target, slack):
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
