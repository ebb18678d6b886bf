"""Anchors whose verdict changed, and labels that only one run has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import zip_longest

import numpy as np

from judgeaudit import thresholds
from judgeaudit.analyses.drifts.inputs import BASELINE, CURRENT, DriftInput
from judgeaudit.analyses.drifts.measured import item_means
from judgeaudit.analyses.drifts.versions import Versions
from judgeaudit.analyses.parts import Part, listed, tally
from judgeaudit.domain.results import Case, Finding
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray

FLAG = "flipped_anchor"

ROUNDING = 1e-9


def flipped(part: Part, drift: DriftInput, both: Versions) -> tuple[Case, ...]:
    """Cases `flipped_anchor`: items whose commonest verdict (mean score) changed, those whose verdicts differ most first."""
    moved, size = _moved(part, both)
    replicates = np.array(part.patterns.replicates(CURRENT) or (0,))
    # Worst first, and by id among equals: the order of patterns says nothing.
    patterns = np.flatnonzero(moved & (part.weights > 0))
    said = {int(n): _detail(part, both, int(n)) for n in patterns}
    named = sorted(
        (-round(float(size[n]), 9), item, int(n)) for item, n in zip(part.patterns.item_ids, part.patterns.pattern_of_item.tolist(), strict=True) if n in said
    )
    return tuple(
        Case(
            analysis="drift", flag=FLAG, judge=drift.judge, criterion=part.criterion, item_id=item, detail=said[n],
            replicates=tuple(int(r) for r in replicates[~np.isnan(both.new[n])]),
        )
        for _, item, n in named[: thresholds.MAX_CASES]
    )  # fmt: skip


def in_turn(cases: Iterable[Case]) -> tuple[Case, ...]:
    """Cases of each judge and criterion in turn, so that the first of them are of all; those of one keep their order."""
    groups: dict[tuple[str | None, str | None], list[Case]] = {}
    for case in cases:
        groups.setdefault((case.judge, case.criterion), []).append(case)
    return tuple(case for row in zip_longest(*groups.values()) for case in row if case is not None)


def flips_in_words(part: Part, drift: DriftInput, both: Versions) -> list[Finding]:
    """How many anchors have another verdict (mean score) now, and in which directions most of them moved."""
    moved, _ = _moved(part, both)
    n = int(part.weights[moved].sum())
    if not n:
        return []
    old, new = (side[moved] for side in _decided(both))
    counts: Counter[str] = Counter()
    for before, now, times in zip(old.tolist(), new.tolist(), part.weights[moved].tolist(), strict=True):
        counts[_way(part, before, now)] += times
    ways = listed(tuple(f"{way} {times:,}" for way, times in sorted(counts.items(), key=lambda one: (-one[1], one[0]))))
    listing = f" The {thresholds.MAX_CASES:,} that differ most are listed." if n > thresholds.MAX_CASES else ""
    text = f"{drift.judge} says something else now about {n:,} of {both.n_both:,} anchors of {part.criterion}: {ways}.{listing}"
    return [Finding(severity="note", text=text, judge=drift.judge, criterion=part.criterion)]


def _way(part: Part, before: float, now: float) -> str:
    if part.scale.labels is None:
        return "higher" if now > before else "lower"
    return " -> ".join(part.scale.label(code) if np.isfinite(code) else "no majority" for code in (before, now))


def _decided(both: Versions) -> tuple[FloatArray, FloatArray]:
    """The commonest verdict of each version; infinite where its verdicts are tied, NaN where there is none."""
    old, new = (
        np.where(np.isnan(side) & (~np.isnan(codes)).any(axis=1), np.inf, side) for side, codes in zip(both.decided(), (both.old, both.new), strict=True)
    )
    return old, new


def _moved(part: Part, both: Versions) -> tuple[BoolArray, FloatArray]:
    """Patterns that count as flipped, and how far they moved."""
    scale = part.scale
    old, new = _decided(both)
    if scale.level != "interval":
        return np.asarray(~np.isnan(old) & ~np.isnan(new) & (old != new)), both.between()
    away = np.nan_to_num(np.abs(item_means(both.new) - item_means(both.old)))
    # What counts as another verdict in `excess_flip_rate` is listed, and nothing else; on a scale with steps a mean that moved by half of one.
    moved = away > both.near * (1 + ROUNDING) if both.near is not None else away >= (scale.step or 0.0) / 2 * (1 - ROUNDING)
    return np.asarray(moved & (away > 0)), away


def _detail(part: Part, both: Versions, pattern: int) -> str:
    old, new = both.old[pattern], both.new[pattern]
    gold = float(part.patterns.gold[pattern])
    right = "" if np.isnan(gold) else f" (gold {part.scale.label(gold)})"
    return f"{_said(part, old)} -> {_said(part, new)}{right}"


def _said(part: Part, codes: FloatArray) -> str:
    given = codes[~np.isnan(codes)]
    return part.scale.label(float(given[0])) if len(given) == 1 else tally(codes, part.scale)


def only_one_run(part: Part, drift: DriftInput, both: Versions) -> list[Finding]:
    """Labels that one version gave and the other never did."""
    if part.scale.labels is None:
        return []
    inside = part.weights > 0
    given = [set(np.unique(codes[inside][~np.isnan(codes[inside])]).tolist()) for codes in (both.old, both.new)]
    found = []
    for here, there, where, other in ((given[0], given[1], BASELINE, "now"), (given[1], given[0], "current run", "in the baseline")):
        only = tuple(repr(part.scale.label(code)) for code in sorted(here - there))
        if only and there:
            text = f"{drift.judge} gave {listed(only)} on {part.criterion} in the {where}, and never {other}."
            found.append(Finding(severity="warning", text=text, judge=drift.judge, criterion=part.criterion))
    return found
