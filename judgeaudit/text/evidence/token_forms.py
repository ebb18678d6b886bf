"""Dates, times, money and abbreviations among the tokens of a quote or of its source, each in one form however it is written."""

from __future__ import annotations

import re
from dataclasses import replace

from judgeaudit.text import quantity_words
from judgeaudit.text.evidence.edit_words import CURRENCIES
from judgeaudit.text.evidence.word_token import Token, follows, number_key

AMBIGUOUS_DATE = re.compile(r"(?<!\d)(?:0?[1-9]|1[0-2])[/-](?:0?[1-9]|1[0-2])[/-](?:[12]\d{3}|\d\d)(?!\d)")
"""A date whose first number may be the day or the month."""

_MONEY = frozenset(CURRENCIES.values())
_MONTHS = "january february march april may june july august september october november december"
_MONTH_KEYS = _MONTHS.split()
_SHORT = frozenset(("may", "mar", "mai", "dec", "set"))
_SLASHED = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2([12]\d{3}|\d\d)")
_DAY_FIRST = re.compile(r"(1[3-9]|2\d|3[01])(?:/(?=(?:0?[1-9]|1[0-2])(?![\d/]))|\.(?=(?:0?[1-9]|1[0-2])(?:\.(?!\d)|$)))(\d{1,2})")
_YEAR_FIRST = re.compile(r"([12]\d{3})([/.-])(\d{1,2})\2(\d{1,2})")
_TIME_KEY = re.compile(r"(\d{1,2}):(\d{2})([ap])?|#(\d{1,2})(?:\.([0-5]\d?))?")
_HALF_DAY = 720
_HALVES = frozenset(("am", "pm"))
_DEGREE_WORDS = frozenset(("degree", "degrees", "grad", "degr\u00e9", "degr\u00e9s", "grados"))
_SCALES = frozenset(("fahrenheit", "celsius"))
_DENSE_UNITS = {
    "JPY": "\u5186 \u65e5\u5143 \u65e5\u5713",
    "USD": "\u30c9\u30eb \u7f8e\u5143 \u7f8e\u91d1 \u7c73\u30c9\u30eb",
    "CNY": "\u5143 \u4eba\u6c11\u5e01 \u4eba\u6c11\u5e63 \u5757\u94b1",
    "EUR": "\u30e6\u30fc\u30ed \u6b27\u5143 \u6b50\u5143",
    "GBP": "\u30dd\u30f3\u30c9 \u82f1\u9551 \u82f1\u938a",
    "HKD": "\u6e2f\u5143 \u6e2f\u5e01",
    "KRW": "\u30a6\u30a9\u30f3 \u97e9\u5143",
    "day": "\u5929 \u65e5\u9593 \u65e5\u95f4",
    "week": "\u5468 \u9031 \u9031\u9593 \u661f\u671f \u793c\u62dc",
    "month": "\u4e2a\u6708 \u500b\u6708 \u304b\u6708 \u30f6\u6708 \u30ab\u6708 \u30b1\u6708",
    "hour": "\u5c0f\u65f6 \u5c0f\u6642 \u6642\u9593 \u949f\u5934",
    "minute": "\u5206\u949f \u5206\u9418 \u5206\u9593",
    "kg": "\u516c\u65a4 \u5343\u514b \u30ad\u30ed\u30b0\u30e9\u30e0",
    "g": "\u514b \u30b0\u30e9\u30e0",
    "km": "\u516c\u91cc \u5343\u7c73 \u30ad\u30ed\u30e1\u30fc\u30c8\u30eb",
    "m": "\u7c73 \u30e1\u30fc\u30c8\u30eb",
    "cm": "\u5398\u7c73 \u30bb\u30f3\u30c1",
}
_UNIT_OF = {written: unit for unit, forms in _DENSE_UNITS.items() for written in forms.split()}
_LONGEST_UNIT = max(map(len, _UNIT_OF))
UNIT_KEYS = frozenset(f"={unit}" for unit in _DENSE_UNITS)
"""Keys of units of Chinese and Japanese that are no money."""
_TITLES = re.compile(
    "\u5148\u751f|\u5973\u58eb|\u5c0f\u59d0|\u592a\u592a|\u533b\u751f|\u91ab\u751f|\u8001\u5e08|\u8001\u5e2b|\u6559\u6388|\u3055\u3093|\u69d8|\u6c0f"
)
_NO_SURNAME = frozenset("\u5ba2\u7686\u5965\u795e\u5ac1\u8005\u6bcd\u7236\u5144\u59c9\u723a\u5a46\u4f4d\u7684\u540d\u5b50\u5e2b\u5e08")
_KANA_TITLES = frozenset(("\u3055\u3093", "\u69d8", "\u6c0f"))


def in_one_form(tokens: list[Token], text: str, *, month_first: bool = False) -> list[Token]:
    """Tokens with their dates as day, month, year, their money as number and currency, and abbreviations whole.

    Parameters
    ----------
    tokens : list of Token
        Numbers are tokens already.
    text : str
        Offsets of the tokens are of this text.
    month_first : bool
        How 03/05/2024 is read.

    Returns
    -------
    list of Token
    """
    out: list[Token] = []
    at = 0
    while at < len(tokens):
        taken = _read_at(tokens, at, text, month_first=month_first)
        if taken is None:
            out.append(tokens[at])
            at += 1
        else:
            out += taken[0]
            at += taken[1]
    return out


def _read_at(tokens: list[Token], at: int, text: str, *, month_first: bool) -> tuple[list[Token], int] | None:
    """What starts at a token and has another form, with the number of tokens that it takes."""
    token = tokens[at]
    if token.kind == "number":
        return _in_figures(tokens, at, text, month_first=month_first) or _clock(tokens, at) or _half(tokens, at)
    if token.kind == "dense":
        return _dense_unit(tokens, at, text)
    if token.key in _MONEY:
        return _priced(tokens, at)
    if len(token.key) == 1:
        return _initials(tokens, at, text)
    if token.key in _DEGREE_WORDS or token.key in _SCALES:
        return _degrees(tokens, at)
    return _date(tokens, at) if _month_of(token) else None


def same_time(one: str, another: str) -> bool:
    """Whether two keys may be one time of day: 17:30, 5:30p and, as nothing says which half it is, 5:30; 9:00 and #9.

    Example
    -------
    >>> same_time("5:30p", "17:30"), same_time("5:30p", "5:30a"), same_time("5:30", "17:30"), same_time("09:00", "#9")
    (True, False, False, True)
    """
    (first, half), (second, other) = _minutes(one), _minutes(another)
    if first is None or second is None:
        return False
    if bool(half) == bool(other):
        return first == second
    plain = second if half else first
    return first == second or (plain < _HALF_DAY and first % _HALF_DAY == second % _HALF_DAY)


def _minutes(key: str) -> tuple[int | None, str]:
    """Minutes since midnight of a key, and its half of the day."""
    match = _TIME_KEY.fullmatch(key)
    if match is None or int(match[1] or match[4]) > 24:
        return None, ""
    hour, minute, half = int(match[1] or match[4]), match[2] or (match[5] or "").ljust(2, "0") or "0", match[3] or ""
    return (hour % 12 + (12 if half == "p" else 0) if half else hour) * 60 + int(minute), half


def name_people(tokens: list[Token], text: str) -> None:
    """Mark the characters before a title of Chinese or Japanese as a name."""
    for match in _TITLES.finditer(text) if tokens and not text.isascii() else ():
        at = next((n for n, token in enumerate(tokens) if token.start == match.start()), 0)
        for token in reversed(tokens[max(0, at - (3 if match[0] in _KANA_TITLES else 1)) : at]):
            if token.kind != "dense" or token.key < "\u3400" or token.key in _NO_SURNAME or token.value is not None:
                break
            token.named = True


def _initials(tokens: list[Token], at: int, text: str) -> tuple[list[Token], int] | None:
    """U.N., a.m.: letters with points are one word."""
    end = at
    while (
        end < len(tokens)
        and tokens[end].kind == "word"
        and tokens[end].end - tokens[end].start == 1
        and (end == at or tokens[end].start == tokens[end - 1].end + 1)
        and text[tokens[end].end : tokens[end].end + 1] == "."
    ):
        end += 1
    if end < len(tokens) and end > at and tokens[end].start == tokens[end - 1].end + 1 and tokens[end].end - tokens[end].start == 1:
        end += 1  # U.N without its last point
    if end - at < 2:
        return None
    first, last = tokens[at], tokens[end - 1]
    key = "".join(text[token.start : token.end].lower() for token in tokens[at:end])
    return [Token(key, first.start, last.end, "word", any(token.named for token in tokens[at:end]), first.broken)], end - at


def _half(tokens: list[Token], at: int) -> tuple[list[Token], int] | None:
    """5:30 p.m. and 9 am: the number with its half of the day."""
    number = tokens[at]
    if number.kind != "number" or at + 1 >= len(tokens) or not (number.value or 0) < 13:
        return None
    half, taken = tokens[at + 1], 2
    if half.key in ("a", "p") and at + 2 < len(tokens) and tokens[at + 2].key == "m" and tokens[at + 2].start == half.end + 1:  # a.m.
        half, taken = replace(half, key=half.key + "m", end=tokens[at + 2].end), 3
    if half.key not in _HALVES or not follows(half, number):
        return None
    written = number.key if ":" in number.key else f"{number.value:.0f}:00" if number.value is not None and number.value % 1 == 0 else ""
    return ([replace(number, key=written + half.key[0], end=half.end, value=None)], taken) if written else None


def _degrees(tokens: list[Token], at: int) -> tuple[list[Token], int] | None:
    """98 degrees Fahrenheit as 98 \u00b0 f."""
    token, before = tokens[at], tokens[at - 1] if at else None
    if before is None or token.kind != "word" or not follows(token, before):
        return None
    if token.key in _DEGREE_WORDS and before.kind == "number":
        return [replace(token, key="\u00b0", kind="mark", weight=0.5)], 1
    if token.key in _SCALES and tokens[at - 1].key in ("\u00b0", *_DEGREE_WORDS):
        return [replace(token, key=token.key[0])], 1
    return None


def _month_of(token: Token) -> int:
    if token.kind != "word" or (token.key in _SHORT and not token.named):
        return 0
    return quantity_words.MONTHS.get(token.key) or _PLAIN_MONTHS.get(token.key, 0)


_PLAIN_MONTHS = {"maerz": 3, "marz": 3, "fevrier": 2, "aout": 8, "decembre": 12, "jaenner": 1}


def _day(token: Token) -> bool:
    return token.kind == "number" and token.value is not None and token.value in range(1, 32)


def _year(token: Token) -> bool:
    return token.kind == "number" and token.value is not None and 1000 <= token.value < 3000


def _date(tokens: list[Token], at: int) -> tuple[list[Token], int] | None:
    """A date that starts with its month, as day, month and year."""
    first = tokens[at]
    month = _month_of(first)
    if not month or at + 1 >= len(tokens):
        return None
    day = tokens[at + 1]
    if day.broken or not _day(day) or day.start - first.end > 2:
        return None
    year = tokens[at + 2] if at + 2 < len(tokens) and _year(tokens[at + 2]) and not tokens[at + 2].broken and tokens[at + 2].start - day.end < 3 else None
    end = (year or day).end
    made = [replace(day, start=first.start, end=end, broken=first.broken), replace(first, key=_MONTH_KEYS[month - 1], named=True, end=end, broken=False)]
    return made + ([replace(year, start=first.start, end=end)] if year else []), 3 if year else 2


def _in_figures(tokens: list[Token], at: int, text: str, *, month_first: bool) -> tuple[list[Token], int] | None:
    """14/03/2024, 14.3.2024, 2024-03-14, and 2024\u5e743\u670814\u65e5."""
    first = tokens[at]
    match = _YEAR_FIRST.match(text, first.start)
    parts: tuple[str, ...] | None = (match[1], match[3], match[4]) if match else None
    if match is None:
        match = _SLASHED.match(text, first.start)
        if match is not None and (len(match[4]) == 4 or match[2] == "/"):
            day, month = int(match[1]), int(match[3])
            if month > 12 or (month_first and match[2] != "." and day <= 12):
                day, month = month, day
            parts = (match[4] if len(match[4]) == 4 else "20" + match[4], str(month), str(day))
    if match is None and (short := _DAY_FIRST.match(text, first.start)):
        return _day_and_month(tokens, at, short)
    taken = 1
    if match is not None:
        while at + taken < len(tokens) and tokens[at + taken].start < match.end():
            taken += 1
    elif at + 5 < len(tokens) and _year(first) and [tokens[at + n].key for n in (1, 3)] == ["\u5e74", "\u6708"] and tokens[at + 5].key in "\u65e5\u53f7\u865f":
        parts, taken = (f"{first.value:.0f}", *(f"{tokens[at + n].value or 0:.0f}" for n in (2, 4))), 6
    if parts is None or tokens[at + taken - 1].end > (match.end() if match else tokens[at + 5].end):
        return None
    year, number, day = (int(part) for part in parts)
    if not (0 < number < 13 and 0 < day < 32):
        return None
    start, end = first.start, tokens[at + taken - 1].end
    return [
        Token(number_key(day), start, end, "number", broken=first.broken, weight=1.2, value=float(day)),
        Token(_MONTH_KEYS[number - 1], start, end, "word", named=True),
        Token(number_key(year), start, end, "number", weight=1.2, value=float(year)),
    ], taken


def _day_and_month(tokens: list[Token], at: int, match: re.Match[str]) -> tuple[list[Token], int] | None:
    """24/12 and 24.12. as 24 December: no other order is possible."""
    first, taken = tokens[at], 1
    while at + taken < len(tokens) and tokens[at + taken].start < match.end():
        taken += 1
    if tokens[at + taken - 1].end > match.end():
        return None
    day = Token(number_key(int(match[1])), first.start, match.end(), "number", broken=first.broken, weight=1.2, value=float(match[1]))
    return [day, Token(_MONTH_KEYS[int(match[2]) - 1], first.start, match.end(), "word", named=True)], taken


def _clock(tokens: list[Token], at: int) -> tuple[list[Token], int] | None:
    """17h30 as 17:30."""
    hour = tokens[at]
    if at + 2 >= len(tokens) or hour.kind != "number" or hour.value is None or tokens[at + 1].key not in ("h", "\u70b9", "\u6642"):
        return None
    minute = tokens[at + 2]
    if (
        minute.kind != "number"
        or minute.value is None
        or minute.value > 59
        or hour.value > 24
        or not all(follows(tokens[at + n], tokens[at + n - 1]) for n in (1, 2))
    ):
        return None
    return [Token(f"{hour.value:.0f}:{minute.value:02.0f}", hour.start, minute.end, "number", broken=hour.broken, weight=1.2)], 3


def _priced(tokens: list[Token], at: int) -> tuple[list[Token], int] | None:
    """$20 as 20 dollars."""
    if tokens[at].key not in _MONEY or at + 1 >= len(tokens):
        return None
    money, number = tokens[at], tokens[at + 1]
    if number.kind != "number" or not follows(number, money) or money.end - money.start > 3:
        return None
    start, end = money.start, number.end
    return [replace(number, start=start, end=end, broken=money.broken), replace(money, start=start, end=end, broken=False)], 2


def _dense_unit(tokens: list[Token], at: int, text: str) -> tuple[list[Token], int] | None:
    """The unit after a number of Chinese or Japanese."""
    first, before = tokens[at], tokens[at - 1] if at else None
    if before is None or before.end != first.start or (before.kind != "number" and before.value is None):
        return None
    for length in range(_LONGEST_UNIT, 0, -1):
        unit = _UNIT_OF.get(text[first.start : first.start + length])
        if unit is not None:
            taken = next((n for n, token in enumerate(tokens[at:]) if token.start >= first.start + length), len(tokens) - at)
            return [Token(unit if unit.isupper() else f"={unit}", first.start, first.start + length, "mark", weight=0.5)], taken
    return None
