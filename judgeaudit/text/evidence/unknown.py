"""Claims about texts of which one is not known: what could stand there is left open, and what could only be found counts in no rate."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from judgeaudit.domain.evidence import EvidenceClaim
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.quote_places import VERBATIM, is_placed, says_it
from judgeaudit.text.evidence.sources import RESPONSES, Sources
from judgeaudit.text.quotes import Quote

INPUT_UNKNOWN = "it may be of the item's input, which is not known"
_NOT_THERE = "it does not stand in the response, of which the rationale says it; the item's input is not known"
_LEAD = 120
_OF_INPUT = re.compile(
    r"\b(?:customer|user|asker|client|caller|questioner|question|quer(?:y|ies)|input|prompt|request|task|instructions?|ticket|e-?mail|frage|nutzer|kunde"
    r"|utilisateur|pregunta|usuario)\b",
    re.IGNORECASE,
)


def left_open(claims: Sequence[EvidenceClaim], sources: Sources, reading: Reading | None = None) -> list[EvidenceClaim]:
    """Claims as far as the known texts decide them, where `sources.unknown` names texts that the judge was shown too.

    Parameters
    ----------
    claims : sequence of EvidenceClaim
        As the known texts alone decide.
    sources : Sources
    reading : Reading, optional
        The rationale; None where nothing says of which text a claim is (a quote field).

    Returns
    -------
    list of EvidenceClaim
        A claim that the rationale itself ascribes to what was judged ("the response says ...") stays decided, since that text is known. Of all others
        wrong ones are unchecked, and found ones are not `decided`: a share of them would leave out what could not be found. What is called missing is
        looked for in what was judged, unless the sentence is about the input.

    Example
    -------
    >>> claim = EvidenceClaim("quote", "where is my parcel", "fabricated")
    >>> [one.state for one in left_open([claim], Sources({"response": "It is on its way."}, unknown=("input",)))]
    ['unchecked']
    """
    return list(claims) if not sources.unknown else [_held(claim, sources, reading) for claim in claims]


def _held(claim: EvidenceClaim, sources: Sources, reading: Reading | None) -> EvidenceClaim:
    if not claim.checked:
        return claim
    if claim.kind == "absence":
        return _open(claim) if reading is not None and _OF_INPUT.search(_clause(claim, reading)) else claim
    if reading is not None and _is_told(claim, sources, reading):
        return replace(claim, why=_NOT_THERE) if claim.state == "fabricated" else claim
    return _open(claim) if claim.wrong else replace(claim, decided=False)


def _open(claim: EvidenceClaim) -> EvidenceClaim:
    return replace(claim, state="unchecked", source=None, start=None, end=None, edits=(), why=INPUT_UNKNOWN)


def _clause(claim: EvidenceClaim, reading: Reading) -> str:
    clause = reading.at(claim.claim_start)
    return (reading.bare or reading.text)[clause.start : clause.end]


def _is_told(claim: EvidenceClaim, sources: Sources, reading: Reading) -> bool:
    """Whether the rationale says that a response has it, in words that would be wrong of a text that has it elsewhere."""
    start, end = claim.claim_start, claim.claim_end
    places = reading.places_at(start, end)
    if not places or not set(places) <= set(RESPONSES):
        return False
    before = (reading.bare or reading.text)[max(0, reading.at(start).start, start - _LEAD) : start]
    quote = next((one for one in reading.quotes if one.start == start), None) or Quote(claim.text, start, end, "")
    # a customer in the sentence may be who said it
    return (
        not _OF_INPUT.search(before)
        and VERBATIM.search(before) is not None
        and is_placed(reading, sources, quote, places, before)
        and says_it(reading, quote, places)
    )
