"""Claims that something is not in a text, held against that text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from judgeaudit.domain.evidence import EvidenceClaim
from judgeaudit.text.evidence.absence_claims import find_absences
from judgeaudit.text.evidence.absence_doubts import why_doubtful
from judgeaudit.text.evidence.absence_forms import Absence
from judgeaudit.text.evidence.absence_kinds import decide_kind
from judgeaudit.text.evidence.absence_outcomes import Outcome, braced, is_open, is_there
from judgeaudit.text.evidence.absence_phrases import decide_asked, decide_clause, decide_gone, decide_phrase, decide_value, has_name
from judgeaudit.text.evidence.absence_places import places_of
from judgeaudit.text.evidence.absence_ties import why_untied
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.evidence.stretches import Stretches
from judgeaudit.text.evidence.term_index import content_words
from judgeaudit.text.evidence.terms import find_term
from judgeaudit.text.evidence.topics import find_related
from judgeaudit.text.evidence.wanted_forms import Wanted

Span = tuple[int, int]

_SIGNATURE = re.compile(r"\b(?:def|function)\s+\w*\s*\([^)\n]*\Z|\bimport\s[^\n]*\Z")
_MOST_CLAIMS = 500
"""Of one rationale: more is no rationale."""


def check_absence(reading: Reading, sources: Sources, taken: Sequence[Span]) -> list[EvidenceClaim]:
    """Claims that a text does not have something.

    Parameters
    ----------
    reading : Reading
    sources : Sources
    taken : sequence of (start, end)
        Stretches of the rationale that are accounted for.

    Returns
    -------
    list of EvidenceClaim
        false only where the thing itself stands in every text that the claim is about; true where no word of it does in any; else unchecked.

    Example
    -------
    >>> from judgeaudit.text.evidence.clauses import read_rationale
    >>> sources = Sources({"response": "Hi, the refund window is two weeks."})
    >>> reading = read_rationale("It never mentions the 14 days and lacks a phone number.", sources)
    >>> [(claim.text, claim.state) for claim in check_absence(reading, sources, [])]
    [('never mentions the 14 days', 'false'), ('lacks a phone number', 'true')]
    """
    claims: list[EvidenceClaim] = []
    used = Stretches(taken)
    for absence in islice(find_absences(reading), _MOST_CLAIMS):
        for n, thing in enumerate(absence.things):
            start, end = _stretch(absence, n)
            if start < end and not used.meets(start, end):
                used.add(start, end)
                claims.append(_checked(reading, sources, absence, thing, (start, end)))
    return claims


def _stretch(absence: Absence, n: int) -> Span:
    """What of the rationale is about the n-th thing: the words of absence go with the thing beside them."""
    things = absence.things
    first = min(absence.start, things[0].start) if n == 0 else things[n].start
    last = max(absence.end, things[-1].end) if n == len(things) - 1 else things[n].end
    return first, last


def _checked(reading: Reading, sources: Sources, absence: Absence, thing: Wanted, span: Span) -> EvidenceClaim:
    text = reading.text[span[0] : span[1]]
    places = places_of(absence, reading, sources)
    if not places:
        why = "it may be said of another text than the judged ones"
        return EvidenceClaim("absence", text, "unchecked", why=why, claim_start=span[0], claim_end=span[1])
    outcomes = {name: _decide(absence, thing, sources.texts[name]) for name in places}
    states = {state for state, _, _ in outcomes.values()}
    if absence.each and "false" in states:
        states = {"false"}
    if len(states) != 1 or (absence.doubt and "true" not in states):
        why = absence.doubt or (next(iter(outcomes.values()))[1] if len(places) == 1 else "it is not said of which text, and they differ")
        return EvidenceClaim("absence", text, "unchecked", why=why, claim_start=span[0], claim_end=span[1])
    name, (state, why, found) = next(entry for entry in outcomes.items() if entry[1][0] in states)
    if state == "false" and found is not None:
        around = sources.texts[name][max(0, found[0] - 150) : found[1] + 150]
        doubt = why_doubtful(text, reading.text[max(0, span[0] - 20) : span[0]], thing, around)
        if doubt:
            return EvidenceClaim("absence", text, "unchecked", why=doubt, claim_start=span[0], claim_end=span[1])
    start, end = found or (None, None)
    nearest = sources.texts[name][start:end] if found else None
    why = why.format(text=name.replace("_", " "))
    return EvidenceClaim("absence", text, state, name, start, end, nearest, why, span[0], span[1])


@lru_cache(maxsize=4_096)
def _decide(absence: Absence, thing: Wanted, text: str) -> Outcome:
    """Whether a thing is absent from a text: it is not where all that is said of it stands there."""
    state, why, found = _looked_up(absence, thing, text)
    untied = why_untied(thing, text, found) if state == "false" and found is not None and thing.form not in ("word", "symbol") else ""
    return is_open(untied) if untied else (state, why, found)


def _looked_up(absence: Absence, thing: Wanted, text: str) -> Outcome:
    if thing.doubt and thing.form != "word":
        return is_open(thing.doubt)
    by_form = decide_kind(absence, thing, text)
    if by_form is not None:
        return by_form
    if thing.form in ("word", "symbol"):
        return _decide_word(absence, thing, text)
    if thing.form in ("clause", "asked"):
        return (decide_clause if thing.form == "clause" else decide_asked)(absence, thing, text)
    by_value = decide_value(absence, thing, text)
    if by_value is not None:
        return by_value
    found = find_term(thing.term, text)
    if thing.form in ("phrase", "name", "whole") and (found is None or found.way in ("apart", "loose")):
        found = find_related(thing.term, text) or found
    if found is None and (gone := decide_gone(thing, text)) is not None:
        return is_open("it may be there by its name") if absence.kind == "name" and thing.form == "phrase" and has_name(text) else gone
    if thing.form == "whole" and (found is None or not found.sure or absence.kind not in ("mention", "contain")):
        return is_open("it is for people to judge")
    doubt = absence.doubt or ("it is said of a part of the text, or with a qualification" if absence.limited else "")
    if doubt or found is None or found.way == "loose":
        return is_open(doubt or "only some of its words stand there")
    return decide_phrase(absence, thing, text, found)


def _decide_word(absence: Absence, thing: Wanted, text: str) -> Outcome:
    """A word in quotation marks, a code symbol, an address: itself, or not."""
    found = find_term(thing.term, text, apart=False)
    if found is None:
        return "true", f"'{braced(thing.term)}' does not stand in the {{text}}", None
    if thing.doubt or absence.limited or absence.doubt:
        return is_open(thing.doubt or absence.doubt or "it is said of a part of the text, or with a qualification")
    if absence.kind == "use" and _SIGNATURE.search(text, max(0, found.start - 200), found.start):
        return is_open("it stands where it is defined")
    if absence.kind in ("explain", "discuss"):
        return is_open("a mention is no explanation")
    if found.way in ("exact", "folded") and (content_words(thing.term) or len(thing.term) > 3):
        return is_there(text, found, f"'{thing.term}'")
    return is_open(f"'{braced(text[found.start : found.end])}' stands there, not '{braced(thing.term)}' itself")
