"""Rationales of flipped anchors, reason by reason: what either version says of the same thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from judgeaudit import thresholds
from judgeaudit.analyses.drifts.inputs import BASELINE, CURRENT, DriftInput
from judgeaudit.analyses.rationales.alignment import Column, align
from judgeaudit.analyses.rationales.channels import read_channel
from judgeaudit.analyses.rationales.repeats import Key
from judgeaudit.analyses.rationales.rows import Said
from judgeaudit.domain.results import Case

SHOWN = (f" ({BASELINE})", f" ({CURRENT})")
"""What stands behind the judge's name in the replies of a case."""


def side_by_side(drift: DriftInput, said: Mapping[Key, Sequence[Said]], cases: Sequence[Case]) -> list[dict[str, Any]]:
    """Rows of the block `alignment`, as the rationale analysis makes them: one for each of the first `thresholds.MAX_READ_ANCHORS` flipped anchors,
    as far as their rationales are together at most `thresholds.MAX_DRIFT_ALIGNED`.

    Columns are the rationales of the baseline and behind them those of the current run, under the names that the replies of the case carry.
    Empty where no texts are embedded. Words of one version that mean the same find each other with `drift.data.embed` only.
    """
    if not drift.data.texts:
        return []
    wanted = dict.fromkeys((case.criterion or "", case.item_id or "") for case in cases)
    listed = _first(list(wanted)[: thresholds.MAX_READ_ANCHORS], said)
    inside = set(listed)
    chosen = {key: [one for one in rows if one.text and (key[0], one.item) in inside] for key, rows in said.items()}
    channel = read_channel(replace(drift.data, embed=None), chosen, "rationale")
    columns: dict[tuple[str, str], list[Column]] = {one: [] for one in listed}
    for version, ending in zip((BASELINE, CURRENT), SHOWN, strict=True):
        for criterion in dict.fromkeys(criterion for criterion, _ in listed):
            key = criterion, version
            for one, place in zip(chosen.get(key, ()), channel.places.get(key, ()), strict=True):
                if place >= 0:
                    columns[criterion, one.item].append(Column(drift.judge + ending, one.replicate, channel.readings[int(place)]))
    return align(drift.data, [(drift.judge, criterion, item, columns[criterion, item]) for criterion, item in listed])


def _first(cases: Sequence[tuple[str, str]], said: Mapping[Key, Sequence[Said]]) -> list[tuple[str, str]]:
    """The first cases, of which the rationales are together at most `thresholds.MAX_DRIFT_ALIGNED`: each of their reasons is embedded."""
    wanted = set(cases)
    size = Counter(place for (criterion, _), rows in said.items() for one in rows if one.text and (place := (criterion, one.item)) in wanted)
    return [case for case, n in zip(cases, accumulate(size[case] for case in cases), strict=True) if n <= thresholds.MAX_DRIFT_ALIGNED]
