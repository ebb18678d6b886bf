"""Whether a rationale says that a text gives a number, or reckons it: read from the words around it."""

from __future__ import annotations

import re
from functools import lru_cache

from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.count_words import RELATIVE_AFTER
from judgeaudit.text.evidence.known_numbers import dimension_of, known_numbers
from judgeaudit.text.evidence.number_words import (
    CHANGED_TO,
    DISPUTED_AFTER,
    DISPUTES,
    LASTING,
    NOT_OF_A_TEXT,
    NOT_THERE,
    RECKONED,
    RECKONED_AFTER,
    REPORTED,
    STATED_AFTER,
    STATES,
    UNREAD_UNIT,
    WORLD,
)
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.quantities import Quantity
from judgeaudit.text.quantity_numbers import fold
from judgeaudit.text.quantity_words import word_list

MANY = 30
"""So many things are hardly counted by a rationale: it has the number from a text (ours)."""

_SIGNS = re.compile(r"[-+*/×÷=^] ?$")
_ALL = re.compile(r"\b(?:all|every|both) (?:the )?$")
_OF_A_TEXT = re.compile(
    r"\b(?:(?:response|output|answer|reply|assistant|option|candidate) (?:\(?[ab12]\)?)|[ab]|(?:the )?(?:response|reply|answer|output|email|text|plan|recipe|summary|"
    r"letter|article|policy|context|source))'s (?:[\w-]{2,14} ){0,3}$"
)
"""A possessive: "B's 9 minutes"."""

_THE = re.compile(r"\b(?:the|its|this|that|le|la|les|l'|ce|cette|son|sa|ses|der|die|das|den|dem|des|ihr|ihre|el|los|las|su|sus) (?:[^\W\d_]{2,14} ){0,1}$")
_THE_OF = re.compile(
    r"\b(?:the|its|le|la|les|l'|son|sa|der|die|das|den|dem|el|su) (?:[^\W\d_]{2,14} ){0,2}(?P<noun>[^\W\d_]{4,20}) "
    r"(?:of|de|d'|von|in höhe von|à|a|bei|at|is|ist|est|es|was|beträgt|auf) (?:(?:only|just|nur|about|over|up to|bis zu) )?$"
)
_NOUN_AFTER = re.compile(r"[ -](?:of |de |d'|an |für )?(?:the )?(?P<noun>[^\W\d_]{4,20})(?: (?P<noun2>[^\W\d_]{4,20}))?")
_NOT_NAMED = frozenset(word_list("which that than with from more less time times total number value amount difference result rest other price"))


def is_stated(reading: Reading, q: Quantity, folded: str) -> bool:
    """Whether the rationale says that a text gives a number: a verb of stating before it, and nothing that takes it out of the text.

    Example
    -------
    >>> from judgeaudit.text.evidence.clauses import read_rationale
    >>> from judgeaudit.text.quantities import find_quantities
    >>> said, wanted = "It gives 20 euros.", "It should give 20 euros."
    >>> [is_stated(read_rationale(text, Sources({"response": "Hi."})), find_quantities(text)[0], text.lower()) for text in (said, wanted)]
    [True, False]
    """
    clause = reading.at(q.start)
    before, after = folded[max(clause.start, q.start - 160) : q.start], folded[q.end : q.end + 40]
    cut = max(before.rfind(";"), before.rfind(": "))
    if cut >= 0 and STATES.search(before, cut) is not None:
        before = before[cut:]
    if is_disputed(before, folded[q.end : q.end + 70]):
        return True
    said_after = STATED_AFTER.match(after) is not None
    if (STATES.search(before) is None and not said_after) or _taken_out(before, after):
        return False
    if said_after:
        return True
    said = [m.end() for m in REPORTED.finditer(before)]
    if LASTING.search(before) is not None:
        return bool(said) and ", " not in before[said[-1] :]
    return bool(said or q.unit or (q.kind == "count" and q.value >= MANY) or UNREAD_UNIT.match(folded, q.end))


def is_disputed(before: str, after: str) -> bool:
    """Whether a number is disputed as one that a text has: "the 800 euro tier that it describes", "the claim of an 8 % rise".

    Example
    -------
    >>> is_disputed("the ", " tier it describes does not exist"), is_disputed("it takes ", ".")
    (True, False)
    """
    if _SIGNS.search(before) is not None or re.search(r"\b(?:not|n't|correct|actual|real|should|if|expected|required)\b", before[-50:]) is not None:
        return False
    named = _THE.search(before) is not None or _THE_OF.search(before) is not None or DISPUTES.search(before) is not None or before.rstrip()[-1:] >= "⺀"
    return DISPUTES.search(before) is not None or (named and DISPUTED_AFTER.match(after) is not None)


def is_of_a_text(reading: Reading, sources: Sources, q: Quantity, folded: str) -> bool:
    """Whether a number with a unit is one that a text has, or nothing: "B's 9 minutes", "the fine of 7,500 euros" where a text has another fine.

    Example
    -------
    >>> from judgeaudit.text.evidence.clauses import read_rationale
    >>> from judgeaudit.text.quantities import find_quantities
    >>> sources, text = Sources({"response": "A fine of 5,000 euros is due."}), "The fine of 7,500 euros is steep."
    >>> is_of_a_text(read_rationale(text, sources), sources, find_quantities(text)[0], text.lower())
    True
    """
    if not q.unit or q.upper is not None or q.unit in ("time", "degree") or q.bound in ("over", "under", "about"):
        return False
    clause = reading.at(q.start)
    before, after = folded[max(clause.start, q.start - 160) : q.start], folded[q.end : q.end + 60]
    if _taken_out(before, after) or NOT_OF_A_TEXT.search(before[-90:].rpartition(". ")[2]) is not None:
        return False
    dimension, _ = dimension_of(q)
    if _OF_A_TEXT.search(before) is not None:
        return any(dimension in known_numbers(sources.texts[name]).values for name in sources.judged)
    if NOT_OF_A_TEXT.search(after[:30]) is not None:
        return False
    named, behind = _THE_OF.search(before), _NOUN_AFTER.match(after) if _THE.search(before) is not None else None
    nouns = {named["noun"]} if named is not None else set(behind.group("noun", "noun2")) - {None} if behind is not None else set()
    return any(_is_measured(text, noun[:-1], dimension) for text in sources.texts.values() for noun in nouns - _NOT_NAMED)


@lru_cache(maxsize=512)
def _is_measured(text: str, stem: str, dimension: str) -> bool:
    """Whether a text has a number of a dimension within a few words of a noun."""
    folded = fold(text)
    if stem not in folded:
        return False
    places = [place for (name, _), place in known_numbers(text).places.items() if name == dimension]
    return any(stem in folded[max(0, start - _NEAR) : end + _NEAR] for start, end in places)


_NEAR = 40
"""Characters between a noun and the number that is its (ours)."""


@lru_cache(maxsize=512)
def is_clock(text: str, minutes: float) -> bool:
    """Whether a text may give a time of day in a way that is not read: 8h30, 8.30, "until six", "half past".

    Example
    -------
    >>> is_clock("Ouvert dès 8h30.", 510), is_clock("It stays open until six.", 1080), is_clock("From 08:30 to 19:30.", 1230)
    (True, True, False)
    """
    hour, minute = divmod(int(minutes), 60)
    folded, known = fold(text), known_numbers(text)
    if minute in (15, 30, 45) and _PARTS_OF_HOURS.search(folded) is not None:
        return True
    hours = {hour, hour % 12 or 12}
    if not minute and (any(float(one) in known.bare for one in hours) or (hour in (0, 12) and _NOON.search(folded) is not None)):
        return True
    return any(re.search(rf"(?<![0-9.,:]){one} ?(?:h|[.:]|uhr|heures?) ?{minute:02d}(?![0-9]| ?[ap]\.?m\b)", folded) is not None for one in hours)


_PARTS_OF_HOURS = re.compile(r"\b(?:half|quarter|halb|viertel|et demie|et quart|y media|y cuarto)\b|半")
_NOON = re.compile(r"\b(?:noon|midday|midnight|mittag|mitternacht|midi|minuit|mediodía|medianoche)\b|正午|中午|午夜")


def _taken_out(before: str, after: str) -> bool:
    """Whether words around a number say that it is demanded, true of the world, or not there."""
    if WORLD.search(before) is not None or RELATIVE_AFTER.match(after) is not None or NOT_THERE.match(after) is not None:
        return True
    return _SIGNS.search(before) is not None or _ALL.search(before) is not None


def is_worked_out(reading: Reading, q: Quantity, folded: str) -> bool:
    """Whether the words around a number say that it is reckoned from others.

    Example
    -------
    >>> from judgeaudit.text.evidence.clauses import read_rationale
    >>> from judgeaudit.text.quantities import find_quantities
    >>> text = "It names a total of 45 euros."
    >>> is_worked_out(read_rationale(text, Sources({"response": "Hi."})), find_quantities(text)[0], text.lower())
    True
    """
    clause = reading.at(q.start)
    before, after = folded[max(clause.start, q.start - 80) : q.start], folded[q.end : q.end + 50]
    if DISPUTES.search(before) is not None:
        return False
    return (
        before[-1:] in ("(", "~", "=")
        or (RECKONED.search(before) is not None and CHANGED_TO.search(before) is None)
        or RECKONED_AFTER.search(after) is not None
    )
