"""How far people agree with each other, and each judge with them: the ceiling that a judge is held against."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from judgeaudit import stats, thresholds
from judgeaudit.analyses.calibrations.annotators import Annotators
from judgeaudit.analyses.parts import Part
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.jackknife import jackknife_interval
from judgeaudit.stats.kernels.pair_kappas import PairKappas, pair_kappas, pooled_kappa
from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.stats.kernels.resampling import FULL_RUN

MANY_FOR_CROWD = 30
"""Items with two labels from which annotators who hardly share any are taken as one crowd (ours): with fewer, pairs are all there is."""


def kappas_of_people(part: Part, people: Annotators) -> PairKappas:
    """Kappas of all pairs of annotators that have common items; of a crowd, the mean is the kappa of any annotator with any other."""
    how: dict[str, Any] = {"level": part.scale.level, "counts": people.counts, "clusters": people.clusters}
    pairs = pair_kappas(people.codes, **how)
    if not is_crowd(people, pairs):
        return pairs
    mean, without = pooled_kappa(people.codes, **how)
    return replace(pairs, mean=mean, without=without)


def is_crowd(people: Annotators, pairs: PairKappas) -> bool:
    """Whether there are items enough, and half of the pairs share too few of them.

    The kappa of two items is 0 or undefined, so that the mean over such pairs says nothing of how far people agree.
    """
    few = thresholds.MIN_ITEMS_FOR_RESAMPLING
    return bool(len(pairs.n_items)) and float(np.median(pairs.n_items)) < few and _n_items(people) >= MANY_FOR_CROWD


def human_ceiling(part: Part, people: Annotators, pairs: PairKappas) -> Estimate:
    """Mean kappa over pairs of annotators with common items, weighted by the scale, with an interval over items (clusters).

    Notes
    -----
    Two annotators have the interval of Cohen's kappa; of several it is the jackknife's of the mean, on Fisher's z, with t of as many degrees of
    freedom as labels other than the commonest are worth items, less one: with one less than there are items it held in 69 to 95 % where such labels
    were worth 2 items of 20, and so it holds in 91 % or more everywhere (tests/simulations/human_ceiling.md). Undefined with one annotator, with fewer than 10
    common items, or where each pair gave one and the same label throughout.
    """
    n_items = _n_items(people)
    reason = _why_none(people, pairs)
    if reason is not None:
        return part.tag("human_ceiling_kappa", Estimate.missing(reason, n_items=n_items), judge=None)
    if len(people.names) == 2:
        rng = part.data.rng("calibration", None, part.criterion, None)
        found = stats.cohen_kappa(
            people.codes, level=part.scale.level, ci_level=part.data.ci_level, n_resamples=part.data.n_resamples, rng=rng,
            counts=people.counts, clusters=people.clusters,
        )  # fmt: skip
        return part.tag("human_ceiling_kappa", found, judge=None)
    low, high, how = _interval(part, people, pairs)
    n_flat = int(np.isnan(pairs.kappa).sum())
    weights = "identity" if part.scale.level == "nominal" else "quadratic"
    if is_crowd(people, pairs):
        said = f"kappa of any annotator with any other, {weights} weights (Fleiss): most of {len(pairs.kappa)} pairs have fewer than "
        said += f"{thresholds.MIN_ITEMS_FOR_RESAMPLING} common items"
        n_flat = 0
    else:
        said = f"mean Cohen's kappa, {weights} weights, of {len(pairs.kappa) - n_flat} pairs of annotators on their common items"
    left_out = f"; {n_flat} pairs that gave one label throughout are left out" if n_flat else ""
    return part.tag(
        "human_ceiling_kappa",
        Estimate(
            value=pairs.mean, low=low, high=high, ci_level=part.data.ci_level if low is not None else None, method=f"{said}{left_out}; {how}", n_items=n_items,
            n_ratings=_n_ratings(people),
        ),
        judge=None,
    )  # fmt: skip


def by_chance(ceiling: Estimate) -> bool:
    """Whether people are not shown to agree with each other better than by chance; False where nothing is known of it."""
    return ceiling.value is not None and (ceiling.value <= 0 or (ceiling.low is not None and ceiling.low <= 0))


def human_alpha(part: Part, people: Annotators) -> Estimate:
    """Krippendorff's alpha of annotators, by the level of the scale, with the statistic's interval over items (clusters).

    It takes any number of labels of an item, whoever gave them, and no judge enters it.
    """
    if len(people.names) < 2:
        return part.tag("human_ceiling_alpha", Estimate.missing(_alone(people), n_items=_n_items(people)), judge=None)
    of_scale = part.scale.codes
    found = stats.krippendorff_alpha(
        people.codes, level=part.scale.level, labels=None if of_scale is None else np.array(of_scale), ci_level=part.data.ci_level,
        n_resamples=part.data.n_resamples, rng=part.data.rng("calibration", None, part.criterion, None), counts=people.counts, clusters=people.clusters,
    )  # fmt: skip
    return part.tag("human_ceiling_alpha", found, judge=None)


def ceiling_row(people: Annotators, pairs: PairKappas, ceiling: Estimate, alpha: Estimate) -> dict[str, Any]:
    """The row of block `ceiling`; `agreement` and `alpha` (Krippendorff's) stand beside kappa, which misleads alone where labels are rare.

    `pooled` says that kappa is that of any annotator with any other, because pairs share too few items.
    """
    share = float(pairs.agreement.mean()) if len(pairs.agreement) else None
    return {
        "criterion": ceiling.criterion, "kappa": ceiling.value, "low": ceiling.low, "high": ceiling.high, "n_items": ceiling.n_items,
        "n_annotators": len(people.names), "n_pairs": len(pairs.kappa), "agreement": share, "alpha": alpha.value, "note": ceiling.undefined or "",
        "pooled": ceiling.value is not None and is_crowd(people, pairs),
    }  # fmt: skip


def pair_rows(part: Part, people: Annotators, pairs: PairKappas) -> list[dict[str, Any]]:
    """Rows of block `people`, in the order of names; of very many pairs those with most common items."""
    order = np.sort(np.argsort(-pairs.n_items, kind="stable")[: thresholds.MAX_PEOPLE_ROWS])
    return [
        {
            "criterion": part.criterion, "first": people.names[pairs.first[n]], "second": people.names[pairs.second[n]], "n_items": int(pairs.n_items[n]),
            "agreement": float(pairs.agreement[n]), "kappa": None if np.isnan(pairs.kappa[n]) else float(pairs.kappa[n]),
        }
        for n in order
    ]  # fmt: skip


def relative_row(part: Part, people: Annotators, pairs: PairKappas, judge: str, runs: FloatArray) -> dict[str, Any]:
    """The row of block `relative` of one judge: its mean kappa with each annotator, and what that is of the ceiling.

    `difference` is judge with people less people with each other, with the jackknife's interval over items (clusters). Over several runs
    the mean over those that cover about as many items as the fullest.
    """
    row: dict[str, Any] = {"judge": judge, "criterion": part.criterion, "judge_human_kappa": None, "share_of_ceiling": None}
    row |= {"difference": None, "low": None, "high": None, "n_items": 0}
    crowd = is_crowd(people, pairs)
    found = [
        (n_items, _with_judge(part, people, table, crowd=crowd))
        for table in people.beside(runs)
        if (n_items := _rated(people, ~np.isnan(table[:, 0]) & ~np.isnan(table[:, 1:]).all(axis=1)))
    ]
    most = max((n for n, _ in found), default=0)
    kept = [one for n, one in found if n >= FULL_RUN * most and not np.isnan(one[0])]
    if not kept:
        return row
    value = float(np.mean([mean for mean, _ in kept]))
    row |= {"judge_human_kappa": value, "n_items": most}
    if np.isnan(pairs.mean):
        return row
    without = np.mean([left for _, left in kept], axis=0) - pairs.without
    enough = int(pairs.times.sum()) >= thresholds.MIN_ITEMS_FOR_RESAMPLING and not np.isnan(without).any() and np.ptp(without) > 0
    worth = _off_the_commonest(people) * int(pairs.times.sum()) / max(1, _n_items(people))
    ends = jackknife_interval(value - pairs.mean, without, pairs.times, part.data.ci_level, fisher_z=False, worth=worth) if enough else (None, None)
    return {**row, "share_of_ceiling": value / pairs.mean if pairs.mean > 0 else None, "difference": value - pairs.mean, "low": ends[0], "high": ends[1]}


def _with_judge(part: Part, people: Annotators, table: FloatArray, *, crowd: bool) -> tuple[float, FloatArray]:
    """A judge's kappa with annotators in one run, and what it is without each item (cluster)."""
    how: dict[str, Any] = {"level": part.scale.level, "counts": people.counts, "clusters": people.clusters}
    if crowd:
        return pooled_kappa(table[:, 1:], judge=table[:, 0], **how)
    found = pair_kappas(table, of_first=True, **how)
    return found.mean, found.without


def _off_the_commonest(people: Annotators) -> float:
    """How many items the labels other than the commonest are worth: their share times the items with two labels or more."""
    given = ~np.isnan(people.codes)
    rows = given.sum(axis=1) >= 2
    times = (np.ones(len(rows), dtype=np.int64) if people.counts is None else people.counts)[rows]
    codes = people.codes[rows]
    weights = np.where(given[rows], times[:, np.newaxis], 0)
    of_label = [int(weights[codes == code].sum()) for code in np.unique(codes[given[rows]])]
    return (1 - max(of_label) / sum(of_label)) * int(times.sum()) if of_label else 0.0


def _interval(part: Part, people: Annotators, pairs: PairKappas) -> tuple[float | None, float | None, str]:
    n_units = int(pairs.times.sum())
    if n_units < thresholds.MIN_ITEMS_FOR_RESAMPLING:
        return None, None, f"no interval: {n_units} items are fewer than {thresholds.MIN_ITEMS_FOR_RESAMPLING}"
    if np.isnan(pairs.without).any():
        return None, None, "no interval: without one of the items no pair has a kappa"
    if np.ptp(pairs.without) <= 1e-12:
        return None, None, "no interval: no item changes the value"
    worth = _off_the_commonest(people) * n_units / max(1, _n_items(people))
    low, high = jackknife_interval(pairs.mean, pairs.without, pairs.times, part.data.ci_level, fisher_z=True, worth=worth)
    how = "jackknife over items or clusters, on Fisher's z"
    if worth < thresholds.FEW_OFF_THE_COMMONEST:
        how += f"; labels other than the commonest are worth {worth:.3g} of them, so that it is wide, or short (91 % in place of 95)"
    return min(low, pairs.mean), max(high, pairs.mean), how


def _why_none(people: Annotators, pairs: PairKappas) -> str | None:
    if len(people.names) < 2:
        return _alone(people)
    if not len(pairs.kappa):
        return "no overlap: no item has labels of two annotators"
    if np.isnan(pairs.mean):
        return "no variation: annotators gave one and the same label throughout"
    shared = _n_items(people)
    if shared < thresholds.MIN_ITEMS_FOR_RESAMPLING:
        return f"{shared} shared {'item' if shared == 1 else 'items'}, fewer than {thresholds.MIN_ITEMS_FOR_RESAMPLING}"
    return None


def _alone(people: Annotators) -> str:
    return f"one annotator ({people.names[0]}): nothing says how far people agree"


def _n_items(people: Annotators) -> int:
    return _rated(people, (~np.isnan(people.codes)).sum(axis=1) >= 2)


def _n_ratings(people: Annotators) -> int:
    given = (~np.isnan(people.codes)).sum(axis=1)
    given = np.where(given >= 2, given, 0)
    return int(given.sum() if people.counts is None else given @ people.counts)


def _rated(people: Annotators, rows: np.ndarray[Any, np.dtype[np.bool_]]) -> int:
    return int(rows.sum() if people.counts is None else people.counts[rows].sum())
