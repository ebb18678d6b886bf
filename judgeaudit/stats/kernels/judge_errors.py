"""A true rate from a judged rate and the judge's sensitivity and specificity: the correction and its intervals."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

PART_OF_AN_ITEM = 0.4
"""What the inverted test adds to either side of each share, so that one of 0 or 1 has a variance. Chosen by simulation (tests/simulations/corrected.py):
at 50 labels and a good judge it then holds 93 to 97.5 % at every rate; with 0.25, 90 to 96.5; with one item, 95 to 99."""


def rogan_gladen_rate(p: float, q0: float, q1: float) -> float | None:
    """The true rate, unclipped; None where the judge carries no information (q0 + q1 - 1 is not above 0).

    Parameters
    ----------
    p : float
        Share of items that the judge calls positive.
    q0, q1 : float
        Specificity and sensitivity.

    References
    ----------
    Rogan & Gladen 1978, doi:10.1093/oxfordjournals.aje.a112510, equation 1.

    Examples
    --------
    The examples of epiR's `epi.prev`, printed as 22 and, invalid, -4 in 100:

    >>> [round(rogan_gladen_rate(*one), 6) for one in ((45 / 150, 0.89, 0.96), (6 / 151, 0.927, 0.964))]
    [0.223529, -0.037334]
    """
    youden = q0 + q1 - 1
    return (p + q0 - 1) / youden if youden > 0 else None


def delta_interval(p: float, n: float, q0: float, q1: float, m0: float, m1: float, *, ci_level: float) -> tuple[float, float] | None:
    """The textbook's interval by the delta method, unclipped: for comparison. Arguments as in `lee_interval`."""
    rate = rogan_gladen_rate(p, q0, q1)
    if rate is None:
        return None
    half = NormalDist().inv_cdf(0.5 + ci_level / 2) * _standard_error(rate, p, n, q0, q1, m0, m1)
    return rate - half, rate + half


def lee_interval(p: float, n: float, q0: float, q1: float, m0: float, m1: float, *, ci_level: float) -> tuple[float, float] | None:
    """Lee et al.'s interval, before it is clipped to 0..1; None where the smoothed error rates leave no information.

    Parameters
    ----------
    p, n : float
        Share of items that the judge calls positive, and the items behind it (may be an effective number).
    q0, q1 : float
        Specificity and sensitivity.
    m0, m1 : float
        Labelled items behind each.

    References
    ----------
    Lee et al. 2025, arXiv:2511.21140, section 4: z^2 / 2 is added to the positives among n + z^2 items, one to those among
    m + 2 labelled ones, and the middle is moved by what the two error rates are skewed.

    Examples
    --------
    The example of the authors' README, printed as (0.056, 0.263):

    >>> [round(end, 6) for end in lee_interval(0.4, 1000, 0.7, 0.9, 200, 200, ci_level=0.95)]
    [0.056351, 0.262733]
    """
    z = NormalDist().inv_cdf(0.5 + ci_level / 2)
    n, p = n + z * z, (n * p + z * z / 2) / (n + z * z)
    m0, m1, q0, q1 = m0 + 2, m1 + 2, (m0 * q0 + 1) / (m0 + 2), (m1 * q1 + 1) / (m1 + 2)
    rate = rogan_gladen_rate(p, q0, q1)
    if rate is None:
        return None
    shift = 2 * z * z * (rate * q1 * (1 - q1) / m1 - (1 - rate) * q0 * (1 - q0) / m0)
    half = z * _standard_error(rate, p, n, q0, q1, m0, m1)
    return rate + shift - half, rate + shift + half


def _standard_error(rate: float, p: float, n: float, q0: float, q1: float, m0: float, m1: float) -> float:
    return sqrt(p * (1 - p) / n + (1 - rate) ** 2 * q0 * (1 - q0) / m0 + rate**2 * q1 * (1 - q1) / m1) / (q0 + q1 - 1)


def inverted_interval(p: float, n: float, q0: float, q1: float, m0: float, m1: float, *, ci_level: float) -> tuple[float, float] | None:
    """True rates that a test does not reject: those t for which p is within its error of t q1 + (1 - t) (1 - q0).

    Arguments as in `lee_interval`. Within 0..1; all of it where the judge may carry no information; None where every rate is
    rejected. Where the rates that are left are two pieces, it spans both.

    Notes
    -----
    (a - t b)^2 <= z^2 (v + t^2 v1 + (1 - t)^2 v0), with a = p + q0 - 1, b = q0 + q1 - 1 and the variances of p, q1 and q0; a part of an
    item (`PART_OF_AN_ITEM`) is added to either side of each share.

    References
    ----------
    Fieller 1954, doi:10.1111/j.2517-6161.1954.tb00159.x (the test); what is added: ours, by simulation.
    """
    z = NormalDist().inv_cdf(0.5 + ci_level / 2)
    (p, v), (q0, v0), (q1, v1) = (_smoothed(share, size) for share, size in ((p, n), (q0, m0), (q1, m1)))
    a, b = p + q0 - 1, q0 + q1 - 1
    # as c2 t^2 + c1 t + c0 <= 0
    c2 = b * b - z * z * (v1 + v0)
    c1 = -2 * a * b + 2 * z * z * v0
    c0 = a * a - z * z * (v + v0)
    inside = [t for t in (0.0, 1.0) if c0 + t * (c1 + t * c2) <= 0]
    root = c1 * c1 - 4 * c2 * c0
    if root >= 0 and c2 != 0:
        inside += [t for t in ((-c1 - sqrt(root)) / (2 * c2), (-c1 + sqrt(root)) / (2 * c2)) if 0 <= t <= 1]
    return (min(inside), max(inside)) if len(set(inside)) > 1 else None


def _smoothed(share: float, size: float) -> tuple[float, float]:
    """A share with a part of an item more on either side, and its variance."""
    n = size + 2 * PART_OF_AN_ITEM
    smoothed = (size * share + PART_OF_AN_ITEM) / n
    return smoothed, smoothed * (1 - smoothed) / n


def beyond_chance(raw: float, p: tuple[float, float, float], q0: tuple[float, float, float], q1: tuple[float, float, float]) -> bool:
    """Whether a raw rate outside 0..1 is more than sampling explains: p is clearly below 1 - q0, or above q1; from (value, low, high) of each.

    With one unlabelled item p is 0 or 1 and the raw rate is always outside, unless the judge is perfect. The difference's interval is Newcombe's.
    """
    if raw < 0:
        return (1 - q0[0]) - p[0] > sqrt((p[2] - p[0]) ** 2 + (q0[2] - q0[0]) ** 2)
    return raw > 1 and p[0] - q1[0] > sqrt((p[0] - p[1]) ** 2 + (q1[2] - q1[0]) ** 2)


def youden_interval(youden: float, sensitivity: tuple[float, float, float], specificity: tuple[float, float, float]) -> tuple[float, float]:
    """Interval of sensitivity + specificity - 1 from (value, low, high) of each: squares of the distances to the ends added.

    References
    ----------
    Newcombe 1998, method 10, doi:10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I.
    """
    (q1, low1, high1), (q0, low0, high0) = sensitivity, specificity
    return youden - sqrt((q1 - low1) ** 2 + (q0 - low0) ** 2), youden + sqrt((high1 - q1) ** 2 + (high0 - q0) ** 2)
