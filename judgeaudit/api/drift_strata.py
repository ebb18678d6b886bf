"""The stratum of each item in a comparison of two runs: the baseline's, wherever it says one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judgeaudit.api.drift_runs import SIDES, Run, plain_rows
from judgeaudit.domain.results import Finding

MOST_NAMED = 3


def strata_of(old: Run, new: Run) -> tuple[Mapping[str, str], tuple[Finding, ...]]:
    """The stratum of every item that has one, and warnings of items that have two.

    Verdicts of an item must stand in one stratum in both runs, or a change would be counted in a stratum in which it was not made. Within a run
    what its items say counts before the column of its verdicts, and of two strata in that column the first by name.
    """
    sides = [_of_run(run) for run in (old, new)]
    found = [_twice(side, twice) for side, (_, twice) in zip(SIDES, sides, strict=True) if twice]
    (before, _), (now, _) = sides
    other = sorted(item for item, name in before.items() if now.get(item, name) != name)
    if other:
        named = ", ".join(f"{item!r} ({before[item]}, now {now[item]})" for item in other[:MOST_NAMED]) + (" ..." if len(other) > MOST_NAMED else "")
        text = f"{len(other):,} items have another stratum in the current run than in the baseline, and count in that of the baseline: {named}."
        found.append(Finding(severity="warning", text=text))
    return {**now, **before}, tuple(found)


def _of_run(run: Run) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Strata by item, and the items whose verdicts name two."""
    names: dict[str, set[str]] = {}
    for row in _pairs(plain_rows(run.evidence.table)):
        if row["stratum"]:
            names.setdefault(row["item_id"], set()).add(row["stratum"])
    by_items = {item.id: item.stratum for item in run.evidence.items if item.stratum}
    twice = {item: sorted(those) for item, those in names.items() if len(those) > 1 and item not in by_items}
    return {item: min(those) for item, those in names.items()} | by_items, twice


def _pairs(table: Any) -> list[dict[str, Any]]:
    pairs = table.select(["item_id", "stratum"]).group_by(["item_id", "stratum"], use_threads=False).aggregate([])
    return list(pairs.to_pylist())


def _twice(side: str, twice: Mapping[str, list[str]]) -> Finding:
    named = ", ".join(f"{item!r} ({', '.join(names)})" for item, names in [*twice.items()][:MOST_NAMED]) + (" ..." if len(twice) > MOST_NAMED else "")
    text = f"{side}: {len(twice):,} items have verdicts in two strata, and count in the first by name: {named}."
    return Finding(severity="warning", text=text)
