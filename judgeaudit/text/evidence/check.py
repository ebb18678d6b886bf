"""Every claim of a rationale about the judged texts, held against them by code."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from judgeaudit.domain.evidence import EvidenceClaim
from judgeaudit.text.evidence.absence import check_absence
from judgeaudit.text.evidence.clauses import Reading, read_rationale
from judgeaudit.text.evidence.counts import check_counts
from judgeaudit.text.evidence.names import check_names
from judgeaudit.text.evidence.numbers import check_numbers
from judgeaudit.text.evidence.presence import check_presence
from judgeaudit.text.evidence.quotes import check_quotes
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.evidence.stretches import Stretches
from judgeaudit.text.evidence.unknown import left_open

Span = tuple[int, int]
Checker = Callable[[Reading, Sources, Sequence[Span]], list[EvidenceClaim]]

_OF_THE_RUBRIC = re.compile(
    r"\b(?:rubrics?|criteri(?:on|a)|(?:grading|scoring|judging|evaluation) (?:guidelines?|instructions?|scale|task|prompt|scheme)|guidelines?|(?:system |judge )?prompt|scale|"
    r"my (?:task|instructions?)|rubrik|kriteri(?:um|en)|vorgaben?|crit\u00e8res?|consignes?|grille|criterios?|r\u00fabrica|consigna)\b|[\u6a19\u6807][\u51c6\u6e96]|"
    "\u8bc4\u5206|\u57fa\u6e96|\u6307\u793a",
    re.IGNORECASE,
)
_OF_THE_TASK = re.compile(
    r"\b(?:instructions?|task|question|assignment|requirements?|aufgabe|frage|instrucci(?:\u00f3n|ones)|tarea|pregunta|t\u00e2che)\b", re.IGNORECASE
)
"""What is said of the item's input where that is known."""

PROMPT_UNKNOWN = "it is ascribed to the rubric or the prompt, which is not known"

CHECKERS: tuple[Checker, ...] = (check_absence, check_counts, check_quotes, check_numbers, check_presence, check_names)
"""In this order: what an earlier one accounts for is no claim of a later one."""
_SURER = (check_presence, check_names)
""""the word 'X'" is decided by these where it is too short for a quote."""


def check_claims(rationale: str, sources: Sources) -> tuple[EvidenceClaim, ...]:
    """What a rationale says it saw, claim by claim.

    Parameters
    ----------
    rationale : str
        As people read it.
    sources : Sources
        Everything that the judge was shown.

    Returns
    -------
    tuple of EvidenceClaim
        In the order in which they stand in the rationale; none overlap. Empty where it cites nothing that code can look up.

    Notes
    -----
    No model is asked. Where it is not clear what is claimed, or of which text, the state is unchecked. Linear in the lengths of the texts.

    Example
    -------
    >>> sources = Sources({"response": "Delivery takes 3 days.", "rubric": "The reply must name a fee."})
    >>> [(c.kind, c.text, c.state) for c in check_claims('It says "delivery takes 5 days" and names no fee.', sources)]
    [('quote', 'delivery takes 5 days', 'altered'), ('absence', 'names no fee', 'true')]
    """
    if not rationale.strip() or not any(text.strip() for text in sources.texts.values()):
        return ()
    reading = read_rationale(rationale, sources)
    taken: list[Span] = []
    found: list[EvidenceClaim] = []
    for check in CHECKERS:
        if check in _SURER:
            found, taken = _with_named(found, check(reading, sources, [_span(claim) for claim in found if not _is_open(claim)]))
            continue
        claims = check(reading, sources, taken)
        found += claims
        taken += [_span(claim) for claim in claims]
    if "rubric" not in sources.texts or "input" not in sources.texts:
        found = [_left_open(claim, reading, sources) for claim in found]
    found = left_open(found, sources, reading)
    return tuple(sorted(found, key=lambda claim: (claim.claim_start, claim.claim_end)))


def _with_named(found: list[EvidenceClaim], named: list[EvidenceClaim]) -> tuple[list[EvidenceClaim], list[Span]]:
    """Claims with those of names and things: a wrong one stands for the quote or number within it that was left open, another one yields to that."""
    if not named:
        return found, [_span(claim) for claim in found]
    left = Stretches([_span(claim) for claim in found if _is_open(claim)])
    named = [claim for claim in named if claim.wrong or not left.meets(*_span(claim))]
    wrong = Stretches([_span(claim) for claim in named if claim.wrong])
    found = [*(claim for claim in found if not _is_open(claim) or not wrong.meets(*_span(claim))), *named]
    return found, [_span(claim) for claim in found]


def _is_open(claim: EvidenceClaim) -> bool:
    """Whether a claim was left open that another look may decide: "the word 'X'", the number of "ISO 27001"."""
    return claim.state == "unchecked" and claim.kind in ("quote", "number")


def _span(claim: EvidenceClaim) -> Span:
    return claim.claim_start, claim.claim_end


def _left_open(claim: EvidenceClaim, reading: Reading, sources: Sources) -> EvidenceClaim:
    """A quote that is openly taken from the rubric, or from the task, where nobody knows what that says."""
    if claim.kind != "quote" or not claim.wrong:
        return claim
    before = reading.text[max(reading.at(claim.claim_start).start, claim.claim_start - 120) : claim.claim_start]
    open_to = (("rubric", _OF_THE_RUBRIC), ("input", _OF_THE_TASK))
    if not any(name not in sources.texts and words.search(before) for name, words in open_to):
        return claim
    return replace(claim, state="unchecked", source=None, start=None, end=None, edits=(), why=PROMPT_UNKNOWN)
