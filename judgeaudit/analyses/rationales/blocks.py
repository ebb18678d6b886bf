"""Tables of the rationale analysis as audit.json holds them and the page draws them, and the cases of unstable rationales."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from judgeaudit import thresholds
from judgeaudit.analyses.rationales.channels import CONTRADICTING, SAME, SIGNALS, Channel
from judgeaudit.analyses.rationales.measures import mean_or_none
from judgeaudit.analyses.rationales.repeats import Repeats
from judgeaudit.domain.results import Case, Estimate
from judgeaudit.tables import PatternCounts

_LISTED = 20

_PROVEN = {"numbers", "polarity"}
"""What two rationales can be seen to contradict each other by; without any of them it is a likelihood, and not said of a case."""

_STOCK_SAMPLE = 200


def item_rows(every: Sequence[Repeats], patterns: dict[str, PatternCounts]) -> list[dict[str, Any]]:
    """Rows of the block `items`: items that were judged twice, those with the least stable rationale first."""
    rows: list[dict[str, Any]] = []
    for repeats in every:
        strata = _strata(patterns[repeats.criterion])
        for n in np.flatnonzero(~np.isnan(repeats.verdict_agreement)).tolist():
            unstable, share = repeats.rationale_unstable[n], np.nan if repeats.stock else repeats.same_share[n]
            said = repeats.said[n]
            rows.append(
                {
                    "judge": repeats.judge, "criterion": repeats.criterion, "item_id": repeats.items[n], "stratum": strata.get(repeats.items[n]),
                    "replicates": len(said), "verdict_stable": bool(repeats.verdict_stable[n]), "verdict_agreement": float(repeats.verdict_agreement[n]),
                    "rationale_stable": None if np.isnan(unstable) else not unstable, "rationale_agreement": None if np.isnan(share) else float(share),
                    "why": repeats.why(n), "label": _commonest(one.label for one in said),
                }
            )  # fmt: skip
    rows.sort(key=lambda row: (row["rationale_agreement"] is None, not row["verdict_stable"], row["rationale_agreement"] or 0.0))
    return rows[: thresholds.MAX_CASES]


def quadrant_row(repeats: Repeats) -> dict[str, Any]:
    """A row of the block `quadrant`: items by whether verdict and rationale are stable, with the first ids of each corner.

    `no_rationale` counts items whose rationale is neither: fewer than two, or stock phrases.
    """
    judged = ~np.isnan(repeats.verdict_agreement)
    known = judged & ~np.isnan(repeats.rationale_unstable)
    steady, shaky = known & (repeats.rationale_unstable == 0.0), known & (repeats.rationale_unstable == 1.0)
    corners = {
        "stable_stable": repeats.verdict_stable & steady, "stable_unstable": repeats.verdict_stable & shaky,
        "unstable_stable": ~repeats.verdict_stable & steady, "unstable_unstable": ~repeats.verdict_stable & shaky,
    }  # fmt: skip
    ids = {name: [repeats.items[n] for n in np.flatnonzero(inside)[:_LISTED]] for name, inside in corners.items()}
    counts = {name: int(inside.sum()) for name, inside in corners.items()}
    return {"judge": repeats.judge, "criterion": repeats.criterion, **counts, "no_rationale": int((judged & ~known).sum()), "items": ids}


def baseline_row(repeats: Repeats) -> dict[str, Any]:
    """A row of the block `baseline`: what two rationales of different items of this judge look like."""
    chance = repeats.chance
    given = np.concatenate([np.zeros(0, dtype=np.int64), *(place[place >= 0] for place in repeats.places)])
    sample = given[:: max(1, -(-len(given) // _STOCK_SAMPLE))]
    signals = {name: mean_or_none(chance.signals[:, n]) for n, name in enumerate(SIGNALS)}
    return {
        "judge": repeats.judge, "criterion": repeats.criterion, "n_pairs": len(chance.decision),
        "same_share": mean_or_none((chance.decision == SAME).astype(np.float64)), **signals,
        "stock_share": repeats.channel.stock_share(repeats.key, sample) if len(sample) else None,
    }  # fmt: skip


def signal_rows(repeats: Repeats) -> list[dict[str, Any]]:
    """Rows of the block `signals`: agreement of an item's pairs in each signal, beside that of pairs of different items."""
    rows = []
    for n, name in enumerate(SIGNALS):
        values = repeats.signal(name)
        there = ~np.isnan(values)
        of_item = np.where(there.any(axis=1), np.nansum(values, axis=1) / np.maximum(there.sum(axis=1), 1), np.nan)
        rows.append(
            {
                "judge": repeats.judge, "criterion": repeats.criterion, "signal": name, "agreement": mean_or_none(of_item),
                "between_items": mean_or_none(repeats.chance.signals[:, n]), "n_pairs": int(there.sum()),
            }
        )  # fmt: skip
    return rows


def channel_row(channel: Channel, stability: Estimate) -> dict[str, Any]:
    """A row of the block `channels`."""
    return {
        "judge": stability.judge, "criterion": stability.criterion, "channel": channel.name, "n_items": stability.n_items, "pair_stability": stability.value,
    }  # fmt: skip


def unstable_cases(repeats: Repeats) -> list[Case]:
    """A case for each item with a stable verdict and an unstable rationale, those with the fewest pairs of one reason first."""
    found = np.flatnonzero(repeats.verdict_stable & (repeats.rationale_unstable == 1.0))
    cases = []
    for n in sorted(found.tolist(), key=lambda n: (repeats.same_share[n], repeats.items[n])):
        said, pairs = repeats.said[n], repeats.pairs_of_item[n]
        decisions = repeats.related.decision[pairs.start : pairs.stop]
        torn = sum(repeats.related.decision[pair] == CONTRADICTING and bool(_PROVEN & set(repeats.related.why[pair])) for pair in pairs)
        against = f", {torn} contradict each other" if torn else ""
        why = repeats.why(n)
        detail = (
            f"{len(said)} of {len(said)} verdicts are {said[0].label}; {int((decisions == SAME).sum())} of {len(pairs)} pairs of rationales give the same "
            f"reason{against}{_differ(why)}"
        )
        with_text = tuple(one.replicate for one, place in zip(said, repeats.places[n], strict=True) if place >= 0)
        cases.append(
            Case(
                analysis="rationale", flag="stable_verdict_unstable_rationale", judge=repeats.judge, criterion=repeats.criterion, item_id=repeats.items[n],
                replicates=with_text, detail=detail,
            )
        )  # fmt: skip
    return cases


def _differ(why: Sequence[str]) -> str:
    if not why:
        return ""
    singular = len(why) == 1 and why[0] in ("polarity", "evidence", "content")
    return f" ({', '.join(why)} {'differs' if singular else 'differ'})"


def _strata(patterns: PatternCounts) -> dict[str, str]:
    return {item: name for item, pattern in zip(patterns.item_ids, patterns.pattern_of_item, strict=True) if (name := patterns.strata[pattern])}


def _commonest(labels: Iterable[str]) -> str:
    counts = Counter(labels)
    return min(counts, key=lambda label: (-counts[label], label))
