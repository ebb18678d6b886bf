"""The section on rationales: does a judge that says the same thing say it for the same reason?"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from judgeaudit import thresholds
from judgeaudit.domain.results import Audit, Finding
from judgeaudit.report import fields, formats, scatter
from judgeaudit.report.cases import RATIONALE_FLAGS
from judgeaudit.report.summary import REASON_NUMBERS, block, facts_of, key_numbers

CELLS = ("stable_stable", "stable_unstable", "unstable_stable", "unstable_unstable")
SIGNALS = {
    "matched_reasons": "matched reasons", "numbers": "numbers", "polarity": "for or against", "evidence": "evidence quoted", "criteria": "criteria named",
    "embedding": "meaning (embedding)",
}  # fmt: skip
WHY = {"numbers": "numbers", "polarity": "for or against", "evidence": "evidence", "criteria": "criteria", "content": "content"}
KINDS = {
    "countable": "countable: code can count it", "extractive": "extractive: it stands in the text or not", "subjective": "subjective: a matter of judgement",
}  # fmt: skip
CHANNELS = {"rationale": "rationale", "reasoning": "reasoning chain"}
MAX_CARDS = 12
MAX_ROWS = 400
MAX_ITEMS = 200
MAX_FIGURES = 24
"""Criteria that get a figure of their own beside the one of all."""

Key = tuple[str, str, str]
_HASH = re.compile("@[0-9a-f]{12,64}")
"""Which file a model came from, in the name of an embedder: it stands in audit.json."""


def rationale_section(audit: Audit, groups: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the section shows.

    Parameters
    ----------
    audit : Audit
        Blocks of its analysis `rationale` may be missing or malformed: what cannot be read is left out.
    groups : sequence of dict
        The groups of cases of the page (`cases.case_groups`), which counts and points link to.
    """
    anchors = case_anchors(groups)
    items = block(audit, "rationale", "items")
    quadrants = [_quadrant(number, row, items, anchors) for number, row in enumerate(block(audit, "rationale", "quadrant")[:MAX_ROWS])]
    names = list(dict.fromkeys((*(judge.name for judge in audit.judges), *(fields.word(row, "judge") for row in items))))
    return {
        "groups": [group for group in groups if group["flag"] in RATIONALE_FLAGS],
        "judges": _judges(audit, quadrants),
        "cards": quadrants[:MAX_CARDS], "more": quadrants[MAX_CARDS:],
        "items": [_item(row, anchors) for row in items[:MAX_ITEMS]], "n_items": len(items),
        "figures": _figures(items, anchors, names), "drawing": _drawing(items),
        "signals": _signals(audit), "kinds": [_kind(row) for row in block(audit, "rationale", "kinds")[:MAX_ROWS]],
        "between": _between(audit, groups), "channels": _channels(audit), "embedder": _embedder(audit), "share": thresholds.RATIONALE_STABLE_SHARE,
        "warnings": [finding.text for finding in _findings(audit) if finding.judge is None and finding.severity != "note"],
        "no_texts": not audit.texts,
    }  # fmt: skip


def case_anchors(groups: Iterable[dict[str, Any]]) -> dict[Key, str]:
    """Where the page shows the case of (judge, criterion, item): one about its reasons, else the one about its flips."""
    order = {flag: place for place, flag in enumerate((*RATIONALE_FLAGS, "flipped_verdict"))}
    found: dict[Key, str] = {}
    for group in sorted((group for group in groups if group["flag"] in order), key=lambda group: order[group["flag"]]):
        for entry in group["cases"]:
            case = entry["case"]
            if case.item_id is not None:
                found.setdefault((case.judge or "", case.criterion or "", case.item_id), entry["anchor"])
    return found


def _quadrant(number: int, row: dict[str, Any], items: Sequence[dict[str, Any]], anchors: Mapping[Key, str]) -> dict[str, Any]:
    judge, criterion = fields.word(row, "judge"), fields.word(row, "criterion")
    listed = fields.mapping(row, "items")
    cells: dict[str, dict[str, Any]] = {}
    for name in CELLS:
        n = fields.whole(row, name)
        ids = (fields.words(listed, name) or _ids(items, judge, criterion, name))[:20]
        named = [(item, anchors.get((judge, criterion, item), "")) for item in ids]
        cells[name] = {
            "n": n,
            "anchor": f"items-{number}-{name.replace('_', '-')}" if n and named else "",
            "items": named if n else [],
            "more": max(0, n - len(named)),
        }
    return {"judge": judge, "criterion": criterion, "cells": cells, "no_rationale": fields.whole(row, "no_rationale")}


def _ids(items: Sequence[dict[str, Any]], judge: str, criterion: str, cell: str) -> list[str]:
    verdict, _, rationale = cell.partition("_")
    wanted = (judge, criterion, verdict == "stable", rationale == "stable")
    return [
        fields.word(row, "item_id")
        for row in items
        if (fields.word(row, "judge"), fields.word(row, "criterion"), row.get("verdict_stable"), row.get("rationale_stable")) == wanted
    ]


def _judges(audit: Audit, quadrants: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """One line for each judge: on the worst criterion, on the others, and how often a repeat gives the same reason."""
    by_judge: dict[str, list[dict[str, Any]]] = {}
    for quadrant in quadrants:
        by_judge.setdefault(quadrant["judge"], []).append(_counts(quadrant))
    return [_judge(audit, judge, counts) for judge, counts in by_judge.items()]


def _counts(quadrant: dict[str, Any]) -> dict[str, Any]:
    n = {name: cell["n"] for name, cell in quadrant["cells"].items()}
    stable = n["stable_stable"] + n["stable_unstable"]
    return {
        "criterion": quadrant["criterion"], "compared": sum(n.values()), "stable": stable, "unstable": n["stable_unstable"],
        "share": n["stable_unstable"] / stable if stable else 0.0, "none": quadrant["no_rationale"], "anchor": quadrant["cells"]["stable_unstable"]["anchor"],
    }  # fmt: skip


def _judge(audit: Audit, judge: str, counts: list[dict[str, Any]]) -> dict[str, Any]:
    ranked = sorted(counts, key=lambda one: -one["share"])
    same = next((e for title, e, _ in key_numbers(audit, judge, REASON_NUMBERS) if title == "same reason"), None)
    return {
        "judge": judge, "worst": ranked[0], "others": [one for one in ranked[1:] if one["compared"]][:4], "none": sum(one["none"] for one in counts),
        "danger": any(one["unstable"] for one in counts), "compared": any(one["compared"] for one in counts),
        "same": "" if same is None or same.value is None else formats.number(same.value, decimals=2),
        "interval": "" if same is None else formats.interval(same.low, same.high, decimals=2),
        "of": same.criterion if same is not None and len(counts) > 1 else None,
    }  # fmt: skip


def _item(row: dict[str, Any], anchors: Mapping[Key, str]) -> dict[str, Any]:
    judge, criterion, item = (fields.word(row, name) for name in ("judge", "criterion", "item_id"))
    return {
        "judge": judge, "criterion": criterion, "item": item, "anchor": anchors.get((judge, criterion, item), ""), "label": fields.word(row, "label"),
        "stratum": fields.word(row, "stratum"), "replicates": formats.size(row["replicates"]) if isinstance(row.get("replicates"), (int, list)) else 0,
        "verdict": fields.number(row, "verdict_agreement"), "rationale": fields.number(row, "rationale_agreement"),
        "why": ", ".join(WHY.get(word, word) for word in fields.words(row, "why")),
        "danger": row.get("verdict_stable") is True and row.get("rationale_stable") is False,
    }  # fmt: skip


def _figures(items: Sequence[dict[str, Any]], anchors: Mapping[Key, str], names: Sequence[str]) -> list[dict[str, Any]]:
    """The figure of all criteria, and of each where there are several: its title, and its JSON."""
    criteria = list(dict.fromkeys(fields.word(row, "criterion") for row in items))
    parts = [("all criteria", list(items))]
    if len(criteria) > 1:
        parts += [(criterion, [row for row in items if fields.word(row, "criterion") == criterion]) for criterion in criteria[:MAX_FIGURES]]
    drawn = []
    shown = _shown(items)
    for title, rows in parts:
        found, step = scatter.spots([row for row in rows if fields.word(row, "judge") in shown], anchors)
        if found:
            figure = scatter.scatter(found, judges=names, lines=scatter.limits(rows))
            drawn.append({"title": title, "step": step, "figure": json.loads(figure.to_json())})
    return drawn if any(part["title"] == "all criteria" for part in drawn) else []


def _shown(items: Sequence[dict[str, Any]]) -> set[str]:
    """Judges that the figure has a panel for: where they are many, those with the most stable verdicts on unstable reasons."""
    danger: Counter[str] = Counter()
    for row in items:
        danger[fields.word(row, "judge")] += row.get("verdict_stable") is True and row.get("rationale_stable") is False
    return {judge for judge, _ in danger.most_common(scatter.MAX_JUDGES)}


def _drawing(items: Sequence[dict[str, Any]]) -> dict[str, int]:
    """How many items the figure shows, how many it cannot show, how many of other judges it leaves out, and how many are torn."""
    shown = _shown(items)
    known = [row for row in items if fields.number(row, "verdict_agreement") is not None and fields.number(row, "rationale_agreement") is not None]
    drawn = [row for row in known if fields.word(row, "judge") in shown]
    judges = {fields.word(row, "judge") for row in items}
    return {
        "drawn": len(drawn), "left_out": len(items) - len(known), "judges": len(judges), "other_judges": len(judges) - len(shown),
        "torn": sum(scatter.is_torn(row) for row in drawn),
    }  # fmt: skip


def _findings(audit: Audit) -> Sequence[Finding]:
    """What the analysis found about all judges."""
    return next((analysis.findings for analysis in audit.analyses if analysis.name == "rationale"), ())


def _embedder(audit: Audit) -> dict[str, str]:
    """What closeness in meaning was measured with, or why it was not."""
    facts = facts_of(audit, "rationale", "embedder")
    missing = fields.words(facts, "not_measured")
    name, reason, said = (fields.word(facts, key) for key in ("name", "reason", "not_measured"))
    measured = bool(name) and not missing and not said
    why = reason or said or "no embedder was there"
    return {"name": _HASH.sub("", name) if measured else "", "reason": reason, "missing": why, "without": ", ".join(missing)} if facts else {}


def _signals(audit: Audit) -> dict[str, Any]:
    """Agreement by signal, for each judge and criterion, beside what two rationales of different items have in common."""
    rows = block(audit, "rationale", "signals")[: MAX_ROWS * len(SIGNALS)]
    baselines = {(fields.word(row, "judge"), fields.word(row, "criterion")): row for row in block(audit, "rationale", "baseline")[:MAX_ROWS]}
    found: dict[tuple[str, str], dict[str, Any]] = {key: {} for key in baselines}
    for row in rows:
        found.setdefault((fields.word(row, "judge"), fields.word(row, "criterion")), {})[fields.word(row, "signal")] = row
    present = dict.fromkeys(name for cells in found.values() for name in cells)
    names = [name for name in SIGNALS if name in present] + [name for name in present if name not in SIGNALS]
    lines = [
        {
            "judge": judge, "criterion": criterion, "cells": [_signal(name, cells.get(name), baselines.get((judge, criterion), {})) for name in names],
            "pairs": fields.whole(baseline, "n_pairs"), "same": fields.number(baseline, "same_share"), "stock": fields.number(baseline, "stock_share"),
        }
        for (judge, criterion), cells in found.items()
        for baseline in (baselines.get((judge, criterion), {}),)
    ]  # fmt: skip
    return {"names": [SIGNALS.get(name, name.replace("_", " ")) for name in names], "lines": lines}


def _signal(name: str, row: dict[str, Any] | None, baseline: dict[str, Any]) -> dict[str, float | None]:
    between = fields.number(row, "between_items") if row else None
    return {"within": fields.number(row, "agreement") if row else None, "between": fields.number(baseline, name) if between is None else between}


def _kind(row: dict[str, Any]) -> dict[str, Any]:
    kind = fields.word(row, "kind")
    return {
        "kind": KINDS.get(kind, kind or "not said"), "judge": fields.word(row, "judge"), "criteria": fields.words(row, "criteria"),
        "n": fields.whole(row, "n_items"), "value": fields.number(row, "pair_stability"), "interval": formats.interval(fields.number(row, "low"), fields.number(row, "high")),
        "advice": fields.word(row, "advice"),
    }  # fmt: skip


def _between(audit: Audit, groups: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Pairs of judges: how often they agree, and for other reasons, with the first case of each pair."""
    first: dict[tuple[str, str], str] = {}
    for entry in (entry for group in groups if group["flag"] == "same_verdict_other_reasons" for entry in group["cases"]):
        first.setdefault((entry["case"].judge or "", entry["case"].criterion or ""), entry["anchor"])
    return [
        {
            "judges": (pair := fields.word(row, "judges")), "criterion": (criterion := fields.word(row, "criterion")),
            "anchor": first.get((pair, criterion), ""),
            **{name: fields.whole(row, name) for name in ("n_items", "same_verdict", "same_reason", "other_reason")},
        }
        for row in block(audit, "rationale", "between")[:MAX_ROWS]
    ]  # fmt: skip


def _channels(audit: Audit) -> list[dict[str, Any]]:
    """Rationale beside reasoning chain, where there are chains."""
    rows = block(audit, "rationale", "channels")[:MAX_ROWS]
    if all(row.get("channel") != "reasoning" for row in rows):
        return []
    return [
        {
            "judge": fields.word(row, "judge"), "criterion": fields.word(row, "criterion"), "n": fields.whole(row, "n_items"),
            "channel": CHANNELS.get(fields.word(row, "channel"), fields.word(row, "channel")), "value": fields.number(row, "pair_stability"),
        }
        for row in rows
    ]  # fmt: skip
