"""Was the judge asked the same thing?"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from judgeaudit.analyses.drifts.inputs import DriftInput, Side

SHOWN = 12
"""Characters of a digest that are shown; where they are the same and the rest is not, it says so."""

Key = tuple[str, str, str]


def prompts(drift: DriftInput) -> list[dict[str, Any]]:
    """Rows of `causes`: the digest of each criterion's prompt, prompts of calls on the same items, and their length in tokens."""
    return [*_digests(drift), *_hashes(drift), *_tokens(drift)]


def _digests(drift: DriftInput) -> list[dict[str, Any]]:
    old, new = drift.before.prompts, drift.now.prompts
    rows = []
    for criterion in sorted({*old, *new}):
        before, after = old.get(criterion), new.get(criterion)
        known = before is not None and after is not None
        note = "" if known else f"not recorded {'in the baseline' if before is None else 'in the current run'}"
        note = "digests of what the rubric says" if known else note
        changed = before != after if known else None
        rows.append({"what": f"prompt of {criterion}", "before": _short(before), "after": _short(after), "changed": changed, "note": note})
    return rows


def _short(digest: str | None) -> str | None:
    return None if digest is None else digest.removeprefix("rubric:")[:SHOWN]


def _hashes(drift: DriftInput) -> list[dict[str, Any]]:
    """Of anchors whose calls have a digest of their prompt in both runs: how many have another one."""
    old, new = _of_calls(drift.before), _of_calls(drift.now)
    both = sorted(old.keys() & new.keys())
    if not both:
        return []
    # A digest of the rubric says nothing beside one of the call itself.
    pairs = [(old[key], new[key]) for key in both]
    alike = [pair for pair in pairs if len({digest.startswith("rubric:") for side in pair for digest in side}) == 1]
    if not alike:
        return []
    other = sum(before.isdisjoint(after) for before, after in alike)
    note = f"{other:,} of {len(alike):,} prompts of the same item, criterion and order differ" + (
        "; the prompt's words, or the item's own texts" if other else ""
    )
    said = f"{len(alike):,} prompts"
    return [
        {"what": "prompts of the same items", "before": said, "after": f"{other:,} of them are others" if other else said, "changed": other > 0, "note": note}
    ]


def _of_calls(side: Side) -> dict[Key, set[str]]:
    table = side.anchors.filter(pc.equal(pc.fill_null(side.anchors["probe"], ""), ""))
    found: dict[Key, set[str]] = {}
    columns = ["item_id", "criterion", "order", "prompt_hash"]
    for row in table.group_by(columns, use_threads=False).aggregate([]).to_pylist():
        if row["prompt_hash"]:
            found.setdefault((row["item_id"], row["criterion"] or "", row["order"] or ""), set()).add(row["prompt_hash"])
    return found


def _tokens(drift: DriftInput) -> list[dict[str, Any]]:
    """Median length of the prompts of items that both runs have it of: it hangs on the prompt and on how the model counts."""
    old, new = (_lengths(side.anchors) for side in (drift.before, drift.now))
    both = sorted(old.keys() & new.keys())
    if not both:
        return []
    other = sum(old[key] != new[key] for key in both)
    before, after = (f"{np.median([of_one[key] for key in both]):g} tokens" for of_one in (old, new))
    # Half of the items: a provider may count one text in a hundred otherwise, and a new prompt or tokenizer changes nearly all.
    note = f"median; {other:,} of {len(both):,} prompts of the same items have another length" + (
        "; another prompt, or a model that counts otherwise" if other else ""
    )
    return [{"what": "length of prompts", "before": before, "after": after, "changed": other > len(both) / 2, "note": note}]


def _lengths(table: pa.Table) -> dict[Key, float]:
    table = table.filter(pc.and_(pc.equal(pc.fill_null(table["probe"], ""), ""), pc.greater(pc.fill_null(table["prompt_tokens"], 0), 0)))
    found = table.group_by(["item_id", "criterion", "order"], use_threads=False).aggregate([("prompt_tokens", "min")]).to_pylist()
    return {(row["item_id"], row["criterion"] or "", row["order"] or ""): float(row["prompt_tokens_min"]) for row in found}
