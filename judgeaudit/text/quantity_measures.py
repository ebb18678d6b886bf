"""Numbers with their sign, scale and unit, and ranges of them."""

from __future__ import annotations

import re
from typing import NamedTuple

from judgeaudit.text import quantity_words as words
from judgeaudit.text.quantity_spelled import Numeral


class Measured(NamedTuple):
    """A number in the canonical unit, and where it stands with that unit."""

    value: float
    unit: str
    kind: str
    start: int
    end: int


_MONEY_BEFORE = re.compile(r"((?:us|ca|a|c)?[$€£¥₹₩¢]) ?$|(?<!\w)(usd|eur|gbp|jpy|cny|rmb|chf|inr|cad|aud|krw) ?$")
_SIGN = re.compile(r"(?:(?<![\w)%.-])-|(?<!\w)(?:minus|negative) )$")
_NEXT_WORD = re.compile(r"([ -]?)(?:([^\W\d_]{1,24})(?:[ -]([^\W\d_]{1,24}))?|(us\$|km/h|[%‰€$£¥₹₩¢×]|°[ ]?[cf](?!\w)|°))")
_RANGE = re.compile(r" ?[-~] ?|[到至〜～]|から| (?:to|through|bis|à|a|or|tot|oder|ou|o) ")
_BETWEEN = re.compile(r" (?:and|und|et|y|e|en) ")
_CHANGES = frozenset(
    words.word_list(
        "increased rose rises grew went goes improved dropped fell changed raised reduced decreased increase changes moved updated revised switched"
    )
)
_CASED = frozenset("mbgshlx")


def measure(text: str, folded: str, numeral: Numeral) -> Measured:
    """A numeral with the sign, scale and unit that are written around it."""
    return _measure(text, folded, numeral)[0]


def _measure(text: str, folded: str, numeral: Numeral) -> tuple[Measured, words.Unit | None, float]:
    value, start, end, _ = numeral
    unit: words.Unit | None = None
    head = folded[max(0, start - 5) : start]
    money = _MONEY_BEFORE.search(head) if head and (head.rstrip()[-1:] in tuple("$€£¥₹₩¢") or head[-1:] == " " or head[-1:].isalpha()) else None
    if money is not None:
        unit, start = words.UNITS[money[1] or money[2]], start - (len(head) - money.start())
    elif head.endswith("百分之"):
        unit, start = words.UNITS["%"], start - 3
    scale, end = _scale(text, folded, end, is_money=unit is not None)
    if unit is None:
        unit, end = _unit(text, folded, end)
    elif unit.kind == "money":  # "$5 USD"
        again, after = _unit(text, folded, end)
        end = after if again is not None and again.kind == "money" else end
    sign = _SIGN.search(folded[max(0, start - 10) : start])
    value *= scale
    if sign is not None and not (sign[0] == "-" and folded[start - 2 : start - 1].isalnum()):
        value, start = -value, start - len(sign[0])
    if unit is None:
        return Measured(value, "", "number", start, end), None, scale
    return Measured(value * unit.factor + unit.offset, unit.name, unit.kind, start, end), unit, scale


def _scale(text: str, folded: str, end: int, *, is_money: bool) -> tuple[float, int]:
    scale = 1.0
    while folded[end : end + 1] in words.CJK_SCALES or folded[end : end + 1] in words.CJK_TENS:
        scale *= words.CJK_SCALES.get(folded[end], 0) or words.CJK_TENS[folded[end]]
        end += 1
    m = _NEXT_WORD.match(folded, end)
    if m is None or m[2] is None:
        return scale, end
    word, attached, after = m[2], not m[1], m.end(2)
    if word in words.SCALES and (attached or word != "k") and not (word == "mil" and m[1] == "-"):
        return scale * words.SCALES[word], after + (
            word in words.SHORT_SCALES and word != "k" and folded[after : after + 1] == "." and word in ("mio", "mrd", "tsd")
        )
    if word in ("m", "b") and attached and (is_money or text[end] in "MB"):
        return scale * (1e6 if word == "m" else 1e9), after
    if word in words.HUNDRED and word == "hundred":
        return scale * 100, after
    return scale, end


def _unit(text: str, folded: str, end: int) -> tuple[words.Unit | None, int]:
    m = _NEXT_WORD.match(folded, end)
    if m is None:
        return None, end
    if m[4] is not None and (m[1] == "-" or folded[m.end() : m.end() + 1].isalnum()):
        return None, end  # "$3-$5", "5 $3 items": the sign of the next number
    if m[4] is not None:
        found = words.UNITS.get(m[4].replace(" ", "")) if m[4] != "‰" else words.Unit("%", "percent", 0.1)
        return found, (m.end() if found is not None else end)
    if m[3] is not None and f"{m[2]} {m[3]}" in words.UNITS:
        return words.UNITS[f"{m[2]} {m[3]}"], m.end()
    if m[2] >= "⺀":
        for length in (4, 3, 2, 1):
            if m[2][:length] in words.UNITS and len(m[2]) >= length:
                return words.UNITS[m[2][:length]], m.start(2) + length
        return None, end
    found = words.UNITS.get(m[2])
    after = m.end(2)
    if found is None or (m[2] in _CASED and (text[m.start(2)].isupper() or folded[after : after + 1] == "'" or (m[2] == "x" and m[1]))):
        return None, end
    if m[2] == "km" and folded[after : after + 2] == "/h":
        return words.UNITS["km/h"], after + 2
    return found, after


def measured_range(text: str, folded: str, numeral: Numeral, following: Numeral | None, before: list[str]) -> tuple[Measured, float | None, int]:
    """A numeral and, where the next one is the other end of a range or the minutes to its hours, both: with the upper end and how many were read."""
    first, unit, _ = _measure(text, folded, numeral)
    if following is None or not 0 <= following.start - first.end < 12 or following.form not in ("digits", "words"):
        return first, None, 1
    second, second_unit, scale = _measure(text, folded, following)
    start = second.start if second.start >= first.end else following.start
    between = folded[first.end : start]
    if unit is not None and second_unit is not None and unit.kind == "duration" == second_unit.kind and between in ("", " ", " and ", ", "):
        if unit.factor > second_unit.factor and unit.name == second_unit.name:
            return first._replace(value=first.value + second.value, end=second.end), None, 2
        return first, None, 1
    if start == second.start and second.value < 0 and between.strip() == "":
        return first, None, 1
    opened = before[-1:] == ["between"] or before[-1:] in (["zwischen"], ["entre"], ["tra"], ["fra"], ["tussen"])
    if not (_RANGE.fullmatch(between) or (opened and _BETWEEN.fullmatch(between))) or not _CHANGES.isdisjoint(before[-6:]):
        return first, None, 1
    low = first
    if unit is None and second_unit is not None:
        shared_scale = scale if scale != 1 and numeral.value < following.value and first.value == numeral.value else 1.0
        low = first._replace(value=first.value * shared_scale * second_unit.factor + second_unit.offset, unit=second.unit, kind=second.kind)
    elif unit is None and scale != 1 and first.value == numeral.value and numeral.value < following.value:
        low = first._replace(value=first.value * scale)
    elif unit is not None and second_unit is None and unit.kind in ("money", "percent"):
        second = second._replace(unit=first.unit, kind=first.kind)
    if low.unit != second.unit or not low.value < second.value:
        return first, None, 1
    return low._replace(end=second.end), second.value, 2
