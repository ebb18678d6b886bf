"""Every claim of a rationale about the judged texts, held against them by code."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judgeaudit.domain.evidence import EvidenceClaim
from judgeaudit.text.evidence.absence import check_absence
from judgeaudit.text.evidence.clauses import Reading, read_rationale
from judgeaudit.text.evidence.counts import check_counts
from judgeaudit.text.evidence.names import check_names
from judgeaudit.text.evidence.numbers import check_numbers
from judgeaudit.text.evidence.presence import check_presence
from judgeaudit.text.evidence.quotes import check_quotes
from judgeaudit.text.evidence.sources import Sources

Span = tuple[int, int]
Checker = Callable[[Reading, Sources, Sequence[Span]], list[EvidenceClaim]]

CHECKERS: tuple[Checker, ...] = (check_absence, check_counts, check_quotes, check_numbers, check_presence, check_names)
"""In this order: what an earlier one accounts for is no claim of a later one."""


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
        claims = check(reading, sources, taken)
        found += claims
        taken += [(claim.claim_start, claim.claim_end) for claim in claims]
    return tuple(sorted(found, key=lambda claim: (claim.claim_start, claim.claim_end)))
