"""Agreement on one class at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.paired import positive_code
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, Sample, check_ratings, say_code, why_no_pairs
from judgeaudit.stats.kernels.resampling import Coefficient, Evaluate, divide, estimate, two_or_more
from judgeaudit.stats.shapes import Breakdown


def specific_agreement(
    ratings: ArrayLike,
    *,
    level: str = "nominal",
    labels: Sequence[float] | FloatArray | None = None,
    positive: float | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    interval: str = "auto",
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Breakdown:
    """When one rater gives a class, how often does another rater give it too? For each class, and over all.

    1 when raters always agree on the class, for two raters 2a / (2a + b + c) (positive and negative agreement, Dice's F1). Use
    it beside one overall number, which hides that raters agree on the common class only. Known weakness: it is not corrected for
    chance, so that a class given nearly always is agreed on nearly always.

    Parameters
    ----------
    ratings : float array, shape (n_items, n_raters) or (n_runs, n_items, n_raters)
        Codes; NaN where there is no rating. Items with a single rating do not count.
    level : {"nominal", "ordinal", "interval"}
        Not used: the classes are the same or not.
    labels : sequence of float, optional
        Every point of the scale, ascending. None: the labels that occur.
    positive : float, optional
        Code of the class whose agreement is the headline. By default, of a scale with two declared labels, the higher code.
    ci_level, n_resamples, interval, rng, counts, clusters
        See `judgeaudit.stats`.

    Returns
    -------
    Breakdown
        0 to 1. The headline is the agreement on the positive class; without one (three labels or more and no `positive`) that
        over all classes: the share of pairs of ratings of one item that are the same, all pairs of all items counting alike.
        `parts`: `specific_agreement` for each class, whose code is its `group`. Undefined when there are no ratings, one
        rater, no item with two ratings, or nobody gave the class on such an item.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    sum_i r_iq (r_iq - 1) / sum_i r_iq (r_i - 1): agreements on class q over opportunities to agree on it, with r_iq of the r_i
    ratings of item i in class q; over all classes both sums are added up first. An item with more ratings has more pairs
    (`observed_agreement` gives each item the same weight; the two are equal where no rating is missing). `n_items` of a part
    counts the items on which someone gave the class, and only these are resampled for its interval. With several runs, those in
    which the class is on fewer than 80 % of the items of the run that has most are left out, as everywhere.

    References
    ----------
    Fleiss 1971, doi:10.1037/h0031619 (P_j). Cicchetti & Feinstein 1990, doi:10.1016/0895-4356(90)90159-M (two raters).
    Uebersax 2009, Raw agreement indices, https://john-uebersax.com/stat/raw.htm, equations 8 to 14 (any number of raters).

    Examples
    --------
    Feinstein & Cicchetti's second table, [[80, 10], [5, 5]]: they agree on 85 % of items, but not on the rare class:

    >>> found = specific_agreement([[1, 1], [1, 0], [0, 1], [0, 0]], labels=[0, 1], counts=[80, 10, 5, 5])
    >>> round(found.value, 2), round(found.part("specific_agreement", "0").value, 2)
    (0.91, 0.4)
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, interval=interval, rng=rng, counts=counts, clusters=clusters
    )  # fmt: skip
    chosen = positive_code(positive, sample.labels) if positive is not None or (sample.labels is not None and len(sample.labels) == 2) else None
    classes = {float(code): _of_class(sample, float(code)).about(name="specific_agreement", group=say_code(code)) for code in sample.points}
    if chosen is None:
        headline = estimate(sample, _coefficient("agreement over all classes and pairs of ratings", sample.points))
    else:
        headline = (classes[chosen] if chosen in classes else _of_class(sample, chosen)).about(name="", group=None)
    return Breakdown(**dict(headline), parts=tuple(classes.values()))


def _of_class(sample: Sample, code: float) -> Estimate:
    """Agreement on one class: on items where it is given, of ratings that are in it (1) or not (0)."""
    in_class = replace(sample, ratings=np.where(np.isnan(sample.ratings), np.nan, sample.ratings == code), labels=np.array([0.0, 1.0]))
    return estimate(in_class, _coefficient(f"specific agreement on {say_code(code)}", np.ones(1), code))


def _coefficient(what: str, codes: FloatArray, named: float | None = None) -> Coefficient:
    """Agreement on any of the codes; of one class, whose code is 1 here and `named` to the reader, only items with it count."""

    def used(run: FloatArray) -> BoolArray:
        return two_or_more(run) & (True if named is None else (run == 1).any(axis=1))

    def why(run: FloatArray) -> str | None:
        label = "" if named is None else say_code(named)
        return why_no_pairs(run) or (None if used(run).any() else f"nobody gave the label {label} on an item with two ratings")

    return Coefficient(
        what=what, build=lambda run: _kernel(run, codes), used=used, why_undefined=why, any_order=True, lowest=0.0, highest=1.0, pseudo_items=True
    )


def _kernel(ratings: FloatArray, codes: FloatArray) -> Evaluate:
    others = np.maximum((~np.isnan(ratings)).sum(axis=1) - 1, 0)
    in_class = np.stack([(ratings == code).sum(axis=1) for code in codes], axis=1)
    summands = np.column_stack([(in_class * (in_class - 1)).sum(axis=1), in_class.sum(axis=1) * others]).astype(np.float64)

    def evaluate(weights: FloatArray) -> FloatArray:
        agreements, opportunities = (weights @ summands).T
        return divide(agreements, opportunities)

    return evaluate
