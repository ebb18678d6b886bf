"""Confidence sequence for the mean of a bounded stream."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.stats.kernels.betting import lower_ends
from judgeaudit.stats.kernels.options import flag
from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.stats.kernels.stream_check import NOTHING_SEEN, check_bounds, check_share, check_stream
from judgeaudit.stats.shapes import Stream


def confidence_sequence(
    values: ArrayLike, *, ci_level: float = thresholds.CI_LEVEL, bounds: tuple[float, float] = (0.0, 1.0), running_intersection: bool = False
) -> Stream:
    """Where is the mean of a stream? An interval after each observation, all of which hold the mean at once.

    Use it instead of an ordinary interval wherever one looks more than once: the probability that any of the intervals misses the
    mean is at most 1 - ci_level, whatever the distribution within the bounds, so one may stop when it is narrow enough. It is
    also an alarm that needs no baseline: intervals that no longer overlap mean that the mean has moved. Known weakness: wider
    than an interval for a length fixed beforehand; needs a mean that stays what it is given all that came before
    (autocorrelated streams, or items sorted by difficulty, break it: put items in random order).

    Parameters
    ----------
    values : float array, shape (n,)
        Observations in time order; NaN where there is none (left out and counted).
    ci_level : float
        Confidence that all intervals hold the mean.
    bounds : pair of float
        Lowest and highest possible value.
    running_intersection : bool
        Whether each interval is cut down to what all earlier ones have in common: as valid, and never wider later.

    Returns
    -------
    Stream
        `value` and `path` are the mean so far, `low` and `high` the interval now, `lower` and `upper` the interval after each
        observation, None where no mean fits. `alarm_at` is the first place where the intervals so far have nothing in common.
        Undefined when there are no observations.

    Raises
    ------
    OptionError
        Values outside the bounds; options that make no sense.

    Notes
    -----
    Hedged capital: a mean m is left out when half the capital of a bettor on "above m", or half that of one on "below m", exceeds
    1 / alpha. Bets sqrt(2 log(2 / alpha) / (variance t log(t + 1))) from the observations before, at most 1/2 / m (1/2 / (1 - m)).
    Capital is monotone in m, so each end is one crossing: found on 1,001 means, interpolated, and moved outwards by 1e-4 of the
    range, which is more than the error of interpolation.

    References
    ----------
    Waudby-Smith & Ramdas 2024, JRSS-B 86, 1-27, doi:10.1093/jrsssb/qkad009, theorem 3; package confseq, `hedged_cs`.

    Examples
    --------
    One pass. The first bet is capped at 1/2 / m, so the capital on "above m" is (1 + 1 / m) / 2, which is 2 / alpha = 4 at m = 1/7:

    >>> found = confidence_sequence([1.0], ci_level=0.5)
    >>> round(found.low, 4), found.high
    (0.1428, 1.0)
    """
    ci_level = check_share("ci_level", ci_level)
    running_intersection = flag(running_intersection, "running_intersection")
    observed = check_stream(values)
    bounds = check_bounds(observed, bounds)
    n = len(observed.values)
    if not n:
        return Stream(undefined=NOTHING_SEEN)
    x = (observed.values - bounds[0]) / (bounds[1] - bounds[0])
    lower, upper = lower_ends(x, 1 - ci_level), 1 - lower_ends(1 - x, 1 - ci_level)
    common = np.maximum.accumulate(lower), np.minimum.accumulate(upper)
    empty = common[0] > common[1]
    if running_intersection:
        lower, upper = common
    lower, upper = _back(lower, upper, bounds)
    means = np.clip(np.cumsum(observed.values) / np.arange(1, n + 1), bounds[0], bounds[1])
    fits = bool(lower[-1] <= upper[-1])
    said = ("hedged betting confidence sequence", "running intersection" if running_intersection else "", _say_empty(fits, bool(empty.any())), observed.gaps)
    return Stream(
        value=float(means[-1]),
        low=float(lower[-1]) if fits else None,
        high=float(upper[-1]) if fits else None,
        ci_level=ci_level,
        method="; ".join(filter(None, said)),
        n_items=n,
        n_ratings=n,
        path=observed.beside(means),
        lower=observed.beside(lower),
        upper=observed.beside(upper),
        alarm_at=observed.first(empty),
    )


def _back(lower: FloatArray, upper: FloatArray, bounds: tuple[float, float]) -> tuple[FloatArray, FloatArray]:
    """In the unit of the values; NaN where no mean fits."""
    fits = lower <= upper
    ends = (np.where(fits, bounds[0] + (bounds[1] - bounds[0]) * end, np.nan) for end in (lower, upper))
    low, high = ends
    return low, high


def _say_empty(fits: bool, moved: bool) -> str:
    if not fits:
        return "no interval now: no mean fits all observations, the mean has moved"
    return "intervals without a common mean: the mean has moved" if moved else ""
