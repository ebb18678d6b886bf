"""Totals, averages and differences that a rationale states of the numbers of the texts, worked out again."""

from __future__ import annotations

import math
import re

from judgeaudit.domain.evidence import EvidenceClaim, State
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.derived_numbers import follows
from judgeaudit.text.evidence.known_numbers import dimension_of, has, known_numbers, known_together
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.quantities import Quantity

MOST_ADDED = 50
"""Numbers of which two may be left out of a stated total. Keeps the cost bounded."""

_TOTAL_BEFORE = re.compile(
    r"\b(?:adds? up to|adding up to|added up to|sums? (?:up )?to|totals?|total(?:l)?ing|totall?ed|(?:combined|grand|overall) "
    r"(?:price|cost|total|sum)(?: of| is| comes to)?|"
    r"(?:total|sum)(?: (?:of|for) (?:the|its|all|these|those|both) (?:\w{2,14} ){1,3}| (?:price|cost|amount|fee|bill))?(?: is| of| "
    r"comes to| equals| amounts to| are)?|together (?:cost|are|make|come to|comes to|take)|"
    r"insgesamt|summe (?:ist|beträgt|von)|au total|en total|suman|total de) (?:about |roughly |exactly |only |a |the |an )?$"
)
_AVERAGE_BEFORE = re.compile(
    r"\b(?:average|mean)(?: (?:of|for) (?:the|its|all|these|those|both) (?:\w{2,14} ){1,3}| (?:price|cost|amount|value|age|"
    r"score))?(?: is| of| comes to| equals) (?:about |roughly |exactly )?$"
)
_DEMANDED = re.compile(r"\b(?:should|would|must|could|ought|correct|actual|if|needs?|instead|not|limit|budget)\b|n't\b")
_APART_BEFORE = re.compile(
    r"\b(?:difference|gap|spread|margin) between [^.;]{3,60}? (?:is|of|comes to|amounts to|=) (?:about |only |exactly |just )?$|"
    r"\b(?:fell|rose|dropped|increased|decreased|grew|shrank|climbed|went up|went down|came down|falls|rises|drops|increases|decreases) by (?:about |only |exactly |just )?$"
)
_PAIR = re.compile(r"\b(?:both|the two|two) (?=[^.;]{2,60}(?:adds? up|sums?|totals?|come) )")


def check_total(reading: Reading, sources: Sources, q: Quantity, folded: str) -> EvidenceClaim | None:
    """A total, an average or a difference of numbers that the texts have, worked out again.

    Returns
    -------
    EvidenceClaim or None
        None where the number is said to be none of these, or a text has it itself.

    Example
    -------
    >>> from judgeaudit.text.evidence.clauses import read_rationale
    >>> from judgeaudit.text.quantities import find_quantities
    >>> sources, text = Sources({"response": "Tea is 20 euros, cake is 25 euros."}), "The difference between tea and cake is 7 euros."
    >>> check_total(read_rationale(text, sources), sources, find_quantities(text)[0], text.lower()).state
    'false'
    """
    if q.kind in ("date", "time", "version", "reference", "ordinal", "rating", "ratio", "multiple") or (not q.unit and q.what and q.value < 2):
        return None
    clause = reading.at(q.start)
    before = folded[max(clause.start, q.start - 100) : q.start]
    average, apart = _AVERAGE_BEFORE.search(before) is not None, _APART_BEFORE.search(before) is not None and q.unit not in ("", "%", "pp")
    if not average and not apart and _TOTAL_BEFORE.search(before) is None:
        return None
    if _DEMANDED.search(before) is not None or reading.mood_at(q.start) in ("suggested", "conditional", "outside", "denied") or (not q.unit and q.what):
        return None
    places = tuple(name for name in reading.places_at(q.start, q.end) if name in sources.texts) or tuple(sources.texts)
    dimension, factor = dimension_of(q)
    target = q.value * factor
    for name in places:
        if has(known_numbers(sources.texts[name]).values.get(dimension, []), target):
            return None  # it is the text's own number
    if has(known_together(tuple(sources.texts.values())).bare, q.value):
        return None
    known = known_together(tuple(sources.texts.values()))
    values = [v.value * dimension_of(v)[1] for v in known.quantities if dimension_of(v)[0] == dimension and v.upper is None]
    few = len(_PAIR.findall(before)) == 1
    if apart or few:
        return _of_pairs(q, sorted(values), target, factor, apart=apart)
    state = _total_state(values, target, average=average, about=q.bound == "about")
    if state == "false" and (follows(known, target, dimension, 0.0) or _adds_some(values, target)):
        state = "unchecked"
    why = f"all of that unit {'average' if average else 'add up to'} {(math.fsum(values) / (len(values) if average else 1) if values else 0) / factor:g}"
    return EvidenceClaim("count", q.text, state, why=why, claim_start=q.start, claim_end=q.end)


def _of_pairs(q: Quantity, values: list[float], target: float, factor: float, *, apart: bool) -> EvidenceClaim | None:
    """A difference of two numbers, or a sum of two: false where no two of the texts give it."""
    if not 2 <= len(values) <= MOST_ADDED or q.upper is not None:
        return None
    results = {abs(a - b) if apart else a + b for at, a in enumerate(values) for b in values[at + 1 :]}
    slack = 0.15 * abs(target) if q.bound else 0.006 if q.value != int(q.value) else 0.501 * factor
    state: State = (
        "true" if any(abs(one - target) <= 1e-6 for one in results) else "unchecked" if any(abs(one - target) <= slack for one in results) else "false"
    )
    if apart and state == "false" and any(abs(a * k - target) <= slack for a in values for k in (0.5, 1, 2)):
        state = "unchecked"
    why = (
        f"no two numbers of that unit {'differ by' if apart else 'add up to'} {target / factor:g}"
        if state == "false"
        else "two numbers of the texts give it, or nearly"
    )
    return EvidenceClaim("count", q.text, state, why=why, claim_start=q.start, claim_end=q.end)


def _adds_some(values: list[float], target: float) -> bool:
    """Whether all values but one or two add up to a target: the budget, or a total, is left out."""
    left = math.fsum(values) - target
    few = sorted(values)[:MOST_ADDED]
    return any(abs(left - a) <= 0.006 or any(abs(left - a - b) <= 0.006 for b in few[at + 1 :]) for at, a in enumerate(few))


def _total_state(values: list[float], target: float, *, average: bool, about: bool) -> State:
    if not 2 <= len(values) <= 12:
        return "unchecked"
    right = math.fsum(values) / (len(values) if average else 1)
    slack = 0.1 * abs(right) if about else 0.51 if average else 0.006
    return "true" if abs(target - right) <= slack or math.isclose(target, right, rel_tol=1e-9) else "false"
