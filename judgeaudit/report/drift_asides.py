"""What changed beside the verdicts: what was recorded of the calls, how replies are, the reasons, and what they cite."""

from __future__ import annotations

from typing import Any

from judgeaudit.domain.results import Audit
from judgeaudit.report import fields, formats
from judgeaudit.report.drift_words import Row, capped, change, of_whole, p_value, percent, span, who
from judgeaudit.report.summary import block

ALPHA = 0.05
"""Corrected p up to which a change of reasons or of evidence is called one, as in the analysis."""

_RATES = {
    "answered": "give a verdict", "unparsable": "cannot be read", "refused": "are refused", "truncated": "are cut off", "error": "end in an error",
    "ambiguous": "give two verdicts", "off_scale": "are off the scale", "too_long": "had too long an item", "absent": "were never made",
}  # fmt: skip
_SIGNS = {
    "wrong_evidence": "Anything wrong in what they cite", "fabricated_quote": "A quote that is nowhere", "altered_quote": "An altered quote",
    "misattributed_quote": "A quote from another text", "wrong_number": "A wrong number", "false_absence": "Calls missing what is there",
    "false_presence": "Claims what is not there", "invented_name": "An invented name", "cited_evidence": "Cite anything that can be checked",
}  # fmt: skip


def cause_rows(audit: Audit) -> dict[str, Any]:
    """What is recorded of both runs; what changed comes first."""
    rows = [_cause(row) for row in block(audit, "drift", "causes")]
    rows.sort(key=lambda row: ("changed", "unknown", "same").index(row["state"]))
    return {**capped(rows), "changed": sum(row["state"] == "changed" for row in rows)}


def _cause(row: Row) -> dict[str, Any]:
    changed = row.get("changed")
    state = "unknown" if not isinstance(changed, bool) else "changed" if changed else "same"
    look = {"changed": "fail", "same": "pass", "unknown": "not_measured"}[state]
    known = row.get("before") is not None and row.get("after") is not None
    word = {"changed": "changed", "same": "the same", "unknown": "not counted" if known else "not known"}[state]
    ends = {name: fields.word(row, name) or "not recorded" for name in ("before", "after")}
    return {
        "judge": fields.word(row, "judge"),
        "what": fields.word(row, "what"),
        **ends,
        "note": fields.word(row, "note"),
        "state": state,
        "look": look,
        "word": word,
    }


def reply_rows(audit: Audit) -> dict[str, Any]:
    """Rates of calls, and ratios of length, latency and cost: of whole criteria, and of strata."""
    whole, strata = of_whole(block(audit, "drift", "replies"))
    return {"whole": capped([_reply(row) for row in whole]), "strata": capped([_reply(row) for row in strata])}


def _reply(row: Row) -> dict[str, Any]:
    rate, what, unit = fields.word(row, "kind") == "rate", fields.word(row, "what"), fields.word(row, "unit")
    before, now, value, low, high = (fields.number(row, name) for name in ("before", "now", "change", "low", "high"))
    note, n = fields.word(row, "note"), fields.whole(row, "n_items")
    title = f"Calls that {_RATES.get(what, what)}" if rate else formats.sentence(what)
    about = {**who(row), "title": title, "n": formats.integer(n), "note": note}
    if value is None:
        return {
            **about,
            "before": "undefined",
            "now": "undefined",
            "change": "undefined",
            "interval": "",
            "p": "not tested",
            "note": note or "it was not measured",
        }
    if rate:
        return {
            **about, "before": percent(before), "now": percent(now), "change": f"{change(value, share=True)} pp", "interval": span(low, high, share=True) or "no interval",
            "p": p_value(fields.number(row, "p")),
        }  # fmt: skip
    ends = "no interval" if low is None or high is None else f"{_times(low)} to {_times(high)}"
    return {**about, "before": _size(before, unit), "now": _size(now, unit), "change": f"times {_times(value)}", "interval": ends, "p": "not tested"}


def _times(ratio: float) -> str:
    return f"{ratio:.2f}" if 0.1 <= ratio < 100 else f"{ratio:.2g}"


def _size(value: float | None, unit: str) -> str:
    return "undefined" if value is None else f"{value:,.0f} {unit}" if value >= 1000 else f"{value:.3g} {unit}"


def reason_rows(audit: Audit) -> dict[str, Any]:
    """Did reasons change: of whole criteria, and of strata."""
    whole, strata = of_whole(block(audit, "drift", "rationales"))
    return {"whole": capped([_reason(row) for row in whole]), "strata": capped([_reason(row) for row in strata])}


def _reason(row: Row) -> dict[str, Any]:
    why = fields.word(row, "undefined")
    between, within, drop, low, high, mmd, drop_p = (
        fields.number(row, name) for name in ("similarity_between", "similarity_within", "drop", "low", "high", "mmd_p", "drop_p")
    )
    adjusted = [p for name in ("mmd_p_adjusted", "drop_p_adjusted") if (p := fields.number(row, name)) is not None]
    look, word = ("not_measured", "undefined") if why or mmd is None else ("inconclusive", "no change seen")
    if adjusted and min(adjusted) < ALPHA:
        look, word = "fail", "reasons changed"
    elif row.get("decides") is not True and word != "undefined":
        look, word = "not_measured", "for comparison only"
    which = {"all": "all rationales", "same_verdict": "same verdict both times"}.get(fields.word(row, "which"), fields.word(row, "which"))
    return {
        **who(row), "which": which, "n": formats.integer(fields.whole(row, "n_items")), "between": "undefined" if between is None else f"{between:.2f}",
        "within": "not known" if within is None else f"{within:.2f}", "drop": "" if drop is None else f"{drop:+.3f}".replace("-", formats.MINUS),
        "interval": formats.interval(low, high), "p": p_value(mmd), "drop_p": p_value(drop_p), "adjusted": p_value(min(adjusted)) if adjusted else "not corrected",
        "look": look, "word": word, "why": why,
    }  # fmt: skip


def evidence_rows(audit: Audit) -> dict[str, Any]:
    """What rationales cite, before and now: of whole criteria, and of strata."""
    whole, strata = of_whole(block(audit, "drift", "evidence"))
    missing = sorted({one.undefined for one in audit.estimates if one.analysis == "drift" and one.name == "wrong_evidence_shift" and one.undefined})
    return {"whole": capped([_sign(row) for row in whole]), "strata": capped([_sign(row) for row in strata]), "missing": missing[:3]}


def _sign(row: Row) -> dict[str, Any]:
    before, now, value, low, high = (fields.number(row, name) for name in ("before", "now", "shift", "low", "high"))
    adjusted, what = fields.number(row, "p_adjusted"), fields.word(row, "what")
    look, word = ("not_measured", "undefined") if value is None else ("inconclusive", "no change seen")
    if adjusted is not None and adjusted < ALPHA and value:
        worse = (value > 0) is (what != "cited_evidence")
        look, word = ("fail", "worse") if worse else ("pass", "better")
    elif value is not None and not before and not now:
        look, word = "not_measured", "never, in either run"
    return {
        **who(row), "title": _SIGNS.get(what, what.replace("_", " ")), "before": percent(before), "now": percent(now), "look": look, "word": word,
        "change": "undefined" if value is None else f"{change(value, share=True)} pp", "interval": span(low, high, share=True) or "no interval",
        "p": p_value(fields.number(row, "p")), "adjusted": p_value(adjusted), "n": formats.integer(fields.whole(row, "n_items")),
        "why": fields.word(row, "note") if value is None else "",
    }  # fmt: skip
