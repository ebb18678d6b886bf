"""Benjamini and Yekutieli's correction for many tests."""

from __future__ import annotations

from numpy.typing import ArrayLike

from judgeaudit.stats.kernels.p_values import adjust
from judgeaudit.stats.shapes import Adjusted


def benjamini_yekutieli(p_values: ArrayLike, *, alpha: float = 0.05) -> Adjusted:
    """Which of many tests hold, if a known share of those found may be false, however they depend on each other?

    Use it in place of `benjamini_hochberg` where tests may pull against each other (shares of labels that add up to 1). Known
    weakness: it is stricter by 1 + 1/2 + ... + 1/m than `benjamini_hochberg`, and with few tests than `holm`.

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
    Benjamini and Hochberg's corrected p values times 1 + 1/2 + ... + 1/m, at most 1 (`scipy.stats.false_discovery_control`).

    References
    ----------
    Benjamini & Yekutieli 2001, doi:10.1214/aos/1013699998.

    Examples
    --------
    Five tests; the five limits at 0.05 are .0044, .0088, .0131, .0175 and .0219 (R 4, p.adjust, method BY, rejects the same two):

    >>> benjamini_yekutieli([0.001, 0.008, 0.02, 0.04, 0.3]).rejected
    (True, True, False, False, False)
    """
    from scipy.stats import false_discovery_control

    return adjust(p_values, alpha, lambda p: false_discovery_control(p, method="by"), "Benjamini-Yekutieli")
