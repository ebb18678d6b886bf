"""Cases of single claims: what a rationale says of the judged texts, and what stands there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judgeaudit.analyses.evidences.accounts import FLAGS, Account, Piece
from judgeaudit.analyses.evidences.sayings import clipped, in_repeats, quoted
from judgeaudit.domain.evidence import EvidenceClaim
from judgeaudit.domain.results import Case, Span

_SAID = {
    "fabricated_quote": "a quote stands nowhere in what the judge was shown", "altered_quote": "a quote differs from the text in what it says",
    "misattributed_quote": "a quote stands in another text than the rationale says", "wrong_number": "a number or count is wrong",
    "false_absence": "something is called missing that is there", "false_presence": "something is said to be there that is not",
    "invented_name": "a name stands nowhere in what the judge was shown",
}  # fmt: skip

_LONGEST = 2000
"""Characters of a source's stretch that a case holds."""


def claim_cases(account: Account, sources: Mapping[str, str], *, texts: bool) -> list[Case]:
    """One case for each flag of an item, with all replicates that it is about.

    Parameters
    ----------
    account : Account
    sources : mapping of name to text
        What the judge was shown.
    texts : bool
        Without, nothing of them and of the rationale is quoted.
    """
    cases = []
    for flag in FLAGS:
        pieces = account.flagged(flag)
        if pieces:
            replicates = tuple(sorted({replicate for piece in pieces for replicate in piece.replicates}))
            spans = claim_spans(account, pieces[0], sources) if texts else ()
            cases.append(
                Case(
                    analysis="evidence", flag=flag, judge=account.judge, criterion=account.criterion, item_id=account.item, replicates=replicates,
                    detail=_detail(flag, account, pieces, texts=texts), spans=spans,
                )
            )  # fmt: skip
    return cases


def _detail(flag: str, account: Account, pieces: Sequence[Piece], *, texts: bool) -> str:
    """The most repeated claim with why it is wrong, how often it stands, and how many more there are."""
    claim = pieces[0].claim
    said = f"{quoted(claim.text)}: {clipped(claim.why, 300) or _SAID[flag]}" if texts else _SAID[flag]
    more = f"; {len(pieces) - 1} more of the kind" if len(pieces) > 1 else ""
    return f"{said.rstrip('.')}{in_repeats(len(pieces[0].replicates), len(account.rows))}{more}"


def claim_spans(account: Account, piece: Piece, sources: Mapping[str, str]) -> tuple[Span, ...]:
    """Where the first replicate makes a claim, and the nearest place in a source, unless that is most of a text (what a count was of)."""
    claim, rationale = piece.claim, account.row(piece.replicates[0]).said.text
    spans = []
    if claim.claim_start < claim.claim_end:
        spans.append(Span(source="rationale", start=claim.claim_start, end=claim.claim_end, text=rationale[claim.claim_start : claim.claim_end]))
    source, start, end = _place_of(claim, sources) or ("", 0, 0)
    if start < end <= start + _LONGEST:
        spans.append(Span(source=source, start=start, end=end, text=sources[source][start:end]))
    return tuple(spans)


def _place_of(claim: EvidenceClaim, sources: Mapping[str, str]) -> tuple[str, int, int] | None:
    """Where a claim's text stands, or what comes nearest to it; None where nothing does."""
    if claim.source is not None and claim.source in sources and claim.start is not None and claim.end is not None and claim.start < claim.end:
        return claim.source, claim.start, claim.end
    if not claim.nearest:
        return None
    return next(((name, at, at + len(claim.nearest)) for name, text in sources.items() if (at := text.find(claim.nearest)) >= 0), None)
