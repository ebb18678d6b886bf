"""Numbers that a rationale says the texts give: money, dates, durations, percentages, measures and larger numbers, looked up."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace

from judgeaudit.domain.evidence import EvidenceClaim, State
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.count_phrases import free_of, quantities_of
from judgeaudit.text.evidence.derived_numbers import follows, surely_follows
from judgeaudit.text.evidence.known_numbers import EXACT, dimension_of, found_at, has, is_count_of, known_numbers, known_together
from judgeaudit.text.evidence.number_codes import find_codes
from judgeaudit.text.evidence.number_dates import explained_form
from judgeaudit.text.evidence.number_words import AWAY, OWN, REPORTED, SHOWN_AFTER, UNREAD_UNIT
from judgeaudit.text.evidence.said_again import mood_of
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.evidence.stated_numbers import is_clock, is_disputed, is_of_a_text, is_stated, is_worked_out
from judgeaudit.text.quantities import Quantity
from judgeaudit.text.quantity_match import ABOUT
from judgeaudit.text.quantity_numbers import find_numerals, fold, words_of

Span = tuple[int, int]

SMALL = 11
"""Whole numbers below this, without a unit, are too common to be looked up (ours)."""

REACH = 400
"""Characters before a number among which the numbers are looked for that it may be worked out from (ours)."""

MOST_CITED = 200
"""Numbers of a rationale that are looked up; one with more of them copies a table. Keeps the cost bounded."""

_NOT_CITED = frozenset(("rating", "ordinal", "reference", "multiple", "ratio"))
_NAMESAKES: dict[str, tuple[tuple[str, float, float], ...]] = {
    "pound": (("GBP", 1, 0), ("gram", 453.59237, 0)), "GBP": (("pound", 1, 0),), "gram": (("pound", 1 / 453.59237, 0),),
    "degree": (("°C", 1, 0), ("°C", 5 / 9, -160 / 9)), "°C": (("degree", 1, 0), ("degree", 9 / 5, 32)),
    "cent": (("USD", 0.01, 0), ("EUR", 0.01, 0)), "USD": (("cent", 100, 0),), "EUR": (("cent", 100, 0),),
}  # fmt: skip
"""Units under the name of another: factor and what is added."""

_PLAIN_UNITS = frozenset(("duration", "weight", "volume", "length", "percent", "temperature"))
_OTHER = re.compile(r"\b(?:other|than|unlike|whereas|while|both|instead|versus|vs|compared|neither|[ab]'s|response [ab]'s)\b")
_ONE_IN = re.compile(r"\b(?:one|1|two|2|three|3) (?:in|out of|of) (?:every )?$")
_GROUPED = re.compile(r"(?<![0-9.,])[0-9]{1,3}[.,][0-9]{3}(?![0-9.,])")
_FIGURE = re.compile(r"(?:100 ?(?:%|percent|per cent)|24/7|50/50|50-50|360)(?!\w)")


def check_numbers(reading: Reading, sources: Sources, taken: Sequence[Span]) -> list[EvidenceClaim]:
    """Numbers cited by a rationale, looked up in everything that the judge saw.

    Parameters
    ----------
    reading : Reading
    sources : Sources
    taken : sequence of (start, end)
        Stretches of the rationale that are accounted for.

    Returns
    -------
    list of EvidenceClaim
        kind "number"; true where it stands in a text, false where it stands in none, follows from none that do, and the rationale says that a text
        gives it; else unchecked.

    Notes
    -----
    Ratings, list numbers, references, small whole numbers, and what is demanded, supposed or known of the world are no claims.

    Example
    -------
    >>> from judgeaudit.text.evidence.clauses import read_rationale
    >>> sources = Sources({"response": "Refunds take two weeks and cost 20 euros."})
    >>> reading = read_rationale("The response says that refunds take 14 days and cost 35 euros.", sources)
    >>> [(c.text, c.state, c.nearest) for c in check_numbers(reading, sources, [])]
    [('14 days', 'true', None), ('35 euros', 'false', '20 euros')]
    """
    bare = reading.bare or reading.text
    codes = find_codes(reading, sources, taken)
    spans = [*taken, *((claim.claim_start, claim.claim_end) for claim in codes)]
    cited = free_of([q for q in quantities_of(bare) if _is_cited(q)], spans)
    if not cited:
        return codes
    folded = fold(bare)
    found = [claim for q in cited[:MOST_CITED] if (claim := _checked(reading, sources, q, folded)) is not None]
    return sorted([*codes, *found], key=lambda claim: claim.claim_start)


def _is_cited(q: Quantity) -> bool:
    if q.kind in _NOT_CITED or q.what.endswith(("limit", "minimum")) or _FIGURE.match(q.text.lower()) is not None:
        return False
    if q.unit == "time" or q.what.rpartition(" ")[2] in OWN:
        return False
    if q.kind == "count" and 2 <= q.value < SMALL:
        return True  # only where a text has another number of the same things
    return (bool(q.unit) and not (q.kind == "duration" and q.text.lower().startswith("one "))) or q.value >= SMALL or q.value != int(q.value)


def _checked(reading: Reading, sources: Sources, q: Quantity, folded: str) -> EvidenceClaim | None:
    mood = mood_of(reading, q.start)
    if mood == "denied" and is_disputed(folded[max(reading.at(q.start).start, q.start - 160) : q.start], folded[q.end : q.end + 70]):
        mood = "asserted"  # "the statement that it is 9 euros has no basis": a text is said to state it
    if mood in ("suggested", "conditional", "outside"):
        return None
    places = tuple(name for name in reading.places_at(q.start, q.end) if name in sources.texts)
    for name in (*places, *(name for name in sources.texts if name not in places)):
        known = known_numbers(sources.texts[name])
        span = next((span for one in _readings(q) if (span := found_at(known, one)) is not None), None)
        if span is not None:
            if places and name not in places:
                if mood == "asserted" and _is_of_the_other(reading, sources, q, folded, places):
                    return _claim(q, "false", name, span, f"it stands only in the {name}", sources.texts[name][slice(*span)])
                return _claim(q, "unchecked", None, None, f"it stands only in the {name}")
            return None if name == "rubric" else _claim(q, "true", name, span, f"the {name} has it")
    if q.kind == "count" and q.value < SMALL and not _miscounted(sources, q):
        return None
    stated = mood == "asserted" and (is_stated(reading, q, folded) or is_of_a_text(reading, sources, q, folded))
    measured = not q.unit and UNREAD_UNIT.match(folded, q.end) is not None
    if not stated:
        return None if mood != "asserted" else _claim(q, "unchecked", None, None, "it is not said to stand in a text")
    said = folded[max(0, q.start - REACH) : q.start]
    away = q.unit == "month" and AWAY.match(folded, q.end) is not None
    if away or SHOWN_AFTER.match(folded, q.end) is not None or _ONE_IN.search(folded, max(0, q.start - 20), q.start) is not None:
        return _claim(q, "unchecked", None, None, "the rationale says how it is worked out")
    why = _explained(sources, q, loose=is_worked_out(reading, q, folded), measured=measured, said=said)
    if why:
        return _claim(q, "unchecked", None, None, why)
    places = places or sources.judged
    held, nearest = _nearest(sources, places, q)
    rest = f"; the nearest is {nearest.text}" if nearest is not None else ""
    reason = f"no text has this number, nor does it follow from those that they have{rest}"
    if nearest is None:
        return _claim(q, "false", None, None, reason)
    return _claim(q, "false", held, (nearest.start, nearest.end), reason, nearest.text)


def _is_of_the_other(reading: Reading, sources: Sources, q: Quantity, folded: str, places: tuple[str, ...]) -> bool:
    """Whether one response is said to give a number that only the other gives, where it has another of its own."""
    if len(places) != 1 or places[0] not in ("response_a", "response_b") or not q.unit or not is_stated(reading, q, folded):
        return False
    other = "response_b" if places[0] == "response_a" else "response_a"
    before = folded[max(reading.at(q.start).start, q.start - 160) : q.start]
    if _OTHER.search(before) is not None or REPORTED.search(before) is None or is_worked_out(reading, q, folded):
        return False
    rest = Sources({name: text for name, text in sources.texts.items() if name != other})
    held = any(found_at(known_numbers(text), one) is not None for text in rest.texts.values() for one in _readings(q))
    if held or dimension_of(q)[0] not in known_numbers(sources.texts[places[0]]).values:
        return False
    return not _explained(rest, q, loose=False, measured=False, said="")


def _readings(q: Quantity) -> tuple[Quantity, ...]:
    """A quantity, what it is where the mark before three digits is the other one (2.500 ml), and in a unit of the same name (ten pounds, 37 degrees)."""
    found = [q]
    if _GROUPED.search(q.text) is not None and q.upper is None and q.kind != "date":
        found += [replace(q, value=q.value * 1000), replace(q, value=q.value / 1000)]
    for unit, factor, offset in _NAMESAKES.get(q.unit, ()):
        upper = None if q.upper is None else q.upper * factor + offset
        found.append(replace(q, value=q.value * factor + offset, unit=unit, upper=upper))
    return tuple(found)


def _miscounted(sources: Sources, q: Quantity) -> bool:
    """Whether the texts have numbers of the same things, and all are others."""
    others = [other for text in sources.texts.values() for other in known_numbers(text).quantities if other.kind == "count" and other.what == q.what]
    return bool(others) and all(other.value != q.value and other.upper is None for other in others)


def _claim(q: Quantity, state: State, source: str | None, span: Span | None, why: str, nearest: str | None = None) -> EvidenceClaim:
    start, end = span if span is not None else (None, None)
    return EvidenceClaim("number", q.text, state, source, start, end, nearest, why, q.start, q.end)


def _explained(sources: Sources, q: Quantity, *, loose: bool, measured: bool, said: str) -> str:
    """Why a number that stands nowhere as it is may still be right; "" where nothing says so.

    `loose`: the rationale may have worked it out; `measured`: it has a unit that is not read; `said`: the rationale up to it.
    """
    known = known_together(tuple(sources.texts.values()))
    dimension, factor = dimension_of(q)
    target = q.value * factor
    why = explained_form(sources, q, known)
    if why or q.kind == "version" or q.unit == "decade":
        return why
    raw = _as_written(q.text)
    values = known.values.get(dimension, [])
    pool = known.bare if q.unit else known.raw
    alike = any(all(has(pool, n) and (not q.unit or n >= SMALL or n != int(n) or _has_table(sources)) for n in numbers) for numbers in (raw, [q.value]))
    if q.kind == "time":
        alike = any(is_clock(text, q.value) for text in sources.texts.values())
    elif q.kind == "date" and q.value % 10_000:
        alike = False  # 28 July is no other way to say 28 June
    elif q.kind not in _PLAIN_UNITS:  # "5 weeks" is no other way to say 5 days
        alike = alike or all((q.kind, number) in known.kinds for number in raw)
    if alike:
        return "a text has the same number with another unit, or none"
    slack = _slack(q.text) * factor
    if any(_rounds_to(value, target, q, slack) for value in (values if len(values) < 2000 else values[:2000])):
        return "a text has a number that may be rounded to it"
    targets = (target,) if q.upper is None else (target, q.upper * factor)
    if loose and all(follows(known, number, dimension, slack) for number in targets):
        return "it may be worked out from other numbers of the texts"
    if any(all(surely_follows(known_numbers(text), number, dimension, slack) for number in targets) for text in sources.texts.values()):
        return "it may be worked out from other numbers of the texts"
    own = known_numbers(said) if loose else None
    if own is not None and dimension in own.values and follows(own, target, dimension, slack):
        return "it may be worked out from other numbers of the rationale"
    counted = dimension == "" and (loose or not q.what) and not measured
    if counted and any(is_count_of(text, q.value) for name, text in sources.texts.items() if name != "rubric"):
        return "it may be counted in a text"
    return ""


def _has_table(sources: Sources) -> bool:
    """Whether a text gives numbers apart from their units."""
    return any("|" in text or "\t" in text for text in sources.texts.values())


def _as_written(text: str) -> list[float]:
    folded = fold(text)
    return [numeral.value for numeral in find_numerals(folded, text, words_of(folded))] or [math.nan]


def _slack(text: str) -> float:
    """Half of the last decimal that is written; 0 for whole numbers."""
    m = re.search(r"[.,]([0-9]{1,6})(?![0-9.,])", text)
    return 0.5 * 10.0 ** -len(m[1]) if m is not None and len(m[1]) != 3 else 0.0


def _rounds_to(value: float, target: float, q: Quantity, slack: float) -> bool:
    """Whether a number of a text may be stated as the target: rounded, in another unit, or with a bound."""
    off = abs(value - target)
    if q.bound in ("about", "over", "under") and off <= ABOUT * max(abs(value), abs(target)):
        return True
    if off <= slack * 1.02 and slack:
        return True
    if target == int(target) and value != int(value) and abs(value) >= 1 and off <= 0.5:
        return True  # 6.8 % as 7 %
    if q.kind in ("length", "weight", "volume", "speed", "temperature", "size") and off <= max(0.02 * abs(value), 0.6 if q.kind == "temperature" else 0.0):
        return True
    for digits in (1, 2, 3):
        step = 10.0 ** (math.floor(math.log10(abs(value))) - digits + 1) if value else 1.0
        if digits > 1 or step >= 1000:
            rounded = round(value / step) * step
            if math.isclose(rounded, target, rel_tol=EXACT) and off <= 0.05 * abs(value) and not math.isclose(value, rounded, rel_tol=EXACT):
                return True
    return False


def _nearest(sources: Sources, places: tuple[str, ...], q: Quantity) -> tuple[str | None, Quantity | None]:
    """The number of the same dimension that is most likely what was misread: of the same thing, else the nearest in value."""
    dimension, factor = dimension_of(q)
    best: tuple[tuple[bool, float], str, Quantity] | None = None
    for name in (*places, *(name for name in sources.texts if name not in places and name != "rubric")):
        for other in known_numbers(sources.texts[name]).quantities:
            its, scale = dimension_of(other)
            if its != dimension or (not dimension and not (q.what and other.what == q.what)):
                continue
            cost = (not (q.what and other.what == q.what), abs(other.value * scale - q.value * factor))
            if best is None or cost < best[0]:
                best = (cost, name, other)
        if best is not None:
            break
    return (best[1], best[2]) if best is not None else (None, None)
