"""Dates, decades and versions that a text has in another form, or a part of."""

from __future__ import annotations

import re

from judgeaudit.text.evidence.known_numbers import Known, dates_of, known_numbers
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.quantities import Quantity
from judgeaudit.text.quantity_words import word_list

_DAY_MONTH = re.compile(r"([0-3]?[0-9])\.([01]?[0-9])")


def explained_form(sources: Sources, q: Quantity, known: Known) -> str:
    """Why a version, decade or date that stands nowhere as it is may still be right; "" where nothing says so.

    Example
    -------
    >>> from judgeaudit.text.evidence.known_numbers import known_numbers
    >>> from judgeaudit.text.quantities import find_quantities
    >>> text = "It was in 1994."
    >>> explained_form(Sources({"response": text}), find_quantities("in the 1990s")[0], known_numbers(text))
    'a text has a year of it'
    """
    texts, target = sources.texts.values(), int(q.value)
    if q.kind == "version":
        written = q.text.lower().removeprefix("v")
        return "a text has it as a part of another" if any(written in text for text in texts) else ""
    if q.unit == "decade":
        return "a text has a year of it" if any(_of_decade(text, target) for text in texts) else ""
    dates = known.values.get("date", [])
    if q.kind == "date":
        short = rf"['’‘]{target // 10_000 % 100:02d}(?![0-9])"  # '19
        if any(_parts_agree(date, int(value)) for value in dates for date in dates_of(q)) or any(re.search(short, text) is not None for text in texts):
            return "a text gives only a part of this date"
    day = _DAY_MONTH.fullmatch(q.text)
    if day is not None and any(int(value) % 10_000 == 100 * int(day[2]) + int(day[1]) for value in dates):
        return "a text has it as a date"  # der 24.12.
    return ""


def _of_decade(text: str, first: int) -> bool:
    """Whether a text has the decade in another form, or a year of it."""
    years = {int(value) // 10_000 for value in known_numbers(text).values.get("date", ())} | {int(value) for value in known_numbers(text).bare if value < 3000}
    written = rf"(?<![0-9]){first % 100:02d}s|{_DECADES.get(first % 100 // 10, 'nineteens')}\b"
    return any(first <= year < first + 10 for year in years) or re.search(written, text.lower()) is not None


_DECADES = dict(enumerate(word_list("twenties thirties forties fifties sixties seventies eighties nineties"), 2))


def _parts_agree(a: int, b: int) -> bool:
    parts = [(x, y) for x, y in zip((a // 10_000, a // 100 % 100, a % 100), (b // 10_000, b // 100 % 100, b % 100), strict=True) if x and y]
    return bool(parts) and all(x == y for x, y in parts)
