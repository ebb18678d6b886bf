"""Betting e-process for the mean of a bounded stream."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.betting import log_capital
from judgeaudit.stats.kernels.options import number
from judgeaudit.stats.kernels.stream_check import NOTHING_SEEN, Observed, check_bounds, check_numbers, check_one_of, check_share, check_stream
from judgeaudit.stats.shapes import Stream


def e_process(
    values: ArrayLike,
    *,
    mean: float | tuple[float, float],
    alternative: str = "two-sided",
    alpha: float = 0.05,
    bounds: tuple[float, float] = (0.0, 1.0),
    bet: float | None = None,
) -> Stream:
    """Has the mean of a stream left its claimed value? A test that may be read after each observation, and stopped at any time.

    Use it to watch pass rates or scores without a planned length: whenever and however often one looks, a stream that keeps its
    mean raises an alarm with probability at most alpha, whatever its distribution within the bounds. Known weakness: what must
    stay at the claimed mean is the expectation given all that came before; a stream whose mean swings with its own past
    (autocorrelated, or items sorted by difficulty) alarms though the long-run mean is kept, so put items in random order. After a
    long quiet stretch a later drift is found late, because the capital lost until then must be won back.

    Parameters
    ----------
    values : float array, shape (n,)
        Observations in time order; NaN where there is none (left out and counted).
    mean : float or pair of float
        Claimed mean. A pair (low, high): the claim is that the mean lies anywhere between, as where the mean of a baseline is only
        known by its confidence interval (its error is then spent beside alpha).
    alternative : {"two-sided", "greater", "less"}
        What is to be found: a mean that differs, is above, or is below. Two-sided is the average of the two one-sided processes.
    alpha : float
        Probability of ever raising a false alarm.
    bounds : pair of float
        Lowest and highest possible value.
    bet : float, optional
        Constant bet, on values scaled to 0..1; may never risk the whole capital. None: aGRAPA, from the observations before.

    Returns
    -------
    Stream
        `value` is the p value that is valid at any time, the smallest of 1 / e-value so far and at most 1. `path` is log10 of the
        e-value after each observation, `upper` log10 of 1 / alpha, `alarm_at` the first place where it is reached. Undefined when
        there are no observations.

    Raises
    ------
    OptionError
        Values outside the bounds; options that make no sense.

    Notes
    -----
    K_t = prod (1 + lambda_s (X_s - mean)); alarm at K_t >= 1 / alpha (Ville). aGRAPA: lambda = d / (variance + d^2), d the mean
    before less the claimed one, both with one imagined observation of mean 1/2 and variance 1/4; at least 0, at most 1/2 / mean.
    A claimed mean at the end of the scale is refuted by one observation off it: the bet is then 1e6. The smallest p value told is 1e-300.

    References
    ----------
    Waudby-Smith & Ramdas 2024, JRSS-B 86, 1-27, doi:10.1093/jrsssb/qkad009; lambda as in the authors' package confseq.
    Ville 1939, Etude critique de la notion de collectif.

    Examples
    --------
    By hand, (1 + .25)(1 + .25)(1 - .25)(1 + .25) = 1.46484375:

    >>> found = e_process([1, 1, 0, 1], mean=0.5, alternative="greater", bet=0.5)
    >>> round(10 ** found.path[-1], 8), found.value
    (1.46484375, 0.64)
    """
    check_one_of("alternative", alternative, ("two-sided", "greater", "less"))
    alpha = check_share("alpha", alpha)
    observed = check_stream(values)
    bounds = check_bounds(observed, bounds)
    low, high = _scaled_means(mean, bounds)
    _check_bet(bet, low, high, alternative)
    if not len(observed.values):
        return Stream(undefined=NOTHING_SEEN)
    path = log_capital((observed.values - bounds[0]) / (bounds[1] - bounds[0]), low, high, alternative, bet)
    return _stream(observed, path, alpha, _say(mean, alternative, bet))


def _scaled_means(mean: float | tuple[float, float], bounds: tuple[float, float]) -> tuple[float, float]:
    fix = "give a mean, or its low and high end, within the bounds"
    ends = np.atleast_1d(check_numbers(mean, f"the mean {mean!r} is not a number, nor two", where="mean", fix=fix))
    if ends.ndim != 1 or ends.size not in (1, 2) or not np.isfinite(ends).all() or ends[0] > ends[-1] or ends[0] < bounds[0] or ends[-1] > bounds[1]:
        raise OptionError(f"the mean {mean} is not within the bounds {bounds}", where="mean", fix=fix)
    scaled = (ends - bounds[0]) / (bounds[1] - bounds[0])
    return float(scaled[0]), float(scaled[-1])


def _check_bet(bet: float | None, low: float, high: float, alternative: str) -> None:
    if bet is None:
        return
    at_stake = max(high if alternative != "less" else 0.0, 1 - low if alternative != "greater" else 0.0)
    fix = f"give a number above 0 whose product with {at_stake:g} is below 1"
    if number(bet, "bet", fix=fix) <= 0 or bet * at_stake >= 1:
        raise OptionError(f"a bet of {bet} can lose the whole capital, or bets nothing", where="bet", fix=fix)


def _say(mean: float | tuple[float, float], alternative: str, bet: float | None) -> str:
    claim = "..".join(f"{end:g}" for end in np.atleast_1d(mean))
    return f"betting e-process against a mean of {claim}, {alternative}, " + ("aGRAPA bets" if bet is None else f"constant bet {bet:g}")


def _stream(observed: Observed, path: np.ndarray[tuple[int, ...], np.dtype[np.float64]], alpha: float, what: str) -> Stream:
    best, n, limit = float(path.max()), len(path), -np.log(alpha)
    e_values = f"log10 e-value {path[-1] / np.log(10):.3g} now, {best / np.log(10):.3g} at most"
    return Stream(
        value=float(np.exp(-np.clip(best, 0, 300 * np.log(10)))),
        method="; ".join(filter(None, (what, e_values, f"alarm at 1 / {alpha:g}", "path is log10 of the e-value", observed.gaps))),
        n_items=n,
        n_ratings=n,
        path=observed.beside(path / np.log(10)),
        upper=observed.beside(np.full(n, limit / np.log(10))),
        alarm_at=observed.first(path >= limit),
    )
