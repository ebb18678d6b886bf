"""Benjamini and Hochberg's correction for many tests."""

from __future__ import annotations

from numpy.typing import ArrayLike

from judgeaudit.stats.kernels.p_values import adjust
from judgeaudit.stats.shapes import Adjusted


def benjamini_hochberg(p_values: ArrayLike, *, alpha: float = 0.05) -> Adjusted:
    """Which of many tests hold, if a known share of those found may be false?

    Use it to look for what changed among many labels, judges or strata: of the tests that are rejected, on average at most a
    share alpha is false. Known weakness: proven for independent or positively dependent tests only (otherwise
    `benjamini_yekutieli`); a single rejected test may well be false.

    Parameters
    ----------
    p_values : float array, shape (n_tests,)
        p values, 0 to 1, in any order; NaN, None or masked where a test has none: it stays without one and is not counted.
    alpha : float
        Share of false ones among the rejected (false discovery rate) that is accepted.

    Returns
    -------
    Adjusted
        `value` is the smallest corrected p value, 0 to 1; `adjusted` and `rejected` are in the order given. Undefined when
        there are no p values.

    Raises
    ------
    OptionError
        A p value or alpha outside 0..1, or p values that are no flat list.

    Notes
    -----
    Ascending, p_(i) becomes the smallest m p_(j) / j of j from i on (`scipy.stats.false_discovery_control`).

    References
    ----------
    Benjamini & Hochberg 1995, doi:10.1111/j.2517-6161.1995.tb02031.x.

    Examples
    --------
    Benjamini & Hochberg 1995, fifteen tests of a trial of thrombolysis after myocardial infarction; four are rejected:

    >>> p = [.0001, .0004, .0019, .0095, .0201, .0278, .0298, .0344, .0459, .3240, .4262, .5719, .6528, .7590, 1.0]
    >>> sum(benjamini_hochberg(p).rejected)
    4
    """
    from scipy.stats import false_discovery_control

    return adjust(p_values, alpha, lambda p: false_discovery_control(p, method="bh"), "Benjamini-Hochberg")
