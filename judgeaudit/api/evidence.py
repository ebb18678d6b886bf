"""`check_evidence`: is what a rationale says it saw really there?"""

from __future__ import annotations

from collections.abc import Mapping

from judgeaudit.api.rationales import Rationale, read_side
from judgeaudit.domain.evidence import EvidenceClaim
from judgeaudit.domain.items import Item
from judgeaudit.errors import OptionError

_WHAT = "{'input': text, 'response': text, 'rubric': text}, any of input, context, reference, response (or response_a and response_b), rubric"


def check_evidence(rationale: Rationale, sources: Mapping[str, str] | Item) -> tuple[EvidenceClaim, ...]:
    """What a rationale says about the texts that were judged, claim by claim, held against them by code.

    Quotes, numbers and counts, things called missing or said to be there, and names. No model is asked. Its known weakness is silence: what
    it cannot decide is "unchecked", and what a rationale suggests, translates, derives or knows of the world is no claim at all.

    Parameters
    ----------
    rationale : str, Verdict, or mapping
        A text, a verdict with its rationale and reasons, or ``{"reasons": [{"aspect", "finding", "quote", "explanation"}]}``. What stands in a
        reason's `quote` is evidence, however short it is.
    sources : mapping of name to text, or Item
        Everything that the judge was shown: any of `input`, `context`, `reference`, `response` (or `response_a` and `response_b`), and `rubric`
        (the question, the labels and all of the prompt that is the same for every item). What is left out may be what a quote is from.

    Returns
    -------
    tuple of EvidenceClaim
        In the order in which they stand in the rationale. `state` of a quote is exact, normalised, near, altered, fabricated or misattributed, of
        anything else true or false, and unchecked where nobody can tell. `claim_start` and `claim_end` count in the readable text: the
        rationale, or of reasons one line each with the quote in marks at its end.

    Raises
    ------
    OptionError
        A JudgeAuditError: something that is no rationale, or no texts by name.

    Example
    -------
    >>> claims = check_evidence('It says "delivery takes 5 days".', {"response": "Delivery takes 3 days."})
    >>> [(claim.kind, claim.text, claim.state, claim.nearest) for claim in claims]
    [('quote', 'delivery takes 5 days', 'altered', 'Delivery takes 3 days')]
    """
    from judgeaudit.analyses.evidences.checked import check_rationale
    from judgeaudit.text.evidence.sources import Sources

    text, reasons = read_side(rationale, "rationale")
    return check_rationale(text, reasons, Sources(_texts(sources)))


def _texts(sources: Mapping[str, str] | Item) -> dict[str, str]:
    if isinstance(sources, Item):
        return sources.sources()
    if not isinstance(sources, Mapping):
        raise OptionError(f"expected texts by name or an Item, got {type(sources).__name__}", where="sources", fix=f"pass {_WHAT}")
    if not sources:
        raise OptionError("there is no text to hold the rationale against", where="sources", fix=f"pass {_WHAT}")
    for name, text in sources.items():
        if not isinstance(name, str):
            raise OptionError(f"a source is named {name!r}, which is no text", where="sources", fix=f"pass {_WHAT}")
        if not isinstance(text, str):
            raise OptionError(f"expected a text, got {type(text).__name__}", where=f"sources[{name!r}]", fix="pass its text, or leave the name out")
    return dict(sources)
