"""May the errors that a judge makes on the items of some systems be carried over to another system?"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit import stats, thresholds
from judgeaudit.analyses.calibrations.by_item import over_items
from judgeaudit.analyses.calibrations.youden import youden_of
from judgeaudit.analyses.parts import Part
from judgeaudit.domain.results import Estimate
from judgeaudit.domain.rubric import Scale
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray
from judgeaudit.stats.shapes import Corrected


def is_share(scale: Scale) -> bool:
    """Whether what is corrected is the share of a label rather than a mean."""
    return scale.level == "nominal"


def n_shares(scale: Scale) -> int:
    """How many shares of labels are looked at: of two labels one says both; a mean is one number."""
    return len(scale.labels) if is_share(scale) and not scale.two_labels and scale.labels is not None else 1


def carried_estimate(part: Part, judge: str, ratings: FloatArray, ends: tuple[float, float], system: str, systems: NDArray[np.str_]) -> Estimate:
    """The rate (or mean) of one system's items without their gold, by the errors on the labelled items of all other systems.

    Labels without order: Rogan and Gladen's, which carries over how often the judge is wrong on each class and not how frequent the class is. Ordered
    scales: PPI with the whole of the judge, which carries over by how much its scores are off.
    """
    own = systems == system
    hidden = ratings.copy()
    hidden[:, own, 1] = np.nan
    return _by_others(part, judge, hidden, own, ends)


def _by_others(part: Part, judge: str, hidden: FloatArray, own: BoolArray, ends: tuple[float, float]) -> Estimate:
    keep = own | ~np.isnan(hidden[0, :, 1])
    if is_share(part.scale):
        return over_items(part, "corrected_rate_rogan_gladen", stats.rogan_gladen, hidden, judge=judge, keep=keep, level="nominal", labels=ends)
    return over_items(part, "corrected_mean_ppi", stats.ppi_mean, hidden, judge=judge, keep=keep, level="interval", labels=ends, lam=1.0)


def carried(part: Part, judge: str, ratings: FloatArray, ends: tuple[float, float], system: str, systems: NDArray[np.str_]) -> dict[str, Any] | None:
    """What a calibration that was carried over says of a system's labelled items, less what their own labels say (the residual).

    Returns
    -------
    dict or None
        Row of the block `carried`, with `verdict` "holds" (the residual's interval lies within the margin), "fails" (it leaves out 0 and the
        residual is beyond the margin, or sensitivity plus specificity clearly differs) or "undecided". None where the system or all others have
        no labelled item.

    Notes
    -----
    Interval: squares of the distances to the ends added (Newcombe 1998, method 10), as if the two were of different items; they are of the
    same ones, so that it is rather too wide. Its level allows for the number of systems and of labels (Bonferroni).
    """
    both = ~np.isnan(ratings[0]).any(axis=1)
    mine, others = both & (systems == system), both & (systems != system)
    if not mine.any() or not others.any():
        return None
    part = _stricter(part, len(np.unique(systems[both])) * n_shares(part.scale))
    own = over_items(part, "labels_only", labels_only, ratings, judge=judge, keep=mine, level="interval", labels=ends)
    hidden = np.where((mine | others)[None, :, None], ratings, np.nan)
    hidden[:, mine, 1] = np.nan
    found = _by_others(part, judge, hidden, mine, ends)
    row: dict[str, Any] = {
        "judge": judge, "criterion": part.criterion, "system": system, "n_items": part.patterns.n_of(mine), **_ends("carried", found), **_ends("own", own),
        "margin": thresholds.CARRY_MARGIN * (ends[1] - ends[0]),
    }  # fmt: skip
    row |= _residual(row, _n_units(part, mine), found.undefined)
    return row | _information(part, judge, ratings, (mine, others), row)


def _stricter(part: Part, n_looks: int) -> Part:
    """The same with intervals that hold together in so many looks (Bonferroni)."""
    return replace(part, data=replace(part.data, ci_level=1 - (1 - part.data.ci_level) / n_looks))


def _information(part: Part, judge: str, ratings: FloatArray, sides: tuple[BoolArray, BoolArray], row: dict[str, Any]) -> dict[str, Any]:
    """Sensitivity plus specificity less 1 on the system's items and on the others', and a verdict "fails" where the two clearly differ."""
    if not is_share(part.scale):
        return {}
    own, others = (_youden(part, judge, ratings, keep) for keep in sides)
    known = {"youden": own and own[0], "youden_others": others and others[0], "no_information": own is not None and _no_information(own, row["n_items"])}
    if own is None or others is None:
        return known
    away = own[0] - others[0]
    low = away - sqrt((own[0] - own[1]) ** 2 + (others[2] - others[0]) ** 2)
    high = away + sqrt((own[2] - own[0]) ** 2 + (others[0] - others[1]) ** 2)
    differs = abs(away) > row["margin"] and (low > 0 or high < 0)
    return {**known, "verdict": "fails" if differs else row["verdict"]}


def _no_information(own: tuple[float, float, float], n_items: int) -> bool:
    """Whether the judge does no better than a coin on a system, or is not shown to on items enough for a routing rule of its own."""
    return own[0] <= 0 or (own[1] <= 0 and n_items >= thresholds.MIN_ITEMS_FOR_RISK)


def _youden(part: Part, judge: str, ratings: FloatArray, keep: BoolArray) -> tuple[float, float, float] | None:
    found = over_items(part, "youden", stats.rogan_gladen, ratings, judge=judge, keep=keep, level="nominal", labels=(0.0, 1.0))
    assert isinstance(found, Corrected)
    return youden_of(found)


def picked(
    part: Part, judge: str, ratings: FloatArray, ends: tuple[float, float], *, looked_at: BoolArray | None = None, n_looks: int = 1
) -> dict[str, Any] | None:
    """What the judge says of labelled items (`carried`) less what it says of the others (`own`), with a verdict as in `carried`.

    None where there are not both. A difference says that labelled items are no random sample, which is all that the corrections ask for. Items that
    people labelled and left undecided (`looked_at`) were drawn to be labelled like the others: whether these were drawn at random is what is asked.
    """
    has_verdict, has_gold = ~np.isnan(ratings[0, :, 0]), ~np.isnan(ratings[0, :, 1])
    drawn = has_gold if looked_at is None else has_gold | looked_at
    masks = has_verdict & drawn, has_verdict & ~drawn
    if not all(mask.any() for mask in masks):
        return None
    part = _stricter(part, n_shares(part.scale) * n_looks)
    verdicts = np.stack([np.full_like(ratings[..., 0], np.nan), ratings[..., 0]], axis=2)  # in gold's place, of which labels alone are the mean
    labelled, rest = (
        over_items(part, "judged_mean", labels_only, verdicts, judge=judge, keep=mask, level="interval", labels=ends) for mask in masks
    )  # fmt: skip
    row = {"margin": thresholds.CARRY_MARGIN * (ends[1] - ends[0]), **_ends("carried", labelled), **_ends("own", rest)}
    return {**row, **_residual(row, min(_n_units(part, mask) for mask in masks), None)}


def labels_only(ratings: FloatArray, **options: Any) -> Estimate:
    """The mean of gold, without the judge."""
    return stats.ppi_mean(ratings, **options).part("labels_only")


def _ends(name: str, found: Estimate) -> dict[str, Any]:
    return {name: found.value, f"{name}_low": found.low, f"{name}_high": found.high}


def _n_units(part: Part, mine: BoolArray) -> int:
    """Independent items: clusters where items share one."""
    if not any(part.patterns.clusters):
        return part.patterns.n_of(mine)
    return len({part.patterns.clusters[i] or f"\0{part.patterns.item_ids[i]}" for i in np.flatnonzero(mine)})


def _residual(row: dict[str, Any], n_units: int, undefined: str | None) -> dict[str, Any]:
    if row["carried"] is None or row["carried_low"] is None or row["own_low"] is None:
        return {"residual": None, "low": None, "high": None, "verdict": "undecided", "note": undefined or "no interval"}
    residual = row["carried"] - row["own"]
    low = residual - sqrt((row["carried"] - row["carried_low"]) ** 2 + (row["own_high"] - row["own"]) ** 2)
    high = residual + sqrt((row["carried_high"] - row["carried"]) ** 2 + (row["own"] - row["own_low"]) ** 2)
    few = n_units < thresholds.MIN_CARRY_CLUSTERS
    inside = max(-low, high) <= row["margin"]
    verdict = "fails" if abs(residual) > row["margin"] and (low > 0 or high < 0) else "holds" if inside and not few else "undecided"
    note = f"{n_units} independent items, fewer than {thresholds.MIN_CARRY_CLUSTERS}, show nothing" if few and verdict == "undecided" else ""
    return {"residual": residual, "low": low, "high": high, "verdict": verdict, "note": note}
