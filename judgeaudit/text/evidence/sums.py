"""Arithmetic that a rationale states: "20 + 25 = 46", "the prices add up to 45 euros", "30 % of 200 is 60", worked out again."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from judgeaudit.domain.evidence import EvidenceClaim, State
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.count_phrases import free_of, quantities_of
from judgeaudit.text.evidence.count_totals import check_total
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.quantities import Quantity
from judgeaudit.text.quantity_numbers import fold

MOST_STATED = 200
"""Results of a rationale that are worked out again, of each kind. Keeps the cost bounded."""

_TERM = r"(?:[€$£¥] ?)?[0-9]{1,12}(?:[.,][0-9]{1,12})?(?: ?(?:[€$£¥%]|euros?|eur|usd|dollars|g|kg|km|cm|mm|m|ml|l|h|min|hours|minutes|days|points|items)(?![^\W\d_]))?"
_SIGN = r" ?(?:[-+*/×÷·−–]| x | plus | minus | times | divided by ) ?"
_EQUATION = re.compile(
    rf"(?<![\w.,(/^])(?P<left>{_TERM}(?:{_SIGN}{_TERM}){{1,40}}) ?(?:=|≈|equals|is equal to|makes|gives|is|comes "
    rf"to) ?(?P<right>-?{_TERM})(?![\w/]|[.,][0-9]| ?[-+*/×÷^(] ?[0-9])"
)
_GOES_ON = re.compile(r"[\w%)€$£] ?(?:[-+*/×÷·−–(^]|plus|minus|times|x) ?[€$£(]?$")
"""Before terms that are only the end of a longer row."""

_PARTS = re.compile(rf"({_TERM})|({_SIGN})")
_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)?")
_REPORTS = re.compile(
    r"\b(?:claims?|says?|states?|writes?|wrote|incorrect\w{0,2}|wrong\w{0,2}|error|mistake\w{0,3}|miscalculat\w{1,4}|not|never|"
    r"instead|false\w{0,2}|asserts?|concludes?|computes?|n't|stating|claiming|saying|writing|asserting)\b|n't\b"
)
_SIGNS: dict[str, str] = {"−": "-", "–": "-", "×": "*", "·": "*", "x": "*", "÷": "/", "plus": "+", "minus": "-", "times": "*", "divided by": "/"}

_IS = re.compile(
    r" ?(?:,? ?(?:which )?(?:is|are|was|=|equals?|makes?|gives?|yields?|comes (?:out )?to|amounts to|adds? up to|ist|sind|ergibt|"
    r"fait|font|es|son)(?: (?:only|exactly|indeed|therefore|just|about|roughly|a|an)){0,2}) ?"
)
_JOINS: tuple[tuple[re.Pattern[str], re.Pattern[str], Callable[[float, float], float], str], ...] = (
    (re.compile(r"\b(?:sum|total|summe|somme|suma) (?:of|von|de) (?:the )?$"), re.compile(r" (?:and|und|et|y) (?:the )?"), lambda a, b: a + b, "sum"),
    (
        re.compile(r"\b(?:difference|gap|unterschied|différence|diferencia) (?:between|zwischen|entre) (?:the )?$"),
        re.compile(r" (?:and|und|et|y) (?:the )?"), lambda a, b: abs(a - b), "difference",
    ),
    (re.compile(r"\b(?:average|mean) of (?:the )?$"), re.compile(r" and (?:the )?"), lambda a, b: (a + b) / 2, "average"),
    (re.compile(r"\bproduct of $"), re.compile(r" and "), lambda a, b: a * b, "product"),
    (re.compile(r""), re.compile(r" plus "), lambda a, b: a + b, "sum"),
    (re.compile(r""), re.compile(r" (?:minus|less) "), lambda a, b: a - b, "difference"),
    (re.compile(r""), re.compile(r" (?:times|multiplied by) "), lambda a, b: a * b, "product"),
    (re.compile(r""), re.compile(r" divided by "), lambda a, b: a / b if b else math.nan, "quotient"),
)  # fmt: skip
_SHARE_OF = re.compile(r" (?:of|von|de) (?:the )?")
_TRIGGER = re.compile(
    r"[0-9].{0,80}(?:=|≈|equal|makes|gives| is )|fell|fall|rose|rise|drop|gap|sum|total|differen|average|mean|plus|minus|times|divided|product|add|combined|together|%|percent|insgesamt",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class _Stated:
    """A stated result, what it comes to, and where it stands."""

    stated: float
    right: float
    slack: float
    start: int
    end: int
    reported: bool


def check_sums(reading: Reading, sources: Sources) -> list[EvidenceClaim]:
    """Stated arithmetic of a rationale, worked out again.

    Parameters
    ----------
    reading : Reading
    sources : Sources

    Returns
    -------
    list of EvidenceClaim
        kind "count". Arithmetic that a text has as it is, right or wrong, is what the rationale reports, and no claim.

    Example
    -------
    >>> from judgeaudit.text.evidence.clauses import read_rationale
    >>> sources = Sources({"response": "Tea is 20 euros, cake is 25 euros."})
    >>> [(c.text, c.state) for c in check_sums(read_rationale("The prices add up to 46 euros, though 20 + 25 = 45.", sources), sources)]
    [('20 + 25 = 45', 'true'), ('46 euros', 'false')]
    """
    folded = fold(reading.bare or reading.text)
    if _TRIGGER.search(folded) is None:
        return []
    texts = {name: "".join(fold(text).split()) for name, text in sources.texts.items()} if _EQUATION.search(folded) else {}
    found = [claim for one in _equations(folded)[:MOST_STATED] if (claim := _checked(reading, one, texts, folded)) is not None]
    quantities = quantities_of(reading.bare or reading.text)
    found += [claim for one in _worded(quantities, folded)[:MOST_STATED] if (claim := _checked(reading, one, {}, folded)) is not None]
    rest = free_of(quantities, [(claim.claim_start, claim.claim_end) for claim in found])
    return found + [claim for q in rest[:MOST_STATED] if (claim := check_total(reading, sources, q, folded)) is not None]


def _equations(folded: str) -> list[_Stated]:
    found = []
    for m in _EQUATION.finditer(folded):
        right = _worked_out(m["left"])
        stated = _number(m["right"])
        before = folded[max(0, m.start() - 60) : m.start()]
        if right is None or stated is None or (re.fullmatch(r"[0-9]{4}(?:[-–][0-9]{1,4}){1,2}", m["left"]) is not None) or _GOES_ON.search(before) is not None:
            continue
        if "%" in m["right"] and "%" not in m["left"] and "/" in _signs_of(m["left"]):
            right *= 100  # "537/900 = 59.7 %"
        found.append(_Stated(stated, right, _slack(m["right"], approximate="≈" in m[0]), m.start(), m.end(), _REPORTS.search(before) is not None))
    return found


def _worked_out(left: str) -> float | None:
    """The value of a row of terms and signs; times and divided first. None where a percentage is added."""
    terms: list[float] = []
    signs: list[str] = []
    for m in _PARTS.finditer(left):
        if m[1] is not None:
            value = _number(m[1])
            if value is None:
                return None
            terms.append(value / 100 if "%" in m[1] and "*" in _signs_of(left) else value)
        else:
            signs.append(_SIGNS.get(m[2].strip(), m[2].strip()))
    if len(terms) != len(signs) + 1:
        return None
    total, product, lead = 0.0, terms[0], 1.0
    for sign, term in zip(signs, terms[1:], strict=True):
        if sign in "*/":
            if sign == "/" and not term:
                return None
            product = product * term if sign == "*" else product / term
        else:
            total, product, lead = total + lead * product, term, 1.0 if sign == "+" else -1.0
    return total + lead * product


def _signs_of(left: str) -> set[str]:
    return {_SIGNS.get(m[2].strip(), m[2].strip()) for m in _PARTS.finditer(left) if m[2] is not None}


def _number(term: str) -> float | None:
    """The value of a term; None where it may be read in two ways (1,200 and 1.200 are thousands)."""
    m = _NUMBER.search(term)
    if m is None:
        return None
    whole, mark, rest = m[0].partition("," if "," in m[0] else ".")
    value = float(whole + rest) if mark == "," and len(rest) == 3 else float(f"{whole}.{rest or 0}")
    return -value if term.strip().startswith("-") else value


def _slack(text: str, *, approximate: bool) -> float:
    """How far a result may be off: half its last decimal, or what "about" allows."""
    m = re.search(r"[0-9][.,]([0-9]{1,6})(?![0-9.,])", text)
    written = 0.51 * 10.0 ** -len(m[1]) if m is not None else 0.0
    return max(written, 0.5) if approximate else written


def _worded(quantities: tuple[Quantity, ...], folded: str) -> list[_Stated]:
    """ "the sum of 20 and 25 is 46", "30 % of 200 is 60" : three quantities with their joining words."""
    found = []
    for a, b, c in zip(quantities, quantities[1:], quantities[2:], strict=False):
        if _IS.fullmatch(folded, b.end, c.start) is None or c.start - b.end > 40 or b.start - a.end > 20:
            continue
        between, before = folded[a.end : b.start], folded[max(0, a.start - 50) : a.start]
        right = _joined(a, b, between, before)
        stated = _size(c) if right is not None else None
        if right is None or stated is None:
            continue
        slack = max(_slack(c.text, approximate=c.bound == "about"), 0.1 * abs(right) if c.bound == "about" else 0.0)
        reported = _REPORTS.search(before) is not None
        found.append(_Stated(stated, right * _scale(a, b, c), slack, a.start, c.end, reported))
    return found


def _joined(a: Quantity, b: Quantity, between: str, before: str) -> float | None:
    first, second = _size(a), _size(b)
    if first is None or second is None:
        return None
    if a.kind == "percent" and _SHARE_OF.fullmatch(between):
        return first * second / 100
    for lead, join, work, _ in _JOINS:
        if join.fullmatch(between) and lead.search(before):
            return work(first, second)
    return None


def _size(q: Quantity) -> float | None:
    """What is reckoned with: a year as a number, other dates not at all."""
    if q.kind == "date":
        return q.value // 10_000 if q.value % 10_000 == 0 else None
    return q.value if q.upper is None and q.kind not in ("time", "version", "reference", "ordinal") else None


def _scale(a: Quantity, b: Quantity, c: Quantity) -> float:
    """Years reckoned with as numbers, stated as a time: months."""
    return 12.0 if c.unit == "month" and a.kind == b.kind == "date" else 1.0


def _checked(reading: Reading, one: _Stated, texts: dict[str, str], folded: str) -> EvidenceClaim | None:
    same = math.isclose(one.stated, one.right, rel_tol=1e-9) or abs(one.stated - one.right) <= one.slack
    written = "".join(folded[one.start : one.end].split())
    if not same and any(written in text for text in texts.values()):
        return None  # the text reckons so
    rounded = not same and abs(one.stated - one.right) < 0.51 and one.right != int(one.right)
    state: State = "true" if same else "unchecked" if rounded or one.reported or reading.mood_at(one.start) != "asserted" else "false"
    why = f"it comes to {one.right:g}" + ("" if same else f", not {one.stated:g}")
    return EvidenceClaim("count", reading.text[one.start : one.end], state, why=why, claim_start=one.start, claim_end=one.end)
