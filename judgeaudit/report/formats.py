"""Numbers and names as people read them; the same on the page, in the terminal and in Markdown."""

from __future__ import annotations

import re
from collections.abc import Sized
from typing import Any

from judgeaudit.domain.results import Cost, Estimate

MINUS = "−"


def number(value: float, *, decimals: int = 3) -> str:
    """Three decimals, more where rounding would make a whole number (0, 1) of what is none; whole numbers above 1 stay whole."""
    if abs(value) >= 1000:
        return f"{value:,.0f}".replace("-", MINUS)
    if value == int(value):
        return f"{value:.{0 if abs(value) > 1 else decimals}f}".replace("-", MINUS) if value else f"{0:.{decimals}f}"
    places = next((n for n in range(decimals, 8) if round(value, n) != round(value)), None)
    return (f"{value:.1g}" if places is None else f"{value:.{places}f}").replace("-", MINUS)


def number_or_undefined(value: object) -> str:
    """A number of a block, or the word undefined."""
    return number(float(value)) if isinstance(value, (int, float)) else "undefined"


def percent(share: float) -> str:
    """A share as a percentage: never 0 % or 100 % of what is neither none nor all."""
    rounded = f"{100 * share:.0f}"
    if (rounded == "0" and share > 0) or (rounded == "100" and share < 1):
        return "under 1 %" if rounded == "0" else "over 99 %"
    return f"{rounded} %"


def interval(low: float | None, high: float | None, *, decimals: int = 3) -> str:
    """Both ends, or nothing."""
    return "" if low is None or high is None else f"{number(low, decimals=decimals)} to {number(high, decimals=decimals)}"


def value(estimate: Estimate) -> str:
    """The point, or the word undefined."""
    return "undefined" if estimate.value is None else number(estimate.value)


def usd(cost: Cost | None) -> str:
    """What the calls cost. A lower bound is called one, an unknown price is never zero."""
    if cost is None:
        return "unknown"
    if cost.unknown_calls and not cost.known_usd:
        return f"unknown ({count(cost.unknown_calls, 'call')} without a price)"
    amount = f"${cost.known_usd:,.4f}" if 0 < cost.known_usd < 0.1 else f"${cost.known_usd:,.2f}"
    if cost.unknown_calls:
        return f"at least {amount} ({count(cost.unknown_calls, 'call')} without a price)"
    return f"at least {amount}" if cost.lower_bound else amount


def seconds(duration: float | None) -> str:
    """A latency."""
    if duration is None:
        return "unknown"
    if duration < 0.0005:
        return "under 1 ms"
    return f"{duration * 1000:.0f} ms" if duration < 1 else f"{duration:.1f} s"


def latency(median: float | None, p95: float | None) -> str:
    """Median and P95 in one phrase."""
    return "unknown" if median is None and p95 is None else f"{seconds(median)}, P95 {seconds(p95)}"


def moment(text: str) -> str:
    """An ISO 8601 time to the minute, as people read it; any other text as it is."""
    found = re.fullmatch(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]00:?00)?", text)
    return text if found is None else f"{found[1]} {found[2]}{' UTC' if found[3] else ''}"


def integer(amount: int | None) -> str:
    """A count with thousands separated; unknown where it is."""
    return "unknown" if amount is None else f"{amount:,}"


def count(amount: int, noun: str, plural: str | None = None) -> str:
    """`1 judge`, `2 judges`."""
    return f"{amount:,} {noun if amount == 1 else plural or noun + 's'}"


def size(block: Any) -> int:
    """A block's number, whether it holds the number or lists the things."""
    return len(block) if isinstance(block, Sized) and not isinstance(block, str) else int(block or 0)


def judge_name(judge: str | None) -> str:
    """A judge, a pair, a majority, or the panel, in words."""
    if judge is None:
        return "all judges"
    pair = " and ".join(judge.split("|"))
    return pair.replace("#majority", " (majority)")


def sentence(text: object) -> str:
    """With a capital first letter, unless the first word is a name (`consistency.flip_rate`, `openai/x`)."""
    said = str(text)
    first = said.partition(" ")[0].rstrip(",:;.")
    return said[:1].upper() + said[1:] if first.isalpha() else said


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters: the middle is left out, since names differ at both ends."""
    if len(text) <= limit:
        return text
    head = limit // 2
    return f"{text[:head]}…{text[len(text) - (limit - 1 - head) :]}"


def part(estimate: Estimate) -> str:
    """The label, stratum, judged system or variant that an estimate is about: corrected rates have the system as their variant."""
    which = "system " if estimate.name.startswith("corrected_") else "variant "
    named = (("", estimate.group), ("stratum ", estimate.stratum), (which, estimate.variant))
    return ", ".join(f"{word}{text}" for word, text in named if text is not None)
