"""The answer of the probe `position` where flips alone do not give it: which of the two places is preferred."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judgeaudit.analyses.biases.position_words import of_places

Row = dict[str, Any]
READ = ("biased", "inconclusive", "not_beyond_margin")
"""Answers of a probe that was measured; what was not is left to who reads the block `position`."""


def with_places(rows: Sequence[Row], places: Sequence[Row]) -> list[Row]:
    """Rows of the block `probes`, those of `position` with what the exact test of the two places says.

    Parameters
    ----------
    rows : sequence of dict
        Of the block `probes`.
    places : sequence of dict
        Of the block `position`.

    Returns
    -------
    list of dict
        A judge that clearly prefers a place, and not wholly within the margin, is biased whatever its flips say: a verdict that goes to the first place now and
        then flips as often between reruns. Flips within the margin are an all-clear only where the preference for a place is within it too.
    """
    found = {(row["judge"], row["criterion"]): row for row in places if row.get("consistency") is not None}
    return [_with(row, found.get((row["judge"], row["criterion"]))) if row["probe"] == "position" and row["answer"] in READ else row for row in rows]


def _with(row: Row, place: Row | None) -> Row:
    if place is None or place["fairness_low"] is None:
        return row
    within = place["fairness_low"] >= -row["margin"] and place["fairness_high"] <= row["margin"]
    if within or row["answer"] == "biased":
        return row
    if place["clear"]:
        told = f"{of_places(place, place['p_adjusted'])}: it prefers a place, which flips beyond rerun noise do not show"
        return {**row, "answer": "biased", "p": place["p"], "p_adjusted": place["p_adjusted"], "smallest": None, "n_items_needed": None, "read": told}
    if row["answer"] == "not_beyond_margin":
        told = f"{of_places(place, place['p_adjusted'])}: flips beyond rerun noise lie within the margin, and which place is preferred may not"
        return {**row, "answer": "inconclusive", "read": told}
    return row
