"""How many labels a wanted precision takes, and how precise labels will be: plain formulas, before anything is labelled."""

from __future__ import annotations

from math import ceil, sqrt
from statistics import NormalDist

from judgeaudit import thresholds
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.judge_errors import lee_interval
from judgeaudit.stats.kernels.options import number, share, whole
from judgeaudit.stats.kernels.rates import wilson

PART_OF_A_LABEL = 0.2
"""What may be lacking: 96.04 labels for a half-width of 0.1 at a rate of one half are 96, as everybody prints it."""

POWER = 0.8
"""Chance that labels decide a gate, where the rate is as expected (Cohen 1988's convention)."""


def labels_for_half_width(rate: float, half_width: float, *, ci_level: float = thresholds.CI_LEVEL) -> int:
    """Labels that give a rate this half-width, without a judge.

    Parameters
    ----------
    rate : float
        Expected rate, 0..1; 0.5 where nothing is known.
    half_width : float
        Above 0, up to 1.
    ci_level : float

    Returns
    -------
    int
        z^2 rate (1 - rate) / half_width^2, rounded up, at least 1.

    References
    ----------
    Cochran 1977, Sampling Techniques, section 4.4.

    Examples
    --------
    The 10 and 5 percentage points of every textbook:

    >>> labels_for_half_width(0.5, 0.1), labels_for_half_width(0.5, 0.05)
    (96, 384)
    """
    rate, half_width = _rate(rate, "rate"), _half_width(half_width)
    return _up(_z(ci_level) ** 2 * rate * (1 - rate) / half_width**2)


def labels_for_interval(rate: float, half_width: float, *, ci_level: float = thresholds.CI_LEVEL) -> int:
    """Labels with which neither Wilson's interval nor the textbook's is wider: use it for what will be printed, which is Wilson's.

    Parameters
    ----------
    rate, half_width, ci_level
        As in `labels_for_half_width`; half_width below 0.5.

    References
    ----------
    Piegorsch 2004, doi:10.1016/j.csda.2003.08.002: the formula is Wilson's half-width solved for n.

    Examples
    --------
    >>> labels_for_interval(0.99, 0.05), labels_for_interval(0.5, 0.05)
    (43, 384)
    """
    plain, rate, h = labels_for_half_width(rate, half_width, ci_level=ci_level), _rate(rate, "rate"), _half_width(half_width)
    z2 = _z(ci_level) ** 2
    # h^2 n^2 + n (2 h^2 z^2 - z^2 rate (1 - rate)) + z^4 (h^2 - 1/4) = 0
    middle = 2 * h * h * z2 - z2 * rate * (1 - rate)
    root = middle * middle - 4 * h * h * z2 * z2 * (h * h - 0.25)
    return max(plain, ceil((sqrt(max(0.0, root)) - middle) / (2 * h * h) - 1e-9))


def half_width_of(rate: float, labels: float, *, ci_level: float = thresholds.CI_LEVEL) -> float:
    """Half of the width of Wilson's interval at this rate and number of labels, or of the textbook's where that is wider."""
    low, high = wilson(rate, labels, ci_level)
    return max((high - low) / 2, _z(ci_level) * sqrt(rate * (1 - rate) / labels))


def labels_for_gate(rate: float, limit: float, *, power: float = POWER, ci_level: float = thresholds.CI_LEVEL) -> int:
    """Labels with which a rate's interval leaves out a gate's limit, with a given chance.

    Parameters
    ----------
    rate : float
        Expected rate, strictly between 0 and 1.
    limit : float
        Of the gate, strictly between 0 and 1; either side of `rate`.
    power : float
        Chance of a decision where the rate is as expected; 0.5 is a toss-up.
    ci_level : float

    Returns
    -------
    int
        Fleiss' number with continuity correction.

    Raises
    ------
    OptionError
        A rate that is the limit: no number of labels decides that.

    References
    ----------
    Fleiss, Levin & Paik 2003, Statistical Methods for Rates and Proportions, section 2.5.

    Examples
    --------
    The example of `size.test.prop` in R's statpsych:

    >>> labels_for_gate(0.5, 0.3, power=0.9)
    65
    """
    rate, limit, power = share(rate, "rate", fix="use 0.9"), share(limit, "limit", fix="use 0.8"), share(power, "power", fix="use 0.8")
    apart = abs(rate - limit)
    if apart < 1e-6:
        raise OptionError("the expected rate is the gate's limit, so that no number of labels decides it", where="limit", fix="expect another rate")
    reach = _z(ci_level) * sqrt(limit * (1 - limit)) + NormalDist().inv_cdf(power) * sqrt(rate * (1 - rate))
    plain = max(0.0, reach / apart) ** 2
    return 1 if plain == 0 else max(1, ceil(plain / 4 * (1 + sqrt(1 + 2 / (plain * apart))) ** 2))


def lee_allocation(p: float, m: int, q0: float, q1: float, *, pilot: int) -> tuple[int, int]:
    """How many of m labels should go to items outside (m0) and inside the class (m1), for Rogan and Gladen's correction.

    Parameters
    ----------
    p : float
        Judged rate, 0..1.
    m : int
        Labels to give away in all, those of the pilot among them.
    q0, q1 : float
        Specificity and sensitivity in the pilot.
    pilot : int
        Labels of each class that there are already; neither number is below it.

    Returns
    -------
    tuple of int
        (m0, m1), which add up to m.

    References
    ----------
    Lee et al. 2025, arXiv:2511.21140, section 5: m1 = m / (1 + (1 / p - 1) sqrt(kappa)).

    Examples
    --------
    The example of the authors' README:

    >>> lee_allocation(0.4, 200, 0.7, 0.9, pilot=10)
    (136, 64)
    """
    p, q0, q1 = _rate(p, "p"), _rate(q0, "q0"), _rate(q1, "q1")
    pilot = whole(pilot, "pilot", at_least=0, fix="give the number of labels of each class in the pilot, or 0")
    m = whole(m, "m", at_least=2 * pilot, fix="give at least as many labels as the pilot has in both classes")
    kappa = (pilot * (1 - q0) + 1) / (pilot * (1 - q1) + 1)
    inside = 0 if p == 0 else round(m / (1 + (1 / p - 1) * sqrt(kappa)))
    inside = min(max(inside, pilot), m - pilot)
    return m - inside, inside


def lee_half_width(p: float, n: float, q0: float, q1: float, m0: float, m1: float, *, ci_level: float = thresholds.CI_LEVEL) -> float | None:
    """Half of the width of Lee et al.'s interval, clipped to 0..1; None where the judge carries no information.

    Parameters
    ----------
    p, n : float
        Judged rate, and unlabelled items behind it.
    q0, q1, m0, m1 : float
        Specificity and sensitivity, and labelled items behind each.

    References
    ----------
    Lee et al. 2025, arXiv:2511.21140, section 4.

    Examples
    --------
    Half of the README's 0.262733 - 0.056351:

    >>> round(lee_half_width(0.4, 1000, 0.7, 0.9, 200, 200), 6)
    0.103191
    """
    sizes = [number(size, name, at_least=0.0, fix="give a number of items") for size, name in ((n, "n"), (m0, "m0"), (m1, "m1"))]
    found = lee_interval(_rate(p, "p"), sizes[0], _rate(q0, "q0"), _rate(q1, "q1"), *sizes[1:], ci_level=_level(ci_level))
    return None if found is None else (min(1.0, max(0.0, found[1])) - min(1.0, max(0.0, found[0]))) / 2


def effective_labels(n: float, n_unlabelled: float, correlation: float) -> float:
    """Labels without a judge that are worth as much as n labels and a judge on other items.

    Parameters
    ----------
    n, n_unlabelled : float
        Labelled items, and judged ones without a label.
    correlation : float
        Of judge and gold, -1 to 1; one below 0 helps PPI++ with a lambda clipped to 0..1 nothing, and counts as 0.

    Returns
    -------
    float
        n (n + N) / (n + (1 - r^2) N), from n (r = 0) to n + N (r = 1).

    References
    ----------
    Angelopoulos, Duchi & Zrnic 2023, arXiv:2311.01453; `ppi_mean_power` of ppi_py.

    Examples
    --------
    100 labels, 1,000 items without, correlation 0.5:

    >>> round(effective_labels(100, 1000, 0.5), 1)
    129.4
    """
    n = number(n, "n", above=0.0, fix="give the number of labels")
    rest = number(n_unlabelled, "n_unlabelled", at_least=0.0, fix="give the number of judged items without a label")
    r = max(0.0, number(correlation, "correlation", at_least=-1.0, at_most=1.0, fix="give the correlation of judge and gold"))
    return n * (n + rest) / (n + (1 - r * r) * rest)


def ppi_labels(variance: float, half_width: float, n_unlabelled: float, correlation: float, *, ci_level: float = thresholds.CI_LEVEL) -> int:
    """Labels that give PPI++ this half-width.

    Parameters
    ----------
    variance : float
        Of gold, in squared points; rate (1 - rate) for a rate.
    half_width : float
        In points, above 0.
    n_unlabelled, correlation : float
        As in `effective_labels`.

    Returns
    -------
    int
        The fewest n whose `effective_labels` are as many as labels alone would have to be.

    References
    ----------
    Angelopoulos, Duchi & Zrnic 2023, arXiv:2311.01453. With r^2 = 0.5, the most that a judge no better than what it judges can
    have, half of the labels remain (Dorner, Nastl & Hardt 2025, arXiv:2410.13341):

    Examples
    --------
    >>> ppi_labels(0.25, 0.05, 1_000_000, 0.5**0.5), labels_for_half_width(0.5, 0.05)
    (192, 384)
    """
    variance = number(variance, "variance", at_least=0.0, fix="give rate * (1 - rate), or the squared standard deviation of gold")
    half_width = number(half_width, "half_width", above=0.0, fix="use 0.05")
    wanted = _z(ci_level) ** 2 * variance / half_width**2
    effective_labels(1.0, n_unlabelled, correlation)  # checks both
    rest, r = float(n_unlabelled), max(0.0, float(correlation))
    # n^2 + n (N - wanted) - wanted (1 - r^2) N = 0
    middle = rest - wanted
    return _up((-middle + sqrt(middle * middle + 4 * wanted * (1 - r * r) * rest)) / 2)


def _up(labels: float) -> int:
    return max(1, ceil(labels - PART_OF_A_LABEL))


def _z(ci_level: float) -> float:
    return NormalDist().inv_cdf(0.5 + _level(ci_level) / 2)


def _level(ci_level: float) -> float:
    return share(ci_level, "ci_level", fix="use 0.95")


def _rate(value: float, name: str) -> float:
    return number(value, name, at_least=0.0, at_most=1.0, fix="use a share from 0 to 1")


def _half_width(value: float) -> float:
    return number(value, "half_width", above=0.0, at_most=1.0, fix="use 0.05 for 5 percentage points on either side")
