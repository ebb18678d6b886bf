"""Did the mix of items change, and the share of calls that give a verdict?"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pyarrow as pa

from judgeaudit.analyses.drifts.inputs import DriftInput
from judgeaudit.analyses.parts import listed, percent

MOST_NAMED = 6


def mixes(drift: DriftInput) -> list[dict[str, Any]]:
    """Rows of `causes` on production items (the strata and how many of each) and on calls with a verdict (all calls of each run).

    The mix counts as changed where a chi-square test of strata by run has p under alpha; items, not verdicts, are counted.
    """
    return [*_strata(drift), *_answered(drift)]


def _strata(drift: DriftInput) -> list[dict[str, Any]]:
    old, new = (_counts(drift, side.production) for side in (drift.before, drift.now))
    names = sorted({*old, *new} - {""})
    if not names or not old or not new:
        return []
    p = _chi_square([[counts[name] for name in sorted({*old, *new})] for counts in (old, new)])
    note = f"{old.total():,} and {new.total():,} production items; p = {p:.2g} (chi-square)"
    before, after = (_shares(counts, sorted({*old, *new})) for counts in (old, new))
    return [{"what": "mix of items", "before": before, "after": after, "changed": p < drift.alpha, "note": note}]


def _counts(drift: DriftInput, table: pa.Table) -> Counter[str]:
    """Items of each stratum: of the items file, else of the table; "" where there is none."""
    of_item: dict[str, str] = {}
    for row in table.select(["item_id", "stratum"]).group_by(["item_id", "stratum"], use_threads=False).aggregate([]).to_pylist():
        item = drift.data.items.get(row["item_id"])
        of_item[row["item_id"]] = (item.stratum if item is not None else None) or of_item.get(row["item_id"]) or row["stratum"] or ""
    return Counter(of_item.values())


def _shares(counts: Counter[str], names: list[str]) -> str:
    total = counts.total()
    return listed(tuple(f"{name or 'no stratum'} {percent(counts[name] / total)}" for name in names), at_most=MOST_NAMED)


def _chi_square(rows: list[list[int]]) -> float:
    """p value of Pearson's test that two rows of counts have the same shares; columns without any are left out."""
    from scipy.special import chdtrc

    table = np.array(rows, dtype=np.float64)
    table = table[:, table.sum(axis=0) > 0]
    if table.shape[1] < 2:
        return 1.0
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    return float(chdtrc(table.shape[1] - 1, float(((table - expected) ** 2 / expected).sum())))


def _answered(drift: DriftInput) -> list[dict[str, Any]]:
    """Calls with a verdict, on anchors: the same items, so that a change is the judge's. What tests it is `answered_shift`."""
    shares, said = [], []
    for side in (drift.before, drift.now):
        n, ok = side.anchors.num_rows, side.anchors["status"].to_pylist().count("ok")
        if not n:
            return []
        shares.append(ok / n)
        said.append(f"{percent(ok / n)} of {n:,} calls")
    changed = None if said[0] != said[1] and shares[0] != shares[1] else False
    return [
        {
            "what": "calls with a verdict",
            "before": said[0],
            "after": said[1],
            "changed": changed,
            "note": "on anchors; see answered_shift for whether it is chance",
        }
    ]
