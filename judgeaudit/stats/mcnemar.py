"""McNemar's test of two versions' shares of one class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.stats.kernels.options import number, one_of
from judgeaudit.stats.kernels.paired import has_both, positive_code, why_no_partner
from judgeaudit.stats.kernels.ratings_check import FloatArray, check_ratings, say_code
from judgeaudit.stats.kernels.square_table import single_run
from judgeaudit.stats.shapes import PValue

Variant = Literal["auto", "exact", "mid_p", "asymptotic", "corrected"]

_NAMES = {
    "exact": "exact (binomial)",
    "mid_p": "mid-p (binomial)",
    "asymptotic": "chi-squared",
    "corrected": "chi-squared with continuity correction",
}


def mcnemar(
    ratings: ArrayLike,
    *,
    level: str = "nominal",
    labels: Sequence[float] | FloatArray | None = None,
    positive: float | None = None,
    variant: Variant = "auto",
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> PValue:
    """Do two versions say a class (or: are they right) equally often, on the same items?

    Use it for verdicts of two labels, or for "right or wrong against gold". Only items on which the versions differ count.
    Known weakness: it takes items as independent, a change of the share may be a mere shift of bias and not of skill, and
    the p value says nothing about the size of the change.

    Parameters
    ----------
    ratings : float array, shape (n_items, 2)
        Labels of two versions (or raters, or judge and gold) of the same items; NaN where missing. Only items with both
        count. Several runs are refused.
    level : {"nominal", "ordinal", "interval"}
        Not used: an item is in the class or it is not, at every level.
    labels : sequence of float, optional
        Every point of the scale, ascending.
    positive : float, optional
        Code of the class, which is held against all others; by default the higher code of a two-label scale.
    variant : {"auto", "exact", "mid_p", "asymptotic", "corrected"}
        "exact" never rejects too often, and "auto" is exact; "mid_p" is less cautious and hardly ever does; chi-squared ("asymptotic",
        "corrected") is for comparison with published values: without correction it rejects up to 7.5 times in 100 at .05, given 26
        discordant items.
    counts : int array, shape (n_items,), optional
        How many identical items each row stands for: a contingency table is its cells with their counts.
    ci_level, n_resamples, rng
        Not used: the p value comes from a formula and has no interval.
    clusters
        Refused; use `paired_permutation`.

    Returns
    -------
    PValue
        p value, 0 to 1, two-sided. `effect` is the class's share in column 0 less that in column 1, -1 to 1. `statistic` only for
        chi-squared variants. 1 where no item is discordant, whatever the variant: the exact test then has one possible outcome.
        Undefined when no item has both labels, and where no item has the class in either column and the scale is not declared
        (`labels=`): the class may then be one that there is not.

    Raises
    ------
    OptionError
        Ratings or options that make no sense, no class named on a scale of three labels or more, several runs, or clusters.

    Notes
    -----
    With b items in the class in column 0 only and c in column 1 only: twice the probability of min(b, c) or fewer of b + c coin
    flips, 1 where b = c; mid-p is that less the probability of min(b, c) itself, and 1 less half of that probability where b = c;
    chi-squared is (b - c)^2 / (b + c) with one degree of freedom,
    corrected (|b - c| - 1)^2 / (b + c).

    References
    ----------
    McNemar 1947, doi:10.1007/BF02295996. Edwards 1948, doi:10.1007/BF02289261 (correction).
    Fagerland, Lydersen & Laake 2013, doi:10.1186/1471-2288-13-91 (mid-p).

    Examples
    --------
    Fagerland, Lydersen & Laake 2013, airway hyper-responsiveness before and after stem cell transplantation in 21 children,
    printed as 0.070 (exact) and 0.039 (mid-p):

    >>> pairs, counts = [[1, 1], [1, 0], [0, 1], [0, 0]], [1, 1, 7, 12]
    >>> [round(mcnemar(pairs, labels=[0, 1], counts=counts, variant=variant).value, 3) for variant in ("exact", "mid_p")]
    [0.07, 0.039]
    """
    _check(variant, positive)
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    code = positive_code(positive, sample.labels)
    pairs, times = single_run(sample, "McNemar's test")
    reason = why_no_partner(pairs)
    if reason is not None:
        return PValue(undefined=reason)
    both = has_both(pairs)
    first, second = (pairs[both] == code).T
    n, b, c = (int(times[both][rows].sum()) for rows in (np.full(len(first), True), first & ~second, second & ~first))
    seen = bool((first | second).any())
    if not seen and sample.labels is None:
        return PValue(
            undefined=f"no item has class {say_code(code)} in either column: is it a class of the scale? (labels= says so)", n_items=n, n_ratings=2 * n
        )
    chosen = "exact" if variant == "auto" else variant
    method = f"McNemar's test, {_NAMES[chosen]}, class {say_code(code)}: {b:,} of {n:,} items in column 0 only, {c:,} in column 1 only"
    if b + c == 0:
        same = "every item has the class in both columns or in neither" if seen else "no item has the class in either column"
        return PValue(value=1.0, effect=0.0, method=f"{method}; {same}, so that only this outcome was possible, and p = 1", n_items=n, n_ratings=2 * n)
    value, statistic = _binomial(b, c, mid=chosen == "mid_p") if chosen in ("exact", "mid_p") else _chi_squared(b, c, corrected=chosen == "corrected")
    return PValue(
        value=value, statistic=statistic, df=None if statistic is None else 1.0, effect=(b - c) / n, method=method, n_items=n, n_ratings=2 * n
    )  # fmt: skip


def _check(variant: str, positive: float | None) -> None:
    one_of(variant, "variant", ("auto", *_NAMES))
    if positive is not None:
        number(positive, "positive", fix="give the code of a class")


def _binomial(b: int, c: int, *, mid: bool) -> tuple[float, None]:
    from scipy.stats import binom

    less, n = min(b, c), b + c
    at = float(binom.pmf(less, n, 0.5))
    if b == c:
        return (1 - at / 2 if mid else 1.0), None
    return min(1.0, 2 * float(binom.cdf(less, n, 0.5))) - (at if mid else 0.0), None


def _chi_squared(b: int, c: int, *, corrected: bool) -> tuple[float, float]:
    from scipy.special import chdtrc

    statistic = max(0.0, abs(b - c) - 1.0 * corrected) ** 2 / (b + c)
    return float(chdtrc(1, statistic)), statistic
