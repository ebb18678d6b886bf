"""Dates and times of day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from judgeaudit.text import quantity_words as words


class Stamp(NamedTuple):
    """A date or time in a text."""

    value: float
    unit: str
    kind: str
    start: int
    end: int


MONTH = "|".join(sorted(words.MONTHS, key=lambda w: (-len(w), w)))
"""The names of months, as a part of a pattern."""

_TIME = re.compile(
    r"(?<![\w:.])(?:(?P<h>[01]?[0-9]|2[0-3]):(?P<m>[0-5][0-9])(?::[0-5][0-9])?(?:\s?(?P<half>[ap])\.?m\b\.?)?(?![:\d])"
    r"|(?P<h12>1[0-2]|0?[1-9])\s?(?P<only>[ap])\.?m\b|(?P<uhr>[01]?[0-9]|2[0-3])(?: uhr\b|[点點時](?!間)))"
)
_NUMERIC = re.compile(
    r"(?<![\w./-])(?:(?P<y>[12][0-9]{3})(?P<s>[-/.])(?P<m>0?[1-9]|1[0-2])(?P=s)(?P<d>0?[1-9]|[12][0-9]|3[01])"
    r"|(?P<a>[0-9]{1,2})(?P<t>[-/.])(?P<b>[0-9]{1,2})(?P=t)(?P<c>[12][0-9]{3}))(?![\w/]|[-.][0-9])"
)
_CJK_NUMERIC = re.compile(
    r"(?:(?P<cy>[12][0-9]{3})年)(?:(?P<cm>[0-9]{1,2})月(?:(?P<cd>[0-9]{1,2})[日号])?)?|(?<![0-9])(?P<em>1[0-2]|[1-9])月(?P<ed>[0-9]{1,2})[日号]"
)
_NAMED = re.compile(
    rf"(?<!\w)(?:(?P<d>[0-9]{{1,2}})(?:st|nd|rd|th|er|º|\.)?\s(?:of |de |di )?(?P<m>{MONTH})\b(?:\.?,?\s(?:de |del )?(?P<y>[12][0-9]{{3}})\b)?"
    rf"|(?P<m2>{MONTH})\b\.?\s(?:(?P<d2>[0-9]{{1,2}})(?:st|nd|rd|th)?\b(?![.,:][0-9])(?:,?\s(?P<y2>[12][0-9]{{3}})\b)?|(?:de )?(?P<y3>[12][0-9]{{3}})\b))"
)
_DECADE = re.compile(r"(?<![\w.,-])(?:(1[5-9]|20)([0-9])|(?<=the )'?([2-9]))0'?s\b")


def find_stamps(folded: str, seen: set[str], starts: list[int]) -> Iterator[Stamp]:
    """Dates and times in a folded text; `seen` are its words, `starts` the offsets of its numbers. Stretches may overlap.

    A date is the number yyyymmdd, with 0 for a part that is not said ("March 5" is 305, "2024" 20240000).
    """
    if not seen.isdisjoint(words.MONTHS):
        for m in _NAMED.finditer(folded):
            day, year = int(m["d"] or m["d2"] or 0), int(m["y"] or m["y2"] or m["y3"] or 0)
            if day <= 31:
                yield Stamp(float(year * 10_000 + words.MONTHS[m["m"] or m["m2"]] * 100 + day), "date", "date", m.start(), m.end())
    east = "月" in folded or "年" in folded
    for start in starts:
        stamp = _stamp_at(folded, start, east=east)
        if stamp is not None:
            yield stamp


def _stamp_at(folded: str, start: int, *, east: bool) -> Stamp | None:
    m = _NUMERIC.match(folded, start)
    if m is not None:
        return _numeric(m)
    m = _TIME.match(folded, start)
    if m is not None:
        hour, half = int(m["h"] or m["h12"] or m["uhr"]), m["half"] or m["only"]
        hour = hour % 12 + (12 if half == "p" else 0) if half else hour
        return Stamp(hour * 60.0 + int(m["m"] or 0), "time of day", "time", m.start(), m.end())
    m = _DECADE.match(folded, start)
    if m is not None:
        return Stamp(float(int(m[1] or 19) * 100 + int(m[2] or m[3]) * 10), "decade", "date", m.start(), m.end())
    m = _CJK_NUMERIC.match(folded, start) if east else None
    return None if m is None else Stamp(_cjk_date(m), "date", "date", m.start(), m.end())


def _cjk_date(m: re.Match[str]) -> float:
    return float(int(m["cy"] or 0) * 10_000 + int(m["cm"] or m["em"] or 0) * 100 + int(m["cd"] or m["ed"] or 0))


def _numeric(m: re.Match[str]) -> Stamp:
    if m["y"]:
        return Stamp(float(int(m["y"]) * 10_000 + int(m["m"]) * 100 + int(m["d"])), "date", "date", m.start(), m.end())
    first, second, year = int(m["a"]), int(m["b"]), int(m["c"])
    if m["t"] == "." or first > 12 or first == second:
        day, month = first, second
    elif second > 12:
        day, month = second, first
    else:  # 05/03/2024: the day or the month first; kept as it is written
        return Stamp(float(year * 10_000 + first * 100 + second), "date as written", "date", m.start(), m.end())
    return Stamp(float(year * 10_000 + month * 100 + day), "date", "date", m.start(), m.end())
