"""What a reader must know about the evidence that judges cite, in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judgeaudit.analyses.evidences.accounts import Account
from judgeaudit.analyses.evidences.blocks import READ_IN_PART
from judgeaudit.analyses.evidences.checked import Checked
from judgeaudit.analyses.evidences.triage import Concern
from judgeaudit.analyses.parts import listed, percent
from judgeaudit.analyses.rationales.repeats import Key
from judgeaudit.domain.results import Estimate, Finding
from judgeaudit.text.evidence.check import PROMPT_UNKNOWN

Numbers = Mapping[str, Estimate]

_QUOTES = "quotes checked"
_PARTS = (
    ("fabricated_quote_rate", _QUOTES, "{wrong} fabricated (nowhere in what the judge was shown)"),
    ("altered_quote_rate", _QUOTES, "{wrong} altered (a number, name, negation or the like differs)"),
    ("misattributed_quote_rate", _QUOTES, "{wrong} misattributed (in another text than the rationale says)"),
    ("wrong_number_rate", "numbers and counts checked", "{wrong} wrong"),
    ("false_absence_rate", "things called missing", "{wrong} that are there"),
    ("false_presence_rate", "things said to be there", "{wrong} that are not"),
    ("invented_name_rate", "names checked", "{wrong} in no text"),
)
_LANGUAGES = {"zh": "Chinese", "ja": "Japanese", "de": "German", "fr": "French", "es": "Spanish"}


def trapped_finding(judge: str, criterion: str, concerns: Sequence[Concern], numbers: Numbers) -> list[Finding]:
    """Passes that a judge repeats and that rest on nothing: serious where evidence was invented."""
    passes = [one for one in concerns if one.account.trapped and one.passes]
    invented = [one for one in passes if one.account.invents]
    if not passes:
        return []
    steady = numbers["trapped_rate"].n_items
    parts = [f"{len(invented)} on evidence that was invented or altered ({_ids(invented)})"] if invented else []
    shaky = [one for one in passes if not one.account.invents]
    parts += [f"{len(shaky)} for reasons that change from repeat to repeat ({_ids(shaky)})"] if shaky else []
    items = f"{steady} items of {criterion} whose verdict is stable and whose evidence or reasons were checked"
    text = f"Of {items}, {judge} passes {len(passes)} on nothing firm: {' and '.join(parts)}. Read the triage list."
    return [Finding(severity="serious" if invented else "warning", text=text, judge=judge, criterion=criterion)]


def claims_finding(judge: str, criterion: str, numbers: Numbers, statement: str | None) -> list[Finding]:
    """What became of a judge's claims: a warning with what is wrong, else that all of it is there, or that there was none."""
    by_denominator: dict[str, list[str]] = {}
    checked = 0
    for name, denominator, said in _PARTS:
        estimate = numbers[name]
        wrong = 0 if estimate.value is None else round(estimate.value * estimate.n_ratings)
        if wrong:
            by_denominator.setdefault(f"{denominator}: {estimate.n_ratings}", []).append(said.format(wrong=wrong))
        checked += estimate.n_ratings if name not in ("altered_quote_rate", "misattributed_quote_rate") else 0
    if by_denominator:
        said = "; ".join(f"{denominator}, of them {', '.join(parts)}" for denominator, parts in by_denominator.items())
        return [Finding(severity="warning", text=f"Evidence of {judge} on {criterion}: {said}.", judge=judge, criterion=criterion)]
    if checked and statement is None:
        return [Finding(severity="note", text=f"All {checked} claims of {judge} on {criterion} that could be checked hold.", judge=judge, criterion=criterion)]
    said = statement or "nothing could be checked"
    return [Finding(severity="note", text=f"Evidence of {judge} on {criterion}: {said}.", judge=judge, criterion=criterion)]


def replicates_finding(judge: str, criterion: str, accounts: Sequence[Account], numbers: Numbers) -> list[Finding]:
    """Whether repeats cite the same evidence, and whether inventions repeat."""
    once, repeated = numbers["evidence_cited_once_share"], numbers["repeated_invention_rate"]
    parts = []
    if once.value is not None:
        most = sum(2 * len(piece.replicates) > a.n_rationales for a in accounts if a.n_rationales > 1 for piece in a.cited)
        n = round(once.value * once.n_ratings)
        parts.append(f"of {once.n_ratings} distinct quotes, {n} ({percent(once.value)}) are cited in one repeat only and {most} in most")
    if repeated.value:
        n = round(repeated.value * repeated.n_ratings)
        parts.append(f"{n} of {repeated.n_ratings} invented quotes come again in another repeat")
    if not parts:
        return []
    severity: Any = "warning" if repeated.value else "note"
    return [Finding(severity=severity, text=f"Asked again, {judge} on {criterion}: {'; '.join(parts)}.", judge=judge, criterion=criterion)]


def prompt_findings(checked: Mapping[Key, Sequence[Checked]]) -> list[Finding]:
    """A warning where quotes of the rubric or the prompt were left open, because nobody said what those are."""
    n = sum(claim.why == PROMPT_UNKNOWN for rows in checked.values() for row in rows for claim in row.claims)
    if not n:
        return []
    text = f"{n} quote{'s' if n > 1 else ''} of the rubric or the prompt could not be checked: what the judge was asked is not known. Give the rubric (--rubric FILE)."
    return [Finding(severity="warning", text=text)]


def reading_findings(unread: Sequence[Mapping[str, Any]], languages: Sequence[Mapping[str, Any]], n: int) -> list[Finding]:
    """What was not read, or only in part."""
    found = [
        Finding(severity="warning", text=f"The evidence of {row['n']} of {n} rationales was not checked: {row['reason']}. Give their items (--items FILE).")
        for row in unread
    ]
    partly = [row for row in languages if row["language"] in READ_IN_PART]
    hardly = [row for row in languages if row["language"] not in READ_IN_PART]
    if partly:
        text = f"Of rationales in {_named(partly)} only quotes and numbers were checked, no claims that something is missing."
        found.append(Finding(severity="note", text=text))
    if hardly:
        found.append(
            Finding(severity="note", text=f"Of rationales in {_named(hardly)} only quotes that stand word for word were checked: the language is not read.")
        )
    return found


def _named(rows: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(f"{_LANGUAGES.get(row['language'], row['language'])} ({row['n_rationales']})" for row in rows)


def _ids(concerns: Sequence[Concern]) -> str:
    return listed(tuple(one.account.item for one in concerns))
