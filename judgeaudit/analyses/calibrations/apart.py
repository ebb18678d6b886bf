"""Systems that differ: corrections of all items that are put together from each system's own, or are not there at all."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit.analyses.calibrations.carried import picked
from judgeaudit.analyses.parts import Part, listed
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray

Row = dict[str, Any]
Found = tuple[Row, Estimate]

NO_SYSTEM = ""
"""The system of items of which no row names one: where systems differ these are taken as one of their own."""

MISLEADS = "one calibration for all systems misleads"
UNCORRECTED = ("raw", "labels_only", "labels_all")
"""Methods that need no error rates, and stay as they are."""


def of_systems(whole: Sequence[Found], own: Sequence[Found], *, linked: bool) -> list[Found]:
    """Rows over all items with every correction put together from the systems' own, by their judged items (of the rate of items without gold: by these).

    Undefined, with what is missing, where a system that counts has no label, or no correction of its own. Interval: squares of the distances to the
    ends added (Newcombe 1998, method 10; Zou & Donner 2008); where items of several systems share a cluster (`linked`) the distances themselves, which
    is too wide unless the systems' errors go together.
    """
    by_system: dict[str, dict[str, Found]] = {}
    for row, one in own:
        by_system.setdefault(row["system"], {})[row["method"]] = row, one
    found = []
    for row, one in whole:
        each = [rows.get(row["method"], (rows["raw"][0], Estimate.missing("it has none"))) for rows in by_system.values()]
        found.append((row, one) if row["method"] in UNCORRECTED else _together((row, one), each, linked))
    return found


def own_only(found: Found) -> Found:
    """A row of one system, undefined where it was corrected by other systems' errors."""
    row, one = found
    if row["method"] in UNCORRECTED or row["n_labelled"]:
        return found
    return _undefined(row, one, f"no item of this system has gold, and {MISLEADS}: label some of its items")


def _undefined(row: Row, found: Estimate, reason: str) -> Found:
    found = found.model_copy(update={"value": None, "low": None, "high": None, "ci_level": None, "undefined": reason, "method": "", **_raw(found, None)})
    return {**row, "value": None, "low": None, "high": None, "raw_value": None, "note": reason, "outside": False, "apart": True}, found


def _together(whole: Found, own: Sequence[Found], linked: bool) -> Found:
    row, found = whole
    rest = row["method"] == "rogan_gladen" and row["n_unlabelled"]
    weighed = [(one["n_unlabelled"] if rest else one["n_labelled"] + one["n_unlabelled"], one, each) for one, each in own]
    weighed = [part for part in weighed if part[0]]
    n_items = sum(part[0] for part in weighed)
    reason = _why_not(weighed)
    if reason is not None:
        return _undefined(row, found, reason)
    shares = [part[0] / n_items for part in weighed]
    estimates = [part[2] for part in weighed]
    value = float(sum(share * (one.value or 0.0) for share, one in zip(shares, estimates, strict=True)))
    low, high = _ends(value, shares, estimates, linked)
    said = ", ".join(f"{_named(part[1])} ({part[0]:,} items)" for part in weighed)
    head = found.method.partition(":")[0] if found.method.startswith("of ") else f"of all {n_items:,} judged items"
    method = f"{head}: put together from the corrections of {said} by themselves, because {MISLEADS}"
    update = {"value": value, "low": low, "high": high, "undefined": None, "method": method, **_raw(found, value)}
    found = found.model_copy(update={**update, "ci_level": estimates[0].ci_level if low is not None else None})
    return {**row, "value": value, "low": low, "high": high, "raw_value": value, "note": method, "outside": False, "apart": True}, found


def _raw(found: Estimate, value: float | None) -> Row:
    return {"raw": value} if hasattr(found, "raw") else {}


def _why_not(weighed: Sequence[tuple[int, Row, Estimate]]) -> str | None:
    alone = [_named(row) for _, row, _ in weighed if not row["n_labelled"]]
    if alone:
        return (
            f"{MISLEADS}, and {listed(tuple(alone))} {'have' if len(alone) > 1 else 'has'} no gold: label some of {'their' if len(alone) > 1 else 'its'} items"
        )
    open_ = [(row, found) for _, row, found in weighed if found.value is None]
    return f"{MISLEADS}, and of {_named(open_[0][0])} by itself it is not known: {open_[0][1].undefined}" if open_ else None


def _ends(value: float, shares: Sequence[float], estimates: Sequence[Estimate], linked: bool) -> tuple[float | None, float | None]:
    if any(one.low is None or one.high is None or one.value is None for one in estimates):
        return None, None
    below, above = (
        [share * abs((one.value or 0.0) - (end or 0.0)) for share, one, end in zip(shares, estimates, ends, strict=True)]
        for ends in ([one.low for one in estimates], [one.high for one in estimates])
    )
    add = sum if linked else (lambda distances: sqrt(sum(each**2 for each in distances)))
    return value - float(add(below)), value + float(add(above))


def _named(row: Row) -> str:
    return str(row["system"]) or "items of no system"


def linked(part: Part, systems: NDArray[np.str_]) -> bool:
    """Whether items of several systems share a cluster."""
    of_cluster: dict[str, str] = {}
    return any(name and of_cluster.setdefault(name, str(system)) != system for name, system in zip(part.patterns.clusters, systems, strict=True))


def picked_within(
    part: Part, judge: str, ratings: FloatArray, ends: tuple[float, float], systems: NDArray[np.str_], looked_at: BoolArray
) -> dict[str, Any] | None:
    """`picked` where systems differ: within each system, of which the first is returned that fails; that systems were labelled unevenly says nothing."""
    names = [str(name) for name in np.unique(systems)]
    found = [picked(part, judge, np.where((systems == name)[None, :, None], ratings, np.nan), ends, looked_at=looked_at, n_looks=len(names)) for name in names]
    known = [one for one in found if one is not None]
    return next((one for one in known if one["verdict"] == "fails"), next(iter(known), None))
