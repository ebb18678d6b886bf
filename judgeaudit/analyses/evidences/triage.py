"""Which verdicts a person should look at first: those that rest on evidence that is not there, passes before all others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from judgeaudit.analyses.evidences.accounts import FLAGS, Account, Piece, flag_of
from judgeaudit.analyses.evidences.passes import Passes
from judgeaudit.analyses.evidences.sayings import clipped, quoted

Risk = Literal["critical", "high", "medium", "low"]
RISKS: tuple[Risk, ...] = ("critical", "high", "medium", "low")

UNSTABLE, CONTRADICTS, TRAPPED = "stable_verdict_unstable_rationale", "verdict_rationale_contradiction", "trapped"

MAX_CELL = 2000
"""Characters of a quote in the list: spreadsheets cut cells above 32,767 without a word, and nobody reads as many (ours)."""

_THINGS = ("false_presence", "invented_name")

_RESTS_ON = {
    "fabricated_quote": "on a quote that stands nowhere", "altered_quote": "on a quote that was altered", "misattributed_quote": "on a quote put in the wrong text",
    "wrong_number": "with a number that is wrong", "false_absence": "calling something missing that is there",
    "false_presence": "citing something that is not there", "invented_name": "citing a name that stands nowhere",
}  # fmt: skip


@dataclass(frozen=True)
class Concern:
    """One item of a judge with what speaks against relying on its verdict. `worst` is the claim that it is about, None where it is about reasons."""

    account: Account
    stratum: str | None
    passes: bool | None
    risk: Risk
    flags: tuple[str, ...]
    worst: Piece | None
    replicates: tuple[int, ...]
    reason: str

    @property
    def order(self) -> tuple[Any, ...]:
        repeated = len(self.worst.replicates) if self.worst is not None else 0
        account = self.account
        return RISKS.index(self.risk), self.passes is not True, repeated < 2, -len(self.replicates), account.item, account.judge, account.criterion

    def row(self, rank: int, *, texts: bool) -> dict[str, Any]:
        """A row of the block `triage`."""
        account, claim = self.account, None if self.worst is None else self.worst.claim
        return {
            "rank": rank, "risk": self.risk, "judge": account.judge, "criterion": account.criterion, "stratum": self.stratum, "item_id": account.item,
            "verdict": _verdict(account), "stable": account.stable, "passes": self.passes, "flags": list(self.flags), "reason": self.reason,
            "replicates": list(self.replicates), "quote": clipped(claim.text, MAX_CELL) if claim is not None and texts else None,
            "nearest": clipped(claim.nearest, MAX_CELL) if claim is not None and claim.nearest and texts else None,
        }  # fmt: skip


def concern_of(account: Account, passes: Passes, *, stratum: str | None, texts: bool) -> Concern | None:
    """What speaks against relying on a verdict; None where nothing was found.

    Parameters
    ----------
    account : Account
    passes : function of label and code
    stratum : str or None
    texts : bool
        Whether its sentence may quote the rationale.

    Notes
    -----
    Invented is a fabricated or altered quote, a thing said to be there that is not, and a name that stands nowhere. critical: a stable pass on it.
    high: another stable verdict on it, a pass on it that is not stable or was given once, a stable pass whose reasons change or that has another
    wrong claim (a quote in the wrong text, a number, an absence). medium: other verdicts of these kinds, a pass whose rationale argues against
    it. low: the rest. Among equals passes come first, then what repeats.
    """
    pieces = {flag: account.flagged(flag) for flag in FLAGS}
    flags = tuple(flag for flag in FLAGS if pieces[flag])
    worst = account.invented[0] if account.invented else next((pieces[flag][0] for flag in (*_THINGS, *flags) if pieces[flag]), None)
    extra = [(TRAPPED, account.trapped), (UNSTABLE, account.unstable_reasons is not None), (CONTRADICTS, bool(account.contradicted))]
    flags += tuple(flag for flag, there in extra if there)
    if not flags:
        return None
    cited = {replicate for flag in FLAGS for piece in pieces[flag] for replicate in piece.replicates} or set(account.contradicted)
    replicates = tuple(sorted(cited)) or tuple(row.said.replicate for row in account.rows)
    through = _lets_through(account, passes, worst)
    risk = _risk(account, through, flags)
    return Concern(account, stratum, through, risk, flags, worst, replicates, _reason(account, through, worst, texts=texts))


def _lets_through(account: Account, passes: Passes, worst: Piece | None) -> bool | None:
    """Whether the verdict is a pass; where verdicts differ, whether one that rests on the worst claim is."""
    about = set(worst.replicates) if worst is not None else {row.said.replicate for row in account.rows}
    found = {passes(row.said.label, row.said.code) for row in account.rows if row.said.replicate in about}
    return True if True in found else None if None in found else False


def _risk(account: Account, through: bool | None, flags: Sequence[str]) -> Risk:
    if account.invents:
        if account.stable:
            return "critical" if through else "high"
        return "high" if through else "medium"
    wrong = any(flag in FLAGS for flag in flags)
    if account.unstable_reasons is not None or (wrong and account.stable):
        return "high" if through else "medium"
    return "medium" if wrong or through else "low"


def _verdict(account: Account) -> str:
    counts = Counter(row.said.label for row in account.rows)
    if len(counts) == 1:
        return next(iter(counts))
    return ", ".join(f"{label} x{n}" for label, n in sorted(counts.items(), key=lambda one: (-one[1], one[0])))


def _reason(account: Account, through: bool | None, worst: Piece | None, *, texts: bool) -> str:
    """The sentence of a triage row: "passes in 5 of 5 repeats on a quote that stands nowhere: ..."."""
    n = len(account.rows)
    label = _verdict(account)
    times = f"in {n} of {n} repeats" if n > 1 else "in the one call that was made"
    if account.stable is False:
        said = f"{'passes in some repeats and not in others' if through else 'wavers'} ({label}),"
    else:
        said = f"passes {times}" if through else f"is judged {label} {times}"
    if worst is None:
        if account.unstable_reasons is not None:
            return f"{said} for reasons that change from repeat to repeat"
        return f"{said} with a rationale that argues against the verdict in {len(account.contradicted)} of {n}"
    some = f"{'' if account.stable is False else ','} in {len(worst.replicates)} of them" if len(worst.replicates) < n else ""
    sentence = f"{said}{some} {_RESTS_ON[flag_of(worst.claim) or '']}{f': {quoted(worst.claim.text)}' if texts else ''}"
    if account.unstable_reasons is not None:
        sentence += ", and for reasons that change"
    return clipped(sentence, 500)
