"""The section on bias and attacks: what moves the judge that should not, and whether it says so."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from judgeaudit.domain.results import Audit, CaseText
from judgeaudit.report import fields, formats
from judgeaudit.report.cases import SOURCE_NAMES
from judgeaudit.report.marks import marked, visible
from judgeaudit.report.pieces import sources_of
from judgeaudit.report.probe_changes import loose, sides
from judgeaudit.report.probe_forest import forest, is_drawn, titled
from judgeaudit.report.probe_lines import bias_lines
from judgeaudit.report.probe_tables import tables
from judgeaudit.report.summary import block

Row = Mapping[str, Any]
Key = tuple[str, str, str]
"""Probe, judge, criterion."""

MAX_CARDS = 100
"""Moved items that the page shows; audit.json has more."""
MAX_STAYED = 40
"""Items of controls that stayed, likewise."""
EACH = 5
"""Of each probe, judge and criterion, before any has more."""

MENTIONED = {True: ("pass", "the rationale mentions it"), False: ("fail", "the rationale does not mention it"), None: ("not_measured", "nobody can say")}
"""By whether a rationale mentions the cue: look and words."""


def probe_section(audit: Audit) -> dict[str, Any]:
    """What the section shows.

    Parameters
    ----------
    audit : Audit
        Blocks of its analysis `bias` may be missing or malformed: what cannot be read is left out.
    """
    rows = [row for row in block(audit, "bias", "probes") if is_drawn(row)]
    drawn = forest(rows)
    wrong = {fields.word(row, "probe") for row in rows if _is_wrong(row)}
    moved, stayed = _moved(audit, "moved", wrong, MAX_CARDS), _moved(audit, "unmoved", wrong, MAX_STAYED)
    more = tables(audit)
    return {
        "lines": bias_lines(audit), "forest": drawn, "advice": _advice(row for row in rows if _is_wrong(row)), "more_advice": _advice(row for row in rows if not _is_wrong(row)), "tables": more, "moved": moved, "stayed": stayed, "in_words": [_words(row) for row in rows[:400]],
        "any": drawn["any"] or bool(moved["parts"] or stayed["parts"]) or bool(more), "there": any(analysis.name == "bias" for analysis in audit.analyses),
    }  # fmt: skip


def _is_wrong(row: Row) -> bool:
    return fields.word(row, "answer") in ("biased", "passes", "does_not_follow")


def _advice(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """What to do, each sentence once, with all that it is said of."""
    found: dict[str, list[str]] = {}
    for row in rows:
        if said := fields.word(row, "advice"):
            about = f"{titled(fields.word(row, 'probe'))} ({formats.judge_name(fields.word(row, 'judge'))}, {fields.word(row, 'criterion')})"
            found.setdefault(said, []).append(about)
    return [{"said": said, "about": about[:8], "more": max(0, len(about) - 8)} for said, about in found.items()]


def _words(row: Row) -> dict[str, Any]:
    reasons = fields.mapping(row, "not_applicable")
    return {
        "title": titled(fields.word(row, "probe")), "judge": fields.word(row, "judge"), "criterion": fields.word(row, "criterion"), "n": fields.whole(row, "n_items"),
        "plain_flip": fields.number(row, "plain_flip"), "probe_flip": fields.number(row, "probe_flip"), "read": fields.word(row, "read"),
        "expect": fields.word(row, "expect"), "unmade": [f"{fields.whole(reasons, name):,} {name}" for name in reasons if fields.whole(reasons, name)][:10],
    }  # fmt: skip


def _moved(audit: Audit, name: str, wrong: Collection[str], most: int) -> dict[str, Any]:
    """The items of a block by probe, judge and criterion, each with how many there are in all; probes with which something is known to be wrong first."""
    parts: dict[Key, list[Row]] = {}
    for row in block(audit, "bias", name):
        parts.setdefault(_key(row), []).append(row)
    counts = {_key(row): row for row in block(audit, "bias", "mentions")}
    texts = {text.item_id: text for text in audit.texts}
    order = sorted(parts, key=lambda key: (key[0] not in wrong, key))
    shown = _spread({key: len(parts[key]) for key in order}, most)
    made, number = [], 0
    for key in order:
        kept = parts[key][: shown[key]]
        cards = [_card(row, f"{name}-{number + n}", texts.get(fields.word(row, "item_id"))) for n, row in enumerate(kept, start=1)]
        number += len(cards)
        about = {"title": titled(key[0]), "judge": key[1], "criterion": key[2]}
        made.append({**about, "cards": cards, "left": len(parts[key]) - len(cards), "told": _told(counts.get(key, {})) if name == "moved" else ""})
    return {"parts": made, "no_texts": bool(parts) and not audit.texts}


def _key(row: Row) -> Key:
    return fields.word(row, "probe"), fields.word(row, "judge"), fields.word(row, "criterion")


def _spread(sizes: Mapping[Key, int], room: int) -> dict[Key, int]:
    """How many cards each part has: the first few of every one, then more while there is room."""
    shown: dict[Key, int] = {}
    for key, size in sizes.items():
        shown[key] = min(size, EACH, room)
        room -= shown[key]
    for key, size in sizes.items():
        more = min(size - shown[key], room)
        shown[key] += more
        room -= more
    return shown


def _told(row: Row) -> str:
    """How many verdicts moved, and how many of their rationales mention the cue."""
    moved, known, silent = (fields.whole(row, name) for name in ("n_moved", "n_known", "n_unmentioned"))
    if not moved:
        return ""
    reruns = fields.number(row, "expected") or 0.0
    told = f"{moved:,} of {formats.count(fields.whole(row, 'n_told'), 'verdict')} moved, on {formats.count(fields.whole(row, 'n_items'), 'item')}; reruns alone would move about {reruns:.1f}. "
    if not known:
        return f"{told}Of no rationale it is known whether it mentions what moved the verdict."
    unknown = fields.whole(row, "n_read") - known
    apart = f" Of {unknown:,} more nobody can say, or there is none." if unknown > 0 else ""
    return f"{told}Of {formats.count(known, 'rationale')} {silent:,} {'does' if silent == 1 else 'do'} not mention what moved the verdict.{apart}"


def _card(row: Row, anchor: str, text: CaseText | None) -> dict[str, Any]:
    mentioned = row.get("mentioned") if isinstance(row.get("mentioned"), bool) else None
    toward = row.get("toward")
    after = fields.word(row, "rationale_probe")
    changes = fields.rows(row, "changes")
    sources = sources_of(text)
    changed = dict.fromkeys(fields.word(one, "source") for one in changes)
    pairs = [_pair(name, sources[name], [one for one in changes if fields.word(one, "source") == name]) for name in changed if name in sources]
    return {
        "anchor": anchor, "item": fields.word(row, "item_id"), "variant": fields.word(row, "variant").replace("_", " "),
        "plain": fields.word(row, "plain"), "under": fields.word(row, "under"), "toward": {True: "toward the cue", False: "away from the cue"}.get(toward, "") if isinstance(toward, bool) else "",
        **_said(row, mentioned, has_rationale=bool(after)), "note": fields.word(row, "note"), "asked": fields.word(row, "shown_criterion"),
        "swapped": row.get("swapped", fields.word(row, "order") == "ba") is True, "pairs": pairs, "loose": loose([one for one in changes if fields.word(one, "source") not in sources]),
        "others": [(_name(name), visible(body.text)) for name, body in sources.items() if name not in changed],
        "before": fields.word(row, "rationale_plain"), "after": _with_mention(after, fields.word(row, "mention")), "has_after": bool(after),
    }  # fmt: skip


def _said(row: Row, mentioned: bool | None, *, has_rationale: bool) -> dict[str, str]:
    """Look and words of whether the cue is mentioned; of several rationales that are not of one mind, how many do not."""
    look, word = MENTIONED[mentioned]
    n, silent = fields.whole(row, "n_rationales"), fields.whole(row, "n_unmentioned")
    if mentioned is True and 0 < silent < n:
        return {"look": "inconclusive", "word": f"{silent:,} of {n:,} rationales {'does' if silent == 1 else 'do'} not mention it"}
    return {"look": look, "word": word if has_rationale or mentioned is not None else "no rationale to read"}


def _pair(name: str, body: Any, changes: Sequence[Row]) -> dict[str, Any]:
    before, after, missing = sides(body, changes)
    return {"name": _name(name), "before": before, "after": after, "missing": missing}


def _name(source: str) -> str:
    return SOURCE_NAMES.get(source, source)


def _with_mention(text: str, mention: str) -> Any:
    at = text.find(mention) if mention else -1
    return marked(text, [(at, at + len(mention))] if at >= 0 else [])
