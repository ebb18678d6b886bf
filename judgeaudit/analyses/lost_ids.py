"""Ids that are the same to a person and not to a program: what a spreadsheet or an export did to them, and names that look alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from decimal import Decimal

_NUMBER = re.compile(r"[+-]?\d+(\.\d*)?(e[+-]?\d+)?", re.IGNORECASE | re.ASCII)
_THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+", re.ASCII)
_ROUNDED = re.compile(r"\d(\.\d+)?e\+?\d{1,2}", re.IGNORECASE | re.ASCII)
_MONTHS = {name: n for n, name in enumerate(("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), start=1)}
_DATE = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]00:00(?::00(?:\.0+)?)?)?")
_DATE_TURNED = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})")
_TWO = re.compile(r"(\d{1,2})[-/.](\d{1,4})")
_NAMED_DATE = re.compile(r"(\d{1,2})[- ./]?([a-z]{3,9})\.?(?:[- ./](?:\d{2}|\d{4}))?|([a-z]{3,9})[- ./]?(\d{1,4})", re.IGNORECASE)
_MOST_EXPONENT = 40
"""Digits beyond which a number in scientific notation is no id that anybody wrote out."""

ZEROS, NUMBER, DIGITS, DATE, CASE, UNSEEN = range(6)
CAUSES = (
    "leading zeros were lost, as a spreadsheet does", "a number was written in another way, as a spreadsheet does", "digits were lost to scientific notation, as a spreadsheet does",
    "an id was taken for a date, as a spreadsheet does", "capitals and small letters differ", "blanks or characters that cannot be seen differ",
)  # fmt: skip


def look(text: str) -> str:
    """What a person sees of a name or id: without case, blanks, and characters that show nothing."""
    shown = unicodedata.normalize("NFKC", text).casefold()
    return "".join(character for character in shown if not character.isspace() and unicodedata.category(character) not in ("Cf", "Cc"))


def alike(names: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Groups of different names that a person would take for one, each sorted."""
    found: dict[str, set[str]] = {}
    for name in names:
        found.setdefault(look(name), set()).add(name)
    return tuple(sorted(tuple(sorted(group)) for group in found.values() if len(group) > 1))


def lost_ids(unknown: Iterable[str], judged: Iterable[str]) -> dict[str, tuple[str, int]]:
    """Which unknown ids seem to be those of judged items, written otherwise; nothing is ever matched by it.

    Parameters
    ----------
    unknown : iterable of str
        Ids of gold that no judged item has.
    judged : iterable of str

    Returns
    -------
    mapping of str to (str, int)
        Unknown id to the judged id that it looks like and the place in `CAUSES` of what may have happened. Ids that look like none are left out.
    """
    asked = list(unknown)
    if not asked:
        return {}
    known = list(judged)
    found: dict[str, tuple[str, int]] = {}
    for cause, keys_of_judged, keys_of_gold in _KEYS:
        wanted = {item: keys for item in asked if item not in found and (keys := keys_of_gold(item))}
        index: dict[str, str] = {}
        for item in known if wanted else ():
            for key in keys_of_judged(item):
                index.setdefault(key, item)
        for item, keys in wanted.items():
            like = next((index[key] for key in keys if key in index), None)
            if like is not None:
                found[item] = (like, cause)
    return found


def _zeros(item: str) -> list[str]:
    return [item.lstrip("0") or "0"] if item.isascii() and item.isdigit() else []


def _number(item: str) -> list[str]:
    if _THOUSANDS.fullmatch(item):
        item = item.replace(",", "")
    if not _NUMBER.fullmatch(item):
        return []
    value = Decimal(item)
    return [f"{value.normalize():f}"] if abs(value.adjusted()) <= _MOST_EXPONENT else []


def _rounded(item: str) -> list[str]:
    """A long whole number as spreadsheets show it (six digits), and as it may have been written with fewer or more."""
    if _ROUNDED.fullmatch(item):
        places = len(item.lower().partition("e")[0].partition(".")[2])
        return [f"{Decimal(item):.{places}E}"]
    return [f"{Decimal(item):.{places}E}" for places in range(15)] if item.isascii() and item.isdigit() and 12 <= len(item) <= _MOST_EXPONENT else []


def _dates(item: str) -> list[str]:
    """Day and month, or month and year, of what a spreadsheet shows as a date; the year that it adds is left out."""
    if match := _DATE.fullmatch(item):
        year, month, day = (int(part) for part in match.groups())
        return [_pair(month, day), *([_pair(month, year % 100)] if day == 1 else [])]
    if match := _DATE_TURNED.fullmatch(item):
        one, other, year = (int(part) for part in match.groups())
        return [_pair(one, other), *([_pair(other, year % 100)] if one == 1 else []), *([_pair(one, year % 100)] if other == 1 else [])]
    return _named(item)


def _two_numbers(item: str) -> list[str]:
    """Two numbers, or a month and a number, that a spreadsheet would take for a date."""
    match = _TWO.fullmatch(item)
    return [_pair(int(match[1]), int(match[2]) % 100)] if match else _named(item)


def _named(item: str) -> list[str]:
    match = _NAMED_DATE.fullmatch(item)
    if match is None:
        return []
    number, name = (match[1], match[2]) if match[1] else (match[4], match[3])
    month = _MONTHS.get(name[:3].casefold())
    return [] if month is None else [_pair(month, int(number) % 100)]


def _pair(one: int, other: int) -> str:
    return f"{min(one, other)} {max(one, other)}"


def _dates_of_judged(item: str) -> list[str]:
    return [*(f"written {pair}" for pair in _two_numbers(item)), *(f"dated {pair}" for pair in _dates(item))]


def _dates_of_gold(item: str) -> list[str]:
    """The other way round: a date only looks like what is none, and no 2-1 like a 1-2."""
    return [*(f"written {pair}" for pair in _dates(item)), *(f"dated {pair}" for pair in _two_numbers(item))]


def _case(item: str) -> list[str]:
    return [item.casefold()]


def _unseen(item: str) -> list[str]:
    return [look(item)]


_KEYS: tuple[tuple[int, Callable[[str], list[str]], Callable[[str], list[str]]], ...] = (
    (ZEROS, _zeros, _zeros), (NUMBER, _number, _number), (DIGITS, _rounded, _rounded), (DATE, _dates_of_judged, _dates_of_gold), (CASE, _case, _case),
    (UNSEEN, _unseen, _unseen),
)  # fmt: skip
"""Ids with a key in common look alike; the first cause that fits is the one that is said."""
