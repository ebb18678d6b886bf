"""Equivalence of two versions' means: two one-sided tests."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.item_differences import Differences, item_differences
from judgeaudit.stats.kernels.options import number, one_of
from judgeaudit.stats.kernels.paired_score import score_interval, score_statistic
from judgeaudit.stats.kernels.ratings_check import FloatArray, Sample, check_ratings
from judgeaudit.stats.kernels.square_table import FEW_DISCORDANT
from judgeaudit.stats.shapes import PValue

LEAST_ALPHA = 1e-9
"""Least level: below it no approximation holds, and quantiles are lost in rounding."""

Variant = Literal["auto", "t", "score"]
_Answer = tuple[float, float | None, float | None, tuple[float, float], str]
"""p value, statistic and df of the side that decides, interval, and what was done."""


def tost(
    ratings: ArrayLike,
    *,
    margin: float,
    margin_low: float | None = None,
    alpha: float = 0.05,
    variant: Variant = "auto",
    level: str = "interval",
    labels: Sequence[float] | FloatArray | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> PValue:
    """Are two versions' means on the same items close enough to each other, within a margin that was set beforehand?

    Use it where "no change" is to be shown: a test that finds no difference shows nothing. p at most alpha: equivalent. Known
    weakness: the margin is a judgement, and one that is chosen after a look at the data makes the test worthless; the t form is
    too ready to say "equivalent" where few items differ at all.

    Parameters
    ----------
    ratings : float array, shape (n_items, 2) or (n_runs, n_items, 2)
        Scores of two versions; NaN where missing. Only items with both count. With runs, an item's difference is the mean over
        its runs.
    margin : float
        Upper margin of column 0 less column 1, in points of the scale. A true difference of just the margin is not equivalent.
    margin_low : float, optional
        Lower margin, below the upper one; by default -margin.
    alpha : float
        Level of each one-sided test, and so the chance of calling versions equivalent that are not. 1e-9 to below 0.5.
    variant : {"auto", "t", "score"}
        "score" is Tango's test for two labels (0 and 1), which holds where few or no items differ; "t" the paired t test.
        "auto": "score" where `labels` are two and there is one run, else "t".
    level : {"nominal", "ordinal", "interval"}
        A nominal scale is taken only with two labels.
    labels : sequence of float, optional
        Every point of the scale, ascending. Without them nothing can be said where every item has the same difference.
    ci_level, n_resamples, rng
        Not used: the interval is that of alpha.
    counts : int array, shape (n_items,), optional
        How many identical items each row stands for.
    clusters
        Refused: give one row for each cluster, its mean.

    Returns
    -------
    PValue
        The larger of the two one-sided p values, 0 to 1, with that side's `statistic` and `df`; `effect` is the mean
        difference, and `effect_low` and `effect_high` its 1 - 2 alpha interval (`ci_level`), which lies within the margins when
        p is at most alpha. `method` says "equivalent" or "not shown to be equivalent". Undefined when no item or one item has
        both scores, or every difference is the same on a scale that is not declared.

    Raises
    ------
    OptionError
        Ratings or options that make no sense, margins that are no range or as wide as the scale, or clusters.

    Notes
    -----
    t = (mean - margin) / (s / sqrt(n)), with n - 1 degrees of freedom, on either side. Where all n differences are the same c on
    a declared scale of width w: a mean of margin or more needs another difference with probability q = (margin - c) / (w - c) or
    more, so that p = (1 - q)^n (exact).

    References
    ----------
    Schuirmann 1987, doi:10.1007/BF01068419. Tango 1998, doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B.

    Examples
    --------
    Tango 1998, section 6.1, two ways of disinfecting contact lenses, 44 pairs, printed as p = 0.044 and -0.096:

    >>> found = tost([[1, 1], [0, 1]], counts=[43, 1], labels=[0, 1], margin=0.1)
    >>> round(found.value, 3), round(found.effect_low, 3)
    (0.044, -0.096)
    """
    low = _check_margins(margin, margin_low, alpha, variant)
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    width = _width(sample, low, margin)
    found = item_differences(sample)
    if isinstance(found, str):
        return PValue(undefined=found)
    answer = _answer(sample, found, (low, margin), alpha, _choose(variant, sample), width)
    if isinstance(answer, str):
        return PValue(undefined=answer, effect=found.mean, n_items=found.n_items, n_ratings=found.n_ratings)
    value, statistic, df, ends, how = answer
    verdict = "equivalent" if value <= alpha else "not shown to be equivalent"
    return PValue(
        value=value, statistic=statistic, df=df, effect=found.mean, effect_low=ends[0], effect_high=ends[1], ci_level=1 - 2 * alpha, n_items=found.n_items,
        n_ratings=found.n_ratings,
        method=f"two one-sided tests, {how}, margins {low:g} to {margin:g}, alpha {alpha:g}: {verdict}{found.say_runs()}",
    )  # fmt: skip


def _check_margins(margin: float, margin_low: float | None, alpha: float, variant: str) -> float:
    one_of(variant, "variant", ("auto", "t", "score"))
    number(alpha, "alpha", fix="use 0.05", at_least=LEAST_ALPHA, below=0.5)
    fix = "use a margin above 0, in points of the scale"
    high = number(margin, "margin", fix=fix)
    low = -high if margin_low is None else number(margin_low, "margin_low", fix="use a number below the margin")
    if low >= high:
        raise OptionError(f"margins from {low:g} to {high:g} are no range", where="margin", fix=fix)
    return low


def _width(sample: Sample, low: float, margin: float) -> float | None:
    """Width of the scale; None where it is not declared."""
    if sample.clusters is not None:
        raise OptionError("the test counts items as independent, and cannot take clusters", where="clusters", fix="give one row for each cluster, its mean")
    if sample.labels is None:
        return None
    width = float(sample.labels[-1] - sample.labels[0])
    if margin >= width or low <= -width:
        raise OptionError(f"margins from {low:g} to {margin:g} are as wide as the scale", where="margin", fix=f"use a margin well below {width:g}")
    return width


def _choose(variant: Variant, sample: Sample) -> Literal["t", "score"]:
    fits = sample.labels is not None and len(sample.labels) == 2 and len(sample.ratings) == 1
    if variant == "score" and not fits:
        raise OptionError("the score test is for two labels in one run", where="variant", fix="give labels= of a two-label scale, or use variant='t'")
    return "score" if fits and variant != "t" else "t"


def _answer(sample: Sample, found: Differences, margins: tuple[float, float], alpha: float, variant: str, width: float | None) -> _Answer | str:
    if found.n_items < 2:
        return "one item: how much differences vary cannot be estimated"
    if variant == "score" and width is not None:
        return _score(found, margins, alpha, width)
    if np.ptp(found.values) > 1e-12 * max(1e-300, float(np.abs(sample.observed).max())):
        return _t(found, margins, alpha)
    if width is None:
        return f"every difference is {found.mean:g}: how much they vary cannot be estimated on a scale that is not declared (labels=)"
    return _constant(found, margins, alpha, width)


def _t(found: Differences, margins: tuple[float, float], alpha: float) -> _Answer:
    from scipy.special import stdtr, stdtrit

    n, mean = found.n_items, found.mean
    error = float(np.sqrt(found.counts @ (found.values - mean) ** 2 / (n - 1) / n))
    above, below = (mean - margins[0]) / error, (mean - margins[1]) / error
    statistic = above if above < -below else below  # the side with the larger p value
    half = float(stdtrit(n - 1, 1 - alpha)) * error
    differing = int(found.counts[found.values != 0].sum())
    rough = f" (only {differing} of {n:,} items differ: p is rough, and rather too small)" if differing < min(FEW_DISCORDANT, n / 2) else ""
    value = max(float(stdtr(n - 1, -above)), float(stdtr(n - 1, below)))
    return value, statistic, n - 1.0, (mean - half, mean + half), "paired t" + rough


def _score(found: Differences, margins: tuple[float, float], alpha: float, width: float) -> _Answer:
    n, normal = found.n_items, NormalDist()
    b, c = int(found.counts[found.values > 0].sum()), int(found.counts[found.values < 0].sum())
    above, below = (score_statistic(b, c, n, end / width) for end in margins)
    statistic = above if above < -below else below
    low, high = score_interval(b, c, n, normal.inv_cdf(1 - alpha))
    return normal.cdf(max(-above, below)), statistic, None, (low * width, high * width), f"Tango's score ({b:,} and {c:,} of {n:,} items differ)"


def _constant(found: Differences, margins: tuple[float, float], alpha: float, width: float) -> _Answer:
    n, same = found.n_items, found.mean
    value = max(_same_by_chance(same, margins[1], width, n), _same_by_chance(-same, -margins[0], width, n))
    other = 1 - alpha ** (1 / n)
    ends = same - other * (same + width), same + other * (width - same)
    return value, None, None, ends, f"exact for {n:,} differences that are all {same:g}"


def _same_by_chance(same: float, margin: float, width: float, n: int) -> float:
    """Largest probability that all n differences are `same`, although their mean is at least the margin."""
    return 1.0 if same >= margin else (1 - (margin - same) / (width - same)) ** n
