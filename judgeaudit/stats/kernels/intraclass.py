"""What the six intraclass correlations share: variance between items against the error of one rating, or of a mean of several."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np

from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.category_shares import rated
from judgeaudit.stats.kernels.intraclass_intervals import f_interval
from judgeaudit.stats.kernels.options import number
from judgeaudit.stats.kernels.paired import refuse_unordered
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray, Sample, distinct_runs, why_no_pairs
from judgeaudit.stats.kernels.resampling import Coefficient, Evaluate, divide, estimate, most_sparse_rows, two_or_more
from judgeaudit.stats.kernels.variance_by_rater import NO_ROOM, Variances, one_way, two_way

Model = Literal["one-way random effects", "two-way random effects, absolute agreement", "two-way mixed effects, consistency"]
Averaged = Literal["single", "all"] | float
"""Whether the reliability is that of a single rating, of the mean of all of an item's ratings, or of the mean of so many."""

ONE_WAY: Model = "one-way random effects"
AGREEMENT: Model = "two-way random effects, absolute agreement"
CONSISTENCY: Model = "two-way mixed effects, consistency"

MOST_RATERS = 1_000_000_000
"""Raters whose mean can be asked about: no panel has more, and the formula loses no digits."""


def estimate_icc(sample: Sample, name: str, model: Model, averaged: Averaged) -> Estimate:
    """An intraclass correlation with its interval.

    Parameters
    ----------
    sample : Sample
    name : str
        As Shrout and Fleiss have it, for `method`.
    model : str
    averaged : "single", "all", or number of raters

    Notes
    -----
    items / (items + noise / m), with the noise of one rating being the error, and in the agreement model the variance of raters
    too. The reliability of a mean rises with that of one rating (Spearman & Brown), and so do the ends of its interval: of one run,
    it is that of single ratings, stepped up, so that it holds as often.
    """
    what = ", ".join([name, model, _how_averaged(sample, model, averaged), _how_estimated(sample, model)])
    if averaged != "single" and distinct_runs(sample.ratings) == 1:
        stepped = _stepped(estimate(sample, _coefficient(sample, what, model, "single")), _mean_number(sample, model, averaged))
        if stepped is not None:
            return stepped
    return estimate(sample, _coefficient(sample, what, model, averaged))


def _coefficient(sample: Sample, what: str, model: Model, averaged: Averaged) -> Coefficient:
    def formula(run: FloatArray, counts: IntArray, ci_level: float) -> tuple[float, float, str] | None:
        return f_interval(run, counts, ci_level, one_way=model == ONE_WAY, agreement=model == AGREEMENT)

    single = averaged == "single"
    return Coefficient(
        what=what, build=lambda run: _kernel(run, model, averaged), used=two_or_more if model == ONE_WAY else rated, informative=two_or_more,
        any_order=model == ONE_WAY,
        why_undefined=lambda run: refuse_unordered(sample) or why_no_pairs(run) or _why_undefined(run, sample.counts, model, averaged),
        lowest=-1.0 if single else -np.inf, highest=1.0, pseudo_items=True, closed_form=formula if single else None,
        taken_as_given="the raters are taken as they are" if model == AGREEMENT else "",
        max_patterns=None if all(_is_complete(run, model) for run in sample.ratings) else most_sparse_rows(sample),
    )  # fmt: skip


def _mean_number(sample: Sample, model: Model, averaged: Averaged) -> float:
    run = sample.ratings[0]
    if averaged != "all":
        return 1.0 if averaged == "single" else float(averaged)
    return float(_parts(run, model)(sample.counts[np.newaxis].astype(np.float64)).n_ratings[0]) if (~np.isnan(run)).any() else 1.0


def _stepped(single: Estimate, number: float) -> Estimate | None:
    """The reliability of the mean of so many raters, from that of one; None where one end is too far below 0 to have any."""
    ends = (single.value, single.low, single.high)
    rooms = [1 + (number - 1) * end for end in ends if end is not None]
    if single.value is None or min(rooms) <= NO_ROOM:
        return None
    value, low, high = (None if end is None else number * end / (1 + (number - 1) * end) for end in ends)
    return single.model_copy(update={"value": value, "low": low, "high": high})


def check_n_raters(n_raters: float | None) -> Averaged:
    """The number of raters whose mean is asked about; "all" where none is given."""
    if n_raters is None:
        return "all"
    return number(n_raters, "n_raters", fix=f"give how many raters are averaged, 1 to {MOST_RATERS:,}, or leave it out", at_least=1, at_most=MOST_RATERS)


def _how_averaged(sample: Sample, model: Model, averaged: Averaged) -> str:
    if averaged == "single":
        return "single ratings"
    if averaged != "all":
        return f"mean of {averaged:.15g} raters"
    if model == ONE_WAY:
        return "mean of an item's ratings"
    most = max((int((~np.isnan(run)).any(axis=0).sum()) for run in sample.ratings), default=0)
    return f"mean of all {most} raters"


def _how_estimated(sample: Sample, model: Model) -> str:
    if all(_is_complete(run, model) for run in sample.ratings):
        return "analysis of variance"
    if model == ONE_WAY:
        return "analysis of variance of unequal groups (k0)"
    apart = max(_n_groups(run) for run in sample.ratings)
    split = f", raters and items fall into {apart} groups that share nothing: how far these lie apart is not seen" if apart > 1 else ""
    return "ratings missing: variances by fitting constants (Henderson's method 3)" + split


def _n_groups(ratings: FloatArray) -> int:
    """Into how many groups raters fall that have no item, even through others, in common."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    given = (~np.isnan(ratings)).astype(np.float64)
    shared = csr_array(given.T @ given)
    names = connected_components(shared, directed=False)[1]
    return len(np.unique(names[given.any(axis=0)]))


def _is_complete(ratings: FloatArray, model: Model) -> bool:
    given = ~np.isnan(ratings)
    if model == ONE_WAY:
        return len(np.unique(given.sum(axis=1)[two_or_more(ratings)])) <= 1
    return bool(given[given.any(axis=1)][:, given.any(axis=0)].all())


def _parts(ratings: FloatArray, model: Model) -> Callable[[FloatArray], Variances]:
    return one_way(ratings) if model == ONE_WAY else two_way(ratings)


def _reliability(found: Variances, model: Model, averaged: Averaged) -> FloatArray:
    noise = found.error + (found.raters if model == AGREEMENT else 0.0)
    total = found.items + noise / _number(found, averaged)
    return divide(found.items, np.where(total > NO_ROOM * found.scale, total, 0.0))


def _number(found: Variances, averaged: Averaged) -> FloatArray:
    return np.ones(1) if averaged == "single" else found.n_ratings if averaged == "all" else np.full(1, float(averaged))


def _kernel(ratings: FloatArray, model: Model, averaged: Averaged) -> Evaluate:
    components = _parts(ratings, model)
    return lambda weights: _reliability(components(weights), model, averaged)


def _why_undefined(ratings: FloatArray, counts: IntArray, model: Model, averaged: Averaged) -> str | None:
    rows = two_or_more(ratings) if model == ONE_WAY else rated(ratings)
    if int(counts[rows].sum()) < 2:
        return "one item: nothing varies between items"
    found = _parts(ratings[rows], model)(counts[rows][np.newaxis].astype(np.float64))
    if np.ptp(ratings[rows][~np.isnan(ratings[rows])]) == 0 or not np.isnan(_reliability(found, model, averaged)).any():
        return None
    if np.isnan(found.error).any() or np.isnan(found.items).any():
        return "no degree of freedom is left for error: too few items share raters"
    total = found.items + (found.error + (found.raters if model == AGREEMENT else 0.0)) / _number(found, averaged)
    flat = bool((np.abs(total) <= NO_ROOM * found.scale).all())
    return "no variation: no item differs from another" if flat else "the variance between items is estimated so far below 0 that no reliability follows"
