"""Tables that are too large to hold: what is read from the rows of a random sample of items, and how that is said."""

from __future__ import annotations

import dataclasses

import numpy as np

from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.domain.results import AnalysisOutput, Finding
from judgeaudit.tables import PatternCounts

ON_SAMPLE = frozenset({"rationale", "evidence", "bias", "injection"})
"""Analyses that read single rows. Their intervals count items, those of the sample, and so hold the error of sampling."""

PARTLY = {
    "identity": "Served models and fingerprints are counted over all rows; prompts, and flips across fingerprints, are those of",
    "coverage": "Rates are over all rows; rows of probes that are there twice are looked for in",
}


def on_sample(data: AnalysisInput) -> AnalysisInput:
    """The input with the sampled items alone, as if there were no others."""
    if data.whole is None:
        return data
    sampled = set(data.table["item_id"].unique().to_pylist())
    return dataclasses.replace(data, patterns={name: _only(patterns, sampled) for name, patterns in data.patterns.items()})


def _only(patterns: PatternCounts, sampled: set[str]) -> PatternCounts:
    """The pattern counts of some of the items."""
    items = np.array([i for i, item in enumerate(patterns.item_ids) if item in sampled], dtype=np.intp)
    which = patterns.pattern_of_item[items]
    shown, pattern_of = np.unique(which, return_inverse=True)
    return dataclasses.replace(
        patterns, patterns=patterns.patterns[shown], gold=patterns.gold[shown], strata=tuple(patterns.strata[i] for i in shown),
        counts=np.bincount(pattern_of, minlength=len(shown)).astype(np.int64), pattern_of_item=pattern_of.astype(np.intp),
        item_ids=tuple(patterns.item_ids[i] for i in items), clusters=tuple(patterns.clusters[i] for i in items),
        numbers=None if patterns.numbers is None else {name: values[items] for name, values in patterns.numbers.items()},
        systems=None if patterns.systems is None else tuple(patterns.systems[i] for i in items) if patterns.systems else (),
    )  # fmt: skip


def said(output: AnalysisOutput, data: AnalysisInput) -> AnalysisOutput:
    """The output with a finding that says which share of the items it is about, where that is not all of them."""
    name = output.analysis.name
    if data.whole is None or output.analysis.status != "measured" or name not in {*ON_SAMPLE, *PARTLY}:
        return output
    if name == "coverage" and not data.whole.tallies.probes:
        return output
    n_sampled, n_items = len(data.table["item_id"].unique()), n_items_of(data)
    if n_sampled >= n_items:
        return output
    about = f"{n_sampled:,} of {n_items:,} items ({100 * n_sampled / n_items:.2g} %), drawn at random, every stratum in its share"
    head = (
        f"{PARTLY[name]} {about}."
        if name in PARTLY
        else f"Measured on all rows of {about}; counts are those of the sample, and the intervals hold the error of drawing it."
    )
    found = Finding(severity="note", text=head)
    return output.model_copy(update={"analysis": output.analysis.model_copy(update={"findings": (found, *output.analysis.findings)})})


def n_items_of(data: AnalysisInput) -> int:
    """Items of the whole table, over all criteria."""
    ids = [patterns.item_ids for patterns in data.patterns.values()]
    return len(ids[0]) if len(ids) == 1 else len({item for one in ids for item in one})
