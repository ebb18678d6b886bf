"""Items that the baseline has and the current run does not: nobody can tell those that were not asked again from those that were not answered."""

from __future__ import annotations

from dataclasses import replace

import pyarrow.compute as pc

from judgeaudit.analyses.drifts.inputs import DriftInput
from judgeaudit.analyses.drifts.measured import Measure
from judgeaudit.analyses.parts import Part, percent
from judgeaudit.domain.results import Finding


def with_lost(part: Part, drift: DriftInput, measure: Measure) -> tuple[Measure, tuple[Finding, ...]]:
    """`answered_shift` with a lower end for the case that every lost item was asked again and not answered, and a warning that says so.

    Items of the baseline alone are lost, and no production, where the current run has no item of its own, or where the baseline is a folder of
    anchors. What the shift is, and whether it is chance, is of the items that both runs have; that it is within the margin must hold in the worst case.
    """
    estimate, tested = measure
    n = n_lost(part, drift)
    if not n or tested.low is None or tested.inner_low is None:
        return measure, ()
    seen = tested.n_items / (tested.n_items + n)
    low, inner_low = (end * seen - (1 - seen) for end in (tested.low, tested.inner_low))
    words = f"{estimate.method}; lower end as if the {n:,} items of the baseline without a row now had been asked and not answered"
    found = estimate.model_copy(update={"low": low, "method": words}), replace(tested, low=low, inner_low=inner_low)
    if part.stratum is not None:
        return found, ()
    text = (
        f"{n:,} of {tested.n_items + n:,} items of the baseline ({percent(1 - seen)}) have no row of {drift.judge} on {part.criterion} now, and the current run has "
        "no others in their place: the judge may have failed on just these. Give a row without a verdict for calls that failed; items that nobody asked again "
        "are to be left out of the baseline."
    )
    return found, (Finding(severity="warning", text=text, judge=drift.judge, criterion=part.criterion),)


def n_lost(part: Part, drift: DriftInput) -> int:
    """Items of a part that only the baseline has."""
    if drift.now.production.num_rows and not drift.frozen:
        return 0
    rows = drift.before.production
    rows = rows.filter(pc.equal(rows["criterion"], part.criterion))
    ids = set(rows["item_id"].unique().to_pylist())
    if part.stratum is None:
        return len(ids)
    own = {item: name for item, name in zip(rows["item_id"].to_pylist(), rows["stratum"].to_pylist(), strict=True) if name}
    items = drift.data.items
    return sum(((items[item].stratum if item in items else None) or own.get(item)) == part.stratum for item in ids)
