"""Anchors about which the judge says something else now: both rationales side by side, and gold where it is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judgeaudit import thresholds
from judgeaudit.domain.results import Audit
from judgeaudit.report import formats

FLAG = "flipped_anchor"
_GOLD = " (gold "
_LOOKS = {("right", "wrong"): "fail", ("wrong", "right"): "pass"}


def flipped_anchors(audit: Audit, groups: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The listed cases by judge and criterion, each with what became of it.

    Returns
    -------
    dict
        `parts` (judge, criterion, cases), `total`, how many are `listed`, the most that the page lists and `read`, of how many it has the rationales.
    """
    group = next((one for one in groups if one["flag"] == FLAG), None)
    parts: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for n, entry in enumerate(group["cases"] if group is not None else ()):
        case = entry["case"]
        shown = {**entry, **_became(entry)}
        if n >= thresholds.MAX_READ_ANCHORS:
            shown |= {"texts": [], "said": [], "replies": [], "aligned": None}
        parts.setdefault((case.judge or "", case.criterion or ""), []).append(shown)
    rows = [{"judge": judge, "criterion": criterion, "cases": cases} for (judge, criterion), cases in parts.items()]
    total = group["total"] if group is not None else 0
    return {
        "parts": rows, "total": formats.count(total, "anchor"), "any": total > 0, "listed": sum(len(row["cases"]) for row in rows), "n": total,
        "most": f"{thresholds.MAX_CASES_LISTED:,}", "read": thresholds.MAX_READ_ANCHORS,
    }  # fmt: skip


def _became(entry: Mapping[str, Any]) -> dict[str, Any]:
    """What was said before and now, gold, and whether that was and is right; whether the words are the same."""
    case = entry["case"]
    moved, gold = _gold_of(case.detail)
    labels = [_only([reply["label"] for reply in entry["said"] if reply["judge"] == f"{case.judge} ({version})"]) for version in ("baseline", "current")]
    words = ["" if not label or not gold else "right" if label == gold else "wrong" for label in labels]
    told = "" if not all(words) else f"was {words[0]}, is {words[1]}" if words[0] != words[1] else f"{words[0]} both times"
    texts = {reply["said"].text.strip() for reply in entry["said"] if reply["said"]}
    same = len(texts) == 1 and sum(bool(reply["said"]) for reply in entry["said"]) > 1
    return {
        "moved": moved,
        "gold": gold,
        "told": told,
        "look": _LOOKS.get((words[0], words[1]), "not_measured"),
        "same_words": same,
        "before": labels[0],
        "now": labels[1],
    }


def _gold_of(detail: str) -> tuple[str, str]:
    """`old -> new (gold G)` as what moved and gold; gold is empty where none is known."""
    moved, _, rest = detail.rpartition(_GOLD)
    return (moved, rest[:-1]) if moved and rest.endswith(")") else (detail, "")


def _only(labels: Sequence[str]) -> str:
    """The label that all replies of a version have; empty where they differ or there is none."""
    return labels[0] if len(set(labels)) == 1 else ""
