"""Tables of the evidence analysis as audit.json holds them and the page draws them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from judgeaudit import thresholds
from judgeaudit.analyses.evidences.accounts import Account, Piece
from judgeaudit.analyses.evidences.checked import Checked
from judgeaudit.analyses.rationales.repeats import Key
from judgeaudit.domain.evidence import EvidenceClaim
from judgeaudit.domain.results import Case

NO_TEXT = "no item text"
READ_THOROUGHLY = ("en",)
READ_IN_PART = ("zh", "ja", "de", "fr", "es")
"""Languages whose quotes and numbers are read; of all others exact and normalised quotes only."""


def state_rows(checked: Mapping[Key, Sequence[Checked]]) -> list[dict[str, Any]]:
    """Rows of the block `states`: claims by kind and state; what counts in no rate is unchecked."""
    rows = []
    for (criterion, judge), every in checked.items():
        counts = Counter((claim.kind, claim.state if claim.counted else "unchecked") for row in every for claim in row.claims)
        rows += [{"judge": judge, "criterion": criterion, "kind": kind, "state": state, "n": n} for (kind, state), n in sorted(counts.items())]
    return rows


def cited_rows(checked: Mapping[Key, Sequence[Checked]]) -> list[dict[str, Any]]:
    """Rows of the block `cited`: how many rationales cite anything that could be checked, and a plain word where none does."""
    rows = []
    for (criterion, judge), every in checked.items():
        read = [row for row in every if row.read and row.said.text]
        citing = sum(any(claim.counted for claim in row.claims) for row in read)
        quotes = sum(claim.kind == "quote" and claim.counted for row in read for claim in row.claims)
        rows.append(
            {
                "judge": judge, "criterion": criterion, "n_rationales": len(read), "n_citing": citing, "quotes_checked": quotes,
                "statement": _statement(read, citing, quotes),
            }
        )  # fmt: skip
    return rows


def _statement(read: Sequence[Checked], citing: int, quotes: int) -> str | None:
    if not read:
        return "no rationale could be checked"
    if not quotes and any(row.said.read_in_part for row in read):
        return "no quote was found in what could be read, and some reasons or fields could not be: whether evidence is quoted is not known"
    if not any(row.claims for row in read):
        return "no rationale cites evidence: ask for quotes"
    if not citing:
        return "no claim of any rationale could be checked: too short, in doubt, or in a language that is not read"
    return None if quotes else "no rationale cites a quote that could be checked: ask for quotes"


def marked_rows(accounts: Mapping[tuple[Key, str], Account], cases: Sequence[Case]) -> list[dict[str, Any]]:
    """Rows of the block `marked`: all rationales of the items whose cases are listed with their texts, claim by claim."""
    listed: Counter[str] = Counter()
    wanted: dict[tuple[Key, str], None] = {}
    for case in cases:
        listed[case.flag] += 1
        if listed[case.flag] <= thresholds.MAX_CASES_LISTED:
            wanted[(case.criterion or "", case.judge or ""), case.item_id or ""] = None
    return [
        {
            "judge": key[1], "criterion": key[0], "item_id": item, "replicate": row.said.replicate, "claims": [_claim(claim) for claim in row.claims],
        }
        for key, item in wanted
        for row in accounts[key, item].rows
        if row.claims
    ]  # fmt: skip


def _claim(claim: EvidenceClaim) -> dict[str, Any]:
    return {
        "kind": claim.kind, "state": claim.state, "text": claim.text, "claim_start": claim.claim_start, "claim_end": claim.claim_end, "source": claim.source,
        "start": claim.start, "end": claim.end, "nearest": claim.nearest, "why": claim.why,
        "edits": [{"quoted": edit.quoted, "source": edit.source, "matters": edit.matters} for edit in claim.edits],
    }  # fmt: skip


def replicate_rows(accounts: Sequence[Account], *, texts: bool) -> list[dict[str, Any]]:
    """Rows of the block `replicates`: quotes that one replicate alone cites, beside those of the same item that most cite; item by item."""
    rows = [
        _piece_row(account, piece, texts=texts)
        for account in accounts
        if account.n_rationales > 1 and any(len(piece.replicates) == 1 for piece in account.cited)
        for piece in account.cited
        if len(piece.replicates) == 1 or 2 * len(piece.replicates) > account.n_rationales
    ]
    return rows[: thresholds.MAX_EVIDENCE_ROWS]


def repeat_rows(accounts: Sequence[Account], *, texts: bool) -> list[dict[str, Any]]:
    """Rows of the block `repeats`: wrong claims that stand in two or more replicates, the most repeated first."""
    rows = [_piece_row(account, piece, texts=texts) for account in accounts for piece in account.pieces(lambda claim: claim.wrong) if len(piece.replicates) > 1]
    rows.sort(key=lambda row: (-row["cited_in"], row["item_id"], row["judge"], row["criterion"]))
    return rows[: thresholds.MAX_EVIDENCE_ROWS]


def _piece_row(account: Account, piece: Piece, *, texts: bool) -> dict[str, Any]:
    return {
        "judge": account.judge, "criterion": account.criterion, "item_id": account.item, "kind": piece.claim.kind, "state": piece.claim.state,
        "text": piece.claim.text if texts else None, "cited_in": len(piece.replicates), "of": account.n_rationales,
    }  # fmt: skip


def language_rows(checked: Mapping[Key, Sequence[Checked]]) -> list[dict[str, Any]]:
    """Rows of the block `languages`: rationales in a language that is read in part only; where nobody can tell which, they count as read."""
    counts = Counter(row.language for rows in checked.values() for row in rows if row.said.text and row.language not in ("", *READ_THOROUGHLY))
    return [{"language": language, "n_rationales": n} for language, n in sorted(counts.items(), key=lambda one: (-one[1], one[0]))]


def unread_rows(checked: Mapping[Key, Sequence[Checked]]) -> list[dict[str, Any]]:
    """Rows of the block `unread`: rationales that were not checked, and why."""
    n = sum(not row.read and bool(row.said.text) for rows in checked.values() for row in rows)
    return [{"reason": NO_TEXT, "n": n}] if n else []
