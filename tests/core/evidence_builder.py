"""Accounts and claims of the evidence analysis, made by hand. No expected value is made here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judgeaudit.analyses.evidences.accounts import Account
from judgeaudit.analyses.evidences.checked import Checked
from judgeaudit.analyses.rationales.rows import Said
from judgeaudit.domain.evidence import EvidenceClaim

NOWHERE = "refunds are free within thirty days"


def claim(state: str = "fabricated", kind: str = "quote", text: str = NOWHERE, **more: Any) -> EvidenceClaim:
    given: dict[str, Any] = {"claim_start": 9, "claim_end": 9 + len(text), "why": "because", **more}
    return EvidenceClaim(kind=kind, text=text, state=state, **given)


def account(labels: str, claims: Sequence[Sequence[EvidenceClaim]] = (), *, item: str = "i0", judge: str = "a", **more: Any) -> Account:
    """Labels by their first letter, p(ass) or f(ail), one for each replicate, and the claims of each."""
    words = {"p": ("pass", 1.0), "f": ("fail", 0.0)}
    rows = []
    for replicate, letter in enumerate(labels):
        label, code = words[letter]
        mine = tuple(claims[replicate]) if replicate < len(claims) else ()
        rows.append(Checked(Said(item, judge, "c", replicate, code, label, f"It says: {NOWHERE}."), True, mine, "en"))
    return Account("c", judge, item, tuple(rows), **more)
