"""How much of the change of the production score is the judge's, the judged system's, and the mix of items."""

from __future__ import annotations

from typing import Any

from judgeaudit.domain.results import Audit
from judgeaudit.report import fields, formats
from judgeaudit.report.drift_forest import drawn, reach_of, ticks
from judgeaudit.report.drift_words import POINTS, Row, capped, change, percent, span
from judgeaudit.report.summary import block

MAX_CARDS = 48
MAX_STRATA = 100
_PARTS = (("total", "All of it"), ("judge", "The judge"), ("system", "The judged system"), ("mix", "The mix of items"))


def share_cards(audit: Audit) -> dict[str, Any]:
    """One card for each judge, criterion and label; and, where there is none, why."""
    rows = block(audit, "drift", "shares")
    missing = {
        (one.judge or "", one.criterion or "", one.undefined or "")
        for one in audit.estimates
        if one.analysis == "drift" and one.name == "production_shift" and one.value is None
    }
    return {
        "cards": [_card(row) for row in rows[:MAX_CARDS]], "more": max(0, len(rows) - MAX_CARDS),
        "missing": [{"judge": judge, "criterion": criterion, "why": why} for judge, criterion, why in sorted(missing)][:MAX_CARDS],
    }  # fmt: skip


def _card(row: Row) -> dict[str, Any]:
    group = fields.word(row, "group")
    share = bool(group)
    parts = [(name, title, fields.mapping(row, name)) for name, title in _PARTS]
    ends = [abs(end) for _, _, part in parts for key in ("value", "low", "high") if (end := fields.number(part, key)) is not None]
    reach = reach_of(ends, share=share)
    before, now = fields.number(row, "before"), fields.number(row, "now")
    return {
        "judge": fields.word(row, "judge_name"), "criterion": fields.word(row, "criterion"), "group": group, "share": share,
        "unit": POINTS if share else "points of the scale", "before": _level(before, share=share), "now": _level(now, share=share),
        "total": change(fields.number(fields.mapping(row, "total"), "value"), share=share),
        "ticks": ticks(reach, share=share), "rows": [_part(name, title, part, reach, share=share) for name, title, part in parts],
        "apart": "" if row.get("told_apart") is True else fields.word(row, "why_not") or "it was not said why", "notes": fields.words(row, "notes"),
        "strata": capped([_stratum(one, share=share) for one in fields.rows(row, "strata") if fields.word(one, "stratum")], MAX_STRATA),
    }  # fmt: skip


def _part(name: str, title: str, part: Row, reach: float, *, share: bool) -> dict[str, Any]:
    """One part: how much, its interval, whether that excludes 0, or why it is undefined."""
    value, low, high = (fields.number(part, key) for key in ("value", "low", "high"))
    look, word = "not_measured", "no interval"
    if low is not None and high is not None:
        look, word = ("inconclusive", "may be none") if low <= 0 <= high else ("shifted", "up" if low > 0 else "down")
    if value is None:
        word = "undefined"
    return {
        "name": name, "title": title, "change": change(value, share=share), "interval": span(low, high, share=share), "look": look, "word": word,
        "why": fields.word(part, "undefined") or ("it was not measured" if value is None else ""), "drawn": drawn(value, low, high, reach),
    }  # fmt: skip


def _stratum(row: Row, *, share: bool) -> dict[str, str]:
    """What one stratum weighs and scores before and now, and how the judge moved on its anchors."""
    own = fields.number(row, "judge")
    return {
        "name": fields.word(row, "stratum"), "weight_before": percent(fields.number(row, "weight_before")), "weight_now": percent(fields.number(row, "weight_now")),
        "before": _level(fields.number(row, "before"), share=share, none="no item"), "now": _level(fields.number(row, "now"), share=share, none="no item"),
        "judge": "no anchor" if own is None else change(own, share=share), "n": formats.integer(fields.whole(row, "n_anchors")),
        "pooled": "the change of all anchors stands in" if row.get("pooled") is True else "",
    }  # fmt: skip


def _level(value: float | None, *, share: bool, none: str = "undefined") -> str:
    return none if value is None else percent(value) if share else f"{value:,.3f}".replace("-", formats.MINUS)
