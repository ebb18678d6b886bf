"""Holm's correction for many tests."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit.stats.kernels.p_values import adjust
from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.stats.shapes import Adjusted


def holm(p_values: ArrayLike, *, alpha: float = 0.05) -> Adjusted:
    """Which of many tests still hold, if not a single false one may slip in?

    Use it for a handful of tests that decide something (gates, labels of one criterion): the chance of one or more false
    alarms stays below alpha, however the tests depend on each other. Known weakness: with many tests little is found; see
    `benjamini_hochberg`.

    Parameters
    ----------
    p_values : float array, shape (n_tests,)
        p values, 0 to 1, in any order; NaN, None or masked where a test has none: it stays without one and is not counted.
    alpha : float
        Chance of one or more false alarms that is accepted.

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
    Ascending, p_(i) becomes the largest (m - j + 1) p_(j) of j up to i, at most 1.

    References
    ----------
    Holm 1979, Scandinavian Journal of Statistics 6, 65-70.

    Examples
    --------
    Benjamini & Hochberg 1995, fifteen tests of a trial of thrombolysis after myocardial infarction. Bonferroni's and Hochberg's
    procedures reject three, and so does Holm's, which lies between:

    >>> p = [.0001, .0004, .0019, .0095, .0201, .0278, .0298, .0344, .0459, .3240, .4262, .5719, .6528, .7590, 1.0]
    >>> sum(holm(p).rejected)
    3
    """
    return adjust(p_values, alpha, _step_down, "Holm")


def _step_down(p: FloatArray) -> FloatArray:
    order = np.argsort(p, kind="stable")
    corrected = np.empty(len(p))
    corrected[order] = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    return corrected
